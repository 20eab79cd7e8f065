"""The blocking client."""

from __future__ import annotations

import os
from collections.abc import Iterator

from . import _protocol
from ._connection import Connection
from ._methods import Methods, SessionMethods
from ._ways import Blocking, Group, W, method

TYPE_CHECKING = False  # as in typing, whose import takes longer than that of all the rest
if TYPE_CHECKING:
    from typing import Any, Unpack

    from .types import Attempt, Cue, CueNotification, Event, ResumeReport
    from .types import SessionEvent, SessionEventResult, SessionOptions, SessionStateResult


class Client(Methods[Blocking]):
    """A daemon, whose methods wait for their answers: `daemon.homework.list(status="started")`.

    It may be used by any number of threads at once. A connection that is lost is made again, and what was not answered is
    asked again: every write has a request id of its own, so that it is done once. Each process needs a client of its own.

    :param socket: the daemon's; `$HWDB_SOCKET`, or the user's own, unless given.
    :param patience: how long to try again where a connection is lost, in seconds; 0 for not at all.

    Raises UnreachableError where no daemon answers there at this moment.
    """

    def __init__(self, socket: str | os.PathLike[str] | None = None, *, patience: float = 30) -> None:
        self.socket = _protocol.socket_path(socket)
        self.patience = patience
        self._connection = Connection(self.socket, patience)
        super().__init__(self.call)

    def call(self, method: str, parameters: dict[str, Any]) -> Any:
        """Calls any method by its name, with parameters as the protocol names them; `None` is left out."""
        if method.startswith("session."):
            raise ValueError("a session has a connection of its own: with daemon.open_session(attempt_id) as session")
        return self._read(method, self._connection.ask(method, parameters))

    def open_session(self, attempt_id: str, **options: Unpack[SessionOptions]) -> Session:
        """What is on screen while an attempt is played, as long as the block lasts:

            with daemon.open_session(attempt["id"]) as session:
                told = session.answer("A", at_ms=1000)

        It has a connection of its own, whose loss is its kill: SessionEndedError. Opened again, its report says what is not
        shown again.

        Its options are those of `hwdb.types.SessionOptions`: `motion`, `screen`, `seed`, …

        Raises NotFoundError, ConflictError.
        """
        return Session(self, attempt_id, options)

    def events(self, since: int | None = None) -> Events:
        """What happens in the store, each fact once and in order, also over connections that are lost:

            for event in daemon.events(since=last_seen): print(event["sequence"], event["kind"])

        :param since: the number of the last event that was seen; from now on unless given

        Raises HistoryGoneError where what comes after `since` is not kept any more.
        """
        return Events(self, since)

    def close(self) -> None:
        """Closes the connection: what was not answered fails."""
        self._connection.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _read(self, method: str, reply: Any) -> Any:
        try:
            return _protocol.result(method, reply)
        except _protocol.OF_VERSIONS:
            # Said again, with what to do about the two versions.
            daemon = _protocol.version_in(self._connection.ask("server.info", {}))
            return _protocol.result(method, reply, daemon)


class SessionEvents(Group[W]):
    """What happens on a session's screen. Times are milliseconds on its clock, which never goes back.

    Each raises SessionEndedError, ConflictError, InvalidError, InvalidParamsError.
    """

    #: What it is on, as it was when it opened.
    attempt: Attempt
    #: What a kill did to the former session.
    report: ResumeReport
    id: str

    @method
    def event(self, at_ms: int, event: SessionEvent) -> SessionEventResult:
        """Tells what happened; gives the cues that this begins or ends."""
        parameters = {"session_id": self.id, "at_ms": at_ms, "event": event}
        return self._call("session.event", parameters)  # type: ignore[no-any-return]

    @method
    def answer(self, response: str, *, at_ms: int) -> SessionEventResult:
        """Answers the current question with the letter of an option, its number from 1, or text."""
        return self.event(at_ms, {"type": "answer", "response": response})

    @method
    def skip(self, *, at_ms: int) -> SessionEventResult:
        """Settles the current question as skipped."""
        return self.event(at_ms, {"type": "skip"})

    @method
    def finish(self, *, at_ms: int) -> SessionEventResult:
        """Finishes the attempt, and shows the results."""
        return self.event(at_ms, {"type": "finish"})

    @method
    def wait(self, *, at_ms: int) -> SessionEventResult:
        """Lets the clock go on: gives what has ended by then."""
        return self.event(at_ms, {"type": "wait"})

    @method
    def state(self) -> SessionStateResult:
        """Every field of it and of what it is on, with what a kill does to it."""
        return self._call("session.state", {"session_id": self.id})  # type: ignore[no-any-return]


