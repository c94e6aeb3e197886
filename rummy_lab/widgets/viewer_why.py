"""Why a bot played as it did: its choice among others, asked again with what its seat saw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from typing import Any, Final, NamedTuple

from rummy_lab.bots import BOTS
from rummy_lab.core.cards import Card
from rummy_lab.core.chance import Rng
from rummy_lab.core.events import Event, public
from rummy_lab.core.moves import Arrange, Draw, Move, Pass, Take, Turn
from rummy_lab.core.referee import play_until_error
from rummy_lab.core.state import State
from rummy_lab.core.turns import Exists
from rummy_lab.core.views import view
from rummy_lab.core.violations import Seat
from rummy_lab.search.best import valued
from rummy_lab.widgets.texts import Language
from rummy_lab.widgets.viewer_film import Film, PlayedTurn
from rummy_lab.widgets.viewer_texts import TEXTS, tell
from rummy_lab.words import caption, explain
from rummy_lab.words.scene import bot_name

MOST_SHOWN: Final = 5


class Choice(NamedTuple):
    """A choice that was due in a turn: the position in which the bot was asked, and what it did."""

    state: State
    turn: Turn


class Alternative(NamedTuple):
    """A turn in words with what it does.

    Attributes:
        laid: cards laid from the hand. left: points that stay in it. Both None where a card is drawn.
        chosen: whether it was played.
    """

    words: str
    laid: int | None
    left: int | None
    chosen: bool


def why(film: Film, frame: int, seat: Seat | None, lang: Language) -> str:
    """Why the turn that this frame belongs to was played, as HTML; `seat` is who looks, None: all hands are open."""
    turn = film.turn_at(frame)
    if turn is None:
        return _p(tell("why_start", lang))
    player, name = caption("player", lang, seat=turn.seat), film.player(turn.seat)
    bot = BOTS.get(name)
    if bot is None:
        return _p(tell("why_person", lang, player=player, name=name or "?"))
    if seat not in (None, turn.seat):
        return _p(tell("why_hidden", lang, player=player))
    if not hasattr(bot, "alternatives"):
        return _p(tell("why_silent", lang, name=bot_name(name, lang)))
    head = tell("why_title", lang, player=player, name=bot_name(name, lang))
    out = [f"<h4>{escape(head[:1].upper() + head[1:])}</h4>"]
    if f"why_{name}" in TEXTS[lang]:
        out.append(_p(tell(f"why_{name}", lang)))
    events = tuple(event for one in film.frames[: film.ends[turn.number - 1] + 1] for event in one.events)
    choices = choices_of(turn, film.source.exists if film.source else None)
    if not choices:
        return _p(tell("why_forfeit", lang))
    for at, choice in enumerate(choices):
        found, more = alternatives(bot, choice, events, lang)
        key = "choice_turn" if len(choices) == 1 else "choice_rest" if at else "choice_draw"
        if len(found) == 1 and not more:
            out.append(_p(tell("only_choice", lang, choice=tell(key, lang), words=found[0].words)))
            continue
        out.append(_table(tell(key, lang), found, lang))
        if more:
            out.append(_p(tell("others_more", lang, count=more)))
    return "".join(out)


def choices_of(turn: PlayedTurn, exists: Exists | None = None) -> tuple[Choice, ...]:
    """The choices of a turn: it is one, but where a card is drawn or taken the bot is asked anew."""
    if turn.frames[-1].note or turn.frames[-1].refused:
        return ()
    found: list[Choice] = []
    state, moves = turn.start.state, list[Move]()
    for at, move in enumerate(turn.moves, 1):
        moves.append(move)
        if isinstance(move, Draw | Take) or at == len(turn.moves):
            found.append(Choice(state, Turn(moves)))
            state, moves = play_until_error(state, Turn(moves), exists=exists)[0], []
    return tuple(found)


def alternatives(
    bot: Any, choice: Choice, events: tuple[Event, ...], lang: Language
) -> tuple[tuple[Alternative, ...], int]:
    """At most five of what the bot saw to do, what it did among them, and how many more there were."""
    seen = view(choice.state, choice.state.seat, events)
    state = seen.state
    played = Turn(map(public, choice.turn))
    turns = [turn for turn, _ in bot.alternatives(seen, Rng(0))]
    chosen = next((turn for turn in turns if _same(state, turn, played)), played)
    others = [turn for turn in turns if turn is not chosen]
    shown = [chosen, *others[: MOST_SHOWN - 1]]
    if chosen in turns[:MOST_SHOWN]:
        shown = turns[:MOST_SHOWN]
    rows = tuple(_alternative(state, turn, lang, chosen=turn is chosen) for turn in shown)
    return rows, len(others) + 1 - len(shown)


def _same(state: State, one: Turn, other: Turn) -> bool:
    """Whether two turns are the same to whoever judges them: cards drawn differ by name, rearranging has many ways."""
    if one == other or [move.verb for move in one] == [move.verb for move in other] in (["draw"], ["take"], ["pass"]):
        return True
    ends = [play_until_error(state, turn) for turn in (one, other)]
    return not (ends[0][1] or ends[1][1]) and ends[0][0].key == ends[1][0].key


def _alternative(state: State, turn: Turn, lang: Language, *, chosen: bool) -> Alternative:
    drawn = isinstance(turn[-1], Draw | Take | Pass)
    found = None if drawn else valued(state, turn)
    words = _words(state, turn, lang)
    return Alternative(words, found.cards_laid if found else None, found.penalty_left if found else None, chosen)


def _words(state: State, turn: Turn, lang: Language) -> str:
    """The turn in words; of a table built anew what is laid from the hand, since the rest is long."""
    if not any(isinstance(move, Arrange) for move in turn):
        # That the turn ends goes without saying.
        told = Turn(move for move in turn if move.verb != "end") or turn
        return explain(told, lang, rules=state.rules)
    end, _ = play_until_error(state, Turn(move for move in turn if move.verb not in ("end", "discard")))
    laid = Counter(state.hands[state.seat] or ()) - Counter(end.hands[state.seat] or ())
    cards = ", ".join(explain(card, lang, rules=state.rules) for card in _sorted(laid))
    rest = [explain(move, lang, rules=state.rules) for move in turn if move.verb == "discard"]
    return " ".join([tell("rearranges", lang, cards=cards), *rest])


def _sorted(cards: Counter[Card | None]) -> Iterator[Card]:
    yield from sorted(card for card in cards.elements() if card is not None)


def _table(head: str, rows: Sequence[Alternative], lang: Language) -> str:
    columns = "".join(f'<th scope="col">{escape(tell(key, lang))}</th>' for key in ("col_laid", "col_left"))
    lines = "".join(_row(row, lang) for row in rows)
    return (
        f'<table class="rl-why-table"><caption>{escape(head)}</caption>'
        f'<thead><tr><th scope="col">{escape(tell("col_turn", lang))}</th>{columns}</tr></thead>'
        f"<tbody>{lines}</tbody></table>"
    )


def _row(row: Alternative, lang: Language) -> str:
    sign = f' <b class="rl-chosen">{escape(tell("chosen", lang))}</b>' if row.chosen else ""
    numbers = "".join(f"<td>{'–' if number is None else number}</td>" for number in (row.laid, row.left))
    kind = ' class="rl-is-chosen"' if row.chosen else ""
    return f'<tr{kind}><th scope="row">{escape(row.words)}{sign}</th>{numbers}</tr>'


def _p(told: str) -> str:
    return f"<p>{escape(told)}</p>"
