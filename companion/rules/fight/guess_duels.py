"""Duels of guessing: a hidden card, or the next card of the pile (rules/missions.md 8.5)."""

from typing import Final

from companion.missions import model as m
from companion.rules.fight.bout import TIE, Bout
from companion.rules.fight.card_duels import instead
from companion.rules.fight.table import CARD, Ask, FightTable, Task, decide
from companion.rules.game import Action
from companion.rules.gong.cards import BIT, GALAXY_CARDS, GALAXY_OF, NUMBER_OF, cards_of, mask_of

NUMBERS: Final[tuple[Action, ...]] = tuple(("number", number) for number in range(1, 7))
GALAXY: Final[tuple[Action, ...]] = tuple(("galaxy", galaxy) for galaxy in range(9))
CALLS: Final[tuple[Action, ...]] = (("higher",), ("lower",), ("equal",))


def _hide(bout: Bout, hider: int) -> Task[int]:
    """Let the hider fix a card in secret; asked unless it is the only card of the hand."""
    legal = tuple(CARD[card] for card in cards_of(bout.galaxy_cards(hider)))
    action = legal[0]
    if bout.table.hands[hider].bit_count() > 1:
        action = yield Ask(hider, "hide", legal, "Hide {}.", "Hide a card.")
    card = int(action[1])
    bout.table.chosen[hider] = BIT[card]
    return card


def _found_out(bout: Bout, hider: int, card: int) -> None:
    """Show the hidden card after the guessing."""
    bout.table.chosen = [0] * bout.table.seats
    bout.show(hider, BIT[card])


def guess_number(bout: Bout, duel: m.GuessNumber) -> Task[int]:
    """Guess the number of a hidden card with hints."""
    guesser, hider = bout.sides if duel.guesser == "self" else (bout.opponent, bout.me)
    card = yield from _hide(bout, hider)
    low, high, winner = 1, 6, hider
    for left in range(duel.tries, 0, -1):
        ask = Ask(guesser, "number", NUMBERS[low - 1 : high], "Guess the number {}.", None, {"left": left})
        number = int((yield from decide(ask))[1])
        if number == NUMBER_OF[card]:
            winner = guesser
            break
        if left > 1:
            bout.table.events.append(("hint", "higher" if NUMBER_OF[card] > number else "lower"))
        low, high = (number + 1, high) if NUMBER_OF[card] > number else (low, number - 1)
    _found_out(bout, hider, card)
    return winner


def guess_galaxy(bout: Bout, duel: m.GuessGalaxy) -> Task[int]:
    """Guess the galaxy of a hidden card."""
    guesser, hider = bout.sides if duel.guesser == "self" else (bout.opponent, bout.me)
    card = yield from _hide(bout, hider)
    legal, winner = GALAXY, hider
    for left in range(duel.tries, 0, -1):
        action = yield from decide(Ask(guesser, "galaxy", legal, "Guess {}.", None, {"left": left}))
        if action[1] == GALAXY_OF[card]:
            winner = guesser
            break
        legal = tuple(other for other in legal if other != action)
    _found_out(bout, hider, card)
    return winner


def higher_lower(bout: Bout, duel: m.HigherLower) -> Task[int]:
    """Call the next pile card in turn; the first wrong call loses, after 8 right calls it is a tie."""
    for call in range(9):  # the first card is only turned up
        if not _can_turn_up(bout.table):
            _clear_turned(bout.table)
            return (yield from instead(bout, duel))
        if call == 0:
            _turn_up(bout.table)
            continue
        seat, other = bout.sides if call % 2 else (bout.opponent, bout.me)
        before = NUMBER_OF[bout.table.turned]
        legal = tuple(a for a in CALLS if not (before == 6 and a == CALLS[0]) and not (before == 1 and a == CALLS[1]))
        action = yield from decide(Ask(seat, "higher-lower", legal, "Say {}.", None, {"call": call}))
        _turn_up(bout.table)
        after = NUMBER_OF[bout.table.turned]
        if action != CALLS[0 if after > before else 1 if after < before else 2]:
            _clear_turned(bout.table)
            return other
    _clear_turned(bout.table)
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
