"""What each operation does (companion.rules.fight.steps)."""

from typing import Final

from companion.verify import operations as o
from companion.verify.kernel.choices import COLORS, PARITIES, decide_any, guess_color, guess_parity
from companion.verify.kernel.duels import duel
from companion.verify.kernel.luck import draw, reshuffle, top
from companion.verify.kernel.memory import compiled, pasted, popcount, select
from companion.verify.kernel.places import (
    AGAIN,
    BOUND,
    CARDS,
    CHOSEN,
    DISCARD,
    EXTRA,
    HANDS,
    LISTS,
    MOVED,
    MOVING,
    PILE_SIZE,
    REACHED,
    REVEALED,
    SEAT_COUNT,
    STACK,
    TAKEN,
)
from companion.verify.kernel.players import (
    amount,
    candidates,
    eligible_of,
    fitting,
    pick,
    pick_plain,
    player,
    players,
    seats_mask,
)

NO_BRANCH: Final = -1

NOBODY: Final = 15
"""A seat that is nobody's: to the discard pile everybody can give."""


@compiled
def carry_out(m, row, me):
    """Carry out the operations of a mission, from the one at `row`, and count what happens."""
    total = 0
    while row >= 0:
        op = m[row + o.OP]
        moved, branch = 0, NO_BRANCH
        if op == o.PUT:
            moved = _put(m, row, me)
        elif op == o.GIVE:
            moved = _give(m, row, me)
        elif op == o.TAKE:
            moved = _take(m, row, me)
        elif op == o.DRAW:
            moved = _draw(m, row, me)
        elif op == o.DUEL:
            branch = duel(m, row, me)
        elif op == o.IF:
            branch = 0 if _holds(m, row, me) else 1
        elif op == o.PASS:
            moved = _pass(m, row, me)
        elif op == o.SWAP:
            moved = _swap(m, row, me)
        elif op == o.SHOW:
            _show(m, row, me)
        elif op == o.GUESS:
            branch = _guess(m, row, me)
        elif op == o.CHOOSE:
            branch = _choose(m, row, me)
        elif op == o.KEEP:
            moved = _keep(m, row, me)
        else:
            _again(m, row, me)
        if moved == 0 and op <= o.GIVE and m[row + o.KIND]:
            branch = 0  # `otherwise`, only if no card at all was moved (8.4.2)
        m[row + REACHED] += 1
        m[row + MOVING] += 1 if moved else 0
        m[row + CARDS] += moved
        total += moved
        if branch >= 0:
            m[row + TAKEN + branch] += 1
            row = m[row + o.BRANCH + branch]
        else:
            row = m[row + o.NEXT]
    m[MOVED] = total


# ---------------------------------------------------------------- steps that move cards


@pasted
def _put(m, row, me):
    owners = players(m, row, me, o.WHO)
    moved = 0
    while owners:
        owner = (owners & 15) - 1
        owners >>= 4
        cards = pick(m, row, eligible_of(m, row, owner), owner)
        m[HANDS + owner] ^= cards
        m[DISCARD] |= cards
        moved += popcount(cards)
    return moved


@compiled
def _hand_over(m, row, givers, takers):
    """Move cards for each pair of a giver and a taker."""
    moved = 0
    while givers:
        giver = (givers & 15) - 1
        givers >>= 4
        rest = takers
        while rest:
            taker = (rest & 15) - 1
            rest >>= 4
            if taker != giver:
                chooser = taker if m[row + o.PICK] == o.TAKER_OPEN else giver
                cards = pick(m, row, eligible_of(m, row, giver), chooser)
                m[HANDS + giver] ^= cards
                m[HANDS + taker] |= cards
                moved += popcount(cards)
    return moved


@pasted
def _give(m, row, me):
    givers = players(m, row, me, o.WHO)
    takers = players(m, row, me, o.TO)
    if m[row + o.BIND]:
        taker = (takers & 15) - 1
        m[BOUND + m[row + o.BIND] - 1] = (givers & 15) - 1 if taker == me else taker
    return _hand_over(m, row, givers, takers)


@pasted
def _take(m, row, me):
    """Takers are named before givers and come first, each takes from every giver."""
    takers = players(m, row, me, o.TO)
    givers = players(m, row, me, o.WHO)
    moved = 0
    while takers:
        moved += _hand_over(m, row, givers, takers & 15)
        takers >>= 4
    return moved


@pasted
def _draw(m, row, me):
    seats = players(m, row, me, o.WHO)
    last = fitting(m, row)
    moved = 0
    while seats:
        seat = (seats & 15) - 1
        seats >>= 4
        for _ in range(m[row + o.N]):
            card = draw(m)
            if card < 0:
                break
            m[HANDS + seat] |= 1 << card
            moved += 1
            if last >> card & 1:
                break
    return moved


@pasted
def _keep(m, row, me):
    seat = player(m, row, me, o.WHO)
    card = m[REVEALED]
    if card < 0:
        return 0
    m[REVEALED] = -1
    m[HANDS + seat] |= 1 << card
    return 1


@pasted
def _pass(m, row, me):
    """Everybody chooses, clockwise from self and unseen; then all cards move at once."""
    rest = m[LISTS + 8 * me + o.EVERYBODY]
    moved = 0
    while rest:
        seat = (rest & 15) - 1
        rest >>= 4
        cards = pick_plain(m, row, m[HANDS + seat], m[row + o.N], seat)
        m[CHOSEN + seat] = cards
        moved += popcount(cards)
    for seat in range(m[SEAT_COUNT]):
        m[HANDS + seat] ^= m[CHOSEN + seat]
    way = o.LEFT if m[row + o.KIND] else o.RIGHT
    for seat in range(m[SEAT_COUNT]):
        m[HANDS + m[LISTS + 8 * seat + way] - 1] |= m[CHOSEN + seat]
    return moved


