"""Runs the first example of the client's page, and compares generated code with the protocol."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import EXECUTABLES, ROOT, Daemon

CLIENTS = ROOT / "Clients"


def first_example() -> str:
    found = re.search(r"\A# .*\n\n```python\n(.*?)```", (CLIENTS / "python/README.md").read_text(), re.DOTALL)
    assert found is not None, "the page does not begin with lines of Python"
    return found[1]


def test_the_python_page_runs(daemon: Daemon) -> None:
    assert len([line for line in first_example().splitlines() if line]) <= 10
    run = subprocess.run(
        [sys.executable, "-c", first_example()], capture_output=True, text=True,
        env={**os.environ, "HWDB_SOCKET": daemon.socket})
    assert (run.stdout, run.stderr) == ("1 0\n", "")


def test_the_python_page_passes_mypy(tmp_path: Path) -> None:
    (tmp_path / "example.py").write_text(first_example())
    for options in ([], ["--strict"]):
        run = subprocess.run(
            [sys.executable, "-m", "mypy", "--config-file=", *options, "example.py"], cwd=tmp_path,
            capture_output=True, text=True)
        assert run.returncode == 0, run.stdout


@pytest.mark.parametrize("on_path", [True, False])
def test_the_package_runs_the_program_as_a_module(tmp_path: Path, on_path: bool) -> None:
    environment = {key: value for key, value in os.environ.items() if key != "HWDB"}
    place = {"PATH": str(EXECUTABLES)} if on_path else {"HWDB": str(EXECUTABLES / "hwdb")}

    def module(*words: str, **place: str) -> tuple[int, str, str]:
        run = subprocess.run(
            [sys.executable, "-m", "hwdb", *words], env={**environment, **place}, capture_output=True, text=True)
        return run.returncode, run.stdout, run.stderr

    program = subprocess.run([EXECUTABLES / "hwdb", "--version"], capture_output=True, text=True).stdout
    assert module("--version", **place) == (0, program, "")
    assert module("no-such-command", **place)[0] == 2
    assert module("--version", HWDB="/missing") == (
        1, "", "/missing: No such file or directory: install the wheel, which has it, or set $HWDB\n")


def test_generated_code_matches_the_protocol() -> None:
    run = subprocess.run(
        [sys.executable, CLIENTS / "generate", "--check", EXECUTABLES / "hwdbd"], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout[-3000:] + run.stderr


def test_pip_installs_the_whole_package(tmp_path: Path) -> None:
    target = tmp_path / "installed"
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--target", target,
         CLIENTS / "python"], check=True)
    modules = {path.name for path in (CLIENTS / "python/src/hwdb").glob("*.py")} | {"py.typed"}
    assert modules <= {path.name for path in (target / "hwdb").iterdir()}
    entries = "".join(path.read_text() for path in target.glob("hwdb-*.dist-info/entry_points.txt"))
    assert "hwdb.pytest_plugin" in entries
    [metadata] = [path.read_text() for path in target.glob("hwdb-*.dist-info/METADATA")]
    assert "\nClassifier: Framework :: Pytest\n" in metadata
    run = [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(target)!r}); import hwdb; print(hwdb.__file__)"]
    assert subprocess.check_output(run, text=True).startswith(str(target))


def test_the_python_client_passes_mypy() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "src/hwdb", "tests", "benchmark.py"], cwd=CLIENTS / "python", capture_output=True,
        text=True)
    assert run.returncode == 0, run.stdout
