"""Scenarios as pytest tests: each `scenario` of a `*.scenario` file is an item with name and line.

    pytest --hwdb=.build/release/hwdb --hwdb-app "python3 my_app.py" tests/scenarios

Other programs use the suffix `.scenario` too, so a file is collected if it begins with a scenario of
ours, or if an argument or `hwdb_paths` names it. Collecting only reads names. The first item of a file plays the whole file with one
`hwdb scenario run`. With pytest-xdist, `--dist loadfile` plays each file once; other distributions
play it once per worker.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from . import _program

#: The options, with those of `hwdb scenario run`, and their meaning.
OPTIONS = {
    "app": ("--app", "COMMAND", "test this program instead of the built-in session"),
    "like": ("--like", "PROFILE", "compare all cues and states of the program with this design"),
    "timeout": ("--app-timeout", "MS", "how long the program may take to answer; 5000 by default"),
    "mode": ("--mode", "MODE", "how to kill: simulated (by default), process or power-loss"),
    "seed": ("--seed", "N", "the seed of the particles, instead of the script's own"),
    "known-failures": ("--known-failures", "FILE", "scenarios that may fail, with their messages"),
}
START = re.compile(r'^[ \t]*scenario[ \t]*"((?:[^"\\]|\\.)*)"', re.MULTILINE)
#: How much of a file may precede its first statement, in bytes.
LONGEST_START = 65_536
NAME = re.compile(r'^"((?:[^"\\]|\\.)*)": ')
MARKS = {"✓": "passed", "✗": "failed", "!": "failed", "–": "skipped"}


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("hwdb", "scenarios of hwdb")
    about = "the program that plays scenarios; $HWDB or hwdb by default"
    group.addoption("--hwdb", metavar="PROGRAM", help=about)
    parser.addini("hwdb", about)
    for name, (_, value, about) in OPTIONS.items():
        group.addoption(f"--hwdb-{name}", metavar=value, help=about)
        parser.addini(f"hwdb_{name.replace('-', '_')}", about)
    about = "files and folders whose *.scenario files are all tests, even those that begin otherwise"
    parser.addini("hwdb_paths", about, type="paths")


def pytest_configure(config: pytest.Config) -> None:
    """Rejects contradictory options once, and not for each file."""
    app, mode = setting(config, "hwdb_app"), setting(config, "hwdb_mode")
    if app and mode:
        advice = "leave it out, or --hwdb-app"
        raise pytest.UsageError(f"--hwdb-mode is for the built-in session: {advice}")
    for name in () if app else ("like", "timeout"):
        if setting(config, f"hwdb_{name}"):
            advice = "add --hwdb-app COMMAND"
            raise pytest.UsageError(f"--hwdb-{name} is for a program of yours: {advice}")


def setting(config: pytest.Config, name: str) -> str | None:
    """Returns an option, or the setting of the same name."""
    name = name.replace("-", "_")
    option: str | None = config.getoption(name, None)
    return option or config.getini(name) or None


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> ScenarioFile | None:
    if file_path.suffix != ".scenario":
        return None
    named = (Path(os.path.abspath(path)) for path in parent.config.getini("hwdb_paths"))
    is_named = parent.session.isinitpath(file_path) or any(map(file_path.is_relative_to, named))
    if not is_named and not begins_with_scenario(file_path):
        return None
    file: ScenarioFile = ScenarioFile.from_parent(parent, path=file_path)
    return file


def begins_with_scenario(path: Path) -> bool:
    """Returns whether the first line that is neither blank nor a comment begins a scenario."""
    try:
        with path.open("rb") as file:
            start = file.read(LONGEST_START).decode("utf-8-sig", errors="replace")
    except OSError:
        return False
    lines = (line.strip() for line in start.splitlines())
    first = next((line for line in lines if line and not line.startswith("#")), "")
    return re.match(r'scenario\s*"', first) is not None


@dataclass
class Outcome:
    """What the program printed about a scenario."""

    word: str
    text: list[str] = field(default_factory=list)

    def after(self, start: str) -> str | None:
        lines = (line.strip() for line in self.text)
        return next((line.removeprefix(start) for line in lines if line.startswith(start)), None)


class ScenarioFailed(Exception):
    """A scenario failed; the text is what the program printed."""


class ScenarioFile(pytest.File):
    """A file of scenarios, which are played together."""

    _outcomes: dict[int, Outcome] | ScenarioFailed | None = None

    def collect(self) -> Iterable[ScenarioItem]:
        text = self._text()
        found = [(start.start(1), start[1]) for start in START.finditer(text)]
        # A file without scenarios is a test too, which fails with the reason.
        for at, name in found or [(0, "has no scenario")]:
            name = re.sub(r"\\(.)", lambda escaped: "\n" if escaped[1] == "n" else escaped[1], name)
            yield ScenarioItem.from_parent(self, name=name, line=text.count("\n", 0, at) + 1)

    def outcomes(self) -> dict[int, Outcome]:
        """Returns the outcome of each scenario, by its line."""
        if self._outcomes is None:
            try:
                self._outcomes = self._play()
            except ScenarioFailed as failure:
                self._outcomes = failure  # all scenarios fail with it
        if isinstance(self._outcomes, ScenarioFailed):
            raise self._outcomes
        return self._outcomes

    def _text(self) -> str:
        return self.path.read_text(encoding="utf-8-sig", errors="replace")

    def _play(self) -> dict[int, Outcome]:
        program = setting(self.config, "hwdb") or _program.program()
        if shutil.which(program) is None:
            advice = "install hwdb, or name it with --hwdb PROGRAM"
            raise ScenarioFailed(f"there is no program {program}: {advice}")
        folder = self.config.invocation_params.dir
        with tempfile.TemporaryDirectory(prefix="hwdb-known-") as directory:
            options = []
            for name, (option, _, _) in OPTIONS.items():
                if value := setting(self.config, f"hwdb_{name}"):
                    if name == "known-failures":
                        value = self._known_failures(folder / value, Path(directory)) or value
                    options += [option, value]
            command = [program, "scenario", "run", "--color", "never", *options, "--"]
            command.append(os.path.relpath(self.path, folder))
            # Scenarios are played here, and not by a daemon.
            environment = {key: value for key, value in os.environ.items() if key != "HWDB_SOCKET"}
            run = subprocess.run(
                command, cwd=folder, env=environment, capture_output=True, encoding="utf-8",
                errors="replace",
            )
        outcomes = self._read(run.stdout)
        failed = [outcome for outcome in outcomes.values() if outcome.word == "failed"]
        is_told = any(not outcome.after("known to fail: ") for outcome in failed)
        if run.returncode != 0 and not is_told or not outcomes:
            printed = run.stderr or run.stdout or f"hwdb exited with {run.returncode}"
            raise ScenarioFailed(printed.rstrip())
        return outcomes

    def _read(self, output: str) -> dict[int, Outcome]:
        file = re.escape(self.path.name)
        head = re.compile(rf"^([{''.join(MARKS)}]) .*  \(.*?{file}:(\d+), [a-z-]+\)$")
        outcomes: dict[int, Outcome] = {}
        text: list[str] = []
        for line in output.splitlines():
            if begins := head.match(line):
                outcome = outcomes[int(begins[2])] = Outcome(MARKS[begins[1]])
                text = outcome.text
            elif re.match(r"\d+ passed, \d+ failed", line):
                text = []  # the counts of all scenarios
            text.append(line)
        return outcomes

    def _known_failures(self, known: Path, directory: Path) -> str | None:
        """Writes the list without scenarios of other files, which hwdb would reject as mistakes."""
        try:
            lines = known.read_text(encoding="utf-8").splitlines(keepends=True)
        except (OSError, UnicodeDecodeError):
            return None  # the program reports what is wrong with it
        names = {start[1] for start in START.finditer(self._text())}
        own = [line for line in lines if not (name := NAME.match(line)) or name[1] in names]
        if own == lines:
            return None
        part = directory / known.name
        part.write_text("".join(own), encoding="utf-8")
        return str(part)


class ScenarioItem(pytest.Item):
    """One scenario."""

    def __init__(self, *, line: int, **others: Any) -> None:
        super().__init__(**others)
        self.line = line

    def runtest(self) -> None:
        file = self.getparent(ScenarioFile)
        assert file is not None
        outcome = file.outcomes().get(self.line)
        if outcome is None:
            advice = "run pytest again if the file has changed"
            raise ScenarioFailed(f"no result for line {self.line}: {advice}")
        shown = "\n".join(outcome.text).rstrip()
        if outcome.word == "skipped":
            pytest.skip(outcome.after("skipped: ") or shown)
        if known := outcome.after("known to fail: "):
            pytest.xfail(known)
        if outcome.word == "failed":
            raise ScenarioFailed(shown)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, ScenarioFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.line - 1, self.name
