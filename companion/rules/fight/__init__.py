"""GONG FIGHT: turn up a card, carry out its mission, get rid of your cards (rules/gong.md 4, rules/missions.md 8)."""

from companion.rules.fight.game import Fight
from companion.rules.fight.state import FightState

__all__ = ["Fight", "FightState"]
