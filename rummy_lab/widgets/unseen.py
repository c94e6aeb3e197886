"""Which cards a player has not seen yet: the pack without the own hand, the table and the discard pile."""

from __future__ import annotations

from collections import Counter

from rummy_lab.core.cards import FRENCH, JOKER, Card
from rummy_lab.core.chance import card_with_number, pack_numbers
from rummy_lab.core.views import View
from rummy_lab.draw.captions import letters
from rummy_lab.widgets.play_texts import say
from rummy_lab.widgets.texts import Language
from rummy_lab.words.texts import words_of


def unseen(view: View) -> Counter[Card]:
    """The cards that are in other hands or in the stock, as far as the seat can know, each with its number.

    >>> from rummy_lab.core.referee import position
    >>> from rummy_lab.core.views import view
    >>> here = position("schmidt; table [6r 7r 8r]; hand A+ 6r *; hand B 1y; turn A")
    >>> left = unseen(view(here, "A"))
    >>> left[Card("6r")], left[Card("7r")], left[Card("*")]
    (0, 1, 1)
    """
    rules = view.rules
    left = Counter(card_with_number(card, rules.pack.suits) for card in pack_numbers(rules))
    seen = [card for meld in view.heaps.values() for card in meld.slots]
    seen += [*view.loose, *(view.pile or ()), *(card for card in view.hand or () if card is not None)]
    left.subtract(JOKER if card.joker else card for card in seen)
    return +left


def unseen_table(view: View, lang: Language) -> str:
    """The same as a table in HTML: a row for each suit, a column for each rank, how many are left."""
    cell = 'style="text-align: center; padding: 0 .45em"'
    title, ranks, suits = _rows(view, lang)
    rows = ""
    for name, counts in suits:
        told = "".join(f"<td {cell}>{count}</td>" for count in counts)
        rows += f'<tr><th scope="row" style="text-align: left">{name}</th>{told}</tr>'
    head = "".join(f'<th scope="col" {cell}>{rank}</th>' for rank in ranks)
    told = f"<caption style='text-align: left'>{title}</caption>"
    return f'<table style="border-collapse: collapse; line-height: 1.5">{told}<tr><td></td>{head}</tr>{rows}</table>'


def unseen_lines(view: View, lang: Language) -> list[str]:
    """The same as lines of text."""
    title, ranks, suits = _rows(view, lang)
    wide = max(len(name) for name, _ in suits)
    rows = [("", ranks), *suits]
    return [title, *(f"{name:<{wide}}" + "".join(f"{one:>4}" for one in row) for name, row in rows)]


def _rows(view: View, lang: Language) -> tuple[str, list[str], list[tuple[str, list[str]]]]:
    """The title, the ranks, and for each suit its name and how many of each rank are left."""
    rules, left = view.rules, unseen(view)
    suits, ranks = rules.pack.suits, range(1, rules.top + 1)
    count = {(card.suit, card.rank): str(number) for card, number in left.items()}
    rows = [(words_of(lang).text("cards", "suits", suit), [count.get((suit, rank), "·") for rank in ranks])
            for suit in suits]  # fmt: skip
    title = f"{say('unseen', lang)}. {say('jokers_left', lang, count=left[JOKER])}"
    return title, [_number(rank, suits, lang) for rank in ranks], rows


def _number(rank: int, suits: str, lang: Language) -> str:
    return (
        dict(zip((1, 11, 12, 13), letters(lang, "lang"), strict=True)).get(rank, str(rank))
        if suits == FRENCH
        else str(rank)
    )
