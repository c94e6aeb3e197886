"""Every reader and door, by a fuzzer guided by the code it reaches: `python tests/fuzz/guided.py [SECONDS] [READER]`.

Needs atheris. It stops at the first text that brings out anything but a refusal told well; its exit code says so.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOMS = ("app", "batch", "cli", "core", "lessons", "records", "widgets", "words")


def main(seconds: str = "60", *only: str) -> None:
    """Go on for so many seconds, with those readers or all of them."""
    import atheris

    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    with atheris.instrument_imports(include=[f"rummy_lab.{room}" for room in ROOMS]):
        from fuzz.doors import DOORS
        from fuzz.hostile import READERS, bear
    known = {**READERS, **DOORS}
    names = list(only or known)
    if strange := set(names) - set(known):
        sys.exit(f"there is no reader {min(strange)!r}; readers: {', '.join(known)}")

    def one(data: bytes) -> None:
        """One input: a reader, a text that it reads, and what is done to it."""
        given = atheris.FuzzedDataProvider(data)
        read, seeds = known[names[given.ConsumeIntInRange(0, len(names) - 1)]]
        texts = seeds()
        text = texts[given.ConsumeIntInRange(0, len(texts) - 1)]
        for _ in range(given.ConsumeIntInRange(0, 4)):
            at = given.ConsumeIntInRange(0, len(text))
            size = given.ConsumeIntInRange(0, 20)
            text = text[:at] + given.ConsumeUnicode(given.ConsumeIntInRange(0, 12)) + text[at + size :]
        bear(read, text)

    atheris.Setup([sys.argv[0], f"-max_total_time={seconds}", "-rss_limit_mb=2048", "-timeout=20"], one)
    atheris.Fuzz()


if __name__ == "__main__":
    main(*sys.argv[1:])
