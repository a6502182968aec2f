"""The process in which the tokenizers library runs a file whose patterns may never end. It imports nothing of ours.

It is told the text of a tokenizer.json for ordinary text and one for text with special tokens, then one request after
another. Each is given its seconds of computing; the system ends the process where they are used up.
"""

from __future__ import annotations

import json
import signal
import struct
import sys
from typing import Any, BinaryIO

import tokenizers


def main(source: BinaryIO, out: BinaryIO) -> None:
    plain, special = receive(source), receive(source)
    libraries: dict[bool, tokenizers.Tokenizer] = {}
    while (request := receive(source)) is not None:
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_PROF, 0)
        wants_special = bool(request["special"])
        if wants_special not in libraries:
            libraries[wants_special] = tokenizers.Tokenizer.from_str(special if wants_special else plain)
            libraries[wants_special].encode_special_tokens = not wants_special
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_PROF, request["seconds"])  # of computing, however busy the machine is
        try:
            answer = _answer(libraries[wants_special], request)
        except BaseException as problem:  # a panic of compiled code is no Exception
            answer = {"error": " ".join(str(problem).split())[:200].rstrip(".") or "it gives no reason"}
        send(out, answer)


def _answer(library: tokenizers.Tokenizer, request: dict[str, Any]) -> dict[str, Any]:
    if "ids" in request:
        return {"text": library.decode(request["ids"], skip_special_tokens=False)}
    encoding = library.encode(request["text"], add_special_tokens=False)
    return {"ids": encoding.ids, "offsets": encoding.offsets}


def send(out: BinaryIO, message: Any) -> None:
    data = json.dumps(message).encode()
    out.write(struct.pack("<Q", len(data)) + data)
    out.flush()


def receive(source: BinaryIO) -> Any:
    """The next message, or None where the other side has ended."""
    head = source.read(8)
    if len(head) < 8:
        return None
    (length,) = struct.unpack("<Q", head)
    data = source.read(length)
    return json.loads(data) if len(data) == length else None


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer)
