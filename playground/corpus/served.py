"""Texts that lie on the server, in folders that its operator has named (PLAYGROUND_CORPORA), as corpora.

A visitor chooses among the names listed here, and a name is looked up, never joined to a path. Links are not
followed, neither in the listing nor when a file is opened, and what is no regular file is left out; so nothing outside
the folders can be reached.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from playground import settings
from playground.core.errors import CorpusError
from playground.corpus import Corpus, Document, EncodingQuestion, join, read

MOST_FILES = 5_000
"""The most files that are looked at in one folder."""
MOST_OFFERED = 1_000


@dataclass(frozen=True)
class Served:
    """A file, or a folder with all files below it: what it is called, where it lies, and what it holds.

    `stamps` change when a file does.
    """

    name: str
    root: Path
    files: tuple[str, ...]
    size: int
    stamps: tuple[int, ...]

    @property
    def is_folder(self) -> bool:
        return self.name.endswith("/")


@dataclass(frozen=True)
class _File:
    path: str
    size: int
    stamp: int


def offered(roots: Sequence[Path]) -> dict[str, Served]:
    """What there is to choose, by name, in order: each folder that holds several files, and each file.

    A folder's name ends with a slash. Hidden files and empty ones are left out.
    """
    found: dict[str, Served] = {}
    for root in roots:
        top = label = root.resolve().name or "files"
        number = 2
        while f"{label}/" in found:
            label, number = f"{top} ({number})", number + 1
        found |= {name: Served(name, root, *_columns(files)) for name, files in _named(label, _files(root))}
    return dict(list(found.items())[:MOST_OFFERED])


def documents(served: Served, field: str | None = None) -> list[Document]:
    """The texts in it; what is not text is left out and said, unless nothing else is there. Raises CorpusError.

    They have as much text together as the server's settings allow an upload to unpack to.
    """
    limit = settings.current().unpacked_mb * 1_000_000
    if served.size > limit and not any(path.endswith((".gz", ".zip")) for path in served.files):
        raise CorpusError(
            f"{served.name} has {served.size / 1e6:,.1f} MB; this page trains on {limit / 1e6:,.0f} MB at most. "
            "The command line has no such limit."
        )
    found: list[Document] = []
    refused: list[CorpusError] = []
    for path in served.files:
        try:
            found += read(path.split("/")[-1], _contents(served.root, path, limit), None, field, limit)
        except EncodingQuestion:
            refused.append(CorpusError(f"{path} is in an encoding that cannot be told for certain."))
        except CorpusError as error:
            refused.append(error)
        if sum(len(document.data) for document in found) > limit:
            raise CorpusError(f"{served.name} has more than {limit / 1e6:,.0f} MB of text, the most for this page.")
    if not found:
        raise refused[0] if len(refused) == 1 else CorpusError(f"{served.name} holds no text files.")
    if refused:
        left_out = f"{len(refused):,} of {len(served.files):,} files left out, the first because: {refused[0]}"
        first = found[0]
        found[0] = Document(**{**first.__dict__, "notes": (left_out, *first.notes)})
    return found


def corpus(served: Served, found: Sequence[Document]) -> Corpus:
    """One corpus of all the texts, under the name that was chosen."""
    joined = join(found)
    return Corpus(served.name, joined.data, joined.notes)


def _named(label: str, files: Sequence[_File]) -> Iterator[tuple[str, Sequence[_File]]]:
    """The folder, then what it holds in the order of the names: folders with several files, and files."""
    inside: dict[str, list[_File]] = {}
    for file in files:
        for end in (at for at, character in enumerate(file.path) if character == "/"):
            inside.setdefault(file.path[: end + 1], []).append(file)
    names = {folder: held for folder, held in inside.items() if len(held) > 1} | {file.path: [file] for file in files}
    if files:
        yield f"{label}/", files
    for name in sorted(names):
        yield f"{label}/{name}", names[name]


def _files(root: Path) -> list[_File]:
    return sorted(_walk(root), key=lambda file: file.path)


def _walk(root: Path) -> Iterator[_File]:
    waiting, seen = [""], 0
    while waiting:
        folder = waiting.pop()
        try:
            entries = sorted(os.scandir(root / folder), key=lambda entry: entry.name)
        except OSError:
            continue  # not for us to read
        for entry in entries:
            if entry.name.startswith(".") or not entry.name.isprintable():
                continue
            if entry.is_dir(follow_symlinks=False):
                waiting.append(f"{folder}{entry.name}/")
            elif entry.is_file(follow_symlinks=False):
                facts = entry.stat(follow_symlinks=False)
                seen += 1
                if seen > MOST_FILES:
                    return
                if facts.st_size and os.access(entry.path, os.R_OK):
                    yield _File(f"{folder}{entry.name}", facts.st_size, facts.st_mtime_ns)


def _columns(files: Sequence[_File]) -> tuple[tuple[str, ...], int, tuple[int, ...]]:
    return (
        tuple(file.path for file in files),
        sum(file.size for file in files),
        tuple(file.stamp for file in files),
    )


def _contents(root: Path, path: str, limit: int) -> bytes:
    """The bytes of a regular file below `root` that is reached without following a link."""
    name = path.split("/")[-1]
    # Not blocking: a pipe in place of the file would wait for a writer.
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        with os.fdopen(os.open(root / path, flags), "rb") as file:
            facts = os.fstat(file.fileno())
            real, top = (root / path).resolve(strict=True), root.resolve(strict=True)
            if real != top / path or not real.is_relative_to(top) or not os.path.samestat(real.stat(), facts):
                raise CorpusError(f"{name} is no longer where it was.")
            if not stat.S_ISREG(facts.st_mode):
                raise CorpusError(f"{name} is no file.")
            return file.read(limit + 1)
    except OSError:
        raise CorpusError(f"{name} cannot be read any more.") from None
