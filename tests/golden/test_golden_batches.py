"""Small batches whose tables are known by their hashes: no worker, engine, executor or seed of hashes moves them.

The hashes are made anew only by `python tests/golden/remake.py`.
"""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from golden.remake import BATCHES, FOLDER, digests

KNOWN = json.loads((FOLDER / "batches.json").read_text(encoding="utf-8"))


def test_every_batch_is_known():
    assert list(KNOWN) == list(BATCHES)


@pytest.mark.parametrize("engine", ["auto", "readable"])
@pytest.mark.parametrize("name", BATCHES)
def test_the_tables_are_those_that_are_known(name, engine):
    assert digests(name, engine=engine, audit=0.2) == KNOWN[name]


@pytest.mark.parametrize("name", BATCHES)
def test_and_from_workers_by_way_of_a_folder(name, tmp_path):
    assert digests(name, executor=2, out=tmp_path) == KNOWN[name]
    with ThreadPoolExecutor(2) as pool:
        assert digests(name, executor=pool) == KNOWN[name]


@pytest.mark.parametrize("environment", [{"PYTHONHASHSEED": "7"}, {"PYTHONHASHSEED": "8", "NUMBA_DISABLE_JIT": "1"}])
def test_and_from_another_process(environment):
    code = (
        "import json; from golden.remake import BATCHES, digests; print(json.dumps({n: digests(n) for n in BATCHES}))"
    )
    path = os.pathsep.join([str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")]).strip(os.pathsep)
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | environment | {"PYTHONPATH": path}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert json.loads(done.stdout) == KNOWN
