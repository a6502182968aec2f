"""What there is to say about a merge: why this pair, what it saves, and what is remarkable about the new token.

Every sentence is made from the numbers of the trace. Nothing is known beforehand about any text.
"""

from __future__ import annotations

import regex

from playground.core.trace import Contender, Trace
from playground.core.visible import visible

_WORD = regex.compile(r"\p{L}[\p{L}\p{M}]+")
_OVER = regex.compile(r"\p{L}\s+\p{L}|\p{L}\s")
_RULES = {
    "first": "the one that stands first in the text wins",
    "lowest": "the one with the lowest ids wins",
}


def why(trace: Trace, number: int) -> list[str]:
    """Why merge `number` (from 1) was chosen, and what it saves, in sentences."""
    step = trace.steps[number - 1]
    return [line for line in (_choice(trace, number), _saving(trace, number)) if line] if step.counted else [
        _saving(trace, number)
    ]  # fmt: skip


def _choice(trace: Trace, number: int) -> str:
    step = trace.steps[number - 1]
    tied, second = step.tied, step.runner_up
    where = "" if trace.whole else " in the whole corpus"
    if tied:
        # Ten pairs are remembered; where all of them are tied there may be more.
        many = f"{len(tied)} or more other pairs" if len(tied) == len(step.best) - 1 > 8 else f"{len(tied)} other pairs"
        others = _name(trace, tied[0]) if len(tied) == 1 else many
        return (
            f"Counted {_times(step.counted)}{where}, and so {'is' if len(tied) == 1 else 'are'} {others}. "
            f"The tie rule decides: {_RULES[trace.ties]}."
        )
    if second:
        margin = step.counted - second.counted
        return (
            f"Counted {_times(step.counted)}{where}, {margin:,} more than the runner-up "
            f"{_name(trace, second)} ({second.counted:,})."
        )
    if step.best:
        return f"Counted {_times(step.counted)}{where}; no other pair is left."
    return f"Counted {_times(step.counted)}{where}."


def _saving(trace: Trace, number: int) -> str:
    step = trace.steps[number - 1]
    before, after = trace.lengths[number - 1], trace.lengths[number]
    lines = []
    if step.replaced is not None and step.replaced != step.counted:
        lines.append(
            f"Counts include overlaps, but gluing goes from left to right: only {step.replaced:,} of "
            f"{step.counted:,} can be replaced."
        )
    if trace.whole:
        lines.append(f"It saves {_tokens(before - after)}: {before:,} → {after:,}.")
    elif before == after:
        lines.append("It does not occur in this passage.")
    else:
        lines.append(f"In this passage it saves {_tokens(before - after)}: {before:,} → {after:,}.")
    return " ".join(lines)


def remarks(trace: Trace) -> list[list[str]]:
    """For each step, what is remarkable about its token; most have nothing."""
    known = trace.token_bytes
    shown = b" ".join(b"".join(trace.symbols[id] for id in word) for word in trace.words).decode(errors="replace")
    words = set(_WORD.findall(shown))
    found: list[list[str]] = []
    said: set[str] = set()
    longest = max(map(len, trace.symbols), default=1)

    def first(kind: str, sentence: str) -> list[str]:
        if kind in said:
            return []
        said.add(kind)
        return [sentence]

    for step in trace.steps:
        data, parents = known[step.id], (known[step.left], known[step.right])
        lines: list[str] = []
        text = _text(data)
        if text is None:
            lines.append(f"A piece of a UTF-8 sequence: {visible(data)} is no text by itself yet.")
        elif len(text) == 1:
            lines.append(f"Bytes become a character: {visible(data)}.")
        else:
            if " " in text and text.strip():
                lines += first("space", "The first token with a space in it.")
            if _OVER.search(text):
                lines += first("over", "The first token that reaches over the end of a word.")
            if _clean(text) in words:
                lines += first("word", f"The first whole word: {_clean(text)}.")
            if any(_text(part) is None for part in parents):
                lines += first("mixed", "Pieces of characters come together with other text.")
        if step.left == step.right:
            lines += first("double", "A token joined with itself.")
        if len(data) > max(longest, 2):
            longest = len(data)
            lines.append(f"The longest so far: {longest} bytes.")
        found.append(lines)
    return found


def _clean(text: str) -> str:
    return text.removesuffix("</w>").strip()


def _text(data: bytes) -> str | None:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None


def _name(trace: Trace, contender: Contender) -> str:
    return f"{visible(trace.token_bytes[contender.left])} + {visible(trace.token_bytes[contender.right])}"


def _times(n: int) -> str:
    return "once" if n == 1 else f"{n:,} times"


def _tokens(n: int) -> str:
    return "1 token" if n == 1 else f"{n:,} tokens"
