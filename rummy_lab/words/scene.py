"""A whole position in words for people who hear it, and the captions around it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from rummy_lab.core.cards import Card
from rummy_lab.core.melds import Meld
from rummy_lab.core.rules import RuleSet
from rummy_lab.language import LANG
from rummy_lab.words.pages import game_name
from rummy_lab.words.spoken import card_text, cards_text, hand_text, melds_text
from rummy_lab.words.texts import Words, pack_of, sentence, words_of


class Scene(Protocol):
    """What is read of a position."""

    @property
    def rules(self) -> RuleSet: ...
    @property
    def heaps(self) -> Mapping[int, Meld]: ...
    @property
    def hands(self) -> Mapping[str, Sequence[Card | None] | None]: ...
    @property
    def pile(self) -> Sequence[Card] | None: ...
    @property
    def stock(self) -> Sequence[Card | None] | None: ...
    @property
    def opened(self) -> Mapping[str, bool]: ...
    @property
    def seat(self) -> str: ...
    @property
    def phase(self) -> str: ...
    @property
    def loose(self) -> Sequence[Card]: ...
    @property
    def round(self) -> int: ...
    @property
    def over(self) -> Any: ...


def caption(key: str, lang: str = LANG, **values: object) -> str:
    """A short text of the interface: first, previous, next, last, play, start, step (n, m), player (seat), table, ...

    >>> caption("step", "nl", n=2, m=9), caption("player", "de", seat="A")
    ('Stap 2 van 9', 'Spieler A')
    """
    return words_of(lang).text("caption", key, **values)


def bot_name(name: str, lang: str = LANG) -> str:
    """What a bot is called wherever people read of it; one that is not of the ladder by its own name.

    What is typed, as in `players=["greedy"]`, is the name in every language.

    >>> bot_name("counter", "nl"), bot_name("greedy", "de"), bot_name("mine", "nl")
    ('kaartenteller', 'gierig', 'mine')
    """
    return words_of(lang).find("bots", name) or name


def ended(how: str, seats: Iterable[str] = (), lang: str = LANG, *, you: str | None = None) -> str:
    """How a deal ended (`out`, `blocked`, `unfinished`, `forfeit`) and for whom; `you` is the seat of who is told.

    >>> ended("out", ["A"])
    'Player A went out and wins.'
    """
    words = words_of(lang)
    seats = tuple(seats)
    if you is not None and seats == (you,):
        return words.text("ended_you", how)
    players = [player_name(seat, lang, you=you) for seat in seats]
    return sentence(words.count(len(players), "ended", how, seats=words.join(players)))


def player_name(seat: str, lang: str = LANG, *, you: str | None = None) -> str:
    """What a player is called: `player B`, or `you` for the one who is told."""
    return caption("you" if seat == you else "player", lang, seat=seat)


def has_opened(seat: str, opened: bool, lang: str = LANG) -> str:
    """Whether a player has opened, as a sentence."""
    words = words_of(lang)
    player = words.text("caption", "player", seat=seat)
    return sentence(words.text("caption", "opened" if opened else "not_opened", player=player))


def describe(state: Scene, lang: str = LANG) -> str:
    """A position in spoken words, one line for each part of the table."""
    words = words_of(lang, pack_of(state.rules))
    lines = [words.text("scene", "game", game=game_name(state.rules, lang), round=state.round)]
    melds = melds_text(words, state.heaps)
    lines.append(words.text("scene", "table", melds=melds) if melds else words.text("scene", "table_empty"))
    if state.loose:
        lines.append(words.text("scene", "loose", cards=cards_text(words, state.loose)))
    high = state.rules.pack.ace == "high"
    lines += [_hand(words, seat, hand, state.opened.get(seat, False), high) for seat, hand in state.hands.items()]
    if state.pile is not None and state.rules.has_pile:
        top = card_text(words, state.pile[-1]) if state.pile else ""
        lines.append(words.count(len(state.pile), "scene", "pile", count=len(state.pile), top=top))
    if state.stock is not None:
        lines.append(words.count(len(state.stock), "scene", "stock", count=len(state.stock)))
    lines.append(_turn(words, state))
    return "\n".join(sentence(line) for line in lines)


def _hand(words: Words, seat: str, hand: Sequence[Card | None] | None, opened: bool, high: bool) -> str:
    told = {
        "player": words.text("caption", "player", seat=seat),
        "opened": words.text("scene", "opened_yes" if opened else "opened_no"),
    }
    if hand is None:
        return words.text("scene", "hand_unknown", **told)
    if not hand:
        return words.text("scene", "hand_empty", **told)
    seen = [card for card in hand if card is not None]
    hidden = len(hand) - len(seen)
    cards = hand_text(words, seen, high=high)
    if not hidden:
        return words.count(len(hand), "scene", "hand", count=len(hand), cards=cards, **told)
    if not seen:
        return words.count(hidden, "scene", "hand_hidden", count=hidden, **told)
    return words.text("scene", "hand_partly", count=len(hand), hidden=hidden, cards=cards, **told)


def _turn(words: Words, state: Scene) -> str:
    if state.over is not None and state.over is not False:
        how = getattr(state.over, "how", "")
        return ended(how, state.over.seats, words.lang) if how else words.text("scene", "over")
    if state.phase == "over":
        return words.text("scene", "over")
    key = "turn" if state.phase == "start" and not state.rules.has_pile else state.phase
    return words.text("scene", f"phase_{key}", player=words.text("caption", "player", seat=state.seat))
