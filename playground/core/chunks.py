"""Long texts in parts: where they may be cut, and work on several parts at once."""

from __future__ import annotations

import os
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import chain, islice
from typing import TypeVar

A = TypeVar("A")
B = TypeVar("B")

CHUNK = 1 << 20  # bytes
# What all the published patterns cut before: a space after anything that is no space, a line end after a letter or a
# digit. In UTF-8; scripts of two and three bytes by the ranges that hold no white space (or letters only).
_BORDER = re.compile(
    rb"(?:[A-Za-z0-9]|\xd0[\x90-\xbf]|\xd1[\x80-\x8f]|[\xe5-\xe9][\x80-\xbf]{2})[ \n]"
    rb"|(?:[\xc3-\xdf][\x80-\xbf]|[\xe0\xe4\xea-\xed][\x80-\xbf]{2}) "
)


def cut(data: bytes | bytearray, start: int, end: int, size: int = CHUNK) -> Iterator[tuple[int, int]]:
    """`data[start:end]` in parts (start, end) of about `size` bytes, cut only where every published pattern cuts too.

    >>> list(cut(b"to be or not", 0, 12, 4))
    [(0, 5), (5, 12)]
    """
    while end - start > size:
        border = _BORDER.search(data, start + size - 3, end)
        if not border:
            break
        yield start, border.end() - 1
        start = border.end() - 1
    if start < end:
        yield start, end


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_order(function: Callable[[A], B], parts: Iterable[A], workers: int | None = None) -> Iterator[B]:
    """`function` of each part, in order; on all cores where there are several parts and `function` leaves the GIL.

    Only a few parts are under way at once, so that memory stays small.
    """
    workers = workers or cores()
    parts = iter(parts)
    first = list(islice(parts, 2))
    if len(first) < 2 or workers < 2:
        yield from map(function, chain(first, parts))
        return
    with ThreadPoolExecutor(workers) as pool:
        waiting: deque[Future[B]] = deque()
        for part in chain(first, parts):
            waiting.append(pool.submit(function, part))
            if len(waiting) > 2 * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
