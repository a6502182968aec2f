"""How the app holds out under a crowd: visitors paste 2 kB and type, while two others train.

    python tests/benchmarks/crowd.py                       1, 20, 50 and 200 visitors, who only paste, and who type too
    python tests/benchmarks/crowd.py --sessions 20 --rounds 2 --keys 4

Each visitor is a websocket that speaks Streamlit's own messages, as the page in a browser does: it opens the Tokens
page, pastes, types some keys one after another if so many are asked for, lets the panels under the tokens follow, and
pauses. What is measured
is the time from a message to the last change of the page that answers it; the browser's drawing is in `pages.py`.
Visitors and server share this machine.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from streamlit.components.v2.bidi_component.main import _make_trigger_id
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect

from playground.formats import view_state
from tests.benchmarks import harness
from tests.browser.conftest import Server

PASTE = 2_000
KEYS = 4
PATIENCE = 300.0
# More merges than anybody waits for, on ten megabytes.
LONG = {"train_source": "Sample", "train_sample": "Python's standard library", "train_pattern": "none",
        "train_size": 1_000_000, "_train_size_touched": True}  # fmt: skip


@dataclass
class Timings:
    """Seconds from message to last change, by what was done; and what went wrong."""

    paste: list[float] = field(default_factory=list)
    key: list[float] = field(default_factory=list)
    panels: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


class Visitor:
    """One session: the page as it stands, and a message at a time."""

    def __init__(self, socket: ClientConnection):
        self._socket = socket
        self.parts: dict[str, tuple[str, str]] = {}
        """Components, by name, and buttons, by label: (widget id, fragment id)."""
        self.timers: dict[str, float] = {}
        """Fragments that the page runs again on its own: id and interval."""
        self.faults: list[str] = []
        self._number = 0
        self._page = ""
        self._components: set[str] = set()

    async def ask(self, fragment: str = "", widgets: Sequence[WidgetState] = (), **more: Any) -> float:
        """Have the script, or one fragment of it, run; the seconds until the last change of the page."""
        message = BackMsg()
        message.rerun_script.fragment_id = fragment
        if "page_name" not in more:
            message.rerun_script.page_script_hash = self._page
        # Like a browser, with the state of each component along: empty until the component sets something.
        for id in self._components:
            message.rerun_script.widget_states.widgets.add(id=id, json_value="{}")
        message.rerun_script.widget_states.widgets.extend(widgets)
        for name, value in more.items():
            setattr(message.rerun_script, name, value)
        start = last = time.perf_counter()
        await self._socket.send(message.SerializeToString())
        async with asyncio.timeout(PATIENCE):
            while True:
                answer = ForwardMsg()
                answer.ParseFromString(await self._socket.recv())  # type: ignore[arg-type]
                kind = answer.WhichOneof("type")
                if kind == "delta":
                    last = time.perf_counter()
                    self._learn(answer.delta)
                elif kind == "new_session":
                    if answer.new_session.page_script_hash != self._page:
                        self._page = answer.new_session.page_script_hash
                        self._components.clear()
                elif kind == "auto_rerun":
                    self.timers[answer.auto_rerun.fragment_id] = answer.auto_rerun.interval
                elif kind == "script_finished" and answer.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                    return last - start

    def _learn(self, delta: Any) -> None:
        element = delta.new_element
        kind = element.WhichOneof("type")
        if kind == "bidi_component":
            name = element.bidi_component.component_name.rpartition(".")[2]
            self.parts[name] = element.bidi_component.id, delta.fragment_id
            self._components.add(element.bidi_component.id)
        elif kind == "button":
            self.parts[element.button.label] = element.button.id, delta.fragment_id
        elif kind == "exception" or (kind == "alert" and element.alert.format == element.alert.ERROR):
            self.faults.append(element.exception.message or element.alert.body)

    async def trigger(self, component: str, event: str, value: Any) -> float:
        """What the component's script sends with `setTriggerValue(event, value)`."""
        id, fragment = self.parts[component]
        sent = WidgetState(id=_make_trigger_id(id, "events"))
        sent.json_trigger_value = json.dumps([{"event": event, "value": value}])
        return await self.ask(fragment, [sent])

    async def write(self, text: str) -> float:
        """The text box of the Tokens page has this text now."""
        self._number += 1
        return await self.trigger("live_text", "typed", {"text": text, "sequence": self._number})

    async def press(self, label: str) -> float:
        id, fragment = self.parts[label]
        return await self.ask(fragment, [WidgetState(id=id, trigger_value=True)])


def visit(server: Server) -> Any:
    url = f"ws://127.0.0.1:{server.port}/_stcore/stream"
    return connect(url, subprotocols=["streamlit"], max_size=None, ping_interval=None)  # type: ignore[list-item]


def text_of(r: random.Random) -> str:
    """Two kilobytes that nobody has pasted before."""
    words = ["tokenizer", "unbelievably", "the", "of", "12345", "naïve", "строка", "分词", "lazy", "dogs", "=", "  x"]
    return " ".join(r.choice(words) + str(r.randrange(100)) for _ in range(PASTE))[:PASTE]


async def stay(visitor: Visitor, rounds: int, pause: float, keys: int, r: random.Random, timings: Timings) -> None:
    """Paste, type so many keys, look at the panels, pause; again and again."""
    for _ in range(rounds):
        await asyncio.sleep(r.uniform(0, 2 * pause))
        text = text_of(r)
        timings.paste.append(await visitor.write(text))
        for _ in range(keys):
            await asyncio.sleep(r.uniform(0.1, 0.3))
            text += r.choice("abcdefgh ")
            timings.key.append(await visitor.write(text))
        await asyncio.sleep(r.uniform(0.2, 0.4))
        timings.panels.append(await visitor.trigger("pulse", "settled", r.random()))


