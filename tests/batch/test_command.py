"""The command `rummy-lab selfplay`, and the summary it prints."""

import io
import json

import numpy as np
import pandas as pd
import pytest

import rummy_lab as rl
from batch.players import SHORT, drawer, play
from rummy_lab import cli
from rummy_lab.batch import command
from rummy_lab.batch.summary import lines, summary


def run(capsys, text):
    code = cli.main(["selfplay", *text.split()])
    return code, *capsys.readouterr()


def test_a_table_of_what_the_deals_come_to(capsys):
    code, out, err = run(capsys, "--game rummy40 --players greedy,random --games 4 --seed 1 --rotate")
    assert code == 0
    assert "8/8" in err
    expected = lines(rl.selfplay("rummy40", ["greedy", "random"], 4, 1, rotate=True, progress=False))
    assert out.splitlines() == expected
    assert expected[0] == "rummy40"
    assert expected[1].split() == ["bot", "seat", "deals", "wins", "penalty", "score"]
    assert [line.split()[:3] for line in expected[2:]] == [
        [bot, seat, "4"] for bot in ("greedy", "random") for seat in ("all", "A", "B")
    ]


def test_the_table_in_other_languages(capsys):
    text = "--game schmidt --players greedy,random --games 3 --seed 1 --quiet"
    english, german = run(capsys, text)[1].splitlines(), run(capsys, f"{text} --lang de")[1].splitlines()
    assert german[1].split() == ["Bot", "Platz", "Spiele", "gewonnen", "Strafpunkte", "Punkte"]
    assert german[2].split()[:3] == ["gierig", "alle", "3"]
    plain = {"alle": "all", ",": ".", "gierig": "greedy", "zufällig": "random"}
    for said, meant in plain.items():
        german = [line.replace(said, meant) for line in german]
    assert [line.split() for line in german[2:]] == [line.split() for line in english[2:]]


def test_a_run_in_a_folder_is_gone_on_with(capsys, tmp_path, monkeypatch):
    text = f"--game rummy40 schmidt --players 2xgreedy --games 6 --out {tmp_path / 'a'} --turns --quiet"
    real = command.selfplay

    def interrupted(*arguments, **options):
        def stop(done, total):
            if done >= 4:
                raise KeyboardInterrupt

        return real(*arguments, **options | {"progress": stop, "engine": "readable"})

    monkeypatch.setattr("rummy_lab.batch.readable.PLAYS", 4)
    monkeypatch.setattr(command, "selfplay", interrupted)
    code, out, err = run(capsys, text)
    assert code == 130
    assert err == f"rummy-lab: interrupted after 0 deals; the same command plays the rest into {tmp_path / 'a'}\n"
    assert out == ""
    monkeypatch.undo()
    code, out, err = run(capsys, text)
    assert (code, err) == (0, "")
    stored = rl.read_run(tmp_path / "a")
    assert out.splitlines() == lines(stored)
    assert (stored.complete, len(stored.by_turn) > 0) == (True, True)
    assert out.count("bot     seat  deals") == 2
    assert run(capsys, text)[:2] == (0, out)


def test_figures_for_other_programs(capsys):
    text = "--game schmidt --players 2xgreedy --games 3 --quiet"
    table = summary(rl.selfplay("schmidt", ["greedy"] * 2, 3, progress=False))
    code, out, err = run(capsys, f"{text} --json --workers 2")
    assert (code, err) == (0, "")
    rows = json.loads(out)
    assert [row["seat"] for row in rows] == ["all", "A", "B"]
    assert [list(row) for row in rows] == [list(table.columns)] * 3
    assert [row["penalty_within"] for row in rows] == pytest.approx(list(table["penalty_within"]))
    code, out, err = run(capsys, f"{text} --csv")
    pd.testing.assert_frame_equal(pd.read_csv(io.StringIO(out)), table.astype({"rules": "str"}))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("--game poker --players 2xgreedy --games 3", "rummy-lab: no rule set 'poker'"),
        ("--game rummy40 --players 2xnobody --games 3", "rummy-lab: no bot 'nobody'"),
        ("--game rummy40 --players greedy --games 3", "rummy-lab: rummy40 is for 2 to 5 players, not 1"),
        ("--game rummy40 --players 9xgreedy --games 3", "rummy-lab: 9xgreedy: a bot takes 1 to 8 seats"),
        ("--game rummy40 --players 2xgreedy --games 0", "rummy-lab: games is how many deals"),
        ("--game rummy40 --players 2xgreedy --games 3 --workers 0", "rummy-lab: --workers is how many processes play"),
        ("--game rummy40 --players 2xgreedy --games 3 --seed -1", "rummy-lab: seed must be a whole number"),
    ],
)
def test_what_cannot_be_is_one_sentence(capsys, text, said):
    code, out, err = run(capsys, f"{text} --quiet")
    assert (code, out) == (2, "")
    assert err.startswith(said)
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "text", ["", "--game rummy40 --players 2xgreedy", "--game rummy40 --players 2xgreedy --games x"]
)
def test_what_is_not_understood_shows_how_it_is_called(capsys, text):
    with pytest.raises(SystemExit) as left:
        run(capsys, text)
    assert left.value.code == 2
    assert capsys.readouterr().err.startswith("usage: rummy-lab selfplay ")


def test_a_warning_is_one_sentence_too(capsys, monkeypatch):
    def forfeits(*_, **options):
        return play(rules=SHORT, players=[lambda view, rng: "end", drawer], games=1, rotate=False, turns=False)

    monkeypatch.setattr(command, "selfplay", forfeits)
    code, out, err = run(capsys, "--game rummy40 --players 2xgreedy --games 1")
    assert code == 0
    assert err.startswith("rummy-lab: bot <lambda> (seat A) failed in 1 of 1 deal: ")
    assert err.count("\n") == 1
    assert "±" not in out, "one deal has no interval"


def test_the_summary_counts_a_deal_once(capsys):
    found = play(rules=SHORT)
    table = summary(found).set_index(["bot", "seat"])
    assert (table["deals"] == 12).all()
    frame = found.by_player
    for bot in ("drawer", "thrower"):
        own = frame[frame["bot"] == bot]
        deals = own.groupby("deal")["penalty"].mean()
        row = table.loc[(bot, "all")]
        assert row["penalty"] == pytest.approx(own["penalty"].mean())
        assert row["penalty_within"] == pytest.approx(1.96 * deals.std() / np.sqrt(12), rel=1e-4)
        assert table.loc[(bot, "B"), "wins"] == pytest.approx(own[own["seat"] == "B"]["won"].mean())
