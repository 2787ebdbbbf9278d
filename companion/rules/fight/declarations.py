"""What the module of each verb and of each kind of duel declares under the name `RULES`.

>>> RULES: Final = VerbRules(run=run, can_move=can_move, valuations={"put": SHED}, roles={"put": MOST_CARDS})
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from companion.registry import REQUIRED
from companion.rules.fight.bout import Bout, both_sides, other_side
from companion.rules.fight.context import CanMove, MissionContext
from companion.rules.fight.decisions import Task
from companion.rules.fight.valuation import Preference, Valuation


class StepResult(NamedTuple):
    """What a step did itself.

    Attributes:
        moved: number of cards it moved.
        branch: which of its branches follows; -1 for none.
    """

    moved: int = 0
    branch: int = -1


RunStep: TypeAlias = Callable[[MissionContext, Any], Task[StepResult]]
"""Carries out a step."""

PlayDuel: TypeAlias = Callable[[Bout, Any], Task[int]]
"""Plays a duel once and returns the winner or TIE."""


@dataclass(frozen=True)
class VerbRules:
    """How the reference engine carries out the steps of a verb, and how bots value its decisions.

    Attributes:
        run: carries out a step.
        can_move: returns True if a step can move a card, whatever players it turns out to mean; `choose` offers only
            options whose first step can.
        valuations: how bots value the actions of each kind of decision that `run` asks for.
        roles: for each role in which `run` lets self choose a player, whom bots choose.
    """

    run: RunStep = REQUIRED
    can_move: CanMove = REQUIRED
    valuations: Mapping[str, Valuation] = REQUIRED
    roles: Mapping[str, Preference] = REQUIRED


@dataclass(frozen=True)
class DuelRules:
    """How the reference engine plays a kind of duel, and how bots value its decisions.

    Attributes:
        play: plays the duel once and returns the winner or TIE.
        galaxy_cards: how many galaxy cards each of `holders` needs; with fewer the duel becomes `highest_xphere`.
        replay: whether a tie is played once more.
        valuations: how bots value the actions of each kind of decision that `play` asks for.
        holders: returns who needs the cards.
        everyone: whether all players take part, not two.
        loser: returns who has lost against the winner.
    """

    play: PlayDuel = REQUIRED
    galaxy_cards: int = REQUIRED
    replay: bool = REQUIRED
    valuations: Mapping[str, Valuation] = REQUIRED
    holders: Callable[[Bout, Any], Sequence[int]] = both_sides
    everyone: bool = False
    loser: Callable[[Bout, int], int] = other_side
