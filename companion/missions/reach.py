"""What can never happen in a mission, and what makes no difference: branches, conditions, options, filters.

Whoever writes such a thing meant something else, and whoever reads the sentence is told of something that never comes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Final, Literal

from companion.deck import COLOR_OF_KIND, GALAXIES, KIND_OF_NUMBER, NUMBERS, Kind
from companion.missions import model as m
from companion.missions.outcomes import NEVER_TIED, Path
from companion.missions.pack import Mission
from companion.missions.selectors import CardFilter, Where
from companion.missions.walk import Fault, Place, parts


def dead_ends(places: Sequence[Place], reached: set[Path], answers: Mapping[Path, set[bool]]) -> Iterator[Fault]:
    """Give the branches that no course of a mission takes.

    Args:
        places: the steps of the mission.
        reached: the lists of steps that some course runs.
        answers: for each `if` that is reached, the answers of its condition.
    """
    for place in places:
        if place.path[:-2] not in reached:
            continue  # told for the branch that it stands in
        step = place.step
        told = False
        for below, inside in parts(step):
            path = (*place.path, *below)
            if not inside or path in reached or (isinstance(step, m.Duel) and step.kind not in NEVER_TIED):
                continue
            told = True
            if isinstance(step, m.Choose):
                why = "its first step moves no card, and another option always does"
                yield Fault(path, "M322", f"this option can never be chosen: {why}.")
            elif isinstance(step, m.Duel):
                yield Fault(path, "M314", f"these steps can never run: the duel {step.kind} knows no tie.")
            else:
                yield Fault(path, "M314", f"these steps of '{m.verb(step)}' can never run{_why(step, below)}.")
        if isinstance(step, m.If) and step.then != step.else_ and not told and len(answers[place.path]) == 1:
            what = "always holds; write the steps without 'if'" if True in answers[place.path] else "never holds"
            yield Fault((*place.path, "cond"), "M321", f"this condition {what}.")


def _why(step: m.Step, below: Path) -> str:
    if isinstance(step, m.If):
        return f": the condition {'never' if below == ('then',) else 'always'} holds"
    return ": a card can always be moved" if below == ("otherwise",) else ""


def without_effect(mission: Mission, places: Sequence[Place]) -> Iterator[Fault]:
    """Give the parts of a mission that say something and change nothing."""
    for place in places:
        step = place.step
        yield from _same_branches(place)
        if isinstance(step, m.Draw) and step.until and step.n == 1:
            message = "'until' makes no difference when 1 card is drawn; write a larger 'n' or remove it."
            yield Fault((*place.path, "until"), "M324", message)
        for name, test, n in _filters(step):
            if not fits(test, n, mission.kind):
                cards = f"no {n} cards fit" if isinstance(test, Where) and test.group else "no card fits"
                yield Fault((*place.path, *name), "M323", f"{cards} this filter; some of its fields contradict.")


def _same_branches(place: Place) -> Iterator[Fault]:
    """Give the branches of a step that do the same as an earlier one."""
    message = "branches that do the same are no choice; write the steps once or change one of them."
    match place.step:
        case m.If() as step if step.then == step.else_:
            yield Fault((*place.path, "else"), "M325", message)
        case m.Guess() as step if step.right == step.wrong:
            yield Fault((*place.path, "wrong"), "M325", message)
        case m.Choose() as step:
            for number, option in enumerate(step.options):
                if option in step.options[:number]:
                    yield Fault((*place.path, "options", number), "M325", message)


def _filters(step: m.Step) -> Iterator[tuple[Path, CardFilter, int]]:
    """Give the filters of a step, where each stands, and how many cards must fit it together."""
    n = getattr(step, "n", 1)
    if isinstance(step, m.Put | m.Give) and step.where:
        yield ("where",), step.where, n if isinstance(n, int) else 1
    elif isinstance(step, m.Draw) and step.until:
        yield ("until",), step.until, 1
    elif isinstance(step, m.If) and step.cond.has:
        yield ("cond", "has", "where"), step.cond.has.where, 1


_PARITIES: Final[dict[Literal["even", "odd"], int]] = {"even": 0, "odd": 1}


def fits(test: CardFilter, n: int, kind: Kind) -> bool:
    """Tell whether there are cards that pass a filter; with a group, n cards that form it.

    Args:
        test: the filter; `drawn` in it is a card whose number leads to the kind, of any galaxy.
        n: cards of a group.
        kind: the kind of the mission.
    """
    return any(_fits(test, n, drawn) for drawn in NUMBERS if KIND_OF_NUMBER[drawn] == kind)


def _fits(test: CardFilter, n: int, drawn: int) -> bool:
    cards = [
        (galaxy, number)
        for galaxy, number in product(GALAXIES, NUMBERS)
        if (test.number is None or number in ((drawn,) if test.number == "drawn" else test.number))
        and (test.galaxy is None or galaxy == (GALAXIES[0] if test.galaxy == "drawn" else test.galaxy))
        and (test.color is None or COLOR_OF_KIND[KIND_OF_NUMBER[number]] == test.color)
        and (test.parity is None or number % 2 == _PARITIES[test.parity])
    ]
    group = test.group if isinstance(test, Where) else None
    if group == "run":
        numbers = {number for _, number in cards}
        return any({*range(first, first + n)} <= numbers for first in NUMBERS)
    if group:
        which = 0 if group == "same_galaxy" else 1
        return any(sum(other[which] == card[which] for other in cards) >= n for card in cards)
    return bool(cards)
