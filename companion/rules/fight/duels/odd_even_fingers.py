"""`odd_even_fingers`: luck, without a draw."""

from typing import Final

from companion.rules.fight.chance_duel import even
from companion.rules.fight.declarations import DuelRules

RULES: Final = DuelRules(play=even, galaxy_cards=0, replay=False, valuations={})
