"""A picture: groups of marks and of faces in the order in which they are painted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from rummy_lab.draw.faces import Face
from rummy_lab.draw.geometry import Box, Spot
from rummy_lab.draw.hits import resting, visible
from rummy_lab.draw.shapes import Mark


class Group(NamedTuple):
    """One group of the picture: a zone with its marks, or a card with its face.

    Attributes:
        gid: `table`, `zone-m1`, `zone-hand`, ... or `card-4r-1`, ...
        kind: what it is.
        marks: painted first; for a card only what shows that it is picked up.
        face: the face of a card and where it lies.
        spot: where a card lies.
        zone: the gid of the zone a card lies in.
        box: where a zone lies.
    """

    gid: str
    kind: Literal["table", "zone", "card"]
    marks: tuple[Mark, ...] = ()
    face: Face | None = None
    spot: Spot = Spot(0.0, 0.0)
    zone: str = ""
    box: Box | None = None


@dataclass(frozen=True, slots=True)
class Picture:
    """A table ready to be painted; sizes in canvas units."""

    width: float
    height: float
    groups: tuple[Group, ...]

    @property
    def zones(self) -> tuple[str, ...]:
        """The gids of the zones."""
        return tuple(group.gid for group in self.groups if group.kind == "zone")

    def cards(self, zone: str | None = None) -> tuple[Group, ...]:
        """The cards, or those in one zone, in reading order."""
        return tuple(g for g in self.groups if g.kind == "card" and zone in (None, g.zone))

    def hits(self) -> dict[str, Box]:
        """Where each zone and each card can be touched, by gid: every zone and then its cards, in reading order.

        A zone has its whole box, a card what is to be seen of it; boxes of cards do not overlap.
        """
        found: dict[str, Box] = {}
        for zone in self.groups:
            if zone.kind == "zone" and zone.box is not None:
                found[zone.gid] = zone.box
                cards = [(card.gid, card.spot, card.face) for card in self.cards(zone.gid)]
                boxes = [resting(spot, face.size) for _, spot, face in cards if face is not None]
                found |= zip((gid for gid, _, _ in cards), visible(boxes), strict=True)
        return found

    @property
    def faces(self) -> tuple[Face, ...]:
        """Each face once."""
        return tuple(dict.fromkeys(group.face for group in self.groups if group.face is not None))
