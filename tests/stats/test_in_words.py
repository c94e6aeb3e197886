"""Results as sentences: counts for pupils, estimates for students, in three languages."""

import io
import re

import numpy as np
import pandas as pd
import pytest

import rummy_lab as rl
from rummy_lab.core.errors import RummyError
from rummy_lab.stats.again import another_count, in_everyday_words
from rummy_lab.stats.in_words import in_words
from rummy_lab.stats.numbers import number, percent, plain
from rummy_lab.stats.rates import rate
from stats import results_by_hand as by_hand

LANGUAGES = ("en", "de", "nl")
SETS = ("rummy40", "rummy51")
KNOWN = "In 1,000 deals 498 could open at once: about half. Another 1,000 deals would mostly give between 454 and 542."


def deals(k, n, column="opened_turn"):
    return pd.DataFrame({"deal": range(n), column: [1] * k + [2] * (n - k)})


def test_the_known_sentence():
    assert in_words(rate(deals(498, 1000), "opened_turn == 1")) == KNOWN


def test_the_known_sentence_in_german_and_dutch():
    found = rate(deals(498, 1000), "opened_turn == 1")
    assert in_words(found, "de") == (
        "In 1.000 Spielen klappte es 498-mal, sofort herauszukommen: etwa die Hälfte. "
        "Weitere 1.000 Spiele ergäben meist zwischen 454 und 542."
    )
    assert in_words(found, "nl") == (
        "In 1.000 spellen lukte het 498 keer om meteen uit te leggen: ongeveer de helft. "
        "Nog eens 1.000 spellen zouden meestal tussen 454 en 542 geven."
    )


def test_a_result_that_was_a_file_says_the_same_of_an_unknown_column():
    found = rate(deals(498, 1000), "opened_turn == 1")
    read = pd.read_csv(io.StringIO(found.to_csv(index=False)))
    assert in_words(read) == KNOWN.replace("498 could open at once", "it was so 498 times")


@pytest.mark.parametrize("name", by_hand.ALL)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_pupils_read_no_jargon(name, lang):
    told = in_words(by_hand.ALL[name](), lang, "school")
    assert told
    assert not re.search(r"\bp\b|%|[Ii]nterval|Wilson|Cohen|McNemar|Plackett|[{}]|\bnan\b", told)


@pytest.mark.parametrize("name", by_hand.ALL)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_students_read_interval_and_level(name, lang):
    told = in_words(by_hand.ALL[name](), lang, "university")
    assert percent(0.95, lang) in told
    assert not re.search(r"[{}]|\bnan\b", told)


@pytest.mark.parametrize("level", ["school", "university"])
@pytest.mark.parametrize("name", by_hand.ALL)
def test_the_languages_differ(name, level):
    told = {lang: in_words(by_hand.ALL[name](), lang, level) for lang in LANGUAGES}
    assert len(set(told.values())) == 3


def test_students_read_everything_a_comparison_found():
    told = in_words(by_hand.compared(), "en", "university").splitlines()
    assert told[0] == (
        "Score, greedy, Rummy 51 against Rummy 40: difference +2.3 (22.4 against 20.1), 95% interval +1.2 to +3.4 "
        "(paired, Student's t), Cohen's d = 0.30, p < 0.001, adjusted p < 0.001 (Holm), 1,000 deals."
    )
    assert "McNemar p < 0.001" in in_words(by_hand.compared_wins(), "en", "university")


def test_pupils_read_whether_a_difference_may_be_luck():
    told = in_words(by_hand.compared(), "en").splitlines()
    assert told[0] == "Compared with Rummy 40, on the same 1,000 deals:"
    assert "Greedy, Rummy 51: the score was 2.3 points higher on average" in told[1]
    assert "more than the luck" in told[1]
    assert "may be the luck" in told[2]
    assert "not trained anew" in told[-1]


def test_a_comparison_that_is_watched_says_where_it_stands():
    assert in_words(by_hand.sequence(), "en") == (
        "Rummy 51: After 1,000 deals the difference from Rummy 40 is +1.2; the true one most likely lies between +0.2 "
        "and +2.2, however often one looks."
    )


def test_bots_that_disagree_are_told():
    assert "one bot and the other way for another" in in_words(by_hand.compared_wins(), "en")
    assert "one bot and the other way for another" not in in_words(by_hand.compared(), "en")


def test_an_adjusted_p_that_is_not_small_takes_the_claim_back():
    frame = by_hand.compared().assign(p_adjusted=0.2)
    assert "more than the luck" not in in_words(frame)


def test_a_bot_that_waits_could_have_opened_more_often():
    frame = deals(400, 1000).assign(bot="counter")
    assert "400 opened at once" in in_words(rate(frame, "opened_turn == 1", by="bot"))


def test_rows_of_one_deal_widen_what_may_be_expected():
    one = pd.DataFrame({"deal": range(100), "won": [True, False] * 50})
    found = in_words(rate(pd.concat([one, one, one, one]), "won"))
    low, high = map(int, re.search(r"between (\d+) and (\d+)", found).groups())
    alone = another_count(50, 100)
    assert found.startswith("In 400 hands of 100 deals 200 were won: about half. Another 100 deals")
    assert (low, high) == pytest.approx((4 * alone[0], 4 * alone[1]), abs=12)


