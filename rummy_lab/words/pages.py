"""A rule set in words, generated from its fields."""

from __future__ import annotations

from typing import Final

from rummy_lab.core.cards import FRENCH, LETTERS
from rummy_lab.core.errors import RummyError
from rummy_lab.core.fields import Value, write_value
from rummy_lab.core.rules import PARTS, RuleSet, field_specs
from rummy_lab.language import LANG
from rummy_lab.words.sources import parent
from rummy_lab.words.texts import Words, pack_of, sentence, words_of

_BUILDING_FIELDS: Final = ("joker.set_release", "joker.closed_set", "joker.freed", "table.access")


def rules_page(rules: RuleSet | str, lang: str = LANG) -> str:
    """The rules in words as Markdown, with what differs from the preset and from its parent game at the top.

    `rules` is a rule set or its name. `lang` is `en`, `de` or `nl`; left out: what `RUMMY_LAB_LANG` names, else
    English.
    Raises RummyError for a name or a language that is not known.

    Source: one sentence for each field of the rule set; `ask` has the places.

    >>> print(rules_page("rummy51").partition("##")[0].strip())
    # Rummy 51: the rules
    <BLANKLINE>
    Different from Rummy 40:
    <BLANKLINE>
    - In a run the ace comes before the 2, worth 1 point, or after the king, worth 11 points.
    - To open, you lay melds of your own that are worth at least 51 points together.
    - A joker that is left costs 25 points.
    - For going Rummy you may not add cards to melds on the table.
    """
    rules = RuleSet.of(rules)
    words = words_of(lang, pack_of(rules))
    game = game_name(rules, lang)
    title = words.text("page", "title" if rules.base in (None, rules) else "variant", game=game)
    lines = [f"# {sentence(rules.label or title)}"]
    if rules.label:
        lines += [words.text("page", "variant", game=game) + "."]
    for other in _compared(rules):
        if told := [field_text(rules, field, lang) for field in differences(rules, other)]:
            lines += [words.text("page", "different", game=game_name(other, lang)), _bullets(told)]
    for part in PARTS:
        shown = [field for field in field_specs() if field.startswith(f"{part}.") and has_effect(rules, field)]
        if shown:
            told = [text for field in shown for text in (*general(rules, field, lang), field_text(rules, field, lang))]
            lines += [f"## {words.text('headings', part)}", _bullets(told)]
    return "\n\n".join(lines) + "\n"


def _bullets(sentences: list[str]) -> str:
    return "\n".join(f"- {text}" for text in sentences)


def game_name(rules: RuleSet, lang: str = LANG) -> str:
    """The name of the preset these rules are or vary, in the language."""
    return words_of(lang).find("games", rules.preset) or rules.preset


def differences(rules: RuleSet, other: RuleSet) -> tuple[str, ...]:
    """The fields with an effect under `rules` whose value `other` does not have."""
    return tuple(field for field in field_specs() if rules.get(field) != other.get(field) and has_effect(rules, field))


def field_text(rules: RuleSet, field: str, lang: str = LANG) -> str:
    """What one field of a rule set says, as a sentence.

    >>> field_text(RuleSet.parse("rummy40"), "opening.points", "nl")
    'Bij je eerste uitleg leg je eigen combinaties neer die samen minstens 40 punten waard zijn.'
    """
    words = words_of(lang, pack_of(rules))
    value = rules.get(field)
    part, _, name = field.partition(".")
    for key in _keys(value, words.pack):
        if words.find("rules", part, name, key) is not None:
            return sentence(words.text("rules", part, name, key, **_values(words, field, value)))
    raise RummyError(
        "there are no words for {field}={value} in {lang}", field=field, value=write_value(value), lang=repr(lang)
    )


def general(rules: RuleSet, field: str, lang: str = LANG) -> tuple[str, ...]:
    """What belongs before the sentence of a field and no field of its own says, where it holds under these rules.

    >>> general(RuleSet.parse("schmidt"), "deal.hand")
    ('Whoever is the first to get rid of all cards wins.',)
    """
    words = words_of(lang, pack_of(rules))
    before = {
        "pack.ace": (_values_key(rules),),
        "deal.hand": ("aim",),
        "deal.seats": ("stock_pile" if rules.has_pile else "stock",),
        "melds.max_jokers": ("joker",),
        "turn.draws": ("draw_one" if rules.has_pile and rules.turn.draws == 1 else "",),
        "joker.freed": (
            "run_joker" if rules.table.mode == "build" or rules.joker.anchor != "free" else "",
            "two_jokers" if _two_free_one(rules) else "",
        ),
    }
    return tuple(sentence(words.text("general", key)) for key in before.get(field, ()) if key)


