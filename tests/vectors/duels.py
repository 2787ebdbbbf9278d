"""Duels as the engine decides them, written down for the page scripts.

    python -m tests.vectors.duels        writes duels.json anew

Hands are cards as [number, galaxy]; a side is 0 (turned up the mission's card) or 1; a winner is a side or None.
"""

import json
from pathlib import Path
from typing import Any

from companion.chance import Chance, stream, text_key
from companion.deck import CARDS
from companion.rules.combinations import GALAXY_RULES, best_combination
from companion.rules.grid import HAZARD, MULLIGAN, grid_score, matched_lines
from companion.rules.location_scoring import hold, tally_locations
from tests.rules.gong_support import Scenario

FILE = Path(__file__).with_name("duels.json")

Hand = list[int]


def chance(kind: str, case: int) -> Chance:
    return stream(text_key("vectors"), text_key(kind), case)


def deal(luck: Chance, *sizes: int, among: Hand | None = None) -> list[Hand]:
    """Return hands of different cards, of these sizes, each in ascending order."""
    deck = list(range(54)) if among is None else list(among)
    luck.shuffle(deck)
    return [sorted(deck.pop() for _ in range(size)) for size in sizes]


def pairs(hand: Hand) -> list[list[int]]:
    return [[card % 6 + 1, card // 6] for card in hand]


def numbers(hand: Hand) -> list[int]:
    return [card % 6 + 1 for card in hand]


def codes(hand: Hand) -> str:
    return " ".join(CARDS[card].code for card in hand)


def fought(kind: str, hands: list[Hand], *script: str, vs: str = "left", **fields: Any) -> tuple[int | None, list[Any]]:
    """Return who wins this duel in the engine, and what it tells."""
    duel = {"kind": kind, "vs": vs, "win": [{"again": {"who": "winner"}}], **fields}
    drawn = next(card for card in range(54) if not any(card in hand for hand in hands))
    scene = Scenario([{"duel": duel}], [codes(hand) for hand in hands], drawn=CARDS[drawn].code)
    scene.run(*script)
    ends = [event for event in scene.events if event[0] in ("won", "tie")]
    return (ends[0][1] if ends[0][0] == "won" else None), scene.events


def highest_xphere() -> list[dict[str, Any]]:
    return [
        {"sides": [mine, other], "winner": fought("highest_xphere", [[mine - 1], [6 + other - 1]])[0]}
        for mine in range(1, 7)
        for other in range(1, 7)
    ]


def closest_sum() -> list[dict[str, Any]]:
    found = []
    for case in range(60):
        luck = chance("closest_sum", case)
        hands = deal(luck, 2, 2)
        target = 7 if case < 40 else 2 + luck.below(11)
        winner, _ = fought("closest_sum", hands, target=target)
        found.append({"sides": [numbers(hand) for hand in hands], "target": target, "winner": winner})
    return found


def highest_unique() -> list[dict[str, Any]]:
    found = []
    for case in range(60):
        hands = deal(chance("highest_unique", case), *[1] * (2 + case % 5))
        winner, events = fought("highest_unique", hands, vs="others")
        loser = next((event[2] for event in events if event[0] == "won"), None)
        found.append({"numbers": [card[0] % 6 + 1 for card in hands], "winner": winner, "loser": loser})
    return found


def largest_galaxy() -> list[dict[str, Any]]:
    found = []
    for case in range(60):
        luck = chance("largest_galaxy", case)
        hands = deal(luck, 1 + luck.below(9), 1 + luck.below(9), among=list(range(6 * (2 + case % 8))))
        winner, events = fought("largest_galaxy", hands)
        groups = [[card for card in range(54) if event[2] >> card & 1] for event in events if event[0] == "shows"]
        found.append({"hands": list(map(pairs, hands)), "winner": winner, "groups": list(map(pairs, groups))})
    return found


def best() -> list[dict[str, Any]]:
    found = []
    for case in range(240):
        luck = chance("best_combination", case)
        # One or two galaxies make flushes, few numbers make gangs, all cards make what hands look like.
        few = [range(54), range(12), [card for card in range(54) if card % 6 in (1, 2, 4)], range(24)][case % 4]
        sizes = (6, 6) if case % 4 == 1 else (1 + luck.below(9), 1 + luck.below(9))
        hands = deal(luck, *sizes, among=list(few))
        winner, _ = fought("best_combination", hands)
        sets = [best_combination([(n, g) for n, g in pairs(hand)], GALAXY_RULES) for hand in hands]
        assert all(sets)
        shown = [{"type": one.type.name.lower(), "cards": [list(key) for key in one.cards]} for one in sets if one]
        found.append({"hands": list(map(pairs, hands)), "winner": winner, "sets": shown})
    return found


def grid_3x3() -> list[dict[str, Any]]:
    found = []
    for case in range(40):
        luck = chance("grid_3x3", case)
        count = 3 + luck.below(7)
        low = [card for card in range(54) if card % 6 < 1 + case % 6]
        hands = deal(luck, count, count, among=low if len(low) > 2 * count else None)
        grids, script = [], []
        for seat, hand in enumerate(hands):
            cells: list[int | None] = [*hand, *[None] * (9 - count)]
            luck.shuffle(cells)
            grids.append([None if cell is None else cell % 6 + 1 for cell in cells])
            script += [f"{seat}: leave" if cell is None else f"{seat}: lay {CARDS[cell].code}" for cell in cells]
        winner, events = fought("grid_3x3", hands, *script)
        scores = [event[2] for event in events if event[0] == "grid"]
        found.append({"grids": grids, "winner": winner, "scores": scores})
    return found


def gnoming() -> list[dict[str, Any]]:
    """Grids of Gnoming A Round, with few values so that lines and crossings happen."""
    found = []
    for case in range(80):
        luck = chance("gnoming", case)
        values = [MULLIGAN, HAZARD, None, -2, -1, 1 + luck.below(10), 1 + luck.below(10), 5]
        favourite = luck.choice(values)
        grid = [favourite if luck.below(2) else luck.choice(values) for _ in range(9)]
        lines = [{"line": list(line), "value": value} for line, value in matched_lines(grid)]
        found.append({"grid": grid, "score": grid_score(grid), "lines": lines})
    return found


def three_locations() -> list[dict[str, Any]]:
    found = []
    for case in range(60):
        luck = chance("three_locations", case)
        count = 3 + luck.below(4)
        hands = deal(luck, count, count)
        sides, script = [], []
        for seat, hand in enumerate(hands):
            places: list[Hand] = [[], [], []]
            for card in hand:
                place = luck.choice([place for place in range(3) if len(places[place]) < 4])
                places[place].append(card)
                script.append(f"{seat}: place {CARDS[card].code} {place}")
            sides.append([numbers(place) for place in places])
        winner, _ = fought("three_locations", hands, *script)
        result = tally_locations([(hold(mine), hold(other)) for mine, other in zip(*sides, strict=True)])
        found.append(
            {"sides": sides, "winner": winner, "controllers": list(result.controllers), "reason": result.reason}
        )
    return found


def final_counts() -> list[dict[str, Any]]:
    """Counts of Guimenon: Stars may be negative and the numbers of cards differ."""
    found = []
    for case in range(80):
        luck = chance("final_counts", case)
        places = [[[luck.below(3) - 1 for _ in range(luck.below(3))] for _ in (0, 1)] for _ in range(3)]
        result = tally_locations([(hold(mine), hold(other)) for mine, other in places])
        found.append(
            {
                "places": [[{"stars": sum(side), "cards": len(side)} for side in place] for place in places],
                "controllers": list(result.controllers),
                "totals": list(result.totals),
                "winner": result.winner,
                "reason": result.reason,
            }
        )
    return found


def vectors() -> dict[str, list[dict[str, Any]]]:
    """Return every vector by kind."""
    return {
        "highest_xphere": highest_xphere(),
        "closest_sum": closest_sum(),
        "highest_unique": highest_unique(),
        "largest_galaxy": largest_galaxy(),
        "best_combination": best(),
        "grid_3x3": grid_3x3(),
        "gnoming": gnoming(),
        "three_locations": three_locations(),
        "final_counts": final_counts(),
    }


def text() -> str:
    """Return the file: one vector on each line."""
    parts = (
        f'"{kind}": [\n' + ",\n".join(json.dumps(vector) for vector in found) + "\n]"
        for kind, found in vectors().items()
    )
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
