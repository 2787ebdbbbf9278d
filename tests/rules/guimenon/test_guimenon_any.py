"""What holds for any cards of the language: hypothesis writes the pool, then plays matches with it."""

import json

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from companion.chance import stream
from companion.rules.bots.policies import get_bot
from companion.rules.guimenon.ability_checks import Known, check_ability
from companion.rules.guimenon.ability_text import ability_text
from companion.rules.guimenon.language import (
    EFFECTS,
    LASTING,
    ONLY_LASTING,
    Ability,
    Being,
    CardDeck,
    Item,
    LocationCard,
    LocationDeck,
    TokenBeing,
)
from companion.rules.guimenon.pool import Pool, Setup
from companion.rules.guimenon.pool_files import load_pool
from companion.rules.guimenon.state import new_state, state_from_json
from tests.sweeps import examples

TYPES = ("Beast", "Plant")
TOKENS = ("mote", "shard")
KNOWN = Known(frozenset(TOKENS), frozenset(TYPES))
FEW = settings(max_examples=examples(8, 30), suppress_health_check=list(HealthCheck))


def optional(**fields):
    return st.fixed_dictionaries({}, optional=fields)


def targets(carrier, trigger):
    """Targets that make sense; the rest is left to the checks, which refuse it."""
    owned = carrier != "location" or trigger == "destroyed"
    fields = {
        "side": st.sampled_from(["mine", "theirs", "both"]) if owned else st.just("both"),
        "where": st.sampled_from(["here", "elsewhere", "anywhere"]),
        "type": st.sampled_from(TYPES),
        "cost_at_most": st.integers(0, 6),
    }
    if carrier != "location":
        fields["other"] = st.booleans()
    if trigger != "continuous":
        fields["stars_at_most"] = st.integers(-2, 9)
        picks = ["all", "random", "strongest", "weakest", "dearest", "cheapest", *(["choice"] if owned else [])]
        fields["pick"] = st.sampled_from(picks)
        fields["n"] = st.integers(1, 3)
        fields["up_to"] = st.booleans()
    base = {} if owned else {"side": st.just("both")}
    return st.fixed_dictionaries(base, optional={k: v for k, v in fields.items() if k not in base}).map(tidy)


def tidy(target):
    """Leave out what does not go with the pick."""
    pick = target.get("pick", "all")
    drop = {"up_to"} if pick != "choice" else set()
    if pick == "all":
        drop |= {"n"}
    return {key: value for key, value in target.items() if key not in drop}


@st.composite
def written_effects(draw, carrier, trigger):
    words = LASTING if trigger == "continuous" else set(EFFECTS) - ONLY_LASTING
    word = draw(st.sampled_from(sorted(words)))
    owned = carrier != "location" or trigger == "destroyed"
    whose = st.sampled_from(
        ["me", "opponent", "both", "fewer_cards", "more_cards"] if owned else ["both", "fewer_cards"]
    )
    of = targets(carrier, trigger)
    if carrier == "being" and trigger != "destroyed":
        of = of | st.just("self")
    counted = targets(carrier, "continuous")
    per = (counted | st.sampled_from(["hand", "discard"])) if owned else counted
    to = st.sampled_from(["here", "left", "right", "random"])
    if word in ("stars", "place_stars"):
        who = {"of": of} if word == "stars" else {"whose": whose, "where": st.sampled_from(["here", "anywhere"])}
        if trigger == "continuous" and draw(st.booleans()):
            fields = st.fixed_dictionaries({**who, "times": st.sampled_from([0, 2, 3])})
        else:
            by = st.integers(-4, 5).filter(bool)
            fields = st.fixed_dictionaries({**who, "by": by}, optional={"per": per})
    else:
        fields = {
            "draw": lambda: st.fixed_dictionaries({"whose": whose}, optional={"n": st.integers(1, 4)}),
            "discard": lambda: st.fixed_dictionaries({"whose": whose}, optional={"n": st.integers(1, 4)}),
            "moon": lambda: st.fixed_dictionaries({"whose": whose, "n": st.sampled_from([-3, -1, 1, 3])}),
            "destroy": lambda: st.fixed_dictionaries({"of": of}),
            "recall": lambda: st.fixed_dictionaries({"of": of}),
            "move": lambda: st.fixed_dictionaries({"of": of, "to": to}),
            "copy": lambda: st.fixed_dictionaries({"of": of}, optional={"to": to}),
            "token": lambda: st.fixed_dictionaries(
                {"card": st.sampled_from(TOKENS), "whose": whose}, optional={"n": st.integers(1, 4), "to": to}
            ),
            "protect": lambda: st.fixed_dictionaries(
                {"of": of}, optional={"against": st.sampled_from([["destroy"], ["move"], ["destroy", "move"]])}
            ),
            "limit": lambda: st.fixed_dictionaries({"whose": whose, "n": st.integers(0, 3)}),
            "slots": lambda: st.fixed_dictionaries({"whose": whose, "n": st.integers(1, 3)}),
        }[word]()
    return {word: draw(fields)}


