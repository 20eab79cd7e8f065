"""A client of `hwdbd`, the daemon of hwdb.

    import hwdb

    with hwdb.Client() as daemon:
        for homework in daemon.homework.list(status="started")["items"]:
            print(homework["title"])

Every method of the protocol is there by its name, with the types of `hwdb.types`; what it refuses is an exception of
`hwdb.errors`. `hwdb.AsyncClient` is the same to await.
"""

from __future__ import annotations

from ._client import Client as Client
from ._client import Events as Events
from ._client import Session as Session
from .errors import *
from .errors import VERSION

__version__ = VERSION

TYPE_CHECKING = False  # as in typing, whose import takes longer than that of all the rest
if TYPE_CHECKING:
    from typing import Any

    from ._async import AsyncClient as AsyncClient
    from ._async import AsyncSession as AsyncSession


def __getattr__(name: str) -> Any:
    # asyncio is imported only by programs that use it.
    if name in ("AsyncClient", "AsyncSession"):
        from . import _async

        return getattr(_async, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
