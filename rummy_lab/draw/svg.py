"""SVG text of marks: the same marks give the same text in every process."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from html import escape

from rummy_lab.draw.faces import Face, face_marks
from rummy_lab.draw.picture import Group, Picture
from rummy_lab.draw.shapes import Mark


def number(value: float) -> str:
    """A coordinate with at most two decimals."""
    return f"{round(value, 2) + 0.0:g}"


def mark_svg(mark: Mark) -> str:
    """One `<path>`."""
    out = [f'<path d="{mark.shape.d}"']
    if mark.x or mark.y:
        out.append(f' transform="translate({number(mark.x)} {number(mark.y)})"')
    out.append(f' fill="{mark.fill or "none"}"')
    if mark.edge is not None:
        out.append(f' stroke="{mark.edge}" stroke-width="{number(mark.width)}"')
        if mark.dash:
            out.append(f' stroke-dasharray="{" ".join(map(number, mark.dash))}"')
    if mark.alpha < 1:
        out.append(f' opacity="{number(mark.alpha)}"')
    return "".join([*out, "/>"])


def marks_svg(marks: Iterable[Mark]) -> str:
    """Marks one after the other."""
    return "".join(map(mark_svg, marks))


@cache
def face_svg(face: Face) -> str:
    """A face as a group with the face's id, for `<defs>`; made once."""
    return f'<g id="{face.id}" stroke-linejoin="round">{marks_svg(face_marks(face))}</g>'


def attribute(text: str) -> str:
    """Text made safe for an attribute or an element."""
    return escape(text, quote=True)


def _card_svg(group: Group, face: Face) -> str:
    spot = group.spot
    width, height = face.size
    change = f"translate({number(spot.x)} {number(spot.y)})"
    if spot.turn:
        change += f" rotate({number(spot.turn)} {number(width * spot.scale / 2)} {number(height * spot.scale / 2)})"
    use = f'<use href="#{face.id}"' + (f' transform="scale({number(spot.scale)})"' if spot.scale != 1 else "") + "/>"
    return f'<g id="{attribute(group.gid)}" transform="{change}">{marks_svg(group.marks)}{use}</g>'


def picture_svg(picture: Picture, title: str, *, faces: bool = True) -> str:
    """A picture as one SVG element; without `faces` their definitions are left out."""
    width, height = number(picture.width), number(picture.height)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"',
        f' role="img" aria-label="{attribute(title)}"><title>{attribute(title)}</title>',
    ]
    if faces:
        out.append(f"<defs>{''.join(map(face_svg, picture.faces))}</defs>")
    for group in picture.groups:
        if group.face is not None:
            out.append(_card_svg(group, group.face))
        else:
            out.append(f'<g id="{attribute(group.gid)}" stroke-linejoin="round">{marks_svg(group.marks)}</g>')
    return "".join([*out, "</svg>"])
