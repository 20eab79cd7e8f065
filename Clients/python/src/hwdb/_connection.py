"""A connection that any number of threads may use at once.

No thread only reads: a thread that waits for its reply reads for all threads, and passes the
reading on when it has its own. So the call of a single thread costs a write and a read, and no
switch between threads.
"""

from __future__ import annotations

import socket
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Any

from . import _protocol
from ._ways import run
from .errors import HwdbError


class Waiting:
    """A request that waits for its reply."""

    reply: Any = None
    failure: HwdbError | None = None
    is_done = False
    sent_on: socket.socket | None = None

    def __init__(self, line: bytes, method: str) -> None:
        self.line = line
        self.method = method
        # Gets an item when there is a reason to look again: the reply, or no thread that reads.
        self.wakes: SimpleQueue[None] = SimpleQueue()

    def done(self) -> bool:
        return self.is_done

    def finish(self, reply: Any, failure: HwdbError | None = None) -> None:
        self.reply, self.failure, self.is_done = reply, failure, True
        self.wakes.put(None)


class Connection(_protocol.Core):
    """A connection whose coroutines block, and never suspend: see `_ways.run`."""

    def __init__(self, *positional: Any, **named: Any) -> None:
        super().__init__(*positional, **named)
        self._socket = socket.socket(socket.AF_UNIX)
        self._notifications: deque[Any] = deque()
        # Guards request numbers and writes. The thread that reads never waits for it.
        self._sending = threading.Lock()
        self._reading = threading.Lock()
        # One thread at a time waits for notifications.
        self._listening = threading.Lock()
        self._rest = b""

    async def ask(self, method: str, parameters: dict[str, Any]) -> Any:
        with self._sending:
            if self._failure is not None:
                raise self._failure
            number, line = self._question(method, parameters)
            waiting = self._waiting[number] = Waiting(line, method)
            waiting.sent_on = connection = self._socket
            try:
                connection.sendall(line)
            except OSError:
                pass  # the thread that reads notices the loss, and repeats the line
        self._wait(number, waiting, waiting.done)
        if waiting.failure is not None:
            raise waiting.failure
        return waiting.reply

    async def next_notification(self) -> Any:
        with self._listening:
            waiting = Waiting(b"", "a notification")
            with self._sending:
                if self._failure is not None and not self._notifications:
                    raise self._failure
                self._waiting[0] = waiting
            self._wait(0, waiting, lambda: bool(self._notifications) or waiting.is_done)
            if waiting.failure is not None and not self._notifications:
                raise waiting.failure
            return self._notifications.popleft()

    async def close(self) -> None:
        self._is_closed = True
        with suppress(OSError):  # it may have ended already
            self._socket.shutdown(socket.SHUT_RDWR)
        # A thread that reads notices it.
        if self._reading.acquire(blocking=False):
            try:
                self._end(_protocol.closed())
            finally:
                self._reading.release()

    def _wait(self, number: int, waiting: Waiting, is_over: Callable[[], bool]) -> None:
        try:
            while not is_over():
                if not self._reading.acquire(blocking=False):
                    waiting.wakes.get()
                    continue
                try:
                    while not is_over():
                        self._read()
                finally:
                    self._reading.release()
        finally:
            self._waiting.pop(number, None)
            if not self._reading.locked():
                # Passes the reading on to another thread.
                for other in list(self._waiting.values()):
                    if not other.done():
                        other.wakes.put(None)
                        break

    def _read(self) -> None:
        """Reads what has come, and gives it to the threads that wait for it."""
        try:
            data = self._socket.recv(262_144)
        except OSError:
            data = b""
        if not data:
            self._rest = b""
            self._drop()
            return run(self._reconnect())
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._take(line)

    def _tell(self, message: dict[str, Any]) -> None:
        self._notifications.append(message)
        if (listening := self._waiting.get(0)) is not None:
            listening.wakes.put(None)

    async def _connect(self) -> None:
        made = socket.socket(socket.AF_UNIX)
        try:
            made.connect(self.path)
        except OSError:
            made.close()
            raise
        self._socket.close()
        self._socket = made
        if self._greeting is not None or self._waiting:
            # On another thread: this one must read the replies, or the daemon stops reading.
            threading.Thread(target=self._send_first, args=(made,), daemon=True).start()

    def _send_first(self, made: socket.socket) -> None:
        with self._sending, suppress(OSError):  # the thread that reads notices a loss
            for line in self._first_lines(made):
                made.sendall(line)

    async def _sleep(self, seconds: float) -> None:
        time.sleep(seconds)

    def _drop(self) -> None:
        self._socket.close()
