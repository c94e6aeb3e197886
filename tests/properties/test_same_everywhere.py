"""The same arguments give the same deal in every process, whatever order its sets and dictionaries have."""

import os
import subprocess
import sys

PROGRAM = """
import rummy_lab as rl
from rummy_lab.games import presets
for preset in presets():
    print(rl.play_out(preset, ["greedy", "random"], seed=7, deal=1))
    state = rl.deal(preset, 2, 5, 6)
    print(*rl.steps(state), sep=";")
    print(*rl.readings(preset, "* * 5r 5y" if preset.pack.suits == "rygb" else "* * 5c 5d"))
"""


def test_a_deal_does_not_depend_on_the_process_it_is_played_in():
    said = set()
    for seed in "01":
        environment = os.environ | {"PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True, env=environment
        )
        said.add(done.stdout)
    assert len(said) == 1
    assert all(said)
