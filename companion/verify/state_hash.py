"""A hash by which two engines compare the states of a match of GONG FIGHT.

The hash at the start of a turn is the state of a stream (docs/chance.md) that begins with 0 and has these words as its
key: the turn, the seat whose turn it is, 1 if it is an extra turn, the actions so far, how many piles were made in the
match, the hand of each seat as a mask, the discard pile as a mask, and the cards of the pile from top to bottom. The
order of the discard pile decides nothing, and what players have seen decides nothing for the bots.
"""

from companion.chance import GOLDEN, MASK64, mix64
from companion.rules.fight.state import FightState
from companion.rules.gong.cards import mask_of


def state_hash(state: FightState, decisions: int) -> int:
    """Return the hash of a state at the start of a turn, after so many actions."""
    words = [state.turn, state.player, int(state.extra), decisions, state.shuffles, *state.hands]
    found = 0
    for word in (*words, mask_of(state.discard), *reversed(state.pile.order())):
        found = mix64(((found ^ word) + GOLDEN) & MASK64)
    return found
