"""Rule cards: the right case is accepted, and the wrong one is refused for exactly the reason of the card."""

import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rummy_lab as rl
import strategies as drawn
from rummy_lab.core.judge import judge_meld
from rummy_lab.core.melds import Meld
from rummy_lab.core.violations import VIOLATIONS, OneCardOnly, TooManyJokers
from rummy_lab.games import RUMMY40, SCHMIDT, presets
from rummy_lab.words import case_of, languages, reason_title
from rummy_lab.words.texts import read_toml

CASES = tomllib.loads((Path(__file__).parents[1] / "data" / "violations.toml").read_text())["case"]
CODES = sorted(kind.code for kind in VIOLATIONS)
NOTATION = re.compile(r"\*|\?\?|\[|\]|\{|\}|\b(\d{1,2}|[AJQKT])[rygbcdhs]\b|[A-Z]_[A-Z]|\b[A-Z]{3,}\b")
# Codes that the two games themselves never give, only their variants.
ONLY_VARIANTS = {
    "schmidt": {
        "ACE_LOW", "ALREADY_DREW", "DISCARD_JUST_TAKEN", "KEEP_A_DISCARD", "MELD_FIXED", "MIN_ROUND", "MUST_DISCARD",
        "MUST_DRAW", "MUST_MELD_TAKEN", "MUST_OPEN", "MUST_PLAY", "NEED_BOTH_SUITS", "SET_CLOSED", "TOO_MANY_JOKERS",
    },
    "rummy40": {
        "CARD_MISSING", "JOKER_MOVED", "LEFT_TOO_SHORT", "MIN_ROUND", "MUST_MELD_TAKEN", "MUST_PLAY", "NOT_IN_MELD",
        "NO_DISCARD_PILE", "NO_RACK_CARD", "PLAY_OR_DRAW", "TABLE_THIS_TURN", "TOO_MANY_JOKERS",
    },
}  # fmt: skip


def reasons(example, rules, exists):
    """What the referee says of one case."""
    if not example.position:
        (meld,) = example.melds
        return judge_meld(rules, meld)
    state = rl.position(example.position)
    return rl.check(state, example.turn, seat=example.seat or None, exists=lambda *_: exists)


def judged(case, rules):
    exists = next((entry["exists"] for entry in read_toml("cases")["cases"][case.code] if "exists" in entry), False)
    return reasons(case.right, rules, exists), {fault.code for fault in reasons(case.wrong, rules, exists)}


@pytest.mark.parametrize("rules", [SCHMIDT, RUMMY40], ids=str)
@pytest.mark.parametrize("code", CODES)
def test_each_code_of_a_game_has_a_case_that_the_referee_confirms(code, rules):
    case = case_of(code, rules)
    assert (case is None) == (code in ONLY_VARIANTS[rules.preset])
    if case is not None:
        assert judged(case, rules) == ((), {code})


@pytest.mark.parametrize("rules", presets(), ids=str)
def test_the_cases_of_all_presets_hold(rules):
    for code in CODES:
        case = case_of(code, rules)
        if case is not None:
            right, wrong = judged(case, rules)
            assert not right
            assert code in wrong


@pytest.mark.parametrize("case", CASES, ids=[f"{n}-{case['code']}" for n, case in enumerate(CASES)])
def test_whoever_meets_a_reason_gets_a_card(case):
    state = rl.position(case["position"])
    words = {"exists": lambda *_: case["exists"]} if "exists" in case else {}
    (violation, *_) = [
        v for v in rl.check(state, case["move"], seat=case.get("seat"), **words) if v.code == case["code"]
    ]
    card = case_of(violation, state.rules)
    assert card is not None
    assert card.place == rl.place(violation, state.rules)
    assert judged(card, state.rules) == ((), {case["code"]})


