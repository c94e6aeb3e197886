"""What the light core does anywhere: the same lines from every Python. `test_in_browser.py` compares two of them."""

import importlib
from hashlib import sha256

import rummy_lab as rl
from rummy_lab.lessons.catalogue import lesson, lesson_files


def digest(text):
    return sha256(str(text).encode()).hexdigest()[:16]


for room in ("core", "games", "words", "records", "search", "lessons", "bots", "batch", "bots.kernels"):
    importlib.import_module(f"rummy_lab.{room}")

for game, bots in {
    "schmidt": ["careful", "greedy", "exact"],
    "rummy40": ["counter", "careful", "greedy", "random"],
}.items():
    for seed in range(3):
        record = rl.play_out(game, bots, seed=seed)
        text = str(record)
        print(
            game, seed, record.final.over, len(record.turns), record.outcome.how, record.outcome.winners, digest(text)
        )
    match, records = rl.play_match(f"{game}{{match.kind=single}}", bots, seed=5)
    print(game, "match", match.over, [digest(one) for one in records])
    for lang in ("en", "de", "nl"):
        print(game, lang, digest(rl.rules_page(game, lang)), digest([entry.answers for entry in rl.ask("joker", lang)]))
    puzzle = rl.puzzle(game, seed=2)
    print(puzzle.position, "|", puzzle.solution, "|", rl.best_turn(puzzle.position).turn)

here = rl.position("schmidt; table [6r 7r 8r]; hand A+ 5r 9r; turn A")
print(rl.play(here, "layoff 5r>1; end").table)
print(rl.explain(rl.check(here, "layoff 6r>1; end")[0], "nl"))
for name in lesson_files():
    one = lesson(name)
    print(name, len(one.steps), digest(one))
