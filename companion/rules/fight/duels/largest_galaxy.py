"""`largest_galaxy`: show the biggest group of one galaxy; size decides, then the sum of the group.

Where the rules are silent: a player with two equally good groups shows the one of the first galaxy.
"""

from typing import Final

from companion.missions.duels.largest_galaxy import LargestGalaxy
from companion.rules.fight.bout import Bout
from companion.rules.fight.decisions import Task
from companion.rules.fight.declarations import DuelRules
from companion.rules.fight.laying import number_sum
from companion.rules.gong.cards import GALAXY_MASK


def _play(bout: Bout, _: LargestGalaxy) -> Task[int]:
    yield from ()
    values = []
    for seat in bout.sides:
        groups = [bout.state.hands[seat] & mask for mask in GALAXY_MASK]
        best = max(groups, key=lambda group: (group.bit_count(), number_sum(group)))
        bout.show(seat, best)
        values.append((best.bit_count(), number_sum(best)))
    return bout.better(values[0], values[1])


RULES: Final = DuelRules(play=_play, galaxy_cards=1, replay=False, valuations={})
