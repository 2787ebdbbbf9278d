"""The interpreter: it carries out triggered abilities, one effect after the other (rules/guimenon.md 7.3.5-7.6).

A frame is an ability that is being carried out. Frames lie on a stack, so that the On Destroyed abilities that an
effect triggers resolve right after that effect and before the rest of the ability that caused it (R-53). The stack
can stop for a choice and is plain data, so a match can be saved in the middle of a chain.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from companion.rules.guimenon.agenda import Agenda, Frame
from companion.rules.guimenon.board import AbilitySource, Board
from companion.rules.guimenon.effects import Effects
from companion.rules.guimenon.language import TRIGGER_NAMES, Ability, Effect, Target, Trigger
from companion.rules.guimenon.names import piece_text, place_text
from companion.rules.guimenon.pieces import SEATS, Piece
from companion.rules.guimenon.pool import PLACES

CHAIN_LIMIT: Final = 100
"""Triggered abilities per phase; the rest is dropped (7.5.5)."""


class Resolver:
    """Carries out the agenda on a board; `report` takes sentences on what all seats see."""

    def __init__(self, board: Board, agenda: Agenda, report: Callable[[str], None]) -> None:
        self.board = board
        self.table = board.table
        self.pool = board.pool
        self.agenda = agenda
        self.report = report
        self.effects = Effects(board, report)

    # The agenda

    def begin(self, waiting: list[Frame]) -> None:
        """Begin a phase in which these abilities are triggered."""
        self.table.prune()
        self.agenda.waiting = waiting
        self.agenda.at = 0
        self.agenda.first = []
        self.agenda.chain = 0

    def triggered(self, trigger: Trigger, pieces: Sequence[Piece]) -> list[Frame]:
        """Return the abilities of pieces in play and of revealed Locations with this trigger; Locations come first."""
        frames = [
            Frame(place, None, None, index)
            for place in range(self.table.revealed)
            for index in self._with(trigger, self._location_abilities(place))
        ]
        return frames + [frame for piece in pieces for frame in self._of_piece(trigger, piece)]

    def run(self) -> bool:
        """Resolve until a choice is needed (False) or the phase is over (True)."""
        agenda = self.agenda
        while not agenda.asking:
            if agenda.stack:
                self._step(agenda.stack[-1])
            elif agenda.at < PLACES:
                self._begin_place(agenda.at)
                agenda.at += 1
            else:
                return True
        return False

    def asks(self) -> bool:
        """Return True if the innermost ability has a choice to make."""
        frame = self.agenda.stack[-1]
        effects = self._ability(frame).do
        return frame.effect < len(effects) and bool(self._options(frame, _choice_of(effects[frame.effect])))

    def options(self) -> list[Piece]:
        """Return the pieces that the asked player may choose now."""
        frame, effect = self.asking()
        return self._options(frame, _choice_of(effect))

    def asking(self) -> tuple[Frame, Effect]:
        """Return the innermost ability and its effect for which a choice is asked."""
        frame = self.agenda.stack[-1]
        return frame, self._ability(frame).do[frame.effect]

    def may_stop(self) -> bool:
        """Return True if the asked player may choose no more."""
        target = _choice_of(self.asking()[1])
        return target is not None and target.up_to

    def choose(self, number: int) -> None:
        """Take the asked player's choice."""
        self.agenda.stack[-1].chosen.append(number)
        self.agenda.asking = False

    def stop(self) -> None:
        """Carry out the effect with what has been chosen."""
        self.agenda.asking = False
        self._carry_out(self.agenda.stack[-1])

    def priority(self, place: int) -> int:
        """Return who resolves first at a place: the player with fewer Stars there, equal: at random (7.3.6)."""
        a, b = (self.board.side_stars(place, seat) for seat in SEATS)
        return self.table.below(2) if a == b else 0 if a < b else 1

    def _begin_place(self, place: int) -> None:
        """Put the abilities of a place on the stack: the Location's, then by priority, then by order of placing."""
        first = self.priority(place)
        self.agenda.first.append(first)
        here = [frame for frame in self.agenda.waiting if frame.place == place]
        self.agenda.waiting = [frame for frame in self.agenda.waiting if frame.place != place]
        order = [[frame for frame in here if frame.owner == owner] for owner in (None, first, 1 - first)]
        self.agenda.stack.extend(frame for group in reversed(order) for frame in reversed(group))

    def _of_piece(self, trigger: Trigger, piece: Piece) -> list[Frame]:
        return [
            Frame(piece.place, piece.owner, piece.number, index)
            for index in self._with(trigger, self.pool.card(piece.card).abilities)
        ]

    def _location_abilities(self, place: int) -> Sequence[Ability]:
        return self.pool.locations[self.table.locations[place]].abilities

    def _with(self, trigger: Trigger, abilities: Sequence[Ability]) -> list[int]:
        return [index for index, ability in enumerate(abilities) if ability.on == trigger]

    def abilities(self, frame: Frame) -> Sequence[Ability]:
        """Return the abilities of the card or Location to which a frame belongs."""
        if frame.piece is None:
            return self._location_abilities(frame.place)
        return self.pool.card(self.table.pieces[frame.piece].card).abilities

    def _ability(self, frame: Frame) -> Ability:
        return self.abilities(frame)[frame.ability]

    def _source(self, frame: Frame) -> AbilitySource:
        """Return where the ability speaks from: a card that has moved speaks from where it is now."""
        place = frame.place if frame.piece is None else self.table.pieces[frame.piece].place
        return AbilitySource(place, frame.owner, frame.piece)

    # One frame

    def _step(self, frame: Frame) -> None:
        """Begin an ability, carry out its next effect, or take it off the stack."""
        ability = self._ability(frame)
        if not frame.begun:
            if not self._begin(frame, ability):
                self.agenda.stack.pop()
            return
        if frame.effect == len(ability.do):
            self.agenda.stack.pop()
            return
        target = _choice_of(ability.do[frame.effect])
        if target is not None:
            options = self._options(frame, target)
            missing = target.n - len(frame.chosen)
            if options and missing > 0:
                if len(options) > missing or target.up_to:
                    self.agenda.asking = True
                    return
                frame.chosen += [piece.number for piece in options]
        self._carry_out(frame)

    def _begin(self, frame: Frame, ability: Ability) -> bool:
        """Return True if an ability acts at all, and count it."""
        gone = frame.piece is not None and self.table.pieces[frame.piece].gone
        if (gone and ability.on != "destroyed") or self.agenda.chain >= CHAIN_LIMIT:
            return False
        self.agenda.chain += 1
        frame.begun = True
        if ability.if_ is not None and not self.board.holds(ability.if_, self._source(frame)):
            return False
        self.report(f"{TRIGGER_NAMES[ability.on]}: {self._speaker(frame)}.")
        return True

    def _carry_out(self, frame: Frame) -> None:
        """Carry out the next effect, then put on the stack what it destroyed."""
        effect = self._ability(frame).do[frame.effect]
        source = self._source(frame)
        chosen = [self.table.pieces[number] for number in frame.chosen]
        frame.effect += 1
        frame.chosen = []
        destroyed = self.effects.execute(effect, source, chosen)
        self.board.changed()
        if destroyed:
            self._push_destroyed(destroyed)

    def _options(self, frame: Frame, target: Target | None) -> list[Piece]:
        if target is None:
            return []
        return [p for p in self.board.candidates(target, self._source(frame)) if p.number not in frame.chosen]

    def _push_destroyed(self, destroyed: list[tuple[Piece, int]]) -> None:
        """Put the On Destroyed abilities of these pieces on the stack, several by the rule of priority (7.5.4)."""
        frames: list[Frame] = []
        for place in sorted({piece.place for piece, _ in destroyed}):
            here = [(piece, rank) for piece, rank in destroyed if piece.place == place]
            first = here[0][0].owner
            if len({piece.owner for piece, _ in here}) == 2:
                known = self.agenda.first
                first = known[place] if place < len(known) else self.priority(place)
            here.sort(key=lambda found: (found[0].owner != first, found[1]))
            for piece, _ in here:
                frames += self._of_piece("destroyed", piece)
                if place < self.table.revealed:
                    own = self._with("destroyed", self._location_abilities(place))
                    frames += [Frame(place, piece.owner, None, index) for index in own]
        self.agenda.stack.extend(reversed(frames))

    def _speaker(self, frame: Frame) -> str:
        if frame.piece is None:
            return place_text(self.pool, self.table, frame.place)
        return piece_text(self.pool, self.table.pieces[frame.piece])


def _choice_of(effect: Effect) -> Target | None:
    """Return the target of an effect if its owner chooses among it."""
    of = getattr(effect, "of", None)
    return of if isinstance(of, Target) and of.pick == "choice" else None
