"""Every kind of duel in the kernel, and the numbers that stand for them in the operation table."""

from typing import Final

from companion.missions.duels.registry import DUEL_KINDS
from companion.registry import load
from companion.verify.kernel.declarations import KernelDuel

KINDS: Final = load("companion.verify.kernel.duels", "duel", "DUEL", KernelDuel, names=DUEL_KINDS)
"""The kinds in the order of the language."""

KIND_NUMBERS: Final = {kind: number for number, kind in enumerate(KINDS)}
"""What the column KIND of a duel holds for each kind."""
