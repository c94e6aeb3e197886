"""What people played, as frames: as the bots' deals are, from files that anybody may have made."""

import os
import re
import shutil
from pathlib import Path

import pandas as pd
import pytest

import rummy_lab as rl
from batch.players import drawer, slip
from rummy_lab.batch.people import _IS_MATCH
from rummy_lab.batch.table import answered
from rummy_lab.bots import BOTS
from rummy_lab.core.chance import Rng
from rummy_lab.widgets.saved import save_match, write_match
from rummy_lab.widgets.sitting import Sitting
from rummy_lab.words import in_words

TABLES = ("by_player", "by_deal", "by_turn")
SHORT = "schmidt{deal.hand=4,match.rounds=2,opening.points=0}"


def person(sitting):
    """Plays the whole deal, the person as `greedy` does."""
    while not sitting.is_over:
        if sitting.is_person(sitting.state.seat):
            sitting.replay(thought_out(sitting.state))
        else:
            sitting.accept(sitting.ask())


def thought_out(state):
    moves, here = [], state
    while here.over is None and here.base.turns == state.base.turns:
        turn, here = answered(BOTS["greedy"], here, Rng(1), ())
        moves += turn
    return rl.Turn(moves)


def match(rules=SHORT, players=("me", "greedy"), seed=5, deals=2, stop=False):
    sitting = Sitting(rules, list(players), seed)
    for at in range(deals):
        if stop and at == deals - 1:
            sitting.accept(sitting.ask()) if not sitting.is_person(sitting.state.seat) else None
            sitting.stop()
        else:
            person(sitting)
        if at < deals - 1:
            sitting.next_deal()
    if deals:
        sitting.close()
    return sitting


@pytest.fixture(scope="module")
def played():
    return match()


@pytest.fixture
def folder(played, tmp_path):
    save_match(played, tmp_path / "match.toml")
    return tmp_path


def test_a_match_as_frames(played, folder):
    run = rl.my_games(folder)
    assert (len(run), run.complete, run.skipped, run.forfeits) == (2, True, {}, ())
    assert list(run.records()) == played.records
    assert run.replay(1) == played.records[1]
    assert run.by_deal["starter"].tolist() == ["A", "B"]
    assert run.by_player[["bot", "seat", "entry"]].to_numpy().tolist() == [["me", "A", 0], ["greedy", "B", 1]] * 2
    for deal, record in enumerate(played.records):
        rows = run.by_player[run.by_player["deal"] == deal]
        assert dict(zip(rows["seat"], rows["score"], strict=True)) == rl.settle(record.outcome, SHORT)
    totals = run.by_player.groupby("bot", observed=True)["score"].sum()
    assert totals.to_dict() == {"me": played.match.totals["A"], "greedy": played.match.totals["B"]}
    assert run.by_turn.groupby("deal").size().tolist() == [len(record.turns) for record in played.records]
    assert run.files.to_numpy().tolist() == [[0, "match.toml", 0, 5], [1, "match.toml", 1, 5]]
    assert repr(run) == f"<Run of 2 deals of {SHORT}, played by me, greedy>"


@pytest.mark.filterwarnings("ignore:.*failed in:UserWarning")
@pytest.mark.parametrize(
    ("rules", "players"),
    [
        ("rummy40{ending.max_turns=60}", ["greedy", drawer, "random"]),
        ("schmidt", ["random", "greedy"]),
        ("rummy40", [slip, drawer]),
        ("rummy40{ending.max_turns=50,joker.freed=to_hand,opening.points=0}", ["greedy", "greedy"]),
        ("schmidt{turn.must_play=yes,ending.max_turns=50}", ["greedy", "random"]),
    ],
)
def test_the_records_of_a_run_give_the_frames_of_the_run(rules, players, tmp_path):
    """The same rows whoever counted them: who watched the deal being played, or who reads its record."""
    run = rl.selfplay(rules, players, 3, seed=8, turns=True, progress=False, engine="readable")
    for deal, record in enumerate(run.records()):
        rl.write_record(record, tmp_path / f"{deal}.toml")
    found = rl.my_games(tmp_path)
    for name in TABLES:
        pd.testing.assert_frame_equal(getattr(found, name), getattr(run, name))
    assert [(one.deals, one.reason) for one in found.forfeits] == [(one.deals, one.reason) for one in run.forfeits]


