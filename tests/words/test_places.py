"""Every reason and every move names its place in the document of its game, or says honestly that it is not there."""

import pytest

from rummy_lab.core.moves import Move
from rummy_lab.core.rules import field_specs
from rummy_lab.core.violations import (
    VIOLATIONS,
    CardMissing,
    MeldFixed,
    MinRound,
    NoRackCard,
    NotOpened,
    OpenTooLow,
    SetClosed,
    TooShort,
)
from rummy_lab.games import JOKEREN_NL, RUMMIKUB, RUMMY40, RUMMY51, SCHMIDT, presets
from rummy_lab.words import languages, place
from rummy_lab.words.texts import read_toml
from words.samples import FRENCH, NUMBERED, samples

SECTIONS = {
    "schmidt": {"The combinations", "Jokers", "Continuing the combinations", "Transformations", "Examples"},
    "rummy40": {
        "Het spel", "De stapel", "De kaarten en hun waarde", "Bouwregels & -instructies", "Hergebruik van jokers",
        "Uitkomen", "Going Rummy", "Scoren",
    },
}  # fmt: skip
VALUE = "The cards and their value (“De kaarten en hun waarde”)"
BUILDING = "Building rules and instructions (“Bouwregels & -instructies”)"

MOVES = (
    "draw", "take", "meld 2g", "meld 2g 2y *2?", "meld 5g *6g 7g", "meld 1r 2r 3r", "meld 12r 13r 1r", "meld 13r 1r 2r",
    "layoff 6g>1", "pull 2g<1", "pull *2g<1", "split 1/4b", "join 1 2", "swap 6r>1", "arrange [4r 5r 6r]",
    "discard 9b",
)  # fmt: skip


@pytest.mark.parametrize("game", SECTIONS)
def test_every_code_and_every_move_has_an_entry_in_each_game(game):
    entries = read_toml("places")["places"][game]
    assert {code.partition(".")[0] for code in entries} == {kind.code for kind in VIOLATIONS}
    moves = read_toml("places")["moves"][game]
    verbs = {kind.verb for kind in Move.__subclasses__()}
    assert {key.partition(".")[0] for key in moves} == verbs - {"end", "pass"}
    for code, entry in [*entries.items(), *moves.items()]:
        assert entry["rule"], code
        assert "section" in entry or "from" in entry or entry["fields"], code
        assert entry.get("section") in SECTIONS[game] | {None}, code
        assert set(entry.get("fields", ())) <= set(field_specs()), code


@pytest.mark.parametrize("lang", languages)
def test_every_heading_has_a_title_in_every_language(lang):
    assert set(read_toml(lang)["place"]["titles"]) == SECTIONS["schmidt"] | SECTIONS["rummy40"]


def test_cases_named_in_the_table_exist():
    cases = {f"{sample.code}.{sample.case}" for sample in samples()} | {"OPEN_TOO_LOW.after_take"}
    for entries in read_toml("places")["places"].values():
        assert {code for code in entries if "." in code} <= cases


@pytest.mark.parametrize("rules", presets(), ids=str)
def test_every_reason_has_a_place_in_every_language(rules):
    for sample in [*samples(NUMBERED), *samples(FRENCH)]:
        found = place(sample, rules)
        texts = {found.text(lang) for lang in languages}
        assert found.on_page == bool(found.section) == (not found.taken_from)
        assert all("{" not in text for text in texts)
        if not found.on_page:
            assert len(texts) == len(languages)


@pytest.mark.parametrize("rules", presets(), ids=str)
def test_every_move_has_a_place_in_every_language(rules):
    for move in MOVES:
        found = place(move, rules)
        assert found == place(Move.parse(move), rules.name)
        assert found.on_page == bool(found.section) == (not found.taken_from)
        assert all("{" not in found.text(lang) for lang in languages)
    assert place("end", rules) is None
    assert place("pass", rules) is None


