"""Where a card can be touched: of cards that overlap, the part that is left to be seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rummy_lab.draw.geometry import Box, Spot


def resting(spot: Spot, card: tuple[float, float]) -> Box:
    """The rectangle of a card as if it were not turned: its upright edges are those of the card at half its height."""
    return Box(spot.x, spot.y, card[0] * spot.scale, card[1] * spot.scale)


def visible(boxes: Sequence[Box]) -> list[Box]:
    """What is left of boxes painted one over the other, as boxes that do not overlap.

    Of each box the largest rectangle is kept that no later one covers with an edge across it.

    >>> visible([Box(0, 0, 50, 70), Box(20, 0, 50, 70), Box(60, -10, 50, 70)])[:2]
    [Box(x=0, y=0, w=20, h=70), Box(x=20, y=0, w=40, h=70)]
    """
    left: list[Box] = []
    for box in reversed(boxes):
        kept = box
        for above in left:
            if overlap(kept, above):
                kept = max(_around(kept, above), key=lambda part: part.w * part.h)
        left.append(kept)
    return left[::-1]


def overlap(one: Box, other: Box) -> bool:
    """Whether two boxes share more than an edge."""
    across = min(one.x + one.w, other.x + other.w) - max(one.x, other.x)
    down = min(one.y + one.h, other.y + other.h) - max(one.y, other.y)
    return across > 0.01 and down > 0.01


def _around(box: Box, above: Box) -> Iterator[Box]:
    """The parts of a box left, above, right of and below another one."""
    right, bottom = box.x + box.w, box.y + box.h
    yield box._replace(w=max(0.0, above.x - box.x))
    yield box._replace(h=max(0.0, above.y - box.y))
    x = min(right, above.x + above.w)
    yield box._replace(x=x, w=right - x)
    y = min(bottom, above.y + above.h)
    yield box._replace(y=y, h=bottom - y)
