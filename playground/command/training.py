"""`train` and `export`."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tqdm import tqdm

from playground import cluster, shards
from playground.command import files
from playground.core import counts
from playground.core.bpe import BPETokenizer, Merge, merges_wanted
from playground.core.counts import CountTable, Cut
from playground.core.expression import check_pattern
from playground.core.kernel import Trainer
from playground.core.pretokenize import PATTERNS, count_words
from playground.formats import detect

_FORMATS = ("own", *detect.FORMATS)
_STEP = 256
_MEGABYTE = 1_000_000


def add(commands: Any) -> None:
    """Put the commands of this module into the parser."""
    train = commands.add_parser("train", help="learn a tokenizer from text", description=train_command.__doc__)
    train.add_argument("sources", nargs="+", help="files, globs or URLs that fsspec knows; - for standard input")
    train.add_argument("--vocab-size", type=int, required=True, help="entries, with 256 bytes and special tokens")
    train.add_argument("--pattern", default="cl100k", help=f"{', '.join(PATTERNS)}, none, or a regular expression")
    train.add_argument("--special", action="append", default=[], metavar="TOKEN", help="a special token; may repeat")
    train.add_argument("--ties", choices=("first", "lowest"), default="first", help="who wins between equal counts")
    train.add_argument("--floor", type=_positive, default=1, help="leave out words seen less often than this")
    train.add_argument("--workers", type=_positive, help="count on this many local processes (needs Dask)")
    train.add_argument(
        "--scheduler",
        default=os.environ.get("DASK_SCHEDULER_ADDRESS"),
        help="count on the cluster of this Dask scheduler, tcp://HOST:PORT (default: DASK_SCHEDULER_ADDRESS)",
    )
    train.add_argument(
        "--shard-mb",
        type=_positive,
        default=shards.SHARD // _MEGABYTE,
        help="count so many MB at a time (default: %(default)s); more for very large texts on large machines",
    )
    train.add_argument("--name", default="trained", help="how the tokenizer is called")
    _output(train)
    train.set_defaults(run=train_command)

    export = commands.add_parser("export", help="write a tokenizer in another format", description=_export.__doc__)
    export.add_argument("tokenizer", help="a published name or a file")
    export.add_argument("--lossy", action="store_true", help="write what the format can hold, where not all of it")
    _output(export)
    export.set_defaults(run=_export)


def _positive(given: str) -> int:
    number = int(given)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def _output(command: argparse.ArgumentParser) -> None:
    command.add_argument("--out", type=Path, help="the file to write; standard output without it")
    command.add_argument("--format", choices=_FORMATS, default="own", help="what to write (default: our own JSON)")


def train_command(chosen: argparse.Namespace) -> None:
    """Learn a byte-level BPE tokenizer from all files together and write it."""
    began = time.monotonic()
    wanted = merges_wanted(chosen.vocab_size, chosen.special)
    if chosen.pattern not in (*PATTERNS, "none"):
        check_pattern(chosen.pattern)
    table, cut = _counted(chosen)
    if chosen.floor > 1:
        _say(cut.sentence)
    trainer, merges = Trainer(table.words, chosen.ties), list[Merge]()
    with _bar("merging", "merge") as progress:
        while len(merges) < wanted and not trainer.finished:
            merges += trainer.advance(min(_STEP, wanted - len(merges)))
            progress(len(merges), wanted)
    tokenizer = BPETokenizer(merges, chosen.pattern, chosen.special, name=chosen.name, asked=chosen.vocab_size)
    files.write(tokenizer, chosen.out, chosen.format)
    if tokenizer.shortfall:
        _say(tokenizer.shortfall)
    _say(
        f"{len(merges):,} merges from {table.words.total_bytes:,} bytes, {len(table):,} different words, "
        f"in {time.monotonic() - began:.1f} s."
    )


def _counted(chosen: argparse.Namespace) -> tuple[CountTable, Cut]:
    """The word counts of all sources, here or on a cluster, and what the floor left out."""
    if "-" in chosen.sources:
        if chosen.sources != ["-"]:
            raise files.Refusal("Standard input stands alone: name either - or files.")
        table = CountTable.at(0, count_words(files.text("-"), chosen.pattern, chosen.special))
        return table.cut(chosen.floor)
    plan = shards.plan(chosen.sources, chosen.pattern, chosen.special, chosen.shard_mb * _MEGABYTE)
    with _bar("counting", "shard") as progress:
        if chosen.workers or chosen.scheduler:
            # Workers asked for are local ones, whatever cluster the environment names.
            scheduler = None if chosen.workers else chosen.scheduler
            return cluster.count(
                plan, chosen.pattern, chosen.special, scheduler, chosen.workers, chosen.floor, progress
            )
        tables = []
        for done, shard in enumerate(plan, 1):
            tables.append(shards.count(shard, chosen.pattern, chosen.special))
            progress(done, len(plan))
            if len(tables) == 8:
                tables = [counts.merge(tables)]
    return (tables[0] if len(tables) == 1 else counts.merge(tables)).cut(chosen.floor)


def _export(chosen: argparse.Namespace) -> None:
    """Write a tokenizer in a format that other tools read."""
    files.write(files.tokenizer(chosen.tokenizer), chosen.out, chosen.format, chosen.lossy)


class _bar:
    """A progress bar on a terminal; silence in a pipe."""

    def __init__(self, what: str, unit: str):
        self._bar = tqdm(desc=what, unit=unit, disable=None, leave=False)

    def __enter__(self) -> Callable[[int, int], None]:
        return self._to

    def __exit__(self, *_: object) -> None:
        self._bar.close()

    def _to(self, done: int, total: int) -> None:
        self._bar.total = total
        self._bar.update(done - self._bar.n)


def _say(sentence: str) -> None:
    print(sentence, file=sys.stderr)
