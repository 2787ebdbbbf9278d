"""What several kinds of duel share: cards that are laid, `highest_xphere`, and which side is better."""

from companion.rules.gong.cards import GALAXY_CARDS
from companion.verify.kernel.choices import NUMBERS, hide, lay
from companion.verify.kernel.memory import compiled, lowest, popcount
from companion.verify.kernel.memory_layout import CHOSEN, HANDS, NOBODY


@compiled
def better(me, rival, mine, other):
    """Return winner and loser: the side with the greater value first."""
    if mine == other:
        return NOBODY, NOBODY
    return (me, rival) if mine > other else (rival, me)


@compiled
def lay_cards(m, seat, count, target):
    """Lay cards face down; a player decides unless all cards of the hand must be laid."""
    cards = m[HANDS + seat] & GALAXY_CARDS
    if popcount(m[HANDS + seat]) == count:
        return cards
    m[CHOSEN + seat] = 0
    for left in range(count, 0, -1):
        m[CHOSEN + seat] |= 1 << lay(m, seat, cards & ~m[CHOSEN + seat], left, target)
    return m[CHOSEN + seat]


@compiled
def highest_xphere(m, me, rival, shown):
    """Lay a card each and return who laid the higher number."""
    mine = lay_cards(m, me, 1, 0)
    other = lay_cards(m, rival, 1, 0)
    m[shown + me], m[shown + rival] = mine, other
    return better(me, rival, NUMBERS[lowest(mine)], NUMBERS[lowest(other)])


@compiled
def highest_xphere_instead(m, me, rival, shown):
    """Play `highest_xphere` in place of another duel; who has no galaxy card loses."""
    mine, other = m[HANDS + me] & GALAXY_CARDS, m[HANDS + rival] & GALAXY_CARDS
    if mine == 0 or other == 0:
        return better(me, rival, 1 if mine else 0, 1 if other else 0)
    winner, loser = highest_xphere(m, me, rival, shown)
    if winner == NOBODY:
        return highest_xphere(m, me, rival, shown)
    return winner, loser


@compiled
def hide_card(m, hider):
    """Return the card that the hider fixes; asked unless it is the only card of the hand."""
    cards = m[HANDS + hider] & GALAXY_CARDS
    if popcount(m[HANDS + hider]) == 1:
        return lowest(cards)
    return hide(m, cards)
