"""The turns of a match, and the transcript of some of them.

>>> last_two = list_turns(match)[-2:]
>>> for line in turn_transcript(match, last_two):
...     print(line)
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from companion.errors import UsageError
from companion.rules.match import Match
from companion.rules.transcript import Line, Transcript, mission_annotator


class NoTurnsError(UsageError):
    """A game whose transcript cannot be divided into turns."""


@dataclass
class Turn:
    """One turn of a match.

    Attributes:
        number: 1 first, counted through all rounds.
        seat: whose turn it is.
        first: number of its first step, 1 first.
        last: number of its last step.
        missions: the missions revealed in it, in FIGHT.
    """

    number: int
    seat: int
    first: int
    last: int
    missions: list[str] = field(default_factory=list)


def list_turns(match: Match) -> list[Turn]:
    """Return the turns of a match, in order.

    Raises:
        NoTurnsError: the game is not played in turns of one seat.
    """
    replayed = match.start()
    found: list[Turn] = []
    current = None
    for step, action in enumerate(match.actions, 1):
        view = replayed.state.view(0)
        if not {"turn", "player", "round"} <= view.keys():
            raise NoTurnsError(
                f"{match.game.title} is not played turn by turn, so only its whole transcript can be printed."
            )
        if current != (current := (view["round"], view["turn"])):
            found.append(Turn(len(found) + 1, view["player"], step, step))
        replayed.play(action)
        found[-1].last = step
        found[-1].missions += _missions(replayed)
    return found


def _missions(match: Match) -> Iterator[str]:
    """Yield the mission that the last action revealed."""
    for event in getattr(match.state, "events", ()):
        if event[0] in ("revealed", "no-pile") and event[3]:
            yield event[3]


def turn_transcript(match: Match, wanted: Sequence[Turn], language: str = "en") -> Iterator[Line]:
    """Yield the lines of some turns, each under a heading and with the hands before it.

    Args:
        match: the match; it is not changed.
        wanted: turns of this match, in order.
        language: language of the missions.
    """
    transcript = Transcript(match.start(), range(match.seats), mission_annotator(match, language))
    title, *_ = transcript.begin()
    yield title
    left = list(wanted)
    for step, action in enumerate(match.actions, 1):
        if not left:
            return
        if step == left[0].first:
            yield Line("title", f"Turn {left[0].number}, seat {left[0].seat}")
            yield from transcript.hands()
        lines = transcript.step(action)
        if step >= left[0].first:
            yield from lines
        if step == left[0].last:
            del left[0]
