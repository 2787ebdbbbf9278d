"""The operations of a mission, one after the other (companion.rules.fight.execution)."""

from companion.verify.kernel import columns as col
from companion.verify.kernel.dispatch import dispatcher
from companion.verify.kernel.memory import compiled
from companion.verify.kernel.memory_layout import CARDS, MOVED, MOVING, REACHED, TAKEN
from companion.verify.kernel.verbs.registry import VERBS

_run = dispatcher([verb.compile_run() for verb in VERBS.values()], ("m", "row", "me"))


@compiled
def carry_out(m, row, me):
    """Carry out the operations of a mission, from the one at `row`, and count what happens."""
    total = 0
    while row >= 0:
        moved, branch = _run(m[row + col.OP], m, row, me)
        m[row + REACHED] += 1
        m[row + MOVING] += 1 if moved else 0
        m[row + CARDS] += moved
        total += moved
        if branch >= 0:
            m[row + TAKEN + branch] += 1
            row = m[row + col.BRANCH + branch]
        else:
            row = m[row + col.NEXT]
    m[MOVED] = total
