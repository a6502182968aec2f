"""SentencePiece models, trained and run by the sentencepiece library.

Two ideas are new. Text is not cut into words first: the space becomes a visible `▁` and is a character like any other,
so that languages without spaces need no special case. And the text is normalized before it is cut, so decoding gives
back the normalized text, not always what was typed.

Source: Kudo and Richardson, SentencePiece: A simple and language independent subword tokenizer, EMNLP 2018.
"""

from __future__ import annotations

import io
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

import numpy as np
import sentencepiece
from numpy.typing import NDArray

from playground.core.errors import TrainingError, VocabularyError
from playground.core.pretokenize import check_special_tokens, special_parts
from playground.core.tokens import Encoded, Tokenizer, check_text, unknown_id

SPACE = "▁"
"""U+2581, which stands for a space inside pieces."""
Normalization = Literal["identity", "nfkc", "nmt_nfkc", "nfkc_cf", "nmt_nfkc_cf"]
NORMALIZATIONS: dict[str, str] = {
    "identity": "Leave the text as it is",
    "nfkc": "NFKC: one form for characters that look or mean the same (ﬁ, ①, full width)",
    "nmt_nfkc": "NFKC, and control characters and odd spaces tidied (the library's default)",
    "nmt_nfkc_cf": "As before, and lower case",
}
"""The library's normalization rules, in words."""

_LONGEST_LINE = 1 << 30
_ALPHABET_TOO_LARGE = re.compile(r"smaller than required_chars\. (\d+) vs (\d+)")


def train_unigram(
    text_or_word_counts: str | Mapping[bytes, int] | Mapping[str, int],
    vocab_size: int,
    normalization: Normalization = "nmt_nfkc",
    byte_fallback: bool = True,
    character_coverage: float = 0.9995,
    keep_spaces: bool = False,
    special_tokens: Sequence[str] = (),
    model_type: Literal["unigram", "bpe"] = "unigram",
    progress: Callable[[int, int], None] | None = None,
) -> SentencePieceTokenizer:
    """Train a Unigram model (or SentencePiece's own BPE) with the sentencepiece library.

    `vocab_size` is an upper limit: a small text gives fewer pieces, and `notes` then says so. `character_coverage` is
    the share of the characters that get a piece; the rest become bytes with `byte_fallback`, else `<unk>`.
    `keep_spaces` keeps runs of spaces instead of making them one. `progress` is called before and after: the library
    reports nothing in between. Raises TrainingError in words, naming the smallest vocabulary that would do.
    """
    if not 0.9 <= character_coverage <= 1:
        raise TrainingError("The character coverage is a share between 0.9 and 1.")
    check_special_tokens(special_tokens)
    if progress:
        progress(0, 1)
    options: dict[str, Any] = {
        "vocab_size": vocab_size,
        "model_type": model_type,
        "normalization_rule_name": normalization,
        "byte_fallback": byte_fallback,
        "character_coverage": character_coverage,
        "remove_extra_whitespaces": not keep_spaces,
        "control_symbols": list(special_tokens),
        "hard_vocab_limit": False,
        "max_sentence_length": _LONGEST_LINE,
        "num_threads": 2,
        "minloglevel": 3,
    }
    model = io.BytesIO()
    try:
        if isinstance(text_or_word_counts, str):
            lines = _lines(text_or_word_counts, special_tokens)
            _train(sentence_iterator=lines, model_writer=model, **options)
        else:
            with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".tsv") as table:
                table.writelines(_rows(text_or_word_counts))
                table.flush()
                _train(input=table.name, input_format="tsv", model_writer=model, **options)
    except RuntimeError as error:
        raise TrainingError(_in_words(str(error), vocab_size)) from None
    tokenizer = SentencePieceTokenizer(model.getvalue())
    if tokenizer.vocab_size < vocab_size:
        tokenizer.notes = (
            f"{vocab_size:,} entries were asked for; this text gives {tokenizer.vocab_size:,}.",
        )  # fmt: skip
    if progress:
        progress(1, 1)
    return tokenizer


def _train(**options: Any) -> None:
    sentencepiece.SentencePieceTrainer.train(**options)


def _lines(text: str, special_tokens: Sequence[str]) -> Iterator[str]:
    for part in special_parts(text, special_tokens)[::2]:
        yield from (line for line in part.split("\n") if line.strip())


def _rows(counts: Mapping[bytes, int] | Mapping[str, int]) -> Iterator[str]:
    for word, count in counts.items():
        text = word.decode("utf-8", "replace") if isinstance(word, bytes) else word
        text = " ".join(text.split())
        if text and count > 0:
            yield f"{text}\t{count}\n"


def _in_words(message: str, vocab_size: int) -> str:
    if found := _ALPHABET_TOO_LARGE.search(message):
        return (
            f"{vocab_size:,} entries are too few: the characters, bytes and special tokens alone need "
            f"{int(found[2]):,}. Ask for more entries, or lower the character coverage."
        )
    if "sentences_.empty()" in message or "seed_sentencepieces" in message:
        return "The corpus holds no words to learn from."
    return f"SentencePiece could not train on this text ({message.rsplit(']', 1)[-1].strip() or 'no reason given'})."


