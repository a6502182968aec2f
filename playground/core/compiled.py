"""How functions are compiled: by numba, without the GIL, and kept on disk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numba
from numba import types

# Names for the types in signatures. Text is read only, so that views of `bytes` need no copy.
TEXT = types.Array(types.uint8, 1, "C", readonly=True)
BYTES = types.uint8[::1]
LONGS = types.int64[::1]
LONG_ROWS = types.int64[:, ::1]
INTS = types.int32[::1]
INT_ROWS = types.int32[:, ::1]
HASHES = types.uint64[::1]
INT, LONG, HASH, BIT, VOID = types.int32, types.int64, types.uint64, types.boolean, types.void

Function = Callable[..., Any]


def compiled(function: Function) -> Function:
    """`function` compiled when it is first called; from disk where an earlier process compiled it.

    A file whose functions are compiled calls compiled functions of its own only: numba looks at the date of one file
    when it decides whether what it kept is still good.
    """
    return _jit()(function)


def part(result: Any, *arguments: Any) -> Callable[[Function], Function]:
    """The same for a part of other compiled functions. Fixed types spare a compilation for each kind of constant."""
    return _jit(result(*arguments))


def _jit(*signature: Any) -> Callable[[Function], Function]:
    njit: Any = numba.njit

    def compile(function: Function) -> Function:
        try:
            return cast(Function, njit(*signature, nogil=True, cache=True)(function))
        except RuntimeError:  # there is no folder that can be written: compile in each process
            return cast(Function, njit(*signature, nogil=True)(function))

    return compile
