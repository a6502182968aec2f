"""Two hundred sessions at once on one server: each gets its own page, and the server lives on in bounded memory."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect

from playground.formats import view_state
from tests.browser.conftest import ROOT, Server

SESSIONS = 200
MOST_MEGABYTES = 1000
"""What one server with so many visitors needs at most; the README says it too."""
SAID = re.compile(rb"visitor number (\d+) was here")


async def open_page(server: Server, number: int) -> ClientConnection:
    """A session as a browser opens it, with a text of its own in the link; it has seen its page when this returns."""
    connection = await connect(
        f"ws://127.0.0.1:{server.port}/_stcore/stream",
        subprotocols=["streamlit"],
        max_size=None,
        open_timeout=300,
        ping_interval=None,
    )
    await ask(connection, number)
    return connection


async def ask(connection: ClientConnection, number: int) -> None:
    message = BackMsg()
    text = f"visitor number {number} was here"
    message.rerun_script.query_string = f"share={view_state.pack({'text': text})}"
    await connection.send(message.SerializeToString())
    seen = bytearray()
    while True:
        data = await asyncio.wait_for(connection.recv(), 600)
        assert isinstance(data, bytes)
        seen += data
        answer = ForwardMsg.FromString(data)
        element = answer.delta.new_element
        assert element.WhichOneof("type") != "exception", element.exception.message
        assert "Something broke" not in element.alert.body
        if answer.WhichOneof("type") == "script_finished":
            break
    assert {int(found) for found in SAID.findall(bytes(seen))} == {number}


def megabytes(server: Server) -> float:
    """The memory of the server's process that is in use."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(re.findall(r"VmRSS:\s+(\d+) kB", status)[0]) / 1000


def test_the_readme_says_how_many_and_how_much() -> None:
    assert f"{SESSIONS} visitors at once need less than {MOST_MEGABYTES:,} MB" in (ROOT / "README.md").read_text(
        "utf-8"
    )


def test_two_hundred_sessions_each_get_their_own_page(fresh_server) -> None:
    async def crowd() -> None:
        opened = await asyncio.gather(*[open_page(fresh_server, number) for number in range(SESSIONS)])
        assert megabytes(fresh_server) < MOST_MEGABYTES
        # All of them are still there and are answered once more; so is somebody who comes late.
        await asyncio.gather(*[ask(connection, number) for number, connection in enumerate(opened) if number % 10 == 0])
        late = await open_page(fresh_server, SESSIONS)
        await asyncio.gather(*[connection.close() for connection in [*opened, late]])

    # In a thread of its own: where Playwright has been at work, this one has an event loop already.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, crowd()).result()
    assert fresh_server.process.poll() is None
    assert "Traceback" not in fresh_server.log.read_text()
