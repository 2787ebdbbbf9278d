"""Score sheets as the rules count them, written down for the page scripts.

    python -m tests.vectors.scores        writes scores.json anew

Every case is a sheet as JSON, what is to be read from it, and lines that are tried on it with whether they may stand.
"""

import json
from pathlib import Path
from typing import Any

from companion.chance import Chance, stream, text_key
from companion.rules.scorekeeping.game_sheets import GangOfFourSheet, GnomingSheet, GongSheet
from companion.rules.scorekeeping.score_sheet import ScoreError, Sheet
from companion.rules.scorekeeping.sheets import SHEETS, new_sheet
from companion.site.views.score_pages import rules_of

FILE = Path(__file__).with_name("scores.json")


def line(luck: Chance, game: str, seats: int) -> dict[str, Any]:
    """Return a line; about one in four cannot stand."""
    wrong = luck.below(4) == 0
    if game == "gang-of-four":
        cards = [1 + luck.below(16) for _ in range(seats)]
        if not wrong:
            cards[luck.below(seats)] = 0
        elif luck.below(2):
            winner = luck.below(seats + 1)
            return {
                "cards_left": [1 + luck.below(2) if seat == winner else 1 for seat in range(seats)],
                "winner": winner,
            }
        else:
            cards[luck.below(seats)] = luck.choice([0, 17, -1])
            cards[luck.below(seats)] = luck.choice([0, 17, -1])
        return {"cards_left": cards}
    if game == "gnoming":
        grids = [luck.below(40) - 8 for _ in range(seats)]
        if luck.below(2):
            grids[luck.below(seats)] = grids[0]
        if wrong:
            grids[luck.below(seats)] = luck.choice([501, -501, 500])
        return {"grids": grids, "closer": luck.choice([None, *range(seats + wrong)])}
    if luck.below(2):
        return {"winner": luck.below(seats + wrong)}
    families = [0] * seats
    for _ in range(8 if wrong else 9):
        families[luck.below(seats)] += 1
    best = [seat for seat, number in enumerate(families) if number == max(families)]
    return {"winner": luck.choice(best) if luck.below(3) else luck.below(seats), "families": families}


def told(sheet: Sheet) -> dict[str, Any]:
    """Return what is to be read from a sheet."""
    found: dict[str, Any] = {
        "points": sheet.points(),
        "totals": sheet.totals(),
        "leaders": sheet.leaders(),
        "winners": sheet.winners(),
        "over": sheet.is_over(),
    }
    if isinstance(sheet, GangOfFourSheet):
        exchange = sheet.exchange()
        found["direction"] = sheet.direction()
        found["leader"] = sheet.leader()
        found["exchange"] = exchange and {"loser": exchange.loser, "winner": exchange.winner}
    if isinstance(sheet, GnomingSheet | GongSheet):
        found["starter"] = sheet.starter()
    if isinstance(sheet, GongSheet):
        found["families"] = sheet.families()
    return found


def case(game: str, number: int) -> dict[str, Any]:
    luck = stream(text_key("sheets"), text_key(game), number)
    low, high = SHEETS[game].seat_numbers[0], SHEETS[game].seat_numbers[-1]
    seats = low + luck.below(high - low + 1)
    options = {"gang-of-four": {"target": luck.choice([100, 40])}, "gong": {"length": luck.choice([0, 3])}}.get(
        game, {}
    )
    sheet: Sheet = new_sheet(game, seats, [f"P{seat}" if seat % 3 else "" for seat in range(seats)], **options)
    tried = []
    for _ in range(2 + luck.below(6)):
        entry = line(luck, game, seats)
        before = len(sheet.rounds)
        try:
            sheet = sheet.enter_json(entry)
            stands = True
        except ScoreError:
            stands = False
        tried.append({"after": before, "line": entry, "stands": stands})
    return {"game": game, "sheet": sheet.to_json(), "tried": tried, **told(sheet)}


def text() -> str:
    """Return the file: the rules that the page gives to its script, and one case on each line."""
    rules = {game: rules_of(game) for game in SHEETS}
    cases = [json.dumps(case(game, number)) for game in SHEETS for number in range(40)]
    return f'{{"rules": {json.dumps(rules)},\n"cases": [\n' + ",\n".join(cases) + "\n]}\n"


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
