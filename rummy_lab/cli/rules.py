"""`rummy-lab rules`: the fields of a rule set, what they say, where it stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rummy_lab.cli.output import painted, say, say_csv, say_json
from rummy_lab.cli.reading import Reader
from rummy_lab.cli.texts import tell
from rummy_lab.core.fields import write_value
from rummy_lab.core.rules import PARTS, RuleSet, field_specs, presets
from rummy_lab.language import Language
from rummy_lab.words.desk import ruling_on
from rummy_lab.words.pages import differences, field_text, game_name, has_effect
from rummy_lab.words.texts import pack_of, sentence, words_of

EXAMPLES: Final = (
    "rules", "rules schmidt", "rules rummy51 --topic opening --lang nl", 'rules "rummy40{opening.points=51}" --csv',
)  # fmt: skip
COLUMNS: Final = ("field", "value", "text", "place", "rule", "certainty", "differs")


def run(arguments: Sequence[str], lang: Language) -> int:
    """Print the fields of a rule set, or without one which rule sets there are."""
    reader = Reader("rules", lang, EXAMPLES)
    reader.add("game", nargs="?", metavar="GAME")
    reader.add("--topic", choices=PARTS)
    reader.add("--all", action="store_true")
    reader.add_forms()
    given = reader.read(arguments)
    if given.game is None:
        rows: list[dict[str, Any]] = [{"rules": one.name, "name": game_name(one, lang)} for one in presets()]
    else:
        rows = _rows(RuleSet.of(given.game), given.topic, lang, every=given.all)
    if given.json:
        say_json(rows)
    elif given.csv:
        say_csv(COLUMNS if given.game else ("rules", "name"), rows)
    elif given.game:
        _tell(RuleSet.of(given.game), rows, lang)
    else:
        say(*(f"{row['rules']:<20} {row['name']}" for row in rows))
    return 0


def _rows(rules: RuleSet, topic: str | None, lang: Language, *, every: bool) -> list[dict[str, Any]]:
    varied = differences(rules, rules.base) if rules.base is not None else ()
    rows = []
    for field in field_specs():
        if topic not in (None, field.partition(".")[0]) or not (every or has_effect(rules, field)):
            continue
        ruling = ruling_on(rules, field, lang)
        where = None if ruling is None or field in varied else ruling.place
        rows.append(
            {
                "field": field, "value": write_value(rules.get(field)), "text": field_text(rules, field, lang),
                "place": "" if where is None else where.text(lang),
                "rule": "" if where is None else " ".join(where.rule),
                "certainty": "" if ruling is None or where is None else ruling.certainty,
                "differs": field in varied,
            }
        )  # fmt: skip
    return rows


def _tell(rules: RuleSet, rows: list[dict[str, Any]], lang: Language) -> None:
    words, part = words_of(lang, pack_of(rules)), ""
    say(painted(f"{game_name(rules, lang)}: {rules.name}", "head"))
    for row in rows:
        if (own := row["field"].partition(".")[0]) != part:
            part = own
            say("", painted(words.text("headings", part), "head"))
        mark = f" ({tell('rules.varied', lang)})" if row["differs"] else ""
        say(f"- {row['field']} = {row['value']}{mark}", f"    {row['text']}")
        if row["place"]:
            sure = words.text("desk", row["certainty"])
            say(f"    {sentence(row['place'])} ({row['rule']}). {sure}")
