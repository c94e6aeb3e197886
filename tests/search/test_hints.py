"""Hints: three strengths, three languages, no notation, and the moves of the last one are legal."""

import re

import pytest

from rummy_lab.core.chance import Rng
from rummy_lab.core.deal import deal
from rummy_lab.core.errors import IncompletePosition, RummyError
from rummy_lab.core.moves import Turn
from rummy_lab.core.referee import check, play, position
from rummy_lab.core.views import view
from rummy_lab.games import rule_set
from rummy_lab.lessons import hint
from rummy_lab.search.choices import legal_turns
from rummy_lab.search.hints import CODES, _of_moves, find_hint
from rummy_lab.words.texts import languages, read_toml

NOTATION = re.compile(r"\*|\?|\[|\]|\{|\}|>|<|\b(\d{1,2}|[AJQKT])[rygbcdhs]\b|[A-Z]_[A-Z]|\b[A-Z]{3,}\b|\bNone\b")
KNOWN = [
    ("schmidt; table [6r 7r 8r]; hand A+ 5r 9b; stock ??x9; turn A", "extend"),
    ("schmidt; table [6r 7r 8r]; hand A+ 1b 2b 3b 9g; stock ??x9; turn A", "meld"),
    ("schmidt; table [2g 3g 4g 5g]; hand A+ 6g 2y 2b; stock ??x9; turn A", "borrow"),
    ("schmidt; table [2b 3b 4b 5b 6b]; hand A+ 4b 13r; stock ??x9; turn A", "split"),
    ("schmidt; table [9r 9y 9g 9b] [7r 7y 7g 7b]; hand A+ 8r 10r; stock ??x9; turn A", "borrow"),
    ("schmidt; table [9r 9y 9g 9b] [7r 7y 7g 7b]; hand A+ 8r; stock ??x9; turn A", "several"),
    ("schmidt; table [5r *6r 7r] [9y 9g 9b]; hand A+ 6r 2b; stock ??x9; turn A", "swap"),
    ("schmidt; hand A 10r 11r 12r 1b; stock ??x9; turn A", "open"),
    ("schmidt{opening.points=0}; hand A 1r 2r 3r 1b; stock ??x9; turn A", "open"),
    ("schmidt; hand A 1r 2r 3r; stock ??x9; turn A", "waiting"),
    ("schmidt; table [6r 7r 8r]; hand A+ 1r; stock ??x9; turn A", "draw"),
    ("schmidt; table [6r 7r 8r]; hand A+ 1r; turn A", "draw"),
    ("schmidt; table [6r 7r 8r]; hand A+ 1r; stock; turn A", "pass"),
    ("schmidt; table [6r 7r 8r]; hand A+ 9r 1b; stock ??x9; turn A: layoff 9r>1", "finish"),
    ("rummy40; table [4c 5c 6c]; hand A+ 2d Ad 9h; pile 7c; stock ??x9; turn A", "take"),
    ("rummy40; table [4c 5c 6c]; hand A+ 2d Ad 9h; pile 9d; stock ??x9; turn A", "stock"),
    ("rummy40; hand A 10c Jc Kc 2d 3h 9h; pile Qc; stock ??x9; turn A", "take"),
    ("rummy40; hand A 10c Jc Qc Kc 2d 3h 9h; pile 2s; stock ??x9; turn A", "stock"),
    ("rummy40; hand A 10c Jc Qc Kc 2d 3h 9h; pile 2s; stock ??x9; turn A drew", "open"),
    ("rummy40; table [4c 5c 6c]; hand A+ 2d Ad 9h; pile 9d; stock ??x9; turn A drew", "discard"),
    ("rummy40; table [4c 5c 6c]; hand A+ 7c Ad 9h; pile 9d; stock ??x9; turn A drew", "extend"),
    ("rummy40; table [4c *5c 6c]; hand A+ 5c Ad Ah 9h; pile 9d; stock ??x9; turn A drew", "swap"),
    ("rummy40; table [4c 5c 6c]; hand A+ 7c Ad 9h; pile 9d; stock ??x9; turn A drew: layoff 7c>1", "finish_discard"),
    ("rummy40; table [4c 5c 6c]; hand A+ 7c Ad; pile 9d; stock ??x9; turn A drew: layoff 7c>1", "out_discard"),
    ("rummy40; table [4c 5c 6c]; hand A+ 7s Ad 9h; stock ??x9; turn A", "draw_first"),
    ("rummy40; table [4c 5c 6c]; hand A+ 7s Ad 9h; pile; stock ??x9; turn A", "draw_first"),
    ("rummy40; hand A 10c Jc Qc Kc 9h; stock ??x9; turn A", "draw_first"),
    ("schmidt; table [6r 7r 8r]; hand A+ 9r; stock ??x9; turn A: layoff 9r>1", "out"),
    ("rummy40; table [4c 5c 6c]; hand A 7c Ad 9h; pile 9d; stock; turn A", "pass"),
    ("rummy40; table [4c 5c 6c]; hand A+ 7s Ad 9h; pile 9d; stock; turn A", "forced"),
    ("schmidt; table [4r 5r 6r]; hand A; hand B 7r; over out A", "over"),
]


def readable(text):
    assert not NOTATION.search(text), text
    assert text[0].isupper(), text
    assert text[-1] in ".!", text
    assert "  " not in text, text


@pytest.mark.parametrize(("text", "code"), KNOWN)
def test_known_positions(text, code):
    here = position(text)
    found = find_hint(here)
    assert found.code == code, found
    if found.turn and (code != "draw" or here.stock is not None):
        assert not check(here, found.turn), found
    for lang in languages:
        told = [hint(here, strength, lang) for strength in (1, 2, 3)]
        for sentence in told:
            readable(sentence)
        if found.code != "over":
            assert len(set(told)) == 3, told


