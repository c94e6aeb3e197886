"""The widget of a page of the app; each is imported when it is asked for, since a visitor needs few of them."""

from __future__ import annotations

from typing import Any

from rummy_lab.app.address import ME, OPPONENT, Address
from rummy_lab.app.texts import tell
from rummy_lab.core.errors import RummyError
from rummy_lab.core.rules import RuleSet, field_specs
from rummy_lab.language import Language


def room(address: Address, lang: Language) -> Any:
    """The widget of a page; None where it has none. Raises RummyError for what cannot be."""
    kind, name = address.kind, address.name
    if kind == "course":
        from rummy_lab.widgets import Course

        return Course(name, lang=lang)
    if kind == "lesson":
        from rummy_lab.widgets import LessonPlayer

        return LessonPlayer(name, lang=lang)
    if kind == "puzzles":
        from rummy_lab.widgets import Puzzles

        return Puzzles(name, lang=lang)
    if kind == "game":
        from rummy_lab.widgets import PlayGame

        return PlayGame(name, address.players or (ME, OPPONENT), address.seed or 0, lang=lang)
    if kind == "ask":
        from rummy_lab.widgets import RuleDesk

        desk = RuleDesk(lang)
        if name:
            desk.search(name)
        return desk
    if kind == "variant":
        return _variant_lab(RuleSet.of(name), lang)
    return None


def _variant_lab(rules: RuleSet, lang: Language) -> Any:
    from rummy_lab.widgets import VariantLab

    class Lab(VariantLab):
        """Visitors of a server do not write into its folders."""

        def save(self, folder: object) -> None:  # noqa: ARG002
            raise RummyError(tell("app", "not_here", self.lang))

    preset = RuleSet.of(rules.preset)
    changes = {field: rules.get(field) for field in field_specs() if rules.get(field) != preset.get(field)}
    lab = Lab(preset, changes or None, lang=lang)
    lab.keeping.without_folder()
    return lab
