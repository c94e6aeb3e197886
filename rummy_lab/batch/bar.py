"""The bar of a batch: how many plays are done, and what takes its time before the first."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from rummy_lab.language import LANG
from rummy_lab.words import in_words

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar in a language."""

    lang: str = LANG


@contextmanager
def reporter(
    progress: bool | Bar | Progress, total: int, done: int = 0, waits: Callable[[], str] = str
) -> Iterator[tuple[Callable[[int], None], Callable[[], None]]]:
    """What is told of plays as they are finished, of which `done` were so before, and that there is enough of them.

    What `waits` says is told with the bar: over it where it is a line of text, which would be cut, else before it until
    the first of them.
    """

    def tell(plays: int) -> None:
        nonlocal done
        done += plays
        if callable(progress):
            progress(done, total)

    if callable(progress) or not progress:
        yield tell, lambda: None
        return
    from tqdm import TqdmMonitorWarning
    from tqdm.auto import tqdm

    lang = progress.lang if isinstance(progress, Bar) else LANG
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TqdmMonitorWarning)  # in a browser it has no thread to watch itself by
        begun = tqdm(total=total, initial=done, unit="deal")
    with begun as bar:
        if told := in_words(waits(), lang):
            if hasattr(bar, "container"):  # in a notebook
                bar.set_description_str(told)
            else:
                bar.write(told, file=sys.stderr)

        def step(plays: int) -> None:
            if bar.desc and plays:
                bar.set_description_str("", refresh=False)
            bar.update(plays)

        def finish() -> None:
            # A run that `until` has ended early is whole: its bar is full.
            bar.total = bar.n
            bar.refresh()

        yield step, finish
