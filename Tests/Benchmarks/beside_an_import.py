"""What an import costs those beside it, and they it: `python3 Tests/Benchmarks/beside_an_import.py FOLDER`.

FOLDER holds hwdb and hwdbd, such as .build/static. Only the standard library is needed. It prints rows of a table.
"""

import json
import os
import resource
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path


def gift(count: int) -> str:
    """As real files have it: mostly single choice of four, some short answers, matching and text with tags."""
    blocks = []
    for index in range(count):
        kind = index % 20
        if kind < 14:
            blocks.append(
                f"::Question {index}:: Which of these numbers is the one that was asked for here, the {index}th? {{\n"
                f"  ~{index + 1} # not this one\n  ={index}\n  ~{index + 2}\n  ~none of them \\: all are wrong\n}}\n\n")
        elif kind < 17:
            blocks.append(f"The capital of country {index} is {{=Paris =paris =City of {index}}} as everybody knows.\n\n")
        elif kind == 17:
            blocks.append(f"Match them, number {index}. {{\n =one -> 1\n =two -> 2\n =three -> {index}\n}}\n\n")
        elif kind == 18:
            blocks.append(f"[html]<p>Is <b>{index}</b> &gt; {index - 1}?</p> {{T#no#yes}}\n\n")
        else:
            blocks.append(f"// a comment\n{index} is even. {{F}}\n\n")
    return "".join(blocks)


class Connection:
    def __init__(self, path: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.lines = self.socket.makefile("rb")

    def call(self, method: str, **params: object) -> dict:
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        self.socket.sendall(json.dumps(request).encode() + b"\n")
        reply = json.loads(self.lines.readline())
        if "error" in reply:
            raise RuntimeError(reply["error"]["message"])
        return reply["result"]


def share(times: list, part: float) -> str:
    times = sorted(times)
    return f"{times[min(len(times) - 1, int(len(times) * part))] * 1000:.1f} ms"


def row(what: str, measured: str, goal: str = "") -> None:
    print(f"| {what} | {measured} | {goal} |", flush=True)


class Daemon:
    def __init__(self, programs: Path, directory: Path, name: str) -> None:
        self.path = str(directory / f"{name}.socket")
        self.process = subprocess.Popen(
            [programs / "hwdbd", "--socket", self.path, "--database", directory / f"{name}.sqlite"],
            stderr=subprocess.DEVNULL)
        while not os.path.exists(self.path):
            time.sleep(0.01)

    def __enter__(self) -> "Daemon":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait()


def in_daemon(programs: Path, directory: Path, file: Path, name: str, workers: int, method: str) -> tuple:
    """Seconds of the import, and those of each call beside it."""
    with Daemon(programs, directory, name) as daemon:
        there = Connection(daemon.path).call("homework.add", title="there")
        params = {"homeworkId": there["id"]} if method == "homework.get" else {"title": "beside"}
        is_over, times = threading.Event(), []

        def ask() -> None:
            connection, mine = Connection(daemon.path), []
            while not is_over.is_set():
                beginning = time.monotonic()
                connection.call(method, **params)
                mine.append(time.monotonic() - beginning)
            times.extend(mine)

        threads = [threading.Thread(target=ask) for _ in range(workers)]
        for thread in threads:
            thread.start()
        beginning = time.monotonic()
        Connection(daemon.path).call("quiz.import", path=str(file))
        seconds = time.monotonic() - beginning
        is_over.set()
        for thread in threads:
            thread.join()
        return seconds, times


def main() -> None:
    programs = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as place:
        directory = Path(place)
        large = directory / "large.gift"
        large.write_text(gift(317_000))
        megabytes = large.stat().st_size / 1e6
        beginning = time.monotonic()
        database = directory / "alone.sqlite"
        subprocess.run(
            [programs / "hwdb", "import", large, "--database", database], stdout=subprocess.DEVNULL, check=True)
        seconds = time.monotonic() - beginning
        memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        row(f"{megabytes:.0f} MB of GIFT imported, nothing beside", f"{seconds:.1f} s")
        row("memory of that at its most", f"{memory:.0f} MiB", "≤ 200")

        # Another program that writes to the same file, again and again.
        database = directory / "beside.sqlite"
        add = [programs / "hwdb", "add", "beside", "--database", database]
        subprocess.run(add, stdout=subprocess.DEVNULL, check=True)
        beginning = time.monotonic()
        importing = subprocess.Popen(
            [programs / "hwdb", "import", large, "--database", database], stdout=subprocess.DEVNULL)
        waits = []
        while importing.poll() is None:
            begun = time.monotonic()
            subprocess.run(add, stdout=subprocess.DEVNULL, check=True)
            waits.append(time.monotonic() - begun)
        row("the same while another program writes", f"{time.monotonic() - beginning:.1f} s")
        row("`hwdb add` meanwhile, median and longest", f"{share(waits, 0.5)}, {share(waits, 1)}")

        file = directory / "bulk.gift"
        file.write_text("".join(f"::q{i}:: What is {i} and 1? {{={i + 1} ~{i}}}\n\n" for i in range(100_000)))
        alone, _ = in_daemon(programs, directory, file, "none", 0, "homework.get")
        row("100,000 questions imported by a daemon, nothing beside", f"{alone:.2f} s")
        for workers, method in [(8, "homework.get"), (1, "homework.add")]:
            seconds, times = in_daemon(programs, directory, file, method, workers, method)
            row(
                f"the same while {workers} client{'s' if workers > 1 else ''} call {method}",
                f"{seconds:.2f} s, {seconds / alone:.2f} of that", "≤ 2" if workers > 1 else "")
            row(
                f"{method} meanwhile, p99 and longest of {len(times)}", f"{share(times, 0.99)}, {share(times, 1)}",
                "p99 ≤ 5 ms" if workers > 1 else "")


if __name__ == "__main__":
    main()
