"""`rummy-lab solve`: the best turn, move by move, proved or bound."""

import csv
import io
import json

import pytest

import rummy_lab as rl
from rummy_lab.cli import solve
from rummy_lab.search import existence

HERE = "schmidt; table [2g 3g 4g 5g]; hand A+ 6g 2y 2b 13r; turn A"
BOUND = "rummy-lab: bound: the search was ended before it found a turn; --nodes lets it look longer\n"
STATE = rl.position(HERE)


def test_the_plan_is_told_move_by_move(call):
    code, out, err = call("solve", HERE)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "Best turn: lays 3 cards; what stays in the hand costs 13."
    assert [line.rpartition("[")[2].rstrip("]") for line in lines[1:-1]] == [
        str(move) for move in rl.plan(STATE, rl.best_turn(STATE).turn)
    ]
    assert lines[-1] == "Proved: no turn is better."


@pytest.mark.parametrize(("lang", "told"), [("de", "Bewiesen: Kein Zug ist besser."), ("nl", "Bewezen: geen beurt is")])
def test_in_the_language(call, lang, told):
    assert told in call("solve", HERE, "--lang", lang)[1]


def test_json_can_be_played_on(call):
    found = json.loads(call("solve", HERE, "--json")[1])
    assert (found["says"], found["cards_laid"], found["goes_out"]) == ("proved", 3, False)
    state = rl.position(found["position"])
    for step in found["plan"]:
        state = rl.play(state, step["move"])
        assert str(state) == step["position"]
    assert state.hands["A"] == rl.play(STATE, found["turn"]).hands["A"]


def test_csv_has_a_row_for_each_move(call):
    rows = list(csv.DictReader(io.StringIO(call("solve", HERE, "--csv")[1])))
    assert [row["number"] for row in rows] == [str(at) for at in range(1, len(rows) + 1)]
    assert rows[-1]["move"] == "end"


def test_a_budget_that_runs_out_is_said(call):
    code, out, _ = call("solve", HERE, "--nodes", "0", "--json")
    found = json.loads(out)
    assert found["says"] == "bound"
    assert code == 0
    assert rl.play(STATE, found["turn"])
    assert call("solve", HERE, "--nodes", "0")[1].splitlines()[-1].startswith("Bound: ")


def test_nothing_to_lay_is_a_no(call):
    code, out, err = call("solve", "schmidt; table [6r 7r 8r]; hand A+ 2b 13y; turn A")
    assert (code, out, err) == (1, "", "rummy-lab: Nothing can be laid here.\n")
    found = json.loads(call("solve", "schmidt; table [6r 7r 8r]; hand A+ 2b 13y; turn A", "--json")[1])
    assert (found["turn"], found["plan"], found["says"]) == (None, [], "proved")


def test_nothing_found_within_the_budget_is_no_proof(call, monkeypatch):
    monkeypatch.setattr(solve, "best_turn", lambda *_, **__: None)
    assert call("solve", HERE)[::2] == (1, BOUND)
    # Nor is it one where whether there is anything is not known either.
    monkeypatch.setattr(existence, "_ACTS", 0)
    monkeypatch.setattr(existence, "ENOUGH", 0)
    assert call("solve", HERE)[::2] == (1, BOUND)


@pytest.mark.parametrize("more", [["--nodes", "-1"], ["--objective", "beauty"], ["--nodes", "x"]])
def test_what_cannot_be_is_told(call, more):
    code, out, err = call("solve", HERE, *more)
    assert (code, out) == (2, "")
    assert err


def test_a_hidden_hand_is_asked_for(call):
    code, _, err = call("solve", "schmidt; hand A+ ??x3; turn A")
    assert (code, err.count("\n")) == (2, 1)
