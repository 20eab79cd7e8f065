"""What the blocking and the asynchronous client share: questions and answers, errors, and where a daemon is."""

from __future__ import annotations

import json
import os
import time

from .errors import (
    BY_NAME,
    VERSION,
    HwdbError,
    InvalidParamsError,
    MethodNotFoundError,
    RefusedError,
    SessionEndedError,
    UnknownShapeError,
    UnreachableError,
)

TYPE_CHECKING = False  # as in typing, whose import takes longer than that of all the rest
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Protocol

    class Question(Protocol):
        """A line on its way. Exactly one reply or failure finishes it."""

        line: bytes
        method: str
        is_done: bool

        def finish(self, reply: Any, failure: HwdbError | None = None) -> None: ...

#: What two of different versions say to each other.
OF_VERSIONS = (InvalidParamsError, MethodNotFoundError, UnknownShapeError)

encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False, check_circular=False).encode
decode = json.loads

#: Seconds between two tries to connect: trying costs next to nothing, and a daemon may be there for a short while only.
LONGEST_PAUSE = 0.1

#: Bytes of a path in `sockaddr_un`, its terminating NUL excluded.
LONGEST_PATH = 107


def socket_path(given: str | os.PathLike[str] | None) -> str:
    """The socket that is meant: the one given, else `$HWDB_SOCKET`, else the user's own."""
    if given is not None:
        path = os.fspath(given)
    else:
        runtime = os.environ.get("XDG_RUNTIME_DIR") or f"/run/user/{os.getuid()}"
        path = os.environ.get("HWDB_SOCKET") or os.path.join(runtime, "hwdb", "hwdb.sock")
    length = len(os.fsencode(path))
    if length > LONGEST_PATH:
        raise UnreachableError(
            f"the socket path {path} has {length} bytes, but at most {LONGEST_PATH} are allowed: give a shorter one")
    return path


def unreachable(path: str, error: OSError) -> UnreachableError:
    """Why there is no connection, and what to do."""
    match error:
        case PermissionError():
            why = f"the daemon at {path} is another user's: start your own with hwdb daemon start"
        case FileNotFoundError():
            why = f"no daemon at {path}: start one with hwdb daemon start, or name the socket of one that runs"
        case ConnectionRefusedError():
            why = f"the daemon at {path} has ended, and its socket is left: start it again with hwdb daemon start"
        case _:
            why = f"no daemon at {path} ({error.strerror or error}): start one with hwdb daemon start"
    return UnreachableError(why)


def lost(path: str, patience: float) -> UnreachableError:
    return UnreachableError(
        f"the daemon at {path} went away and did not come back within {patience:g} s: start it again with hwdb "
        "daemon start, and see its log; a write that was on its way may have happened")


def session_ended() -> SessionEndedError:
    return SessionEndedError(
        "the connection was lost, and the session ended with it: open another one on the attempt; its report says what "
        "is not shown again, and its questionIndex whether the last answer was saved")


def closed() -> UnreachableError:
    return UnreachableError("this client is closed: make another one")


def request(number: int, method: str, parameters: dict[str, Any]) -> str:
    """A request, whose parameters have what was given; a write has a request id."""
    given = {key: value for key, value in parameters.items() if value is not None}
    if "requestId" in parameters and "requestId" not in given:
        given["requestId"] = request_id()
    return f'{{"jsonrpc":"2.0","id":{number},"method":"{method}","params":{encode(given)}}}'


def request_id() -> str:
    """A UUID of version 4, without the module that asks for the machine's network cards."""
    digits = os.urandom(16).hex()
    return f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-a{digits[17:20]}-{digits[20:]}"


def version_in(reply: Any) -> Any:
    """The daemon's version, in what answers `server.info`; false where it says none."""
    answer = reply.get("result") if isinstance(reply, dict) else None
    return answer.get("version", False) if isinstance(answer, dict) else False


def result(method: str, reply: Any, daemon: Any = None) -> Any:
    """What a reply gives, or the error that it is.

    :param daemon: its version, where that was asked for.
    """
    if type(reply) is dict and "result" in reply:
        value = reply["result"]
        from . import _check  # with the shapes of all results: with the first call, not with the import

        check = _check.of_result(method)
        if check is not None:
            try:
                check(value)
            except _check.Mismatch as fault:
                raise unknown_shape(f"{fault.path or 'the result'} {fault.found}", method, daemon) from None
        return None if check is _check.NOTHING else value
    error = reply.get("error") if type(reply) is dict else None
    if type(error) is not dict or type(error.get("code")) is not int or type(error.get("message")) is not str:
        raise unknown_shape("it has neither a result nor an error", method, daemon)
    raise refused(method, error, daemon)


