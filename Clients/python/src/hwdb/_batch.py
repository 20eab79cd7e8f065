"""Requests that go out together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

from . import _protocol
from ._methods import BatchMethods

if TYPE_CHECKING:
    from ._async import AsyncClient
    from ._client import Client

Result = TypeVar("Result")

#: How many requests a daemon takes on one line.
LIMIT = 100


class Reply(Generic[Result]):
    """What a request of a batch will give."""

    __slots__ = ("_method", "_reply", "_is_there")

    def __init__(self, method: str) -> None:
        self._method = method
        self._reply: Any = None
        self._is_there = False

    def result(self) -> Result:
        """What it gave, or the error that it was, once the batch has gone out."""
        if not self._is_there:
            raise RuntimeError("the batch has not gone out yet: ask after its block")
        return _protocol.result(self._method, self._reply)  # type: ignore[no-any-return]

    def _take(self, reply: Any) -> None:
        self._reply, self._is_there = reply, True


class Requests(BatchMethods):
    """What is in a batch goes out in order, and only if its block ends without an error."""

    def __init__(self) -> None:
        self._requests: list[tuple[str, dict[str, Any]]] = []
        self._replies: list[Reply[Any]] = []
        super().__init__(self._add)

    def _add(self, method: str, parameters: dict[str, Any]) -> Reply[Any]:
        self._requests.append((method, parameters))
        self._replies.append(Reply(method))
        return self._replies[-1]

    def _take(self, start: int, answers: list[Any]) -> None:
        for reply, answer in zip(self._replies[start:], answers):
            reply._take(answer)


class Batch(Requests):
    """See `Client.batch`."""

    def __init__(self, client: Client) -> None:
        super().__init__()
        self._client = client

    def __enter__(self) -> Batch:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            for start in range(0, len(self._requests), LIMIT):
                self._take(start, self._client._connection.ask_all(self._requests[start : start + LIMIT]))


class AsyncBatch(Requests):
    """See `AsyncClient.batch`."""

    def __init__(self, client: AsyncClient) -> None:
        super().__init__()
        self._client = client

    async def __aenter__(self) -> AsyncBatch:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            for start in range(0, len(self._requests), LIMIT):
                self._take(start, await self._client._connection.ask_all(self._requests[start : start + LIMIT]))
