"""Texts to train on for whoever has none at hand: a story, many languages, and what every Python brings along."""

from __future__ import annotations

import os
import sysconfig
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from playground.corpus import Corpus
from playground.languages import languages

# Left out of the library: its tests, which are long and repeat themselves, and what others have installed into it.
_NOT_LIBRARY = {"test", "tests", "idlelib", "lib2to3", "pydoc_data", "turtledemo", "site-packages", "dist-packages"}
_ENOUGH = 12_000_000


@dataclass(frozen=True)
class Sample:
    """A corpus that is there without an upload, and one sentence about it. `load` reads it once a process."""

    name: str
    about: str
    load: Callable[[], Corpus]


@cache
def story() -> Corpus:
    """A short story in simple English, written for this playground."""
    return Corpus("A short story", (files("playground") / "texts" / "harbour.txt").read_bytes())


@cache
def many_languages() -> Corpus:
    """The paragraph of the Languages page, in each of its languages."""
    text = "\n\n".join(language.text for language in languages().values()) + "\n"
    return Corpus("One paragraph in many languages", text.encode())


@cache
def reference_manual() -> Corpus:
    """Help texts of this Python: English prose about a programming language."""
    from pydoc_data.topics import topics

    return Corpus("Python's reference manual", "\n".join(topics.values()).encode())


@cache
def standard_library() -> Corpus:
    """The source of this Python's standard library, about 10 MB."""
    return Corpus("Python's standard library", b"".join(_sources(Path(sysconfig.get_path("stdlib")))))


def _sources(root: Path) -> Iterator[bytes]:
    size = 0
    for path in sorted(_files(root)):
        try:
            data = path.read_bytes()
            data.decode()
        except (OSError, UnicodeDecodeError):
            continue
        size += len(data)
        if size > _ENOUGH:
            return
        yield data


def _files(root: Path) -> Iterator[Path]:
    for folder, inside, names in os.walk(root):
        # Never entered: what others have installed may be a hundred times as much.
        inside[:] = set(inside) - _NOT_LIBRARY
        yield from (Path(folder, name) for name in names if name.endswith(".py"))


SAMPLES = {
    sample.name: sample
    for sample in (
        Sample("A short story", "Simple English, 9 kB: small enough to follow every merge.", story),
        Sample(
            "One paragraph in many languages",
            "The same paragraph in many languages and scripts: they compete for the vocabulary.",
            many_languages,
        ),
        Sample(
            "Python's reference manual",
            "Help texts that come with Python, nearly half a megabyte of English about code.",
            reference_manual,
        ),
        Sample(
            "Python's standard library",
            "The source code of the Python that runs this app, about 10 MB: training of a real size.",
            standard_library,
        ),
    )
}
