"""Any tokenizer.json, run by the tokenizers library that the file was written for.

Such a file is a pipeline of normalizers, splitters, a model, added tokens and decoders. The library is the one
authority on what they mean, so it does the encoding; here its character offsets become spans of bytes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
import tokenizers
from numpy.typing import NDArray

from playground.core.errors import TextError, VocabularyError
from playground.core.pretokenize import PATTERNS
from playground.core.spm import SPACE
from playground.core.tokens import Encoded, Tokenizer, byte_offsets, check_text, unknown_id
from playground.core.watched import WatchedLibrary

_T = TypeVar("_T")


def byte_alphabet() -> dict[str, int]:
    """The printable stand-in that GPT-2 gave each byte: `Ġ` for a space, `Ċ` for a line end, letters for themselves."""
    printable = [b for b in range(256) if chr(b).isprintable() and chr(b) != " "]
    rest = [b for b in range(256) if b not in printable]
    return {chr(b): b for b in printable} | {chr(256 + i): b for i, b in enumerate(rest)}


BYTE_OF = byte_alphabet()
STAND_IN = {byte: character for character, byte in BYTE_OF.items()}
_CONTRACTION = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)"
WRITTEN = {
    PATTERNS["gpt2"]: r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
    PATTERNS["cl100k"]: _CONTRACTION
    + r"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    PATTERNS["o200k"]: PATTERNS["o200k"],
}
"""The published patterns without the possessive forms that Oniguruma reads otherwise; they match the same."""
EXTRA_SPACES = (rf"\A +|(?<![ {SPACE}])[ {SPACE}]+\z", " {2,}")
"""What SentencePiece drops beside what normalization makes one: spaces at both ends, and the second of two."""
HARMLESS = frozenset([*PATTERNS.values(), *WRITTEN.values(), *EXTRA_SPACES])
"""Patterns that are known to need no watching."""


class HuggingFaceTokenizer(Tokenizer):
    """The tokenizer that the text of a tokenizer.json describes.

    Special tokens are ordinary text unless asked otherwise; added tokens that are not special are always found, with
    the white space beside them where their flags say so. What a post-processor would add around a text is left out.
    Raises VocabularyError where the library does not load the text.
    """

    def __init__(self, source: str, name: str = "loaded", notes: tuple[str, ...] = ()):
        self.name = name
        self.source = source
        self.notes = notes
        self.config: dict[str, Any] = json.loads(source)
        model = self.config["model"]
        self.algorithm = model.get("type") or "BPE"
        added = self.config.get("added_tokens") or []
        self.special_tokens = {token["content"]: token["id"] for token in added if token.get("special")}
        self._added = {token["id"]: token["content"] for token in added}
        self._piece_of: dict[int, str] = {
            id: piece for piece, id in self._with_specials.get_vocab(with_added_tokens=True).items()
        }
        kinds = set(_kinds(self.config.get("pre_tokenizer"))) | set(_kinds(self.config.get("decoder")))
        self.byte_level = "ByteLevel" in kinds
        self.byte_fallback = bool(model.get("byte_fallback"))
        self._prefix: str = model.get("continuing_subword_prefix") or ""
        self._suffix: str = model.get("end_of_word_suffix") or ""
        self._spaces = bool(kinds & {"Metaspace", "Replace"}) or self.algorithm == "Unigram"
        self.pattern = _pattern(self.config.get("pre_tokenizer"))

    @cached_property
    def _watched(self) -> WatchedLibrary | None:
        """The library in a process that can be ended, where the file has patterns that nobody knows to be harmless."""
        bare = [json.dumps(self._bare(config)) for config in (self._without_specials(), self.config)]
        return WatchedLibrary(bare[0], bare[1], self.name) if set(_expressions(self.config)) - HARMLESS else None

    @cached_property
    def _library(self) -> tokenizers.Tokenizer:
        library = self._build(self._without_specials())
        library.encode_special_tokens = True
        return library

    def _without_specials(self) -> dict[str, Any]:
        """The file for ordinary text. A Unigram model finds every piece of its list in a text, special tokens too."""
        if self.algorithm != "Unigram" or not self.special_tokens:
            return self.config
        hidden = [[f"\ue000{i}\ue000", score] if piece in self.special_tokens else [piece, score]
                  for i, (piece, score) in enumerate(self.config["model"]["vocab"])]  # fmt: skip
        others = [token for token in self.config["added_tokens"] if not token.get("special")]
        return self.config | {"model": self.config["model"] | {"vocab": hidden}, "added_tokens": others}

    def _build(self, config: dict[str, Any]) -> tokenizers.Tokenizer:
        return guarded(
            lambda: tokenizers.Tokenizer.from_str(json.dumps(self._bare(config))),
            lambda reason: VocabularyError(f"The tokenizers library does not load this file: {reason}."),
        )

    @staticmethod
    def _bare(config: dict[str, Any]) -> dict[str, Any]:
        """The file without what would be put around a text, or cut off it."""
        return config | {"post_processor": None, "truncation": None, "padding": None}

    @cached_property
    def _with_specials(self) -> tokenizers.Tokenizer:
        return self._build(self.config)

    @property
    def vocab_size(self) -> int:
        return max(self._piece_of, default=-1) + 1

    @property
    def unknown_id(self) -> int | None:
        model = self.config["model"]
        if self.algorithm == "Unigram":
            found: int | None = model.get("unk_id")
            return found
        return self._with_specials.token_to_id(model["unk_token"]) if model.get("unk_token") else None

    def ids(self) -> Iterable[int]:
        return sorted(self._piece_of)

    def _encode(self, text: str, special: bool) -> tuple[list[int], list[tuple[int, int]]]:
        check_text(text)
        if self._watched:
            return self._watched.encode(text, special)
        library = self._with_specials if special else self._library
        encoding = guarded(
            lambda: library.encode(text, add_special_tokens=False),
            lambda reason: TextError(f"{self.name} cannot encode this text: {reason}."),
        )
        return encoding.ids, encoding.offsets

    def encode(self, text: str, *, special: bool = False) -> list[int]:
        return list(self._encode(text, special)[0])

    def encoded(self, text: str, *, special: bool = False) -> Encoded:
        found, offsets = self._encode(text, special)
        ids = np.array(found, np.int32)
        data = text.encode()
        own = [self._token_bytes[id] for id in found]
        lengths = np.array([len(piece) for piece in own], np.int64)
        if self.byte_level and b"".join(own) == data:
            ends = np.cumsum(lengths)
            starts = ends - lengths
        else:
            spans = byte_offsets(text)[np.array(offsets, np.int64).reshape(-1, 2)]
            starts, ends = _apart(spans[:, 0].copy(), spans[:, 1].copy(), lengths)
        named = list(self.special_tokens.values())
        specials = np.isin(ids, named) if special and named else np.zeros(len(ids), np.bool_)
        return Encoded(text, ids, starts, ends, specials)

    @cached_property
    def _token_bytes(self) -> dict[int, bytes]:
        return {id: self._bytes_of(id, piece) for id, piece in self._piece_of.items()}

    def _bytes_of(self, id: int, piece: str) -> bytes:
        if id in self._added:
            return piece.encode()
        if self.byte_level and all(character in BYTE_OF for character in piece):
            return bytes(BYTE_OF[character] for character in piece)
        if self.byte_fallback and len(piece) == 6 and piece.startswith("<0x") and piece.endswith(">"):
            return bytes.fromhex(piece[3:5])
        if self._prefix and piece != self._prefix:
            piece = piece.removeprefix(self._prefix)
        if self._suffix and piece.endswith(self._suffix):
            piece = piece.removesuffix(self._suffix) + " "
        return (piece.replace(SPACE, " ") if self._spaces else piece).encode()

    def token_bytes(self, id: int) -> bytes:
        try:
            return self._token_bytes[id]
        except KeyError:
            raise unknown_id(id, self) from None

    def decode_bytes(self, ids: Iterable[int]) -> bytes:
        """The bytes of all tokens where tokens are bytes; else what the file's own decoder makes of them."""
        known = list(ids)
        data = b"".join(map(self.token_bytes, known))
        if self.byte_level:
            return data
        if self._watched:
            return self._watched.decode(known).encode()
        return guarded(
            lambda: self._with_specials.decode(known, skip_special_tokens=False).encode(),
            lambda reason: TextError(f"{self.name} cannot decode these ids: {reason}."),
        )

    def piece(self, id: int) -> str:
        """How the file writes token `id`: `Ġthe`, `##ing`, `▁the`, `<0x0A>`."""
        self.token_bytes(id)
        return self._piece_of[id]

    def parents(self, id: int) -> tuple[int, int] | None:
        return self._parents.get(id)

    @cached_property
    def _parents(self) -> dict[int, tuple[int, int]]:
        ids: dict[str, int] = self.config["model"].get("vocab") if self.algorithm == "BPE" else {}
        found: dict[int, tuple[int, int]] = {}
        for left, right in merges_of(self.config["model"]):
            found.setdefault(ids[left + right.removeprefix(self._prefix)], (ids[left], ids[right]))
        return found

    def __getstate__(self) -> dict[str, Any]:
        return {"source": self.source, "name": self.name, "notes": self.notes}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(**state)  # type: ignore[misc]


