"""The clients, their sessions and events: each call once, as a coroutine, for both ways."""

from __future__ import annotations

import os
from collections.abc import Callable, Coroutine, Iterator
from typing import TYPE_CHECKING, Any, Unpack

from . import _protocol
from ._connection import Connection
from ._methods import Methods
from ._ways import Blocking, W, Way, both, run, wire

if TYPE_CHECKING:
    from .types import Attempt, Cue, CueNotification, Event, ResumeReport, SessionEvent
    from .types import SessionEventResult, SessionOptions, SessionStateResult

AnyPath = str | os.PathLike[str]


class AnyClient(Methods[W]):
    """What the blocking and the asynchronous client have in common."""

    _way: Callable[[Coroutine[Any, Any, Any]], Any]
    _connection_type: type[_protocol.Core]

    def __init__(self, socket: AnyPath | None = None, *, patience: float = 30) -> None:
        self.socket = _protocol.socket_path(socket)
        self.patience = patience
        self._connection = self._connection_type(self.socket, patience)
        super().__init__(self.call)

    @both
    async def call(self, method: str, parameters: dict[str, Any]) -> Any:
        """Calls any method by its name, with the protocol's parameters; leaves out `None`."""
        if method.startswith("session."):
            raise ValueError("a session has its own connection: use daemon.open_session(id)")
        return await self._read(method, await self._connection.ask(method, parameters))

    @both
    async def close(self) -> None:
        """Closes the connection; unanswered calls fail."""
        await self._connection.close()

    async def _read(self, method: str, reply: Any) -> Any:
        try:
            return _protocol.result(method, reply)
        except _protocol.OF_VERSIONS:
            # Raised again, with what to do about the two versions.
            info = await self._connection.ask("server.info", {})
            return _protocol.result(method, reply, _protocol.version_in(info))


class Client(AnyClient[Blocking]):
    """A daemon, whose methods wait for their answers: `daemon.homework.list(status="started")`.

    Any number of threads may use it at once. It restores a lost connection, and repeats unanswered
    calls: every write has its own request id, so that it is done once. Each process needs its own
    client.

    :param socket: the daemon's socket; `$HWDB_SOCKET` or the user's own by default
    :param patience: how many seconds to try again after a connection is lost; 0 for not at all
    :raises: UnreachableError, if no daemon answers there now
    """

    _way = staticmethod(run)
    _connection_type = Connection

    def __init__(self, socket: AnyPath | None = None, *, patience: float = 30) -> None:
        super().__init__(socket, patience=patience)
        run(self._connection.open())

    def open_session(self, attempt_id: str, **options: Unpack[SessionOptions]) -> Session:
        """Returns the screen on which an attempt is played, for the length of a block:

            with daemon.open_session(attempt["id"]) as session:
                result = session.answer("A", at_ms=1000)

        It has its own connection. Losing it kills the session, and raises SessionEndedError. The
        report of the next session lists what is not shown again.

        :param options: `motion`, `screen`, `seed`, …: see `hwdb.types.SessionOptions`
        :raises: NotFoundError, ConflictError
        """
        return Session(self, attempt_id, options)

    def events(self, since: int | None = None) -> Events:
        """Returns the events of the store, each once and in order, even if connections are lost:

            for event in daemon.events(since=last_seen): print(event["sequence"], event["kind"])

        :param since: the number of the last event seen; by default, only new events follow
        :raises: HistoryGoneError, if events after `since` have been deleted
        """
        return Events(self, since)

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AnySession(Way[W]):
    """A session on an attempt. Times are milliseconds on its clock, which never goes back.

    Calls raise SessionEndedError, ConflictError, InvalidError or InvalidParamsError.
    """

    #: The attempt, as it was when the session opened.
    attempt: Attempt
    #: What a kill did to the previous session.
    report: ResumeReport
    id: str

    def __init__(self, client: AnyClient[W], attempt_id: str, options: SessionOptions) -> None:
        self._client = client
        self._way = client._way
        self._connection = client._connection_type(client.socket, client.patience, is_session=True)
        self._opening = {"attemptId": attempt_id, **{wire(k): v for k, v in options.items()}}

    @both
    async def event(self, at_ms: int, event: SessionEvent) -> SessionEventResult:
        """Reports what happened; returns the cues that this starts or ends."""
        return await self._event(at_ms, event)

    @both
    async def answer(self, response: str, *, at_ms: int) -> SessionEventResult:
        """Answers the current question with an option's letter or number from 1, or with text."""
        return await self._event(at_ms, {"type": "answer", "response": response})

    @both
    async def skip(self, *, at_ms: int) -> SessionEventResult:
        """Skips the current question."""
        return await self._event(at_ms, {"type": "skip"})

    @both
    async def finish(self, *, at_ms: int) -> SessionEventResult:
        """Finishes the attempt, and shows the results."""
        return await self._event(at_ms, {"type": "finish"})

    @both
    async def wait(self, *, at_ms: int) -> SessionEventResult:
        """Advances the clock; returns the cues that have ended."""
        return await self._event(at_ms, {"type": "wait"})

    @both
    async def state(self) -> SessionStateResult:
        """Returns every field of the session and its attempt, and what a kill does to it."""
        state: SessionStateResult = await self._ask("session.state", {"sessionId": self.id})
        return state

    @both
    async def close(self) -> None:
        """Closes the session. The report of the next session does not mention it."""
        await self._leave(None)

    async def _open(self, *, subscribes: bool = False) -> None:
        await self._connection.open(is_further=True)
        try:
            opened = await self._ask("session.open", self._opening)
            if subscribes:
                await self._ask("events.subscribe", {})
        except BaseException:
            await self._connection.close()
            raise
        self.attempt, self.report = opened["attempt"], opened["report"]
        self.id = opened["sessionId"]

    async def _leave(self, kind: type[BaseException] | None) -> None:
        try:
            if kind is None:  # otherwise it was killed: closing its connection does that
                await self._ask("session.close", {"sessionId": self.id})
        finally:
            await self._connection.close()

    async def _event(self, at_ms: int, event: SessionEvent) -> SessionEventResult:
        parameters = {"sessionId": self.id, "atMs": at_ms, "event": event}
        result: SessionEventResult = await self._ask("session.event", parameters)
        return result

    async def _next_cue(self) -> Cue:
        while True:
            message = await self._connection.next_notification()
            if message.get("method") == "events.cue":
                notification: CueNotification
                notification = _protocol.shaped(
                    "CueNotification", message.get("params"), "events.cue")
                if notification["sessionId"] == self.id:
                    return notification["cue"]

    async def _ask(self, method: str, parameters: dict[str, Any]) -> Any:
        return await self._client._read(method, await self._connection.ask(method, parameters))


