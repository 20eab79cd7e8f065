"""A separate daemon for each test, and stand-ins for daemons of other versions."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import hwdb
import pytest

pytest_plugins = ["pytester"]

ROOT = Path(__file__).resolve().parents[3]
EXECUTABLES = Path(os.environ.get("HWDB_EXECUTABLES") or ROOT / ".build/release")
QUIZ: Any = [
    {"type": "mcq", "question": f"Question {n}?", "options": ["right", "wrong"], "correctIndex": 0} for n in range(10)
]


class Daemon:
    """hwdbd, started as by a user, and killed as no user should."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.socket = str(folder / "s")
        self.process = self.start()

    def start(self) -> subprocess.Popen[bytes]:
        self.process = subprocess.Popen(
            [str(EXECUTABLES / "hwdbd"), "--socket", self.socket, "--database", str(self.folder / "d.sqlite")],
            stderr=open(self.folder / "log", "ab"))
        return self.process

    def wait_until_it_answers(self) -> None:
        deadline = time.monotonic() + 30
        while True:
            with socket.socket(socket.AF_UNIX) as attempt:
                try:
                    return attempt.connect(self.socket)
                except OSError:
                    assert self.process.poll() is None and time.monotonic() < deadline, (self.folder / "log").read_text()
            time.sleep(0.002)

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        self.process.terminate()
        assert self.process.wait(30) == 0


@pytest.fixture
def daemon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daemon]:
    made = Daemon(tmp_path_factory.mktemp("d"))
    made.wait_until_it_answers()
    yield made
    if made.process.poll() is None:
        made.stop()


@pytest.fixture
def client(daemon: Daemon) -> Iterator[hwdb.Client]:
    with hwdb.Client(daemon.socket) as client:
        yield client


@pytest.fixture
def pretend(tmp_path: Path) -> Iterator[Callable[[Callable[[dict[str, Any]], Any]], str]]:
    """A server that answers each request with a function's result: an object, bytes, or nothing."""
    listeners: list[socket.socket] = []

    def begin(answer: Callable[[dict[str, Any]], Any]) -> str:
        path = str(tmp_path / f"pretended{len(listeners)}")
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(path)
        listener.listen()
        listeners.append(listener)

        def serve(connection: socket.socket) -> None:
            with connection, connection.makefile("rwb") as lines:
                for line in lines:
                    request = json.loads(line)
                    reply = answer(request)
                    if reply is None:
                        return
                    if not isinstance(reply, bytes):
                        reply = json.dumps({"jsonrpc": "2.0", "id": request["id"], **reply}).encode() + b"\n"
                    lines.write(reply)
                    lines.flush()

        def accept() -> None:
            while True:
                try:
                    connection, _ = listener.accept()
                except OSError:
                    return
                threading.Thread(target=serve, args=(connection,), daemon=True).start()

        threading.Thread(target=accept, daemon=True).start()
        return path

    yield begin
    for listener in listeners:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
