"""Positions of LINK, FAMILY and FIGHT in words, and scripts that must fit exactly.

Cards are their codes: `hands=["NB4 PR1", "OM4"]`; in `pile` the first one is on top. An action is a line "seat: words",
for example "0: play NB4" or "1: joker 2".
"""

from collections.abc import Sequence
from typing import Any

from companion import deck
from companion.chance import Chance
from companion.missions.card_map import card_for
from companion.missions.loader import load_pack
from companion.missions.mission_ids import MISSION_IDS
from companion.missions.pack import Mission, find_pack
from companion.rules.family import Family, FamilyState
from companion.rules.fight.game import Fight
from companion.rules.fight.program import Program, by_card
from companion.rules.fight.state import FightState
from companion.rules.game import Action
from companion.rules.gong.cards import cards_of, mask_of
from companion.rules.gong.shuffle import Pile
from companion.rules.gong.state import GongState
from companion.rules.link import Link, LinkState

PACK = load_pack(find_pack())


def cards(text: str) -> list[int]:
    """Return the cards of some codes."""
    return [deck.card(code).index for code in text.split()]


def codes(found: Sequence[int]) -> str:
    """Return the codes of some cards."""
    return " ".join(deck.CARDS[card].code for card in found)


def hand(state: GongState, seat: int) -> str:
    """Return the hand of a seat as codes in ascending order."""
    return codes(cards_of(state.hands[seat]))


def hands(state: GongState) -> list[str]:
    """Return all hands as codes."""
    return [hand(state, seat) for seat in range(state.seats)]


def action(words: str) -> Action:
    """Return the action of some words: codes and numbers become whole numbers."""
    verb, *rest = words.split()
    return (verb, *(_word(word) for word in rest))


def _word(word: str) -> str | int:
    if word.isdecimal():
        return int(word)
    return deck.card(word).index if word in {card.code for card in deck.CARDS} else word


def play(state: GongState, *lines: str) -> None:
    """Carry out actions; each line must name the seat that has to decide."""
    for line in lines:
        seat, _, words = line.partition(": ")
        assert state.current_player() == int(seat), f"{line!r}, but it is the decision of {state.current_player()}"
        assert action(words) in state.legal_actions(), f"{line!r} is not among {legal(state)}"
        state.apply(action(words))
        state.check_invariants()


def legal(state: GongState) -> list[str]:
    """Return the legal actions as words; a number is a card unless it can only be a seat or a place."""
    return [_words(choice) for choice in state.legal_actions()]


def _words(choice: Action) -> str:
    verb, *rest = choice
    kinds = {"play": "c", "card": "c", "lay": "c", "place": "cn", "ask": "nc"}.get(str(verb), "n" * len(rest))
    return " ".join(
        [str(verb)]
        + [deck.CARDS[word].code if kind == "c" else str(word) for kind, word in zip(kinds, rest, strict=True)]
    )


def set_up(state: GongState, hands: Sequence[str], pile: str, discard: str, player: int) -> None:
    """Lay the cards; a deck of just these cards keeps count of them."""
    state.hands = [mask_of(cards(text)) for text in hands]
    state.pile = Pile(cards(pile)[::-1])
    state.discard = cards(discard)
    state.player = state.starter = player
    state.events = []
    state._legal = None
    state.deck = mask_of([*cards(pile), *cards(discard)]) | sum(state.hands)


def link(
    hands: Sequence[str], link: str = "NB4", *, pile: str = "", discard: str = "", player: int = 0, **options: Any
) -> LinkState:
    """Return a position of LINK at the choice of `player`, everybody's last card already said."""
    state = Link(**options).initial_state(len(hands), 1)
    set_up(state, hands, pile, discard, player)
    state.link = cards(link)[0] if link else -1
    state.deck |= mask_of(cards(link))
    state.flags = ["safe" if len(text.split()) == 1 else "none" for text in hands]
    state.unsaid = 0
    state.phase = "turn"
    state.check_invariants()
    return state


