"""How the app is served: by whom, to whom, for how long."""

import importlib.util
import json
import os
import subprocess
import sys

import pytest

from rummy_lab.app import command
from rummy_lab.core.errors import RummyError


@pytest.fixture
def served(monkeypatch):
    """What the process would become, and its environment."""
    begun = []
    monkeypatch.setattr(command, "become", lambda *become: begun.append(become) or 0)
    monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
    return begun


def options(arguments):
    return dict(one.removeprefix("--").partition("=")[::2] for one in arguments if one.startswith("--"))


def test_only_this_computer_can_open_it_and_idle_visitors_are_ended(served, capsys):
    command.run([], "de")
    arguments, environment = served[0]
    assert arguments[:4] == [sys.executable, "-m", "voila", str(command.NOTEBOOK)]
    given = options(arguments)
    assert given["Voila.ip"] == "127.0.0.1"
    assert given["MappingKernelManager.cull_idle_timeout"] == "1800"
    assert given["MappingKernelManager.cull_connected"] == "True"
    assert 0 < int(given["MappingKernelManager.cull_interval"]) <= 60
    assert not any("token" in one for one in arguments)
    assert environment.get("RUMMY_LAB_LANG") == os.environ.get("RUMMY_LAB_LANG")  # pages follow their browser
    for name in ("JUPYTER_PATH", "JUPYTER_CONFIG_PATH"):
        assert environment[name].split(os.pathsep)[0] == str(command.HERE / "jupyter")
    said = capsys.readouterr().out
    assert "ohne Passwort" in said
    assert "30 Minuten" in said


def test_options_are_passed_on(served, capsys):
    command.run(["--port", "9000", "--ip=0.0.0.0", "--no-browser", "--idle-minutes", "5"], "en")
    given = options(served[0][0])
    assert (given["port"], given["Voila.ip"], given["MappingKernelManager.cull_idle_timeout"]) == (
        "9000",
        "0.0.0.0",
        "300",
    )
    assert "no-browser" in given
    assert "Whoever reaches this computer at 0.0.0.0, port 9000" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--prot", "1"], "the app does not know --prot 1"),
        (["\x1b[31m"], r"the app does not know \\x1b\[31m;"),
        (["--port", "0"], "--port is '0'"),
        (["--port", "x"], "1 to 65535"),
        (["--idle-minutes", "0"], "1 to 1440"),
    ],
)
def test_what_makes_no_sense_is_told(served, arguments, said):
    with pytest.raises(RummyError, match=said):
        command.run(arguments, "en")
    assert served == []


def test_root_does_not_serve_unless_told_so(served, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    with pytest.raises(RummyError, match="--allow-root"):
        command.run([], "nl")
    assert served == []
    command.run(["--allow-root"], "nl")
    assert len(served) == 1


def test_without_voila_the_mend_is_told(served, monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(RummyError, match=r'installiere es so: .* -m pip install "rummy_lab\[voila\]"'):
        command.run([], "de")


def test_the_help_is_in_the_language(capsys):
    with pytest.raises(SystemExit) as ended:
        command.run(["--help"], "nl")
    assert ended.value.code == 0
    assert "geen browser openen" in capsys.readouterr().out


def test_the_notebook_holds_one_cell_and_no_output():
    notebook = json.loads(command.NOTEBOOK.read_text(encoding="utf-8"))
    (cell,) = notebook["cells"]
    assert (cell["cell_type"], cell["outputs"], cell["execution_count"]) == ("code", [], None)


LOADED = "import sys; from rummy_lab.app.visit import App; App({query!r}); print({heavy} & {{*sys.modules}})"


@pytest.mark.parametrize(
    ("query", "heavy"),
    [("", {"pandas", "matplotlib", "numpy", "numba"}), ("?game=schmidt", {"pandas", "scipy", "numba"})],
)
def test_a_page_loads_only_what_it_needs(query, heavy):
    code = LOADED.format(query=query, heavy=heavy)
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "set()"
