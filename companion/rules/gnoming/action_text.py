"""Gnoming A Round in English sentences: what an action does, and why one is refused."""

from __future__ import annotations

from companion.rules.game import Action
from companion.rules.gnoming.cards import name, place_name
from companion.rules.gnoming.position import GnomingPosition


def describe(state: GnomingPosition, action: Action) -> str:
    """Return one sentence on a legal action, an order without a subject."""
    verb, *rest = action
    if verb == "turn-up":
        places = " and ".join(place_name(int(place)) for place in rest)
        return f"Turn over the card{'s' * (len(rest) > 1)} at {places}."
    if verb == "pass":
        return "Turn over no card."
    if verb == "draw":
        if rest[0] == "pile":
            return "Draw the top card of the draw pile."
        return f"Take the {name(state.discards[str(rest[0])][-1])} from discard pile {rest[0]}."
    held = "card" if state.held is None else name(state.held)
    if verb == "place":
        seat, place = state.player or 0, int(rest[0])
        there = f"the {name(state.grids[seat][place])}" if state.up[seat][place] else "the face-down card"
        return f"Put the {held} at {place_name(place)}, in place of {there}."
    if rest[0] == "away":
        return f"Discard the {held}: it leaves the game."
    return f"Discard the {held} on pile {rest[0]}."


def refusal(state: GnomingPosition, action: Action) -> tuple[str, str]:
    """Return the code and the sentence that explain why an action is not allowed now."""
    if state.player is None:
        return "game-over", "The match is over."
    verb = action[0] if action else ""
    special = f"{verb}:{state.phase}"
    if special == "discard:place" and state.source != "pile":
        return "must-place", "A card from a discard pile must be placed."
    if special in ("discard:place", "place:place", "draw:draw") and state.mulligans(state.player):
        return "mulligans", (
            "At the end of your turn at most one Mulligan may lie face up: replace the one too many, and put another "
            "only on top of one."
        )
    return (
        {
            "start": "choose-two",
            "draw": "must-draw",
            "place": "must-place",
            "bounce": "must-place",
            "discard": "must-discard",
            "flip": "not-legal",
        }[state.phase],
        {
            "start": "Turn over two different cards of your grid: two places from 0 to 8, the lower first.",
            "draw": "Draw a card first: from the draw pile, or from discard pile A or B, where a card lies.",
            "place": "Put the drawn card on a place of your grid (0 to 8), or discard it if it is from the draw pile.",
            "bounce": "Put the bounced card on a place that was not filled in this turn, or discard it.",
            "discard": "Discard the card on pile A or B; if one of them is empty, there.",
            "flip": "Turn over one of your face-down cards (places 0 to 8), or pass.",
        }[state.phase],
    )
