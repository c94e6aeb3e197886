"""Make the golden records anew: `python tests/golden/remake.py`.

A golden record is one deal as bots played it, kept as a file in `tests/data/golden/`. The tests play it again and
compare line by line, so that no change of the rules, of chance, of a bot or of the format of records goes unseen. Of
small batches the hashes of their tables are kept, in `batches.json`. Run this only where such a change is meant; then
read what git says has changed, and commit it together with its reason.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

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


def drawer(view: rl.View, rng: Any) -> str:
    """A bot of the reader's own: it never lays, and throws any card."""
    return "draw" if view.phase == "start" else f"discard {view.hand[rng.below(len(view.hand))]}"


BATCHES: dict[str, dict[str, Any]] = {
    "schmidt": {
        "rules": ["schmidt", "schmidt{opening.points=40}", "schmidt{joker.set_release=declared,pack.jokers=4}"],
        "players": ["greedy", "random"], "games": 4,
    },
    "rummy40": {
        "rules": ["rummy40", "rummy40{opening.points=51}", "rummy40{pack.jokers=0}"],
        "players": ["greedy", "random", "greedy"], "games": 4,
    },
    "relatives": {
        "rules": ["kalooki_uk", "rummikub", "jokeren_nl"], "players": ["random", "greedy"], "games": 2,
    },
    "functions": {
        "rules": ["rummy40{ending.max_turns=60}", "rummy40{deal.hand=12,ending.max_turns=60}"],
        "players": [drawer, "greedy", drawer], "games": 4,
    },
}  # fmt: skip


def digests(name: str, **options: Any) -> dict[str, str]:
    """The hash of each table of a small batch."""
    run = rl.selfplay(**BATCHES[name], seed=SEED, rotate=True, turns=True, progress=False, **options)
    tables = {"by_player": run.by_player, "by_deal": run.by_deal, "by_turn": run.by_turn, "rule_sets": run.rule_sets}
    return {
        table: hashlib.sha256(frame.to_csv(index=False, lineterminator="\n").encode()).hexdigest()
        for table, frame in tables.items()
    }


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
    text = json.dumps({name: digests(name) for name in BATCHES}, indent=1)
    (FOLDER / "batches.json").write_text(text + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
