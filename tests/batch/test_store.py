"""Runs in folders: read back as they were, resumed, told apart, refused where they are damaged, never half there."""

import errno
import gzip
import json
import os
import shutil
import subprocess
import sys
import tempfile
import textwrap
import threading
from contextlib import contextmanager
from pathlib import Path

import pandas as pd
import pytest

import rummy_lab as rl
from batch.players import SHORT, Thrower, drawer, frames, play, slip
from rummy_lab.batch import compact, files, folder, readable
from rummy_lab.batch.store import Writer


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch):
    """Three deals a part, so that a run has several."""
    monkeypatch.setattr(readable, "PLAYS", 12)


@pytest.fixture(scope="module")
def alone():
    return play()


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    path = tmp_path_factory.mktemp("kept") / "run"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(readable, "PLAYS", 12)
        play(path)
    return path


@pytest.fixture
def stored(kept, tmp_path):
    """A run of four parts in a folder of its own."""
    return Path(shutil.copytree(kept, tmp_path / "run"))


def test_a_stored_run_is_the_run(alone, stored):
    run = rl.read_run(stored)
    assert frames(run) == frames(alone)
    for name in ("by_player", "by_deal", "by_turn"):
        pd.testing.assert_frame_equal(getattr(run, name), getattr(alone, name))
    assert (run.complete, len(run), repr(run), run.spec) == (True, len(alone), repr(alone), alone.spec)
    run.verify()


def test_the_layout_of_the_folder(stored):
    parts = [f"part-{first:09d}" for first in (0, 3, 6, 9)]
    expected = {"run.json", "_SUCCESS", *(f"parts/{part}.json" for part in parts)}
    expected |= {f"{name}/{part}.parquet" for name in ("by_player", "by_deal", "by_turn") for part in parts}
    there = {path.relative_to(stored).as_posix() for path in stored.rglob("*") if path.is_file()}
    assert there - {".lock"} == expected
    about = json.loads((stored / "run.json").read_text(encoding="utf-8"))
    assert set(about) == {"spec", "id", "versions"}
    assert set(about["versions"]) == {"python", "rummy_lab", "numpy", "pyarrow"}
    mark = json.loads((stored / "parts" / "part-000000003.json").read_text(encoding="utf-8"))
    assert (mark["run"], mark["first"], mark["last"]) == (about["id"], 3, 6)
    assert mark["tables"]["by_player"]["rows"] == 3 * 4 * 2


def test_others_read_it_without_us(alone, stored):
    import duckdb
    import polars as pl

    expected = alone.by_player.groupby("bot", observed=True)["penalty"].sum().to_dict()
    frame = pd.read_parquet(stored / "by_player")
    assert frame.groupby("bot", observed=True)["penalty"].sum().to_dict() == expected
    assert frame["opening.points"].value_counts().to_dict() == {40: 48, 51: 48}
    pattern = str(stored / "by_player" / "*.parquet")
    found = pl.scan_parquet(pattern).group_by("bot").agg(pl.col("penalty").sum()).collect()
    assert dict(found.iter_rows()) == expected
    rows = duckdb.sql(
        f"select bot, sum(penalty)::int from '{pattern}' where \"opening.points\" > 0 group by 1"
    ).fetchall()
    assert {str(bot): total for bot, total in rows} == expected
    joined = duckdb.sql(
        f"select count(*) from '{stored}/by_deal/*.parquet' d join '{stored}/by_turn/*.parquet' t "
        "using (deal, rotation, rules)"
    ).fetchall()
    assert joined == [(len(alone.by_turn),)]


def test_the_same_call_again_plays_what_is_missing(alone, stored):
    told = []
    assert frames(play(stored, progress=lambda done, total: told.append(done))) == frames(alone)
    assert told == []
    (stored / "parts" / "part-000000003.json").unlink()
    run = rl.read_run(stored)
    assert (run.complete, len(run), sorted(set(run.by_deal["deal"]))) == (False, 36, [0, 1, 2, *range(6, 12)])
    again = play(stored, progress=lambda done, total: told.append((done, total)))
    assert frames(again) == frames(alone)
    assert told[0] == (37, 48)
    assert told[-1] == (48, 48)
    again.verify()


