"""One moment of a match of GONG FIGHT: the turn, the checkpoint, the protocol (rules/gong.md 4).

Decisions of a turn, with the legal actions of each in their order:

1. `turn`: ("reveal",), then ("joker", target) for each target clockwise. It is asked even if only one action is legal:
   else it would reveal a joker. After an exchange, and after a joker is turned over, it is asked again.
2. `counter`, for the target of a joker: ("counter",) with a joker that may be played, then ("decline",).
3. the decisions of the mission, in the order of its steps (companion.rules.fight.context, verbs and duels).

Where the rules are silent:

- A card whose mission is not made for this number of players leads to another one (companion.missions.card_map).
- In a no-pile turn the card turned over is a random galaxy card of the hand (4.3.4 comes to the same).
- The state between two turns is stored; within a turn, the start of the turn and what was done since.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Self

from companion.rules.fight.decisions import Decision, Task, argument_text
from companion.rules.fight.execution import execute_mission
from companion.rules.fight.program import Program
from companion.rules.fight.zones import FightZones
from companion.rules.game import Action, InvariantError, JsonObject
from companion.rules.gong.cards import BIT, GALAXY_CARDS, NUMBER_OF, cards_of
from companion.rules.gong.game import GongGame
from companion.rules.gong.state import COUNTER, OVER

TURN: Final = "turn"
REVEAL: Final[tuple[Action, ...]] = (("reveal",),)
LITERAL: Final = "literal"


class FightState(FightZones):
    """One moment of a match of GONG FIGHT. `phase` is the kind of the decision that is asked.

    Attributes:
        skip_turn: the turn in which the mission does nothing, to be compared with the match as it is; 0 for none. It
            is set before `start` and is no part of the JSON data.
    """

    turn_cap = 500  # 4.4.4
    fields = (*FightZones.fields, "skip_turn")

    _start: JsonObject
    _done: list[Action]
    _task: Task[int]
    _decision: Decision

    def __init__(self, game: GongGame, programs: Sequence[Program | None]) -> None:
        """Make an empty state; `programs` is what each card leads to."""
        super().__init__(game)
        self.programs = programs
        self.literal = getattr(game, "reshuffle", "") == LITERAL
        self.skip_turn = 0

    def _begin(self) -> None:
        """Start the first turn of the round."""
        super()._begin()
        self._start_turn(self.starter)

    # ------------------------------------------------------------ rules: turns

    def _start_turn(self, seat: int) -> None:
        """Begin the turn of the seat, or end the round at the limit of turns (4.4.4)."""
        self.turn += 1
        self.player = seat
        self._clear_turn()
        if self.turn > self.turn_cap:
            ranks = [(hand.bit_count(), sum(NUMBER_OF[card] for card in cards_of(hand))) for hand in self.hands]
            self._end_round([s for s in range(self.seats) if ranks[s] == min(ranks)], capped=True)
        else:
            self.phase = TURN
            self._start = self._values()
            self._resume()

    def _resume(self) -> None:
        """Start the turn and go to its first decision."""
        self._done = []
        self._task = self._take_turn()
        self._decision = next(self._task)
        self.phase = self._decision.phase

    def _take_turn(self) -> Task[int]:
        """Play one turn (4.2) and return whose turn is next."""
        me = self.player
        card = -1
        while card < 0:
            action = yield Decision(me, TURN, REVEAL + self._joker_actions(me))
            if action[0] == "joker":
                target = int(action[1])
                if (yield from self._attack(me, target)):
                    self.extra = False
                    return target
                continue
            card, no_pile = self._reveal(me)
            if card < 0:
                self.events.append(("no-card", me))
                return self._next_seat()
            if not BIT[card] & GALAXY_CARDS:  # a joker (4.2.7)
                self.hands[me] |= BIT[card]
                self.make_known(me, BIT[card])
                self.events.append(("joker-up", me, card))
                card = -1
        self.revealed = card
        program = self.programs[card]
        self.mission = program.mission.id if program else ""
        self.events.append(("no-pile" if no_pile else "revealed", me, card, self.mission))
        if self.turn == self.skip_turn:
            self.events.append(("skipped", me))
        elif program:
            yield from execute_mission(self, me, card, program)
        else:
            self.events.append(("no-mission", self.seats))
        if self.revealed >= 0:  # cleanup (4.2.5)
            self.discard.append(self.revealed)
            self.revealed = -1
        return self._next_seat()

    def _reveal(self, me: int) -> tuple[int, bool]:
        """Return the revealed card, -1 if there is none, and whether it comes from the hand (4.2.2, 4.3.3-4.3.4)."""
        if not self.pile:
            enough = 1 if self.literal else self.seats
            if len(self.discard) >= enough:
                self.reshuffle()
        if self.pile:
            return self.pile.pop(), False
        hand = self.hands[me] & GALAXY_CARDS
        if not hand:
            return -1, True
        card = self.pick_blind(hand)
        self.hands[me] ^= BIT[card]
        self._leaves(me, BIT[card])
        return card, True

    def _attack(self, me: int, target: int) -> Task[bool]:
        """Play a joker against the target; return True if it was countered (1.4)."""
        self._play_joker(me)
        self.target = target
        answer = yield Decision(target, COUNTER, self._answers())
        self.target = -1
        if answer[0] == "counter":
            self._play_joker(target)
            return True
        self._exchange(me, target)
        return False

    def _next_seat(self) -> int:
        """Return whose turn follows: after an accepted "another turn" it is an extra turn (4.2.6)."""
        self.extra = self.again >= 0
        return self.again if self.extra else (self.player + 1) % self.seats

    def _end_turn(self, following: int) -> None:
        """Checkpoint: an empty hand wins, the active player's first, then clockwise (4.4.1-4.4.2)."""
        for seat in self.clockwise(self.player):
            if not self.hands[seat]:
                self._end_round([seat])
                return
        self._start_turn(following)

    # ------------------------------------------------------------ protocol

    def current_player(self) -> int | None:
        """Return the seat that must decide now, or None when the match is over."""
        return None if self.phase == OVER else self._decision.seat

    def _list_actions(self) -> Sequence[Action]:
        """Return the legal actions of the decision."""
        return self._decision.legal

    def apply(self, action: Action) -> None:
        """Carry out one action of the current player."""
        if action not in self.legal_actions():
            raise self._refusal(action)
        self.events = []
        self._advance(action)

    def _advance(self, action: Action) -> None:
        """Resume the turn and go to the next decision."""
        self._legal = None
        self._done.append(action)
        try:
            self._decision = self._task.send(action)
        except StopIteration as end:
            self._end_turn(end.value)
        else:
            self.phase = self._decision.phase

    def view(self, seat: int) -> JsonObject:
        """Return what the seat may know; only the player who decides sees what exactly the decision is about."""
        view = super().view(seat)
        deciding = self.current_player() == seat
        view["about"] = dict(self._decision.about) if deciding and self.phase != OVER else None
        view["grid"] = list(self.grid) if deciding else []
        view["places"] = [list(place) for place in self.places] if deciding else []
        return view

    def describe(self, action: Action) -> str:
        """Return what the action does as one sentence."""
        match action:
            case ("reveal",):
                return "Turn over the top card."
            case ("joker" | "counter" | "decline", *_):
                return super().describe(action)
            case ("stop",):
                return "Take no other turn."
            case ("leave",):
                return "Leave the next cell empty."
        return self._decision.description.format(argument_text(action))

    def public(self, action: Action) -> str:
        """Return the description without what stays hidden."""
        text = self._decision.public_description
        return self.describe(action) if text is None else text

    # ------------------------------------------------------------ copies

    def _end_round(self, winners: Sequence[int], *, capped: bool = False) -> None:
        """End the round; after the last one there is no turn to replay."""
        super()._end_round(winners, capped=capped)
        if self.phase == OVER:
            self._start = self._values()
            self._done = []

    def _values(self) -> JsonObject:
        """Return the attributes between two turns, with copies of all that changes."""
        return {**super()._values(), "known": [row[:] for row in self.known]}

    def _empty(self) -> Self:
        """Return an empty table for the same game and missions."""
        return type(self)(self.game, self.programs)

    def _at_start(self) -> Self:
        """Return a copy of the state at the start of the turn, before its first decision."""
        kept, new = self._empty(), self._empty()
        kept._set(self._start)
        new._set(kept._values())
        new._clear_turn()
        new._start = self._start
        return new

    def _replay(self, actions: Iterable[Action]) -> None:
        """Play the turn again from its start."""
        self._done = []
        if self.phase != OVER:
            self._resume()
            for action in actions:
                self._advance(action)

    def clone(self) -> Self:
        """Return an independent copy: the start of the turn, and the same actions again."""
        new = self._at_start()
        new._replay(self._done)
        new.events = list(self.events)
        return new

    def to_json(self) -> JsonObject:
        """Return the whole state: as it was at the start of the turn, and the actions of the turn."""
        return {**FightZones.to_json(self._at_start()), "actions": [list(action) for action in self._done]}

    def restore(self, data: Mapping[str, Any]) -> Self:
        """Set the state that `to_json` wrote and return it."""
        super().restore(data)
        self._start = self._values()
        self._replay(tuple(action) for action in data["actions"])
        self.events = []
        return self

    def check_invariants(self) -> None:
        """Raise InvariantError unless the shared invariants and those of FIGHT hold."""
        super().check_invariants()
        for row in self.known:
            if any(cards & ~hand for cards, hand in zip(row, self.hands, strict=True)):
                raise InvariantError("A player knows a card to be in a hand where it is not.")
        if any(cards & ~hand for cards, hand in zip(self.chosen, self.hands, strict=True)):
            raise InvariantError("A chosen card is not in its owner's hand.")
