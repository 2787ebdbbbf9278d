"""Gang of Four (docs/rules/gang-of-four.md)."""
