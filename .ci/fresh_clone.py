"""Do in a fresh clone what a newcomer does: give the README's first command and wait until JupyterLab shows the tour.

Afterwards the environment which that command has made is looked at: it holds the package as a wheel, with its data
files, outside the clone.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SECONDS_TO_INSTALL_AND_START = 600
SECONDS_TO_STOP = 30
TOUR = "01_tour.ipynb"
# Loopback needs no proxy, whatever the environment says.
OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def run(*command: str | Path, cwd: Path, env: dict[str, str] | None = None) -> str:
    return subprocess.run(
        list(map(str, command)), cwd=cwd, env=env, check=True, text=True, stdout=subprocess.PIPE
    ).stdout


def private_environment(home: Path) -> dict[str, str]:
    folders = {}
    for name in ("CONFIG", "DATA", "RUNTIME"):
        folders[f"JUPYTER_{name}_DIR"] = str(home / name.lower())
    for name in ("JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR", "IPYTHONDIR", "MPLCONFIGDIR"):
        folders[name] = str(home / name.lower())
    return os.environ | folders


def wait_for_server(shell: subprocess.Popen[bytes], runtime: Path) -> dict[str, str]:
    deadline = time.monotonic() + SECONDS_TO_INSTALL_AND_START
    while time.monotonic() < deadline:
        for facts in runtime.glob("jpserver-*.json"):
            with contextlib.suppress(json.JSONDecodeError):  # not written to its end yet
                return json.loads(facts.read_text(encoding="utf-8"))
        if shell.poll() is not None:
            raise SystemExit(f"the command ended by itself, with {shell.returncode}")
        time.sleep(0.2)
    raise SystemExit(f"no server within {SECONDS_TO_INSTALL_AND_START} s")


@contextlib.contextmanager
def newcomer(command: str, clone: Path, home: Path) -> Iterator[dict[str, str]]:
    """The running server's address and token."""
    options = "--no-browser --ip=127.0.0.1 --port=0" + (" --allow-root" if os.geteuid() == 0 else "")
    environment = private_environment(home)
    whole = ["/bin/sh", "-c", f"{command} {options}"]
    shell = subprocess.Popen(whole, cwd=clone, env=environment, start_new_session=True)
    try:
        facts = wait_for_server(shell, Path(environment["JUPYTER_RUNTIME_DIR"]))
        yield facts
        os.kill(int(facts["pid"]), signal.SIGTERM)  # the shell ends with it
        shell.wait(SECONDS_TO_STOP)
    finally:
        with contextlib.suppress(ProcessLookupError):  # the group of the shell: whatever is left of its work
            os.killpg(shell.pid, signal.SIGKILL)
        shell.wait()


def get(facts: dict[str, str], path: str) -> bytes:
    request = urllib.request.Request(facts["url"] + path, headers={"Authorization": f"token {facts['token']}"})
    with OPENER.open(request, timeout=60) as answer:
        return answer.read()


def main(command: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        clone, home = Path(folder, "clone"), Path(folder, "home")
        home.mkdir()
        run("git", "clone", "-q", ROOT, clone, cwd=ROOT)
        with newcomer(command, clone, home) as facts:
            assert facts["token"], "the server is open to everybody"
            assert b"JupyterLab" in get(facts, "")
            cells = json.loads(get(facts, f"api/contents/{TOUR}"))["content"]["cells"]
            assert cells, "the tour is empty"
        python = clone / ".venv" / "bin" / "python"
        run(python, clone / ".ci" / "installed.py", clone, cwd=home)
        run(python, "-m", "pip", "check", cwd=clone)
    print("The tour opens; the wheel is complete.")


if __name__ == "__main__":
    main(*sys.argv[1:])
