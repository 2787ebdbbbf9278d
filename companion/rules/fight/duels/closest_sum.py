"""`closest_sum`: each lays 2 cards; the sum nearest to the target wins, at equal distance the lower sum."""

from typing import Final

from companion.missions.duels.closest_sum import ClosestSum
from companion.rules.fight.bout import Bout
from companion.rules.fight.decisions import Task
from companion.rules.fight.declarations import DuelRules
from companion.rules.fight.laying import VALUATIONS, lay_both, number_sum


def _play(bout: Bout, duel: ClosestSum) -> Task[int]:
    yield from lay_both(bout, duel.cards, duel.target)
    mine, other = number_sum(bout.shown[bout.me]), number_sum(bout.shown[bout.opponent])
    return bout.better((-abs(mine - duel.target), -mine), (-abs(other - duel.target), -other))


RULES: Final = DuelRules(play=_play, galaxy_cards=2, replay=True, valuations=VALUATIONS)
