"""Everything that a client raises, by name.

    except hwdb.ConflictError as error: print(error, error.data)
"""

from __future__ import annotations

from typing import Any

#: Errors by the protocol's names.
BY_NAME: dict[str, type[RefusedError]] = {}


class HwdbError(Exception):
    """Any error of this client."""


class UnreachableError(HwdbError, ConnectionError):
    """No daemon answers, or none came back in time. An unanswered write may have happened."""


class SessionEndedError(HwdbError, ConnectionError):
    """The session ended with its connection: open another one on the attempt."""


class UnknownShapeError(HwdbError):
    """The daemon's answer is unknown to this client: the two are of different versions."""


class RefusedError(HwdbError):
    """The daemon refused a call, for a reason of the protocol."""

    name = "unknown"
    #: The protocol's number of the error.
    code = 0
    #: What a program needs to act.
    data: dict[str, Any]

    def __init_subclass__(cls, name: str, code: int) -> None:
        cls.name, cls.code = name, code
        BY_NAME[name] = cls

    def __init__(self, message: str, data: dict[str, Any] | None = None, code: int = 0) -> None:
        super().__init__(message)
        self.data = data or {}
        self.code = code or self.code

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (str(self), self.data, self.code))


# Written by Clients/generate from here on.

#: The version of hwdb that this client is made for.
VERSION = "1.0.0"


class BusyError(RefusedError, name="busy", code=-32006):
    """Too many calls are waiting: try again later."""


class CancelledError(RefusedError, name="cancelled", code=-32007):
    """The call was cancelled or took too long; nothing has changed."""


class ConflictError(RefusedError, name="conflict", code=-32003):
    """The current state does not allow the call: data gives the reason."""


class DatabaseUnavailableError(RefusedError, name="databaseUnavailable", code=-32004):
    """The database is locked, damaged or of a newer version, or the disk is full."""


class HistoryGoneError(RefusedError, name="historyGone", code=-32009):
    """Older events than data.oldestSequence are gone: read the current state again."""


class InternalError(RefusedError, name="internal", code=-32000):
    """An internal error occurred: see the daemon's log."""


class InvalidError(RefusedError, name="invalid", code=-32002):
    """Parameters have invalid values: data.faults lists up to 20, and data.moreFaults counts the others."""


class InvalidParamsError(RefusedError, name="invalidParams", code=-32602):
    """Parameters are unknown, missing or of the wrong type: data.faults lists up to 20, and data.moreFaults counts the others."""


class InvalidRequestError(RefusedError, name="invalidRequest", code=-32600):
    """The JSON is not a JSON-RPC 2.0 request."""


class MethodNotFoundError(RefusedError, name="methodNotFound", code=-32601):
    """The method does not exist: this document lists all of them."""


class NotFoundError(RefusedError, name="notFound", code=-32001):
    """The requested object does not exist."""


class ParseError(RefusedError, name="parseError", code=-32700):
    """The line is not JSON: send one JSON value per line."""


class TimeUpError(RefusedError, name="timeUp", code=-32010):
    """The time limit of the attempt is over: finish it."""


class TooEarlyError(RefusedError, name="tooEarly", code=-32008):
    """It is too early: try again after data.retryAfterSeconds."""


class TooLargeError(RefusedError, name="tooLarge", code=-32005):
    """The request is too large: send less at once."""
