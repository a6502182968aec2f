"""A training as deltas: each step is one merge and what it was chosen from; `replay` gives the state after any step.

The counting is done by `contest`, which touches only the places that a merge changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from playground.core.bpe import BPETokenizer, Pair, Ties, merge_pair
from playground.core.contest import Contest, Row
from playground.core.pretokenize import split

Start = Literal["bytes", "characters"]
BEST = 10
"""How many of the best pairs a step remembers."""


class Contender(NamedTuple):
    """A pair that could have been merged, and how often it was counted (overlaps included, word by word)."""

    left: int
    right: int
    counted: int

    @property
    def pair(self) -> Pair:
        return self.left, self.right


@dataclass(frozen=True)
class Step:
    """One merge: `counted` places decided, `replaced` places changed; `best` are the pairs it was chosen from.

    `best` starts with the winner and is in the order of the tie rule; it is empty where only the merge is known.
    `replaced` is None there.
    """

    left: int
    right: int
    id: int
    counted: int
    replaced: int | None = None
    best: tuple[Contender, ...] = ()

    @property
    def pair(self) -> Pair:
        return self.left, self.right

    @property
    def runner_up(self) -> Contender | None:
        return self.best[1] if len(self.best) > 1 else None

    @property
    def tied(self) -> tuple[Contender, ...]:
        """The other pairs, among the ten best, with the winner's count: the tie rule decided against them."""
        return tuple(other for other in self.best[1:] if other.counted == self.counted)


@dataclass(frozen=True)
class Trace:
    """What is shown (`words`, before the first merge) and the merges in order.

    `symbols` are the bytes of the ids that exist before the first merge; each step adds one id. `weights` says how
    often each word counts. `left_over` are the best pairs after the last step. `whole` is false where the counts are
    those of a corpus of which `words` is only a passage.
    """

    symbols: tuple[bytes, ...]
    words: tuple[tuple[int, ...], ...]
    weights: tuple[int, ...]
    steps: tuple[Step, ...]
    left_over: tuple[Contender, ...] = ()
    ties: Ties = "first"
    whole: bool = True

    @cached_property
    def token_bytes(self) -> tuple[bytes, ...]:
        """The bytes of every id, symbols and merges."""
        known = list(self.symbols)
        for step in self.steps:
            known.append(known[step.left] + known[step.right])
        return tuple(known)

    @cached_property
    def glue(self) -> tuple[int, ...]:
        """For each symbol of all words in a row: the step that joined it to the symbol before it, or 0 for none.

        This is the whole animation: after n steps a symbol starts a token if its number is 0 or above n.
        """
        row = Row(self.words, self.weights)
        for number, step in enumerate(self.steps, 1):
            row.merge(step.pair, step.id, number)
        return tuple(row.glue)

    @cached_property
    def lengths(self) -> tuple[int, ...]:
        """Tokens (weighted) of what is shown after 0, 1, 2, ... steps."""
        gone = [0] * (len(self.steps) + 1)
        weight_of = [w for word, w in zip(self.words, self.weights, strict=True) for _ in word]
        for joined, weight in zip(self.glue, weight_of, strict=True):
            if joined:
                gone[joined] += weight
        lengths, left = [], sum(weight_of)
        for number in gone:
            left -= number
            lengths.append(left)
        return tuple(lengths)

    @cached_property
    def size(self) -> int:
        """Bytes (weighted) of what is shown."""
        known = self.symbols
        return sum(w * len(known[i]) for word, w in zip(self.words, self.weights, strict=True) for i in word)


def replay(trace: Trace, step: int) -> list[list[int]]:
    """The words after the first `step` merges, as lists of ids.

    >>> replay(of_text("aaabdaaabac", start="bytes", merges=3), 3)
    [[258, 100, 258, 97, 99]]
    """
    words = [list(word) for word in trace.words]
    for done in trace.steps[:step]:
        words = [merge_pair(word, done.pair, done.id) for word in words]
    return words


def of_text(
    text: str, *, pattern: str | None = None, start: Start = "bytes", merges: int = 100, ties: Ties = "first"
) -> Trace:
    """Train on `text` and keep every step; equal to `train_bpe`, merge for merge, where `start` is "bytes"."""
    pieces = split(text, pattern)
    symbols, spell = _alphabet(pieces, start)
    words = [spell(piece) for piece in pieces]
    return _train(symbols, words, [1] * len(words), merges, ties)


def of_words(counts: Mapping[str, int], *, end: str = "</w>", merges: int = 100, ties: Ties = "first") -> Trace:
    """Train on words with frequencies, from characters, each word closed by the symbol `end`, as Sennrich et al. do."""
    symbols, spell = _alphabet(counts, "characters")
    symbols = (*symbols, *([end.encode()] if end else []))
    tail = (len(symbols) - 1,) if end else ()
    return _train(symbols, [(*spell(word), *tail) for word in counts], list(counts.values()), merges, ties)


def of_tokenizer(
    tokenizer: BPETokenizer,
    passage: str,
    *,
    merges: int = 500,
    corpus: Mapping[bytes, int] | None = None,
    ties: Ties = "first",
) -> Trace:
    """The merges of a trained tokenizer with the counts of its corpus, shown on a passage.

    `corpus` are the word counts it was trained on; with them each step knows the pairs it was chosen from.
    """
    chosen = tokenizer.merges[:merges]
    words = tuple(tuple(piece.encode()) for piece in split(passage, tokenizer.pattern))
    steps = [Step(m.left, m.right, m.id, m.count) for m in chosen]
    left_over: tuple[Contender, ...] = ()
    if corpus is not None:
        contest = Contest(Row([tuple(word) for word in corpus], list(corpus.values())), ties)
        steps = [_step(contest, (m.left, m.right), m.id, number) for number, m in enumerate(chosen, 1)]
        left_over = _contenders(contest)
    return Trace(_BYTES, words, (1,) * len(words), tuple(steps), left_over, ties, whole=False)


_BYTES = tuple(bytes([b]) for b in range(256))


def _alphabet(pieces: Iterable[str], start: Start) -> tuple[tuple[bytes, ...], Callable[[str], tuple[int, ...]]]:
    """The symbols before the first merge (all bytes, or the characters that occur, by code point), and how to spell."""
    if start == "bytes":
        return _BYTES, lambda piece: tuple(piece.encode())
    characters = sorted({character for piece in pieces for character in piece})
    ids = {character: i for i, character in enumerate(characters)}
    return tuple(c.encode() for c in characters), lambda piece: tuple(ids[c] for c in piece)


def _train(
    symbols: tuple[bytes, ...], words: Sequence[tuple[int, ...]], weights: Sequence[int], merges: int, ties: Ties
) -> Trace:
    contest = Contest(Row(words, weights), ties)
    steps: list[Step] = []
    while len(steps) < merges and (best := contest.best(1)):
        steps.append(_step(contest, best[0][0], len(symbols) + len(steps), len(steps) + 1))
    return Trace(symbols, tuple(words), tuple(weights), tuple(steps), _contenders(contest), ties)


def _step(contest: Contest, pair: Pair, id: int, number: int) -> Step:
    """Merge `pair` and say what it was chosen from; it stands first whatever the rule would have chosen."""
    counted = contest.counts.get(pair, 0)
    best = (Contender(*pair, counted), *(other for other in _contenders(contest) if other.pair != pair))
    return Step(*pair, id, counted, contest.merge(pair, id, number), best[:BEST])


def _contenders(contest: Contest) -> tuple[Contender, ...]:
    return tuple(Contender(*pair, counted) for pair, counted in contest.best(BEST))
