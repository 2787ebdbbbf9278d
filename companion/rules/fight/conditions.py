"""Whether a condition of a mission holds (rules/missions.md 8.3).

Where the rules are silent: a condition asks no player, it must hold for every player that its selector can mean.
"""

from companion.missions.selectors import Condition
from companion.rules.fight.context import MissionContext


def holds(context: MissionContext, cond: Condition) -> bool:
    """Return True if the condition holds."""
    state = context.state
    if cond.hand_size is not None:
        size = cond.hand_size
        sizes = [state.hands[seat].bit_count() for seat in context.candidates(size.who)]
        if size.lt is not None:
            return all(number < size.lt for number in sizes)
        if size.gt is not None:
            return all(number > size.gt for number in sizes)
        return all(number == size.eq for number in sizes)
    if cond.has is not None:
        fitting = context.fitting(cond.has.where)
        return all(state.hands[seat] & fitting for seat in context.candidates(cond.has.who))
    if cond.is_ is not None:
        return set(context.candidates(cond.is_.a)) == set(context.candidates(cond.is_.b))
    if cond.pile_empty is not None:
        return cond.pile_empty == (not state.pile)
    return cond.players is not None and cond.players.eq == state.seats
