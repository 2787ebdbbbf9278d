"""The rules of the games as players read them. `lookup` finds a page in a language."""
