"""Our own JSON for every tokenizer this playground can hold, not for byte-level BPE alone (which `own` writes).

Each algorithm is a section with just what builds it again. Values are checked by the same code that checks foreign
files: a WordPiece vocabulary, a SentencePiece model, a tokenizer.json or a table of ranks inside is read as those are.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping
from typing import Any

from playground.core.bpe import BPETokenizer
from playground.core.charbpe import CharBPETokenizer, CharMerge
from playground.core.errors import FormatError, PlaygroundError
from playground.core.huggingface import HuggingFaceTokenizer
from playground.core.pretokenize import split
from playground.core.ranks import RankTokenizer
from playground.core.spm import SentencePieceTokenizer
from playground.core.tokens import Tokenizer
from playground.core.wordpiece import WordPieceTokenizer
from playground.formats import huggingface, own, sentencepiece, tiktoken
from playground.formats.common import MAX_ENTRIES, MAX_PIECE, CannotHold, check_size, json_lines, json_object

_MAX_NAME = 200


def dumps(tokenizer: Tokenizer) -> bytes:
    """The tokenizer as JSON. CannotHold for a kind that this playground did not make."""
    if isinstance(tokenizer, BPETokenizer):
        return own.dumps(tokenizer).encode()
    head = {"format": own.FORMAT, "version": own.VERSION, "name": tokenizer.name, "notes": list(tokenizer.notes)}
    return json_lines(head | _section(tokenizer))


def _section(tokenizer: Tokenizer) -> dict[str, Any]:
    if isinstance(tokenizer, WordPieceTokenizer):
        return {
            "algorithm": "WordPiece",
            "pattern": tokenizer.pattern,
            "lowercase": tokenizer.lowercase,
            "prefix": tokenizer.prefix,
            "longest_word": tokenizer.longest_word,
            "unknown": tokenizer.unknown,
            "special_tokens": list(tokenizer.special_tokens),
            "pieces": tokenizer.pieces,
        }
    if isinstance(tokenizer, CharBPETokenizer):
        return {
            "algorithm": "Character BPE",
            "end_mark": tokenizer.end_mark,
            "special_tokens": list(tokenizer.special_tokens),
            "alphabet": tokenizer.alphabet,
            "merges": [list(merge) for merge in tokenizer.merges],
        }
    if isinstance(tokenizer, SentencePieceTokenizer):
        return {"algorithm": "SentencePiece", "model": base64.b64encode(tokenizer.model).decode()}
    if isinstance(tokenizer, HuggingFaceTokenizer):
        return {"algorithm": "tokenizer.json", "file": tokenizer.config}
    if isinstance(tokenizer, RankTokenizer):
        return {
            "algorithm": "ranks",
            "pattern": tokenizer.pattern,
            "special_tokens": dict(tokenizer.special_tokens),
            "ranks": tiktoken.dumps(tokenizer).decode(),
        }
    raise CannotHold(f"Our JSON cannot hold {tokenizer.algorithm}.")


def loads(data: bytes) -> Tokenizer:
    """The tokenizer in a file that `dumps`, or `own.dumps`, wrote. Raises FormatError for anything else."""
    check_size(data)
    parsed = json_object(data)
    if parsed.get("format") != own.FORMAT or parsed.get("algorithm") == "BPE":
        return own.loads(data).tokenizer
    if parsed.get("version") != own.VERSION:
        raise FormatError(f"The file has version {parsed.get('version')!r:.40}; version {own.VERSION} can be read.")
    name = parsed.get("name")
    if not isinstance(name, str) or not 0 < len(name) <= _MAX_NAME:
        raise FormatError(f"The name in the file must be a text of 1 to {_MAX_NAME} characters.")
    try:
        tokenizer = _build(parsed, name)
    except FormatError:
        raise
    except PlaygroundError as error:
        raise FormatError(str(error)) from None
    notes = parsed.get("notes")
    if isinstance(notes, list) and len(notes) < 100:
        tokenizer.notes = tuple(str(note)[:1000] for note in notes)
    return tokenizer


def _build(parsed: Mapping[str, Any], name: str) -> Tokenizer:
    algorithm = parsed.get("algorithm")
    if algorithm == "WordPiece":
        longest = parsed.get("longest_word")
        if type(longest) is not int or not 0 < longest <= MAX_PIECE:
            raise FormatError("The longest word in the file is no possible length.")
        pattern = _text(parsed, "pattern")
        split("", pattern)
        return WordPieceTokenizer(
            _texts(parsed, "pieces"), _text(parsed, "unknown"), pattern, _texts(parsed, "special_tokens"),
            parsed.get("lowercase") is True, _text(parsed, "prefix"), longest, name,
        )  # fmt: skip
    if algorithm == "Character BPE":
        merges = [_char_merge(row, i) for i, row in enumerate(_list(parsed, "merges"), start=1)]
        return CharBPETokenizer(
            _texts(parsed, "alphabet"), merges, parsed.get("end_mark") is True, _texts(parsed, "special_tokens"), name
        )
    if algorithm == "SentencePiece":
        try:
            model = base64.b64decode(_text(parsed, "model", own.MAX_BYTES), validate=True)
        except (binascii.Error, ValueError):
            raise FormatError("The model in the file is not base64.") from None
        return sentencepiece.loads(model, name)
    if algorithm == "tokenizer.json":
        return huggingface.loads(json.dumps(parsed.get("file"), ensure_ascii=False).encode("utf-8", "replace"), name)
    if algorithm == "ranks":
        specials = parsed.get("special_tokens")
        if not isinstance(specials, dict) or not all(type(id) is int for id in specials.values()):
            raise FormatError("The special tokens of the file are not texts with ids.")
        ranks = _text(parsed, "ranks", own.MAX_BYTES).encode()
        return tiktoken.loads(ranks, name, _text(parsed, "pattern"), specials)
    raise FormatError(f"The file holds a tokenizer of a kind that is not known here: {algorithm!r:.40}.")


def _char_merge(row: Any, number: int) -> CharMerge:
    if not (isinstance(row, list) and len(row) == 3 and isinstance(row[0], str) and isinstance(row[1], str)
            and type(row[2]) is int and len(row[0]) + len(row[1]) <= MAX_PIECE):  # fmt: skip
        raise FormatError(f"Merge {number:,} is not two pieces and a count.")
    return CharMerge(*row)


def _list(parsed: Mapping[str, Any], key: str) -> list[Any]:
    value = parsed.get(key)
    if not isinstance(value, list) or len(value) > MAX_ENTRIES:
        raise FormatError(f"The file has no proper list of {key.replace('_', ' ')}.")
    return value


def _texts(parsed: Mapping[str, Any], key: str) -> list[str]:
    value = _list(parsed, key)
    for i, text in enumerate(value):
        if not isinstance(text, str) or not 0 < len(text) <= MAX_PIECE:
            raise FormatError(f"Entry {i:,} of the {key.replace('_', ' ')} is not a text of a possible length.")
        _whole(text, key)
    return value


def _text(parsed: Mapping[str, Any], key: str, most: int = 20_000) -> str:
    value = parsed.get(key)
    if not isinstance(value, str) or len(value) > most:
        raise FormatError(f"The {key.replace('_', ' ')} in the file is no text of a possible length.")
    _whole(value, key)
    return value


def _whole(text: str, key: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise FormatError(f"The {key.replace('_', ' ')} in the file has half a character in it.") from None
