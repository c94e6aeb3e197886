"""How long a click takes until it is painted: python tests/bench/browser.py [times]

In JupyterLab: a card picked up on the table, and beside it, in the same run, the same gesture on an ipympl canvas that
draws the same table (skipped, and said so, where ipympl is missing). Then a tap on a telephone of 360 by 640 with its
processor slowed down four times. Medians; `painted` is two animation frames after the picture has changed.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import statistics
import sys
import tempfile
from collections.abc import Callable
from contextlib import contextmanager
from functools import partial
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
sys.path[0] = str(TESTS)

from playwright.sync_api import sync_playwright  # noqa: E402

from browser import conftest  # noqa: E402
from browser.hands import Clicks, Fingers, Hand  # noqa: E402
from browser.tables import Room, open_room, until  # noqa: E402

TIMES = int(sys.argv[1]) if __name__ == "__main__" and len(sys.argv) > 1 else 30
SLOWER = 4
PLACE = (
    "schmidt; table [6r 7r 8r] [8r 8y 8g] [2g 3g 4g 5g] [1b 2b 3b 4b 5b] [10r 10g 10b] [9y 10y 11y 12y] [3r 3y 3b]"
    " [11g 12g 13g]; hand A+ 5r 10r 9r 2b 6g 13y 4b 1y 2y 7g 7b 12r 13r 1g; hand B 13b 13b; stock ??x40; turn A"
)
# From the event as the browser gets it; the answer is the card's state, which comes with the new picture.
TABLE_CLOCK = """host => {
    window.times = [];
    const frame = () => new Promise(done => requestAnimationFrame(done));
    let began = 0;
    host.addEventListener('pointerdown', event => { began = event.timeStamp; }, true);
    const changed = async () => {
        if (!began) return;
        const start = began, dom = performance.now() - start;
        began = 0;
        await frame();
        await frame();
        window.times.push([dom, performance.now() - start]);
    };
    new MutationObserver(changed).observe(host.shadowRoot, {
        subtree: true, attributes: true, attributeFilter: ['aria-selected'],
    });
}"""
# On a canvas of ipympl a new picture is an image that is drawn; it is told from the copies between canvases.
CANVAS_CLOCK = """() => {
    window.times = [];
    const frame = () => new Promise(done => requestAnimationFrame(done));
    let began = 0;
    document.addEventListener('pointerdown', event => { began = event.timeStamp; }, true);
    const draw = CanvasRenderingContext2D.prototype.drawImage;
    CanvasRenderingContext2D.prototype.drawImage = function (...rest) {
        draw.apply(this, rest);
        if (!began || rest[0] instanceof HTMLCanvasElement) return;
        const start = began, dom = performance.now() - start;
        began = 0;
        frame().then(frame).then(() => window.times.push([dom, performance.now() - start]));
    };
}"""
CANVAS = f"""%matplotlib widget
import matplotlib.pyplot as plt
import rummy_lab as rl
state, picked = rl.position({PLACE!r}), [False]
figure = plt.figure(figsize=(10, 5.6))
figure.canvas.header_visible = figure.canvas.toolbar_visible = False
def show():
    figure.clear()
    axes = figure.add_axes([0, 0, 1, 1])
    rl.draw_table(state, axes, seat="A", below="A", selected=("card-6g-1",) if picked[0] else ())
    figure.canvas.draw_idle()
def pressed(event):
    picked[0] = not picked[0]
    show()
figure.canvas.mpl_connect("button_press_event", pressed)
show()
plt.show()"""


def medians(times: list[list[float]]) -> tuple[float, float, float]:
    """The medians of changed and painted, and the least painted."""
    changed, painted = zip(*times, strict=True)
    return statistics.median(changed), statistics.median(painted), min(painted)


def gathered(room: Room, gesture: Callable[[], None]) -> tuple[float, float, float]:
    """Make a gesture some times, each when the one before has been answered; the first three warm up."""
    for at in range(TIMES + 3):
        gesture()
        until(lambda at=at: room.page.evaluate("() => window.times.length") > at, f"gesture {at + 1}")
        room.page.wait_for_timeout(60)
    return medians(room.page.evaluate("() => window.times")[3:])


def of_table(room: Room, hand: type[Hand]) -> tuple[float, float, float]:
    (table,) = room.lay(PLACE)
    card = table.card("Your rack: green 6")
    number = card.get_attribute("id")
    element = table.host.locator(f"[id={number}]")
    table.host.evaluate(TABLE_CLOCK)
    return gathered(room, lambda: hand(table).touch(element, "Your rack: green 6"))


def of_canvas(room: Room) -> tuple[float, float, float]:
    room.run(CANVAS)
    canvas = room.page.locator(".jupyter-matplotlib-canvas-div canvas, .jupyter-matplotlib canvas").first
    canvas.wait_for()
    room.page.wait_for_timeout(1000)
    box = canvas.bounding_box()
    room.page.evaluate(CANVAS_CLOCK)
    return gathered(room, lambda: room.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))


def main() -> None:
    rows = {}
    serve, chromium = contextmanager(conftest._serve), next(filter(None, map(shutil.which, conftest.CHROMIUM_NAMES)))
    new_folder = partial(tempfile.TemporaryDirectory, ignore_cleanup_errors=True)
    with (
        new_folder() as folder,
        new_folder() as home,
        serve(Path(folder), Path(home)) as lab,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=list(conftest.CHROMIUM_ARGUMENTS))
        with open_room(browser, lab, "desk.ipynb", viewport={"width": 1280, "height": 1400}) as room:
            rows["table, click"] = of_table(room, Clicks)
            if importlib.util.find_spec("ipympl"):
                rows["ipympl, click"] = of_canvas(room)
        screen = {"width": 360, "height": 640}
        with open_room(browser, lab, "phone.ipynb", viewport=screen, has_touch=True, device_scale_factor=2) as room:
            room.page.evaluate("() => window.jupyterapp.commands.execute('application:toggle-left-area')")
            room.page.context.new_cdp_session(room.page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
            rows[f"table, tap, processor {SLOWER} times slower"] = of_table(room, Fingers)
        browser.close()
    print(f"{'milliseconds, medians of ' + str(TIMES):44} changed  painted  least painted")
    for name, (changed, painted, least) in rows.items():
        print(f"{name:44} {changed:7.0f}  {painted:7.0f}  {least:13.0f}")
    print(f"bars: click painted 100, and 0.6 of ipympl; tap changed 300. The machine's load: {os.getloadavg()[0]:.1f}")
    if "ipympl, click" in rows:
        print(f"table to ipympl: {rows['table, click'][1] / rows['ipympl, click'][1]:.2f}")
    else:
        print("ipympl is not installed: pip install ipympl")


if __name__ == "__main__":
    main()
