"""The plots on small real runs: what they say in words, in three languages, in grey, alone and on given axes."""

import gc
import io
import re
import subprocess
import sys
import weakref
from functools import partial

import numpy as np
import pandas as pd
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image

import rummy_lab as rl
from rummy_lab.core.errors import RummyError
from rummy_lab.draw.palette import WHITE, contrast, rgb
from rummy_lab.stats.numbers import percent
from rummy_lab.stats.plots.canvas import STYLES, fresh
from rummy_lab.stats.plots.spread import beyond, bins, within
from stats import results_by_hand as by_hand

LANGUAGES = ("en", "de", "nl")
SETS = ["rummy40", "rummy40{opening.points=20}", "rummy40{pack.jokers=4}", "rummy40{opening.points=20,pack.jokers=4}"]


@pytest.fixture(scope="module")
def run():
    return rl.selfplay(SETS, ["greedy", "random"], games=6, seed=5, rotate=True, progress=False, engine="readable")


@pytest.fixture(scope="module")
def plots(run):
    """Each plot as a function of axes and language."""
    player, deal = run.by_player, run.by_deal
    some = player[(player["seat"] == "A") & (player["rotation"] == 0) & (player["rules"] == "rummy40")]
    results = {
        "rates": rl.rate(player, "won", by=["bot", "seat"]),
        "means": rl.mean(player, "score", by="rules"),
        "compare": rl.compare(player, "score", baseline="rummy40", by="bot"),
        "compare_rates": rl.compare(player, "opened_turn == 1", baseline="rummy40"),
        "survival": rl.survival(run, by="bot"),
        "survival_turns": rl.survival(run, "turns", by="rules"),
        "ratings": by_hand.ladder(),
        "sequence": by_hand.sequence(),
    }
    draw = {
        "rates": rl.plot_rates, "means": rl.plot_rates, "compare": rl.plot_compare, "compare_rates": rl.plot_compare,
        "survival": rl.plot_survival, "survival_turns": rl.plot_survival, "ratings": rl.plot_ratings,
        "sequence": rl.plot_running,
    }  # fmt: skip
    made = {name: partial(draw[name], results[name]) for name in results}
    return made | {
        "scores": lambda **given: rl.plot_scores(player, **given),
        "scores_ecdf": lambda **given: rl.plot_scores(player, kind="ecdf", **given),
        "length": lambda **given: rl.plot_length(deal, **given),
        "ends": lambda **given: rl.plot_ends(deal, **given),
        "sweep": lambda **given: rl.plot_sweep(player, "opened_turn == 1", "opening.points", "pack.jokers", **given),
        "running": lambda **given: rl.plot_running(player, "score", by="bot", **given),
        "running_rate": lambda **given: rl.plot_running(some, "opened_turn == 1", **given),
        "dots": lambda **given: rl.plot_dots(some, "opened_turn == 1", **given),
        "dots_turns": lambda **given: rl.plot_dots(deal, "turns", **given),
    }


NAMES = [
    "rates", "means", "compare", "compare_rates", "survival", "survival_turns", "ratings", "sequence", "scores",
    "scores_ecdf", "length", "ends", "sweep", "running", "running_rate", "dots", "dots_turns",
]  # fmt: skip


def drawn(ax):
    """The picture as it comes out, and nothing lost at its edges."""
    figure = ax.get_figure(root=True)
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    return canvas


def texts(ax):
    figure = ax.get_figure(root=True)
    legends = [*figure.legends, *([ax.get_legend()] if ax.get_legend() else [])]
    found = [figure.get_suptitle(), ax.get_title(loc="left"), ax.get_xlabel(), ax.get_ylabel()]
    found += [label.get_text() for label in [*ax.get_xticklabels(), *ax.get_yticklabels(), *ax.texts]]
    return [*found, *(text.get_text() for legend in legends for text in legend.get_texts())]


WRONG = {"en": r"\d,\d(?!\d\d)|\d\s%", "de": r"\d\.\d(?!\d\d)|\d%", "nl": r"\d\.\d(?!\d\d)|\d\s%"}
"""What a number is not in each language."""


