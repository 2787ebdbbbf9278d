"""The English sentences of cards: made from their abilities, so that no card can say what it does not do.

>>> ability_text(pool.tokens, pool.cards["bell-keeper"].abilities[0])
'End of Turn: this card gets +1 Star.'
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from companion.rules.guimenon.language import (
    TRIGGER_NAMES,
    Ability,
    AbilityCondition,
    Being,
    CopyEffect,
    Destination,
    DestroyEffect,
    DiscardEffect,
    DrawEffect,
    Effect,
    LimitEffect,
    LocationCard,
    MoonEffect,
    MoveEffect,
    Of,
    Per,
    PlaceStarsEffect,
    PoolCard,
    ProtectEffect,
    RecallEffect,
    SlotsEffect,
    StarsEffect,
    Target,
    TargetScope,
    TokenBeing,
    TokenEffect,
    Whose,
)

Tokens: TypeAlias = Mapping[str, TokenBeing]
"""The tokens of the pool by id; abilities name them."""

_WHERE: Final[dict[TargetScope, str]] = {"here": "here", "elsewhere": "at the other Locations", "anywhere": "anywhere"}
_KIND: Final = {"being": ("Being", "Beings"), "item": ("Item", "Items"), "card": ("card", "cards")}
_TO: Final[dict[Destination, str]] = {
    "here": "to this Location",
    "left": "to the next Location on the left",
    "right": "to the next Location on the right",
    "random": "to a random other Location",
}
_OF: Final[dict[Destination, str]] = {
    "here": "here",
    "left": "of the next Location on the left",
    "right": "of the next Location on the right",
    "random": "of a random other Location",
}
_WHO: Final[dict[Whose, str]] = {
    "me": "you",
    "opponent": "your opponent",
    "both": "both players",
    "fewer_cards": "the player with fewer cards here",
    "more_cards": "the player with more cards here",
}


# Small words


def stars_text(n: int) -> str:
    """Return `+1 Star`, `-2 Stars`: a change of Stars."""
    return f"{n:+} {'Star' if abs(n) == 1 else 'Stars'}"


def stars_noun(n: int) -> str:
    """Return `1 Star`, `2 Stars`: an amount of Stars."""
    return f"{n} {'Star' if abs(n) == 1 else 'Stars'}"


def cards_text(n: int) -> str:
    """Return `1 card`, `2 cards`."""
    return f"{n} {'card' if n == 1 else 'cards'}"


# Cards


def card_text(tokens: Tokens, card: PoolCard | LocationCard) -> str:
    """Return what a card or Location does, one sentence per ability; empty if it does nothing."""
    texts = [ability_text(tokens, ability) for ability in card.abilities]
    if isinstance(card, LocationCard):  # its On Destroyed applies to the owner of the card
        texts = [
            text.replace("On Destroyed:", "On Destroyed, for the owner of a card destroyed here:") for text in texts
        ]
    return " ".join(texts)


def stat_text(card: PoolCard) -> str:
    """Return what is printed in the corner: `2 Moon, 3 Stars`."""
    parts = [] if isinstance(card, TokenBeing) else [f"{card.cost} Moon"]
    if isinstance(card, Being | TokenBeing):
        parts.append(stars_noun(card.stars))
    return ", ".join(parts)


def ability_text(tokens: Tokens, ability: Ability) -> str:
    """Return the sentence of an ability."""
    lasting = ability.on == "continuous"
    words = "; then ".join(effect_text(tokens, effect, lasting) for effect in ability.do)
    if lasting:
        words = words.replace("; then ", "; ")
    if ability.if_ is not None:
        words = f"if {_condition_text(ability.if_)}, {words}"
    return f"{TRIGGER_NAMES[ability.on]}: {words}."


def effect_text(tokens: Tokens, effect: Effect, lasting: bool = False) -> str:  # noqa: C901 - one case per effect
    """Return what one effect does, as part of a sentence; `lasting` if it is Continuous."""
    match effect:
        case StarsEffect():
            return _stars_text(effect, lasting)
        case PlaceStarsEffect():
            many = effect.whose in ("me", "both")
            return f"{_WHO[effect.whose]} {_gets(many, lasting)} {_change(effect)} {_WHERE[effect.where]}{_per(effect)}"
        case DrawEffect():
            return f"{_verb(effect.whose, 'draw')} {cards_text(effect.n)}"
        case DiscardEffect():
            return f"{_verb(effect.whose, 'discard')} {effect.n} random {'card' if effect.n == 1 else 'cards'}"
        case MoonEffect():
            have = "have" if effect.whose in ("me", "both") else "has"
            return f"{_WHO[effect.whose]} {have} {abs(effect.n)} {'more' if effect.n > 0 else 'less'} Moon next turn"
        case DestroyEffect():
            return _do("destroy", effect.of)
        case RecallEffect():
            return f"{_do('return', effect.of)} to {_hand(effect.of)}"
        case MoveEffect():
            return f"{_do('move', effect.of)} {_TO[effect.to]}"
        case CopyEffect():
            stays = effect.to == "here" and isinstance(effect.of, Target) and effect.of.where == "here"
            return _do("copy", effect.of) + ("" if stays else f" {_TO[effect.to]}")
        case TokenEffect():
            return _token_text(tokens, effect)
        case ProtectEffect():
            return f"{of_text(effect.of)} cannot be {' or '.join(_PAST[word] for word in effect.against)}"
        case LimitEffect():
            return f"{_WHO[effect.whose]} may not play {_more_than(effect.n)} here per turn"
        case SlotsEffect():
            have = "have" if effect.whose in ("me", "both") else "has"
            return f"{_WHO[effect.whose]} {have} room for only {cards_text(effect.n)} here"


_PAST: Final = {"destroy": "destroyed", "move": "moved"}


def _do(verb: str, of: Of) -> str:
    """Return `destroy all enemy Beings here`, `choose one enemy Being here and destroy it`."""
    if isinstance(of, Target) and of.pick == "choice":
        return f"{_choose(of)} and {verb} {'it' if of.n == 1 else 'them'}"
    return f"{verb} {of_text(of)}"


def _choose(target: Target) -> str:
    """Return `choose one of your Beings here`, `you may choose one enemy Being here`."""
    number = "one" if target.n == 1 else f"up to {target.n}" if target.up_to else str(target.n)
    start = {"mine": f"{number} of your", "theirs": f"{number} enemy", "both": number}[target.side]
    noun = _noun(target, many=target.n > 1 or target.side == "mine", start=start)
    return f"{'you may choose' if target.up_to and target.n == 1 else 'choose'} {noun}"


def _stars_text(effect: StarsEffect, lasting: bool) -> str:
    if isinstance(effect.of, Target) and effect.of.pick == "choice":
        verb = _gets(effect.of.n > 1, lasting)
        return f"{_choose(effect.of)}, which {verb} {_change(effect)}{_per(effect)}"
    return f"{of_text(effect.of)} {_gets(not _is_one(effect.of), lasting)} {_change(effect)}{_per(effect)}"


def _gets(many: bool, lasting: bool) -> str:
    if lasting:
        return "have" if many else "has"
    return "get" if many else "gets"


def _change(effect: StarsEffect | PlaceStarsEffect) -> str:
    if effect.times is not None:
        return {0: "no Stars", 2: "double Stars"}.get(effect.times, f"{effect.times} times the Stars")
    return stars_text(effect.by or 0)


def _per(effect: StarsEffect | PlaceStarsEffect) -> str:
    return "" if effect.per is None else f" for each {_counted(effect.per, many=False)}"


def _verb(whose: Whose, verb: str) -> str:
    """Return `draw`, `your opponent draws`, `both players draw`."""
    if whose == "me":
        return verb
    return f"{_WHO[whose]} {verb}" if whose == "both" else f"{_WHO[whose]} {verb}s"


def _hand(of: Of) -> str:
    if not isinstance(of, Target) or of.side == "mine":
        return "your hand"
    return "your opponent's hand" if of.side == "theirs" else "their owners' hands"


def _token_text(tokens: Tokens, effect: TokenEffect) -> str:
    token = tokens[effect.card]
    thing = f"{effect.n} {token.name} {'token' if effect.n == 1 else 'tokens'} ({stat_text(token)})"
    side = {
        "me": "on your side",
        "opponent": "on your opponent's side",
        "both": "on each side",
        "fewer_cards": "on the side with fewer cards",
        "more_cards": "on the side with more cards",
    }[effect.whose]
    return f"put {thing} {side} {_OF[effect.to]}"


def _more_than(n: int) -> str:
    return "any card" if n == 0 else f"more than {cards_text(n)}"


# Targets and conditions


def of_text(of: Of) -> str:
    """Return who or what an effect is about, unless its owner chooses, as part of a sentence."""
    if not isinstance(of, Target):
        return "this card"
    if of.pick == "all":
        start = {"mine": "your", "theirs": "all enemy", "both": "all"}[of.side]
        return _noun(of, many=True, start=start)
    many = of.n > 1
    number = f"{of.n} " if many else ""
    if of.pick == "random":
        start = f"{of.n} random" if many else "a random"
        if of.side == "mine":
            return _noun(of, many=many, start=start, yours=" of yours")
        return _noun(of, many=many, start=f"{start} enemy" if of.side == "theirs" else start)
    owner = {"mine": "your", "theirs": "the", "both": "the"}[of.side]
    enemy = " enemy" if of.side == "theirs" else ""
    return _noun(of, many=many, start=f"{owner} {number}{of.pick}{enemy}")


def _noun(target: Target, *, many: bool, start: str, yours: str = "") -> str:
    """Return `your other Plant Beings here with at most 2 Stars`."""
    other = "other " if target.other else ""
    kind = "" if target.type is None else f"{target.type} "
    return f"{start} {other}{kind}{_KIND[target.kind][many]}{yours} {_WHERE[target.where]}{_filters(target)}"


def _filters(target: Target) -> str:
    words = [
        f"with at most {target.stars_at_most} Stars" if target.stars_at_most is not None else "",
        f"with at least {target.stars_at_least} Stars" if target.stars_at_least is not None else "",
        f"that {'cost' if target.pick == 'all' else 'costs'} at most {target.cost_at_most} Moon"
        if target.cost_at_most is not None
        else "",
        f"that {'cost' if target.pick == 'all' else 'costs'} at least {target.cost_at_least} Moon"
        if target.cost_at_least is not None
        else "",
    ]
    return "".join(f" {word}" for word in words if word)


def _is_one(of: Of) -> bool:
    return not isinstance(of, Target) or (of.pick != "all" and of.n == 1)


def _counted(per: Per, *, many: bool) -> str:
    """Return `card in your hand`, `other Beings of yours here`: what is counted."""
    if not isinstance(per, Target):
        return f"{_KIND['card'][many]} in your {'hand' if per == 'hand' else 'discard pile'}"
    other = "other " if per.other else ""
    enemy = "enemy " if per.side == "theirs" else ""
    kind = "" if per.type is None else f"{per.type} "
    yours = " of yours" if per.side == "mine" else ""
    return f"{other}{enemy}{kind}{_KIND[per.kind][many]}{yours} {_WHERE[per.where]}{_filters(per)}"


def _condition_text(condition: AbilityCondition) -> str:
    low, high = condition.at_least, condition.at_most
    if low is not None and high is not None:
        bounds = f"exactly {low}" if low == high else f"{low} to {high}"
        number = high
    elif low is not None:
        bounds, number = f"at least {low}", low
    else:
        number = high or 0
        bounds = "no" if number == 0 else f"at most {number}"
    many = number != 1
    return f"there {'are' if many else 'is'} {bounds} {_counted(condition.count, many=many)}"
