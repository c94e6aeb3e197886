"""Binder builds an image from `binder/`: what the image would do is read off without building it."""

import subprocess
import sys
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent


def requirements() -> list[str]:
    lines = (ROOT / "binder" / "requirements.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def test_the_package_itself_is_installed():
    """With a folder `binder/` the pyproject.toml beside it is not looked at."""
    assert "." in requirements()


def test_pins_agree_with_what_the_package_needs():
    needs = {need.name: need.specifier for need in map(Requirement, metadata.requires("rummy_lab") or ())}
    pins = [Requirement(line) for line in requirements() if line != "."]
    assert {pin.name for pin in pins} == {"anywidget", "ipywidgets", "jupyterlab"}
    for pin in pins:
        (version,) = pin.specifier
        assert version.operator == "=="
        assert version.version in needs[pin.name]


def test_the_image_has_the_search_compiled_if_it_has_numba():
    """Compiled code is kept for the processor that compiled it, and nobody should wait for it."""
    numba = any(line.startswith(("numba", "fast")) or "[fast" in line for line in requirements())
    built = (ROOT / "binder" / "postBuild").read_text(encoding="utf-8")
    assert ("rummy-lab warm" in built) == numba


def test_the_image_installs_the_package_from_the_copied_repository():
    command = [sys.executable, "-m", "repo2docker", "--no-build", "--debug", str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL)
    recipe = done.stdout + done.stderr
    install = recipe.index('pip install --no-cache-dir -r "binder/requirements.txt"')
    assert recipe.rindex("COPY --chown=0:0 src/ ", 0, install) < install < recipe.index("RUN ./binder/postBuild")
    assert "environment-2epy-2d3-2e11" in recipe, "the image would not have Python 3.11"
