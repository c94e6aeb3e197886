"""The values of the rules in words: all of them, in three languages, none as the code that stands in a name."""

import re
from collections import Counter

import numpy as np
import pandas as pd
import pytest

import rummy_lab as rl
from rummy_lab.core.fields import write_value
from rummy_lab.core.rules import field_specs
from rummy_lab.stats.texts import _table, by_name, counted_name, group_name, rules_name, short_group, value_name

LANGUAGES = ("en", "de", "nl")
PAIRS = {"deal.seats": [(2, 4), (3, 3)], "scoring.settlement": [(1, 2), (10, 20), (5, 5)]}
EVERYDAY = {"always", "needed", "allowed"}
"""Codes that are the everyday words of English."""


def values_of(field):
    spec = field_specs()[field]
    return [*spec.values, *PAIRS.get(field, []), *([spec.low, spec.high] if spec.low is not None else [])]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("field", field_specs())
def test_every_value_of_every_rule_has_words_of_its_own(field, lang):
    assert field in _table("words_of_fields")
    if field_specs()[field].pairs:
        assert field in PAIRS
    told = {value: value_name(field, value, lang) for value in values_of(field)}
    assert max(Counter(told.values()).values()) == 1
    for value, name in told.items():
        assert name == name.strip() != ""
        assert not re.search(r"[_{}()=]|None|True|False", name)
        if type(value) is int:
            assert re.sub(r"\D", "", name) == str(value)
            told_so = counted_name(field, value, lang)
            assert group_name(field, value, lang) == (told_so or f"{by_name(field, lang)} {name}")
        else:
            assert "," not in name
            code = write_value(value)
            assert name != code or (lang == "en" and code in EVERYDAY) or isinstance(value, bool)
            assert group_name(field, value, lang).endswith(f" ({name})")
        assert short_group(field, value, lang) == name


def test_there_are_words_for_the_values_that_exist_and_no_others():
    words = dict(_table("words_of_values"))
    assert set(words.pop("every")) == {"yes", "no"}
    for field, known in words.items():
        codes = {"-".join(map(str, one)) if isinstance(one, tuple) else write_value(one) for one in values_of(field)}
        assert set(known) <= codes | ({"n", "same"} if field in PAIRS else set()), field
    for known in (*words.values(), _table("words_of_values")["every"]):
        assert all(set(texts) == set(LANGUAGES) for texts in known.values())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_name_of_a_rule_set_is_read_however_its_values_are_written(lang):
    changes = {
        "melds__set_sizes": (3,), "scoring__settlement": (1, 2), "melds__max_jokers": "half", "turn__must_play": True,
        "table__mode": "none", "ending__max_turns": 1000,
    }  # fmt: skip
    rules = rl.RUMMY40.vary(**changes)
    told = rules_name(rules.name, lang)
    game, inside = told.rstrip(")").split(" (")
    assert game == "Rummy 40"
    for change, value in changes.items():
        field = change.replace("__", ".")
        assert f"{by_name(field, lang)}: {value_name(field, value, lang)}" in inside.split(", ")
    assert not re.search(r"[_{}()=]", inside)


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "Rummy 40 with 10 cards in a hand, with 51 points to open and without jokers"),
        ("de", "Rummy 40 mit 10 Karten auf der Hand, mit 51 Punkten zum Herauskommen und ohne Joker"),
        ("nl", "Rummy 40 met 10 kaarten in de hand, met 51 punten voor de eerste uitleg en zonder jokers"),
    ],
)
def test_what_is_a_number_stands_behind_the_game_as_one_says_it(lang, told):
    assert rules_name(rl.RUMMY40.vary(opening__points=51, deal__hand=10, pack__jokers=0).name, lang) == told


def test_words_with_a_number_in_them_are_there_for_rules_that_are_numbers_and_hold_it():
    for field, forms in _table("words_of_numbers").items():
        counted = [value for value in values_of(field) if type(value) is int]
        assert counted
        assert {"many", "with"} <= set(forms)
        for number, needed in ((0, "none"), (1, "one")):
            assert number < min(counted) or {needed, f"with_{needed}"} <= set(forms), field
        for key, texts in forms.items():
            assert set(texts) == set(LANGUAGES)
            assert all(("{value}" in text) == (key in ("many", "with")) for text in texts.values())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_group_holds_a_colon_since_one_comes_behind_it(lang):
    for field in field_specs():
        for value in values_of(field):
            assert ":" not in group_name(field, value, lang)
    assert ":" not in group_name("won", True, lang) + group_name("won", False, lang)


@pytest.mark.parametrize(
    ("field", "held", "value"),
    [
        ("melds.set_sizes", "{3,4}", (3, 4)),
        ("melds.set_sizes", "(3,4)", (3, 4)),
        ("deal.seats", "2-4", (2, 4)),
        ("melds.wrap", np.True_, True),
        ("melds.wrap", "False", False),
        ("melds.max_jokers", np.nan, None),
        ("melds.max_jokers", "none", None),
        ("turn.draws", 2.0, 2),
        ("turn.draws", np.int16(2), 2),
    ],
)
def test_frames_and_files_hold_the_same_values_otherwise(field, held, value):
    assert value_name(field, held, "en") == value_name(field, value, "en")


def test_a_comparison_says_the_values_in_words():
    values = ["to_hand", "same_turn"]
    frame = pd.DataFrame(
        {"deal": [*range(20)] * 2, "joker.freed": np.repeat(values, 20), "score": np.r_[:20, 3:23] % 7}
    )
    told = rl.in_words(rl.mean(frame, "score", by="joker.freed"), "de")
    assert "darf behalten werden" in told
    assert not any(value in told for value in values)
