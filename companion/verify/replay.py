"""The command that tells a simulated match as a story."""

import shlex

from companion.verify.jobs import Job

LAST_TURNS = 12
"""How many turns of a match that does not end are told: the end shows what goes round."""


def replay_command(job: Job, match: int, mission: str = "", pack: str | None = None, *, end: bool = False) -> str:
    """Return the command line.

    >>> replay_command(job, 123, "B05")
    'gong replay fight --seats 4 --seed 7 --match 123 --policy random --mission B05'

    Args:
        job: the job that the match belongs to.
        match: its number.
        mission: tell only the turns with this mission.
        pack: folder of the pack as it is named on a command line; None for the core pack.
        end: tell only the last turns.
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
