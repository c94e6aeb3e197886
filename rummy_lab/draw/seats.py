"""Whose hand lies below, and what is shown of each hand."""

from __future__ import annotations

from rummy_lab.draw.options import Cards, Drawable


def shown_hands(state: Drawable, seat: str | None, below: str | None) -> tuple[str | None, dict[str, Cards]]:
    """The seat whose hand lies below, and what is shown of each hand."""
    hands = {name: cards for name, cards in state.hands.items() if cards is not None}
    for option, name in (("seat", seat), ("below", below)):
        if name is not None and name not in state.hands:
            raise ValueError(f"{option} is {name!r}; the seats are {', '.join(state.hands)}")
    if seat is not None and state.over is None:
        hands = {name: cards if name == seat else [None] * len(cards) for name, cards in hands.items()}
    wanted = below or seat
    if wanted is not None:
        return (wanted if wanted in hands else None), hands
    seen = [name for name, cards in hands.items() if known(cards)]
    if state.seat in hands and (state.seat in seen or not seen or not hands[state.seat]):
        return state.seat, hands
    return next(iter(seen or hands), None), hands


def known(cards: Cards) -> bool:
    """Whether any card of a hand is known."""
    return any(card is not None for card in cards)


def turn_of(state: Drawable) -> str:
    """The seat whose turn it is, in a state as in a view."""
    seat: str = getattr(state, "turn_of", state.seat)
    return seat
