"""The helpers for duels: which script plays which kind, and the words and pictures it needs. Pure data.

A helper is a module of `static/js/helpers`. It has no words of its own: they stand in its page, in the language of it,
with gaps such as `{side}` that it fills in.
"""

from dataclasses import dataclass
from typing import Final, TypeAlias

from companion.phrases import N_

Words: TypeAlias = dict[str, str]

SIDES: Final[Words] = {
    "sun": N_("Sun"),
    "moon": N_("Moon"),
    "wins": N_("{side} wins!"),
    "tie": N_("It is a tie."),
    "tie-again": N_("A tie! Play once more."),
    "once-more": N_("Play once more"),
    "numbers": N_("Numbers"),
}

ARENA: Final[Words] = SIDES | {
    "start": N_("Start"),
    "stop": N_("Stop"),
    "again": N_("Play again"),
    "done": N_("Done"),
    "won": N_("You win!"),
    "lost": N_("You lose"),
    "tied": N_("A tie!"),
    "ready": N_("Ready?"),
    "ready-both": N_("Both of you: tap your half when you are ready."),
    "hand-over": N_("Give the phone to {side}."),
    "look-away": N_("{side} looks away."),
    "i-am": N_("I am {side}"),
}

BOARD: Final[Words] = SIDES | {
    "empty": N_("empty"),
    "erase": N_("Erase"),
    "clear-all": N_("Start over"),
    "same-sum": N_("The sums are the same."),
    "more-than": N_("{a} is more than {b}."),
}

REFLEX: Final[Words] = ARENA | {
    "reflex-ready": N_("Tap your half as soon as it says GONG!"),
    "wait": N_("Wait…"),
    "wait-more": N_("Not yet!"),
    "too-early": N_("{side} tapped before the gong."),
    "same-moment": N_("You tapped at the same moment."),
    "took": N_("{side}: {time} seconds"),
}

RACE: Final[Words] = ARENA | {
    "race-ready": N_("When it says go, tap as fast as you can!"),
    "not-yet": N_("Not yet!"),
    "go": N_("Go!"),
    "time": N_("Time"),
    "taps": N_("Taps by {side}: {n}"),
}

MEMORY: Final[Words] = ARENA | {
    "turn": N_("{side}, it is your turn!"),
    "row-of": N_("Watch, then tap them in the same order. Length: {n}"),
    "show-row": N_("Show me"),
    "watch": N_("Watch…"),
    "row": N_("Length: {n}"),
    "repeat": N_("{side}: your turn, in the same order!"),
    "mistake": N_("{side} made a mistake in position {place}: it was {number}, not {given}."),
    "all-rows": N_("You both managed 12. Amazing!"),
}

STARE: Final[Words] = ARENA | {
    "stare-ready": N_("Look into each other’s eyes."),
    "laughed": N_("Judge: tap here if this player laughs or speaks."),
    "stare-now": N_("Go!"),
    "stared": N_("Nobody laughed for {n} seconds."),
    "who-laughed": N_("{side} laughed or spoke."),
}

NAMES: Final[Words] = ARENA | {
    "with-judge": N_("Someone else is the judge"),
    "only-two": N_("There are only two of us"),
    "name-one": N_("{side}, name a galaxy!"),
    "named": N_("Named so far: {n} of 9"),
    "right-next": N_("Correct, next!"),
    "wrong-name": N_("Wrong or already named"),
    "time": N_("Time"),
    "repeated": N_("{side} repeated a galaxy."),
    "wrong": N_("{side} gave a wrong name."),
    "silent": N_("{side} said nothing for {n} seconds."),
    "all-named": N_("All nine are named. Well done!"),
}

