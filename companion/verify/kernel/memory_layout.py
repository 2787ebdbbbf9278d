"""Where everything is in the memory of the kernel: the match, the table of operations, the counters.

One thread has one memory. The first `MATCH_SIZE` numbers are all of a match that lasts from turn to turn, so that it
can be kept and taken up again by copying them. A card, a seat, a mission or an operation is a number; a hand or the
discard pile is a mask (companion.rules.gong.cards).
"""

from typing import Final

from companion.missions.mission_ids import MISSION_IDS
from companion.verify.kernel import columns as col
from companion.verify.tally import CHANGES, MAX_TURNS

MISSIONS: Final = len(MISSION_IDS)
SEATS: Final = 6
NOBODY: Final = -1
"""The number of a seat where there is none."""

_DEPTHS: Final = col.MAX_DEPTH + 2

# ---------------------------------------------------------------- the match

HANDS: Final = 0  # per seat; an empty one for each seat that is not there
PILE: Final = 8  # the cards of the pile in a shuffle that is not finished (companion.rules.gong.shuffle)
(
    PILE_SIZE, PILE_WORD, PILE_USED, DISCARD, REVEALED, TURNED, TURN, PLAYER, EXTRA, AGAIN, SHUFFLES, STEP, PICKS, LUCK,
    MATCH_WORD, BOT_WORD, NUMBER,
) = range(64, 81)  # fmt: skip
# PILE_WORD, MATCH_WORD, BOT_WORD: states of streams. PILE_USED: words used of the pile's stream. PICKS, LUCK: 1 if the
# streams of this turn were begun. STEP: actions so far. NUMBER: of the match.
MATCH_SIZE: Final = 88

# ---------------------------------------------------------------- one mission

CARD: Final = 88  # the revealed card, also after it was kept
PICK_WORD: Final = 89  # states of the streams of this turn, once they were begun
LUCK_WORD: Final = 90
MOVED: Final = 91  # cards moved by the mission
OUTCOME: Final = 92  # WON, LOST, TIE of the last duel, -1 without one
RIVAL: Final = 93  # the other side of it, NOBODY if all others are
WORDS_FIRST: Final = 94  # the action for which the first of the WORDS is
ALL_HANDS: Final = 95  # cards in all hands at the end of the last turn
BEFORE: Final = 96  # hands before the mission
CHOSEN: Final = 104  # per seat: what has been chosen in secret
BOUND: Final = 112  # players that were given a name
GRID: Final = 120  # nine cells: cards, -1 empty
LEAST: Final = 129  # cards in the smallest hand then, in the largest
MOST: Final = 130
LOCATIONS: Final = 132  # per place of `three_locations`: sum, then cards, of self; then of the other side
ROLES: Final = 144  # per depth: winner, loser, opponent
SHOWN: Final = 168  # per depth and seat: cards shown in the duel
COPY: Final = SHOWN + 8 * _DEPTHS  # the pile, to be looked through
WORDS: Final = COPY + 64  # upper halves of the words for decisions, computed side by side
PILE_WORDS: Final = WORDS + 32  # upper halves of the next words of the pile's stream

# ---------------------------------------------------------------- the job, which stays

LISTS: Final = PILE_WORDS + 64  # per self and fixed selector: the seats, see `players`
PAD: Final = LISTS + 8 * SEATS  # per seat: 0, or a lot where there is none
MISSION_OF: Final = PAD + 8  # per galaxy card: number of the mission, -1 for none
FIRST: Final = MISSION_OF + 56  # per mission: its first operation
JUDGED: Final = FIRST + MISSIONS  # per mission: 1 if its causal effect is measured
SETTINGS: Final = JUDGED + MISSIONS
SEAT_COUNT, POLICY, LITERAL, DECK_SIZE, SEED_WORD, TRACE, TRACED, TRACE_END = range(SETTINGS, SETTINGS + 8)
# TRACE: address where the hash of the state is written at each turn, 0 for nowhere. TRACED: so many were written.
RESUMED: Final = SETTINGS + 8
WINS: Final = RESUMED + 1  # per seat: the victory in the last match in units
KEPT: Final = WINS + 8  # per mission: the match as it was when the mission was first revealed
KEPT_COUNT: Final = KEPT + MISSIONS * MATCH_SIZE
KEPT_MISSIONS: Final = KEPT_COUNT + 1
STACK: Final = KEPT_MISSIONS + MISSIONS  # operations that `can_move` has still to look at
LAST: Final = STACK + 64  # per seat: its last turn, 0 before the first
LONGEST: Final = LAST + SEATS  # the longest wait between two turns so far

# ---------------------------------------------------------------- counters (`Tally`)

COUNTERS: Final = LONGEST + 2
(MATCHES, DECISIONS, TURNS, UNFINISHED, FIRST_UNFINISHED) = range(COUNTERS, COUNTERS + 5)
VICTORIES: Final = COUNTERS + 8
LENGTHS: Final = VICTORIES + 8
GOING: Final = LENGTHS + MAX_TURNS + 1  # per turn: four numbers, going, hands, smallest, largest
FIRST_LENGTH: Final = GOING + 4 * MAX_TURNS
WAITS: Final = FIRST_LENGTH + MAX_TURNS + 1
FIRST_WAIT: Final = WAITS + MAX_TURNS + 1
DRAWN: Final = FIRST_WAIT + MAX_TURNS + 1
FIRST_DRAWN: Final = DRAWN + MISSIONS
RECORDS: Final = 8 * ((FIRST_DRAWN + MISSIONS + 7) // 8)

EXECUTIONS, OWN, OTHERS, EFFECTIVE, FIRST_IDLE, PAIRS, PAIR_WINS, PAIR_SQUARES, PAIR_TURNS = range(9)
DUELS, DUEL_OWN, DUEL_OPPONENTS, FIRST_DUEL = range(9, 13)  # for each outcome, OUTCOME_SIZE numbers apart
OUTCOME_SIZE: Final = 4
OWN_COUNTS, FIRST_OWN = 22, 23  # for each change, CHANGE_SIZE numbers apart
CHANGE_SIZE: Final = 2
RECORD: Final = 8 * ((OWN_COUNTS + CHANGES * CHANGE_SIZE + 7) // 8)
"""Numbers of one mission, side by side because they are counted together."""

# ---------------------------------------------------------------- operations

REACHED, MOVING, CARDS = range(-8, -5)
TAKEN: Final = -5
"""Counters of an operation, before its columns; TAKEN of each branch."""
ROW: Final = 8 * (1 + (col.WIDTH + 7) // 8)
"""Numbers of one operation: whole lines of the processor's cache."""
TABLE: Final = 8 * ((RECORDS + MISSIONS * RECORD + 7) // 8) + 8
"""The columns of the first operation."""
