"""Values that cannot be changed once they are made."""

from __future__ import annotations

from typing import NoReturn


class Frozen:
    """Base of hand-written value classes: attributes are set while the value is made and never again."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a {type(self).__name__} is immutable; {name} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a {type(self).__name__} is immutable; {name} cannot be deleted")
