"""Positions that the tests of pictures share."""

from types import SimpleNamespace

import pytest

import rummy_lab as rl
from rummy_lab.core.cards import read_cards
from rummy_lab.core.melds import Meld

SCHMIDT = (
    "schmidt; table [6r 7r 8r] [8r 8y 8g] [9y *10y 11y] [13r 13g *13?]; hand A+ 4b 6g 2y 2b; hand B ??x9; "
    "hand C+ ??x11; stock ??x38; turn A"
)
RUMMY40 = (
    "rummy40; table [10h Jh Qh] [10c 10s *10?] [7c 8c *9c]; hand A+ 10d Kh Ks 2s; hand B 3c 4c; "
    "pile 4c 9d 8h; stock ??x41; turn B"
)


def heaped(rules, melds=(), hands=None, **fields):
    """A table of any shape, such as no game would make."""
    shown = {
        seat: (None,) * cards if isinstance(cards, int) else None if cards is None else read_cards(cards)
        for seat, cards in (hands or {"A": "", "B": 0}).items()
    }
    known = {"pile": None, "stock": None, "seat": "A", "loose": (), "over": None, "opened": {}}
    heaps = {number: Meld.parse(text) for number, text in enumerate(melds, 1)}
    return SimpleNamespace(**known | {"rules": rules, "heaps": heaps, "hands": shown} | fields)


@pytest.fixture
def schmidt():
    return rl.position(SCHMIDT)


@pytest.fixture
def rummy40():
    return rl.position(RUMMY40)


@pytest.fixture(params=[SCHMIDT, RUMMY40], ids=["schmidt", "rummy40"])
def state(request):
    return rl.position(request.param)


@pytest.fixture
def table():
    return heaped
