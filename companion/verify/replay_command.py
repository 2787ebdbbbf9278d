"""The command line that replays a simulated match."""

import shlex

from companion.verify.jobs import SimulationJob

LAST_TURNS = 12
"""Turns to replay of a match that does not end: the end shows the cycle."""


def replay_command(
    job: SimulationJob, match: int, mission: str = "", pack: str | None = None, *, end: bool = False
) -> str:
    """Return the command line.

    >>> replay_command(job, 123, "B05")
    'gong replay fight --seats 4 --seed 7 --match 123 --policy random --mission B05'

    Args:
        job: the job that the match belongs to.
        match: its number.
        mission: replay only the turns with this mission.
        pack: folder of the pack as it is named on a command line; None for the core pack.
        end: replay only the last turns.
    """
    words = ["gong", "replay", "fight", "--seats", str(job.seats), "--seed", str(job.seed), "--match", str(match)]
    words += ["--policy", job.policy]
    if pack is not None:
        words += ["--pack", pack]
    if job.reshuffle != "threshold":
        words += ["--option", f"reshuffle={job.reshuffle}"]
    if not job.jokers:
        words += ["--option", "jokers=false"]
    if mission:
        words += ["--mission", mission]
    elif end:
        words += ["--last", str(LAST_TURNS)]
    return shlex.join(words)
