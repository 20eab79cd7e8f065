"""The two ways to call a method: one waits for the answer, and one gives an awaitable. Each method is written once."""

from __future__ import annotations

TYPE_CHECKING = False  # as in typing, whose import takes longer than that of all the rest
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, overload

    P = ParamSpec("P")
    R = TypeVar("R")
    W = TypeVar("W")

    class Way(Generic[W]):
        """What has one of the two ways."""

else:
    W = None

    class Way:
        def __class_getitem__(cls, way):
            return cls


class Blocking:
    """The way of methods that wait for their answers."""


class Awaited:
    """The way of methods that give an awaitable: their group's `call` does."""


def wire(argument: str) -> str:
    """An argument's name as the protocol has it: `homework_id` is homeworkId, `from_` is from."""
    first, *others = argument.rstrip("_").split("_")
    return first + "".join(part.capitalize() for part in others)


class Group(Way[W]):
    """The methods about one thing, which are called in one of the two ways."""

    def __init__(self, call: Callable[[str, dict[str, Any]], Any]) -> None:
        self._do = call

    def _call(self, method: str, arguments: dict[str, Any]) -> Any:
        """Calls a method with the local variables of its function."""
        return self._do(method, {wire(name): value for name, value in arguments.items() if name != "self"})


if TYPE_CHECKING:

    class Method(Generic[P, R]):
        @overload
        def __get__(self, group: Group[Awaited], kind: Any) -> Callable[P, Awaitable[R]]: ...
        @overload
        def __get__(self, group: Group[Any], kind: Any) -> Callable[P, R]: ...
        def __get__(self, group: Any, kind: Any) -> Any: ...

    def method(body: Callable[Concatenate[Any, P], R]) -> Method[P, R]: ...

else:

    def method(body):
        return body
