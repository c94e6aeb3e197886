"""A rule set in words: every value of every field, in every language."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy_lab.core.errors import RuleSetError, RummyError
from rummy_lab.core.rules import PARTS, RuleSet, field_specs
from rummy_lab.games import RUMMY40, RUMMY51, SCHMIDT, presets
from rummy_lab.words import languages, rules_page
from rummy_lab.words.pages import differences, field_text, game_name, general, has_effect
from rummy_lab.words.texts import read_toml

PAIRS = {"deal.seats": [(2, 2), (2, 4), (3, 8)], "scoring.settlement": [(1, 2), (3, 3)]}


def values_of(field):
    """Values of a field that stand for all of them: every word, and numbers at the ends and between."""
    spec = field_specs()[field]
    numbers = [] if spec.low is None else sorted({spec.low, 0, 1, 2, 11, 12, 13, spec.low + 1, spec.high})
    found = [*spec.values, *(number for number in numbers if spec.low <= number <= spec.high), *PAIRS.get(field, [])]
    assert all(map(spec.allows, found))
    return found


def with_value(rules, field, value):
    """These rules with one value changed, whether or not the combination can be: words are asked of the value alone."""

    class Odd(RuleSet):
        def get(self, asked):
            return value if asked == field else rules.get(asked)

    odd = object.__new__(Odd)
    for key in RuleSet.__dataclass_fields__:
        object.__setattr__(odd, key, getattr(rules, key))
    return odd


FIELDS = [(field, value) for field in field_specs() for value in values_of(field)]


@pytest.mark.parametrize("rules", [SCHMIDT, RUMMY40], ids=str)
def test_every_value_of_every_field_has_a_sentence_in_every_language(rules):
    for field, value in FIELDS:
        texts = [field_text(with_value(rules, field, value), field, lang) for lang in languages]
        assert len(set(texts)) == len(languages), (field, value)
        for text in texts:
            assert text[0].isupper(), text
            assert text.endswith("."), text
            assert "{" not in text
            assert "_" not in text


@pytest.mark.parametrize("rules", [SCHMIDT, RUMMY40], ids=str)
@pytest.mark.parametrize("lang", languages)
def test_values_of_a_field_differ_in_words(rules, lang):
    for field in field_specs():
        texts = [field_text(with_value(rules, field, value), field, lang) for value in values_of(field)]
        assert len(set(texts)) == len(texts), field


def test_the_languages_tell_the_same_fields_with_the_same_values():
    trees = [
        {(part, name): set(told) for part, fields in read_toml(lang)["rules"].items() for name, told in fields.items()}
        for lang in languages
    ]
    assert trees[0] == trees[1] == trees[2]
    assert {f"{part}.{name}" for part, name in trees[0]} == set(field_specs())
    assert set(read_toml("en")["general"]) == set(read_toml("de")["general"]) == set(read_toml("nl")["general"])
    assert all(set(read_toml(lang)["headings"]) == set(PARTS) for lang in languages)


@pytest.mark.parametrize(("rules", "lang"), list(product(presets(), languages)), ids=str)
def test_pages_of_presets(rules, lang):
    page = rules_page(rules, lang)
    assert page.startswith("# ")
    assert "{" not in page
    assert "_" not in page
    assert page.count("\n- ") >= sum(has_effect(rules, field) for field in field_specs())
    assert (rules in (SCHMIDT, RUMMY40)) == ("Rummy 40:\n\n-" not in page and "Rummy:\n\n-" not in page)


def test_differences_stand_at_the_top():
    page = rules_page(RUMMY51.vary("Ours", joker__freed="to_hand"))
    top = page.partition("##")[0]
    assert page.startswith(
        "# Ours\n\nA variant of Rummy 51.\n\nDifferent from Rummy 51:\n\n- You may keep a freed joker"
    )
    assert top.count("Different from Rummy 40:") == 1
    assert top.count("\n- ") == 6
    assert "Anders als bei Rummy 40:" in rules_page(RUMMY51, "de")
    assert "Different" not in rules_page(SCHMIDT)
    assert differences(RUMMY51, RUMMY40) == (
        "pack.ace", "opening.points", "scoring.joker_penalty", "scoring.rummy_builds",
    )  # fmt: skip


def test_rules_that_are_not_registered_are_compared_with_the_game_they_are_like():
    own = RUMMY40.as_preset("ours", opening__points=30)
    assert "Different from Rummy 40:" in rules_page(own)
    assert "Different from ours:" in rules_page(own.vary(deal__hand=12))


def test_fields_without_effect_are_left_out():
    assert "discard pile" not in rules_page(SCHMIDT)
    assert not has_effect(RUMMY40, "table.remain")
    assert not has_effect(RUMMY40, "match.rounds")
    assert not has_effect(SCHMIDT, "match.limit")
    bare = SCHMIDT.vary(pack__jokers=0)
    assert "joker" not in rules_page(bare).replace("no jokers", "").lower()
    assert "Jokers on the table" not in rules_page(SCHMIDT.vary(table__mode="none"))


def test_what_no_field_says_is_told_where_it_holds():
    page = rules_page(RUMMY40, "nl")
    for text in (
        "2 tot en met 10 zijn hun getal waard, boer, vrouw en heer 10, het aas 11.",
        "Een joker mag elke ontbrekende kaart vervangen en is evenveel waard als die kaart.",
        "Een joker in een run komt vrij met precies de kaart waar hij voor staat.",
        "Je trekt één kaart: de bovenste van de stapel of de bovenste van de aflegstapel.",
        "De overige kaarten vormen de stapel; één kaart ligt open ernaast en begint de aflegstapel.",
    ):
        assert f"- {text}\n" in page
    assert "twee jokers in een set van drie, dan maken twee ontbrekende kaarten er één vrij; de andere blijft" in page
    schmidt = rules_page(SCHMIDT, "de")
    for text in (
        "Wer zuerst alle Karten los ist, gewinnt.",
        "Ein Joker darf jede fehlende Karte ersetzen und ist so viel wert wie sie.",
        "Einen Joker in einer Reihe befreit genau die Karte, für die er steht.",
        "Die übrigen Karten bilden den Stapel.",
    ):
        assert f"- {text}\n" in schmidt
    assert "the ace 11, but only 1 before a 2." in rules_page(RUMMY51)
    assert "the ace 1." in rules_page(RUMMY40.vary(pack__ace="low"))
    assert "two missing cards free one" not in rules_page(RUMMY40.vary(melds__max_jokers=1))
    assert "two missing cards free one" not in rules_page(RUMMY40.vary(joker__set_release="either"))
    assert "joker in a run is freed" not in rules_page(SCHMIDT.vary(joker__anchor="free"))
    assert "joker in a run is freed" not in rules_page(RUMMY40.vary(table__mode="none"))


def test_names_of_games_and_unknown_languages():
    assert {game_name(rules) for rules in presets()} == set(read_toml("en")["games"].values())
    with pytest.raises(RummyError, match="there is no language 'xx'"):
        rules_page(SCHMIDT, "xx")


@st.composite
def variants(draw):
    """A preset with some of its fields changed, where the combination can be."""
    rules = draw(st.sampled_from(presets()))
    changes = {}
    for field, value in draw(st.lists(st.sampled_from(FIELDS), max_size=8)):
        changes[field.replace(".", "__")] = value
    while changes:
        try:
            return rules.vary(**changes)
        except RuleSetError:
            changes.popitem()
    return rules


@settings(max_examples=60, deadline=None)
@given(variants(), st.sampled_from(languages))
def test_pages_of_drawn_variants(rules, lang):
    page = rules_page(rules, lang)
    assert "{" not in page
    assert "None" not in page
    told = [line for line in page.splitlines() if line.startswith("- ")]
    assert all(line.endswith(".") and (line[2].isupper() or line[2].isdigit()) for line in told)
    body = page[page.index("## ") :]
    listed = [line for line in body.splitlines() if line.startswith("- ")]
    shown = [field for field in field_specs() if has_effect(rules, field)]
    assert len(listed) == len(shown) + sum(len(general(rules, field, lang)) for field in shown)
