"""The functions on numbers, one by one: words of chance, melds of a hand, what stands on a sheet."""

import ast
from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

import rummy_lab as rl
from rummy_lab.bots.kernels import compiled, layouts, sheet, turning, words, written
from rummy_lab.core.chance import Rng, mix64
from rummy_lab.core.judge import judge_meld
from rummy_lab.core.melds import Meld
from rummy_lab.core.moves import Lay
from strategies import random_rules


def on_sheet(rules: str | rl.RuleSet, hand: str) -> list[int]:
    here = rl.position(f"{rules}; hand A {hand}; hand B ??x5; pile 2d; turn A drew") if rules == "rummy40" else None
    state = here or rl.position(f"{rules}; hand A {hand}; hand B ??x5; stock ??x9; turn A")
    v = written.sheet_of(state, Rng(1))
    turning.begin(v)
    return v


def melds_found(v: list[int], rules: rl.RuleSet) -> list[Meld]:
    start, size = sheet.CHOSEN, sheet.ROW
    rows = [v[start + size * at : start + size * at + size] for at in range(v[sheet.BEST_MELDS])]
    moves = [written.move_of([sheet.LAY, 0, 0, 0, *row], rules) for row in rows]
    return [Meld.of(move.cards, rules.top) for move in moves if isinstance(move, Lay)]


def test_words_in_halves_are_the_words_of_the_core():
    random = Random(5)
    v = [0] * sheet.SIZE
    for _ in range(300):
        word = random.getrandbits(64)
        words.mixed(v, word >> 32, word & 0xFFFFFFFF, sheet.NOTES)
        assert v[sheet.NOTES] << 32 | v[sheet.NOTES + 1] == mix64(word)


@pytest.mark.parametrize("n", [1, 2, 3, 7, 53, 100])
def test_a_stream_in_halves_is_the_stream_of_the_core(n):
    rng, v = Rng(2**64 - 3), [0] * sheet.SIZE
    v[sheet.RANDOM_HIGH], v[sheet.RANDOM_LOW] = rng.state >> 32, rng.state & 0xFFFFFFFF
    for _ in range(50):
        assert words.below(v, n, sheet.NOTES) == rng.below(n)
    assert v[sheet.RANDOM_HIGH] << 32 | v[sheet.RANDOM_LOW] == rng.state


@pytest.mark.parametrize(
    ("rules", "hand", "need", "room", "melds"),
    [
        ("rummy40", "Kh Kd Ks 4c 5c 9d", 30, 5, "[Kd Kh Ks]"),
        ("rummy40", "Kh Kd Ks 4c 5c 9d", 31, 5, ""),
        ("rummy40", "Kh Kd * 4c 5c 9d", 0, 5, "[Kd Kh *K?]"),
        ("rummy40", "Qh Kh * 2c 3d 9d", 0, 5, "[Qh Kh *Ah]"),
        ("schmidt", "12r 13r * 2b 5y 9g", 0, 6, "[*11r 12r 13r]"),
        ("schmidt", "3r 4r 5r 6r 7r 6y 6b", 0, 7, "[3r 4r 5r] [6r 6y 6b]"),
        ("schmidt", "3r 4r 5r 6r 7r 6y 6b", 0, 5, "[3r 4r 5r 6r 7r]"),
        ("schmidt{melds.max_jokers=1}", "8r * * 1b", 0, 4, ""),
        ("schmidt", "8r * * 1b", 0, 4, "[8r *9r *10r]"),
        ("schmidt{melds.set_sizes={4}}", "8r 8y 8g 1b 1b", 0, 5, ""),
        ("schmidt{melds.min_run=4}", "8r 9r 10r 1b 1b", 0, 5, ""),
        ("schmidt{joker.set_release=declared}", "8r 8g * 1b", 0, 4, "[8r 8g *8y]"),
        ("schmidt{melds.adjacent_jokers=no}", "5r 9g * * 1b 1y", 0, 6, "[1y 1b *1? *1?]"),
    ],
)
def test_the_melds_of_a_hand(rules, hand, need, room, melds):
    known = rl.rule_set(rules)
    v = on_sheet(rules, hand)
    found = layouts.find_melds(v, need, room, sheet.NONE)
    assert found == bool(melds)
    assert sorted(map(str, melds_found(v, known) if found else ())) == sorted(
        str(Meld.of(rl.core.cards.read_cards(text.strip("[]")), known.top)) for text in melds.split("] [") if text
    )