class Session(SessionEvents[Blocking]):
    """A session on an attempt: see `Client.open_session`."""

    def __init__(self, client: Client, attempt_id: str, options: SessionOptions) -> None:
        super().__init__(self._ask)
        self._client = client
        self._connection = Connection(client.socket, client.patience, is_session=True, is_further=True)
        try:
            methods: SessionMethods[Blocking] = SessionMethods(self._ask)
            opened = methods.open(attempt_id, **options)
        except BaseException:
            self._connection.close()
            raise
        self.attempt, self.report, self.id = opened["attempt"], opened["report"], opened["sessionId"]

    def cues(self) -> Iterator[Cue]:
        """Cues of it, of facts that others bring about from here on, as they come; ends with the session.

        It has to be read on: a daemon closes the connection of one who lets a thousand of them wait.
        """
        self._ask("events.subscribe", {})
        return self._told_cues()

    def _told_cues(self) -> Iterator[Cue]:
        while True:
            message = self._connection.next_notification()
            if message.get("method") == "events.cue":
                notified: CueNotification = _notification(message, "CueNotification")
                if notified["sessionId"] == self.id:
                    yield notified["cue"]

    def close(self) -> None:
        """Closes it. The report of the next session does not mention it."""
        try:
            self._ask("session.close", {"sessionId": self.id})
        finally:
            self._connection.close()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self.close()
        else:
            # What went wrong is told, not what that brings about; the end of the connection ends the session.
            self._connection.close()

    def _ask(self, method: str, parameters: dict[str, Any]) -> Any:
        return self._client._read(method, self._connection.ask(method, parameters))


class Events(Iterator["Event"]):
    """The events of a store: see `Client.events`."""

    def __init__(self, client: Client, since: int | None) -> None:
        #: The number of the last event that was given.
        self.last = since
        self._client = client
        self._connection = Connection(client.socket, client.patience, self._greeting, is_further=True)
        # What happens from here on is told, whoever brings it about.
        try:
            while not self._subscribed(self._connection.next_notification()):
                pass
        except BaseException:
            self._connection.close()
            raise

    def __next__(self) -> Event:
        while True:
            message = self._connection.next_notification()
            if not self._subscribed(message) and message.get("method") == "events.event":
                event: Event = _notification(message, "Event")
                # The first ones of a connection may have come on the one before.
                if self.last is None or event["sequence"] > self.last:
                    self.last = event["sequence"]
                    return event

    def close(self) -> None:
        """Stops following."""
        self._connection.close()

    def __enter__(self) -> Events:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _subscribed(self, message: dict[str, Any]) -> bool:
        """Whether a message answers the subscription of a connection."""
        if message.get("id") != 0:
            return False
        subscribed = self._client._read("events.subscribe", message)
        if self.last is None:
            self.last = subscribed["sequence"]
        return True

    def _greeting(self) -> bytes:
        return (_protocol.request(0, "events.subscribe", {"since": self.last}) + "\n").encode()


def _notification(message: dict[str, Any], shape: str) -> Any:
    from . import _check

    content = message.get("params")
    try:
        _check.of_shape(shape)(content)
    except _check.Mismatch as fault:
        raise _protocol.unknown_shape(f"{fault.path or 'it'} {fault.found}", str(message.get("method"))) from None
    return content
