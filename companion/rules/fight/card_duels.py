"""Duels in which cards of the hand are laid (rules/missions.md 8.5, 8.6). Choices are secret until both are made."""

from typing import Final

from companion.missions import model as m
from companion.rules import combinations
from companion.rules.fight.bout import TIE, Bout
from companion.rules.fight.table import CARD, Ask, Task
from companion.rules.game import Action
from companion.rules.gong.cards import BIT, GALAXY_MASK, GALAXY_OF, NUMBER_OF, cards_of, mask_of
from companion.rules.grid import CELLS, grid_score
from companion.rules.places import hold, tally

LAY: Final[tuple[Action, ...]] = tuple(("lay", card) for card in range(54))
LEAVE: Final[Action] = ("leave",)


def instead(bout: Bout, duel: m.Duel) -> Task[int]:
    """Play `highest_xphere`, in place of another duel too: a side without galaxy cards loses, both without: tie."""
    if not isinstance(duel, m.HighestXphere):
        bout.table.events.append(("instead",))
    mine, other = map(bout.galaxy_cards, bout.sides)
    if not mine or not other:
        return bout.better(bool(mine), bool(other))
    winner = yield from highest_xphere(bout, duel)
    if winner == TIE:
        bout.table.events.append(("replay",))
        winner = yield from highest_xphere(bout, duel)
    return winner


def _lay(bout: Bout, seat: int, count: int, target: int = 0) -> Task[int]:
    """Lay cards face down, chosen one after the other; return them. `target` is what their sum should be near to.

    Nobody is asked only where everybody sees that all cards must be laid: else the question would tell a joker.
    """
    hand = bout.galaxy_cards(seat)
    if bout.table.hands[seat].bit_count() == count:
        bout.table.chosen[seat] = hand
    for left in range(count - bout.table.chosen[seat].bit_count(), 0, -1):
        legal = tuple(CARD[card] for card in cards_of(hand & ~bout.table.chosen[seat]))
        about = {"left": left, "target": target}
        action = yield Ask(seat, "lay", legal, "Lay {} face down.", "Lay a card face down.", about)
        bout.table.chosen[seat] |= BIT[int(action[1])]
    return bout.table.chosen[seat]


def _lay_both(bout: Bout, count: int, target: int = 0) -> Task[None]:
    """Let both sides lay cards face down, then show them."""
    mine = yield from _lay(bout, bout.me, count, target)
    other = yield from _lay(bout, bout.opponent, count, target)
    bout.table.chosen = [0] * bout.table.seats
    bout.show(bout.me, mine)
    bout.show(bout.opponent, other)


def highest_xphere(bout: Bout, _: m.Duel) -> Task[int]:
    """Each lays 1 card; the higher number wins."""
    yield from _lay_both(bout, 1)
    return bout.better(_sum(bout.shown[bout.me]), _sum(bout.shown[bout.opponent]))


def closest_sum(bout: Bout, duel: m.ClosestSum) -> Task[int]:
    """Each lays 2 cards; the sum nearest to the target wins, at equal distance the lower sum."""
    yield from _lay_both(bout, duel.cards, duel.target)
    mine, other = _sum(bout.shown[bout.me]), _sum(bout.shown[bout.opponent])
    return bout.better((-abs(mine - duel.target), -mine), (-abs(other - duel.target), -other))


def _sum(mask: int) -> int:
    return sum(NUMBER_OF[card] for card in cards_of(mask))


def blind_battle(bout: Bout, duel: m.BlindBattle) -> Task[int]:
    """Each turns over a random card; equal: again, at most `replays` times."""
    yield from ()
    for attempt in range(1 + duel.replays):
        if attempt:
            bout.table.events.append(("replay",))
        for seat in bout.sides:
            bout.show(seat, BIT[bout.table.pick_blind(bout.galaxy_cards(seat))])
        winner = bout.better(_sum(bout.shown[bout.me]), _sum(bout.shown[bout.opponent]))
        if winner != TIE:
            break
    return winner


def largest_galaxy(bout: Bout, _: m.Duel) -> Task[int]:
    """Show the biggest group of one galaxy; size decides, then the sum of the group."""
    yield from ()
    values = []
    for seat in bout.sides:
        groups = [bout.table.hands[seat] & mask for mask in GALAXY_MASK]
        best = max(groups, key=lambda group: (group.bit_count(), _sum(group)))
        bout.show(seat, best)
        values.append((best.bit_count(), _sum(best)))
    return bout.better(values[0], values[1])


