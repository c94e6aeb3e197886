"""What the tests of the desk share: messages, and what has to hold after each."""

from collections import Counter

from rummy_lab.core.cards import JOKER
from rummy_lab.core.referee import position
from rummy_lab.widgets.desk import Desk
from rummy_lab.widgets.tracker import cards_by_place, hand_of


def desk_of(text, **options):
    return Desk(position(text), **options)


def send(desk, kind, **fields):
    return desk.handle({"type": kind, "gen": desk.gen, **fields})


def tap(desk, *ids):
    for one in ids:
        assert send(desk, "tap", id=one)


def drop(desk, ids, on, at=None):
    ids = [ids] if isinstance(ids, str) else list(ids)
    assert send(desk, "drop", ids=ids, on=on, at=at)


def act(desk, name):
    assert send(desk, "act", name=name)


def ids_of(desk, cards, place=None):
    """The ids of these cards, in the hand below unless another place is named; each copy once."""
    found = []
    for card in cards.split():
        row = desk.ids.places[place or hand_of(desk.seat)]
        found.append(next(one for one in row if str(desk.ids.cards[one]) == card and one not in found))
    return found


def codes(desk):
    """Why the last gesture was refused."""
    return {violation.code for violation in desk.refusal.violations} if desk.refusal else set()


def faces(cards):
    return Counter(JOKER if card is not None and card.joker else card for card in cards)


def check_ids(desk):
    """Every card has one id, every id lies where its card lies, and the frame shows no id twice."""
    ids = [one for row in desk.ids.places.values() for one in row]
    assert len(ids) == len(set(ids))
    for place, cards in cards_by_place(desk.state).items():
        held = [desk.ids.cards[one] for one in desk.ids.places[place]]
        if place.startswith("hand-"):
            assert Counter(held) == Counter(cards)
        else:
            assert held == list(cards)
    frame = desk.frame()
    shown = [card["id"] for card in frame["cards"]]
    assert len(shown) == len(set(shown))
    assert set(desk.hand) <= set(shown)
    zones = {zone["id"] for zone in frame["zones"]}
    assert all(card["zone"] in zones for card in frame["cards"])
    return frame
