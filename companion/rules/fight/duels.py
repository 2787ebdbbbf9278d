"""How each kind of duel is decided (rules/missions.md 8.5, 8.6).

Duels with cards are played: every choice is a decision, secret until both sides have made theirs, self first. Duels of
luck and skill are declared by the stream of duels: an attempt ends in a draw one time in eight, where the kind knows
draws, else each side wins as often.

Where the rules are silent:

- In a duel that guesses a card only the hider needs a card; the hidden card is shown afterwards.
- A guess that an earlier guess or hint has ruled out, and a call that cannot come true (higher than 6), is not offered.
- After a replay, the cards "shown in the duel" are those of the last showing.
- In `highest_unique` who lays no card counts as having the lowest number; the opponent is the player on the left.
- In `higher_lower` the card that lies open takes no part in a reshuffle.
- `three_locations` with k cards: at most as many as the three places can hold.
"""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from companion.missions import model as m
from companion.rules.combinations import GALAXY_RULES, best_combination
from companion.rules.fight.scene import Roles, Scene
from companion.rules.fight.table import Ask, FightTable, Task, choose_card, decide
from companion.rules.game import Action
from companion.rules.gong.cards import BIT, GALAXY_CARDS, GALAXY_MASK, GALAXY_OF, NUMBER_OF, cards_of, mask_of
from companion.rules.grid import CELLS, grid_score
from companion.rules.places import hold, tally

TIE: Final = -1

Shown: TypeAlias = list[int]
Play: TypeAlias = Callable[[FightTable, Any, int, int, Shown], Task[int]]
"""Decides a duel between two seats: returns the winner or TIE and notes the cards shown."""

NUMBERS: Final[tuple[Action, ...]] = tuple(("number", number) for number in range(1, 7))
GALAXY: Final[tuple[Action, ...]] = tuple(("galaxy", galaxy) for galaxy in range(9))
CALLS: Final[tuple[Action, ...]] = (("higher",), ("lower",), ("equal",))
LAY: Final[tuple[Action, ...]] = tuple(("lay", card) for card in range(54))
LEAVE: Final[Action] = ("leave",)


def fight_out(scene: Scene, duel: m.Duel) -> Task[Roles]:
    """Fight the duel and return who is who afterwards."""
    table, me = scene.table, scene.me
    shown: Shown = [0] * table.seats
    if isinstance(duel, m.HighestUnique):
        table.events.append(("duel", duel.kind, me, -1))
        winner, loser = yield from _highest_unique(table, me, shown)
        opponent = (me + 1) % table.seats
    else:
        opponent = (yield from scene.players(duel.vs))[0]
        table.events.append(("duel", duel.kind, me, opponent))
        winner = yield from _between(table, duel, me, opponent, shown)
        loser = TIE if winner == TIE else opponent if winner == me else me
    table.events.append(("tie",) if winner == TIE else ("won", winner, loser))
    return Roles(winner, loser, opponent, tuple(shown))


def _between(table: FightTable, duel: m.Duel, me: int, opponent: int, shown: Shown) -> Task[int]:
    """Decide a duel of two sides; with too few cards it becomes `highest_xphere`."""
    play, needed, replay = _KINDS[type(duel)]
    sides: tuple[int, ...] = (me, opponent)
    if isinstance(duel, m.GuessNumber | m.GuessGalaxy):
        sides = (opponent,) if duel.guesser == "self" else (me,)
    if any(_galaxy_cards(table, seat).bit_count() < needed for seat in sides):
        return (yield from _instead(table, duel, me, opponent, shown))
    winner = yield from play(table, duel, me, opponent, shown)
    if winner == TIE and replay:
        table.events.append(("replay",))
        winner = yield from play(table, duel, me, opponent, shown)
    return winner


def _instead(table: FightTable, duel: m.Duel, me: int, opponent: int, shown: Shown) -> Task[int]:
    """Play `highest_xphere` for another duel: a side without galaxy cards loses, both without is a tie (8.5)."""
    if not isinstance(duel, m.HighestXphere):
        table.events.append(("instead",))
    mine, other = _galaxy_cards(table, me), _galaxy_cards(table, opponent)
    if not mine or not other:
        return TIE if not mine and not other else me if mine else opponent
    winner = yield from _highest_xphere(table, duel, me, opponent, shown)
    if winner == TIE:
        table.events.append(("replay",))
        winner = yield from _highest_xphere(table, duel, me, opponent, shown)
    return winner


def _galaxy_cards(table: FightTable, seat: int) -> int:
    """Return the cards that may be laid in a duel: no jokers."""
    return table.hands[seat] & GALAXY_CARDS


def _show(table: FightTable, seat: int, mask: int, shown: Shown) -> None:
    """Show cards of a hand to everybody; they stay in the hand."""
    shown[seat] = mask
    table.make_known(seat, mask)
    table.events.append(("shows", seat, mask, 1))


