"""A match told as a story, one line for each thing that happened, without telling a secret to the wrong ear.

>>> story = Story(match, known=range(match.seats))     # somebody who sees all hands
>>> for line in story.begin():
...     print(line)
>>> for line in story.step(action):                    # plays the action
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

Kind = Literal["title", "step", "news", "mission", "secret", "result"]

Gloss = Callable[[str], str | None]
"""What explains a piece of news to the listener, if there is something to explain."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a story.

    Attributes:
        kind: `step` (a decision), `news` (what it brought about), `mission` (its sentence), `secret` (what one seat
            learned), `title`, `result`.
        text: whole sentences.
        seat: whose decision or secret it is.
        step: number of the decision, 1 first.
    """

    kind: Kind
    text: str
    seat: int | None = None
    step: int | None = None

    def __str__(self) -> str:
        if self.kind == "step":
            return f"{self.step:4}  Seat {self.seat}: {self.text}"
        return self.text if self.kind == "title" else f"      {self.text}"


class Story:
    """Tells a match as it is played.

    Attributes:
        match: the match; `step` plays it on.
        known: the seats whose secrets are told: none for what everybody hears, all for the whole truth.
        gloss: explains news; see `mission_gloss`.
    """

    def __init__(self, match: Match, known: Collection[int], gloss: Gloss | None = None) -> None:
        self.match = match
        self.known = known
        self.gloss = gloss

    def begin(self) -> list[Line]:
        """Return what is known before the next decision: the title, and the hands."""
        match = self.match
        usual = type(match.game)().options()
        special = {name: value for name, value in match.game.options().items() if value != usual[name]}
        options = ", ".join(f"{name}={_option_text(value)}" for name, value in special.items())
        title = f"{match.game.title}, {match.seats} seats, seed {match.seed}"
        title += f", match {match.number}" if match.number else ""
        lines = [Line("title", f"{title} ({options})" if options else title)]
        if match.actions:
            return lines + list(self.hands())
        return lines + self._deal(list(self._news()))

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
        news = list(self._news())
        if self._round() != dealt:
            lines += self._deal(news)
        else:
            lines += news
            lines += _changes(before, self._hands(), seat, " ".join(line.text for line in lines))
        if state.is_terminal():
            lines.append(Line("result", result_sentence(state)))
        return lines

    def _news(self) -> Iterator[Line]:
        """Yield what everybody saw, explained."""
        for sentence in self.match.state.news():
            yield Line("news", sentence)
            if self.gloss is not None and (words := self.gloss(sentence)) is not None:
                yield Line("mission", words)

    def _deal(self, news: list[Line]) -> list[Line]:
        """Return the news of a deal, with the hands and with what lies open if the news do not say it."""
        told = {line.text for line in news}
        view = self.match.state.view(0)
        open_cards = [text for text in _open_cards(self.match.game.name, view) if text not in told]
        return [*news, *self.hands(), *(Line("news", text) for text in open_cards)]

    def _round(self) -> int | None:
        """Return the number of the round, for which cards are dealt anew; None in games without rounds."""
        number: int | None = self.match.state.view(0).get("round")
        return number

    def hands(self) -> Iterator[Line]:
        """Yield what the known seats hold."""
        for seat in self.known:
            if hand := hand_names(self.match.game.name, self.match.state.view(seat)):
                yield Line("secret", f"Seat {seat} holds {join(hand)}.", seat)

    def _hands(self) -> dict[int, Counter[str]]:
        """Return the cards in the hands whose secrets are told."""
        return {seat: Counter(hand_names(self.match.game.name, self.match.state.view(seat))) for seat in self.known}


def tell(match: Match, until: int | None = None, language: str = "en") -> Iterator[Line]:
    """Yield the whole truth of a match from its start.

    Args:
        match: the match; it is not changed.
        until: the last step to tell; None for all.
        language: language of the missions.
    """
    story = Story(match.start(), range(match.seats), mission_gloss(match, language))
    yield from story.begin()
    for action in match.actions[:until]:
        yield from story.step(action)


def mission_gloss(match: Match, language: str) -> Gloss | None:
    """Return what says the sentence of each mission that is turned up in FIGHT; None for the other games."""
    if match.game.name != "fight":
        return None
    from companion.missions.wording import sentence  # a match of another game starts faster without
    from companion.rules.fight.game import Fight

    assert isinstance(match.game, Fight)  # noqa: S101 - for the type checker
    pack = match.game.missions()

    def gloss(news: str) -> str | None:
        found = re.search(r": mission ([A-Z]\d\d)\.$", news)
        return None if found is None else sentence(pack, found[1], language, match.seats)

    return gloss


def result_sentence(state: State) -> str:
    """Return who has won, with the points where the game counts them; an empty text before the end."""
    returns = state.returns()
    winners = [seat for seat, value in enumerate(returns) if value > 0]
    if not winners:
        return ""
    if len(winners) == 1:
        sentence = f"Seat {winners[0]} wins."
    elif len(winners) == len(returns):
        sentence = "Nobody is better than the others: the match is drawn."
    else:
        sentence = f"Seats {join([str(seat) for seat in winners])} share the victory."
    return sentence


def hand_names(game: str, view: JsonObject) -> list[str]:
    """Return what people call the cards of the hand in a view of this game; none in games without hands."""
    hand = view.get("hand", [])
    if game == "gang-of-four":
        from companion.rules.gang_of_four.cards import KEYS, NAMES  # another game is not imported for this

        return [NAMES[KEYS[word]] for word in hand]
    if game == "guimenon":
        return [card["name"] for card in hand]
    return [CARDS[card].name for card in hand]


def _open_cards(game: str, view: JsonObject) -> list[str]:
    """Return what lies open after a deal and decides what can be done first."""
    if game == "link":
        return ["There is no link card." if view["link"] is None else f"{CARDS[view['link']].name} is the link card."]
    if game == "gnoming":
        return [
            f"On discard pile {pile} lies {str(cards[-1]).capitalize()}." for pile, cards in view["discards"].items()
        ]
    return []


def join(words: Sequence[str]) -> str:
    """Return `a`, `a and b` or `a, b and c`."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def _changes(
    before: dict[int, Counter[str]], after: dict[int, Counter[str]], actor: int | None, said: str
) -> Iterator[Line]:
    """Yield what came into the hands, and what left others' hands, as far as nobody has said so yet."""
    for verb, lost in (("gets", False), ("no longer has", True)):
        for seat, hand in after.items():
            cards = before[seat] - hand if lost else hand - before[seat]
            untold = [card for card in cards.elements() if not re.search(rf"\b{re.escape(card)}\b", said)]
            if untold and not (lost and seat == actor):  # the action itself says what the actor puts down
                said = f"{said} {join(untold)}"
                yield Line("secret", f"Seat {seat} {verb} {join(untold)}.", seat)


def _option_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
