"""Blocking or awaited: each call is written once, and a client makes it in one of the two ways."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar, overload

P = ParamSpec("P")
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)
W = TypeVar("W")


class Way(Generic[W]):
    """An object with calls: they block if W is Blocking, and are awaited if it is Awaited."""


class Method(Protocol[P, R_co]):
    """A function of a class, which is called in the way of its object."""

    @overload
    def __get__(self, caller: Way[Awaited], kind: Any) -> Callable[P, Awaitable[R_co]]: ...
    @overload
    def __get__(self, caller: Way[Any], kind: Any) -> Callable[P, R_co]: ...


class Blocking: ...


class Awaited: ...


#: The type of each method's result: here of those that have connections of their own.
RESULTS = {
    "events.subscribe": "EventsSubscribeResult",
    "session.open": "SessionOpenResult",
    "session.event": "SessionEventResult",
    "session.state": "SessionStateResult",
}


def run(coroutine: Coroutine[Any, Any, R]) -> R:
    """Runs a coroutine that never suspends, because its connection blocks."""
    try:
        coroutine.send(None)
    except StopIteration as end:
        result: R = end.value
        return result
    raise AssertionError("a blocking call was suspended")


def both(body: Callable[Concatenate[Any, P], Coroutine[Any, Any, R]]) -> Method[P, R]:
    """Makes a call of a coroutine, in the way of its object."""

    @wraps(body)
    def call(self: Any, *positional: P.args, **named: P.kwargs) -> Any:
        return self._way(body(self, *positional, **named))

    return call  # type: ignore[return-value]


def method(name: str) -> Callable[[Callable[Concatenate[Any, P], R]], Method[P, R]]:
    """Makes a call of a function that only declares a method's parameters and result."""

    def made(body: Callable[Concatenate[Any, P], R]) -> Method[P, R]:
        RESULTS[name] = body.__annotations__["return"]
        code = body.__code__
        names = code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount]
        members = {argument: wire(argument) for argument in names}

        @wraps(body)
        def call(self: Any, *positional: P.args, **named: P.kwargs) -> Any:
            body(self, *positional, **named)  # raises Python's own errors about arguments
            given = {**dict(zip(names, positional)), **named}
            parameters = {member: given.get(argument) for argument, member in members.items()}
            return self._call(name, parameters)

        return call  # type: ignore[return-value]

    return made


def wire(argument: str) -> str:
    """The protocol's name of an argument: `homework_id` is homeworkId, `from_` is from."""
    first, *others = argument.rstrip("_").split("_")
    return first + "".join(part.capitalize() for part in others)


class Group(Way[W]):
    """The methods about one thing."""

    def __init__(self, call: Callable[[str, dict[str, Any]], Any]) -> None:
        self._call = call
