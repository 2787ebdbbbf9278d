"""Missions: what a scanned card asks for; packs, their check, their wording. `loader` reads a pack."""
