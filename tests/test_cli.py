"""The `rummy-lab` command."""

import json
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from rummy_lab import cli

HEAVY = ("IPython", "anywidget", "ipywidgets", "jupyterlab", "matplotlib", "numba", "numpy", "pandas")


@pytest.fixture
def started(monkeypatch, tmp_path):
    """Run the command in an empty folder; instead of JupyterLab starting, its arguments are noted here."""
    calls = []
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(cli, "run_jupyter", lambda arguments: calls.append(list(arguments)) or 0)
    return calls


def files(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_opens_the_tour_on_a_copy_of_the_notebooks(started, tmp_path, capsys):
    """And with nothing else: no empty token, no --allow-root."""
    assert cli.main([]) == 0
    tour = tmp_path / "rummy-lab-notebooks" / "01_tour.ipynb"
    assert started == [[str(tour), "--LabApp.default_url=/lab/tree/01_tour.ipynb"]]
    assert tour.read_bytes() == (cli.packaged_notebooks() / "01_tour.ipynb").read_bytes()
    assert "Copied" in capsys.readouterr().out


def test_lab_is_the_command_when_none_is_named(started):
    cli.main([])
    cli.main(["lab"])
    assert started[0] == started[1]


def test_notebooks_of_the_user_stay_as_they_are(started, tmp_path, capsys):
    mine = tmp_path / "rummy-lab-notebooks" / "01_tour.ipynb"
    mine.parent.mkdir()
    mine.write_text("my notes", encoding="utf-8")
    assert cli.main([]) == 0
    capsys.readouterr()
    assert cli.main([]) == 0
    assert mine.read_text(encoding="utf-8") == "my notes"
    assert capsys.readouterr().out == ""


def test_a_link_to_nowhere_is_not_followed(started, tmp_path):
    link = tmp_path / "rummy-lab-notebooks" / "01_tour.ipynb"
    link.parent.mkdir()
    link.symlink_to(tmp_path / "elsewhere.ipynb")
    assert cli.main([]) == 0
    assert link.is_symlink()
    assert not (tmp_path / "elsewhere.ipynb").exists()


def test_options_of_jupyterlab_are_passed_on_in_order(started):
    options = ["--no-browser", "--port", "8890", "--ServerApp.port_retries=0", "-y"]
    assert cli.main(options) == 0
    assert cli.main(["lab", *options]) == 0
    assert [call[2:] for call in started] == [options, options]


def test_copies_can_be_edited_and_leave_nothing_half_done(tmp_path):
    source, target = tmp_path / "source", tmp_path / "target"
    (source / "data").mkdir(parents=True)
    (source / ".ipynb_checkpoints").mkdir()
    for name in ("a.ipynb", "data/b.csv", ".ipynb_checkpoints/a-checkpoint.ipynb"):
        (source / name).write_text(name, encoding="utf-8")
        (source / name).chmod(0o444)
    copied = cli.copy_notebooks(source, target)
    assert files(target) == ["a.ipynb", "data/b.csv"]
    assert copied == [target / "a.ipynb", target / "data" / "b.csv"]
    assert all(path.stat().st_mode & 0o200 for path in copied)


def test_an_interrupted_copy_is_made_good_the_next_time(monkeypatch, tmp_path):
    source, target = tmp_path / "source", tmp_path / "target"
    source.mkdir()
    (source / "a.ipynb").write_text("whole", encoding="utf-8")

    def interrupted(_, part):
        Path(part).write_text("ha", encoding="utf-8")
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(cli.shutil, "copyfile", interrupted)
        with pytest.raises(KeyboardInterrupt):
            cli.copy_notebooks(source, target)
    assert files(target) == []
    cli.copy_notebooks(source, target)
    assert (target / "a.ipynb").read_text(encoding="utf-8") == "whole"


def test_a_file_in_the_way_is_told_in_one_sentence(started, tmp_path, capsys):
    (tmp_path / "rummy-lab-notebooks").write_text("", encoding="utf-8")
    assert cli.main([]) == 1
    error = capsys.readouterr().err
    assert error.startswith("rummy-lab: cannot copy the notebooks to ")
    assert error.count("\n") == 1
    assert started == []


def test_missing_jupyterlab_is_told_with_the_command_that_mends_it(started, monkeypatch, capsys):
    monkeypatch.setattr(cli.importlib.util, "find_spec", lambda name: None)
    assert cli.main([]) == 1
    assert "-m pip install jupyterlab" in capsys.readouterr().err
    assert started == []


def test_missing_notebooks_are_told(started, monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(cli, "__file__", str(tmp_path / "rummy_lab" / "cli.py"))
    assert cli.main([]) == 1
    assert "notebooks are missing" in capsys.readouterr().err
    assert started == []


def test_an_unknown_command_is_refused(started, capsys):
    assert cli.main(["tuor"]) == 2
    told = capsys.readouterr().err
    assert told == "rummy-lab: there is no command 'tuor'; commands: ask, lab, lesson, selfplay, warm\n"
    assert started == []


def test_an_interrupt_ends_it_quietly(started, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "copy_notebooks", interrupted)
    assert cli.main([]) == 130


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help(started, option, capsys):
    with pytest.raises(SystemExit) as done:
        cli.main([option])
    assert done.value.code == 0
    told = capsys.readouterr().out
    assert "options of JupyterLab" in told
    assert "rummy-lab warm" in told
    assert started == []


def test_ask_answers_for_both_games_in_the_language(capsys):
    assert cli.main(["ask", "Joker", "auf", "dem", "Brett", "behalten", "--lang", "de"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Darf ich einen ausgetauschten Joker auf meinem Brett behalten?\n  Schmidt-Rummy: Nein")
    assert "\n  Rummy 40: Nein" in told


def test_ask_gives_its_entries_as_json(capsys):
    assert cli.main(["ask", "keep the joker on my rack", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found[0]["id"] == "keep-joker"
    assert [answer["game"] for answer in found[0]["answers"]] == ["schmidt", "rummy40"]


@pytest.mark.parametrize("more", [[], ["--json"]])
def test_ask_says_in_one_sentence_that_it_knows_nothing(capsys, more):
    assert cli.main(["ask", "quantum", "chromodynamics", *more]) == 1
    said = capsys.readouterr()
    assert said.out == ("[]\n" if more else "")
    assert said.err == "rummy-lab: The rule desk has no answer to that; try other words.\n"


@pytest.mark.parametrize("wrong", [[], ["joker", "--lang", "fr"], ["joker", "--all"]])
def test_ask_says_what_it_wants(capsys, wrong):
    with pytest.raises(SystemExit) as done:
        cli.main(["ask", *wrong])
    assert done.value.code == 2
    assert capsys.readouterr().err.startswith("usage: rummy-lab ask WORDS")


def test_warm_takes_no_options(capsys):
    assert cli.main(["warm", "--all"]) == 2
    assert capsys.readouterr().err == "rummy-lab: warm takes no options, and was given --all\n"


def test_warm_without_numba_has_nothing_to_do():
    code = "import sys; sys.modules['numba'] = None; from rummy_lab.cli import main; sys.exit(main(['warm']))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == (
        'Nothing to compile: the compiled search needs numba: pip install "rummy_lab[fast]"; '
        "without it everything works, search and self-play more slowly.\n"
    )
    assert done.stderr == ""


def test_the_process_becomes_jupyterlab(monkeypatch):
    seen = []
    monkeypatch.setattr(cli.os, "execv", lambda path, command: seen.append((path, command)))
    monkeypatch.setattr(cli.subprocess, "call", lambda command: 0)
    cli.run_jupyter(["a.ipynb", "--no-browser"])
    assert seen == [(sys.executable, [sys.executable, "-m", "jupyterlab", "a.ipynb", "--no-browser"])]


@pytest.mark.parametrize("command", [["-m", "rummy_lab"], [str(Path(sys.executable).with_name("rummy-lab"))]])
def test_the_version_is_told_at_once(command):
    """Also by `python -m`; and without loading what only notebooks need."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", *command, "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"rummy_lab {metadata.version('rummy_lab')}\n"
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "argparse" in loaded
    assert not loaded.intersection(HEAVY)
