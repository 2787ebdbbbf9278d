"""The rulebook: every page, faithful to the rules, readable, translated, and strict about its files."""

import dataclasses
import gettext
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pydantic
import pytest
from babel.messages.catalog import Catalog
from babel.messages.frontend import CommandLineInterface
from babel.messages.mofile import read_mo
from babel.messages.pofile import write_po

from companion import data, deck, languages
from companion.data import data_path
from companion.missions import model
from companion.rulebook import catalogue, lookup
from companion.rulebook.book import Book, RulebookError, UnknownPageError
from companion.rulebook.catalogue import faults, read_catalogue, template, translated
from companion.rulebook.pictures import (
    PICTURES,
    GridPicture,
    PlacesPicture,
    RowsPicture,
    SeatsPicture,
)
from companion.rulebook.text import GANG_CARDS, MarkupError, Text, marks, spans
from companion.rules.combinations import GALAXY_RULES, GANG_OF_FOUR_RULES, best_combination, classify
from companion.rules.gang_of_four.cards import DECK, KEYS, load_scores
from companion.rules.gnoming.cards import load_distribution
from companion.rules.grid import HAZARD, HAZARD_POINTS, MULLIGAN, grid_score, matched_lines
from companion.rules.guimenon.pool_files import find_pool, load_pool
from companion.rules.location_scoring import hold, tally_locations
from companion.rules.registry import GAME_NAMES, game_class
from companion.words import kind_name, xphere_name

LANGUAGES = ("en", *translated())
GONG_PAGES = ("gong", "link", "family", "fight", "joker")

# Printed and linked addresses: /rules/<game>#<id>. An id may be added, never changed or removed.
LINKS = {
    "gong": "idea cards deal turns rounds secret empty-pile jokers",
    "link": "goal setup matching turn gong last-card empty-pile stop",
    "family": "goal setup ask answer family empty-hand cannot-ask joker end stop",
    "fight": "goal setup turn kinds joker words who which cannot win empty-pile no-pile duels"
    " duel-highest_xphere duel-closest_sum duel-rock_paper_scissors duel-guess_number duel-guess_galaxy"
    " duel-memory_sequence duel-reaction_tap duel-tap_race duel-best_combination duel-grid_3x3 duel-three_locations"
    " duel-higher_lower duel-largest_galaxy duel-blind_battle duel-odd_even_fingers duel-stare duel-highest_unique"
    " duel-name_galaxies stop",
    "joker": "card swap counter games last-card missions",
    "gang-of-four": "goal cards deal start turn combinations higher gangs exchange last-card duty score end secret",
    "gnoming": "goal cards setup turn bounce mulligan hazard empty-pile end score closing win secret",
    "guimenon": "goal cards decks setup turn plan first abilities stars full destroyed count secret",
}


def parts_of(value: object) -> Iterator[object]:
    """Yield everything in a page, depth first."""
    yield value
    if isinstance(value, lookup.RulesPage):
        yield from parts_of((value.title, value.summary, value.facts, value.sections))
    elif isinstance(value, pydantic.BaseModel):
        for field in type(value).model_fields:
            yield from parts_of(getattr(value, field))
    elif isinstance(value, tuple):
        for item in value:
            yield from parts_of(item)


def texts_of(value: object) -> list[Text]:
    return [part for part in parts_of(value) if isinstance(part, Text)]


def words_of(game: str, section: str, language: str = "en") -> str:
    """All texts of a section as one."""
    return " ".join(text.plain for text in texts_of(lookup.rulebook(game, language).section(section).blocks))


def pictures() -> dict[str, pydantic.BaseModel]:
    pages = [lookup.rulebook(game, "en") for game in lookup.games()]
    return {part.name: part for part in parts_of(tuple(pages)) if isinstance(part, PICTURES)}


def table_of(game: str, section: str, number: int = 0, language: str = "en") -> list[list[str]]:
    blocks = lookup.rulebook(game, language).section(section).blocks
    tables = [block.table for block in blocks if block.kind == "table"]
    return [[cell.plain for cell in row] for row in tables[number].rows]


# ------------------------------------------------------------------------------------------------- pages and addresses


def test_every_game_has_a_page():
    assert set(GAME_NAMES) <= set(lookup.games())
    assert set(GONG_PAGES) <= set(lookup.games())
    assert set(lookup.games()) == set(LINKS)


@pytest.mark.parametrize("game", LINKS)
def test_addresses_are_stable(game):
    found = [section.id for section in lookup.rulebook(game, "en").sections]
    assert set(LINKS[game].split()) <= set(found), "an address that may be printed was changed or removed"
    assert found == LINKS[game].split(), "add new sections to the list above"


