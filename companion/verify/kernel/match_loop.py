"""Turns, rounds and counters: whole matches, one after the other (companion.rules.fight.state, Tally)."""

from typing import Final

from companion.deck import JOKERS
from companion.rules.gong.cards import GALAXY_CARDS, JOKER_MASK
from companion.verify.kernel import columns as col
from companion.verify.kernel import memory_layout as p
from companion.verify.kernel.chance_words import (
    BOT,
    deal,
    fill_pile,
    fill_words,
    key,
    pick_blind,
    reshuffle,
    state_hash,
    top,
)
from companion.verify.kernel.choices import attacked, decide_any, take_first
from companion.verify.kernel.memory import compiled, inline, lowest, memory_of, popcount
from companion.verify.kernel.operation_loop import carry_out
from companion.verify.tally import MAX_CHANGE, MAX_TURNS, UNIT

FIRST_JOKER: Final = JOKERS[0]

FAR: Final = 1_000
"""Farther back than any decision for which words are ready."""

FEW_WORDS: Final = 20
"""Words used up before new ones are made at the next turn; few turns need all the others."""


@compiled
def begin(m, number):
    """Deal the match with this number."""
    m[p.NUMBER] = number
    m[p.MATCH_WORD] = key(m[p.SEED_WORD], number)
    m[p.BOT_WORD] = key(m[p.MATCH_WORD], BOT)
    m[p.DISCARD] = 0
    m[p.REVEALED] = m[p.TURNED] = -1
    m[p.TURN] = m[p.PLAYER] = m[p.EXTRA] = m[p.SHUFFLES] = m[p.STEP] = 0
    m[p.KEPT_COUNT] = m[p.LONGEST] = 0
    m[p.WORDS_FIRST] = -FAR
    for seat in range(p.SEATS):
        m[p.LAST + seat] = 0
    deal(m)
    _measure_hands(m)


@compiled
def play(m):
    """Play the match to its end, from the first turn, or if it is RESUMED after a mission that does nothing.

    Returns:
        The bits of the missions that were carried out.
    """
    seen = 0
    while True:
        me = m[p.PLAYER]
        if m[p.RESUMED]:
            m[p.RESUMED] = 0
            m[p.WORDS_FIRST] = -FAR
            fill_pile(m, m[p.PILE_USED] + m[p.PILE_SIZE])
        else:
            if m[p.TURN] == MAX_TURNS:
                _end_unfinished(m)
                return seen
            _begin_turn(m)
            action = _reveal_or_attack(m, me)
            if action < 0:  # a countered joker gives the turn away, -2 - seat; no card can be revealed: -1
                m[p.EXTRA] = 0
                m[p.PLAYER] = -2 - action if action < p.NOBODY else m[p.LISTS + 8 * me + col.LEFT] - 1
                _measure_hands(m)
                continue
            mission = m[p.MISSION_OF + action]
            if mission >= 0:
                bit = 1 << mission
                if m[p.JUDGED + mission] and not seen & bit:
                    _keep_match(m, mission)
                seen |= bit
                _execute(m, mission, me)
        if m[p.REVEALED] >= 0:  # cleanup (4.2.5)
            m[p.DISCARD] |= 1 << m[p.REVEALED]
            m[p.REVEALED] = -1
        winner = _winner(m, me)
        if winner >= 0:
            for seat in range(p.SEATS):
                m[p.WINS + seat] = 0
            m[p.WINS + winner] = UNIT
            return seen
        m[p.EXTRA] = 1 if m[p.AGAIN] >= 0 else 0
        m[p.PLAYER] = m[p.AGAIN] if m[p.AGAIN] >= 0 else m[p.LISTS + 8 * me + col.LEFT] - 1


@inline
def _begin_turn(m):
    """Begin a turn, and count who holds how many cards."""
    turn, last = m[p.TURN], p.LAST + m[p.PLAYER]
    m[p.TURN] = turn + 1
    m[p.LONGEST] = max(m[p.LONGEST], turn - m[last])
    m[last] = turn + 1
    m[p.AGAIN] = -1
    m[p.PICKS] = m[p.LUCK] = 0
    if m[p.STEP] - m[p.WORDS_FIRST] > FEW_WORDS:
        fill_words(m)
    counters = p.GOING + 4 * turn
    m[counters] += 1
    m[counters + 1] += m[p.ALL_HANDS]
    m[counters + 2] += m[p.LEAST]
    m[counters + 3] += m[p.MOST]
    if m[p.TRACE]:
        if m[p.TRACED] < m[p.TRACE_END]:
            memory_of(m[p.TRACE])[m[p.TRACED]] = state_hash(m)
        m[p.TRACED] += 1


