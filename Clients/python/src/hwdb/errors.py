"""Everything that a client raises, by name.

    except hwdb.ConflictError as error: print(error, error.data)

Written by Clients/generate: change the protocol, and run it again.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in typing, whose import takes longer than that of all the rest
if TYPE_CHECKING:
    from typing import Any

#: The version of hwdb that this client was made for.
VERSION = "1.0.0"


class HwdbError(Exception):
    """Any error of this client."""


class UnreachableError(HwdbError, ConnectionError):
    """There is no daemon, or none came back in time. A write that was on its way may have happened."""


class SessionEndedError(HwdbError, ConnectionError):
    """The connection of a session was lost, and the session with it: open another one on the attempt."""


class UnknownShapeError(HwdbError):
    """The daemon answered something that this client does not know: the two are of different versions."""


class RefusedError(HwdbError):
    """The daemon refused, in the protocol's words."""

    name = "unknown"
    #: The protocol's number of it.
    code = 0
    #: What a program needs to act.
    data: dict[str, Any]

    def __init__(self, message: str, data: dict[str, Any] | None = None, code: int = 0) -> None:
        super().__init__(message)
        self.data = data or {}
        if code:
            self.code = code

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (str(self), self.data, self.code))


class BusyError(RefusedError):
    """Too many calls are waiting: try again later."""
    name, code = "busy", -32006


class CancelledError(RefusedError):
    """The call was cancelled or took too long; nothing has changed."""
    name, code = "cancelled", -32007


class ConflictError(RefusedError):
    """The current state does not allow the call: data gives the reason."""
    name, code = "conflict", -32003


class DatabaseUnavailableError(RefusedError):
    """The database is locked, damaged or of a newer version, or the disk is full."""
    name, code = "databaseUnavailable", -32004


class HistoryGoneError(RefusedError):
    """Older events than data.oldestSequence are gone: read the current state again."""
    name, code = "historyGone", -32009


class InternalError(RefusedError):
    """An internal error occurred: see the daemon's log."""
    name, code = "internal", -32000


class InvalidError(RefusedError):
    """Parameters have invalid values: data.faults lists them."""
    name, code = "invalid", -32002


class InvalidParamsError(RefusedError):
    """Parameters are unknown, missing or of the wrong type: data.faults lists them."""
    name, code = "invalidParams", -32602


class InvalidRequestError(RefusedError):
    """The JSON is not a JSON-RPC 2.0 request."""
    name, code = "invalidRequest", -32600


class MethodNotFoundError(RefusedError):
    """The method does not exist: this document lists all of them."""
    name, code = "methodNotFound", -32601


class NotFoundError(RefusedError):
    """The requested object does not exist."""
    name, code = "notFound", -32001


class ParseError(RefusedError):
    """The line is not JSON: send one JSON value per line."""
    name, code = "parseError", -32700


class TimeUpError(RefusedError):
    """The time limit of the attempt is over: finish it."""
    name, code = "timeUp", -32010


class TooEarlyError(RefusedError):
    """It is too early: try again after data.retryAfterSeconds."""
    name, code = "tooEarly", -32008


class TooLargeError(RefusedError):
    """The request is too large: send less at once."""
    name, code = "tooLarge", -32005


#: Errors by the protocol's word for them.
BY_NAME = {error.name: error for error in (
    BusyError, CancelledError, ConflictError, DatabaseUnavailableError, HistoryGoneError, InternalError, InvalidError,
    InvalidParamsError, InvalidRequestError, MethodNotFoundError, NotFoundError, ParseError, TimeUpError,
    TooEarlyError, TooLargeError,
)}

__all__ = [
    "HwdbError", "UnreachableError", "SessionEndedError", "UnknownShapeError", "RefusedError", "BusyError",
    "CancelledError", "ConflictError", "DatabaseUnavailableError", "HistoryGoneError", "InternalError",
    "InvalidError", "InvalidParamsError", "InvalidRequestError", "MethodNotFoundError", "NotFoundError", "ParseError",
    "TimeUpError", "TooEarlyError", "TooLargeError",
]
