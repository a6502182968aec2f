"""Cutting a corpus changes no word, no count and no order."""

from __future__ import annotations

import gzip
import os
import zipfile
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from playground import shards
from playground.core.counts import merge
from playground.core.errors import CorpusError
from playground.core.pretokenize import PATTERNS, count_words

# Characters on which the patterns turn: spaces of many kinds, line ends, letters with and without case, digits, marks.
ALPHABET = " \n\r\t\u00a0\u3000\u2028\u0085aZé中٣1'/.!s\u0301👍"


def counts(
    sources: list[str], pattern: str, size: int, special_tokens: tuple[str, ...] = ()
) -> list[tuple[bytes, int]]:
    tables = [
        shards.count(shard, pattern, special_tokens) for shard in shards.plan(sources, pattern, special_tokens, size)
    ]
    return list(merge(reversed(tables)).words.items())


@settings(deadline=None, max_examples=200)
@example(text="/\n/", size=1, pattern="o200k")
@given(text=st.text(ALPHABET, max_size=80), size=st.integers(1, 9), pattern=st.sampled_from(sorted(PATTERNS)))
def test_any_cutting_gives_the_counts_of_the_whole(tmp_path_factory, text: str, size: int, pattern: str) -> None:
    path = tmp_path_factory.getbasetemp() / "cut.txt"
    path.write_bytes(text.encode())
    if text.startswith("\ufeff"):
        return
    assert counts([str(path)], pattern, size) == list(count_words(text, pattern).items())


@settings(deadline=None, max_examples=100)
@given(text=st.text("<| end>a\n", max_size=60), size=st.integers(1, 6))
def test_no_cut_inside_a_special_token(tmp_path_factory, text: str, size: int) -> None:
    path = tmp_path_factory.getbasetemp() / "special.txt"
    path.write_bytes(text.encode())
    specials = ("<| end |>", "a a")
    assert counts([str(path)], "cl100k", size, specials) == list(count_words(text, "cl100k", specials).items())


def test_a_long_text_is_cut_into_about_equal_shards(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Some words and more words. " * 10_000)
    plan = shards.plan([str(tmp_path / "a.txt")], "o200k", size=10_000)
    sizes = [shard.end - shard.start for shard in plan if shard.end is not None]
    assert sum(sizes) == 270_000
    assert all(10_000 <= size < 10_100 for size in sizes[:-1])


def test_a_text_with_no_safe_place_is_one_shard(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"a" * 300_000)
    assert len(shards.plan([str(tmp_path / "a.txt")], "gpt2", size=1_000)) == 1


def test_gzip_files_and_patterns_of_the_users_own_stay_whole(tmp_path: Path) -> None:
    text = "one two three " * 1000
    (tmp_path / "a.txt").write_text(text)
    (tmp_path / "b.txt.gz").write_bytes(gzip.compress(text.encode()))
    plan = shards.plan([str(tmp_path / "*")], "cl100k", size=1000)
    assert sum(shard.url.endswith(".gz") for shard in plan) == 1
    assert len(shards.plan([str(tmp_path / "*")], r"\S+\s*", size=1000)) == 2
    expected = {word: 2 * n for word, n in count_words(text, "cl100k").items()}
    assert dict(counts([str(tmp_path / "*")], "cl100k", 1000)) == expected


def test_globs_are_sorted_and_no_file_counts_twice(tmp_path: Path) -> None:
    for name in ("b.txt", "a.txt", "c.md"):
        (tmp_path / name).write_text(name)
    (tmp_path / "folder.txt").mkdir()
    found = shards.files([str(tmp_path / "*.txt"), str(tmp_path / "a.txt"), f"file://{tmp_path}/c.md"])
    assert [os.path.basename(url) for url in found] == ["a.txt", "b.txt", "c.md"]


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("a.txt", b"caf\xe9 and more", "not UTF-8 at byte 3"),
        ("a.txt.gz", b"no gzip", "not a whole gzip file"),
        ("a.txt.gz", gzip.compress(b"some text")[:-5], "not a whole gzip file"),
    ],
)
def test_what_cannot_be_read_is_one_sentence(tmp_path: Path, name: str, data: bytes, sentence: str) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(CorpusError, match=sentence):
        counts([str(tmp_path / name)], "cl100k", 1000)


@pytest.mark.parametrize("source", ["nothing-here.txt", "nothing-*.txt", "nosuchprotocol://x"])
def test_a_source_that_names_nothing_is_one_sentence(tmp_path: Path, source: str) -> None:
    with pytest.raises(CorpusError, match=r"names no file|cannot be read"):
        shards.plan([source if "://" in source else str(tmp_path / source)], "cl100k")


def test_a_folder_is_told_from_a_name_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"is a folder; name its files, such as '.*/\*\*/\*\.txt'\."):
        shards.plan([str(tmp_path)], "cl100k")


def test_files_in_an_archive_are_named_by_a_chain_of_urls(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "c.zip", "w") as archive:
        archive.writestr("a.txt", "one two")
        archive.writestr("b.txt", " two")
    assert counts([f"zip://*.txt::{tmp_path}/c.zip"], "cl100k", 1000) == [(b"one", 1), (b" two", 2)]


def test_gzip_of_several_members_is_one_text(tmp_path: Path) -> None:
    (tmp_path / "a.gz").write_bytes(gzip.compress(b"one t") + gzip.compress(b"wo"))
    assert counts([str(tmp_path / "a.gz")], "cl100k", 1000) == [(b"one", 1), (b" two", 1)]


def test_a_file_that_goes_away_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one")
    (shard,) = shards.plan([str(tmp_path / "a.txt")], "cl100k")
    (tmp_path / "a.txt").unlink()
    with pytest.raises(CorpusError, match=r"a\.txt cannot be read: No such file or directory\."):
        shards.read(shard)


def test_a_byte_order_mark_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"\xef\xbb\xbfhello")
    assert counts([str(tmp_path / "a.txt")], "cl100k", 1000) == [(b"hello", 1)]
