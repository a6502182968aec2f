"""The 1994 compressor: exact expansion, sizes that are those written, and the same pairs as a tokenizer's first."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.core.bpe import train_bpe
from playground.core.errors import FormatError
from playground.core.gage import BLOCK, blocks, compress, compress_block, expand, expand_block

repetitive = st.lists(st.sampled_from([b"the ", b"aa", b"ab", b"\x00", b"\xff\xfe", b"banana"]), max_size=200).map(
    b"".join
)


@settings(deadline=None, max_examples=150)
@given(repetitive | st.binary(max_size=600))
def test_expansion_is_exact(data: bytes) -> None:
    assert expand(compress(data)) == data
    assert expand(compress(data, size=50, threshold=2)) == data


@settings(deadline=None, max_examples=50)
@given(repetitive)
def test_sizes_are_those_written(data: bytes) -> None:
    block = compress_block(data[:BLOCK])
    if block.steps:
        assert block.steps[-1].size == len(block.data)
        assert block.steps[-1].total == len(block.written())
    assert expand_block(block.data, block.table) == block.original
    assert not set(block.table) & set(block.original)


def test_every_byte_value_leaves_none_free() -> None:
    data = bytes(range(256)) * 4
    assert compress_block(data).steps == ()
    assert expand(compress(data)) == data
    assert len(next(blocks(data))) == 200


def test_all_free_bytes_at_the_top_and_the_bottom() -> None:
    """Runs of the table at its edges: bytes 0 and 255 stand for pairs."""
    data = bytes(range(1, 180)) * 3
    assert expand(compress(data, threshold=2)) == data


def test_the_first_pairs_are_those_of_a_tokenizer() -> None:
    text = "the cat sat on the mat with the hat " * 8
    steps = compress_block(text.encode()).steps
    merges = train_bpe(text, 256 + 5).merges
    assert [step.count for step in steps[:5]] == [merge.count for merge in merges]
    assert (steps[0].left, steps[0].right) == (merges[0].left, merges[0].right)


def test_text_gets_smaller(alice: str) -> None:
    data = alice.encode()[:8_000]
    assert len(compress(data)) < 0.75 * len(data)


@pytest.mark.parametrize("data", [b"\x05", b"\xff", b"abc", b"\xff\xff\x00", compress(b"banana" * 9)[:-1]])
def test_damaged_data_is_refused(data: bytes) -> None:
    with pytest.raises(FormatError):
        expand(data)


def test_a_table_in_a_circle_is_refused() -> None:
    with pytest.raises(FormatError, match="circle"):
        expand_block(b"ab", {97: (98, 98), 98: (97, 97)})
