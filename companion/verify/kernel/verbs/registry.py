"""Every verb of the effect language in the kernel, and the numbers that stand for them in the operation table."""

from typing import Final

from companion.missions.model import STEPS
from companion.registry import load
from companion.verify.kernel.declarations import KernelVerb

VERBS: Final = load("companion.verify.kernel.verbs", "verb", "VERB", KernelVerb, names=STEPS)
"""The verbs in the order of the language."""

OP_NUMBERS: Final = {verb: number for number, verb in enumerate(VERBS)}
"""What the column OP holds for each verb."""