def _values_key(rules: RuleSet) -> str:
    if rules.pack.suits != FRENCH:
        return "values_numbered"
    return f"values_{rules.pack.ace}" if rules.pack.ranks == max(LETTERS) else ""


def _two_free_one(rules: RuleSet) -> bool:
    """Whether a set of three may hold two jokers and two cards free one of them (R-25)."""
    jokers, melds = rules.joker, rules.melds
    possible = rules.pack.jokers > 1 and melds.max_jokers in (None, 2) and {3, 4} <= set(melds.set_sizes)
    return possible and jokers.set_release == "both" and jokers.closed_set == "locked"


def _keys(value: Value, pack: str) -> list[str]:
    """Where the sentence for a value is looked for, the most special place first."""
    if isinstance(value, tuple):
        return (["same"] if len(value) == 2 and value[0] == value[1] else []) + ["-".join(map(str, value)), "n"]
    exact = write_value(value)
    number = [f"n_{pack}", "n"] if isinstance(value, int) and not isinstance(value, bool) else []
    return [f"{exact}_{pack}", exact, *number]


def _values(words: Words, field: str, value: Value) -> dict[str, object]:
    if isinstance(value, tuple):
        first, last = value[0], value[-1]
        return {"least": first, "most": last, "call": first, "rummy": last}
    if field == "pack.ranks" and isinstance(value, int):
        letter = LETTERS.get(value)
        return {"n": value, "top": value if letter is None else words.text("cards", "ranks", letter)}
    return {"n": value}


def _compared(rules: RuleSet) -> list[RuleSet]:
    """The preset that the rules vary, and the game of a document that the preset comes from."""
    chain = [rules.base or rules, parent(rules)]
    return [other for at, other in enumerate(chain) if other != rules and other not in chain[:at]]


def has_effect(rules: RuleSet, field: str) -> bool:
    """Whether the field decides anything under these rules."""
    part, _, name = field.partition(".")
    checks = {"pile": rules.has_pile, "joker": rules.pack.jokers > 0, "match": _match_effect(rules, name)}
    if not checks.get(part, True):
        return False
    if rules.table.mode == "none" and field in _BUILDING_FIELDS:
        return False
    if rules.table.mode != "rearrange" and field in ("table.remain", "joker.anchor", "joker.source", "turn.hand_card"):
        return False
    return _own_effect(rules, field)


def _match_effect(rules: RuleSet, name: str) -> bool:
    needs = {"limit": "elimination", "buy_in": "elimination", "rounds": "rounds"}
    return needs.get(name, rules.match.kind) == rules.match.kind


def _own_effect(rules: RuleSet, field: str) -> bool:
    jokers, scoring, opening = rules.pack.jokers, rules.scoring, rules.opening
    only = {
        "melds.wrap": rules.pack.ace != "both",
        "melds.max_jokers": jokers > 0,
        "melds.adjacent_jokers": jokers > 1 and rules.melds.max_jokers != 1,
        "opening.when": rules.has_pile and opening.points > 0,
        "opening.for_rummy": rules.has_pile and opening.points > 0,
        "turn.play_after_draw": not rules.has_pile,
        "turn.last_discard": rules.has_pile,
        "joker.closed_set": rules.melds.set_sizes != (3,),
        "joker.set_release": rules.table.mode == "rearrange" or rules.melds.set_sizes != (4,),
        "scoring.joker_penalty": jokers > 0,
        "scoring.rummy_when": bool(scoring.rummy_bonus),
        "scoring.rummy_builds": bool(scoring.rummy_bonus) and rules.table.mode != "none",
        "scoring.blocked_tie": scoring.kind == "zero_sum" and rules.ending.blocked == "lowest_wins",
    }
    if field == "pack.ace" and rules.pack.suits != FRENCH:
        return True
    return only.get(field, True)
