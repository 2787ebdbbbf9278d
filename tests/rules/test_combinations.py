"""Combinations and their order: rules/gang-of-four.md 5.4-5.5 and rules/missions.md 8.6.1."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.combinations import (
    GALAXY_RULES,
    GANG_OF_FOUR_RULES,
    Type,
    all_combinations,
    beats,
    best_combination,
    classify,
)

COLOURS = {"G": 1, "Y": 2, "R": 3, "M": 4}
RANKS = {"P": 11, "D": 12}


def gang(text):
    """Keys from words: `R7` red 7, `M1` the multicolour 1, `GP` green Phoenix, `RD` the Dragon."""
    return [(RANKS.get(word[1:]) or int(word[1:]), COLOURS[word[0]]) for word in text.split()]


GALAXIES = ("PR", "NB", "ZE", "AN", "SE", "SP", "VI", "OM", "NM")


def galaxy(text):
    """Keys from card codes: `NB4` is (4, 1)."""
    return [(int(code[2]), GALAXIES.index(code[:2])) for code in text.split()]


@pytest.mark.parametrize(
    ("rule", "cards", "expected"),
    [
        ("5.4 single: any card", "G1", Type.SINGLE),
        ("5.4 single: any card", "RD", Type.SINGLE),
        ("5.4 single: any card", "YP", Type.SINGLE),
        ("5.4 pair: same number", "G7 R7", Type.PAIR),
        ("5.4 pair: two identical cards", "G7 G7", Type.PAIR),
        ("5.4 pair: the multicolour 1 counts as a 1", "M1 Y1", Type.PAIR),
        ("5.4 pair: both Phoenixes", "GP YP", Type.PAIR),
        ("5.4.1 the Dragon is only a single", "RD YP", None),
        ("5.4.1 a Phoenix pairs only with the other", "GP G10", None),
        ("5.4 two numbers are no pair", "G7 G8", None),
        ("5.4 trio", "G7 G7 R7", Type.TRIO),
        ("5.4 trio with the multicolour 1", "M1 G1 R1", Type.TRIO),
        ("5.4.1 no trio with a Phoenix", "GP YP R10", None),
        ("5.4.1 no trio of Phoenixes", "GP YP YP", None),
        ("5.4 three cards are a trio or nothing", "G7 G8 G9", None),
        ("5.4 straight", "G1 G2 Y3 G4 G5", Type.STRAIGHT),
        ("5.4 straight to the top", "G6 G7 Y8 G9 R10", Type.STRAIGHT),
        ("5.4.1 no straight with a Phoenix", "G7 G8 Y9 G10 GP", None),
        ("5.4.2 no wrap round 10-1", "G8 G9 Y10 G1 G2", None),
        ("5.4.2 no wrap round 10-1", "G7 G8 Y9 G10 G1", None),
        ("5.4 four in a row are nothing", "G2 G3 G4 Y5", None),
        ("5.4 flush", "R1 R3 R5 R7 R9", Type.FLUSH),
        ("5.4 flush with the multicolour 1", "M1 Y3 Y5 Y7 Y9", Type.FLUSH),
        ("5.4.4 a flush may contain identical cards", "Y3 Y3 Y5 Y5 Y9", Type.FLUSH),
        ("5.4.1 no flush with a Phoenix", "Y3 Y4 Y5 Y9 YP", None),
        ("5.4.1 no flush with the Dragon", "R3 R4 R5 R9 RD", None),
        ("5.4 two colours are no flush", "R1 R3 R5 R7 Y9", None),
        ("5.4 full house", "R7 G7 G7 Y2 R2", Type.FULL_HOUSE),
        ("5.4 full house: the pair may be the Phoenixes", "R7 G7 G7 GP YP", Type.FULL_HOUSE),
        ("5.4.1 the trio is never of Phoenixes", "GP YP GP R2 G2", None),
        ("5.4.1 no full house with a Dragon", "R7 G7 G7 RD YP", None),
        ("5.4.3 full house before flush", "R1 R1 M1 R5 R5", Type.FULL_HOUSE),
        ("5.4 two pairs and one are nothing", "R7 G7 R2 G2 Y3", None),
        ("5.4 straight flush", "R1 R2 R3 R4 R5", Type.STRAIGHT_FLUSH),
        ("5.4 straight flush with the multicolour 1", "M1 G2 G3 G4 G5", Type.STRAIGHT_FLUSH),
        ("5.4 gang of four", "R7 G7 G7 Y7", Type.GANG_OF_FOUR),
        ("5.4 gang of five", "R7 R7 G7 G7 Y7", Type.GANG_OF_FIVE),
        ("5.4 gang of six", "R7 R7 G7 G7 Y7 Y7", Type.GANG_OF_SIX),
        ("5.4 gang of seven", "R1 R1 G1 G1 Y1 Y1 M1", Type.GANG_OF_SEVEN),
        ("5.4 a gang and one more card is nothing", "R7 R7 G7 G7 Y8", None),
        ("5.4 six cards are a gang or nothing", "R1 R2 R3 R4 R5 R6", None),
        ("no cards, no combination", "", None),
    ],
)  # fmt: skip
def test_5_4_types(rule, cards, expected):
    found = classify(gang(cards), GANG_OF_FOUR_RULES)
    assert (found.type if found else None) == expected


# Worked out by hand. Sign: ">" the first may be played on the second, "<" the other way round, "=" exactly equal,
# so neither may be played, "|" another number of cards, so neither may be played.
ORDER = [
    # 5.1.2, 5.1.3, 5.5.4: singles by number, then colour
    ("5.1.2", "G2", ">", "R1"),
    ("5.1.2", "G10", ">", "R9"),
    ("5.1.2", "GP", ">", "R10"),
    ("5.1.2", "RD", ">", "YP"),
    ("5.1.3", "Y5", ">", "G5"),
    ("5.1.3", "R5", ">", "Y5"),
    ("5.1.3", "YP", ">", "GP"),
    ("5.1.3", "M1", ">", "R1"),
    ("5.1.3", "M1", "<", "G2"),
    ("5.5.8", "G5", "=", "G5"),
    ("5.5.1", "RD", "|", "G1 G1"),
    ("5.5.1", "G1", "|", "GP YP"),
    # 5.5.5: pairs by number, best colour, next colour
    ("5.5.5", "G3 G3", ">", "R2 R2"),
    ("5.5.5", "GP YP", ">", "R10 R10"),
    ("5.5.5", "R4 G4", ">", "Y4 Y4"),
    ("5.5.5", "R4 Y4", ">", "R4 G4"),
    ("5.5.5", "R4 R4", ">", "R4 Y4"),
    ("5.5.5", "Y4 G4", ">", "G4 G4"),
    ("5.5.5", "M1 G1", ">", "R1 R1"),
    ("5.5.5", "M1 R1", "<", "G2 G2"),
    ("5.5.8", "R4 G4", "=", "R4 G4"),
    ("5.5.1", "GP YP", "|", "G1 G1 Y1"),
    # 5.5.5: trios
    ("5.5.5", "G6 G6 Y6", ">", "R5 R5 Y5"),
    ("5.5.5", "R6 G6 G6", ">", "Y6 Y6 G6"),
    ("5.5.5", "R6 Y6 G6", ">", "R6 G6 G6"),
    ("5.5.5", "R6 Y6 Y6", ">", "R6 Y6 G6"),
    ("5.5.5", "M1 G1 G1", ">", "R1 R1 Y1"),
    ("5.5.5", "M1 R1 R1", "<", "G2 G2 Y2"),
    # 5.5.5: straights by top number, the top card's colour, the next colours
    ("5.5.5", "G2 G3 G4 G5 Y6", ">", "R1 R2 R3 R4 Y5"),
    ("5.5.5", "G1 G2 G3 G4 Y5", ">", "R1 R2 R3 R4 G5"),
    ("5.5.5", "G1 G2 G3 Y4 R5", ">", "R1 R2 R3 G4 R5"),
    ("5.5.5", "G1 G2 R3 Y4 R5", ">", "R1 R2 Y3 Y4 R5"),
    ("5.5.5", "G1 R2 R3 Y4 R5", ">", "R1 Y2 R3 Y4 R5"),
    ("5.5.5", "M1 G2 R3 Y4 R5", ">", "R1 G2 R3 Y4 R5"),
    ("5.5.8", "R1 G2 R3 Y4 R5", "=", "R1 G2 R3 Y4 R5"),
    ("5.4.2", "G6 G7 G8 G9 Y10", ">", "R5 R6 R7 R8 Y9"),
    # 5.5.3: five-card types
    ("5.5.3", "G1 G2 G3 G4 G6", ">", "R6 R7 R8 R9 Y10"),
    ("5.5.3", "G1 G1 Y1 G2 G2", ">", "R5 R7 R8 R9 R10"),
    ("5.5.3", "G1 G2 G3 G4 G5", ">", "R10 R10 Y10 GP YP"),
    ("5.5.3", "G1 G1 Y1 Y1", ">", "R6 R7 R8 R9 R10"),
    ("5.5.3", "R6 R7 R8 R9 Y10", "<", "G1 G1 Y1 G2 G2"),
    ("5.5.3", "R6 R7 R8 R9 Y10", "<", "M1 G2 G3 G4 G5"),
    # flushes card by card with colour
    ("R-32", "G2 G3 G4 G5 G7", ">", "R1 R2 R3 R4 R6"),
    ("R-32", "Y1 Y2 Y3 Y4 Y9", ">", "G4 G6 G7 G8 G9"),
    ("R-32", "R1 R2 R3 R4 R9", ">", "Y4 Y6 Y7 Y8 Y9"),
    ("R-32", "R1 R2 R3 R8 R9", ">", "R4 R5 R6 R7 R9"),
    ("R-32", "R1 R3 R6 R8 R9", ">", "R2 R2 R6 R8 R9"),
    ("R-32", "M1 R3 R6 R8 R9", ">", "R1 R3 R6 R8 R9"),
    ("R-32", "M1 R3 R6 R8 R9", "<", "R2 R3 R6 R8 R9"),
    ("R-32", "R9 R9 R1 R1 R2", ">", "R9 R8 R7 R6 R4"),
    ("5.5.8", "G1 G3 G5 G7 G9", "=", "G1 G3 G5 G7 G9"),
    # R-33, 5.5.6: full houses by trio number, trio colours, pair number, pair colours
    ("5.5.6", "G3 G3 Y3 G1 G1", ">", "R2 R2 Y2 GP YP"),
    ("R-33", "R3 G3 G3 G1 G1", ">", "Y3 Y3 G3 GP YP"),
    ("R-33", "R3 R3 Y3 G1 G1", ">", "R3 Y3 Y3 R9 R9"),
    ("5.5.6", "R3 Y3 G3 G4 G4", ">", "R3 Y3 G3 R2 R2"),
    ("5.5.6", "R3 Y3 G3 GP YP", ">", "R3 Y3 G3 R10 R10"),
    ("5.5.6", "R3 Y3 G3 R2 G2", ">", "R3 Y3 G3 Y2 Y2"),
    ("5.5.6", "R3 Y3 G3 M1 G1", ">", "R3 Y3 G3 R1 R1"),
    ("5.5.8", "R3 Y3 G3 Y2 Y2", "=", "R3 Y3 G3 Y2 Y2"),
    # 5.5.4: straight flushes
    ("5.5.4", "G2 G3 G4 G5 G6", ">", "R1 R2 R3 R4 R5"),
    ("5.5.4", "Y1 Y2 Y3 Y4 Y5", ">", "G1 G2 G3 G4 G5"),
    ("5.5.4", "M1 R2 R3 R4 R5", ">", "R1 R2 R3 R4 R5"),
    ("5.5.4", "M1 G2 G3 G4 G5", "<", "Y1 Y2 Y3 Y4 Y5"),
    # 5.5.2, 5.5.7: gangs
    ("5.5.2", "G1 G1 Y1 Y1", ">", "RD"),
    ("5.5.2", "G1 G1 Y1 Y1", ">", "GP YP"),
    ("5.5.2", "G1 G1 Y1 Y1", ">", "R10 R10 Y10"),
    ("5.5.2", "R1 R1 G1 G1 Y1 Y1 M1", ">", "G2"),
    ("5.5.7", "G2 G2 Y2 Y2", ">", "M1 R1 R1 Y1"),
    ("5.5.7", "R10 R10 Y10 Y10", ">", "R9 R9 Y9 Y9"),
    ("5.5.7", "G1 G1 Y1 Y1 R1", ">", "R10 R10 Y10 Y10"),
    ("5.5.7", "G2 G2 Y2 Y2 R2 R2", ">", "R10 R10 Y10 Y10 G10"),
    ("5.5.7", "R1 R1 G1 G1 Y1 Y1 M1", ">", "R10 R10 Y10 Y10 G10 G10"),
    ("5.5.2", "R6 R7 R8 R9 R10", "<", "G2 G2 Y2 Y2 R2"),
]  # fmt: skip


def test_at_least_60_pairs_are_worked_out():
    assert len(ORDER) >= 60


@pytest.mark.parametrize(("rule", "first", "sign", "second"), ORDER)
def test_5_5_order(rule, first, sign, second):
    a, b = (classify(gang(text), GANG_OF_FOUR_RULES) for text in (first, second))
    assert (beats(a, b), beats(b, a)) == {
        ">": (True, False), "<": (False, True), "=": (False, False), "|": (False, False)
    }[sign]  # fmt: skip
    assert (a == b) == (sign == "=")


FIGHT_ORDER = [
    # 8.6.1: the order of types across sizes
    ("8.6.1 single < pair", "NM6", "PR1 NB1"),
    ("8.6.1 pair < trio", "OM6 NM6", "PR1 NB1 ZE1"),
    ("8.6.1 trio < straight", "VI6 OM6 NM6", "PR1 PR2 PR3 PR4 NB5"),
    ("8.6.1 straight < flush", "NM2 NM3 NM4 NM5 OM6", "PR1 PR2 PR3 PR4 PR6"),
    ("8.6.1 flush < full house", "NM1 NM3 NM4 NM5 NM6", "PR1 NB1 ZE1 PR2 NB2"),
    ("8.6.1 full house < straight flush", "NM6 OM6 VI6 NM5 OM5", "PR1 PR2 PR3 PR4 PR5"),
    ("8.6.1 straight flush < gang of four", "NM2 NM3 NM4 NM5 NM6", "PR1 NB1 ZE1 AN1"),
    ("8.6.1 gang of four < gang of five", "NM6 OM6 VI6 SP6", "PR1 NB1 ZE1 AN1 SE1"),
    # within a type, key (number, galaxy index)
    ("8.6.1 singles by number", "NM1", "PR2"),
    ("8.6.1 singles by galaxy", "OM2", "NM2"),
    ("8.6.1 pairs by best galaxy", "SP2 VI2", "PR2 NM2"),
    ("8.6.1 full house by trio first", "PR1 NB1 ZE1 NM6 OM6", "PR2 NB2 ZE2 PR1 NB1"),
    ("8.6.1 straight 1-5 below 2-6", "NM1 NM2 NM3 NM4 OM5", "PR2 PR3 PR4 PR5 NB6"),
    ("8.6.1 gangs of one number by galaxies", "PR3 NB3 ZE3 OM3", "AN3 SE3 SP3 NM3"),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "lower", "higher"), FIGHT_ORDER)
def test_8_6_1_order(rule, lower, higher):
    a, b = (classify(galaxy(text), GALAXY_RULES) for text in (lower, higher))
    assert a < b


def test_8_6_1_straights_are_1_to_5_and_2_to_6_only():
    runs = [classify([(number, number % 2) for number in range(low, low + 5)], GALAXY_RULES) for low in range(4)]
    assert [run is not None for run in runs] == [False, True, True, False]


@pytest.mark.parametrize(
    ("hand", "best"),
    [
        ("NB4", "NB4"),
        ("NB4 PR2", "NB4"),
        ("NB4 PR4 OM4 NM6 VI6", "NB4 PR4 OM4 NM6 VI6"),
        ("NB4 PR4 NM6", "NB4 PR4"),
        ("PR1 PR2 PR3 PR4 PR5 PR6", "PR2 PR3 PR4 PR5 PR6"),
        ("PR1 NB1 ZE1 AN1 SE1 SP1", "SP1 SE1 AN1 ZE1 NB1"),
        ("PR1 NB1 ZE1 AN1 PR2 NB2 ZE2 AN2", "PR2 NB2 ZE2 AN2"),
        ("PR1 PR2 PR3 PR5 PR6 NB4", "PR1 PR2 PR3 PR5 PR6"),
        ("PR1 NB2 PR3 PR4 PR5 NM5", "PR1 NB2 PR3 PR4 NM5"),
        ("PR6 NB6 ZE6 PR1 NB3", "PR6 NB6 ZE6"),
    ],
)  # fmt: skip
def test_8_6_1_best_of_a_hand(hand, best):
    found = best_combination(galaxy(hand), GALAXY_RULES)
    assert sorted(found.cards) == sorted(galaxy(best))
    assert found == classify(galaxy(best), GALAXY_RULES)


def test_8_6_1_no_cards_no_combination():
    assert best_combination([], GALAXY_RULES) is None


ALL_GANG_CARDS = gang("M1 GP YP RD") + [(rank, colour) for rank in range(1, 11) for colour in (1, 2, 3)] * 2
ALL_GALAXY_CARDS = [(number, index) for number in range(1, 7) for index in range(9)]


def hands(cards, largest):
    return st.permutations(range(len(cards))).flatmap(
        lambda order: st.integers(0, largest).map(lambda n: [cards[i] for i in order[:n]])
    )


def by_brute_force(hand, rules, sizes):
    subsets = (chosen for size in sizes for chosen in combinations(sorted(hand), size))
    return {found for chosen in subsets if (found := classify(chosen, rules))}


@given(hands(ALL_GANG_CARDS, 11))
def test_all_combinations_are_exactly_those_of_all_subsets(hand):
    found = all_combinations(hand, GANG_OF_FOUR_RULES)
    assert found == sorted(by_brute_force(hand, GANG_OF_FOUR_RULES, range(1, 8)))


@given(st.integers(1, 5), st.integers(1, 3), st.data())
def test_all_combinations_of_narrow_hands(low, colours, data):
    narrow = [key for key in ALL_GANG_CARDS if low <= key[0] <= low + 5 and (key[1] <= colours or key[1] == 4)]
    hand = data.draw(hands(narrow, 10))
    found = all_combinations(hand, GANG_OF_FOUR_RULES)
    assert found == sorted(by_brute_force(hand, GANG_OF_FOUR_RULES, range(1, 8)))


@given(hands(ALL_GALAXY_CARDS, 12))
def test_best_combination_of_galaxies_is_the_greatest_of_all_subsets(hand):
    best = best_combination(hand, GALAXY_RULES)
    assert best == max(by_brute_force(hand, GALAXY_RULES, range(1, 6)), default=None)


@given(hands(ALL_GANG_CARDS, 11))
def test_best_combination_with_wild_card_is_the_greatest_of_all_subsets(hand):
    best = best_combination(hand, GANG_OF_FOUR_RULES)
    assert best == max(by_brute_force(hand, GANG_OF_FOUR_RULES, range(1, 6)), default=None)


@given(hands(ALL_GALAXY_CARDS, 8), st.integers(1, 5))
def test_best_combination_with_a_limit_of_cards(hand, limit):
    best = best_combination(hand, GALAXY_RULES, limit)
    assert best == max(by_brute_force(hand, GALAXY_RULES, range(1, limit + 1)), default=None)


@given(hands(ALL_GALAXY_CARDS, 30), st.integers(0, 30))
def test_8_6_1_no_tie_between_two_hands(cards, cut):
    a, b = (best_combination(hand, GALAXY_RULES) for hand in (cards[:cut], cards[cut:]))
    assert a is None or b is None or a != b
