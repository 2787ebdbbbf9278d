"""Bots for GONG FIGHT. Both always counter, always take another turn, and guess what they have seen least of.

Integer rules only, ties by the order of the legal actions, no chance: easy to give again in another program.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from companion.chance import Chance
from companion.deck import JOKERS
from companion.rules.fight.scene import COLOR_MASK, PARITY_MASK
from companion.rules.game import Action, JsonObject
from companion.rules.gong.cards import GALAXY_CARDS, GALAXY_MASK, GALAXY_OF, NUMBER_MASK, NUMBER_OF, mask_of

LOSES_CARDS: Final = frozenset({"put", "giver"})
"""Roles in which a chosen player gets rid of cards."""


def greedy(view: JsonObject, legal: Sequence[Action], chance: Chance, /) -> Action:  # noqa: ARG001 - a Bot
    """Take a hand that is smaller by one or more; get rid of low numbers first, for high ones win duels."""
    own = len(view["hand"]) - 1  # without the joker
    return _act(view, legal, at_most=own - 1, shed=_low_numbers)


def cautious(view: JsonObject, legal: Sequence[Action], chance: Chance, /) -> Action:  # noqa: ARG001 - a Bot
    """Keep jokers as a shield until somebody has two cards or fewer; get rid of cards that fit no other card."""
    own = len(view["hand"]) - 1
    return _act(view, legal, at_most=min(2, own - 1), shed=_lonely_cards)


Value: TypeAlias = Callable[[JsonObject, Action], int]


def _act(view: JsonObject, legal: Sequence[Action], *, at_most: int, shed: Value) -> Action:
    """Attack a hand of at most so many cards; else take the most valuable action for the kind of decision."""
    phase = view["phase"]
    if phase == "turn":
        sizes = view["hand_sizes"]
        attacks = [action for action in legal if action[0] == "joker" and sizes[action[1]] <= at_most]
        return min(attacks, key=lambda action: sizes[action[1]], default=legal[0])
    value = shed if phase in ("put", "give", "pass", "swap", "show") else _VALUES.get(phase)
    return legal[0] if value is None else max(legal, key=lambda action: value(view, action))


def _low_numbers(view: JsonObject, action: Action) -> int:  # noqa: ARG001 - a Value
    """A joker is worth keeping most, then high numbers."""
    card = int(action[1])
    return -7 if card >= JOKERS[0] else -NUMBER_OF[card]


def _lonely_cards(view: JsonObject, action: Action) -> int:
    """A joker is worth keeping most, then cards that share number or galaxy with others of the hand."""
    card, hand = int(action[1]), mask_of(view["hand"])
    if card >= JOKERS[0]:
        return -1000
    number, galaxy = NUMBER_MASK[NUMBER_OF[card]], GALAXY_MASK[GALAXY_OF[card]]
    return -10 * ((hand & number).bit_count() + (hand & galaxy).bit_count()) - NUMBER_OF[card]


def _player(view: JsonObject, action: Action) -> int:
    """Let who has most cards get rid of some; all else is for who has fewest."""
    size: int = view["hand_sizes"][action[1]]
    return size if view["about"]["role"] in LOSES_CARDS else -size


def _take(view: JsonObject, action: Action) -> int:  # noqa: ARG001 - a Value
    """Take a joker, else a high number."""
    card = int(action[1])
    return 7 if card >= JOKERS[0] else NUMBER_OF[card]


def _lay(view: JsonObject, action: Action) -> int:
    """Lay a high number, or what comes nearest to the target together with the best other card."""
    number, target = NUMBER_OF[int(action[1])], int(view["about"]["target"])
    if not target:
        return number
    chosen: list[int] = view["chosen"]
    hand: list[int] = view["hand"]
    if view["about"]["left"] == 1:
        return -abs(sum(NUMBER_OF[card] for card in chosen) + number - target)
    others = [NUMBER_OF[card] for card in hand if card != action[1] and card < JOKERS[0]]
    return -min(abs(number + other - target) for other in others)


def _unseen(view: JsonObject) -> int:
    """Return the galaxy cards that are neither in the hand nor open."""
    open_cards = [card for card in (view["revealed"], view["turned"]) if card is not None]
    return GALAXY_CARDS & ~mask_of([*view["hand"], *view["discard"], *open_cards])


def _guess(view: JsonObject, action: Action) -> int:
    """Guess the colour or parity of most unseen cards."""
    masks = COLOR_MASK if action[0] == "color" else PARITY_MASK
    return (_unseen(view) & masks[str(action[1])]).bit_count()


def _number(view: JsonObject, action: Action) -> int:
    """Guess a number of which many cards are unseen, near the middle of what is left."""
    return (_unseen(view) & NUMBER_MASK[int(action[1])]).bit_count() * 2 - abs(2 * int(action[1]) - 7)


def _galaxy(view: JsonObject, action: Action) -> int:
    """Guess the galaxy of most unseen cards."""
    return (_unseen(view) & GALAXY_MASK[int(action[1])]).bit_count()


def _call(view: JsonObject, action: Action) -> int:
    """Call what is true for most unseen cards."""
    number, unseen = NUMBER_OF[view["turned"]], _unseen(view)
    numbers = {"higher": range(number + 1, 7), "lower": range(1, number), "equal": range(number, number + 1)}
    return sum((unseen & NUMBER_MASK[other]).bit_count() for other in numbers[str(action[0])])


def _cell(view: JsonObject, action: Action) -> int:
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


def _place(view: JsonObject, action: Action) -> int:
    """Lay high numbers, the next one where the sum is lowest of the first two places."""
    number, place = NUMBER_OF[int(action[1])], int(action[2])
    if place == 2:
        return -100
    laid: list[int] = view["places"][place]
    return 20 * number - sum(NUMBER_OF[card] for card in laid) - int(action[1])


_VALUES: Final[Mapping[str, Value]] = {
    "player": _player, "take": _take, "lay": _lay, "guess": _guess, "number": _number, "galaxy": _galaxy,
    "higher-lower": _call, "grid": _cell, "places": _place,
}  # fmt: skip
"""What an action is worth, by kind of decision; where nothing is said the first action is taken."""
