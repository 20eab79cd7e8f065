"""Scenarios as tests of pytest: each `scenario` of a `*.scenario` file is an item, with its name and line.

    pytest --hwdb=.build/release/hwdb --scenario-app "python3 my_app.py" tests/scenarios

Names are read here, which takes no program; a file is played by one `hwdb scenario run`, when its first item is. With
pytest-xdist, `--dist loadfile` plays each file once; other ways of sharing play it once a worker.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

#: The options, with what `hwdb scenario run` calls them, and what they mean.
OPTIONS = {
    "app": ("--app", "COMMAND", "test this program instead of the built-in session"),
    "like": ("--like", "PROFILE", "compare every cue and state of that program with this design"),
    "timeout": ("--app-timeout", "MS", "how long that program may take to answer; 5000 unless given"),
    "mode": ("--mode", "MODE", "how to kill: simulated (unless given), process or power-loss"),
    "seed": ("--seed", "N", "the seed of the particles, instead of the script's own"),
    "known-failures": ("--known-failures", "FILE", "names of scenarios that may fail, with their messages"),
}
START = re.compile(r'^[ \t]*scenario[ \t]+"((?:[^"\\]|\\.)*)"', re.MULTILINE)
NAME = re.compile(r'^"((?:[^"\\]|\\.)*)": ')
MARKS = {"✓": "passed", "✗": "failed", "!": "failed", "–": "skipped"}


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("hwdb", "scenarios of hwdb")
    group.addoption("--hwdb", metavar="PROGRAM", help="the program that plays scenarios; $HWDB or hwdb unless given")
    parser.addini("hwdb", "the program that plays scenarios")
    for name, (_, value, about) in OPTIONS.items():
        group.addoption(f"--scenario-{name}", metavar=value, help=about)
        parser.addini(f"scenario_{name.replace('-', '_')}", about)


def pytest_configure(config: pytest.Config) -> None:
    """Refuses once, and not for each file, what no program can be asked."""
    app, mode = setting(config, "scenario_app"), setting(config, "scenario_mode")
    if app and mode:
        raise pytest.UsageError("--scenario-mode is for the built-in session: leave it out, or --scenario-app")
    for name in () if app else ("like", "timeout"):
        if setting(config, f"scenario_{name}"):
            raise pytest.UsageError(f"--scenario-{name} is for a program of yours: add --scenario-app COMMAND")


def setting(config: pytest.Config, name: str) -> str | None:
    """Returns an option, or the setting of its name."""
    option: str | None = config.getoption(name, None)
    return option or config.getini(name) or None


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> ScenarioFile | None:
    if file_path.suffix == ".scenario":
        file: ScenarioFile = ScenarioFile.from_parent(parent, path=file_path)
        return file
    return None


@dataclass
class Outcome:
    """What the program said of a scenario."""

    word: str
    text: list[str] = field(default_factory=list)

    def after(self, start: str) -> str | None:
        return next((line.strip().removeprefix(start) for line in self.text if line.strip().startswith(start)), None)


class ScenarioFailed(Exception):
    """A scenario did not hold; its text is what the program shows."""


class ScenarioFile(pytest.File):
    """A file of scenarios, played at once."""

    _outcomes: dict[int, Outcome] | ScenarioFailed | None = None

    def collect(self) -> Iterable[ScenarioItem]:
        text = self.path.read_text(encoding="utf-8", errors="replace")
        found = [(text.count("\n", 0, start.start(1)) + 1, start[1]) for start in START.finditer(text)]
        # One that cannot be read is a test too, which says why.
        for line, name in found or [(1, "has no scenario")]:
            name = re.sub(r"\\(.)", lambda escaped: "\n" if escaped[1] == "n" else escaped[1], name)
            yield ScenarioItem.from_parent(self, name=name, line=line)

    def outcomes(self) -> dict[int, Outcome]:
        """What became of each scenario, by its line."""
        if self._outcomes is None:
            try:
                self._outcomes = self._play()
            except ScenarioFailed as failure:
                self._outcomes = failure  # of all of them, and found once
        if isinstance(self._outcomes, ScenarioFailed):
            raise self._outcomes
        return self._outcomes

    def _play(self) -> dict[int, Outcome]:
        beside = Path(sys.executable).with_name("hwdb")  # of the wheel, also where its environment is not activated
        program = setting(self.config, "hwdb") or os.environ.get("HWDB") or (str(beside) if beside.exists() else "hwdb")
        if shutil.which(program) is None:
            raise ScenarioFailed(f"there is no program {program}: install hwdb, or name it with --hwdb PROGRAM")
        options = [
            part for name, (option, _, _) in OPTIONS.items() if (value := setting(self.config, f"scenario_{name.replace('-', '_')}"))
            for part in (option, value)
        ]
        # A socket is another's business: scenarios are played here.
        environment = {key: value for key, value in os.environ.items() if key != "HWDB_SOCKET"}
        invocation = self.config.invocation_params.dir
        path = os.path.relpath(self.path, invocation)
        with tempfile.TemporaryDirectory(prefix="hwdb-known-") as directory:
            if known := setting(self.config, "scenario_known_failures"):
                part = self._known_failures(invocation, known, Path(directory))
                options[options.index("--known-failures") + 1] = part
            run = subprocess.run(
                [program, "scenario", "run", "--color", "never", *options, "--", path], cwd=invocation, env=environment,
                capture_output=True, text=True, errors="replace")
        outcomes: dict[int, Outcome] = {}
        head = re.compile(rf"^([{''.join(MARKS)}]) .*  \(.*?{re.escape(self.path.name)}:(\d+), [a-z-]+\)$")
        rest: list[str] = []
        for line in run.stdout.splitlines():
            if begins := head.match(line):
                outcomes[int(begins[2])] = Outcome(MARKS[begins[1]])
                rest = outcomes[int(begins[2])].text
            elif re.match(r"\d+ passed, \d+ failed", line):
                rest = []  # the counts of all of them
            rest.append(line)
        failed = any(outcome.word == "failed" and not outcome.after("known to fail: ") for outcome in outcomes.values())
        if run.returncode != 0 and not failed or not outcomes:
            raise ScenarioFailed((run.stderr or run.stdout or f"hwdb ended with {run.returncode}").rstrip())
        return outcomes


    def _known_failures(self, invocation: Path, known: str, directory: Path) -> str:
        """The list without what stands in other files, which would be a mistake where this one is played alone."""
        try:
            lines = (invocation / known).read_text(encoding="utf-8").splitlines(keepends=True)
        except (OSError, UnicodeDecodeError):
            return known  # The program says what is wrong with it.
        text = self.path.read_text(encoding="utf-8", errors="replace")
        names = {start[1] for start in START.finditer(text)}
        own = [line for line in lines if not (name := NAME.match(line)) or name[1] in names]
        if own == lines:
            return known
        part = directory / Path(known).name
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
            raise ScenarioFailed(f"hwdb said nothing of line {self.line}: is the file as it was when it was collected?")
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
