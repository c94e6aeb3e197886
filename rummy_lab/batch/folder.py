"""The folder of a run: begun, resumed, read, made compact."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rummy_lab.batch import compact, files, spec
from rummy_lab.batch.lock import Occupied, locked
from rummy_lab.batch.needs import needed
from rummy_lab.batch.parts import Part
from rummy_lab.batch.pieces import Prefix
from rummy_lab.batch.plan import AbsentBot, Plan
from rummy_lab.batch.run import Run
from rummy_lab.batch.schema import NUMBER, TABLES, Layout
from rummy_lab.batch.store import MARKS, RUN, SUCCESS, Folder, Writer, stem
from rummy_lab.batch.table import Player
from rummy_lab.bots import BOTS, Bot, bot
from rummy_lab.core.errors import RummyError, printable, shown
from rummy_lab.records.whole import stay_inside


class OtherRun(Occupied):
    """A folder that holds a run of other rules, bots or length."""


class Kept(Folder):
    """The folder of a run that nobody plays into."""

    def compact(self) -> None:
        """One file a table; raises RummyError."""
        with _locked(self.path):
            self.verify()
            with files.spoken(self.path):
                compact.begin(self)
                compact.finish(self.path)
            self.refresh()


class Store(Folder):
    """The folder while a run is played into it."""

    def __init__(self, folder: Path, made_from: spec.Spec, layout: Layout, token: str) -> None:
        super().__init__(folder, made_from, layout)
        self.writer = Writer(folder, self.run, token, layout)

    def add(self, part: Part) -> None:
        """Take note of a part that was written by who played it."""
        with files.spoken(self.path):
            self.marks[part.first] = self._mark(self.path / MARKS / f"{stem(part.first)}.json")

    def keep_below(self, deal: int) -> None:
        """Delete what lies at or above a number."""
        with files.spoken(self.path):
            for mark in [mark for mark in self.marks.values() if mark.first >= deal]:
                (self.path / MARKS / f"{mark.stem}.json").unlink()
                del self.marks[mark.first]
                for name in self.names:
                    self.file(mark, name).unlink()

    @property
    def complete(self) -> bool:
        """Whether all deals of a finished run are there."""
        return is_complete(self)

    def finish(self) -> None:
        """Say that nothing is missing."""
        with files.spoken(self.path):
            files.put(self.path / SUCCESS, json.dumps({"deals": Prefix(self.done).end}).encode())
            files.settle(self.path)

    def sweep(self) -> None:
        """Delete what a run that was killed left half done."""
        with files.spoken(self.path):
            for left in self.path.rglob(f".*{files.TEMPORARY}"):
                left.unlink(missing_ok=True)
            if self.complete:
                self.refuse_strangers()
            for left in self.strangers():
                left.unlink()


def is_complete(folder: Folder) -> bool:
    """Whether the folder says that it has all deals, and has them."""
    deals = folder.deals
    return deals is not None and Prefix(folder.done).end == deals


@contextmanager
def opened(out: object, plan: Plan, *, turns: bool, until: object) -> Iterator[Store]:
    """The folder to play a run into, new or with what is there already; raises RummyError."""
    needed("pyarrow", "storing a run")
    if not isinstance(out, str | os.PathLike):
        raise RummyError("out is the name of a folder, not {given}", given=shown(out))
    if "\0" in os.fspath(out):
        raise RummyError("out is the name of a folder, not {given}", given=shown(out))
    folder, wanted = Path(out), spec.spec_of(plan, turns=turns, until=until)
    with files.spoken(folder):
        folder.mkdir(parents=True, exist_ok=True)
        others = [path.name for path in folder.iterdir() if not path.name.startswith(".")]
    if others and RUN not in others:
        raise RummyError("{folder} holds other files and no run; name an empty folder or a new one", folder=str(folder))
    with _locked(folder) as token:
        if RUN in others:
            _same(folder, wanted)
        with files.spoken(folder):
            compact.finish(folder)
            if RUN not in others:
                about = {"spec": wanted, "id": spec.identity(wanted), "versions": spec.versions()}
                files.put(folder / RUN, json.dumps(about, indent=1).encode())
                files.settle(folder)
            for name in (MARKS, *TABLES):
                if turns or name != "by_turn":
                    (folder / name).mkdir(exist_ok=True)
        store = Store(folder, wanted, plan.layout, token)
        store.sweep()
        yield store


@contextmanager
def _locked(folder: Path) -> Iterator[str]:
    """As `locked`, with a sentence for what the system refuses; what happens inside is not its business."""
    lock = locked(folder)
    with files.spoken(folder):
        token = lock.__enter__()
    try:
        yield token
    finally:
        lock.__exit__(None, None, None)


def about(folder: Path) -> dict[str, Any]:
    """What run.json says; raises RummyError."""
    path = folder / RUN
    try:
        found: dict[str, Any] = files.said_in(stay_inside(folder, path))
        if spec.is_whole(found["spec"]) and spec.identity(found["spec"]) == found["id"]:
            versions = found.get("versions")
            return found | {"versions": versions if isinstance(versions, dict) else {}}
    except FileNotFoundError:
        raise RummyError("{folder} holds no run: there is no {file}", folder=printable(str(folder)), file=RUN) from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as fault:
        if isinstance(fault, RummyError):
            raise
    raise RummyError("{path} is damaged, and nothing else says what this run was made from", path=printable(str(path)))


def _same(folder: Path, wanted: spec.Spec) -> None:
    there = about(folder)
    if there["spec"] != wanted:
        raise OtherRun(
            "{folder} holds another run, which differs in {part}; name another folder",
            folder=str(folder),
            part=spec.difference(there["spec"], wanted),
        )
    old, new = there["versions"].get("rummy_lab"), spec.versions()["rummy_lab"]
    if old != new:
        raise RummyError(
            "{folder} holds a run begun with rummy_lab {old}, and this is {new}, whose bots may play "
            "otherwise; name another folder",
            folder=str(folder),
            old=old,
            new=new,
        )


def read_run(folder: str | os.PathLike[str], players: Sequence[Player] | None = None) -> Run:
    """The run in a folder, complete or not; the frames are read when they are asked for.

    Args:
        folder: the folder that was given to `selfplay` as `out`.
        players: the bots that played, in the order of then; needed only to replay deals of bots of your own.

    Raises:
        RummyError: one sentence for a folder without a run, and for a part that is damaged, foreign or lost.

    >>> read_run("runs/of/nobody")
    Traceback (most recent call last):
    rummy_lab.core.errors.RummyError: runs/of/nobody holds no run: there is no run.json
    """
    path = Path(folder)
    said_of_it = about(path)
    made_from = said_of_it["spec"]
    if made_from["schema"] != NUMBER:
        raise RummyError(
            "{path} holds tables of schema {schema}, and this version reads {known}",
            path=str(path),
            schema=made_from["schema"],
            known=NUMBER,
        )
    names, said = list(made_from["players"]), list(made_from["bots"])
    bots = [_known(name, text) for name, text in zip(names, said, strict=True)]
    if players is not None:
        bots = [bot(player) for player in players]
        if [one.name for one in bots] != names:
            raise RummyError("players: this run was played by {names}, in this order", names=", ".join(names))
        for at, one in enumerate(bots):
            if spec.described(one) != said[at]:
                raise RummyError(
                    "players[{at}] is not the {bot} of this run: it was {there} then",
                    at=at,
                    bot=one.name,
                    there=said[at],
                )
    plan = spec.plan_of(made_from, tuple(bots))
    if compact.pending(path):
        with _locked(path), files.spoken(path):
            compact.finish(path)
    found = Kept(path, made_from, plan.layout)
    complete = is_complete(found)
    if complete:
        found.refuse_strangers()
    return Run(plan, found, made_from, complete=complete, versions=said_of_it["versions"])


def _known(name: str, text: str) -> Bot:
    found = BOTS.get(name)
    return found if found is not None and spec.described(found) == text else AbsentBot(name)
