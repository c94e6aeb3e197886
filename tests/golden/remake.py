"""Make the golden records anew: `python tests/golden/remake.py`.

A golden record is one deal as bots played it, kept as a file in `tests/data/golden/`. The tests play it again and
compare line by line, so that no change of the rules, of chance, of a bot or of the format of records goes unseen. Run
this only where such a change is meant; then read what git says has changed, and commit it together with its reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import rummy_lab as rl
from rummy_lab.games import presets

FOLDER = Path(__file__).parents[1] / "data" / "golden"
SEED = 2024
LINE_UPS = (("greedy", "greedy"), ("greedy", "random", "greedy"))


def deals() -> Iterator[tuple[str, rl.Record]]:
    """The name of each file and the deal that belongs in it: two of every preset."""
    for preset in presets():
        for number, players in enumerate(LINE_UPS):
            yield f"{preset}-{number}.toml", rl.play_out(preset, players, seed=SEED, deal=number)


def main() -> None:
    """Write all records, and take away those that no longer belong here."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    made = dict(deals())
    for old in FOLDER.glob("*.toml"):
        if old.name not in made:
            old.unlink()
    for name, record in made.items():
        rl.write_record(record, FOLDER / name)
        print(f"{name}: {len(record.turns)} turns, {record.final.over}")


if __name__ == "__main__":
    main()
