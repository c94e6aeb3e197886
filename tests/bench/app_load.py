"""A class comes to the app: python tests/bench/app_load.py [visitors] [seconds]

So many visitors (20) come within a minute, each to a game; then each makes a gesture every three seconds for so many
seconds (60). Measured: how long until the first table, how long until a gesture is answered by a new picture, and the
memory of all processes of the server.

Visitors are light: they load the page and every file that a browser loads for it (as one Chromium has asked for them;
without a Chromium only the page), and speak the protocol of widgets over a web socket, as Voila's page does. What their
own computers do with it, to run and to paint, is not in the figures: this computer stands for the server alone, and
also runs the visitors. Server and visitors are held to two cores where the system can do that.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import statistics
import sys
import tempfile
import time
import uuid
from pathlib import Path
from urllib.parse import urlsplit

TESTS = Path(__file__).resolve().parents[1]
if __name__ == "__main__":
    sys.path[0] = str(TESTS)

import psutil  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402
from tornado.httpclient import AsyncHTTPClient  # noqa: E402
from tornado.websocket import websocket_connect  # noqa: E402

from browser import conftest  # noqa: E402
from browser.servers import app_server  # noqa: E402

QUERY = "?game=rummy40&players=me,greedy&lang=en"
WITHIN, EVERY = 60, 3
FIRST_TABLE, ANSWER, MEMORY = 40, 1, 6 << 30  # what is hoped for: seconds, seconds, bytes
CORES = 2
PATIENCE = 120
PROTOCOL = "v1.kernel.websocket.jupyter.org"
VERSION = {"version": "1.0.0"}  # of the protocol by which the states of all widgets are asked for


def loaded_files(address: str) -> list[str]:
    """What a browser asks for when the page is opened, beside the page itself."""
    found = os.environ.get("RUMMY_LAB_CHROMIUM") or next(filter(None, map(shutil.which, conftest.CHROMIUM_NAMES)), None)
    if found is None:
        return []
    asked: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=list(conftest.CHROMIUM_ARGUMENTS))
        page = browser.new_page()
        page.on("request", lambda request: asked.append(request.url) if request.method == "GET" else None)
        page.goto(f"{address}{QUERY}")
        page.wait_for_selector(".rummy-table .card", timeout=PATIENCE * 1000)
        browser.close()
    return [url for url in asked if url.startswith(address) and "/api/" not in url and urlsplit(url).path != "/"]


class Visitor:
    """One who comes, plays and waits for answers."""

    def __init__(self, address: str, files: list[str], at: float) -> None:
        self.address, self.files, self.at = address, files, at
        self.first_table = float("nan")
        self.answers: list[float] = []
        self.models: dict[str, dict] = {}
        self.changed = asyncio.Event()

    async def come(self, until: float) -> None:
        await asyncio.sleep(max(0.0, self.at - time.monotonic()))
        began, client = time.monotonic(), AsyncHTTPClient()
        page = await client.fetch(f"{self.address}{QUERY}", request_timeout=PATIENCE)
        kernel = re.search(r'"kernelId": "([\w-]+)"', page.body.decode())[1]
        await asyncio.gather(*(client.fetch(url, request_timeout=PATIENCE) for url in self.files))
        place = f"ws{self.address.removeprefix('http')}api/kernels/{kernel}/channels"
        self.session, self.socket = (
            uuid.uuid4().hex,
            await websocket_connect(place, subprotocols=[PROTOCOL], max_message_size=1 << 28),
        )
        reader = asyncio.ensure_future(self.read())
        await self.send(
            "comm_open", comm_id=(control := uuid.uuid4().hex), target_name="jupyter.widget.control", data={}
        )
        await self.send("comm_msg", comm_id=control, data={"method": "request_states"})
        words = await self.found(lambda state: "languages" in state)
        await self.say(words, {"type": "open", "query": QUERY, "how": "replace", "own": "en"})
        table = await self.found(lambda state: state.get("frame", {}).get("cards"))
        await self.say(table, {"type": "narrow", "narrow": False, "presenter": False, "width": 1000})
        self.first_table = time.monotonic() - began
        at = 0
        while time.monotonic() < until:
            await asyncio.sleep(EVERY)
            # A card of the hand is picked up and put back: each is a gesture that is answered by a new picture.
            frame = self.models[table]["frame"]
            hand = [card["id"] for card in frame["cards"] if card["zone"] == "hand"]
            began = time.monotonic()
            await self.say(table, {"type": "tap", "id": hand[(at // 2) % len(hand)], "gen": frame["gen"]})
            await self.wait(lambda gen=frame["gen"]: self.models[table]["frame"]["gen"] > gen)
            self.answers.append(time.monotonic() - began)
            at += 1
        self.socket.close()
        reader.cancel()

    async def send(self, kind: str, **content: object) -> None:
        header = {
            "msg_id": uuid.uuid4().hex, "msg_type": kind, "username": "", "session": self.session, "version": "5.4",
            "date": "",
        }  # fmt: skip
        parts = [b"shell", *(json.dumps(part).encode() for part in (header, {}, VERSION, content))]
        places = [8 * (len(parts) + 2)]
        for part in parts:
            places.append(places[-1] + len(part))
        numbers = b"".join(number.to_bytes(8, "little") for number in (len(places), *places))
        await self.socket.write_message(numbers + b"".join(parts), binary=True)

    async def say(self, model: str, content: dict) -> None:
        await self.send("comm_msg", comm_id=model, data={"method": "custom", "content": content})

    async def read(self) -> None:
        while (raw := await self.socket.read_message()) is not None:
            header, content = _parts(raw)
            data = content.get("data", {})
            if header["msg_type"] in ("comm_open", "comm_msg") and "state" in data:
                self.models.setdefault(content["comm_id"], {}).update(data["state"])
            elif data.get("method") == "update_states":
                for model, held in data["states"].items():
                    self.models.setdefault(model, {}).update(held["state"])
            self.changed.set()

    async def wait(self, asked) -> object:
        end = time.monotonic() + PATIENCE
        while not (found := asked()):
            self.changed.clear()
            await asyncio.wait_for(self.changed.wait(), end - time.monotonic())
        return found

    async def found(self, asked) -> str:
        return await self.wait(lambda: next((name for name, state in self.models.items() if asked(state)), None))


def _parts(raw: bytes) -> tuple[dict, dict]:
    """Header and content of a message: numbers of places come first, then channel, header and what else there is."""
    places = [int.from_bytes(raw[at : at + 8], "little") for at in range(0, 8 * 8, 8)]
    return json.loads(raw[places[2] : places[3]]), json.loads(raw[places[5] : places[6]])


async def memory(pid: int, most: list[int], done: asyncio.Event) -> None:
    """The most that all processes of the server have taken together, shared pages counted once."""
    while not done.is_set():
        total = 0
        for process in (psutil.Process(pid), *psutil.Process(pid).children(recursive=True)):
            try:
                total += process.memory_full_info().pss
            except (psutil.Error, AttributeError):
                continue
        most.append(total)
        await asyncio.sleep(5)


async def all_come(address: str, pid: int, files: list[str], count: int, seconds: int) -> tuple[list[Visitor], int]:
    AsyncHTTPClient.configure(None, max_clients=6 * count, max_body_size=1 << 28)
    start, done, most = time.monotonic() + 1, asyncio.Event(), [0]
    visitors = [Visitor(address, files, start + WITHIN * at / count) for at in range(count)]
    watching = asyncio.ensure_future(memory(pid, most, done))
    ends = await asyncio.gather(*(one.come(start + WITHIN + seconds) for one in visitors), return_exceptions=True)
    for end in ends:
        if isinstance(end, BaseException):
            print(f"a visitor was lost: {end!r}")
    done.set()
    await watching
    return visitors, max(most)


def share(values: list[float], part: float) -> float:
    return (
        statistics.quantiles(values, n=100, method="inclusive")[round(part * 100) - 1]
        if len(values) > 1
        else float("nan")
    )


def main(arguments: list[str]) -> int:
    count, seconds = (int(one) for one in (*arguments, *("20", "60")[len(arguments) :]))
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:CORES])
    before = os.getloadavg()
    with tempfile.TemporaryDirectory() as home, app_server(Path(home)) as (address, pid):
        files = loaded_files(address)
        visitors, most = asyncio.run(all_come(address, pid, files, count, seconds))
    tables = [one.first_table for one in visitors if one.first_table == one.first_table]
    answers = [answer for one in visitors for answer in one.answers]
    first, answer = share(tables, 0.95), share(answers, 0.95)
    print(
        f"{count} visitors within {WITHIN} s, {len(files)} files each; load before {before[0]:.1f}, "
        f"after {os.getloadavg()[0]:.1f}, {CORES} cores"
    )
    print(
        f"first table: median {share(tables, 0.5):.1f} s, 95 % within {first:.1f} s (at most {FIRST_TABLE} hoped for); "
        f"{len(tables)} of {count} saw it"
    )
    print(
        f"{len(answers)} gestures: median {share(answers, 0.5) * 1000:.0f} ms, 95 % within {answer * 1000:.0f} ms "
        f"(at most {ANSWER * 1000} hoped for)"
    )
    print(
        f"memory of all processes of the server: {most / 2**20:.0f} MiB at most, {most / count / 2**20:.0f} a visitor "
        f"(at most {MEMORY >> 20} hoped for)"
    )
    good = len(tables) == count and first <= FIRST_TABLE and answer <= ANSWER and most <= MEMORY
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
