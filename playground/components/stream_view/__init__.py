"""Text that arrives token by token: what can be shown, what is held back, and what naive decoding prints."""

from __future__ import annotations

import json
import zlib
from typing import Any

from playground.components import assets
from playground.core.characters import visible_names
from playground.core.streaming import Stream
from playground.core.utf8 import replacements

_mount = assets.component("stream_view")


def payload(stream: Stream) -> dict[str, Any]:
    """The stream as JSON: for each token its id, its bytes and the held ones in hex, and both texts.

    `wrong[i]` is how many U+FFFD of `naive[i]` are not in the text. `start` is the token to begin at: the first one
    of which something is held back, so that the reader sees at once what it is about. `signature` changes with the
    content, so that the browser goes on from its place where only the theme changed.
    """
    steps = stream.steps
    data: dict[str, Any] = {
        "ids": [step.id for step in steps],
        "bytes": [step.data.hex(" ").upper() for step in steps],
        "held": [step.held.hex(" ").upper() for step in steps],
        "texts": [step.text for step in steps],
        "naive": [step.naive for step in steps],
        "wrong": [replacements(step.data) for step in steps],
        "names": {chr(point): name for point, name in visible_names("".join(s.text for s in steps)).items()},
        "start": next((i + 1 for i, step in enumerate(steps) if step.waits), min(1, len(steps))),
    }
    data["signature"] = zlib.crc32(json.dumps(data).encode())
    return data


def stream_view(stream: Stream, *, key: str) -> None:
    """Play the stream in the browser, with its own clock: play, pause, step, scrub, choose the speed."""
    _mount(data=payload(stream), key=key)
