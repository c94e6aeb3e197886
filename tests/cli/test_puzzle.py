"""`rummy-lab puzzle`: a position, and its solution where it is asked for."""

import csv
import io
import json

import pytest

import rummy_lab as rl


def test_the_same_seed_is_the_same_puzzle(call):
    code, out, _ = call("puzzle", "schmidt", "--level", "2", "--seed", "7")
    given = rl.puzzle("schmidt", 2, 7)
    assert code == 0
    assert str(given.position) in out.splitlines()
    assert str(given.solution) not in out
    assert out.endswith('The solution: rummy-lab puzzle "schmidt" --level 2 --seed 7 --solution\n')
    assert call("puzzle", "schmidt", "--level", "2", "--seed", "7", "--solution")[1].endswith(f"{given.solution}\n")


def test_without_a_seed_it_says_which_it_was(call):
    found = json.loads(call("puzzle", "--json")[1])
    assert found["position"] == str(rl.puzzle("schmidt", 1, found["seed"]).position)
    assert "solution" not in found


def test_csv(call):
    (row,) = csv.DictReader(io.StringIO(call("puzzle", "rummy40", "--seed", "1", "--solution", "--csv")[1]))
    assert rl.play(rl.position(row["position"]), row["solution"])
    assert "solution" not in call("puzzle", "--seed", "1", "--csv")[1].splitlines()[0]


@pytest.mark.parametrize("lang", ["de", "nl"])
def test_in_the_language(call, lang):
    assert call("puzzle", "--seed", "1")[1] != call("puzzle", "--seed", "1", "--lang", lang)[1]


@pytest.mark.parametrize("more", [["chess"], ["--level", "9"], ["--seed", "-1"], ["rummy40{table.mode=none}"]])
def test_what_cannot_be_is_one_sentence(call, more):
    code, out, err = call("puzzle", *more)
    assert (code, out, err.count("\n")) == (2, "", 1)
