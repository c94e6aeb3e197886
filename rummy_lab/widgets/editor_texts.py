"""The words of the position editor."""

from __future__ import annotations

from typing import Final

from rummy_lab.core.cards import Card
from rummy_lab.core.rules import RuleSet, presets
from rummy_lab.widgets.texts import Language
from rummy_lab.words import explain
from rummy_lab.words.texts import words_of

EDITOR_TEXTS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "editor": "Position editor",
        "notation": "Position as text",
        "where": "Where the cards go",
        "palette": "Cards of the pack",
        "lying": "Cards here",
        "take_away": "take away {card}",
        "left": "{card}, {left} of {copies} left",
        "hidden_left": "hidden card, {left} cards left",
        "hand": "hand {seat}",
        "new": "new meld",
        "meld": "meld {heap}",
        "pile": "discard pile",
        "stock": "stock",
        "not_known": "not known",
        "nothing": "empty",
        "cards_one": "1 card",
        "cards": "{count} cards",
        "hidden": "hidden card",
        "game": "Rules and turn",
        "rules": "Rule set",
        "seats": "Players",
        "turn": "Whose turn",
        "phase": "Phase",
        "start": "at the start",
        "drew": "has drawn",
        "took": "took {card}",
        "over": "the deal is over",
        "opened": "Has opened",
        "lang": "Language",
        "player": "player {seat}",
        "actions": "Actions",
        "undo": "Undo",
        "redo": "Redo",
        "clear": "New position",
        "empty": "Empty {place}",
        "rest": "The rest, hidden, into the stock",
        "joker": "What the joker stands for",
        "files": "Save",
        "svg": "Picture (SVG)",
        "pdf": "Picture (PDF)",
        "png": "Picture (PNG)",
        "toml": "Lesson skeleton",
        "go_there": "Show the place in the text",
        "question": "What does the joker in {place} stand for?",
        "later": "Leave it open",
        "option": "{card}: {meld}",
        "fine": "The text is a position.",
        "remarks": "On the table",
        # What happened
        "added": "{card} added to {place}",
        "added_as": "{card} added to {place}; the joker stands for {meaning}",
        "taken": "{card} taken away from {place}",
        "gone": "{place} taken away",
        "chosen_place": "cards now go to: {place}",
        "chosen_reading": "{place}: {meld}",
        "changed": "{what}: {value}",
        "opened_now": "player {seat} has opened",
        "not_opened_now": "player {seat} has not opened",
        "left_out": "{what}: {value}; left out because it does not fit: {cards}",
        "undone": "undone",
        "redone": "done again",
        "cleared": "a new position",
        "filled": "{count} hidden cards are the stock",
        "saved": "saved as {name}",
        # What cannot be
        "none_left": "No {card} is left in the pack.",
        "no_room": "The whole pack is placed; take a card away first.",
        "no_hidden": "A hidden card lies in a hand or in the stock; choose one of them first.",
        "mend_first": "Mend the text first, or undo.",
        "moves_follow": "Moves follow behind the colon; take them out of the text, then click on.",
        "nothing_to_undo": "There is nothing to undo.",
        "nothing_to_redo": "There is nothing to do again.",
        "failed": "That did not work; the position is still as it was ({kind}).",
        # Faults
        "fault": 'Character {at}, "{piece}": {reason}.',
        "fault_end": "Character {at}, at the end of the text: {reason}.",
        "too_long": "a position is no longer than {most} characters; take some away",
    },
    "de": {
        "editor": "Stellungseditor",
        "notation": "Stellung als Text",
        "where": "Wohin die Karten kommen",
        "palette": "Karten des Spiels",
        "lying": "Karten hier",
        "take_away": "{card} wegnehmen",
        "left": "{card}, noch {left} von {copies}",
        "hidden_left": "verdeckte Karte, noch {left} Karten",
        "hand": "Hand {seat}",
        "new": "neue Kombination",
        "meld": "Kombination {heap}",
        "pile": "Ablagestapel",
        "stock": "Stapel",
        "not_known": "nicht bekannt",
        "nothing": "leer",
        "cards_one": "1 Karte",
        "cards": "{count} Karten",
        "hidden": "verdeckte Karte",
        "game": "Regeln und Zug",
        "rules": "Regelwerk",
        "seats": "Spieler",
        "turn": "Am Zug",
        "phase": "Abschnitt",
        "start": "am Anfang",
        "drew": "hat gezogen",
        "took": "hat {card} genommen",
        "over": "das Spiel ist aus",
        "opened": "Herausgekommen",
        "lang": "Sprache",
        "player": "Spieler {seat}",
        "actions": "Aktionen",
        "undo": "Rückgängig",
        "redo": "Wiederholen",
        "clear": "Neue Stellung",
        "empty": "{place} leeren",
        "rest": "Den Rest verdeckt in den Stapel",
        "joker": "Wofür der Joker steht",
        "files": "Speichern",
        "svg": "Bild (SVG)",
        "pdf": "Bild (PDF)",
        "png": "Bild (PNG)",
        "toml": "Lektionsgerüst",
        "go_there": "Die Stelle im Text zeigen",
        "question": "Wofür steht der Joker in {place}?",
        "later": "Offen lassen",
        "option": "{card}: {meld}",
        "fine": "Der Text ist eine Stellung.",
        "remarks": "Auf dem Tisch",
        "added": "{card} zu {place} gelegt",
        "added_as": "{card} zu {place} gelegt; der Joker steht für {meaning}",
        "taken": "{card} von {place} weggenommen",
        "gone": "{place} weggenommen",
        "chosen_place": "Karten kommen jetzt zu: {place}",
        "chosen_reading": "{place}: {meld}",
        "changed": "{what}: {value}",
        "opened_now": "Spieler {seat} ist herausgekommen",
        "not_opened_now": "Spieler {seat} ist nicht herausgekommen",
        "left_out": "{what}: {value}; weggelassen, weil es nicht passt: {cards}",
        "undone": "rückgängig gemacht",
        "redone": "wiederholt",
        "cleared": "eine neue Stellung",
        "filled": "{count} verdeckte Karten bilden den Stapel",
        "saved": "gespeichert als {name}",
        "none_left": "Von dieser Karte ist keine mehr übrig: {card}.",
        "no_room": "Alle Karten liegen schon; nimm erst eine weg.",
        "no_hidden": "Eine verdeckte Karte liegt in einer Hand oder im Stapel; wähle erst eine davon.",
        "mend_first": "Verbessere erst den Text, oder mach den letzten Schritt rückgängig.",
        "moves_follow": "Hinter dem Doppelpunkt folgen Züge; nimm sie aus dem Text, dann klicke weiter.",
        "nothing_to_undo": "Es gibt nichts rückgängig zu machen.",
        "nothing_to_redo": "Es gibt nichts zu wiederholen.",
        "failed": "Das hat nicht geklappt; die Stellung ist noch, wie sie war ({kind}).",
        "fault": "Zeichen {at}, „{piece}“: {reason}.",
        "fault_end": "Zeichen {at}, am Ende des Textes: {reason}.",
        "too_long": "eine Stellung hat höchstens {most} Zeichen; nimm welche weg",
    },
    "nl": {
        "editor": "Stellingen maken",
        "notation": "Stelling als tekst",
        "where": "Waar de kaarten heen gaan",
        "palette": "Kaarten van het spel",
        "lying": "Kaarten op deze plek",
        "take_away": "{card} weghalen",
        "left": "{card}, nog {left} van {copies}",
        "hidden_left": "verborgen kaart, nog {left} kaarten",
        "hand": "hand {seat}",
        "new": "nieuwe combinatie",
        "meld": "combinatie {heap}",
        "pile": "aflegstapel",
        "stock": "stapel",
        "not_known": "niet bekend",
        "nothing": "leeg",
        "cards_one": "1 kaart",
        "cards": "{count} kaarten",
        "hidden": "verborgen kaart",
        "game": "Regels en beurt",
        "rules": "Spelregels",
        "seats": "Spelers",
        "turn": "Wie is aan de beurt",
        "phase": "Fase",
        "start": "aan het begin",
        "drew": "heeft getrokken",
        "took": "heeft {card} gepakt",
        "over": "het spel is afgelopen",
        "opened": "Eerste uitleg gedaan",
        "lang": "Taal",
        "player": "speler {seat}",
        "actions": "Acties",
        "undo": "Ongedaan maken",
        "redo": "Opnieuw doen",
        "clear": "Nieuwe stelling",
        "empty": "{place} leegmaken",
        "rest": "De rest verborgen op de stapel",
        "joker": "Waar de joker voor staat",
        "files": "Opslaan",
        "svg": "Plaatje (SVG)",
        "pdf": "Plaatje (PDF)",
        "png": "Plaatje (PNG)",
        "toml": "Opzet voor een les",
        "go_there": "De plek in de tekst tonen",
        "question": "Waar staat de joker in {place} voor?",
        "later": "Open laten",
        "option": "{card}: {meld}",
        "fine": "De tekst is een stelling.",
        "remarks": "Op tafel",
        "added": "{card} bij {place} gelegd",
        "added_as": "{card} bij {place} gelegd; de joker staat voor {meaning}",
        "taken": "{card} uit {place} weggehaald",
        "gone": "{place} weggehaald",
        "chosen_place": "kaarten gaan nu naar: {place}",
        "chosen_reading": "{place}: {meld}",
        "changed": "{what}: {value}",
        "opened_now": "speler {seat} heeft de eerste uitleg gedaan",
        "not_opened_now": "speler {seat} heeft nog geen eerste uitleg gedaan",
        "left_out": "{what}: {value}; weggelaten omdat het niet past: {cards}",
        "undone": "ongedaan gemaakt",
        "redone": "opnieuw gedaan",
        "cleared": "een nieuwe stelling",
        "filled": "{count} verborgen kaarten vormen de stapel",
        "saved": "opgeslagen als {name}",
        "none_left": "Deze kaart is niet meer over: {card}.",
        "no_room": "Alle kaarten liggen er al; haal er eerst een weg.",
        "no_hidden": "Een verborgen kaart ligt in een hand of op de stapel; kies eerst een daarvan.",
        "mend_first": "Verbeter eerst de tekst, of maak de laatste stap ongedaan.",
        "moves_follow": "Achter de dubbele punt volgen zetten; haal ze uit de tekst en klik dan verder.",
        "nothing_to_undo": "Er is niets om ongedaan te maken.",
        "nothing_to_redo": "Er is niets om opnieuw te doen.",
        "failed": "Dat lukte niet; de stelling is nog zoals ze was ({kind}).",
        "fault": "Teken {at}, ‘{piece}’: {reason}.",
        "fault_end": "Teken {at}, aan het eind van de tekst: {reason}.",
        "too_long": "een stelling heeft hoogstens {most} tekens; haal er een paar weg",
    },
}


