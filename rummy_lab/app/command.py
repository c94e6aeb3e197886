"""`rummy-lab app`: the app, served by Voila; a process for each visitor, and none for who has left."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from rummy_lab.app.texts import tell
from rummy_lab.arguments import Arguments
from rummy_lab.core.errors import RummyError, printable
from rummy_lab.language import LANG, Language, language_in

HERE: Final = Path(__file__).parent
NOTEBOOK: Final = HERE / "notebook" / "app.ipynb"
PORT: Final = 8866
LOOPBACK: Final = "127.0.0.1"
IDLE_MINUTES: Final = 30
MEMORY: Final = 120
"""Megabytes of a visitor who plays; measured by tests/bench/app_load.py."""


def parser(lang: Language) -> Arguments:
    """The options of the command, told in a language."""
    about = tell("command", "about", lang)
    made = Arguments(lang, prog="rummy-lab app", description=about)
    add = made.add_argument
    add("--port", default=str(PORT), help=tell("command", "port", lang, default=PORT))
    add("--ip", default=LOOPBACK, help=tell("command", "ip", lang, default=LOOPBACK))
    add("--no-browser", action="store_true", help=tell("command", "no_browser", lang))
    idle = tell("command", "idle", lang, default=IDLE_MINUTES)
    add("--idle-minutes", default=str(IDLE_MINUTES), metavar="N", help=idle)
    add("--allow-root", action="store_true", help=tell("command", "allow_root", lang))
    made.add_frame()
    return made


def run(arguments: Sequence[str], lang: str) -> int:
    """Serve the app until it is stopped; raises RummyError for what can be mended.

    `lang` is that of what is printed. Pages follow their browser, unless RUMMY_LAB_LANG names a language.
    """
    speaks = language_in(lang) or LANG
    given, unknown = parser(speaks).parse_known_args(arguments)
    if unknown:
        raise RummyError(tell("command", "unknown", speaks, names=printable(" ".join(unknown))))
    port, minutes = _number("port", given.port, 65_535, speaks), _number("idle", given.idle_minutes, 1_440, speaks)
    if importlib.util.find_spec("voila") is None:
        pip = f'{sys.executable} -m pip install "rummy_lab[voila]"'
        raise RummyError(tell("command", "missing", speaks, command=pip))
    if not given.allow_root and hasattr(os, "geteuid") and os.geteuid() == 0:
        raise RummyError(tell("command", "root", speaks))
    to_all = given.ip not in (LOOPBACK, "localhost", "::1")
    said = (
        tell("command", "open_to_all" if to_all else "open_here", speaks, ip=given.ip, port=port),
        tell("command", "each", speaks, memory=MEMORY, minutes=minutes),
    )
    sys.stdout.write("".join(f"{line}\n" for line in said))
    sys.stdout.flush()
    command = voila(port, given.ip, minutes, browser=not given.no_browser)
    return become(command, {**os.environ, **surroundings(os.environ)})


def become(command: list[str], environment: dict[str, str]) -> int:
    """Become this process; where one cannot be replaced (Windows), wait for it and return its exit code."""
    if os.name != "nt":
        os.execve(sys.executable, command, environment)  # noqa: S606 it is our own list
    return subprocess.call(command, env=environment)  # noqa: S603 it is our own list


def voila(port: int, ip: str, minutes: float, *, browser: bool) -> list[str]:
    """The command that serves the app.

    A visitor who leaves takes the kernel along, by a message of the page. Whose page could not say so any more, and who
    left the page open and went away, is known by `minutes` without a sign of life: an open page counts for nothing, but
    while somebody reads, moves or scrolls there it says so from time to time.
    """
    seconds = round(minutes * 60)
    options = {
        "port": port,
        "Voila.ip": ip,
        "MappingKernelManager.cull_idle_timeout": seconds,
        "MappingKernelManager.cull_interval": max(1, min(60, seconds // 4)),
        "MappingKernelManager.cull_connected": True,
    }
    settings = [f"--{name}={value}" for name, value in options.items()]
    return [sys.executable, "-m", "voila", str(NOTEBOOK), *([] if browser else ["--no-browser"]), *settings]


def surroundings(environment: Mapping[str, str]) -> dict[str, str]:
    """What the server finds in its environment: where look and settings are, and how many threads numbers take.

    The settings, in `jupyter/voila.json`: our look and no other; of extensions that may be installed only those that
    the page needs, so that there is less to load and nothing of others; no files of the folder of the notebook.
    """
    ours = str(HERE / "jupyter")
    before = {name: environment.get(name) for name in ("JUPYTER_PATH", "JUPYTER_CONFIG_PATH")}
    return {name: f"{ours}{os.pathsep}{paths}" if paths else ours for name, paths in before.items()} | {
        "OPENBLAS_NUM_THREADS": environment.get("OPENBLAS_NUM_THREADS", "1")
    }


def _number(name: str, text: str, most: int, lang: Language) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 6 and 1 <= int(text) <= most):
        raise RummyError(tell("command", f"bad_{name}", lang, value=repr(text[:20])))
    return int(text)
