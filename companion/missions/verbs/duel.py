"""`duel`: a confrontation of two sides; how it is decided is declared by its kind in `companion.missions.duels`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import ClassVar, Final, Literal, TypeAlias

from pydantic import StrictBool

from companion.missions.interpreter import AbstractInterpreter, AbstractState, with_roles
from companion.missions.pictograms import ME, Group, People, PictogramBuilder, Sign
from companion.missions.selectors import SETS, Player
from companion.missions.step import Fault, Step, StepBranch, StepPath, Steps
from companion.missions.wording import connectives
from companion.missions.wording.clauses import Clause, ClauseBuilder, Scope
from companion.missions.wording.players import named
from companion.phrases import Phrase, Translator, phrase

WON: Final = {
    "plain": phrase("duel", "if you win, {steps}"),
    "self": phrase("duel", "if you guess it, {steps}"),
    "opponent": phrase("duel", "if they do not guess it, {steps}"),
    "fingers": phrase("duel", "if the total is what you said, {steps}"),
}
LOST: Final = {
    "plain": phrase("duel", "if you lose, {steps}"),
    "self": phrase("duel", "if you do not guess it, {steps}"),
    "opponent": phrase("duel", "if they guess it, {steps}"),
    "fingers": phrase("duel", "if the total is not what you said, {steps}"),
}
IF_NOT: Final = {
    "self": phrase("duel", "if not, {steps}"),
    "fingers": phrase("duel", "if not, {steps}"),
}
"""Losing, after the words for winning, where that leaves only one other outcome."""

NOT_WON: Final = phrase("duel", "if you do not win, {steps}")
TIE: Final = phrase("duel", "if nobody wins, {steps}")

Style: TypeAlias = Literal["plain", "self", "opponent", "fingers"]
"""Which words fit winning and losing: in general, after a guess of self or of the other side, or about a total."""

Ties: TypeAlias = Literal["possible", "jokers only", "never"]
"""Whether a duel can end without a winner; `jokers only` means only if both sides hold nothing but jokers."""

DuelEnd: TypeAlias = tuple[int | None, tuple[int, ...], AbstractState]
"""The winner or None for a tie, all who took part, and the state after the steps that follow."""


class Duel(Step):
    """A confrontation between self and `vs` (rules/missions.md 8.5); each kind is a subclass with its parameters.

    Every duel ends with a winner and a loser, or in a tie.

    Attributes:
        kind: how it is decided.
        vs: the other side; never self.
        asymmetric: what is won or lost need not be the same for both sides.
        win: steps when it is decided. Alone, they run for either winner, with `winner` and `loser` bound.
        lose: if given, `win` runs only when self has won, and `lose` runs when self has not.
        tie: steps after a tie.
    """

    kind: str
    vs: Player
    asymmetric: StrictBool = False
    win: Steps
    lose: Steps | None = None
    tie: Steps = ()

    verb = "duel"
    number = 13
    examples = ({"kind": "stare", "vs": "choice", "win": [{"put": {"who": "winner"}}, {"draw": {"who": "loser"}}]},)
    weight = 0

    # What a kind declares besides its number:
    challenge: ClassVar[Phrase | Mapping[str, Phrase]]
    """What both sides do and who wins, or that for each `guesser`; with any of the placeholders `{pair}`, `{with_}`,
    `{who}`, `{to}` for the other side, `{n}` for the field `counted`, and the helper fields by name."""
    ties: ClassVar[Ties]
    counted: ClassVar[str | None] = None
    """The field that is the `{n}` of the challenge."""
    shown_cards: ClassVar[int] = 0
    """How many cards each side shows at most."""
    helper_fields: ClassVar[tuple[str, ...]] = ()
    """Fields that the phone as helper has to know."""

    @classmethod
    def members(cls) -> tuple[type[Step], ...]:
        """Return the kinds of duels."""
        from companion.missions.duels.registry import DUEL_KINDS  # here, because each of them is a duel

        return tuple(DUEL_KINDS.values())

    @property
    def style(self) -> Style:
        """Return which words fit winning and losing this duel."""
        return "plain"

    def measure(self) -> str:
        """Return the number that the duel is about, as it stands in its picture."""
        return ""

    # ---------------------------------------------------------------- limits

    def faults(self) -> Iterator[Fault]:
        """Yield another side that a duel of this kind cannot have."""
        if self.vs == "self":
            yield Fault(("vs",), "M308", "nobody fights a duel with themselves; 'vs' is another player.")
        elif self.vs in SETS and not self._is_for_all():
            yield Fault(("vs",), "M308", f"the duel {self.kind} is against one player, not '{self.vs}'.")

    def _is_for_all(self) -> bool:
        """Return True if all players fight at once."""
        return not any(path == ("vs",) for path, _ in self.players())

    def unreachable(self, branch: StepBranch) -> Fault | None:
        """Return why a branch never runs, if it is the tie of a duel that has none."""
        if self.ties != "never":
            return None
        return Fault(branch.path, "M314", f"these steps can never run: the duel {self.kind} knows no tie.")

    # ---------------------------------------------------------------- what it can do

    def outcomes(
        self, interpreter: AbstractInterpreter, state: AbstractState, path: StepPath
    ) -> Iterator[tuple[AbstractState, bool]]:
        """Let either side win, or end in a tie."""
        for _, _, after in self.ends(interpreter, state, path):
            yield after, True

    def can_move(self, interpreter: AbstractInterpreter, state: AbstractState) -> set[bool]:
        """Return True: a duel may always be chosen."""
        return {True}

    def ends(self, interpreter: AbstractInterpreter, state: AbstractState, path: StepPath) -> Iterator[DuelEnd]:
        """Yield each way in which the duel can end."""
        hands, pile, roles = state
        for others in interpreter.players(self.vs, state):
            sides = (0, *others)
            for winner, loser in product(sides, sides):
                if winner == loser or (0 not in (winner, loser) and len(others) == 1):
                    continue
                opponent = others[0] if winner == 0 else winner
                names = (("winner", winner), ("loser", loser), ("opponent", opponent))
                inside = hands, pile, with_roles(roles, names)
                steps, key = (self.win, "win") if self.lose is None or winner == 0 else (self.lose, "lose")
                for after in interpreter.after(steps, (*path, key), [inside]):
                    yield winner, sides, (after[0], after[1], roles)
            if self.ties == "possible":
                inside = hands, pile, with_roles(roles, (("opponent", others[0]),))
                for after in interpreter.after(self.tie, (*path, "tie"), [inside]):
                    yield None, sides, (after[0], after[1], roles)

    # ---------------------------------------------------------------- how it reads

    def challenge_text(self, translator: Translator, vs: str) -> str:
        """Return the words of the duel up to its outcome; `vs` is the canonical other side."""
        message = self.challenge if isinstance(self.challenge, Phrase) else self.challenge[self.style]
        return translator.format(
            message,
            getattr(self, self.counted) if self.counted else 1,
            pair=named(translator, vs, "and you"),
            with_=named(translator, vs, "with"),
            who=named(translator, vs, "subject"),
            to=named(translator, vs, "to"),
            **{name: getattr(self, name) for name in self.helper_fields},
        )

    def clause(self, builder: ClauseBuilder, scope: Scope) -> Clause:
        """Return the challenge with what follows for whom."""
        vs = builder.who(self.vs, scope)
        challenge = Clause(self.challenge_text(builder.translator, vs), other=True)
        style, inner = self.style, Scope(shown=self.shown_cards)
        branch = replace(inner, after_other=style == "opponent")  # "if they guess it": then "you", never an imperative
        alone = not self._is_for_all() and vs not in SETS  # only then is the other side the loser
        won = replace(branch, names=(("winner", "self"), ("loser", "opponent")) if alone else (("winner", "self"),))
        lost = replace(branch, names=(("winner", "opponent"), ("loser", "self"))) if alone else branch
        if alone:
            won, lost = replace(won, known="opponent"), replace(lost, known="opponent")
        parts, tie = [], self.tie
        for both, if_won, if_lost in self._decided():
            parts.append(builder.sequence(both, inner, connectives.AND).text)
            win_part = builder.case(WON[style], if_won, won)
            lose_phrase = (IF_NOT if win_part and style in IF_NOT else LOST)[style]
            if if_lost and if_lost == tie:
                lose_phrase, tie = NOT_WON, ()
            parts += [win_part, builder.case(lose_phrase, if_lost, lost)]
        parts.append(builder.case(TIE, tie, inner))
        return builder.with_parts(challenge, [part for part in parts if part])

    def _decided(self) -> list[tuple[Sequence[Step], Sequence[Step], Sequence[Step]]]:
        """Return what follows: steps for either winner, steps if self has won, steps if self has not."""
        if self.lose is not None:
            return [((), self.win, self.lose)]
        found: list[tuple[Sequence[Step], Sequence[Step], Sequence[Step]]] = []
        both: list[Step] = []
        for step in self.win:
            cases = _for_self(step)
            if cases is None:
                both.append(step)
            else:
                found.append((both, *cases))
                both = []
        return [*found, (both, (), ())]

    # ---------------------------------------------------------------- how it looks

    def sides(self, other: Sign) -> tuple[Sign, ...]:
        """Return both sides with what they do between them."""
        return ME, Sign(self.kind, self.measure()), other

    def pictogram(self, builder: PictogramBuilder, people: People) -> Iterator[Group]:
        """Yield the two sides with what they do between them, then what follows for whom."""
        yield Group(self.sides(builder.who(self.vs, people)))
        won = {**people, "winner": "self", "loser": self.vs, "opponent": self.vs}
        lost = {**people, "winner": self.vs, "loser": "self", "opponent": self.vs}
        if self.lose is not None:
            yield from builder.case(Sign("me-winner"), self.win, won)
            yield from builder.case(Sign("me-loser"), self.lose, lost)
        else:
            for step in self.win:
                cases = _for_self(step)
                if cases is None:
                    yield from (Group(group.signs, case=True) for group in builder.all((step,), people))
                else:
                    yield from builder.case(Sign("me-winner"), cases[0], won)
                    yield from builder.case(Sign("me-loser"), cases[1], lost)
        yield from builder.case(Sign("tie"), self.tie, people)


def _for_self(step: Step) -> tuple[Steps, Steps] | None:
    """Return the steps if self has won, and those if not, of an `if` that asks whether self is the winner or loser."""
    if step.condition is None or step.condition.is_ is None:
        return None
    pair = {step.condition.is_.a, step.condition.is_.b}
    if pair not in ({"winner", "self"}, {"loser", "self"}):
        return None
    then, otherwise = (branch.steps for branch in step.branches())
    return (then, otherwise) if "winner" in pair else (otherwise, then)


VERB: Final = Duel
