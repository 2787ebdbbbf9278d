"""The kinds of duel: one module each, with its rules and what bots think of its decisions (rules/missions.md 8.5)."""