def test_places_of_legal_moves():
    schmidt = {move: str(place(move, SCHMIDT)).removeprefix("Schmidt p. 13, ") for move in MOVES}
    assert {move for move, where in schmidt.items() if where == "The combinations"} == {
        "meld 2g", "meld 2g 2y *2?", "meld 5g *6g 7g", "meld 1r 2r 3r", "meld 13r 1r 2r",
    }  # fmt: skip
    assert schmidt["layoff 6g>1"] == "Continuing the combinations"
    assert {schmidt[move] for move in ("pull 2g<1", "pull *2g<1", "split 1/4b", "join 1 2")} == {"Transformations"}
    assert schmidt["arrange [4r 5r 6r]"] == "Transformations"
    assert schmidt["swap 6r>1"] == "Jokers"
    assert schmidt["draw"] == "not on the page; taken from Jumbo Rummikub manuals"
    assert schmidt["discard 9b"] == schmidt["take"] == "not a rule of this game"

    assert str(place("layoff Kh>1", RUMMY40)) == f"Rummy 40, {BUILDING}"
    assert str(place("swap 6h>1", RUMMY40)) == "Rummy 40, Reuse of jokers (“Hergebruik van jokers”)"
    for move in ("draw", "take", "meld 5h 6h 7h", "discard 9d"):
        assert str(place(move, RUMMY40)) == f"Rummy 40, {VALUE}"
    assert str(place("split 1/4d", RUMMY40)) == "not a rule of this game"
    assert place("meld 8c 8d *8?", RUMMY40).rule == ("R-16", "R-7")
    assert place("meld 5h *6h 7h", RUMMY40).rule == ("R-16", "R-8")


def test_a_move_of_a_variant_does_not_claim_the_page():
    assert place("meld Qh Kh Ah", RUMMY51).on_page
    assert str(place("meld Ah 2h 3h", RUMMY51)).endswith("a rule of this variant, taken from rules of Kalooki 51")
    assert place("meld 1r 2r 3r", SCHMIDT.vary(pack__ace="both")).on_page
    assert not place("meld 12r 13r 1r", SCHMIDT.vary(pack__ace="both")).on_page
    assert not place("meld 13r 1r 2r", SCHMIDT.vary(melds__wrap="yes")).on_page
    assert not place("pull *4g<1", RUMMIKUB).on_page
    assert place("pull 4g<1", RUMMIKUB).on_page
    assert str(place("pull 4h<1", RUMMY40.vary(table__mode="rearrange"))) == "not on the page; a rule of this variant"


def test_places_as_they_are_shown():
    assert str(place(CardMissing(cards=()), SCHMIDT)) == "Schmidt p. 13, Transformations"
    assert place(CardMissing(cards=()), SCHMIDT).text("de") == "Schmidt S. 13, Umbauen („Transformations“)"
    assert place(CardMissing(cards=()), SCHMIDT).text("nl") == "Schmidt blz. 13, Verbouwen (‘Transformations’)"
    assert place(SetClosed(heap=1), RUMMY40).text("nl") == "Rummy 40, Hergebruik van jokers"
    assert str(place(SetClosed(heap=1), RUMMY40)) == "Rummy 40, Reuse of jokers (“Hergebruik van jokers”)"
    assert str(place(NoRackCard(), SCHMIDT)) == "not on the page; taken from older rules of tile rummy"
    assert place(TooShort(), SCHMIDT).rule == ("S-10", "S-11")


def test_a_variant_does_not_claim_the_page():
    low = OpenTooLow(points=30, need=51)
    assert str(place(low, RUMMY40)) == "not on the page; taken from Kalooki rules"
    assert str(place(low, RUMMY40, after_take=True)) == f"Rummy 40, {VALUE}"
    assert not place(low, RUMMY51, after_take=True).on_page
    assert place(low, SCHMIDT).on_page
    assert str(place(low, RUMMY51)) == "not on the page; a rule of this variant, taken from rules of Kalooki 51"
    assert str(place(low, RUMMY40.vary(opening__points=51))) == "not on the page; a rule of this variant"
    assert str(place(low, JOKEREN_NL)) == "not on the page; taken from Kalooki rules"
    assert place(low, JOKEREN_NL, after_take=True).on_page
    assert "Dutch jokeren" in str(place(MinRound(), JOKEREN_NL))
    assert str(place(MeldFixed(heap=1), SCHMIDT)) == "not a rule of this game"
    assert str(place(MeldFixed(heap=1), SCHMIDT.vary(table__mode="build"))) == "not on the page; a rule of this variant"
    assert str(place(TooShort(), RUMMIKUB)) == "Schmidt p. 13, The combinations"
    assert not place(NotOpened(waiting_for=("B",)), SCHMIDT.vary(table__access="all_opened")).on_page
