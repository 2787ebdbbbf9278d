"""The effect language: what a mission can do, as frozen objects (rules/missions.md 8.3).

    >>> Put(who="self", n=2)
    Put(who='self', n=2, where=None, otherwise=(), pick='owner')

In a pack file each step is a mapping with one key, `{put: {n: 2}}`; here it is an object of the class of that name.
Fields carry the names of the rules; `from_`, `else_` and `is_` are written without the underscore in the files.
What executing a step means is the business of `companion.rules`.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import Discriminator, Field, StrictBool, StrictInt, Tag
from typing_extensions import TypeAliasType

from companion.missions.keyed import Keyed
from companion.missions.selectors import NAME, CardFilter, Condition, Count, Model, Player, Where

Pick: TypeAlias = Literal["owner", "blind", "taker_open"]
"""Who picks the cards: their owner, chance from the hidden hand, or the taker with the hand open."""

BindName: TypeAlias = Annotated[str, Field(pattern=NAME)]


class Put(Model):
    """Move cards from a hand to the discard pile.

    Attributes:
        who: whose cards.
        n: how many; as many as possible if there are fewer.
        where: which cards are eligible.
        otherwise: steps that run only if no card at all was moved (8.4.2).
        pick: who picks; `blind` means a random card.
    """

    who: Player = "self"
    n: Count = 1
    where: Where | None = None
    otherwise: Steps = ()
    pick: Literal["owner", "blind"] = "owner"


class Give(Model):
    """Move cards from one hand to another; with several givers or receivers, n for each pair.

    Attributes:
        from_: who gives.
        to: who receives.
        n: how many for each pair.
        where: which cards are eligible.
        otherwise: steps that run only if no card at all was moved.
        pick: who picks the cards.
        bind: name under which later steps mean the same other player: `bound_<name>` is the receiver, or the giver
            when the receiver is self.
    """

    from_: Player = Field(default="self", alias="from")
    to: Player
    n: Count = 1
    where: Where | None = None
    otherwise: Steps = ()
    pick: Pick = "owner"
    bind: BindName | None = None


class Take(Model):
    """Take cards from another hand.

    Attributes:
        to: who takes.
        from_: whose cards.
        n: how many from each.
        pick: who picks; `blind` by default: at random from the hidden hand.
    """

    to: Player = "self"
    from_: Player = Field(alias="from")
    n: Count = 1
    pick: Pick = "blind"


class Draw(Model):
    """Move cards from the pile to a hand, card by card.

    Attributes:
        who: who draws.
        n: how many at most.
        until: stop after a card that fits.
    """

    who: Player = "self"
    n: Annotated[StrictInt, Field(ge=1)] = 1
    until: CardFilter | None = None


class Keep(Model):
    """The revealed card goes to the hand of `who` instead of the discard pile."""

    who: Player = "self"


class Pass(Model):
    """Everybody chooses n cards, then all pass them at once to the neighbour on that side."""

    dir: Literal["left", "right"]
    n: Annotated[StrictInt, Field(ge=1)] = 1
    pick: Literal["owner", "blind"] = "owner"


class Swap(Model):
    """Two players choose min(n, both hand sizes) cards each, then exchange them."""

    a: Player = "self"
    b: Player
    n: Annotated[StrictInt, Field(ge=1)] = 1
    pick: Pick = "owner"


class Show(Model):
    """Reveal cards of `who` to others; nothing moves."""

    who: Player = "self"
    to: Player
    n: Count = 1


class Guess(Model):
    """Guess the top card of the pile; it is shown and then discarded.

    Attributes:
        who: who guesses.
        about: the QR colour of the card, or whether its number is odd or even.
        right: steps after a right guess.
        wrong: steps after a wrong guess, and when there is nothing to reveal (8.4.4).
    """

    who: Player = "self"
    about: Literal["pile_top_color", "pile_top_parity"]
    right: Steps = ()
    wrong: Steps = ()


class Choose(Model):
    """`who` chooses one list of steps; only options whose first step can move a card, if there is one."""

    who: Player = "self"
    options: Annotated[tuple[Option, ...], Field(min_length=2, max_length=4)]


class If(Model):
    """Steps that depend on a condition."""

    cond: Condition
    then: Steps
    else_: Steps = Field(default=(), alias="else")


class Again(Model):
    """Another turn after the checkpoint, not more than one extra turn in a row; `optional`: only if they want to."""

    who: Player = "self"
    optional: StrictBool = False


DuelKind: TypeAlias = Literal[
    "highest_xphere", "closest_sum", "rock_paper_scissors", "guess_number", "guess_galaxy", "memory_sequence",
    "reaction_tap", "tap_race", "best_combination", "grid_3x3", "three_locations", "higher_lower", "largest_galaxy",
    "blind_battle", "odd_even_fingers", "stare", "highest_unique", "name_galaxies",
]  # fmt: skip


class Duel(Model):
    """A confrontation between self and `vs` (rules/missions.md 8.5); each kind is a subclass with its parameters.

    Every duel ends with a winner and a loser, or in a tie.

    Attributes:
        kind: how it is decided.
        vs: the other side; never self.
        asymmetric: what is won or lost need not be the same for both sides.
        win: steps when it is decided. Alone, they run whoever has won, with `winner` and `loser` bound.
        lose: if given, `win` runs only when self has won, and `lose` runs when self has not.
        tie: steps after a tie.
    """

    kind: DuelKind
    vs: Player
    asymmetric: StrictBool = False
    win: Steps
    lose: Steps | None = None
    tie: Steps = ()


class HighestXphere(Duel):
    """Each lays 1 card face down, both show; the higher number wins; one replay on a tie."""

    kind: Literal["highest_xphere"]
    cards: Literal[1] = 1


class ClosestSum(Duel):
    """Each lays 2 cards; the sum nearest to `target` wins, at equal distance the lower sum; one replay on a tie."""

    kind: Literal["closest_sum"]
    cards: Literal[2] = 2
    target: Annotated[StrictInt, Field(ge=2, le=12)] = 7


class RockPaperScissors(Duel):
    """Rock, paper, scissors until one side has won `first_to` times."""

    kind: Literal["rock_paper_scissors"]
    first_to: Annotated[StrictInt, Field(ge=1, le=5)] = 2


Guesser: TypeAlias = Literal["self", "opponent"]


class GuessNumber(Duel):
    """The hider fixes a card; the guesser has `tries` tries at 1-6 and hears "higher" or "lower" after a wrong one."""

    kind: Literal["guess_number"]
    tries: Annotated[StrictInt, Field(ge=1, le=5)] = 2
    guesser: Guesser = "self"


class GuessGalaxy(Duel):
    """The hider fixes a card; the guesser has `tries` tries at its galaxy out of nine."""

    kind: Literal["guess_galaxy"]
    tries: Annotated[StrictInt, Field(ge=1, le=8)] = 3
    guesser: Guesser = "self"


class MemorySequence(Duel):
    """Phone: a growing sequence of the six xphere colours, players alternate; the first mistake loses, 12 is a tie."""

    kind: Literal["memory_sequence"]
    phone: Literal[True] = True


class ReactionTap(Duel):
    """Phone: a random wait of 2-6 s, then the gong; the first tap wins, a tap before the gong loses."""

    kind: Literal["reaction_tap"]
    phone: Literal[True] = True


class TapRace(Duel):
    """Phone: more taps in `seconds` seconds."""

    kind: Literal["tap_race"]
    phone: Literal[True] = True
    seconds: Annotated[StrictInt, Field(ge=2, le=30)] = 5


class BestCombination(Duel):
    """Each lays the best set of at most `max_cards` cards by the order of 8.6.1; no tie."""

    kind: Literal["best_combination"]
    ranking: Literal["gang_of_four"] = "gang_of_four"
    max_cards: Literal[5] = 5


class Grid3x3(Duel):
    """Both lay k own cards into a 3 x 3 grid, at most `max_cards`; the lower score of 8.6.2 wins."""

    kind: Literal["grid_3x3"]
    scoring: Literal["gnoming"] = "gnoming"
    max_cards: Annotated[StrictInt, Field(ge=3, le=9)] = 9


class ThreeLocations(Duel):
    """Both share k own cards over three places, at most `per_location` each; two places win (8.6.3)."""

    kind: Literal["three_locations"]
    scoring: Literal["guimenon"] = "guimenon"
    max_cards: Annotated[StrictInt, Field(ge=3, le=9)] = 6
    per_location: Annotated[StrictInt, Field(ge=1, le=9)] = 4


class HigherLower(Duel):
    """Turn up the pile top; in turn call higher, lower or equal for the next card; the first wrong call loses."""

    kind: Literal["higher_lower"]
    uses_pile: Literal[True] = True


class LargestGalaxy(Duel):
    """The biggest group of one galaxy in the hand wins; equal: the higher sum of that group."""

    kind: Literal["largest_galaxy"]


class BlindBattle(Duel):
    """Each turns over a random card of the hand, the higher number wins; equal: again, at most `replays` times."""

    kind: Literal["blind_battle"]
    cards: Literal[1] = 1
    replays: Annotated[StrictInt, Field(ge=0, le=3)] = 3


class OddEvenFingers(Duel):
    """Self says odd or even, both show 0-5 fingers; the sum decides; no tie."""

    kind: Literal["odd_even_fingers"]


class Stare(Duel):
    """Who laughs or speaks first loses, people judge; a tie after `seconds` seconds."""

    kind: Literal["stare"]
    manual: Literal[True] = True
    seconds: Annotated[StrictInt, Field(ge=5, le=120)] = 60


class HighestUnique(Duel):
    """Everybody lays 1 card at once; the highest number shown exactly once wins; `vs` is always `others`."""

    kind: Literal["highest_unique"]
    vs: Literal["others"]
    cards: Literal[1] = 1


class NameGalaxies(Duel):
    """Name galaxies in turn; a repeat, a wrong name or `seconds` of silence loses; all nine named is a tie."""

    kind: Literal["name_galaxies"]
    manual: Literal[True] = True
    seconds: Annotated[StrictInt, Field(ge=2, le=30)] = 5


AnyDuel: TypeAlias = Annotated[
    HighestXphere | ClosestSum | RockPaperScissors | GuessNumber | GuessGalaxy | MemorySequence | ReactionTap | TapRace
    | BestCombination | Grid3x3 | ThreeLocations | HigherLower | LargestGalaxy | BlindBattle | OddEvenFingers | Stare
    | HighestUnique | NameGalaxies,
    Field(discriminator="kind"),
]  # fmt: skip

DUELS: Final[tuple[type[Duel], ...]] = (
    HighestXphere, ClosestSum, RockPaperScissors, GuessNumber, GuessGalaxy, MemorySequence, ReactionTap, TapRace,
    BestCombination, Grid3x3, ThreeLocations, HigherLower, LargestGalaxy, BlindBattle, OddEvenFingers, Stare,
    HighestUnique, NameGalaxies,
)  # fmt: skip
"""Every kind of duel."""

Step: TypeAlias = Put | Give | Take | Draw | Keep | Pass | Swap | Show | Guess | Choose | If | Again | Duel

STEPS: Final[dict[str, type[Model]]] = {
    "put": Put, "give": Give, "take": Take, "draw": Draw, "keep": Keep, "pass": Pass, "swap": Swap, "show": Show,
    "guess": Guess, "choose": Choose, "if": If, "again": Again, "duel": Duel,
}  # fmt: skip
"""The verbs of the effect language (8.7.7) and their classes."""


_VERB_OF: Final[dict[type[Model], str]] = {
    **{cls: word for word, cls in STEPS.items()},
    **dict.fromkeys(DUELS, "duel"),
}


def verb(step: Step) -> str:
    """Return the key under which the step is written in a pack file."""
    return _VERB_OF[type(step)]


def _shape(value: Any) -> str | None:
    """Return the verb of a step, written or built, or None if it is not a step."""
    if isinstance(value, dict):
        word = next(iter(value)) if len(value) == 1 else None
        return word if isinstance(word, str) and word in STEPS else None
    return _VERB_OF.get(type(value))


AnyStep = TypeAliasType(
    "AnyStep",
    Annotated[
        Annotated[Put, Keyed("put"), Tag("put")]
        | Annotated[Give, Keyed("give"), Tag("give")]
        | Annotated[Take, Keyed("take"), Tag("take")]
        | Annotated[Draw, Keyed("draw"), Tag("draw")]
        | Annotated[Keep, Keyed("keep"), Tag("keep")]
        | Annotated[Pass, Keyed("pass"), Tag("pass")]
        | Annotated[Swap, Keyed("swap"), Tag("swap")]
        | Annotated[Show, Keyed("show"), Tag("show")]
        | Annotated[Guess, Keyed("guess"), Tag("guess")]
        | Annotated[Choose, Keyed("choose"), Tag("choose")]
        | Annotated[If, Keyed("if"), Tag("if")]
        | Annotated[Again, Keyed("again"), Tag("again")]
        | Annotated[AnyDuel, Keyed("duel"), Tag("duel")],
        Discriminator(_shape, custom_error_type="step", custom_error_message="not a step"),
    ],
)
"""A step as it is validated and written; a named alias, because steps contain steps."""

Steps: TypeAlias = tuple[AnyStep, ...]
Option: TypeAlias = Annotated[tuple[AnyStep, ...], Field(min_length=1)]
