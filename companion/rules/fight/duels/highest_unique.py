"""`highest_unique`: everyone lays 1 card; the highest number that is shown once wins, the lowest number loses.

Where the rules are silent: who lays no card counts as having the lowest number; the opponent is the player on the left;
of several with the lowest number the nearest clockwise to self loses.
"""

from typing import Final

from companion.missions.duels.highest_unique import HighestUnique
from companion.rules.fight.bout import TIE, Bout
from companion.rules.fight.decisions import Task
from companion.rules.fight.declarations import DuelRules
from companion.rules.fight.laying import VALUATIONS, lay, number_sum


def _play(bout: Bout, _: HighestUnique) -> Task[int]:
    seats = bout.state.clockwise(bout.me)
    for seat in seats:
        if bout.galaxy_cards(seat):
            yield from lay(bout, seat, 1)
    laid, bout.state.chosen = bout.state.chosen, [0] * bout.state.seats
    for seat in seats:
        if laid[seat]:
            bout.show(seat, laid[seat])
    numbers = [number_sum(laid[seat]) for seat in seats]
    unique = [number for number in numbers if number and numbers.count(number) == 1]
    return seats[numbers.index(max(unique))] if unique else TIE


def _loser(bout: Bout, winner: int) -> int:
    """Return who has shown the lowest number, the nearest clockwise to self."""
    others = [seat for seat in bout.state.clockwise(bout.me) if seat != winner]
    return min(others, key=lambda seat: number_sum(bout.shown[seat]))


RULES: Final = DuelRules(play=_play, galaxy_cards=0, replay=False, valuations=VALUATIONS, everyone=True, loser=_loser)
