"""The words of each step: one whole phrase for each verb, form and construction."""

from __future__ import annotations

from typing import Final, Literal

from companion.missions.wording.cards import Owner
from companion.phrases import Phrase, phrase

Form = Literal["do", "you", "they"]
"""Imperative to the reader; statement about the reader, after a clause about somebody else; statement about others."""

Lack = Literal["cannot", "none", "jokers"]
"""Why no card could be moved: no such group, no card that fits, no galaxy card at all."""

PUT: Final[dict[Form, Phrase]] = {
    "do": phrase("put, do", "discard {cards}"),
    "you": phrase("put, you", "you discard {cards}"),
    "they": phrase("put, they", "{who} discards {cards}"),
}
PUT_ALONE: Final = phrase("put, do", "put {cards} on the discard pile")
GIVE: Final[dict[Form, Phrase]] = {
    "do": phrase("give, do", "give {cards} {to}"),
    "you": phrase("give, you", "you give {cards} {to}"),
    "they": phrase("give, they", "{who} gives {cards} {to}"),
}
GIVE_THEM: Final[dict[Form, Phrase]] = {
    "do": phrase("give, do", "give them {cards}"),
    "you": phrase("give, you", "you give them {cards}"),
    "they": phrase("give, they", "{who} gives you {cards}"),
}
TAKE: Final[dict[Form, Phrase]] = {
    "do": phrase("take, do", "take {cards} {from_}"),
    "you": phrase("take, you", "you take {cards} {from_}"),
    "they": phrase("take, they", "{who} takes {cards} {from_}"),
}
TAKE_THEM: Final[dict[Form, Phrase]] = {
    "do": phrase("take, do", "take {cards} from them"),
    "you": phrase("take, you", "you take {cards} from them"),
    "they": phrase("take, they", "{who} takes {cards} from you"),
}
TAKE_BLIND: Final[dict[Form, Phrase]] = {
    "do": phrase("take, do", "take {cards} {from_} without looking"),
    "you": phrase("take, you", "you take {cards} {from_} without looking"),
    "they": phrase("take, they", "{who} takes {cards} {from_} without looking"),
}
TAKE_THEM_BLIND: Final[dict[Form, Phrase]] = {
    "do": phrase("take, do", "take {cards} from them without looking"),
    "you": phrase("take, you", "you take {cards} from them without looking"),
    "they": phrase("take, they", "{who} takes {cards} from you without looking"),
}
DRAW: Final[dict[Form, Phrase]] = {
    "do": phrase("draw, do", "draw {cards}"),
    "you": phrase("draw, you", "you draw {cards}"),
    "they": phrase("draw, they", "{who} draws {cards}"),
}
DRAW_UNTIL: Final[dict[Form, Phrase]] = {
    "do": phrase("draw, do", "draw until you get {card}, but no more than {cards}"),
    "you": phrase("draw, you", "you draw until you get {card}, but no more than {cards}"),
    "they": phrase("draw, they", "{who} draws until they get {card}, but no more than {cards}"),
}
KEEP: Final[dict[Form, Phrase]] = {
    "do": phrase("keep, do", "add this card to your hand"),
    "you": phrase("keep, you", "you add this card to your hand"),
    "they": phrase("keep, they", "{who} adds this card to their hand"),
}
PASS: Final = {
    "left": phrase("pass", "everybody passes {cards} to the left"),
    "right": phrase("pass", "everybody passes {cards} to the right"),
    "both": phrase("pass", "each of you passes {cards} to the other"),
}
SWAP: Final[dict[Form, Phrase]] = {
    "do": phrase("swap, do", "swap {cards} {with_}"),
    "you": phrase("swap, you", "you swap {cards} {with_}"),
    "they": phrase("swap, they", "{who} swaps {cards} {with_}"),
}
SHOW: Final[dict[Form, Phrase]] = {
    "do": phrase("show, do", "show {cards} {to}"),
    "you": phrase("show, you", "you show {cards} {to}"),
    "they": phrase("show, they", "{who} shows {cards} {to}"),
}
SHOW_THEM: Final[dict[Form, Phrase]] = {
    "do": phrase("show, do", "show them {cards}"),
    "you": phrase("show, you", "you show them {cards}"),
    "they": phrase("show, they", "{who} shows you {cards}"),
}
GUESS: Final[dict[str, dict[Form, Phrase]]] = {
    "pile_top_color": {
        "do": phrase("guess, do", "guess whether the next card from the pile is blue, red or yellow"),
        "you": phrase("guess, you", "you guess whether the next card from the pile is blue, red or yellow"),
        "they": phrase("guess, they", "{who} guesses whether the next card from the pile is blue, red or yellow"),
    },
    "pile_top_parity": {
        "do": phrase("guess, do", "guess whether the next card from the pile is odd or even"),
        "you": phrase("guess, you", "you guess whether the next card from the pile is odd or even"),
        "they": phrase("guess, they", "{who} guesses whether the next card from the pile is odd or even"),
    },
}
RIGHT: Final = {
    "you": phrase("guess", "if you are right, {steps}"),
    "they": phrase("guess", "if they are right, {steps}"),
}
WRONG: Final = {
    "you": phrase("guess", "if you are wrong, {steps}"),
    "they": phrase("guess", "if they are wrong, {steps}"),
}
CHOOSE: Final[dict[Form, Phrase]] = {
    "do": phrase("choose, do", "choose: {options}"),
    "you": phrase("choose, you", "you choose: {options}"),
    "they": phrase("choose, they", "{who} chooses: {options}"),
}
AGAIN: Final[dict[Form, Phrase]] = {
    "do": phrase("again, do", "take another turn"),
    "you": phrase("again, you", "you take another turn"),
    "they": phrase("again, they", "{who} takes another turn"),
}
MAY_AGAIN: Final[dict[Form, Phrase]] = {
    "do": phrase("again, do", "take another turn if you like"),
    "you": phrase("again, you", "you take another turn if you like"),
    "they": phrase("again, they", "{who} takes another turn if they like"),
}

IF: Final = phrase("if", "{condition}, {steps}")
IF_ELSE: Final = phrase("if", "{condition}, {steps}; otherwise, {others}")
NOTHING: Final = phrase("if", "nothing happens")
PARTS: Final = phrase("parts", "{first}: {rest}")
ALSO: Final = phrase("parts", "{first}; {rest}")
OR: Final = phrase("choose", "{first}, or {rest}")
THEN: Final = phrase("then", "{first}, then {next}")
HEAVY_THEN: Final = phrase("then", "{first}; then {next}")
AND: Final = phrase("then", "{first} and {next}")
COMMA: Final = phrase("then", "{first}, {next}")
SENTENCE: Final = phrase("sentence", "{text}.")
OTHERWISE: Final[dict[tuple[Owner, Lack], Phrase]] = {
    ("you", "cannot"): phrase("otherwise", "if you cannot, {steps}"),
    ("you", "none"): phrase("otherwise", "if you have none, {steps}"),
    ("you", "jokers"): phrase("otherwise", "if you only have jokers, {steps}"),
    ("they", "cannot"): phrase("otherwise", "if they cannot, {steps}"),
    ("they", "none"): phrase("otherwise", "if they have none, {steps}"),
    ("they", "jokers"): phrase("otherwise", "if they only have jokers, {steps}"),
}
ASIDE: Final = phrase("otherwise", "{first} ({rest})")
OR_CARDS: Final = phrase("otherwise", "{first}, or else {cards}")
