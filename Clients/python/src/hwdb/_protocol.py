"""The protocol without input and output: requests, replies, errors, and what a loss leads to."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Coroutine
from typing import Any

from ._ways import RESULTS
from .errors import BY_NAME, VERSION, HwdbError, InvalidParamsError, MethodNotFoundError
from .errors import RefusedError, SessionEndedError, UnknownShapeError, UnreachableError

#: The errors by which daemons and clients of different versions differ.
OF_VERSIONS = (InvalidParamsError, MethodNotFoundError, UnknownShapeError)

encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False, check_circular=False).encode
decode = json.loads

#: Seconds between two tries to connect: a try is cheap, and a daemon may be there only briefly.
LONGEST_PAUSE = 0.1
#: Bytes of a path in `sockaddr_un`, without the final NUL.
LONGEST_PATH = 107


def socket_path(given: str | os.PathLike[str] | None) -> str:
    """The socket: the given one, `$HWDB_SOCKET`, or the user's own."""
    runtime = os.environ.get("XDG_RUNTIME_DIR") or f"/run/user/{os.getuid()}"
    path = os.environ.get("HWDB_SOCKET") or os.path.join(runtime, "hwdb", "hwdb.sock")
    path = path if given is None else os.fspath(given)
    if (length := len(os.fsencode(path))) > LONGEST_PATH:
        limit = f"but at most {LONGEST_PATH} are allowed: give a shorter one"
        raise UnreachableError(f"the socket path {path} has {length} bytes, {limit}")
    return path


def unreachable(path: str, error: OSError) -> UnreachableError:
    """Why there is no connection, and what to do."""
    start = "start one with hwdb daemon start"
    match error:
        case PermissionError():
            why = "is another user's: start your own with hwdb daemon start"
        case ConnectionRefusedError():
            why = "has ended, and its socket is left: start it again with hwdb daemon start"
        case FileNotFoundError():
            return UnreachableError(f"no daemon at {path}: {start}, or name another socket")
        case _:
            return UnreachableError(f"no daemon at {path} ({error.strerror or error}): {start}")
    return UnreachableError(f"the daemon at {path} {why}")


def closed() -> UnreachableError:
    return UnreachableError("this client is closed: make another one")


def request(number: int, method: str, parameters: dict[str, Any]) -> bytes:
    """The line of a request, with the parameters that have a value; a write gets a request id."""
    given = {key: value for key, value in parameters.items() if value is not None}
    if "requestId" in parameters and "requestId" not in given:
        # A UUID of version 4, without the module that looks for network cards.
        digits = os.urandom(16).hex()
        given["requestId"] = "-".join(
            (digits[:8], digits[8:12], "4" + digits[13:16], "a" + digits[17:20], digits[20:])
        )
    head = f'{{"jsonrpc":"2.0","id":{number},"method":"{method}","params":'
    return (head + encode(given) + "}\n").encode()


def cancellation(number: int) -> bytes:
    """The line that withdraws a request."""
    return b'{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":%d}}\n' % number


def version_in(reply: Any) -> Any:
    """The daemon's version in a reply to `server.info`; false if there is none."""
    answer = reply.get("result") if isinstance(reply, dict) else None
    return answer.get("version", False) if isinstance(answer, dict) else False


def result(method: str, reply: Any, daemon: Any = None) -> Any:
    """Returns the result in a reply, or raises its error.

    :param daemon: the daemon's version, once it is known
    """
    if type(reply) is dict and "result" in reply:
        return shaped(RESULTS.get(method, "Any"), reply["result"], method, daemon)
    error = reply.get("error") if type(reply) is dict else None
    if type(error) is not dict or [type(error.get(k)) for k in ("code", "message")] != [int, str]:
        raise unknown_shape("it has neither a result nor an error", method, daemon)
    given = error.get("data")
    data: dict[str, Any] = given if isinstance(given, dict) else {}
    kind = BY_NAME.get(str(data.get("name")), RefusedError)
    message = error["message"]
    if daemon is not None and (kind is MethodNotFoundError or daemon != VERSION):
        message = f"{method}: {message}; {compared(daemon)}"
    raise kind(message, {key: value for key, value in data.items() if key != "name"}, error["code"])


def shaped(shape: str, value: Any, method: str, daemon: Any = None) -> Any:
    """Returns a value that has the shape of this name, or raises UnknownShapeError."""
    from ._check import Mismatch, check_of  # with the first reply, and not with the client

    try:
        check_of(shape)(value)
    except Mismatch as fault:
        raise unknown_shape(f"{fault.path or 'it'} {fault.found}", method, daemon) from None
    return None if shape == "None" else value


def unknown_shape(found: str, method: str, daemon: Any = None) -> UnknownShapeError:
    about = compared(daemon) if daemon is not None else "is it hwdbd that listens there?"
    return UnknownShapeError(f"the answer to {method} cannot be read: {found}; {about}")


def compared(daemon: Any) -> str:
    """What to do if a daemon and this client do not understand each other."""
    if not isinstance(daemon, str):
        return "the server does not say that it is hwdb: name the socket of hwdbd"
    if daemon == VERSION:
        advice = "so one of them was changed: install both from one release"
        return f"the daemon and the client are both {VERSION}, {advice}"
    is_older = _numbers(daemon) < _numbers(VERSION)
    advice = "newer hwdb, and restart its daemon" if is_older else "newer client"
    return f"the daemon is {daemon}, this client is made for {VERSION}: install the {advice}"


