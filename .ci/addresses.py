"""Write owner, version and the addresses that follow from them into all files that name them.

The owner stands in pyproject.toml under [tool.rummy_lab], the version in rummy_lab/__init__.py; tests/test_addresses.py
says when this is due.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FILES = ("README.md", "pyproject.toml", ".github/CITATION.cff", "binder/README.md")
# Of the notebooks those that JupyterLab and Voila open from Binder's badges.
TOUR = "notebooks/01_tour.ipynb"


def owner() -> str:
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["rummy_lab"]["owner"])


def version() -> str:
    found = re.search(r'^__version__ = "(.+)"$', (ROOT / "rummy_lab" / "__init__.py").read_text("utf-8"), re.MULTILINE)
    assert found
    return found.group(1)


def mended(text: str) -> str:
    """The text with the owner in every address of the repository, and the version's tag in Binder's."""
    text = re.sub(r"(github\.com/)[\w.-]+(/rummy_lab\b)", rf"\g<1>{owner()}\2", text)
    text = re.sub(r"(mybinder\.org/v2/gh/)[\w.-]+/rummy_lab/[\w.-]+", rf"\g<1>{owner()}/rummy_lab/v{version()}", text)
    return re.sub(r"^version: .+$", f"version: {version()}", text, flags=re.MULTILINE)


if __name__ == "__main__":
    for name in FILES:
        file = ROOT / name
        file.write_text(mended(file.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
