"""What several verbs share: cards that go from hand to hand, and what can move at all."""

from companion.verify.kernel import columns as col
from companion.verify.kernel.declarations import CAN_MOVE, CANNOT_MOVE, NO_BRANCH
from companion.verify.kernel.memory import compiled, popcount
from companion.verify.kernel.memory_layout import DISCARD, HANDS, PILE_SIZE
from companion.verify.kernel.selected_players import candidates, eligible_of, pick


@compiled
def hand_over(m, row, givers, takers):
    """Move cards for each pair of a giver and a taker, and return how many."""
    moved = 0
    while givers:
        giver = (givers & 15) - 1
        givers >>= 4
        rest = takers
        while rest:
            taker = (rest & 15) - 1
            rest >>= 4
            if taker != giver:
                chooser = taker if m[row + col.PICK] == col.TAKER_OPEN else giver
                cards = pick(m, row, eligible_of(m, row, giver), chooser)
                m[HANDS + giver] ^= cards
                m[HANDS + taker] |= cards
                moved += popcount(cards)
    return moved


@compiled
def otherwise_branch(m, row, moved):
    """Return the branch `otherwise`, which is carried out only if no card at all was moved (8.4.2)."""
    return 0 if moved == 0 and m[row + col.KIND] else NO_BRANCH


@compiled
def others_than(m, row, me, giver):
    """Return True if a player other than the giver can be the taker."""
    takers = candidates(m, row, me, m[row + col.TO])
    while takers:
        if (takers & 15) - 1 != giver:
            return True
        takers >>= 4
    return False


@compiled
def pile_can_move(m, row, me):
    """Return whether a card can be taken from the pile, of a new pile if need be."""
    return CAN_MOVE if m[PILE_SIZE] > 0 or m[DISCARD] != 0 else CANNOT_MOVE
