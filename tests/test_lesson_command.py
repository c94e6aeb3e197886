"""`rummy-lab lesson list | new | check | preview`, as whoever writes a lesson uses it."""

import json
import re
import subprocess
import sys

import pytest

from lessons.small import LESSON
from rummy_lab import cli
from rummy_lab.lessons.catalogue import lesson_files


@pytest.fixture(autouse=True)
def folder(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def lesson(capsys, *arguments):
    code = cli.main(["lesson", *arguments])
    said = capsys.readouterr()
    assert "Traceback" not in said.out + said.err
    return code, said.out, said.err


def test_from_new_to_a_lesson_that_is_right(capsys, folder):
    code, out, _ = lesson(capsys, "new", "schmidt/my-lesson")
    assert (code, out) == (0, "Wrote my-lesson.toml. Fill it in, then: rummy-lab lesson check my-lesson.toml\n")
    file = folder / "my-lesson.toml"
    code, out, _ = lesson(capsys, "check", "my-lesson.toml")
    assert code == 1
    assert "fault: my-lesson.toml: title: <title> is still to be put into your own words" in out
    file.write_text(re.sub(r"<([^<>]+)>", r"\1", file.read_text("utf-8")), "utf-8")
    code, out, err = lesson(capsys, "check", "my-lesson.toml")
    assert (code, err) == (0, "")
    assert re.fullmatch(r"my-lesson\.toml: 5 steps, about \d\.\d minutes, no faults, no notes\n", out)
    code, out, _ = lesson(capsys, "preview", "my-lesson.toml")
    assert code == 0
    assert out.startswith("title\n=====\n")


def test_a_file_that_is_there_stays_as_it_is(capsys, folder):
    (folder / "mine.toml").write_text("my notes", "utf-8")
    assert lesson(capsys, "new", "schmidt/mine") == (
        1, "", "rummy-lab: mine.toml is there already and stays as it is; choose another name\n",
    )  # fmt: skip
    assert (folder / "mine.toml").read_text("utf-8") == "my notes"
    (folder / "link.toml").symlink_to(folder / "elsewhere.toml")
    assert lesson(capsys, "new", "schmidt/link")[0] == 1
    assert not (folder / "elsewhere.toml").exists()


@pytest.mark.parametrize("name", ["mine", "chess/mine", "schmidt/../../mine", "schmidt/Mine"])
def test_an_id_that_is_none_is_told_in_a_sentence(capsys, folder, name):
    code, out, err = lesson(capsys, "new", name)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "is no id of a lesson" in err
    assert list(folder.iterdir()) == []


def test_check_tells_all_files_and_fails_for_one(capsys, folder):
    (folder / "good.toml").write_text(LESSON, "utf-8")
    bad = LESSON.replace("points = 18", "points = 17").replace(', nl = "Watch."', "").replace(', nl = "Kijk."', "")
    (folder / "bad.toml").write_text(bad, "utf-8")
    (folder / "worse.toml").write_bytes(b"\xff\xfe")
    code, out, err = lesson(capsys, "check", "good.toml", "bad.toml", "worse.toml", "nowhere.toml")
    assert (code, err) == (1, "")
    lines = out.splitlines()
    assert lines[0].startswith("good.toml: 6 steps, about ")
    assert lines[0].endswith("no faults, no notes")
    assert re.fullmatch(r"fault: bad\.toml: line \d+: steps\[3\]\.points: must be 18", lines[1])
    assert re.fullmatch(r"note:  bad\.toml: line \d+: steps\[0\]\.text: is not translated into nl.*", lines[2])
    assert lines[3].endswith("1 fault, 1 note")
    assert lines[4] == "fault: worse.toml: byte 1 is no UTF-8 text"
    assert lines[5] == "worse.toml: 1 fault, no notes"
    assert lines[6] == "fault: nowhere.toml: cannot be read: No such file or directory"
    assert lesson(capsys, "check", "good.toml")[0] == 0


@pytest.mark.parametrize(("lang", "told"), [("en", "Step 1 of"), ("de", "Schritt 1 von"), ("nl", "Stap 1 van")])
def test_preview_takes_a_file_or_a_lesson_of_the_package_in_each_language(capsys, folder, lang, told):
    (folder / "small.toml").write_text(LESSON, "utf-8")
    for name in ("small.toml", "schmidt/joker-set"):
        code, out, _ = lesson(capsys, "preview", name, "--lang", lang)
        assert code == 0
        assert told in out
    assert lesson(capsys, "preview", "small.toml")[1] == lesson(capsys, "preview", "small.toml", "--lang", "en")[1]


def test_preview_of_what_is_no_lesson_says_all_its_faults(capsys, folder):
    (folder / "bad.toml").write_text(
        LESSON.replace('kind = "watch"', 'kind = "dance"').replace('kind = "find"', 'kind = "look"'), "utf-8"
    )
    code, out, err = lesson(capsys, "preview", "bad.toml")
    assert (code, out) == (1, "")
    assert all(line.startswith("rummy-lab: bad.toml: ") for line in err.splitlines())
    assert len(err.splitlines()) >= 2
    code, _, err = lesson(capsys, "preview", "schmidt/nothing")
    assert (code, err.count("\n")) == (2, 1)


@pytest.mark.parametrize("arguments", [[], ["dance"], ["new"], ["check"], ["preview"], ["play"], ["list", "chess"]])
def test_what_is_not_understood_is_answered_with_the_usage(capsys, arguments):
    with pytest.raises(SystemExit) as done:
        cli.main(["lesson", *arguments])
    assert done.value.code == 2
    told = capsys.readouterr().err
    assert told.startswith("usage: rummy-lab lesson")
    assert "Traceback" not in told


def test_all_lessons_are_listed_by_id_and_title_in_the_language(capsys):
    code, out, _ = lesson(capsys, "list", "schmidt", "--lang", "nl")
    assert code == 0
    assert re.search(r"^schmidt/joker-set +Jokers in groepen$", out, re.MULTILINE)
    assert "rummy40/" not in out
    rows = json.loads(lesson(capsys, "list", "--json")[1])
    assert len(rows) == len(lesson_files())
    assert list(rows[0]) == ["id", "game", "title", "steps", "minutes"]
    assert lesson(capsys, "list", "--csv")[1].startswith("id,game,title,steps,minutes\nschmidt/")


def test_what_is_wrong_is_told_in_the_language(capsys, folder):
    (folder / "mine.toml").write_text("my notes", "utf-8")
    assert lesson(capsys, "new", "schmidt/mine", "--lang", "de")[2] == (
        "rummy-lab: mine.toml ist schon da und bleibt, wie es ist; wähle einen anderen Namen\n"
    )


def test_the_command_checks_a_file_in_a_process_of_its_own(folder):
    (folder / "good.toml").write_text(LESSON, "utf-8")
    command = [sys.executable, "-m", "rummy_lab", "lesson", "check", "good.toml"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.endswith("no faults, no notes\n")
