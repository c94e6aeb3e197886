"""Reasons in few words: at most twenty beside a card, at most five on a heap."""

import re
import tomllib
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rummy_lab as rl
import strategies as drawn
from rummy_lab.core.judge import judge_meld
from rummy_lab.core.melds import Meld
from rummy_lab.core.violations import VIOLATIONS, CardMissing, Gap, NotOpened, TooShort
from rummy_lab.games import RUMMY40, SCHMIDT, presets
from rummy_lab.words import explain, languages, short_reason, unfinished
from rummy_lab.words.texts import read_toml
from words.samples import FRENCH, NUMBERED, samples

CASES = tomllib.loads((Path(__file__).parents[1] / "data" / "violations.toml").read_text())["case"]
NOTATION = re.compile(r"\*|\?|\[|\]|\{|\}|\b(\d{1,2}|[AJQKT])[rygbcdhs]\b|[A-Z]_[A-Z]|\b[A-Z]{3,}\b")
INSIDE = re.compile(
    r"\b(heap|slot|anchor\w*|natural\w*|undeclared|loose|violation|representation|Anker|Naturkarte|anker)\b",
    re.IGNORECASE,
)


def met():
    """Every reason of every position that shows one, and every sample, with the rules it was met under."""
    for case in CASES:
        state = rl.position(case["position"])
        words = {"exists": lambda *_, case=case: case["exists"]} if "exists" in case else {}
        for violation in rl.check(state, case["move"], seat=case.get("seat"), **words):
            yield violation, state.rules
    for faces, rules in ((NUMBERED, SCHMIDT), (FRENCH, RUMMY40)):
        for sample in samples(faces):
            yield from ((sample, None), (sample, rules))
            yield sample, SCHMIDT.vary(joker__anchor="frozen")
            yield sample, SCHMIDT.vary(table__mode="none")


@pytest.mark.parametrize("lang", languages)
def test_every_reason_in_every_case_has_at_most_twenty_words(lang):
    codes = set()
    for violation, rules in met():
        text = short_reason(violation, lang, rules=rules)
        codes.add(violation.code)
        assert len(text.split()) <= 20, (violation, text)
        assert text[0].isupper() or text[0].isdigit(), text
        assert text[-1] in ".!", text
        assert not NOTATION.search(text), text
        assert not INSIDE.search(text), text
    assert codes == {kind.code for kind in VIOLATIONS}


@pytest.mark.parametrize("lang", languages)
def test_short_reasons_differ_between_codes_and_languages(lang):
    owners = defaultdict(set)
    for violation, rules in met():
        text = short_reason(violation, lang, rules=rules)
        owners[text].add(violation.code)
        others = {short_reason(violation, other, rules=rules) for other in languages}
        assert len(others) == len(languages), violation
    assert all(len(codes) == 1 for codes in owners.values())


@pytest.mark.parametrize("table", ["short", "unfinished"])
def test_the_languages_have_the_same_sentences(table):
    assert len({str({code: sorted(told) for code, told in read_toml(lang)[table].items()}) for lang in languages}) == 1


def test_many_cards_make_no_longer_reason():
    cards = Meld.parse("[1r 3r 5r 7r 9r 11r 13r 2b 4b 6b 8b 10b 12b]").slots
    for lang in languages:
        for violation in (CardMissing(cards=cards), Gap(heap=1, cards=cards), TooShort(heap=1, cards=cards[:2])):
            assert len(short_reason(violation, lang).split()) <= 20
        assert len(short_reason(NotOpened(waiting_for=tuple("BCDEFGH")), lang).split()) <= 20
    assert short_reason(CardMissing(cards=cards)).startswith("13 cards of the table are in no meld")


def test_where_the_long_sentence_is_short_it_is_the_same():
    for violation, rules in met():
        if violation.code not in read_toml("en")["short"]:
            assert short_reason(violation, rules=rules) == explain(violation, rules=rules)