@pytest.mark.parametrize(("n", "p"), [(100, 0.5), (100, 0.02), (1000, 0.2)])
def test_another_sample_mostly_falls_where_it_is_said_to(n, p):
    rng = np.random.default_rng(5)
    first, second = rng.binomial(n, p, 2000), rng.binomial(n, p, 2000)
    ends = {k: another_count(int(k), n) for k in set(first.tolist())}
    inside = np.mean([ends[k][0] <= other <= ends[k][1] for k, other in zip(first.tolist(), second, strict=True)])
    assert 0.935 <= inside <= 0.995


@pytest.mark.parametrize(
    ("k", "said"),
    [(0, "none"), (2, "almost never"), (10, "about one in a hundred"), (51, "about one in twenty"),
     (205, "about one in five"), (246, "about a quarter"), (330, "about a third"), (405, "about two in five"),
     (502, "about half"), (660, "about two thirds"), (760, "about three quarters"), (901, "about nine in ten"),
     (995, "almost always"), (1000, "every time")],
)  # fmt: skip
def test_shares_in_everyday_words(k, said):
    assert in_everyday_words(k, 1000, "en") == said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_share_has_a_word_near_it(lang):
    assert all(in_everyday_words(k, 200, lang) for k in range(201))


def test_one_deal_says_little():
    one = pd.DataFrame({"deal": [0], "won": [True]})
    assert in_words(rate(one, "won")) == "In 1 deal 1 was won. That is too few to say more."


@pytest.mark.parametrize(
    ("result", "said"),
    [
        (by_hand.rates().head(0), "rl.in_words: this result has no rows; play more deals"),
        (pd.DataFrame({"a": [1]}), "rl.in_words needs a result of .*; this frame has the columns a"),
        (3, "rl.in_words needs a result of .*, not a int"),
    ],
)
def test_what_is_no_result_is_refused(result, said):
    with pytest.raises(RummyError, match=said):
        in_words(result)


@pytest.mark.parametrize(
    ("options", "said"), [({"lang": "fr"}, "lang is 'fr'"), ({"level": "kids"}, "level is 'kids'")]
)
def test_what_is_not_known_is_refused(options, said):
    with pytest.raises(RummyError, match=said):
        in_words(by_hand.rates(), **options)


def test_numbers_as_each_language_writes_them():
    assert [number(1234.5, lang, 1) for lang in LANGUAGES] == ["1,234.5", "1.234,5", "1.234,5"]
    assert [percent(0.5, lang) for lang in LANGUAGES] == ["50%", "50\N{NO-BREAK SPACE}%", "50%"]
    assert [plain(0.5, lang) for lang in LANGUAGES] == ["0.5", "0,5", "0,5"]
    assert number(-0.0001, "en", 1) == "0.0"
    assert number(-1, "en") == "−1"
    assert number(float("nan"), "de") == "–"


@pytest.fixture(scope="module")
def made_up():
    """Rows as of `by_player`, two bots on two seats in both rotations under two rule sets."""
    rng = np.random.default_rng(3)
    keys = [(deal, turn, rules, seat) for deal in range(110) for turn in (0, 1) for rules in SETS for seat in "AB"]
    frame = pd.DataFrame(keys, columns=["deal", "rotation", "rules", "seat"])
    frame["bot"] = np.where((frame["seat"] == "A") == (frame["rotation"] == 0), "greedy", "careful")
    wins = np.repeat(rng.integers(0, 2, len(frame) // 2), 2)
    frame["won"] = np.where(frame["seat"] == "A", wins == 1, wins == 0)
    frame["penalty"] = np.where(frame["won"], 0, rng.integers(1, 60, len(frame)))
    return frame.assign(score=frame["penalty"].astype(float), opened_turn=rng.integers(1, 6, len(frame)))


REAL = {
    "rate": lambda frame: rl.rate(frame, "opened_turn == 1", by=["bot", "seat"]),
    "mean": lambda frame: rl.mean(frame, "score", by="rules", method="bootstrap"),
    "compare": lambda frame: rl.compare(frame, "score", baseline=SETS[0], by="bot"),
    "compare_wins": lambda frame: rl.compare(frame, "won", baseline="greedy", across="bot", correct="bh"),
    "survival": lambda frame: rl.survival(frame, by="rules"),
    "ratings": rl.ratings,
    "skill": lambda frame: rl.skill(frame, "careful", "greedy"),
    "skill_wins": lambda frame: rl.skill(frame, "careful", "greedy", column="won"),
    "sequence": lambda frame: rl.confidence_sequence(frame, "score", baseline=SETS[0]),
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", REAL)
def test_what_the_statistics_find_is_told(made_up, name, lang):
    found = REAL[name](made_up)
    for level in ("school", "university"):
        told = in_words(found, lang, level)
        assert re.search(r"\d", told)
        assert not re.search(r"[{}]|\bnan\b|\bNone\b|–", told)


@pytest.mark.parametrize("name", REAL)
def test_results_read_from_a_file_are_told_too(made_up, name):
    read = pd.read_csv(io.StringIO(REAL[name](made_up).to_csv(index=False)))
    assert in_words(read, "de", "school")
    assert in_words(read, "nl", "university")


def test_it_is_a_public_name():
    assert rl.in_words is in_words
