"""Duels in which one side guesses a card that the other side has hidden (rules/missions.md 8.5).

Where the rules are silent:

- Only the hider needs a card; the hidden card is shown afterwards.
- A guess that an earlier guess or hint has ruled out is not offered.
"""

from typing import Literal

from companion.rules.fight.bout import Bout
from companion.rules.fight.decisions import CARD_ACTIONS, Decision, Task
from companion.rules.gong.cards import BIT, cards_of


def guesser_and_hider(bout: Bout, guesser: Literal["self", "opponent"]) -> tuple[int, int]:
    """Return the seats of both sides."""
    return (bout.me, bout.opponent) if guesser == "self" else (bout.opponent, bout.me)


def hide_card(bout: Bout, hider: int) -> Task[int]:
    """Let the hider fix a card in secret; asked unless it is the only card of the hand."""
    legal = tuple(CARD_ACTIONS[card] for card in cards_of(bout.galaxy_cards(hider)))
    action = legal[0]
    if bout.state.hands[hider].bit_count() > 1:
        action = yield Decision(hider, "hide", legal, "Hide {}.", "Hide a card.")
    card = int(action[1])
    bout.state.chosen[hider] = BIT[card]
    return card


def show_hidden_card(bout: Bout, hider: int, card: int) -> None:
    """Show the hidden card after the guessing."""
    bout.state.chosen = [0] * bout.state.seats
    bout.show(hider, BIT[card])