@pytest.mark.parametrize("width", [360, pytest.param(900, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", NAMES)
def test_every_plot_is_whole_and_told_in_three_languages(plots, name, width):
    words = {}
    for lang, wrong in WRONG.items():
        ax = fresh(width, 420)
        assert plots[name](ax=ax, lang=lang) is ax
        canvas = drawn(ax)
        words[lang] = rl.alt_text(ax)
        assert any(character.isdigit() for character in words[lang])
        for text in [words[lang], *texts(ax)]:
            assert not re.search(r"\bnan\b|[{}]|\bNone\b", text)
            assert not re.search(wrong, text)
        title = ax.get_figure(root=True).get_suptitle().replace("\n", " ")
        assert title
        assert words[lang].startswith(title)
        assert_whole(ax, canvas.get_renderer())
    assert len(set(words.values())) == 3


def assert_whole(ax, renderer):
    """Nothing is cut at the edges, and legends lie outside the axes."""
    figure = ax.get_figure(root=True)
    low, high = sorted(ax.get_ylim())
    ticks = [label for label in ax.get_yticklabels() if low <= label.get_position()[1] <= high]
    seen = [*figure.legends, figure._suptitle, ax.xaxis.label, ax.yaxis.label, *ticks]
    for one in seen:
        box = one.get_window_extent(renderer)
        assert min(box.x0, box.y0) >= -1
        assert box.x1 <= figure.bbox.x1 + 1
        assert box.y1 <= figure.bbox.y1 + 1
    for legend in figure.legends:
        assert not legend.get_window_extent(renderer).overlaps(ax.bbox)


@pytest.mark.parametrize("name", NAMES)
def test_given_axes_are_drawn_on(plots, name):
    figure = Figure(figsize=(10, 4), layout="constrained")
    first, second = figure.subplots(1, 2)
    assert plots[name](ax=second) is second
    drawn(second)
    assert not first.lines
    assert second.get_title(loc="left")


def test_the_words_say_the_rates_that_are_shown():
    ax = rl.plot_rates(by_hand.rates(), reference=0.25, prediction=0.3)
    assert rl.alt_text(ax) == (
        "Won, by seat. Seat A: 27.0% (24.3% to 29.8%); Seat B: 25.0% (22.4% to 27.8%); "
        "Seat C: 24.8% (22.2% to 27.6%); Seat D: 23.2% (20.7% to 25.9%). To compare: 25.0%. "
        "Your guess: 30.0%. In brackets the 95% interval."
    )
    values = sorted(x for line in ax.lines if line.get_marker() == "o" for x in line.get_xdata())
    assert values == [0.232, 0.248, 0.25, 0.27]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["rates", "compare", "running_rate", "dots", "dots_turns"])
def test_a_prediction_stays_in_the_picture_and_in_the_words(plots, name, lang):
    expected = {"dots_turns": 45, "compare": 45}.get(name, 0.75)
    before, after = plots[name](lang=lang), plots[name](lang=lang, prediction=expected)
    assert len(after.lines) == len(before.lines) + 1
    told = [text for text in texts(after) if text not in texts(before)]
    value = "45" if expected == 45 else percent(0.75, lang)
    assert any(value.rstrip("%").strip() in text for text in told)
    assert len(rl.alt_text(after)) > len(rl.alt_text(before))


def test_a_prediction_for_each_group_is_a_mark_of_its_own():
    ax = rl.plot_rates(by_hand.rates(), prediction={"A": 0.4, "D": 0.1})
    marks = [line.get_xdata()[0] for line in ax.lines if line.get_marker() == "d"]
    assert marks == [0.4, 0.1]
    assert "Seat A: 27.0% (24.3% to 29.8%), your guess: 40.0%" in rl.alt_text(ax)


def test_series_can_be_told_apart_without_colour():
    for what in ("marker", "line", "hatch"):
        assert len({str(getattr(style, what)) for style in STYLES}) == len(STYLES)


@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.marker)
def test_marks_stand_out_from_the_ground(style):
    assert contrast(style.colour, WHITE) >= 4.5


@pytest.mark.parametrize("name", ["rates", "compare", "survival", "survival_turns", "scores", "scores_ecdf", "running"])
def test_the_series_of_a_plot_differ_in_markers(plots, name):
    ax = plots[name]()
    handles = [line for legend in ax.get_figure(root=True).legends for line in legend.legend_handles]
    series = [
        line for line in handles if line.get_marker() not in ("None", None, "") and line.get_linestyle() != "None"
    ]
    assert len(series) >= 2
    assert len({line.get_marker() for line in series}) == len(series)


def test_clear_differences_are_filled_and_others_hollow():
    ax = rl.plot_compare(by_hand.compared())
    marks = {line.get_xdata()[0]: line for line in ax.lines if line.get_marker() in ("o", "s")}
    assert marks[2.3].get_markerfacecolor() != WHITE
    assert marks[-0.3].get_markerfacecolor() == WHITE
    assert "−0.3 (−1.1 to +0.5), may be chance" in rl.alt_text(ax)


def test_numbers_in_the_cells_of_a_sweep_can_be_read(plots):
    ax = plots["sweep"]()
    image = ax.images[0]
    for text in ax.texts:
        x, y = text.get_position()
        ground = image.cmap(image.norm(image.get_array()[int(y), int(x)]))
        colour = "#" + "".join(f"{round(255 * part):02X}" for part in ground[:3])
        assert contrast(text.get_color(), colour) >= 4.5


def test_the_colours_of_a_sweep_grow_lighter_all_along(plots):
    colours = plots["sweep"]().images[0].cmap(np.linspace(0, 1, 50))[:, :3]
    grey = colours @ [0.2126, 0.7152, 0.0722]
    assert (np.diff(grey) > 0).all()


def test_dots_are_found_again_and_can_be_picked(run):
    frame = run.by_deal[(run.by_deal["rotation"] == 0) & (run.by_deal["rules"] == "rummy40")]
    ax = rl.plot_dots(frame, "turns")
    dots, held = rl.dots_of(ax), ax.collections[0]
    assert dots["deal"].tolist() == frame["deal"].tolist()
    assert dots["value"].tolist() == frame["turns"].tolist()
    assert np.allclose(held.get_offsets(), dots[["x", "y"]])
    assert held.pickable()
    assert not dots.duplicated(["x", "y"]).any()


def test_a_pile_grows_from_the_bottom_row_by_row():
    frame = pd.DataFrame({"deal": range(60), "won": [True] * 50 + [False] * 10})
    yes = rl.dots_of(rl.plot_dots(frame, "won")).query("value == 1")
    assert yes["y"].is_monotonic_increasing
    assert yes.groupby("y")["x"].apply(lambda x: x.is_monotonic_increasing).all()


@pytest.mark.parametrize("size", [(360, 300), (900, 500)])
@pytest.mark.parametrize("yes", [0, 1, 250, 500])
def test_dots_lie_inside_the_axes_and_apart(size, yes):
    frame = pd.DataFrame({"deal": range(500), "won": [at < yes for at in range(500)]})
    ax = rl.plot_dots(frame, "won", ax=fresh(*size))
    drawn(ax)
    at = ax.transData.transform(rl.dots_of(ax)[["x", "y"]].to_numpy())
    assert (at >= [ax.bbox.x0, ax.bbox.y0]).all()
    assert (at <= [ax.bbox.x1, ax.bbox.y1]).all()
    apart = min(
        np.abs(np.diff(np.unique(at[:, 0].round(1)))).min(), np.abs(np.diff(np.unique(at[:, 1].round(1)))).min()
    )
    assert apart >= 5


def test_more_deals_than_fit_are_bars():
    frame = pd.DataFrame({"deal": range(501), "won": [True, False, False] * 167})
    ax = rl.plot_dots(frame, "won", prediction=0.4)
    assert [round(bar.get_height(), 3) for bar in ax.patches] == [0.667, 0.333]
    assert "501 deals: yes 167 (33%), no 334 (67%)" in rl.alt_text(ax)
    with pytest.raises(RummyError, match="hold no dots"):
        rl.dots_of(ax)


def test_values_far_off_are_told_instead_of_drawn():
    values = np.array([*range(20, 60)] * 5 + [300.0, 300.0])
    assert within(values).sum() == 200
    assert bins(values[within(values)])[-1] < 100
    assert beyond(values, "en") == ["2 more beyond the edge, as far as 300"]
    assert not beyond(values[:-2], "en")


def test_a_curve_that_never_reaches_half_says_so():
    said = rl.alt_text(rl.plot_survival(by_hand.opened()))
    assert "Greedy: half in turn 1, after turn 1 50% (40% to 60%)" in said
    assert "Random: less than half until the end" in said


ONE_ROW = pd.DataFrame(
    {"deal": [3], "rotation": [0], "rules": ["rummy40"], "seat": ["A"], "bot": ["greedy"], "won": [True],
     "score": [0.0], "opened_turn": [2], "turns": [17], "end": ["out"], "x": [1], "y": [2]}
)  # fmt: skip


@pytest.mark.parametrize(
    "draw",
    [
        lambda: rl.plot_rates(rl.rate(ONE_ROW, "won", by="seat")),
        lambda: rl.plot_rates(rl.mean(ONE_ROW, "score")),
        lambda: rl.plot_survival(rl.survival(ONE_ROW)),
        lambda: rl.plot_scores(ONE_ROW),
        lambda: rl.plot_scores(ONE_ROW, kind="ecdf"),
        lambda: rl.plot_length(ONE_ROW),
        lambda: rl.plot_ends(ONE_ROW),
        lambda: rl.plot_sweep(ONE_ROW, "score", "x", "y"),
        lambda: rl.plot_running(ONE_ROW, "won"),
        lambda: rl.plot_running(ONE_ROW, "score"),
        lambda: rl.plot_dots(ONE_ROW, "won"),
        lambda: rl.plot_dots(ONE_ROW, "turns"),
    ],
)
def test_a_single_row_is_drawn(draw):
    ax = draw()
    drawn(ax)
    assert "nan" not in rl.alt_text(ax)


@pytest.mark.parametrize(
    ("draw", "said"),
    [
        (lambda: rl.plot_rates(by_hand.rates().head(0)), "rl.plot_rates: this result has no rows"),
        (lambda: rl.plot_compare(by_hand.compared().head(0)), "rl.plot_compare: this result has no rows"),
        (lambda: rl.plot_compare(by_hand.compared().assign(deals=0)), "no deal was played both ways"),
        (lambda: rl.plot_survival(by_hand.opened().head(0)), "rl.plot_survival: this result has no rows"),
        (lambda: rl.plot_ratings(by_hand.ladder().head(0)), "rl.plot_ratings: this result has no rows"),
        (lambda: rl.plot_rates(by_hand.ladder()), "rl.plot_rates needs a result of rl.rate or rl.mean"),
        (lambda: rl.plot_rates(by_hand.rates(), prediction="half"), "prediction is a number"),
        (lambda: rl.plot_rates(by_hand.rates(), ax=3), "ax is an Axes"),
        (lambda: rl.plot_rates(by_hand.rates(), lang="fr"), "lang is 'fr'"),
        (lambda: rl.plot_scores(ONE_ROW.head(0)), "frame has no rows"),
        (lambda: rl.plot_scores(ONE_ROW, kind="box"), "kind is 'box'; it can be hist or ecdf"),
        (lambda: rl.plot_scores(ONE_ROW.assign(opened_turn=0), "opened_turn"), "never opened; rl.plot_survival"),
        (lambda: rl.plot_compare(by_hand.compared(), prediction="more"), "prediction is a number"),
        (lambda: rl.plot_length(ONE_ROW.head(0)), "frame has no rows"),
        (lambda: rl.plot_ends(ONE_ROW.drop(columns="end")), "no column end"),
        (lambda: rl.plot_sweep(ONE_ROW, "score", "x", "x"), "a and b are both x"),
        (lambda: rl.plot_running(ONE_ROW.head(0), "won"), "frame has no rows"),
        (lambda: rl.plot_running(ONE_ROW), "needs a result of rl.confidence_sequence"),
        (lambda: rl.plot_dots(ONE_ROW.head(0), "won"), "frame has no rows"),
        (lambda: rl.alt_text(fresh()), "no plot of rummy_lab"),
        (lambda: rl.dots_of(fresh()), "hold no dots"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_one_sentence(draw, said):
    with pytest.raises(RummyError, match=said) as caught:
        draw()
    assert "\n" not in str(caught.value)


def test_too_many_series_are_refused():
    frame = pd.DataFrame({"deal": range(26), "bot": [f"bot {at // 2}" for at in range(26)], "score": range(26)})
    with pytest.raises(RummyError, match="can tell 12 series apart, and these are 13"):
        rl.plot_scores(frame)


def test_a_notebook_shows_the_picture_with_its_words():
    ax = rl.plot_rates(by_hand.rates())
    assert ax._repr_html_().startswith('<img alt="Won, by seat. Seat A: 27.0%')
    assert Image.open(io.BytesIO(ax._repr_png_())).width == 1080


def test_no_figure_stays_behind():
    kept = weakref.ref(rl.plot_rates(by_hand.rates()).get_figure(root=True))
    gc.collect()
    assert kept() is None


def test_a_dark_figure_gets_light_words():
    figure = Figure(facecolor="#101010")
    ax = rl.plot_rates(by_hand.rates(), ax=figure.subplots())
    assert contrast(ax.xaxis.label.get_color(), "#101010") >= 4.5
    assert ax.get_facecolor() == (*rgb(WHITE), 1.0)


def test_neither_pyplot_nor_settings_nor_locale_are_touched():
    program = """
import sys, locale
sys.path.insert(0, "tests")
import matplotlib
import rummy_lab as rl
from stats import results_by_hand as by_hand
before, place = matplotlib.rcParams.copy(), locale.setlocale(locale.LC_ALL)
for lang in ("en", "de", "nl"):
    rl.plot_rates(by_hand.rates(), lang=lang)._repr_png_()
    rl.plot_compare(by_hand.compared(), lang=lang)._repr_png_()
assert matplotlib.rcParams.copy() == before
assert locale.setlocale(locale.LC_ALL) == place
assert "matplotlib.pyplot" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_could_stands_over_a_plot_only_of_bots_that_never_wait():
    frame = pd.DataFrame({"deal": range(40), "bot": ["greedy", "careful"] * 20, "opened_turn": [1, 2] * 20})
    for draw in (rl.plot_dots, rl.plot_running):
        assert rl.alt_text(draw(frame, "opened_turn == 1")).startswith("Opened at once")
        assert rl.alt_text(draw(frame.query("bot == 'greedy'"), "opened_turn == 1")).startswith("Could open at once")
    rates = rl.rate(frame, "opened_turn == 1")
    assert rl.alt_text(rl.plot_rates(rates)).startswith("Opened at once")


def test_going_out_is_the_rest_beside_going_rummy():
    ends = pd.DataFrame({"deal": range(4), "end": ["out", "out", "out", "rummy"]})
    assert "jemand machte sonst Schluss 75" in rl.alt_text(rl.plot_ends(ends, lang="de"))
    assert "jemand machte Schluss 100" in rl.alt_text(rl.plot_ends(ends.head(3), lang="de"))


@pytest.mark.parametrize(("lang", "said"), [("en", "95% interval"), ("de", "95-%-Intervall"), ("nl", "95%-interval")])
def test_the_level_stands_before_the_interval(lang, said):
    assert said in rl.alt_text(rl.plot_rates(by_hand.rates(), lang=lang))
