"""How functions are compiled: by numba, without the GIL, and kept on disk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """`function` compiled on first call; from disk where an earlier process compiled it.

    A file whose functions are compiled calls compiled functions of its own only: numba looks at the date of one file
    when it decides whether what it kept is still good.
    """
    try:
        return numba.njit(nogil=True, cache=True)(function)
    except RuntimeError:  # there is no folder that can be written: compile in each process
        return numba.njit(nogil=True)(function)
