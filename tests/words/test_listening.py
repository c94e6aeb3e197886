"""Lines that people type or dictate: read as moves, questions and buttons, or asked back; never guessed."""

import time
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rummy_lab as rl
import strategies as drawn
from rummy_lab.core.melds import Meld
from rummy_lab.core.moves import Lay, Move
from rummy_lab.words import Heard, explain, languages, read_line, spoken
from rummy_lab.words.lexicon import closest, lexicon
from rummy_lab.words.texts import read_toml
from words.spoken_lines import DRAWN, FRENCH_PACK, LINES, NUMBERED_PACK, UNCLEAR

POSITIONS = {"S": rl.position(NUMBERED_PACK), "R": rl.position(FRENCH_PACK), "D": rl.position(DRAWN)}
SMALL = [
    "schmidt", "rummy40", "rummy51", "rummikub", "schmidt{pack.jokers=6,opening.points=0}",
    "rummy40{pack.jokers=6,opening.points=0}", "schmidt{joker.set_release=declared,pack.jokers=6,opening.points=0}",
]  # fmt: skip


def told(heard):
    """What a line was read as, in one text."""
    return heard.kind if heard.kind == "unclear" else str(heard.moves) if heard.kind == "move" else f"?{heard.name}"


@pytest.mark.parametrize("lang", languages)
@pytest.mark.parametrize("pack", ["S", "R", "D"])
def test_lines_by_hand(lang, pack):
    wrong = {}
    for line, expected in LINES[lang].get(pack, {}).items():
        for written in {line, line if ">" in line else line.upper(), line if ">" in line else f"  {line}. "}:
            heard = read_line(written, POSITIONS[pack], lang)
            if told(heard) != expected:
                wrong[written] = (told(heard), heard.say)
    assert not wrong


@pytest.mark.parametrize("lang", languages)
def test_there_are_enough_lines_by_hand(lang):
    assert sum(map(len, LINES[lang].values())) >= 60


@pytest.mark.parametrize("lang", languages)
def test_what_is_not_understood_is_asked_back(lang):
    wrong = {}
    for line, (pack, part) in UNCLEAR[lang].items():
        heard = read_line(line, POSITIONS[pack], lang)
        if heard.kind != "unclear" or heard.moves or part not in heard.say or heard.say[-1] not in ".?":
            wrong[line] = heard
    assert not wrong


@pytest.mark.parametrize("lang", languages)
def test_what_was_meant_is_understood_when_it_is_said(lang):
    for line, (pack, part) in UNCLEAR[lang].items():
        if "“" in part or "„" in part:
            meant = part.strip("„“”?")
            assert read_line(meant, POSITIONS[pack], lang).kind != "unclear" or " " not in meant, line


def same(heard, move):
    """The same move; what is laid as a new meld may be named in another order."""
    if isinstance(move, Lay) and len(heard.moves) == 1 and isinstance(heard.moves[0], Lay):
        return Meld.of(heard.moves[0].cards) == Meld.of(move.cards)
    return heard.moves == (move,)


def walk(name, seed, steps):
    """States on a way through a deal by moves of `steps`, each with some of its moves."""
    rng = Random(seed)
    state = rl.deal(name, 2, seed=seed)
    for _ in range(steps):
        moves = list(rl.steps(state))
        if not moves:
            return
        yield state, rng.sample(moves, min(8, len(moves)))
        laying = [move for move in moves if move.verb in ("meld", "layoff", "swap", "pull", "split", "join")]
        state = rl.play(state, rng.choice(laying if laying and rng.random() < 0.8 else moves))


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("lang", languages)
def test_every_move_that_is_said_is_read_back(name, lang):
    verbs = set()
    for seed in range(3):
        for state, moves in walk(name, seed, 20):
            for move in moves:
                heard = read_line(spoken(move, lang), state, lang)
                assert heard.kind == "move", (str(state), spoken(move, lang), heard.say)
                assert heard.moves == (move,), (str(state), spoken(move, lang))
                assert heard.say == explain(move, lang, rules=state.rules)
                verbs.add(move.verb)
    assert {"draw", "meld"} <= verbs


@pytest.mark.parametrize("lang", languages)
def test_moves_of_every_kind_are_read_back(lang):
    verbs = set()
    for state in POSITIONS.values():
        for move in rl.steps(state):
            assert read_line(spoken(move, lang), state, lang).moves == (move,), spoken(move, lang)
            verbs.add(move.verb)
    assert verbs == {"draw", "take", "meld", "layoff", "pull", "split", "swap", "discard"}
    for text in ("join 1 2", "end", "pass", "arrange [4r 5r 6r] [8r 8y *8?]", "draw 7h", "take Qd", "meld *5r 6r *7r"):
        move = Move.parse(text)
        state = POSITIONS["R" if "h" in text[-2:] or "Qd" in text else "S"]
        assert read_line(spoken(move, lang), state, lang).moves == (move,), spoken(move, lang)


