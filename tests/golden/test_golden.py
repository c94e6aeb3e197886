"""Deals kept as files, at least two a preset, played again move by move and compared line by line.

They are made anew only by `python tests/golden/remake.py`.
"""

from collections import Counter

import pytest

import rummy_lab as rl
from golden.remake import FOLDER, deals
from properties.walks import conserved, jokers_stand
from rummy_lab.games import presets

FILES = sorted(FOLDER.glob("*.toml"))


@pytest.fixture(scope="module")
def played_again():
    return dict(deals())


def test_every_preset_has_two_golden_deals_at_least():
    kept = Counter(str(rl.read_record(file).rules) for file in FILES)
    assert {str(preset): kept[str(preset)] >= 2 for preset in presets()} == {str(preset): True for preset in presets()}


def test_the_files_are_those_that_the_command_makes(played_again):
    assert [file.name for file in FILES] == sorted(played_again)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_bots_play_the_same_deal_again(file, played_again):
    kept = file.read_text(encoding="utf-8").splitlines()
    again = str(played_again[file.name]).splitlines()
    for number, (line, other) in enumerate(zip(kept, again, strict=False), 1):
        assert line == other, f"{file.name}, line {number}"
    assert len(kept) == len(again)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_golden_deal_is_played_through_move_by_move(file):
    record = rl.read_record(file)
    assert not record.forfeit
    state = record.start
    assert state == rl.deal(record.rules, len(record.players), record.seed, record.deal)
    conserved(state)
    for turn in record.turns:
        before = state
        for move in turn:
            assert rl.check(state, move) == ()
            state = rl.play(state, str(move))
            conserved(state)
        assert state.base.turns == before.base.turns + 1
        jokers_stand(before, state)
    assert state == record.final
    assert rl.outcome(state) == record.outcome
    assert str(record) == file.read_text(encoding="utf-8")


def test_the_golden_deals_are_worth_keeping():
    """Together they see the things that matter: jokers laid and freed, rearranged tables, every way to draw."""
    verbs = Counter(move.verb for file in FILES for turn in rl.read_record(file).turns for move in turn)
    assert {"draw", "take", "meld", "layoff", "swap", "discard", "end"} <= set(verbs), verbs
    assert {"pull", "split"} & set(verbs), verbs
