"""Each reason of a refusal: a position that gives it, a sentence in every language and its place in the rulebook."""

import re
import tomllib
from pathlib import Path

import pytest

import rummy_lab as rl
from rummy_lab.core.violations import VIOLATIONS

CASES = tomllib.loads((Path(__file__).parent / "data" / "violations.toml").read_text())["case"]
NAMES = [f"{n}-{case['code']}-{case['game']}" for n, case in enumerate(CASES)]
CODES = {kind.code for kind in VIOLATIONS}
IN_TURN = [case for case in CASES if "seat" not in case]
LANGUAGES = ("en", "de", "nl")
# The sentences of the codes that have several.
SENTENCES = {
    "CARD_MISSING": {"one", "many"},
    "GAP": {"gap", "twice"},
    "JOKER_NOT_RELAID": {"one", "many", "new_meld_one", "new_meld_many"},
    "LEFT_TOO_SHORT": {"empty", "one", "many"},
    "MUST_MELD_TAKEN": {"meld", "build"},
    "NOT_OPENED": {"self", "others"},
    "NOT_THE_TOP_CARD": {"top", "empty", "stock"},
    "NO_RACK_CARD": {"", "idle"},
    "ONE_CARD_ONLY": {"draw", "discard"},
    "OPEN_TOO_LOW": {"one", "many"},
    "TOO_MANY_JOKERS": {"adjacent", "one", "many"},
    "TOO_SHORT": {"empty", "one", "many"},
}
# Sentences that no position can give, with the reason.
UNREACHABLE = {
    ("OPEN_TOO_LOW", "one"): "the cheapest meld, three ones, is worth 3",
    ("LEFT_TOO_SHORT", "empty"): "an emptied meld is gone, it does not stay too short",
}
# Reasons that only the games with, or only those without, a discard pile can give.
ONE_GAME = {
    "CARD_MISSING": "nothing is taken from a meld that only grows",
    "DISCARD_JUST_TAKEN": "there is no pile to take from",
    "JOKER_MOVED": "nothing is taken from a meld that only grows",
    "KEEP_A_DISCARD": "the last card is laid",
    "LEFT_TOO_SHORT": "nothing is taken from a meld that only grows",
    "MUST_DISCARD": "there is no pile to discard on",
    "MUST_MELD_TAKEN": "there is no pile to take from",
    "MUST_OPEN": "there is no pile to take from",
    "NOT_IN_MELD": "nothing is taken from a meld that only grows",
    "NO_DISCARD_PILE": "there is one",
    "NO_RACK_CARD": "who lays nothing discards",
    "PLAY_OR_DRAW": "everybody draws first",
}
# In numbered cards 4r, *6y, in French ones Qs: a digit or court letter with a suit letter behind it, alone in a word.
NOTATION = re.compile(r"\*|\?\?|\b(?:\d{1,2}|[AJQKT])[rygbcdhs]\b")


def refused(case):
    """The state, what `check` says of the move, and those of the reasons that the case is about."""
    state = rl.position(case["position"])
    words = {"seat": case.get("seat")}
    if "exists" in case:
        words["exists"] = lambda *_: case["exists"]
    found = rl.check(state, case["move"], **words)
    fits = [v for v in found if v.code == case["code"] and case.get("case", v.case) == v.case]
    return state, found, fits


def test_every_code_is_produced():
    assert {case["code"] for case in CASES} == CODES


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_the_move_is_refused_for_this_reason(case):
    state, found, fits = refused(case)
    assert fits, f"got {[(v.code, v.case) for v in found]}"
    assert state.rules.preset == case["game"]
    assert str(state) == str(rl.position(case["position"]))


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_the_place_of_the_refused_move_is_told(case):
    _, found, _ = refused(case)
    moves = case["move"].split(";")
    (at,) = {v.at for v in found}
    assert 0 <= at < len(moves)
    if at and "seat" not in case and "exists" not in case:
        before = ";".join(moves[:at])
        assert not rl.check(rl.position(case["position"]), before)


@pytest.mark.parametrize("case", IN_TURN, ids=[NAMES[CASES.index(case)] for case in IN_TURN])
def test_playing_the_move_raises_and_changes_nothing(case):
    state, found, _ = refused(case)
    words = {"exists": lambda *_: case["exists"]} if "exists" in case else {}
    before = str(state)
    with pytest.raises(rl.IllegalMove) as error:
        rl.play(state, case["move"], **words)
    assert error.value.violations == found
    assert str(state) == before


@pytest.mark.parametrize("kind", VIOLATIONS, ids=lambda kind: kind.code)
def test_both_games_give_the_reason_or_it_is_known_why_not(kind):
    piles = {rl.position(case["position"]).rules.has_pile for case in CASES if case["code"] == kind.code}
    assert len(piles) == (1 if kind.code in ONE_GAME else 2)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_the_reason_is_explained_in_a_sentence(case, lang):
    _, _, fits = refused(case)
    for violation in fits:
        text = rl.explain(violation, lang=lang)
        assert text[0].isupper()
        assert text[-1] in ".!?"
        assert len(text.split()) >= 4
        assert not [code for code in CODES if "_" in code and code in text]
        assert not NOTATION.search(text), text
        assert not re.search(r"[{}\[\]<>_]", text), text


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_the_sentences_of_the_languages_differ(case):
    _, _, fits = refused(case)
    for violation in fits:
        assert len({rl.explain(violation, lang=lang) for lang in LANGUAGES}) == len(LANGUAGES)


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_the_reason_has_a_place_in_the_rulebook(case):
    state, _, fits = refused(case)
    for violation in fits:
        assert str(rl.place(violation, state.rules)).strip()


@pytest.mark.parametrize("kind", VIOLATIONS, ids=lambda kind: kind.code)
def test_every_sentence_of_a_code_that_can_be_reached_is_reached(kind):
    cases = {v.case for case in CASES if case["code"] == kind.code for v in refused(case)[2]}
    told = set(SENTENCES.get(kind.code, {""}))
    assert cases == {case for case in told if (kind.code, case) not in UNREACHABLE}
