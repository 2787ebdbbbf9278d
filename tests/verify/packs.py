"""Random missions: everything that the effect language can express and an engine can carry out, balanced or not."""

import dataclasses
from collections.abc import Sequence

from hypothesis import strategies as st

from companion.missions.mission_ids import MISSION_IDS
from companion.missions.pack import Mission, Pack
from companion.missions.step import Step
from tests.missions.strategies import ANY_STEPS

SEATS = st.sampled_from(["2-6", "2-6", "2-6", "3-5", "2"])
MISSIONS = st.tuples(SEATS, ANY_STEPS)


def with_missions(pack: Pack, found: Sequence[tuple[str, tuple[Step, ...]]]) -> Pack:
    """The pack with these missions behind its ids, again and again."""
    missions = {}
    for place, name in enumerate(MISSION_IDS):
        seats, do = found[place % len(found)]
        missions[name] = Mission(id=name, players=seats, do=do)
    return dataclasses.replace(pack, missions=missions)