def _lay(table: FightTable, seat: int, count: int) -> Task[int]:
    """Lay cards face down, chosen one after the other; return them."""
    for left in range(count, 0, -1):
        options = _galaxy_cards(table, seat) & ~table.chosen[seat]
        if options.bit_count() == left:
            table.chosen[seat] |= options
            break
        card = yield from choose_card(seat, "lay", options, "Lay {} face down.", "Lay a card face down.", left=left)
        table.chosen[seat] |= BIT[card]
    return table.chosen[seat]


def _lay_both(table: FightTable, me: int, opponent: int, count: int, shown: Shown) -> Task[None]:
    """Let both sides lay cards face down, then show them."""
    mine = yield from _lay(table, me, count)
    other = yield from _lay(table, opponent, count)
    table.chosen = [0] * table.seats
    _show(table, me, mine, shown)
    _show(table, opponent, other, shown)


# ---------------------------------------------------------------- duels with cards


def _highest_xphere(table: FightTable, _: m.Duel, me: int, opponent: int, shown: Shown) -> Task[int]:
    """Each lays 1 card; the higher number wins."""
    yield from _lay_both(table, me, opponent, 1, shown)
    return _better(_sum(shown[me]), _sum(shown[opponent]), me, opponent)


def _closest_sum(table: FightTable, duel: m.ClosestSum, me: int, opponent: int, shown: Shown) -> Task[int]:
    """Each lays 2 cards; the sum nearest to the target wins, at equal distance the lower sum."""
    yield from _lay_both(table, me, opponent, duel.cards, shown)
    mine, other = _sum(shown[me]), _sum(shown[opponent])
    return _better((-abs(mine - duel.target), -mine), (-abs(other - duel.target), -other), me, opponent)


def _sum(mask: int) -> int:
    return sum(NUMBER_OF[card] for card in cards_of(mask))


def _better(mine: Any, other: Any, me: int, opponent: int) -> int:
    """Return the side with the greater value."""
    return TIE if mine == other else me if mine > other else opponent


def _blind_battle(table: FightTable, duel: m.BlindBattle, me: int, opponent: int, shown: Shown) -> Task[int]:
    """Each turns over a random card; equal: again, at most `replays` times."""
    yield from ()
    for attempt in range(1 + duel.replays):
        if attempt:
            table.events.append(("replay",))
        for seat in (me, opponent):
            _show(table, seat, BIT[table.pick_blind(_galaxy_cards(table, seat))], shown)
        winner = _better(_sum(shown[me]), _sum(shown[opponent]), me, opponent)
        if winner != TIE:
            break
    return winner


def _largest_galaxy(table: FightTable, _: m.Duel, me: int, opponent: int, shown: Shown) -> Task[int]:
    """Show the biggest group of one galaxy; size decides, then the sum of the group."""
    yield from ()
    values = []
    for seat in (me, opponent):
        groups = [table.hands[seat] & mask for mask in GALAXY_MASK]
        best = max(groups, key=lambda group: (group.bit_count(), _sum(group)))
        _show(table, seat, best, shown)
        values.append((best.bit_count(), _sum(best)))
    return _better(values[0], values[1], me, opponent)


def _best_combination(table: FightTable, duel: m.BestCombination, me: int, opponent: int, shown: Shown) -> Task[int]:
    """Each lays its best set of cards by the ranking of Gang of Four (8.6.1)."""
    yield from ()
    values = []
    for seat in (me, opponent):
        keys = [(NUMBER_OF[card], GALAXY_OF[card]) for card in cards_of(_galaxy_cards(table, seat))]
        best = best_combination(keys, GALAXY_RULES, duel.max_cards)
        assert best is not None  # noqa: S101 - both sides have a galaxy card
        _show(table, seat, mask_of(6 * galaxy + number - 1 for number, galaxy in best.cards), shown)
        values.append(best)
    return _better(values[0], values[1], me, opponent)


def _grid_3x3(table: FightTable, duel: m.Grid3x3, me: int, opponent: int, shown: Shown) -> Task[int]:
    """Both lay k cards into a grid, cell by cell; the lower score wins (8.6.2)."""
    count = min(duel.max_cards, *(_galaxy_cards(table, seat).bit_count() for seat in (me, opponent)))
    grids = []
    for seat in (me, opponent):
        table.grid = []
        yield from _fill_grid(table, seat, count)
        grids.append(table.grid)
    table.grid = []
    scores = []
    for seat, grid in zip((me, opponent), grids, strict=True):
        _show(table, seat, mask_of(card for card in grid if card >= 0), shown)
        scores.append(grid_score([NUMBER_OF[card] if card >= 0 else None for card in grid]))
        table.events.append(("grid", seat, scores[-1], *grid))
    return _better(-scores[0], -scores[1], me, opponent)