async def train(visitor: Visitor, started: asyncio.Event) -> None:
    """Start a long training, and watch it as the page does."""
    await visitor.ask(page_name="train", query_string=f"share={view_state.pack(LONG)}")
    await visitor.press("Train")
    started.set()
    while True:
        for fragment, interval in list(visitor.timers.items()):
            await asyncio.sleep(interval)
            await visitor.ask(fragment, is_auto_rerun=True)
        await asyncio.sleep(0.05)


async def warmed(server: Server) -> None:
    """Wait until the server has loaded its compiled code, which it does in the background."""
    import psutil

    process = psutil.Process(server.process.pid)
    async with asyncio.timeout(PATIENCE):
        while not any("llvmlite" in part.path for part in process.memory_maps()):
            await asyncio.sleep(0.2)
        spent = -1.0
        while sum(process.cpu_times()[:2]) - spent > 0.1:  # it is still at work
            spent = sum(process.cpu_times()[:2])
            await asyncio.sleep(3)


async def crowd(server: Server, number: int, rounds: int, pause: float, keys: int) -> tuple[Timings, list[int]]:
    """The timings of one crowd, and the server's memory: before, with all of them idle, and after."""
    timings = Timings()
    used = [harness.held(server.process.pid)]
    async with contextlib.AsyncExitStack() as stack:
        visitors = [Visitor(await stack.enter_async_context(visit(server))) for _ in range(number)]
        for visitor in visitors:
            await visitor.ask()
        used.append(harness.held(server.process.pid))
        trainers = [Visitor(await stack.enter_async_context(visit(server))) for _ in range(2)]
        started = [asyncio.Event() for _ in trainers]
        training = [asyncio.create_task(train(*both)) for both in zip(trainers, started, strict=True)]
        for event, task in zip(started, training, strict=True):
            waiting = asyncio.create_task(event.wait())
            await asyncio.wait([waiting, task], return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
        stays = (stay(v, rounds, pause, keys, random.Random(i), timings) for i, v in enumerate(visitors))
        for ended in await asyncio.gather(*stays, return_exceptions=True):
            if isinstance(ended, BaseException):
                timings.errors.append(f"{type(ended).__name__}: {ended}")
        for task in training:
            if task.done():
                timings.errors.append(f"a training ended: {task.exception()}")
            task.cancel()
        await asyncio.gather(*training, return_exceptions=True)
        for visitor in (*visitors, *trainers):
            timings.errors += visitor.faults
        used.append(harness.held(server.process.pid))
    return timings, used


def figures(seconds: Sequence[float]) -> list[str]:
    """How many, and in milliseconds the time within which half, 95 % and all of them were answered."""
    ordered = sorted(seconds) or [float("nan")]
    some = (statistics.median(ordered), ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))], ordered[-1])
    return [f"{len(seconds):,}", *(f"{1000 * figure:,.0f}" for figure in some)]


async def measure(chosen: argparse.Namespace) -> None:
    server = Server(Path(tempfile.mkdtemp()) / "log")
    try:
        # The first visitor has everything loaded: both vocabularies, the compiled code.
        async with visit(server) as socket:
            first = Visitor(socket)
            await first.ask()
            await stay(first, 1, 0, KEYS, random.Random(0), Timings())
            await warmed(server)
        print(
            f"The process with both vocabularies and one visitor: {harness.held(server.process.pid) / 1e6:,.0f} MB",
            flush=True,
        )
        rows = [["", "keys a paste", "visitors", "messages", "p50 ms", "p95 ms", "max ms"]]
        said = []
        for keys, number in itertools.product(chosen.keys, chosen.sessions):
            began = time.perf_counter()
            timings, used = await crowd(server, number, chosen.rounds, chosen.pause, keys)
            for what in ("paste", *["key"][:keys], "panels"):
                rows.append([what, str(keys), str(number), *figures(getattr(timings, what))])
            idle = (used[1] - used[0]) / number
            said.append(
                f"{number} visitors, {keys} keys a paste: {len(timings.errors)} errors; "
                f"memory {used[0] / 1e6:,.0f} MB before, "
                f"{used[1] / 1e6:,.0f} with all of them idle ({idle / 1e6:.2f} MB each), {used[2] / 1e6:,.0f} after; "
                f"{time.perf_counter() - began:.0f} s."
            )
            said += [f"  {error[:200]}" for error in dict.fromkeys(timings.errors)]
            await asyncio.sleep(1)
        print("\n".join([harness.table(rows), "", *said]))
    finally:
        server.stop()


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sessions", type=int, nargs="+", default=[1, 20, 50, 200])
    parser.add_argument("--rounds", type=int, default=4, help="how often each visitor pastes")
    parser.add_argument("--pause", type=float, default=5.0, help="seconds between two pastes of one visitor, about")
    parser.add_argument("--keys", type=int, nargs="+", default=[0, KEYS], help="typed after each paste, one run each")
    chosen = parser.parse_args(arguments)
    print(harness.machine("streamlit", "starlette", "uvicorn", "protobuf", "tiktoken"))
    asyncio.run(measure(chosen))


if __name__ == "__main__":
    main()
