"""A client of `hwdbd`, the daemon of hwdb.

    import hwdb

    with hwdb.Client() as daemon:
        for homework in daemon.homework.list(status="started")["items"]:
            print(homework["title"])

Every method of the protocol is here by its name, typed with `hwdb.types`, and raises the errors of
`hwdb.errors`. `hwdb.AsyncClient` has the same methods, to be awaited.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._client import Client as Client
from ._client import Events as Events
from ._client import Session as Session
from .errors import *
from .errors import VERSION

__version__ = VERSION

if TYPE_CHECKING:
    from ._async import AsyncClient as AsyncClient
    from ._async import AsyncSession as AsyncSession


def __getattr__(name: str) -> Any:
    # Only programs that use asyncio import it.
    if name in ("AsyncClient", "AsyncSession"):
        from . import _async

        return getattr(_async, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
