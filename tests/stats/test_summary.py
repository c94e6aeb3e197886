"""The one table of a run: its figures, how it shows itself, and what it says below."""

import io
import re
from html.parser import HTMLParser

import numpy as np
import pandas as pd
import pytest

import rummy_lab as rl
from rummy_lab.core.errors import RummyError
from rummy_lab.stats.means import mean
from rummy_lab.stats.rates import rate
from rummy_lab.stats.summary import COLUMNS, summary
from rummy_lab.stats.summary_texts import TEXTS
from rummy_lab.stats.survival import survival
from rummy_lab.words import languages
from rummy_lab.words.scene import bot_name


@pytest.fixture(scope="module")
def runs():
    return {
        rules: rl.selfplay(
            rules, ["greedy", "random", "greedy"], games=10, seed=3, rotate=True, progress=False, engine="readable"
        )
        for rules in ("schmidt", "rummy40")
    }


def crossing(deals=60):
    """Two rule sets and three bots: the variant is good for x and bad for y, and they change places; z does not mind.

    Under penalties: fewer is better.
    """
    rng = np.random.default_rng(1)
    means = {("rummy40", "x"): 40, ("rummy40", "y"): 20, ("rummy51", "x"): 20, ("rummy51", "y"): 40}
    rows = []
    for deal in range(deals):
        for rules in ("rummy40", "rummy51"):
            luck = rng.normal(0, 5, 3)
            for seat, bot in enumerate("xyz"):
                score = means.get((rules, bot), 30) + luck[seat]
                rows.append(
                    {
                        "deal": deal, "rotation": 0, "rules": rules, "seat": "ABC"[seat], "bot": bot, "won": False,
                        "score": score, "opened_turn": 1 + seat, "left_cards": 3, "left_jokers": 0, "went_rummy": False,
                    }
                )  # fmt: skip
    return pd.DataFrame(rows)


@pytest.mark.parametrize("rules", ["schmidt", "rummy40"])
def test_the_figures_are_those_of_the_other_functions(runs, rules):
    run = runs[rules]
    found = summary(run)
    assert tuple(found.columns) == COLUMNS
    assert [(row["bot"], row["seat"]) for _, row in found.iterrows()] == [
        (bot, seat) for bot in ("greedy", "random") for seat in ("all", "A", "B", "C")
    ]
    assert (found["deals"] == 10).all()
    players = run.by_player
    for by, seats in (("bot", found["seat"] == "all"), (["bot", "seat"], found["seat"] != "all")):
        rows = found[seats].reset_index(drop=True)
        score = mean(players, "score", by)
        for name, column in (("score", "mean"), ("score_low", "low"), ("score_high", "high")):
            assert list(rows[name]) == pytest.approx(list(score[column]))
        for name, what in (
            ("wins", "won"), ("opened_first", "opened_turn == 1"), ("went_out", "won and left_cards == 0"),
            ("rummy", "went_rummy"),
        ):  # fmt: skip
            assert list(rows[name]) == pytest.approx(list(rate(players, what, by)["rate"])), name
        assert list(rows["jokers_held"]) == pytest.approx(list(mean(players, "left_jokers", by)["mean"]))
        medians = [one["median"] for one in survival(run, by=by).attrs["rummy_lab"]["medians"]]
        assert [None if np.isnan(one) else one for one in rows["median_opening"]] == medians
    deals = run.by_deal
    used = ((deals["reshuffles"] > 0) | (deals["stock_left"] == 0)).mean()
    assert found.loc[0, "stock_used_up"] == pytest.approx(used)
    assert found.loc[0, "unfinished"] == (deals["end"] == "unfinished").mean()


@pytest.mark.parametrize("rules", ["schmidt", "rummy40"])
def test_files_give_the_same_table(runs, rules, tmp_path):
    run = runs[rules]
    run.to_csv(tmp_path)
    read = {name: pd.read_csv(tmp_path / f"{name}.csv.gz") for name in ("by_player", "by_deal")}
    expected = pd.DataFrame(summary(run))
    pd.testing.assert_frame_equal(pd.DataFrame(summary(read["by_player"], read["by_deal"])), expected)
    run.by_player.to_parquet(tmp_path / "p.parquet")
    again = summary(pd.read_parquet(tmp_path / "p.parquet"), run.by_deal)
    pd.testing.assert_frame_equal(pd.DataFrame(again), expected)
    alone = summary(read["by_player"])
    assert alone[["stock_used_up", "unfinished"]].isna().all(axis=None)
    assert alone["median_opening"].isna().all() == (run.by_player["opened_turn"] == 0).any()
    pd.testing.assert_frame_equal(pd.DataFrame(alone)[list(COLUMNS[:9])], expected[list(COLUMNS[:9])])


@pytest.mark.parametrize("lang", languages)
def test_it_prints_in_every_language(runs, lang):
    run = runs["rummy40"]
    found = summary(run, lang=lang)
    told = str(found)
    assert told == repr(found) == found.to_string()
    assert max(map(len, told.splitlines())) <= 112
    lines = told.splitlines()
    table = [line for line in lines if line.startswith((bot_name("greedy", lang), bot_name("random", lang)))]
    assert len(table) == 8
    assert len(set(map(len, table))) == 1, "the columns stand under each other"
    assert TEXTS[lang]["fewer"] in told
    assert TEXTS[lang]["not_retuned"] not in told
    assert ("," in table[0]) == (lang != "en")
    assert "nan" not in told
    assert TEXTS[lang]["more"] in str(summary(runs["schmidt"], lang=lang))


