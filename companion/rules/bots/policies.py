"""The policies by name, and how a bot decides in a match.

A bot is a function of the view, the legal actions and a stream of chance. `random` is the same for every game; `greedy`
(takes what helps at once) and `cautious` (also minds what others may do) are written per game, in `<game>_bots.py`.

    >>> bot = get_bot("link", "greedy")
    >>> match.play(decide(bot, match))
"""

import difflib
import importlib
from collections.abc import Sequence
from typing import Final, Protocol

from companion import chance
from companion.chance import Chance
from companion.rules.game import Action, InvariantError, JsonObject, OptionError
from companion.rules.match import Match
from companion.rules.registry import GAME_NAMES

POLICIES: Final = ("random", "greedy", "cautious")


class Bot(Protocol):
    """What decides for one seat."""

    def __call__(self, view: JsonObject, legal: Sequence[Action], chance: Chance, /) -> Action:
        """Return one of `legal`.

        Args:
            view: what the seat may know, from `State.view`.
            legal: what the seat may do, at least one action.
            chance: the bot's own stream; it does not touch the chance of the game.
        """


def choose_random(view: JsonObject, legal: Sequence[Action], chance: Chance, /) -> Action:  # noqa: ARG001 - a Bot
    """Choose any legal action, each equally likely."""
    return chance.choice(legal)


def get_bot(game: str, policy: str) -> Bot:
    """Return the bot with this policy for the game of this name.

    Raises:
        OptionError: there is no such game or policy.
    """
    if game not in GAME_NAMES:
        raise OptionError(f"There is no game {game[:40]!r}; the games are {', '.join(GAME_NAMES)}.")
    if policy not in POLICIES:
        near = difflib.get_close_matches(policy, POLICIES, 1)
        hint = f" (did you mean {near[0]!r}?)" if near else ""
        raise OptionError(f"There is no bot {policy[:40]!r}{hint}; the bots are {', '.join(POLICIES)}.")
    if policy == "random":
        return choose_random
    module = importlib.import_module(f"companion.rules.bots.{game.replace('-', '_')}_bots")
    bot: Bot = getattr(module, policy)
    return bot


def decide(bot: Bot, match: Match) -> Action:
    """Return what `bot` does for the seat that must decide now.

    Its chance is keyed by the step, so that a match continued from a save goes on as if it had never stopped.

    Raises:
        InvariantError: the bot chose something that is not legal.
    """
    seat = match.state.current_player()
    if seat is None:
        raise InvariantError("The match is over; no seat decides.")
    legal = match.state.legal_actions()
    own = chance.stream(match.seed, match.number, chance.BOT, len(match.actions))
    action = bot(match.state.view(seat), legal, own)
    if action not in legal:
        raise InvariantError(f"The bot of seat {seat} chose {action!r}, which is not legal in {match.game.title}.")
    return action


def play_out(match: Match, bots: Sequence[Bot]) -> None:
    """Play the match to its end, `bots[seat]` deciding for each seat."""
    while (seat := match.state.current_player()) is not None:
        match.play(decide(bots[seat], match))