def merges_of(model: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The merges of a BPE model in either notation: `"a b"`, cut at its one space, or `["a", "b"]`."""
    for merge in model.get("merges") or []:
        left, right = merge.split(" ") if isinstance(merge, str) else merge
        yield left, right


def _expressions(step: Any) -> Iterator[str]:
    """All regular expressions of a file: of its normalizer, its splitters and its decoder."""
    if isinstance(step, dict):
        if isinstance(step.get("Regex"), str):
            yield step["Regex"]
        for key, inner in step.items():
            if key not in ("model", "added_tokens"):
                yield from _expressions(inner)
    elif isinstance(step, list):
        for inner in step:
            yield from _expressions(inner)


def guarded(call: Callable[[], _T], error: Callable[[str], Exception]) -> _T:
    """The result of a call into the library; its errors and panics become `error(reason)`.

    A panic of compiled Rust code is no `Exception`; everything else that is none (a rerun, Ctrl-C) passes.
    """
    try:
        return call()
    except BaseException as problem:
        if not isinstance(problem, Exception) and type(problem).__name__ != "PanicException":
            raise
        reason = " ".join(str(problem).split())[:200].rstrip(".") or "it gives no reason"
        raise error(reason) from None


def _apart(
    starts: NDArray[np.int64], ends: NDArray[np.int64], lengths: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Spans that do not overlap: tokens that share a character get their own bytes of it where the lengths fit."""
    if not len(starts):
        return starts, ends
    reached = np.maximum.accumulate(ends)
    shares = np.flatnonzero(starts[1:] < reached[:-1]) + 1
    at = 0
    while at < len(shares):
        first = last = int(shares[at]) - 1
        while at < len(shares) and shares[at] == last + 1:
            last, at = last + 1, at + 1
        low, high = int(starts[first]), int(reached[last])
        if lengths[first : last + 1].sum() == high - low:
            ends[first : last + 1] = low + np.cumsum(lengths[first : last + 1])
            starts[first : last + 1] = ends[first : last + 1] - lengths[first : last + 1]
        else:
            ends[first : last + 1] = reached[first : last + 1]
            starts[first + 1 : last + 1] = np.maximum(starts[first + 1 : last + 1], ends[first:last])
    return starts, ends


def _kinds(step: Any) -> Iterator[str]:
    """The types of a pre-tokenizer or decoder and of the steps it is made of."""
    if isinstance(step, dict):
        yield str(step.get("type"))
        for inner in [*(step.get("pretokenizers") or []), *(step.get("decoders") or [])]:
            yield from _kinds(inner)


def _pattern(step: Any) -> str | None:
    """The regular expression by which the file splits text, where it names one."""
    if not isinstance(step, dict):
        return None
    if step.get("type") == "Split" and "Regex" in (step.get("pattern") or {}):
        return str(step["pattern"]["Regex"])
    if step.get("type") == "ByteLevel" and step.get("use_regex", True):
        return PATTERNS["gpt2"]
    return next((found for inner in step.get("pretokenizers") or [] if (found := _pattern(inner))), None)
