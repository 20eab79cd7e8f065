"""The client for asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from typing import TYPE_CHECKING, Any, TypeVar, Unpack

from . import _protocol
from ._client import AnyClient, AnyEvents, AnySession
from ._ways import Awaited
from .errors import HwdbError

if TYPE_CHECKING:
    from .types import Cue, Event, SessionOptions

R = TypeVar("R")


class Waiting(asyncio.Future[Any]):
    """A request that waits for its reply."""

    sent_on = None

    def __init__(self, line: bytes, method: str) -> None:
        super().__init__()
        self.line = line
        self.method = method

    def finish(self, reply: Any, failure: HwdbError | None = None) -> None:
        if self.done():
            return  # it was cancelled
        if failure is None:
            self.set_result(reply)
        else:
            self.set_exception(failure)


class AsyncConnection(_protocol.Core):
    """A connection on which one task reads."""

    _sleep = staticmethod(asyncio.sleep)

    def __init__(self, *positional: Any, **named: Any) -> None:
        super().__init__(*positional, **named)
        self._notifications: asyncio.Queue[Any] = asyncio.Queue()
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._task: asyncio.Task[None] | None = None

    async def open(self, *, is_further: bool = False) -> None:
        await super().open(is_further=is_further)
        self._task = asyncio.create_task(self._read_all())

    async def ask(self, method: str, parameters: dict[str, Any]) -> Any:
        if self._failure is not None:
            raise self._failure
        number, line = self._question(method, parameters)
        waiting = self._waiting[number] = Waiting(line, method)
        self._write(line)
        try:
            return await waiting
        except asyncio.CancelledError:
            self._write(_protocol.cancellation(number))
            raise
        finally:
            self._waiting.pop(number, None)

    async def next_notification(self) -> Any:
        if self._failure is not None and self._notifications.empty():
            raise self._failure
        message = await self._notifications.get()
        if message is None:
            raise self._failure or _protocol.closed()
        return message

    async def close(self) -> None:
        if self._task is not None and not self._task.done():
            self._task.cancel()
            await asyncio.wait([self._task])
        self._end(_protocol.closed())

    def _write(self, line: bytes) -> None:
        # After a loss, the line is repeated on the next connection.
        if self._writer is not None and not self._writer.is_closing():
            self._writer.write(line)

    async def _connect(self) -> None:
        self._reader, self._writer = await asyncio.open_unix_connection(self.path, limit=2**26)
        for line in self._first_lines(self._writer):
            self._writer.write(line)

    async def _read_all(self) -> None:
        while self._failure is None and self._reader is not None:
            try:
                line = await self._reader.readline()
            except OSError:
                line = b""
            if line.endswith(b"\n"):
                self._take(line)
            else:
                self._drop()
                await self._reconnect()

    def _tell(self, message: dict[str, Any]) -> None:
        self._notifications.put_nowait(message)

    def _drop(self) -> None:
        if self._writer is not None:
            self._writer.close()

    def _end(self, failure: HwdbError) -> None:
        super()._end(failure)
        self._notifications.put_nowait(None)


class AsyncClient(AnyClient[Awaited]):
    """A daemon, whose methods are awaited; otherwise like `hwdb.Client`.

        async with hwdb.AsyncClient() as daemon:
            page = await daemon.homework.list(status="started")

    Cancelling a call withdraws it, unless it has been done already.
    """

    _connection_type = AsyncConnection

    @staticmethod
    def _way(coroutine: Coroutine[Any, Any, R]) -> Coroutine[Any, Any, R]:
        return coroutine

    async def connect(self) -> AsyncClient:
        """Connects, as `async with` does. Raises UnreachableError if no daemon answers now."""
        await self._connection.open()
        return self

    def open_session(self, attempt_id: str, **options: Unpack[SessionOptions]) -> AsyncSession:
        """Returns a session for `async with`: see `hwdb.Client.open_session`."""
        return AsyncSession(self, attempt_id, options)

    async def events(self, since: int | None = None) -> AsyncIterator[Event]:
        """Returns the events of the store: see `hwdb.Client.events`."""
        events = AnyEvents(self, since)
        try:
            await events._open()
            while True:
                yield await events._next()
        finally:
            await events._connection.close()

    async def __aenter__(self) -> AsyncClient:
        return await self.connect()

    async def __aexit__(self, *_: object) -> None:
        await self.close()


class AsyncSession(AnySession[Awaited]):
    """A session on an attempt: see `hwdb.Client.open_session`."""

    async def cues(self) -> AsyncIterator[Cue]:
        """Returns the session's cues for what others do while it is open."""
        while True:
            yield await self._next_cue()

    async def __aenter__(self) -> AsyncSession:
        await self._open(subscribes=True)
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        await self._leave(kind)
