"""Pictures of a mission, drawn from its steps for those who cannot read yet: which signs stand next to each other.

A picture is a row of groups; a group is a step or a branch, and holds signs. What a sign looks like is the business
of the templates.

>>> [str(group) for group in pictogram((Give(to="left", n=2),))]
['me cards*2 arrow left']
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias, assert_never, get_args

from companion.missions import model as m
from companion.missions.selectors import (
    DUEL_PLAYERS,
    PLAYERS,
    CardFilter,
    Condition,
    Count,
    HandSize,
    Max,
    Where,
)
from companion.missions.wording.players import ONE_OTHER


class Sign(NamedTuple):
    """One picture.

    Attributes:
        name: what it shows, one of `SIGNS`.
        face: for cards what is on them: nothing, `back`, `blue`, `highest`, `number=2,3`, ...; for text its words.
        n: how many cards; 0 where that is no question.
    """

    name: str
    face: str = ""
    n: int = 0

    def __str__(self) -> str:
        return self.name + (f":{self.face}" if self.face else "") + (f"*{self.n}" if self.n else "")


class Group(NamedTuple):
    """Signs that belong together.

    Attributes:
        signs: from first to last.
        case: the group is one of several cases; they are set apart from what always happens.
    """

    signs: tuple[Sign, ...]
    case: bool = False

    def __str__(self) -> str:
        text = " ".join(map(str, self.signs))
        return f"[{text}]" if self.case else text


People: TypeAlias = Mapping[str, str]
"""What a selector means in a branch: `winner` is `self`, `bound_p` is `choice`."""

_PLAYER_SIGNS: Final = {**{player: player for player in (*PLAYERS, *DUEL_PLAYERS)}, "self": "me"}

PLAYER_SIGNS: Final = (*_PLAYER_SIGNS.values(), "both", "me-winner", "me-loser")
CARD_SIGNS: Final = ("cards", "up-to", "all-cards", "hand", "this", "pile", "discard", "no-pile")
MARKS: Final = (
    "arrow", "then", "swap", "pass-left", "pass-right", "eye", "blind", "again", "stop", "perhaps", "question", "equal",
    "yes", "no", "tie", "or", "fork", "think", "text",
)  # fmt: skip
DUEL_SIGNS: Final[tuple[str, ...]] = get_args(m.DuelKind)
SIGNS: Final = (*PLAYER_SIGNS, *CARD_SIGNS, *MARKS, *DUEL_SIGNS)
"""Every sign there is."""

ARROW: Final = Sign("arrow")
THEN: Final = Sign("then")
ME: Final = Sign("me")


def pictogram(steps: Sequence[m.Step], seats: int | None = None) -> tuple[Group, ...]:
    """Return the pictures of a mission, in the order of its steps.

    Args:
        steps: what the mission does.
        seats: number of players if it is known; with 2 everybody else is "the other one".
    """
    return tuple(_Artist(seats == 2).all(steps, {}))


class _Artist:
    """Turns steps into groups."""

    def __init__(self, pair: bool) -> None:
        self.pair = pair

    def all(self, steps: Sequence[m.Step], people: People) -> list[Group]:
        """Return the groups of some steps."""
        groups: list[Group] = []
        for step in steps:
            groups += self.step(step, people)
            if isinstance(step, m.Give) and step.bind:
                bound = step.from_ if self.who(step.to, people) == ME else step.to
                people = {**people, f"bound_{step.bind}": bound}
        return groups

    def case(self, badge: Sign, steps: Sequence[m.Step], people: People) -> Iterator[Group]:
        """Return what happens in one case: its steps in one group, except that cases inside it have their own."""
        line: tuple[Sign, ...] = (badge,)
        for group in self.all(steps, people):
            if group.case:
                if len(line) > 1:
                    yield Group(line, case=True)
                    line = ()
                yield group
            elif len(line) > 1:
                line += (THEN, *group.signs)
            else:  # a badge that shows who it is about need not be followed by them
                line += (
                    group.signs[1:] if line and line[0].name.startswith("me-") and group.signs[0] == ME else group.signs
                )
        if len(line) > 1:
            yield Group(line, case=True)

    def who(self, selector: str, people: People) -> Sign:
        """Return the sign of whoever is meant."""
        selector = people.get(selector, selector)
        if self.pair and selector in ONE_OTHER:
            selector = "opponent"
        elif self.pair and selector == "all":
            selector = "both"
        return Sign(_PLAYER_SIGNS.get(selector, "both" if selector == "both" else "choice"))

    def step(self, step: m.Step, people: People) -> Iterator[Group]:
        """Return the groups of one step; the first one is the step itself, the others are its cases."""
        match step:
            case m.Put():
                what = self.cards(step.n, step.where, step.pick != "owner")
                yield Group((self.who(step.who, people), *what, ARROW, Sign("discard")))
                yield from self.case(Sign("no"), step.otherwise, people)
            case m.Give():
                what = self.cards(step.n, step.where, step.pick == "blind")
                looked = (Sign("eye"),) if step.pick == "taker_open" else ()
                yield Group((self.who(step.from_, people), *what, ARROW, self.who(step.to, people), *looked))
                yield from self.case(Sign("no"), step.otherwise, people)
            case m.Take():
                what = self.cards(step.n, None, step.pick == "blind")
                look = {"blind": (Sign("blind"),), "taker_open": (Sign("eye"),), "owner": ()}[step.pick]
                yield Group((self.who(step.from_, people), *what, ARROW, self.who(step.to, people), *look))
            case m.Draw():
                what = (Sign("cards" if step.until is None else "up-to", "back", step.n),)
                until = (Sign("stop"), Sign("cards", _face(step.until), 1)) if step.until else ()
                yield Group((Sign("pile"), *what, ARROW, self.who(step.who, people), *until))
            case m.Keep():
                yield Group((Sign("this"), ARROW, self.who(step.who, people)))
            case m.Pass():
                blind = step.pick == "blind"
                turn = Sign("swap") if self.pair else Sign(f"pass-{step.dir}")
                yield Group((self.who("all", people), *self.cards(step.n, None, blind), turn))
            case m.Swap():
                what = self.cards(step.n, None, step.pick == "blind")
                yield Group((self.who(step.a, people), *what, Sign("swap"), *what, self.who(step.b, people)))
            case m.Show():
                what = self.cards(step.n, None, False)
                yield Group((self.who(step.who, people), *what, Sign("eye"), self.who(step.to, people)))
            case m.Guess():
                about = ("blue", "red", "yellow") if step.about == "pile_top_color" else ("odd", "even")
                faces = tuple(Sign("cards", face, 1) for face in about)
                yield Group((self.who(step.who, people), Sign("think"), *faces, Sign("pile")))
                yield from self.case(Sign("yes"), step.right, people)
                yield from self.case(Sign("no"), step.wrong, people)
            case m.Choose():
                yield Group((self.who(step.who, people), Sign("fork")))
                for option in step.options:
                    yield from self.case(Sign("or"), option, people)
            case m.If():
                yield Group((*self.condition(step.cond, people), Sign("question")))
                yield from self.case(Sign("yes"), step.then, people)
                yield from self.case(Sign("no"), step.else_, people)
            case m.Again():
                again = (self.who(step.who, people), Sign("again"))
                yield Group((*again, Sign("perhaps")) if step.optional else again)
            case m.Duel():
                yield from self.duel(step, people)
            case _:
                assert_never(step)

    def cards(self, n: Count, where: CardFilter | None, hidden: bool) -> tuple[Sign, ...]:
        """Return the cards that move, after the revealed one where they must be like it."""
        number = n if isinstance(n, int) else n.max if isinstance(n, Max) else 0
        face = _face(where) or ("back" if hidden else "")
        name = "cards" if isinstance(n, int) else "up-to" if isinstance(n, Max) else "all-cards"
        return (*_like(where), Sign(name, face, number))

    def duel(self, duel: m.Duel, people: People) -> Iterator[Group]:
        """Return a duel: the two sides with what they do between them, then what follows for whom."""
        other = self.who(duel.vs, people)
        middle = Sign(duel.kind, _measure(duel))
        if isinstance(duel, m.GuessNumber | m.GuessGalaxy):
            sides = (ME, other) if duel.guesser == "self" else (other, ME)
            yield Group((sides[0], Sign("think"), middle, sides[1]))
        else:
            yield Group((ME, middle, other))
        won = {**people, "winner": "self", "loser": duel.vs, "opponent": duel.vs}
        lost = {**people, "winner": duel.vs, "loser": "self", "opponent": duel.vs}
        if duel.lose is None:
            for step in duel.win:
                if isinstance(step, m.If) and step.cond.is_ and "self" in (pair := {step.cond.is_.a, step.cond.is_.b}):
                    cases = (step.then, step.else_) if "winner" in pair else (step.else_, step.then)
                    yield from self.case(Sign("me-winner"), cases[0], won)
                    yield from self.case(Sign("me-loser"), cases[1], lost)
                else:
                    yield from (Group(group.signs, case=True) for group in self.all((step,), people))
        else:
            yield from self.case(Sign("me-winner"), duel.win, won)
            yield from self.case(Sign("me-loser"), duel.lose, lost)
        yield from self.case(Sign("tie"), duel.tie, people)

    def condition(self, condition: Condition, people: People) -> tuple[Sign, ...]:
        """Return what an `if` asks, without the question mark."""
        if condition.hand_size:
            return self.who(condition.hand_size.who, people), Sign("hand", _size(condition.hand_size))
        if condition.has:
            like = _like(condition.has.where)
            return self.who(condition.has.who, people), *like, Sign("hand", _face(condition.has.where))
        if condition.is_:
            return self.who(condition.is_.a, people), Sign("equal"), self.who(condition.is_.b, people)
        if condition.players:
            return self.who("all", people), Sign("text", str(condition.players.eq))
        return (Sign("no-pile" if condition.pile_empty else "pile"),)


def _size(hand: HandSize) -> str:
    """Return a size as the numbers that fit: fewer than 5 is `1–4`."""
    if hand.lt is not None:
        return "1" if hand.lt == 2 else "0" if hand.lt == 1 else f"1–{hand.lt - 1}"  # nobody is asked about no card
    return f"{hand.gt + 1}+" if hand.gt is not None else str(hand.eq)


def _like(where: CardFilter | None) -> tuple[Sign, ...]:
    """Return the revealed card, if others have to be like it."""
    if where is None or "drawn" not in (where.number, where.galaxy):
        return ()
    return Sign("this", "number" if where.number == "drawn" else "galaxy"), Sign("equal")


def _face(where: CardFilter | None) -> str:
    """Return what is on cards that fit, by the first filter that tells most."""
    if where is None:
        return ""
    if isinstance(where, Where) and (where.extreme or where.group or where.shown):
        return where.extreme or where.group or "shown"
    if where.number:
        return "number" if where.number == "drawn" else "number=" + ",".join(map(str, where.number))
    if where.galaxy:
        return "galaxy" if where.galaxy == "drawn" else f"galaxy={where.galaxy}"
    return where.color or where.parity or ""


def _measure(duel: m.Duel) -> str:
    """Return the number that a duel is about, where it can be drawn."""
    match duel:
        case m.ClosestSum():
            return str(duel.target)
        case m.RockPaperScissors() if duel.first_to > 1:
            return f"{duel.first_to}×"
        case m.GuessNumber() | m.GuessGalaxy():
            return f"{duel.tries}×"
        case _:
            return ""
