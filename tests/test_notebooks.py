"""Every notebook runs from top to bottom, as a class runs it: on its own, in a folder that holds the notebooks."""

import shutil
import time
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).resolve().parent.parent / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
SECONDS = {"01_tour": 60, "07_self_play_statistics": 180, "08_variants": 180, "09_exact_chances": 180}
SECONDS_OTHERWISE = 120

pytestmark = pytest.mark.notebook


def test_there_is_a_tour():
    assert FOLDER / "01_tour.ipynb" in NOTEBOOKS


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_runs_in_time(path, tmp_path):
    folder = tmp_path / "class"
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
    limit = SECONDS.get(path.stem, SECONDS_OTHERWISE)
    notebook = nbformat.read(folder / path.name, as_version=4)
    client = NotebookClient(
        notebook, timeout=limit, store_widget_state=False, resources={"metadata": {"path": str(folder)}}
    )
    start = time.monotonic()
    client.execute()
    assert time.monotonic() - start < limit