SIGNS: Final[Words] = ARENA | {
    "your-sign": N_("Choose in secret"),
    "rock": N_("Rock"),
    "paper": N_("Paper"),
    "scissors": N_("Scissors"),
    "rock-wins": N_("Rock beats scissors."),
    "paper-wins": N_("Paper beats rock."),
    "scissors-wins": N_("Scissors beat paper."),
    "same-sign": N_("You both chose the same."),
    "same-again": N_("Once more!"),
    "point": N_("A point for {side}!"),
    "score": N_("Sun {sun}, Moon {moon}."),
    "go-on": N_("Continue"),
}

FINGERS: Final[Words] = ARENA | {
    "odd-or-even": N_("{side}: odd or even?"),
    "say-it": N_("Say it out loud."),
    "odd": N_("Odd"),
    "even": N_("Even"),
    "how-many-fingers": N_("How many fingers do you show?"),
    "sum-odd": N_("{a} + {b} = {n}, and that is odd."),
    "sum-even": N_("{a} + {b} = {n}, and that is even."),
    "said-odd": N_("{side} said “odd”."),
    "said-even": N_("{side} said “even”."),
}

GUESS: Final[Words] = ARENA | {
    "who-guesses": N_("Who guesses?"),
    "choose-card": N_("Choose a card from your hand and hide it. The other player looks away."),
    "card-is-hidden": N_("The card is hidden. Now you guess!"),
    "tries": N_("Tries left: {n}"),
    "show-card": N_("Now show the card."),
}

NUMBER: Final[Words] = GUESS | {
    "its-number": N_("What number is on your card?"),
    "which-number": N_("What number is it?"),
    "is-higher": N_("Higher than {n}!"),
    "is-lower": N_("Lower than {n}!"),
    "found-number": N_("Found: it is {n}!"),
    "was-number": N_("It was {n}."),
}

GALAXY: Final[Words] = GUESS | {
    "its-galaxy": N_("Which galaxy is your card from?"),
    "which-galaxy": N_("Which galaxy is it?"),
    "not-that": N_("Not {galaxy}."),
    "found-galaxy": N_("Found: it is {galaxy}!"),
    "was-galaxy": N_("It was {galaxy}."),
}

CALLS: Final[Words] = ARENA | {
    "turn-up": N_("Turn over the top card of the pile. What number is it?"),
    "skip-jokers": N_("Skip jokers."),
    "next-card": N_("{side}: what will the next card be?"),
    "right-so-far": N_("Right so far: {n} of 8"),
    "higher": N_("Higher"),
    "equal": N_("Equal"),
    "lower": N_("Lower"),
    "turn-up-next": N_("Turn over the next card. What number is it?"),
    "has-said": N_("{side} said: {call}."),
    "is-higher-than": N_("{a} is higher than {b}."),
    "is-lower-than": N_("{a} is lower than {b}."),
    "is-equal": N_("{a} is equal to {b}."),
    "all-calls": N_("All 8 right. Amazing!"),
}

COIN: Final[Words] = ARENA | {
    "start": N_("Toss the coin"),
    "coin-flies": N_("The coin is in the air…"),
}

LAID: Final[Words] = BOARD | {"tap-number": N_("Tap the number that each of you laid.")}

SUMS: Final[Words] = BOARD | {
    "tap-numbers": N_("Tap the two numbers that each of you laid."),
    "sum-away": N_("{side}: {a} + {b} = {sum}. Distance from {target}: {away}"),
    "equally-close": N_("Equally close, so the lower sum wins."),
}

STORM: Final[Words] = LAID | {
    "players": N_("Players: {n}"),
    "fewer-players": N_("Remove a player"),
    "more-players": N_("Add a player"),
    "player": N_("Player {n}"),
    "first-player": N_("Player 1 turned over the card with the mission; the others follow clockwise."),
    "no-single": N_("Every number was played more than once."),
    "only-once": N_("{n} is the highest number that was played only once."),
    "lowest": N_("Lowest number: {player}"),
}

CARDS: Final[Words] = BOARD | {
    "cards": N_("Cards: {n}"),
    "tap-cards": N_("Tap the cards of {side}."),
}

