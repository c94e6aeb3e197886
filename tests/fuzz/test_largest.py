"""Texts as large as they may be, in a process of bounded time and memory: what SECURITY.md promises of every reader."""

import subprocess
import sys
from pathlib import Path

import pytest

MB = 1 << 20
# By name the reader, how large a text may be, and what it is made of behind a text that is read.
LARGEST = {
    "answers": ("answers", 4 * MB, "x\n"),
    "answers again": ("answers", 4 * MB, "seed"),
    "record, comments": ("record", MB, "# x\n"),
    "record, tables": ("record", MB, "[t{n}]\n"),
    "record, keys": ("record", MB, "k{n} = {n}\n"),
    "record, turns": ("record", MB, '\n[[turns]]\nmoves = "draw"\n'),
    "match": ("match", MB, "# x\n"),
    "match, deals": ("saved match", MB, "\n[[deals]]\n"),
    "lesson": ("lesson", 256 * 1024, "\n[[steps]]\n"),
    "course": ("course", 256 * 1024, '[[entries]]\nlesson = "schmidt/sets"\n'),
    "position": ("position", MB, "; table [4r 5r 6r]"),
    "turn": ("turn", MB, "; draw"),
    "judged": ("judged", MB, "; pull 4r<1"),
    "meld": ("meld", MB, " 4r"),
    "table": ("table", MB, " [4r 5r 6r]"),
    "readings": ("readings", MB, " *"),
    "rules": ("rules", 4000, "{pack.copies=2}"),
    "question": ("question", MB // 4, "may I keep the joker "),
}
BOUNDED = """
import resource, sys
from fuzz.hostile import READERS, bear
reader, size, more = sys.argv[1], int(sys.argv[2]), sys.argv[3]
read, seeds = READERS[reader]
text = seeds()[0]
bear(read, text)
more = text.splitlines()[-1] + "\\n" if more == "seed" else more
parts, left, number = [text], size - len(text), 0
while left > 0:
    parts.append(more.replace("{n}", str(number)))
    left -= len(parts[-1])
    number += 1
text = "".join(parts[:-1])
before = resource.getrusage(resource.RUSAGE_SELF)
resource.setrlimit(resource.RLIMIT_CPU, (int(before.ru_utime) + 20, int(before.ru_utime) + 20))
bear(read, text)
after = resource.getrusage(resource.RUSAGE_SELF)
print((after.ru_maxrss - before.ru_maxrss) >> 10, round(after.ru_utime - before.ru_utime, 2))
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGEST)
def test_what_is_as_large_as_it_may_be_is_read_or_refused_in_time(name):
    reader, size, more = LARGEST[name]
    done = subprocess.run(
        [sys.executable, "-c", BOUNDED, reader, str(size), more],
        cwd=Path(__file__).parents[1], capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, (done.returncode, done.stderr[-500:])
    megabytes, seconds = done.stdout.split()
    assert int(megabytes) < 200
    assert float(seconds) < 5
