"""`highest_xphere`: each lays 1 card; the higher number wins; also played in place of another duel."""

from typing import Final

from companion.missions.duels.highest_xphere import HighestXphere
from companion.missions.verbs.duel import Duel
from companion.rules.fight.bout import TIE, Bout
from companion.rules.fight.decisions import Task
from companion.rules.fight.declarations import DuelRules
from companion.rules.fight.laying import VALUATIONS, lay_both, number_sum


def _play(bout: Bout, _: Duel) -> Task[int]:
    yield from lay_both(bout, 1)
    return bout.better(number_sum(bout.shown[bout.me]), number_sum(bout.shown[bout.opponent]))


def play_instead(bout: Bout, duel: Duel) -> Task[int]:
    """Play it for a duel with too few cards: a side without galaxy cards loses, both without: tie."""
    if not isinstance(duel, HighestXphere):
        bout.state.events.append(("instead",))
    mine, other = map(bout.galaxy_cards, bout.sides)
    if not mine or not other:
        return bout.better(bool(mine), bool(other))
    winner = yield from _play(bout, duel)
    if winner == TIE:
        bout.state.events.append(("replay",))
        winner = yield from _play(bout, duel)
    return winner


RULES: Final = DuelRules(play=_play, galaxy_cards=1, replay=True, valuations=VALUATIONS)