def test_frames_look_as_those_of_self_play(folder):
    run = rl.my_games(folder)
    other = rl.selfplay(SHORT, ["greedy", "random"], 1, turns=True, progress=False, engine="readable")
    for name in TABLES:
        there, here = getattr(run, name).dtypes, getattr(other, name).dtypes
        assert list(there.index) == list(here.index)
        assert [str(kind) for kind in there] == [str(kind) for kind in here]
    assert set(other.spec) - set(run.spec) == set()
    assert set(run.spec) - set(other.spec) == {"files"}


def test_several_matches_of_several_rules_and_players(folder):
    (folder / "deep" / "er").mkdir(parents=True)
    three = match("rummy40{deal.hand=3,opening.points=0,match.kind=single}", ["me", "random", "me"], 1, 1)
    save_match(three, folder / "deep" / "er" / "a.toml")
    rl.write_record(rl.play_out("schmidt{deal.hand=4}", [drawer, "greedy"]), folder / "b.toml")
    run = rl.my_games(folder)
    assert run.files["file"].tolist() == ["b.toml", "deep/er/a.toml", "match.toml", "match.toml"]
    assert list(run.by_deal["deal"]) == [0, 1, 2, 3]
    assert run.by_deal["seats"].tolist() == [2, 3, 2, 2]
    assert list(run.by_player["bot"].cat.categories) == ["drawer", "greedy", "me", "random"]
    assert run.by_player["deal.hand"].tolist() == [4, 4, 3, 3, 3, 4, 4, 4, 4]
    assert [record.rules.name for record in run.records()] == run.by_deal["rules"].tolist()


def test_a_match_that_was_saved_again_and_again_counts_once(played, folder):
    shutil.copy(folder / "match.toml", folder / "match (1).toml")
    half = match(deals=1)
    half.next_deal()
    save_match(half, folder / "begun.toml")
    run = rl.my_games(folder)
    assert run.files["file"].tolist() == ["begun.toml", "match (1).toml"]
    assert list(run.records()) == played.records


def test_a_deal_that_was_stopped_is_unfinished_and_one_that_goes_on_is_not_there(tmp_path):
    save_match(match(deals=2, stop=True), tmp_path / "stopped.toml")
    run = rl.my_games(tmp_path)
    assert run.by_deal["end"].tolist() == [run.by_deal["end"][0], "unfinished"]
    assert run.by_player.loc[run.by_player["deal"] == 1, "score"].tolist() == [0, 0]
    going_on = Sitting(SHORT, ["me", "greedy"], 6)
    (tmp_path / "alone").mkdir()
    save_match(going_on, tmp_path / "alone" / "going.toml")
    with pytest.raises(rl.RummyError, match="holds no finished deal; play some"):
        rl.my_games(tmp_path / "alone")


def test_who_is_out_keeps_the_place_in_the_match(tmp_path):
    rules = "rummy40{deal.hand=18,match.kind=elimination,match.limit=100,opening.points=0,scoring.joker_penalty=99}"
    sitting = Sitting(rules, ["greedy", "random", "me"], 4)
    while len(sitting.match.playing) == 3 and len(sitting.records) < 12:
        person(sitting)
        sitting.close()
        if not sitting.is_decided:
            sitting.next_deal()
    if not sitting.is_decided:
        person(sitting)
        sitting.close()
    save_match(sitting, tmp_path / "m.toml")
    run = rl.my_games(tmp_path)
    assert list(run.records()) == sitting.records
    assert {len(seats) for seats in sitting.seated} == {2, 3}
    for deal, seats in enumerate(sitting.seated):
        rows = run.by_player[run.by_player["deal"] == deal]
        assert rows["entry"].tolist() == ["ABC".index(seat) for seat in seats]
        assert rows["bot"].tolist() == [sitting.names[seat] for seat in seats]


