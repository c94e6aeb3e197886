"""What is told of a match: who plays which game, who begins, what was played, how it ended and how it stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from rummy_lab.core.events import public
from rummy_lab.core.moves import End, Turn
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.scoring import settle
from rummy_lab.core.violations import SEATS, Seat
from rummy_lab.records import Record
from rummy_lab.widgets.play_texts import say
from rummy_lab.widgets.review import Reviewed
from rummy_lab.widgets.sitting import ME, Played, Sitting
from rummy_lab.widgets.texts import Language
from rummy_lab.words import caption, ended, explain
from rummy_lab.words.pages import differences, game_name
from rummy_lab.words.scene import bot_name, player_name
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
    bots = [f"{player_name(seat, lang)} ({say('bot', lang, name=bot_name(sitting.names[seat], lang))})"
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


def turn_told(played: Played, lang: Language) -> str:
    """A turn of another seat in words.

    That a turn has ended goes without saying where something was done in it.
    """
    done = [public(move) for move in played.turn if not isinstance(move, End)]
    return explain(Turn(done or played.turn), lang, rules=played.before.rules, seat=played.seat)


def deal_ended(record: Record, people: Sequence[Seat], lang: Language) -> list[str]:
    """How a deal ended, and why where an illegal turn ended it."""
    you = people[0] if len(people) == 1 else None
    lines = [ended(record.outcome.how, record.outcome.winners, lang, you=you)]
    return [*lines, say("forfeit", lang, reason=record.forfeit)] if record.forfeit else lines


def reviewed_told(reviewed: Sequence[Reviewed], seat: Seat, lang: Language, *, you: bool) -> list[str]:
    """What is said of the turns of a seat beside the best there were."""
    turns = [one for one in reviewed if one.seat == seat]
    some = sum(one.better is not None for one in turns)
    opened = next((at for at, one in enumerate(turns, 1) if one.opened), 0)
    name = sentence(player_name(seat, lang, you=seat if you else None))
    return [
        say("better_some" if some else "better_none", lang, player=name, some=some, all=len(turns)),
        say("opened_turn" if opened else "opened_never", lang, turn=opened),
    ]


class Score(NamedTuple):
    """A line of the scores: a seat of the match, who sits there, points of the last deal (None: not in it), in all."""

    seat: Seat
    who: str
    here: Fraction | None
    total: Fraction


def scores(sitting: Sitting, lang: Language) -> tuple[Score, ...]:
    """The scores of the match by player."""
    last = sitting.records[-1] if sitting.records else None
    won = {} if last is None else settle(last.outcome, last.rules)
    # Seats of the match; who was out before it had no seat in that deal.
    names = dict(zip(sitting.seated[-1] if sitting.seated else (), SEATS, strict=False))
    return tuple(
        Score(
            seat,
            say("me", lang)
            if sitting.names[seat] == ME
            else say("bot", lang, name=bot_name(sitting.names[seat], lang)),
            won.get(names.get(seat, "")),
            total,
        )
        for seat, total in sitting.match.totals.items()
    )


def match_ended(sitting: Sitting, lang: Language) -> str:
    """Who has won the match; empty while it goes on."""
    if not sitting.is_decided:
        return ""
    you = you_of(sitting)
    winners = " ".join(
        say("won_you", lang) if seat == you else say("won", lang, player=caption("player", lang, seat=seat))
        for seat in sitting.match.winners
    )
    return say("match_over", lang, seats=winners)
