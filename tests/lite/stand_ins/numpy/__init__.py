"""As much of numpy as the outlines of a table need; not numpy."""

__version__ = "0+stand.in"
uint8 = int


class Array(list):
    """A list by another name."""

    def tolist(self):
        return list(self)


def empty(shape, _kind=float):
    assert shape in (0, (0, 2))
    return Array()


def concatenate(parts):
    return Array(one for part in parts for one in part)


def __getattr__(name):
    """Types by which others tell numbers of numpy from plain ones; there are none of them here."""
    if name.startswith("_"):
        raise AttributeError(name)
    return type(name, (), {})
