"""What LINK, FAMILY and FIGHT have in common (rules/gong.md 1): cards as bits, the pile, jokers, rounds, points."""
