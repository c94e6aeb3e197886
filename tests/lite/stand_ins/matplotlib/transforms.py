"""Transformations of the plane, in the order in which they are named."""

from math import cos, radians, sin


class Transform:
    """A name for annotations."""


class Bbox:
    """A name for annotations."""


class Affine2D(Transform):
    def __init__(self):
        self.of = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

    def _then(self, a, b, c, d, e, f):
        p, q, r, s, t, u = self.of
        self.of = (a * p + b * q, c * p + d * q, a * r + b * s, c * r + d * s, a * t + b * u + e, c * t + d * u + f)
        return self

    def scale(self, across, down=None):
        return self._then(across, 0, 0, across if down is None else down, 0, 0)

    def translate(self, x, y):
        return self._then(1, 0, 0, 1, x, y)

    def rotate_deg(self, degrees):
        turn = radians(degrees)
        return self._then(cos(turn), -sin(turn), sin(turn), cos(turn), 0, 0)

    def at(self, x, y):
        p, q, r, s, t, u = self.of
        return (p * x + r * y + t, q * x + s * y + u)
