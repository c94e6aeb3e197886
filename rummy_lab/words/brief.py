"""Reasons in few words: beside a card on the table, and on a heap that is not finished."""

from __future__ import annotations

from collections import Counter

from rummy_lab.core.cards import Card, natural
from rummy_lab.core.judge import judge_meld, placed
from rummy_lab.core.melds import FULL, Meld
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.violations import CardMissing, Gap, MixedColour, MixedRank, TooManyJokers, TooShort, Violation
from rummy_lab.language import LANG
from rummy_lab.words.sentences import ace_is_high, explain, main_reason, told, words_about
from rummy_lab.words.spoken import rank_text
from rummy_lab.words.texts import Words, pack_of, words_of


def short_reason(
    violation: Violation, lang: str = LANG, *, rules: RuleSet | str | None = None, you: str | None = None
) -> str:
    """A violation in at most twenty words, whatever cards it is about.

    >>> from rummy_lab.core.violations import MixedRank
    >>> short_reason(MixedRank(heap=2, cards=Meld.parse("[8r 8y 9g]").slots))
    'Meld 2 is not a set: that needs the same number on every card.'
    """
    rules = None if rules is None else RuleSet.of(rules)
    words = words_about(violation, lang, rules)
    if not words.has("short", violation.code):
        return explain(violation, lang, rules=rules, you=you)
    count = {"count": str(len(violation.cards))} if isinstance(violation, CardMissing) else {}
    return told(words, violation, ("short", violation.code), rules, count)


def unfinished(meld: Meld, rules: RuleSet | str, lang: str = LANG) -> str:
    """What a heap lacks to be a meld, in at most five words; empty where it is one.

    >>> from rummy_lab.games import SCHMIDT
    >>> unfinished(Meld.parse("[4r 5r]"), SCHMIDT), unfinished(Meld.parse("[4r 5r 7r]"), SCHMIDT, "de")
    ('one more card', 'Lücke: 6 fehlt')
    """
    rules = RuleSet.of(rules)
    words = words_of(lang, pack_of(rules))
    faults = judge_meld(rules, meld)
    if not faults:
        return ""
    fault = main_reason(faults)
    key, values = "only", dict[str, object]()
    if isinstance(fault, TooShort):
        count = max(1, fault.need - len(meld))
        key, values = ("one" if count == 1 else "many"), {"count": count}
    elif isinstance(fault, Gap):
        key, values = fault.case, {} if fault.twice else {"rank": _missing_rank(words, meld, rules)}
    elif isinstance(fault, TooManyJokers) and fault.adjacent:
        key = "adjacent"
    elif isinstance(fault, MixedColour) and any(isinstance(other, MixedRank) for other in faults):
        key = "both"
    return words.text("unfinished", fault.code, key, **values)


def _missing_rank(words: Words, meld: Meld, rules: RuleSet) -> str:
    """The first card that a run lacks; where one card closes the gap, that one."""
    there = [card for card in meld.slots if card.rank]
    suit = next(card.suit for card in there if card.suit)
    ranks = Counter(card.rank for card in there)
    others = [natural(rank, suit) for rank in range(1, rules.top + 1) if not ranks[rank]]
    closing = [card for card in others if not _has_gap(rules, (*meld.slots, card))]
    if closing:
        return rank_text(words, closing[0])
    row = sorted(FULL + 1 if rank == 1 and ace_is_high(tuple(there), rules) else rank for rank in ranks)
    missing = next((rank for rank in range(row[0], row[-1]) if rank not in row), row[-1])
    return rank_text(words, natural((missing - 1) % FULL + 1, suit))


def _has_gap(rules: RuleSet, cards: tuple[Card, ...]) -> bool:
    return any(isinstance(fault, Gap) for fault in judge_meld(rules, placed(rules, cards)))
