"""`best_combination`: each lays its best set of cards by the ranking of Gang of Four (8.6.1)."""

from typing import Final

from companion.missions.duels.best_combination import BestCombination
from companion.rules import combinations
from companion.rules.fight.bout import Bout
from companion.rules.fight.decisions import Task
from companion.rules.fight.declarations import DuelRules
from companion.rules.gong.cards import GALAXY_OF, NUMBER_OF, cards_of, mask_of


def _play(bout: Bout, duel: BestCombination) -> Task[int]:
    yield from ()
    values = []
    for seat in bout.sides:
        keys = [(NUMBER_OF[card], GALAXY_OF[card]) for card in cards_of(bout.galaxy_cards(seat))]
        best = combinations.best_combination(keys, combinations.GALAXY_RULES, duel.max_cards)
        assert best is not None  # noqa: S101 - both sides have a galaxy card
        bout.show(seat, mask_of(6 * galaxy + number - 1 for number, galaxy in best.cards))
        values.append(best)
    return bout.better(values[0], values[1])


RULES: Final = DuelRules(play=_play, galaxy_cards=1, replay=False, valuations={})
