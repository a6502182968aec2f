"""What the Vocabulary page says."""

from __future__ import annotations

from collections.abc import Mapping

from playground.core.tokens import Tokenizer
from playground.core.visible import visible
from playground.sentences.grammar import counted, listed


def found(rows: int, of: int) -> str:
    """How many entries a search found."""
    if not rows:
        return "No entry fits. Loosen the filters, or look for something shorter."
    return f"All {of:,} entries." if rows == of else f"{rows:,} of {of:,} entries."


def reached(itself: bool, data: bytes) -> str:
    """Whether an entry comes out when its own bytes go in."""
    try:
        data.decode()
        whole = True
    except UnicodeDecodeError:
        whole = False
    if itself:
        end = "" if whole else " It is part of a character, so it can only stand beside the rest of it."
        return f"It can be reached: its own bytes are encoded to this token alone.{end}"
    if whole:
        return "It cannot be reached from its own text: encoding that text gives other tokens."
    return "Its bytes alone are merged in another way, so no text is known to reach it."


def largest_script(name: str, counts: Mapping[str, int]) -> str:
    """What most of a vocabulary is; `counts` come with the largest first."""
    total = sum(counts.values())
    parts = [f"{kind} ({n / total:.0%})" for kind, n in list(counts.items())[:3]]
    return f"The largest parts of {name} are {listed(parts)}."


def shelf(name: str, rows: int, tokenizer: str) -> str:
    """What stands on a shelf of odd entries."""
    about = {
        "Longest": "Every ordinary entry, the longest first.",
        "Longest words": "Entries of letters alone, the longest first.",
        "One character repeated": "Entries that repeat one character four times or more.",
        "White space only": "Spaces, tabs and line ends: indentation of code, mostly.",
        "Several scripts": "Entries with letters of more than one script.",
        "Part of a character": "Entries whose bytes are not whole characters in UTF-8.",
        "Cannot be reached": "Entries that encoding their own bytes does not give back.",
    }[name]
    return f"{about} {tokenizer} has {f'{rows:,}' if rows else 'none'} of them."


def suspects(tokenizer: str, other: str, rows: int) -> str:
    """How many entries stand on the glitch shelf, and against what."""
    if not rows:
        return f"No long word of {tokenizer} is cut in three or more by {other}."
    older = ["gpt2", "cl100k_base", "o200k_base"]
    start = (
        f"{counted(rows, 'long word')} of {tokenizer} {'is' if rows == 1 else 'are'} cut in three or more by {other}."
    )
    if tokenizer in older and other in older and older.index(other) < older.index(tokenizer):
        return f"{start} But {other} is the older and smaller one, so that its lacking a word means little."
    return start


def magikarp(old: Tokenizer, new: Tokenizer) -> str:
    """The best-known glitch token, as two vocabularies have it."""
    text = " SolidGoldMagikarp"
    cut = "|".join(visible(new.token_bytes(id)) for id in new.encode(text))
    return (
        f"The best-known one, {visible(text)}, is {counted(len(old.encode(text)), 'token')} in {old.name} "
        f"and {len(new.encode(text))} in {new.name}: {cut}."
    )
