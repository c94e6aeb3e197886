"""The `rummy-lab` command as a whole, and the notebooks that it opens."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

import rummy_lab
from rummy_lab import cli
from rummy_lab.cli import lab
from rummy_lab.cli.output import painted, say
from rummy_lab.cli.texts import texts

HEAVY = {"IPython", "anywidget", "ipywidgets", "jupyterlab", "matplotlib", "numba", "numpy", "pandas"}
ORIGINALS = lab.packaged_notebooks()


@pytest.fixture
def started(monkeypatch, tmp_path):
    """Run the command in an empty folder; instead of JupyterLab starting, its arguments are noted here."""
    calls = []
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(lab, "run_jupyter", lambda arguments: calls.append(list(arguments)) or 0)
    return calls


@pytest.fixture
def few(monkeypatch, tmp_path):
    """Two notebooks in place of all."""
    source = tmp_path / "originals"
    source.mkdir()
    for name in ("01_tour.ipynb", "05_puzzles.ipynb"):
        (source / name).write_bytes((ORIGINALS / name).read_bytes())
    monkeypatch.setattr(lab, "packaged_notebooks", lambda lang: source)
    return source


def files(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_opens_the_tour_on_a_copy_of_the_notebooks(started, tmp_path, capsys):
    """And with nothing else: no empty token, no --allow-root."""
    assert cli.main([]) == 0
    tour = tmp_path / "rummy-lab-notebooks" / "01_tour.ipynb"
    assert started == [[str(tour), "--LabApp.default_url=/lab/tree/01_tour.ipynb"]]
    assert tour.read_bytes() == (ORIGINALS / "01_tour.ipynb").read_bytes()
    assert "Copied" in capsys.readouterr().out


def test_lab_is_the_command_when_none_is_named(started, few):
    cli.main([])
    cli.main(["lab"])
    assert started[0] == started[1]


def test_notebooks_of_the_user_stay_as_they_are(started, few, tmp_path, capsys):
    mine = tmp_path / "rummy-lab-notebooks" / "01_tour.ipynb"
    mine.parent.mkdir()
    mine.write_text("my notes", encoding="utf-8")
    assert cli.main([]) == 0
    capsys.readouterr()
    assert cli.main([]) == 0
    assert mine.read_text(encoding="utf-8") == "my notes"
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("asked", [["--lang", "de"], ["lab", "--lang=de"]])
def test_a_language_has_its_notebooks_beside_the_others(started, few, tmp_path, monkeypatch, capsys, asked):
    seen = []
    monkeypatch.setattr(lab, "run_jupyter", lambda arguments: seen.append(os.environ["RUMMY_LAB_LANG"]) or 0)
    assert cli.main(asked) == 0
    folder = tmp_path / "rummy-lab-notebooks"
    assert files(folder) == ["de/01_tour.ipynb", "de/05_puzzles.ipynb"]
    assert "gehören dir" in capsys.readouterr().out
    assert seen == ["de"], "the widgets speak it as well"
    assert "RUMMY_LAB_LANG" not in os.environ
    german = nbformat.read(folder / "de" / "01_tour.ipynb", as_version=4)
    nbformat.validate(german)
    english = nbformat.read(few / "01_tour.ipynb", as_version=4)
    assert [cell.cell_type for cell in german.cells] == [cell.cell_type for cell in english.cells]
    (folder / "de" / "01_tour.ipynb").write_text("mine", encoding="utf-8")
    cli.main(asked)
    assert (folder / "de" / "01_tour.ipynb").read_text("utf-8") == "mine"


def test_the_tour_of_a_language_is_what_opens(started, few, tmp_path, monkeypatch):
    """The system's language chooses the copy, and what its cells show is in that language."""
    monkeypatch.setenv("LC_ALL", "nl_NL.UTF-8")
    seen = []
    monkeypatch.setattr(
        lab, "run_jupyter", lambda arguments: seen.append((arguments, os.environ.get("RUMMY_LAB_LANG"))) or 0
    )
    assert cli.main(["--no-browser"]) == 0
    folder = tmp_path / "rummy-lab-notebooks"
    assert seen == [([str(folder), "--LabApp.default_url=/lab/tree/nl/01_tour.ipynb", "--no-browser"], "nl")]
    assert "RUMMY_LAB_LANG" not in os.environ


