"""From steps to clauses, and from clauses to the text of a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from companion.missions import model as m
from companion.missions.selectors import SETS, Where
from companion.missions.wording import duels, verbs
from companion.missions.wording.cards import Owner, cards, one_card
from companion.missions.wording.conditions import about_other, holds, said
from companion.missions.wording.players import Names, Role, canonical, named
from companion.missions.wording.verbs import Form, Lack
from companion.phrases import Phrase, Translator


@dataclass(frozen=True, slots=True)
class Scope:
    """What the next clause depends on.

    Attributes:
        after_other: the clause before was about somebody else, so that an imperative would be misread.
        known: the one other player mentioned last, who can now be called "them".
        names: inside a branch of a duel: whom `winner` and `loser` mean.
        shown: how many cards each side shows in the duel.
        alone: there is no other clause.
    """

    after_other: bool = False
    known: str | None = None
    names: Names = ()
    shown: int = 0
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Clause:
    """A piece of the sentence.

    Attributes:
        text: its words, without capital and full stop.
        aside: what happens if it cannot be done; in brackets when more follows.
        other: its subject is somebody else than the reader.
        known: the one other player whom it mentions, if it does.
        heavy: it has parts of its own, so that what follows needs a stronger stop than a comma.
    """

    text: str
    aside: str = ""
    other: bool = False
    known: str | None = None
    heavy: bool = False


_STEADY = frozenset({"left", "right", "opposite", "opponent"})
"""Selectors that mean the same player at any moment; `choice`, `most` and `fewest` may not."""


class Speaker:
    """Turns steps into clauses in one language."""

    def __init__(self, translator: Translator) -> None:
        self.translator = translator

    def sequence(self, steps: Sequence[m.Step], scope: Scope, last: Phrase = verbs.THEN) -> Clause:
        """Return the steps as one clause, in order; empty text if nothing happens.

        Args:
            steps: what happens.
            scope: what was said before.
            last: how the last clause is joined to those before it.
        """
        clauses: list[Clause] = []
        for step in steps:
            clause = self.clause(step, scope)
            if clause.text:
                clauses.append(clause)
                scope = replace(scope, after_other=clause.other, known=clause.known or scope.known)
        if not clauses:
            return Clause("")
        text, heavy = self._settled(clauses[0], final=len(clauses) == 1), clauses[0].heavy
        for place, clause in enumerate(clauses[1:], 2):
            final = place == len(clauses)
            join = verbs.HEAVY_THEN if heavy else last if final else verbs.COMMA if last is verbs.AND else verbs.THEN
            text = self.translator.format(join, first=text, next=self._settled(clause, final))
            heavy = heavy or clause.heavy
        heavy = heavy or bool(clauses[-1].aside)
        return Clause(text, other=clauses[-1].other, known=scope.known, heavy=heavy)

    def _settled(self, clause: Clause, final: bool) -> str:
        """Return the text of a clause with its aside."""
        if not clause.aside:
            return clause.text
        return self.translator.format(verbs.ALSO if final else verbs.ASIDE, first=clause.text, rest=clause.aside)

    def clause(self, step: m.Step, scope: Scope) -> Clause:
        """Return one step as a clause."""
        match step:
            case m.Put():
                return self._put(step, scope)
            case m.Give():
                return self._give(step, scope)
            case m.Take():
                return self._take(step, scope)
            case m.Draw():
                return self._draw(step, scope)
            case m.Keep():
                return self._simple(verbs.KEEP, step.who, scope)
            case m.Pass():
                text = self.translator.format(
                    verbs.PASS["both" if self.translator.pair else step.dir],
                    cards=cards(self.translator, step.n, owner="they", pick=step.pick),
                )
                return Clause(text, other=True)
            case m.Swap():
                return self._swap(step, scope)
            case m.Show():
                return self._show(step, scope)
            case m.Guess():
                return self._guess(step, scope)
            case m.Choose():
                return self._choose(step, scope)
            case m.If():
                return self._if(step, scope)
            case m.Again():
                return self._simple(verbs.MAY_AGAIN if step.optional else verbs.AGAIN, step.who, scope)
            case m.Duel():
                return self._duel(step, scope)
            case _:
                assert_never(step)

    def _who(self, selector: str, scope: Scope) -> str:
        """Return the canonical selector for who is meant here."""
        return canonical(self.translator, selector, scope.names)

    def _form(self, who: str, scope: Scope) -> Form:
        if who != "self":
            return "they"
        return "you" if scope.after_other else "do"

    def _named(self, who: str, role: Role, scope: Scope) -> str:
        """Return the words for a player, shorter for one just mentioned."""
        just_mentioned = who == scope.known and who in _STEADY and not self.translator.pair
        return named(self.translator, "same" if just_mentioned else who, role)

    def _is_them(self, who: str, scope: Scope) -> bool:
        """Tell whether "them" is clear for this player."""
        return who == scope.known and (who in _STEADY or who.startswith("bound_"))

    def _simple(self, words: dict[Form, Phrase], selector: str, scope: Scope, **values: str) -> Clause:
        """Return a clause whose only player is its subject."""
        who = self._who(selector, scope)
        text = self.translator.format(words[self._form(who, scope)], who=self._named(who, "subject", scope), **values)
        return Clause(text, other=who != "self", known=_known(who))

    def _put(self, step: m.Put, scope: Scope) -> Clause:
        who = self._who(step.who, scope)
        alone = scope.alone and who == "self" and not step.otherwise
        what = cards(self.translator, step.n, step.where, _owner(who), step.pick, choice=alone, shown=scope.shown)
        clause = self._simple({**verbs.PUT, "do": verbs.PUT_ALONE} if alone else verbs.PUT, step.who, scope, cards=what)
        return self._otherwise(clause, step, who, scope)

    def _give(self, step: m.Give, scope: Scope) -> Clause:
        giver, taker = self._who(step.from_, scope), self._who(step.to, scope)
        form = self._form(giver, scope)
        what = cards(
            self.translator, step.n, step.where, _owner(giver), step.pick, choice=giver != "self" and taker == "self",
            shown=scope.shown,
        )  # fmt: skip
        them = taker == "self" if form == "they" else self._is_them(taker, scope)
        text = self.translator.format(
            (verbs.GIVE_THEM if them else verbs.GIVE)[form],
            who=self._named(giver, "subject", scope),
            cards=what,
            to=self._named(taker, "to", scope),
        )
        known = f"bound_{step.bind}" if step.bind else _known(giver, taker)
        return self._otherwise(Clause(text, other=giver != "self", known=known), step, giver, scope)

    def _otherwise(self, clause: Clause, step: m.Put | m.Give, who: str, scope: Scope) -> Clause:
        """Add what happens if no card was moved (rules/missions.md 8.4.2)."""
        if not step.otherwise:
            return clause
        other = step.otherwise[0]
        changes = {"n": step.n, "where": step.where, "otherwise": step.otherwise}
        if who != "self" and len(step.otherwise) == 1 and other.model_copy(update=changes) == step:
            assert isinstance(other, m.Put | m.Give)  # noqa: S101 - equal to `step`, which is one
            what = cards(self.translator, other.n, other.where, "they", other.pick, shown=scope.shown)
            return replace(clause, text=self.translator.format(verbs.OR_CARDS, first=clause.text, cards=what))
        scope = replace(scope, after_other=who != "self", known=clause.known or scope.known, alone=False)
        steps = self.sequence(step.otherwise, scope).text
        if not steps:
            return clause
        return replace(
            clause, aside=self.translator.format(verbs.OTHERWISE[_owner(who), _lack(step.where)], steps=steps)
        )

    def _take(self, step: m.Take, scope: Scope) -> Clause:
        taker, giver = self._who(step.to, scope), self._who(step.from_, scope)
        form = self._form(taker, scope)
        them = giver == "self" if form == "they" else self._is_them(giver, scope)
        if step.pick == "blind":
            words = verbs.TAKE_THEM_BLIND if them else verbs.TAKE_BLIND
            what = cards(self.translator, step.n, owner=_owner(giver))
        else:
            words = verbs.TAKE_THEM if them else verbs.TAKE
            what = cards(self.translator, step.n, None, _owner(giver), step.pick, choice=True)
        text = self.translator.format(
            words[form],
            who=self._named(taker, "subject", scope),
            cards=what,
            from_=self._named(giver, "from", scope),
        )
        return Clause(text, other=taker != "self", known=_known(giver, taker))

    def _draw(self, step: m.Draw, scope: Scope) -> Clause:
        what = cards(self.translator, step.n)
        if step.until is None or step.n == 1:
            return self._simple(verbs.DRAW, step.who, scope, cards=what)
        return self._simple(verbs.DRAW_UNTIL, step.who, scope, cards=what, card=one_card(self.translator, step.until))

    def _swap(self, step: m.Swap, scope: Scope) -> Clause:
        a, b = self._who(step.a, scope), self._who(step.b, scope)
        if b == "self":
            a, b = b, a
        text = self.translator.format(
            verbs.SWAP[self._form(a, scope)],
            who=self._named(a, "subject", scope),
            cards=cards(self.translator, step.n, owner="they", pick=step.pick),
            with_=self._named(b, "with", scope),
        )
        return Clause(text, other=a != "self", known=_known(a, b))

    def _show(self, step: m.Show, scope: Scope) -> Clause:
        who, to = self._who(step.who, scope), self._who(step.to, scope)
        form = self._form(who, scope)
        them = to == "self" if form == "they" else self._is_them(to, scope)
        to = "all" if to == "others" else to
        text = self.translator.format(
            (verbs.SHOW_THEM if them else verbs.SHOW)[form],
            who=self._named(who, "subject", scope),
            cards=cards(self.translator, step.n, owner=_owner(who)),
            to=self._named(to, "to", scope),
        )
        return Clause(text, other=who != "self", known=_known(who, to))

    def _guess(self, step: m.Guess, scope: Scope) -> Clause:
        clause = self._simple(verbs.GUESS[step.about], step.who, scope)
        owner = _owner(self._who(step.who, scope))
        inner = Scope(clause.other, clause.known or scope.known, scope.names, scope.shown)
        parts = [
            self.translator.format(words[owner], steps=text)
            for words, steps in ((verbs.RIGHT, step.right), (verbs.WRONG, step.wrong))
            if (text := self.sequence(steps, inner).text)
        ]
        return self._with_parts(clause, parts)

    def _with_parts(self, clause: Clause, parts: Sequence[str]) -> Clause:
        """Return a clause followed by its consequences."""
        if not parts:
            return clause
        rest = parts[0]
        for part in parts[1:]:
            rest = self.translator.format(verbs.ALSO, first=rest, rest=part)
        return replace(clause, text=self.translator.format(verbs.PARTS, first=clause.text, rest=rest), heavy=True)

    def _choose(self, step: m.Choose, scope: Scope) -> Clause:
        who = self._who(step.who, scope)
        inner = Scope(who != "self", _known(who) or scope.known, scope.names, scope.shown)
        texts = [self.sequence(option, inner).text or self.translator.format(verbs.NOTHING) for option in step.options]
        options = texts[0]
        for text in texts[1:]:
            options = self.translator.format(verbs.OR, first=options, rest=text)
        return replace(self._simple(verbs.CHOOSE, step.who, scope, options=options), heavy=True)

    def _if(self, step: m.If, scope: Scope) -> Clause:
        known = holds(self.translator, step.cond)
        if known is not None:
            return self.sequence(step.then if known else step.else_, scope)
        about = about_other(self.translator, step.cond, scope.names)
        inner = replace(scope, after_other=about, alone=False)
        then, others = self.sequence(step.then, inner), self.sequence(step.else_, inner)
        if not then.text and not others.text:
            return Clause("")
        text = self.translator.format(
            verbs.IF_ELSE if others.text else verbs.IF,
            condition=said(self.translator, step.cond, scope.names),
            steps=then.text or self.translator.format(verbs.NOTHING),
            others=others.text,
        )
        return Clause(text, other=(others if others.text else then).other, heavy=True)

    def _duel(self, duel: m.Duel, scope: Scope) -> Clause:
        vs = self._who(duel.vs, scope)
        words, style = Clause(duels.challenge(self.translator, duel, vs), other=True), duels.style(duel)
        inner = Scope(shown=duels.shown(duel))
        branch = replace(inner, after_other=style == "opponent")  # "if they guess it": then "you", never an imperative
        alone = duel.kind != "highest_unique" and vs not in SETS  # only then is everybody but the winner the loser
        won = replace(branch, names=(("winner", "self"), ("loser", "opponent")) if alone else (("winner", "self"),))
        lost = replace(branch, names=(("winner", "opponent"), ("loser", "self"))) if alone else branch
        if alone:
            won, lost = replace(won, known="opponent"), replace(lost, known="opponent")
        parts, tie = [], duel.tie
        for both, if_won, if_lost in _outcomes(duel):
            parts.append(self.sequence(both, inner, verbs.AND).text)
            win_part = self._branch(duels.WON[style], if_won, won)
            lose_words = (duels.IF_NOT if win_part and style in duels.IF_NOT else duels.LOST)[style]
            if if_lost and if_lost == tie:
                lose_words, tie = duels.NOT_WON, ()
            parts += [win_part, self._branch(lose_words, if_lost, lost)]
        parts.append(self._branch(duels.TIE, tie, inner))
        return self._with_parts(words, [part for part in parts if part])

    def _branch(self, words: Phrase, steps: Sequence[m.Step], scope: Scope) -> str:
        """Return what happens in one case, or nothing."""
        text = self.sequence(steps, scope).text
        return self.translator.format(words, steps=text) if text else ""


def _outcomes(duel: m.Duel) -> list[tuple[list[m.Step], Sequence[m.Step], Sequence[m.Step]]]:
    """Return what follows a decided duel: steps for whoever has won, steps if self has won, steps if self has not."""
    if duel.lose is not None:
        return [([], duel.win, duel.lose)]
    found: list[tuple[list[m.Step], Sequence[m.Step], Sequence[m.Step]]] = []
    both: list[m.Step] = []
    for step in duel.win:
        pair = {step.cond.is_.a, step.cond.is_.b} if isinstance(step, m.If) and step.cond.is_ else set()
        if isinstance(step, m.If) and pair in ({"winner", "self"}, {"loser", "self"}):
            found.append((both, *((step.then, step.else_) if "winner" in pair else (step.else_, step.then))))
            both = []
        else:
            both.append(step)
    return [*found, (both, (), ())]


def _owner(who: str) -> Owner:
    return "you" if who == "self" else "they"


def _known(*players: str) -> str | None:
    """Return the one other player among those mentioned in a clause, or None if there is none or more than one."""
    others = [player for player in players if player != "self"]
    return others[0] if len(others) == 1 and others[0] not in SETS else None


def _lack(where: Where | None) -> Lack:
    """Return why a step may find no card."""
    if where is None or where.group:
        return "cannot"
    return "jokers" if where.extreme else "none"
