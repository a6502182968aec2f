"""Ids in every usual form are read; the four kinds of wrong ones get four different sentences (DEC-02)."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground import registry
from playground.core.bpe import BPETokenizer
from playground.core.idlist import items, read_ids, shown, summary

BYTES = BPETokenizer([])
IDS = st.lists(st.integers(0, 255), max_size=30)


@pytest.mark.parametrize(
    "text",
    [
        "[1, 2, 30]",
        "1 2 30",
        "1\n2\n30\n",
        "1,2,30",
        "1;2;30",
        "(1, 2, 30)",
        "{1, 2, 30}",
        '["1", "2", "30"]',
        "tensor([1, 2, 30])",
        "tensor([[ 1,  2, 30]], device='cuda:0')",
        "torch.tensor([1, 2, 30], dtype=torch.int64)",
        "array([ 1,  2, 30], dtype=int32)",
        "np.array([1, 2, 30])",
        "[ 1  2 30]",
        "tf.Tensor([ 1  2 30], shape=(3,), dtype=int32)",
        "{'input_ids': tensor([[1, 2, 30]]), 'attention_mask': tensor([[1, 1, 1]])}",
        '{"token_type_ids": [0, 0, 0], "input_ids": [1, 2, 30], "attention_mask": [1, 1, 1]}',
        '{"ids": [1, 2, 30]}',
        "BatchEncoding(ids=[1, 2, 30])".replace("ids=", ""),
        "| 1 | 2 | 30 |",
    ],
)
def test_every_usual_form(text: str) -> None:
    read = read_ids(text, BYTES)
    assert read.ids == [1, 2, 30]
    assert not read.faults


@given(IDS)
@settings(max_examples=60, deadline=None)
def test_what_programs_print_is_read_back(ids: list[int]) -> None:
    array = np.array(ids, np.int64)
    with np.printoptions(threshold=10_000):
        forms = [str(ids), json.dumps(ids), "\n".join(map(str, ids)), repr(array), str(array), shown(ids)]
    for form in forms:
        assert read_ids(form, BYTES).ids == ids


def test_four_faults_four_sentences() -> None:
    cl100k = registry.get("cl100k_base")
    read = read_ids("12, x, 7, -1, 4294967296, 100277, 100256", cl100k)
    assert read.ids == [12, 7]
    assert [(f.position, f.kind) for f in read.faults] == [
        (2, "not a number"),
        (4, "negative"),
        (5, "too big"),
        (6, "too big"),
        (7, "unused"),
    ]
    lines = summary(read.faults)
    assert lines == [
        "Item 2, x, is not a number.",
        "-1 is negative; ids start at 0.",
        "4294967296 is too big; the largest id of cl100k_base is 100,276. "
        "100277 is too big; the largest id of cl100k_base is 100,276.",
        "100256 is not used by cl100k_base.",
    ]


def test_many_faults_are_counted_not_listed() -> None:
    assert summary(read_ids("a b c d e", BYTES).faults) == [
        "Item 1, a, is not a number. Item 2, b, is not a number. Item 3, c, is not a number. 2 more are not a number."
    ]


@pytest.mark.parametrize("item", ["$x$", "**b**", "<img", ":red[x]", "`c`x", "_it_", "[a](b)", "٣", "\u202e"])
def test_markup_is_never_repeated(item: str) -> None:
    """The sentences are shown where Markdown is read."""
    for line in summary(read_ids(item, BYTES).faults):
        assert not set(line) & set("$*<>:`_[]\u202e٣")


@pytest.mark.parametrize(
    ("item", "sentence"),
    [
        ("1.5", "Item 1, 1.5, is not a whole number."),
        ("...", "Item 1 is only dots, which is how a program prints ids that it left out."),
        ("9" * 5000, "Item 1 is too big: it has 5000 digits."),
        ("-" + "9" * 5000, "Item 1 is negative: it has 5001 digits."),
    ],
)
def test_other_items(item: str, sentence: str) -> None:
    assert summary(read_ids(item, BYTES).faults) == [sentence]


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=200))
@settings(max_examples=150, deadline=None)
def test_any_text_is_read(text: str) -> None:
    read = read_ids(text, BYTES)
    assert len(read.ids) + len(read.faults) == len(items(text))


def test_hostile_lists_stay_quick() -> None:
    for text in ("a." * 300_000, "a " * 300_000, "(" * 500_000, "1" * 500_000, "'ids':" * 100_000, "dtype=" * 100_000):
        read_ids(text, BYTES)
