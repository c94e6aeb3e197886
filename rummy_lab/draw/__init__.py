"""Pictures of tables: faces of both packs, pure layout, SVG text and matplotlib figures."""

from rummy_lab.draw.compose import picture_of, picture_of_cards
from rummy_lab.draw.faces import Face
from rummy_lab.draw.geometry import Box
from rummy_lab.draw.options import Drawable, Options
from rummy_lab.draw.picture import Group, Picture
from rummy_lab.draw.svg import face_svg, picture_svg
from rummy_lab.draw.table import alt_text, draw_picture, draw_table, figure_png, put_picture, table_png, table_svg

__all__ = [
    "Box",
    "Drawable",
    "Face",
    "Group",
    "Options",
    "Picture",
    "alt_text",
    "draw_picture",
    "draw_table",
    "face_svg",
    "figure_png",
    "picture_of",
    "picture_of_cards",
    "picture_svg",
    "put_picture",
    "table_png",
    "table_svg",
]
