"""GONG FIGHT: turn over a card, carry out its mission, get rid of your cards (rules/gong.md 4, rules/missions.md 8)."""