def _fill_grid(table: FightTable, seat: int, count: int) -> Task[None]:
    """Fill the cells row by row: a card or nothing, as long as enough cells remain for the k cards."""
    grid, left = table.grid, count
    while len(grid) < CELLS:
        hand = _galaxy_cards(table, seat) & ~mask_of(card for card in grid if card >= 0)
        legal = tuple(LAY[card] for card in cards_of(hand)) if left else ()
        if CELLS - len(grid) > left:
            legal = (*legal, LEAVE)
        about = {"cell": len(grid), "left": left}
        ask = Ask(seat, "grid", legal, "Lay {} into the next cell.", "Fill a cell face down.", about)
        action = yield from decide(ask)
        if action == LEAVE:
            grid.append(-1)
        else:
            grid.append(int(action[1]))
            left -= 1


def _three_locations(table: FightTable, duel: m.ThreeLocations, me: int, opponent: int, shown: Shown) -> Task[int]:
    """Both share k cards over three places; two places win, else the larger sum (8.6.3)."""
    cards = (_galaxy_cards(table, seat).bit_count() for seat in (me, opponent))
    count = min(duel.max_cards, 3 * duel.per_location, *cards)
    sides = []
    for seat in (me, opponent):
        table.places = [[], [], []]
        yield from _share_out(table, seat, count, duel.per_location)
        sides.append(table.places)
    table.places = []
    for seat, places in zip((me, opponent), sides, strict=True):
        masks = [mask_of(place) for place in places]
        _show(table, seat, sum(masks), shown)
        table.events.append(("places", seat, *masks))
    holdings = [[hold(NUMBER_OF[card] for card in place) for place in places] for places in sides]
    winner = tally(list(zip(*holdings, strict=True))).winner
    return TIE if winner is None else (me, opponent)[winner]


def _share_out(table: FightTable, seat: int, count: int, per_location: int) -> Task[None]:
    """Choose k cards in ascending order, each with its place."""
    places = table.places
    free = cards_of(_galaxy_cards(table, seat))
    for left in range(count, 0, -1):
        legal: tuple[Action, ...] = tuple(
            ("place", card, place)
            for card in free[: len(free) - left + 1]
            for place in range(3)
            if len(places[place]) < per_location
        )
        ask = Ask(seat, "places", legal, "Lay {}.", "Lay a card face down at a place.", {"left": left})
        _, card, place = yield from decide(ask)
        places[int(place)].append(int(card))
        free = free[free.index(int(card)) + 1 :]


def _highest_unique(table: FightTable, me: int, shown: Shown) -> Task[tuple[int, int]]:
    """Everybody lays 1 card; return who showed the highest number that is there once, and the loser, or ties."""
    seats = table.clockwise(me)
    for seat in seats:
        if _galaxy_cards(table, seat):
            yield from _lay(table, seat, 1)
    laid, table.chosen = table.chosen, [0] * table.seats
    for seat in seats:
        if laid[seat]:
            _show(table, seat, laid[seat], shown)
    numbers = {seat: _sum(laid[seat]) for seat in seats}
    shown_numbers = list(numbers.values())
    unique = [number for number in shown_numbers if number and shown_numbers.count(number) == 1]
    if not unique:
        return TIE, TIE
    winner = next(seat for seat in seats if numbers[seat] == max(unique))
    others = [seat for seat in seats if seat != winner]
    return winner, min(others, key=lambda seat: numbers[seat])  # the first of several is the nearest clockwise to self


# ---------------------------------------------------------------- duels of guessing


def _hide(table: FightTable, hider: int) -> Task[int]:
    """Let the hider fix a card in secret."""
    tell = "Hide {}."
    card = yield from choose_card(hider, "hide", _galaxy_cards(table, hider), tell, "Hide a card.")
    table.chosen[hider] = BIT[card]
    return card


def _found_out(table: FightTable, hider: int, card: int, shown: Shown) -> None:
    """Show the hidden card after the guessing."""
    table.chosen = [0] * table.seats
    _show(table, hider, BIT[card], shown)


def _guess_number(table: FightTable, duel: m.GuessNumber, me: int, opponent: int, shown: Shown) -> Task[int]:
    """Guess the number of a hidden card with hints."""
    guesser, hider = (me, opponent) if duel.guesser == "self" else (opponent, me)
    card = yield from _hide(table, hider)
    low, high, winner = 1, 6, hider
    for left in range(duel.tries, 0, -1):
        ask = Ask(guesser, "number", NUMBERS[low - 1 : high], "Guess the number {}.", None, {"left": left})
        number = int((yield from decide(ask))[1])
        if number == NUMBER_OF[card]:
            winner = guesser
            break
        if left > 1:
            table.events.append(("hint", "higher" if NUMBER_OF[card] > number else "lower"))
        low, high = (number + 1, high) if NUMBER_OF[card] > number else (low, number - 1)
    _found_out(table, hider, card, shown)
    return winner


