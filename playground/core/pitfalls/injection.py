"""Special-token injection: the text `<|endoftext|>` as a person's text, and as a control token."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from playground.core.pitfalls.words import count, listing, quote
from playground.core.special import mentions
from playground.core.tokens import Encoded, Tokenizer


@dataclass(frozen=True)
class Reading:
    """One text under one tokenizer: as ordinary text, and with special tokens let through.

    `control` are the special tokens that are then found, as (text, id), in order.
    """

    name: str
    ordinary: Encoded
    allowed: Encoded
    control: tuple[tuple[str, int], ...]


def read(tokenizer: Tokenizer, text: str) -> Reading:
    """Encode `text` both ways."""
    allowed = tokenizer.encoded(text, special=True)
    names = {id: name for name, id in tokenizer.special_tokens.items()}
    control = tuple((names[id], id) for id in allowed.ids[allowed.special].tolist() if id in names)
    return Reading(tokenizer.name, tokenizer.encoded(text), allowed, control)


def statement(readings: Sequence[Reading]) -> str | None:
    """What the first control token of the text is as text and as control, by tokenizer; None where there is none."""
    hit = [r for r in readings if r.control]
    if not hit:
        return None
    first = hit[0]
    name, total = first.control[0][0], len(first.control)
    ids = listing([f"{r.control[0][1]} in {r.name}" for r in hit if r.control[0][0] == name])
    immune = [r.name for r in readings if not r.control]
    finds = f"; {listing(immune)} {'finds' if len(immune) == 1 else 'find'} none here" if immune else ""
    subject = (
        f"{quote(name)} is"
        if total == 1
        else f"{total} control tokens stand here for {first.name}, {quote(name)} first, which is"
    )
    return (
        f"Let through, {subject} a command in a single id: {ids}{finds}. Encoded as text the message is "
        f"{count(len(first.ordinary), 'token')} in {first.name} instead of {len(first.allowed):,}: "
        "none of them is a command."
    )


def known_statement(tokenizers: Sequence[Tokenizer]) -> str | None:
    """How many special tokens each tokenizer has, and one that all of them have; None where none has any."""
    have = [t for t in tokenizers if t.special_tokens]
    if not have:
        return None
    parts = [f"{len(t.special_tokens):,} in {t.name}" for t in have]
    without = [t.name for t in tokenizers if not t.special_tokens]
    sentence = f"Special tokens: {listing([*parts, *[f'none in {name}' for name in without]])}."
    shared = [text for text in have[0].special_tokens if all(text in t.special_tokens for t in have)]
    if shared and len(have) > 1:
        ids = listing([f"{t.special_tokens[shared[0]]} in {t.name}" for t in have])
        return f"{sentence} {quote(shared[0])} is {ids}."
    return sentence


def strangers_statement(text: str, tokenizers: Sequence[Tokenizer]) -> str | None:
    """What looks like a special token and is none in any of these tokenizers; None where nothing does."""
    strangers = [quote(m.token) for m in mentions(text, tokenizers) if not m.ids]
    if not strangers:
        return None
    if len(strangers) == 1:
        return f"{strangers[0]} looks like a special token but is none in these tokenizers; elsewhere it may be one."
    return f"{listing(strangers)} look like special tokens but are none in these tokenizers; elsewhere they may be."
