"""The compiled trainer equals the plain one, merge for merge and count for count."""

from __future__ import annotations

import random
import subprocess
import sys
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.core.bpe import Ties
from playground.core.kernel import Trainer
from tests.conftest import ROOT
from tests.core import reference

few_letters = st.text("ab\0 é", max_size=40).map(str.encode)
words = st.dictionaries(few_letters | st.binary(max_size=20), st.integers(1, 5), max_size=8)


@settings(max_examples=200, deadline=None)
@given(words, st.sampled_from(["first", "lowest"]), st.lists(st.integers(1, 30), min_size=1, max_size=4))
def test_merges_and_counts_equal_the_reference(words: dict[bytes, int], ties: Ties, steps: list[int]) -> None:
    trainer = Trainer(words, ties)
    merges = [merge for n in steps for merge in trainer.advance(n)]
    assert [tuple(merge) for merge in merges] == reference.train(words, sum(steps), ties)


@pytest.mark.parametrize("ties", ["first", "lowest"])
def test_runs_of_one_letter(ties: Ties) -> None:
    words = {b"a" * 1000: 1, b"b" * 7: 3, b"ab" * 50: 1}
    assert [tuple(m) for m in Trainer(words, ties).advance(500)] == reference.train(words, 500, ties)


def test_it_says_when_no_pair_is_left() -> None:
    trainer = Trainer({b"abc": 1})
    assert not trainer.finished
    assert len(trainer.advance(10)) == 2
    assert trainer.finished
    assert trainer.advance(10) == []


def test_alice(alice: str) -> None:
    merges = Trainer({alice.encode(): 1}).advance(1000)
    names = [bytes([b]) for b in range(256)]
    for merge in merges:
        names.append(names[merge.left] + names[merge.right])
    assert [(names[merge.id].decode("latin-1"), merge.count) for merge in merges[:12]] == [
        ("e ", 4433),
        (" t", 3302),
        ("\xe2\x80", 3247),
        (" a", 2335),
        (" th", 2253),
        ("in", 2011),
        ("t ", 1904),
        ("er", 1813),
        ("d ", 1703),
        ("ou", 1554),
        (" s", 1467),
        (" the ", 1270),
    ]


def plain_work(words: dict[bytes, int], n: int) -> int:
    """How many tokens the plain loop looks at: all of them, before each merge."""
    rows = [list(word) for word in words]
    work = 0
    for left, right, new, _ in reference.train(words, n):
        work += sum(map(len, rows))
        rows = [reference.replace(ids, (left, right), new) for ids in rows]
    return work


SENTENCES = "It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of folly. "


def test_work_is_a_small_part_of_the_plain_loops() -> None:
    text = "".join(SENTENCES[i % 90 : i % 90 + 17 + i % 13] for i in range(300)).encode()
    trainer = Trainer({text: 1})
    merges = trainer.advance(400)
    assert trainer.work * 10 < plain_work({text: 1}, len(merges))


def test_work_grows_in_step_with_the_text() -> None:
    chosen = random.Random(1).choices(range(400), k=1 << 15)
    words = [bytes(random.Random(n).choices(b"abcdefgh", k=1 + n % 7)) for n in range(400)]
    work = []
    for size in (1 << 12, 1 << 13, 1 << 14, 1 << 15):
        trainer = Trainer({b" ".join(words[n] for n in chosen[:size]): 1})
        trainer.advance(500)
        work.append(trainer.work)
    # n log n would be a little more than twice as much each time.
    assert all(b < 2.4 * a for a, b in pairwise(work)), work


def test_a_long_run_is_not_looked_at_again_and_again() -> None:
    trainer = Trainer({b"a" * 100_000: 1})
    trainer.advance(1000)
    assert trainer.finished
    assert trainer.work < 20 * 100_000


def test_it_works_where_nothing_can_be_kept_on_disk() -> None:
    """A function without a file, for which numba has no place to keep what it compiled."""
    code = """
import numba
from playground.core.compiled import LONG, compiled, part
try:
    numba.njit(cache=True)(lambda n: n)
except RuntimeError:
    assert compiled(lambda n: n + 1)(1) == 2
    assert part(LONG, LONG)(lambda n: n + 1)(1) == 2
else:
    raise AssertionError("this function can be kept")
"""
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


def test_warming_leaves_nothing_to_compile() -> None:
    code = """
from playground.core import encoder, kernel, merging, recounting, scanner, wordtable
from playground.core.bpe import train_bpe
from playground.core.pretokenize import PATTERNS
kernel.warm()
modules = encoder, merging, recounting, scanner, wordtable
functions = [f for module in modules for f in vars(module).values() if hasattr(f, "signatures")]
before = {f: len(f.signatures) for f in functions}
text = "the cat sat on the mat " * 30
for pattern in (None, *PATTERNS, r"\\w+|\\W+"):
    for ties in ("first", "lowest"):
        for words in (text, text.encode(), {b"cat": 2, b"mat": 1}):
            tokenizer = train_bpe(words, 300, pattern, ["<s>"], ties)
        tokenizer.encode(text + "<s>", special=True)
        tokenizer.encode_piece(b"cat")
        tokenizer.replacements({b"cat": 1})
after = {f: len(f.signatures) for f in functions}
assert after == before, [(f, before[f], after[f]) for f in functions if before[f] != after[f]]
"""
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
