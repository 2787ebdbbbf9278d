"""The course of Gnoming A Round: start flips, turns, Hazards, closing, score (rules/gnoming-a-round.md 6.2-6.7).

Decisions that allow only one thing are carried out at once: a Hazard is removed, a discard with one empty pile goes
there, a player who may turn over no card for a Hazard is not asked. A rejected or bounced card is discarded with the
action that declines to place it. Where the rules are silent:

- Seat 0 is the youngest player and begins round 1 (6.2.4).
- The draw pile is refilled when the next player would draw from it (6.3.10). If A and B are both empty at a discard,
  the player chooses.
- With two or more Mulligans face up (6.3.5) the drawn card, whatever it is, must go on one of them and cannot be
  rejected; another Mulligan may be taken from A or B only if there is nothing else to draw.
- The bonus for the lowest round score (6.5.6) compares the scores before it; a round without closer has none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Final

from companion import chance
from companion.rules.game import Action, IllegalAction, JsonObject
from companion.rules.gnoming.action_text import describe, refusal
from companion.rules.gnoming.cards import name, place_name
from companion.rules.gnoming.position import GnomingPosition
from companion.rules.grid import CELLS, HAZARD, MULLIGAN, grid_score

if TYPE_CHECKING:
    from companion.rules.gnoming.game import Gnoming

CLOSER_POINTS: Final = 5
"""What the closer of a round gains with the lowest score and loses without (6.5.6)."""


class GnomingState(GnomingPosition):
    """One moment of a match; what lies where is in `Position`."""

    def __init__(self, game: Gnoming, seats: int, seed: int, match: int) -> None:
        self.game = game
        self.seats = seats
        self.seed = seed
        self.match = match
        self.round = 0
        self.sheet = []
        self.reveal = None
        self._public_events = []
        self._start_round()

    def _start_round(self) -> None:
        """Deal nine cards each and turn over two as discard piles (6.2.1-6.2.2)."""
        self.round += 1
        cards = list(self.game.cards)
        stream = chance.stream(self.seed, self.match, chance.DEAL, self.round)
        stream.shuffle(cards)
        self.grids = [[cards.pop() for _ in range(CELLS)] for _ in range(self.seats)]
        self.up = [[False] * CELLS for _ in range(self.seats)]
        self.pile = cards
        self.discards = {}
        for letter in ("A", "B"):
            while self.pile[-1] == HAZARD:
                stream.shuffle(self.pile)
            self.discards[letter] = [self.pile.pop()]
        self.chosen = []
        self.removed = 0
        self.held = None
        self.source = None
        self.filled = []
        self.flippers = []
        self.closer = None
        self.turns = 0
        self.turn_seat = (self.round - 1) % self.seats  # 6.2.4
        self.phase = "start"
        self.player = 0
        self._legal = None

    # Rules: what is allowed

    def current_player(self) -> int | None:
        """Return the seat that must decide now, or None when the match is over."""
        return self.player

    def legal_actions(self) -> Sequence[Action]:
        """Return what the player may do.

        `("turn-up", place, place)` at the start, `("draw", "pile" | "A" | "B")`, `("place", place)` and
        `("discard", "A" | "B" | "away")` (a Hazard goes away) for the drawn or bounced card, and
        `("turn-up", place)` or `("pass",)` when another player has discarded a Hazard. Places are 0-8, row by row.
        """
        if self._legal is None:
            self._legal = tuple(self._find_legal())
        return self._legal

    def _find_legal(self) -> list[Action]:
        if self.player is None:
            return []
        if self.phase == "start":
            return [("turn-up", first, second) for first, second in combinations(range(CELLS), 2)]
        if self.phase == "draw":
            return [("draw", source) for source in self._draws(self.player)]
        if self.phase == "flip":
            return [*(("turn-up", place) for place in self.face_down(self.player)), ("pass",)]
        discards: list[Action] = [("discard", letter) for letter in self._discards()]
        if self.phase == "discard":
            return discards
        if self.phase == "bounce":
            return [*(("place", place) for place in range(CELLS) if place not in self.filled), *discards]
        mulligans = self.mulligans(self.player)
        allowed = 0 if self.held == MULLIGAN else 1  # face-up Mulligans that may stay if the held card goes elsewhere
        places = mulligans if len(mulligans) > allowed else range(CELLS)
        reject = self.source == "pile" and len(mulligans) < 2
        return [*(("place", place) for place in places), *(discards if reject else [])]

    def _draws(self, seat: int) -> list[str]:
        """Return where a player may draw (6.3.1), not a Mulligan that would leave two face up (6.3.5)."""
        found = ["pile"] if self.pile else []
        found += [letter for letter, cards in self.discards.items() if cards]
        if len(self.mulligans(seat)) > 1:
            others = [place for place in found if place == "pile" or self.discards[place][-1] != MULLIGAN]
            return others or found
        return found

    def _discards(self) -> list[str]:
        """Return where the held card may be discarded (6.3.7-6.3.8)."""
        if self.held == HAZARD:
            return ["away"]
        empty = [letter for letter, cards in self.discards.items() if not cards]
        return empty if len(empty) == 1 else ["A", "B"]

    # Rules: what happens

    def apply(self, action: Action) -> None:
        """Carry out one action of the current player.

        Raises:
            IllegalAction: the action is not allowed now; code and sentence explain why.
        """
        if self.player is None or action not in self.legal_actions():
            raise IllegalAction(*refusal(self, action))
        self._legal = None
        self._public_events = []
        verb, *rest = action
        if verb == "draw":
            self._draw(str(rest[0]))
        elif verb == "place":
            self._place(self.player, int(rest[0]))
        elif verb == "discard":
            self._discard(str(rest[0]))
        elif self.phase == "start":
            self._choose_start([int(place) for place in rest])
        else:
            self._flip(self.player, [int(place) for place in rest])

    def _choose_start(self, places: list[int]) -> None:
        """Take down one hidden choice; the last one turns all chosen cards up (6.2.3)."""
        self.chosen.append(places)
        if len(self.chosen) < self.seats:
            self.player = len(self.chosen)
            return
        for seat, chosen in enumerate(self.chosen):
            for place in chosen:
                self.up[seat][place] = True
            shown = " and ".join(name(self.grids[seat][place]) for place in chosen)
            self._public_events.append(f"Seat {seat} turns over {shown}.")
        self.chosen = []
        self._begin_turn(self.turn_seat)

    def _begin_turn(self, seat: int) -> None:
        """Let a player draw; refill the draw pile first if it is empty (6.3.10, R-46)."""
        if not self.pile:
            for cards in self.discards.values():
                self.pile += cards[:-1]
                del cards[:-1]
            chance.stream(self.seed, self.match, chance.RESHUFFLE, self.round, self.turns).shuffle(self.pile)
            if self.pile:
                self._public_events.append("The discarded cards below the top ones are shuffled into a new draw pile.")
            elif not any(self.discards.values()):
                self._public_events.append("There is no card left to draw: the round ends.")
                self._end_round()
                return
        self.phase = "draw"
        self.player = self.turn_seat = seat
        self.filled = []

    def _draw(self, source: str) -> None:
        """Take the top card of a pile (6.3.1)."""
        self.held = (self.pile if source == "pile" else self.discards[source]).pop()
        self.source = "pile" if source == "pile" else "A" if source == "A" else "B"
        self.phase = "place"

    def _place(self, seat: int, place: int) -> None:
        """Put the held card face up in place of another, which may bounce (6.3.4, 6.3.6)."""
        assert self.held is not None  # noqa: S101 - for the type checker: guaranteed by the phase
        replaced, was_up = self.grids[seat][place], self.up[seat][place]
        self.grids[seat][place], self.up[seat][place] = self.held, True
        self.filled.append(place)
        self.held, self.source = replaced, "grid"
        bounces = False
        if not was_up:
            equal = any(up and card == replaced for card, up in zip(self.grids[seat], self.up[seat], strict=True))
            bounces = isinstance(replaced, int) and replaced > 0 and equal and len(self.filled) < CELLS
            note = ", which may bounce" if bounces else ""
            self._public_events.append(f"The card at {place_name(place)} was {name(replaced)}{note}.")
        if bounces:
            self.phase = "bounce"
            return
        self.phase = "discard"
        targets = self._discards()
        if len(targets) == 1:
            if targets != ["away"]:
                self._public_events.append(f"The {name(replaced)} goes to discard pile {targets[0]}, which is empty.")
            self._discard(targets[0])

    def _discard(self, target: str) -> None:
        """Discard the held card; a Hazard leaves the game and lets the others turn over a card (6.3.7-6.3.9)."""
        assert self.held is not None  # noqa: S101 - for the type checker: guaranteed by the phase
        card, self.held, self.source = self.held, None, None
        if target != "away":
            self.discards[target].append(card)
            self._end_turn()
            return
        self.removed += 1
        self._public_events.append("The Hazard leaves the game: every other player may turn over one card.")
        others = [(self.turn_seat + i) % self.seats for i in range(1, self.seats)]
        self.flippers = [seat for seat in others if len(self.face_down(seat)) > 1]
        self._next_flipper()

    def _next_flipper(self) -> None:
        """Ask the next player who may turn over a card, or end the turn."""
        if self.flippers:
            self.phase, self.player = "flip", self.flippers.pop(0)
        else:
            self._end_turn()

    def _flip(self, seat: int, places: list[int]) -> None:
        """Turn over one card for a Hazard, or none (6.3.9)."""
        for place in places:
            self.up[seat][place] = True
            self._public_events.append(f"It is {name(self.grids[seat][place])}.")
        self._next_flipper()

    def _end_turn(self) -> None:
        """Find out whether the round is closed, and go on (6.4)."""
        seat = self.turn_seat
        self.turns += 1
        if self.closer is None and not self.face_down(seat):
            self.closer = seat
            self._public_events.append(f"Seat {seat} closes the round: every other player has one more turn.")
        following = (seat + 1) % self.seats
        if following == self.closer:
            self._end_round()
        elif self.closer is None and self.turns >= self.game.turn_limit * self.seats:
            self._public_events.append(f"Nobody has closed the round in {self.game.turn_limit} turns each: it ends.")
            self._end_round()
        else:
            self._begin_turn(following)

    def _end_round(self) -> None:
        """Reveal, score, and go on to the next round or the end (6.4.3, 6.5, 6.6)."""
        self.up = [[True] * CELLS for _ in range(self.seats)]
        grids = [grid_score(grid) for grid in self.grids]
        points = list(grids)
        if self.closer is not None:
            points[self.closer] += -CLOSER_POINTS if grids[self.closer] == min(grids) else CLOSER_POINTS
        self.sheet.append(points)
        self.reveal = {
            "round": self.round,
            "grids": [list(grid) for grid in self.grids],
            "grid_scores": grids,
            "closer": self.closer,
            "points": list(points),
        }
        scores = self.scores
        scores_text = ", ".join(f"seat {seat} {points[seat]:+} = {scores[seat]}" for seat in range(self.seats))
        self._public_events.append(f"All cards are turned over. Points of round {self.round}: {scores_text}.")
        if self.round < self.game.rounds:
            self._start_round()
            return
        self.phase, self.player = "over", None
        winners = " and ".join(f"seat {seat}" for seat in self._winners())
        self._public_events.append(f"The match is over; the lowest total wins: {winners}.")

    def _winners(self) -> list[int]:
        """Return who has the lowest total; ties: the lowest last round; still tied: all of them (6.6)."""
        results = list(zip(self.scores, self.sheet[-1], strict=True))
        return [seat for seat, result in enumerate(results) if result == min(results)]

    def returns(self) -> Sequence[float]:
        """Return 1.0 shared among the winners (6.6)."""
        if self.player is not None:
            return [0.0] * self.seats
        winners = self._winners()
        return [1.0 / len(winners) if seat in winners else 0.0 for seat in range(self.seats)]

    # View

    def view(self, seat: int) -> JsonObject:
        """Return what `seat` may know (6.7): face-down cards are null, one's own too.

        `deck` is the public list of all 110 cards as `[card, how many]`; `held` is null while another player looks at
        a card from the draw pile; `chosen` are the places that `seat` has chosen to turn over at the start.
        """
        seen = self.held if self.source != "pile" or seat == self.player else None
        return {
            "game": self.game.name,
            "seat": seat,
            "seats": self.seats,
            "rounds": self.game.rounds,
            "round": self.round,
            "phase": self.phase,
            "current_player": self.player,
            "turn": self.turn_seat,
            "deck": [[card, count] for card, count in Counter(self.game.cards).items()],
            "grids": [
                [card if shown else None for card, shown in zip(grid, up, strict=True)]
                for grid, up in zip(self.grids, self.up, strict=True)
            ],
            "chosen": list(self.chosen[seat]) if seat < len(self.chosen) else None,
            "pile": len(self.pile),
            "discards": {letter: list(cards) for letter, cards in self.discards.items()},
            "removed_hazards": self.removed,
            "held": seen,
            "held_from": self.source,
            "filled": list(self.filled),
            "closer": self.closer,
            "sheet": [list(points) for points in self.sheet],
            "scores": self.scores,
            "reveal": self.copy_reveal(),
        }

    def describe(self, action: Action) -> str:
        """Return one English sentence on a legal action."""
        return describe(self, action)

    def public(self, action: Action) -> str:
        """Return what every seat may know: the choice at the start is hidden until all have chosen (6.2.3)."""
        return "Choose two cards to turn over." if self.phase == "start" else self.describe(action)

    def public_events(self) -> Sequence[str]:
        """Return what the last action brought to light: cards turned over, bounces, closing, scores."""
        return tuple(self._public_events)
