"""Binder builds an image from `binder/`: what the image would do is read off without building it."""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from urllib.parse import unquote

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
BINDER = ROOT / "binder"
README = (ROOT / "README.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
APP, NOTEBOOKS = "voila/render/", "lab/tree/"


def requirements() -> list[str]:
    lines = (BINDER / "requirements.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def needs(*extras: str) -> dict[str, Requirement]:
    lines = [*PROJECT["dependencies"], *(line for extra in extras for line in PROJECT["optional-dependencies"][extra])]
    return {need.name: need for need in map(Requirement, lines)}


@pytest.fixture(scope="module")
def recipe() -> str:
    """What the image would be built by."""
    command = [sys.executable, "-m", "repo2docker", "--no-build", "--debug", str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL)
    return done.stdout + done.stderr


def test_the_package_itself_is_installed_with_what_a_class_may_use():
    """With a folder `binder/` the pyproject.toml beside it is not looked at."""
    (own,) = (line for line in requirements() if line.startswith("."))
    assert own == ".[batch,fast,stats,voila]"


def test_pins_agree_with_what_the_package_needs():
    pins = [Requirement(line) for line in requirements() if not line.startswith(".")]
    assert {pin.name for pin in pins} == {"anywidget", "ipywidgets", "jupyterlab"}
    for pin in pins:
        (version,) = pin.specifier
        assert version.operator == "=="
        assert version.version in needs()[pin.name].specifier


@pytest.mark.parametrize("script", ["postBuild", "start"])
def test_scripts_can_be_run_and_stop_at_the_first_failure(script):
    path = BINDER / script
    assert os.access(path, os.X_OK)
    first, *rest = path.read_text(encoding="utf-8").splitlines()
    assert first == "#!/bin/bash"
    assert "set -eu" in rest
    subprocess.run(["bash", "-n", path], check=True)


def test_a_session_begins_as_the_compiled_code_was_made():
    """Compiled code is kept for one kind of processor: image and session have to mean the same."""
    show = 'echo "$NUMBA_CPU_NAME" "$@"'
    started = [BINDER / "start", "bash", "-c", show, "bash", "one", "two words"]
    assert subprocess.run(started, capture_output=True, text=True, check=True).stdout == "generic one two words\n"
    assert '"$(dirname "$0")/start" rummy-lab warm' in (BINDER / "postBuild").read_text(encoding="utf-8")


def test_the_app_is_shown_on_binder_as_elsewhere():
    built = (BINDER / "postBuild").read_text(encoding="utf-8")
    look, settings = (ROOT / "rummy_lab" / path for path in re.findall(r'cp (?:-R )?"\$package/(\S+)"', built))
    assert (look / "index.html.j2").is_file()
    said = json.loads(settings.read_text(encoding="utf-8"))
    assert said["VoilaConfiguration"]["template"] == look.name


def test_the_first_badge_opens_the_app_and_the_second_the_tour():
    badges = re.findall(r"\[!\[(.+?)\]\(\S+?\)\]\(https://mybinder\.org/\S+\?urlpath=(\S+?)\)", README)
    assert [words for words, _ in badges] == ["Open the app on Binder", "Open the notebooks on Binder"]
    app, notebooks = (unquote(address) for _, address in badges)
    assert app.startswith(APP)
    assert (ROOT / app.removeprefix(APP)).is_file()
    assert notebooks == f"{NOTEBOOKS}notebooks/01_tour.ipynb"
    for address in re.findall(r"\?urlpath=([^)\s]+)", (BINDER / "README.md").read_text(encoding="utf-8")):
        assert unquote(address) in {app, notebooks}


def test_the_readme_says_how_long_a_session_lasts():
    assert re.search(r"ten\s+idle\s+minutes", README)
    assert re.search(r"keeps\s+nothing", README)


def test_the_image_installs_the_package_from_the_copied_repository(recipe):
    install = recipe.index('pip install --no-cache-dir -r "binder/requirements.txt"')
    assert recipe.rindex("COPY --chown=0:0 src/ ", 0, install) < install < recipe.index("RUN ./binder/postBuild")
    assert "environment-2epy-2d3-2e11" in recipe, "the image would not have Python 3.11"


def test_every_session_of_the_image_goes_through_start(recipe):
    assert re.search(r'^ENV R2D_ENTRYPOINT="\S+/binder/start"$', recipe, re.MULTILINE)
