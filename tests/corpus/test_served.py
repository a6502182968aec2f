"""Folders that the operator named: what is offered, what is read, and that nothing else can be reached."""

from __future__ import annotations

import gzip
import os
import socket
from pathlib import Path

import pytest

from playground.core.errors import CorpusError
from playground.corpus import served
from playground.corpus.served import Served


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "texts"
    (root / "books" / "old").mkdir(parents=True)
    (root / "a.txt").write_text("first")
    (root / "books" / "b.txt").write_text("second")
    (root / "books" / "old" / "c.txt.gz").write_bytes(gzip.compress(b"third"))
    (tmp_path / "secret.txt").write_text("the secret")
    return root


def text_of(folder: Path, name: str) -> str:
    chosen = served.offered([folder])[name]
    return served.corpus(chosen, served.documents(chosen)).text


def test_files_and_folders_are_offered_by_name(folder: Path) -> None:
    found = served.offered([folder])
    assert list(found) == [
        "texts/",
        "texts/a.txt",
        "texts/books/",
        "texts/books/b.txt",
        "texts/books/old/c.txt.gz",
    ]
    assert found["texts/books/"].files == ("books/b.txt", "books/old/c.txt.gz")
    assert [name for name, entry in found.items() if entry.is_folder] == ["texts/", "texts/books/"]


def test_a_folder_is_all_its_texts_in_order(folder: Path) -> None:
    assert text_of(folder, "texts/") == "first\nsecond\nthird\n"
    assert text_of(folder, "texts/a.txt") == "first"


def test_two_folders_of_one_name_stay_apart(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other" / "texts"
    other.mkdir(parents=True)
    (other / "a.txt").write_text("another")
    found = served.offered([folder, other])
    assert [name for name in found if name.endswith("a.txt")] == ["texts/a.txt", "texts (2)/a.txt"]
    assert served.documents(found["texts (2)/a.txt"])[0].data == b"another"


def test_links_hidden_and_special_files_are_not_offered(folder: Path, tmp_path: Path) -> None:
    before = list(served.offered([folder]))
    (folder / "link.txt").symlink_to(tmp_path / "secret.txt")
    (folder / "inner.txt").symlink_to(folder / "a.txt")
    (folder / "up").symlink_to(tmp_path)
    (folder / "loop").symlink_to(folder)
    (folder / ".hidden.txt").write_text("hidden")
    (folder / "empty.txt").touch()
    (folder / "two\nlines.txt").write_text("no name for a list")
    os.mkfifo(folder / "pipe.txt")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(folder / "socket.txt"))
        assert list(served.offered([folder])) == before


def test_a_folder_named_through_a_link_is_read(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "name").symlink_to(folder)
    assert text_of(tmp_path / "name", "texts/a.txt") == "first"


@pytest.mark.parametrize(
    "path", ["../secret.txt", "books/../../secret.txt", "link.txt", "up/secret.txt", "pipe.txt", "books", "gone.txt"]
)
def test_nothing_outside_is_read_even_where_it_is_named(folder: Path, tmp_path: Path, path: str) -> None:
    """As if a link had taken the place of a file after the listing."""
    (folder / "link.txt").symlink_to(tmp_path / "secret.txt")
    (folder / "up").symlink_to(tmp_path)
    os.mkfifo(folder / "pipe.txt")
    with pytest.raises(CorpusError, match=r"is no longer where it was|cannot be read any more|is no file"):
        served.documents(Served("x", folder, (path,), 1, (0,)))


def test_an_absolute_path_is_not_read(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="no longer where it was"):
        served.documents(Served("x", folder, (str(tmp_path / "secret.txt"),), 1, (0,)))


def test_what_is_no_text_is_left_out_and_said(folder: Path) -> None:
    (folder / "books" / "a.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    found = served.documents(served.offered([folder])["texts/books/"])
    assert [document.data for document in found] == [b"second", b"third"]
    assert found[0].notes[0] == "1 of 3 files left out, the first because: a.png is a PNG image, not text."


def test_what_is_too_large_is_one_sentence(folder: Path, setting) -> None:
    setting(unpacked_mb=1)
    (folder / "big.txt").write_text("word " * 300_000)
    (folder / "big.gz").write_bytes(gzip.compress(b"word " * 300_000))
    found = served.offered([folder])
    with pytest.raises(CorpusError, match="The command line has no such limit"):
        served.documents(found["texts/big.txt"])
    with pytest.raises(CorpusError, match="limit"):
        served.documents(found["texts/big.gz"])
    for i in range(3):
        (folder / "books" / f"{i}.txt.gz").write_bytes(gzip.compress(b"word " * 100_000))
    with pytest.raises(CorpusError, match="more than 1 MB of text"):
        served.documents(served.offered([folder])["texts/books/"])


def test_a_changed_file_is_another_corpus(folder: Path) -> None:
    before = served.offered([folder])["texts/a.txt"]
    assert served.offered([folder])["texts/a.txt"] == before
    os.utime(folder / "a.txt", ns=(1, 1))
    assert served.offered([folder])["texts/a.txt"] != before
