"""`name_galaxies`: skill; a draw is a tie."""

from typing import Final

from companion.rules.fight.chance_duel import even_or_draw
from companion.rules.fight.declarations import DuelRules

RULES: Final = DuelRules(play=even_or_draw, galaxy_cards=0, replay=False, valuations={})
