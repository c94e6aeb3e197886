"""Positions in spoken words, captions and endings."""

from dataclasses import fields
from types import SimpleNamespace

import pytest

import rummy_lab.core.events as history
from rummy_lab.core.cards import Card, read_cards
from rummy_lab.core.melds import Table
from rummy_lab.core.moves import Turn
from rummy_lab.games import RUMMY40, SCHMIDT
from rummy_lab.words import caption, describe, ended, explain, has_opened, languages
from rummy_lab.words.texts import read_toml


def scene(rules=SCHMIDT, table="", **changes):
    state = {
        "rules": rules, "heaps": dict(enumerate(Table.parse(table), 1)), "seat": "A", "phase": "start", "round": 1,
        "hands": {"A": read_cards("6r 4r 5r 2b * 2b"), "B": (None,) * 9}, "opened": {"A": True, "B": False},
        "pile": None, "stock": (None,) * 40, "loose": (), "over": None,
    }  # fmt: skip
    return SimpleNamespace(**(state | changes))


def test_a_position_of_schmidt_rummy():
    assert describe(scene(table="[6r 7r 8r] [8r 8y *8?]")).splitlines() == [
        "Schmidt Rummy, round 1.",
        "On the table: meld 1: red 6, 7, 8; meld 2: red 8, yellow 8, joker.",
        "Player A, opened, rack with 6 cards: red 4, 5, 6; blue 2, 2; joker.",
        "Player B, not opened, rack with 9 hidden cards.",
        "Stock: 40 cards.",
        "It is the turn of player A.",
    ]


def test_a_position_of_rummy_40_in_the_three_languages():
    state = scene(
        RUMMY40,
        phase="took",
        seat="B",
        hands={"A": read_cards("Qh"), "B": (None, Card("4c")), "C": None, "D": ()},
        opened={"A": True, "B": False, "C": False, "D": True},
        pile=read_cards("4c 9d"),
        stock=(None,),
        loose=read_cards("*"),
        round=3,
    )
    assert describe(state, "en").splitlines() == [
        "Rummy 40, round 3.",
        "The table is empty.",
        "Taken out and not laid again yet: joker.",
        "Player A, opened, hand with 1 card: queen of hearts.",
        "Player B, not opened, hand with 2 cards, 1 of them hidden: 4 of clubs.",
        "Player C, not opened, cards not known.",
        "Player D, opened, no cards left.",
        "Discard pile: 2 cards, on top 9 of diamonds.",
        "Stock: 1 card.",
        "It is the turn of player B, who has taken a card from the discard pile.",
    ]
    assert describe(state, "de").splitlines()[3] == "Spieler A, herausgekommen, 1 Karte auf der Hand: Herz-Dame."
    assert (
        describe(state, "nl").splitlines()[3]
        == "Speler A, heeft de eerste uitleg gedaan, 1 kaart in de hand: hartenvrouw."
    )


@pytest.mark.parametrize("lang", languages)
def test_piles_and_the_end(lang):
    texts = {
        describe(scene(RUMMY40, pile=pile, stock=stock, phase=phase), lang)
        for pile in ((), read_cards("Qh"))
        for stock in ((), (None,))
        for phase in ("start", "drew", "took", "over")
    }
    assert len(texts) == 16
    over = scene(over=SimpleNamespace(how="out", seats=("A",)), phase="over")
    assert describe(over, lang).splitlines()[-1] == ended("out", "A", lang)
    assert "{" not in "".join(texts)


def test_endings():
    assert ended("out", ["A"]) == "Player A went out and wins."
    assert ended("unfinished", "AB") == ended("unfinished") == "The game was stopped before anyone went out."
    assert ended("blocked") == "Nobody could go on; the game was blocked and nobody wins."
    assert ended("blocked", ["B"], "de") == "Niemand konnte mehr weiter; Spieler B gewinnt mit den wenigsten Punkten."
    assert "speler A en speler C" in ended("blocked", ["A", "C"], "nl")
    for lang in languages:
        told = {ended(how, seats, lang) for how in ("out", "blocked", "forfeit") for seats in ("A", "AB")}
        assert len(told | {ended("unfinished", (), lang), ended("blocked", (), lang)}) == 8
        assert not told & {
            ended(how, seats, lang, you="A") for how in ("out", "blocked", "forfeit") for seats in ("A", "AB")
        }
    assert ended("out", ["A"], you="A") == "You went out and win."
    assert ended("blocked", "AB", you="B").startswith("Nobody could go on; player A and you share")
    assert ended("out", ["B"], you="A") == "Player B went out and wins."


def test_captions():
    assert [caption("next", lang) for lang in languages] == ["Next", "Weiter", "Volgende"]
    assert [caption("step", lang, n=1, m=4) for lang in languages] == ["Step 1 of 4", "Schritt 1 von 4", "Stap 1 van 4"]
    assert has_opened("B", opened=False, lang="nl") == "Speler B heeft nog geen eerste uitleg gedaan."
    assert has_opened("B", opened=True) == "Player B has opened."


@pytest.mark.parametrize("lang", languages)
def test_every_event_has_words(lang):
    kinds = [kind for kind in vars(history).values() if isinstance(kind, type) and getattr(kind, "code", "")]
    values = {"moves": Turn.parse("draw; discard Kc"), "points": 41, "count": 2, "heap": 3, "seat": "B"}
    assert {kind.code for kind in kinds} <= set(read_toml(lang)["event"])
    for kind in kinds:
        event = kind(**{name: values[name] for name in (field.name for field in fields(kind))})
        text = explain(event, lang)
        assert text[0].isupper(), text
        assert text.endswith("."), text
    assert explain(history.Played("B", values["moves"]), lang) == explain(values["moves"], lang, seat="B")
