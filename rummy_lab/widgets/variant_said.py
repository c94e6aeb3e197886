"""What a changed rule says, now and then, and what the sources say about it."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from rummy_lab.core.errors import RummyError
from rummy_lab.core.rules import RuleSet, presets
from rummy_lab.widgets.texts import Language
from rummy_lab.widgets.variant_model import Change
from rummy_lab.widgets.variant_texts import tell
from rummy_lab.words.desk import ruling_on
from rummy_lab.words.pages import field_text, game_name
from rummy_lab.words.sources import parent
from rummy_lab.words.texts import sentence, words_of


def said(game: RuleSet, change: Change, lang: Language) -> str:
    """As HTML: the sentence of the rule as it is and as it would be, where it stands, what others play.

    >>> from rummy_lab.games import RUMMY40
    >>> "at least 51 points" in said(RUMMY40, ("opening.points", 51), "en")
    True
    """
    field, value = change
    lines = [tell("now", lang, says=field_text(game, field, lang))]
    try:
        varied = game.vary(**{field.replace(".", "__"): value})
        lines.append(tell("then", lang, says=field_text(varied, field, lang)))
    except RummyError:
        pass  # that it cannot be is told where all choices are judged
    sources = f"<summary>{escape(tell('sources', lang))}</summary>{_paragraphs(_sources(game, field, lang))}"
    return f"{_paragraphs(lines)}<details>{sources}</details>"


def _paragraphs(lines: Sequence[str]) -> str:
    return "".join(f"<p>{escape(line)}</p>" for line in lines)


def _sources(game: RuleSet, field: str, lang: Language) -> list[str]:
    ruling = ruling_on(game, field, lang)
    lines = []
    if ruling is None:
        lines.append(tell("no_place", lang))
    else:
        where = f"{sentence(ruling.place.text(lang))} ({', '.join(ruling.place.rule)})"
        lines += [
            tell("place", lang, place=where),
            tell("certainty", lang, sure=words_of(lang).text("desk", ruling.certainty)),
        ]
    played: dict[str, list[str]] = {}
    for one in relatives(game, field):
        played.setdefault(field_text(one, field, lang), []).append(game_name(one, lang))
    for _, text in ruling.others if ruling is not None else ():
        played.setdefault(text, [])
    for text, games in played.items():
        lines.append(tell("others_named" if games else "others", lang, games=", ".join(games), others=text))
    return lines


def relatives(game: RuleSet, field: str) -> tuple[RuleSet, ...]:
    """The named games of the same origin that have another value.

    >>> from rummy_lab.games import RUMMY40
    >>> [one.preset for one in relatives(RUMMY40, "opening.points")]
    ['rummy51', 'bicycle_kaluki']
    """
    same = (one for one in presets() if parent(one) == parent(game))
    return tuple(one for one in same if one.get(field) != game.get(field))
