"""Why a text is no position: one sentence with the place and the mend, in the language of the reader.

The core says its reasons in English, for programmers; here each of them has its German and Dutch.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from rummy_lab.core.errors import IncompletePosition, NotationError, RummyError
from rummy_lab.core.moves import Turn
from rummy_lab.core.notation import read_base
from rummy_lab.core.referee import play_until_error
from rummy_lab.core.state import State
from rummy_lab.core.violations import IllegalMove
from rummy_lab.search.existence import exists
from rummy_lab.widgets.editor_texts import editor_text
from rummy_lab.widgets.texts import Language
from rummy_lab.words import explain, main_reason

LONGEST: Final = 20_000
UNJUDGED: Final = "these moves cannot be judged on this table; mend the melds, or take the moves away"
_PIECE: Final = re.compile(r"\s*(\[[^\]\[;]*\]?|[^\s;\[\]]+|.)")
_SHOWN: Final = 30

# What the core says, with the parts that vary as groups, then in German and in Dutch. The group `card` or `word` is
# looked for in the text where the core, which has counted, names no place.
_REASONS: Final[tuple[tuple[str, str, str], ...]] = (
    (r"\?\? cannot lie here: this part of the table is open",
     "?? kann hier nicht liegen: dieser Teil des Tisches ist offen; nenne die Karte",
     "?? kan hier niet liggen: dit deel van de tafel is open; noem de kaart"),
    (r"a joker in a hand, the pile or the stock is written \*, not (.+)",
     "ein Joker in einer Hand, im Ablagestapel oder im Stapel heißt *, nicht {0}",
     "een joker in een hand, de aflegstapel of de stapel wordt * geschreven, niet {0}"),
    (r"(\w+) needs a whole number, as .+",
     "{0} braucht eine ganze Zahl, etwa {0} 3", "{0} heeft een heel getal nodig, zoals {0} 3"),
    (r"(.+) is no seat; seats are A to H",
     "{0} ist kein Platz; Plätze sind A bis H", "{0} is geen plaats; plaatsen zijn A tot en met H"),
    (r"a hand names its seat first, as .+",
     "eine Hand nennt zuerst ihren Platz: hand A 4r 5r, oder hand A+, wenn er herausgekommen ist",
     "een hand noemt eerst de plaats: hand A 4r 5r, of hand A+ na de eerste uitleg"),
    (r"the hand of (.) stands twice; leave one out",
     "die Hand von {0} steht zweimal da; lass eine weg", "de hand van {0} staat er twee keer; laat er een weg"),
    (r"own turns are counted from 1; .+",
     "eigene Züge zählen ab 1; schreibe + allein, wenn der Zug nicht bekannt ist",
     "eigen beurten tellen vanaf 1; schrijf alleen + als de beurt niet bekend is"),
    (r"(.+) has no discard pile; leave the pile out",
     "{0} hat keinen Ablagestapel; lass pile weg", "{0} heeft geen aflegstapel; laat pile weg"),
    (r"(.+) has no discard pile to take from",
     "{0} hat keinen Ablagestapel, von dem man nehmen kann; lass took weg",
     "{0} heeft geen aflegstapel om van te pakken; laat took weg"),
    (r"chance is written seed/deal, as chance 2024/17",
     "chance wird als Startzahl/Spiel geschrieben: chance 2024/17",
     "chance wordt als startgetal/spel geschreven: chance 2024/17"),
    (r"rounds are counted from 1", "Runden zählen ab 1", "ronden tellen vanaf 1"),
    (r"the turn is written turn A, .+",
     "der Zug heißt turn A, turn A drew oder turn A took Qs, dann ein Doppelpunkt und die Züge",
     "de beurt heet turn A, turn A drew of turn A took Qs, dan een dubbele punt en de zetten"),
    (r"cards drawn are counted from 1; .+",
     "gezogene Karten zählen ab 1; schreibe turn A, wenn keine gezogen ist",
     "getrokken kaarten tellen vanaf 1; schrijf turn A als er geen getrokken is"),
    (r"a finished deal is over out A, .+",
     "ein beendetes Spiel heißt over out A, over blocked A C, over unfinished oder over forfeit B",
     "een afgelopen spel heet over out A, over blocked A C, over unfinished of over forfeit B"),
    (r"over (\w+) names one seat, as .+",
     "over {0} nennt genau einen Platz, etwa over {0} A", "over {0} noemt precies één plaats, zoals over {0} A"),
    (r"no part (.+) in a position; parts are (.+)",
     "{0} ist kein Teil einer Stellung; Teile sind {1}", "{0} is geen deel van een stelling; delen zijn {1}"),
    (r"a finished deal ends in over \.\.\. in place of turn .+",
     "ein beendetes Spiel endet mit over statt mit turn; lass eines davon weg",
     "een afgelopen spel eindigt met over in plaats van turn; laat een van beide weg"),
    (r"(\S+) stands twice; leave one out",
     "{0} steht zweimal da; lass eines weg", "{0} staat er twee keer; laat er een weg"),
    (r"(\w+) stands before (\w+); the order is (.+)",
     "{0} steht vor {1}; die Reihenfolge ist {2}", "{0} staat voor {1}; de volgorde is {2}"),
    (r"(?P<word>round) (\d+) does not fit turns (\d+) of (\d+) seats; .+",
     "round {1} passt nicht zu turns {2} bei {3} Plätzen; lass eines davon weg",
     "round {1} past niet bij turns {2} met {3} plaatsen; laat een van beide weg"),
    (r"(?P<card>\S+) is no card of (\S+); its suits are (.+)",
     "{0} ist keine Karte von {1}; die Farben sind {2}", "{0} is geen kaart van {1}; de kleuren zijn {2}"),
    (r"(?P<card>\S+) is no card of (\S+); its ranks end at (.+)",
     "{0} ist keine Karte von {1}; die Werte enden bei {2}", "{0} is geen kaart van {1}; de waarden gaan tot {2}"),
    (r"(?P<card>\S+) stands (\d+) times, the pack has it (\d+) times; take cards away",
     "{0} liegt {1}-mal da, im Spiel ist die Karte {2}-mal; nimm Karten weg",
     "{0} ligt er {1} keer, het spel heeft de kaart {2} keer; haal kaarten weg"),
    (r"the position has (\d+) cards, the pack (\d+); the cards do not add up",
     "die Stellung hat {0} Karten, das Spiel {1}; nimm Karten weg",
     "de stelling heeft {0} kaarten, het spel {1}; haal kaarten weg"),
    (r"(?P<card>\S+) was taken and must stand in the hand of (.)",
     "{0} wurde genommen und muss in der Hand von {1} stehen",
     "{0} is gepakt en moet in de hand van {1} staan"),
    (r"more than (\d+) cards, which no pack has; leave some out",
     "mehr als {0} Karten, die hat kein Spiel; lass welche weg",
     "meer dan {0} kaarten, dat heeft geen spel; laat er een paar weg"),
    (r"a turn has at most (\d+) moves; leave some out",
     "ein Zug hat höchstens {0} Schritte; lass welche weg", "een beurt heeft hooguit {0} zetten; laat er een paar weg"),
    (r"the name of a rule set has at most (\d+) characters; write it shorter",
     "der Name eines Regelwerks hat höchstens {0} Zeichen; schreibe ihn kürzer",
     "de naam van spelregels heeft hooguit {0} tekens; schrijf hem korter"),
    (r"(.+) is no card; write a rank and a suit letter, as .+",
     "{0} ist keine Karte; schreibe Wert und Farbbuchstaben, etwa 4r, 10h oder *4b",
     "{0} is geen kaart; schrijf een waarde en een kleurletter, zoals 4r, 10h of *4b"),
    (r"(.+) is no card; ranks go from 1 to 13",
     "{0} ist keine Karte; die Werte gehen von 1 bis 13", "{0} is geen kaart; de waarden gaan van 1 tot 13"),
    (r"(.+) is no card; only a joker leaves its suit open, as \*8\?",
     "{0} ist keine Karte; nur ein Joker lässt seine Farbe offen: *8?",
     "{0} is geen kaart; alleen een joker laat zijn kleur open: *8?"),
    (r"(.+) is no card; the suits r y g b carry the numbers 1 to 13",
     "{0} ist keine Karte; die Farben r y g b tragen die Zahlen 1 bis 13",
     "{0} is geen kaart; de kleuren r y g b hebben de getallen 1 tot 13"),
    (r"(.+) is no row of cards; write it as 4r-8r",
     "{0} ist keine Reihe von Karten; schreibe sie als 4r-8r", "{0} is geen rij kaarten; schrijf hem als 4r-8r"),
    (r"(.+) is no row of cards; both ends need one suit, the lower one first",
     "{0} ist keine Reihe von Karten; beide Enden brauchen eine Farbe, die niedrigere Karte zuerst",
     "{0} is geen rij kaarten; beide uiteinden hebben één kleur, de laagste kaart eerst"),
    (r"a meld is written in brackets, as .+",
     "eine Kombination steht in Klammern: [4r 5r 6r]", "een combinatie staat tussen haken: [4r 5r 6r]"),
    (r"an empty meld is no meld; name its cards, as .+",
     "eine leere Kombination ist keine; nenne ihre Karten: [4r 5r 6r]",
     "een lege combinatie is er geen; noem de kaarten: [4r 5r 6r]"),
    (r"(.+) stands outside a meld; write melds as .+",
     "{0} steht außerhalb einer Kombination; schreibe [4r 5r 6r] [8r 8y 8g]",
     "{0} staat buiten een combinatie; schrijf [4r 5r 6r] [8r 8y 8g]"),
    (r"a rule set is written in small letters, as .+",
     "vorn steht ein Regelwerk in kleinen Buchstaben, schmidt oder rummy40{{opening.points=51}}, dann ein Strichpunkt",
     "vooraan staan de spelregels in kleine letters, schmidt of rummy40{{opening.points=51}}, dan een puntkomma"),
    (r"no rule set (.+), did you mean (.+?); .+",
     "es gibt kein Regelwerk {0}; meinst du {1}?", "er zijn geen spelregels {0}; bedoel je {1}?"),
    (r"no rule set (.+); there are (.+)",
     "es gibt kein Regelwerk {0}; es gibt {1}", "er zijn geen spelregels {0}; wel {1}"),
    (r"no field (.+); write part\.field=value, as .+",
     "es gibt kein Feld {0}; schreibe teil.feld=wert, etwa opening.points=51",
     "er is geen veld {0}; schrijf deel.veld=waarde, zoals opening.points=51"),
    (r"(\S+) cannot be (.*); allowed: (.+)",
     "{0} kann nicht {1} sein; erlaubt: {2}", "{0} kan niet {1} zijn; toegestaan: {2}"),
    (r"a move is missing between two semicolons; take one semicolon away",
     "zwischen zwei Strichpunkten fehlt ein Zug; nimm einen Strichpunkt weg",
     "tussen twee puntkomma's ontbreekt een zet; haal een puntkomma weg"),
    (r"no move begins with (.+); moves are (.+)",
     "kein Zug beginnt mit {0}; Züge sind {1}", "geen zet begint met {0}; zetten zijn {1}"),
    (r"this needs the (hand|stock|pile)(?: of)?(.*?), which the position does not say.*",
     "die Stellung sagt nicht, was dafür nötig ist; schreibe auch {0} {1}",
     "de stelling zegt niet wat hiervoor nodig is; schrijf ook {0} {1}"),
    (r"this needs the card that the joker in meld (\d+) stands for, which the position does not say.*",
     "die Stellung sagt nicht, für welche Karte der Joker in Kombination {0} steht; schreibe ihn etwa als *4b",
     "de stelling zegt niet voor welke kaart de joker in combinatie {0} ligt; schrijf hem bijvoorbeeld als *4b"),
    (r"pile\.use and pile\.discard_taken need turn\.order=draw_play_discard: .+",
     "pile.use und pile.discard_taken brauchen turn.order=draw_play_discard; sonst gibt es keinen Ablagestapel",
     "pile.use en pile.discard_taken hebben turn.order=draw_play_discard nodig; anders is er geen aflegstapel"),
    (r"turn\.play_after_draw goes with turn\.order=play_or_draw only: .+",
     "turn.play_after_draw passt nur zu turn.order=play_or_draw; hier ziehen alle zuerst",
     "turn.play_after_draw past alleen bij turn.order=play_or_draw; hier trekt iedereen eerst"),
    (r"(\S+) needs table\.mode=rearrange",
     "{0} braucht table.mode=rearrange", "{0} heeft table.mode=rearrange nodig"),
    (r"melds\.wrap=yes cannot go with pack\.ace=both: .+",
     "melds.wrap=yes passt nicht zu pack.ace=both; nimm eines davon weg",
     "melds.wrap=yes past niet bij pack.ace=both; haal een van beide weg"),
    (r"pack\.ranks below 13 needs pack\.ace=low .+",
     "pack.ranks unter 13 braucht pack.ace=low, wenn die Karten französische Farben haben",
     "pack.ranks onder 13 heeft pack.ace=low nodig als de kaarten Franse kleuren hebben"),
    (r"deal\.hand=(\d+) for (\d+) seats needs more than (\d+) cards: .+",
     "deal.hand={0} braucht bei {1} Plätzen mehr als {2} Karten; gib weniger Karten, weniger Plätze oder mehr Kopien",
     "deal.hand={0} heeft bij {1} plaatsen meer dan {2} kaarten nodig; neem minder kaarten, plaatsen of meer kopieën"),
    (re.escape(UNJUDGED),
     "diese Züge lassen sich auf diesem Tisch nicht beurteilen; verbessere die Kombinationen, oder nimm die Züge weg",
     "deze zetten zijn op deze tafel niet te beoordelen; verbeter de combinaties, of haal de zetten weg"),
    (r"(.+) is not finished; write (.+)",
     "{0} ist nicht fertig; schreibe {1}", "{0} is niet af; schrijf {1}"),
)  # fmt: skip
_FOUND: Final = tuple((re.compile(said, re.DOTALL), german, dutch) for said, german, dutch in _REASONS)


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a text is no position.

    Attributes:
        sentence: the place, what is wrong there and how to mend it.
        at, end: the piece of the text that it is about.
    """

    sentence: str
    at: int
    end: int


