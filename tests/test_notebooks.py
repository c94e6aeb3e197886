"""Every notebook runs from top to bottom, as a class runs it: on its own, in a folder that holds the notebooks."""

import shutil
import time
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).resolve().parent.parent / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
HOW_TO = sorted((FOLDER / "how_to").glob("*.ipynb"))
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


def test_how_to_pages_run_in_time(tmp_path):
    """All in one kernel that forgets in between: starting one for each would take longer than they do."""
    whole = nbformat.v4.new_notebook(metadata=nbformat.read(HOW_TO[0], as_version=4).metadata)
    for path in HOW_TO:
        for cell in nbformat.read(path, as_version=4).cells:
            cell.id = f"{path.stem}-{cell.id}"
            whole.cells.append(cell)
        whole.cells.append(nbformat.v4.new_code_cell("%reset -f"))
    resources = {"metadata": {"path": str(tmp_path)}}
    start = time.monotonic()
    NotebookClient(whole, timeout=SECONDS_OTHERWISE, store_widget_state=False, resources=resources).execute()
    assert time.monotonic() - start < SECONDS_OTHERWISE
    assert list(tmp_path.iterdir()) == [], "they leave nothing behind"


def test_the_readme_leads_to_each_how_to_page():
    readme = (FOLDER.parent / "README.md").read_text(encoding="utf-8")
    assert [path.name for path in HOW_TO if f"(notebooks/how_to/{path.name})" not in readme] == []
