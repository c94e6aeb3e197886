"""Fonts, read by fontTools."""

from functools import cache

from fontTools.ttLib import TTFont


@cache
def font_of(file):
    return TTFont(file)


class Face:
    def __init__(self, file):
        self.letters = font_of(file).getBestCmap()

    def get_char_index(self, code):
        return code in self.letters


def get_font(file):
    return Face(file)


class FontProperties:
    def __init__(self, fname):
        self.file = fname
