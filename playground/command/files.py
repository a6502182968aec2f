"""Tokenizers and texts named on the command line."""

from __future__ import annotations

import gzip
import sys
from pathlib import Path

from playground import registry
from playground.core.errors import FormatError
from playground.core.tokens import Tokenizer
from playground.formats import detect, saved


class Refusal(Exception):
    """Something about a file that only the command line meets; `str` is one sentence."""


def tokenizer(named: str) -> Tokenizer:
    """A published tokenizer by its name, or one from a file in any format we read."""
    if named in registry.NAMES:
        return registry.get(named)
    try:
        data = Path(named).read_bytes()
    except OSError as error:
        known = ", ".join(registry.NAMES)
        raise Refusal(f"{named} is neither one of {known} nor a file that can be read: {error.strerror}.") from None
    try:
        return detect.load(data, named)
    except FormatError as error:
        raise Refusal(f"{named}: {error}") from None


def write(tokenizer: Tokenizer, path: Path | None, kind: str, lossy: bool = False) -> None:
    """The tokenizer as a file of this kind ("own" or a key of `detect.FORMATS`), on standard output without a path."""
    data = saved.dumps(tokenizer) if kind == "own" else detect.FORMATS[kind].dumps(tokenizer, lossy)
    if path is None:
        sys.stdout.buffer.write(data)
        return
    try:
        path.write_bytes(data)
    except OSError as error:
        raise Refusal(f"{path} cannot be written: {error.strerror}.") from None


def text(named: str) -> str:
    """The text in a file (gzip too, by its first bytes), or of standard input for `-`."""
    try:
        data = sys.stdin.buffer.read() if named == "-" else Path(named).read_bytes()
    except OSError as error:
        raise Refusal(f"{named} cannot be read: {error.strerror}.") from None
    try:
        if data.startswith(b"\x1f\x8b"):
            data = gzip.decompress(data)
        return data.decode()
    except UnicodeDecodeError as error:
        raise Refusal(f"{_shown(named)} is not UTF-8 at byte {error.start:,}.") from None
    except (OSError, EOFError):
        raise Refusal(f"{_shown(named)} is not a whole gzip file.") from None


def _shown(named: str) -> str:
    return "standard input" if named == "-" else named
