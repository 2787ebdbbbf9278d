"""GONG LINK: play a card of the link card's galaxy or number; who has no cards left wins (rules/gong.md 2).

Decisions, in order, with the legal actions of each in their order:

1. `call`, at the start of a turn, for each player P with an unsaid last card, the player of the turn first, then
   clockwise: P itself, then, if P is catchable, the others clockwise from P: ("gong", P), ("silent",). The first "GONG"
   ends it for P (2.4.5). P is not asked before the own turn unless catchable: the window closes there.
2. `turn`: ("play", card) for each matching card, first those of the link card's galaxy, then those of its number, both
   ascending; then ("joker", target) for each target clockwise; without a matching card last ("draw",), or ("pass",)
   if there is nothing to draw. It is asked even if only one thing is possible: else the question would reveal a joker.
3. `drawn`, only if the drawn card can be played: ("play", card) or the jokers, then ("keep",).
4. `counter`, for the target of a joker: ("counter",) with a joker that may be played, then ("decline",).

Where the rules are silent:

- An exchange gives both players a new hand: with 1 card the flag is `open`, whatever it was before (2.4.1).
- When the window closes without a call the flag is `safe`: this last card can no longer be caught (2.4.4).
- A right call when no card can be drawn makes the flag `safe` too (2.4.7).
- Without link card every galaxy card matches; with jokers only the player draws or passes, and the next player is free
  as well (2.2.2).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from companion.deck import CARDS, DECK_SIZE
from companion.rules.game import Action, JsonObject
from companion.rules.gong.cards import BIT, GALAXY_CARDS, GALAXY_MASK, GALAXY_OF, JOKER_MASK, NUMBER_MASK, NUMBER_OF
from companion.rules.gong.events import EVENT_FORMATTERS, EventFormatter
from companion.rules.gong.game import GongGame
from companion.rules.gong.state import COUNTER, GongState

# ---------------------------------------------------------------- metadata


@dataclass(frozen=True)
class Link(GongGame):
    """The game GONG LINK; its options are those of `GongGame`."""

    name: ClassVar[str] = "link"
    title: ClassVar[str] = "GONG LINK"

    def initial_state(self, seats: int, seed: int, match: int = 0) -> "LinkState":
        """Return the state before the first decision."""
        self.check_seats(seats)
        return LinkState(self).start(seats, seed, match)

    def state_from_json(self, data: Mapping[str, Any]) -> "LinkState":
        """Return the state that `LinkState.to_json` wrote."""
        return LinkState(self).restore(data)


# ---------------------------------------------------------------- state

CALL: Final = "call"
TURN: Final = "turn"
DRAWN: Final = "drawn"

NONE: Final = "none"
OPEN: Final = "open"
CATCHABLE: Final = "catchable"
SAFE: Final = "safe"

PLAY: Final[tuple[Action, ...]] = tuple(("play", card) for card in range(DECK_SIZE))
KEEP: Final[Action] = ("keep",)
SILENT: Final[Action] = ("silent",)
DRAW: Final[tuple[Action, ...]] = (("draw",),)
PASS: Final[tuple[Action, ...]] = (("pass",),)
CALLS: Final[tuple[tuple[Action, ...], ...]] = tuple((("gong", seat), SILENT) for seat in range(6))

MATCHES: Final = tuple(
    0 if NUMBER_OF[card] == 0 else (GALAXY_MASK[GALAXY_OF[card]] | NUMBER_MASK[NUMBER_OF[card]]) & ~BIT[card]
    for card in range(DECK_SIZE)
)
"""The 13 other cards that match each card (2.3.1)."""


_SAME_GALAXY: Final = tuple(GALAXY_MASK[galaxy] if galaxy >= 0 else 0 for galaxy in GALAXY_OF)
_SAME_NUMBER: Final = tuple(NUMBER_MASK[number] for number in NUMBER_OF)


def _plays(mask: int) -> tuple[Action, ...]:
    return tuple(PLAY[card] for card in range(DECK_SIZE) if mask & BIT[card])


def _subsets(mask: int) -> list[int]:
    found = [0]
    subset = mask
    while subset:
        found.append(subset)
        subset = (subset - 1) & mask
    return found


_PLAYS_OF: Final = {part: _plays(part) for mask in (*GALAXY_MASK, *NUMBER_MASK) for part in _subsets(mask)}
"""The plays of every set of cards of one galaxy or of one number, made once."""


_EVENT_FORMATTERS: Final[dict[str, EventFormatter]] = {
    **EVENT_FORMATTERS,
    "link": lambda e: f"{CARDS[e[1]].name} is the link card." if e[1] >= 0 else "There is no link card.",
    "penalty": lambda e: f"Seat {e[1]} draws 1 penalty card." if e[2] else f"Seat {e[1]} has no card to draw.",
}


class LinkState(GongState):
    """One moment of a match of GONG LINK.

    Attributes:
        link: the link card; -1 if there is none.
        drawn: the card just drawn, in the phase `drawn`, else -1.
        flags: `none`, `open`, `catchable` or `safe` for each seat (2.4).
        opened: the turn in which each flag became `open`.
        unsaid: how many flags are `open` or `catchable`.
        suspect: whose last card is in question, in the phase `call`.
        asked: who is asked, in the phase `call`.
    """

    turn_cap = 1000  # 2.5.2
    event_formatters = _EVENT_FORMATTERS
    fields = (*GongState.fields, "link", "drawn", "flags", "opened", "unsaid", "suspect", "asked")

    def _begin(self) -> None:
        """Turn over the link card (2.2) and start the first turn."""
        self.flags = [NONE] * self.seats
        self.opened = [0] * self.seats
        self.unsaid = 0
        self.suspect = self.asked = self.drawn = -1
        self.link = self._first_link()
        if self.link < 0 or self.round > 0:
            self.events.append(("link", self.link))
        self._start_turn(self.starter)

    def _first_link(self) -> int:
        """Return the card turned over first; a joker goes under the pile (2.2.2). -1 if there is no galaxy card."""
        while self.pile:
            card = self.pile.pop()
            if BIT[card] & GALAXY_CARDS:
                return card
            self.pile.put_under(card)
            if not self.pile.mask() & GALAXY_CARDS:
                break
        return -1

    # ------------------------------------------------------------ rules: turns

    def _start_turn(self, seat: int) -> None:
        """Begin the turn of the seat, with the catch window if a seat has an unannounced last card (2.3, 2.4)."""
        self.turn += 1
        self.player = seat
        if self.turn > self.turn_cap:
            sizes = [hand.bit_count() for hand in self.hands]
            self._end_round([s for s in range(self.seats) if sizes[s] == min(sizes)], capped=True)
        elif self.unsaid:
            self._open_window()
        else:
            self.phase = TURN

    def _list_actions(self) -> Sequence[Action]:
        """Return the legal actions of the phase, in the order of the module docstring."""
        if self.phase == TURN:
            hand = self.hands[self.player]
            link = self.link
            if link >= 0:
                plays = _PLAYS_OF[hand & _SAME_GALAXY[link]] + _PLAYS_OF[hand & _SAME_NUMBER[link]]
            else:
                plays = _plays(hand & GALAXY_CARDS)
            if hand & JOKER_MASK:
                plays += self._joker_actions(self.player)
                if plays and plays[0][0] == "play":
                    return plays
            elif plays:
                return plays
            return plays + (DRAW if self.pile or self.discard else PASS)
        if self.phase == CALL:
            return CALLS[self.suspect]
        if self.phase == DRAWN:
            drawn = self.drawn
            plays = (PLAY[drawn],) if drawn < DECK_SIZE - 2 else self._joker_actions(self.player)
            return (*plays, KEEP)
        return self._answers()

    def apply(self, action: Action) -> None:
        """Carry out one action of the current player."""
        if action not in (self._legal or self.legal_actions()):
            raise self._refusal(action)
        self._legal = None
        if self.events:
            self.events = []
        verb = action[0]
        if verb == "play":
            self._play(action[1])  # type: ignore[arg-type]  # a legal play names a card
        elif verb == "draw":
            self._take()
        elif verb == "gong":
            self._say()
        elif verb == "silent":
            self._next_call()
        elif verb == "joker":
            self._attack(int(action[1]))
        elif verb == "decline":
            self._exchanged()
        elif verb == "counter":
            self._countered()
        else:  # keep, pass
            self._end_turn()

    def _play(self, card: int) -> None:
        """Make the card the new link card; an empty hand wins at once (2.3.3, 2.5.1)."""
        seat = self.player
        if self.link >= 0:
            self.discard.append(self.link)
        self.link = card
        self.drawn = -1
        hand = self.hands[seat] = self.hands[seat] ^ BIT[card]
        if hand & (hand - 1) == 0:
            if hand == 0:
                self._end_round([seat])
                return
            self._resize(seat)
        self._start_turn((seat + 1) % self.seats)

    def _take(self) -> None:
        """Draw a card; ask again only if it can be played at once (2.3.5)."""
        seat = self.player
        card = self._draw()
        hand = self.hands[seat]
        self.hands[seat] = hand | BIT[card]
        if hand & (hand - 1) == 0:
            self._resize(seat)
        if card >= DECK_SIZE - 2 or self.link < 0 or MATCHES[self.link] & BIT[card]:
            self.drawn = card
            self.phase = DRAWN
        else:
            self._end_turn()

    def _end_turn(self) -> None:
        """Hand the turn to the next player clockwise."""
        self.drawn = -1
        self._start_turn((self.player + 1) % self.seats)

    # ------------------------------------------------------------ rules: jokers

    def _attack(self, target: int) -> None:
        """Play a joker against the target (1.4.1, 2.3.4)."""
        self.drawn = -1
        self.target = target
        self._play_joker(self.player)
        self._resize(self.player)
        self.phase = COUNTER

    def _exchanged(self) -> None:
        """Exchange the hands; the attacker takes a full turn with the new one (1.4.5-1.4.6)."""
        self._exchange(self.player, self.target)
        self._resize(self.player)
        self._resize(self.target)
        self.target = -1
        self.phase = TURN

    def _countered(self) -> None:
        """Cancel the attack: the next turn is the counter-player's (1.4.7)."""
        target = self.target
        self._play_joker(target)
        self._resize(target)
        self.target = -1
        self._start_turn(target)

    # ------------------------------------------------------------ rules: saying GONG

    def _resize(self, seat: int) -> None:
        """Set the flag of a seat whose hand has changed (2.4.1)."""
        hand = self.hands[seat]
        one = hand != 0 and hand & (hand - 1) == 0
        self._flag(seat, OPEN if one else NONE)
        self.opened[seat] = self.turn

    def _flag(self, seat: int, flag: str) -> None:
        """Set a flag and keep count of the last cards not yet announced."""
        self.unsaid += (flag in (OPEN, CATCHABLE)) - (self.flags[seat] in (OPEN, CATCHABLE))
        self.flags[seat] = flag

    def _open_window(self) -> None:
        """Let everybody call before the turn, in the order of the module docstring (2.4.3-2.4.5).

        A flag that became `open` in turn t is catchable when turn t + 1 is over (2.4.3, 2.4.6).
        """
        for seat in range(self.seats):
            if self.flags[seat] == OPEN and self.opened[seat] < self.turn - 1:
                self.flags[seat] = CATCHABLE
        self.phase = CALL
        self._next_suspect(0)

    def _next_suspect(self, steps: int) -> None:
        """Ask about the first unsaid last card at least `steps` seats clockwise from the player; else go on."""
        for step in range(steps, self.seats):
            seat = (self.player + step) % self.seats
            if self.flags[seat] == CATCHABLE or (step > 0 and self.flags[seat] == OPEN):
                self.suspect = self.asked = seat
                return
        self.suspect = self.asked = -1
        if self.flags[self.player] in (OPEN, CATCHABLE):  # the window closes with the own turn (2.4.4)
            self._flag(self.player, SAFE)
        self.phase = TURN

    def _next_call(self) -> None:
        """Ask the next player about the same last card, or go to the next one."""
        if self.flags[self.suspect] == CATCHABLE:
            self.asked = (self.asked + 1) % self.seats
            if self.asked != self.suspect:
                return
        self._next_suspect((self.suspect - self.player) % self.seats + 1)

    def _say(self) -> None:
        """Handle the call "GONG": the own call makes safe, another's makes the suspect draw (2.4.2-2.4.3)."""
        seat = self.suspect
        self._flag(seat, SAFE)
        if self.asked != seat:
            card = self._draw()
            self.events.append(("penalty", seat, int(card >= 0)))
            if card >= 0:
                self.hands[seat] |= BIT[card]
                self._resize(seat)
        self._next_suspect((seat - self.player) % self.seats + 1)

    # ------------------------------------------------------------ view

    def current_player(self) -> int | None:
        """Return the seat that must decide now, or None when the match is over."""
        return self.asked if self.phase == CALL else super().current_player()

    def _why_not(self, action: Action) -> tuple[str, str]:
        """Return a reason code and the reason."""
        if self.phase == TURN and action in DRAW and self.legal_actions()[0][0] == "play":
            return "must-play", "drawing is allowed only without a matching card"
        if self.phase == TURN and action in PLAY:
            card = int(action[1])
            if not self.hands[self.player] & BIT[card]:
                return "not-in-hand", f"{CARDS[card].name} is not in the hand"
            return "no-match", f"{CARDS[card].name} does not match the link card"
        return super()._why_not(action)

    def view(self, seat: int) -> JsonObject:
        """Return what the seat may know; whether a drawn card can be played is known to its owner alone."""
        view = super().view(seat)
        own = seat == self.player
        view["phase"] = TURN if self.phase == DRAWN and not own else self.phase
        view["link"] = None if self.link < 0 else self.link
        view["drawn"] = self.drawn if self.phase == DRAWN and own else None
        view["flags"] = list(self.flags)
        view["suspect"] = self.suspect if self.phase == CALL else None
        return view

    def describe(self, action: Action) -> str:
        """Return an order in one sentence."""
        match action:
            case ("play", int(card)):
                return f"Play {CARDS[card].name}."
            case ("gong", int(seat)):
                return 'Say "GONG".' if seat == self.asked else f'Say "GONG" against seat {seat}.'
            case ("keep",):
                return f"Keep {CARDS[self.drawn].name}."
            case ("silent",):
                return "Say nothing."
        return super().describe(action)

    def public(self, action: Action) -> str:
        """Return what the others notice: not that a drawn card could have been played, and no silence."""
        return "" if action in (KEEP, SILENT) else self.describe(action)

    def to_json(self) -> JsonObject:
        """Return the whole state, secrets included."""
        return {
            **super().to_json(),
            "link": self.link,
            "drawn": self.drawn,
            "flags": list(self.flags),
            "opened": list(self.opened),
            "suspect": self.suspect,
            "asked": self.asked,
        }

    def _read(self, data: Mapping[str, Any]) -> None:
        """Set what only LINK has."""
        self.link, self.drawn = data["link"], data["drawn"]
        self.flags, self.opened = list(data["flags"]), list(data["opened"])
        self.suspect, self.asked = data["suspect"], data["asked"]
        self.unsaid = sum(flag in (OPEN, CATCHABLE) for flag in self.flags)

    def _elsewhere(self) -> Sequence[int]:
        """Return where else cards lie: the link card."""
        return () if self.link < 0 else (BIT[self.link],)
