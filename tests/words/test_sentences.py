"""Every reason has a sentence of its own in every language, and a person can read it."""

import re
from collections import defaultdict
from dataclasses import dataclass, fields
from typing import ClassVar

import pytest

from rummy_lab.core.cards import Card
from rummy_lab.core.errors import RummyError
from rummy_lab.core.events import Opened, Played
from rummy_lab.core.melds import Meld, Table
from rummy_lab.core.moves import Move, Turn
from rummy_lab.core.violations import (
    VIOLATIONS,
    CardMissing,
    Gap,
    JokerMoved,
    JokerUndeclared,
    MeldFixed,
    MixedColour,
    NeedBothSuits,
    NoRackCard,
    NotInHand,
    NotTheJokersCard,
    NotYourTurn,
    SetClosed,
    TooShort,
)
from rummy_lab.games import RUMMY40, RUMMY51, SCHMIDT
from rummy_lab.words import explain, languages, main_reason, short_reason, teachable_order
from rummy_lab.words.texts import read_toml
from words.samples import FRENCH, NUMBERED, samples

FROZEN, CLOSED = SCHMIDT.vary(joker__anchor="frozen"), SCHMIDT.vary(table__mode="none")
NOTATION = re.compile(r"\*|\?|\[|\]|\{|\}|\b(\d{1,2}|[AJQKT])[rygbcdhs]\b|[A-Z]_[A-Z]|\b[A-Z]{3,}\b")
MOVES = (
    "draw", "draw 7h", "take", "take Qd", "meld 2g 2y 2b", "layoff 6g>1", "layoff 5r 9r>1", "pull 2g<1", "split 1/4b",
    "join 1 2", "swap 6r>1", "swap 10d 10c>1", "arrange [4r 5r 6r] [8r 8y *8?]", "discard Kc", "end", "pass",
)  # fmt: skip


def rendered(lang, faces=NUMBERED):
    return [(sample, explain(sample, lang)) for sample in samples(faces)]


def used_fields(text):
    return {name for name in re.findall(r"\{(\w+)\}", text) if not name.isupper()}


@pytest.mark.parametrize(
    "table",
    [
        "violation",
        "move",
        "told",
        "yours",
        "event",
        "ended",
        "ended_you",
        "caption",
        "scene",
        "cards",
        "lists",
        "answer",
        "games",
        "page",
        "place",
    ],
)
def test_the_three_languages_have_the_same_sentences_with_the_same_fields(table):
    def flat(tree, path=()):
        if isinstance(tree, str):
            return {path: used_fields(tree)}
        return {key: value for name, part in tree.items() for key, value in flat(part, (*path, name)).items()}

    first, *others = (flat(read_toml(lang)[table]) for lang in languages)
    assert all(other == first for other in others)


def test_every_code_has_words_and_no_words_lack_a_code():
    for lang in languages:
        assert set(read_toml(lang)["violation"]) == {kind.code for kind in VIOLATIONS}


def test_sentences_use_only_fields_that_the_code_has():
    for kind in VIOLATIONS:
        known = {field.name for field in fields(kind)} | {"joker_for", "jokers_for", "jokers_all"}
        for sentence in read_toml("en")["violation"][kind.code].values():
            assert used_fields(sentence) <= known, kind.code


def test_every_case_has_a_sentence_and_every_sentence_is_used():
    for lang in languages:
        told = defaultdict(set)
        for faces in (NUMBERED, FRENCH):
            for sample, text in rendered(lang, faces):
                told[sample.code] |= {text, *(explain(sample, lang, rules=rules) for rules in (FROZEN, CLOSED))}
        for code, sentences in read_toml(lang)["violation"].items():
            assert len(told[code]) >= len(sentences), (lang, code)


def test_cases_of_a_code_have_sentences_of_their_own():
    for lang in languages:
        for code, sentences in read_toml(lang)["violation"].items():
            assert len(set(sentences.values())) == len(sentences), (lang, code)


def test_sentences_differ_between_codes_and_between_languages():
    owners = defaultdict(set)
    for lang in languages:
        for code, sentences in read_toml(lang)["violation"].items():
            for sentence in sentences.values():
                owners[sentence].add((lang, code))
    assert all(len(who) == 1 for who in owners.values())


@pytest.mark.parametrize("faces", [NUMBERED, FRENCH], ids=["numbered", "french"])
@pytest.mark.parametrize("lang", languages)
def test_no_code_no_notation_and_nothing_unfilled_reaches_a_reader(lang, faces):
    for sample, text in rendered(lang, faces):
        found = NOTATION.search(text)
        assert not found, (sample, text)
        assert text[0].isupper(), text
        assert text[-1] in ".!", text
        assert "  " not in text
        assert "None" not in text
        assert ": ." not in text