SETS: Final[Words] = CARDS | {
    "single": N_("Single card"),
    "pair": N_("Pair"),
    "trio": N_("Trio"),
    "straight": N_("Straight"),
    "flush": N_("Flush"),
    "full_house": N_("Full house"),
    "straight_flush": N_("Straight flush"),
    "gang_of_four": N_("Gang of four"),
    "gang_of_five": N_("Gang of five"),
    "set-beats": N_("“{better}” beats “{other}”."),
    "same-set": N_("Both have: {set}."),
    "galaxy-decides": N_("The numbers are the same, so the galaxy decides: {after} comes after {before}."),
}

GROUPS: Final[Words] = CARDS | {
    "more-cards": N_("The bigger group wins: {a} against {b}."),
    "sum-decides": N_("The groups are the same size. The higher sum wins: {a} against {b}."),
}

EQUAL: Final[Words] = BOARD | {
    "not-equal-cards": N_("You must both lay the same number of cards. Sun: {sun}, Moon: {moon}."),
}

GRID: Final[Words] = EQUAL | {
    "tap-grid": N_("Tap the numbers into your grids: {least} to {most} cards each."),
    "cell": N_("row {row}, column {column}"),
    "skip-cell": N_("Leave empty"),
    "points": N_("Points: {n}"),
    "less-than": N_("{a} is less than {b}, and the lower score wins."),
}

WORLDS: Final[Words] = EQUAL | {
    "tap-worlds": N_("Tap the numbers into the worlds: {least} to {most} cards each."),
    "world": N_("World {n}"),
    "owns": N_("goes to {side}"),
    "nobodys": N_("goes to nobody"),
    "worlds-won": N_("Worlds won: {n}"),
    "sum-of-all": N_("Nobody has two worlds. The higher sum of all three wins: {a} against {b}."),
}

USUAL: Final = ("sun", "moon", "star", "tie", "close")
XPHERES: Final = tuple(f"xphere-{number}" for number in range(1, 7))
GALAXIES: Final = tuple(f"galaxy-{index}" for index in range(9))
HANDS: Final = tuple(f"hand-{number}" for number in range(6))


@dataclass(frozen=True, slots=True)
class Helper:
    """What plays one kind of duel.

    Attributes:
        script: its module in `static/js/helpers`.
        words: what it says, by key.
        pictures: what it shows besides the usual, by name.
    """

    script: str
    words: Words
    pictures: tuple[str, ...] = ()


COIN_KIND: Final = "coin"
"""No duel of the rules, but what people ask a phone for: who begins?"""

HELPERS: Final[dict[str, Helper]] = {
    "reaction_tap": Helper("reaction_tap", REFLEX),
    "tap_race": Helper("tap_race", RACE),
    "memory_sequence": Helper("memory_sequence", MEMORY, XPHERES),
    "rock_paper_scissors": Helper("hidden", SIGNS, ("rock", "paper", "scissors")),
    "odd_even_fingers": Helper("hidden", FINGERS, HANDS),
    "stare": Helper("stare", STARE),
    "name_galaxies": Helper("name_galaxies", NAMES),
    "guess_number": Helper("guess", NUMBER, XPHERES),
    "guess_galaxy": Helper("guess", GALAXY, GALAXIES),
    "higher_lower": Helper("higher_lower", CALLS, XPHERES),
    "highest_xphere": Helper("numbers", LAID, XPHERES),
    "blind_battle": Helper("numbers", LAID, XPHERES),
    "closest_sum": Helper("numbers", SUMS, XPHERES),
    "highest_unique": Helper("numbers", STORM, XPHERES),
    "largest_galaxy": Helper("cards", GROUPS),
    "best_combination": Helper("cards", SETS),
    "grid_3x3": Helper("grid_3x3", GRID, XPHERES),
    "three_locations": Helper("three_locations", WORLDS, XPHERES),
    COIN_KIND: Helper("coin", COIN),
}
"""The helpers by kind of duel, those for which the phone matters most first."""
