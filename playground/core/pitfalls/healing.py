"""Token healing: the prompt cut one token earlier, and what could stand there instead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from playground.core.pitfalls.trailing_space import entries
from playground.core.pitfalls.words import count, listing, quote
from playground.core.tokens import Encoded, Tokenizer


def starting_with(tokenizer: Tokenizer, start: bytes) -> list[tuple[bytes, int]]:
    """The ordinary vocabulary entries whose bytes begin with `start`, as (bytes, id), rising by id."""
    return [(entry, id) for id, entry in zip(*entries(tokenizer), strict=True) if entry.startswith(start)]


@dataclass(frozen=True)
class Healing:
    """The prompt cut one token earlier: what may stand there instead of its last token.

    `last` are the bytes of the token taken back, `choices` how many entries begin with these bytes, `longest` the
    longest of them that the coming text allows and that ends with a whole character (b"" where there is none),
    `healed` the text with it: the tokens before, the entry, and what follows encoded by itself.
    """

    name: str
    last: bytes
    choices: int
    longest: bytes
    id: int | None
    examples: tuple[tuple[bytes, int], ...]
    healed: Encoded

    @property
    def heals(self) -> bool:
        """A longer token than the one taken back fits the text."""
        return len(self.longest) > len(self.last)


def heal(tokenizer: Tokenizer, prompt: str, coming: str, examples: int = 8) -> Healing:
    """Take back the last token of `prompt` and look for the longest entry that fits the same text with `coming`.

    This is token healing as constrained decoders do it: generation starts one token earlier, and the first new token
    must begin with the bytes that were taken back.
    """
    encoded = tokenizer.encoded(prompt)
    at = max((i for i in range(len(encoded)) if encoded.piece(i)), default=-1)
    if at < 0:
        return Healing(tokenizer.name, b"", 0, b"", None, (), tokenizer.encoded(prompt + coming))
    start, last = int(encoded.starts[at]), encoded.piece(at)
    text = (prompt + coming).encode()[start:]
    found = starting_with(tokenizer, last)
    fitting = [entry for entry in found if text.startswith(entry[0]) and _whole(text[len(entry[0]) :])]
    longest, id = max(fitting, key=lambda entry: len(entry[0]), default=(b"", -1))
    # Low ids are the oldest merges, and so the most usual tokens.
    usual = [entry for entry in found if entry[0] != last][:examples]
    healed = _healed(tokenizer, encoded, at, longest, id, text) if longest else tokenizer.encoded(prompt + coming)
    return Healing(tokenizer.name, last, len(found), longest, id if longest else None, tuple(usual), healed)


def _whole(rest: bytes) -> bool:
    """What is left does not begin inside a character."""
    return not rest or rest[0] & 0xC0 != 0x80


def _healed(tokenizer: Tokenizer, prompt: Encoded, at: int, entry: bytes, id: int, text: bytes) -> Encoded:
    """The tokens of the prompt before `at`, the entry, and the rest of `text` encoded by itself."""
    start = int(prompt.starts[at])
    end = start + len(entry)
    rest = tokenizer.encoded(text[len(entry) :].decode())
    return Encoded(
        (prompt.data[:start] + text).decode(),
        np.concatenate((prompt.ids[:at], [id], rest.ids)).astype(np.int32),
        np.concatenate((prompt.starts[:at], [start], rest.starts + end)).astype(np.int64),
        np.concatenate((prompt.ends[:at], [end], rest.ends + end)).astype(np.int64),
    )


def healing_statement(healed: Sequence[Healing]) -> str | None:
    """What cutting the prompt one token earlier would allow; None where the last token is the longest that fits."""
    useful = [h for h in healed if h.heals]
    if not useful:
        return None
    best = max(useful, key=lambda h: len(h.longest) - len(h.last))
    alike = [h for h in useful if h.longest == best.longest and h.last == best.last]
    choices = listing([f"{count(h.choices, 'entry', 'entries')} in {h.name}" for h in alike])
    return (
        f"Cut one token earlier, {listing([h.name for h in alike])} could write {quote(best.longest)}, one token, "
        f"instead of going on after {quote(best.last)}. So many begin with {quote(best.last)}: {choices}."
    )
