"""Make the pictures of the README anew: `python .ci/pages/pictures.py`. Look at them before they are committed."""

from __future__ import annotations

import sys
import tempfile
from functools import partial
from pathlib import Path

from matplotlib.figure import Figure

import rummy_lab as rl
from rummy_lab.draw import Options, figure_png, picture_of, put_picture
from rummy_lab.widgets.marks import label

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".github"
SCHMIDT = (
    "schmidt; table [6r 7r 8r] [8r 8y 8g] [2g 3g 4g 5g] [9y *10y 11y 12y] [13r 13g *13?] [4b 5b 6b]; "
    "hand A+ 6g 2y 2b 5r 9r 13y 8b 10g 3r 11b 12g; hand B ??x9; hand C+ ??x11; stock ??x40; turn A"
)
RUMMY40 = (
    "rummy40; table [10h Jh Qh] [Qd Kd Ad] [10c 10s *10?] [7c 8c *9c 10c] [7c 7d 7h 7s] [3s 4s 5s 6s]; "
    "hand A+ 10d 10h Ks Qs Js As 2s 5h 6h 9d; hand B ??x8; hand C+ ??x11; pile 3c 9s 8h; stock ??x40; turn A drew"
)
GAP = 0.15  # inches


def tables() -> Figure:
    """A table of each game, side by side."""
    pictures = []
    for state in map(rl.position, (SCHMIDT, RUMMY40)):
        options: Options = {"lang": "en", "width": 760, "height": 540, "labels": partial(_label, state.rules)}
        pictures.append(picture_of(state, options))
    inches = [picture.width / 100 for picture in pictures]
    figure = Figure(figsize=(sum(inches) + GAP, max(picture.height for picture in pictures) / 100))
    figure.patch.set_alpha(0)
    for at, picture in enumerate(pictures):
        put_picture(figure, picture, at * (inches[0] + GAP), 0.0, inches[at])
    return figure


def _label(rules: rl.RuleSet, _number: int, meld: rl.Meld) -> tuple[str, str]:
    return label(rules, meld, "en")


def answers() -> Figure:
    """What opening at 40 points is like beside 30 and 51, on the same deals, with a guess."""
    rules = rl.variants("rummy40", {"opening.points": (30, 40, 51)})
    run = rl.selfplay(rules, ["greedy"] * 3, games=1000, seed=1, progress=False)
    found = rl.rate(run.by_player, "opened_turn == 1", by="rules")
    guesses = dict(zip([one.name for one in rules], (0.6, 0.4, 0.2), strict=True))
    return rl.plot_rates(found, prediction=guesses, lang="en").figure


def lesson() -> bytes:
    """A lesson in the app, and what it says to a turn that lays nothing."""
    sys.path.append(str(ROOT / "tests"))
    from browser.servers import app_server
    from looks import chromium, settled

    with chromium() as browser, tempfile.TemporaryDirectory() as home, app_server(Path(home)) as (address, _):
        page = browser.new_page(viewport={"width": 900, "height": 830}, reduced_motion="reduce")
        page.goto(f"{address}?lesson=schmidt/split&lang=en")
        page.wait_for_selector(".rl-app h1:not(:empty)", timeout=60_000)
        for button in ("Next", "End turn"):
            page.get_by_role("button", name=button, exact=True).first.click()
            settled(page)
        page.mouse.move(0, 0)
        settled(page)
        return page.screenshot()


if __name__ == "__main__":
    (FOLDER / "lesson.png").write_bytes(lesson())
    (FOLDER / "table.png").write_bytes(figure_png(tables(), 120))
    (FOLDER / "variants.png").write_bytes(figure_png(answers(), 150))
