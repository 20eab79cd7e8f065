"""Missing, older, newer, restarting and foreign daemons, and other servers: each error says what to do."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import hwdb
import pytest
from conftest import Daemon

Pretend = Callable[[Callable[[dict[str, Any]], Any]], str]
HOMEWORK = {
    "id": "i", "title": "T", "collections": [], "createdAt": "2026-11-20T10:30:00.000Z", "generation": {"state": "none"},
    "questionCount": 0, "progress": {"completionPercentage": 0, "totalAttempts": 0},
}


def versioned(version: str, reply: dict[str, Any]) -> Callable[[dict[str, Any]], Any]:
    info = {"result": {"name": "hwdb", "version": version, "database": "d", "pid": 1, "limits": {}}}
    return lambda request: info if request["method"] == "server.info" else reply


def both_ways(path: str, expected: type[Exception], match: str) -> None:
    """Expects the same error from the blocking and the asynchronous client."""
    with pytest.raises(expected, match=match):
        with hwdb.Client(path, patience=0.2) as client:
            client.homework.get("i")

    async def ask() -> None:
        async with hwdb.AsyncClient(path, patience=0.2) as client:
            await client.homework.get("i")

    with pytest.raises(expected, match=match):
        asyncio.run(ask())


def test_no_daemon_is_running(tmp_path: Path) -> None:
    both_ways(str(tmp_path / "none"), hwdb.UnreachableError, "start one with hwdb daemon start")


def test_a_dead_daemon_left_its_socket(daemon: Daemon) -> None:
    daemon.kill()
    both_ways(daemon.socket, hwdb.UnreachableError, "has ended.*start it again")


def test_the_path_is_too_long(tmp_path: Path) -> None:
    both_ways(str(tmp_path / ("x" * 200)), hwdb.UnreachableError, "bytes, but at most 107 are allowed")


def test_the_daemon_belongs_to_another_user(daemon: Daemon) -> None:
    script = (
        "import sys, hwdb\n"
        "try: hwdb.Client(sys.argv[1])\n"
        "except hwdb.UnreachableError as error: print(error)\n")
    if os.getuid() == 0:
        # The user nobody cannot reach root's private files.
        os.chmod(daemon.folder, 0o700)
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            os.dup2(write, 1)
            os.setuid(65534)
            try:
                hwdb.Client(daemon.socket)
            except hwdb.UnreachableError as error:
                os.write(1, str(error).encode())
            os._exit(0)
        os.close(write)
        os.waitpid(child, 0)
        said = os.read(read, 10_000).decode()
        os.close(read)
    else:
        os.chmod(daemon.socket, 0)
        said = subprocess.run([sys.executable, "-c", script, daemon.socket], capture_output=True, text=True).stdout
        os.chmod(daemon.socket, 0o600)
    assert "is another user's: start your own with hwdb daemon start" in said


def test_the_daemon_dies_and_does_not_return(daemon: Daemon) -> None:
    with hwdb.Client(daemon.socket, patience=0.2) as client:
        client.server.ping()
        daemon.kill()
        with pytest.raises(hwdb.UnreachableError, match="did not come back within 0.2 s"):
            client.server.ping()


def test_the_daemon_restarts_after_a_kill(daemon: Daemon) -> None:
    with hwdb.Client(daemon.socket) as client:
        client.homework.add("before")
        daemon.kill()
        threading.Timer(0.3, daemon.start).start()
        client.homework.add("after")
        assert [item["title"] for item in client.homework.list()["items"]] == ["after", "before"]


def test_the_daemon_stops_cleanly_and_restarts(daemon: Daemon) -> None:
    with hwdb.Client(daemon.socket) as client:
        daemon.stop()
        threading.Timer(0.1, daemon.start).start()
        client.homework.add("after")


def test_the_daemon_closes_each_connection_before_it_answers(pretend: Pretend) -> None:
    begun = time.monotonic()
    both_ways(pretend(lambda request: None), hwdb.UnreachableError, "did not come back within 0.2 s")
    assert time.monotonic() - begun < 20


def test_an_older_daemon_lacks_a_method(pretend: Pretend) -> None:
    error = {"code": -32601, "message": "there is no such method", "data": {"name": "methodNotFound"}}
    path = pretend(versioned("0.0.9", {"error": error}))
    both_ways(path, hwdb.MethodNotFoundError, "homework.get: .*the daemon is 0.0.9.*install the newer hwdb")


def test_an_older_daemon_lacks_a_parameter(pretend: Pretend) -> None:
    error = {"code": -32602, "message": "due: is not known here", "data": {"name": "invalidParams", "faults": []}}
    both_ways(pretend(versioned("0.0.9", {"error": error})), hwdb.InvalidParamsError, "install the newer hwdb")


def test_an_older_daemon_omits_a_member(pretend: Pretend) -> None:
    older = {key: value for key, value in HOMEWORK.items() if key != "generation"}
    path = pretend(versioned("0.0.9", {"result": older}))
    both_ways(path, hwdb.UnknownShapeError, "homework.get cannot be read: generation is missing; the daemon is 0.0.9")


def test_a_newer_daemon_adds_members_and_words(pretend: Pretend) -> None:
    newer = {**HOMEWORK, "mood": "good", "generation": {"state": "thinking"}}
    with hwdb.Client(pretend(versioned("9.0.0", {"result": newer}))) as client:
        assert client.homework.get("i")["generation"]["state"] == "thinking"  # type: ignore[comparison-overlap]


def test_a_newer_daemon_changes_a_type(pretend: Pretend) -> None:
    newer = {**HOMEWORK, "progress": {"completionPercentage": "all", "totalAttempts": 0}}
    both_ways(
        pretend(versioned("9.0.0", {"result": newer})), hwdb.UnknownShapeError,
        r"progress.completionPercentage is a string, not a whole number; the daemon is 9.0.0.*install the newer client")


def test_an_error_without_a_readable_name_is_a_refusal(pretend: Pretend) -> None:
    path = pretend(lambda request: {"error": {"code": -32099, "message": "no", "data": {"name": [1]}}})
    both_ways(path, hwdb.RefusedError, "^no$")


def test_a_newer_daemon_adds_an_error(pretend: Pretend) -> None:
    error = {"code": -32099, "message": "the moon is full", "data": {"name": "moonFull", "phase": 1}}
    with hwdb.Client(pretend(versioned("9.0.0", {"error": error}))) as client:
        with pytest.raises(hwdb.RefusedError, match="the moon is full") as refused:
            client.homework.get("i")
        assert (refused.value.code, refused.value.data) == (-32099, {"phase": 1})


@pytest.mark.parametrize("reply", [{}, {"error": {}}, {"error": "no"}, {"error": {"code": "x", "message": "m"}}])
def test_a_reply_is_neither_result_nor_error(pretend: Pretend, reply: Any) -> None:
    both_ways(pretend(lambda request: reply), hwdb.UnknownShapeError, "neither a result nor an error.*socket of hwdbd")


@pytest.mark.parametrize("line", [b"HTTP/1.1 400 Bad Request\r\n", b"\xff\xfe\n", b"7\n", b"null\n", b"\n"])
def test_the_server_is_not_a_daemon(pretend: Pretend, line: bytes) -> None:
    both_ways(pretend(lambda request: line), hwdb.UnknownShapeError, "is it hwdbd that listens there")


@pytest.mark.parametrize("junk", [[], [1], [{"id": 99}], {"id": 99, "result": 1}, {"id": None}, {"method": "x"}])
def test_unexpected_messages_are_ignored(pretend: Pretend, junk: Any) -> None:
    def answer(request: dict[str, Any]) -> bytes:
        reply = {"id": request["id"], "result": {}}
        return json.dumps(junk).encode() + b"\n" + json.dumps(reply).encode() + b"\n"

    with hwdb.Client(pretend(answer)) as client:
        client.server.ping()


def test_an_overlong_line_is_refused_and_not_resent(daemon: Daemon) -> None:
    with hwdb.Client(daemon.socket) as client:
        with pytest.raises(hwdb.TooLargeError):
            client.homework.add("T", text="x" * 2_000_000)
        client.homework.add("small")
        assert len(client.homework.list()["items"]) == 1


def test_values_that_are_not_json_are_rejected_before_sending(daemon: Daemon) -> None:
    with hwdb.Client(daemon.socket) as client:
        with pytest.raises(ValueError):
            client.review.due(retention=float("nan"))
        with pytest.raises(TypeError):
            client.homework.add(object())  # type: ignore[arg-type]
        client.server.ping()


def test_followers_are_informed_that_history_is_gone(pretend: Pretend) -> None:
    error = {"code": -32009, "message": "gone", "data": {"name": "historyGone", "oldestSequence": 7}}
    with hwdb.Client(pretend(lambda request: {"error": error})) as client:
        with pytest.raises(hwdb.HistoryGoneError) as gone:
            next(client.events(since=1))
        assert gone.value.data["oldestSequence"] == 7
