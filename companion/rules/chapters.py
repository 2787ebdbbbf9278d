"""Parts of a story: only some turns of a match are told, each under a heading.

>>> found = turns(match)
>>> for line in tell_turns(match, found[-2:]):
...     print(line)
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from companion.errors import UsageError
from companion.rules.match import Match
from companion.rules.story import Line, Story, mission_gloss


class NoTurns(UsageError):  # noqa: N818 - a sentence for the person at the terminal
    """A game whose story cannot be told turn by turn."""


@dataclass
class Turn:
    """One turn of a match.

    Attributes:
        number: 1 first, counted through all rounds.
        seat: whose turn it is.
        first: number of its first step, 1 first.
        last: number of its last step.
        missions: the missions that were turned up in it, in FIGHT.
    """

    number: int
    seat: int
    first: int
    last: int
    missions: list[str] = field(default_factory=list)


def turns(match: Match) -> list[Turn]:
    """Return the turns of a match, in order.

    Raises:
        NoTurns: the game is not played in turns of one seat.
    """
    again = match.start()
    found: list[Turn] = []
    now = None
    for step, action in enumerate(match.actions, 1):
        view = again.state.view(0)
        if not {"turn", "player", "round"} <= view.keys():
            raise NoTurns(f"{match.game.title} is not played turn by turn, so only its whole story can be told.")
        if now != (now := (view["round"], view["turn"])):
            found.append(Turn(len(found) + 1, view["player"], step, step))
        again.play(action)
        found[-1].last = step
        found[-1].missions += _missions(again)
    return found


def _missions(match: Match) -> Iterator[str]:
    """Yield the mission that the last action has turned up."""
    for event in getattr(match.state, "events", ()):
        if event[0] in ("revealed", "no-pile") and event[3]:
            yield event[3]


def tell_turns(match: Match, wanted: Sequence[Turn], language: str = "en") -> Iterator[Line]:
    """Yield the whole truth of some turns: the hands before each of them, and what happened.

    Args:
        match: the match; it is not changed.
        wanted: turns of this match, in order.
        language: language of the missions.
    """
    story = Story(match.start(), range(match.seats), mission_gloss(match, language))
    title, *_ = story.begin()
    yield title
    left = list(wanted)
    for step, action in enumerate(match.actions, 1):
        if not left:
            return
        if step == left[0].first:
            yield Line("title", f"Turn {left[0].number}, seat {left[0].seat}")
            yield from story.hands()
        lines = story.step(action)
        if step >= left[0].first:
            yield from lines
        if step == left[0].last:
            del left[0]
