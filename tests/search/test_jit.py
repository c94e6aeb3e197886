"""Compiled code where the installation is read-only and there is no home to write to: a warning, never a crash."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba", reason="it is about what numba keeps")

import rummy_lab

PACKAGE = Path(rummy_lab.__file__).parent


@pytest.fixture
def read_only(tmp_path):
    """Run Python with a copy of the package beside which nothing can be written, and without a home.

    A file where the folder for compiled code should be is in the way of the superuser too.
    """
    shutil.copytree(PACKAGE, tmp_path / PACKAGE.name, ignore=shutil.ignore_patterns("__pycache__", "_notebooks"))
    (tmp_path / PACKAGE.name / "search" / "__pycache__").touch()
    nowhere = str(tmp_path / PACKAGE.name / "__init__.py" / "nowhere")
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    environment |= {"PYTHONPATH": str(tmp_path), "HOME": nowhere, "XDG_CACHE_HOME": nowhere, "LOCALAPPDATA": nowhere}

    def run(*arguments, **more):
        return subprocess.run(
            [sys.executable, "-B", *arguments],
            cwd=tmp_path, env=environment | more, capture_output=True, text=True, check=False,
        )  # fmt: skip

    return run


SOME = "import rummy_lab; from rummy_lab.search import kernels; print(rummy_lab.__file__, kernels._hash(1, 2) >= 0)"


def test_it_warns_once_and_works(read_only, tmp_path):
    done = read_only("-c", SOME)
    assert done.stdout == f"{tmp_path / PACKAGE.name / '__init__.py'} True\n"
    assert done.returncode == 0
    assert done.stderr.count("RuntimeWarning: numba finds no folder for compiled code") == 1
    assert "Traceback" not in done.stderr


def test_a_folder_that_is_named_is_used_without_a_warning(read_only, tmp_path):
    done = read_only("-c", SOME, NUMBA_CACHE_DIR=str(tmp_path / "kept"))
    assert done.stdout.endswith(" True\n")
    assert done.stderr == ""
    assert list((tmp_path / "kept").rglob("*.nbi"))


def test_the_plain_search_says_nothing(read_only):
    code = "import rummy_lab as rl; print(rl.best_arrangement('schmidt', may='1r 2r 3r').cards_laid)"
    done = read_only("-W", "error", "-c", code)
    assert (done.stdout, done.stderr) == ("3\n", "")


@pytest.mark.slow
def test_a_bot_plays_and_the_command_says_what_to_do(read_only):
    code = "import rummy_lab as rl; print(rl.play_out('schmidt', ['exact', 'exact']).outcome.how)"
    done = read_only("-c", code)
    assert done.stdout == "out\n"
    assert done.stderr.count("RuntimeWarning") == 1
    done = read_only("-m", "rummy_lab", "warm")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(
        "rummy-lab: the exact search is compiled, but there is no folder to keep compiled code in"
    )
    assert done.stderr.count("\n") == 1
