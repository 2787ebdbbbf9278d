"""Random missions: everything that the effect language can say and an engine can carry out, balanced or not."""

import dataclasses
from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from companion.deck import GALAXIES
from companion.missions import model as m
from companion.missions.mission_ids import MISSION_IDS
from companion.missions.pack import Mission, Pack
from companion.missions.selectors import DUEL_PLAYERS, PLAYERS, Condition, Max, Where

KINDS = [cls.model_fields["kind"].annotation.__args__[0] for cls in m.DUELS]
NAMES = ("p", "q")
RIVALS = tuple(who for who in PLAYERS if who not in ("self", "all"))
"""A duel is never against self (M308)."""


@dataclasses.dataclass(frozen=True)
class Context:
    """What surrounds a step: names bound before it, players of the duel around it, levels that may still follow."""

    bound: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    levels: int = 2
    duels: int = 2

    def inside(self, **changes: Any) -> "Context":
        return dataclasses.replace(self, levels=self.levels - 1, **changes)


def players(context: Context) -> st.SearchStrategy[str]:
    return st.sampled_from([*PLAYERS, *context.roles, *(f"bound_{name}" for name in context.bound)])


COUNTS = st.one_of(st.integers(1, 3), st.integers(1, 4).map(lambda most: Max(max=most)), st.just("all"))

FILTERS = {
    "number": st.one_of(st.just("drawn"), st.lists(st.integers(1, 6), min_size=1, max_size=4).map(tuple)),
    "galaxy": st.sampled_from(["drawn", *GALAXIES]),
    "color": st.sampled_from(["blue", "red", "yellow"]),
    "parity": st.sampled_from(["even", "odd"]),
}


@st.composite
def tests(draw, more: bool = False) -> dict[str, Any]:
    """The fields of a card filter, of one with `extreme`, `group` and `shown` if `more`."""
    names = draw(st.lists(st.sampled_from(list(FILTERS)), min_size=1, max_size=2, unique=True))
    found = {name: draw(FILTERS[name]) for name in names}
    if more:
        extra = draw(st.sampled_from(["", "extreme", "group", "shown", "extreme group"]))
        if "extreme" in extra:
            found["extreme"] = draw(st.sampled_from(["highest", "lowest"]))
        if "group" in extra:
            found["group"] = draw(st.sampled_from(["same_number", "same_galaxy", "run"]))
        if extra == "shown":
            found["shown"] = True
        if extra and draw(st.booleans()):
            found = {name: value for name, value in found.items() if name in extra} | {"parity": "odd"}
    return found


WHERES = st.one_of(st.none(), tests(more=True).map(lambda fields: Where(**fields)))


@st.composite
def conditions(draw, context: Context) -> Condition:
    who = draw(players(context))
    kind = draw(st.sampled_from(["hand_size", "has", "is", "pile_empty", "players"]))
    if kind == "hand_size":
        word = draw(st.sampled_from(["lt", "gt", "eq"]))
        return Condition(hand_size={"who": who, word: draw(st.integers(1, 9))})
    if kind == "has":
        return Condition(has={"who": who, "where": draw(tests())})
    if kind == "is":
        return Condition(is_={"a": who, "b": draw(players(context))})
    if kind == "players":
        return Condition(players={"eq": draw(st.integers(2, 6))})
    return Condition(pile_empty=draw(st.booleans()))


@st.composite
def duels(draw, context: Context) -> m.Duel:
    kind = draw(st.sampled_from(KINDS))
    fields: dict[str, Any] = {"kind": kind, "vs": draw(st.sampled_from(RIVALS))}
    if kind == "highest_unique":
        fields["vs"] = "others"
    if kind == "closest_sum":
        fields["target"] = draw(st.integers(2, 12))
    if kind in ("guess_number", "guess_galaxy"):
        fields |= {"tries": draw(st.integers(1, 5)), "guesser": draw(st.sampled_from(["self", "opponent"]))}
    if kind == "grid_3x3":
        fields["max_cards"] = draw(st.integers(3, 9))
    if kind == "three_locations":
        fields |= {"max_cards": draw(st.integers(3, 9)), "per_location": draw(st.integers(1, 5))}
    if kind == "blind_battle":
        fields["replays"] = draw(st.integers(0, 3))
    decided = context.inside(roles=DUEL_PLAYERS, duels=context.duels - 1)
    fields["win"] = draw(lists(decided))
    if draw(st.booleans()):
        fields["lose"] = draw(lists(decided))
    fields["tie"] = draw(lists(dataclasses.replace(decided, roles=("opponent",))))
    return dict(zip(KINDS, m.DUELS, strict=True))[kind](**fields)


