"""Duels of luck and of skill at the table: the reference engine draws lots.

Where the rules are silent: an attempt ends in a draw one time in eight, where the kind knows draws, else each side wins
as often.
"""

from companion.missions.verbs.duel import Duel
from companion.rules.fight.bout import TIE, Bout
from companion.rules.fight.decisions import Task


def even(bout: Bout, _: Duel) -> Task[int]:
    """Let each side win as often; for kinds without a draw."""
    yield from ()
    return bout.sides[bout.state.luck().below(2)]


def even_or_draw(bout: Bout, duel: Duel) -> Task[int]:
    """Return a draw one time in eight, else let each side win as often."""
    if bout.state.luck().below(8) == 0:
        return TIE
    return (yield from even(bout, duel))
