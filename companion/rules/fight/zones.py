"""Where cards lie in FIGHT besides hands and piles, what each player has seen, and every way a card can move."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.chance import DUEL, PICK, Chance, stream
from companion.rules.fight.event_formatters import EVENT_FORMATTERS
from companion.rules.game import JsonObject
from companion.rules.gong.cards import BIT, cards_of, lowest, mask_of
from companion.rules.gong.state import GongState


class FightZones(GongState):
    """The zones of the table, and the moves of cards between them.

    Attributes:
        revealed: the card in the mission zone; -1 if there is none.
        mission: id of the mission that is carried out, or was last; "" before the first.
        turned: the pile card that lies open in a duel of higher and lower; -1 if there is none.
        known: for each observer and owner, cards in the owner's hand that were shown to the observer.
        chosen: the cards that each seat has chosen in secret and still holds.
        grid: cards laid face down in the current grid, cell by cell; -1 for an empty cell.
        places: cards laid face down at each of three places.
        extra: this turn is an extra one.
        again: who gets another turn after this one; -1 for none.
    """

    event_formatters = EVENT_FORMATTERS
    fields = (*GongState.fields, "revealed", "mission", "turned", "extra", "known")

    def _begin(self) -> None:
        """Clear the zones for a new round."""
        self.revealed = -1
        self.mission = ""
        self.turned = -1
        self.extra = False
        self.known = [[0] * self.seats for _ in range(self.seats)]
        self._clear_turn()

    def _clear_turn(self) -> None:
        """Reset what belongs to one turn."""
        self.chosen = [0] * self.seats
        self.grid: list[int] = []
        self.places: list[list[int]] = []
        self.again = -1
        self._picks: Chance | None = None
        self._luck: Chance | None = None

    # Chance: one stream for blind picks and one for duels in each turn

    def pick_blind(self, mask: int) -> int:
        """Return a random card of the mask (not empty); a single one needs no chance."""
        if mask & (mask - 1) == 0:
            return lowest(mask)
        if self._picks is None:
            self._picks = stream(self.seed, self.match, PICK, self.round, self.turn)
        return self._picks.choice(cards_of(mask))

    def luck(self) -> Chance:
        """Return the stream of duels of luck and skill."""
        if self._luck is None:
            self._luck = stream(self.seed, self.match, DUEL, self.round, self.turn)
        return self._luck

    # What was seen

    def make_known(self, owner: int, mask: int, observers: Iterable[int] | None = None) -> None:
        """Record that observers, by default all players, have seen cards of a hand."""
        for observer in range(self.seats) if observers is None else observers:
            if observer != owner:
                self.known[observer][owner] |= mask

    def _leaves(self, owner: int, bit: int) -> None:
        """Record that a card has left a hand in public."""
        for row in self.known:
            row[owner] &= ~bit

    def _leaves_hidden(self, owner: int, receiver: int, mask: int) -> None:
        """Record that cards left unseen; all but the receiver lose what they knew of the owner's hand."""
        for observer, row in enumerate(self.known):
            if not row[owner]:
                continue
            if observer == receiver:
                row[owner] &= ~mask
            elif observer != owner:
                row[owner] = 0

    # Moves

    def put(self, owner: int, card: int, *, automatic: bool = True) -> None:
        """Move a card from a hand to the discard pile; `automatic` if no player has chosen it."""
        bit = BIT[card]
        self.hands[owner] ^= bit
        self.discard.append(card)
        self._leaves(owner, bit)
        self.events.append(("put", owner, card, int(automatic)))

    def hand_over(self, giver: int, taker: int, card: int, word: str, *, automatic: bool = True) -> None:
        """Move a card from hand to hand, unseen by the others; `word` is the event, `give` or `take`."""
        self.send(giver, taker, BIT[card])
        who = (giver, taker) if word == "give" else (taker, giver)
        self.events.append((word, *who, card, int(automatic)))

    def send(self, giver: int, taker: int, mask: int) -> None:
        """Move cards from hand to hand, unseen by the others."""
        self.hands[giver] ^= mask
        self.hands[taker] |= mask
        self._leaves_hidden(giver, taker, mask)

    def show(self, owner: int, mask: int, observers: Sequence[int]) -> None:
        """Show cards of a hand to the observers."""
        self.make_known(owner, mask, observers)
        public = all(seat == owner or seat in observers for seat in range(self.seats))
        self.events.append(("shows", owner, mask, int(public)))

    def draw_to(self, seat: int, *, shown: bool = False) -> int:
        """Move the top card of the pile to a hand and return it; -1 if there is none (4.3.2)."""
        card = self._draw()
        if card < 0:
            self.events.append(("nothing", seat))
            return card
        self.hands[seat] |= BIT[card]
        if shown:
            self.make_known(seat, BIT[card])
        self.events.append(("draw", seat, card, int(shown)))
        return card

    def keep(self, seat: int) -> bool:
        """Move the card of the mission zone to a hand; return False if it is empty."""
        card = self.revealed
        if card < 0:
            return False
        self.revealed = -1
        self.hands[seat] |= BIT[card]
        self.make_known(seat, BIT[card])
        self.events.append(("keep", seat, card))
        return True

    def discard_top(self) -> int:
        """Turn over the top card of the pile and discard it; the pile is not empty."""
        card = self.pile.pop()
        self.discard.append(card)
        self.events.append(("top", card))
        return card

    def can_draw(self) -> bool:
        """Return True if the pile or the discard pile has a card."""
        return bool(self.pile or self.discard)

    def _exchange(self, a: int, b: int) -> None:
        """Exchange two complete hands; what others know of them goes with the hands."""
        super()._exchange(a, b)
        for observer, row in enumerate(self.known):
            row[a], row[b] = row[b], row[a]
            row[observer] = 0
        self.known[a][b] |= self.hands[b]
        self.known[b][a] |= self.hands[a]

    def _play_joker(self, seat: int) -> None:
        """Play a joker onto the discard pile."""
        super()._play_joker(seat)
        self._leaves(seat, BIT[self.discard[-1]])

    def _elsewhere(self) -> Iterable[int]:
        """Return the cards of the mission zone and the card turned over in a duel."""
        return [BIT[card] for card in (self.revealed, self.turned) if card >= 0]

    # View

    def view(self, seat: int) -> JsonObject:
        """Return what the seat may know: its own secret choices, and of the others what was shown."""
        view = super().view(seat)
        view["mission"] = self.mission or None
        view["revealed"] = None if self.revealed < 0 else self.revealed
        view["turned"] = None if self.turned < 0 else self.turned
        view["known"] = [cards_of(mask) for mask in self.known[seat]]
        view["chosen"] = cards_of(self.chosen[seat])
        return view

    def to_json(self) -> JsonObject:
        """Return the whole state at the start of a turn."""
        return {
            **super().to_json(),
            "mission": self.mission,
            "extra": self.extra,
            "known": [[cards_of(mask) for mask in row] for row in self.known],
        }

    def _read(self, data: Mapping[str, Any]) -> None:
        """Set the attributes that only FIGHT has; a state is stored as of the start of a turn."""
        self.revealed = self.turned = -1
        self.mission = data["mission"]
        self.extra = data["extra"]
        self.known = [[mask_of(cards) for cards in row] for row in data["known"]]
        self._clear_turn()