class Session(AnySession[Blocking]):
    """A session on an attempt: see `Client.open_session`."""

    def __init__(self, client: Client, attempt_id: str, options: SessionOptions) -> None:
        super().__init__(client, attempt_id, options)
        run(self._open())

    def cues(self) -> Iterator[Cue]:
        """Returns the session's cues for what others do from now on, until the session ends.

        Keep reading: the daemon closes the connection if a thousand of them are unread.
        """
        run(self._ask("events.subscribe", {}))
        return iter(lambda: run(self._next_cue()), None)

    def __enter__(self) -> Session:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        run(self._leave(kind))


class AnyEvents:
    """The events of a store, each once and in order, over any number of connections."""

    def __init__(self, client: AnyClient[Any], since: int | None) -> None:
        #: The number of the last event that was returned.
        self.last = since
        self._client = client
        self._connection = client._connection_type(client.socket, client.patience, self._greeting)

    async def _open(self) -> None:
        """Subscribes: from now on, no event is missed."""
        await self._connection.open(is_further=True)
        try:
            while not await self._is_reply(await self._connection.next_notification()):
                pass
        except BaseException:
            await self._connection.close()
            raise

    async def _next(self) -> Event:
        while True:
            message = await self._connection.next_notification()
            if not await self._is_reply(message) and message.get("method") == "events.event":
                event: Event = _protocol.shaped("Event", message.get("params"), "events.event")
                # A new connection may repeat the last events of the previous one.
                if self.last is None or event["sequence"] > self.last:
                    self.last = event["sequence"]
                    return event

    async def _is_reply(self, message: dict[str, Any]) -> bool:
        """Whether a message answers a connection's subscription."""
        if message.get("id") != 0:
            return False
        subscribed = await self._client._read("events.subscribe", message)
        if self.last is None:
            self.last = subscribed["sequence"]
        return True

    def _greeting(self) -> bytes:
        return _protocol.request(0, "events.subscribe", {"since": self.last})


class Events(AnyEvents, Iterator["Event"]):
    """The events of a store: see `Client.events`."""

    def __init__(self, client: Client, since: int | None) -> None:
        super().__init__(client, since)
        run(self._open())

    def __next__(self) -> Event:
        return run(self._next())

    def close(self) -> None:
        """Stops following."""
        run(self._connection.close())

    def __enter__(self) -> Events:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
