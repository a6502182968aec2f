"""The server around the pages: what it gives out beside them, and what it does when it starts."""

from __future__ import annotations

import contextlib
import os
import socket
import stat
import sys
import threading
from collections.abc import AsyncIterator
from functools import cache

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from playground.components import assets
from playground.ui import warming

START = "tokens"
"""The start page as its file is called: the first entry of the menu."""
_TURN = 0.001  # seconds
_DESCRIPTORS = range(3, 256)


@contextlib.asynccontextmanager
async def lifespan(_app: object) -> AsyncIterator[None]:
    """The life of a server: at its beginning, what the start page needs is made ready."""
    # One thread sends what all the others draw, message by message, and asks for the interpreter after each: with
    # Python's 5 ms it would wait through most of a second when several visitors type.
    sys.setswitchinterval(_TURN)
    _send_at_once()
    assets.by_address = True
    threading.Thread(target=warming.stay_ready, daemon=True, name="warming").start()
    yield


def _send_at_once() -> None:
    """Have small messages leave without waiting for the last one's receipt, which a browser's system delays by 40 ms.

    asyncio sets this for connections, but knows them by the protocol that was named when the listening socket was made;
    Streamlit names none. Connections inherit what that socket is told.
    """
    for descriptor in _DESCRIPTORS:
        with contextlib.suppress(OSError):  # of numbers that name nothing
            if not stat.S_ISSOCK(os.fstat(descriptor).st_mode):
                continue
            with socket.socket(fileno=os.dup(descriptor)) as found:
                if found.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
                    found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


@cache
def _scripts() -> dict[str, str]:
    return {folder: assets.load(folder)["js"] for folder in assets.folders()}


async def _script(request: Request) -> Response:
    """A component's script. Its address says which version it is, so that a browser asks once."""
    found = _scripts().get(request.path_params["folder"])
    if found is None:
        return Response(status_code=404)
    headers = {"Cache-Control": "public, max-age=31536000, immutable"}
    return Response(found, media_type="text/javascript", headers=headers)


async def _start(request: Request) -> Response:
    """The start page has no name of its own; who types it as one types those of the others is led there."""
    query = request.url.query
    return RedirectResponse(f"./?{query}" if query else "./")


# Behind a proxy the app may have a path before it.
ROUTES = [
    Route(f"/{{base:path}}{assets.SCRIPTS}/{{folder}}.js", _script),
    Route(f"/{START}", _start),
    Route(f"/{{base:path}}/{START}", _start),
]
