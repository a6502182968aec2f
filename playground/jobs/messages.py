"""What the app and a worker say to each other: one JSON object a line, so that neither can make the other run code.

To the worker: the request with the sizes of the corpus, then the corpus itself as bytes, later perhaps "stop".
From the worker: progress, again and again, and at last an outcome, an error to show, or a fault.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

import numpy as np

from playground.core.bpe import Ties
from playground.core.sizes import SizeCurve
from playground.core.tokens import Tokenizer
from playground.formats import own

Stage = Literal["starting", "reading", "splitting", "merging", "measuring"]
Algorithm = Literal["BPE", "WordPiece", "Character BPE", "Unigram"]
State = Literal["queued", "running", "stopping", "done", "stopped", "failed"]


@dataclass(frozen=True)
class Request:
    """What to train. `pattern` is None, a name or a regular expression, as for `train_bpe`.

    `pattern` and `ties` are for BPE, `lowercase` for WordPiece, `end_mark` for character BPE, `byte_fallback` for
    Unigram.
    """

    vocab_size: int
    pattern: str | None = None
    special_tokens: tuple[str, ...] = ()
    ties: Ties = "first"
    name: str = "trained"
    algorithm: Algorithm = "BPE"
    lowercase: bool = False
    end_mark: bool = False
    byte_fallback: bool = True


@dataclass(frozen=True)
class Progress:
    """How far a training is: `done` of `total` in this stage, merges learned so far, and the newest of them.

    `newest` holds (the new token's bytes, its count), the last one learned first.
    """

    stage: Stage = "starting"
    done: int = 0
    total: int = 0
    learned: int = 0
    newest: tuple[tuple[bytes, int], ...] = ()

    @property
    def share(self) -> float:
        """Between 0 and 1, within the stage."""
        return min(1.0, self.done / self.total) if self.total else 0.0


@dataclass(frozen=True)
class Outcome:
    """A trained tokenizer and what was measured on the way.

    `curve` and `held_out_curve` are of the training part and of the part that was held out. Their bytes are those
    that were counted: without special tokens and without what a pattern with gaps leaves out. Only BPE on bytes has
    its smaller vocabularies inside; for another algorithm a curve is one point.
    """

    tokenizer: Tokenizer
    facts: own.Facts
    curve: SizeCurve
    held_out_curve: SizeCurve | None = None
    stopped: bool = False
    longest_piece: bytes = b""
    longest_piece_bytes: int = 0


@dataclass(frozen=True)
class Status:
    """A job as its owner sees it. `place` counts from 1 in the queue; `message` says why a job failed or stopped."""

    state: State
    place: int = 0
    progress: Progress = field(default_factory=Progress)
    outcome: Outcome | None = None
    message: str = ""

    @property
    def active(self) -> bool:
        return self.state in ("queued", "running", "stopping")


def line(**message: Any) -> bytes:
    """One message on its way. Bytes travel as Latin-1 text: one character a byte."""
    return json.dumps(message, default=lambda data: data.decode("latin-1")).encode() + b"\n"


def request_line(request: Request, sizes: Sequence[int]) -> bytes:
    return line(request=asdict(request), sizes=list(sizes))


def request_from(data: bytes) -> tuple[Request, list[int]]:
    message = json.loads(data)
    given = message["request"]
    return Request(**{**given, "special_tokens": tuple(given["special_tokens"])}), message["sizes"]


def progress_from(message: dict[str, Any]) -> Progress:
    newest = tuple((piece.encode("latin-1"), count) for piece, count in message.pop("newest", ()))
    return Progress(**message, newest=newest)


def outcome_line(outcome: Outcome) -> bytes:
    # Here, because it brings the libraries of every kind along, which the first page does not need.
    from playground.formats import saved

    return line(
        file=saved.dumps(outcome.tokenizer).decode(),
        facts=asdict(outcome.facts),
        curve=_numbers(outcome.curve),
        held_out_curve=_numbers(outcome.held_out_curve) if outcome.held_out_curve else None,
        stopped=outcome.stopped,
        longest_piece=outcome.longest_piece,
        longest_piece_bytes=outcome.longest_piece_bytes,
    )


def outcome_from(message: dict[str, Any]) -> Outcome:
    from playground.formats import saved

    return Outcome(
        saved.loads(message["file"].encode()),
        own.Facts(**message["facts"]),
        _curve(message["curve"]),
        _curve(message["held_out_curve"]) if message["held_out_curve"] else None,
        stopped=message["stopped"],
        longest_piece=message["longest_piece"].encode("latin-1"),
        longest_piece_bytes=message["longest_piece_bytes"],
    )


def _numbers(curve: SizeCurve) -> list[Any]:
    return [curve.sizes.tolist(), curve.tokens.tolist(), curve.bytes]


def _curve(numbers: list[Any]) -> SizeCurve:
    sizes, tokens, counted = numbers
    return SizeCurve(np.array(sizes, np.int64), np.array(tokens, np.int64), counted)