def _numbers(version: str) -> list[int]:
    return [int(part) if part.isdigit() else 0 for part in version.split(".")]


class Core:
    """A connection's state: pending requests, and which one each line answers.

    A subclass does the input and output.

    :param patience: how many seconds to try to connect again after a loss; 0 for not at all
    :param greeting: makes the first line of each connection; its reply becomes a notification
    :param is_session: whether requests mean nothing on another connection
    """

    #: Sends a request, and returns its reply.
    ask: Callable[[str, dict[str, Any]], Coroutine[Any, Any, Any]]
    #: Returns the next message that answers no request.
    next_notification: Callable[[], Coroutine[Any, Any, Any]]
    #: Ends the connection; unanswered requests fail.
    close: Callable[[], Coroutine[Any, Any, None]]
    #: Connects and sends the first lines, or raises OSError.
    _connect: Callable[[], Coroutine[Any, Any, None]]
    #: Closes what is left of the connection.
    _drop: Callable[[], None]
    _sleep: Callable[[float], Coroutine[Any, Any, None]]
    #: Takes a message that answers no request.
    _tell: Callable[[dict[str, Any]], None]

    def __init__(
        self, path: str, patience: float, greeting: Callable[[], bytes] | None = None,
        is_session: bool = False,
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

    async def open(self, *, is_further: bool = False) -> None:
        """Connects. A further connection waits for a daemon that is being restarted."""
        end = time.monotonic() + (self.patience if is_further else 0)
        while True:
            try:
                return await self._connect()
            except OSError as error:
                if time.monotonic() >= end or isinstance(error, PermissionError):
                    self._drop()
                    raise unreachable(self.path, error) from None
                await self._sleep(self._next_pause())

    async def _reconnect(self) -> None:
        """Connects after a loss, and repeats unanswered requests; fails them if that fails."""
        if self._lost_since is None:
            self._lost_since, self._pause = time.monotonic(), 0.01
        else:
            # The daemon came back, and went away again before it answered anything.
            await self._sleep(self._next_pause())
        while (failure := self._why_not_again()) is None:
            try:
                await self._connect()
                break
            except PermissionError as error:
                failure = unreachable(self.path, error)
                break
            except OSError:
                await self._sleep(self._next_pause())
        if failure is None and self._is_closed:
            failure = closed()  # by another thread, meanwhile
        if failure is not None:
            self._end(failure)

    def _next_pause(self) -> float:
        pause, self._pause = self._pause, min(LONGEST_PAUSE, self._pause * 2)
        return pause

    def _why_not_again(self) -> HwdbError | None:
        """Why not to connect again; nothing while there is patience left."""
        if self._is_closed:
            return closed()
        if self._is_session:
            return SessionEndedError(
                "the connection was lost, and the session ended with it: open another one on the "
                "attempt; its report says what is not shown again, and its questionIndex says "
                "whether the last answer was saved"
            )
        if self._lost_since is None or time.monotonic() - self._lost_since < self.patience:
            return None
        return UnreachableError(
            f"the daemon at {self.path} went away and did not come back within {self.patience:g} "
            "s: start it again with hwdb daemon start, and see its log; a write that was on its "
            "way may have happened"
        )

    def _question(self, method: str, parameters: dict[str, Any]) -> tuple[int, bytes]:
        self._number += 1
        return self._number, request(self._number, method, parameters)

    def _unanswered(self) -> list[Any]:
        """The requests without a reply, in their order. A copy: others begin and end meanwhile."""
        waiting = list(self._waiting.items())
        return [question for number, question in waiting if number and not question.done()]

    def _first_lines(self, connection: object) -> list[bytes]:
        """What to send first on a connection: the greeting, and what was not sent on it yet."""
        greeting = [self._greeting()] if self._greeting is not None else []
        return greeting + [
            question.line for question in self._unanswered() if question.sent_on is not connection
        ]

    def _take(self, line: bytes) -> None:
        """Gives a line to the request that it answers.

        Replies come in the order of requests: a line that cannot be read answers the first one.
        """
        try:
            message = decode(line)
        except ValueError:
            return self._fail_first(f"it is not JSON: {line[:60]!r}")
        self._lost_since = None
        if type(message) is not dict:
            return None if type(message) is list else self._fail_first("it is no object")
        number = message.get("id")
        if "method" in message or number == 0 and type(number) is int:
            # The only events that a session needs are cues.
            if not (self._is_session and message.get("method") == "events.event"):
                self._tell(message)
        elif type(number) is int:
            if (waiting := self._waiting.get(number)) is not None:
                waiting.finish(message)
        elif number is None and type(error := message.get("error")) is dict:
            # A reply without an id answers the longest request if one was too long, or the first.
            questions, data = self._unanswered(), error.get("data")
            if isinstance(data, dict) and data.get("name") == "tooLarge":
                questions.sort(key=lambda question: -len(question.line))
            for question in questions[:1]:
                question.finish({"error": error})

    def _fail_first(self, found: str) -> None:
        for question in self._unanswered()[:1]:
            question.finish(None, unknown_shape(found, question.method))

    def _end(self, failure: HwdbError) -> None:
        """Fails all unanswered requests."""
        self._drop()
        self._failure = self._failure or failure
        for waiting in list(self._waiting.values()):
            if not waiting.done():
                waiting.finish(None, self._failure)
