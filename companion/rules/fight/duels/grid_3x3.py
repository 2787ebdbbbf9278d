"""`grid_3x3`: both lay k cards into a grid, cell by cell; the lower score wins (8.6.2)."""

from typing import Final

from companion.missions.duels.grid_3x3 import Grid3x3
from companion.rules.fight.bout import Bout
from companion.rules.fight.decisions import Decision, Task
from companion.rules.fight.declarations import DuelRules
from companion.rules.game import Action, JsonObject
from companion.rules.gong.cards import NUMBER_OF, cards_of, mask_of
from companion.rules.grid import CELLS, grid_score

LAY: Final[tuple[Action, ...]] = tuple(("lay", card) for card in range(54))
LEAVE: Final[Action] = ("leave",)


def _play(bout: Bout, duel: Grid3x3) -> Task[int]:
    count = min(duel.max_cards, *(bout.galaxy_cards(seat).bit_count() for seat in bout.sides))
    grids = []
    for seat in bout.sides:
        bout.state.grid = []
        yield from _fill_grid(bout, seat, count)
        grids.append(bout.state.grid)
    bout.state.grid = []
    scores = []
    for seat, grid in zip(bout.sides, grids, strict=True):
        bout.show(seat, mask_of(card for card in grid if card >= 0))
        scores.append(grid_score([NUMBER_OF[card] if card >= 0 else None for card in grid]))
        bout.state.events.append(("grid", seat, scores[-1], *grid))
    return bout.better(-scores[0], -scores[1])


def _fill_grid(bout: Bout, seat: int, count: int) -> Task[None]:
    """Fill the cells row by row: a card or nothing, as long as enough cells remain for the k cards.

    All nine cells are asked for, so that the other players do not see which are empty.
    """
    grid, left = bout.state.grid, count
    while len(grid) < CELLS:
        hand = bout.galaxy_cards(seat) & ~mask_of(card for card in grid if card >= 0)
        legal = tuple(LAY[card] for card in cards_of(hand)) if left else ()
        if CELLS - len(grid) > left:
            legal = (*legal, LEAVE)
        about = {"cell": len(grid), "left": left}
        action = yield Decision(seat, "grid", legal, "Lay {} into the next cell.", "Think of the next cell.", about)
        if action == LEAVE:
            grid.append(-1)
        else:
            grid.append(int(action[1]))
            left -= 1


def _value(view: JsonObject, action: Action) -> int:
    """Fill a row with one number where the cards are there, else lay low numbers; leave cells empty at the end."""
    if action[0] == "leave":
        return -100
    number = NUMBER_OF[int(action[1])]
    grid: list[int] = view["grid"]
    row = [NUMBER_OF[card] for card in grid[len(grid) - len(grid) % 3 :] if card >= 0]
    laid = {card for card in grid if card >= 0}
    same = sum(NUMBER_OF[card] == number for card in view["hand"] if card not in laid)
    if row:
        return 20 if number == row[0] else -number
    return (10 if same >= 3 else 0) - number


RULES: Final = DuelRules(play=_play, galaxy_cards=3, replay=False, valuations={"grid": _value})
