"""The games by name, and how a game is made from a name and options."""

import dataclasses
import difflib
import importlib
import re
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from companion.rules.game import Game, OptionError

_WHERE: Final = {
    "link": "companion.rules.link:Link",
    "family": "companion.rules.family:Family",
    "fight": "companion.rules.fight.game:Fight",
    "gang-of-four": "companion.rules.gang_of_four.game:GangOfFour",
    "gnoming": "companion.rules.gnoming.game:Gnoming",
    "guimenon": "companion.rules.guimenon.game:Guimenon",
}
"""Module and class of each game; a game is imported when it is first asked for, so that start-up stays short."""

GAME_NAMES: Final = tuple(_WHERE)


def game_class(name: str) -> type[Game]:
    """Return the class of the game called `name`.

    Raises:
        OptionError: there is no such game.
    """
    if name not in _WHERE:
        raise OptionError(
            f"There is no game {name[:40]!r}{_nearest(name, GAME_NAMES)}; the games are {', '.join(GAME_NAMES)}."
        )
    module, _, attribute = _WHERE[name].partition(":")
    found: type[Game] = getattr(importlib.import_module(module), attribute)
    return found


def create_game(name: str, /, **options: Any) -> Game:
    """Return the game `name` with these options; text values are read as the option's type.

    Raises:
        OptionError: unknown game or option, or a value that the option cannot have.
    """
    cls = game_class(name)
    hints = get_type_hints(cls)
    known = [field.name for field in dataclasses.fields(cls)]  # type: ignore[arg-type]
    for option in options:
        if option not in known:
            allowed = ", ".join(known) or "none"
            raise OptionError(
                f"{cls.title} has no option {option[:40]!r}{_nearest(option, known)}; its options are: {allowed}."
            )
    return cls(**{option: _value(cls.title, option, hints[option], value) for option, value in options.items()})


def _value(title: str, option: str, kind: Any, value: Any) -> Any:
    """Return `value` as the type `kind`: bool, int, str or Literal."""
    text = str(value)
    if kind is bool:
        words = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
        if text.lower() in words:
            return words[text.lower()]
        wanted = "true or false"
    elif kind is int:
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,18}", value):
            return int(value)
        wanted = "a whole number"
    elif get_origin(kind) is Literal:
        for choice in get_args(kind):
            if str(choice) == text:
                return choice
        wanted = "one of " + ", ".join(map(str, get_args(kind)))
    elif kind is str:
        return text
    else:  # an object, for example a mission pack that the caller has loaded
        return value
    raise OptionError(f"The option {option} of {title} must be {wanted}, not {text[:40]!r}.")


def _nearest(word: str, words: Any) -> str:
    """Return ` (did you mean ...?)` when a known word is close."""
    near = difflib.get_close_matches(word, list(words), 1)
    return f" (did you mean {near[0]!r}?)" if near else ""
