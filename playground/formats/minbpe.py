"""minbpe `.model` files: a version line, the pattern, the special tokens, then a merge a line as two ids."""

from __future__ import annotations

from dataclasses import replace

from playground.core.bpe import BPETokenizer, Merge
from playground.core.errors import FormatError
from playground.core.pretokenize import split
from playground.core.tokens import Tokenizer
from playground.formats.byte_merges import EVERYTHING, ByteMerges, byte_merges, renumbered
from playground.formats.common import MAX_ENTRIES, MAX_PIECE, CannotHold, check_size, text_of
from playground.formats.tiktoken import check_specials

VERSION = "minbpe v1"


def dumps(tokenizer: Tokenizer, lossy: bool = False) -> bytes:
    """The file. With `lossy`, special tokens that the format cannot hold are left out, and ids are those of minbpe."""
    if isinstance(tokenizer, BPETokenizer):
        pairs = [(merge.left, merge.right) for merge in tokenizer.merges]
        pattern, specials = tokenizer.pattern or "", dict(tokenizer.special_tokens)
    else:
        found = _numbered(tokenizer, lossy)
        pairs, pattern, specials = found.merges, found.pattern or "", dict(found.special_tokens)
    if pattern != pattern.strip() or len(pattern.splitlines()) > 1:
        raise CannotHold("A minbpe file keeps the pattern in one line and strips its ends; this pattern would change.")
    bad = [text for text in specials if text.split() != [text]]
    if bad and not lossy:
        raise CannotHold(
            f"A minbpe file cuts special tokens at white space and cannot hold {bad[0]!r}.",
            f"Leave out {'this special token' if len(bad) == 1 else f'{len(bad)} special tokens'}.",
        )
    kept = [f"{text} {id}" for text, id in specials.items() if text not in bad]
    merges = [f"{left} {right}" for left, right in pairs]
    return "\n".join([VERSION, pattern, str(len(kept)), *kept, *merges, ""]).encode()


def _numbered(tokenizer: Tokenizer, lossy: bool) -> ByteMerges:
    """Merges with minbpe's ids: bytes by their value, then the merges. CannotHold where the tokenizer's are others."""
    if tokenizer.algorithm != "BPE":
        raise CannotHold(f"A minbpe file holds byte-level merges; this is {tokenizer.algorithm}.")
    found = byte_merges(tokenizer, "A minbpe file", lossy)
    try:
        numbered = renumbered(found)
    except KeyError:
        raise CannotHold("A minbpe file makes each token from earlier ones; here one needs a later one.") from None
    if lossy:
        return numbered
    if len(numbered.ranks) < len(found.ranks) and found.whole_pieces_first:
        unmade = len(found.ranks) - len(numbered.ranks)
        raise CannotHold(
            f"A minbpe file holds merges; {unmade:,} tokens here are made by none, and come from whole pieces alone.",
            f"Leave out {'this token' if unmade == 1 else 'these tokens'}, and number the others from 256 on.",
        )
    if numbered.ranks != {data: found.ranks[data] for data in numbered.ranks}:
        byte = next((b for b in range(256) if found.ranks[bytes([b])] != b), None)
        why = f"byte {byte} has the id {byte}" if byte is not None else "merges are numbered from 256 on without a gap"
        raise CannotHold(
            f"The tokens fit, but not their ids: in a minbpe file {why}.",
            "Number the tokens as minbpe does: texts are cut in the same places, with other ids.",
        )
    return replace(numbered, special_tokens=found.special_tokens)


def usage(tokenizer: Tokenizer, file_name: str) -> str:
    """Python that loads the file with minbpe, which keeps its own pattern on loading unless told otherwise."""
    if tokenizer.pattern in (None, EVERYTHING):
        return f"from minbpe import BasicTokenizer\n\ntok = BasicTokenizer()\ntok.load({file_name!r})\n"
    return (
        "import regex\nfrom minbpe import RegexTokenizer\n\ntok = RegexTokenizer()\n"
        f"tok.load({file_name!r})\ntok.compiled_pattern = regex.compile(tok.pattern)\n"
    )


def loads(data: bytes, name: str) -> BPETokenizer:
    """The tokenizer of a `.model` file; FormatError names the line of what cannot be read. Counts are not in it."""
    check_size(data)
    lines = text_of(data).replace("\r\n", "\n").split("\n")
    if lines[0].strip() != VERSION:
        raise FormatError(f"A minbpe file starts with {VERSION!r}.", 1)
    if len(lines) < 3 or not lines[2].strip().isdecimal() or len(lines[2].strip()) > 6:
        raise FormatError("Here stands the number of special tokens.", 3)
    pattern, specials = lines[1].strip(), int(lines[2])
    split("", pattern or None)
    special_ids: dict[str, int] = {}
    for number in range(4, 4 + specials):
        parts = lines[number - 1].split() if number <= len(lines) else []
        if len(parts) != 2 or not _is_id(parts[1]):
            raise FormatError("A special token is its text, a space, and its id.", number)
        special_ids[parts[0]] = int(parts[1])
    merges, lengths = _merges(lines, 3 + specials)
    check_specials(special_ids, dict.fromkeys(range(len(lengths)), b"a merge"))
    in_order = sorted(special_ids, key=special_ids.__getitem__)
    tokenizer = BPETokenizer(merges, pattern or None, in_order, name)
    moved = [text for text in in_order if tokenizer.special_tokens[text] != special_ids[text]]
    notes = ["A minbpe file keeps no counts; the merges show 0."]
    if moved:
        notes.append(f"Special tokens follow the last merge here: {moved[0]!r} had id {special_ids[moved[0]]:,}.")
    tokenizer.notes = tuple(notes)
    return tokenizer


def _merges(lines: list[str], start: int) -> tuple[list[Merge], list[int]]:
    merges: list[Merge] = []
    lengths = [1] * 256
    line_of: dict[tuple[int, int], int] = {}
    for number, line in enumerate(lines[start:], start=start + 1):
        if not line.strip():
            continue
        parts = line.split()
        if len(parts) != 2 or not all(map(_is_id, parts)):
            raise FormatError("A merge is two ids.", number)
        if len(merges) >= MAX_ENTRIES:
            raise FormatError(f"More than {MAX_ENTRIES:,} merges.", number)
        left, right = map(int, parts)
        if max(left, right) >= len(lengths):
            raise FormatError(f"This merge joins {max(left, right):,}, which no earlier merge has made.", number)
        if (left, right) in line_of:
            raise FormatError(f"This merge stands in line {line_of[left, right]} already.", number)
        line_of[left, right] = number
        lengths.append(lengths[left] + lengths[right])
        if lengths[-1] > MAX_PIECE:
            raise FormatError(f"This merge makes a token of more than {MAX_PIECE:,} bytes.", number)
        merges.append(Merge(left, right, 255 + len(merges) + 1, 0))
    return merges, lengths


def _is_id(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 9