@st.composite
def abilities(draw, carrier):
    trigger = draw(st.sampled_from(["reveal", "continuous", "end_of_turn", "destroyed", "end_of_game"]))
    written = {"on": trigger, "do": draw(st.lists(written_effects(carrier, trigger), min_size=1, max_size=3))}
    if draw(st.integers(0, 3)) == 0:
        written["if"] = {"count": draw(targets(carrier, "continuous")), "at_least": draw(st.integers(1, 3))}
        if trigger == "destroyed" and carrier == "location":
            written["if"]["count"]["side"] = "both"
    ability = Ability.model_validate(written)
    assume(not list(check_ability(ability, carrier, KNOWN)))
    return ability


def some(carrier, least=0):
    return st.lists(abilities(carrier), min_size=least, max_size=2).map(tuple)


def types():
    return st.lists(st.sampled_from(TYPES), max_size=2, unique=True).map(tuple)


@st.composite
def pools(draw):
    def build(cls, name, least=0, **fields):
        carrier = {Being: "being", TokenBeing: "being", Item: "item", LocationCard: "location"}[cls]
        data = {key: draw(value) for key, value in fields.items()}
        return cls(id=name, name=name.title(), abilities=draw(some(carrier, least)), **data)

    cost, stars = st.integers(0, 4), st.integers(-2, 9)
    beings = [build(Being, f"being{n}", cost=cost, stars=stars, types=types()) for n in range(9)]
    items = [build(Item, f"item{n}", 1, cost=cost, types=types()) for n in range(3)]
    for n, name in enumerate(TYPES):  # so that no ability names a Type that no card has
        beings[n] = beings[n].model_copy(update={"types": (name,)})
    tokens = [build(TokenBeing, name, stars=stars, types=types()) for name in TOKENS]
    locations = [build(LocationCard, f"place{n}") for n in range(4)]
    return Pool(
        {card.id: card for card in (*beings, *items)},
        {card.id: card for card in tokens},
        {location.id: location for location in locations},
    )


def setup(pool):
    deck = CardDeck(name="Deck", cards=tuple(pool.cards))
    return Setup(pool, (deck, deck), LocationDeck(name="Row", locations=tuple(pool.locations)))


@FEW
@given(pool=pools(), seed=st.integers(0, 2**32))
def test_any_cards_play_to_the_end_without_a_fault(pool, seed):
    """No crash, no endless chain, every card in one place after each action, the same after JSON."""
    laid_out = setup(pool)
    state = new_state(laid_out, seed, 0)
    chance = stream(seed, 9)
    steps = 0
    while not state.is_terminal():
        steps += 1
        assert steps < 5_000
        state.check_invariants()
        assert state.agenda.chain <= 100
        legal = state.legal_actions()
        labels = [state.describe(action) for action in legal]
        assert len(set(labels)) == len(labels)
        if chance.below(6) == 0:
            data = json.loads(json.dumps(state.to_json()))
            again = state_from_json(laid_out, data)
            assert again.to_json() == data
            assert again.legal_actions() == legal
            state = again if chance.below(2) else state
        for seat in (0, 1):
            json.dumps(state.view(seat))
        state.apply(chance.choice([action for action in legal if action != ("done",)] or legal))
        assert all(line.endswith(".") and "\n" not in line for line in state.public_events())
    state.check_invariants()
    assert sum(state.returns()) == 1.0


@settings(max_examples=5, suppress_health_check=list(HealthCheck))
@given(pool=pools(), seed=st.integers(0, 2**32))
def test_the_bots_play_any_cards(pool, seed):
    state = new_state(setup(pool), seed, 0)
    bots = [get_bot("guimenon", policy) for policy in ("greedy", "cautious")]
    while (seat := state.current_player()) is not None:
        legal = state.legal_actions()
        view = json.loads(json.dumps(state.view(seat)))
        before = json.dumps(view)
        action = bots[seat](view, list(legal), stream(seed))
        assert action in legal
        assert json.dumps(view) == before
        state.apply(action)


@settings(max_examples=examples(30, 100), suppress_health_check=list(HealthCheck))
@given(ability=st.sampled_from(["being", "item", "location"]).flatmap(abilities))
def test_any_ability_has_a_sentence(ability):
    tokens = {name: TokenBeing(id=name, name=name.title(), stars=1) for name in TOKENS}
    text = ability_text(tokens, ability)
    assert text.count(".") == 1
    assert text.endswith(".")
    assert "  " not in text
    assert not {"None", "Target", "self"} & set(text.replace(",", " ").split())


@settings(max_examples=5, suppress_health_check=list(HealthCheck))
@given(pool=pools())
def test_any_pool_comes_back_from_its_files(pool, tmp_path_factory):
    folder = tmp_path_factory.mktemp("pool")
    yaml = YAML(typ="safe", pure=True)
    kinds = {"beings": Being, "items": Item, "tokens": TokenBeing, "locations": LocationCard}
    carriers = [*pool.cards.values(), *pool.tokens.values(), *pool.locations.values()]
    for name, cls in kinds.items():
        entries = [
            carrier.model_dump(mode="json", by_alias=True, exclude_defaults=True)
            for carrier in carriers
            if type(carrier) is cls
        ]
        with (folder / f"{name}.yaml").open("w", encoding="utf-8") as file:
            yaml.dump(entries, file)
    assert load_pool(folder) == pool
