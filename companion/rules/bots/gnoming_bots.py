"""Bots for Gnoming A Round. `greedy` lowers its own grid; `cautious` also minds the next player and the closing.

Both see only their own view: what lies face down counts as the mean of all unseen cards.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from companion.chance import Chance
from companion.rules.game import Action, JsonObject
from companion.rules.grid import HAZARD, HAZARD_POINTS, LINES, MULLIGAN, grid_score

SeenCard: TypeAlias = Any
"""A card as in the view: a number, a word, or None for one that lies face down."""
SeenGrid: TypeAlias = list[SeenCard]

PROMISE: Final = 0.3
"""How much of what a line that lacks one card would save is counted on."""

GIFT: Final = 0.5
"""How much of what a discarded card would save the next player counts as an own cost for `cautious`."""


def greedy(view: JsonObject, legal: Sequence[Action], chance: Chance, /) -> Action:
    """Do what lowers the expected score of the own grid most."""
    return _decide(_Look(view, cautious=False), legal, chance)


def cautious(view: JsonObject, legal: Sequence[Action], chance: Chance, /) -> Action:
    """Lower the own grid, give the next player little, close with a low grid, count on nothing in the last turn."""
    return _decide(_Look(view, cautious=True), legal, chance)


def _decide(look: "_Look", legal: Sequence[Action], chance: Chance) -> Action:
    """Return the action with the lowest cost; the first of equal ones."""
    phase = look.view["phase"]
    if phase == "start":
        return chance.choice(legal)
    if phase == "flip":
        return legal[-1]  # a card that stays face down can still bounce
    return min(legal, key=look.cost_of_draw if phase == "draw" else look.cost_of_use)


class _Look:
    """What a bot makes of its view in one decision; every cost is in points of the round, low is good."""

    def __init__(self, view: JsonObject, *, cautious: bool) -> None:
        self.view = view
        self.cautious = cautious
        self.grid: SeenGrid = view["grids"][view["seat"]]
        self.others: list[SeenGrid] = [grid for seat, grid in enumerate(view["grids"]) if seat != view["seat"]]
        self.unseen = self._unseen()
        total = sum(_points(card, 0.0) * count for card, count in self.unseen.items())
        self.mean = total / max(1, self.unseen.total())
        last_turn = cautious and view["closer"] is not None
        self.promise = 0.0 if last_turn else PROMISE
        self._gifts: dict[SeenCard, float] = {}

    def _unseen(self) -> Counter[SeenCard]:
        """Return the cards that lie face down or in the draw pile."""
        view = self.view
        unseen: Counter[SeenCard] = Counter(dict(view["deck"]))
        for cards in (*view["grids"], *view["discards"].values(), [view["held"]], [HAZARD] * view["removed_hazards"]):
            unseen.subtract(card for card in cards if card is not None)
        return +unseen

    def expected(self, grid: SeenGrid) -> float:
        """Return the score of a grid: face-down cards count as the mean, lines that lack one card as a promise."""
        score = grid_score(grid) + self.mean * grid.count(None)
        if not self.promise:
            return score
        for line in LINES:
            cells = [grid[place] for place in line]
            values = {cell for cell in cells if isinstance(cell, int) and cell > 0}
            if len(values) > 2 or not values:
                continue
            saved = max(self._saved(cells, value) for value in values)
            score -= self.promise * saved
        return score

    def _saved(self, cells: list[SeenCard], value: int) -> float:
        """Return what a line would save if its one card that does not fit became `value`; 0 if not one is missing."""
        wrong = [cell for cell in cells if cell not in (MULLIGAN, value)]
        if len(wrong) != 1:
            return 0.0
        return max(0.0, value * cells.count(value) + value + _points(wrong[0], self.mean))

    def cost(self, grid: SeenGrid, discarded: SeenCard) -> float:
        """Return the cost of having this grid after the turn and of what is discarded."""
        cost = self.expected(grid)
        if not self.cautious:
            return cost
        if self.view["closer"] is None and None not in grid:
            cost += -5 if grid_score(grid) <= min(map(self.expected, self.others)) else 5
        return cost + (GIFT * self._gift(discarded) if discarded is not None else 0.0)

    def _gift(self, card: SeenCard) -> float:
        """Return by how much the next player could lower the own grid with a discarded card."""
        if card not in self._gifts:
            grid = self.view["grids"][(self.view["turn"] + 1) % self.view["seats"]]
            best = min(self.expected(_placed(grid, place, card)) for place in range(len(grid)))
            self._gifts[card] = max(0.0, self.expected(grid) - best)
        return self._gifts[card]

    def cost_of_draw(self, action: Action) -> float:
        """Return the mean cost after drawing from a pile and using the card as well as possible."""
        source = str(action[1])
        if source != "pile":
            return self._best_place(self.view["discards"][source][-1])
        keep = self.cost(self.grid, None)
        total = sum(
            count * min(keep + (GIFT * self._gift(card) if self.cautious else 0.0), self._best_place(card))
            for card, count in self.unseen.items()
        )
        return total / max(1, self.unseen.total())

    def _best_place(self, card: SeenCard) -> float:
        """Return the lowest cost that putting a card anywhere gives."""
        return min(self._cost_of_place(card, place) for place in range(len(self.grid)))

    def _cost_of_place(self, card: SeenCard, place: int) -> float:
        """Return the cost of putting a card at a place."""
        return self.cost(_placed(self.grid, place, card), self.grid[place])

    def cost_of_use(self, action: Action) -> float:
        """Return the cost of placing or discarding the held card."""
        held = self.view["held"]
        if action[0] == "place":
            return self._cost_of_place(held, int(action[1]))
        pile = self.view["discards"].get(action[1])
        covered = _points(pile[-1], self.mean) if pile else 0.0  # better cover a low card, others want it
        return self.cost(self.grid, held) + 0.01 * covered


def _placed(grid: SeenGrid, place: int, card: SeenCard) -> SeenGrid:
    """Return the grid with another card at a place."""
    return [*grid[:place], card, *grid[place + 1 :]]


def _points(card: SeenCard, mean: float) -> float:
    """Return what a card counts outside lines."""
    if card is None:
        return mean
    if card == MULLIGAN:
        return 0.0
    return float(HAZARD_POINTS) if card == HAZARD else float(card)
