"""The compressor of 1994 that byte-pair encoding comes from: the commonest pair becomes a byte the data does not use.

A tokenizer gives each merge a new number and can go on for ever. Here a merge needs one of the 256 byte values that
the block leaves unused, so a block ends when it holds too many different bytes, and merging ends when no byte is free
or no pair is worth it. Each block carries its own table, so that expansion needs nothing else and is exact.

Source: Philip Gage, A New Algorithm for Data Compression, The C Users Journal 12(2), February 1994.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from playground.core.bpe import count_pairs, merge_pair
from playground.core.errors import FormatError

BLOCK = 5000
"""A block has at most so many bytes before compression; the article's suggestion for text."""
MOST_BYTES = 200
"""A block has at most so many different bytes, so that at least 56 are free for pairs."""
THRESHOLD = 3
"""A pair must stand in the block at least so often: each costs up to three bytes in the table."""


@dataclass(frozen=True)
class Substitution:
    """The pair (left, right) stood there `count` times and became the byte `byte`; `size` is the data's size after."""

    left: int
    right: int
    byte: int
    count: int
    size: int
    table_size: int

    @property
    def total(self) -> int:
        """Bytes of the block as it would be written now: table, two bytes of length, data."""
        return self.size + self.table_size + 2


@dataclass(frozen=True)
class Block:
    """A compressed block: the original bytes, each substitution in order, and the data after all of them."""

    original: bytes
    steps: tuple[Substitution, ...]
    data: bytes

    @property
    def table(self) -> dict[int, tuple[int, int]]:
        """Byte -> the pair it stands for."""
        return {step.byte: (step.left, step.right) for step in self.steps}

    def written(self) -> bytes:
        """The block as bytes: the table, the length of the data, the data."""
        return _table_bytes(self.table) + len(self.data).to_bytes(2, "big") + self.data


def blocks(data: bytes, size: int = BLOCK, most_bytes: int = MOST_BYTES) -> Iterator[bytes]:
    """`data` cut so that no block is longer than `size` or has more than `most_bytes` different bytes."""
    start, seen = 0, set[int]()
    for i, byte in enumerate(data):
        if i - start == size or (byte not in seen and len(seen) == most_bytes):
            yield data[start:i]
            start, seen = i, set()
        seen.add(byte)
    if start < len(data):
        yield data[start:]


def compress_block(original: bytes, threshold: int = THRESHOLD) -> Block:
    """Replace the commonest pair by a free byte until none is free or no pair stands there `threshold` times.

    The first of equally common pairs wins, in the order of the data; free bytes are taken from the highest down.
    Pairs are counted where they stand, overlaps included: `aaa` holds `aa` twice and loses one byte.
    """
    free = sorted(set(range(256)) - set(original))
    data, steps, table = list(original), [], {}
    while free:
        counts = count_pairs(data)
        pair = max(counts, key=counts.__getitem__, default=None)
        if pair is None or counts[pair] < threshold:
            break
        byte = free.pop()
        data = merge_pair(data, pair, byte)
        table[byte] = pair
        steps.append(Substitution(*pair, byte, counts[pair], len(data), len(_table_bytes(table))))
    return Block(original, tuple(steps), bytes(data))


def compress(data: bytes, size: int = BLOCK, threshold: int = THRESHOLD) -> bytes:
    """The whole data, block after block.

    >>> expand(compress(b"banana bandana " * 20)) == b"banana bandana " * 20
    True
    """
    return b"".join(compress_block(block, threshold).written() for block in blocks(data, size))


def expand(compressed: bytes) -> bytes:
    """The original data, exactly. FormatError where the data was not written by `compress`."""
    out, at = bytearray(), 0
    while at < len(compressed):
        table, at = _read_table(compressed, at)
        length = int.from_bytes(compressed[at : at + 2], "big")
        data = compressed[at + 2 : at + 2 + length]
        if len(compressed) < at + 2 or len(data) < length:
            raise FormatError("The compressed data ends too early.")
        out += expand_block(data, table)
        at += 2 + length
    return bytes(out)


def expand_block(data: bytes, table: dict[int, tuple[int, int]]) -> bytes:
    """Each byte that stands for a pair is replaced by it, and the pair's own bytes in turn."""
    out, stack = bytearray(), list(reversed(data))
    while stack:
        byte = stack.pop()
        pair = table.get(byte)
        if pair is None:
            out.append(byte)
        elif len(stack) > 256 + len(data):
            raise FormatError("The table of pairs goes round in a circle.")
        else:
            stack += (pair[1], pair[0])
    return bytes(out)


def _table_bytes(table: dict[int, tuple[int, int]]) -> bytes:
    """The table as the article packs it: runs of bytes that stand for themselves, and runs of pairs.

    A run of plain bytes is one number above 127 and then one entry; a run of pairs is its length less one, then the
    entries. An entry is the left byte, and the right one where the left is not the byte itself.
    """
    out, byte = bytearray(), 0
    while byte < 256:
        start = byte
        if byte in table:
            while byte < 256 and byte in table and byte - start < 128:
                byte += 1
            out.append(byte - start - 1)
            entries = range(start, byte)
        else:
            while byte < 256 and byte not in table and byte - start < 128:
                byte += 1
            out.append(byte - start + 127)
            entries = range(byte, min(byte + 1, 256))
            byte += 1
        for entry in entries:
            left, right = table.get(entry, (entry, entry))
            out.append(left)
            if left != entry:
                out.append(right)
    return bytes(out)


def _read_table(data: bytes, at: int) -> tuple[dict[int, tuple[int, int]], int]:
    table, byte = {}, 0
    try:
        while byte < 256:
            run, at = data[at], at + 1
            if run > 127:
                byte, entries = byte + run - 127, 1
            else:
                entries = run + 1
            for entry in range(byte, min(byte + entries, 256)):
                left, at = data[at], at + 1
                if left != entry:
                    table[entry] = (left, data[at])
                    at += 1
            byte += entries
    except IndexError:
        raise FormatError("The compressed data ends too early.") from None
    return table, at
