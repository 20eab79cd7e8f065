"""The hook of Examples/ci works as documented."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import EXECUTABLES, ROOT

CI = ROOT / "Examples/ci"
ENVIRONMENT = {
    **{key: value for key, value in os.environ.items() if not key.startswith("GIT_")},
    "PATH": f"{EXECUTABLES}:{os.environ['PATH']}",
    **{f"GIT_{who}_{what}": "a@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
}


@pytest.fixture
def app(tmp_path: Path) -> Path:
    """The folder of an app with scenarios."""
    scenarios = tmp_path / "tests/scenarios"
    scenarios.mkdir(parents=True)
    shutil.copy(ROOT / "Examples/scenarios/killed-twice.scenario", scenarios)
    return tmp_path


def test_the_hook_rejects_an_unreadable_scenario(app: Path) -> None:
    def git(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["git", *words], cwd=app, env=ENVIRONMENT, capture_output=True, text=True)

    git("init", "--quiet", ".")
    shutil.copy(CI / "pre-commit", app / ".git/hooks/pre-commit")
    script = app / "tests/scenarios/killed-twice.scenario"
    good = script.read_text()
    git("add", "--all")
    assert git("commit", "-m", "good").returncode == 0
    script.write_text(good + "anser correct\n")
    git("add", "--all")
    # Only the staged content counts.
    script.write_text(good)
    refused = git("commit", "-m", "bad")
    assert refused.returncode != 0 and "did you mean answer" in refused.stderr
    git("add", "--all")
    (app / "other").write_text("x")
    git("add", "--all")
    assert git("commit", "-m", "nothing of ours").returncode == 0