def test_they_can_be_priced_anew(played, folder):
    run = rl.my_games(folder)
    prices = rl.RuleSet.of(SHORT).vary(
        scoring__rummy_bonus=7, scoring__rummy_builds=False, scoring__rummy_when="every_win", scoring__kind="penalties"
    )
    with pytest.warns(UserWarning, match="me and greedy may look at"):
        found = rl.reprice(run, prices)
    for deal, record in enumerate(played.records):
        rows = found.by_player[found.by_player["deal"] == deal]
        assert dict(zip(rows["seat"], rows["score"], strict=True)) == rl.settle(record.outcome, prices)
        assert bool(rows["went_rummy"].any()) == rl.went_rummy(record.outcome, prices)
    assert [record.rules for record in found.records()] == [prices] * 2
    assert found.cite().splitlines()[-1] == f'rl.reprice(rl.my_games({str(folder)!r}), "{prices.name}")'


def test_they_are_cited_by_their_folder(folder):
    run = rl.my_games(folder)
    again = eval(run.cite(), {"rl": rl})
    for name in TABLES:
        pd.testing.assert_frame_equal(getattr(again, name), getattr(run, name))
    assert "match.toml" in run.cite()


def test_they_are_written_as_text(folder, tmp_path):
    rl.my_games(folder).to_csv(tmp_path / "csv")
    names = sorted(path.name for path in (tmp_path / "csv").iterdir())
    assert names == ["by_deal.csv.gz", "by_player.csv.gz", "by_turn.csv.gz", "files.csv.gz", "rule_sets.csv.gz"]
    assert pd.read_csv(tmp_path / "csv" / "files.csv.gz")["file"].tolist() == ["match.toml"] * 2


# Files that are damaged, foreign or meant to do harm

DAMAGED = {
    "empty": (b"", "format"),
    "no text": (b"\xff\xfe[[deals]]", "byte 1 is no UTF-8 text"),
    "no TOML": (b"[[deals]]\nturns = [", "no TOML"),
    "nested": (b"[[deals]]\na = " + b"[" * 50_000, "nested too deeply"),
    "nested record": (b"a = " + b"[" * 50_000, "nested too deeply"),
    "long number": (b"a = " + b"9" * 50_000, "number that is too long"),
    "long number in a match": (b"[[deals]]\na = " + b"9" * 50_000, "number that is too long"),
    "too large": (b"#" * ((1 << 20) + 1), "larger than"),
    "blank lines": (b"\n" * (1 << 20), "format: missing"),
    "a lesson": (b'id = "x"\ntitle = "y"\n', "format: missing"),
    "other format": (b'format = 7\nrules = "schmidt"\nplayers = []\nseed = 1\ndeals = [1]\n', "format: 7 is unknown"),
    "no seats": (b'format = 1\nrules = "schmidt"\nplayers = ["me"]\nseed = 1\ndeals = [1]\n', "for 2 to 4 players"),
    "no deal": (b'format = 1\nrules = "schmidt"\nplayers = ["me", "me"]\nseed = 1\ndeals = [1]\n', r"deals\[0\].turns"),
    "no rules": (b'format = 1\nrules = "whist"\nplayers = ["me", "me"]\nseed = 1\ndeals = [1]\n', "no rule set"),
    "no seed": (b'format = 1\nrules = "schmidt"\nplayers = ["me", "me"]\nseed = -1\ndeals = [1]\n', "seed"),
}  # fmt: skip


