"""`rummy-lab check`: yes or no, every reason, its place."""

import csv
import io
import json

import pytest

import rummy_lab as rl

HERE = "schmidt; table [6r 7r 8r]; hand A+ 5r 9b; turn A"
STATE = rl.position(HERE)


def test_an_allowed_move_is_told_with_the_position_it_leads_to(call):
    code, out, err = call("check", HERE, "layoff 5r>1; end")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "✓ That is allowed: Player A lays the red 5 off on meld 1. Player A ends the turn.",
        str(rl.play(STATE, "layoff 5r>1; end")),
    ]


def test_a_turn_that_goes_on_is_no_finished_turn(call):
    """What the end still asks stands in the first line already, and each reason with its place below."""
    code, out, _ = call("check", HERE, "layoff 9b>1")
    assert code == 0
    lines, (asked,) = out.splitlines(), rl.check(STATE, "layoff 9b>1; end")
    told = rl.explain(asked, rules="schmidt")
    assert lines[0] == (
        f"✓ Allowed so far, but the turn may not end like this: Player A lays the blue 9 off on meld 1. "
        f"The end still asks: {told}"
    )
    assert lines[1] == f"- {told} [{asked.code}]"
    out = call("check", HERE, "layoff 5r>1")[1]
    assert out.startswith("✓ Allowed so far, and the turn may end like this: ")
    out = call("check", "schmidt; table [6r 7r 8r]; hand A+ 5r 9b ??; turn A", "layoff 5r>1; end")[1]
    assert out.startswith("✓ That is allowed: ")


@pytest.mark.parametrize(("lang", "told"), [("de", "Für das Ende fehlt: "), ("nl", "Voor het einde ontbreekt: ")])
def test_what_the_end_asks_is_told_in_the_language(call, lang, told):
    assert told in call("check", HERE, "layoff 9b>1", "--lang", lang)[1].splitlines()[0]


def test_where_a_discard_ends_the_turn_what_it_asks_is_told_too(call):
    here = "rummy40; hand A 5h 6h 7h 9c; pile 2c; stock ??x3; turn A drew"
    found = json.loads(call("check", here, "meld 5h 6h 7h", "--json")[1])
    assert found["allowed"]
    assert {row["code"] for row in found["end_asks"]} == {"OPEN_TOO_LOW", "MUST_DISCARD"}
    found = json.loads(call("check", here.replace("hand A ", "hand A+ "), "meld 5h 6h 7h", "--json")[1])
    assert [row["code"] for row in found["end_asks"]] == ["MUST_DISCARD"]


@pytest.mark.parametrize(
    ("lang", "told"),
    [("en", "I do not know the word “{}”."), ("de", "Das Wort „{}“ kenne"), ("nl", "Het woord “{}” ken")],
)
@pytest.mark.parametrize("move", ["layoff 99z>1; end", "layoff 99z", "meld 5r 99z 6r", "discard 99z", "swap 99z>1"])
def test_the_word_that_is_wrong_is_named(call, lang, told, move):
    code, out, err = call("check", HERE, move, "--lang", lang)
    assert (code, out) == (2, "")
    assert err.startswith(f"rummy-lab: {told.format('99z')}")


def test_a_verb_of_the_notation_is_never_what_is_wrong(call):
    assert "„layoff“" not in call("check", HERE, "layoff 5r>1; foo", "--lang", "de")[2]
    assert "'ende'" in call("check", HERE, "layoff 5r>1; ende", "--lang", "de")[2]


@pytest.mark.parametrize(
    ("lang", "told"), [("en", "That is not allowed"), ("de", "Das ist nicht erlaubt"), ("nl", "Dat mag niet")]
)
def test_every_reason_is_told_with_its_code_and_place(call, lang, told):
    code, out, err = call("check", HERE, "meld 5r 9b; end", "--lang", lang)
    assert (code, err) == (1, "")
    lines = out.splitlines()
    assert lines[0].startswith(f"✗ {told}: ")
    faults = rl.check(STATE, "meld 5r 9b; end")
    assert len(faults) > 1
    assert {line.rpartition("[")[2].rstrip("]") for line in lines[1::2]} == {fault.code for fault in faults}
    for fault in faults:
        where = rl.place(fault, "schmidt")
        told = f"- {rl.explain(fault, lang, rules='schmidt')} [{fault.code}]"
        assert lines[lines.index(told) + 1].lower() == f"  {where.text(lang)} ({', '.join(where.rule)})".lower()


def test_the_reason_that_teaches_most_comes_first(call):
    out = call("check", HERE, "meld 5r 9b; end")[1]
    assert out.splitlines()[1].endswith("[MIXED_COLOUR]")


def test_words_are_moves_too(call):
    assert call("check", HERE, "red 5 to meld 1; end turn")[0] == 0
    assert call("check", HERE, "Rot 5 an Kombination 1", "--lang", "de")[0] == 0
    code, out, err = call("check", HERE, "red 5 to the moon")
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_json_has_the_same(call):
    code, out, _ = call("check", HERE, "meld 5r 9b; end", "--json")
    found = json.loads(out)
    assert (code, found["allowed"], found["after"], found["moves"]) == (1, False, None, "meld 5r 9b; end")
    assert {row["code"] for row in found["reasons"]} == {fault.code for fault in rl.check(STATE, found["moves"])}
    assert list(found["reasons"][0]) == ["code", "at", "text", "place", "rule"]
    code, out, _ = call("check", HERE, "layoff 5r>1; end", "--json")
    assert (code, json.loads(out)["after"]) == (0, str(rl.play(STATE, "layoff 5r>1; end")))


def test_csv_has_a_row_for_each_reason(call):
    rows = list(csv.DictReader(io.StringIO(call("check", HERE, "meld 5r 9b; end", "--csv")[1])))
    assert [row["code"] for row in rows] == ["MIXED_COLOUR", "MIXED_RANK", "TOO_SHORT"]
    assert rows[2]["rule"] == "S-10 S-11"
    assert call("check", HERE, "layoff 5r>1; end", "--csv")[:2] == (0, "code,at,text,place,rule\n")


def test_a_position_comes_from_the_input(call):
    assert call("check", "-", "layoff 5r>1; end", typed=f"{HERE}\n")[0] == 0


@pytest.mark.parametrize(
    ("position", "move"),
    [
        ("chess; hand A 4r; turn A", "end"),
        ("schmidt; hand A 99r; turn A", "end"),
        (HERE, ""),
        (HERE, "layoff"),
        (HERE, "lalala"),
        ("", "end"),
        ("schmidt; " + "hand A 4r " * 200_000, "end"),
        (HERE, "meld 5r 9b; " * 500),
        ("schmidt; hand A \udcff; turn A", "\udcff"),
    ],
)
def test_what_cannot_be_read_is_one_sentence(call, position, move):
    code, out, err = call("check", position, move)
    assert (code, out) == (2, "")
    assert err.startswith("rummy-lab: ")
    assert err.count("\n") == 1
    assert len(err) < 3000
