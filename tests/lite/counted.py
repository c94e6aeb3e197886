"""Deals, figures, pictures and widgets: the same lines from a Python of 32 bits without threads as from any other."""

from hashlib import sha256

import rummy_lab as rl
from rummy_lab.draw import table_png, table_svg

HERE = "schmidt; table [6r 7r 8r] [1r 1y 1g]; hand A+ 5r 10r *; turn A"


def digest(text):
    return sha256(str(text).encode()).hexdigest()[:16]


def frames(run):
    return len(run), digest(run.by_player.to_csv()), digest(run.by_deal.to_csv())


options = {"seed": 3, "progress": False}
print("readable", frames(rl.selfplay("schmidt", ["greedy", "random"], games=5, engine="readable", **options)))
print("turns", frames(rl.selfplay("schmidt", ["careful", "random"], games=3, turns=True, **options)))
run = rl.selfplay("rummy40", ["greedy", "random"], games=20, engine="fast", audit=1, **options)
print("fast", frames(run))
print(
    "large seed", rl.selfplay("schmidt", ["random"] * 2, games=2, seed=2**62, progress=False).by_player.score.tolist()
)
print("mean", rl.mean(run.by_player, "score", "bot").round(9).to_csv())
print("rate", rl.rate(run.by_player, "won", "bot").round(9).to_csv())
print("words", rl.in_words(rl.mean(run.by_player, "score", "bot"), "de"))
print("plot", digest(rl.alt_text(rl.plot_scores(run.by_player))))
print("picture", digest(table_svg(rl.position(HERE))), table_png(rl.position(HERE))[:4])

table = rl.TableView(HERE, lang="en")
print("table", table.play("layoff 5r>1"), table.state.table, table.still()[0][:4], table.last_error)
lab = rl.VariantLab("rummy40", {"opening.points": 51}, ["random"] * 2, predict=False, lang="en")
lab.play(3, wait=True)
print("lab", lab.sampling.done, digest(lab.words()), lab.still()[0][:4])
game = rl.PlayGame("schmidt", ["me", "random"], seed=3, lang="en")
print("game", game.table.play("draw"), len(game.sitting.turns) >= 1)
lesson = rl.LessonPlayer("schmidt/sets", lang="en")
print("lesson", digest(lesson.words()))