def test_every_duel_has_its_section_under_duels():
    kinds = [cls.model_fields["kind"].annotation.__args__[0] for cls in model.DUELS]
    assert len(kinds) == 18
    page = lookup.rulebook("fight", "fr")
    for kind in kinds:
        assert page.section(f"duel-{kind}").under == "duels"
    assert [s.id for s in page.sections if s.under == "duels"] == [f"duel-{kind}" for kind in kinds]


def test_titles_that_lead_to_a_target():
    assert [t.plain for t in lookup.title_of("fight#duel-closest_sum", "en")] == ["GONG FIGHT", "Closest to 7"]
    assert [t.plain for t in lookup.title_of("joker", "fr")] == ["Le GONG JOKER"]


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: lookup.rulebook("fihgt", "en"), "There are no rules called 'fihgt' (did you mean 'fight'?)."),
        (
            lambda: lookup.rulebook("../../etc", "en"),
            "There are no rules called '../../etc'; there are gong, link, family, fight, joker, gang-of-four, gnoming "
            "and guimenon.",
        ),
        (lambda: lookup.title_of("fight#duel-chess", "en"), "The rules of fight have no section 'duel-chess'."),
    ],
)
def test_unknown_pages_are_told(call, sentence):
    with pytest.raises(UnknownPageError) as caught:
        call()
    assert str(caught.value) == sentence
    assert caught.value.exit_status == 2


def test_pages_are_frozen():
    page = lookup.rulebook("link", "en")
    with pytest.raises(dataclasses.FrozenInstanceError):
        page.game = "family"
    with pytest.raises(pydantic.ValidationError):
        page.sections[0].title = page.title
    with pytest.raises(dataclasses.FrozenInstanceError):
        page.title.language = "fr"


def test_words_of_all_pages():
    assert lookup.words("fr").example.plain == "Exemple"
    page = lookup.rulebook("link", "fr")
    names = {key: getattr(lookup.words("fr"), key).plain for key, _ in page.facts.items()}
    assert names == {"players": "Joueurs", "age": "Âge", "time": "Durée", "goal": "But"}


# --------------------------------------------------------------------------------------------------- true to the rules


@pytest.mark.parametrize("game", GAME_NAMES)
def test_numbers_of_players(game):
    seats = game_class(game).seat_numbers
    told = re.findall(r"\d+", lookup.rulebook(game, "en").facts.players.plain)
    assert [int(number) for number in told] == ([seats[0], seats[-1]] if len(seats) > 1 else [seats[0]])


@pytest.mark.parametrize("language", LANGUAGES)
def test_deal_of_gong(language):
    """rules/gong.md 1.2.2."""
    expected = [[str(n), str(9 * n), str(deck.DECK_SIZE - 9 * n)] for n in range(2, 7)]
    assert table_of("gong", "deal", language=language) == expected


