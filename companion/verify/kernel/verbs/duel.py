"""`duel`: a confrontation between self and another side; how it is decided is declared by its kind."""

from typing import Final

from companion.missions.verbs.duel import Duel
from companion.rules.fight.duels.registry import needs
from companion.verify.kernel.columns import EXACT, KIND, NEEDED, REPLAY, RIVAL_NEEDED, WHO, Columns, SelectorWriter
from companion.verify.kernel.declarations import CAN_MOVE, CompiledFunction, KernelVerb
from companion.verify.kernel.duels.registry import KIND_NUMBERS, KINDS


def columns(step: Duel, selectors: SelectorWriter) -> Columns:
    """Return what a step fills in; EXACT is 1 if there are steps for the loser."""
    needed, replay = needs(step)
    return {
        KIND: KIND_NUMBERS[step.kind], NEEDED: needed, RIVAL_NEEDED: needed, REPLAY: replay,
        EXACT: step.lose is not None, **KINDS[step.kind].columns(step), WHO: selectors.player(step.vs),
    }  # fmt: skip


def compile_run() -> CompiledFunction:
    """Return the function that fights the duel."""
    from companion.verify.kernel.duel_outcomes import fight
    from companion.verify.kernel.memory import inline

    @inline
    def run(m, row, me):
        return 0, fight(m, row, me)

    return run


def compile_can_move() -> CompiledFunction:
    """Return the check, which takes for granted that an outcome moves cards."""
    from companion.verify.kernel.memory import inline

    @inline
    def can_move(m, row, me):
        return CAN_MOVE

    return can_move


VERB: Final = KernelVerb(columns, compile_run, compile_can_move)