@pytest.mark.parametrize("lang", languages)
def test_sentences_are_short(lang):
    for code, sentences in read_toml(lang)["violation"].items():
        assert all(len(text.split()) <= 25 for text in sentences.values()), code
    for faces in (NUMBERED, FRENCH):
        for sample, text in rendered(lang, faces):
            assert all(len(part.split()) <= 25 for part in re.split(r"(?<=[.!;]) ", text)), (sample, text)
            assert len(text.split()) <= 32, (sample, text)


@pytest.mark.parametrize(
    ("lang", "one", "many"),
    [
        ("en", "This card was on the table", "These cards were on the table"),
        ("de", "Diese Karte lag auf dem Tisch", "Diese Karten lagen auf dem Tisch"),
        ("nl", "Deze kaart lag op tafel", "Deze kaarten lagen op tafel"),
    ],
)
def test_singular_and_plural(lang, one, many):
    cards = (Card("4r"), Card("9b"))
    assert explain(CardMissing(cards=cards[:1]), lang).startswith(one)
    assert explain(CardMissing(cards=cards), lang).startswith(many)


def test_words_follow_the_game():
    mixed = {
        "numbered": MixedColour(cards=(Card("4r"), Card("5g"))),
        "french": MixedColour(cards=(Card("4h"), Card("5s"))),
    }
    assert "colour" in explain(mixed["numbered"])
    assert "suit" in explain(mixed["french"])
    joker = NotInHand(card=Card("*"))
    assert explain(joker, rules=SCHMIDT) == "You do not have this card on your rack: joker."
    assert explain(joker, rules=RUMMY40) == "You do not have this card in your hand: joker."
    assert explain(joker, "de", rules=SCHMIDT) == "Diese Karte hast du nicht auf dem Brett: Joker."
    assert explain(joker, "nl", rules=SCHMIDT) == "Deze kaart heb je niet op je plankje: joker."


def test_the_name_of_a_rule_set_will_do():
    joker = NotInHand(card=Card("*"))
    assert explain(joker, rules="schmidt") == explain(joker, rules=SCHMIDT)


def test_reasons_of_one_game_speak_its_words():
    assert "Satz" in explain(SetClosed(heap=2), "de")
    assert "Gruppe" in explain(SetClosed(heap=2), "de", rules=SCHMIDT)
    assert "from your rack" in explain(NoRackCard())
    assert "from your hand" in explain(NoRackCard(), rules=RUMMY40)


def test_rules_choose_the_sentence_where_the_reason_lies_in_them():
    moved = JokerMoved(joker=Card("*6r"), heap=1)
    assert explain(moved, rules=FROZEN).startswith("Meld 1 holds a joker; nothing may be taken out")
    assert explain(moved, rules=SCHMIDT) == explain(moved)
    assert "add to it" in explain(MeldFixed(heap=1), rules=CLOSED)
    assert "rearrange" in explain(MeldFixed(), rules=CLOSED)


def test_cards_on_their_way_are_not_spoken_of_as_a_numbered_meld():
    short = TooShort(cards=(Card("4r"), Card("5r")))
    assert (
        explain(short) == "These are not enough cards for a meld: red 4 and 5. You need at least 3 that fit together."
    )


@pytest.mark.parametrize("lang", languages)
def test_moves_are_told_as_a_request_and_as_a_report(lang):
    texts = [explain(Move.parse(move), lang) for move in MOVES]
    told = [explain(Move.parse(move), lang, seat="B") for move in MOVES]
    assert len({*texts, *told}) == 2 * len(MOVES)
    for text in texts + told:
        assert not NOTATION.search(text), text
        assert text[0].isupper(), text
        assert text[-1] == ".", text


def test_turns_and_tables_are_spoken():
    turn = Turn.parse("layoff 6g>1; pull 2g<1; meld 2g 2y 2b; end")
    assert explain(turn).count(".") == 4
    assert explain(turn, "nl").startswith("Leg de groene 6 aan bij combinatie 1. Neem de groene 2 uit combinatie 1.")
    assert explain(Table([Meld.parse("[6r-8r]")]), "de") == "Kombination 1: Rot 6, 7, 8"


def test_a_table_of_one_meld_and_of_several():
    one, two = Move.parse("arrange [4r 5r 6r]"), Move.parse("arrange [4r 5r 6r] [8r 8y 8g]")
    assert "Daarna ligt er combinatie 1: rode 4, 5, 6." in explain(one, "nl")
    assert "Daarna liggen er combinatie 1" in explain(two, "nl", seat="B")
    assert "Danach liegt dort" in explain(one, "de")
    assert "Danach liegen dort" in explain(two, "de")


def row(text):
    return tuple(map(Card, text.split()))


