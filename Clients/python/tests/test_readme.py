"""Runs the first example of each client's page, and compares generated code with the protocol."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import EXECUTABLES, ROOT, Daemon

CLIENTS = ROOT / "Clients"


def first_lines(page: Path, language: str) -> str:
    found = re.search(rf"\A# .*\n\n```{language}\n(.*?)```", page.read_text(), re.DOTALL)
    assert found is not None, f"{page} does not begin with lines of {language}"
    assert len([line for line in found[1].splitlines() if line]) <= 10
    return found[1]


def test_the_python_page_runs(daemon: Daemon) -> None:
    run = subprocess.run(
        [sys.executable, "-c", first_lines(CLIENTS / "python/README.md", "python")], capture_output=True, text=True,
        env={**os.environ, "HWDB_SOCKET": daemon.socket})
    assert (run.stdout, run.stderr) == ("1 0\n", "")


def test_the_typescript_page_runs(daemon: Daemon, tmp_path: Path) -> None:
    source = first_lines(CLIENTS / "typescript/README.md", "typescript")
    # As installed by a user: a program with the package beside it.
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules/hwdb").symlink_to(CLIENTS / "typescript")
    (tmp_path / "package.json").write_text('{"type":"module"}')
    (tmp_path / "play.ts").write_text(source)
    (tmp_path / "console.d.ts").write_text("declare const console: { log(...values: unknown[]): void };")
    options = {"strict": True, "target": "es2022", "module": "es2022", "moduleResolution": "node", "types": []}
    (tmp_path / "tsconfig.json").write_text(json.dumps({"compilerOptions": {**options, "lib": ["es2022"]}}))
    compiled = subprocess.run(["tsc", "--project", tmp_path], capture_output=True, text=True)
    assert compiled.returncode == 0, compiled.stdout
    run = subprocess.run(
        ["node", "play.js"], cwd=tmp_path, capture_output=True, text=True,
        env={**os.environ, "HWDB_SOCKET": daemon.socket})
    assert (run.stdout, run.stderr) == ("1 0\n", "")


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
    run = [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(target)!r}); import hwdb; print(hwdb.__file__)"]
    assert subprocess.check_output(run, text=True).startswith(str(target))


def test_the_python_client_passes_mypy() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "src/hwdb", "tests", "benchmark.py"], cwd=CLIENTS / "python", capture_output=True,
        text=True)
    assert run.returncode == 0, run.stdout


def test_prometheus_can_parse_the_figures(daemon: Daemon) -> None:
    parser = pytest.importorskip("prometheus_client.parser")
    import hwdb

    with hwdb.Client(daemon.socket) as client:
        client.homework.add("one")
        with pytest.raises(hwdb.NotFoundError):
            client.homework.get("none")
        text = subprocess.run(
            [EXECUTABLES / "hwdb", "daemon", "stats", "--format", "prometheus", "--socket", daemon.socket],
            capture_output=True, text=True, check=True).stdout
    families = {family.name: family for family in parser.text_string_to_metric_families(text)}
    # Each has a type, a description, and a conventional unit.
    for name, family in families.items():
        assert name.startswith("hwdb_") and family.documentation and family.type in ("counter", "gauge", "summary")
        assert not re.search(r"_(ms|milliseconds|mib|percent)$", name)
        for sample in family.samples:
            assert family.type != "counter" or sample.name.endswith("_total")
    calls = families["hwdb_call_duration_seconds"]
    added = {
        (sample.name, sample.labels.get("quantile")): sample.value for sample in calls.samples
        if sample.labels["method"] == "homework.add"
    }
    assert added["hwdb_call_duration_seconds_count", None] == 1
    assert 0 < added["hwdb_call_duration_seconds_sum", None] < 60
    assert set(quantile for _, quantile in added) == {None, "0.5", "0.99"}
    errors = {sample.labels["method"]: sample.value for sample in families["hwdb_call_errors"].samples}
    assert errors["homework.get"] == 1 and errors["homework.add"] == 0
    assert families["hwdb_writes"].samples[0].value == 1
    assert families["hwdb_build_info"].samples[0].labels["version"] == hwdb.__version__