@pasted
def _swap(m, row, me):
    """Both choose the same number of cards, self's side first and unseen; then they are exchanged."""
    a = player(m, row, me, o.WHO)
    b = player(m, row, me, o.TO)
    count = min(m[row + o.N], popcount(m[HANDS + a]), popcount(m[HANDS + b]))
    if a == b or count == 0:
        return 0
    one, other = (b, a) if m[row + o.PICK] == o.TAKER_OPEN else (a, b)
    from_a = pick_plain(m, row, m[HANDS + a], count, one)
    from_b = pick_plain(m, row, m[HANDS + b], count, other)
    m[HANDS + a] ^= from_a | from_b
    m[HANDS + b] ^= from_a | from_b
    return 2 * count


# ---------------------------------------------------------------- steps that decide


@pasted
def _show(m, row, me):
    """Cards are chosen, and nothing moves."""
    owners = players(m, row, me, o.WHO)
    players(m, row, me, o.TO)
    while owners:
        owner = (owners & 15) - 1
        owners >>= 4
        pick(m, row, m[HANDS + owner], owner)


@pasted
def _guess(m, row, me):
    """Guess the top card; right is branch 0, wrong and nothing to reveal branch 1 (8.4.4)."""
    seat = player(m, row, me, o.WHO)
    if m[PILE_SIZE] == 0:
        if m[DISCARD] == 0:
            return 1
        reshuffle(m)
    cards = COLORS[guess_color(m, seat)] if m[row + o.KIND] else PARITIES[guess_parity(m, seat)]
    card = top(m)
    m[DISCARD] |= 1 << card
    return 0 if cards >> card & 1 else 1


@pasted
def _choose(m, row, me):
    """Choose among the options whose first step can move a card, or among all if there is none."""
    player(m, row, me, o.WHO)
    count = m[row + o.KIND]
    able = 0
    for option in range(count):
        if _can_move(m, m[row + o.BRANCH + option], me):
            able |= 1 << option
    if able == 0:
        able = (1 << count) - 1
    return select(able, 0 if able & (able - 1) == 0 else decide_any(m, popcount(able)))


@pasted
def _again(m, row, me):
    """Another turn after the checkpoint, unless this turn is already an extra one."""
    seat = player(m, row, me, o.WHO)
    if m[EXTRA]:
        return
    if m[row + o.KIND] and decide_any(m, 2) == 1:
        return
    m[AGAIN] = seat


# ---------------------------------------------------------------- questions that ask nobody


@compiled
def _holds(m, row, me):
    """Tell whether the condition of an operation holds."""
    kind, number = m[row + o.KIND], m[row + o.PARAMETER]
    if kind == o.SEATS:
        return m[SEAT_COUNT] == number
    if kind == o.PILE_EMPTY:
        return (m[PILE_SIZE] == 0) == (number == 1)
    seats = candidates(m, row, me, m[row + o.WHO])
    if kind == o.IS:
        return seats_mask(seats) == seats_mask(candidates(m, row, me, m[row + o.TO]))
    while seats:
        hand = m[HANDS + (seats & 15) - 1]
        seats >>= 4
        size = popcount(hand)
        if kind == o.LESS:
            held = size < number
        elif kind == o.GREATER:
            held = size > number
        elif kind == o.EQUAL:
            held = size == number
        else:
            held = hand & fitting(m, row) != 0
        if not held:
            return False
    return True


@compiled
def _can_move(m, row, me):
    """Tell whether a step can move a card, whatever players it turns out to mean.

    Of `if` the branch that follows is asked, of `choose` all options; what is still to be asked waits on a stack.
    """
    m[STACK] = row
    waiting = 1
    while waiting:
        waiting -= 1
        row = m[STACK + waiting]
        op = m[row + o.OP]
        if op == o.IF:
            branch = 0 if _holds(m, row, me) else 1
            if not m[row + o.EMPTY] >> branch & 1:
                m[STACK + waiting] = m[row + o.BRANCH + branch]
                waiting += 1
        elif op == o.CHOOSE:
            for option in range(m[row + o.KIND]):
                m[STACK + waiting] = m[row + o.BRANCH + option]
                waiting += 1
        elif _moves(m, row, me):
            return True
    return False


@compiled
def _moves(m, row, me):
    """Tell whether a step without branches to be asked can move a card."""
    op = m[row + o.OP]
    if op == o.DUEL:
        return True
    if op == o.DRAW or op == o.GUESS:
        return m[PILE_SIZE] > 0 or m[DISCARD] != 0
    if op == o.KEEP:
        return m[REVEALED] >= 0
    if op == o.PASS:
        seats = m[LISTS + 8 * me + o.EVERYBODY]
        while seats:
            if m[HANDS + (seats & 15) - 1]:
                return True
            seats >>= 4
        return False
    if op == o.SHOW or op == o.AGAIN:
        return False
    ones = candidates(m, row, me, m[row + o.WHO])
    while ones:
        one = ones & 15
        ones >>= 4
        others = NOBODY if op == o.PUT else candidates(m, row, me, m[row + o.TO])
        able = m[HANDS + one - 1] != 0 if op >= o.TAKE else amount(m, row, eligible_of(m, row, one - 1)) > 0
        while able and others:
            other = others & 15
            others >>= 4
            if other != one and (op != o.SWAP or m[HANDS + other - 1]):
                return True
    return False
