"""What the client adds to a call beside a bare socket with json, what its import takes, and the collecting of scenarios.

    python3 Clients/python/benchmark.py [FOLDER-OF-EXECUTABLES]

Prints each figure beside its limit, and ends with 1 where one is above it.
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

EXECUTABLES = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).resolve().parents[2] / ".build/release")


def median_us(call: Callable[[], object], count: int = 2000) -> float:
    times = []
    for _ in range(count):
        begun = time.perf_counter_ns()
        call()
        times.append((time.perf_counter_ns() - begun) / 1000)
    return statistics.median(times)


def overhead(folder: str) -> list[tuple[str, float, float, str]]:
    path = os.path.join(folder, "s")
    daemon = subprocess.Popen(
        [str(EXECUTABLES / "hwdbd"), "--socket", path, "--database", os.path.join(folder, "d.sqlite")],
        stderr=subprocess.DEVNULL)
    try:
        while not os.path.exists(path):
            time.sleep(0.01)
        client = hwdb.Client(path, patience=5)
        bare = socket.socket(socket.AF_UNIX)
        bare.connect(path)
        lines = bare.makefile("rb")

        def bare_call(method: str, parameters: dict[str, str]) -> object:
            request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}
            bare.sendall(json.dumps(request).encode() + b"\n")
            return json.loads(lines.readline())["result"]

        question = {"type": "mcq", "question": "Q?", "options": ["a", "b"], "correctIndex": 0}
        identifier = client.homework.add("Fractions", quiz=[question] * 10)["id"]  # type: ignore[list-item]
        pairs = {
            "server.ping": (client.server.ping, lambda: bare_call("server.ping", {})),
            "homework.get": (
                lambda: client.homework.get(identifier), lambda: bare_call("homework.get", {"homeworkId": identifier})),
            "quiz.get": (
                lambda: client.quiz.get(homework_id=identifier), lambda: bare_call("quiz.get", {"homeworkId": identifier})),
        }
        rows: list[tuple[str, float, float, str]] = []
        for name, (ours, theirs) in pairs.items():
            median_us(ours, 200), median_us(theirs, 200)
            # In turns, so that a machine that is busy at times is so for both.
            differences = [median_us(ours, 200) - median_us(theirs, 200) for _ in range(15)]
            rows.append((f"added to {name}", statistics.median(differences), 60, "µs"))
        return rows
    finally:
        daemon.terminate()
        daemon.wait()


def importing() -> tuple[str, float, float, str]:
    script = "import time; t = time.perf_counter(); import hwdb; print(1000 * (time.perf_counter() - t))"
    times = [float(subprocess.check_output([sys.executable, "-c", script])) for _ in range(15)]
    # The best: whatever else the machine does at the time only adds to it.
    return ("import hwdb", min(times), 50, "ms")


def collecting(folder: str) -> tuple[str, float, float, str]:
    scripts = Path(folder) / "scripts"
    scripts.mkdir()
    for file in range(50):
        text = "".join(
            f'scenario "number {file}.{n}"\n  quiz mcq 4\n  start\n' + "  answer correct\n" * 4 + "\n" for n in range(10))
        (scripts / f"file{file}.scenario").write_text(text)
    script = (
        "import sys, time, pytest\n"
        "class Timer:\n"
        "  def pytest_collection(self): self.begun = time.perf_counter()\n"
        "  def pytest_collection_finish(self, session):\n"
        "    assert len(session.items) == 500, len(session.items)\n"
        "    print('seconds', time.perf_counter() - self.begun)\n"
        "pytest.main(['--collect-only', '-q', '-q', '-p', 'no:cacheprovider', sys.argv[1]], plugins=[Timer()])\n")
    times = []
    for _ in range(5):
        output = subprocess.check_output([sys.executable, "-c", script, str(scripts)], text=True)
        times += [float(line.split()[1]) for line in output.splitlines() if line.startswith("seconds")]
    return ("collecting 500 scenarios", statistics.median(times), 0.5, "s")


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        rows = [*overhead(folder), importing(), collecting(folder)]
    for name, value, limit, unit in rows:
        print(f"{name:28} {value:8.3g} {unit:2}  at most {limit:g} {unit}{'' if value <= limit else '   ABOVE'}")
    return 0 if all(value <= limit for _, value, limit, _ in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
