"""`reaction_tap`: the first tap after the gong wins."""

from __future__ import annotations

from typing import Final, Literal

from companion.missions.verbs.duel import Duel
from companion.phrases import phrase


class ReactionTap(Duel):
    """Phone: a random wait of 2-6 s, then the gong; the first tap wins, a tap before the gong loses."""

    kind: Literal["reaction_tap"]
    phone: Literal[True] = True

    number = 7
    ties = "possible"
    challenge = phrase("duel", "play gong reflex on the phone {with_}, and the first to tap after the gong wins")


KIND: Final = ReactionTap
