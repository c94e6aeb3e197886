"""What all our widgets share: one thing at a time, no hidden errors, a still picture where no kernel runs."""

from __future__ import annotations

import base64
from abc import abstractmethod
from collections.abc import Callable, Iterable
from threading import RLock
from typing import Any

from rummy_lab.core.errors import Phrase, RummyError
from rummy_lab.widgets.texts import Language, text
from rummy_lab.words import in_words

Guard = Callable[[Callable[[], None]], Callable[[Any], None]]
"""What makes a handler of some work: that of a `Guarded`, so that what fails is told."""


class Guarded:
    """Mixed into a widget, before the widget's own class.

    In JupyterLab the handlers of widgets run in a thread of their own while cells run in another: so they take a lock.
    And what they raise is shown nowhere: so it is caught, told by `tell_failure` and kept in `last_error`.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self.lock = RLock()
        self.last_error: Exception | None = None
        self._busy = False
        super().__init__(*arguments, **options)

    def handler(self, work: Callable[[], None]) -> Callable[[Any], None]:
        """A handler for `on_click` and `observe` that does this work."""

        def handle(_event: Any) -> None:
            self.attempt(work)

        return handle

    def attempt(self, work: Callable[[], None]) -> None:
        """Do something, `work`, for the person at the screen; what it raises is told there."""
        with self.lock:
            if self._busy:  # what one control sets off in another belongs to what was done to the first
                work()
                return
            self._busy = True
            try:
                work()
                self.last_error = None
            except Exception as error:  # noqa: BLE001 a handler is the last place where it can be told
                self.last_error = error
                self.tell_failure(error)
            finally:
                self._busy = False

    @abstractmethod
    def tell_failure(self, error: Exception) -> None:
        """Say in one plain sentence that something failed, the `error`."""

    @abstractmethod
    def still(self) -> tuple[bytes, str, str]:
        """A picture as PNG, its alternative text, and all of it in words."""

    @abstractmethod
    def words(self) -> str:
        """All of it in words."""

    def __repr__(self) -> str:
        return self.words()

    def _repr_mimebundle_(self, **options: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
        shown = super()._repr_mimebundle_(**options)  # type: ignore[misc]
        if shown is None:  # there is no front end to show a widget in
            return None
        data, metadata = shown if isinstance(shown, tuple) else (shown, {})
        png, alt, words = self.still()
        still = {"text/plain": words, "image/png": base64.b64encode(png).decode("ascii")}
        return {**data, **still}, {**metadata, "image/png": {"alt": alt}}


def failure(error: Exception, lang: Language) -> str:
    """What is told of an `error` at the screen, in one plain sentence."""
    return in_words(error, lang) if isinstance(error, RummyError) else text("failed", lang, kind=type(error).__name__)


def known(name: str, value: object, allowed: Iterable[object]) -> None:
    """Raise RummyError where something is none of what it can be."""
    if value not in allowed:
        said = (
            Phrase("0 to {most}", most=len(allowed) - 1) if isinstance(allowed, range) else ", ".join(map(str, allowed))
        )
        raise RummyError("{name} is {given}; it can be {said}", name=name, given=repr(value), said=said)