def test_a_link_to_nowhere_is_not_followed(started, few, tmp_path):
    link = tmp_path / "rummy-lab-notebooks" / "01_tour.ipynb"
    link.parent.mkdir()
    link.symlink_to(tmp_path / "elsewhere.ipynb")
    assert cli.main([]) == 0
    assert link.is_symlink()
    assert not (tmp_path / "elsewhere.ipynb").exists()


def test_options_of_jupyterlab_are_passed_on_in_order(started, few):
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
    copied = lab.copy_notebooks(source, target)
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
        patch.setattr(lab.shutil, "copyfile", interrupted)
        with pytest.raises(KeyboardInterrupt):
            lab.copy_notebooks(source, target)
    assert files(target) == []
    lab.copy_notebooks(source, target)
    assert (target / "a.ipynb").read_text(encoding="utf-8") == "whole"


def test_a_file_in_the_way_is_told_in_one_sentence(started, tmp_path, capsys):
    (tmp_path / "rummy-lab-notebooks").write_text("", encoding="utf-8")
    assert cli.main([]) == 1
    error = capsys.readouterr().err
    assert error.startswith("rummy-lab: cannot copy the notebooks to ")
    assert error.count("\n") == 1
    assert started == []


def test_missing_jupyterlab_is_told_with_the_command_that_mends_it(started, monkeypatch, capsys):
    monkeypatch.setattr(lab.importlib.util, "find_spec", lambda name: None)
    assert cli.main([]) == 1
    assert "-m pip install jupyterlab" in capsys.readouterr().err
    assert started == []


