"""A worksheet as HTML that is made for printing: one file, nothing from elsewhere, on A4 or Letter."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from html import escape
from typing import Final

from rummy_lab.draw import picture_svg
from rummy_lab.worksheets.blocks import Block, Content, Lines, Part, Shown, Text

_STYLE: Final = """\
.rl-sheet { max-width: 180mm; margin: 0 auto; padding: 0 1rem; color: #000; background: #fff;
  font: 11.5pt/1.4 "Helvetica Neue", Arial, "Liberation Sans", "DejaVu Sans", sans-serif; }
.rl-sheet h1 { font-size: 1.6em; line-height: 1.2; margin: 0 0 .4em; }
.rl-sheet h2 { font-size: 1.1em; margin: 1.2em 0 .3em; }
.rl-sheet :is(p, figure, ul, ol) { margin: .35em 0; }
.rl-sheet section { margin: 0 0 4mm; break-inside: avoid; }
.rl-sheet h2 { break-after: avoid; }
.rl-sheet ul, .rl-sheet ol { padding-left: 6mm; }
.rl-sheet ul.rl-box { list-style: none; padding-left: 0; }
.rl-sheet ul.rl-box li { margin: 1.2mm 0; padding-left: 7mm; position: relative; }
.rl-sheet ul.rl-box li::before { content: ""; position: absolute; left: 0; top: .15em; width: 3.6mm; height: 3.6mm;
  border: .35mm solid #000; }
.rl-sheet ul.rl-short { display: flex; gap: 10mm; }
.rl-sheet img { display: block; max-width: 100%; height: auto; }
.rl-sheet .rl-lines { display: flex; align-items: flex-end; gap: 2mm; }
.rl-sheet .rl-lines span { flex: 1; }
.rl-sheet .rl-line { border-bottom: .25mm solid #666; height: 7.5mm; }
.rl-sheet .rl-who { display: flex; gap: 3mm; align-items: flex-end; margin: 0 0 5mm; }
.rl-sheet .rl-who span { flex: 1; border-bottom: .25mm solid #666; height: 6mm; }
.rl-sheet .rl-who span:first-of-type { flex: 2.5; }
.rl-sheet .rl-key { break-before: page; margin-top: 12mm; padding-top: 6mm; border-top: .6mm dashed #000; }
.rl-sheet footer { font-size: 8.5pt; color: #333; break-inside: avoid; break-before: avoid; }
.rl-sheet code { font-family: "Liberation Mono", "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
@media print { .rl-sheet { max-width: none; padding: 0; }
  .rl-sheet .rl-key { margin-top: 0; padding-top: 0; border-top: 0; } }
"""
_SHORT: Final = 40
"""Boxes with at most so many letters stand side by side."""
_PAGE: Final = """\
@page { margin: 13mm 15mm 14mm; @bottom-right { content: counter(page) " / " counter(pages);
  font: 8.5pt Arial, "Liberation Sans", sans-serif; color: #333; } }
html { color-scheme: light; background: #fff; }
body { margin: 0; }
@media screen { body { padding: 8mm 0; } }
"""


def whole_page(content: Content) -> str:
    """The sheet as a document."""
    return (
        f'<!DOCTYPE html>\n<html lang="{content.lang}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(content.title)}</title>\n<style>{_PAGE}</style></head>\n"
        f"<body><main>{body(content)}</main></body></html>\n"
    )


def body(content: Content) -> str:
    """What stands on the pages."""
    foot = _foot(content)
    return (
        f'<style>{_STYLE}</style>\n<div class="rl-sheet" lang="{content.lang}">\n<h1>{escape(content.title)}</h1>\n'
        f"{_who(content)}{_blocks(content.intro)}\n{_parts(content.exercises)}\n{foot}\n"
        f'<div class="rl-key"><h1>{escape(content.key_title)}</h1>\n{_parts(content.key)}\n{foot}</div></div>'
    )


def _who(content: Content) -> str:
    spaces = "".join(f"{escape(label)} <span></span>" for label in content.who)
    return f'<div class="rl-who">{spaces}</div>\n'


def _parts(parts: Iterable[Part]) -> str:
    return "\n".join(f"<section><h2>{escape(part.title)}</h2>{_blocks(part.blocks)}</section>" for part in parts)


def _foot(content: Content) -> str:
    return f"<footer>{escape(content.foot)}<br><code>{escape(content.code)}</code></footer>"


def _blocks(blocks: Iterable[Block]) -> str:
    return "".join(map(_block, blocks))


def _block(block: Block) -> str:
    if isinstance(block, Text):
        return block.markup
    if isinstance(block, Shown):
        # As an image, so that two pictures on one page do not share their ids.
        data = base64.b64encode(picture_svg(block.picture, block.alt).encode()).decode("ascii")
        alt = escape(block.alt, quote=True)
        width = f"{block.picture.width * block.unit:.1f}mm"
        return f'<figure><img style="width: {width}" src="data:image/svg+xml;base64,{data}" alt="{alt}"></figure>'
    if isinstance(block, Lines):
        return _lines(block)
    tag = "ol" if block.kind == "number" else "ul"
    short = " rl-short" if sum(map(len, block.texts)) < _SHORT else ""
    name = f' class="rl-box{short}"' if block.kind == "box" else ""
    return f"<{tag}{name}>{''.join(f'<li>{escape(text)}</li>' for text in block.texts)}</{tag}>"


def _lines(block: Lines) -> str:
    first = f'<div class="rl-lines">{escape(block.label)} <span class="rl-line"></span></div>'
    return first + '<div class="rl-line"></div>' * (block.count - 1)