@pytest.mark.parametrize("name", SMALL[:6])
@pytest.mark.parametrize("lang", languages)
def test_the_sentence_of_a_move_is_read_back(name, lang):
    for seed in range(2):
        for state, moves in walk(name, seed, 16):
            for move in moves:
                cards = getattr(move, "cards", ())
                if not any(card.joker and not card.suit for card in cards):
                    text = explain(move, lang, rules=state.rules)
                    assert same(read_line(text, state, lang), move), text


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(languages), st.data())
def test_moves_of_all_kinds_are_read_back(lang, data):
    pack = data.draw(st.sampled_from("SR"))
    state = POSITIONS[pack]
    card = data.draw(drawn.naturals(state.rules.pack.suits))
    heap = data.draw(st.integers(1, 9))
    text = data.draw(
        st.sampled_from(
            [f"layoff {card}>{heap}", f"pull {card}<{heap}", f"split {heap}/{card}", f"swap {card}>{heap}",
             f"discard {card}", f"join {heap} {heap + 1}", f"layoff *{card}>{heap}", f"take {card}", f"draw {card}"]
        )
    )  # fmt: skip
    move = Move.parse(text)
    assert read_line(spoken(move, lang), state, lang).moves == (move,)
    assert read_line(explain(move, lang, rules=state.rules), state, lang).moves == (move,)


@settings(max_examples=400, deadline=None)
@given(st.text(max_size=200), st.sampled_from(languages), st.sampled_from("SR"))
def test_any_text_is_answered(text, lang, pack):
    heard = read_line(text, POSITIONS[pack], lang)
    assert isinstance(heard, Heard)
    assert heard.kind in ("move", "question", "act", "unclear")
    assert (heard.kind == "unclear") <= bool(heard.say)
    assert len(heard.say) <= 600 or heard.kind == "move"


@settings(max_examples=300, deadline=None)
@given(st.data(), st.sampled_from(languages), st.sampled_from("SR"))
def test_any_known_words_are_answered(data, lang, pack):
    forms = [
        *(" ".join(form) for form in lexicon(lang)),
        "0",
        "3",
        "7",
        "13",
        "99",
        "4r",
        "10h",
        "*6g",
        ";",
        ",",
        "*",
        ">",
    ]
    line = " ".join(data.draw(st.lists(st.sampled_from(forms), max_size=14)))
    heard = read_line(line, POSITIONS[pack], lang)
    if heard.kind == "move":
        assert heard.moves
        rl.check(POSITIONS[pack], heard.moves)


@pytest.mark.parametrize("lang", languages)
def test_long_lines_end_within_milliseconds(lang):
    read_line("x", POSITIONS["S"], lang)
    lines = ["gren " * 5000, "6 " * 5000, "draw; " * 5000, "; " * 5000, "draw then " * 900, "9" * 5000, "a" * 5000,
             "red 4 5 6 " * 500, "meld " * 2000, "[" * 3000, "as joker " * 900, "🂡" * 2000, "²³ " * 900]  # fmt: skip
    for line in lines:
        for pack in "SR":
            start = time.process_time()
            heard = read_line(line, POSITIONS[pack], lang)
            assert time.process_time() - start < 0.1, line[:20]
            assert heard.kind != "move" or len(line) < 1000 or len(heard.moves) < 1000


def test_no_more_than_a_thousand_characters_are_read():
    assert read_line("draw" + " " * 995 + "x" * 500, POSITIONS["D"]).kind == "unclear"
    assert told(read_line("draw" + " " * 996 + "nonsense", POSITIONS["D"])) == "draw"


def test_a_misspelt_word_is_recognised_only_where_one_word_is_near():
    assert [closest(word, "en") for word in ("gren", "jokre", "quen", "hearst", "zzz", "x")] == [
        "green", "joker", "queen", "heart", None, None,
    ]  # fmt: skip
    assert closest("könog", "de") == "konig"
    assert closest("hartenvrou", "nl") == "hartenvrouw"


def test_a_view_is_read_as_its_state():
    seen = rl.view(POSITIONS["S"], "A")
    assert told(read_line("green 6 to meld 1", seen)) == "layoff 6g>1"


def test_the_languages_have_the_same_tables_of_words():
    tables = read_toml("hearing")
    keys = [{name: set(part) - {"1"} for name, part in tables[lang].items()} for lang in languages]
    assert keys[0] == keys[1] == keys[2]
