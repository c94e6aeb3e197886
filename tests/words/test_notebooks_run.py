"""The German and Dutch notebooks run from top to bottom, and what they say while they run is in their language."""

import json
import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from rummy_lab.words.notebooks import texts_of, translated

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"
PATHS = sorted(path for path in FOLDER.rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts)
NAMES = [path.relative_to(FOLDER).with_suffix("").as_posix() for path in PATHS]
ENGLISH_WORDS = re.compile(r"\b(the|and|with|you|your|from|this)\b", re.IGNORECASE)
QUOTED = re.compile("„[^“]*“|‘[^’]*’|<[^>]*>")
# Three languages side by side, what belongs in a report, errors that are printed.
SPEAKS_ENGLISH = {
    ("01_tour", "why-not"),
    ("01_tour", "why-not-step"),
    ("07_self_play_statistics", "c46"),
    ("how_to/a_million_deals", "cite"),
    ("how_to/grade_answers", "assert"),
    ("how_to/make_a_variant", "vary"),
}

pytestmark = [pytest.mark.slow, pytest.mark.notebook]


@pytest.mark.parametrize("lang", ["de", "nl"])
@pytest.mark.parametrize("name", [name for name in NAMES if texts_of(name, "de")])
def test_runs_and_speaks_its_language(name, lang, tmp_path, monkeypatch):
    monkeypatch.setenv("RUMMY_LAB_LANG", lang)
    english = json.loads((FOLDER / f"{name}.ipynb").read_text("utf-8"))
    notebook = nbformat.reads(json.dumps(translated(name, english, lang)), as_version=4)
    resources = {"metadata": {"path": str(tmp_path)}}
    NotebookClient(notebook, timeout=600, store_widget_state=False, resources=resources).execute()
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if (name, cell.id) not in SPEAKS_ENGLISH:
                assert not ENGLISH_WORDS.search(said(output)), f"{name}, cell {cell.id!r}: {said(output)}"


def said(output):
    """What an output says to its reader. Warnings are as errors are, in English; frames have names of columns."""
    if output.get("name") == "stderr" or "text/html" in output.get("data", {}):
        return ""
    return QUOTED.sub("", output.get("text") or output.get("data", {}).get("text/plain", ""))
