"""Gnoming A Round (docs/rules/gnoming-a-round.md)."""
