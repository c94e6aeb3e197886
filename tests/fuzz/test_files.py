"""Folders that a stranger may have sent: nothing outside of them is read, written or deleted, whatever they say."""

import json
import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import rummy_lab as rl
from fuzz.hostile import answer_text, match_text, record_text, told_well
from rummy_lab.batch import readable
from rummy_lab.batch.spec import identity
from rummy_lab.core.errors import RummyError

PART = "part-000000000"


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    path = tmp_path_factory.mktemp("kept") / "run"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(readable, "PLAYS", 2)
        rl.selfplay("schmidt{ending.max_turns=50}", ["random", "random"], games=4, seed=1, out=path, progress=False)
    return path


@pytest.fixture
def run(kept, tmp_path):
    """A run of two parts in a folder, with something precious beside it."""
    (tmp_path / "precious.json").write_text("precious", encoding="utf-8")
    (tmp_path / "precious.parquet").write_text("precious", encoding="utf-8")
    return Path(shutil.copytree(kept, tmp_path / "run"))


def everything(folder):
    """What lies in a folder, and what is in it."""
    return {path.as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def refused(call):
    """Whether it is refused, told well."""
    with pytest.raises(RummyError) as fault:
        call()
    told_well(fault.value)
    return str(fault.value)


def meant(run, old, tables=("by_player",), first=0):
    """What stands in a folder where somebody was stopped while making it compact."""
    about = json.loads((run / "run.json").read_text(encoding="utf-8"))
    table = {"rows": 1, "bytes": 1, "sha256": ""}
    mark = {"run": about["id"], "first": first, "last": 4, "tables": dict.fromkeys(tables, table), "forfeits": []}
    (run / ".compact.json").write_text(json.dumps({"mark": json.dumps(mark), "old": old}), encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "tables"),
    [
        (["../../precious"], ("by_player",)),
        (["/var/precious"], ("by_player",)),
        ([PART, "../../precious"], ("by_player",)),
        ([PART], ("../..",)),
        ([PART], ("..", "by_player")),
        (["part-000000000/../../../precious"], ("by_player",)),
        ([7], ("by_player",)),
    ],
)  # fmt: skip
def test_what_is_to_be_made_compact_names_nothing_outside(run, old, tables):
    meant(run, old, tables)
    before = everything(run.parent)
    assert ".compact.json is damaged; delete it" in refused(lambda: rl.read_run(run))
    after = everything(run.parent)
    after.pop((run / ".lock").as_posix(), None)
    before.pop((run / ".lock").as_posix(), None)
    assert after == before


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"mark": 7, "old": 7}', "[" * 100_000, '{"mark": "{}", "old": null}']
)
def test_a_damaged_note_is_refused(run, text):
    (run / ".compact.json").write_text(text, encoding="utf-8")
    assert "is damaged" in refused(lambda: rl.read_run(run))


LINKS = {
    "part": f"by_player/{PART}.parquet",
    "mark": f"parts/{PART}.json",
    "table": "by_player",
    "marks": "parts",
    "spec": "run.json",
    "end": "_SUCCESS",
}  # fmt: skip


@pytest.mark.parametrize("kind", LINKS)
def test_a_link_that_leads_out_is_refused(run, kind):
    place = run / LINKS[kind]
    outside = run.parent / "outside"
    shutil.move(place, outside)
    place.symlink_to(outside)
    before = everything(run.parent)
    assert "a link that leads out of the folder" in refused(lambda: rl.read_run(run).by_player)
    assert everything(run.parent) == before


@pytest.mark.parametrize("name", [".lock", ".owner"])
def test_a_link_in_place_of_the_lock_overwrites_nothing(run, name):
    (run / name).unlink(missing_ok=True)
    (run / name).symlink_to(run.parent / "precious.json")
    (run / "parts" / f"{PART}.json").unlink()
    call = lambda: rl.selfplay(  # noqa: E731
        "schmidt{ending.max_turns=50}", ["random", "random"], games=4, seed=1, out=run, progress=False
    )
    if name == ".lock":
        assert "a link lies there" in refused(call)
    else:
        call()
    assert (run.parent / "precious.json").read_text(encoding="utf-8") == "precious"


SPECS = {
    "games": [True, -1, 1.5, "x", 10**30, None], "seed": [-1, 1 << 64, "x", None], "rotate": [0, "yes"], "turns": [1],
    "rules": ["schmidt", [], [7], None, [["schmidt"]], {}],
    "players": ["random", [7, 8], None, [["a"], "b"], ["a"] * 9],
    "bots": [None, [], [None, None], "x"], "until": [7, []], "schema": ["1", None, True, 1.0],
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in SPECS.items() for value in values], ids=str
)
def test_a_spec_of_another_form_is_refused(run, name, value):
    about = json.loads((run / "run.json").read_text(encoding="utf-8"))
    about["spec"][name] = value
    about["id"] = identity(about["spec"])
    (run / "run.json").write_text(json.dumps(about), encoding="utf-8")
    assert "run.json is damaged" in refused(lambda: rl.read_run(run))


