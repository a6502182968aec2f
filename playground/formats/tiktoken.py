"""tiktoken rank files: a line a token, its bytes in base64 and its rank. Pattern and special tokens stand elsewhere.

The reader is our own. tiktoken's accepts junk around base64, duplicates and negative ranks, and keeps local files in
a cache by their path, so that a second upload could show the first one's vocabulary.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping

from playground.core.bpe import BPETokenizer
from playground.core.errors import FormatError
from playground.core.huggingface import HuggingFaceTokenizer, guarded
from playground.core.pretokenize import PATTERNS, pattern_of, split
from playground.core.ranks import RankTokenizer
from playground.core.tokens import Tokenizer
from playground.formats.byte_merges import EVERYTHING, ByteMerges, byte_merges, differs_from_replay
from playground.formats.common import MAX_ENTRIES, MAX_PIECE, CannotHold, check_size, text_of
from playground.formats.engines import PROBE


def dumps(tokenizer: Tokenizer, lossy: bool = False) -> bytes:
    """The ranks of all ordinary tokens, lowest first. CannotHold where ranks do not say what the merges say."""
    found = byte_merges(tokenizer, "A rank file", lossy)
    if isinstance(tokenizer, BPETokenizer) and not lossy:
        strange = differs_from_replay(found)
        if strange is not None:
            data = tokenizer.token_bytes(strange)
            raise CannotHold(
                f"A rank file keeps no merges: its reader would join {data!r} (id {strange:,}) from other parts.",
                "Write the ranks all the same; texts may then encode differently.",
            )
    if isinstance(tokenizer, HuggingFaceTokenizer) and not lossy:
        _try(tokenizer, found)
    lines = (b"%s %d\n" % (base64.b64encode(data), rank) for data, rank in sorted(found.ranks.items(), key=_rank))
    return b"".join(lines)


def _try(tokenizer: HuggingFaceTokenizer, found: ByteMerges) -> None:
    """Raise CannotHold where tiktoken does not give the same ids for the probe."""
    again = guarded(
        lambda: RankTokenizer(tokenizer.name, found.ranks, found.pattern or EVERYTHING, found.special_tokens).built(),
        lambda reason: CannotHold(f"tiktoken does not take this tokenizer: {reason}."),
    )
    ids = guarded(
        lambda: again.encoding.encode_ordinary(PROBE),
        lambda reason: CannotHold(f"tiktoken does not run the split pattern: {reason}."),
    )
    if ids != tokenizer.encode(PROBE):
        raise CannotHold(
            "tiktoken's engine would cut text otherwise with the split pattern of this file.",
            "Write the ranks all the same; texts may then encode differently.",
        )


def _rank(item: tuple[bytes, int]) -> int:
    return item[1]


def usage(tokenizer: Tokenizer, file_name: str) -> str:
    """Python that loads the file with tiktoken, with the pattern and the special tokens that the file cannot hold."""
    pattern = tokenizer.pattern
    if isinstance(tokenizer, HuggingFaceTokenizer):
        pattern = byte_merges(tokenizer, "A rank file", lossy=True).pattern
    return (
        "import tiktoken\nfrom tiktoken.load import load_tiktoken_bpe\n\n"
        f"enc = tiktoken.Encoding(\n    {tokenizer.name!r},\n    pat_str={pattern or EVERYTHING!r},\n"
        f"    mergeable_ranks=load_tiktoken_bpe({file_name!r}),\n"
        f"    special_tokens={dict(tokenizer.special_tokens)!r},\n)\n"
    )


def loads(
    data: bytes, name: str, pattern: str = "cl100k", special_tokens: Mapping[str, int] | None = None
) -> RankTokenizer:
    """The tokenizer of a rank file, with a pattern (a name or a regular expression) and special tokens beside it.

    Blank lines, CRLF, a byte-order mark and gaps between ranks are fine. FormatError names the line of anything else.
    """
    ranks = parse(data)
    missing = [byte for byte in range(256) if bytes([byte]) not in ranks]
    if missing:
        some = ", ".join(f"0x{byte:02X}" for byte in missing[:5])
        raise FormatError(
            f"{len(missing)} of the 256 single bytes are missing ({some}{', ...' if len(missing) > 5 else ''}); "
            "text with them could not be encoded."
        )
    specials = dict(special_tokens or {})
    check_specials(specials, {rank: data for data, rank in ranks.items()})
    expression = pattern_of(pattern) or EVERYTHING
    split("", expression)
    tokenizer = guarded(
        lambda: RankTokenizer(
            name, ranks, expression, specials, watched=expression not in (*PATTERNS.values(), EVERYTHING)
        ).built(),
        lambda reason: FormatError(f"tiktoken does not take these ranks: {reason}."),
    )
    known = next((key for key, value in PATTERNS.items() if value == expression), None)
    notes = [f"A rank file names no split pattern; {known or 'the one you gave'} was taken."]
    gaps = max(ranks.values()) + 1 - len(ranks)
    if gaps:
        notes.append(f"{gaps:,} ids below the largest rank are not used.")
    tokenizer.notes = tuple(notes)
    return tokenizer


def parse(data: bytes) -> dict[bytes, int]:
    """Token bytes -> rank."""
    check_size(data)
    ranks: dict[bytes, int] = {}
    line_of_rank: dict[int, int] = {}
    for number, line in enumerate(text_of(data).split("\n"), start=1):
        if not line.strip():
            continue
        if len(ranks) >= MAX_ENTRIES:
            raise FormatError(f"More than {MAX_ENTRIES:,} tokens.", number)
        token, rank = _entry(line.strip(), number)
        if token in ranks:
            raise FormatError(f"The token {token!r} stands in line {line_of_rank[ranks[token]]} already.", number)
        if rank in line_of_rank:
            raise FormatError(f"The rank {rank:,} stands in line {line_of_rank[rank]} already.", number)
        ranks[token] = rank
        line_of_rank[rank] = number
    return ranks


def _entry(line: str, number: int) -> tuple[bytes, int]:
    parts = line.split()
    if len(parts) == 1:
        raise FormatError("The rank is missing: a line is a token in base64, a space, and its rank.", number)
    if len(parts) > 2 and not parts[1].lstrip("-").isdecimal():
        raise FormatError("This is no rank file: a line is a token in base64, a space, and its rank.", number)
    text, rank = parts[0], parts[1]
    if len(parts) > 2:
        raise FormatError("More than a token and a rank.", number)
    if text == "=":
        raise FormatError("The token is empty.", number)
    try:
        token = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise FormatError(f"{text[:30]!r} is not base64.", number) from None
    if not token:
        raise FormatError("The token is empty.", number)
    if len(token) > MAX_PIECE:
        raise FormatError(f"The token has {len(token):,} bytes; at most {MAX_PIECE:,} are read.", number)
    if rank.startswith("-") and rank[1:].isdecimal():
        raise FormatError(f"The rank {rank} is negative.", number)
    if not (rank.isascii() and rank.isdecimal() and len(rank) <= 9):
        raise FormatError(f"{rank[:30]!r} is not a rank.", number)
    return token, int(rank)


def check_specials(specials: Mapping[str, int], taken: Mapping[int, bytes]) -> None:
    """Raise FormatError for an empty special token, or one whose id is another token's."""
    seen: dict[int, str] = {}
    for text, id in specials.items():
        if not text:
            raise FormatError("A special token cannot be empty.")
        if id < 0 or id > 100_000_000:
            raise FormatError(f"The special token {text!r} has the impossible id {id}.")
        if id in taken:
            raise FormatError(f"The special token {text!r} has id {id:,}, which is {taken[id]!r} already.")
        if id in seen:
            raise FormatError(f"The special tokens {seen[id]!r} and {text!r} have the same id {id:,}.")
        seen[id] = text
