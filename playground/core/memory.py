"""Memory that nothing uses any more, given back to the system."""

from __future__ import annotations

import contextlib
import ctypes


def give_back() -> None:
    """Have the C library return what it keeps for later; where it knows no such wish, nothing happens.

    Threads leave free memory behind that no other thread takes up: several bytes for each byte of a text.
    """
    # Only glibc has the name (`man 3 malloc_trim`); Windows has no library of its own without a name.
    with contextlib.suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)
