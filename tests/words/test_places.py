"""Every reason names its place in the document of its game, or says honestly that it is not there."""

import pytest

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


@pytest.mark.parametrize("game", SECTIONS)
def test_every_code_has_an_entry_in_each_game(game):
    entries = read_toml("places")["places"][game]
    assert {code.partition(".")[0] for code in entries} == {kind.code for kind in VIOLATIONS}
    for code, entry in entries.items():
        assert entry["rule"], code
        assert "section" in entry or "from" in entry or entry["fields"], code
        assert entry.get("section") in SECTIONS[game] | {None}, code
        assert set(entry.get("fields", ())) <= set(field_specs()), code


def test_cases_named_in_the_table_exist():
    cases = {f"{sample.code}.{sample.case}" for sample in samples()}
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


def test_places_as_they_are_shown():
    assert str(place(CardMissing(cards=()), SCHMIDT)) == "Schmidt p. 13, Transformations"
    assert place(CardMissing(cards=()), SCHMIDT).text("de") == "Schmidt S. 13, Transformations"
    assert place(CardMissing(cards=()), SCHMIDT).text("nl") == "Schmidt blz. 13, Transformations"
    assert str(place(SetClosed(heap=1), RUMMY40)) == "Rummy 40, Hergebruik van jokers"
    assert str(place(NoRackCard(), SCHMIDT)) == "not on the page; taken from older rules of tile rummy"
    assert place(TooShort(), SCHMIDT).rule == ("S-10", "S-11")


def test_a_variant_does_not_claim_the_page():
    low = OpenTooLow(points=30, need=51)
    assert place(low, RUMMY40).on_page
    assert str(place(low, RUMMY51)) == "not on the page; a rule of this variant, taken from rules of Kalooki 51"
    assert str(place(low, RUMMY40.vary(opening__points=51))) == "not on the page; a rule of this variant"
    assert str(place(low, JOKEREN_NL)) == "Rummy 40, De kaarten en hun waarde"
    assert "Dutch jokeren" in str(place(MinRound(), JOKEREN_NL))
    assert str(place(MeldFixed(heap=1), SCHMIDT)) == "not a rule of this game"
    assert str(place(MeldFixed(heap=1), SCHMIDT.vary(table__mode="build"))) == "not on the page; a rule of this variant"
    assert str(place(TooShort(), RUMMIKUB)) == "Schmidt p. 13, The combinations"
    assert not place(NotOpened(waiting_for=("B",)), SCHMIDT.vary(table__access="all_opened")).on_page
