"""Short work of many visitors: one after the other, not all at once.

Python runs one thread at a time. Where several are at work it shares them out in slices, and all of them end about as
late as the last. In turns the last one ends no later, and the others long before.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

SHORT = 20_000
"""Characters. Work on more than that would hold up all the others, so it is shared out."""
PATIENCE = 0.3
"""Seconds after which somebody goes ahead all the same: one who takes long must not stop the rest."""
_turn = threading.RLock()


@contextmanager
def in_turn(characters: int) -> Iterator[None]:
    """Work on a text of so many characters when those who came before have done theirs, if it is short."""
    taken = characters <= SHORT and _turn.acquire(timeout=PATIENCE)
    try:
        yield
    finally:
        if taken:
            _turn.release()
