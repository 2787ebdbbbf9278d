"""What each step does (rules/missions.md 8.3, 8.4).

Where the rules are silent:

- `bind` fixes the receiver of a gift, or the giver if the receiver is self; the first of several.
- A condition asks nobody: it must hold for every player that its selector can mean.
- Guessing a joker is always wrong: a joker has neither colour nor parity.
- `again` for another player gives the next turn to that player; play goes on clockwise from there.
- In `choose`, a duel counts as a step that can move a card, `show` and `again` never do.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from companion.missions import model as m
from companion.missions.selectors import Condition, Count, Where
from companion.rules.fight.duels import fight_out
from companion.rules.fight.program import Program, branches
from companion.rules.fight.scene import COLOR_MASK, PARITY_MASK, Scene
from companion.rules.fight.table import Ask, Task, decide
from companion.rules.game import Action
from companion.rules.gong.cards import BIT

AGAIN: Final[tuple[Action, ...]] = (("again",), ("stop",))
COLORS: Final[tuple[Action, ...]] = tuple(("color", word) for word in ("blue", "red", "yellow"))
PARITIES: Final[tuple[Action, ...]] = tuple(("parity", word) for word in ("even", "odd"))
OPTIONS: Final[tuple[Action, ...]] = tuple(("option", index) for index in range(4))


class Outcome(NamedTuple):
    """What a step did itself.

    Attributes:
        moved: number of cards it moved.
        branch: which of its branches follows; -1 for none.
    """

    moved: int = 0
    branch: int = -1


Handler: TypeAlias = Callable[[Scene, Any], Task[Outcome]]


def run(scene: Scene, program: Program, steps: Sequence[m.Step]) -> Task[None]:
    """Carry out steps in order.

    Each leaves the events ("step", number, cards moved) and, if one of its branches follows, ("branch", number, which).
    """
    for step in steps:
        roles = scene.roles
        outcome = yield from _HANDLERS[type(step)](scene, step)
        number = program.number(step)
        events = scene.table.events  # a new list for each action
        events.append(("step", number, outcome.moved))
        if outcome.branch >= 0:
            events.append(("branch", number, outcome.branch))
            yield from run(scene, program, branches(step)[outcome.branch])
        scene.roles = roles


# ---------------------------------------------------------------- steps that move cards


def _put(scene: Scene, step: m.Put) -> Task[Outcome]:
    """Hand to discard pile."""
    table, moved = scene.table, 0
    for owner in (yield from scene.players(step.who, "put")):
        ask = Ask(owner, "put", (), "Put {}.")

        def move(card: int, chosen: bool, owner: int = owner) -> None:
            table.put(owner, card, told=not chosen)

        moved += yield from scene.pick(owner, step.n, step.where, move, ask, step.pick)
    return _done_or_otherwise(scene, moved, step.otherwise)


def _done_or_otherwise(scene: Scene, moved: int, otherwise: Sequence[m.Step]) -> Outcome:
    """Go on with `otherwise` only if no card at all was moved (8.4.2); that it could not be done is said aloud."""
    if moved or not otherwise:
        return Outcome(moved)
    scene.table.events.append(("cannot",))
    return Outcome(0, 0)


def _hand_over(scene: Scene, giver: int, taker: int, n: Count, where: Where | None, how: str, word: str) -> Task[int]:
    """Move cards from one hand to another; `word` is the event, `give` or `take`."""
    table = scene.table
    if how == "taker_open":
        table.make_known(giver, table.hands[giver], (taker,))
        ask = Ask(
            taker, "take", (), f"Take {{}} from seat {giver}.", f"Take a card from seat {giver}.", {"seat": giver}
        )
    else:
        ask = Ask(giver, "give", (), f"Give {{}} to seat {taker}.", f"Give a card to seat {taker}.", {"seat": taker})

    def move(card: int, chosen: bool) -> None:
        table.hand_over(giver, taker, card, word, told=not chosen)

    return (yield from scene.pick(giver, n, where, move, ask, how))


def _give(scene: Scene, step: m.Give) -> Task[Outcome]:
    """Owners hand over own cards, n for each pair."""
    givers = yield from scene.players(step.from_, "giver")
    takers = yield from scene.players(step.to, "receiver")
    if step.bind is not None:
        scene.bound[step.bind] = givers[0] if takers[0] == scene.me else takers[0]
    moved = 0
    for giver in givers:
        for taker in takers:
            if giver != taker:
                moved += yield from _hand_over(scene, giver, taker, step.n, step.where, step.pick, "give")
    return _done_or_otherwise(scene, moved, step.otherwise)


def _take(scene: Scene, step: m.Take) -> Task[Outcome]:
    """Takers take from other hands; a joker may be among the cards (8.4.6)."""
    takers = yield from scene.players(step.to, "receiver")
    givers = yield from scene.players(step.from_, "giver")
    moved = 0
    for taker in takers:
        for giver in givers:
            if giver != taker:
                moved += yield from _hand_over(scene, giver, taker, step.n, None, step.pick, "take")
    return Outcome(moved)


def _draw(scene: Scene, step: m.Draw) -> Task[Outcome]:
    """Pile to hand, card by card; with `until` every card is shown."""
    table, moved = scene.table, 0
    last = None if step.until is None else scene.fitting(step.until)
    for seat in (yield from scene.players(step.who, "draw")):
        for _ in range(step.n):
            card = table.draw_to(seat, shown=last is not None)
            if card < 0:
                break
            moved += 1
            if last is not None and last & BIT[card]:
                break
    return Outcome(moved)


def _keep(scene: Scene, step: m.Keep) -> Task[Outcome]:
    """Move the revealed card to a hand."""
    seat = (yield from scene.players(step.who, "keep"))[0]
    return Outcome(int(scene.table.keep(seat)))


def _choose_secretly(
    scene: Scene, owner: int, chooser: int, n: int, how: str, what: str, tell: str, heard: str
) -> Task[int]:
    """Choose n cards of the owner that still lie in the hand; return them as a mask."""
    table = scene.table
    if chooser != owner:
        table.make_known(owner, table.hands[owner], (chooser,))

    def choose(card: int, _: bool) -> None:
        table.chosen[owner] |= BIT[card]

    yield from scene.pick(owner, n, None, choose, Ask(chooser, what, (), tell, heard), how)
    return table.chosen[owner]


def _pass(scene: Scene, step: m.Pass) -> Task[Outcome]:
    """Everybody chooses, clockwise from self and unseen; then all cards move at once."""
    table = scene.table
    way = 1 if step.dir == "left" else -1
    parcels: list[tuple[int, int]] = []
    for seat in table.clockwise(scene.me):
        tell = f"Pass {{}} to the {step.dir}."
        mask = yield from _choose_secretly(scene, seat, seat, step.n, step.pick, "pass", tell, "Choose a card to pass.")
        parcels.append((seat, mask))
    for seat, mask in parcels:
        table.send(seat, (seat + way) % table.seats, mask)
    table.chosen = [0] * table.seats
    table.events.append(("passed", step.dir, step.n))
    return Outcome(sum(mask.bit_count() for _, mask in parcels))


def _swap(scene: Scene, step: m.Swap) -> Task[Outcome]:
    """Both choose the same number of cards, a first and unseen; then they are exchanged."""
    table = scene.table
    a = (yield from scene.players(step.a, "swap"))[0]
    b = (yield from scene.players(step.b, "swap"))[0]
    count = min(step.n, table.hands[a].bit_count(), table.hands[b].bit_count())
    if a == b or count == 0:
        return Outcome()
    for owner, other in ((a, b), (b, a)):
        chooser = other if step.pick == "taker_open" else owner
        tell = f"Exchange {{}} with seat {b if chooser == a else a}."
        heard = "Choose a card to exchange."
        yield from _choose_secretly(scene, owner, chooser, count, step.pick, "swap", tell, heard)
    from_a, from_b = table.chosen[a], table.chosen[b]
    table.chosen = [0] * table.seats
    table.send(a, b, from_a)
    table.send(b, a, from_b)
    table.events.append(("swap", a, b, count))
    return Outcome(2 * count)


# ---------------------------------------------------------------- steps that decide


def _show(scene: Scene, step: m.Show) -> Task[Outcome]:
    """Reveal cards; nothing moves."""
    table = scene.table
    owners = yield from scene.players(step.who, "show")
    observers = yield from scene.players(step.to, "see")
    for owner in owners:
        shown: list[int] = []

        def show(card: int, _: bool, shown: list[int] = shown) -> None:
            shown.append(card)

        yield from scene.pick(owner, step.n, None, show, Ask(owner, "show", (), "Show {}.", "Choose a card to show."))
        table.show(owner, sum(BIT[card] for card in shown), observers)
    return Outcome()


def _guess(scene: Scene, step: m.Guess) -> Task[Outcome]:
    """Guess the top card of the pile, which is shown and then discarded; nothing to reveal is wrong (8.4.4)."""
    table = scene.table
    seat = (yield from scene.players(step.who, "guess"))[0]
    if not table.can_draw():
        return Outcome(0, 1)
    if not table.pile:
        table.reshuffle()
    masks, legal = (COLOR_MASK, COLORS) if step.about == "pile_top_color" else (PARITY_MASK, PARITIES)
    action = yield from decide(Ask(seat, "guess", legal, "Guess {}.", None, {"about": step.about}))
    card = table.discard_top()
    right = bool(masks[str(action[1])] & BIT[card])
    table.events.append(("guessed", int(right)))
    return Outcome(0, 0 if right else 1)


def _choose(scene: Scene, step: m.Choose) -> Task[Outcome]:
    """Choose among the options whose first step can move a card, or among all if there is none."""
    seat = (yield from scene.players(step.who, "choose"))[0]
    able = [OPTIONS[i] for i, option in enumerate(step.options) if can_move(scene, option[0])]
    legal = tuple(able) or OPTIONS[: len(step.options)]
    if len(legal) == 1:
        scene.table.events.append(("only", seat, int(legal[0][1])))
    action = yield from decide(Ask(seat, "option", legal, "Choose option {}."))
    return Outcome(0, int(action[1]))


def _if(scene: Scene, step: m.If) -> Task[Outcome]:
    """Go on with one of two lists of steps."""
    yield from ()
    return Outcome(0, 0 if holds(scene, step.cond) else 1)


def _again(scene: Scene, step: m.Again) -> Task[Outcome]:
    """Give another turn after the checkpoint, unless this turn is already an extra one."""
    table = scene.table
    seat = (yield from scene.players(step.who, "again"))[0]
    if table.extra:
        return Outcome()
    if step.optional:
        action = yield Ask(seat, "again", AGAIN, "Take another turn.")
        if action[0] == "stop":
            return Outcome()
    table.again = seat
    table.events.append(("again", seat))
    return Outcome()


def _duel(scene: Scene, step: m.Duel) -> Task[Outcome]:
    """Fight a duel; `win` alone runs whoever has won, with `lose` it runs only when self has."""
    roles = yield from fight_out(scene, step)
    scene.roles = roles
    if roles.winner < 0:
        return Outcome(0, 2)
    return Outcome(0, 0 if step.lose is None or roles.winner == scene.me else 1)


_HANDLERS: Final[dict[type, Handler]] = {
    m.Put: _put, m.Give: _give, m.Take: _take, m.Draw: _draw, m.Keep: _keep, m.Pass: _pass, m.Swap: _swap,
    m.Show: _show, m.Guess: _guess, m.Choose: _choose, m.If: _if, m.Again: _again,
    **dict.fromkeys(m.DUELS, _duel),
}  # fmt: skip


# ---------------------------------------------------------------- questions that ask nobody


def holds(scene: Scene, cond: Condition) -> bool:
    """Tell whether a condition holds."""
    table = scene.table
    if cond.hand_size is not None:
        size = cond.hand_size
        sizes = [table.hands[seat].bit_count() for seat in scene.candidates(size.who)]
        if size.lt is not None:
            return all(number < size.lt for number in sizes)
        if size.gt is not None:
            return all(number > size.gt for number in sizes)
        return all(number == size.eq for number in sizes)
    if cond.has is not None:
        fitting = scene.fitting(cond.has.where)
        return all(table.hands[seat] & fitting for seat in scene.candidates(cond.has.who))
    if cond.is_ is not None:
        return set(scene.candidates(cond.is_.a)) == set(scene.candidates(cond.is_.b))
    if cond.pile_empty is not None:
        return cond.pile_empty == (not table.pile)
    return cond.players is not None and cond.players.eq == table.seats


def can_move(scene: Scene, step: m.Step) -> bool:
    """Tell whether a step can move a card, whatever players it turns out to mean."""
    table = scene.table
    hands = table.hands
    match step:
        case m.Put():
            return any(scene.can_pick(owner, step.n, step.where) for owner in scene.candidates(step.who))
        case m.Give():
            takers = scene.candidates(step.to)
            return any(
                any(taker != giver for taker in takers) and scene.can_pick(giver, step.n, step.where)
                for giver in scene.candidates(step.from_)
            )
        case m.Take():
            takers = scene.candidates(step.to)
            return any(hands[giver] and any(t != giver for t in takers) for giver in scene.candidates(step.from_))
        case m.Draw() | m.Guess():
            return table.can_draw()
        case m.Keep():
            return table.revealed >= 0
        case m.Pass():
            return any(hands)
        case m.Swap():
            ones, others = scene.candidates(step.a), scene.candidates(step.b)
            return any(a != b and hands[a] and hands[b] for a in ones for b in others)
        case m.Choose():
            return any(can_move(scene, option[0]) for option in step.options)
        case m.If():
            branch = step.then if holds(scene, step.cond) else step.else_
            return bool(branch) and can_move(scene, branch[0])
        case m.Duel():
            return True
    return False
