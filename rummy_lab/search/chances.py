"""Chances of random hands: that they hold a meld, that they can open; exact where that can be done, else simulated."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from math import comb, floor, log10
from typing import Final, Literal, get_args

from rummy_lab.core.chance import check_seed
from rummy_lab.core.errors import Phrase, RummyError, shown
from rummy_lab.core.rules import RuleSet
from rummy_lab.language import LANG
from rummy_lab.search.chances_kept import cannot_open, is_kept
from rummy_lab.search.chances_melds import without_meld
from rummy_lab.search.chances_runs import Form
from rummy_lab.search.chances_sampled import sampled, wilson

Event = Literal["natural meld", "natural set", "natural run", "meld", "natural opening", "can open"]
Method = Literal["auto", "exact", "simulation"]
EVENTS: Final[tuple[Event, ...]] = get_args(Event)
_METHODS: Final[tuple[Method, ...]] = get_args(Method)
_OPENINGS: Final = ("natural opening", "can open")
# What can be counted within minutes.
_MOST_COPIES, _MOST_JOKERS, _MOST_POINTS = 2, 2, 40


@dataclass(frozen=True, slots=True)
class Chance:
    """How likely something is with a random hand, and how that was found; `float` gives the number.

    Attributes:
        event: what is asked. rules: the name of the rule set. cards: how many the hand has.
        jokers: exactly how many of the cards are jokers, None for as it comes.
        points: what the melds must be worth to open; 0 where that is not asked.
        keep: whether one card must stay in the hand for the discard.
        exact: whether every hand was counted; else hands were drawn.
        value: the exact chance, None after a simulation.
        estimate: the chance as a number from 0 to 1.
        low, high: the 95 % interval (Wilson); both equal `estimate` where it is exact.
        hits, hands: hands with it, and hands in all. Exact ones tell all cards apart.
        held: how likely 0, 1, ... jokers are among the cards.
        given: the chance when there are 0, 1, ... jokers; None where no hand has so many.
        method: "dynamic programme" or "simulation".

    >>> found = chance("schmidt", "natural meld", cards=3)
    >>> found.hits, found.hands, found.value, round(float(found), 5)
    (768, 192920, Fraction(96, 24115), 0.00398)
    """

    event: Event
    rules: str
    cards: int
    jokers: int | None
    points: int
    keep: bool
    exact: bool
    value: Fraction | None
    estimate: float
    low: float
    high: float
    hits: int
    hands: int
    held: tuple[Fraction, ...]
    given: tuple[Fraction | None, ...]
    method: Literal["dynamic programme", "simulation"]

    def __float__(self) -> float:
        return self.estimate

    def in_words(self, lang: str = LANG) -> str:
        """What was asked and found, as a sentence; raises RummyError for other languages.

        `lang` is `en`, `de` or `nl`; left out: what `RUMMY_LAB_LANG` names, else English.

        >>> print(chance("schmidt", "natural meld", cards=3).in_words())
        With 3 random cards one has a set or a run without a joker in 0.398 of 100 cases (exactly 768 of 192,920 hands).
        """
        texts = _texts().get(lang)
        if texts is None:
            raise RummyError(
                "no language {given}; there are {languages}", given=shown(lang), languages=", ".join(_texts())
            )
        numbers = {"hits": f"{self.hits:,}", "hands": f"{self.hands:,}"}
        numbers |= {name: _of_100(part) for name, part in
                    (("share", self.estimate), ("low", self.low), ("high", self.high))}  # fmt: skip
        marks = str.maketrans({",": texts["group"], ".": texts["point"]})
        written = {name: number.translate(marks) for name, number in numbers.items()}
        written |= {"cards": str(self.cards), "points": str(self.points)}
        given = "" if self.jokers is None else texts.get(f"given_{self.jokers}", texts["given"])
        written |= {"given": given.format(jokers=self.jokers), "keep": texts["keep"] if self.keep else ""}
        return (texts[self.event] + texts["exact" if self.exact else "simulated"]).format_map(written)


def _of_100(share: float) -> str:
    """A share as how many of 100, to three figures of what is rarer, the yes or the no."""
    rare = 100 * min(share, 1 - share)
    return f"{100 * share:.{max(1, 2 - floor(log10(rare)))}f}" if rare > 0 else f"{100 * share:.0f}"


@cache
def _texts() -> dict[str, dict[str, str]]:
    return tomllib.loads(files("rummy_lab.search").joinpath("chances.toml").read_text("utf-8"))


def chance(
    rules: RuleSet | str,
    event: Event = "can open",
    cards: int | None = None,
    *,
    jokers: int | None = None,
    keep: bool | None = None,
    method: Method = "auto",
    hands: int = 5_000,
    seed: int = 0,
) -> Chance:
    """How likely it is that random cards of the pack hold a meld, or melds enough to open.

    Args:
        rules: a rule set or its name.
        event: "natural meld", "natural set" or "natural run" (without a joker), "meld" (jokers allowed), "can open":
            melds, no card in two of them, worth at least `opening.points` in all, "natural opening": without a joker.
        cards: how many cards; by default the hand that is dealt.
        jokers: only hands with exactly so many jokers; by default as they come.
        keep: whether one card has to stay in the hand when it opens. By default it has to where the rules ask for a
            discard and the hand is larger than it was dealt, thus after a draw.
        method: "exact" counts all hands, "simulation" draws `hands` of them from the deals of `seed`. "auto" counts
            melds always, and openings where that takes at most a few minutes: up to 2 copies, 2 jokers that may
            be laid and 40 points, or what is kept with the package, and runs that do not go round.

    Raises RummyError for an unknown event or method, for more cards than there are, and for what cannot be counted.

    Source: exact dynamic programmes over the ranks (DESIGN.md, "Chances"); the interval of a simulation after Wilson
    (1927). A meld is S-10 to S-19 and R-7 to R-11, an opening S-24 and R-17.

    >>> chance("schmidt", "meld", cards=4).value
    Fraction(102054, 2483845)
    >>> found = chance("rummy40")
    >>> found.exact, round(found.estimate, 6), [round(float(part), 4) for part in found.given]
    (True, 0.220751, [0.1183, 0.5349, 0.9679])
    """
    known = RuleSet.of(rules)
    size = _checked(known, event, cards, jokers, method)
    if event not in _OPENINGS:
        if method == "simulation":
            raise RummyError("melds are counted, never simulated: leave method out")
        asked = _Question(known, event, size, jokers, 0, False)
        return _exact(asked, lambda wild: _without(known, event, wild, size - wild))
    points = known.opening.points
    stays = _keeps(known, size) if keep is None else keep
    asked = _Question(known, event, size, jokers, points, stays)
    if points <= 1 and not stays and method != "simulation":
        alike: Event = "meld" if event == "can open" else "natural meld"
        return _exact(asked, lambda wild: _without(known, alike, wild, size - wild))
    form = _countable(asked, method)
    if form is not None:
        counted = {
            held: cannot_open(form, points, wild, hold, size - held)[size - held] for held, wild, hold in _laid(asked)
        }
        return _exact(asked, counted.__getitem__)
    whole_number("hands", hands, 1)
    return _simulated(asked, hands, check_seed(seed))


@dataclass(frozen=True, slots=True)
class _Question:
    """The fields of a chance that say what is asked."""

    rules: RuleSet
    event: Event
    cards: int
    jokers: int | None
    points: int
    keep: bool

    @property
    def shares(self) -> dict[int, int]:
        """For each number of jokers that the cards may hold, how many hands hold them."""
        wild, naturals = self.rules.pack.jokers, self.rules.cards - self.rules.pack.jokers
        return {
            held: comb(wild, held) * comb(naturals, self.cards - held)
            for held in (range(min(wild, self.cards) + 1) if self.jokers is None else (self.jokers,))
            if self.cards - held <= naturals
        }

    @property
    def held(self) -> tuple[Fraction, ...]:
        """How likely 0, 1, ... jokers are."""
        shares = self.shares
        total = sum(shares.values())
        return tuple(Fraction(shares.get(held, 0), total) for held in range(max(shares) + 1))


def _checked(rules: RuleSet, event: str, cards: int | None, jokers: int | None, method: str) -> int:
    if event not in EVENTS:
        raise RummyError("no event {given}; there are {events}", given=shown(event), events=", ".join(EVENTS))
    if method not in _METHODS:
        raise RummyError("no method {given}; there are {methods}", given=shown(method), methods=", ".join(_METHODS))
    size = rules.deal.hand if cards is None else cards
    whole_number("cards", size, 1, rules.cards)
    if jokers is not None:
        whole_number("jokers", jokers, max(0, size - rules.cards + rules.pack.jokers), min(rules.pack.jokers, size))
    return size


def whole_number(name: str, number: object, least: int, most: int | None = None) -> None:
    """Refuses what is no whole number in this range."""
    known = number if isinstance(number, int) and not isinstance(number, bool) else least - 1
    if known < least or (most is not None and known > most):
        limits = (
            Phrase("from {least} on", least=least)
            if most is None
            else Phrase("from {least} to {most}", least=least, most=most)
        )
        raise RummyError(
            "{name} must be a whole number {limits} here, not {given}", name=name, limits=limits, given=shown(number)
        )


def _keeps(rules: RuleSet, cards: int) -> bool:
    return rules.has_pile and rules.turn.last_discard == "needed" and cards > rules.deal.hand


def _without(rules: RuleSet, event: Event, jokers: int, naturals: int) -> int:
    wild = jokers if event == "meld" else 0
    counts = without_meld(rules, wild, naturals, sets=event != "natural run", runs=event != "natural set")
    return counts[naturals]


def _laid(asked: _Question) -> list[tuple[int, int, bool]]:
    """For each number of jokers held: how many may be laid, and whether a natural has to stay in the hand."""
    if asked.event == "can open":
        return [(held, held, asked.keep) for held in asked.shares]
    return [(held, 0, asked.keep and not held) for held in asked.shares]


def _countable(asked: _Question, method: Method) -> Form | None:
    """The form by which openings are counted; None where they are simulated."""
    if method == "simulation":
        return None
    form, laid = Form.of(asked.rules), _laid(asked)
    if form is None or any(wild > _MOST_JOKERS for _, wild, _ in laid):
        if method == "exact":
            raise RummyError(
                "openings are counted for runs that do not go round and up to 2 jokers among the cards: "
                "give jokers, or use method='simulation'"
            )
        return None
    if method == "exact" or (form.copies <= _MOST_COPIES and asked.points <= _MOST_POINTS):
        return form
    known = all(is_kept(form, asked.points, wild, keep, asked.cards - held) for held, wild, keep in laid)
    return form if known else None


def _exact(asked: _Question, lacking: Callable[[int], int]) -> Chance:
    """The chance from the number of natural cards without it, by the jokers held with them."""
    shares = asked.shares
    total, wild = sum(shares.values()), asked.rules.pack.jokers
    hits = {held: count - comb(wild, held) * lacking(held) for held, count in shares.items()}
    given = {held: Fraction(hits[held], count) for held, count in shares.items()}
    value = Fraction(sum(hits.values()), total)
    share = float(value)
    return Chance(
        asked.event, asked.rules.name, asked.cards, asked.jokers, asked.points, asked.keep, True, value,
        share, share, share, sum(hits.values()), total, asked.held,
        tuple(given.get(held) for held in range(max(given) + 1)), "dynamic programme",
    )  # fmt: skip


def _simulated(asked: _Question, hands: int, seed: int) -> Chance:
    met, opened = sampled(
        asked.rules, asked.cards, asked.points, asked.keep, asked.jokers, hands, seed, asked.event == "natural opening"
    )
    most = max(asked.shares)
    given = tuple(Fraction(opened[held], met[held]) if held in met else None for held in range(most + 1))
    hits = sum(opened.values())
    low, high = wilson(hits, hands)
    return Chance(
        asked.event, asked.rules.name, asked.cards, asked.jokers, asked.points, asked.keep, False, None,
        hits / hands, low, high, hits, hands, asked.held, given, "simulation",
    )  # fmt: skip