def test_parts_of_another_size_fit_in(alone, stored, monkeypatch):
    (stored / "parts" / "part-000000003.json").unlink()
    (stored / "parts" / "part-000000006.json").unlink()
    monkeypatch.setattr(readable, "PLAYS", 20)
    run = play(stored)
    assert frames(run) == frames(alone)
    run.verify()
    assert sorted(path.stem for path in (stored / "parts").iterdir()) == [f"part-{first:09d}" for first in (0, 3, 8, 9)]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"seed": 4}, "its seed: 3 there, 4 here"),
        ({"games": 13}, "its games: 12 there, 13 here"),
        (
            {"rules": SHORT},
            "its rules: rummy40{ending.max_turns=50}, rummy40{ending.max_turns=50,opening.points=51} there",
        ),
        ({"players": ["greedy", drawer]}, "its players: drawer, thrower there, greedy, drawer here"),
        ({"players": [drawer, Thrower(3)]}, "its bots: drawer"),
        ({"rotate": False}, "its rotate: yes there, no here"),
        ({"turns": False}, "its turns: yes there, no here"),
        ({"until": len}, "its until: none there, len here"),
    ],
)
def test_another_run_in_the_same_folder_is_refused(stored, options, said):
    with pytest.raises(rl.RummyError) as refused:
        play(stored, **options)
    text = str(refused.value)
    assert text.startswith(f"{stored} holds another run, which differs in {said}")
    assert text.endswith("; name another folder")
    assert "\n" not in text
    assert rl.read_run(stored).complete


def test_a_bot_that_was_written_anew_is_another_bot(tmp_path):
    def mine(view, rng):
        return drawer(view, rng)

    play(tmp_path, players=[mine, "greedy"], games=1)

    def mine(view, rng):
        return Thrower().choose(view, rng)

    with pytest.raises(rl.RummyError, match=r"differs in its bots: mine \["):
        play(tmp_path, players=[mine, "greedy"], games=1)


def test_a_run_of_another_version_is_read_and_not_gone_on_with(stored, alone):
    about = json.loads((stored / "run.json").read_text(encoding="utf-8"))
    about["versions"]["rummy_lab"] = "0.0.1"
    (stored / "run.json").write_text(json.dumps(about), encoding="utf-8")
    assert frames(rl.read_run(stored)) == frames(alone)
    with pytest.raises(rl.RummyError, match=r"begun with rummy_lab 0.0.1, and this is .* name another folder"):
        play(stored)


PART = "part-000000003"


def flip(path):
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0xFF
    path.write_bytes(bytes(data))


def foreign_mark(run):
    other = run.parent / "other"
    play(other, seed=4)
    for name, suffix in (("parts", "json"), ("by_player", "parquet"), ("by_deal", "parquet"), ("by_turn", "parquet")):
        shutil.copy(other / name / f"{PART}.{suffix}", run / name / f"{PART}.{suffix}")


DAMAGE = {
    "cut short": (
        lambda run: os.truncate(run / f"by_player/{PART}.parquet", 100),
        f"by_player/{PART}.parquet is damaged",
    ),
    "lost": (lambda run: (run / f"by_deal/{PART}.parquet").unlink(), f"by_deal/{PART}.parquet is missing"),
    "mark cut short": (lambda run: os.truncate(run / f"parts/{PART}.json", 10), f"parts/{PART}.json is damaged"),
    "mark of something else": (
        lambda run: (run / f"parts/{PART}.json").write_text("[1]"),
        f"parts/{PART}.json is damaged",
    ),
    "of another run": (foreign_mark, f"parts/{PART}.json is foreign: it belongs to another run"),
    "unknown file": (
        lambda run: shutil.copy(run / f"by_player/{PART}.parquet", run / "by_player/part-000000777.parquet"),
        "by_player/part-000000777.parquet is foreign: no part of this run names it",
    ),
    "end mark": (lambda run: (run / "_SUCCESS").write_text("yes"), "_SUCCESS is damaged"),
}  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_part_that_is_damaged_foreign_or_lost_is_named_and_refused(stored, damage):
    harm, said = DAMAGE[damage]
    harm(stored)
    for call in (lambda: rl.read_run(stored), lambda: play(stored)):
        with pytest.raises(rl.RummyError) as refused:
            call()
        assert str(refused.value).startswith(f"{stored}/{said}")
        assert "delete" in str(refused.value)
        assert "\n" not in str(refused.value)


