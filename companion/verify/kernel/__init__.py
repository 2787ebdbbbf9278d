"""FIGHT, compiled: the matches and counts of companion.verify.reference, hundreds of times as fast (DESIGN 6)."""
