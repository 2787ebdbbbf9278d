r"""What a player sees on the table, in lines for the terminal; made from the view of the seat alone.

>>> print("\n".join(table_lines("link", state.view(0))))
Round 1, turn 9
Link card: VIRGO 5. Pile: 19 cards. Discard pile: 9 cards.
...
"""

from collections.abc import Callable, Iterable
from typing import Any, Final

from companion.deck import CARDS, GALAXIES
from companion.rules.game import JsonObject
from companion.rules.transcript import hand_names, join


def table_lines(game: str, view: JsonObject) -> list[str]:
    """Return the lines that show what the seat of this view may know, the own hand last."""
    lines = list(_TABLES[game](view))
    if hand := hand_names(game, view):
        lines.append(f"Your hand: {', '.join(hand)}.")
    return lines


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _seats(view: JsonObject, notes: Callable[[int], Iterable[str | None]]) -> Iterable[str]:
    """Yield a line for each seat: the number of cards in hand, and the notes that are not empty."""
    for seat, size in enumerate(view["hand_sizes"]):
        name = f"Seat {seat}{' (you)' if seat == view['seat'] else ''}"
        yield f"{name:<13} {_cards(size):>8}  {', '.join(filter(None, notes(seat)))}".rstrip()


def _round(view: JsonObject) -> str:
    of = f" of {view['rounds']}" if view["rounds"] > 1 else ""
    return f"Round {view['round'] + 1}{of}, turn {view['turn']}."


def _rounds_won(view: JsonObject, seat: int) -> str | None:
    won = view["points"][seat]
    return None if view["rounds"] == 1 else f"{won} round{'s' * (won != 1)} won"


_FLAGS: Final = {"open": "has not said GONG", "catchable": "has not said GONG: catch!", "safe": "said GONG"}


def _link(view: JsonObject) -> Iterable[str]:
    yield _round(view)
    link = "none: any card may be played" if view["link"] is None else CARDS[view["link"]].name
    yield f"Link card: {link}. Pile: {_cards(view['pile'])}. Discard pile: {_cards(len(view['discard']))}."
    yield from _seats(view, lambda seat: [_FLAGS.get(view["flags"][seat]), _rounds_won(view, seat)])


def _family(view: JsonObject) -> Iterable[str]:
    yield f"{_round(view)} Pile: {_cards(view['pile'])}."

    def notes(seat: int) -> list[str | None]:
        families = [GALAXIES[galaxy] for galaxy in view["families"][seat]]
        known = [CARDS[card].name for card in view["shown"][seat]] if seat != view["seat"] else []
        return [
            f"{len(families)} {'family' if len(families) == 1 else 'families'}",
            *families,
            f"holds {join(known)}" if known else None,
            _rounds_won(view, seat),
        ]

    yield from _seats(view, notes)


def _fight(view: JsonObject) -> Iterable[str]:
    yield f"{_round(view)} Pile: {_cards(view['pile'])}. Discard pile: {_cards(len(view['discard']))}."
    if view["revealed"] is not None:
        yield f"Turned over by seat {view['player']}: {CARDS[view['revealed']].name}, mission {view['mission']}."
    if view["turned"] is not None:
        yield f"Turned over from the pile: {CARDS[view['turned']].name}."

    def notes(seat: int) -> list[str | None]:
        known = [CARDS[card].name for card in view["known"][seat]]
        return [f"you know of {join(known)}" if known else None, _rounds_won(view, seat)]

    yield from _seats(view, notes)
    if view["chosen"]:
        yield f"You have chosen {join([CARDS[card].name for card in view['chosen']])}."
    if view["grid"]:
        cells = ["." if card < 0 else str(CARDS[card].number) for card in view["grid"]]
        yield f"Your grid so far: {' / '.join(' '.join(cells[row : row + 3]) for row in range(0, len(cells), 3))}"
    for place, cards in enumerate(view["places"]):
        if cards:
            yield f"You have laid at place {place + 1}: {join([CARDS[card].name for card in cards])}."


