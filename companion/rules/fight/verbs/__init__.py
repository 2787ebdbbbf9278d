"""The verbs of the effect language: one module each, with its rules and what bots think of its decisions."""
