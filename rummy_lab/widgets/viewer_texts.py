"""The words of what stands around a film: its turns, its deals, why a bot played so, playing on, copying."""

from __future__ import annotations

from typing import Final

from rummy_lab.widgets.texts import Language

TEXTS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "turns": "Turns",
        "before_first": "Start",
        "draws": "draws",
        "takes": "takes {card}",
        "takes_any": "takes from the discard pile",
        "lays_one": "lays 1 card",
        "lays": "lays {count} cards",
        "discards": "discards {card}",
        "passes": "passes",
        "goes_out": "goes out",
        "not_allowed": "not allowed",
        "gives_up": "the deal is given up",
        "only_moves": "plays on",
        "better": "▲ better turn",
        "deal": "Deal",
        "deal_of": "Deal {n} of {m}",
        "speed": "Speed",
        "slow": "slow",
        "normal": "normal",
        "fast": "fast",
        "why": "Why did the bot do this?",
        "why_start": "Go to a turn first; then the bot that played it is asked.",
        "why_person": "This turn of {player} was played by {name}; that is no bot that can be asked.",
        "why_hidden": "The reasons would show the cards of {player}. To see them, choose “All open” under “Hands”.",
        "why_silent": "The bot {name} cannot tell why it plays as it does.",
        "why_forfeit": "This turn was cut short; there is nothing to compare.",
        "why_title": "{player}, the bot {name}",
        "why_random": "It lays one thing after another, whatever it finds, and stops by chance; it throws any card.",
        "why_greedy": "It lays the most cards it can, then throws the card that goes least with the others. "
        "It takes the discard only to lay it at once.",
        "why_careful": "It keeps what may still become a meld and jokers, and throws what costs it least and helps the "
        "next player least. In Schmidt Rummy, once it has opened, it collects until it can lay its whole hand at once.",
        "why_counter": "It keeps its cards until it can lay its whole hand at once or another hand has become small. "
        "It remembers who threw what, and throws what costs it least and helps the next player least.",
        "why_exact": "It plays the turn that leaves the fewest points in its hand, and throws the dearest card "
        "that its melds do not need.",
        "why_planner": "It deals the cards it does not see at random, as they may lie, and plays each choice out "
        "many times. It does what then costs it least, compared with the others.",
        "choice_draw": "The draw",
        "choice_rest": "The rest of the turn",
        "choice_turn": "The turn",
        "col_turn": "Turn",
        "col_laid": "Cards laid",
        "col_left": "Points left",
        "chosen": "► played",
        "rearranges": "Rearrange the table and lay {cards}.",
        "others_more": "{count} more are not shown.",
        "only_choice": "{choice}: {words} It found nothing else to do.",
        "play_on": "Play on from here",
        "play_on_over": "The deal is over here; go to an earlier step to play on.",
        "play_on_other": "It is the turn of {player}, whose cards you do not see. Choose “All open” under “Hands”, "
        "or a step at which it is your turn.",
        "you_are": "You play for {player}.",
        "bot_plays": "{player} is played by {name}.",
        "on_table": "The position lies below; move the cards.",
        "close_game": "Close what is played below",
        "copy": "Copy",
        "copy_notation": "The position in notation",
        "copy_viewer": "Code that shows it",
        "copy_position": "Code that makes it",
    },
    "de": {
        "turns": "Züge",
        "before_first": "Anfang",
        "draws": "zieht",
        "takes": "nimmt {card}",
        "takes_any": "nimmt vom Ablagestapel",
        "lays_one": "legt 1 Karte",
        "lays": "legt {count} Karten",
        "discards": "wirft {card} ab",
        "passes": "passt",
        "goes_out": "macht Schluss",
        "not_allowed": "nicht erlaubt",
        "gives_up": "das Spiel ist verloren gegeben",
        "only_moves": "spielt weiter",
        "better": "▲ besserer Zug",
        "deal": "Spiel",
        "deal_of": "Spiel {n} von {m}",
        "speed": "Tempo",
        "slow": "langsam",
        "normal": "mittel",
        "fast": "schnell",
        "why": "Warum hat der Bot das getan?",
        "why_start": "Gehe erst zu einem Zug; dann wird der Bot gefragt, der ihn gespielt hat.",
        "why_person": "Diesen Zug von {player} hat {name} gespielt; das ist kein Bot, den man fragen kann.",
        "why_hidden": "Die Gründe würden die Karten von {player} zeigen. "
        "Um sie zu sehen, wähle bei „Karten“ „Alle offen“.",
        "why_silent": "Der Bot {name} kann nicht sagen, warum er so spielt.",
        "why_forfeit": "Dieser Zug wurde abgebrochen; es gibt nichts zu vergleichen.",
        "why_title": "{player}, der Bot {name}",
        "why_random": "Er legt eins nach dem anderen, was er gerade findet, hört zufällig auf "
        "und wirft irgendeine Karte ab.",
        "why_greedy": "Er legt so viele Karten wie möglich und wirft dann die Karte ab, die am wenigsten zu den "
        "anderen passt. Die abgeworfene Karte nimmt er nur, um sie gleich zu legen.",
        "why_careful": "Er behält Joker und was noch eine Kombination werden kann, und wirft ab, was ihn wenig kostet "
        "und dem nächsten Spieler wenig hilft. Bei Schmidt Rummy sammelt er, wenn er herausgekommen "
        "ist, bis er alle Karten auf einmal legen kann.",
        "why_counter": "Er behält seine Karten, bis er alle auf einmal legen kann oder jemand nur noch wenige hat. Er "
        "merkt sich, wer was abgeworfen hat, und wirft ab, was ihn wenig kostet und dem Nächsten wenig hilft.",
        "why_exact": "Er spielt den Zug, nach dem die wenigsten Punkte auf der Hand bleiben, und wirft die teuerste "
        "Karte ab, die seine Kombinationen nicht brauchen.",
        "why_planner": "Er verteilt die Karten, die er nicht sieht, zufällig, wie sie liegen können, und spielt jede "
        "Wahl viele Male zu Ende. Er tut, was ihn dann im Vergleich zu den anderen am wenigsten kostet.",
        "choice_draw": "Das Ziehen",
        "choice_rest": "Der Rest des Zuges",
        "choice_turn": "Der Zug",
        "col_turn": "Zug",
        "col_laid": "Gelegte Karten",
        "col_left": "Punkte übrig",
        "chosen": "► gespielt",
        "rearranges": "Baue den Tisch um und lege dabei {cards}.",
        "others_more": "{count} weitere sind nicht gezeigt.",
        "only_choice": "{choice}: {words} Anderes fand er nicht.",
        "play_on": "Von hier weiterspielen",
        "play_on_over": "Das Spiel ist hier zu Ende; gehe zu einem früheren Schritt.",
        "play_on_other": "{player} ist am Zug, und diese Karten siehst du nicht. Wähle bei „Karten“ „Alle offen“ "
        "oder einen Schritt, bei dem du am Zug bist.",
        "you_are": "Du spielst für {player}.",
        "bot_plays": "{player} wird von {name} gespielt.",
        "on_table": "Die Stellung liegt unten; bewege die Karten.",
        "close_game": "Schließen, was unten gespielt wird",
        "copy": "Kopieren",
        "copy_notation": "Die Stellung in Notation",
        "copy_viewer": "Code, der sie zeigt",
        "copy_position": "Code, der sie herstellt",
    },
    "nl": {
        "turns": "Beurten",
        "before_first": "Begin",
        "draws": "trekt",
        "takes": "pakt {card}",
        "takes_any": "pakt van de aflegstapel",
        "lays_one": "legt 1 kaart",
        "lays": "legt {count} kaarten",
        "discards": "legt {card} weg",
        "passes": "past",
        "goes_out": "gaat uit",
        "not_allowed": "mag niet",
        "gives_up": "het spel is opgegeven",
        "only_moves": "speelt verder",
        "better": "▲ betere beurt",
        "deal": "Spel",
        "deal_of": "Spel {n} van {m}",
        "speed": "Snelheid",
        "slow": "langzaam",
        "normal": "gewoon",
        "fast": "snel",
        "why": "Waarom deed de bot dit?",
        "why_start": "Ga eerst naar een beurt; dan wordt de bot gevraagd die hem gespeeld heeft.",
        "why_person": "Deze beurt van {player} is gespeeld door {name}; dat is geen bot die je iets kunt vragen.",
        "why_hidden": "De redenen zouden de kaarten van {player} tonen. Kies bij ‘Kaarten’ ‘Alles open’ om ze te zien.",
        "why_silent": "De bot {name} kan niet zeggen waarom hij zo speelt.",
        "why_forfeit": "Deze beurt is afgebroken; er valt niets te vergelijken.",
        "why_title": "{player}, de bot {name}",
        "why_random": "Hij legt het een na het ander, wat hij maar vindt, stopt bij toeval "
        "en legt zomaar een kaart weg.",
        "why_greedy": "Hij legt zo veel kaarten als hij kan en legt dan de kaart weg die het minst bij de andere past. "
        "De weggelegde kaart pakt hij alleen om haar meteen te leggen.",
        "why_careful": "Hij houdt jokers en wat nog een combinatie kan worden, en legt weg wat hem weinig kost en de "
        "volgende speler weinig helpt. Bij Schmidt Rummy spaart hij na zijn eerste uitleg "
        "tot hij alle kaarten in een keer kan leggen.",
        "why_counter": "Hij houdt zijn kaarten tot hij ze allemaal tegelijk kan uitleggen of tot iemand er weinig over "
        "heeft. Hij onthoudt wie wat weglegde, en legt weg wat hem weinig kost en de volgende weinig helpt.",
        "why_exact": "Hij speelt de beurt waarna de minste punten in zijn hand blijven, en legt de duurste kaart weg "
        "die zijn combinaties niet nodig hebben.",
        "why_planner": "Hij verdeelt de kaarten die hij niet ziet willekeurig, zoals ze kunnen liggen, en speelt elke "
        "mogelijkheid vele malen uit. Hij doet wat hem dan, vergeleken met de anderen, het minst kost.",
        "choice_draw": "Het trekken",
        "choice_rest": "De rest van de beurt",
        "choice_turn": "De beurt",
        "col_turn": "Beurt",
        "col_laid": "Gelegde kaarten",
        "col_left": "Punten over",
        "chosen": "► gespeeld",
        "rearranges": "Verbouw de tafel en leg daarbij {cards}.",
        "others_more": "Nog {count} andere worden niet getoond.",
        "only_choice": "{choice}: {words} Iets anders vond hij niet.",
        "play_on": "Vanaf hier verder spelen",
        "play_on_over": "Het spel is hier afgelopen; ga naar een eerdere stap om verder te spelen.",
        "play_on_other": "{player} is aan de beurt, en die kaarten zie je niet. Kies bij ‘Kaarten’ ‘Alles open’, "
        "of een stap waarbij jij aan de beurt bent.",
        "you_are": "Jij speelt voor {player}.",
        "bot_plays": "{player} wordt gespeeld door {name}.",
        "on_table": "De stelling ligt hieronder; verplaats de kaarten.",
        "close_game": "Sluiten wat hieronder gespeeld wordt",
        "copy": "Kopiëren",
        "copy_notation": "De stelling in notatie",
        "copy_viewer": "Code die haar toont",
        "copy_position": "Code die haar maakt",
    },
}


def tell(key: str, lang: Language, **values: object) -> str:
    """A text with its fields filled in; the first letter is a capital where it begins a sentence.

    >>> tell("bot_plays", "en", player="player B", name="greedy")
    'Player B is played by greedy.'
    """
    told = TEXTS[lang][key].format(**values)
    return told[:1].upper() + told[1:] if told.endswith(".") else told
