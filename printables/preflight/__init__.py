"""Preflight of a deck in PDF, our own or anybody's: is it safe to print, and does every code scan?

>>> report = check(Path("deck.pdf"))
>>> [finding.code for finding in report.findings]
[]
"""

from printables.preflight.check import Report, check
from printables.preflight.findings import CODES, Finding

__all__ = ["CODES", "Finding", "Report", "check"]
