"""The words around a course."""

from __future__ import annotations

from typing import Final

from rummy_lab.widgets.texts import Language

TEXTS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "course": "Course: {title}",
        "choose": "Lesson or deal",
        "lesson": "{title}",
        "done": "{title} (done)",
        "onward": "On to: {title}",
        "leaves_out": "For now: {text}",
        "open": "On a wide screen all cards lie open here, so that you can see what the others do.",
        "bots": "The others are bots: programs that play by themselves.",
        "play": "Play a whole deal. Nothing is lost when you stop in between.",
        "review": "Practise again what was not right",
        "progress": "{done} of {count} lessons done",
    },
    "de": {
        "course": "Kurs: {title}",
        "choose": "Lektion oder Spiel",
        "lesson": "{title}",
        "done": "{title} (geschafft)",
        "onward": "Weiter mit: {title}",
        "leaves_out": "Vorerst: {text}",
        "open": "Auf einem breiten Bildschirm liegen hier alle Karten offen, damit du siehst, was die anderen tun.",
        "bots": "Die anderen sind Bots: Programme, die von selbst spielen.",
        "play": "Spiele ein ganzes Spiel. Du kannst jederzeit aufhören.",
        "review": "Noch einmal üben, was nicht richtig war",
        "progress": "{done} von {count} Lektionen geschafft",
    },
    "nl": {
        "course": "Cursus: {title}",
        "choose": "Les of spel",
        "lesson": "{title}",
        "done": "{title} (klaar)",
        "onward": "Verder met: {title}",
        "leaves_out": "Voorlopig: {text}",
        "open": "Op een breed scherm liggen hier alle kaarten open, zodat je ziet wat de anderen doen.",
        "bots": "De anderen zijn bots: programma's die uit zichzelf spelen.",
        "play": "Speel een heel spel. Je kunt altijd ophouden.",
        "review": "Nog eens oefenen wat niet goed was",
        "progress": "{done} van {count} lessen klaar",
    },
}


def tell(key: str, lang: Language, **values: object) -> str:
    """A text in a language, its fields filled in."""
    return TEXTS[lang][key].format(**values)
