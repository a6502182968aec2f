"""Tables of counts merge to what one count of the whole text gives, however it was cut."""

from __future__ import annotations

import random
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from playground.core.bpe import train_bpe
from playground.core.counts import CountTable, merge
from playground.core.pretokenize import count_words

TEXTS = st.lists(st.text("ab \n'é1.", max_size=30), min_size=1, max_size=6)


def tables_of(stretches: list[str]) -> list[CountTable]:
    tables, start = [], 0
    for stretch in stretches:
        tables.append(CountTable.at(start, count_words(stretch, "cl100k")))
        start += len(stretch.encode())
    return tables


def plain(stretches: list[str]) -> dict[bytes, int]:
    counts: dict[bytes, int] = {}
    for stretch in stretches:
        for word, n in count_words(stretch, "cl100k").items():
            counts[word] = counts.get(word, 0) + n
    return counts


@settings(deadline=None)
@given(TEXTS, st.randoms(use_true_random=False))
def test_any_order_and_grouping_gives_the_plain_counts_in_text_order(stretches: list[str], r: random.Random) -> None:
    tables = tables_of(stretches)
    r.shuffle(tables)
    cut = r.randrange(len(tables) + 1)
    merged = merge([merge(tables[:cut]), merge(tables[cut:])])
    assert list(merged.words.items()) == list(plain(stretches).items())


@settings(deadline=None, max_examples=40)
@given(TEXTS)
def test_training_on_the_merged_table_is_training_on_the_counts(stretches: list[str]) -> None:
    merged = merge(reversed(tables_of(stretches)))
    assert train_bpe(merged.words, 280).merges == train_bpe(plain(stretches), 280).merges


@settings(deadline=None)
@given(TEXTS, st.integers(1, 5))
def test_parts_merged_apart_are_the_whole(stretches: list[str], number: int) -> None:
    tables = tables_of(stretches)
    parts = [merge(table.split(number)[part] for table in tables) for part in range(number)]
    seen = [word for part in parts for word in part.words]
    assert len(seen) == len(set(seen))
    assert list(merge(parts).words.items()) == list(plain(stretches).items())


def test_words_of_one_hash_stay_apart() -> None:
    """Many short words in a small table: slots are shared, words are not."""
    words = {bytes([a, b]): 1 + a for a in range(97, 123) for b in range(97, 123)}
    merged = merge([CountTable.at(0, words), CountTable.at(10_000, dict(reversed(words.items())))])
    assert list(merged.words.items()) == [(word, 2 * n) for word, n in words.items()]
    assert merge([]).words == {}


def test_a_floor_says_what_it_cut_and_bounds_what_that_can_change() -> None:
    table = CountTable.at(0, {b"aaa": 5, b"bc": 2, b"d": 1, b"efgh": 2})
    kept, cut = table.cut(3)
    assert dict(kept.words) == {b"aaa": 5}
    assert kept.first.tolist() == [0]
    assert (cut.words, cut.occurrences, cut.pairs) == (3, 5, 2 * 1 + 1 * 0 + 2 * 3)
    assert "8 of its count" in cut.sentence
    assert table.cut(1)[1].sentence == "Nothing was cut: every word is counted."


@settings(deadline=None)
@given(TEXTS, st.integers(1, 4))
def test_no_pair_loses_more_than_the_bound(stretches: list[str], floor: int) -> None:
    whole = merge(tables_of(stretches))
    kept, cut = whole.cut(floor)
    full, less = (_pairs(dict(table.words)) for table in (whole, kept))
    assert all(count - less.get(pair, 0) <= cut.pairs for pair, count in full.items())


def _pairs(words: dict[bytes, int]) -> dict[tuple[int, int], int]:
    pairs: dict[tuple[int, int], int] = {}
    for word, n in words.items():
        for pair in pairwise(word):
            pairs[pair] = pairs.get(pair, 0) + n
    return pairs
