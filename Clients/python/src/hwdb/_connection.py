"""One connection, used by any number of threads at once.

There is no thread that reads: whoever waits for an answer reads for all, and hands the reading on when it has its own.
So a call of one thread alone costs a write and a read, and no switch between threads.
"""

from __future__ import annotations

import socket
import threading
import time
from collections import deque

from . import _protocol
from .errors import HwdbError

TYPE_CHECKING = False  # as in typing, whose import takes longer than that of all the rest
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class Waiting:
    """A line on its way, and whoever waits for what answers it."""

    __slots__ = ("line", "method", "reply", "failure", "is_done", "turn", "sent_on")

    def __init__(self, line: bytes, method: str) -> None:
        self.line = line
        self.method = method
        self.reply: Any = None
        self.failure: HwdbError | None = None
        self.is_done = False
        self.sent_on: socket.socket | None = None
        # Held until there is a reason to look again: the reply is there, or nobody else reads.
        self.turn = threading.Lock()
        self.turn.acquire()

    def wake(self) -> None:
        try:
            self.turn.release()
        except RuntimeError:
            pass  # it was woken before, and has not looked yet

    def finish(self, reply: Any, failure: HwdbError | None = None) -> None:
        self.reply, self.failure, self.is_done = reply, failure, True
        self.wake()


