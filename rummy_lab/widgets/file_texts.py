"""The words around files that a person keeps: answers, games, lessons."""

from __future__ import annotations

from typing import Final

from rummy_lab.widgets.texts import Language

TEXTS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "give_answers": "Download my answers",
        "take_answers": "Load my answers",
        "give_game": "Download this game",
        "take_game": "Load a game",
        "give_lesson": "Download {name}",
        "take_lesson": "Bring a file from this computer",
        "no_answers": "no answers",
        "no_game": "no game",
        "no_lesson": "no lesson",
        "no_deals": "no deals",
        "given": "{file} is handed to your browser, which keeps it with your downloads.",
        "saved": "Saved as {path}.",
        "answers_loaded": "Answers loaded from {file}: {count}.",
        "answers_some": "Answers loaded from {file}: {count}. Left out because they cannot be read: {faults}, "
        "the first in line {line}; if you have an undamaged copy, load that too.",
        "game_loaded": "The game in {file} goes on.",
        "foreign": "{file} holds {nothing}, see {place}; nothing has changed, choose a file that you downloaded here.",
        "damaged": "{file} is damaged: {place} does not follow the rules; the game here goes on, "
        "load an undamaged copy.",
        "too_large": "{file} is larger than {limit} kB, so it was not read; nothing has changed, "
        "choose a file that you downloaded here.",
        "unread": "{file} cannot be read; nothing has changed, choose it once more or take another copy.",
        "byte": "byte {number}",
        "line": "line {number}",
        "field": "“{name}”",
        "deal": "deal {deal}",
        "turn": "turn {turn} of deal {deal}",
    },
    "de": {
        "give_answers": "Meine Antworten herunterladen",
        "take_answers": "Meine Antworten laden",
        "give_game": "Diese Partie herunterladen",
        "take_game": "Eine Partie laden",
        "give_lesson": "{name} herunterladen",
        "take_lesson": "Datei von diesem Gerät holen",
        "no_answers": "keine Antworten",
        "no_game": "keine Partie",
        "no_lesson": "keine Lektion",
        "no_deals": "keine Spiele",
        "given": "{file} ist deinem Browser übergeben; du findest die Datei bei deinen Downloads.",
        "saved": "Gespeichert als {path}.",
        "answers_loaded": "Antworten aus {file} geladen: {count}.",
        "answers_some": "Antworten aus {file} geladen: {count}. Nicht lesbar und darum ausgelassen: {faults}, "
        "die erste in Zeile {line}; wenn du eine heile Kopie hast, lade auch die.",
        "game_loaded": "Die Partie aus {file} geht weiter.",
        "foreign": "{file} enthält {nothing}, siehe {place}; es hat sich nichts geändert, "
        "wähle eine Datei, die du hier heruntergeladen hast.",
        "damaged": "{file} ist beschädigt: {place} passt nicht zu den Regeln; die Partie hier geht weiter, "
        "lade eine heile Kopie.",
        "too_large": "{file} ist größer als {limit} kB und wurde darum nicht gelesen; es hat sich nichts geändert, "
        "wähle eine Datei, die du hier heruntergeladen hast.",
        "unread": "{file} lässt sich nicht lesen; es hat sich nichts geändert, "
        "wähle die Datei noch einmal oder nimm eine andere Kopie.",
        "byte": "Byte {number}",
        "line": "Zeile {number}",
        "field": "„{name}“",
        "deal": "Spiel {deal}",
        "turn": "Zug {turn} in Spiel {deal}",
    },
    "nl": {
        "give_answers": "Mijn antwoorden downloaden",
        "take_answers": "Mijn antwoorden laden",
        "give_game": "Deze partij downloaden",
        "take_game": "Een partij laden",
        "give_lesson": "{name} downloaden",
        "take_lesson": "Bestand van dit apparaat halen",
        "no_answers": "geen antwoorden",
        "no_game": "geen partij",
        "no_lesson": "geen les",
        "no_deals": "geen spellen",
        "given": "{file} is aan je browser gegeven; je vindt het bestand bij je downloads.",
        "saved": "Opgeslagen als {path}.",
        "answers_loaded": "Antwoorden uit {file} geladen: {count}.",
        "answers_some": "Antwoorden uit {file} geladen: {count}. Niet leesbaar en daarom weggelaten: {faults}, "
        "de eerste in regel {line}; heb je een gave kopie, laad die dan ook.",
        "game_loaded": "De partij uit {file} gaat verder.",
        "foreign": "{file} bevat {nothing}, zie {place}; er is niets veranderd, "
        "kies een bestand dat je hier hebt gedownload.",
        "damaged": "{file} is beschadigd: {place} klopt niet met de regels; de partij hier gaat verder, "
        "laad een gave kopie.",
        "too_large": "{file} is groter dan {limit} kB en is daarom niet gelezen; er is niets veranderd, "
        "kies een bestand dat je hier hebt gedownload.",
        "unread": "{file} kan niet worden gelezen; er is niets veranderd, "
        "kies het nog een keer of neem een andere kopie.",
        "byte": "byte {number}",
        "line": "regel {number}",
        "field": "“{name}”",
        "deal": "spel {deal}",
        "turn": "beurt {turn} van spel {deal}",
    },
}


def tell(key: str, lang: Language, **values: object) -> str:
    """A text in a language, its fields filled in."""
    return TEXTS[lang][key].format(**values)