def _guess_galaxy(table: FightTable, duel: m.GuessGalaxy, me: int, opponent: int, shown: Shown) -> Task[int]:
    """Guess the galaxy of a hidden card."""
    guesser, hider = (me, opponent) if duel.guesser == "self" else (opponent, me)
    card = yield from _hide(table, hider)
    legal, winner = GALAXY, hider
    for left in range(duel.tries, 0, -1):
        action = yield from decide(Ask(guesser, "galaxy", legal, "Guess {}.", None, {"left": left}))
        if action[1] == GALAXY_OF[card]:
            winner = guesser
            break
        legal = tuple(other for other in legal if other != action)
    _found_out(table, hider, card, shown)
    return winner


def _higher_lower(table: FightTable, duel: m.HigherLower, me: int, opponent: int, shown: Shown) -> Task[int]:
    """Call the next pile card in turn; the first wrong call loses, after 8 right calls it is a tie."""
    for call in range(9):  # the first card is only turned up
        if not _can_turn_up(table):
            _clear_turned(table)
            return (yield from _instead(table, duel, me, opponent, shown))
        if call == 0:
            _turn_up(table)
            continue
        seat, other = (me, opponent) if call % 2 else (opponent, me)
        before = NUMBER_OF[table.turned]
        legal = tuple(a for a in CALLS if not (before == 6 and a == CALLS[0]) and not (before == 1 and a == CALLS[1]))
        action = yield from decide(Ask(seat, "higher-lower", legal, "Say {}.", None, {"call": call}))
        _turn_up(table)
        after = NUMBER_OF[table.turned]
        if action != CALLS[0 if after > before else 1 if after < before else 2]:
            _clear_turned(table)
            return other
    _clear_turned(table)
    return TIE


def _can_turn_up(table: FightTable) -> bool:
    """Tell whether a galaxy card can be turned up from the pile, or from the discard pile after shuffling it."""
    return bool((table.pile.mask() | mask_of(table.discard)) & GALAXY_CARDS)


def _turn_up(table: FightTable) -> None:
    """Turn up the next galaxy card; the one before and jokers go to the discard pile."""
    before, table.turned = table.turned, -1
    while table.turned < 0:
        if not table.pile:
            table.reshuffle()
        card = table.pile.pop()
        if BIT[card] & GALAXY_CARDS:
            table.turned = card
        else:
            table.discard.append(card)
        table.events.append(("turned", card))
    if before >= 0:
        table.discard.append(before)


def _clear_turned(table: FightTable) -> None:
    """Put the card that lies open onto the discard pile."""
    if table.turned >= 0:
        table.discard.append(table.turned)
        table.turned = -1


# ---------------------------------------------------------------- duels of luck and skill


def _coin(table: FightTable, _: m.Duel, me: int, opponent: int, shown: Shown) -> Task[int]:  # noqa: ARG001 - a Play
    """Each side wins as often; for kinds without a draw."""
    yield from ()
    return (me, opponent)[table.luck().below(2)]


def _coin_or_draw(table: FightTable, duel: m.Duel, me: int, opponent: int, shown: Shown) -> Task[int]:
    """A draw one time in eight, else each side wins as often."""
    if table.luck().below(8) == 0:
        return TIE
    return (yield from _coin(table, duel, me, opponent, shown))


_KINDS: Final[dict[type, tuple[Play, int, bool]]] = {
    m.HighestXphere: (_highest_xphere, 1, True),
    m.ClosestSum: (_closest_sum, 2, True),
    m.RockPaperScissors: (_coin, 0, False),
    m.GuessNumber: (_guess_number, 1, False),
    m.GuessGalaxy: (_guess_galaxy, 1, False),
    m.MemorySequence: (_coin_or_draw, 0, False),
    m.ReactionTap: (_coin_or_draw, 0, True),
    m.TapRace: (_coin_or_draw, 0, True),
    m.BestCombination: (_best_combination, 1, False),
    m.Grid3x3: (_grid_3x3, 3, False),
    m.ThreeLocations: (_three_locations, 3, False),
    m.HigherLower: (_higher_lower, 0, False),
    m.LargestGalaxy: (_largest_galaxy, 1, False),
    m.BlindBattle: (_blind_battle, 1, False),
    m.OddEvenFingers: (_coin, 0, False),
    m.Stare: (_coin_or_draw, 0, False),
    m.NameGalaxies: (_coin_or_draw, 0, False),
}
"""For each kind: how it is played, how many galaxy cards each side needs, whether a tie is played once more."""
