"""A folder that is there whole or not at all."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from uuid import uuid4

from rummy_lab.core.errors import RummyError
from rummy_lab.records.whole import reason_of

MARK: Final = "rummy-lab-site.json"
"""The file by which a site of ours is known; what it says is for people."""


@contextmanager
def whole(target: Path, said: dict[str, str]) -> Iterator[Path]:
    """An empty folder beside `target` that takes its place when all is done, and goes where something fails.

    Args:
        target: where the folder is to be; a site that was made so before is replaced.
        said: what the mark says.

    Raises:
        RummyError: there is something at `target` that is not such a site, or nothing can be written there.
    """
    target = target.absolute()
    refuse(target)
    new = target.with_name(f".{target.name}.{uuid4().hex[:8]}.part")
    try:
        try:
            new.mkdir(parents=True)
        except OSError as fault:
            raise RummyError(
                "cannot write beside {target}: {fault}", target=str(target), fault=reason_of(fault)
            ) from None
        yield new
        (new / MARK).write_text(json.dumps(said, indent=2) + "\n", encoding="utf-8")
        _put(new, target)
    finally:
        shutil.rmtree(new, ignore_errors=True)


def refuse(target: Path) -> None:
    """Raise RummyError where something stands that is not ours to replace."""
    if not os.path.lexists(target):
        return
    if target.is_symlink() or not target.is_dir():
        raise RummyError(
            "{target} is no folder and stays as it is; choose another name", target=str(target)
        ) from FileExistsError(target)
    if any(target.iterdir()) and not (target / MARK).is_file():
        raise RummyError(
            "{target} holds files that are not of such a site and stays as it is; choose another name",
            target=str(target),
        ) from FileExistsError(target)


def _put(new: Path, target: Path) -> None:
    """Let the new folder take the place; between two renames there is none, and at no time half of one."""
    refuse(target)  # the build took its time, and somebody may have put something there
    old = new.with_suffix(".old")
    try:
        if target.exists():
            target.rename(old)
        try:
            new.rename(target)
        except OSError:
            if old.exists():
                old.rename(target)
            raise
    except OSError as fault:
        raise RummyError(
            "cannot put the site at {target}: {fault}", target=str(target), fault=reason_of(fault)
        ) from None
    shutil.rmtree(old, ignore_errors=True)
