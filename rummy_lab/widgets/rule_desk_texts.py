"""The words around the rule desk: search line, buttons, what was found."""

from __future__ import annotations

from typing import Final

from rummy_lab.widgets.texts import Language

TEXTS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "title": "What do the rules say?",
        "search": "Your question",
        "example": "for example: may I keep the joker",
        "find": "Search",
        "all": "All questions",
        "pick": "choose one of {count}",
        "words": "Words of the games",
        "words_intro": "The words in three languages. ⚠ marks words that mislead.",
        "lang": "Language",
        "found": "Found: {count}. The likeliest answer is open: {question}",
        "open": "Open now: {question}",
        "empty": "Type a question and press Enter.",
        "others": "Others play",
    },
    "de": {
        "title": "Was sagen die Regeln?",
        "search": "Deine Frage",
        "example": "zum Beispiel: darf ich den Joker behalten",
        "find": "Suchen",
        "all": "Alle Fragen",
        "pick": "eine von {count} auswählen",
        "words": "Wörter der Spiele",
        "words_intro": "Die Wörter in drei Sprachen. ⚠ steht bei Wörtern, die in die Irre führen.",
        "lang": "Sprache",
        "found": "Gefunden: {count}. Offen ist die wahrscheinlichste Antwort: {question}",
        "open": "Jetzt offen: {question}",
        "empty": "Schreib eine Frage und drücke die Eingabetaste.",
        "others": "Andere spielen",
    },
    "nl": {
        "title": "Wat zeggen de regels?",
        "search": "Je vraag",
        "example": "bijvoorbeeld: mag ik de joker houden",
        "find": "Zoeken",
        "all": "Alle vragen",
        "pick": "kies een van de {count}",
        "words": "Woorden van de spellen",
        "words_intro": "De woorden in drie talen. ⚠ staat bij woorden die je op het verkeerde been zetten.",
        "lang": "Taal",
        "found": "Gevonden: {count}. Het waarschijnlijkste antwoord is open: {question}",
        "open": "Nu open: {question}",
        "empty": "Typ een vraag en druk op Enter.",
        "others": "Anderen spelen",
    },
}


def tell(key: str, lang: Language, **values: object) -> str:
    """A text in a language, its fields filled in."""
    return TEXTS[lang][key].format(**values)
