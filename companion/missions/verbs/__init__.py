"""The verbs of the effect language, one module for each (docs/adding-a-verb.md)."""
