"""The workflows of Examples/ci, with the wheel that was just built."""

import os
import re
import shutil
import subprocess
import xml.etree.ElementTree

import pytest
import yaml
from conftest import ROOT, mistaken

CI = ROOT / "Examples/ci"


def github(document):
    """Returns the environment of a job, its commands, those that always run, and the files that it keeps."""
    job = document["jobs"]["scenarios"]
    runs = [step for step in job["steps"] if "run" in step]
    kept = next(step["with"]["path"] for step in job["steps"] if "upload-artifact" in step.get("uses", ""))
    return (
        job["env"],
        [step["run"] for step in runs if "if" not in step],
        [step["run"] for step in runs if "if" in step],
        [kept],
    )


def gitlab(document):
    job = document["scenarios"]
    kept = [*job["artifacts"]["paths"], job["artifacts"]["reports"]["junit"]]
    return (job["variables"], job["before_script"] + job["script"], job["after_script"], kept)


def shell(_):
    return ({"APP": "python3 app.py"}, ["./scenarios.sh tests/scenarios"], [], ["scenarios.*"])


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
@pytest.mark.parametrize("is_sound", [True, False])
@pytest.mark.parametrize(("name", "read"), [("github.yml", github), ("gitlab.yml", gitlab), ("scenarios.sh", shell)])
def test_a_workflow_installs_runs_and_keeps_its_reports(wheel, tmp_path, name, read, is_sound):
    scenarios = tmp_path / "tests/scenarios"
    scenarios.mkdir(parents=True)
    shutil.copy(ROOT / "Examples/stories" / ("power.scenario" if is_sound else "star.scenario"), scenarios)
    story = (ROOT / "Examples/stories/quiz.py").read_text()
    (tmp_path / "app.py").write_text(story if is_sound else mistaken(story))
    shutil.copy(CI / "scenarios.sh", tmp_path)
    # The machine has strace already, and pip has no index. The stand-in for apt-get records its arguments.
    (tmp_path / "bin").mkdir()
    for tool, script in [("sudo", 'exec "$@"'), ("apt-get", 'echo "$*" >> asked')]:
        (tmp_path / "bin" / tool).write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / "bin" / tool).chmod(0o755)
    given, steps, after, kept = read(yaml.safe_load((CI / name).read_text()) if name.endswith(".yml") else None)
    environment = {
        **os.environ,
        **given,
        "HWDB": str(wheel),
        "PIP_NO_INDEX": "1",
        "PATH": f"{tmp_path}/bin:{os.environ['PATH']}",
    }

    def step(command):
        return subprocess.run(
            ["bash", "-eo", "pipefail", "-c", command], cwd=tmp_path, env=environment, capture_output=True, text=True
        )

    failed = None
    for command in steps:
        done = step(command)
        if done.returncode != 0:
            failed = command, done
            break
    for command in after:
        assert step(command).returncode == (0 if is_sound else 1)
    if name.endswith(".yml"):
        assert (tmp_path / "asked").read_text().splitlines()[-1] == "install --yes strace"

    suites = xml.etree.ElementTree.parse(tmp_path / "scenarios.xml").getroot()
    assert suites.tag == "testsuites" and suites.get("errors") == "0"
    assert (failed is None) == (suites.get("failures") == "0") == is_sound, failed
    assert failed is None or "scenario run" in failed[0] or name == "scenarios.sh"
    found = {path.name for pattern in kept for path in tmp_path.glob(pattern)}
    assert {"scenarios.xml", "scenarios.html"} <= found
    assert "</html>" in (tmp_path / "scenarios.html").read_text()


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
@pytest.mark.parametrize("name", ["github.yml", "gitlab.yml", "scenarios.sh"])
def test_a_workflow_catches_a_log_that_is_not_synced(hwdb, tmp_path, name):
    """With a log and `synchronous = NORMAL`, SQLite returns from a commit before it is on disk."""
    story, right = (ROOT / "Examples/stories/quiz.py").read_text(), 'execute("PRAGMA synchronous = EXTRA")'
    assert story.count(right) == 1
    wrong = 'executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")'
    (tmp_path / "app.py").write_text(story.replace(right, wrong))
    (tmp_path / "tests/scenarios").mkdir(parents=True)
    shutil.copy(ROOT / "Examples/stories/power.scenario", tmp_path / "tests/scenarios")
    words = re.findall(r'explore (.*--power-loss.*?) (?:tests/scenarios|"\$@")', (CI / name).read_text())
    assert len(words) == 1
    caught = subprocess.run(
        ["bash", "-c", f"{hwdb} scenario explore {words[0]} tests/scenarios"],
        cwd=tmp_path,
        env={**os.environ, "APP": "python3 app.py"},
        capture_output=True,
        text=True,
    )
    assert caught.returncode == 1 and "law 4, nothing lost, is broken" in caught.stdout, caught
    assert "call fsync on quiz.sqlite-wal before saved" in caught.stdout, caught