@compiled
def _measure_hands(m):
    """Note how many cards are in hands."""
    cards, least, most = 0, 99, 0
    for seat in range(p.SEATS):
        size = popcount(m[p.HANDS + seat])
        cards += size
        least = min(least, size + m[p.PAD + seat])
        most = max(most, size)
    m[p.ALL_HANDS] = cards
    m[p.LEAST] = least
    m[p.MOST] = most


@inline
def _winner(m, me):
    """Return the first empty hand at the checkpoint, the active player's first, then clockwise; -1 if there is none."""
    _measure_hands(m)
    if m[p.LEAST] == 0:
        seats = m[p.LISTS + 8 * me + col.EVERYBODY]
        while seats:
            if m[p.HANDS + (seats & 15) - 1] == 0:
                return (seats & 15) - 1
            seats >>= 4
    return p.NOBODY


@compiled
def _end_unfinished(m):
    """Divide the victory among those with fewest cards, then the lowest sum of numbers (4.4.4)."""
    best, count = 1 << 40, 0
    for seat in range(m[p.SEAT_COUNT]):
        rank = _rank(m[p.HANDS + seat])
        if rank < best:
            best, count = rank, 0
        if rank == best:
            count += 1
    for seat in range(p.SEATS):
        won = seat < m[p.SEAT_COUNT] and _rank(m[p.HANDS + seat]) == best
        m[p.WINS + seat] = UNIT // count if won else 0
    m[p.TURN] = MAX_TURNS + 1


@compiled
def _rank(hand):
    """Return what is compared at the limit of turns: cards, then the sum of their numbers."""
    total = 0
    for card in range(FIRST_JOKER):
        total += (card % 6 + 1) * (hand >> card & 1)
    return popcount(hand) << 16 | total


# ---------------------------------------------------------------- a turn


@inline
def _reveal_or_attack(m, me):
    """Return the revealed galaxy card; -1 if there is none, -2 - seat after a countered joker."""
    while True:
        target = _attacked(m, me)
        if target >= 0:
            if _is_countered(m, me, target):
                return -2 - target
            continue
        card = _reveal(m, me)
        if card < FIRST_JOKER:
            m[p.CARD] = m[p.REVEALED] = card
            return card
        m[p.HANDS + me] |= 1 << card


@compiled
def _may_play_joker(m, seat):
    """Return True if the seat holds a joker that is not its last card (1.4.3)."""
    hand = m[p.HANDS + seat]
    return hand & JOKER_MASK != 0 and hand & (hand - 1) != 0


@compiled
def _attacked(m, me):
    """Return whom the joker of the seat is played against, -1 if the seat reveals."""
    if not _may_play_joker(m, me):
        return attacked(m, me, 0, 0)
    others = m[p.LISTS + 8 * me + col.OTHERS]
    seats, count = 0, 0
    while others:
        place = others & 15
        others >>= 4
        if m[p.HANDS + place - 1]:
            seats |= place << 4 * count
            count += 1
    return attacked(m, me, seats, count)


@compiled
def _play_joker(m, seat):
    jokers = m[p.HANDS + seat] & JOKER_MASK
    bit = jokers & -jokers
    m[p.HANDS + seat] ^= bit
    m[p.DISCARD] |= bit


@compiled
def _is_countered(m, me, target):
    """Play a joker; return True if it is countered, else exchange the hands (1.4)."""
    _play_joker(m, me)
    if _may_play_joker(m, target):
        if decide_any(m, 2) == 0:
            _play_joker(m, target)
            return True
    else:
        take_first(m)
    m[p.HANDS + me], m[p.HANDS + target] = m[p.HANDS + target], m[p.HANDS + me]
    return False


@compiled
def _reveal(m, me):
    """Return the revealed card, -1 if there is none (4.2.2, 4.3.3-4.3.4)."""
    if m[p.PILE_SIZE] == 0:
        if popcount(m[p.DISCARD]) >= (1 if m[p.LITERAL] else m[p.SEAT_COUNT]):
            reshuffle(m)
        if m[p.PILE_SIZE] == 0:
            hand = m[p.HANDS + me] & GALAXY_CARDS
            if hand == 0:
                return p.NOBODY
            card = pick_blind(m, hand)
            m[p.HANDS + me] ^= 1 << card
            return card
    return top(m)


@compiled
def _cards_elsewhere(m):
    """Return how many cards are in no hand."""
    return m[p.PILE_SIZE] + popcount(m[p.DISCARD]) + (1 if m[p.REVEALED] >= 0 else 0)


