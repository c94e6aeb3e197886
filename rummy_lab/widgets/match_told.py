"""What is told of a match: who plays which game, who begins, how it stands."""

from __future__ import annotations

from collections.abc import Iterator

from rummy_lab.core.rules import RuleSet
from rummy_lab.core.violations import Seat
from rummy_lab.widgets.play_texts import say
from rummy_lab.widgets.sitting import ME, Sitting
from rummy_lab.widgets.texts import Language
from rummy_lab.words.pages import differences, game_name
from rummy_lab.words.scene import player_name
from rummy_lab.words.texts import sentence


def you_of(sitting: Sitting) -> Seat | None:
    """The one person's seat in the match; None where nobody or several people sit at the screen."""
    people = [seat for seat, name in sitting.names.items() if name == ME]
    return people[0] if len(people) == 1 else None


def begun(sitting: Sitting, lang: Language) -> tuple[str, ...]:
    """What is told when a deal begins or is taken up again; of the first one also which game it is and who plays.

    >>> begun(Sitting("schmidt", ["me", "greedy"], seed=1), "en")
    ('Schmidt Rummy. You are player A. Against you: player B (greedy, a bot). You begin.',)
    """
    number = len(sitting.records) + 1
    told = _game(sitting, lang) if number == 1 or sitting.turns else iter([say("deal", lang, number=number)])
    seat = sitting.in_match(sitting.state.seat)
    key = "goes_on" if sitting.turns or sitting.state.base.turns else "begins"
    who = say(f"{key}_you", lang) if seat == you_of(sitting) else say(key, lang, player=player_name(seat, lang))
    return (sentence(" ".join([*told, who])),)


def _game(sitting: Sitting, lang: Language) -> Iterator[str]:
    rules, you = sitting.rules, you_of(sitting)
    varied = differences(rules, RuleSet.of(rules.preset))
    yield say("variant" if varied else "game_is", lang, game=game_name(rules, lang))
    people = [seat for seat in sitting.playing if sitting.names[seat] == ME]
    bots = [f"{player_name(seat, lang)} ({say('bot', lang, name=sitting.names[seat])})"
            for seat in sitting.playing if seat not in people]  # fmt: skip
    if you is not None:
        yield say("you_are", lang, player=player_name(you, lang))
    elif people:
        yield say("at_screen", lang, players=", ".join(player_name(seat, lang) for seat in people))
    if bots:
        key = "against" if you is not None else "also_playing" if people else "playing"
        yield say(key, lang, players="; ".join(bots))


def standing(sitting: Sitting, lang: Language) -> str:
    """The scores of the match in a sentence.

    >>> standing(Sitting("schmidt", ["me", "greedy"], seed=1), "nl")
    'Dit is het eerste spel; er is nog geen stand.'
    """
    match, you = sitting.match, you_of(sitting)
    if not match.deals:
        return say("score_first", lang)
    told = ", ".join(f"{player_name(seat, lang, you=you)} {total}" for seat, total in match.totals.items())
    return f"{say('scores_one' if match.deals == 1 else 'scores', lang, deals=match.deals)}: {told}."
