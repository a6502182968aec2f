"""Training in stages that report, can be stopped between two merges, and measure what was learned."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence

from playground.core import kernel
from playground.core.bpe import BPETokenizer, Merge, merges_wanted
from playground.core.errors import TrainingError
from playground.core.kernel import Trainer
from playground.core.pretokenize import count_words
from playground.core.sizes import SizeCurve
from playground.formats.own import Facts
from playground.jobs import family
from playground.jobs.messages import Outcome, Progress, Request

Report = Callable[[Progress], None]
_NEWEST = 12


class _Stopped(Exception):
    """Raised through core's progress calls to leave a stage early."""


def warm_up() -> None:
    """Load, or on a new machine compile, what training needs."""
    kernel.warm()


def train(request: Request, parts: Sequence[bytes], report: Report, stopping: threading.Event) -> Outcome | None:
    """Train on `parts[0]` and measure on it and on `parts[1:]`, which is held out; None where nothing was learned."""
    if request.algorithm != "BPE":
        return family.train(request, parts, report, stopping)
    started = time.monotonic()
    wanted = merges_wanted(request.vocab_size, request.special_tokens)
    try:
        words, *held_out = [_count(part, request, report, stopping) for part in parts]
    except _Stopped:
        return None
    if not words:
        raise TrainingError("The split pattern finds no pieces in this text.")
    merges = _learn(Trainer(words, request.ties), wanted, report, stopping)
    stopped = stopping.is_set() and len(merges) < wanted
    if stopped and not merges:
        return None
    seconds = time.monotonic() - started
    tokenizer = BPETokenizer(merges, request.pattern, request.special_tokens, request.name)
    report(Progress("measuring", 0, 1, len(merges), _newest(merges, tokenizer)))
    facts = Facts(
        vocab_size_asked=request.vocab_size,
        ties=request.ties,
        corpus_bytes=len(parts[0]),
        corpus_pieces=sum(words.values()),
        corpus_distinct_pieces=len(words),
        held_out_bytes=sum(map(len, parts[1:])),
        seconds=round(seconds, 3),
    )
    longest = max(words, key=len)
    return Outcome(
        tokenizer,
        facts,
        _curve(tokenizer, words),
        _curve(tokenizer, held_out[0]) if held_out else None,
        stopped=stopped,
        longest_piece=longest[:200],
        longest_piece_bytes=len(longest),
    )


def _count(part: bytes, request: Request, report: Report, stopping: threading.Event) -> Mapping[bytes, int]:
    def progress(done: int, total: int) -> None:
        if stopping.is_set():
            raise _Stopped
        report(Progress("splitting", done, total))

    report(Progress("splitting", 0, 1))
    words = count_words(part, request.pattern, request.special_tokens, progress)
    if stopping.is_set():
        raise _Stopped
    return words


def _learn(trainer: Trainer, wanted: int, report: Report, stopping: threading.Event) -> list[Merge]:
    """Merges in steps that take about a tenth of a second each, however long one merge takes."""
    merges: list[Merge] = []
    pieces = [bytes([byte]) for byte in range(256)]
    step = 1
    while len(merges) < wanted and not trainer.finished and not stopping.is_set():
        before = time.monotonic()
        fresh = trainer.advance(min(step, wanted - len(merges)))
        took = time.monotonic() - before
        step = step * 2 if took < 0.05 else max(1, step // 2) if took > 0.15 else step
        for merge in fresh:
            merges.append(merge)
            pieces.append(pieces[merge.left] + pieces[merge.right])
        newest = tuple((pieces[merge.id][:80], merge.count) for merge in reversed(merges[-_NEWEST:]))
        report(Progress("merging", len(merges), wanted, len(merges), newest))
    return merges


def _newest(merges: list[Merge], tokenizer: BPETokenizer) -> tuple[tuple[bytes, int], ...]:
    return tuple((tokenizer.token_bytes(merge.id)[:80], merge.count) for merge in reversed(merges[-_NEWEST:]))


def _curve(tokenizer: BPETokenizer, words: Mapping[bytes, int]) -> SizeCurve:
    counted = sum(len(word) * count for word, count in words.items())
    return SizeCurve.of(tokenizer.replacements(words), counted).thinned()
