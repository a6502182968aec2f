"""Training of what is not byte-level BPE: WordPiece, BPE on characters, and Unigram by the SentencePiece library."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

import numpy as np

from playground.core.charbpe import train_char_bpe
from playground.core.sizes import SizeCurve
from playground.core.spm import train_unigram
from playground.core.tokens import Tokenizer
from playground.core.wordpiece import train_wordpiece
from playground.formats.own import Facts
from playground.jobs.messages import Outcome, Progress, Request

MEASURED = 1_000_000
"""How many bytes of a part are encoded to measure the result."""


class _Stopped(Exception):
    """Raised through core's progress calls to leave early."""


def train(
    request: Request, parts: Sequence[bytes], report: Callable[[Progress], None], stopping: threading.Event
) -> Outcome | None:
    """Train on `parts[0]`, measure on the beginning of each part; None where it was stopped: a part is no tokenizer."""

    def progress(done: int, total: int) -> None:
        if stopping.is_set():
            raise _Stopped
        report(Progress("merging", done, total))

    started = time.monotonic()
    report(Progress("splitting", 0, 1))
    try:
        tokenizer = _learn(request, parts[0].decode(), progress)
    except _Stopped:
        return None
    tokenizer.name = request.name
    report(Progress("measuring", 0, 1))
    facts = Facts(
        vocab_size_asked=request.vocab_size,
        corpus_bytes=len(parts[0]),
        held_out_bytes=sum(map(len, parts[1:])),
        seconds=round(time.monotonic() - started, 3),
    )
    return Outcome(tokenizer, facts, *(_point(tokenizer, part) for part in parts[:2]))  # type: ignore[arg-type]


def _learn(request: Request, text: str, progress: Callable[[int, int], None]) -> Tokenizer:
    size, specials = request.vocab_size, request.special_tokens
    if request.algorithm == "WordPiece":
        return train_wordpiece(text, size, special_tokens=specials, lowercase=request.lowercase, progress=progress)
    if request.algorithm == "Character BPE":
        return train_char_bpe(text, size, request.end_mark, specials, progress)
    return train_unigram(text, size, byte_fallback=request.byte_fallback, special_tokens=specials, progress=progress)


def _point(tokenizer: Tokenizer, part: bytes) -> SizeCurve:
    text = part[:MEASURED].decode(errors="ignore")
    tokens = len(tokenizer.encode(text))
    return SizeCurve(np.array([tokenizer.vocab_size]), np.array([tokens]), len(text.encode()))