def refused(method: str, error: dict[str, Any], daemon: Any = None) -> RefusedError:
    given = error.get("data")
    data: dict[str, Any] = given if isinstance(given, dict) else {}
    kind = BY_NAME.get(data.get("name", ""), RefusedError)
    message = error["message"]
    if daemon is not None and (kind is MethodNotFoundError or daemon != VERSION):
        message = f"{method}: {message}; {compared(daemon)}"
    return kind(message, {key: value for key, value in data.items() if key != "name"}, error["code"])


def unknown_shape(found: str, method: str, daemon: Any = None) -> UnknownShapeError:
    about = compared(daemon) if daemon is not None else "is it hwdbd that listens there?"
    return UnknownShapeError(f"the answer to {method} cannot be read: {found}; {about}")


def compared(daemon: Any) -> str:
    """What to do where a daemon and this client do not understand each other."""
    if not isinstance(daemon, str):
        return "what listens there does not say that it is hwdb: name the socket of hwdbd"
    if daemon == VERSION:
        return f"daemon and client are both {VERSION}, so one of them was changed: install both from one release"
    older = _numbers(daemon) < _numbers(VERSION)
    return (
        f"the daemon is {daemon}, this client is made for {VERSION}: "
        + ("install the newer hwdb, and start its daemon anew" if older else "install the newer client"))


def _numbers(version: str) -> list[int]:
    return [int(part) if part.isdigit() else 0 for part in version.split(".")]


class Core:
    """The state of a connection, without its input and output: pending requests, and which one each line answers.

    :param patience: how long to try to connect again after a loss, in seconds; 0 for not at all.
    :param greeting: the first request on each connection; its reply is delivered as a notification.
    :param is_session: whether what is said on it means nothing on another one.
    """

    def __init__(
        self, path: str, patience: float, greeting: Callable[[], bytes] | None = None, *, is_session: bool = False
    ) -> None:
        self.path = path
        self.patience = patience
        self._greeting = greeting
        self._is_session = is_session
        self._number = 0
        self._waiting: dict[int, Any] = {}
        self._is_closed = False
        self._failure: HwdbError | None = None
        self._lost_since: float | None = None
        self._pause = 0.01

    def _tell(self, message: dict[str, Any]) -> None:
        """Hands over what answers no question."""
        raise NotImplementedError

    def _question(self, method: str, parameters: dict[str, Any]) -> tuple[int, bytes]:
        self._number += 1
        return self._number, request(self._number, method, parameters).encode() + b"\n"

    def _unanswered(self) -> dict[int, Question]:
        """The questions without an answer, in their order. A copy, made at once: others begin and end meanwhile."""
        return {
            number: waiting for number, waiting in sorted(list(self._waiting.items()), key=lambda pair: pair[0])
            if number and not waiting.is_done}

    def _take(self, line: bytes) -> None:
        """Finds whom a line answers. Answers come in the order of their questions: what cannot be read is for the first."""
        try:
            message = decode(line)
        except ValueError:
            return self._fail_first(f"it is not JSON: {line[:60]!r}")
        self._lost_since = None
        if type(message) is not dict:
            return None if type(message) is list else self._fail_first("it is no object")
        number = message.get("id")
        if "method" in message or number == 0 and type(number) is int:
            # Of a session only its cues are wanted.
            if not (self._is_session and message.get("method") == "events.event"):
                self._tell(message)
        elif type(number) is int:
            if (waiting := self._waiting.get(number)) is not None:
                waiting.finish(message)
        elif number is None and type(error := message.get("error")) is dict:
            # A reply without an id is about the longest request if one was too long, or else the first.
            questions, data = list(self._unanswered().values()), error.get("data")
            if isinstance(data, dict) and data.get("name") == "tooLarge":
                questions.sort(key=lambda waiting: -len(waiting.line))
            for waiting in questions[:1]:
                waiting.finish({"error": error})

    def _fail_first(self, found: str) -> None:
        for waiting in list(self._unanswered().values())[:1]:
            waiting.finish(None, unknown_shape(found, waiting.method))

    def _begin_loss(self) -> float:
        """The connection has ended; returns how long to wait before the first try to connect again."""
        if self._lost_since is None:
            self._lost_since, self._pause = time.monotonic(), 0.01
            return 0
        return self._next_pause()  # it was there, and went away again before it answered anything

    def _next_pause(self) -> float:
        pause, self._pause = self._pause, min(LONGEST_PAUSE, self._pause * 2)
        return pause

    def _why_not_again(self) -> HwdbError | None:
        """Why not to connect again; nothing if there is patience left."""
        if self._is_closed:
            return closed()
        if self._is_session:
            return session_ended()
        is_over = self._lost_since is not None and time.monotonic() - self._lost_since >= self.patience
        return lost(self.path, self.patience) if is_over else None

    def _end(self, failure: HwdbError) -> None:
        """Fails all that was not answered."""
        self._failure = self._failure or failure
        for waiting in list(self._waiting.values()):
            if not waiting.is_done:
                waiting.finish(None, self._failure)
