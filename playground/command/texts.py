"""`encode`, `decode` and `compare`."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from playground.command import files
from playground.core.idlist import read_ids
from playground.core.measures import measure, word_spans


def add(commands: Any) -> None:
    """Put the commands of this module into the parser."""
    encode = commands.add_parser("encode", help="text to ids", description=_encode.__doc__)
    encode.add_argument("texts", nargs="*", default=["-"], help="files; standard input without any")
    encode.add_argument("--special", action="store_true", help="read special tokens as such, not as ordinary text")
    encode.set_defaults(run=_encode)

    decode = commands.add_parser("decode", help="ids to text", description=_decode.__doc__)
    decode.add_argument("ids", nargs="*", help="ids; standard input without any")
    decode.set_defaults(run=_decode)
    for command in (encode, decode):
        command.add_argument("--tokenizer", "-t", default="cl100k_base", help="a published name or a file")

    compare = commands.add_parser("compare", help="several tokenizers on the same text", description=_compare.__doc__)
    compare.add_argument("texts", nargs="*", default=["-"], help="files; standard input without any")
    compare.add_argument(
        "--tokenizer", "-t", action="append", default=[], help="a published name or a file; may repeat"
    )
    compare.set_defaults(run=_compare)


def _encode(chosen: argparse.Namespace) -> None:
    """Print the ids of each text, one line a file, separated by spaces."""
    tokenizer = files.tokenizer(chosen.tokenizer)
    for named in chosen.texts:
        print(*tokenizer.encode(files.text(named), special=chosen.special))


def _decode(chosen: argparse.Namespace) -> None:
    """Write the bytes that the ids stand for, exactly: no line end is added."""
    tokenizer = files.tokenizer(chosen.tokenizer)
    found = read_ids(" ".join(chosen.ids) if chosen.ids else files.text("-"), tokenizer)
    if found.faults:
        raise files.Refusal(found.faults[0].sentence)
    sys.stdout.buffer.write(tokenizer.decode_bytes(found.ids))


def _compare(chosen: argparse.Namespace) -> None:
    """Print a table: tokens, bytes per token, tokens per word and words kept whole, under each tokenizer."""
    text = "".join(map(files.text, chosen.texts))
    words = word_spans(text)
    rows: list[tuple[str, ...]] = [("tokenizer", "tokens", "bytes/token", "tokens/word", "whole words")]
    for named in chosen.tokenizer or ["cl100k_base", "o200k_base"]:
        tokenizer = files.tokenizer(named)
        m = measure(named, tokenizer.encoded(text), tokenizer.vocab_size, words)
        figures = (f"{m.tokens:,}", f"{m.bytes_per_token:.3f}", f"{m.fertility:.3f}", f"{m.whole_share:.1%}")
        rows.append((named, *figures))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
        print(row[0].ljust(widths[0]), *cells, sep="  ")