COLOURS = {
    "en": ("yellow", "red", "blue"),
    "es": ("amarillo", "rojo", "azul"),
    "fr": ("jaune", "rouge", "bleu"),
    "mk": ("жолта", "црвена", "сина"),
    "pt": ("amarelo", "vermelho", "azul"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_xpheres_and_kinds(language):
    """rules/gong.md 1.1.3, 1.1.5; the words are those of the missions."""
    colours = COLOURS[language]
    for number, (told, xphere, kind) in zip(deck.NUMBERS, table_of("gong", "cards", language=language), strict=True):
        colour, _, name = kind.partition(":")
        assert told == str(number)
        assert xphere == xphere_name(number, language)
        assert name.strip() == kind_name(deck.KIND_OF_NUMBER[number], language)
        assert colour.strip() == colours[(number - 1) // 2]


def test_galaxies_in_printed_order():
    listed = ", ".join(deck.GALAXIES[:-1])
    assert f"{listed} and NEMESIS" in words_of("gong", "cards")
    assert f"{listed}, NEMESIS" in words_of("fight", "duel-best_combination")


def test_who_sits_opposite():
    """rules/missions.md 8.3: floor(n/2) seats clockwise."""
    seats = {"the other player": 1, "the player on your left": 1}
    for players, where in table_of("fight", "who"):
        assert (seats.get(where) or int(where.split()[0])) == int(players) // 2


def test_score_table_of_gang_of_four():
    """rules/gang-of-four.md 5.9."""
    scores = load_scores()
    counted = 0
    for cards, each, example in table_of("gang-of-four", "score"):
        first, last = (lambda n: (n[0], n[-1]))([int(n) for n in re.findall(r"\d+", cards)])
        for left in range(first, last + 1):
            assert scores[left] == left * int(each)
            counted += 1
        left, points = map(int, re.findall(r"\d+", example))
        assert first <= left <= last
        assert scores[left] == points
    assert counted == 16
    assert re.search(
        r"with 7 cards you get (\d+) points, with 8 cards (\d+)", words_of("gang-of-four", "score")
    ).groups() == (str(scores[7]), str(scores[8]))


def test_deal_of_gang_of_four():
    """rules/gang-of-four.md 5.2.2-5.2.4."""
    assert len(DECK) == 64
    for players, each, aside in table_of("gang-of-four", "deal"):
        rest = 64 - 16 * int(players)
        assert (each, aside) == ("16 cards", f"{rest} cards" if rest else "nothing")


def test_cards_of_gang_of_four_have_the_codes_of_the_engine():
    assert set(GANG_CARDS) == set(KEYS)
    assert sorted(KEYS[code] for code in GANG_CARDS) == sorted(set(DECK))


def test_deck_of_gnoming():
    """rules/gnoming-a-round.md 6.1."""
    cards = load_distribution()
    numbers = [card for card in cards if isinstance(card, int)]
    text = words_of("gnoming", "cards")
    for count, what in (
        (len(cards), "cards"),
        (sum(n > 0 for n in numbers), "positive cards"),
        (sum(n < 0 for n in numbers), "negative cards"),
        (cards.count(MULLIGAN), "Mulligans"),
        (cards.count(HAZARD), "Hazards"),
    ):
        assert f"{count} {what}" in text
    assert f"from {min(n for n in numbers if n > 0)} to {max(numbers)}" in text
    assert f"from −1 to −{-min(numbers)}" in text
    assert table_of("gnoming", "score")[-1] == ["A Hazard", f"plus {HAZARD_POINTS}"]


def test_cards_named_in_guimenon_are_in_the_sample_pool():
    pool = load_pool(find_pool("sample"))
    text = words_of("guimenon", "cards")
    fox, dust = (next(card for card in pool.cards.values() if card.name == n) for n in ("Lantern Fox", "Star Dust"))
    assert f"Lantern Fox is a Being. It costs {fox.cost} Moon and has {fox.stars} Star." in text
    assert f"Star Dust is an Item. It costs {dust.cost} Moon." in text
    assert [effect.by for effect in fox.abilities[0].do] == [1]
    assert [effect.by for effect in dust.abilities[0].do] == [3]


@pytest.mark.parametrize(
    ("game", "section", "facts"),
    [
        ("gong", "deal", ["Deal 9 cards", "all 56 cards", "with 54 cards"]),  # 1.2.2, R-02
        ("gong", "turns", ["youngest player starts", "to the left of the last starter"]),  # 1.2.4
        ("gong", "rounds", ["wins a round gets 1 point", "share the victory"]),  # R-04
        ("joker", "swap", ["must hold at least 1 card", "normal turn", "stay where they are"]),  # 1.4.2, 1.4.5, 1.4.6
        ("joker", "counter", ["Nothing is swapped", "turn is over", "skipped", "never have to say"]),  # 1.4.4, 1.4.7
        ("joker", "last-card", ["may not play a joker if it is your only card", "In FAMILY you may"]),  # 1.4.3, R-05
        ("joker", "missions", ["no swap"]),  # R-07
        ("link", "setup", ["Put it under the pile", "any galaxy card"]),  # 2.2.2
        ("link", "turn", ["you may not draw", "link card stays the same"]),  # R-09, 2.3.4
        ("link", "gong", ["next player has finished their turn", "draw 1 card", "your own GONG counts"]),  # 2.4
        ("link", "empty-pile", ["Leave the link card", "somebody always has one"]),  # 2.6
        ("family", "ask", ["at least 1 card of that galaxy", "No bluffing"]),  # 3.3.3
        ("family", "answer", ["A joker is never the card you asked for", "If the pile is empty"]),  # 3.3.5, 3.3.6
        ("family", "empty-hand", ["draw 1 card and play on", "you are skipped"]),  # 3.3.1, 3.3.8
        ("family", "joker", ["even if it was empty before", "only card"]),  # 1.4.9, 1.4.3
        ("family", "end", ["all nine families", "reached that number of families first"]),  # 3.4
        ("fight", "turn", ["not part of your hand", "on every turn"]),  # 4.2.2
        ("fight", "joker", ["take it into your hand, and turn over the next card"]),  # R-17
        ("fight", "words", ["more than one extra turn in a row", "your guess is wrong"]),  # 8.3
        ("fight", "cannot", ["not a single card was moved", "off limits"]),  # 8.4
        ("fight", "win", ["even if it is somebody else’s turn", "clockwise from you", "in the middle"]),  # 4.4
        ("fight", "empty-pile", ["at least as many cards as there are players"]),  # R-19
        ("fight", "no-pile", ["one card less", "hold only jokers, you pass"]),  # 4.3.4
        ("fight", "duels", ["cannot say no", "never laid", "rock-paper-scissors"]),  # 8.4.7, 8.4.8, 8.5
        ("gang-of-four", "start", ["counterclockwise", "multicolour 1 starts", "dealer’s right"]),  # 5.3
        ("gang-of-four", "turn", ["may not pass", "join in again"]),  # 5.6.1, R-34
        ("gang-of-four", "exchange", ["most cards left", "highest card", "may be the same card"]),  # 5.7
        ("gang-of-four", "last-card", ["before the next player acts", "1 point", "only one player"]),  # 5.8.1-5.8.3
        ("gang-of-four", "duty", ["highest single", "a gang instead", "more than one card"]),  # 5.8.5
        ("gang-of-four", "end", ["100 points or more", "fewest points wins"]),  # 5.9.1
        ("gnoming", "setup", ["9 cards face down", "two of their own cards", "shuffle it back"]),  # 6.2
        ("gnoming", "turn", ["must be placed", "one of them is empty"]),  # 6.3.2, 6.3.7
        ("gnoming", "bounce", ["face down", "never bounce", "filled in this turn is taken"]),  # 6.3.6
        ("gnoming", "mulligan", ["only one Mulligan face up", "on top of it"]),  # 6.3.5
        ("gnoming", "hazard", ["leaves the game", "Your last face-down card"]),  # 6.3.8, 6.3.9
        ("gnoming", "end", ["one more turn"]),  # 6.4
        ("gnoming", "closing", ["5 points less", "equal to the lowest", "5 points more"]),  # 6.5.6
        ("gnoming", "win", ["three rounds", "third round decides"]),  # 6.6
        ("guimenon", "decks", ["at least 12 cards", "at least 3 Locations", "6 Moon"]),  # 7.1
        ("guimenon", "turn", ["From turn 2 on", "more than 7 cards", "turns 1, 2 and 3"]),  # 7.3.1
        ("guimenon", "plan", ["at most 4 cards", "still face down"]),  # 7.3.3
        ("guimenon", "first", ["fewer Stars", "let chance decide"]),  # 7.3.6
        ("guimenon", "count", ["fewer cards there", "two or three Locations", "more Locations wins", "draw"]),  # 7.7
    ],
)
def test_what_a_player_needs_is_told(game, section, facts):
    text = words_of(game, section)
    assert [fact for fact in facts if fact not in text] == []


def duel(cls: type[model.Duel], field: str) -> int:
    return cls.model_fields[field].default


@pytest.mark.parametrize(
    ("cls", "told"),
    [
        (model.HighestXphere, ["lays {cards} card", "Play again, once"]),
        (model.ClosestSum, ["closer to {target}", "lays {cards} cards", "lower sum wins", "Play again, once"]),
        (model.RockPaperScissors, ["win {first_to} times"]),
        (model.GuessNumber, ["First try", "Second try", "from 1 to 6", "higher"]),
        (model.GuessGalaxy, ["{tries} tries"]),
        (model.MemorySequence, ["12 colours", "first to make a mistake loses"]),
        (model.ReactionTap, ["2 to 6 seconds", "before the gong loses", "Play again, once"]),
        (model.TapRace, ["for {seconds} seconds", "Play again, once"]),
        (model.BestCombination, ["at most {max_cards}", "A tie is not possible"]),
        (model.Grid3x3, ["more than {max_cards}", "at least 3", "lower score wins"]),
        (model.ThreeLocations, ["more than {max_cards}", "at most {per_location} in each world", "at least 3"]),
        (model.HigherLower, ["After 8 right calls", "Skip jokers"]),
        (model.LargestGalaxy, ["higher sum wins"]),
        (model.BlindBattle, ["at most {replays} times"]),
        (model.OddEvenFingers, ["0 to 5 fingers"]),
        (model.Stare, ["after {seconds} seconds"]),
        (model.HighestUnique, ["only once", "lowest number"]),
        (model.NameGalaxies, ["{seconds} seconds", "All nine"]),
    ],
)
def test_duels_tell_their_numbers(cls, told):
    """rules/missions.md 8.5, and what a mission has when it says nothing else."""
    kind = cls.model_fields["kind"].annotation.__args__[0]
    text = words_of("fight", f"duel-{kind}")
    defaults = {name: field.default for name, field in cls.model_fields.items()}
    assert [fact for fact in told if fact.format(**defaults) not in text] == []


def test_duels_that_are_replayed():
    """rules/missions.md 8.5: one replay where it makes sense, marked *."""
    replayed = {"highest_xphere", "closest_sum", "reaction_tap", "tap_race"}
    for section in lookup.rulebook("fight", "en").sections:
        if section.under == "duels":
            assert ("Play again, once" in words_of("fight", section.id)) == (section.id[5:] in replayed)


# ------------------------------------------------------------------------------------------------------------ pictures


def test_every_kind_of_picture_is_used():
    assert {type(picture) for picture in pictures().values()} == set(PICTURES)


def test_grids_score_what_they_say():
    found = [p for p in pictures().values() if isinstance(p, GridPicture)]
    scored = [p for p in found if p.score is not None]
    assert len(scored) == 3
    for picture in scored:
        assert grid_score(picture.cells) == picture.score
        assert tuple(line.line for line in matched_lines(picture.cells)) == picture.lines
        assert f"score is {picture.score}." in picture.alt.plain


def test_places_are_won_by_whom_they_say():
    found = [p for p in pictures().values() if isinstance(p, PlacesPicture)]
    assert len(found) == 2
    for picture in found:
        holdings = []
        for place in picture.places:
            a, b = place.cards
            holdings.append((hold(stars or 0 for stars in a), hold(stars or 0 for stars in b)))
        result = tally_locations(holdings)
        assert result.controllers == tuple(place.winner for place in picture.places)
        assert result.winner == picture.winner
    duel_picture = pictures()["fight-worlds"]  # both sides lay equally many cards (8.6.3)
    assert len({sum(len(place.cards[side]) for place in duel_picture.places) for side in (0, 1)}) == 1


def gong_key(code: str) -> tuple[int, int]:
    card = deck.card(code)
    return card.number, card.galaxy


@pytest.mark.parametrize(
    ("name", "key", "rules"),
    [("combinations", gong_key, GALAXY_RULES), ("gang-combinations", KEYS.__getitem__, GANG_OF_FOUR_RULES)],
)
def test_combinations_are_what_their_labels_say(name, key, rules):
    picture = pictures()[name]
    assert isinstance(picture, RowsPicture)
    made = [classify([key(code) for code in row.cards], rules) for row in picture.rows]
    assert None not in made
    for combination, row in zip(made, picture.rows, strict=True):
        assert row.label.plain.lower().startswith(combination.type.name.lower().replace("_", " ")), row.label.plain
    assert made == sorted(made), "from weak to strong"
    assert len({combination.type for combination in made}) == 9


def test_example_of_equal_pairs():
    ours, theirs = (best_combination(map(gong_key, pair), GALAXY_RULES) for pair in (("PR2", "VI2"), ("NB2", "OM2")))
    assert theirs > ours


def test_seats_are_those_of_the_selectors():
    picture = pictures()["who-is-who"]
    assert isinstance(picture, SeatsPicture)
    labels = {label.label.plain: label.seat for label in picture.labels}
    assert labels == {"you": 0, "left": 1, "opposite": picture.seats // 2, "right": picture.seats - 1}


# -------------------------------------------------------------------------------------------------------- readable text


def sentences(value: object) -> list[str]:
    found = [s for text in texts_of(value) for s in re.split(r"(?<=[.!?…])[”“»\u202f]*\s+", text.plain)]
    return [sentence for sentence in found if sentence]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", LINKS)
def test_sentences_are_short(game, language):
    assert [s for s in sentences(lookup.rulebook(game, language)) if len(s) > 220] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GONG_PAGES)
def test_children_can_follow(game, language):
    """Headings and cells of tables are no sentences and would only flatter the mean."""
    lengths = [len(s.split()) for s in sentences(lookup.rulebook(game, language)) if s[-1] in ".!?…”“»"]
    assert len(lengths) > 20
    assert sum(lengths) / len(lengths) <= 16


def test_no_markup_reaches_the_reader():
    for language in LANGUAGES:
        for game in lookup.games():
            for text in texts_of(lookup.rulebook(game, language)):
                assert not re.search(r"[*{}<>]|  |&[a-z]+;", text.plain), text.plain


def test_card_spans():
    page = lookup.rulebook("gang-of-four", "fr")
    [text] = [t for t in texts_of(page.section("duty")) if "Lina" in t.plain]
    assert [(s.text, s.card) for s in text.spans if s.card] == [
        ("5 jaune", "Y5"),
        ("6 vert", "G6"),
        ("9 rouge", "R9"),
        ("9 rouge", "R9"),
    ]
    [rule] = [t for t in texts_of(lookup.rulebook("link", "en").section("gong")) if t.plain.startswith("When you")]
    assert [s.text for s in rule.spans if s.bold] == ["“GONG!”"]


@pytest.mark.parametrize("text", ["open **bold", "no {XX9} card", "a { brace", "a * star", "{nb4}", "{}"])
def test_bad_markup_is_refused(text):
    with pytest.raises(MarkupError):
        spans(text)


# -------------------------------------------------------------------------------------------------------- translations


def test_every_language_of_the_missions_has_its_rules():
    assert set(LANGUAGES) == set(languages.available()) >= {"en", "fr"}


@pytest.mark.parametrize("language", translated())
def test_translation_is_complete(language):
    """No message missing, fuzzy, or with other cards."""
    messages = template(lookup.book())
    translation = read_catalogue(language)
    assert list(faults(translation, messages)) == []
    known = {(message.context, message.id) for message in messages if message.id}
    assert {(m.context, m.id) for m in translation if m.id} == known, "run `make translations`"
    assert not translation.obsolete


@pytest.mark.parametrize("language", translated())
def test_compiled_catalogue_is_current(language):
    folder = data_path("locales", language.replace("-", "_"), "LC_MESSAGES")
    with (folder / "rules.mo").open("rb") as file:
        compiled = {(m.context, m.id): m.string for m in read_mo(file) if m.id}
    assert compiled == {(m.context, m.id): m.string for m in read_catalogue(language) if m.id}, "make translations"


@pytest.mark.parametrize("language", translated())
def test_every_text_is_in_its_language(language):
    for game in lookup.games():
        page = lookup.rulebook(game, language)
        assert {text.language for text in texts_of(page)} <= {language, None}
        assert [s.id for s in page.sections] == LINKS[game].split()


@pytest.mark.parametrize("language", translated())
def test_translations_name_the_same_cards_and_numbers(language):
    for message in read_catalogue(language):
        if message.id:
            assert marks(message.id) == marks(message.string)


@pytest.mark.parametrize("language", translated())
def test_no_number_gets_lost_in_translation(language):
    """Digits are rules. A translation may have more of them (`lignes de 4` for `lines of fours`), never fewer."""
    for message in read_catalogue(language):
        english, other = (Counter(re.findall(r"\d+", str(text))) for text in (message.id, message.string))
        if message.id:
            assert not english - other, (message.id, message.string)


THIN = "\u202f"


def test_french_typography():
    """A narrow no-break space before ; : ! ? and inside guillemets, the typographic apostrophe, true ellipses."""
    for message in read_catalogue("fr"):
        if not message.id:
            continue
        text = str(message.string)
        assert not re.search(rf"[^{THIN}!?][;:!?]", text), text
        assert not re.search(rf"«(?!{THIN})|(?<!{THIN})»", text), text
        assert not re.search(r"['\"“”]|\.\.\.|\u00a0| {2}| [,.)]", text), text
        assert not re.search(rf"{THIN}(?![;:!?»\w({{*−])", text), text
        assert text == text.strip(), text


def test_french_says_tu():
    for message in read_catalogue("fr"):
        assert not re.search(r"\bvous (devez|pouvez) tous|\bveuillez\b", str(message.string), re.IGNORECASE)


@pytest.fixture
def locales(tmp_path, monkeypatch) -> Iterator[Path]:
    """An empty folder of locales that the program uses instead of its own."""
    folder = tmp_path / "locales"
    original = data.data_path

    def data_path_here(room, *parts):
        return folder.joinpath(*parts) if room == "locales" else original(room, *parts)

    for module in (data, catalogue):
        monkeypatch.setattr(module, "data_path", data_path_here)
    languages.translations.cache_clear()
    yield folder
    languages.translations.cache_clear()


def test_a_new_language_needs_no_code(locales, tmp_path, capsys):
    """The way of docs/rulebook.md with the tools of `make translations`, for a language written from right to left."""
    folder = locales / "ar" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    copied = data_path("locales", "fr", "LC_MESSAGES", "rules.po").read_text(encoding="utf-8")
    (folder / "rules.po").write_text(copied.replace("Language: fr", "Language: ar"), encoding="utf-8")

    translation = read_catalogue("ar")
    for message in translation:
        if message.id:
            message.string = "" if message.id == "Your turn" else f"ع {message.id}"
    with (folder / "rules.po").open("wb") as file:
        write_po(file, translation)

    pot = tmp_path / "rules.pot"
    assert catalogue.main(["extract", str(pot)]) == 0
    common = ["--domain", "rules"]
    update = ["--input-file", str(pot), "--output-dir", str(locales), "--ignore-obsolete", "--no-fuzzy-matching"]
    babel = CommandLineInterface()
    babel.run(["pybabel", "--quiet", "update", *common, *update])
    babel.run(["pybabel", "--quiet", "compile", *common, "--directory", str(locales)])

    assert translated() == ("ar",)
    page = lookup.book().page("link", "ar")
    assert page.title.plain == "ع GONG LINK"
    assert {text.language for text in texts_of(page)} == {"ar", "en"}
    assert [text.plain for text in texts_of(page) if text.language == "en"] == ["Your turn"]

    capsys.readouterr()
    assert catalogue.main(["check"]) == 0
    assert capsys.readouterr().err.splitlines() == [
        f"rules, ar: {game}.turn: 'Your turn' is not translated."
        for game in ("link", "fight", "gang-of-four", "gnoming")
    ]


def test_usage_of_the_translators_tool(capsys):
    assert catalogue.main(["extrcat"]) == 2
    assert "catalogue extract FILE.pot" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("english", "words", "fault"),
    [
        ("Lay {NB4}.", "Pose {NB5}.", "'Lay {NB4}.': the translation needs the marks {NB4}."),
        ("Lay {NB4}.", "Pose {NB4.", "'Lay {NB4}.': a sign of { } * stands alone; write cards like {NB4} and bold like "
         "**this**."),
        ("**Now**", "Maintenant", "'**Now**': the translation needs the marks **."),
        ("green %", "vert", "'green %': the translation needs the % for the number as well."),
        ("Now", "", "'Now' is not translated."),
    ],
)  # fmt: skip
def test_faults_of_a_translation(english, words, fault):
    messages, translation = Catalog(), Catalog(locale="fr")
    messages.add(english)
    translation.add(english, words)
    assert list(faults(translation, messages)) == [fault]


def test_fuzzy_is_a_fault():
    messages, translation = Catalog(), Catalog(locale="fr")
    messages.add("Now")
    translation.add("Now", "Maintenant", flags=["fuzzy"])
    assert list(faults(translation, messages)) == [
        "'Now' is marked fuzzy; look at its translation and take the mark away."
    ]


def test_untranslated_text_says_that_it_is_english():
    page = lookup.book().page("link", "tlh")
    assert {text.language for text in texts_of(page)} == {"en"}
    assert page.language == "tlh"
    assert page.title.plain == "GONG LINK"


class HalfTranslated(gettext.NullTranslations):
    """Knows two headings, one of them with the words of the message, and a sentence that cannot be read.

    Like a real catalogue it gives back the very object that it was asked for when it does not know it.
    """

    def gettext(self, message: str) -> str:
        return "karto **kongruas" if message.startswith("A card matches") else message

    def pgettext(self, context: str, message: str) -> str:  # noqa: ARG002 - the signature of gettext
        known = {"How you win": " How you win".strip(), "What matches?": "Kio kongruas?"}
        return known.get(message, message)


def test_fallback_text_by_text(monkeypatch):
    half = HalfTranslated()
    monkeypatch.setattr(languages, "translations", lambda *_: half)
    page = lookup.book().page("link", "eo")
    assert (page.section("goal").title.plain, page.section("goal").title.language) == ("How you win", "eo")
    assert (page.section("matching").title.plain, page.section("matching").title.language) == ("Kio kongruas?", "eo")
    assert page.section("turn").title.language == "en"
    broken = page.section("matching").blocks[0].text
    assert (broken.language, broken.plain[:14]) == ("en", "A card matches")


# -------------------------------------------------------------------------------------------------- faults of the files


SMALL = """\
title: "LINK"
summary: "Play cards."
facts:
  players: "2 to 6"
  age: "from 6"
  goal: "Be first"
sections:
  - id: goal
    title: "Goal"
    blocks:
      - text: "Play {NB4} **now**."
      - picture:
          name: matching
          kind: match
          alt: "A hand."
          link: NB4
          hand: [ZE4, OM3]
          fits: [ZE4]
  - id: more
    title: "More"
    under: goal
    blocks:
      - see: [link, "link#goal"]
      - table:
          head: ["A", "B"]
          rows:
            - [1, "one"]
"""


@pytest.fixture
def folder(tmp_path) -> Path:
    shutil.copy(data_path("rulebook", "book.yaml"), tmp_path)
    contents = (tmp_path / "book.yaml").read_text(encoding="utf-8")
    (tmp_path / "book.yaml").write_text(re.sub(r"games: \[.*\]", "games: [link]", contents), encoding="utf-8")
    (tmp_path / "link.yaml").write_text(SMALL, encoding="utf-8")
    return tmp_path


def test_a_small_book(folder):
    page = Book(folder).page("link", "en")
    assert page.section("more").blocks[1].table.rows[0][0].language is None
    assert [fact for fact, _ in page.facts.items()] == ["players", "age", "goal"]


@pytest.mark.parametrize(
    ("old", "new", "finding"),
    [
        ("{NB4}", "{NB7}", "11:15: R204 there is no card {NB7}; cards are written like {NB4}, {JK1} or {R7}."),
        ("now**", "now", "11:15: R204 a ** is open; write bold like **this**."),
        ('"Play cards."', '""', "2:10: R204 must be one line of text without spaces around it."),
        ("summary:", "sumary:", "2:1: R202 there is no field 'sumary' here (did you mean 'summary'?)."),
        ('  age: "from 6"\n', "", "4:3: R203 the field 'age' is missing."),
        ("fits: [ZE4]", "fits: [OM3]", "13:11: R206 'fits' must be the cards that match NB4: ZE4."),
        ("hand: [ZE4, OM3]", "hand: [ZE4, OM9]", "17:23: R206 there is no card 'OM9'; cards are written like NB4, JK1, "
         "R7 or back."),
        ("kind: match", "kind: photo", "13:11: R201 a picture needs a kind: match, rows, hands, grid, places, seats; "
         "this is a mapping."),
        ("- text:", "- txt:", "11:9: R201 a block has exactly one key: text, steps, bullets, table, example, note, "
         "picture, see; this is a mapping."),
        ("id: more", "id: goal", "19:9: R207 the id 'goal' stands here a second time."),
        ("id: more", "id: More!", "19:9: R205 'More!' is not a name; names are lower case, like no-pile."),
        ("under: goal", "under: roof", "21:12: R207 no earlier section is called 'roof'."),
        ("link#goal", "link#gaol", "23:21: R208 the link 'link#gaol' leads to no section of link.yaml."),
        ("[link,", "[chess,", "23:15: R208 the link 'chess' leads to no page."),
        ("head: [\"A\", \"B\"]", "head: [\"A\"]", "25:17: R201 'head' needs at least 2 entries, not 1."),
        ("sections:\n", "sections: []\nothers:\n", "1:1: R203 the list 'sections' is missing."),
        ("title: \"LINK\"", "title: LINK\ntitle: X", "2:1: M113 the key 'title' stands here a second time, first at "
         "line 1, column 1."),
        ("\"Play cards.\"", "Play: cards", "2:14: M110 text that contains a colon must be quoted or a block: "
         "\"Attention : ...\""),
    ],
)  # fmt: skip
def test_faults_are_told_with_their_place(folder, old, new, finding):
    assert SMALL.count(old) >= 1
    path = folder / "link.yaml"
    path.write_text(SMALL.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(RulebookError) as caught:
        Book(folder)
    assert f"{path}:{finding}" in str(caught.value).split("\n")
    assert caught.value.exit_status == 1


def test_a_missing_and_a_stray_file(folder):
    (folder / "link.yaml").rename(folder / "lnik.yaml")
    with pytest.raises(RulebookError) as caught:
        Book(folder)
    assert [str(f).removeprefix(f"{folder}/") for f in caught.value.findings] == [
        "book.yaml:2:8: R209 the file 'lnik.yaml' is not listed here.",
        "link.yaml:1:1: R200 this file is missing; add it.",
    ]


def test_no_book_at_all(tmp_path):
    with pytest.raises(RulebookError, match=r"book\.yaml:1:1: R200 this file is missing; add it\."):
        Book(tmp_path)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            '- picture: {name: xx, kind: grid, alt: "A grid.", cells: [1, 1, 1, down, 2, 2, 2, 3, 3], score: 1}',
            "a grid has a score exactly when no card of it lies face down",
        ),
        (
            '- picture: {name: xx, kind: grid, alt: "A.", cells: [1, 2, 3, 4, 5, 6, 1, 2, 3], score: 2, '
            "lines: [[0, 4, 8]]}",
            "[0, 4, 8] is not a row or column of the grid",
        ),
        (
            '- picture: {name: xx, kind: seats, alt: "A table.", seats: 3, labels: [{seat: 3, label: "you"}]}',
            "there is no seat 3 at a table of 3",
        ),
        (
            '- picture: {name: xx, kind: hands, alt: "Hands.", players: ["Mia", "Tom"], moments: '
            '[{label: "a", hands: [[NB4], [NB4]]}, {label: "b", hands: [[back], [back]]}]}',
            "NB4 is in two places at once",
        ),
        (
            '- picture: {name: xx, kind: hands, alt: "Hands.", players: ["Mia", "Tom"], moments: '
            '[{label: "a", hands: [[NB4]]}, {label: "b", hands: [[back], [back]]}]}',
            "each moment needs the hands of 2 players, not 1",
        ),
        (
            '- picture: {name: xx, kind: rows, alt: "A row.", rows: [{label: "a", cards: [G7], highlight: [R7]}]}',
            "R7 is highlighted, but not among the cards",
        ),
        (
            '- picture: {name: xx, kind: places, alt: "P.", players: ["A", "B"], winner: 0, places: '
            "[{cards: [[3], [2, 1]], winner: null}, {cards: [[1], []], winner: 0}, {cards: [[], []], winner: null}]}",
            "the winner of this place is 0, with 3 against 3",
        ),
        (
            '- picture: {name: matching, kind: seats, alt: "A table.", seats: 3, labels: []}',
            "a picture called 'matching' is already in link.yaml",
        ),
    ],
)
def test_pictures_that_are_not_true_are_refused(folder, line, sentence):
    path = folder / "link.yaml"
    path.write_text(SMALL.replace("      - see:", f"      {line}\n      - see:"), encoding="utf-8")
    with pytest.raises(RulebookError) as caught:
        Book(folder)
    assert sentence in str(caught.value)
