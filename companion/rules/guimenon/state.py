"""The turns of a match: the state machine of rules/guimenon.md 7.3.

`draw -> discard -> open -> plan -> on_reveal -> end_of_turn`, six times, then `end_of_game` and the final count. Only
`discard` (hand limit), `plan` and choices among targets need a decision; everything else happens in between.

Decided where the rules are silent: a planned card stays planned, there is no taking back; a screen can gather a plan
before it sends it. Both seats draw before either discards. The extra Moon of an ability may exceed the six markers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, Literal, TypeAlias, cast, get_args

from companion import chance
from companion.rules.game import Action, IllegalAction, InvariantError, JsonObject, State
from companion.rules.guimenon import sentences
from companion.rules.guimenon.agenda import Agenda, Frame
from companion.rules.guimenon.board import SLOTS, Board
from companion.rules.guimenon.pieces import SEATS, GuimenonTable, Piece, Plan
from companion.rules.guimenon.pool import PLACES, Setup
from companion.rules.guimenon.resolve import Resolver
from companion.rules.guimenon.saved import check_saved, dump_agenda, dump_table, read_parts
from companion.rules.guimenon.view import view
from companion.rules.location_scoring import LocationTally, tally_locations

GuimenonPhase: TypeAlias = Literal["draw", "discard", "open", "plan", "on_reveal", "end_of_turn", "end_of_game", "over"]
"""Where in a turn; `draw` and `open` never wait for a decision unless an ability asks for a choice."""

OPENING_HAND: Final = 3


class GuimenonState(State):
    """One moment of a match of Guimenon.

    Attributes:
        setup: pool and decks.
        table: where every card lies.
        agenda: abilities that are still to be resolved.
        phase: where in the turn.
        planned: which seats have finished their plan of this turn.
    """

    TURNS: ClassVar[int] = 6
    HAND_LIMIT: ClassVar[int] = 7

    seats = 2

    def __init__(
        self, setup: Setup, table: GuimenonTable, agenda: Agenda, phase: GuimenonPhase, planned: list[bool]
    ) -> None:
        self.setup = setup
        self.table = table
        self.agenda = agenda
        self.phase: GuimenonPhase = phase
        self.planned = planned
        self.board = Board(setup.pool, table)
        self._public_events: list[str] = []
        self.resolver = Resolver(self.board, agenda, self._public_events.append)

    # The protocol

    def current_player(self) -> int | None:
        """Return the seat that must decide now, or None when the match is over."""
        if self.phase == "over":
            return None
        if self.agenda.asking:
            return self.agenda.stack[-1].owner
        waiting = self._over_limit() if self.phase == "discard" else [s for s in self._order() if not self.planned[s]]
        return waiting[0]

    def legal_actions(self) -> Sequence[Action]:
        """Return what the current player may do.

        `("discard", card)`; `("play", card, place)` and `("done",)`; `("choose", number)` and `("enough",)`. Cards are
        ids, places 0-2 from the left, numbers those of the cards in play.
        """
        seat = self.current_player()
        if seat is None:
            return []
        if self.agenda.asking:
            choices: list[Action] = [("choose", piece.number) for piece in self.resolver.options()]
            return [*choices, ("enough",)] if self.resolver.may_stop() else choices
        hand = self.table.hands[seat]
        if self.phase == "discard":
            return [("discard", card) for card in hand]
        open_places = [place for place in range(PLACES) if self.board.may_play(place, seat)]
        cards = self.setup.pool.cards
        plays: list[Action] = [
            ("play", card, place) for card in hand if cards[card].cost <= self.table.moon[seat] for place in open_places
        ]
        return [*plays, ("done",)]

    def apply(self, action: Action) -> None:
        """Carry out one action of the current player and everything that follows until the next decision."""
        seat = self.current_player()
        plain = isinstance(action, tuple) and all(type(word) in (str, int) for word in action)
        if seat is None:
            raise IllegalAction("game-over", "The match is over.")
        if not plain or action not in self.legal_actions():
            raise IllegalAction(*sentences.refusal(self, action if plain else ()))
        self._public_events.clear()
        verb, *words = action
        if verb == "play":
            card, place = str(words[0]), int(words[1])
            self.table.hands[seat].remove(card)
            self.table.plans[seat].append(Plan(card, place))
            self.table.moon[seat] -= self.setup.pool.cards[card].cost
        elif verb == "done":
            self.planned[seat] = True
        elif verb == "discard":
            self.table.hands[seat].remove(str(words[0]))
            self.table.discards[seat].append(str(words[0]))
            self.board.changed()
        elif verb == "choose":
            self.resolver.choose(int(words[0]))
        else:
            self.resolver.stop()
        self._advance()

    def returns(self) -> Sequence[float]:
        """Return 1.0 for the winner, 0.5 each after a draw, 0.0 before the end."""
        result = self.result()
        if result is None:
            return [0.0, 0.0]
        if result.winner is None:
            return [0.5, 0.5]
        return [float(seat == result.winner) for seat in SEATS]

    def result(self) -> LocationTally | None:
        """Return the final count (7.7), None before the end."""
        return self.count() if self.phase == "over" else None

    def count(self) -> LocationTally:
        """Return the count as if the match ended now."""
        return tally_locations(
            [(self.board.holding(place, 0), self.board.holding(place, 1)) for place in range(PLACES)]
        )

    def view(self, seat: int) -> JsonObject:
        """Return what `seat` may know (7.8)."""
        return view(self, seat)

    def describe(self, action: Action) -> str:
        """Return what a legal action does, secrets of the current player included."""
        return sentences.describe(self, action)

    def public(self, action: Action) -> str:
        """Return what all seats may know: nothing of a plan, not even how many cards it has."""
        return sentences.public(self, action)

    def public_events(self) -> Sequence[str]:
        """Return what the last action brought about."""
        return tuple(self._public_events)

    def clone(self) -> GuimenonState:
        """Return an independent copy."""
        return GuimenonState(self.setup, self.table.clone(), self.agenda.clone(), self.phase, list(self.planned))

    def to_json(self) -> JsonObject:
        """Return the whole state as plain JSON data."""
        return {
            "game": "guimenon",
            **dump_table(self.table),
            "agenda": dump_agenda(self.agenda),
            "phase": self.phase,
            "planned": list(self.planned),
        }

    def check_invariants(self) -> None:
        """Raise InvariantError unless every card of both decks is in exactly one place and a seat can act."""
        table = self.table
        for seat in SEATS:
            found = [*table.decks[seat], *table.hands[seat], *table.discards[seat]]
            found += [plan.card for plan in table.plans[seat]]
            found += [piece.card for piece in table.all_in_play() if piece.real and piece.owner == seat]
            if sorted(found) != sorted(self.setup.decks[seat].cards):
                raise InvariantError(f"The cards of seat {seat} are not those of the deck.")
            if table.moon[seat] < 0:
                raise InvariantError(f"Seat {seat} has spent more Moon than there was.")
        numbers = [number for place in table.sides for side in place for number in side]
        if sorted(numbers) != sorted(number for number, piece in table.pieces.items() if not piece.gone):
            raise InvariantError("The cards in play are not those at the places.")
        for place in range(PLACES):
            for seat in SEATS:
                planned = sum(plan.place == place for plan in table.plans[seat])
                if len(table.sides[place][seat]) + planned > SLOTS:
                    raise InvariantError(f"Seat {seat} has more than {SLOTS} cards at place {place}.")
                if any(p.place != place or p.owner != seat for p in table.in_play(place, seat)):
                    raise InvariantError(f"A card lies at place {place} that thinks it is elsewhere.")
        if self.phase != "over" and not self.legal_actions():
            raise InvariantError("Nobody can act.")

    # The turns

    def _order(self) -> Sequence[int]:
        """Return the seats in the order in which they decide on a shared screen (7.2.2)."""
        return (self.table.starter, 1 - self.table.starter)

    def _over_limit(self) -> list[int]:
        return [seat for seat in self._order() if len(self.table.hands[seat]) > self.HAND_LIMIT]

    def _advance(self) -> None:
        """Continue until a seat must decide or the match is over."""
        while self.phase != "over":
            if self.phase == "draw":
                self._start_turn()
            elif self.phase == "discard":
                if self._over_limit():
                    return
                self._open_location()
            elif self.phase == "plan":
                if not all(self.planned):
                    return
                self._reveal()
            elif not self.resolver.run():
                return
            else:
                self._next_phase()

    def _start_turn(self) -> None:
        """Moon, then from turn 2 a card for each; unspent Moon is lost (7.3.1)."""
        table = self.table
        table.turn += 1
        table.picks = 0
        for seat in SEATS:
            table.moon[seat] = max(0, table.turn + table.next_moon[seat])
            table.next_moon[seat] = 0
            if table.turn >= 2:
                table.draw(seat)
        self._public_events.append(f"Turn {table.turn} begins.")
        self.board.changed()
        self.phase = "discard"

    def _open_location(self) -> None:
        """In turns 1-3 turn over the next Location; its On Reveal acts at once (R-54)."""
        frames: list[Frame] = []
        if self.table.turn <= PLACES:
            place = self.table.revealed
            self.table.revealed += 1
            self.board.changed()
            location = self.setup.pool.locations[self.table.locations[place]]
            self._public_events.append(sentences.opened(self, place, location))
            frames = [frame for frame in self.resolver.triggered("reveal", []) if frame.place == place]
        self.phase = "open"
        self.resolver.begin(frames)

    def _reveal(self) -> None:
        """Turn over the planned cards of both players at the same time, in all Locations (7.3.4)."""
        table = self.table
        revealed: list[Piece] = []
        for seat in self._order():
            for plan in table.plans[seat]:
                piece = table.enter(plan.card, seat, plan.place, real=True)
                revealed.append(piece)
                self._public_events.append(sentences.turned_up(self, piece))
            table.plans[seat] = []
        self.board.changed()
        self.phase = "on_reveal"
        self.resolver.begin([frame for frame in self.resolver.triggered("reveal", revealed) if frame.piece is not None])

    def _next_phase(self) -> None:
        """Go to the phase after the one whose abilities have all been resolved."""
        in_play = self.table.all_in_play()
        if self.phase == "open":
            self.phase = "plan"
            self.planned = [False, False]
        elif self.phase == "on_reveal":
            self.phase = "end_of_turn"
            self.resolver.begin(self.resolver.triggered("end_of_turn", in_play))
        elif self.phase == "end_of_turn" and self.table.turn == self.TURNS:
            self.phase = "end_of_game"
            self.resolver.begin(self.resolver.triggered("end_of_game", in_play))
        elif self.phase == "end_of_turn":
            self.phase = "draw"
        else:
            self.phase = "over"
            self._public_events.append(sentences.final(self))


def new_state(setup: Setup, seed: int, match: int) -> GuimenonState:
    """Return the state before the first decision (7.2)."""
    deal = chance.stream(seed, match, chance.DEAL, 0)
    starter = deal.below(2)
    locations = list(setup.locations.locations)
    deal.shuffle(locations)
    decks = [list(deck.cards) for deck in setup.decks]
    for cards in decks:
        deal.shuffle(cards)
    hands = [[cards.pop() for _ in range(OPENING_HAND)] for cards in decks]
    table = GuimenonTable(
        seed=seed,
        match=match,
        turn=0,
        starter=starter,
        decks=decks,
        hands=hands,
        plans=[[], []],
        discards=[[], []],
        moon=[0, 0],
        next_moon=[0, 0],
        locations=locations[:PLACES],
    )
    state = GuimenonState(setup, table, Agenda(), "draw", [False, False])
    state._advance()
    return state


def state_from_json(setup: Setup, data: Mapping[str, Any]) -> GuimenonState:
    """Return the state that `to_json` wrote.

    Raises:
        SaveError: the data is not a state of Guimenon with these decks.
    """
    table, agenda, phase, planned = read_parts(data, get_args(GuimenonPhase))
    state = GuimenonState(setup, table, agenda, cast(GuimenonPhase, phase), planned)
    check_saved(state)
    return state
