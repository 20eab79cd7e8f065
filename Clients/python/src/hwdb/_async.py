"""The client for asyncio."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING, Any, Unpack

from . import _protocol
from ._methods import AsyncMethods, AsyncSessionMethods
from ._client import _told
from .errors import HwdbError

if TYPE_CHECKING:
    from .types import Attempt, Cue, CueNotification, Event, ResumeReport
    from .types import SessionEvent, SessionEventResult, SessionOptions, SessionStateResult

Waiting = tuple[bytes, str, "asyncio.Future[Any]"]


class AsyncConnection:
    """Lines out, lines in, read by one task; as `_connection.Connection` otherwise."""

    def __init__(
        self, path: str, patience: float, greeting: Callable[[], bytes] | None = None, is_session: bool = False
    ) -> None:
        self.path = path
        self.patience = patience
        self.told: asyncio.Queue[Any] = asyncio.Queue()
        self._greeting = greeting
        self._is_session = is_session
        self._number = 0
        self._waiting: dict[int, Waiting] = {}
        self._failure: HwdbError | None = None
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
                await asyncio.sleep(0.02)
        self._task = asyncio.create_task(self._read_all(reader))

    async def ask(self, method: str, parameters: dict[str, Any]) -> Any:
        self._number += 1
        line = _protocol.request(self._number, method, parameters).encode() + b"\n"
        return await self._answer(self._number, line, method)

    async def next_told(self) -> Any:
        if self._failure is not None and self.told.empty():
            raise self._failure
        message = await self.told.get()
        if message is None:
            raise self._failure or _protocol.closed()
        return message

    async def close(self) -> None:
        if self._task is not None and not self._task.done():
            self._task.cancel()
            await asyncio.wait([self._task])
        self._end(_protocol.closed())

    async def _answer(self, number: int, line: bytes, method: str) -> Any:
        if self._failure is not None:
            raise self._failure
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting[number] = (line, method, future)
        self._write(line)
        try:
            return await future
        except asyncio.CancelledError:
            # What has not been done yet need not be done.
            self._write(f'{{"jsonrpc":"2.0","method":"$/cancelRequest","params":{{"id":{number}}}}}\n'.encode())
            raise
        finally:
            self._waiting.pop(number, None)

    def _write(self, line: bytes) -> None:
        # What is written to a connection that has ended is sent again on the next one.
        if self._writer is not None and not self._writer.is_closing():
            self._writer.write(line)

    async def _connected(self) -> asyncio.StreamReader:
        reader, self._writer = await asyncio.open_unix_connection(self.path, limit=2**26)
        if self._greeting is not None:
            self._writer.write(self._greeting())
        for _, (line, _, future) in sorted(self._waiting.items(), key=lambda pair: pair[0]):
            if not future.done():
                self._writer.write(line)
        return reader

    async def _read_all(self, first: asyncio.StreamReader) -> None:
        reader: asyncio.StreamReader | None = first
        lost_since: float | None = None
        pause = 0.01
        while reader is not None:
            try:
                line = await reader.readline()
            except OSError:
                line = b""
            if line.endswith(b"\n"):
                lost_since = None
                self._take(line)
                continue
            # The connection has ended: what was asked is asked again on another one.
            self._drop()
            if self._is_session:
                return self._end(_protocol.session_ended())
            if lost_since is None:
                lost_since, pause = time.monotonic(), 0.01
            else:
                await asyncio.sleep(pause)  # it was there, and went away again before it answered anything
            while True:
                if time.monotonic() - lost_since >= self.patience:
                    return self._end(_protocol.lost(self.path, self.patience))
                try:
                    reader = await self._connected()
                    break
                except PermissionError as error:
                    return self._end(_protocol.unreachable(self.path, error))
                except OSError:
                    await asyncio.sleep(pause)
                    pause = min(_protocol.LONGEST_PAUSE, pause * 2)

    def _take(self, line: bytes) -> None:
        try:
            message = _protocol.decode(line)
        except ValueError:
            return self._fail_first(f"it is not JSON: {line[:60]!r}")
        number = _protocol.number_of(message, self._waiting)
        if number is None:
            if isinstance(message, dict) and ("method" in message or message.get("id") == 0):
                # Of a session only its cues are wanted.
                if not (self._is_session and message.get("method") == "events.event"):
                    self.told.put_nowait(message)
            elif isinstance(message, dict) and message.get("id") is None and isinstance(message.get("error"), dict):
                waiting = {number: line for number, (line, _, _) in self._waiting.items()}
                meant = _protocol.meant_by(message["error"], waiting)
                if meant is not None:
                    self._finish(meant, {"error": message["error"]})
            elif not isinstance(message, (dict, list)):
                self._fail_first("it is no object")
            return
        self._finish(number, message)

    def _finish(self, number: int, reply: Any) -> None:
        future = self._waiting[number][2]
        if not future.done():
            future.set_result(reply)

    def _fail_first(self, found: str) -> None:
        if self._waiting:
            _, method, future = self._waiting[min(self._waiting)]
            if not future.done():
                future.set_exception(_protocol.unknown_shape(found, method))

    def _drop(self) -> None:
        if self._writer is not None:
            self._writer.close()

    def _end(self, failure: HwdbError) -> None:
        if self._failure is None:
            self._failure = failure
        self._drop()
        for _, _, future in list(self._waiting.values()):
            if not future.done():
                future.set_exception(failure)
        self.told.put_nowait(None)


class AsyncClient(AsyncMethods):
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
                message = await connection.next_told()
                if message.get("id") == 0:
                    subscribed = await self._read("events.subscribe", message)
                    last = subscribed["sequence"] if last is None else last
                elif message.get("method") == "events.event":
                    event: Event = _told(message, "Event")
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


class AsyncSession:
    """A session on an attempt: see `hwdb.Session`."""

    attempt: Attempt
    report: ResumeReport
    id: str

    def __init__(self, client: AsyncClient, attempt_id: str, options: SessionOptions) -> None:
        self._client = client
        self._connection = AsyncConnection(client.socket, client.patience, is_session=True)
        self._opening = (attempt_id, options)
        self._methods = AsyncSessionMethods(self._call)

    async def event(self, at_ms: int, event: SessionEvent) -> SessionEventResult:
        """Tells what happened; gives the cues that this begins or ends."""
        return await self._methods.event(self.id, at_ms, event)

    async def answer(self, response: str, *, at_ms: int) -> SessionEventResult:
        """Answers the current question with the letter of an option, its number from 1, or text."""
        return await self.event(at_ms, {"type": "answer", "response": response})

    async def skip(self, *, at_ms: int) -> SessionEventResult:
        """Settles the current question as skipped."""
        return await self.event(at_ms, {"type": "skip"})

    async def finish(self, *, at_ms: int) -> SessionEventResult:
        """Finishes the attempt, and shows the results."""
        return await self.event(at_ms, {"type": "finish"})

    async def wait(self, *, at_ms: int) -> SessionEventResult:
        """Lets the clock go on: gives what has ended by then."""
        return await self.event(at_ms, {"type": "wait"})

    async def state(self) -> SessionStateResult:
        """Every field of it and of what it is on, with what a kill does to it."""
        return await self._methods.state(self.id)

    async def cues(self) -> AsyncIterator[Cue]:
        """Cues of it, of facts that others brought about since it was opened, as they come; ends with the session."""
        while True:
            message = await self._connection.next_told()
            if message.get("method") == "events.cue":
                told: CueNotification = _told(message, "CueNotification")
                if told["sessionId"] == self.id:
                    yield told["cue"]

    async def close(self) -> None:
        """Closes it: nothing of it is told to whoever opens the next one."""
        try:
            await self._methods.close(self.id)
        finally:
            await self._connection.close()

    async def __aenter__(self) -> AsyncSession:
        await self._connection.open(is_further=True)
        try:
            attempt_id, options = self._opening
            opened = await self._methods.open(attempt_id, **options)
            await self._call("events.subscribe", {})
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

    async def _call(self, method: str, parameters: dict[str, Any]) -> Any:
        return await self._client._read(method, await self._connection.ask(method, parameters))
