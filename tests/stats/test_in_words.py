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
from rummy_lab.stats.numbers import level_told, number, percent, plain
from rummy_lab.stats.rates import rate
from rummy_lab.stats.school_compare import span
from rummy_lab.words import languages
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
    assert level_told(0.95, lang) in told
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
    assert (
        "Greedy, Rummy 51: The score was 2.3 points higher on average (22.4 instead of 20.1); that is worse" in told[1]
    )
    assert "more than the luck" in told[1]
    assert "may be the luck" in told[2]
    assert "not trained anew" in told[-1]


def test_a_comparison_that_is_watched_says_where_it_stands():
    assert in_words(by_hand.sequence(), "en") == (
        "Rummy 51: After 1,000 deals, compared with Rummy 40: the score was 1.2 points higher on average; in truth it "
        "is most likely 0.2 to 2.2 points higher, however often one looks."
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


def two_rules(column, base, value, **more):
    """The same deals under two rule sets, a row each."""
    n = len(base)
    rules = ["rummy40"] * n + ["rummy40{opening.points=51}"] * n
    return pd.DataFrame({"deal": [*range(n)] * 2, "rules": rules, column: [*base, *value], **more})


def opened(count, n):
    return [1] * count + [2] * (n - count)


def test_a_comparison_gives_the_counts_that_were_played():
    found = rl.compare(two_rules("opened_turn", opened(31, 84), opened(30, 84)), "opened_turn == 1", baseline="rummy40")
    told = in_words(found).splitlines()
    assert "In 84 deals 30 could open at once, instead of 31 with Rummy 40." in told[1]
    assert re.search(r"would mostly give between \d fewer and \d more\.$", told[1])


def test_pairs_of_one_deal_are_counted_each():
    frame = two_rules("won", [True, False] * 20, [True, True] * 20)
    frame = frame.assign(deal=frame["deal"] // 2, seat=["A", "B"] * 40)
    found = rl.compare(frame, "won", baseline="rummy40")
    assert "In 40 hands 40 were won, instead of 20 with Rummy 40." in in_words(found)
    read = pd.read_csv(io.StringIO(found.to_csv(index=False)))
    assert "Counted per 100 hands" in in_words(read)
    assert re.search(r"more of 100\.$", in_words(read))


@pytest.mark.parametrize(
    ("bots", "said"),
    [(["greedy", "exact"], "could open"), (["greedy", "careful"], "opened at once"), (["random"], "opened at once")],
)
def test_could_is_said_only_of_bots_that_never_wait(bots, said):
    n = 20 * len(bots)
    frame = deals(n // 2, n).assign(bot=bots * 20)
    assert said in in_words(rate(frame, "opened_turn == 1"))
    assert said in in_words(rate(frame, "opened_turn == 1"), level="university").lower()
    pair = two_rules("opened_turn", opened(n // 2, n), opened(9, n), bot=bots * 40)
    assert said in in_words(rl.compare(pair, "opened_turn == 1", baseline="rummy40"))


def test_the_one_seat_of_the_rows_is_named():
    frame = pd.DataFrame({"deal": range(200), "seat": "A", "won": [True, False] * 100})
    assert in_words(rate(frame, "won")).startswith("Seat A: In 200 deals 100 were won")
    assert in_words(rate(frame, "won"), "de", "university").startswith("Gewonnen, Platz A: ")
    assert in_words(rl.mean(frame.assign(score=frame["won"] * 5), "score"), "nl").startswith("Plaats A: In 200 spellen")
    found = rl.survival(frame.assign(opened_turn=[1, 2] * 100))
    assert in_words(found).startswith("Seat A: Of 200 hands 100 opened on the first turn")
    assert "Seat A" in in_words(found, level="university").replace("seat", "Seat")


def test_hands_that_meet_a_condition_are_told_as_such():
    frame = pd.DataFrame({"deal": range(60), "jokers_dealt": [0, 1, 2] * 20, "won": [True, False] * 30})
    told = in_words(rate(frame, "won", by="jokers_dealt")).splitlines()
    assert [line.partition(": ")[0] for line in told] == ["Without a joker", "With 1 joker", "With 2 jokers"]
    assert "In 20 hands 10 were won" in told[0]
    assert "Another 20 such hands would" in told[0]


@pytest.mark.parametrize(
    ("rules", "column", "change", "said"),
    [("rummy40", "score", 5, "worse, since the points are penalties"), ("rummy40", "score", -5, "better, since"),
     ("schmidt", "score", 5, "that is better."), ("schmidt", "penalty", 5, "worse, since"),
     ("mine", "score", 5, None), ("rummy40", "left_cards", 5, None)],
)  # fmt: skip
def test_which_way_is_good(rules, column, change, said):
    frame = pd.DataFrame({"deal": [*range(20)] * 2, "rules": rules, "seat": ["A"] * 20 + ["B"] * 20})
    frame[column] = [*range(20), *(at * 0.9 + change for at in range(20))]
    told = in_words(rl.compare(frame, column, baseline="A", across="seat"))
    assert (said in told) if said else ("that is" not in told.replace("an average that is", ""))


def test_which_way_is_good_is_said_of_a_mean():
    frame = pd.DataFrame({"deal": range(20), "rules": "rummy40", "score": range(20)})
    assert in_words(rl.mean(frame, "score")).endswith("\nFewer points are better: they are penalties.")
    assert in_words(rl.mean(frame.assign(rules="schmidt"), "score"), "de").endswith("\nMehr Punkte sind besser.")
    assert "\n" not in in_words(rl.mean(frame.assign(rules="mine"), "score"))


def test_what_is_the_same_in_every_deal_is_said_so():
    frame = two_rules("turns", [4] * 20, [6] * 20)
    told = in_words(rl.compare(frame, "turns", baseline="rummy40"))
    assert "was 2 turns higher on average (6 instead of 4). It was the same difference in every deal." in told
    assert "luck" not in told
    assert in_words(rl.mean(frame.iloc[:20], "turns")) == "In 20 deals the length was 4 turns every time."


def test_other_prices_for_the_same_turns_are_no_luck():
    frame = two_rules("score", range(20), [at * 1.2 + 3 for at in range(20)])
    assert "more than the luck" in in_words(rl.compare(frame, "score", baseline="rummy40"))
    frame.attrs["repriced"] = {"rummy40": "rummy40"}
    for level in ("school", "university"):
        told = in_words(rl.compare(frame, "score", baseline="rummy40"), level=level)
        assert "luck" not in told
        assert "trained" not in told


@pytest.mark.parametrize(
    ("low", "high", "told"),
    [(-13, -11, "11 to 13 fewer"), (2, 2, "2 more"), (0, 3, "0 to 3 more"), (0, 0, "just as many"),
     (-1, 2, "between 1 fewer and 2 more")],
)  # fmt: skip
def test_spans_have_no_signs(low, high, told):
    assert span(low, high, "en", 0, count=True) == told


def test_a_watched_comparison_of_rates_counts_in_a_hundred():
    frame = two_rules("won", [True] * 60 + [False] * 140, [True] * 90 + [False] * 110)
    told = in_words(rl.confidence_sequence(frame, "won", baseline="rummy40"))
    assert "Won, 15 more of 100; in truth" in told
    assert re.search(r"\d to \d+ more of 100, however", told)


def test_the_cards_share_is_that_of_what_is_left():
    told = in_words(by_hand.skills())
    assert "once the averages of bots and seats are taken off, about 61 parts in 100" in told
    assert "in this field" in in_words(by_hand.skills(), level="university")


@pytest.mark.parametrize("lang", languages)
def test_no_two_sentences_disagree_on_whether_a_difference_is_seen(lang):
    """What is called more than luck is not then said to come out either way, without a word on it; nor luck one way."""
    key = {"en": "not by much", "de": "nicht viel mehr", "nl": "niet veel meer"}[lang]
    both = {"en": "fewer and", "de": "weniger und", "nl": "minder en"}
    frame = by_hand.compared_wins()
    row = {"difference": 0.2, "value": 0.4, "base": 0.2, "p": 0.03, "p_adjusted": 0.03}
    narrow, wide = frame.assign(**row, low=0.15, high=0.25), frame.assign(**row, low=0.01, high=0.39)
    narrow.attrs, wide.attrs = frame.attrs, frame.attrs
    assert key not in in_words(narrow, lang)
    assert in_words(wide, lang).count(key) == len(frame)
    assert both[lang] in in_words(wide, lang)
    luck = narrow.assign(p_adjusted=0.3)
    told = in_words(luck, lang)
    assert {"en": "Alone it would", "de": "Für sich allein", "nl": "Op zichzelf"}[lang] in told
    told = in_words(luck.iloc[:1], lang).splitlines()[1]
    assert {"en": "may be the luck", "de": "kann Kartenglück", "nl": "kan kaartgeluk"}[lang] in told
    assert {"en": "Another", "de": "Weitere", "nl": "Nog eens"}[lang] not in told


@pytest.mark.parametrize("level", ["school", "university"])
def test_wins_of_all_seats_together_say_nothing_and_that_is_told(level):
    won = [at % 2 == 0 for at in range(40)]
    frame = pd.DataFrame(
        {"deal": [*range(20)] * 4, "rules": ["schmidt"] * 40 + ["mine"] * 40, "seat": (["A"] * 20 + ["B"] * 20) * 2}
    )
    frame["won"] = [*won[:20], *(not one for one in won[:20]), *won[20:], *(not one for one in won[20:])]
    frame["bot"] = "greedy"
    told = in_words(rl.compare(frame, "won", baseline="schmidt"), level=level)
    assert "this difference is 0 by construction" in told
    assert "luck" not in told
    for by in ("seat", ["seat", "bot"]):
        assert "construction" not in in_words(rl.compare(frame, "won", baseline="schmidt", by=by), level=level)
    assert "construction" not in in_words(
        rl.compare(frame[frame["seat"] == "A"], "won", baseline="schmidt"), level=level
    )
    assert "construction" in in_words(rl.compare(frame, "won", baseline="schmidt", by="bot"), level=level)
    frame.loc[frame["seat"] == "A", "bot"] = "random"
    assert "construction" not in in_words(rl.compare(frame, "won", baseline="schmidt", by="bot"), level=level)
