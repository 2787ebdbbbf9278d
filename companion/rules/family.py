"""GONG FAMILY: ask the others for cards and collect whole galaxies; most families win (rules/gong.md 3).

Decisions, in order, with the legal actions of each in their order:

1. `ask`: ("ask", target, card) for each target with cards, clockwise, and each card that may be asked for, ascending;
   then ("joker", target) for each target clockwise; without a legal question last ("draw",), or ("pass",) if the pile
   is empty. It is asked even if only one thing is possible: else the question would reveal a joker.
2. `counter`, for the target of a joker: ("counter",) with a joker, then ("decline",).

Answers, draws, families laid down and refills happen by themselves.

Where the rules are silent:

- Without a legal question a player with a joker may play it or draw, as R-14 allows.
- Each joker played goes into the pile at once, and the pile is shuffled again, before the counter is offered and again
  after a counter.
- A card drawn without luck that completes a family is laid down too; the turn ends all the same.
- A skipped turn counts as a turn for the limit. At the limit without any family all players share the round.
- The view includes what all players saw and heard: cards known to lie in a hand (`shown`), galaxies a player has
  asked for (`claims`) and cards a player did not have when asked and cannot have got since (`denied`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from companion.deck import CARDS, GALAXIES
from companion.rules.game import Action, InvariantError, JsonObject
from companion.rules.gong.cards import BIT, GALAXY_CARDS, GALAXY_MASK, GALAXY_OF, cards_of, mask_of
from companion.rules.gong.events import EVENT_FORMATTERS, EventFormatter
from companion.rules.gong.game import GongGame
from companion.rules.gong.state import COUNTER, OVER, GongState

# ---------------------------------------------------------------- metadata


@dataclass(frozen=True)
class Family(GongGame):
    """The game GONG FAMILY; its options are those of `GongGame`."""

    name: ClassVar[str] = "family"
    title: ClassVar[str] = "GONG FAMILY"

    def initial_state(self, seats: int, seed: int, match: int = 0) -> "FamilyState":
        """Return the state before the first decision."""
        self.check_seats(seats)
        return FamilyState(self).start(seats, seed, match)

    def state_from_json(self, data: Mapping[str, Any]) -> "FamilyState":
        """Return the state that `FamilyState.to_json` wrote."""
        return FamilyState(self).restore(data)


# ---------------------------------------------------------------- state

ASK: Final = "ask"

ASKS: Final[tuple[tuple[tuple[tuple[Action, ...], ...], ...], ...]] = tuple(
    tuple(
        tuple(
            tuple(("ask", target, 6 * galaxy + place) for place in range(6) if held and not held >> place & 1)
            for held in range(64)
        )
        for galaxy in range(9)
    )
    for target in range(6)
)
"""The questions to a target for the missing cards of a galaxy of which some are held (bits of the six numbers)."""

DRAW: Final[tuple[Action, ...]] = (("draw",),)
PASS: Final[tuple[Action, ...]] = (("pass",),)

_EVENT_FORMATTERS: Final[dict[str, EventFormatter]] = {
    **EVENT_FORMATTERS,
    "into-pile": lambda e: f"{CARDS[e[1]].name} goes into the pile, which is shuffled again.",
    "hit": lambda e: f"Seat {e[2]} gives {CARDS[e[3]].name} to seat {e[1]}.",
    "miss": lambda e: f"Seat {e[2]} does not have it.",
    "draws": lambda e: f"Seat {e[1]} draws a card.",
    "lucky": lambda e: f"Seat {e[1]} draws the very card: {CARDS[e[2]].name}.",
    "refill": lambda e: f"Seat {e[1]} has no cards left and draws one.",
    "nothing": lambda e: f"The pile is empty: seat {e[1]} draws nothing.",
    "skipped": lambda e: f"Seat {e[1]} has no cards and the pile is empty: the turn is skipped.",
    "family": lambda e: f"Seat {e[1]} lays down the family {GALAXIES[e[2]]}.",
}


class FamilyState(GongState):
    """One moment of a match of GONG FAMILY.

    Attributes:
        owner: who laid down each galaxy, by galaxy; -1 while it is not complete.
        reached: when each seat laid down its last family: 1 for the first family of the round, 2 for the second ...
        shown: the cards of each seat that everybody knows, as bits.
        claims: the galaxies each seat has asked for, as bits.
        denied: the cards each seat did not have when asked and cannot have got since, as bits.
    """

    turn_cap = 1000  # 3.4.3
    last_card_ban = False  # 1.4.3
    event_formatters = _EVENT_FORMATTERS
    fields = (*GongState.fields, "owner", "reached", "shown", "claims", "denied")

    def _begin(self) -> None:
        """Lay down dealt families, the starter first (3.2.2), and start the first turn."""
        self.owner = [-1] * 9
        self.reached = [0] * self.seats
        self.shown = [0] * self.seats
        self.claims = [0] * self.seats
        self.denied = [0] * self.seats
        for seat in self.clockwise(self.starter):
            for galaxy in range(9):
                self._lay_down(seat, galaxy)
        self._start_turn(self.starter)

    # ------------------------------------------------------------ rules: turns

    def _start_turn(self, seat: int) -> None:
        """Begin the turn of the seat, or of the next that has or can draw a card (3.3.1)."""
        while True:
            self.turn += 1
            self.player = seat
            if self.turn > self.turn_cap:
                self._finish(capped=True)
                return
            if self.hands[seat] or self._refill(seat):
                self.phase = ASK
                return
            self.events.append(("skipped", seat))
            seat = (seat + 1) % self.seats

    def _refill(self, seat: int) -> bool:
        """Let a seat without cards draw one (3.3.1, 3.3.8); return True if it could."""
        if not self.pile:
            return False
        self.events.append(("refill", seat))
        self._take(seat)
        return True

    def _take(self, seat: int) -> int:
        """Draw the top card of the pile and return it."""
        card = self.pile.pop()
        self.hands[seat] |= BIT[card]
        self.denied[seat] = 0
        return card

    def _list_actions(self) -> Sequence[Action]:
        """Return the legal actions of the phase, in the order of the module docstring."""
        if self.phase == COUNTER:
            return self._answers()
        player, seats = self.player, self.seats
        hand = self.hands[player] & GALAXY_CARDS
        held = [(galaxy, hand >> 6 * galaxy & 63) for galaxy in range(9) if hand & GALAXY_MASK[galaxy]]
        asks: list[Action] = []
        for target in (*range(player + 1, seats), *range(player)):
            if self.hands[target]:
                for galaxy, numbers in held:
                    asks += ASKS[target][galaxy][numbers]
        jokers = self._joker_actions(player)
        if asks:
            return (*asks, *jokers)
        return jokers + (DRAW if self.pile else PASS)

    def _may_ask(self, target: int, card: int) -> bool:
        """Return True if a question is legal: a target with cards, a card of a held galaxy, not held (3.3.2-3.3.3)."""
        if self.phase != ASK or not (0 <= target < self.seats and 0 <= card < 54) or target == self.player:
            return False
        hand = self.hands[self.player]
        return bool(self.hands[target] and hand & GALAXY_MASK[GALAXY_OF[card]] and not hand & BIT[card])

    def apply(self, action: Action) -> None:
        """Carry out one action of the current player."""
        match action:
            case ("ask", int(target), int(card)) if isinstance(action, tuple) and self._may_ask(target, card):
                # not looked for in the list, in which there are often a hundred
                self._legal, self.events = None, []
                self._ask(target, card)
                return
        if action not in self.legal_actions():
            raise self._refusal(action)
        self._legal, self.events = None, []
        match action:
            case ("joker", int(target)):
                self._attack(target)
            case ("counter",):
                self._countered()
            case ("decline",):
                self._exchanged()
            case ("draw",):
                self.events.append(("draws", self.player))
                self._lay_down(self.player, GALAXY_OF[self._take(self.player)])
                self._end_turn()
            case _:  # pass
                self._end_turn()

    def _ask(self, target: int, card: int) -> None:
        """Answer a question (3.3.4-3.3.6)."""
        seat, bit, galaxy = self.player, BIT[card], GALAXY_OF[card]
        self.claims[seat] |= 1 << galaxy
        self.denied[seat] |= bit
        if self.hands[target] & bit:
            self.hands[target] ^= bit
            self.hands[seat] |= bit
            self.shown[target] &= ~bit
            self.shown[seat] |= bit
            self.denied[seat] &= ~bit
            self.denied[target] |= bit
            self.events.append(("hit", seat, target, card))
            self._lay_down(seat, galaxy)
            self._go_on()
            return
        self.events.append(("miss", seat, target))
        self.denied[target] |= bit
        if not self.pile:
            self.events.append(("nothing", seat))
            self._end_turn()
            return
        drawn = self._take(seat)
        if drawn == card:
            self.events.append(("lucky", seat, card))
            self.shown[seat] |= bit
            self._lay_down(seat, galaxy)
            self._go_on()
        else:
            self.events.append(("draws", seat))
            self._lay_down(seat, GALAXY_OF[drawn])
            self._end_turn()

    def _go_on(self) -> None:
        """Let the player continue asking, with a new card if the hand is empty (3.3.8)."""
        if -1 not in self.owner:
            self._finish()
        elif not self.hands[self.player] and not self._refill(self.player):
            self._end_turn()

    def _end_turn(self) -> None:
        """Hand the turn to the next player clockwise, unless all families are laid down."""
        if -1 not in self.owner:
            self._finish()
        else:
            self._start_turn((self.player + 1) % self.seats)

    def _lay_down(self, seat: int, galaxy: int) -> None:
        """Lay down the galaxy if the seat holds all of it (3.3.8); a joker has galaxy -1."""
        if galaxy < 0 or self.hands[seat] & GALAXY_MASK[galaxy] != GALAXY_MASK[galaxy]:
            return
        self.hands[seat] ^= GALAXY_MASK[galaxy]
        self.owner[galaxy] = seat
        self.reached[seat] = 9 - self.owner.count(-1)
        self.events.append(("family", seat, galaxy))
        for other in range(self.seats):
            self.shown[other] &= ~GALAXY_MASK[galaxy]
            self.claims[other] &= ~(1 << galaxy)
            self.denied[other] &= ~GALAXY_MASK[galaxy]

    def _finish(self, *, capped: bool = False) -> None:
        """End the round: most families win, a tie goes to who reached that number first (3.4)."""
        families = [self.owner.count(seat) for seat in range(self.seats)]
        tied = [seat for seat in range(self.seats) if families[seat] == max(families)]
        first = min(self.reached[seat] for seat in tied)
        self._end_round([seat for seat in tied if self.reached[seat] == first], capped=capped)

    # ------------------------------------------------------------ rules: jokers

    def _play_joker(self, seat: int) -> None:
        """Put a joker into the pile and shuffle it, also when it was empty (1.4.9, 3.3.9)."""
        super()._play_joker(seat)
        joker = self.discard.pop()
        self.events.append(("into-pile", joker))
        self._shuffle_pile([*cards_of(self.pile.mask()), joker])

    def _attack(self, target: int) -> None:
        """Play a joker against the target (1.4.1)."""
        self._play_joker(self.player)
        self.target = target
        self.phase = COUNTER

    def _exchanged(self) -> None:
        """Exchange the hands; the attacker continues with a question (1.4.5-1.4.6, 3.3.9)."""
        a, b = self.player, self.target
        self._exchange(a, b)
        for public in (self.shown, self.claims, self.denied):
            public[a], public[b] = public[b], public[a]
        self.target = -1
        self.phase = ASK

    def _countered(self) -> None:
        """Cancel the attack: the next turn is the counter-player's (1.4.7)."""
        target = self.target
        self._play_joker(target)
        self.target = -1
        self._start_turn(target)

    # ------------------------------------------------------------ view

    def _why_not(self, action: Action) -> tuple[str, str]:
        """Return a reason code and the reason."""
        match action:
            case ("ask", int(target), int(card)) if self.phase == ASK and 0 <= card < 54 and 0 <= target < self.seats:
                hand = self.hands[self.player]
                if target == self.player or not self.hands[target]:
                    return "no-target", f"seat {target} is not another player with cards"
                if hand & BIT[card]:
                    return "own-card", f"{CARDS[card].name} is in the own hand"
                if not hand & GALAXY_MASK[GALAXY_OF[card]]:
                    return "no-galaxy", f"the own hand has no card of {CARDS[card].galaxy_name}"
        return super()._why_not(action)

    def view(self, seat: int) -> JsonObject:
        """Return what the seat may know; `families` are the galaxies each seat has laid down."""
        view = super().view(seat)
        view["families"] = [[g for g in range(9) if self.owner[g] == s] for s in range(self.seats)]
        view["reached"] = list(self.reached)
        view["shown"] = [cards_of(mask) for mask in self.shown]
        view["claims"] = [cards_of(mask) for mask in self.claims]
        view["denied"] = [cards_of(mask) for mask in self.denied]
        return view

    def describe(self, action: Action) -> str:
        """Return an order in one sentence."""
        match action:
            case ("ask", int(target), int(card)):
                return f"Ask seat {target} for {CARDS[card].name}."
        return super().describe(action)

    def to_json(self) -> JsonObject:
        """Return the whole state, secrets included."""
        return {
            **super().to_json(),
            "owner": list(self.owner),
            "reached": list(self.reached),
            "shown": [cards_of(mask) for mask in self.shown],
            "claims": [cards_of(mask) for mask in self.claims],
            "denied": [cards_of(mask) for mask in self.denied],
        }

    def _read(self, data: Mapping[str, Any]) -> None:
        """Set what only FAMILY has."""
        self.owner, self.reached = list(data["owner"]), list(data["reached"])
        self.shown = [mask_of(cards) for cards in data["shown"]]
        self.claims = [mask_of(galaxies) for galaxies in data["claims"]]
        self.denied = [mask_of(cards) for cards in data["denied"]]

    def _elsewhere(self) -> Sequence[int]:
        """Return where else cards lie: in families on the table."""
        return [GALAXY_MASK[galaxy] for galaxy in range(9) if self.owner[galaxy] >= 0]

    def check_invariants(self) -> None:
        """Raise InvariantError unless the shared invariants and those of what is known hold."""
        super().check_invariants()
        for seat in range(self.seats):
            if self.shown[seat] & ~self.hands[seat] or (self.denied[seat] & self.hands[seat] and self.phase != OVER):
                raise InvariantError(f"What is known of the hand of seat {seat} is not true.")
            if any(self.hands[seat] & mask == mask for mask in GALAXY_MASK):
                raise InvariantError(f"Seat {seat} holds a complete family.")
