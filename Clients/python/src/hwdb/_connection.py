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


class Connection(_protocol.Core):
    """Lines out, lines in: see `_protocol.Core`.

    :param is_further: whether there was a connection before: the daemon may be restarting just now.
    """

    def __init__(
        self, path: str, patience: float, greeting: Callable[[], bytes] | None = None, *,
        is_session: bool = False, is_further: bool = False,
    ) -> None:
        super().__init__(path, patience, greeting, is_session=is_session)
        self.notifications: deque[Any] = deque()
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
                time.sleep(self._next_pause())
        if greeting is not None:
            self._socket.sendall(greeting())

    # Asking.

    def ask(self, method: str, parameters: dict[str, Any]) -> Any:
        """Sends a request, and returns what answers it."""
        with self._sending:
            number, line = self._question(method, parameters)
            waiting = self._send(number, line, method)
        return self._answer(number, waiting)

    def next_notification(self) -> Any:
        """The next notification, once there is one."""
        with self._listening:
            waiting = Waiting(b"", "a notification")
            with self._sending:
                if self._failure is not None and not self.notifications:
                    raise self._failure
                self._waiting[0] = waiting
            try:
                self._wait(waiting, lambda: bool(self.notifications) or waiting.is_done)
            finally:
                self._waiting.pop(0, None)
                self._hand_on()
            if waiting.failure is not None and not self.notifications:
                raise waiting.failure
            return self.notifications.popleft()

    def close(self) -> None:
        """Ends the connection; pending calls fail."""
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
            for other in list(self._waiting.values()):
                if not other.is_done:
                    other.wake()
                    return

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

    def _tell(self, message: dict[str, Any]) -> None:
        self.notifications.append(message)
        listening = self._waiting.get(0)
        if listening is not None:
            listening.wake()

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
        time.sleep(self._begin_loss())
        while (failure := self._why_not_again()) is None:
            try:
                made = self._socket = self._connected()
                break
            except PermissionError as error:
                failure = _protocol.unreachable(self.path, error)
                break
            except OSError:
                time.sleep(self._next_pause())
        if failure is None and self._is_closed:
            failure = _protocol.closed()  # by another thread, which ended the connection before
        if failure is not None:
            return self._end(failure)
        # Beside us, who read: where much waits, the daemon answers before it has read all of it.
        threading.Thread(target=self._send_again, args=(made,), daemon=True).start()

    def _send_again(self, made: socket.socket) -> None:
        with self._sending:
            try:
                if self._greeting is not None:
                    made.sendall(self._greeting())
                for waiting in self._unanswered().values():
                    if waiting.sent_on is not made:  # type: ignore[attr-defined]
                        made.sendall(waiting.line)
            except OSError:
                pass  # lost again: whoever reads begins anew

    def _end(self, failure: HwdbError) -> None:
        self._socket.close()
        super()._end(failure)
