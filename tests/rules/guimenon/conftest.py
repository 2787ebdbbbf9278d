"""Scenes: a table of Guimenon laid out by hand, so that a test shows one rule and nothing else."""

from types import MappingProxyType

import pytest

from companion.rules.guimenon.agenda import Agenda
from companion.rules.guimenon.game import Guimenon
from companion.rules.guimenon.language import Being, CardDeck, Item, Location, LocationDeck, TokenBeing
from companion.rules.guimenon.pieces import GuimenonTable
from companion.rules.guimenon.pool import Pool, Setup
from companion.rules.guimenon.state import GuimenonState

SAMPLE = Guimenon().setup.pool
PLAIN = ("plain-a", "plain-b", "plain-c")


def being(name, cost=1, stars=1, *abilities, types=()):
    """A Being whose name is its id; abilities as they are written in a file."""
    return Being.model_validate(
        {"id": name, "name": name, "cost": cost, "stars": stars, "types": types, "abilities": abilities}
    )


def item(name, cost, *abilities, types=()):
    return Item.model_validate({"id": name, "name": name, "cost": cost, "types": types, "abilities": abilities})


def token(name, stars, *abilities, types=()):
    return TokenBeing.model_validate({"id": name, "name": name, "stars": stars, "types": types, "abilities": abilities})


def location(name, *abilities):
    return Location.model_validate({"id": name, "name": name, "abilities": abilities})


class Scene:
    """A table in the making: the sample pool, three Locations without effect, and what a test adds.

    `turn` is the turn whose plan is to be made; Moon is the turn number.
    """

    def __init__(self, *added, turn=6, locations=PLAIN, starter=0, seed=1):
        known = [*map(location, PLAIN), *added]
        self.pool = Pool(
            MappingProxyType({**SAMPLE.cards, **{x.id: x for x in known if isinstance(x, Being | Item)}}),
            MappingProxyType({**SAMPLE.tokens, **{x.id: x for x in known if isinstance(x, TokenBeing)}}),
            MappingProxyType({**SAMPLE.locations, **{x.id: x for x in known if isinstance(x, Location)}}),
        )
        self.table = GuimenonTable(
            seed=seed,
            match=0,
            turn=turn,
            starter=starter,
            decks=[[], []],
            hands=[[], []],
            plans=[[], []],
            discards=[[], []],
            moon=[turn, turn],
            next_moon=[0, 0],
            locations=list(locations),
            revealed=min(turn, 3),
        )

    def put(self, seat, place, *names, real=True):
        """Put cards into play, as if turned over in an earlier turn."""
        for name in names:
            self.table.enter(name, seat, place, real=real)
        return self

    def hand(self, seat, *names):
        self.table.hands[seat] += names
        return self

    def deck(self, seat, *names):
        """The next card to draw first."""
        self.table.decks[seat] += reversed(names)
        return self

    def discard(self, seat, *names):
        self.table.discards[seat] += names
        return self

    def build(self):
        """Return the state in which both seats make their plans; the decks are what the scene holds."""
        table = self.table
        decks = []
        for seat in (0, 1):
            cards = [*table.decks[seat], *table.hands[seat], *table.discards[seat]]
            cards += [piece.card for piece in table.all_in_play() if piece.real and piece.owner == seat]
            decks.append(CardDeck.model_construct(name=f"deck {seat}", cards=tuple(cards)))
        locations = LocationDeck.model_construct(name="row", locations=tuple(table.locations))
        state = GuimenonState(Setup(self.pool, tuple(decks), locations), table, Agenda(), "plan", [False, False])
        state.check_invariants()
        return Scenario(state)


class Scenario:
    """A state with the words in which tests speak of it."""

    def __init__(self, state):
        self.state = state
        self.events = []

    def play(self, zero=(), one=(), choices=()):
        """Both seats plan these `(card, place)` and finish; then `choices` (names, None: no more) answer in order.

        A choice that is not offered, and one that is not used, fails the test.
        """
        waiting = list(choices)
        plans = {0: list(zero), 1: list(one)}
        turn = self.state.table.turn
        while not all(self.state.planned) and self.state.phase == "plan" and self.state.table.turn == turn:
            plan = plans[self.state.current_player()]
            self.act("play", *plan.pop(0)) if plan else self.act("done")
        while self.state.agenda.asking:
            assert waiting, f"a choice that the test does not expect: {self.state.legal_actions()}"
            self.choose(waiting.pop(0))
        assert not waiting, f"choices nobody asked for: {waiting}"
        return self

    def act(self, *action):
        self.state.apply(action)
        self.events += self.state.public_events()
        self.state.check_invariants()
        return self

    def choose(self, name):
        if name is None:
            return self.act("enough")
        numbers = [number for verb, *rest in self.state.legal_actions() if verb == "choose" for number in rest]
        offered = {self.state.setup.pool.card(self.state.table.pieces[n].card).id: n for n in numbers}
        return self.act("choose", offered[name])

    def stars(self, name):
        """Stars of the only card with this id in play, or of each, if there are several."""
        pieces = [piece for piece in self.state.table.all_in_play() if piece.card == name]
        stars = [self.state.board.stars(piece) for piece in pieces]
        return stars[0] if len(stars) == 1 else stars

    def side(self, place):
        return [self.state.board.side_stars(place, seat) for seat in (0, 1)]

    def at(self, place, seat):
        return [piece.card for piece in self.state.table.in_play(place, seat)]

    def hand(self, seat):
        return self.state.table.hands[seat]

    def discards(self, seat):
        return self.state.table.discards[seat]

    def plays(self, seat=None):
        """The `(card, place)` that may be planned now."""
        assert seat is None or self.state.current_player() == seat
        return [(card, place) for verb, *rest in self.state.legal_actions() if verb == "play" for card, place in [rest]]

    def triggered(self):
        """Who spoke, in order: the names after the triggers in the events."""
        heads = ("On Reveal: ", "End of Turn: ", "On Destroyed: ", "End of Game: ")
        return [line.split(": ", 1)[1].rstrip(".") for line in self.events if line.startswith(heads)]


@pytest.fixture
def scene():
    return Scene


@pytest.fixture
def make():
    """The makers of cards: `make.being(...)`."""
    return type("Make", (), {"being": being, "item": item, "token": token, "location": location})


@pytest.fixture
def sample():
    return SAMPLE