def test_no_two_files_name_a_function_alike():
    """Compiled, all of them stand in one set of globals."""
    names = Counter()
    for path in compiled._paths():
        text = Path(path).read_text(encoding="utf-8")
        names.update(one.name for one in ast.parse(text).body if isinstance(one, ast.FunctionDef))
    assert [name for name, count in names.items() if count > 1] == []


SMALL = {
    "melds__wrap": False, "pack__jokers": 0, "pack__ranks": 7, "pack__ace": "low", "pack__copies": 2, "deal__hand": 3,
    "deal__seats": (2, 2),
}  # fmt: skip


def most_cards(rules: rl.RuleSet, cards: tuple, room: int) -> int:
    """By trying every set of melds of these naturals."""
    legal = [
        meld
        for size in range(3, len(cards) + 1)
        for chosen in combinations(range(len(cards)), size)
        if not judge_meld(rules, Meld.of([cards[at] for at in chosen], rules.top))
        for meld in (frozenset(chosen),)
    ]

    def most(left: frozenset, start: int, laid: int) -> int:
        best = laid
        for at in range(start, len(legal)):
            if legal[at] <= left and laid + len(legal[at]) <= room:
                best = max(best, most(left - legal[at], at + 1, laid + len(legal[at])))
        return best

    return most(frozenset(range(len(cards))), 0, 0)


@pytest.mark.parametrize("number", range(40))
def test_the_most_cards_of_small_hands_are_found_under_drawn_rules(number):
    random = Random(number)
    rules = random_rules(random, 100 + number).vary(**SMALL)
    pack = [natural for natural in rl.deal(rules, rules.deal.seats[0]).stock if not natural.joker]
    hand = tuple(random.sample(pack, 9))
    v = on_sheet(f"schmidt{{pack.suits={rules.pack.suits}}}", " ".join(map(str, hand)))
    v[: sheet.RULES_END] = written.rules_on_sheet(rules)
    room = random.choice((9, 8, 5))
    layouts.find_melds(v, 0, room, sheet.NONE)
    found = melds_found(v, rules)
    assert not any(judge_meld(rules, meld) for meld in found)
    assert sum(map(len, found)) == most_cards(rules, hand, room)


def test_a_card_that_is_wanted_is_laid_or_nothing_is():
    v = on_sheet("rummy40", "4h 4d 4s 9c 10c Jc Kd")
    for wanted, size in (("4h", 3), ("Jc", 3)):
        assert layouts.find_melds(v, 0, 3, rl.core.cards.Card(wanted).code)
        assert sum(map(len, melds_found(v, rl.RUMMY40))) == size
        assert wanted in str(melds_found(v, rl.RUMMY40))
    assert not layouts.find_melds(v, 0, 6, rl.core.cards.Card("Kd").code)


def test_a_hand_is_the_same_after_the_search():
    v = on_sheet("rummy40", "4h 4d 4s * 9c 10c Jc * Kd")
    before = v[sheet.HAND : sheet.HAND + sheet.KINDS]
    layouts.find_melds(v, 0, 8, sheet.NONE)
    assert v[sheet.HAND : sheet.HAND + sheet.KINDS] == before


def test_compiled_code_is_kept_in_a_folder_of_this_text_alone_or_not_at_all(monkeypatch, tmp_path):
    numba = pytest.importorskip("numba")
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    with compiled._folder() as kept:
        assert kept
        assert numba.config.CACHE_DIR.startswith(str(tmp_path / "kernels-"))
    assert str(tmp_path) == numba.config.CACHE_DIR
    (tmp_path / "file").touch()
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "file"))
    compiled._warn_once.cache_clear()
    with pytest.warns(RuntimeWarning, match="NUMBA_CACHE_DIR"), compiled._folder() as kept:
        assert not kept