@st.composite
def steps(draw, context: Context) -> m.Step:
    who = draw(players(context))
    words = ["put", "give", "take", "draw", "keep", "pass", "swap", "show", "again"]
    if context.levels > 0:
        words += ["guess", "choose", "if", "put", "give"]
        if context.duels > 0:
            words += ["duel"] * 3
    word = draw(st.sampled_from(words))
    if word == "draw":
        until = draw(st.one_of(st.none(), tests()))
        return m.Draw(who=who, n=draw(st.integers(1, 3)), until=until)
    if word == "keep":
        return m.Keep(who=who)
    if word == "pass":
        way = draw(st.sampled_from(["left", "right"]))
        return m.Pass(dir=way, n=draw(st.integers(1, 3)), pick=draw(st.sampled_from(["owner", "blind"])))
    if word == "again":
        return m.Again(who=who, optional=draw(st.booleans()))
    if word == "duel":
        return draw(duels(context))
    if word == "if":
        return m.If(cond=draw(conditions(context)), then=draw(branch(context)), else_=draw(branch(context)))
    if word == "choose":
        options = draw(st.lists(branch(context).filter(bool), min_size=2, max_size=4))
        return m.Choose(who=who, options=tuple(options))
    if word == "guess":
        about = draw(st.sampled_from(["pile_top_color", "pile_top_parity"]))
        return m.Guess(who=who, about=about, right=draw(branch(context)), wrong=draw(branch(context)))
    if word == "put":
        pick = draw(st.sampled_from(["owner", "blind"]))
        otherwise = draw(branch(context))
        return m.Put(who=who, n=draw(COUNTS), where=draw(WHERES), otherwise=otherwise, pick=pick)
    other = draw(players(context))
    pick = draw(st.sampled_from(["owner", "blind", "taker_open"]))
    if word == "take":
        return m.Take(to=who, from_=other, n=draw(COUNTS), pick=pick)
    if word == "swap":
        return m.Swap(a=who, b=other, n=draw(st.integers(1, 3)), pick=pick)
    if word == "show":
        return m.Show(who=who, to=other, n=draw(COUNTS))
    bind = draw(st.sampled_from([None, *NAMES]))
    known = context if bind is None else dataclasses.replace(context, bound=tuple({*context.bound, bind}))
    otherwise = draw(branch(known))
    return m.Give(from_=who, to=other, n=draw(COUNTS), where=draw(WHERES), otherwise=otherwise, pick=pick, bind=bind)


@st.composite
def lists(draw, context: Context, least: int = 0) -> tuple[m.Step, ...]:
    """Some steps; what one binds the next ones know."""
    found: list[m.Step] = []
    for _ in range(draw(st.integers(least, 2))):
        step = draw(steps(context))
        found.append(step)
        if isinstance(step, m.Give) and step.bind:
            context = dataclasses.replace(context, bound=tuple(sorted({*context.bound, step.bind})))
    return tuple(found)


def branch(context: Context) -> st.SearchStrategy[tuple[m.Step, ...]]:
    return st.just(()) if context.levels <= 0 else lists(context.inside())


SEATS = st.sampled_from(["2-6", "2-6", "2-6", "3-5", "2"])
MISSIONS = st.tuples(SEATS, lists(Context(), least=1))


def with_missions(pack: Pack, found: Sequence[tuple[str, tuple[m.Step, ...]]]) -> Pack:
    """The pack with these missions behind its ids, again and again."""
    missions = {}
    for place, name in enumerate(MISSION_IDS):
        seats, do = found[place % len(found)]
        missions[name] = Mission(id=name, players=seats, do=do)
    return dataclasses.replace(pack, missions=missions)