@pytest.mark.parametrize("name", ["by_player", "by_deal", "by_turn"])
def test_a_flipped_byte_is_found_by_verify_and_mended_as_it_says(stored, name, alone):
    flip(stored / name / f"{PART}.parquet")
    run = rl.read_run(stored)
    with pytest.raises(
        rl.RummyError, match=rf"{name}/{PART}.parquet is damaged; delete .*parts/{PART}.json"
    ) as refused:
        run.verify()
    Path(str(refused.value).partition("; delete ")[2].partition(",")[0]).unlink()
    mended = play(stored)
    mended.verify()
    assert frames(mended) == frames(alone)


def test_a_table_that_no_longer_reads_is_named(stored):
    run = rl.read_run(stored)
    path = stored / "by_player" / f"{PART}.parquet"
    path.write_bytes(b"x" * path.stat().st_size)
    with pytest.raises(rl.RummyError, match=rf"by_player/{PART}.parquet is damaged"):
        _ = run.by_player


def test_parts_that_overlap_are_refused(stored, monkeypatch, tmp_path):
    monkeypatch.setattr(readable, "PLAYS", 16)
    play(tmp_path / "other")
    for name, suffix in (("parts", "json"), ("by_player", "parquet"), ("by_deal", "parquet"), ("by_turn", "parquet")):
        shutil.copy(tmp_path / "other" / name / f"part-000000004.{suffix}", stored / name)
    with pytest.raises(rl.RummyError, match=r"part-000000004.json is foreign: another part holds its deals"):
        rl.read_run(stored)


def test_a_folder_without_a_run_is_refused_and_left_alone(tmp_path):
    with pytest.raises(rl.RummyError, match=r"holds no run: there is no run.json"):
        rl.read_run(tmp_path / "nowhere")
    assert not (tmp_path / "nowhere").exists()
    (tmp_path / "diary.txt").write_text("dear diary", encoding="utf-8")
    with pytest.raises(rl.RummyError, match="holds other files and no run; name an empty folder or a new one"):
        play(tmp_path)
    with pytest.raises(rl.RummyError, match=r"diary.txt: it is no folder; name another"):
        play(tmp_path / "diary.txt")
    assert [path.name for path in tmp_path.iterdir()] == ["diary.txt"]
    with pytest.raises(rl.RummyError, match="out is the name of a folder, not 3"):
        play(3)


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"spec": {}, "id": "x", "versions": {}}'])
def test_a_damaged_description_is_refused(stored, text):
    (stored / "run.json").write_text(text, encoding="utf-8")
    for call in (lambda: rl.read_run(stored), lambda: play(stored)):
        with pytest.raises(rl.RummyError, match=r"run\.json is damaged"):
            call()


