"""Pictures of a mission, drawn from its steps for those who cannot read yet: which signs stand next to each other.

A picture is a row of groups; a group is a step or a branch, and holds signs. What a sign looks like is the business
of the templates.

>>> [str(group) for group in pictogram((Give(to="left", n=2),))]
['me cards*2 arrow left']
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

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
from companion.missions.step import Step
from companion.missions.wording.players import ONE_OTHER


class Sign(NamedTuple):
    """One picture.

    Attributes:
        name: what it shows, one of `signs.SIGNS`.
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

PLAYER_SIGN_NAMES: Final = {**{player: player for player in (*PLAYERS, *DUEL_PLAYERS)}, "self": "me"}
"""The sign of each selector of players."""

ARROW: Final = Sign("arrow")
THEN: Final = Sign("then")
ME: Final = Sign("me")


def pictogram(steps: Sequence[Step], seats: int | None = None) -> tuple[Group, ...]:
    """Return the pictures of a mission, in the order of its steps.

    Args:
        steps: what the mission does.
        seats: number of players if it is known; with 2 all others are "the other one".
    """
    return tuple(PictogramBuilder(seats == 2).all(steps, {}))


class PictogramBuilder:
    """Turns steps into groups of signs, and offers the verbs what their pictures have in common.

    Attributes:
        pair: exactly two people play.
    """

    def __init__(self, pair: bool) -> None:
        self.pair = pair

    def all(self, steps: Sequence[Step], people: People) -> list[Group]:
        """Return the groups of some steps."""
        groups: list[Group] = []
        for step in steps:
            groups += step.pictogram(self, people)
            people = step.bound_people(self, people)
        return groups

    def case(self, badge: Sign, steps: Sequence[Step], people: People) -> Iterator[Group]:
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
        """Return the sign for the players that are meant."""
        selector = people.get(selector, selector)
        if self.pair and selector in ONE_OTHER:
            selector = "opponent"
        elif self.pair and selector == "all":
            selector = "both"
        return Sign(PLAYER_SIGN_NAMES.get(selector, "both" if selector == "both" else "choice"))

    def cards(self, n: Count, where: CardFilter | None, hidden: bool) -> tuple[Sign, ...]:
        """Return the cards that move, after the revealed one where they must be like it."""
        number = n if isinstance(n, int) else n.max if isinstance(n, Max) else 0
        face = face_of(where) or ("back" if hidden else "")
        name = "cards" if isinstance(n, int) else "up-to" if isinstance(n, Max) else "all-cards"
        return (*_like(where), Sign(name, face, number))

    def condition(self, condition: Condition, people: People) -> tuple[Sign, ...]:
        """Return what an `if` asks, without the question mark."""
        if condition.hand_size:
            return self.who(condition.hand_size.who, people), Sign("hand", _size(condition.hand_size))
        if condition.has:
            like = _like(condition.has.where)
            return self.who(condition.has.who, people), *like, Sign("hand", face_of(condition.has.where))
        if condition.is_:
            return self.who(condition.is_.a, people), Sign("equal"), self.who(condition.is_.b, people)
        if condition.players:
            return self.who("all", people), Sign("text", str(condition.players.eq))
        return (Sign("no-pile" if condition.pile_empty else "pile"),)


def _size(hand: HandSize) -> str:
    """Return a size as the numbers that fit: fewer than 5 is `1–4`."""
    if hand.lt is not None:
        return "1" if hand.lt == 2 else "0" if hand.lt == 1 else f"1–{hand.lt - 1}"  # an empty hand is never asked for
    return f"{hand.gt + 1}+" if hand.gt is not None else str(hand.eq)


def _like(where: CardFilter | None) -> tuple[Sign, ...]:
    """Return the revealed card, if others have to be like it."""
    if where is None or "drawn" not in (where.number, where.galaxy):
        return ()
    return Sign("this", "number" if where.number == "drawn" else "galaxy"), Sign("equal")


def face_of(where: CardFilter | None) -> str:
    """Return what is on cards that fit, by the first filter that matters most."""
    if where is None:
        return ""
    if isinstance(where, Where) and (where.extreme or where.group or where.shown):
        return where.extreme or where.group or "shown"
    if where.number:
        return "number" if where.number == "drawn" else "number=" + ",".join(map(str, where.number))
    if where.galaxy:
        return "galaxy" if where.galaxy == "drawn" else f"galaxy={where.galaxy}"
    return where.color or where.parity or ""