def family(
    hands: Sequence[str], *, pile: str = "", laid: Sequence[str] = (), player: int = 0, **options: Any
) -> FamilyState:
    """Return a position of FAMILY at the question of `player`; `laid` names the galaxies of each seat's families."""
    state = Family(**options).initial_state(len(hands), 1)
    set_up(state, hands, pile, "", player)
    state.owner, state.reached = [-1] * 9, [0] * len(hands)
    state.shown, state.claims, state.denied = [0] * len(hands), [0] * len(hands), [0] * len(hands)
    count = 0
    for seat, names in enumerate(laid):
        for name in names.split():
            galaxy = deck.GALAXY_CODES.index(name)
            count += 1
            state.owner[galaxy], state.reached[seat] = seat, count
            state.deck |= 0b111111 << 6 * galaxy
    state.phase = "ask"
    state.check_invariants()
    return state


class Scripted(Chance):
    """Chance with given outcomes, each below what is asked for; asking for more is an error."""

    def __init__(self, outcomes: Sequence[int]) -> None:
        super().__init__(0)
        self.outcomes = list(outcomes)

    def below(self, n: int) -> int:
        assert self.outcomes, f"unscripted chance: one of {n}"
        outcome = self.outcomes.pop(0)
        assert outcome < n
        return outcome


class Scenario:
    """One turn of FIGHT on a given table, played by a script.

    Args:
        mission: id of a mission of the core pack, or steps as in a pack file.
        hands: the hand of each seat.
        drawn: the revealed card; by default the card of the mission.
        pile: what lies under the revealed card.
        blind: cards that are taken at random, in order.
        luck: outcomes of duels of luck, in order.
        no_pile: the pile is empty at the start of the turn.
        seed: real chance instead of `blind` and `luck`.
    """

    def __init__(
        self,
        mission: str | list[Any],
        hands: Sequence[str],
        *,
        drawn: str = "",
        pile: str = "",
        discard: str = "",
        player: int = 0,
        blind: str = "",
        luck: Sequence[int] = (),
        no_pile: bool = False,
        seed: int | None = None,
        **options: Any,
    ) -> None:
        name = mission if isinstance(mission, str) else MISSION_IDS[0]
        card = drawn or deck.CARDS[card_for(name)].code
        made = (
            PACK.missions[mission] if isinstance(mission, str) else Mission.model_validate({"id": name, "do": mission})
        )
        programs = {
            mission_id: Program(made if mission_id == name else one) for mission_id, one in PACK.missions.items()
        }
        seats = len(hands)
        by = list(by_card(programs, seats))
        if card not in ("JK1", "JK2"):
            by[cards(card)[0]] = programs[name]
        state = FightState(Fight(**options), by).start(seats, seed or 1)
        set_up(state, hands, pile if no_pile else f"{card} {pile}", discard, player)
        state.turn, state.extra = 7, False
        state.known = [[0] * seats for _ in range(seats)]
        self.blind, self.luck = cards(blind), Scripted(luck)
        if seed is None:
            state.pick_blind = self._pick  # type: ignore[method-assign]
            state.luck = lambda: self.luck  # type: ignore[method-assign]
        state._start = state._values()
        state._resume()
        state.check_invariants()
        self.state, self.player, self.revealed, self.sentences = state, player, cards(card)[0], []
        self.events: list[Any] = []

    def _pick(self, mask: int) -> int:
        if mask & (mask - 1) == 0:
            return mask.bit_length() - 1
        assert self.blind, f"unscripted blind pick from {codes(cards_of(mask))}"
        card = self.blind.pop(0)
        assert mask >> card & 1, f"{deck.CARDS[card].code} cannot be picked from {codes(cards_of(mask))}"
        return card

    def run(self, *lines: str, reveal: bool = True) -> FightState:
        """Play the turn; the script must be used up exactly when the next turn begins."""
        state = self.state
        turn, number = state.turn, state.round
        for line in ([f"{self.player}: reveal"] if reveal else []) + list(lines):
            assert (state.turn, state.round) == (turn, number) and not state.is_terminal(), f"unused choice {line!r}"
            play(state, line)
            self.sentences += state.public_events()
            self.events += state.events
        over = state.is_terminal() or (state.turn, state.round) != (turn, number)
        assert over, f"unscripted choice of seat {state.current_player()}: {legal(state)}"
        assert not self.blind, f"unused blind picks {codes(self.blind)}"
        assert not self.luck.outcomes, f"unused chance {self.luck.outcomes}"
        return state

    def legal(self) -> list[str]:
        """Return the legal actions as words."""
        return legal(self.state)