NUMBERS = {"entry": 0, "deals": "1", "deal": 2, "rotation": 0, "rules": 0, "reason": "", "text": ""}
MARKS = {
    "first": [-2, "0", 0.0, float("inf"), None, True], "last": [0, -1, 1e400, "4", [4]], "run": [None],
    "tables": [None, [], {}], "forfeits": [7, [7], [{}], [{"entry": []}], [NUMBERS]],
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in MARKS.items() for value in values], ids=str
)
def test_a_mark_of_another_form_is_refused(run, name, value):
    path = run / "parts" / f"{PART}.json"
    mark = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**mark, name: value}), encoding="utf-8")
    assert PART in refused(lambda: rl.read_run(run))


@pytest.mark.parametrize("name", ["run.json", "_SUCCESS", f"parts/{PART}.json"])
@pytest.mark.parametrize(
    "text",
    ["", "[" * 100_000, "9" * 5000, '{"a":' * 5000, "\udcff", "NaN", " " * ((1 << 22) + 1)],
    ids=lambda text: ascii(text[:8]),
)
def test_a_file_that_is_no_json_is_refused(run, name, text):
    (run / name).write_bytes(text.encode("utf-8", "surrogateescape"))
    assert "is damaged" in refused(lambda: rl.read_run(run))


def test_a_small_file_that_unpacks_to_a_large_table_is_refused_before_it_is_unpacked(run):
    import numpy as np
    import pyarrow as pa
    import pyarrow.parquet as pq

    rows = 3_000_000
    path = run / "by_deal" / f"{PART}.parquet"
    old = pq.read_table(path)
    table = pa.table({name: pa.array(np.zeros(rows, dtype=np.int8)) for name in old.column_names})
    pq.write_table(table, path)
    mark_path = run / "parts" / f"{PART}.json"
    mark = json.loads(mark_path.read_text(encoding="utf-8"))
    mark["tables"]["by_deal"] |= {"rows": rows, "bytes": path.stat().st_size}
    mark_path.write_text(json.dumps(mark), encoding="utf-8")
    assert path.stat().st_size < 200_000
    found = rl.read_run(run)
    assert "by_deal" in refused(lambda: found.by_deal)


def test_a_pipe_is_no_file(tmp_path):
    for name in ("a.jsonl", "a.toml"):
        os.mkfifo(tmp_path / name)
    assert "it is no file" in refused(lambda: rl.read_record(tmp_path / "a.toml"))
    assert "it is no file" in refused(lambda: rl.LessonPlayer(str(tmp_path / "a.toml")))
    assert any("it is no file" in fault for fault in rl.class_report(tmp_path).faults)


def test_links_in_the_folder_of_a_class_or_of_games_lead_nowhere(tmp_path):
    outside, inside = tmp_path / "outside", tmp_path / "inside"
    outside.mkdir()
    inside.mkdir()
    (outside / "eva.jsonl").write_text(answer_text(), encoding="utf-8")
    (outside / "game.toml").write_text(record_text(), encoding="utf-8")
    for name in ("eva.jsonl", "game.toml"):
        (inside / name).symlink_to(outside / name)
    report = rl.class_report(inside)
    assert report.pupils == ()
    assert [fault for fault in report.faults if "leads out of the folder" in fault]
    assert "leads out of the folder" in refused(lambda: rl.my_games(inside))


AUDITED = """
import os, sys
home, folder = sys.argv[1:3]
touched = []
def watch(event, args):
    if event in ("open", "os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.truncate",
                 "shutil.rmtree", "subprocess.Popen", "os.system", "os.exec", "socket.connect", "os.chmod"):
        touched.append((event, str(args[0]), args[1:]))
import rummy_lab as rl
from rummy_lab.batch import selfplay
from rummy_lab.widgets.saved import load_match
import pyarrow.dataset, pyarrow.parquet, pandas, numpy, matplotlib.figure
calls = [lambda: rl.read_run(folder + "/run"), lambda: rl.read_run(folder + "/run").by_player,
         lambda: rl.my_games(folder),
         lambda: rl.class_report(folder).page(), lambda: rl.read_record(folder + "/game.toml"),
         lambda: load_match(folder + "/match.toml"), lambda: rl.LessonPlayer(folder + "/lesson.toml")]
def go():
    for call in calls:
        try:
            call()
        except rl.RummyError:
            pass
import warnings
warnings.simplefilter("ignore")
go()
sys.addaudithook(watch)
go()
root = os.path.realpath(folder)
for event, path, rest in touched:
    real = os.path.realpath(path) if isinstance(path, str) else path
    inside = str(real).startswith(root + os.sep)
    writes = event != "open" or any(isinstance(one, str) and set(one) & set("wax+") for one in rest)
    ours = str(real).startswith((sys.prefix, sys.base_prefix, os.path.dirname(rl.__file__), "/proc/"))
    if not inside and (writes or not ours) and str(real) != "/dev/null":
        print(event, path, rest)
"""


def test_nothing_outside_of_the_folder_is_touched(run):
    folder = run.parent
    meant(run, ["../../precious", PART])
    (folder / "game.toml").write_text(record_text(), encoding="utf-8")
    (folder / "match.toml").write_text(match_text(), encoding="utf-8")
    (folder / "lesson.toml").write_text('id = "schmidt/../../x"\nformat = 1\n', encoding="utf-8")
    (folder / "eva.jsonl").write_text(answer_text() + '{"lesson": "../../../etc/passwd"}\n', encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(AUDITED), str(Path.home()), str(folder)],
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