class SentencePieceTokenizer(Tokenizer):
    """A SentencePiece model, run by the library. `model` is the content of a `.model` file.

    Spans: the `▁` before the first word covers nothing; the other tokens tile the text up to what normalization drops.
    """

    algorithm = "Unigram"

    def __init__(self, model: bytes, name: str = "trained"):
        self.name = name
        self.model = model
        self.processor = sentencepiece.SentencePieceProcessor()
        try:
            self.processor.LoadFromSerializedProto(model)
        except RuntimeError:
            raise VocabularyError("This is not a SentencePiece model that the library can load.") from None
        self.proto = read_proto(model)
        self.algorithm = "SentencePiece BPE" if self.proto.trainer_spec.model_type == 2 else "Unigram"
        self.adds_space: bool = self.proto.normalizer_spec.add_dummy_prefix
        self.byte_fallback = any(piece.type == piece.BYTE for piece in self.proto.pieces)
        self.special_tokens = {
            piece.piece: id for id, piece in enumerate(self.proto.pieces) if piece.type == piece.CONTROL
        }
        self._token_bytes = [self._bytes_of(piece) for piece in self.proto.pieces]
        self._is_byte = np.array([piece.type == piece.BYTE for piece in self.proto.pieces], np.bool_)

    @staticmethod
    def _bytes_of(piece: Any) -> bytes:
        if piece.type == piece.BYTE:
            return bytes([int(piece.piece[1:-1], 16)])
        if piece.type in (piece.CONTROL, piece.UNKNOWN):
            return bytes(piece.piece, "utf-8")
        return bytes(piece.piece.replace(SPACE, " "), "utf-8")

    @property
    def vocab_size(self) -> int:
        return len(self._token_bytes)

    @property
    def unknown_id(self) -> int:
        """The id of `<unk>`."""
        return int(self.processor.unk_id())

    def normalize(self, text: str) -> str:
        """The text as the model sees it, spaces as spaces; `decode(encode(text))` gives this back."""
        check_text(text)
        seen: str = self.processor.Normalize(text).replace(SPACE, " ")
        return seen.removeprefix(" ") if self.adds_space else seen

    def encode(self, text: str, *, special: bool = False) -> list[int]:
        check_text(text)
        ids: list[int] = []
        for i, part in enumerate(special_parts(text, self.special_tokens if special else ())):
            if i % 2:
                ids.append(self.special_tokens[part])
            else:
                ids += self.processor.EncodeAsIds(part)
        return ids

    def encoded(self, text: str, *, special: bool = False) -> Encoded:
        check_text(text)
        ids: list[int] = []
        starts: list[int] = []
        ends: list[int] = []
        specials: list[bool] = []
        at = 0
        for i, part in enumerate(special_parts(text, self.special_tokens if special else ())):
            length = len(part.encode())
            if i % 2:
                ids.append(self.special_tokens[part])
                starts.append(at)
                ends.append(at + length)
            else:
                for piece in self.processor.EncodeAsProto(part).pieces:
                    ids.append(piece.id)
                    starts.append(at + piece.begin)
                    ends.append(at + piece.end)
            specials += [i % 2 == 1] * (len(ids) - len(specials))
            at += length
        spans = np.array(starts, np.int64), np.array(ends, np.int64)
        encoded = Encoded(text, np.array(ids, np.int32), *spans, np.array(specials, np.bool_))
        self._share_bytes(encoded, text.encode())
        return encoded

    def _share_bytes(self, encoded: Encoded, data: bytes) -> None:
        """The library gives all bytes of a character to its last byte token; give each token its own where it fits."""
        starts, ends, is_byte = encoded.starts, encoded.ends, self._is_byte[encoded.ids]
        first = None
        for i in np.flatnonzero(is_byte):
            if first is None or not is_byte[i - 1] or ends[i - 1] > starts[i - 1]:
                first = i
            size = ends[i] - starts[i]
            own = b"".join(self._token_bytes[id] for id in encoded.ids[first : i + 1])
            if size == i + 1 - first and data[starts[i] : ends[i]] == own:
                _tile(starts, ends, int(first), int(i), int(starts[i]))
                first = None

    def token_bytes(self, id: int) -> bytes:
        if 0 <= id < len(self._token_bytes):
            return self._token_bytes[id]
        raise unknown_id(id, self)

    def decode_bytes(self, ids: Iterable[int]) -> bytes:
        """The bytes of all tokens without the space that the model put before the first word."""
        data = b"".join(map(self.token_bytes, ids))
        return data.removeprefix(b" ") if self.adds_space else data

    def piece(self, id: int) -> str:
        """How the vocabulary writes token `id`: `▁` for a space, `<0x0A>` for a byte."""
        self.token_bytes(id)
        return str(self.proto.pieces[id].piece)

    def score(self, id: int) -> float:
        """The logarithm of the piece's probability (Unigram), or its rank below zero (BPE)."""
        self.token_bytes(id)
        return float(self.proto.pieces[id].score)

    def __getstate__(self) -> dict[str, Any]:
        return {"model": self.model, "name": self.name, "notes": self.notes}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(state["model"], state["name"])  # type: ignore[misc]
        self.notes = state["notes"]


def _tile(starts: NDArray[np.int64], ends: NDArray[np.int64], first: int, last: int, at: int) -> None:
    for i in range(first, last + 1):
        starts[i], ends[i] = at + i - first, at + i - first + 1


def read_proto(model: bytes) -> Any:
    """The model as a protocol buffer message `ModelProto`; VocabularyError where it is none."""
    from google.protobuf.message import DecodeError
    from sentencepiece import sentencepiece_model_pb2

    proto = sentencepiece_model_pb2.ModelProto()  # type: ignore[attr-defined]
    try:
        proto.ParseFromString(model)
    except DecodeError:
        raise VocabularyError("This is not a SentencePiece model.") from None
    return proto