def fault_of(text: str, error: RummyError, lang: Language) -> Fault:
    """The fault that reading this text has met, in words.

    >>> from rummy_lab.core.referee import position
    >>> try:
    ...     position("schmidt; hand A 4x")
    ... except NotationError as error:
    ...     fault_of("schmidt; hand A 4x", error, "de").sentence
    'Zeichen 17, „4x“: 4x ist keine Karte; schreibe Wert und Farbbuchstaben, etwa 4r, 10h oder *4b.'
    """
    if len(text) > LONGEST:
        at, reason = LONGEST, editor_text("too_long", lang, most=LONGEST)
    elif isinstance(error, IllegalMove):
        at, reason = _refused(text, lang)
    elif isinstance(error, NotationError):
        at, reason = _said(text, error.at, error.reason, lang)
    elif isinstance(error, IncompletePosition):
        reason = str(error).removesuffix(f": {error.position}")
        at, reason = read_base(text)[2], _said(text, 1, reason, lang)[1]
    else:
        at, reason = _said(text, 0, str(error), lang)
    found = _PIECE.match(text, at)
    start, end = found.span(1) if found else (at, len(text))
    piece = " ".join(text[start:end].split())
    piece = piece if len(piece) <= _SHOWN else piece[: _SHOWN - 1] + "…"
    key, last = ("fault", start) if piece else ("fault_end", len(text))
    # A sentence that comes with a full stop gets no second one.
    sentence = editor_text(key, lang, at=last + 1, piece=piece, reason=reason.rstrip("."))
    return Fault(sentence, last, max(end, last))


