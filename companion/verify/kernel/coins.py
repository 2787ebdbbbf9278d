"""Duels of luck and skill: every side wins as often, and some kinds know a draw."""

from companion.verify.kernel.chance_words import fortune
from companion.verify.kernel.memory import compiled
from companion.verify.kernel.memory_layout import NOBODY


@compiled
def toss(m, row, me, rival, shown):
    """Return winner and loser by the stream of duels."""
    return (rival, me) if fortune(m, 2) else (me, rival)


@compiled
def toss_or_draw(m, row, me, rival, shown):
    """Return a draw one time in eight, else winner and loser."""
    if fortune(m, 8) == 0:
        return NOBODY, NOBODY
    return toss(m, row, me, rival, shown)
