"""What a visitor of Binder does, in the environment of its image: open what the badges open, and run every notebook."""

from __future__ import annotations

import re
import time
from pathlib import Path
from urllib.parse import unquote

import nbformat
from fresh_clone import get, newcomer
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parent.parent
SECONDS_A_CELL = 300


def addresses() -> list[str]:
    """Of the README's badges, what comes after the address of the session."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    return list(dict.fromkeys(map(unquote, re.findall(r"mybinder\.org/[^)\s]*\?urlpath=([^)\s]+)", readme))))


def open_all() -> None:
    start = time.monotonic()
    # Binder's sessions have an address of their own, below that of their server.
    with newcomer("jupyter lab --ServerApp.base_url=/user/somebody/", ROOT, Path.home()) as facts:
        print(f"the server is there after {time.monotonic() - start:.1f} s")
        for address in addresses():
            start = time.monotonic()
            page = get(facts, address).decode("utf-8")
            print(f"{address} after {time.monotonic() - start:.1f} s, {len(page) // 1000} kB")
            if address.startswith("voila/"):
                assert 'id="rendered_cells"' in page, "the app has another look than rummy-lab app gives it"
                assert "application/vnd.jupyter.widget-view+json" in page, "the app shows no widget"
                assert "Traceback" not in page
            else:
                assert "JupyterLab" in page
                assert (ROOT / address.removeprefix("lab/tree/")).is_file()


def run_all() -> None:
    for path in sorted((ROOT / "notebooks").rglob("*.ipynb")):
        start = time.monotonic()
        notebook = nbformat.read(path, as_version=4)
        resources = {"metadata": {"path": str(path.parent)}}
        NotebookClient(notebook, timeout=SECONDS_A_CELL, store_widget_state=False, resources=resources).execute()
        print(f"{path.relative_to(ROOT)} in {time.monotonic() - start:.1f} s")


if __name__ == "__main__":
    assert addresses()[0].startswith("voila/"), "the first badge opens the app"
    open_all()
    run_all()