def _gang_of_four(view: JsonObject) -> Iterable[str]:
    from companion.rules.gang_of_four.cards import KEYS, names

    yield f"Round {view['round']}, {view['direction']}. The match ends at {view['target']} points; the lowest wins."
    if (table := view["table"]) is None:
        yield "The table is empty."
    else:
        cards = names([KEYS[word] for word in table["cards"]])
        yield f"On the table: {table['type']} of seat {table['seat']}: {cards}."

    def notes(seat: int) -> list[str | None]:
        return [
            f"{view['scores'][seat]} points",
            "last card!" if seat in view["announced"] else None,
            "cannot win this round" if seat in view["barred"] else None,
            "passed" if seat in view["passed"] else None,
        ]

    yield from _seats(view, notes)


def _gnoming(view: JsonObject) -> Iterable[str]:
    piles = ". ".join(
        f"Discard pile {letter}: {_value(cards[-1])} on top of {len(cards)}"
        if cards
        else f"Discard pile {letter}: empty"
        for letter, cards in view["discards"].items()
    )
    yield f"Round {view['round']} of {view['rounds']}. Draw pile: {_cards(view['pile'])}. {piles}."
    if view["closer"] is not None:
        yield f"Seat {view['closer']} has closed: everybody else has one last turn."
    seats = range(view["seats"])
    for first in seats[::GRIDS_IN_A_ROW]:
        row = seats[first : first + GRIDS_IN_A_ROW]
        yield "".join(
            f"Seat {seat}{' (you)' if seat == view['seat'] else ''}".ljust(GRID_WIDTH) for seat in row
        ).rstrip()
        for line in range(0, 9, 3):
            grids = ["".join(f"{_value(card):>5}" for card in view["grids"][seat][line : line + 3]) for seat in row]
            yield "".join(grid.ljust(GRID_WIDTH) for grid in grids).rstrip()
        yield "".join(f"{view['scores'][seat]} points".ljust(GRID_WIDTH) for seat in row).rstrip()
    if view["held"] is not None:
        yield f"To be placed: {_value(view['held'])}."


GRIDS_IN_A_ROW: Final = 4
GRID_WIDTH: Final = 19


def _value(card: int | str | None) -> str:
    """Return a card of a grid in at most four characters; a face-down card is a question mark."""
    return "?" if card is None else {"mulligan": "Mull", "hazard": "Haz"}.get(str(card), str(card))


def _guimenon(view: JsonObject) -> Iterable[str]:
    me, other = view["seat"], 1 - view["seat"]
    yield f"Turn {view['turn']} of 6. You have {view['moon']} Moon. Seat {other} holds {_cards(view['hands'][other])}."
    for place, word in zip(view["places"], ("Left", "Centre", "Right"), strict=True):
        location = place["location"]
        what = "face down" if location is None else f"{location['name']}. {location['text']}".strip()
        yield f"{word}: {what}"
        for seat, name in ((other, f"seat {other}"), (me, "you")):
            cards = ", ".join(map(_piece, place["cards"][seat])) or "-"
            yield f"  {name:<7} {place['stars'][seat]:>3} Stars   {cards}"
        planned = [plan for plan in view["plan"] if view["places"][plan["place"]] is place]
        if planned:
            yield f"  planned: {join([plan['card'].replace('-', ' ').title() for plan in planned])}"
    for card in view["hand"]:
        stars = "Item" if card["stars"] is None else f"{card['stars']} Stars"
        yield f"{card['name']} ({card['cost']} Moon, {stars}) {card['text']}".rstrip()


def _piece(card: JsonObject) -> str:
    return card["name"] if card["stars"] is None else f"{card['name']} {card['stars']}"


_TABLES: Final[dict[str, Callable[[JsonObject], Iterable[Any]]]] = {
    "link": _link,
    "family": _family,
    "fight": _fight,
    "gang-of-four": _gang_of_four,
    "gnoming": _gnoming,
    "guimenon": _guimenon,
}