@pytest.mark.parametrize(
    ("meld", "rules", "texts"),
    [
        ("[4r 5r 6r]", SCHMIDT, ("", "", "")),
        ("[4r 5r]", SCHMIDT, ("one more card", "noch eine Karte", "nog één kaart")),
        ("[4r]", SCHMIDT, ("2 more cards", "noch 2 Karten", "nog 2 kaarten")),
        ("[*]", SCHMIDT, ("2 more cards", "noch 2 Karten", "nog 2 kaarten")),
        ("[4r 5r 7r]", SCHMIDT, ("gap: 6 is missing", "Lücke: 6 fehlt", "gat: 6 ontbreekt")),
        ("[4r 8r]", SCHMIDT, ("gap: 5 is missing", "Lücke: 5 fehlt", "gat: 5 ontbreekt")),
        ("[10h Qh Kh]", RUMMY40, ("gap: jack is missing", "Lücke: Bube fehlt", "gat: boer ontbreekt")),
        ("[Jh Qh Ah]", RUMMY40, ("gap: king is missing", "Lücke: König fehlt", "gat: heer ontbreekt")),
        ("[9h Ah]", RUMMY40, ("gap: 10 is missing", "Lücke: 10 fehlt", "gat: 10 ontbreekt")),
        ("[4r 4r 5r]", SCHMIDT, ("the same card twice", "dieselbe Karte doppelt", "dezelfde kaart dubbel")),
        ("[4r 5g 6r]", SCHMIDT, ("different colours", "verschiedene Farben", "verschillende kleuren")),
        ("[4h 5s 6h]", RUMMY40, ("different suits", "verschiedene Farben", "verschillende kleuren")),
        ("[8r 8y 9g]", SCHMIDT, ("different numbers", "verschiedene Zahlen", "verschillende getallen")),
        ("[Kc Kd Ah]", RUMMY40, ("different ranks", "verschiedene Werte", "verschillende waarden")),
        ("[4r 9g]", SCHMIDT, ("cards do not match", "passt nicht zusammen", "past niet bij elkaar")),
        ("[8r 8y 8y]", SCHMIDT, ("colour twice", "Farbe doppelt", "kleur dubbel")),
        ("[8h 8d 8d]", RUMMY40, ("suit twice", "Farbe doppelt", "kleur dubbel")),
        ("[8r 8y 8g 8b *8?]", SCHMIDT, ("too many cards", "zu viele Karten", "te veel kaarten")),
        ("[12r 13r 1r]", SCHMIDT, ("must end at the top", "muss oben enden", "moet bovenaan stoppen")),
        ("[Ah 2h 3h]", RUMMY40, ("the ace must come last", "das Ass gehört nach oben", "het aas hoort bovenaan")),
        ("[*6r *7r *8r]", SCHMIDT, ("only jokers", "nur Joker", "alleen jokers")),
        ("[* 5r 6r]", SCHMIDT, ("which card is the joker?", "wofür steht der Joker?", "waarvoor staat de joker?")),
        ("[8r *9r *10r]", SCHMIDT.vary(melds__max_jokers=1), ("too many jokers", "zu viele Joker", "te veel jokers")),
        ("[8r 9r *10r *11r]", SCHMIDT.vary(melds__adjacent_jokers=False),
         ("jokers side by side", "zwei Joker nebeneinander", "twee jokers naast elkaar")),
    ],
)  # fmt: skip
def test_what_a_heap_lacks(meld, rules, texts):
    assert tuple(unfinished(Meld.parse(meld), rules, lang) for lang in languages) == texts


@settings(max_examples=120, deadline=None)
@given(drawn.melds(), st.sampled_from(presets()), st.sampled_from(languages))
def test_heaps_lack_something_in_five_words_or_are_melds(meld, rules, lang):
    if any(card.suits and card.suits != rules.pack.suits for card in meld.slots):
        rules = RUMMY40 if rules.pack.suits == SCHMIDT.pack.suits else SCHMIDT
    text = unfinished(meld, rules, lang)
    assert bool(text) == bool(judge_meld(rules, meld))
    assert len(text.split()) <= 5
    assert not NOTATION.search(text.replace("?", "")), text


@settings(max_examples=50, deadline=None)
@given(drawn.rule_sets(), st.data(), st.sampled_from(languages))
def test_heaps_under_drawn_rules(rules, data, lang):
    meld = data.draw(drawn.melds(rules.pack.suits))
    text = unfinished(meld, rules.name, lang)
    assert bool(text) == bool(judge_meld(rules, meld))
    assert len(text.split()) <= 5
