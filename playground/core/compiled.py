"""How functions are compiled: by numba, without the GIL, and kept on disk."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import Any, cast

import numba
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

# Names for the types in signatures. Text is read only, so that views of `bytes` need no copy.
TEXT = types.Array(types.uint8, 1, "C", readonly=True)
BYTES = types.uint8[::1]
LONGS = types.int64[::1]
LONG_ROWS = types.int64[:, ::1]
INTS = types.int32[::1]
INT_ROWS = types.int32[:, ::1]
HASHES = types.uint64[::1]
BITS_ROWS = types.uint64[:, ::1]
INT, LONG, BITS, BIT, VOID = types.int32, types.int64, types.uint64, types.boolean, types.void
TWO: Any = cast(Any, types.UniTuple)(BITS, 2)

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
    # A function that another one calls becomes part of its code. A call costs more than many of them do: each array
    # takes seven arguments.
    njit: Any = partial(numba.njit, nogil=True, forceinline=True)

    def compile(function: Function) -> Function:
        try:
            return cast(Function, njit(*signature, cache=True)(function))
        except RuntimeError:  # there is no folder that can be written: compile in each process
            return cast(Function, njit(*signature)(function))

    return compile


@intrinsic
def fetch(typing: Any, array: Any, row: Any) -> Any:
    """Have the processor bring `array[row]` near, because it is read soon; a compiled function goes on meanwhile.

    It changes nothing but time: an access to memory takes as long as a hundred instructions, and a list of places
    tells early which ones will come. The row must exist.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        value = context.make_array(signature.args[0])(context, builder, arguments[0])
        stride = builder.extract_value(value.strides, 0)
        address = builder.add(builder.ptrtoint(value.data, stride.type), builder.mul(arguments[1], stride))
        pointer = builder.inttoptr(address, ir.IntType(8).as_pointer())
        word = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [pointer.type, word, word, word])
        llvm = builder.module.declare_intrinsic("llvm.prefetch", [pointer.type], kind)
        builder.call(llvm, [pointer, word(1), word(3), word(1)])  # to be written, kept in all caches, data
        return context.get_dummy_value()

    return VOID(array, LONG), generate


@intrinsic
def byte(typing: Any, array: Any, i: Any) -> Any:
    """`array[i]` for a place that exists, without asking first whether it is negative and so counts from the end."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        value = context.make_array(signature.args[0])(context, builder, arguments[0])
        return builder.zext(builder.load(builder.gep(value.data, [arguments[1]])), ir.IntType(64))

    return LONG(array, LONG), generate


@intrinsic
def eight(typing: Any, array: Any, i: Any) -> Any:
    """The eight bytes of `array` from place `i` on as one number, the first of them the lowest; all must exist."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        value = context.make_array(signature.args[0])(context, builder, arguments[0])
        address = builder.gep(value.data, [arguments[1]])
        pointer = builder.bitcast(address, ir.IntType(64).as_pointer())
        number = builder.load(pointer, align=1)
        if sys.byteorder == "big":
            swap = builder.module.declare_intrinsic("llvm.bswap", [number.type])
            number = builder.call(swap, [number])
        return number

    return BITS(array, LONG), generate


@intrinsic
def zeros_below(typing: Any, bits: Any) -> Any:
    """How many zeros stand below the lowest one of a number; 64 where it is 0."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.IntType(1)(0))

    return LONG(BITS), generate
