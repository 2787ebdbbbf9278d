"""The state that LINK, FAMILY and FIGHT share: deal, pile, discard pile, jokers, rounds and points (rules/gong.md 1).

Where the rules are silent:

- Seat 0 is the youngest player and starts round 1.
- The starter's whole hand is dealt first, then the next hand clockwise.
- Every shuffle begins with the cards in ascending order, so the order of the discard pile never matters.
- When several players share the victory of a round, each of them gets the point.
- The two jokers are equal; who holds both plays JOKER 1 first.
- The counter is offered to every target, joker or not, so that the offer reveals nothing about the hand.
"""

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final, Self

from companion.chance import DEAL, RESHUFFLE, stream
from companion.deck import DECK_SIZE
from companion.rules.game import Action, IllegalAction, InvariantError, JsonObject, State
from companion.rules.gong.cards import JOKER_MASK, ascending, cards_of, mask_of
from companion.rules.gong.events import EVENT_FORMATTERS, Event, EventFormatter
from companion.rules.gong.game import GongGame
from companion.rules.gong.shuffle import Pile

HAND_SIZE: Final = 9

OVER: Final = "over"
COUNTER: Final = "counter"

JOKER_PHASES: Final = ("turn", "drawn", "ask")
"""Phases in which a joker may be played: where the normal action could be taken (1.4.1)."""

ANSWERS: Final[tuple[tuple[Action, ...], tuple[Action, ...]]] = ((("decline",),), (("counter",), ("decline",)))
"""What the target of a joker may answer: without, with a joker that may be played."""

JOKERS_AT: Final[tuple[tuple[tuple[Action, ...], ...], ...]] = tuple(
    tuple(tuple(("joker", (seat + step) % seats) for step in range(1, seats)) for seat in range(seats))
    for seats in range(7)
)
"""Joker attacks by number of seats and attacker; the targets clockwise from the attacker."""


