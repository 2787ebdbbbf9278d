"""How a duel ends, whatever its kind (companion.rules.fight.verbs.duel)."""

from companion.rules.gong.cards import GALAXY_CARDS
from companion.verify.kernel import columns as col
from companion.verify.kernel.dispatch import dispatcher
from companion.verify.kernel.duels.registry import KINDS
from companion.verify.kernel.laid_cards import highest_xphere_instead
from companion.verify.kernel.memory import compiled, inline, popcount
from companion.verify.kernel.memory_layout import HANDS, NOBODY, OUTCOME, RIVAL, ROLES, SHOWN
from companion.verify.kernel.selected_players import player
from companion.verify.tally import LOST, TIE, WON

_WIN, _LOSE, _TIE = range(3)  # the branches of a duel

_decide = dispatcher([kind.compile_decide() for kind in KINDS.values()], ("m", "row", "me", "rival", "shown"))


@compiled
def fight(m, row, me):
    """Fight the duel of an operation, note who is who, and return the branch that follows."""
    depth = m[row + col.DEPTH] + 1
    shown, roles = SHOWN + 8 * depth, ROLES + 4 * depth
    for place in range(8):
        m[shown + place] = 0
    rival = player(m, row, me, col.WHO)
    m[RIVAL] = rival
    winner, loser = _winner_and_loser(m, row, me, rival, shown)
    m[roles] = winner
    m[roles + 1] = loser
    m[roles + 2] = rival
    if winner == NOBODY:
        m[OUTCOME] = TIE
        return _TIE
    m[OUTCOME] = WON if winner == me else LOST
    return _LOSE if m[row + col.EXACT] and winner != me else _WIN


@inline
def _winner_and_loser(m, row, me, rival, shown):
    """With too few cards a duel becomes `highest_xphere`."""
    mine, other = m[HANDS + me] & GALAXY_CARDS, m[HANDS + rival] & GALAXY_CARDS
    if popcount(mine) < m[row + col.NEEDED] or popcount(other) < m[row + col.RIVAL_NEEDED]:
        return highest_xphere_instead(m, me, rival, shown)
    winner, loser = NOBODY, NOBODY
    for _ in range(1 + m[row + col.REPLAY]):
        if winner == NOBODY:
            winner, loser = _decide(m[row + col.KIND], m, row, me, rival, shown)
    return winner, loser
