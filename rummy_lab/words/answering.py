"""Moves as they are said aloud, and answers to what a person asks at the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from rummy_lab.core.cards import JOKER, Card, card_of, sort_cards
from rummy_lab.core.events import Event, Played
from rummy_lab.core.moves import (
    Arrange,
    Discard,
    Draw,
    Lay,
    Layoff,
    Move,
    Pull,
    Split,
    Swap,
    Take,
)
from rummy_lab.core.referee import steps
from rummy_lab.core.state import State
from rummy_lab.core.views import View, state_of
from rummy_lab.core.violations import NoDiscardPile
from rummy_lab.core.workspace import opening_need, own_points
from rummy_lab.language import LANG
from rummy_lab.words.scene import describe, ended, player_name
from rummy_lab.words.sentences import explain
from rummy_lab.words.spoken import card_text, hand_text, meld_text, melds_text, rank_text
from rummy_lab.words.texts import Words, pack_of, sentence, words_of

_FITTING_TOLD: Final = 6


def spoken(move: Move, lang: str = LANG) -> str:
    """A move as somebody says it; `read_line` reads it back. The whole table laid anew stays in notation.

    >>> spoken(Move.parse("layoff 6g>3")), spoken(Move.parse("meld 8r 8y *8?"), "de")
    ('green 6 to meld 3', 'lege Rot 8, Gelb 8, Joker als 8 als neue Kombination')
    """
    if isinstance(move, Arrange):
        return str(move)
    words = words_of(lang)
    told = _cards(move)
    cards = ", ".join(_said(words, card) for card in told)
    key = f"{move.verb}_card" if isinstance(move, Draw | Take) and told else move.verb
    heap, other = getattr(move, "heap", 0), getattr(move, "other", 0)
    return words.text("say", key, cards=cards, heap=heap, other=other)


def _cards(move: Move) -> tuple[Card, ...]:
    if isinstance(move, Lay | Layoff | Pull | Swap):
        return move.cards
    if isinstance(move, Draw | Take | Discard | Split):
        return () if move.card is None else (move.card,)
    return ()


def _said(words: Words, card: Card) -> str:
    if not card.joker:
        return card_text(words, card)
    if card.bare:
        return words.text("say", "joker")
    named = card_text(words, card_of(card)) if card.suit else rank_text(words, card)
    return words.text("say", "joker_as", card=named)


def answer(
    question: str,
    state: State | View,
    seat: str,
    lang: str = LANG,
    *,
    events: Iterable[Event] = (),
    said: Sequence[str] = (),
    drawn: Draw | Take | None = None,
    score: str = "",
) -> str:
    """What is told to the player on `seat` who asks; `question` is the name that `read_line` gives.

    `events` is the public history for the question `last` (a view brings its own), `said` what was announced last,
    `drawn` how the player came to the last card and which it is, `score` how the match stands.

    >>> from rummy_lab.core.referee import position
    >>> here = position("schmidt; table [3g 4g 5g]; hand A+ 2b 4r 5r 6r 2b *; hand B ??x9; turn A")
    >>> answer("hand", here, "A"), answer("counts", here, "A", "nl")
    ('You have 6 cards: red 4, 5, 6; blue 2 twice; joker.', 'Jij: 6 kaarten; speler B: 9 kaarten.')
    """
    if isinstance(state, View):
        events = events or state.events
    full = state_of(state)
    words = words_of(lang, pack_of(full.rules))
    name, _, number = question.partition(" ")
    match name:
        case "hand":
            told = _hand(words, full, seat)
        case "table":
            told = _table(words, full)
        case "meld":
            told = _meld(words, full, int(number) if number.isascii() and number.isdigit() else 0)
        case "fits":
            told = _fits(words, full, seat)
        case "counts":
            told = _counts(words, full, seat)
        case "last":
            told = _last(words, full, seat, tuple(events))
        case "again":
            told = " ".join(said) or words.text("answer", "again_none")
        case "points":
            told = _points(words, full, seat)
        case "turn":
            told = _turn(words, full, seat)
        case "drawn":
            told = _drawn(words, drawn)
        case "score":
            told = score or words.text("answer", "score_none")
        case "pile":
            told = _pile(words, full)
        case "stock":
            told = _stock(words, full)
        case _:
            told = _help(words)
    return sentence(told)


def _grouped(words: Words, cards: Iterable[Card], state: State) -> str:
    """Cards suit by suit, those held more than once after the others: `red 4, 6; red 5 twice; joker`."""
    held = Counter(cards)
    jokers = sum(held.pop(card) for card in list(held) if card.bare)
    high = state.rules.pack.ace == "high"
    told: list[str] = []
    for _, group in groupby(sort_cards(held), key=lambda card: (card.joker, card.suit)):
        row = sorted(group, key=lambda card: high and card.rank == 1)
        once = [card for card in row if held[card] == 1]
        told += [hand_text(words, once, high=high)] if once else []
        for card in row:
            if held[card] > 1:
                key = "twice" if held[card] == 2 else "times"
                told.append(words.text("answer", key, card=card_text(words, card), count=held[card]))
    if jokers:
        told.append(card_text(words, JOKER) if jokers == 1 else words.text("cards", "moved_many", count=jokers))
    return "; ".join(told)


def _hand(words: Words, state: State, seat: str) -> str:
    hand = state.hands.get(seat)
    if hand is None or None in hand:
        return words.text("answer", "hand_unknown")
    loose = _loose(words, state) if seat == state.seat else ""
    key = "hand_empty" if not hand else "hand_one" if len(hand) == 1 else "hand_many"
    cards = _grouped(words, [card for card in hand if card is not None], state)
    return f"{words.text('answer', key, count=len(hand), cards=cards)} {loose}".strip()


def _loose(words: Words, state: State) -> str:
    return words.text("answer", "loose", cards=_grouped(words, state.loose, state)) if state.loose else ""


def _table(words: Words, state: State) -> str:
    melds = melds_text(words, state.heaps)
    told = words.text("scene", "table", melds=melds) if melds else words.text("scene", "table_empty")
    return f"{told} {_loose(words, state)}".strip()


def _meld(words: Words, state: State, heap: int) -> str:
    meld = state.heaps.get(heap)
    if meld is None or not len(meld):
        return words.text("answer", "no_meld", heap=heap)
    return words.text("answer", "meld", heap=heap, cards=meld_text(words, meld))


def _fits(words: Words, state: State, seat: str) -> str:
    if state.over is not None or state.seat != seat:
        return words.text("scene", "over") if state.over else words.text("answer", "fits_wait")
    laying = [move for move in steps(state, exists=lambda _: True) if isinstance(move, Lay | Layoff | Swap)]
    need = opening_need(state) if state.opened.get(seat) is False else 0
    opening = words.text("answer", "fits_opening", need=need) if need > 1 else ""
    if not laying:
        first = state.phase == "start" and state.rules.has_pile
        return f"{words.text('answer', 'fits_draw' if first else 'fits_none')} {'' if first else opening}".strip()
    laying.sort(key=lambda move: -len(move.cards))
    told = " ".join(explain(move, words.lang, rules=state.rules) for move in laying[:_FITTING_TOLD])
    more = len(laying) - _FITTING_TOLD
    rest = " " + words.text("answer", "fits_more", count=more) if more > 0 else ""
    return f"{words.text('answer', 'fits', moves=told)}{rest} {opening}".strip()


def _counts(words: Words, state: State, you: str) -> str:
    told: list[str] = []
    for seat, count in state.counts.items():
        key = "count_unknown" if count is None else "count_one" if count == 1 else "count_many"
        told.append(words.text("answer", key, player=player_name(seat, words.lang, you=you), count=count))
    return "; ".join(told) + "."


def _last(words: Words, state: State, you: str, events: Sequence[Event]) -> str:
    """What the seats did in their last turns, the oldest first."""
    turns = [at for at, event in enumerate(events) if isinstance(event, Played)]
    if not turns:
        return words.text("answer", "last_none")
    start = turns[-min(len(turns), max(1, len(state.seats) - 1))]
    return " ".join(explain(event, words.lang, rules=state.rules, you=you) for event in events[start:])


def _turn(words: Words, state: State, you: str) -> str:
    if state.over is not None:
        return ended(state.over.how, state.over.seats, words.lang, you=you)
    if state.seat != you:
        return describe(state, words.lang).splitlines()[-1]
    phase = "turn" if state.phase == "start" and not state.rules.has_pile else state.phase
    return words.text("answer", f"yours_{phase}")


def _drawn(words: Words, drawn: Draw | Take | None) -> str:
    if drawn is None or drawn.card is None:
        return words.text("answer", "drawn_none")
    return words.text("answer", "drawn" if isinstance(drawn, Draw) else "taken", card=card_text(words, drawn.card))


def _points(words: Words, state: State, seat: str) -> str:
    if state.opened.get(seat, False):
        return words.text("answer", "points_opened")
    mine = seat == state.seat and state.over is None
    points = (own_points(state) or 0) if mine else 0
    need = opening_need(state) if mine else state.rules.opening.points
    return words.text("answer", "points", points=points, need=need)


def _pile(words: Words, state: State) -> str:
    if not state.rules.has_pile:
        return explain(NoDiscardPile(), words.lang, rules=state.rules)
    if state.pile is None:
        return words.text("answer", "pile_unknown")
    top = card_text(words, state.pile[-1]) if state.pile else ""
    return words.count(len(state.pile), "scene", "pile", count=len(state.pile), top=top)


def _stock(words: Words, state: State) -> str:
    if state.stock is None:
        return words.text("answer", "pile_unknown")
    return words.count(len(state.stock), "scene", "stock", count=len(state.stock))


def _help(words: Words) -> str:
    examples = words.text("answer", "examples_french" if words.pack == "french" else "examples_numbered")
    return words.text("answer", "help", examples=examples, questions=words.text("answer", "questions"))
