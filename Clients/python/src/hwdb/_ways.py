"""The two ways to call a method: one waits for the answer, and one gives an awaitable. Each method is written once."""

from __future__ import annotations

TYPE_CHECKING = False  # as in typing, whose import takes longer than that of all the rest
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, overload

    P = ParamSpec("P")
    R = TypeVar("R")


def wire(argument: str) -> str:
    """An argument's name as the protocol has it: `homework_id` is homeworkId, `from_` is from."""
    first, *others = argument.rstrip("_").split("_")
    return first + "".join(part.capitalize() for part in others)


class Group:
    """The methods about one thing. They wait for their answers."""

    __slots__ = ("_do",)

    def __init__(self, call: Callable[[str, dict[str, Any]], Any]) -> None:
        self._do = call

    def _call(self, method: str, arguments: dict[str, Any]) -> Any:
        """Calls a method with the local variables of its function."""
        return self._do(method, {wire(name): value for name, value in arguments.items() if name != "self"})


class AsyncGroup(Group):
    """The methods about one thing, to await: its `call` gives an awaitable, and so do they."""

    __slots__ = ()


if TYPE_CHECKING:

    class Method(Generic[P, R]):
        @overload
        def __get__(self, group: AsyncGroup, kind: Any) -> Callable[P, Awaitable[R]]: ...
        @overload
        def __get__(self, group: Group, kind: Any) -> Callable[P, R]: ...
        def __get__(self, group: Any, kind: Any) -> Any: ...

    def method(body: Callable[Concatenate[Any, P], R]) -> Method[P, R]: ...

else:

    def method(body):
        return body
