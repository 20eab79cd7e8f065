"""The first stories survive kills and losses of power, and a mistake in one is caught."""

import re
import shutil
import subprocess

import pytest
from conftest import ROOT, mistaken

FOLDER = ROOT / "Examples/stories"
LANGUAGES = {
    "Python": ("quiz.py", "python3"),
    "Node": ("quiz.js", "node"),
    "Go": ("quiz.go", "go"),
    "Swift": ("swift", "swift"),
}


def command(language, folder):
    """The command that starts a story; Swift's is built by `make test-packages`, with the library."""
    name, tool = LANGUAGES[language]
    if shutil.which(tool) is None:
        pytest.skip(f"{language} is not installed: there is no {tool}")
    if language == "Go":
        subprocess.run(["go", "build", "-o", folder / "quiz", FOLDER / name], check=True)
        return f"exec '{folder}/quiz'"
    return f"exec '{ROOT}/.build/release/Story'" if language == "Swift" else f"exec {tool} '{FOLDER / name}'"


def run(hwdb, *words):
    return subprocess.run([hwdb, *words], cwd=FOLDER, capture_output=True, text=True, timeout=600)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_story_passes(hwdb, tmp_path, language):
    name, _ = LANGUAGES[language]
    source = FOLDER / ("swift/Sources/Story/Story.swift" if language == "Swift" else name)
    assert len(source.read_text().splitlines()) <= 120
    app = command(language, tmp_path)
    checked = run(hwdb, "app", "check", app)
    assert checked.returncode == 0 and re.search(r"^1\d correct, 0 wrong", checked.stdout, re.MULTILINE), checked
    played = run(hwdb, "scenario", "run", "--app", app, "star.scenario", "power.scenario")
    assert played.returncode == 0 and "2 passed, 0 failed" in played.stdout, played
    killed = run(hwdb, "scenario", "explore", "--app", app, "star.scenario")
    points = re.search(r"tried (\d+) of (\d+) points", killed.stdout)
    assert killed.returncode == 0 and points and points[1] == points[2] and int(points[1]) > 30, killed
    lost = run(hwdb, "scenario", "explore", "--power-loss", "--states", "1", "--app", app, "power.scenario")
    assert lost.returncode == 0 and re.search(r"tried 5 of 5 points, tried \d\d+ of", lost.stdout), lost


@pytest.mark.parametrize(
    ("name", "right", "wrong", "line"),
    [
        ("quiz.py", "PRAGMA synchronous = EXTRA", "PRAGMA synchronous = OFF", "lost in line"),
        ("quiz.js", "    fs.fsyncSync(file)\n", "", "call fsync on quiz.json.new before the rename"),
    ],
)
def test_a_story_that_does_not_sync_is_caught(hwdb, tmp_path, name, right, wrong, line):
    text = (FOLDER / name).read_text()
    assert text.count(right) == 1
    (tmp_path / name).write_text(text.replace(right, wrong))
    app = f"{'python3' if name == 'quiz.py' else 'node'} '{tmp_path / name}'"
    lost = run(hwdb, "scenario", "run", "--mode", "power-loss", "--states", "4", "--app", app, "power.scenario")
    assert lost.returncode == 1 and line in lost.stdout, lost


def test_a_story_that_celebrates_before_it_saves_is_caught(hwdb, tmp_path):
    (tmp_path / "quiz.py").write_text(mistaken((FOLDER / "quiz.py").read_text()))
    caught = run(hwdb, "scenario", "run", "--app", f"python3 '{tmp_path}/quiz.py'", "star.scenario")
    assert caught.returncode == 1 and "law 1, saved before shown, is broken" in caught.stdout, caught
