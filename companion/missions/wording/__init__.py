"""Wording: the sentence that a player reads, made from the steps of a mission."""
