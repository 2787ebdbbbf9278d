"""How each kind of duel is decided (rules/missions.md 8.5, 8.6).

Duels with cards are played: every choice is a decision, secret until both sides have made theirs, self first. Duels of
luck and skill are declared by the stream of duels: an attempt ends in a draw one time in eight, where the kind knows
draws, else each side wins as often.

Where the rules are silent:

- In a duel that guesses a card only the hider needs a card; the hidden card is shown afterwards.
- A guess that an earlier guess or hint has ruled out, and a call that cannot come true (higher than 6), is not offered.
- After a replay, the cards "shown in the duel" are those of the last showing.
- In `highest_unique` who lays no card counts as having the lowest number; the opponent is the player on the left.
- In `higher_lower` the card that lies open takes no part in a reshuffle.
- `three_locations` with k cards: at most as many as the three places can hold.
- In `largest_galaxy` a player with two equally good groups shows the one of the first galaxy.
"""

from typing import Final

from companion.missions import model as m
from companion.rules.fight import card_duels, guess_duels
from companion.rules.fight.bout import TIE, Bout, Play
from companion.rules.fight.scene import Roles, Scene
from companion.rules.fight.table import Task


def fight_out(scene: Scene, duel: m.Duel) -> Task[Roles]:
    """Fight the duel and return who is who afterwards."""
    table, me = scene.table, scene.me
    if isinstance(duel, m.HighestUnique):
        bout = Bout(table, me, (me + 1) % table.seats)
        table.events.append(("duel", duel.kind, me, -1))
        winner, loser = yield from card_duels.highest_unique(bout)
    else:
        bout = Bout(table, me, (yield from scene.players(duel.vs, "duel"))[0])
        table.events.append(("duel", duel.kind, me, bout.opponent))
        winner = yield from _decide(bout, duel)
        loser = TIE if winner == TIE else bout.opponent if winner == me else me
    table.events.append(("tie",) if winner == TIE else ("won", winner, loser))
    return Roles(winner, loser, bout.opponent, tuple(bout.shown))


def _decide(bout: Bout, duel: m.Duel) -> Task[int]:
    """Return the winner of a duel of two sides; with too few cards it becomes `highest_xphere`."""
    play, needed, replay = _KINDS[type(duel)]
    sides: tuple[int, ...] = bout.sides
    if isinstance(duel, m.GuessNumber | m.GuessGalaxy):
        sides = (bout.opponent if duel.guesser == "self" else bout.me,)
    if any(bout.galaxy_cards(seat).bit_count() < needed for seat in sides):
        return (yield from card_duels.instead(bout, duel))
    winner = yield from play(bout, duel)
    if winner == TIE and replay:
        bout.table.events.append(("replay",))
        winner = yield from play(bout, duel)
    return winner


def _coin(bout: Bout, _: m.Duel) -> Task[int]:
    """Each side wins as often; for kinds without a draw."""
    yield from ()
    return bout.sides[bout.table.luck().below(2)]


def _coin_or_draw(bout: Bout, duel: m.Duel) -> Task[int]:
    """A draw one time in eight, else each side wins as often."""
    if bout.table.luck().below(8) == 0:
        return TIE
    return (yield from _coin(bout, duel))


_KINDS: Final[dict[type, tuple[Play, int, bool]]] = {
    m.HighestXphere: (card_duels.highest_xphere, 1, True),
    m.ClosestSum: (card_duels.closest_sum, 2, True),
    m.RockPaperScissors: (_coin, 0, False),
    m.GuessNumber: (guess_duels.guess_number, 1, False),
    m.GuessGalaxy: (guess_duels.guess_galaxy, 1, False),
    m.MemorySequence: (_coin_or_draw, 0, False),
    m.ReactionTap: (_coin_or_draw, 0, True),
    m.TapRace: (_coin_or_draw, 0, True),
    m.BestCombination: (card_duels.best_combination, 1, False),
    m.Grid3x3: (card_duels.grid_3x3, 3, False),
    m.ThreeLocations: (card_duels.three_locations, 3, False),
    m.HigherLower: (guess_duels.higher_lower, 0, False),
    m.LargestGalaxy: (card_duels.largest_galaxy, 1, False),
    m.BlindBattle: (card_duels.blind_battle, 1, False),
    m.OddEvenFingers: (_coin, 0, False),
    m.Stare: (_coin_or_draw, 0, False),
    m.NameGalaxies: (_coin_or_draw, 0, False),
}
"""For each kind: how it is played, how many galaxy cards each side needs, whether a tie is played once more."""


def needs(duel: m.Duel) -> tuple[int, bool]:
    """Return how many galaxy cards each side needs for the duel itself, and whether a tie is played once more."""
    _, needed, replay = _KINDS.get(type(duel), (None, 0, False))
    return needed, replay