def failing(monkeypatch, code, when):
    """From the write of this number on the system refuses in the middle of it; gives a way to mend it."""
    calls = []

    def pour(stream, data):
        calls.append(len(data))
        if len(calls) >= when:
            stream.write(data[: len(data) // 2])
            raise OSError(code, os.strerror(code))
        stream.write(data)

    whole = files.pour
    monkeypatch.setattr(files, "pour", pour)
    return lambda: monkeypatch.setattr(files, "pour", whole)


@pytest.mark.parametrize("when", [1, 2, 5, 8, 11])
@pytest.mark.parametrize(
    ("code", "said"),
    [
        (errno.ENOSPC, "the disk is full; free some space and call again, what is finished is kept"),
        (errno.EIO, "Input/output error; what is finished is kept"),
    ],
)
def test_a_full_disk_is_one_sentence_and_loses_nothing(alone, tmp_path, monkeypatch, when, code, said):
    mend = failing(monkeypatch, code, when)
    with pytest.raises(rl.RummyError) as refused:
        play(tmp_path / "run")
    assert str(refused.value) == f"{tmp_path / 'run'}: {said}"
    assert not list(tmp_path.rglob("*.tmp"))
    if when > 1:
        there = rl.read_run(tmp_path / "run")
        assert (there.complete, len(there)) == (False, 12 * ((when - 2) // 4))
    mend()
    told = []
    again = play(tmp_path / "run", progress=lambda done, total: told.append(done))
    assert frames(again) == frames(alone)
    assert told[0] == (0 if when == 1 else 12 * ((when - 2) // 4)) + 1


@contextmanager
def as_nobody():
    """Without the rights of root, who may write everywhere."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


def test_a_folder_that_is_read_only_is_refused(tmp_path):
    play(tmp_path / "first")  # whatever is imported late is there now
    with tempfile.TemporaryDirectory() as name:
        there = Path(name)
        there.chmod(0o555)
        for out in (there, there / "run"):
            with as_nobody(), pytest.raises(rl.RummyError, match="nothing can be written there; name another folder"):
                play(out)
        there.chmod(0o700)


@pytest.mark.parametrize("code", [errno.EROFS, errno.EACCES])
def test_what_the_system_says_of_a_read_only_folder_is_one_sentence(tmp_path, monkeypatch, code):
    def refuse(*_, **__):
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(folder.Path, "mkdir", refuse)
    with pytest.raises(rl.RummyError, match=r"run: nothing can be written there; name another folder$"):
        play(tmp_path / "run")
    monkeypatch.undo()
    monkeypatch.setattr("rummy_lab.batch.lock.os.open", refuse)
    with pytest.raises(rl.RummyError, match=r"run: nothing can be written there; name another folder$"):
        play(tmp_path / "run")


def test_two_runs_into_one_folder_at_once(tmp_path, alone):
    said = []

    def meanwhile(done, total):
        if done == 20:
            with pytest.raises(rl.RummyError) as refused:
                play(tmp_path)
            said.append(str(refused.value))

    run = play(tmp_path, progress=meanwhile)
    assert said == [f"another run of this process is writing to {tmp_path}; wait for it, or name another folder"]
    assert frames(run) == frames(alone)


def test_a_run_of_another_process_is_waited_for_and_one_that_is_dead_is_taken_over(tmp_path, alone):
    script = f"""
        import sys, time
        sys.path.insert(0, {str(Path(__file__).parents[1])!r})
        from batch.players import play
        from rummy_lab.batch import readable
        readable.PLAYS = 12

        def wait(done, total):
            if done == 20:
                print("here", flush=True)
                time.sleep(600)

        play({str(tmp_path / "run")!r}, progress=wait)
    """
    with subprocess.Popen([sys.executable, "-c", textwrap.dedent(script)], stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout.readline() == "here\n"
        with pytest.raises(rl.RummyError, match=rf"^another run \(process {other.pid}\) is writing to "):
            play(tmp_path / "run")
        assert len(rl.read_run(tmp_path / "run")) == 12
        other.kill()
    assert frames(play(tmp_path / "run")) == frames(alone)


def test_a_worker_that_was_left_behind_writes_nothing(tmp_path, alone):
    left = []
    real = Writer.write

    def late(self, part):
        if not left:
            left.append((self, part))
            raise KeyboardInterrupt
        real(self, part)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Writer, "write", late)
        assert not play(tmp_path).complete
    writer, part = left[0]
    with pytest.raises(rl.RummyError, match="the run that this worker played for has ended"):
        writer.write(part)
    assert not list(tmp_path.rglob("*.parquet"))

    def meanwhile(done, total):
        with pytest.raises(rl.RummyError, match="has ended"):
            writer.write(part)

    assert frames(play(tmp_path, progress=meanwhile)) == frames(alone)


def test_what_a_killed_run_left_half_done_is_swept_away(stored, alone):
    (stored / "parts" / f"{PART}.json").unlink()
    (stored / "_SUCCESS").unlink()
    (stored / "by_deal" / f"{PART}.parquet").unlink()
    leftovers = [stored / "by_player" / ".part-000000004.parquet.77.0.tmp", stored / ".run.json.77.1.tmp"]
    leftovers.append(stored / "by_player" / "part-000000004.parquet")
    for left in leftovers:
        left.write_text("half")
    run = play(stored)
    run.verify()
    assert frames(run) == frames(alone)
    assert not any(left.exists() for left in leftovers)


def test_compact_makes_one_file_a_table(stored, alone, monkeypatch):
    monkeypatch.setattr(compact, "_ROWS", 40)
    run = rl.read_run(stored)
    run.compact()
    for found in (run, rl.read_run(stored), play(stored)):
        found.verify()
        assert frames(found) == frames(alone)
    assert [path.name for path in sorted(stored.rglob("*.parquet"))] == ["part-000000000.parquet"] * 3
    run.compact()
    assert len(pd.read_parquet(stored / "by_player")) == len(alone.by_player)


class Stopped(BaseException):
    pass


@pytest.mark.parametrize("step", range(14))
def test_compact_may_be_stopped_at_any_step(stored, alone, monkeypatch, step):
    steps = []

    def counted(method):
        real = getattr(Path, method)

        def call(self, *arguments, **options):
            if len(steps) == step:
                raise Stopped
            steps.append(method)
            return real(self, *arguments, **options)

        monkeypatch.setattr(Path, method, call)

    run = rl.read_run(stored)
    counted("unlink")
    counted("replace")
    with pytest.raises(Stopped):
        run.compact()
    monkeypatch.undo()
    for found in (rl.read_run(stored), play(stored)):
        found.verify()
        assert frames(found) == frames(alone)


def test_what_is_not_stored_or_not_complete_is_not_made_compact(alone, stored):
    for call in (alone.verify, alone.compact):
        with pytest.raises(rl.RummyError, match="in memory only; play it with out="):
            call()
    (stored / "parts" / f"{PART}.json").unlink()
    with pytest.raises(rl.RummyError, match="not complete; play the rest by the same call"):
        rl.read_run(stored).compact()


def test_tables_as_compressed_text(alone, stored, tmp_path):
    rl.read_run(stored).to_csv(tmp_path / "one")
    alone.to_csv(tmp_path / "two")
    names = ["by_deal", "by_player", "by_turn", "rule_sets"]
    for name in names:
        one, two = (tmp_path / folder / f"{name}.csv.gz" for folder in ("one", "two"))
        assert one.read_bytes() == two.read_bytes()
        assert gzip.decompress(one.read_bytes()).decode() == getattr(alone, name).to_csv(index=False)
    assert pd.read_csv(tmp_path / "one" / "by_player.csv.gz")["penalty"].sum() == alone.by_player["penalty"].sum()
    assert sorted(path.name for path in (tmp_path / "one").iterdir()) == [f"{name}.csv.gz" for name in names]


def test_replay_wants_the_bots_that_played(alone, stored):
    run = rl.read_run(stored)
    rules = run.spec["rules"][1]
    with pytest.raises(rl.RummyError, match=r"the bot drawer is not stored with its run; read_run\(folder, players="):
        run.replay(3, rules=rules)
    again = rl.read_run(stored, players=[drawer, Thrower(2)])
    assert again.replay(3, 1, rules) == alone.replay(3, 1, rules)
    with pytest.raises(rl.RummyError, match=r"players: this run was played by drawer, thrower, in this order"):
        rl.read_run(stored, players=[Thrower(2), drawer])
    with pytest.raises(rl.RummyError, match=r"players\[1\] is not the thrower of this run: it was Thrower\(place=2"):
        rl.read_run(stored, players=[drawer, Thrower(3)])


def test_a_deal_of_a_stored_run_opens_in_the_viewer(tmp_path):
    play(tmp_path, rules="rummy40", players=["greedy", "random"], games=2)
    run = rl.read_run(tmp_path)
    record = run.replay(1, rotation=1)
    assert record == next(one for one in run.records([1]) if one.players == ("random", "greedy"))
    assert len(rl.GameViewer(record).frames) > len(record.turns)


def test_forfeits_are_stored_with_their_record(tmp_path):
    for _ in range(2):
        with pytest.warns(UserWarning, match=r"bot slip \(players\[1\]\) failed in \d+ of 48 deals: 'end' is not"):
            run = play(tmp_path, players=[drawer, slip])
    (lost,) = rl.read_run(tmp_path).forfeits
    assert (lost,) == run.forfeits
    assert lost.deals == (run.by_deal["end"] == "forfeit").sum()
    assert lost.record == run.replay(lost.deal, lost.rotation, run.spec["rules"][lost.rules])


def test_without_pyarrow_it_is_said_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(rl.RummyError, match=r"storing a run needs pyarrow, .* pip install 'rummy_lab\[batch\]'"):
        play(tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_threads_may_store_different_runs(tmp_path, alone):
    runs = {}
    threads = [
        threading.Thread(target=lambda name=name: runs.update({name: play(tmp_path / name)})) for name in ("one", "two")
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [frames(run) == frames(alone) for run in runs.values()] == [True, True]
