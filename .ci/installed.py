"""Look at an installed rummy_lab, with every warning an error: all files and all names are there, outside the clone.

The files are those of the clone, and the names those that `rummy_lab.__all__` promises.
"""

from __future__ import annotations

import subprocess
import sys
from importlib import metadata
from pathlib import Path

import rummy_lab

SAME = {"notebooks/": "_notebooks/", "rummy_lab/": ""}


def wanted(clone: Path) -> set[str]:
    """What the package has to hold, by the names it has there."""
    command = ["git", "ls-files", "-z", *SAME]
    listed = subprocess.run(command, cwd=clone, check=True, text=True, stdout=subprocess.PIPE).stdout.split("\0")
    return {there + name.removeprefix(here) for name in listed for here, there in SAME.items() if name.startswith(here)}


def main(clone: str) -> None:
    package = Path(rummy_lab.__file__).parent
    assert Path(sys.prefix) in package.parents, package
    found = {path.relative_to(package).as_posix() for path in package.rglob("*") if path.is_file()}
    files = wanted(Path(clone))
    missing = files - found
    assert not missing, sorted(missing)
    facts = metadata.metadata("rummy_lab")
    assert facts["Version"] == rummy_lab.__version__
    assert facts["License-Expression"] == "BSD-3-Clause"
    for name in rummy_lab.__all__:
        getattr(rummy_lab, name)
    print(f"{len(files)} files, {len(rummy_lab.__all__)} names")


if __name__ == "__main__":
    main(sys.argv[1])
