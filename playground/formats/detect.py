"""Which format a file is in, by its content; and all formats in one table, for pages that offer them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePath

from playground.core.errors import FormatError
from playground.core.tokens import Tokenizer
from playground.formats import huggingface, minbpe, saved, sentencepiece, tiktoken
from playground.formats.common import CannotHold, check_size, json_object


@dataclass(frozen=True)
class Format:
    """One kind of tokenizer file: its name, how its files are called, how to write one and how to use it elsewhere."""

    name: str
    suffix: str
    dumps: Callable[[Tokenizer, bool], bytes]
    usage: Callable[[Tokenizer, str], str]

    def file_name(self, tokenizer: Tokenizer) -> str:
        """A file name from the tokenizer's name, safe on every system."""
        stem = re.sub(r"[^\w.-]+", "-", tokenizer.name).strip("-.") or "tokenizer"
        return stem.removesuffix(self.suffix) + self.suffix


FORMATS = {
    "huggingface": Format("Hugging Face tokenizer.json", ".json", huggingface.dumps, huggingface.usage),
    "tiktoken": Format("tiktoken rank file", ".tiktoken", tiktoken.dumps, tiktoken.usage),
    "minbpe": Format("minbpe model", ".model", minbpe.dumps, minbpe.usage),
    "sentencepiece": Format("SentencePiece model", ".model", sentencepiece.dumps, sentencepiece.usage),
}
"""What a tokenizer can be written as, beside our own JSON (`saved`)."""

READABLE = "our own JSON, Hugging Face tokenizer.json, tiktoken rank files, minbpe .model and SentencePiece .model"
_RANK_LINE = re.compile(rb"\s*[A-Za-z0-9+/]+={0,2} -?\d+\s*(\n|$)")


def detect(data: bytes) -> str:
    """The format's key, or "own". FormatError for anything else; pickles and archives are named and never opened."""
    check_size(data)
    head = data[:4096].removeprefix(b"\xef\xbb\xbf").lstrip()
    if data[:1] == b"\x80" or data[:2] == b"PK":
        kind = "a Python pickle, which can run code when it is opened" if data[:1] == b"\x80" else "an archive"
        raise FormatError(f"This is {kind}. What can be read: {READABLE}.")
    if head.startswith((b"{", b"[")):
        return _detect_json(data)
    if head.startswith(b"minbpe "):
        return "minbpe"
    if _RANK_LINE.match(head):
        return "tiktoken"
    if data[:1] == b"\n" and b"\x00" not in data[:2]:
        return "sentencepiece"
    if head.startswith((b"#version", b"<")):
        what = "A list of merges alone" if head.startswith(b"#") else "A web page"
        raise FormatError(f"{what} is no tokenizer. What can be read: {READABLE}.", 1)
    raise FormatError(f"This is no tokenizer file. What can be read: {READABLE}.")


def _detect_json(data: bytes) -> str:
    parsed = json_object(data)
    if "format" in parsed:
        return "own"
    if "model" in parsed:
        return "huggingface"
    if parsed and all(type(id) is int for id in parsed.values()):
        raise FormatError("This is a vocabulary without its merges; tokenizer.json of the same model holds both.")
    raise FormatError(f"This JSON is no tokenizer. What can be read: {READABLE}.")


def load(data: bytes, file_name: str, pattern: str = "cl100k") -> Tokenizer:
    """The tokenizer in an uploaded file. `pattern` is used where the format names none (rank files)."""
    name = PurePath(file_name.replace("\\", "/")).name.rsplit(".", 1)[0][:80] or "loaded"
    kind = "tiktoken" if file_name.endswith(".tiktoken") and data[:1] not in b"\x80{" else detect(data)
    if kind == "tiktoken":
        return tiktoken.loads(data, name, pattern)
    if kind == "own":
        return saved.loads(data)
    readers: dict[str, Callable[[bytes, str], Tokenizer]] = {
        "huggingface": huggingface.loads,
        "minbpe": minbpe.loads,
        "sentencepiece": sentencepiece.loads,
    }
    return readers[kind](data, name)


def what_fits(tokenizer: Tokenizer, key: str, lossy: bool = False) -> tuple[bytes | None, str, str]:
    """The file, or None with the reason why the format cannot hold the tokenizer, and what it could hold instead."""
    try:
        return FORMATS[key].dumps(tokenizer, lossy), "", ""
    except CannotHold as error:
        return None, str(error), error.offer