class Cells(HTMLParser):
    """The cells of the tables of a page, row by row."""

    def __init__(self, page):
        super().__init__()
        self.rows, self.open = [], []
        self.feed(page)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] in ("td", "th"):
            self.rows[-1][-1] += data


@pytest.mark.parametrize("lang", languages)
def test_notebook_and_markdown_show_the_same_cells(runs, lang, tmp_path):
    found = summary(runs["rummy40"], lang=lang)
    page = found._repr_html_()
    assert f'lang="{lang}"' in page
    assert page.count("<caption") == 1
    assert page.count('scope="col"') == 12
    cells = Cells(page.replace("\N{SOFT HYPHEN}", "")).rows
    assert len(cells) == 9
    text = found.to_markdown(tmp_path / "s.md")
    assert (tmp_path / "s.md").read_text("utf-8") == text
    lines = [line for line in text.splitlines() if line.startswith("|")]
    assert [[cell.strip() for cell in line.strip("|").split(" | ")] for line in [lines[0], *lines[2:]]] == cells
    assert re.fullmatch(r"(\| ---:? )+\|", lines[1])


def test_names_cannot_break_the_tables():
    frame = crossing().replace({"bot": {"x": "a|b <i>"}})
    found = summary(frame)
    assert "<i>" not in found._repr_html_()
    assert "a|b &lt;i&gt;" in found._repr_html_()
    assert "a\\|b <i>" in found.to_markdown()


def test_csv_has_the_plain_columns(runs, tmp_path):
    found = summary(runs["rummy40"], lang="de")
    read = pd.read_csv(io.StringIO(found.to_csv()))
    pd.testing.assert_frame_equal(read, pd.DataFrame(found))
    found.to_csv(tmp_path / "s.csv", sep=";", decimal=",")
    read = pd.read_csv(tmp_path / "s.csv", sep=";", decimal=",")
    pd.testing.assert_frame_equal(read, pd.DataFrame(found))


def test_what_is_made_of_it_is_a_plain_frame(runs):
    found = summary(runs["rummy40"])
    for other in (found.query("seat == 'all'"), found[["bot", "wins"]], found.head(2), found.assign(x=1)):
        assert type(other) is pd.DataFrame
        assert repr(other)


def test_it_says_where_a_rule_helps_one_bot_and_harms_another():
    told = str(summary(crossing())).replace("\n", " ")
    assert 'Compared with Rummy 40, Rummy 51 clearly helps the bot "x" and harms the bot "y".' in told
    assert 'Under Rummy 40 the bot "y" is clearly ahead of the bot "x", and under Rummy 51 clearly behind.' in told
    assert TEXTS["en"]["not_retuned"] in told
    two = summary(crossing().query("bot != 'x'")).attrs["rummy_lab"]["signs"]
    assert [(one["kind"], one["first"], one["here"]) for one in two] == [("order", "z", "rummy51")]
    assert summary(crossing().query("bot == 'x'")).attrs["rummy_lab"]["signs"] == []
    # The other way round where more is better.
    known = {"rummy40": "schmidt", "rummy51": "schmidt{opening.points=51}"}
    told = str(summary(crossing().replace({"rules": known}), lang="nl")).replace("\n", " ")
    assert (
        "helpt Schmidt Rummy met 51 punten voor de eerste uitleg duidelijk de bot “y” en schaadt het de bot “x”."
        in told
    )


def test_equal_bots_and_rules_have_nothing_to_say():
    frame = crossing()
    rng = np.random.default_rng(2)
    frame["score"] = rng.normal(20, 5, len(frame))
    assert summary(frame).attrs["rummy_lab"]["signs"] == []


def test_an_incomplete_run_and_one_deal_say_so(runs):
    found = summary(runs["rummy40"].by_player.query("deal == 0"))
    assert found[["score_low", "score_high"]].isna().all(axis=None)
    assert "±" not in str(found)
    assert "nan" not in str(found)

    class Part:
        by_player, by_deal, complete = runs["rummy40"].by_player, runs["rummy40"].by_deal, False

    assert TEXTS["en"]["part"] in str(summary(Part()))
    assert TEXTS["en"]["part"] not in str(summary(runs["rummy40"]))


@pytest.mark.parametrize(
    ("frame", "options", "said"),
    [
        (crossing(1).iloc[:0], {}, "frame has no rows"),
        (crossing(1).drop(columns="left_jokers"), {}, "frame has no column left_jokers"),
        (crossing(1), {"lang": "fr"}, "lang is 'fr'; it can be en, de, nl"),
        (crossing(1), {"level": 95}, "level is a share between 0 and 1"),
        (crossing(1).assign(score="x"), {}, "score holds no numbers"),
        (crossing(1).assign(won=np.nan), {}, "won is empty or without end"),
        (crossing(1), {"deals": crossing(1)}, "deals has no column reshuffles"),
        ({}, {}, "frame is a pandas frame"),
        (None, {}, "frame is a pandas frame"),
    ],
)
def test_what_cannot_be_is_one_sentence(frame, options, said):
    with pytest.raises(RummyError) as fault:
        summary(frame, **options)
    assert str(fault.value).startswith(said)


def test_every_language_has_the_same_words():
    fields = {lang: {key: set(re.findall(r"{(\w+)}", text)) for key, text in TEXTS[lang].items()} for lang in languages}
    assert fields["de"] == fields["en"] == fields["nl"]
    assert len({TEXTS[lang]["deal"] for lang in languages}) == 3
