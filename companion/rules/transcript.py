"""The transcript of a match: a line for each thing that happened, with only the secrets that the reader may know.

>>> transcript = Transcript(match, known=range(match.seats))  # all hands are open
>>> for line in transcript.begin():
...     print(line)
>>> for line in transcript.step(action):  # plays the action
...     print(line)
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from companion.deck import CARDS
from companion.rules.game import Action, JsonObject, State
from companion.rules.match import Match

LineKind = Literal["title", "step", "event", "mission", "secret", "result"]

Annotator = Callable[[str], str | None]
"""Returns an explanation of an event sentence, None if it needs none."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a transcript.

    Attributes:
        kind: `step` (a decision), `event` (what it brought about), `mission` (its sentence), `secret` (what only one
            seat learned), `title`, `result`.
        text: whole sentences.
        seat: whose decision or secret it is.
        step: number of the decision, 1 first.
    """

    kind: LineKind
    text: str
    seat: int | None = None
    step: int | None = None

    def __str__(self) -> str:
        if self.kind == "step":
            return f"{self.step:4}  Seat {self.seat}: {self.text}"
        return self.text if self.kind == "title" else f"      {self.text}"


class Transcript:
    """Formats a match as it is played.

    Attributes:
        match: the match; `step` continues it.
        known: the seats whose secrets are included: none for the public events only, all for open hands.
        annotate: explains events; see `mission_annotator`.
    """

    def __init__(self, match: Match, known: Collection[int], annotate: Annotator | None = None) -> None:
        self.match = match
        self.known = known
        self.annotate = annotate

    def begin(self) -> list[Line]:
        """Return the lines before the next decision: the title and the hands."""
        match = self.match
        usual = type(match.game)().options()
        special = {name: value for name, value in match.game.options().items() if value != usual[name]}
        options = ", ".join(f"{name}={_option_text(value)}" for name, value in special.items())
        title = f"{match.game.title}, {match.seats} seats, seed {match.seed}"
        title += f", match {match.number}" if match.number else ""
        lines = [Line("title", f"{title} ({options})" if options else title)]
        if match.actions:
            return lines + list(self.hands())
        return lines + self._deal(list(self._events()))

    def step(self, action: Action) -> list[Line]:
        """Play an action of the current player and return what happened.

        Raises:
            IllegalAction: the rules do not allow it; nothing has changed.
        """
        match, state = self.match, self.match.state
        seat = state.current_player()
        before, dealt = self._hands(), self._round()
        legal = seat is not None and action in state.legal_actions()
        text = "" if not legal else state.describe(action) if seat in self.known else state.public(action)
        match.play(action)
        lines = [Line("step", text, seat, len(match.actions))] if text else []
        events = list(self._events())
        if self._round() != dealt:
            lines += self._deal(events)
        else:
            lines += events
            lines += _changes(before, self._hands(), seat, " ".join(line.text for line in lines))
        if state.is_terminal():
            lines.append(Line("result", result_sentence(state)))
        return lines

    def _events(self) -> Iterator[Line]:
        """Yield the public events of the last action, with their explanations."""
        for sentence in self.match.state.public_events():
            yield Line("event", sentence)
            if self.annotate is not None and (words := self.annotate(sentence)) is not None:
                yield Line("mission", words)

    def _deal(self, events: list[Line]) -> list[Line]:
        """Return the events of a deal, the hands, and the open cards that no event mentions."""
        mentioned = {line.text for line in events}
        view = self.match.state.view(0)
        open_cards = [text for text in _open_cards(self.match.game.name, view) if text not in mentioned]
        return [*events, *self.hands(), *(Line("event", text) for text in open_cards)]

    def _round(self) -> int | None:
        """Return the number of the round, for which cards are dealt; None in games without rounds."""
        number: int | None = self.match.state.view(0).get("round")
        return number

    def hands(self) -> Iterator[Line]:
        """Yield the hands of the known seats."""
        for seat in self.known:
            if hand := hand_names(self.match.game.name, self.match.state.view(seat)):
                yield Line("secret", f"Seat {seat} holds {join(hand)}.", seat)

    def _hands(self) -> dict[int, Counter[str]]:
        """Return the cards in the hands of the known seats."""
        return {seat: Counter(hand_names(self.match.game.name, self.match.state.view(seat))) for seat in self.known}


def full_transcript(match: Match, until: int | None = None, language: str = "en") -> Iterator[Line]:
    """Yield the lines of a match from its start, with all hands open.

    Args:
        match: the match; it is not changed.
        until: the last step to include; None for all.
        language: language of the missions.
    """
    transcript = Transcript(match.start(), range(match.seats), mission_annotator(match, language))
    yield from transcript.begin()
    for action in match.actions[:until]:
        yield from transcript.step(action)


def mission_annotator(match: Match, language: str) -> Annotator | None:
    """Return an annotator that adds the sentence of each mission revealed in FIGHT; None for the other games."""
    if match.game.name != "fight":
        return None
    from companion.missions.wording.sentence import sentence  # a match of another game starts faster without
    from companion.rules.fight.game import Fight

    assert isinstance(match.game, Fight)  # noqa: S101 - for the type checker
    pack = match.game.missions()

    def annotate(event: str) -> str | None:
        found = re.search(r": mission ([A-Z]\d\d)\.$", event)
        return None if found is None else sentence(pack, found[1], language, match.seats)

    return annotate


def result_sentence(state: State) -> str:
    """Return a sentence on who has won; an empty text before the end."""
    returns = state.returns()
    winners = [seat for seat, value in enumerate(returns) if value > 0]
    if not winners:
        return ""
    if len(winners) == 1:
        sentence = f"Seat {winners[0]} wins."
    elif len(winners) == len(returns):
        sentence = "The match is a draw."
    else:
        sentence = f"Seats {join([str(seat) for seat in winners])} share the victory."
    return sentence


def hand_names(game: str, view: JsonObject) -> list[str]:
    """Return the printed names of the cards in the hand of this view; none in games without hands."""
    hand = view.get("hand", [])
    if game == "gang-of-four":
        from companion.rules.gang_of_four.cards import KEYS, NAMES  # imported only when it is played

        return [NAMES[KEYS[word]] for word in hand]
    if game == "guimenon":
        return [card["name"] for card in hand]
    return [CARDS[card].name for card in hand]


def _open_cards(game: str, view: JsonObject) -> list[str]:
    """Return sentences on the cards that lie open after a deal."""
    if game == "link":
        return ["There is no link card." if view["link"] is None else f"{CARDS[view['link']].name} is the link card."]
    if game == "gnoming":
        return [f"Discard pile {pile}: {str(cards[-1]).capitalize()}." for pile, cards in view["discards"].items()]
    return []


def join(words: Sequence[str]) -> str:
    """Return `a`, `a and b` or `a, b and c`."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def _changes(
    before: dict[int, Counter[str]], after: dict[int, Counter[str]], actor: int | None, mentioned: str
) -> Iterator[Line]:
    """Yield the cards that came into hands or left the hands of others, unless an earlier line names them."""
    for verb, lost in (("gets", False), ("no longer has", True)):
        for seat, hand in after.items():
            cards = before[seat] - hand if lost else hand - before[seat]
            unnamed = [card for card in cards.elements() if not re.search(rf"\b{re.escape(card)}\b", mentioned)]
            if unnamed and not (lost and seat == actor):  # the action itself names what the actor puts down
                mentioned = f"{mentioned} {join(unnamed)}"
                yield Line("secret", f"Seat {seat} {verb} {join(unnamed)}.", seat)


def _option_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
