"""The client for asyncio."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING, Any, Unpack

from . import _protocol
from ._methods import Methods, SessionMethods
from ._client import SessionEvents, _notification
from ._ways import Awaited
from .errors import HwdbError

if TYPE_CHECKING:
    from .types import Cue, CueNotification, Event, SessionOptions


class Waiting:
    """A line on its way, and the future of what answers it."""

    def __init__(self, line: bytes, method: str) -> None:
        self.line = line
        self.method = method
        self.answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    @property
    def is_done(self) -> bool:
        return self.answer.done()

    def finish(self, reply: Any, failure: HwdbError | None = None) -> None:
        if self.is_done:
            return
        if failure is None:
            self.answer.set_result(reply)
        else:
            self.answer.set_exception(failure)


class AsyncConnection(_protocol.Core):
    """Lines out, lines in, read by one task: see `_protocol.Core`."""

    def __init__(
        self, path: str, patience: float, greeting: Callable[[], bytes] | None = None, *, is_session: bool = False
    ) -> None:
        super().__init__(path, patience, greeting, is_session=is_session)
        self.notifications: asyncio.Queue[Any] = asyncio.Queue()
        self._writer: asyncio.StreamWriter | None = None
        self._task: asyncio.Task[None] | None = None

    async def open(self, *, is_further: bool = False) -> None:
        """Connects. A further connection waits for a daemon that is restarting just now."""
        end = time.monotonic() + (self.patience if is_further else 0)
        while True:
            try:
                reader = await self._connected()
                break
            except OSError as error:
                if time.monotonic() >= end or isinstance(error, PermissionError):
                    raise _protocol.unreachable(self.path, error) from None
                await asyncio.sleep(self._next_pause())
        self._task = asyncio.create_task(self._read_all(reader))

    async def ask(self, method: str, parameters: dict[str, Any]) -> Any:
        """Sends a request, and returns what answers it."""
        if self._failure is not None:
            raise self._failure
        number, line = self._question(method, parameters)
        waiting = self._waiting[number] = Waiting(line, method)
        self._write(line)
        try:
            return await waiting.answer
        except asyncio.CancelledError:
            # Asks the daemon not to begin it.
            self._write(f'{{"jsonrpc":"2.0","method":"$/cancelRequest","params":{{"id":{number}}}}}\n'.encode())
            raise
        finally:
            self._waiting.pop(number, None)

    async def next_notification(self) -> Any:
        """The next notification, once there is one."""
        if self._failure is not None and self.notifications.empty():
            raise self._failure
        message = await self.notifications.get()
        if message is None:
            raise self._failure or _protocol.closed()
        return message

    async def close(self) -> None:
        if self._task is not None and not self._task.done():
            self._task.cancel()
            await asyncio.wait([self._task])
        self._end(_protocol.closed())

    def _write(self, line: bytes) -> None:
        # What is written to a connection that has ended is sent again on the next one.
        if self._writer is not None and not self._writer.is_closing():
            self._writer.write(line)

    async def _connected(self) -> asyncio.StreamReader:
        reader, self._writer = await asyncio.open_unix_connection(self.path, limit=2**26)
        if self._greeting is not None:
            self._writer.write(self._greeting())
        for waiting in self._unanswered().values():
            self._writer.write(waiting.line)
        return reader

    async def _read_all(self, first: asyncio.StreamReader) -> None:
        reader: asyncio.StreamReader | None = first
        while reader is not None:
            try:
                line = await reader.readline()
            except OSError:
                line = b""
            if line.endswith(b"\n"):
                self._take(line)
            else:
                reader = await self._again()

    async def _again(self) -> asyncio.StreamReader | None:
        """The connection has ended: what was asked is asked again on another one."""
        self._drop()
        await asyncio.sleep(self._begin_loss())
        while (failure := self._why_not_again()) is None:
            try:
                return await self._connected()
            except PermissionError as error:
                failure = _protocol.unreachable(self.path, error)
                break
            except OSError:
                await asyncio.sleep(self._next_pause())
        self._end(failure)
        return None

    def _tell(self, message: dict[str, Any]) -> None:
        self.notifications.put_nowait(message)

    def _drop(self) -> None:
        if self._writer is not None:
            self._writer.close()

    def _end(self, failure: HwdbError) -> None:
        self._drop()
        super()._end(failure)
        self.notifications.put_nowait(None)


class AsyncClient(Methods[Awaited]):
    """A daemon, whose methods are awaited: as `hwdb.Client` otherwise.

        async with hwdb.AsyncClient() as daemon:
            page = await daemon.homework.list(status="started")

    A call that is cancelled is taken back, if it has not been done yet.
    """

    def __init__(self, socket: str | os.PathLike[str] | None = None, *, patience: float = 30) -> None:
        self.socket = _protocol.socket_path(socket)
        self.patience = patience
        self._connection = AsyncConnection(self.socket, patience)
        super().__init__(self.call)

    async def connect(self) -> AsyncClient:
        """Connects, which `async with` does too. Raises UnreachableError where no daemon answers at this moment."""
        await self._connection.open()
        return self

    async def call(self, method: str, parameters: dict[str, Any]) -> Any:
        """Calls any method by its name, with parameters as the protocol names them; `None` is left out."""
        if method.startswith("session."):
            raise ValueError("a session has a connection of its own: async with daemon.open_session(attempt_id)")
        return await self._read(method, await self._connection.ask(method, parameters))

    def open_session(self, attempt_id: str, **options: Unpack[SessionOptions]) -> AsyncSession:
        """What is on screen while an attempt is played: `async with daemon.open_session(attempt["id"]) as session`.

        See `hwdb.Client.open_session`.
        """
        return AsyncSession(self, attempt_id, options)

    async def events(self, since: int | None = None) -> AsyncIterator[Event]:
        """What happens in the store, each fact once and in order, also over connections that are lost.

        :param since: the number of the last event that was seen; from now on unless given

        Raises HistoryGoneError where what comes after `since` is not kept any more.
        """
        last = since

        def greeting() -> bytes:
            return (_protocol.request(0, "events.subscribe", {"since": last}) + "\n").encode()

        connection = AsyncConnection(self.socket, self.patience, greeting)
        await connection.open(is_further=True)
        try:
            while True:
                message = await connection.next_notification()
                if message.get("id") == 0:
                    subscribed = await self._read("events.subscribe", message)
                    last = subscribed["sequence"] if last is None else last
                elif message.get("method") == "events.event":
                    event: Event = _notification(message, "Event")
                    if last is None or event["sequence"] > last:
                        last = event["sequence"]
                        yield event
        finally:
            await connection.close()

    async def close(self) -> None:
        """Closes the connection: what was not answered fails."""
        await self._connection.close()

    async def __aenter__(self) -> AsyncClient:
        return await self.connect()

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _read(self, method: str, reply: Any) -> Any:
        try:
            return _protocol.result(method, reply)
        except _protocol.OF_VERSIONS:
            info = await self._connection.ask("server.info", {})
            return _protocol.result(method, reply, _protocol.version_in(info))


class AsyncSession(SessionEvents[Awaited]):
    """A session on an attempt: see `hwdb.Session`."""

    def __init__(self, client: AsyncClient, attempt_id: str, options: SessionOptions) -> None:
        super().__init__(self._ask)
        self._client = client
        self._connection = AsyncConnection(client.socket, client.patience, is_session=True)
        self._opening = (attempt_id, options)

    async def cues(self) -> AsyncIterator[Cue]:
        """Cues of it, of facts that others brought about since it was opened, as they come; ends with the session."""
        while True:
            message = await self._connection.next_notification()
            if message.get("method") == "events.cue":
                notified: CueNotification = _notification(message, "CueNotification")
                if notified["sessionId"] == self.id:
                    yield notified["cue"]

    async def close(self) -> None:
        """Closes it. The report of the next session does not mention it."""
        try:
            await self._ask("session.close", {"sessionId": self.id})
        finally:
            await self._connection.close()

    async def __aenter__(self) -> AsyncSession:
        await self._connection.open(is_further=True)
        try:
            attempt_id, options = self._opening
            methods: SessionMethods[Awaited] = SessionMethods(self._ask)
            opened = await methods.open(attempt_id, **options)
            await self._ask("events.subscribe", {})
        except BaseException:
            await self._connection.close()
            raise
        self.attempt, self.report, self.id = opened["attempt"], opened["report"], opened["sessionId"]
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            await self.close()
        else:
            await self._connection.close()

    async def _ask(self, method: str, parameters: dict[str, Any]) -> Any:
        return await self._client._read(method, await self._connection.ask(method, parameters))
