"""The kinds of duels, one module for each."""
