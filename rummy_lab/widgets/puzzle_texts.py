"""The words around puzzles."""

from __future__ import annotations

from typing import Final

from rummy_lab.widgets.texts import Language

TEXTS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "title": "Puzzle {number}, level {level} of 5",
        "exam": "Exam: one try for each puzzle, without hints and without undo. Ending your turn is your answer.",
        "row": "Solved without help: {alone} of {asked}. In a row: {row} of 3; then it becomes harder.",
        "row_top": "Solved without help: {alone} of {asked}. In a row: {row}.",
        "hint_told": "Hint {number}: {text}",
        "no_hint": "There is no hint any more: the puzzle is done.",
        "unaided": "This is an exam: there are no hints, and nothing is taken back.",
        "show": "Show me",
        "more": "Show the next move",
        "again": "Show it again",
        "retry": "Try again",
        "next": "Next puzzle",
        "easier": "An easier one",
        "solved": "Solved.",
        "helped": "Solved, with help or not at the first try: the row begins again.",
        "missed": "Not solved yet. Try again, ask for a hint, or let it be shown.",
        "missed_exam": "That was the one try for this puzzle.",
        "offer": "It may be easier for a while: there is a button for it.",
        "up": "Three in a row: now level {level}.",
        "down": "Now level {level}.",
        "shown": "That is the solution. The next puzzle is yours.",
    },
    "de": {
        "title": "Rätsel {number}, Stufe {level} von 5",
        "exam": "Prüfung: ein Versuch je Rätsel, ohne Tipps und Zurücknehmen. Das Ende deines Zugs ist deine Antwort.",
        "row": "Ohne Hilfe gelöst: {alone} von {asked}. Nacheinander: {row} von 3; danach wird es schwerer.",
        "row_top": "Ohne Hilfe gelöst: {alone} von {asked}. Nacheinander: {row}.",
        "hint_told": "Tipp {number}: {text}",
        "no_hint": "Tipps gibt es keine mehr: Das Rätsel ist zu Ende.",
        "unaided": "Das ist eine Prüfung: Es gibt keine Tipps, und nichts wird zurückgenommen.",
        "show": "Zeig es mir",
        "more": "Nächsten Schritt zeigen",
        "again": "Noch einmal zeigen",
        "retry": "Noch einmal versuchen",
        "next": "Nächstes Rätsel",
        "easier": "Ein leichteres",
        "solved": "Gelöst.",
        "helped": "Gelöst, mit Hilfe oder nicht beim ersten Versuch: Die Reihe beginnt von vorn.",
        "missed": "Noch nicht gelöst. Versuch es noch einmal, nimm einen Tipp oder lass es dir zeigen.",
        "missed_exam": "Das war der eine Versuch für dieses Rätsel.",
        "offer": "Es darf auch eine Weile leichter sein: Dafür gibt es einen Knopf.",
        "up": "Drei nacheinander: jetzt Stufe {level}.",
        "down": "Jetzt Stufe {level}.",
        "shown": "Das ist die Lösung. Das nächste Rätsel gehört dir.",
    },
    "nl": {
        "title": "Puzzel {number}, niveau {level} van 5",
        "exam": "Toets: één poging per puzzel, zonder tips en terugnemen. Het einde van je beurt is je antwoord.",
        "row": "Zonder hulp opgelost: {alone} van {asked}. Op een rij: {row} van 3; daarna wordt het moeilijker.",
        "row_top": "Zonder hulp opgelost: {alone} van {asked}. Op een rij: {row}.",
        "hint_told": "Tip {number}: {text}",
        "no_hint": "Er is geen tip meer: de puzzel is klaar.",
        "unaided": "Dit is een toets: er zijn geen tips, en er wordt niets teruggenomen.",
        "show": "Laat zien",
        "more": "Toon de volgende stap",
        "again": "Toon het nog een keer",
        "retry": "Opnieuw proberen",
        "next": "Volgende puzzel",
        "easier": "Een makkelijkere",
        "solved": "Opgelost.",
        "helped": "Opgelost, met hulp of niet bij de eerste poging: de rij begint opnieuw.",
        "missed": "Nog niet opgelost. Probeer het opnieuw, vraag een tip of laat het zien.",
        "missed_exam": "Dat was de enige poging voor deze puzzel.",
        "offer": "Het mag ook even makkelijker: daar is een knop voor.",
        "up": "Drie op een rij: nu niveau {level}.",
        "down": "Nu niveau {level}.",
        "shown": "Dat is de oplossing. De volgende puzzel is voor jou.",
    },
}


def tell(key: str, lang: Language, **values: object) -> str:
    """A text in a language, its fields filled in."""
    return TEXTS[lang][key].format(**values)
