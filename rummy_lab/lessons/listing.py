"""What lessons there are."""

from __future__ import annotations

from dataclasses import dataclass

from rummy_lab.core.errors import RummyError
from rummy_lab.language import LANG
from rummy_lab.lessons.catalogue import GAMES, lesson, lesson_files
from rummy_lab.lessons.checking import minutes
from rummy_lab.words.texts import words_of


@dataclass(frozen=True, slots=True)
class Listed:
    """A lesson as it is listed: its id for `LessonPlayer`, its title, how many steps, about how many minutes."""

    id: str
    game: str
    title: str
    steps: int
    minutes: float


def lesson_list(game: str | None = None, lang: str = LANG) -> list[Listed]:
    """The lessons of the package, by their ids; `pandas.DataFrame` makes a table of it.

    Args:
        game: `schmidt` or `rummy40`; None: both.
        lang: `en`, `de` or `nl`; left out: what `RUMMY_LAB_LANG` names, else English.

    Returns:
        For each lesson its id, game, title, number of steps, and about how many minutes it takes.

    Raises RummyError for a game or a language that is not known.

    >>> all(row.minutes <= 5 for row in lesson_list("schmidt"))
    True
    """
    if game is not None and game not in GAMES:
        raise RummyError(
            "there are no lessons of {game}; there are those of {first} and {last}",
            game=f"{game!r:.60}",
            first=", ".join(GAMES[:-1]),
            last=GAMES[-1],
        )
    words_of(lang)  # says which languages there are
    found = [lesson(name) for name in lesson_files() if game is None or name.startswith(f"{game}/")]
    return [
        Listed(one.id, one.game, one.title.plain(lang, one.rules), len(one.steps), minutes(one, lang)) for one in found
    ]