@pytest.mark.parametrize("kind", DAMAGED)
def test_a_damaged_or_foreign_file_is_named_and_left_out(kind, played, folder):
    content, why = DAMAGED[kind]
    (folder / "bad.toml").write_bytes(content)
    with pytest.warns(UserWarning, match=f"1 file left out: bad.toml: .*{why}") as told:
        run = rl.my_games(folder)
    assert "\n" not in str(told[0].message)
    assert "1 Datei ausgelassen: bad.toml" in in_words(told[0].message.args[0], "de")
    assert list(run.records()) == played.records
    assert list(run.skipped) == ["bad.toml"]
    assert (folder / "bad.toml").read_bytes() == content


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("turns = [\n", 'turns = [\n    "meld 1r 2r 3r; end",\n', r"deals\[0\].turns\[0\]: .*is not allowed"),
        ("turns = [\n", 'turns = [\n    "fly",\n', r"deals\[0\].turns\[0\]"),
        ("seed = 5", "seed = 6", "is not allowed"),
        ('"greedy"', "3", "players: they are names"),
        ('"greedy"', '"' + "x" * 101 + '"', "players: they are names"),
        ("stopped = false", "stopped = false\n\n[[deals]]\nturns = []\n", r"deals\[1\]: it is not over"),
        (None, "\n[[deals]]\nturns = []\n", r"deals\[2\]: the match was over before"),
    ],
)
def test_a_match_against_the_rules_is_left_out_whole(old, new, why, played, folder):
    text = write_match(played)
    changed = text + new if old is None else text.replace(old, new, 1)
    assert changed != text
    (folder / "changed.toml").write_text(changed, encoding="utf-8")
    with pytest.warns(UserWarning, match=f"changed.toml: .*{why}"):
        run = rl.my_games(folder)
    assert list(run.records()) == played.records


def test_a_record_whose_result_was_touched_up_is_left_out(played, folder):
    text, changes = re.subn(r"winners = \[[^]]*\]", 'winners = ["A", "B"]', str(played.records[0]))
    assert changes == 1
    (folder / "won.toml").write_text(text, encoding="utf-8")
    with pytest.warns(UserWarning, match="won.toml: result.winners"):
        rl.my_games(folder)


def test_many_bad_files_are_one_warning_that_stays_short(folder):
    for number in range(20):
        (folder / f"x{number:02}.toml").write_bytes(b"x")
    with pytest.warns(UserWarning, match=r"20 files left out: x00.toml: .*x02.toml: .*; and 17 more$") as told:
        run = rl.my_games(folder)
    assert len(told) == 1
    assert len(run.skipped) == 20
    assert "20 files left out" in repr(run)


def test_what_is_no_file_is_passed_over(played, folder):
    (folder / "folder.toml").mkdir()
    (folder / ".match.toml-x.toml").write_bytes(b"half")
    (folder / "notes.txt").write_text("mine", encoding="utf-8")
    if hasattr(os, "mkfifo"):
        os.mkfifo(folder / "pipe.toml")
    (folder / "gone.toml").symlink_to(folder / "nowhere")
    (folder / "round").symlink_to(folder)
    assert list(rl.my_games(folder).records()) == played.records


def test_a_file_that_may_not_be_read_is_named(folder, monkeypatch):
    (folder / "locked.toml").write_bytes(b"x")
    open_path = Path.open

    def refuse(self, *args, **options):
        if self.name == "locked.toml":
            raise PermissionError(13, "Permission denied")
        return open_path(self, *args, **options)

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.warns(UserWarning, match="locked.toml: cannot be read: Permission denied"):
        rl.my_games(folder)


@pytest.mark.parametrize("bad", [False, True])
def test_a_folder_without_a_deal_is_refused(bad, tmp_path):
    if bad:
        (tmp_path / "bad.toml").write_bytes(b"x")
    says = (
        r"holds no finished deal \(1 file left out: bad.toml: .*\); play some"
        if bad
        else "holds no finished deal; play"
    )
    with pytest.raises(rl.RummyError, match=says):
        rl.my_games(tmp_path)


def test_a_file_is_no_folder(folder):
    with pytest.raises(rl.RummyError, match=r"match\.toml is no folder"):
        rl.my_games(folder / "match.toml")


def test_too_many_files_are_refused(folder, monkeypatch):
    monkeypatch.setattr("rummy_lab.batch.people._MOST_FILES", 1)
    (folder / "two.toml").write_bytes(b"x")
    with pytest.raises(rl.RummyError, match="holds 2 files; at most 1 are read"):
        rl.my_games(folder)


@pytest.mark.parametrize("text", ["[[deals]]", "a=1\n [[ deals ]]\n", 'x=1\ndeals = [{turns = ["draw"]}]'])
def test_a_match_is_told_by_its_deals(text):
    assert _IS_MATCH.search(text)
    assert not _IS_MATCH.search(str(rl.play_out(SHORT, ["random", "random"])))