def _said(text: str, at: int, reason: str, lang: Language) -> tuple[int, str]:
    """The place and the reason in a language; a rule set may have several reasons why it cannot be."""
    place, told = _one_said(text, at, reason, lang)
    if told is None and "; " in reason:
        parts = [_one_said(text, at, part, lang)[1] for part in reason.split("; ")]
        told = "; ".join(part for part in parts if part is not None) if None not in parts else None
    return place, told or reason


def _one_said(text: str, at: int, reason: str, lang: Language) -> tuple[int, str | None]:
    for pattern, german, dutch in _FOUND:
        found = pattern.fullmatch(reason)
        if found is None:
            continue
        named = found.groupdict()
        parts = [_plain(part or "") for part in found.groups()]
        if not at and named:
            at = _place_of(text, named.get("card") or named.get("word") or "")
        if lang == "en":
            return at, _plain_reason(reason, found)
        return at, (german if lang == "de" else dutch).format(*parts)
    return at, None


def _plain(part: str) -> str:
    """A piece of the text as it stands there: the core quotes it as Python does."""
    quoted = re.fullmatch(r"(['\"])(.*)\1", part, re.DOTALL)
    return " ".join((quoted[2] if quoted else part).split())


def _plain_reason(reason: str, found: re.Match[str]) -> str:
    first = found.groups()[0] if found.groups() else None
    return reason.replace(first, _plain(first), 1) if first and first[0] in "'\"" and _plain(first) else reason


def _place_of(text: str, word: str) -> int:
    """Where a card or a word stands last in the text; 0 where it does not, as inside of a row of cards."""
    pattern = r"\*\S*" if word == "*" else rf"(?<![\w*]){re.escape(word)}(?![\w?])"
    return max((found.start() for found in re.finditer(pattern, text)), default=0)


def _refused(text: str, lang: Language) -> tuple[int, str]:
    """The move that the rules refuse, and the reason that teaches most."""
    base, moves, at = read_base(text)
    _, violations = play_until_error(State(base), Turn.parse(moves), exists=exists)
    if not violations:
        return at, ""
    for part in moves.split(";")[: violations[0].at]:
        at += len(part) + 1
    return at, explain(main_reason(violations), lang, rules=base.rules)
