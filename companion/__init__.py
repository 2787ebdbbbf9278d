"""GONG Companion: the open, self-hostable companion of the card game GONG (Game Of Nine Galaxies)."""
