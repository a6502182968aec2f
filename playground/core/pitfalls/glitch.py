"""Glitch tokens: vocabulary entries that the model hardly ever saw, because tokenizer and model read different text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from playground.core.bpe import count_pairs, merge_pair
from playground.core.pitfalls.words import count, cut, listing, pieces, quote
from playground.core.pretokenize import split
from playground.core.tokens import Tokenizer

KNOWN = (" SolidGoldMagikarp", " petertodd", " TheNitromeFan", " RandomRedditor", "guiActiveUn", "EStreamFrame")
"""Strings that were found to make GPT-2 and GPT-3 models stumble (Rumbelow and Watkins, 2023), as examples to try."""


@dataclass(frozen=True)
class Suspect:
    """A text and its tokens in one tokenizer, and how many words the split pattern makes of it before any merge.

    `known` is false where the vocabulary cannot spell the text.
    """

    name: str
    text: str
    ids: tuple[int, ...]
    pieces: tuple[bytes, ...]
    words: int
    known: bool


def look(tokenizer: Tokenizer, text: str) -> Suspect:
    """Encode `text`."""
    ids = tuple(tokenizer.encode(text))
    words = len(split(text, tokenizer.pattern))
    known = tokenizer.unknown_id is None or tokenizer.unknown_id not in ids
    return Suspect(tokenizer.name, text, ids, tuple(pieces(tokenizer, text)), words, known)


def statement(looks: Sequence[Suspect]) -> str | None:
    """A text that is one token here and several there, and what follows from that; None where it is not so.

    Where the split pattern of the second cuts the text, no corpus could have made it one token.
    """
    one = [s for s in looks if s.known and len(s.ids) == 1]
    many = [s for s in looks if s.known and len(s.ids) > 1]
    if not one or not many or len(one[0].text.strip()) < 2:
        return None
    most = max(many, key=lambda s: len(s.ids))
    if most.words > 1:
        why = f"the split pattern of {most.name} cuts it before any merge"
    else:
        names = listing([s.name for s in one])
        why = f"{names} saw it often enough in training to give it an entry, {most.name} did not"
    return (
        f"{quote(one[0].text)} is one token in {listing([f'{s.name} ({s.ids[0]})' for s in one])} and "
        f"{len(most.ids)} in {most.name}, {cut(most.pieces)}: {why}."
    )


@dataclass(frozen=True)
class Mismatch:
    """A tokenizer trained on one text and used on another: entries of the vocabulary that the second never uses.

    `unused` are those entries as (bytes, how often they were counted when they were merged), longest first. Only
    entries that the first text does use count: a merge that became part of a longer one is unused everywhere.
    """

    merges: int
    used: int
    unused: tuple[tuple[bytes, int], ...]


def mismatch(tokenizer_text: str, model_text: str, merges: int = 200, pattern: str = "gpt2") -> Mismatch:
    """Train on `tokenizer_text` as long as some pair stands there twice; see which entries `model_text` never uses.

    The texts are short: the plain way to train, as the paper has it, is soon done and needs no compiled code.
    """
    first, second = _words(tokenizer_text, pattern), _words(model_text, pattern)
    pieces_of, counted = [bytes([b]) for b in range(256)], [0] * 256
    for id in range(256, 256 + merges):
        pairs: dict[tuple[int, int], int] = {}
        for ids, weight in first:
            count_pairs(ids, weight, pairs)
        best = max(pairs, key=pairs.__getitem__, default=None)
        if best is None or pairs[best] < 2:
            break
        first = [(merge_pair(ids, best, id), weight) for ids, weight in first]
        second = [(merge_pair(ids, best, id), weight) for ids, weight in second]
        pieces_of.append(pieces_of[best[0]] + pieces_of[best[1]])
        counted.append(pairs[best])
    live, met = ({id for ids, _ in words for id in ids if id >= 256} for words in (first, second))
    unused = [(pieces_of[id], counted[id]) for id in sorted(live - met)]
    unused.sort(key=lambda entry: (-len(entry[0]), -entry[1]))
    return Mismatch(len(pieces_of) - 256, len(live & met), tuple(unused))


def _words(text: str, pattern: str) -> list[tuple[list[int], int]]:
    """The different words of a text as bytes, with how often each occurs."""
    return [(list(word), weight) for word, weight in Counter(w.encode() for w in split(text, pattern)).items()]


def mismatch_statement(found: Mismatch) -> str | None:
    """How many entries the model never meets, and the longest; None where it meets all of them."""
    if not found.unused:
        return None
    data, counted = found.unused[0]
    total = count(found.used + len(found.unused), "learned token")
    if len(found.unused) == 1:
        never, rows = f"one never occurs in the model's, {quote(data)}", "its row in the model is"
    else:
        never = f"{len(found.unused):,} never occur in the model's, the longest of them {quote(data)}"
        rows = "their rows in the model are"
    return (
        f"The tokenizer's own text uses {total}. Of these {never}, counted {count(counted, 'time')} in training: "
        f"{rows} never trained."
    )