class GongState(State):
    """One moment of a match of LINK, FAMILY or FIGHT.

    Attributes:
        game: the rules with their options.
        seats: number of players.
        seed: seed of the match.
        match: number of the match in its series.
        round: number of the round, 0 first.
        starter: who started the round.
        turn: number of the turn in the round, 1 first.
        player: whose turn it is.
        hands: the cards of each seat, as bits.
        pile: the face-down draw pile.
        discard: the discard pile, the last card on top.
        points: rounds won by each seat.
        capped: how many rounds were ended by the limit of turns.
        phase: what is decided now.
        target: whom a joker was played against, in the phase `counter`.
        events: what the last action brought about.
    """

    turn_cap: ClassVar[int]
    hand_size: ClassVar[int] = HAND_SIZE
    last_card_ban: ClassVar[bool] = True
    event_formatters: ClassVar[Mapping[Any, EventFormatter]] = EVENT_FORMATTERS
    fields: ClassVar[tuple[str, ...]] = (
        "seats", "seed", "match", "deck", "round", "starter", "turn", "player", "hands", "pile",
        "discard", "points", "capped", "shuffles", "phase", "target",
    )  # fmt: skip
    """Every attribute that a copy has too, apart from `events`."""

    def __init__(self, game: GongGame) -> None:
        """Make an empty table; `start` lays it."""
        self.game = game
        self.events: list[Event] = []
        self._legal: Sequence[Action] | None = None

    def start(self, seats: int, seed: int, match: int = 0) -> Self:
        """Deal the first round and return the state."""
        self.seats = seats
        self.seed = seed
        self.match = match
        self.deck = self.game.cards()
        self.round = 0
        self.starter = 0
        self.points = [0] * seats
        self.capped = 0
        self.shuffles = 0
        self._deal()
        return self

    # Rounds

    def _deal(self) -> None:
        """Deal a round (1.2.2) and let it begin."""
        self.turn = 0
        self.player = self.starter
        self.target = -1
        self.pile = Pile(ascending(self.deck), stream(self.seed, self.match, DEAL, self.round))
        self.discard: list[int] = []
        self.hands = [0] * self.seats
        for seat in self.clockwise(self.starter):
            self.hands[seat] = self.pile.deal(self.hand_size)
        self._begin()

    @abstractmethod
    def _begin(self) -> None:
        """Do what comes after the deal and start the first turn."""

    def _end_round(self, winners: Sequence[int], *, capped: bool = False) -> None:
        """Give each winner of the round a point and go on to the next round (1.2.4-1.2.5)."""
        for seat in winners:
            self.points[seat] += 1
        self.capped += capped
        self.events.append(("end", self.round, int(capped), *winners))
        if self.round + 1 == self.game.rounds:
            self.phase = OVER
            return
        self.round += 1
        self.starter = (self.starter + 1) % self.seats
        self.events.append(("round", self.round, self.starter))
        self._deal()

    def clockwise(self, first: int) -> list[int]:
        """Return all seats clockwise, `first` first."""
        return [*range(first, self.seats), *range(first)]

    # Pile

    def _draw(self) -> int:
        """Take the top card of the pile, shuffling the discard pile into a new one if need be; -1 if there is none."""
        if not self.pile and not self.reshuffle():
            return -1
        return self.pile.pop()

    def reshuffle(self) -> bool:
        """Shuffle the discard pile into a new pile (1.2.6); return False if there is none."""
        if not self.discard:
            return False
        self.events.append(("reshuffle", len(self.discard)))
        self._shuffle_pile(self.discard)
        self.discard = []
        return True

    def _shuffle_pile(self, cards: Iterable[int]) -> None:
        """Make a new pile of these cards; the stream is keyed by how many piles were made before in this match."""
        self.pile = Pile(sorted(cards), stream(self.seed, self.match, RESHUFFLE, self.shuffles))
        self.shuffles += 1

    # Jokers (1.4)

    def _may_play_joker(self, seat: int) -> bool:
        """Return True if the seat holds a joker that is not banned as the last card (1.4.3)."""
        hand = self.hands[seat]
        return bool(hand & JOKER_MASK) and not (self.last_card_ban and hand & (hand - 1) == 0)

    def _joker_actions(self, seat: int) -> tuple[Action, ...]:
        """Return the joker attacks of the seat on every player with cards (1.4.1-1.4.3)."""
        if not self._may_play_joker(seat):
            return ()
        attacks = JOKERS_AT[self.seats][seat]
        if all(self.hands):
            return attacks
        return tuple(attack for attack in attacks if self.hands[int(attack[1])])

    def _answers(self) -> tuple[Action, ...]:
        """Return what the target of a joker may answer (1.4.4)."""
        return ANSWERS[self._may_play_joker(self.target)]

    def _play_joker(self, seat: int) -> None:
        """Move a joker from the hand to where used jokers go (1.4.9)."""
        jokers = self.hands[seat] & JOKER_MASK
        bit = jokers & -jokers
        self.hands[seat] ^= bit
        self.discard.append(bit.bit_length() - 1)

    def _exchange(self, a: int, b: int) -> None:
        """Exchange two complete hands (1.4.5)."""
        self.hands[a], self.hands[b] = self.hands[b], self.hands[a]
        self.events.append(("exchange", a, b))

    # The protocol

    def current_player(self) -> int | None:
        """Return the seat that must decide now, or None when the match is over."""
        if self.phase == OVER:
            return None
        return self.target if self.phase == COUNTER else self.player

    def is_terminal(self) -> bool:
        """Return True if the match is over."""
        return self.phase == OVER

    def legal_actions(self) -> Sequence[Action]:
        """Return what the current player may do, in the order that docs/engines.md states."""
        legal = self._legal
        if legal is None:
            legal = self._legal = () if self.phase == OVER else self._list_actions()
        return legal

    @abstractmethod
    def _list_actions(self) -> Sequence[Action]:
        """Return the legal actions of the phase."""

    def _refusal(self, action: Action) -> IllegalAction:
        """Return why the action is not legal."""
        if self.phase == OVER:
            return IllegalAction("game-over", "The match is over.")
        if not isinstance(action, tuple):  # data from elsewhere
            return IllegalAction("not-legal", f"An action is a tuple, not {type(action).__name__}.")
        code, reason = self._why_not(action)
        return IllegalAction(code, f"Seat {self.current_player()} may not do {list(action)!r:.60} now: {reason}.")

    def _why_not(self, action: Action) -> tuple[str, str]:
        """Return a reason code and the reason."""
        if action and action[0] == "joker" and self.phase in JOKER_PHASES:
            hand = self.hands[self.player]
            if not hand & JOKER_MASK:
                return "no-joker", "there is no joker in the hand"
            if not self._may_play_joker(self.player):
                return "last-card", "a joker must not be the last card that is played"
        if action == ("counter",) and self.phase == COUNTER:
            return "no-joker", "there is no joker that may be played"
        shown = "; ".join(str(list(legal)) for legal in self.legal_actions()[:3])
        return "not-legal", f"legal are {shown}{' and others' if len(self.legal_actions()) > 3 else ''}"

    def returns(self) -> Sequence[float]:
        """Return 1.0 shared among those with the most points, else 0.0; all 0.0 before the end (1.2.5)."""
        if self.phase != OVER:
            return [0.0] * self.seats
        most = max(self.points)
        share = 1.0 / self.points.count(most)
        return [share if points == most else 0.0 for points in self.points]

    def describe(self, action: Action) -> str:
        """Return an order in one sentence, for the actions that the games share."""
        return f"Play a joker against seat {action[1]}." if action[0] == "joker" else _ORDERS[str(action[0])]

    def public_events(self) -> Sequence[str]:
        """Return the public events of the last action as sentences."""
        formatters = self.event_formatters
        sentences = [formatters[event[0]](event) for event in self.events if event[0] in formatters]
        return [sentence for sentence in sentences if sentence]

    def view(self, seat: int) -> JsonObject:
        """Return what the seat may know (1.3): its own hand and what is public. Cards are numbers 0-55."""
        return {
            "game": self.game.name,
            "seats": self.seats,
            "seat": seat,
            "rounds": self.game.rounds,
            "round": self.round,
            "starter": self.starter,
            "turn": self.turn,
            "player": self.player,
            "current_player": self.current_player(),
            "phase": self.phase,
            "target": self.target if self.phase == COUNTER else None,
            "hand": cards_of(self.hands[seat]),
            "hand_sizes": [hand.bit_count() for hand in self.hands],
            "pile": len(self.pile),
            "discard": list(self.discard),
            "points": list(self.points),
        }

    def to_json(self) -> JsonObject:
        """Return the whole state, secrets included. The pile is written from bottom to top."""
        return {
            "seats": self.seats,
            "seed": self.seed,
            "match": self.match,
            "round": self.round,
            "starter": self.starter,
            "turn": self.turn,
            "player": self.player,
            "phase": self.phase,
            "target": self.target,
            "hands": [cards_of(hand) for hand in self.hands],
            "pile": self.pile.order(),
            "discard": list(self.discard),
            "points": list(self.points),
            "capped": self.capped,
            "shuffles": self.shuffles,
        }

    def restore(self, data: Mapping[str, Any]) -> Self:
        """Lay the table as `to_json` wrote it and return the state."""
        self.deck = self.game.cards()
        for name in ("seats", "seed", "match", "round", "starter", "turn", "player", "phase", "target"):
            setattr(self, name, data[name])
        self.hands = [mask_of(hand) for hand in data["hands"]]
        self.pile = Pile(data["pile"])
        self.discard = list(data["discard"])
        self.points = list(data["points"])
        self.capped = data["capped"]
        self.shuffles = data["shuffles"]
        self._read(data)
        return self

    def _read(self, data: Mapping[str, Any]) -> None:
        """Set what only this game has from its JSON data."""

    def clone(self) -> Self:
        """Return an independent copy."""
        new = self._empty()
        new._set(self._values())
        new.events = list(self.events)
        return new

    def _empty(self) -> Self:
        """Return an empty table for the same game."""
        return type(self)(self.game)

    def _values(self) -> dict[str, Any]:
        """Return the attributes, with copies of all that changes."""
        values = {name: getattr(self, name) for name in self.fields}
        for name, value in values.items():
            if isinstance(value, list):
                values[name] = value[:]
        values["pile"] = self.pile.copy()
        return values

    def _set(self, values: Mapping[str, Any]) -> None:
        """Take over the attributes."""
        for name, value in values.items():
            setattr(self, name, value)
        self._legal = None

    # Invariants

    def _elsewhere(self) -> Iterable[int]:
        """Yield the masks of cards that are neither in a hand nor in the pile nor in the discard pile."""
        return ()

    def check_invariants(self) -> None:
        """Raise InvariantError unless every card is in one place, the phase fits and a player can act."""
        places = [*self.hands, *self._elsewhere(), self.pile.mask(), mask_of(self.discard)]
        together = 0
        for place in places:
            if together & place:
                raise InvariantError(f"Card {cards_of(together & place)[0]} is in two places.")
            together |= place
        if together != self.deck or sum(map(int.bit_count, places)) != self.deck.bit_count() <= DECK_SIZE:
            raise InvariantError(f"Cards {cards_of(together ^ self.deck)} are lost or came from nowhere.")
        if len(self.pile) != self.pile.mask().bit_count() or len(self.discard) != mask_of(self.discard).bit_count():
            raise InvariantError("A card is twice in the pile or in the discard pile.")
        if not 0 <= self.turn <= self.turn_cap + 1:
            raise InvariantError(f"Turn {self.turn} is past the limit of {self.turn_cap}.")
        if sum(self.points) < self.round:
            raise InvariantError("A round was played without a winner.")
        if self.is_terminal() != (self.current_player() is None) or self.is_terminal() == bool(self.legal_actions()):
            raise InvariantError(f"Nobody can act in the phase {self.phase}, or somebody after the end.")


_ORDERS: Final = {
    "counter": "Counter with a joker.",
    "decline": "Do not counter.",
    "draw": "Draw a card.",
    "pass": "Pass: there is no card to draw.",
}
