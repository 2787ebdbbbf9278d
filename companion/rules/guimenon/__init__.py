"""Guimenon: two players, three Locations, six turns (rules/guimenon.md); the cards are data, see docs/guimenon.md."""

from companion.rules.guimenon.game import Guimenon

__all__ = ["Guimenon"]
