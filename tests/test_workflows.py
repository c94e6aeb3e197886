"""The jobs that judge a change, weekly runs and releases: each is a script that can be run here as well."""

import itertools
import os
import re
import subprocess
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
CI = ROOT / ".ci"
WORKFLOWS = {path.stem: path for path in (ROOT / ".github" / "workflows").glob("*.yml")}
SCRIPTS = sorted(path.name for path in CI.iterdir() if path.is_file() and not path.suffix)


def commands(workflow: str) -> list[str]:
    """What its jobs run, with every value of their matrix."""
    found = []
    for job in yaml.safe_load(WORKFLOWS[workflow].read_text(encoding="utf-8"))["jobs"].values():
        steps = "\n".join(step.get("run", "") for step in job["steps"])
        matrix = job.get("strategy", {}).get("matrix", {})
        for values in itertools.product(*matrix.values()):
            text = steps
            for name, value in zip(matrix, values, strict=True):
                text = text.replace(f"${{{{ matrix.{name} }}}}", value)
            found += text.splitlines()
    return found


def called(workflow: str) -> set[str]:
    return {name for command in commands(workflow) for name in re.findall(r"^\.ci/([\w-]+)", command)}


def test_every_script_is_run_by_a_job_or_by_another_script():
    texts = "".join((CI / script).read_text(encoding="utf-8") for script in SCRIPTS)
    by_others = set(re.findall(r"^\.ci/([\w-]+)", texts, re.MULTILINE))
    assert set(SCRIPTS) == set().union(*map(called, WORKFLOWS)) | by_others


def test_a_change_is_judged_by_all_but_the_long_ones():
    assert called("ci") >= {"binder", "lite", "lowest", "package", "run", "without-numba"}
    assert called("weekly") >= {"guided", "load", "slow", "soak"}
    assert called("release") == {"package"}


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script_can_be_run_and_stops_at_the_first_failure(script):
    path = CI / script
    assert os.access(path, os.X_OK)
    first, *rest = path.read_text(encoding="utf-8").splitlines()
    assert first == "#!/usr/bin/env bash"
    assert "set -euo pipefail" in rest
    subprocess.run(["bash", "-n", path], check=True)


@pytest.mark.parametrize("workflow", WORKFLOWS)
def test_a_job_has_an_end_and_may_only_read(workflow):
    facts = yaml.safe_load(WORKFLOWS[workflow].read_text(encoding="utf-8"))
    assert facts["permissions"] == {"contents": "read"}
    assert all(job["timeout-minutes"] <= 360 for job in facts["jobs"].values())
