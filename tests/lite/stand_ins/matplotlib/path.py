"""Paths: corners, and for each what leads to it."""

from types import SimpleNamespace

from numpy import Array


class Path:
    def __init__(self, vertices, codes):
        self.vertices, self.codes = Array(vertices), Array(codes)

    def transformed(self, change):
        return Path([change.at(*corner) for corner in self.vertices], self.codes)

    def get_extents(self):
        across = [x for (x, _), code in zip(self.vertices, self.codes, strict=True) if code != 79]
        return SimpleNamespace(x0=min(across), x1=max(across))
