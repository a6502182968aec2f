"""Our own file: JSON with the merges and their counts, the split pattern, the special tokens, and how it was trained.

It never holds the corpus, only its size. Reading one checks every value before it is used; nothing in it is run. A
file that another version wrote, or that is damaged, is a FormatError with one sentence.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from typing import Any, get_args

from playground.core.bpe import BPETokenizer, Merge, Ties
from playground.core.errors import FormatError, PatternError
from playground.core.pretokenize import PATTERNS, split

FORMAT = "tokenizer-playground"
VERSION = 1
MAX_BYTES = 64_000_000
MAX_MERGES = 1_000_000
MAX_TOKEN_BYTES = 1_000_000
MAX_VOCABULARY_BYTES = 256_000_000
_MAX_PATTERN = 20_000
_MAX_SPECIALS = 10_000
_MAX_NAME = 200


@dataclass(frozen=True)
class Facts:
    """How a tokenizer was trained. Sizes are in bytes of UTF-8; a piece is what the split pattern cuts."""

    vocab_size_asked: int = 0
    ties: str = "first"
    corpus_bytes: int = 0
    corpus_pieces: int = 0
    corpus_distinct_pieces: int = 0
    held_out_bytes: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class Loaded:
    """What a file holds: the tokenizer, and how it was trained where the file says so."""

    tokenizer: BPETokenizer
    facts: Facts | None


def dumps(tokenizer: BPETokenizer, facts: Facts | None = None) -> str:
    """The tokenizer as JSON, one merge a line: left id, right id, count. The id of merge number i is 256 + i."""
    pattern = next((name for name, regex in PATTERNS.items() if regex == tokenizer.pattern), tokenizer.pattern)
    head = {
        "format": FORMAT,
        "version": VERSION,
        "algorithm": "BPE",
        "name": tokenizer.name,
        "pattern": pattern,
        "special_tokens": list(tokenizer.special_tokens),
        "training": asdict(facts) if facts else None,
    }
    start = json.dumps(head, ensure_ascii=False, indent=1).removesuffix("\n}")
    merges = ",\n".join(f"  [{merge.left}, {merge.right}, {merge.count}]" for merge in tokenizer.merges)
    return f'{start},\n "merges": [\n{merges}\n ]\n}}\n' if merges else f'{start},\n "merges": []\n}}\n'


def loads(data: str | bytes) -> Loaded:
    """The tokenizer in a file that `dumps` wrote. Raises FormatError for anything else."""
    if len(data) > MAX_BYTES:
        raise FormatError(
            f"The file has {len(data) / 1e6:,.0f} MB; a tokenizer file has at most {MAX_BYTES / 1e6:,.0f}."
        )
    try:
        parsed = json.loads(data)
    except RecursionError:
        raise FormatError("The file is nested too deeply to be a tokenizer.") from None
    except ValueError:
        # Also UnicodeDecodeError: bytes that are not UTF-8, -16 or -32.
        raise FormatError("The file is not JSON.") from None
    if not isinstance(parsed, dict) or parsed.get("format") != FORMAT:
        raise FormatError("The JSON is not a tokenizer saved by this playground.")
    if parsed.get("version") != VERSION:
        raise FormatError(
            f"The file has version {_shown(parsed.get('version'))}; this playground reads version {VERSION}."
        )
    if parsed.get("algorithm") != "BPE":
        raise FormatError(f"The file holds a {_shown(parsed.get('algorithm'))} tokenizer; only BPE can be read.")
    specials = _specials(parsed.get("special_tokens"))
    merges = _merges(parsed.get("merges"))
    tokenizer = BPETokenizer(
        merges, _pattern(parsed.get("pattern")), specials, _text("name", parsed.get("name"), _MAX_NAME)
    )
    return Loaded(tokenizer, _facts(parsed.get("training")))


def _merges(value: Any) -> list[Merge]:
    if not isinstance(value, list):
        raise FormatError("The file has no list of merges.")
    if len(value) > MAX_MERGES:
        raise FormatError(f"The file has {len(value):,} merges; at most {MAX_MERGES:,} are read.")
    merges: list[Merge] = []
    lengths = [1] * 256
    first: dict[tuple[int, int], int] = {}
    for number, row in enumerate(value, start=1):
        if not isinstance(row, list) or len(row) != 3 or not all(type(item) is int for item in row):
            raise FormatError(f"Merge {number:,} is not three whole numbers.")
        left, right, count = row
        id = len(lengths)
        if not (0 <= left < id and 0 <= right < id):
            raise FormatError(f"Merge {number:,} joins a token that no earlier merge has made.")
        if not 0 <= count < 1 << 62:
            raise FormatError(f"Merge {number:,} has an impossible count.")
        if (left, right) in first:
            raise FormatError(f"Merge {number:,} is the same as merge {first[left, right]:,}.")
        first[left, right] = number
        lengths.append(lengths[left] + lengths[right])
        if lengths[-1] > MAX_TOKEN_BYTES:
            raise FormatError(f"Merge {number:,} makes a token of more than {MAX_TOKEN_BYTES:,} bytes.")
        merges.append(Merge(left, right, id, count))
    if sum(lengths) > MAX_VOCABULARY_BYTES:
        raise FormatError("The tokens of the file are too long taken together.")
    return merges


def _specials(value: Any) -> list[str]:
    if not isinstance(value, list) or len(value) > _MAX_SPECIALS:
        raise FormatError("The special tokens of the file are not a list of texts.")
    specials = [_text("special token", item, _MAX_NAME) for item in value]
    if len(set(specials)) < len(specials):
        raise FormatError("The file has the same special token twice.")
    return specials


def _pattern(value: Any) -> str | None:
    if value is None:
        return None
    pattern = _text("split pattern", value, _MAX_PATTERN)
    try:
        split("", pattern)
    except PatternError as error:
        raise FormatError(str(error)) from None
    return pattern


def _facts(value: Any) -> Facts | None:
    if value is None:
        return None
    if not isinstance(value, dict):
        raise FormatError("What the file says about its training cannot be read.")
    known = {}
    for field in fields(Facts):
        given = value.get(field.name, field.default)
        if field.name == "ties":
            fits = given in get_args(Ties)
        else:
            fits = (
                type(given) in (int, float) and 0 <= given < 1 << 62 and (field.type == "float" or type(given) is int)
            )
        if not fits:
            raise FormatError(f"What the file says about its training cannot be read: {field.name}.")
        known[field.name] = given
    return Facts(**known)


def _text(what: str, value: Any, most: int) -> str:
    if not isinstance(value, str) or not value or len(value) > most:
        raise FormatError(f"The {what} in the file must be a text of 1 to {most:,} characters.")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise FormatError(f"The {what} in the file has half a character.") from None
    return value


def _shown(value: Any) -> str:
    return repr(value)[:40]
