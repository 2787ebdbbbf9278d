"""`duel`: a confrontation between self and another player, or among all (rules/missions.md 8.5).

`win` alone runs for either winner; with `lose` it runs only when self has won.

Where the rules are silent:

- After a replay, the cards "shown in the duel" are those of the last showing.
- Duels of luck and skill are decided by the stream of duels (companion.rules.fight.chance_duel).
"""

from typing import Final

from companion.missions.verbs.duel import Duel
from companion.rules.fight.bout import TIE, Bout
from companion.rules.fight.context import DuelRoles, MissionContext
from companion.rules.fight.decisions import Task
from companion.rules.fight.declarations import DuelRules, StepResult, VerbRules
from companion.rules.fight.duels.highest_xphere import play_instead
from companion.rules.fight.duels.registry import KINDS
from companion.rules.fight.valuation import FEWEST_CARDS

WIN: Final = StepResult(0, 0)
LOSE: Final = StepResult(0, 1)
DRAWN: Final = StepResult(0, 2)


def _run(context: MissionContext, step: Duel) -> Task[StepResult]:
    context.roles = yield from _fight(context, step)
    if context.roles.winner == TIE:
        return DRAWN
    return WIN if step.lose is None or context.roles.winner == context.me else LOSE


def _fight(context: MissionContext, duel: Duel) -> Task[DuelRoles]:
    """Fight the duel and return the roles of its players."""
    state, me, rules = context.state, context.me, KINDS[duel.kind]
    if rules.everyone:
        opponent = (me + 1) % state.seats
    else:
        opponent = (yield from context.players(duel.vs, "duel"))[0]
    bout = Bout(state, me, opponent)
    state.events.append(("duel", duel.kind, me, -1 if rules.everyone else opponent))
    winner = yield from _decide(bout, rules, duel)
    loser = TIE if winner == TIE else rules.loser(bout, winner)
    state.events.append(("tie",) if winner == TIE else ("won", winner, loser))
    return DuelRoles(winner, loser, opponent, tuple(bout.shown))


def _decide(bout: Bout, rules: DuelRules, duel: Duel) -> Task[int]:
    """Return the winner or TIE; with too few cards the duel becomes `highest_xphere`."""
    if any(bout.galaxy_cards(seat).bit_count() < rules.galaxy_cards for seat in rules.holders(bout, duel)):
        return (yield from play_instead(bout, duel))
    winner = yield from rules.play(bout, duel)
    if winner == TIE and rules.replay:
        bout.state.events.append(("replay",))
        winner = yield from rules.play(bout, duel)
    return winner


def _can_move(_: MissionContext, __: Duel) -> bool:
    return True


RULES: Final = VerbRules(run=_run, can_move=_can_move, valuations={}, roles={"duel": FEWEST_CARDS})
