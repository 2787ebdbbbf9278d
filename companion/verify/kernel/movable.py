"""Whether a step can move a card: what `choose` offers first."""

from companion.verify.kernel import columns as col
from companion.verify.kernel.declarations import CAN_MOVE
from companion.verify.kernel.dispatch import dispatcher
from companion.verify.kernel.memory import compiled, lowest
from companion.verify.kernel.memory_layout import STACK
from companion.verify.kernel.verbs.registry import VERBS

_can_move = dispatcher([verb.compile_can_move() for verb in VERBS.values()], ("m", "row", "me"))


@compiled
def can_move(m, row, me):
    """Return True if a step can move a card, whatever players it turns out to mean.

    Operations that only their branches answer for are followed there; what is still to be asked waits on a stack.
    """
    m[STACK] = row
    waiting = 1
    while waiting:
        waiting -= 1
        row = m[STACK + waiting]
        answer = _can_move(m[row + col.OP], m, row, me)
        if answer & CAN_MOVE:
            return True
        while answer:
            m[STACK + waiting] = m[row + col.BRANCH + lowest(answer)]
            waiting += 1
            answer &= answer - 1
    return False