@inline
def _execute(m, mission, me):
    """Carry out a mission and count what it did."""
    for seat in range(p.SEATS):
        m[p.BEFORE + seat] = m[p.HANDS + seat]
    m[p.OUTCOME] = -1
    elsewhere = _cards_elsewhere(m)
    carry_out(m, m[p.FIRST + mission], me)
    own = popcount(m[p.HANDS + me]) - popcount(m[p.BEFORE + me])
    others = elsewhere - _cards_elsewhere(m) - own
    number, r = m[p.NUMBER], p.RECORDS + p.RECORD * mission
    m[r + p.EXECUTIONS] += 1
    m[r + p.OWN] += own
    m[r + p.OTHERS] += others
    change = r + p.CHANGE_SIZE * (MAX_CHANGE + max(-MAX_CHANGE, min(own, MAX_CHANGE)))
    m[change + p.OWN_COUNTS] += 1
    m[change + p.FIRST_OWN] = min(m[change + p.FIRST_OWN], number)
    if m[p.MOVED]:
        m[r + p.EFFECTIVE] += 1
    else:
        m[r + p.FIRST_IDLE] = min(m[r + p.FIRST_IDLE], number)
    if m[p.OUTCOME] >= 0:
        r += p.OUTCOME_SIZE * m[p.OUTCOME]
        rival = m[p.RIVAL]
        m[r + p.DUELS] += 1
        m[r + p.DUEL_OWN] += own
        m[r + p.DUEL_OPPONENTS] += others if rival < 0 else popcount(m[p.HANDS + rival]) - popcount(m[p.BEFORE + rival])
        m[r + p.FIRST_DUEL] = min(m[r + p.FIRST_DUEL], number)


# ---------------------------------------------------------------- pairs


@compiled
def _keep_match(m, mission):
    """Keep the match as it is before a mission, to go on from there without it."""
    count = m[p.KEPT_COUNT]
    m[p.KEPT_COUNT] = count + 1
    m[p.KEPT_MISSIONS + count] = mission
    for place in range(p.MATCH_SIZE):
        m[p.KEPT + p.MATCH_SIZE * count + place] = m[place]


@inline
def _count_pairs(m, other):
    """Play the match again from each point that was kept, without the mission, in the other memory."""
    turns = min(m[p.TURN], MAX_TURNS)
    for kept in range(m[p.KEPT_COUNT]):
        start = p.KEPT + p.MATCH_SIZE * kept
        for place in range(p.MATCH_SIZE):
            other[place] = m[start + place]
        other[p.RESUMED] = 1
        play(other)
        seat = m[start + p.PLAYER]
        difference = m[p.WINS + seat] - other[p.WINS + seat]
        r = p.RECORDS + p.RECORD * m[p.KEPT_MISSIONS + kept]
        m[r + p.PAIRS] += 1
        m[r + p.PAIR_WINS] += difference
        m[r + p.PAIR_SQUARES] += difference * difference
        m[r + p.PAIR_TURNS] += turns - min(other[p.TURN], MAX_TURNS)


# ---------------------------------------------------------------- matches


@inline
def _count_match(m, seen):
    """Count a match that is over."""
    number = m[p.NUMBER]
    turns = min(m[p.TURN], MAX_TURNS)
    m[p.MATCHES] += 1
    m[p.DECISIONS] += m[p.STEP]
    m[p.TURNS] += turns
    m[p.LENGTHS + turns] += 1
    m[p.FIRST_LENGTH + turns] = min(m[p.FIRST_LENGTH + turns], number)
    wait = m[p.LONGEST]
    for seat in range(p.SEATS):
        m[p.VICTORIES + seat] += m[p.WINS + seat]
        wait = max(wait, turns - m[p.LAST + seat] - m[p.PAD + seat] * MAX_TURNS)
    m[p.WAITS + wait] += 1
    m[p.FIRST_WAIT + wait] = min(m[p.FIRST_WAIT + wait], number)
    if m[p.TURN] > MAX_TURNS:
        m[p.UNFINISHED] += 1
        m[p.FIRST_UNFINISHED] = min(m[p.FIRST_UNFINISHED], number)
    while seen:
        mission = lowest(seen)
        seen &= seen - 1
        m[p.DRAWN + mission] += 1
        m[p.FIRST_DRAWN + mission] = min(m[p.FIRST_DRAWN + mission], number)


@compiled
def play_matches(memory, other, first, count):
    """Play so many matches from the number `first`, with the memory at one address and a second one for pairs."""
    m, spare = memory_of(memory), memory_of(other)
    for number in range(first, first + count):
        begin(m, number)
        m[p.RESUMED] = 0
        seen = play(m)
        _count_match(m, seen)
        _count_pairs(m, spare)