def test_a_gap_lists_the_cards_in_the_order_of_the_run():
    assert "these cards: red 4, 6 and 9." in explain(Gap(cards=row("9r 4r 6r")))
    assert "red 5, joker standing for red 6, red 8." in explain(Gap(cards=row("8r 5r *6r")))
    assert "9, queen and ace of hearts." in explain(Gap(cards=row("Ah Qh 9h")), rules=RUMMY40)
    assert "ace, 2 and 4 of hearts." in explain(Gap(cards=row("4h 2h Ah")), rules=RUMMY51)
    assert "red 1, 3 and 13." in explain(Gap(cards=row("13r 1r 3r")), rules=SCHMIDT)


def test_a_card_that_a_joker_stands_for_may_be_exchanged():
    twice = Gap(heap=2, cards=row("5r *6r 7r 6r"), twice=True)
    assert (
        explain(twice, rules=SCHMIDT) == "In meld 2 the same card comes twice: red 5, joker standing for red 6,"
        " red 6, 7. You can exchange the joker for it."
    )
    assert explain(twice, "de").endswith("Du kannst den Joker dagegen austauschen.")
    assert explain(twice, "nl").endswith("Je kunt de joker ervoor omruilen.")
    assert "exchange" not in explain(twice, rules=CLOSED)
    assert "exchange" not in explain(Gap(cards=twice.cards, twice=True))
    assert "red 5, 6, 6 and 7." in explain(Gap(heap=2, cards=row("5r 6r 7r 6r"), twice=True))


def test_readings_of_a_joker_are_parted():
    readings = (Meld.parse("[4r 5r *6r]"), Meld.parse("[*3r 4r 5r]"))
    assert explain(JokerUndeclared(readings=readings)).endswith("you mean: red 6; red 3.")


def test_jokers_of_sets_that_need_two_cards():
    wrong = NotTheJokersCard(card=Card("9h"), heap=1, jokers=row("*10?"))
    assert explain(wrong, rules=RUMMY40).endswith("You need two of its missing cards: tens in missing suits.")
    assert explain(wrong) == explain(wrong, rules=RUMMY40)
    assert explain(wrong, rules=RUMMY40.vary(joker__set_release="either")).endswith(": 10 in a missing suit.")
    assert "Zehnen in fehlenden Farben" in explain(wrong, "de")
    assert "10 of hearts" in explain(NotTheJokersCard(card=Card("9h"), heap=1, jokers=row("*10h")), rules=RUMMY40)
    two = NeedBothSuits(heap=1, missing=row("10h 10s"))
    three = NeedBothSuits(heap=1, missing=row("10c 10h 10s"), count=2)
    assert "Add these in the same turn: 10 of hearts and 10 of spades." in explain(two)
    assert "Add two of these in the same turn: " in explain(three)
    assert "Lege im selben Zug zwei von diesen dazu: " in explain(three, "de")
    assert "Leg er in dezelfde beurt twee van deze bij: " in explain(three, "nl")


def test_a_new_event_needs_words_only():
    @dataclass(frozen=True)
    class Opened:
        code: ClassVar[str] = "OPENED"
        seat: str
        points: int

    assert explain(Opened("A", 1)) == "Player A opens with 1 point."
    assert explain(Opened("A", 31), "de") == "Spieler A kommt mit 31 Punkten heraus."


def test_an_unknown_language_and_an_unknown_thing_are_refused_in_one_sentence():
    with pytest.raises(RummyError, match="there is no language 'fr'; the languages are en, de, nl"):
        explain(Card("6g"), "fr")
    with pytest.raises(RummyError, match="there are no words for 7"):
        explain(7)


def test_the_order_of_teaching_is_complete():
    assert sorted(teachable_order) == [kind.code for kind in VIOLATIONS]
    short, mixed = TooShort(), MixedColour()
    assert main_reason([short, mixed]) is mixed


@pytest.mark.parametrize("lang", languages)
def test_what_is_told_of_a_player_is_told_to_him_too(lang):
    told, yours = read_toml(lang)["told"], read_toml(lang)["yours"]
    assert {verb: set(cases) for verb, cases in told.items()} == {verb: set(yours[verb]) for verb in told}
    for text in ("draw", "meld 4r 5r 6r", "layoff 6g>1", "swap 6g>1", "discard Qh", "end", "pass"):
        move = Move.parse(text)
        addressed = explain(move, lang, seat="A", you="A")
        assert addressed not in {explain(move, lang), explain(move, lang, seat="A")}
        assert explain(move, lang, seat="B", you="A") == explain(move, lang, seat="B")


def test_events_and_reasons_are_told_to_the_one_they_are_about():
    assert explain(Opened("A", 30), you="A") == "You open with 30 points."
    assert explain(Opened("B", 30), you="A") == "Player B opens with 30 points."
    assert (
        explain(Played("A", Turn.parse("draw; end")), you="A") == "You draw a card from the stock. You end your turn."
    )
    waiting = NotYourTurn(seat="A", turn_of="B")
    assert short_reason(waiting, you="A") == "Wait a moment: it is the turn of player B."
    assert short_reason(waiting, you="B") == "Wait a moment: it is the turn of player B, not of player A."
