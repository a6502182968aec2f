"""An upload becomes a corpus: text in UTF-8, its name, and what was done to it on the way.

Every refusal is a CorpusError with one sentence. Line ends stay as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from playground import settings
from playground.core.errors import CorpusError
from playground.corpus import archives, encodings, jsonlines, kinds
from playground.corpus.encodings import ENCODINGS, EncodingQuestion

__all__ = ["ENCODINGS", "Corpus", "CorpusError", "Document", "EncodingQuestion", "join", "read"]

Part = list[memoryview]
"""Stretches of a corpus, in order, that share its memory."""


@dataclass(frozen=True)
class Document:
    """One file as text: its bytes in UTF-8, the encoding it came in, its JSON fields, and notes for the reader."""

    name: str
    data: bytes
    encoding: str = "utf-8"
    notes: tuple[str, ...] = ()
    guessed: bool = False
    fields: tuple[str, ...] = ()
    field: str | None = None


@dataclass(frozen=True)
class Corpus:
    """A text to train on. It is kept once, as UTF-8; `text` decodes it anew each time."""

    name: str
    data: bytes
    notes: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return self.data.decode()

    @cached_property
    def characters(self) -> int:
        """How many characters (code points) it has: every byte but those that continue one."""
        return len(self.data) - int(np.count_nonzero(np.frombuffer(self.data, np.int8) < -64))

    @cached_property
    def lines(self) -> int:
        return self.data.count(b"\n") + (not self.data.endswith(b"\n"))

    def split(self, stretches: int = 10) -> tuple[Part, Part]:
        """A part to train on and a tenth held out, as views of `data`: `stretches` stretches each, cut at line ends.

        Stretches, because single lines repeat their neighbours; spread, because a file's end is often unlike its rest.
        """
        size, view = len(self.data), memoryview(self.data)
        cuts = [self._cut(size * i // (10 * stretches)) for i in range(10 * stretches + 1)]
        train = [view[start:end] for start, end in zip(cuts[0::10], cuts[9::10], strict=False)]
        held = [view[start:end] for start, end in zip(cuts[9::10], cuts[10::10], strict=True)]
        return train, held

    def _cut(self, at: int) -> int:
        """The nearest place from `at` on where a line starts, or a character where lines are long."""
        if at == 0 or at >= len(self.data):
            return at
        newline = self.data.find(b"\n", at - 1, at + 4096)
        if newline >= 0:
            return newline + 1
        while at < len(self.data) and 0x80 <= self.data[at] < 0xC0:
            at += 1
        return at


def read(
    name: str, data: bytes, encoding: str | None = None, field: str | None = None, limit: int | None = None
) -> list[Document]:
    """The texts in one upload: one for a file, several for a zip archive.

    `encoding` and `field` are the user's choices; None leaves the choice to us. `limit` is the most bytes that it has
    as it comes, and unpacked; None takes what the server's settings say. Raises CorpusError, or its child
    EncodingQuestion where only the user can say how to read the bytes.
    """
    most = settings.current().upload_mb * 1_000_000 if limit is None else limit
    limit = _unpacked() if limit is None else limit
    name = _printable(name)
    if not data:
        raise CorpusError(f"{name} is empty.")
    if len(data) > most:
        raise CorpusError(f"{name} has {len(data) / 1e6:,.1f} MB; the limit is {most / 1e6:,.0f} MB.")
    kind = kinds.kind_of(data, name)
    if kind == "gzip":
        inner = archives.gunzip(name, data, limit)
        return [_document(name, inner, encoding, field, limit, ("Unpacked from gzip.",))]
    if kind == "zip":
        return _zip(name, data, encoding, field, limit)
    return [_document(name, data, encoding, field, limit)]


def _zip(name: str, data: bytes, encoding: str | None, field: str | None, limit: int) -> list[Document]:
    """The texts of an archive. What is not text is left out and said, unless nothing else is there."""
    found: list[Document] = []
    refused: list[CorpusError] = []
    for path, content in archives.unzip(name, data, limit):
        try:
            found.append(_document(_printable(path), content, encoding, field, limit))
        except EncodingQuestion:
            raise
        except CorpusError as error:
            refused.append(error)
    if not found:
        raise refused[0] if len(refused) == 1 else CorpusError(f"{name} holds no text files.")
    notes = [f"{len(found):,} files unpacked from {name}."]
    if refused:
        notes.append(f"{len(refused):,} left out, the first because: {refused[0]}")
    first = found[0]
    found[0] = Document(**{**first.__dict__, "notes": (*notes, *first.notes)})
    return found


def _document(
    name: str, data: bytes, encoding: str | None, field: str | None, limit: int, notes: tuple[str, ...] = ()
) -> Document:
    if not data:
        raise CorpusError(f"{name} is empty.")
    _refuse_kind(name, data)
    decoded = encodings.decode(name, data, encoding)
    notes += decoded.notes
    text = decoded.data
    fields: tuple[str, ...] = ()
    if jsonlines.is_json_lines(name.lower().removesuffix(".gz")):
        fields = (*jsonlines.fields(name, text.decode()), jsonlines.WHOLE)
        field = field if field in fields else fields[0]
        if field is not None and field != jsonlines.WHOLE:
            extracted, said = jsonlines.extract(name, text.decode(), field)
            text, notes = extracted.encode(), notes + said
    if not text.strip():
        raise CorpusError(f"{name} holds nothing but white space.")
    if len(text) > limit:
        raise CorpusError(f"{name} is {len(text) / 1e6:,.1f} MB in UTF-8; the limit is {limit / 1e6:,.0f} MB.")
    return Document(name, text, decoded.encoding, notes, decoded.guessed, fields, field if fields else None)


def _refuse_kind(name: str, data: bytes) -> None:
    kind = kinds.kind_of(data, name)
    if kind == kinds.PICKLE:
        raise CorpusError(
            f"{name} is {kind}. Opening one can run code, so it is refused. "
            "Text, .jsonl, gzip and zip of text are safe; a tokenizer is loaded from JSON."
        )
    if kind in ("gzip", "zip"):
        raise CorpusError(f"{name} holds another archive; unpack it first.")
    if kind is not None:
        raise CorpusError(f"{name} is {kind}, not text.")


def _unpacked() -> int:
    return settings.current().unpacked_mb * 1_000_000


def join(documents: Sequence[Document], limit: int | None = None) -> Corpus:
    """One corpus from several texts, in their order, a line end between two where the first has none.

    `limit` is the most bytes that they have together; None takes what the server's settings say.
    """
    limit = _unpacked() if limit is None else limit
    if not documents:
        raise CorpusError("There is no text.")
    if len(documents) == 1:
        only = documents[0]
        return Corpus(only.name, only.data, only.notes)
    size = sum(len(document.data) for document in documents)
    if size > limit:
        raise CorpusError(f"Together the files have {size / 1e6:,.1f} MB; the limit is {limit / 1e6:,.0f} MB.")
    parts: list[bytes] = []
    for document in documents:
        parts += [document.data, b"" if document.data.endswith((b"\n", b"\r")) else b"\n"]
    notes = [f"{document.name}: {note}" for document in documents for note in document.notes]
    name = f"{documents[0].name} and {len(documents) - 1:,} more"
    return Corpus(name, b"".join(parts), tuple(notes))


def _printable(name: str) -> str:
    """A file name on one line, without control characters and not endless."""
    clean = "".join(character if character.isprintable() else " " for character in name).strip() or "the file"
    return clean if len(clean) <= 80 else clean[:60] + "…" + clean[-15:]
