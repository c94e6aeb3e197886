"""Where a reason stands in the rulebook of its game, or where else the rule was taken from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, cast

from rummy_lab.core.rules import RuleSet
from rummy_lab.core.violations import Violation
from rummy_lab.games import RUMMY40, SCHMIDT
from rummy_lab.words.texts import read_toml, words_of

DOCUMENTS: Final = {"schmidt": SCHMIDT, "rummy40": RUMMY40}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a rule stands.

    Attributes:
        game: the name of the game whose document is meant.
        page: the page of that document; empty where it has none.
        section: the heading over the sentence, as it stands there; empty where the document does not say it.
        rule: the numbers of the rules in this project's list.
        on_page: whether the document says it.
        taken_from: a key for the origin where it does not; empty where it does.
    """

    game: str
    page: str = ""
    section: str = ""
    rule: tuple[str, ...] = ()
    on_page: bool = True
    taken_from: str = ""

    def text(self, lang: str = "en") -> str:
        """The place in words; the heading stays in the language of the document."""
        words = words_of(lang)
        if self.on_page:
            kind = "page" if self.page else "section"
            return words.text("place", kind, game=self.game, page=self.page, section=self.section)
        return words.text("place", "sources", self.taken_from, game=self.game)

    def __str__(self) -> str:
        return self.text()


def parent(rules: RuleSet) -> RuleSet:
    """The game of a document that these rules come from: Schmidt Rummy or Rummy 40."""
    known: dict[str, Any] | None = read_toml("places")["presets"].get(rules.preset)
    if known is not None:
        return DOCUMENTS[known["game"]]
    return SCHMIDT if rules.pack.suits == SCHMIDT.pack.suits else RUMMY40


def only_game(code: str) -> RuleSet | None:
    """The one game of the two that refuses anything for this reason; None where both do or none.

    >>> only_game("SET_CLOSED"), only_game("TOO_SHORT")
    (RuleSet.parse('rummy40'), None)
    """
    entries = {name: read_toml("places")["places"][name].get(code, {}) for name in DOCUMENTS}
    producing = [name for name, entry in entries.items() if "section" in entry or "from" in entry]
    return DOCUMENTS[producing[0]] if len(producing) == 1 else None


def place(violation: Violation, rules: RuleSet) -> Place:
    """Where the rule behind a violation stands, for the game these rules come from.

    >>> from rummy_lab.core.violations import CardMissing, SetClosed
    >>> str(place(CardMissing(cards=()), SCHMIDT)), str(place(SetClosed(heap=1), RUMMY40))
    ('Schmidt p. 13, Transformations', 'Rummy 40, Hergebruik van jokers')
    """
    document = parent(rules)
    tables = read_toml("places")
    game = cast("dict[str, str]", tables["games"][document.preset])
    entries: dict[str, dict[str, Any]] = tables["places"][document.preset]
    entry = entries.get(f"{violation.code}.{violation.case}") or entries[violation.code]
    rule = tuple(cast("list[str]", entry["rule"]))
    changed = [field for field in entry.get("fields", ()) if rules.get(field) != document.get(field)]
    if changed:
        own = rules.base or rules
        of_preset = all(rules.get(field) == own.get(field) for field in changed)
        source = str(tables["presets"].get(rules.preset, {}).get("from", "")) if of_preset else ""
        origin = f"variant_{source}" if source else "variant"
    elif "section" in entry:
        return Place(game["name"], game["page"], entry["section"], rule)
    else:
        origin = str(entry.get("from", "none"))
    return Place(game["name"], rule=rule, on_page=False, taken_from=origin)