@pytest.mark.parametrize("lang", languages)
def test_cards_are_written_for_people(lang):
    for case in CASES:
        rules = rl.position(case["position"]).rules
        card = case_of(case["code"], rules, lang)
        for text in (card.title, card.text, card.right.label, card.wrong.label):
            assert text[0].isupper() or text[0].isdigit(), text
            assert not NOTATION.search(text), text
        assert len(card.title.split()) <= 7, card.title
        assert card.text.endswith("."), card.text
        assert card.right.label != card.wrong.label
        assert {case_of(case["code"], rules, other).text for other in languages} - {card.text}
        assert len(card.right.label.split()) <= 14, card.right.label
        assert len(card.wrong.label.split()) <= 14, card.wrong.label


def test_the_languages_have_the_same_texts_for_the_same_codes():
    trees = [{code: sorted(texts) for code, texts in read_toml(lang)["case"].items()} for lang in languages]
    assert trees[0] == trees[1] == trees[2]
    assert sorted(trees[0]) == sorted(read_toml("cases")["cases"]) == CODES
    for code, entries in read_toml("cases")["cases"].items():
        for entry in entries:
            assert ("field" in entry) == ("rule" not in trees[0][code]) or "key" in entry, code


def test_titles_differ():
    for lang in languages:
        titles = [texts["title"] for texts in read_toml(lang)["case"].values()]
        assert len(set(titles)) == len(titles)


def test_cases_are_those_of_the_game():
    gap = case_of("GAP", SCHMIDT, "de")
    assert (gap.title, str(gap.right.melds), str(gap.wrong.melds)) == (
        "Eine Reihe geht Schritt für Schritt", "[4r 5r 6r]", "[4r 5r 7r]",
    )  # fmt: skip
    assert gap.wrong.label == "Rot 4, 5, 7: hier fehlt eine Karte"
    assert str(case_of("GAP", "rummy40").wrong.melds) == "[4h 5h 7h]"
    assert str(case_of("WRAP", "schmidt").wrong.melds) == "[12r 13r 1r]"
    assert str(case_of("WRAP", "rummy40").wrong.melds) == "[Kh Ah 2h]"
    low = case_of("OPEN_TOO_LOW", "rummy40")
    assert (low.right.label, low.wrong.label) == ("40 points: enough", "30 points: too few")
    assert low.text == "To open, you lay melds of your own that are worth at least 40 points together."
    assert case_of("OPEN_TOO_LOW", "rummy51").wrong.label == "40 points: too few"
    late = case_of("NOT_YOUR_TURN", SCHMIDT)
    assert (late.right.seat, late.wrong.seat) == ("", "B")


def test_a_violation_chooses_the_case_that_is_like_it():
    assert "Discard" in case_of(OneCardOnly(what="discard"), RUMMY40).wrong.label
    side = SCHMIDT.vary(melds__adjacent_jokers=False, melds__max_jokers=1)
    assert case_of(TooManyJokers(adjacent=True), side.vary(melds__max_jokers=None)).wrong.label.endswith("side by side")
    assert case_of(TooManyJokers(most=1), side).text == "A meld may hold only one joker."


def test_a_code_that_the_rules_never_give_has_no_card():
    assert case_of("MUST_DISCARD", SCHMIDT) is None
    assert case_of("NO_SUCH_CODE", SCHMIDT) is None


@settings(max_examples=40, deadline=None)
@given(drawn.rule_sets(), st.sampled_from(CODES))
def test_no_card_says_what_does_not_hold_under_the_rules(rules, code):
    card = case_of(code, rules)
    if card is not None and not card.right.position:
        assert all(not judge_meld(rules, meld) for meld in card.right.melds)
        assert code in {fault.code for meld in card.wrong.melds for fault in judge_meld(rules, meld)}
        assert card.wrong.melds[0] == Meld.parse(str(card.wrong.melds[0]), rules.top)


@pytest.mark.parametrize("lang", languages)
def test_every_reason_has_a_name_also_where_its_rule_is_another_games(lang):
    """A lesson may offer rules of other games to choose among."""
    names = {(code, rules.name): reason_title(code, rules, lang) for rules in (SCHMIDT, RUMMY40) for code in CODES}
    assert [key for key, name in names.items() if name == key[0] or NOTATION.search(name)] == []
    assert reason_title("NOTHING", SCHMIDT, lang) == "NOTHING"
