"""`guess_galaxy`: guess the galaxy of a hidden card."""

from typing import Final

from companion.missions.duels.guess_galaxy import GuessGalaxy
from companion.rules.fight.bout import Bout
from companion.rules.fight.decisions import Decision, Task, decide
from companion.rules.fight.declarations import DuelRules
from companion.rules.fight.hidden_card import guesser_and_hider, hide_card, show_hidden_card
from companion.rules.fight.valuation import FIRST, unseen
from companion.rules.game import Action, JsonObject
from companion.rules.gong.cards import GALAXY_MASK, GALAXY_OF

GALAXY_ACTIONS: Final[tuple[Action, ...]] = tuple(("galaxy", galaxy) for galaxy in range(9))


def _play(bout: Bout, duel: GuessGalaxy) -> Task[int]:
    guesser, hider = guesser_and_hider(bout, duel.guesser)
    card = yield from hide_card(bout, hider)
    legal, winner = GALAXY_ACTIONS, hider
    for left in range(duel.tries, 0, -1):
        action = yield from decide(Decision(guesser, "galaxy", legal, "Guess {}.", None, {"left": left}))
        if action[1] == GALAXY_OF[card]:
            winner = guesser
            break
        legal = tuple(other for other in legal if other != action)
    show_hidden_card(bout, hider, card)
    return winner


def _hiders(bout: Bout, duel: GuessGalaxy) -> tuple[int, ...]:
    return guesser_and_hider(bout, duel.guesser)[1:]


def _value(view: JsonObject, action: Action) -> int:
    """Guess the galaxy of most unseen cards."""
    return (unseen(view) & GALAXY_MASK[int(action[1])]).bit_count()


RULES: Final = DuelRules(
    play=_play, galaxy_cards=1, replay=False, valuations={"hide": FIRST, "galaxy": _value}, holders=_hiders
)
