"""The few words of the controls that the games themselves do not use."""

from __future__ import annotations

from typing import Final

from rummy_lab.language import Language as _Language

Language = _Language

LANGUAGES: Final[dict[Language, str]] = {"en": "English", "de": "Deutsch", "nl": "Nederlands"}
TEXTS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "viewer": "Game viewer",
        "slider": "Step",
        "stop": "Stop",
        "pause": "Pause",
        "whole_turns": "Turn by turn",
        "view": "Hands",
        "open": "All open",
        "seen_by": "Seen by {player}",
        "begin": "This is where it begins.",
        "at_start": "There is no earlier step.",
        "at_end": "There is no further step.",
        "next_position": "The next position.",
        "changed": "Now on the table:",
        "meld": "meld {heap}",
        "tried": "Tried:",
        "refused": "This is not allowed:",
        "rule": "Rule:",
        "words": "The position in words",
        "notation": "Notation",
        "ask_line": "Ask about the position",
        "ask": "Ask",
        "ask_only": "Nothing is played here, but you can ask: {questions}.",
        "failed": "That did not work; the table is still as it was ({kind}).",
    },
    "de": {
        "viewer": "Spielansicht",
        "slider": "Schritt",
        "stop": "Anhalten",
        "pause": "Pause",
        "whole_turns": "Zug um Zug",
        "view": "Karten",
        "open": "Alle offen",
        "seen_by": "Wie {player} sie sieht",
        "begin": "Hier beginnt es.",
        "at_start": "Davor kommt nichts mehr.",
        "at_end": "Danach kommt nichts mehr.",
        "next_position": "Die nächste Stellung.",
        "changed": "Jetzt auf dem Tisch:",
        "meld": "Kombination {heap}",
        "tried": "Versucht:",
        "refused": "Das ist nicht erlaubt:",
        "rule": "Regel:",
        "words": "Die Stellung in Worten",
        "notation": "Notation",
        "ask_line": "Zur Stellung fragen",
        "ask": "Fragen",
        "ask_only": "Hier wird nicht gespielt, aber du kannst fragen: {questions}.",
        "failed": "Das hat nicht geklappt; der Tisch ist noch, wie er war ({kind}).",
    },
    "nl": {
        "viewer": "Spel bekijken",
        "slider": "Stap",
        "stop": "Stoppen",
        "pause": "Pauze",
        "whole_turns": "Beurt voor beurt",
        "view": "Kaarten",
        "open": "Alles open",
        "seen_by": "Zoals {player} ze ziet",
        "begin": "Hier begint het.",
        "at_start": "Hiervoor komt niets meer.",
        "at_end": "Hierna komt niets meer.",
        "next_position": "De volgende stelling.",
        "changed": "Nu op tafel:",
        "meld": "combinatie {heap}",
        "tried": "Geprobeerd:",
        "refused": "Dit mag niet:",
        "rule": "Regel:",
        "words": "De stelling in woorden",
        "notation": "Notatie",
        "ask_line": "Iets vragen over de stelling",
        "ask": "Vragen",
        "ask_only": "Hier wordt niet gespeeld, maar je kunt vragen: {questions}.",
        "failed": "Dat lukte niet; de tafel is nog zoals hij was ({kind}).",
    },
}


def text(key: str, lang: Language, **values: str) -> str:
    """A text of the controls with its fields filled in.

    >>> text("seen_by", "nl", player="speler A")
    'Zoals speler A ze ziet'
    """
    return TEXTS[lang][key].format(**values)
