"""Guimenon (docs/rules/guimenon.md); its cards are data, described in docs/guimenon.md."""
