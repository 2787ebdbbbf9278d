"""What a preflight finds: a code that never changes its meaning, a page, a card, one sentence."""

from dataclasses import dataclass
from typing import Final

CODES: Final[dict[str, str]] = {
    "P101": "The file is no PDF that can be read.",
    "P102": "The file is encrypted.",
    "P103": "The file has no page.",
    "P104": "A page, or the file, is too large to look at.",
    "P105": "Part of the file is damaged.",
    "P201": "A font is not embedded.",
    "P202": "A picture is too coarse.",
    "P203": "The boxes of a page are wrong.",
    "P204": "The art does not reach far enough over the cut.",
    "P205": "A page has another size than the others, or than the shop asks for.",
    "P301": "A press is given screen colours.",
    "P302": "A press is given transparency.",
    "P303": "There is more ink than paper can take.",
    "P304": "The file declares PDF/X-1a, but does not follow it.",
    "P401": "A code is not read.",
    "P402": "A code has too little white around it.",
    "P403": "The modules of a code are too small.",
    "P404": "A code is inverted, or its contrast is too low.",
    "P405": "A code leads to another card than is printed beside it.",
    "P406": "A code is not printed in black ink alone.",
    "P501": "A card of the deck is missing.",
    "P502": "A card is there more than once.",
    "P503": "The codes lead to several sites.",
    "P504": "A code leads to no card.",
    "P505": "Backs do not lie behind fronts.",
}
"""Code and meaning of each finding; docs/printing.md explains what to do about it."""


@dataclass(frozen=True, slots=True)
class PreflightFinding:
    """Something that is not good.

    Attributes:
        code: one of `CODES`.
        message: one sentence.
        page: where, from 1; None for the whole file.
        card: the code of the card, if it is about one.
    """

    code: str
    message: str
    page: int | None = None
    card: str | None = None

    @property
    def place(self) -> str:
        """Return page and card, for people."""
        parts = [f"page {self.page}"] if self.page else []
        return ", ".join([*parts, f"card {self.card}"] if self.card else parts)
