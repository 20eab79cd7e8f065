"""What the client adds to a call over a bare socket, its import, and collecting scenarios.

    python3 Clients/python/benchmark.py [FOLDER-OF-EXECUTABLES]

Prints each figure beside its limit, and exits with 1 if one is above it.
"""

from __future__ import annotations

import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import hwdb

BUILT = Path(__file__).resolve().parents[2] / ".build/release"
EXECUTABLES = Path(sys.argv[1]) if len(sys.argv) > 1 else BUILT


def median_us(call: Callable[[], object]) -> float:
    times = []
    for _ in range(200):
        begun = time.perf_counter_ns()
        call()
        times.append((time.perf_counter_ns() - begun) / 1000)
    return statistics.median(times)


def measure_calls(folder: str) -> list[tuple[str, float, float, str]]:
    path = os.path.join(folder, "s")
    options = ["--socket", path, "--database", os.path.join(folder, "d.sqlite")]
    daemon = subprocess.Popen([EXECUTABLES / "hwdbd", *options], stderr=subprocess.DEVNULL)
    try:
        while not os.path.exists(path):
            time.sleep(0.01)
        client = hwdb.Client(path, patience=5)
        bare = socket.socket(socket.AF_UNIX)
        bare.connect(path)
        lines = bare.makefile("rb")
        question: hwdb.types.QuestionInput = {
            "type": "mcq", "question": "Q?", "options": ["a", "b"], "correctIndex": 0,
        }
        homework = client.homework.add("Fractions", quiz=[question] * 10)["id"]

        def bare_call(method: str) -> object:
            parameters = {} if method == "server.ping" else {"homeworkId": homework}
            request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}
            bare.sendall(json.dumps(request).encode() + b"\n")
            return json.loads(lines.readline())["result"]

        rows: list[tuple[str, float, float, str]] = []
        calls: dict[str, Callable[[], object]] = {
            "server.ping": client.server.ping,
            "homework.get": lambda: client.homework.get(homework),
            "quiz.get": lambda: client.quiz.get(homework_id=homework),
        }
        for name, call in calls.items():
            # In turns, so that other load on the machine is the same for both.
            added = [median_us(call) - median_us(lambda: bare_call(name)) for _ in range(16)]
            rows.append((f"added to {name}", statistics.median(added[1:]), 60, "µs"))
        return rows
    finally:
        daemon.terminate()
        daemon.wait()


def measure_import() -> tuple[str, float, float, str]:
    script = "import time; t = time.perf_counter(); import hwdb; print(time.perf_counter() - t)"
    times = [float(subprocess.check_output([sys.executable, "-c", script])) for _ in range(15)]
    # The best: other load on the machine only adds to it.
    return ("import hwdb", 1000 * min(times), 50, "ms")


def measure_collecting(folder: str) -> tuple[str, float, float, str]:
    scenario = 'scenario "number {}"\n  quiz mcq 4\n  start\n' + "  answer correct\n" * 4 + "\n"
    for file in range(50):
        text = "".join(scenario.format(f"{file}.{number}") for number in range(10))
        Path(folder, f"file{file}.scenario").write_text(text)
    script = """import sys, time, pytest
class Timer:
    def pytest_collection(self): self.begun = time.perf_counter()
    def pytest_collection_finish(self, session):
        assert len(session.items) == 500, len(session.items)
        print("seconds", time.perf_counter() - self.begun)
pytest.main(["--collect-only", "-qq", "-p", "no:cacheprovider", sys.argv[1]], plugins=[Timer()])
"""
    times = []
    for _ in range(5):
        output = subprocess.check_output([sys.executable, "-c", script, folder], text=True)
        times += [float(line.split()[1]) for line in output.splitlines() if "seconds" in line]
    return ("collecting 500 scenarios", statistics.median(times), 0.5, "s")


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        rows = [*measure_calls(folder), measure_import(), measure_collecting(folder)]
    for name, value, limit, unit in rows:
        mark = "" if value <= limit else "   ABOVE"
        print(f"{name:28} {value:8.3g} {unit:2}  at most {limit:g} {unit}{mark}")
    return 0 if all(value <= limit for _, value, limit, _ in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
