"""Notebook 7 and Voila, on loopback, each ended by its process id."""

import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import nbformat
import pytest

from rummy_lab.app import command as app_command

ROOT = Path(__file__).resolve().parents[2]
SECONDS_TO_START = 90
SECONDS_TO_STOP = 20


def notebook_of(path: Path, sources: Sequence[str]) -> None:
    """Write a notebook of these cells."""
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=kernel), path)


@contextmanager
def _running(
    command: Sequence[str], folder: Path, home: Path, token: str = "", **more: str
) -> Iterator[subprocess.Popen]:
    environment = (
        os.environ
        | more
        | {
            "JUPYTER_CONFIG_DIR": str(home / "config"),
            "JUPYTER_DATA_DIR": str(home / "data"),
            "JUPYTER_RUNTIME_DIR": str(home / "runtime"),
            "JUPYTERLAB_SETTINGS_DIR": str(home / "settings"),
            "JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces"),
            "IPYTHONDIR": str(home / "ipython"),
        }
        | ({"JUPYTER_TOKEN": token} if token else {})
    )
    with (home / "server.log").open("w", encoding="utf-8") as output:
        server = subprocess.Popen(
            [sys.executable, "-m", *command], cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=output,
            stderr=subprocess.STDOUT,
        )  # fmt: skip
    try:
        yield server
    finally:
        server.send_signal(signal.SIGTERM)
        try:
            server.wait(SECONDS_TO_STOP)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def _wait(server: subprocess.Popen, home: Path, ready) -> None:
    deadline = time.monotonic() + SECONDS_TO_START
    while not ready():
        if server.poll() is not None or time.monotonic() > deadline:
            pytest.fail(
                f"the server did not start:\n{(home / 'server.log').read_text(encoding='utf-8')}", pytrace=False
            )
        time.sleep(0.1)


@contextmanager
def notebook_server(folder: Path, home: Path) -> Iterator[str]:
    """Notebook 7; yields the address of `tables.ipynb`."""
    token = secrets.token_hex(16)
    command = ["notebook", "--no-browser", "--ip=127.0.0.1", "--port=0"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")
    with _running(command, folder, home, token) as server:
        facts = home / "runtime" / f"jpserver-{server.pid}.json"
        _wait(server, home, facts.exists)
        base = json.loads(facts.read_text(encoding="utf-8"))["url"]
        yield f"{base}notebooks/tables.ipynb?token={token}"


def _answers(port: int) -> bool:
    with socket.socket() as asked:
        return asked.connect_ex(("127.0.0.1", port)) == 0


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


@contextmanager
def voila_server(folder: Path, home: Path) -> Iterator[str]:
    """Voila, which shows `tables.ipynb` alone; yields its address."""
    port = _free_port()
    token = secrets.token_hex(16)
    command = ["voila", "tables.ipynb", "--no-browser", "--Voila.ip=127.0.0.1", f"--port={port}", f"--token={token}"]
    with _running(command, folder, home, token) as server:
        _wait(server, home, lambda: _answers(port))
        yield f"http://127.0.0.1:{port}/?token={token}"


@contextmanager
def app_server(home: Path, *, idle_minutes: float | None = None) -> Iterator[tuple[str, int]]:
    """The app as its command starts it; yields its address and the id of its process.

    With `idle_minutes`, which the command takes from one on, it is started as the command would have it.
    """
    port, more = _free_port(), {}
    if idle_minutes is None:
        command = ["rummy_lab", "app", "--no-browser", f"--port={port}"]
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            command.append("--allow-root")
    else:
        command = app_command.voila(port, app_command.LOOPBACK, idle_minutes, browser=False)[2:]
        more = app_command.surroundings(os.environ)
    with _running(command, home, home, **more) as server:
        _wait(server, home, lambda: _answers(port))
        yield f"http://{app_command.LOOPBACK}:{port}/", server.pid


@contextmanager
def app_extension_server(home: Path) -> Iterator[tuple[str, int]]:
    """A Jupyter server that shows the app by Voila as a part of it, with Binder's settings; its address and process."""
    token, folder = secrets.token_hex(16), app_command.NOTEBOOK.parent
    built = (ROOT / "binder" / "postBuild").read_text(encoding="utf-8")
    (home / "config").mkdir()
    settings = built.partition("/jupyter_server_config.json\" <<'JSON'\n")[2].partition("\nJSON\n")[0]
    (home / "config" / "jupyter_server_config.json").write_text(settings, encoding="utf-8")
    command = ["jupyter_server", "--ip=127.0.0.1", "--port=0", "--allow-root"]
    with _running(command, folder, home, token, **app_command.surroundings(os.environ)) as server:
        facts = home / "runtime" / f"jpserver-{server.pid}.json"
        _wait(server, home, facts.exists)
        base = json.loads(facts.read_text(encoding="utf-8"))["url"]
        yield f"{base}voila/render/{app_command.NOTEBOOK.name}?token={token}", server.pid
