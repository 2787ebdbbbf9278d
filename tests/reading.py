"""A mission as its readers meet it: steps in the notation of a pack file, their English sentence and their picture."""

from typing import Any

from companion.missions.pack import Mission
from companion.missions.pictograms import pictogram
from companion.missions.step import Steps
from companion.missions.wording.sentence import generate_sentence


def read(*written: dict[str, Any]) -> Steps:
    """Return steps that are written as in a pack file."""
    return Mission.model_validate({"id": "B01", "do": list(written)}, by_name=False).do


def sentence(*written: dict[str, Any]) -> str:
    """Return the English sentence of some steps."""
    return generate_sentence(read(*written), "en")


def picture(*written: dict[str, Any]) -> str:
    """Return the names of the signs of some steps."""
    return " | ".join(map(str, pictogram(read(*written))))