def best_combination(bout: Bout, duel: m.BestCombination) -> Task[int]:
    """Each lays its best set of cards by the ranking of Gang of Four (8.6.1)."""
    yield from ()
    values = []
    for seat in bout.sides:
        keys = [(NUMBER_OF[card], GALAXY_OF[card]) for card in cards_of(bout.galaxy_cards(seat))]
        best = combinations.best_combination(keys, combinations.GALAXY_RULES, duel.max_cards)
        assert best is not None  # noqa: S101 - both sides have a galaxy card
        bout.show(seat, mask_of(6 * galaxy + number - 1 for number, galaxy in best.cards))
        values.append(best)
    return bout.better(values[0], values[1])


def grid_3x3(bout: Bout, duel: m.Grid3x3) -> Task[int]:
    """Both lay k cards into a grid, cell by cell; the lower score wins (8.6.2)."""
    count = min(duel.max_cards, *(bout.galaxy_cards(seat).bit_count() for seat in bout.sides))
    grids = []
    for seat in bout.sides:
        bout.table.grid = []
        yield from _fill_grid(bout, seat, count)
        grids.append(bout.table.grid)
    bout.table.grid = []
    scores = []
    for seat, grid in zip(bout.sides, grids, strict=True):
        bout.show(seat, mask_of(card for card in grid if card >= 0))
        scores.append(grid_score([NUMBER_OF[card] if card >= 0 else None for card in grid]))
        bout.table.events.append(("grid", seat, scores[-1], *grid))
    return bout.better(-scores[0], -scores[1])


def _fill_grid(bout: Bout, seat: int, count: int) -> Task[None]:
    """Fill the cells row by row: a card or nothing, as long as enough cells remain for the k cards.

    All nine cells are asked for, so that nobody sees which are empty.
    """
    grid, left = bout.table.grid, count
    while len(grid) < CELLS:
        hand = bout.galaxy_cards(seat) & ~mask_of(card for card in grid if card >= 0)
        legal = tuple(LAY[card] for card in cards_of(hand)) if left else ()
        if CELLS - len(grid) > left:
            legal = (*legal, LEAVE)
        about = {"cell": len(grid), "left": left}
        action = yield Ask(seat, "grid", legal, "Lay {} into the next cell.", "Think of the next cell.", about)
        if action == LEAVE:
            grid.append(-1)
        else:
            grid.append(int(action[1]))
            left -= 1


def three_locations(bout: Bout, duel: m.ThreeLocations) -> Task[int]:
    """Both share k cards over three places; two places win, else the larger sum (8.6.3)."""
    cards = (bout.galaxy_cards(seat).bit_count() for seat in bout.sides)
    count = min(duel.max_cards, 3 * duel.per_location, *cards)
    sides = []
    for seat in bout.sides:
        bout.table.places = [[], [], []]
        yield from _share_out(bout, seat, count, duel.per_location)
        sides.append(bout.table.places)
    bout.table.places = []
    for seat, places in zip(bout.sides, sides, strict=True):
        masks = [mask_of(place) for place in places]
        bout.show(seat, sum(masks))
        bout.table.events.append(("places", seat, *masks))
    holdings = [[hold(NUMBER_OF[card] for card in place) for place in places] for places in sides]
    winner = tally(list(zip(*holdings, strict=True))).winner
    return TIE if winner is None else bout.sides[winner]


def _share_out(bout: Bout, seat: int, count: int, per_location: int) -> Task[None]:
    """Choose k cards in ascending order, each with its place."""
    places = bout.table.places
    free = cards_of(bout.galaxy_cards(seat))
    for left in range(count, 0, -1):
        legal: tuple[Action, ...] = tuple(
            ("place", card, place)
            for card in free[: len(free) - left + 1]
            for place in range(3)
            if len(places[place]) < per_location
        )
        heard = "Lay a card face down at a place."
        _, card, place = yield Ask(seat, "places", legal, "Lay {}.", heard, {"left": left})
        places[int(place)].append(int(card))
        free = free[free.index(int(card)) + 1 :]


def highest_unique(bout: Bout) -> Task[tuple[int, int]]:
    """Everybody lays 1 card; return who showed the highest number that is there once, and the loser, or ties."""
    seats = bout.table.clockwise(bout.me)
    for seat in seats:
        if bout.galaxy_cards(seat):
            yield from _lay(bout, seat, 1)
    laid, bout.table.chosen = bout.table.chosen, [0] * bout.table.seats
    for seat in seats:
        if laid[seat]:
            bout.show(seat, laid[seat])
    numbers = {seat: _sum(laid[seat]) for seat in seats}
    shown_numbers = list(numbers.values())
    unique = [number for number in shown_numbers if number and shown_numbers.count(number) == 1]
    if not unique:
        return TIE, TIE
    winner = next(seat for seat in seats if numbers[seat] == max(unique))
    others = [seat for seat in seats if seat != winner]
    return winner, min(others, key=lambda seat: numbers[seat])  # the first of several is the nearest clockwise to self
