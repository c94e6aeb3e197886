"""Cards as they are spoken: a golden list for the three languages."""

import pytest

from rummy_lab.core.cards import Card
from rummy_lab.core.melds import Meld
from rummy_lab.core.moves import Move
from rummy_lab.words import explain
from rummy_lab.words.spoken import cards_text, hand_text
from rummy_lab.words.texts import words_of

CARDS = [
    ("6g", "green 6", "Grün 6", "groene 6"),
    ("1r", "red 1", "Rot 1", "rode 1"),
    ("13y", "yellow 13", "Gelb 13", "gele 13"),
    ("10b", "blue 10", "Blau 10", "blauwe 10"),
    ("Qh", "queen of hearts", "Herz-Dame", "hartenvrouw"),
    ("Ac", "ace of clubs", "Kreuz-Ass", "klaveraas"),
    ("Jd", "jack of diamonds", "Karo-Bube", "ruitenboer"),
    ("Ks", "king of spades", "Pik-König", "schoppenheer"),
    ("7h", "7 of hearts", "Herz 7", "harten 7"),
    ("10c", "10 of clubs", "Kreuz 10", "klaver 10"),
    ("*", "joker", "Joker", "joker"),
    ("*6g", "joker standing for green 6", "Joker als Grün 6", "joker als groene 6"),
    ("*Qh", "joker standing for queen of hearts", "Joker als Herz-Dame", "joker als hartenvrouw"),
    ("*8?", "joker in the set of eights", "Joker in der Gruppe der Achten", "joker in de set van achten"),
    ("*13?", "joker in the set of thirteens", "Joker in der Gruppe der Dreizehnen", "joker in de groep van dertienen"),
    ("*K?", "joker in the set of kings", "Joker im Satz der Könige", "joker in de set van heren"),
    ("*8c", "joker standing for 8 of clubs", "Joker als Kreuz 8", "joker als klaver 8"),
]
MELDS = [
    ("[6r 7r 8r]", "red 6, 7, 8", "Rot 6, 7, 8", "rode 6, 7, 8"),
    ("[8r 8y *8?]", "red 8, yellow 8, joker", "Rot 8, Gelb 8, Joker",
     "rode 8, gele 8, joker"),
    ("[5r *6r 7r]", "red 5, joker standing for red 6, red 7", "Rot 5, Joker als Rot 6, Rot 7",
     "rode 5, joker als rode 6, rode 7"),
    ("[Ac 2c 3c]", "ace, 2, 3 of clubs", "Kreuz-Ass, 2, 3", "klaveraas, 2, 3"),
    ("[Qs Ks As]", "queen, king, ace of spades", "Pik-Dame, König, Ass", "schoppenvrouw, heer, aas"),
    ("[10h Jh Qh]", "10, jack, queen of hearts", "Herz 10, Bube, Dame", "harten 10, boer, vrouw"),
]  # fmt: skip


@pytest.mark.parametrize(("card", "en", "de", "nl"), CARDS)
def test_cards(card, en, de, nl):
    assert [explain(Card(card), lang) for lang in ("en", "de", "nl")] == [en, de, nl]


@pytest.mark.parametrize(("meld", "en", "de", "nl"), MELDS)
def test_melds(meld, en, de, nl):
    assert [explain(Meld.parse(meld), lang) for lang in ("en", "de", "nl")] == [en, de, nl]


def test_rows_name_a_suit_once_and_jokers_last():
    words = words_of("en")
    cards = [Card(text) for text in ("4r", "*6r", "5r", "2b")]
    assert cards_text(words, cards) == "red 4, 5, blue 2 and joker standing for red 6"
    assert cards_text(words, [Card("4h"), Card("Ah")]) == "4 and ace of hearts"
    assert cards_text(words, [Card("4h"), Card("5h"), Card("Ks")], "or") == "4 of hearts, 5 of hearts or king of spades"
    hearts = [Card(f"{rank}h") for rank in range(2, 9)]
    assert cards_text(words, [*hearts, Card("9s")]) == "hearts 2, 3, 4, 5, 6, 7, 8 and 9 of spades"
    assert (
        hand_text(words, [Card(text) for text in ("2b", "*", "6r", "4r", "2b", "5r")])
        == "red 4, 5, 6; blue 2, 2; joker"
    )


def test_hands_part_the_suits_and_put_a_high_ace_last():
    cards = [Card(text) for text in ("Ah", "Kh", "3h", "As", "5c", "*")]
    assert hand_text(words_of("en"), cards, high=True) == "5 of clubs; 3, king, ace of hearts; ace of spades; joker"
    assert hand_text(words_of("nl"), cards) == "klaver 5; hartenaas, 3, heer; schoppenaas; joker"


@pytest.mark.parametrize(
    ("move", "en", "de", "nl"),
    [
        ("meld 3b 4b *5b", "Lay the blue 3, 4 and a joker (as blue 5) as a new meld.",
         "Lege als neue Kombination aus: Blau 3, 4 und einen Joker (als Blau 5).",
         "Leg de blauwe 3, 4 en een joker (als blauwe 5) neer als nieuwe combinatie."),
        ("meld 8c *8? *8?", "Lay the 8 of clubs and 2 jokers as a new meld.",
         "Lege als neue Kombination aus: Kreuz 8 und 2 Joker.",
         "Leg de klaver 8 en 2 jokers neer als nieuwe combinatie."),
        ("layoff *5b>1", "Lay the joker (as blue 5) off on meld 1.",
         "Lege einen Joker (als Blau 5) an Kombination 1 an.",
         "Leg de joker (als blauwe 5) aan bij combinatie 1."),
        ("discard *", "Discard the joker.", "Wirf einen Joker ab.", "Leg de joker weg."),
    ],
)  # fmt: skip
def test_jokers_that_are_moved(move, en, de, nl):
    assert [explain(Move.parse(move), lang) for lang in ("en", "de", "nl")] == [en, de, nl]


def test_lists_are_joined_as_the_language_does():
    assert [words_of(lang).join("abc") for lang in ("en", "de", "nl")] == ["a, b and c", "a, b und c", "a, b en c"]
    assert words_of("en").join("ab", "or") == "a or b"
    assert words_of("en").join([]) == ""
