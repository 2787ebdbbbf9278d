"""A state of Guimenon as plain JSON data and back, checked against its own types and invariants."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from companion.rules.game import InvariantError, JsonObject
from companion.rules.guimenon.agenda import Agenda, Frame
from companion.rules.guimenon.base_state import GuimenonPosition
from companion.rules.guimenon.pieces import GuimenonTable
from companion.rules.guimenon.pool import PLACES
from companion.rules.match import SaveError

_TABLE: Final = TypeAdapter(GuimenonTable)
_AGENDA: Final = TypeAdapter(Agenda)


def dump_table(table: GuimenonTable) -> JsonObject:
    """Return a table as plain JSON data."""
    data: JsonObject = _TABLE.dump_python(table, mode="json")
    return data


def dump_agenda(agenda: Agenda) -> JsonObject:
    """Return an agenda as plain JSON data."""
    data: JsonObject = _AGENDA.dump_python(agenda, mode="json")
    return data


def read_parts(data: Mapping[str, Any], phases: tuple[str, ...]) -> tuple[GuimenonTable, Agenda, str, list[bool]]:
    """Return what a state is made of, each part of its right type.

    Raises:
        SaveError: the data is not a state of Guimenon.
    """
    if not isinstance(data, Mapping) or data.get("game") != "guimenon":
        raise SaveError('this is not a state of Guimenon: "game" is not "guimenon".')
    phase, planned = data.get("phase"), data.get("planned")
    if phase not in phases:
        raise SaveError(f'this is not a state of Guimenon: "phase" must be one of {", ".join(phases)}.')
    if not isinstance(planned, list) or len(planned) != 2 or not all(type(value) is bool for value in planned):
        raise SaveError('this is not a state of Guimenon: "planned" must be a list of two truth values.')
    rest = {key: value for key, value in data.items() if key not in ("game", "agenda", "phase", "planned")}
    try:
        # JSON mode takes lists for lists, but no number for a text and no text for a number
        table = _TABLE.validate_json(json.dumps(rest))
        agenda = _AGENDA.validate_json(json.dumps(data.get("agenda")))
    except (ValidationError, TypeError, ValueError) as error:
        detail = error.errors(include_url=False)[0] if isinstance(error, ValidationError) else None
        where = ".".join(map(str, detail["loc"])) if detail else "the data"
        what = detail["msg"].lower() if detail else "it is not plain JSON"
        raise SaveError(f"this is not a state of Guimenon: {where[:60]}: {what}.") from None
    return table, agenda, phase, list(planned)


def check_saved(state: GuimenonPosition) -> None:
    """Raise SaveError unless a state from JSON can be one of a match with its decks."""
    for fault in _faults(state):
        raise SaveError(f"this is not a state of Guimenon with these decks: {fault}.")
    try:
        state.check_invariants()
    except InvariantError as error:
        raise SaveError(f"this is not a state of Guimenon with these decks: {error}") from None


def _faults(state: GuimenonPosition) -> Iterator[str]:  # noqa: C901 - one test per fault
    """Yield what is impossible, in an order in which each test may rely on those before it."""
    table, agenda, pool = state.table, state.agenda, state.setup.pool
    deck = state.setup.locations.locations
    if len(set(table.locations)) != PLACES or not set(table.locations) <= set(deck):
        yield "its Locations are not three of the deck"
    if not 1 <= table.turn <= state.TURNS:
        yield f"the turn is {table.turn}"
    if table.revealed != min(PLACES, table.turn - (state.phase == "discard")):
        yield f"{table.revealed} Locations are face up in turn {table.turn}"
    for number, piece in table.pieces.items():
        known = piece.card in pool.cards or (piece.card in pool.tokens and not piece.real)
        if number != piece.number or not 1 <= number <= table.pieces_made or not known:
            yield f"card {number} in play is unknown"
    numbers = [number for place in table.sides for side in place for number in side]
    if len(set(numbers)) != len(numbers) or any(n not in table.pieces or table.pieces[n].gone for n in numbers):
        yield "a place holds a card that is not in play"
    held = [card for seat in (*table.hands, *table.decks, *table.discards) for card in seat]
    if any(card not in pool.cards for card in [*held, *(plan.card for plans in table.plans for plan in plans)]):
        yield "a hand, deck, plan or discard pile holds an unknown card"
    if any(table.plans) and state.phase != "plan":
        yield "cards are planned outside the plan"
    for frame in [*agenda.waiting, *agenda.stack]:
        if not _fits(state, frame):
            yield "an ability waits that no card has"
    if agenda.asking and not (agenda.stack and agenda.stack[-1].begun):
        yield "a choice is asked for that no ability needs"
    waits = {
        "discard": any(len(hand) > state.HAND_LIMIT for hand in table.hands),
        "plan": not all(state.planned),
        "over": table.turn == state.TURNS,
    }
    if agenda.asking:
        if state.phase in waits or not state.resolver.asks():
            yield "a choice is asked for that no ability needs"
    elif not waits.get(state.phase, False) or agenda.stack or agenda.waiting:
        yield "nobody has anything to decide"


def _fits(state: GuimenonPosition, frame: Frame) -> bool:
    """Return True if a waiting ability exists."""
    table = state.table
    if frame.piece is not None and frame.piece not in table.pieces:
        return False
    if frame.piece is None and frame.place >= table.revealed:
        return False
    abilities = state.resolver.abilities(frame)
    if frame.ability >= len(abilities) or frame.effect > len(abilities[frame.ability].do):
        return False
    return all(number in table.pieces for number in frame.chosen)