def test_every_code_is_met_and_has_words():
    for lang in languages:
        assert set(read_toml(lang)["hint"]) == set(CODES)
    assert set(CODES) - {code for _, code in KNOWN} <= {"join", "back"}


def test_words_are_the_same_in_the_three_languages():
    def fields(tree):
        return {
            (code, key): {name for name in re.findall(r"\{(\w+)\}", text) if not name.isupper()}
            for code, texts in tree.items()
            for key, text in texts.items()
        }

    english, *others = (fields(read_toml(lang)["hint"]) for lang in languages)
    for other in others:
        assert other == english


def test_two_runs_that_become_one():
    here = position("schmidt; table [3r 4r 5r] [6r 7r 8r]; hand A+ 9r; turn A")
    found = _of_moves(here, Turn.parse("join 1 2; layoff 9r>1; end"))
    assert (found.code, found.heaps) == ("join", (1, 2))


def test_moves_that_lead_nowhere_are_to_be_taken_back():
    here = position("schmidt; table [6r 7r 8r]; hand A+ 1b 2b; stock ??x9; turn A: pull 7r<1")
    found = find_hint(here)
    assert found.code == "back"
    assert hint(here, 3) == hint(here, 2)


def test_the_second_hint_names_the_place_and_the_third_the_moves():
    here = position("schmidt; table [1y 2y 3y] [2g 3g 4g 5g]; hand A+ 6g 2r 2b; turn A")
    assert hint(here, 2) == "Look at meld 2: it can do without the green 2."
    assert hint(here, 3).startswith("Lay the green 6 off on meld 2. Take the green 2 out of meld 2.")
    assert "Kombination 2" in hint(here, 2, "de")
    assert "combinatie 2" in hint(here, 2, "nl")


def test_before_the_draw_nobody_is_told_that_nothing_fits():
    here = position("rummy40; table [4c 5c 6c]; hand A+ 7s Ad 9h; stock ??x9; turn A")
    assert [hint(here, 1, lang) for lang in languages] == [
        "You have to draw first; then look again.",
        "Ziehe zuerst; dann schau noch einmal.",
        "Trek eerst; kijk daarna nog eens.",
    ]


def test_the_end_of_a_turn_names_the_discard_and_the_win():
    more = position("rummy40; table [4c 5c 6c]; hand A+ 7c Ad 9h; pile 9d; stock ??x9; turn A drew: layoff 7c>1")
    last = position("rummy40; table [4c 5c 6c]; hand A+ 7c Ad; pile 9d; stock ??x9; turn A drew: layoff 7c>1")
    empty = position("schmidt; table [6r 7r 8r]; hand A+ 9r; stock ??x9; turn A: layoff 9r>1")
    assert hint(more, 1).endswith("; discard one card.")
    assert hint(more, 1, "de").endswith("; wirf noch eine Karte ab.")
    assert hint(more, 1, "nl").endswith("; leg nog één kaart weg.")
    assert hint(last, 1) == "Discard your last card and you win!"
    assert hint(last, 2, "nl") == "Alleen de ruitenaas is nog over: leg die weg en je wint!"
    assert hint(empty, 1, "de") == "Das war die letzte: Beende deinen Zug, und du gewinnst!"


def test_a_joker_of_a_meld_to_lay():
    here = position("schmidt; table [6r 7r 8r]; hand A+ 1b 2b * 9g; stock ??x9; turn A")
    assert hint(here, 2) == "Part of your new meld: the blue 1, 2 and a joker (as blue 3)."
    assert hint(here, 2, "de") == "Nimm für deine neue Kombination: Blau 1, 2 und einen Joker (als Blau 3)."
    assert hint(here, 2, "nl") == "Je nieuwe combinatie bestaat uit de blauwe 1, 2 en een joker (als blauwe 3)."


def test_the_discard_is_a_card_without_a_partner():
    here = position("rummy40; hand A Kc Kd 9h 10h 8s *; pile 2d; stock ??x9; turn A drew")
    assert str(find_hint(here).turn) == "discard 8s"


@pytest.mark.parametrize("rules", ["schmidt", "rummy40", "rummikub", "kalooki_uk", "jokeren_nl", "bicycle_kaluki"])
def test_hints_of_played_positions_are_readable_and_legal(rules):
    met = set()
    for number in range(2):
        state, rng = deal(rule_set(rules), 2, 5, number), Rng(number)
        for _ in range(24):
            if state.over is not None:
                break
            seen = view(state, state.seat)
            found = find_hint(state)
            assert found == find_hint(seen)
            met.add(found.code)
            if found.turn:
                assert not check(state, found.turn), (state, found)
            lang = languages[rng.below(3)]
            for strength in (1, 2, 3):
                readable(hint(seen, strength, lang))
            choices = [found.turn] if rng.below(2) and found.turn else list(legal_turns(state, 8))
            state = play(state, choices[rng.below(len(choices))])
    assert len(met) >= 2


def test_what_cannot_be_asked():
    here = position("schmidt; table [6r 7r 8r]; hand A+ 5r 9b; turn A")
    for strength in (0, 4, True, "1"):
        with pytest.raises(RummyError, match="the strength of a hint is 1, 2 or 3"):
            hint(here, strength)
    with pytest.raises(RummyError, match="there is no language"):
        hint(here, 1, "fr")
    with pytest.raises(IncompletePosition):
        hint(position("schmidt; hand B 4r; turn A"), 1)
