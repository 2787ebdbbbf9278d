"""`blind_battle`: each turns over a random card; equal: again, at most `replays` times."""

from typing import Final

from companion.missions.duels.blind_battle import BlindBattle
from companion.rules.fight.bout import TIE, Bout
from companion.rules.fight.decisions import Task
from companion.rules.fight.declarations import DuelRules
from companion.rules.fight.laying import number_sum
from companion.rules.gong.cards import BIT


def _play(bout: Bout, duel: BlindBattle) -> Task[int]:
    yield from ()
    for attempt in range(1 + duel.replays):
        if attempt:
            bout.state.events.append(("replay",))
        for seat in bout.sides:
            bout.show(seat, BIT[bout.state.pick_blind(bout.galaxy_cards(seat))])
        winner = bout.better(number_sum(bout.shown[bout.me]), number_sum(bout.shown[bout.opponent]))
        if winner != TIE:
            break
    return winner


RULES: Final = DuelRules(play=_play, galaxy_cards=1, replay=False, valuations={})
