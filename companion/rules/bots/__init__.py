"""Bots: players that see only what their seat may know; one module for each game."""