def editor_text(key: str, lang: Language, **values: object) -> str:
    """A text of the editor with its fields filled in.

    >>> editor_text("hand", "de", seat="A")
    'Hand A'
    """
    return EDITOR_TEXTS[lang][key].format(**values)


def place_name(place: str, lang: Language) -> str:
    """What a place is called.

    >>> place_name("meld-2", "nl"), place_name("hand-A", "en")
    ('combinatie 2', 'hand A')
    """
    kind, _, which = place.partition("-")
    return editor_text(kind, lang, seat=which, heap=which)


def card_name(card: Card | None, lang: Language, rules: RuleSet) -> str:
    """What a card is called; None is a hidden card."""
    return editor_text("hidden", lang) if card is None else explain(card, lang, rules=rules)


def phase_name(phase: str, lang: Language, rules: RuleSet) -> str:
    """What a phase is called: `start`, `drew`, `took Qs` or `over`."""
    kind, _, card = phase.partition(" ")
    return editor_text(kind, lang, card=card_name(Card.parse(card), lang, rules) if card else "")


def rules_name(rules: RuleSet, lang: Language) -> str:
    """What a rule set is called; a variant is named by its notation."""
    return (words_of(lang).find("games", rules.preset) if rules in presets() else None) or rules.name


def count_name(count: int | None, lang: Language) -> str:
    """How many cards lie somewhere; None: not known."""
    if not count:
        return editor_text("not_known" if count is None else "nothing", lang)
    return editor_text("cards_one" if count == 1 else "cards", lang, count=count)
