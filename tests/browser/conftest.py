"""A real JupyterLab, started by the command of the README, and a real browser in front of it.

Tests ask for `tour` (the tour, opened, not yet run) and use `run_all_cells` and `error_outputs` on it. The browser is
Debian's Chromium, or the one named by RUMMY_LAB_CHROMIUM. Where there is none the tests are skipped, unless
RUMMY_LAB_NEEDS_BROWSER is set, as it is in `.ci/run`: then they fail.
"""

import contextlib
import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from browser.tables import Room, open_room

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM_ARGUMENTS = (
    "--no-sandbox",  # the sandbox does not start for root, as in a container
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
# Otherwise the first page of a new user is covered by a question about news.
LAB_SETTINGS = {"@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False}}
SECONDS_TO_START = 90
SECONDS_TO_STOP = 20
MILLISECONDS_TO_OPEN = 90_000
MILLISECONDS_TO_RUN = 120_000

HAS_FINISHED = """() => {
    const panel = window.jupyterapp.shell.currentWidget;
    const cells = [...panel.content.model.cells].filter(c => c.type === 'code' && c.sharedModel.source.trim());
    const failed = cells.some(c => c.outputs.toJSON().some(o => o.output_type === 'error'));
    const ran = cells.every(c => c.executionState === 'idle' && c.executionCount !== null);
    return failed || ran;
}"""
ERROR_OUTPUTS = """() => [...window.jupyterapp.shell.currentWidget.content.model.cells]
    .filter(c => c.type === 'code')
    .flatMap(c => c.outputs.toJSON())
    .filter(o => o.output_type === 'error')
    .map(o => `${o.ename}: ${o.evalue}`)
"""


@dataclass(frozen=True)
class Lab:
    """A running server; `folder` is where it was started."""

    base: str
    token: str
    folder: Path
    pid: int

    def url(self, notebook: str) -> str:
        """The address of a notebook of the class, in a workspace of its own, so that tests do not meet each other."""
        return f"{self.base}lab/workspaces/{secrets.token_hex(4)}/tree/{notebook}?reset&token={self.token}"


def _serve(folder: Path, home: Path) -> Iterator[Lab]:
    token, config, runtime = secrets.token_hex(16), home / "config", home / "runtime"
    (config / "labconfig").mkdir(parents=True)
    runtime.mkdir()
    (config / "labconfig" / "default_setting_overrides.json").write_text(json.dumps(LAB_SETTINGS), encoding="utf-8")
    environment = os.environ | {
        "JUPYTER_CONFIG_DIR": str(config),
        "JUPYTER_DATA_DIR": str(home / "data"),
        "JUPYTER_RUNTIME_DIR": str(runtime),
        "JUPYTERLAB_SETTINGS_DIR": str(home / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces"),
        "IPYTHONDIR": str(home / "ipython"),
        "JUPYTER_TOKEN": token,
    }
    command = [str(Path(sys.executable).with_name("rummy-lab")), "--no-browser", "--ip=127.0.0.1", "--port=0"]
    command.append("--LabApp.expose_app_in_browser=True")  # lets a test ask the page which cells have run
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")
    log = home / "server.log"
    with log.open("w", encoding="utf-8") as output:
        server = subprocess.Popen(
            command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT
        )
    try:
        # The command becomes the server, so this is the server's process id, and its facts stand under it.
        facts, deadline = runtime / f"jpserver-{server.pid}.json", time.monotonic() + SECONDS_TO_START
        while not (facts.exists() and facts.read_text(encoding="utf-8").rstrip().endswith("}")):  # there, and whole
            if server.poll() is not None or time.monotonic() > deadline:
                pytest.fail(f"JupyterLab did not start:\n{log.read_text(encoding='utf-8')}", pytrace=False)
            time.sleep(0.1)
        yield Lab(json.loads(facts.read_text(encoding="utf-8"))["url"], token, folder, server.pid)
    finally:
        server.send_signal(signal.SIGTERM)
        try:
            server.wait(SECONDS_TO_STOP)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


@pytest.fixture(scope="session")
def lab(tmp_path_factory) -> Iterator[Lab]:
    """JupyterLab as `rummy-lab` starts it in an empty folder, on loopback, behind a random token."""
    yield from _serve(tmp_path_factory.mktemp("class"), tmp_path_factory.mktemp("server"))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Headless Chromium."""
    found = os.environ.get("RUMMY_LAB_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
    if found is None:
        missing = "no Chromium on this machine; .ci/run brings it, or name one in RUMMY_LAB_CHROMIUM"
        if os.environ.get("RUMMY_LAB_NEEDS_BROWSER"):
            pytest.fail(missing, pytrace=False)
        pytest.skip(missing)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found, headless=True, args=list(CHROMIUM_ARGUMENTS))
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser, request, tmp_path) -> Iterator[Page]:
    """An empty page of a new visitor; what it shows is kept as a picture when the test fails."""
    context = browser.new_context(viewport={"width": 1280, "height": 1400}, reduced_motion="reduce")
    new = context.new_page()
    failures = request.session.testsfailed
    yield new
    if request.session.testsfailed > failures:
        with contextlib.suppress(Exception):  # the picture is a help; without it the failure is still the failure
            new.screenshot(path=tmp_path / "page.png")
            print(f"what the page showed: {tmp_path / 'page.png'}")
    context.close()


@pytest.fixture
def open_notebook(lab, page) -> Callable[[str], Page]:
    """A function that opens a notebook of the class by its name and returns the page that shows it."""

    def opened(notebook: str) -> Page:
        page.goto(lab.url(notebook), wait_until="domcontentloaded", timeout=MILLISECONDS_TO_OPEN)
        page.wait_for_selector(".jp-Notebook .jp-Cell", timeout=MILLISECONDS_TO_OPEN)
        # Cells that are run before the kernel is there wait for it; but the menu is not ready either.
        page.wait_for_function(
            "() => window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'",
            timeout=MILLISECONDS_TO_OPEN,
        )
        return page

    return opened


@pytest.fixture
def run_code(lab, open_notebook, run_all_cells) -> Callable[..., Page]:
    """A function that puts texts of code into the cells of a new notebook, opens it and runs it."""

    def run(*sources: str) -> Page:
        cells = [
            {"cell_type": "code", "id": f"cell-{at}", "metadata": {}, "execution_count": None, "outputs": [],
             "source": source}
            for at, source in enumerate(sources)
        ]  # fmt: skip
        kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
        notebook = {"nbformat": 4, "nbformat_minor": 5, "metadata": kernel, "cells": cells}
        folder = next(lab.folder.rglob("01_tour.ipynb")).parent
        name = f"table-{secrets.token_hex(4)}.ipynb"
        (folder / name).write_text(json.dumps(notebook), encoding="utf-8")
        page = open_notebook(name)
        run_all_cells(page)
        return page

    return run


@pytest.fixture(scope="session")
def desk_room(browser, lab) -> Iterator[Room]:
    with open_room(browser, lab, "desk.ipynb", viewport={"width": 1280, "height": 1400}) as room:
        yield room


@pytest.fixture(scope="session")
def phone_room(browser, lab) -> Iterator[Room]:
    screen = {"width": 360, "height": 640}
    with open_room(browser, lab, "phone.ipynb", viewport=screen, has_touch=True, device_scale_factor=2) as room:
        room.page.evaluate("() => window.jupyterapp.commands.execute('application:toggle-left-area')")
        yield room


def _watched(room: Room, request, tmp_path) -> Iterator[Room]:
    """What the page shows is kept as a picture when the test fails; what it complains of is a failure."""
    failures = request.session.testsfailed
    room.complaints()
    yield room
    if request.session.testsfailed > failures:
        with contextlib.suppress(Exception):  # the picture is a help; without it the failure is still the failure
            room.page.screenshot(path=tmp_path / "page.png")
            print(f"what the page showed: {tmp_path / 'page.png'}")
    assert room.complaints() == []


@pytest.fixture
def room(desk_room, request, tmp_path) -> Iterator[Room]:
    """A notebook on a desk that all tests share; see `Room.lay`."""
    yield from _watched(desk_room, request, tmp_path)


@pytest.fixture
def phone(phone_room, request, tmp_path) -> Iterator[Room]:
    """A notebook on a telephone that all tests share."""
    yield from _watched(phone_room, request, tmp_path)


@pytest.fixture
def tour(open_notebook) -> Page:
    """The tour as a newcomer sees it: opened, nothing run."""
    return open_notebook("01_tour.ipynb")


@pytest.fixture(scope="session")
def run_all_cells() -> Callable[[Page], None]:
    """`run_all_cells(page)`: by the menu, as a person does it; returns when all cells have run or one has failed."""

    def run(page: Page) -> None:
        # Counts that an earlier run or the saved file has left would look like cells that have run.
        page.evaluate("() => window.jupyterapp.commands.execute('notebook:clear-all-cell-outputs')")
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
        page.wait_for_function(HAS_FINISHED, timeout=MILLISECONDS_TO_RUN)

    return run


@pytest.fixture(scope="session")
def error_outputs() -> Callable[[Page], list[str]]:
    """`error_outputs(page)`: what went wrong in the cells of the notebook, whether in sight or scrolled away."""
    return lambda page: page.evaluate(ERROR_OUTPUTS)