class Connection:
    """Lines out, lines in.

    :param patience: how long to try to connect again after a loss, in seconds; 0 for not at all.
    :param greeting: what goes out first on each connection; its answer is told as a notification.
    :param is_session: whether what is said on it means nothing on another one.
    :param is_further: whether there was a connection before: the daemon may be restarting just now.
    """

    def __init__(
        self,
        path: str,
        patience: float,
        greeting: Callable[[], bytes] | None = None,
        *,
        is_session: bool = False,
        is_further: bool = False,
    ) -> None:
        self.path = path
        self.patience = patience
        self.told: deque[Any] = deque()
        self._greeting = greeting
        self._is_session = is_session
        self._number = 0
        self._waiting: dict[int, Waiting] = {}
        self._is_closed = False
        self._failure: HwdbError | None = None
        self._lost_since: float | None = None
        self._pause = 0.01
        # Guards numbers, and that what goes out is waited for. Whoever reads never waits for it.
        self._sending = threading.Lock()
        self._reading = threading.Lock()
        # Of those who wait for notifications one at a time.
        self._listening = threading.Lock()
        self._rest = b""
        end = time.monotonic() + (patience if is_further else 0)
        while True:
            try:
                self._socket = self._connected()
                break
            except OSError as error:
                if time.monotonic() >= end or isinstance(error, PermissionError):
                    raise _protocol.unreachable(path, error) from None
                self._sleep()
        if greeting is not None:
            self._socket.sendall(greeting())

    # Asking.

    def ask(self, method: str, parameters: dict[str, Any]) -> Any:
        """Sends a request, and returns what answers it."""
        with self._sending:
            self._number += 1
            number = self._number
            line = _protocol.request(number, method, parameters).encode() + b"\n"
            waiting = self._send(number, line, method)
        return self._answer(number, waiting)

    def next_told(self) -> Any:
        """The next notification, once there is one."""
        with self._listening:
            waiting = Waiting(b"", "a notification")
            with self._sending:
                if self._failure is not None and not self.told:
                    raise self._failure
                self._waiting[0] = waiting
            try:
                self._wait(waiting, lambda: bool(self.told) or waiting.is_done)
            finally:
                self._waiting.pop(0, None)
                self._hand_on()
            if waiting.failure is not None and not self.told:
                raise waiting.failure
            return self.told.popleft()

    def close(self) -> None:
        """Ends the connection; whoever waits is told."""
        self._is_closed = True
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # it has ended already
        if self._reading.acquire(blocking=False):
            # Nobody reads who would notice.
            try:
                self._end(_protocol.closed())
            finally:
                self._reading.release()

    def _send(self, number: int, line: bytes, method: str) -> Waiting:
        if self._failure is not None:
            raise self._failure
        waiting = self._waiting[number] = Waiting(line, method)
        waiting.sent_on = self._socket
        try:
            self._socket.sendall(line)
        except OSError:
            pass  # whoever reads sees the end of the connection, and sends it again on the next one
        return waiting

    def _answer(self, number: int, waiting: Waiting) -> Any:
        try:
            self._wait(waiting, lambda: waiting.is_done)
        finally:
            self._waiting.pop(number, None)
            self._hand_on()
        if waiting.failure is not None:
            raise waiting.failure
        return waiting.reply

    # Reading.

    def _wait(self, waiting: Waiting, is_over: Callable[[], bool]) -> None:
        while not is_over():
            if not self._reading.acquire(blocking=False):
                waiting.turn.acquire()
                continue
            try:
                while not is_over():
                    self._read()
            finally:
                self._reading.release()

    def _hand_on(self) -> None:
        """Whoever has what it waited for leaves the reading to another."""
        if self._waiting and not self._reading.locked():
            # A copy, made at once: others begin to wait, and end, meanwhile.
            for other in list(self._waiting.values()):
                if not other.is_done:
                    return other.wake()

    def _read(self) -> None:
        """Reads what there is, and hands it to whoever waits for it. Only one thread does so at a time."""
        try:
            data = self._socket.recv(262_144)
        except OSError:
            data = b""
        if not data:
            return self._lost()
        if self._rest:
            data = self._rest + data
        if data.count(b"\n") == 1 and data.endswith(b"\n"):
            self._rest = b""
            return self._take(data)
        *lines, self._rest = data.split(b"\n")
        for line in lines:
            self._take(line)

    def _take(self, line: bytes) -> None:
        try:
            message = _protocol.decode(line)
        except ValueError:
            # Answers come in the order of their questions.
            return self._fail_first(f"it is not JSON: {line[:60]!r}")
        self._lost_since = None
        number = _protocol.number_of(message, self._waiting)
        if number is not None and number != 0:
            waiting = self._waiting.get(number)
            if waiting is not None:
                waiting.finish(message)
        elif type(message) is dict and ("method" in message or message.get("id") == 0):
            if self._is_session and message.get("method") == "events.event":
                return  # of a session only its cues are wanted
            self.told.append(message)
            listening = self._waiting.get(0)
            if listening is not None:
                listening.wake()
        elif type(message) is dict and message.get("id") is None and type(message.get("error")) is dict:
            meant = _protocol.meant_by(
                message["error"], {number: waiting.line for number, waiting in self._unanswered()})
            if meant is not None:
                self._waiting[meant].finish({"error": message["error"]})
        elif type(message) is not dict and type(message) is not list:
            self._fail_first("it is no object")

    def _unanswered(self) -> list[tuple[int, Waiting]]:
        pairs = [(number, waiting) for number, waiting in list(self._waiting.items()) if number]
        return [(number, waiting) for number, waiting in pairs if not waiting.is_done]

    def _fail_first(self, found: str) -> None:
        """Answers come in the order of their questions: one that cannot be read is that of the first."""
        waiting = self._unanswered()
        if waiting:
            first = min(waiting, key=lambda pair: pair[0])[1]
            first.finish(None, _protocol.unknown_shape(found, first.method))

    # Connecting.

    def _connected(self) -> socket.socket:
        made = socket.socket(socket.AF_UNIX)
        try:
            made.connect(self.path)
        except OSError:
            made.close()
            raise
        return made

    def _lost(self) -> None:
        """The connection has ended: what was asked is asked again on another one."""
        self._socket.close()
        self._rest = b""
        now = time.monotonic()
        if self._lost_since is None:
            self._lost_since, self._pause = now, 0.01
        else:
            self._sleep()  # it was there, and went away again before it answered anything
        while True:
            if self._is_closed:
                return self._end(_protocol.closed())
            if self._is_session:
                return self._end(_protocol.session_ended())
            if time.monotonic() - self._lost_since >= self.patience:
                return self._end(_protocol.lost(self.path, self.patience))
            try:
                made = self._socket = self._connected()
                break
            except PermissionError as error:
                return self._end(_protocol.unreachable(self.path, error))
            except OSError:
                self._sleep()
        if self._is_closed:
            return self._end(_protocol.closed())  # by another thread, which ended the connection before
        # Beside us, who read: where much waits, the daemon answers before it has read all of it.
        threading.Thread(target=self._send_again, args=(made,), daemon=True).start()

    def _sleep(self) -> None:
        time.sleep(self._pause)
        self._pause = min(_protocol.LONGEST_PAUSE, self._pause * 2)

    def _send_again(self, made: socket.socket) -> None:
        with self._sending:
            try:
                if self._greeting is not None:
                    made.sendall(self._greeting())
                for _, waiting in sorted(self._waiting.items(), key=lambda pair: pair[0]):
                    if waiting.line and not waiting.is_done and waiting.sent_on is not made:
                        made.sendall(waiting.line)
            except OSError:
                pass  # lost again: whoever reads begins anew

    def _end(self, failure: HwdbError) -> None:
        self._failure = failure
        self._socket.close()
        for waiting in list(self._waiting.values()):
            waiting.finish(None, failure)
