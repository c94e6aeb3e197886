"""Text as a path, without kerning."""

from fontTools.pens.basePen import BasePen

from matplotlib.font_manager import font_of
from matplotlib.path import Path


class _Pen(BasePen):
    def __init__(self, glyphs, size, at):
        super().__init__(glyphs)
        self.size, self.at, self.corners, self.codes = size, at, [], []

    def _add(self, code, *corners):
        self.corners += [(self.at + x * self.size, y * self.size) for x, y in corners]
        self.codes += [code] * len(corners)

    def _moveTo(self, corner):
        self._add(1, corner)

    def _lineTo(self, corner):
        self._add(2, corner)

    def _qCurveToOne(self, middle, corner):
        self._add(3, middle, corner)

    def _curveToOne(self, first, second, corner):
        self._add(4, first, second, corner)

    def _closePath(self):
        self._add(79, (0, 0))


class TextPath(Path):
    def __init__(self, place, text, size, prop):
        assert place == (0, 0)
        font = font_of(prop.file)
        glyphs, letters = font.getGlyphSet(), font.getBestCmap()
        unit, at, corners, codes = size / font["head"].unitsPerEm, 0.0, [], []
        for sign in text.replace(r"\$", "$"):
            glyph = glyphs[letters[ord(sign)]]
            pen = _Pen(glyphs, unit, at)
            glyph.draw(pen)
            corners, codes = corners + pen.corners, codes + pen.codes
            at += glyph.width * unit
        super().__init__(corners, codes)
