"""The course of Gang of Four: rounds, cycles, exchange, last card, score (rules/gang-of-four.md 5.2-5.10).

Where the rules are silent:

- Seat 0 deals round 1 ("the most junior player", 5.2.5) and the deal is a fair shuffle.
- A player who wins a round because all others are barred (5.8.3) scores 0, like one who went out, and does not count
  as the loser of the round whatever is left in the hand.
- When everybody passes on the combination of a player who is barred (5.8.2), the next player after them who is not
  barred leads.
- The duty of 5.8.5 falls on the player whose turn is directly before the announcer's: barred players are
  passed over here too.
- When the duty forbids to pass (5.8.5a) and only a gang is possible, a gang must be played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from companion import chance
from companion.rules.combinations import GANG_OF_FOUR_RULES, MULTICOLOUR, CardKey, Combination, Type, beats, classify
from companion.rules.game import Action, IllegalAction, InvariantError, JsonObject, State
from companion.rules.gang_of_four.cards import (
    DECK,
    HAND_SIZE,
    KEYS,
    NAMES,
    TYPE_NAMES,
    WORDS,
    load_scores,
    plays,
    words,
)
from companion.rules.gang_of_four.play_text import describe, refusal

if TYPE_CHECKING:
    from companion.rules.gang_of_four.game import GangOfFour

LAST_CARD: Final = "last-card"
"""Last word of a play action that announces the last card (5.8.1)."""

GangOfFourPhase: TypeAlias = Literal["exchange", "lead", "respond", "over"]


class GangOfFourState(State):
    """One moment of a match.

    Attributes:
        round: number of the round, 1 first.
        step: +1 when play is clockwise, -1 when counter-clockwise (5.3.1).
        dealer: who dealt: seat 0, later the winner of the previous round.
        hands: the hands as keys, each the lowest first.
        aside: cards set aside unseen.
        table: the combination to beat, None when the next player leads.
        table_seat: who played it.
        passed: who has passed since, in order.
        announced: seats that have announced their last card.
        barred: seats that forgot to.
        exchange: what the loser and the winner of the previous round gave each other.
        log: what was played and passed in this round, as `[seat, *action]`.
        sheet: the points of each seat in each finished round.
        phase: what is decided now.
        player: who decides, None when the match is over.
    """

    def __init__(self, game: GangOfFour, seats: int, seed: int, match: int) -> None:
        self.game = game
        self.seats = seats
        self.seed = seed
        self.match = match
        self.round = 0
        self.dealer = 0
        self.sheet: list[list[int]] = []
        self._public_events: list[str] = []
        self._start_round(loser=None)

    # State

    def _start_round(self, loser: int | None) -> None:
        """Deal, let the loser give the highest card, and set who decides first (5.2-5.3, 5.7)."""
        self.round += 1
        self.step = -1 if self.round % 2 else 1
        cards = list(DECK)
        chance.stream(self.seed, self.match, chance.DEAL, self.round).shuffle(cards)
        self.hands = [sorted(cards[HAND_SIZE * seat : HAND_SIZE * (seat + 1)]) for seat in range(self.seats)]
        self.aside = sorted(cards[HAND_SIZE * self.seats :])
        self.announced: list[int] = []
        self.barred: list[int] = []
        self.log: list[list[str | int]] = []
        self.exchange: JsonObject | None = None
        self.phase: GangOfFourPhase
        self.player: int | None
        if loser is None:
            holders = [seat for seat, hand in enumerate(self.hands) if MULTICOLOUR in hand]
            self._lead(holders[0] if holders else (self.dealer - 1) % self.seats)  # 5.3.2, 5.3.3
            return
        winner = self.dealer
        given = self.hands[loser].pop()
        self._add(winner, given)
        self.exchange = {"loser": loser, "winner": winner, "given": WORDS[given], "returned": None}
        self._public_events.append(f"Seat {loser} gives the {NAMES[given]}, the highest card, to seat {winner}.")
        self._lead(winner)
        self.phase = "exchange"

    def _lead(self, seat: int) -> None:
        """Begin a cycle."""
        self.table: Combination | None = None
        self.table_seat: int | None = None
        self.passed: list[int] = []
        self.phase = "lead"
        self.player = seat
        self._legal: tuple[Action, ...] | None = None

    def _add(self, seat: int, card: CardKey) -> None:
        """Put a card into a hand."""
        self.hands[seat] = sorted([*self.hands[seat], card])

    @property
    def scores(self) -> list[int]:
        """Return the total of each seat."""
        return [sum(points[seat] for points in self.sheet) for seat in range(self.seats)]

    @property
    def opening(self) -> bool:
        """Return True if the next play opens the match and must contain the multicolour 1 (5.3.2)."""
        return self.round == 1 and not self.log and MULTICOLOUR not in self.aside

    def after(self, seat: int) -> int:
        """Return the seat that plays after `seat`; barred players are passed over."""
        while True:
            seat = (seat + self.step) % self.seats
            if seat not in self.barred:
                return seat

    def has_duty(self, seat: int) -> bool:
        """Return True if `seat` plays directly before a player who has announced the last card (5.8.5-5.8.7)."""
        return self.after(seat) in self.announced

    # Rules

    def current_player(self) -> int | None:
        """Return the seat that must decide now, or None when the match is over."""
        return self.player

    def legal_actions(self) -> Sequence[Action]:
        """Return `("give", card)` in the exchange, else `("play", *cards[, "last-card"])` and `("pass",)`.

        Plays come lowest first, each combination once whatever physical copies it is made of; a play that leaves one
        card comes twice, first with the announcement. Pass comes last.
        """
        if self._legal is None:
            self._legal = self._find_legal()
        return self._legal

    def _find_legal(self) -> tuple[Action, ...]:
        if self.player is None:
            return ()
        hand = self.hands[self.player]
        if self.phase == "exchange":
            return tuple(("give", WORDS[card]) for card in dict.fromkeys(hand))
        allowed = plays(tuple(hand))
        highest = (hand[-1],)
        duty = self.has_duty(self.player)
        may_pass = self.table is not None
        if self.table is not None:
            allowed = tuple(play for play in allowed if beats(play[0], self.table))
            if duty and len(self.table.cards) == 1:  # 5.8.5a
                allowed = tuple(play for play in allowed if play[0].type.is_gang or play[0].cards == highest)
                may_pass = not allowed
        elif self.opening:
            allowed = tuple(play for play in allowed if MULTICOLOUR in play[0].cards)
        elif duty:  # 5.8.5b
            several = tuple(play for play in allowed if play[0].type is not Type.SINGLE)
            allowed = several or tuple(play for play in allowed if play[0].cards == highest)
        actions: list[Action] = []
        for combination, action in allowed:
            if len(hand) - len(combination.cards) == 1:
                actions.append((*action, LAST_CARD))
            actions.append(action)
        if may_pass:
            actions.append(("pass",))
        return tuple(actions)

    def apply(self, action: Action) -> None:
        """Carry out one action of the current player.

        Raises:
            IllegalAction: the action is not allowed now; code and sentence explain why.
        """
        if self.player is None or action not in self.legal_actions():
            raise IllegalAction(*refusal(self, action))
        self._legal = None
        self._public_events = []
        seat = self.player
        if action[0] == "give":
            self._give_back(seat, KEYS[str(action[1])])
            return
        self.log.append([seat, *action])
        if action[0] == "pass":
            self._pass(seat)
        else:
            announced = action[-1] == LAST_CARD
            self._play(seat, [KEYS[str(word)] for word in (action[1:-1] if announced else action[1:])], announced)

    def _give_back(self, seat: int, card: CardKey) -> None:
        """Let the winner give any card to the loser, then lead (5.7.3)."""
        assert self.exchange is not None  # noqa: S101 - for the type checker: guaranteed by the phase
        self.hands[seat].remove(card)
        self._add(self.exchange["loser"], card)
        self.exchange = {**self.exchange, "returned": WORDS[card]}
        self._lead(seat)

    def _play(self, seat: int, cards: list[CardKey], announced: bool) -> None:
        """Put a combination on the table (5.6.1-5.6.2, 5.6.6, 5.8.1-5.8.3)."""
        hand = self.hands[seat]
        for card in cards:
            hand.remove(card)
        self.table, self.table_seat, self.passed = classify(cards, GANG_OF_FOUR_RULES), seat, []
        if not hand:
            self._public_events.append(f"Seat {seat} has played all cards and wins round {self.round}.")
            self._end_round(seat)
            return
        if announced:
            self.announced.append(seat)
        elif len(hand) == 1:
            self.barred.append(seat)
            self._public_events.append(
                f"Seat {seat} did not announce the last card and cannot win this round any more."
            )
        remaining = [other for other in range(self.seats) if other not in self.barred]
        if len(remaining) == 1:
            self._public_events.append(
                f"Only seat {remaining[0]} can still win: seat {remaining[0]} wins round {self.round}."
            )
            self._end_round(remaining[0])
        else:
            self.phase = "respond"
            self.player = self.after(seat)

    def _pass(self, seat: int) -> None:
        """Go on to the next player, or to a new cycle when all others have passed (5.6.4)."""
        assert self.table_seat is not None  # noqa: S101 - for the type checker: there is something to pass on
        self.passed.append(seat)
        others = [other for other in range(self.seats) if other not in self.barred and other != self.table_seat]
        if len(self.passed) < len(others):
            self.player = self.after(seat)
            return
        leader = self.after(self.table_seat) if self.table_seat in self.barred else self.table_seat
        self._public_events.append(f"All others have passed: seat {leader} leads.")
        self._lead(leader)

    def _end_round(self, winner: int) -> None:
        """Write the points down and go on to the next round or the end (5.9, 5.7.1)."""
        table = load_scores()
        points = [0 if seat == winner else table[len(hand)] for seat, hand in enumerate(self.hands)]
        self.sheet.append(points)
        scores = self.scores
        scores_text = ", ".join(f"seat {seat} +{points[seat]} = {scores[seat]}" for seat in range(self.seats))
        self._public_events.append(f"Points after round {self.round}: {scores_text}.")
        if max(scores) >= self.game.target or self.round == self.game.rounds:
            self.phase, self.player, self.announced = "over", None, []
            best = [f"seat {seat}" for seat, score in enumerate(scores) if score == min(scores)]
            self._public_events.append(f"The match is over; the lowest score wins: {' and '.join(best)}.")
            return
        self.dealer = winner
        self._start_round(self._loser(winner))

    def _loser(self, winner: int) -> int:
        """Return who has most cards left; ties: higher total, then nearest to the winner counter-clockwise (5.7.1)."""
        scores = self.scores
        others = [seat for seat in range(self.seats) if seat != winner]
        return max(others, key=lambda seat: (len(self.hands[seat]), scores[seat], -((winner - seat) % self.seats)))

    def returns(self) -> Sequence[float]:
        """Return 1.0 shared among those with the lowest total (5.9.1, R-38)."""
        if self.player is not None:
            return [0.0] * self.seats
        scores = self.scores
        winners = scores.count(min(scores))
        return [1.0 / winners if score == min(scores) else 0.0 for score in scores]

    # View

    def view(self, seat: int) -> JsonObject:
        """Return what `seat` may know: its own hand and all that is public (5.10).

        `log` is public because every play was seen; who shows a table shows only `table` (5.6.5).
        """
        table = self.table
        return {
            "game": self.game.name,
            "seat": seat,
            "seats": self.seats,
            "target": self.game.target,
            "round": self.round,
            "direction": "clockwise" if self.step == 1 else "counter-clockwise",
            "dealer": self.dealer,
            "phase": self.phase,
            "current_player": self.player,
            "opening": self.opening and self.player is not None,
            "hand": words(self.hands[seat]),
            "hand_sizes": [len(hand) for hand in self.hands],
            "table": {"seat": self.table_seat, "type": TYPE_NAMES[table.type], "cards": words(table.cards)}
            if table
            else None,
            "passed": list(self.passed),
            "announced": list(self.announced),
            "barred": list(self.barred),
            "exchange": dict(self.exchange) if self.exchange else None,
            "log": [list(entry) for entry in self.log],
            "sheet": [list(points) for points in self.sheet],
            "scores": self.scores,
        }

    def describe(self, action: Action) -> str:
        """Return one English sentence on a legal action; nothing in it is secret, since all cards are shown."""
        return describe(self, action)

    def public_events(self) -> Sequence[str]:
        """Return what the last action brought about: bars, new leads, ends of rounds, exchanges."""
        return tuple(self._public_events)

    def clone(self) -> GangOfFourState:
        """Return an independent copy."""
        return GangOfFourState.from_json(self.game, self.to_json())

    def to_json(self) -> JsonObject:
        """Return the whole state, secrets included."""
        return {
            "seats": self.seats,
            "seed": self.seed,
            "match": self.match,
            "round": self.round,
            "dealer": self.dealer,
            "phase": self.phase,
            "player": self.player,
            "hands": [words(hand) for hand in self.hands],
            "aside": words(self.aside),
            "table": words(self.table.cards) if self.table else None,
            "table_seat": self.table_seat,
            "passed": list(self.passed),
            "announced": list(self.announced),
            "barred": list(self.barred),
            "exchange": dict(self.exchange) if self.exchange else None,
            "log": [list(entry) for entry in self.log],
            "sheet": [list(points) for points in self.sheet],
        }

    @classmethod
    def from_json(cls, game: GangOfFour, data: Mapping[str, Any]) -> GangOfFourState:
        """Return the state that `to_json` wrote."""
        state = cls.__new__(cls)
        state.game = game
        state.seats, state.seed, state.match = data["seats"], data["seed"], data["match"]
        state.round, state.dealer = data["round"], data["dealer"]
        state.step = -1 if state.round % 2 else 1
        state.phase, state.player = data["phase"], data["player"]
        state.hands = [[KEYS[word] for word in hand] for hand in data["hands"]]
        state.aside = [KEYS[word] for word in data["aside"]]
        table = data["table"]
        state.table = classify([KEYS[word] for word in table], GANG_OF_FOUR_RULES) if table else None
        state.table_seat = data["table_seat"]
        state.passed, state.announced, state.barred = (
            list(data["passed"]),
            list(data["announced"]),
            list(data["barred"]),
        )
        state.exchange = dict(data["exchange"]) if data["exchange"] else None
        state.log = [list(entry) for entry in data["log"]]
        state.sheet = [list(points) for points in data["sheet"]]
        state._legal = None
        state._public_events = []
        return state

    def check_invariants(self) -> None:
        """Raise InvariantError unless all 64 cards are in one place each, counts agree and a seat can act."""
        played = [KEYS[word] for entry in self.log for word in entry[2:] if word != LAST_CARD]  # type: ignore[index]
        cards = Counter(played) + Counter(self.aside)
        for hand in self.hands:
            cards += Counter(hand)
        rules = {
            "the cards are not the deck": cards == Counter(DECK),
            "a hand is not in order": all(hand == sorted(hand) for hand in self.hands),
            "an announcer does not hold one card": all(len(self.hands[seat]) == 1 for seat in self.announced),
            "a barred player does not hold one card": all(len(self.hands[seat]) == 1 for seat in self.barred),
            "a barred player must decide": self.player not in self.barred,
            "nobody can act": (self.player is None) == (self.phase == "over") == (not self.legal_actions()),
            "the table and the phase disagree": self.phase == "over" or (self.phase == "respond") == bool(self.table),
            "the rounds and the sheet disagree": len(self.sheet) == self.round - (self.phase != "over"),
        }
        for sentence, holds in rules.items():
            if not holds:
                raise InvariantError(f"Gang of Four, round {self.round}: {sentence}.")
