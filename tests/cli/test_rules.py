"""`rummy-lab rules`: value, meaning and source of each field."""

import csv
import io
import json

import pytest

import rummy_lab as rl
from rummy_lab.core.rules import field_specs, presets
from rummy_lab.words.pages import has_effect


def test_every_field_with_an_effect_has_value_meaning_and_where_it_stands(call):
    rows = json.loads(call("rules", "rummy40", "--json")[1])
    assert [row["field"] for row in rows] == [one for one in field_specs() if has_effect(rl.RUMMY40, one)]
    assert all(row["value"] and row["text"].endswith(".") for row in rows)
    opening = next(row for row in rows if row["field"] == "opening.points")
    assert (opening["value"], opening["rule"], opening["certainty"]) == ("40", "R-13 R-14", "follows")
    assert opening["place"].startswith("Rummy 40, ")
    assert len(json.loads(call("rules", "rummy40", "--json", "--all")[1])) == len(field_specs())


def test_what_a_variant_changes_is_marked_and_has_no_place(call):
    rows = list(csv.DictReader(io.StringIO(call("rules", "rummy40{opening.points=51}", "--csv")[1])))
    assert [row["field"] for row in rows if row["differs"] == "True"] == ["opening.points"]
    assert next(row["place"] for row in rows if row["field"] == "opening.points") == ""
    assert "opening.points = 51 (changed)" in call("rules", "rummy40{opening.points=51}")[1]


@pytest.mark.parametrize("lang", ["en", "de", "nl"])
def test_one_topic_in_the_language(call, lang):
    code, out, _ = call("rules", "schmidt", "--topic", "opening", "--lang", lang)
    assert code == 0
    assert [line.partition(".")[0] for line in out.splitlines() if line.startswith("- ")] == ["- opening"] * 2
    assert rl.rule_set("schmidt").opening.points == 30
    assert "30" in out


def test_without_a_game_all_are_listed(call):
    assert [row["rules"] for row in json.loads(call("rules", "--json")[1])] == [one.name for one in presets()]
    assert call("rules", "--csv")[1].splitlines()[1] == "schmidt,Schmidt Rummy"
    assert len(call("rules")[1].splitlines()) == len(presets())


def test_no_game_is_told_with_a_guess(call):
    code, out, err = call("rules", "rumy40")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "rummy40" in err