def test_missing_notebooks_are_told(started, monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(lab, "__file__", str(tmp_path / "rummy_lab" / "cli" / "lab.py"))
    assert cli.main([]) == 1
    assert "notebooks are missing" in capsys.readouterr().err
    assert started == []


def test_a_folder_that_is_gone_is_told(started, monkeypatch, capsys):
    monkeypatch.setattr(lab.Path, "cwd", lambda: Path("/nowhere/at/all").stat())
    assert cli.main([]) == 1
    assert capsys.readouterr().err == "rummy-lab: the folder you are in is not there any more; go to another one\n"


def test_what_the_system_refuses_is_told(monkeypatch, capsys):
    monkeypatch.setattr(lab, "run", lambda *_: Path("/nowhere/at/all").stat())
    assert cli.main([]) == 1
    assert capsys.readouterr().err == "rummy-lab: /nowhere/at/all: No such file or directory\n"


def test_an_unknown_command_is_refused(started, capsys):
    assert cli.main(["chekc"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("rummy-lab: there is no command 'chekc'; did you mean check? commands: lab, app, play,")
    assert told.count("\n") == 1
    assert started == []


def test_an_interrupt_ends_it_quietly(started, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(lab, "copy_notebooks", interrupted)
    assert cli.main([]) == 130


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help_names_every_command(started, option, capsys):
    assert cli.main([option]) == 0
    told = capsys.readouterr().out
    assert "options of JupyterLab" in told
    assert "NO_COLOR" in told
    assert all(re.search(rf"^  {command} +\w", told, re.MULTILINE) for command in cli.COMMANDS)
    assert started == []


@pytest.mark.parametrize("lang", ["en", "de", "nl"])
@pytest.mark.parametrize("command", [*cli.COMMANDS, "lesson list", "lesson play", "lesson new", "lesson check"])
def test_every_command_has_help_in_the_language(command, lang, capsys, started):
    with pytest.raises(SystemExit) as done:
        cli.main([*command.split(), "--help", "--lang", lang])
    assert done.value.code == 0
    told = capsys.readouterr().out
    assert f"rummy-lab {command}" in told or command == "lab"
    if command not in ("app", "lite", "worksheet"):  # which have their own words
        assert told.startswith(texts()["parser"]["usage"][lang])
        assert texts()["parser"]["lang"][lang].partition(";")[0] in told
    assert started == []


def test_the_commands_of_other_rooms_are_there():
    for command, home in cli.COMMANDS.items():
        module = __import__(home, fromlist=["run"])
        assert callable(module.run), command


def test_texts_are_whole_in_every_language():
    for section, rows in texts().items():
        for key, row in rows.items():
            assert list(row) == ["en", "de", "nl"], (section, key)
            fields = {lang: sorted(re.findall(r"(?<!{){(\w+)", text)) for lang, text in row.items()}
            assert fields["en"] == fields["de"] == fields["nl"], (section, key)
            assert all(text.strip() for text in row.values()), (section, key)


@pytest.mark.parametrize(
    ("given", "lang"),
    [
        ({"RUMMY_LAB_LANG": "nl", "LC_ALL": "de_DE.UTF-8"}, "nl"),
        ({"LC_ALL": "de_DE.UTF-8"}, "de"),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": "nl_BE"}, "nl"),
        ({"LC_ALL": "C.UTF-8"}, "en"),
        ({"LC_ALL": "fr_FR.UTF-8", "LANG": "de_DE.UTF-8"}, "en"),
    ],
)
def test_the_language_is_the_one_asked_for_else_the_systems(monkeypatch, capsys, given, lang):
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    cli.main(["--help"])
    assert capsys.readouterr().out.startswith(texts()["parser"]["usage"][lang])
    cli.main(["--help", "--lang", "de"])
    assert capsys.readouterr().out.startswith("Aufruf:")


def test_a_language_there_is_none_of_is_told(monkeypatch, capsys):
    assert cli.main(["ask", "joker", "--lang", "fr"]) == 2
    assert capsys.readouterr().err == "rummy-lab: --lang: there is no language 'fr'; the languages are en, de, nl\n"
    assert cli.main(["ask", "joker", "--lang"]) == 2
    capsys.readouterr()
    monkeypatch.setenv("RUMMY_LAB_LANG", "klingon")
    assert cli.main(["rules"]) == 2
    assert capsys.readouterr().err.startswith("rummy-lab: RUMMY_LAB_LANG: there is no language 'klingon'")
    assert cli.main(["rules", "--lang", "en"]) == 0, "what is asked for counts for more"


def test_ask_answers_for_both_games_in_the_language(capsys):
    assert cli.main(["ask", "Joker", "auf", "dem", "Brett", "behalten", "--lang", "de"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Darf ich einen ausgetauschten Joker auf meinem Brett behalten?\n  Schmidt-Rummy: Nein")
    assert "\n  Rummy 40: Nein" in told


def test_ask_gives_its_entries_as_json_and_csv(capsys):
    assert cli.main(["ask", "keep the joker on my rack", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found[0]["id"] == "keep-joker"
    assert [answer["game"] for answer in found[0]["answers"]] == ["schmidt", "rummy40"]
    assert cli.main(["ask", "keep the joker on my rack", "--csv"]) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith("keep-joker,")


@pytest.mark.parametrize("more", [[], ["--json"]])
def test_ask_says_in_one_sentence_that_it_knows_nothing(capsys, more):
    assert cli.main(["ask", "quantum", "chromodynamics", *more]) == 1
    said = capsys.readouterr()
    assert said.out == ("[]\n" if more else "")
    assert said.err == "rummy-lab: The rule desk has no answer to that; try other words.\n"


@pytest.mark.parametrize(
    ("lang", "arguments", "told"),
    [
        ("en", ["ask"], "rummy-lab ask: missing: WORDS"),
        ("de", ["ask", "joker", "--all"], "rummy-lab ask: nicht verstanden: --all"),
        ("nl", ["puzzle", "--level", "x"], "rummy-lab puzzle: --level is een geheel getal, niet 'x'"),
        ("en", ["rules", "--json", "--csv"], "rummy-lab rules: --csv and --json cannot both be given"),
        ("de", ["rules", "--topic"], "rummy-lab rules: --topic braucht einen Wert"),
        (
            "nl",
            ["rules", "schmidt", "--topic", "weather"],
            "rummy-lab rules: --topic kan niet 'weather' zijn; het",
        ),
    ],
)
def test_what_is_not_understood_is_told_in_the_language(capsys, lang, arguments, told):
    with pytest.raises(SystemExit) as done:
        cli.main([*arguments, "--lang", lang])
    assert done.value.code == 2
    lines = capsys.readouterr().err.splitlines()
    assert lines[0].startswith(texts()["parser"]["usage"][lang])
    assert lines[-1].startswith(told)


def test_warm_takes_no_options(capsys):
    with pytest.raises(SystemExit) as done:
        cli.main(["warm", "--all"])
    assert done.value.code == 2
    assert capsys.readouterr().err.endswith("rummy-lab warm: not understood: --all\n")


def test_warm_without_numba_has_nothing_to_do(monkeypatch, capsys):
    for name in [one for one in sys.modules if one.startswith("rummy_lab.search.compiled")]:
        monkeypatch.delitem(sys.modules, name)
    import rummy_lab.search

    monkeypatch.delattr(rummy_lab.search, "compiled", raising=False)
    for name in ("rummy_lab.search.jit", "rummy_lab.search.kernels"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, "numba", None)
    assert cli.main(["warm"]) == 0
    said = capsys.readouterr()
    assert said.out == (
        'Nothing to compile: the compiled search needs numba: pip install "rummy_lab[fast]"; '
        "without it everything works, search and self-play more slowly.\n"
    )
    assert said.err == ""


def test_the_process_becomes_jupyterlab(monkeypatch):
    seen = []
    monkeypatch.setattr(lab.os, "execv", lambda path, command: seen.append((path, command)))
    monkeypatch.setattr(lab.subprocess, "call", lambda command: 0)
    lab.run_jupyter(["a.ipynb", "--no-browser"])
    assert seen == [(sys.executable, [sys.executable, "-m", "jupyterlab", "a.ipynb", "--no-browser"])]


def test_jupyterlab_refuses_root_and_has_a_token_as_it_is_started(tmp_path):
    """The arguments of the command loosen neither; `--allow-root` is for whoever says so."""
    code = (
        "import os, sys; os.geteuid = lambda: 0\n"
        "from jupyterlab.labapp import LabApp\n"
        "LabApp.launch_instance(sys.argv[1:])"
    )
    arguments = [*lab.opened(tmp_path, "en"), "--no-browser", "--ip=127.0.0.1", "--port=0"]
    (tmp_path / "01_tour.ipynb").write_bytes((ORIGINALS / "01_tour.ipynb").read_bytes())
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 1
    assert "root is not recommended" in done.stderr
    assert not [one for one in arguments if one.startswith("--") and ("token" in one or "root" in one)]


@pytest.mark.parametrize("command", [["-m", "rummy_lab"], [str(Path(sys.executable).with_name("rummy-lab"))]])
def test_the_version_is_told_at_once(command):
    """Also by `python -m`; and without loading what only notebooks need."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", *command, "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"rummy_lab {rummy_lab.__version__}\n"
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "rummy_lab" in loaded
    assert not loaded & {*HEAVY, "rummy_lab.words", "rummy_lab.search"}


def test_check_loads_nothing_that_only_notebooks_and_batches_need():
    position = "schmidt; table [6r 7r 8r]; hand A+ 5r 9r; turn A"
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "rummy_lab", "check", position, "layoff 5r>1; end"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.startswith("✓ That is allowed")
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "rummy_lab.words" in loaded
    assert not loaded & {*HEAVY, "scipy", "pyarrow", "rummy_lab.search", "rummy_lab.batch", "rummy_lab.widgets"}


def test_whoever_reads_may_stop_reading():
    done = subprocess.run(
        f"{sys.executable} -m rummy_lab rules schmidt --all | head -1", shell=True, capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    assert (done.stdout, done.stderr) == ("Schmidt Rummy: schmidt\n", "")


@pytest.mark.parametrize("more", [">&-", "<&-", ">/dev/full"])
def test_nobody_need_be_there(more):
    """Where nothing can be said the answer is the exit code."""
    asked = "play --players greedy,greedy --seed 1" if "<" in more else "rules schmidt"
    command = f"{sys.executable} -m rummy_lab {asked} {more}"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.returncode == (1 if "full" in more else 0)
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr


def test_colour_stands_beside_a_sign_and_only_before_people(monkeypatch, capsys):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    say("✗ no", "✓ yes", "so", painted("title", "head"))
    assert "\033" not in capsys.readouterr().out
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    say("✗ no", "✓ yes", "so", painted("title", "head"))
    assert capsys.readouterr().out == "\033[31m✗\033[0m no\n\033[32m✓\033[0m yes\nso\n\033[1mtitle\033[0m\n"
    monkeypatch.setenv("NO_COLOR", "1")
    say("✗ no", painted("title", "head"))
    assert capsys.readouterr().out == "✗ no\ntitle\n"


def test_a_terminal_that_cannot_show_a_letter_ends_nothing():
    done = subprocess.run(
        [sys.executable, "-m", "rummy_lab", "rules", "rummikub", "--lang", "de"], capture_output=True, check=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )  # fmt: skip
    assert b"Gruen" in done.stdout
    assert b"?" not in done.stdout
    assert done.stderr == b""
