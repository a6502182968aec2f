"""What figures say, in words. Each sentence is chosen by the figures it is about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from playground.core.differences import Difference
from playground.core.measures import Measures
from playground.core.overlap import Overlap
from playground.core.tokens import Tokenizer
from playground.core.visible import visible
from playground.languages import REFERENCE, Cost, percent


def listed(names: Sequence[str]) -> str:
    """Names as English lists them.

    >>> listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])
    ('a', 'a and b', 'a, b and c')
    """
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def counted(number: int, noun: str) -> str:
    """A number and its noun.

    >>> counted(1, "token"), counted(1200, "token")
    ('1 token', '1,200 tokens')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def fewest(measures: Sequence[Measures]) -> str:
    """Who needs the fewest tokens, and how many more the others need."""
    if not measures or not measures[0].bytes:
        return "There is no text to measure. Type one above."
    best = min(each.tokens for each in measures)
    winners = [each.name for each in measures if each.tokens == best]
    others = sorted((each for each in measures if each.tokens > best), key=lambda each: each.tokens)
    if len(measures) == 1:
        return f"{winners[0]} needs {counted(best, 'token')} for this text."
    if not others:
        return f"All of them need the same: {counted(best, 'token')}."
    verb = "needs" if len(winners) == 1 else "need"
    rest = [f"{each.name} {_more(each.tokens, best)}" for each in others]
    return f"{listed(winners)} {verb} the fewest tokens, {best:,}. {listed(rest)}."


def _more(tokens: int, best: int) -> str:
    ratio = tokens / best if best else float("inf")
    if ratio >= 2:
        return f"needs {ratio:,.1f} times as many"
    change = percent(ratio)
    return f"needs {change.lstrip('+')} more" if change.startswith("+") else f"needs {tokens - best:,} more"


def wins_and_losses(mine: str, theirs: str, rows: Sequence[Difference]) -> str:
    """How the difference of two tokenizers comes about, piece by piece."""
    won, lost = [row for row in rows if row.saved > 0], [row for row in rows if row.saved < 0]
    gained, spent = sum(row.saved for row in won), -sum(row.saved for row in lost)
    if not rows:
        return f"{mine} and {theirs} need the same number of tokens for every word of this text."
    saved = f"{mine} saves {counted(gained, 'token')} on {counted(len(won), 'different piece')}" if won else ""
    extra = f"spends {spent:,} more on {len(lost):,}" if lost else ""
    if not won:
        return f"{mine} saves nothing against {theirs} and {extra} different pieces."
    if not lost:
        return f"{saved} and is nowhere worse than {theirs}."
    total = gained - spent
    end = (
        f"all in all {counted(total, 'token')} fewer than {theirs}" if total > 0
        else f"all in all {counted(-total, 'token')} more than {theirs}" if total < 0
        else f"all in all as many as {theirs}"
    )  # fmt: skip
    return f"{saved} and {extra}: {end}."


def domain(mine: str, theirs: str, lacking: int, used: int, saved: int, tokens: int) -> str:
    """What the tokens that only `mine` has are worth: `lacking` of them, `used` here, saving `saved` of `tokens`."""
    if not lacking:
        return f"{theirs} has every token that {mine} has."
    start = f"{mine} has {counted(lacking, 'token')} that {theirs} lacks."
    if not used:
        return f"{start} This text uses none of them."
    share = f", {saved / tokens:.0%} of what {theirs} spends" if tokens and saved > 0 else ""
    worth = (
        f"Together they save {counted(saved, 'token')}{share}." if saved > 0
        else "Together they save nothing." if saved == 0
        else f"Together they cost {counted(-saved, 'token')}, since they stand where others would do better."
    )  # fmt: skip
    return f"{start} This text uses {used:,} of them. {worth}"


def overlap(mine: str, theirs: str, both: Overlap) -> str:
    """How much two vocabularies have in common."""
    if not both.only_mine and not both.only_theirs:
        return f"{mine} and {theirs} have the same {len(both.common):,} tokens."
    start = (
        f"{counted(len(both.common), 'token')} of {mine}, {both.share_of_mine:.0%} of it, stand in {theirs} as well."
    )
    mine_only = f"{len(both.only_mine):,} are only in {mine}" if both.only_mine else f"Nothing is only in {mine}"
    return f"{start} {mine_only}, and {len(both.only_theirs):,} only in {theirs}."


def dearest(tokenizer: str, rows: Sequence[Cost]) -> str:
    """Which language costs most under a tokenizer, and which least; `rows` come with the dearest first."""
    top, bottom = rows[0], rows[-1]
    if top.premium == bottom.premium:
        return f"Under {tokenizer} every language costs the same."
    said = (
        f"{top.premium:.1f} times the tokens of English" if top.premium >= 2
        else f"{top.overhead} against English" if top.premium > 1
        else "no more than English"
    )  # fmt: skip
    cheapest = (
        "English costs the least" if bottom.language.code == REFERENCE
        else f"{bottom.language.name} costs the least ({bottom.overhead})"
    )  # fmt: skip
    return f"Under {tokenizer} the dearest is {top.language.name}: {said} for the same meaning. {cheapest}."


def repaired(before: Mapping[str, Cost], after: Mapping[str, Cost]) -> str:
    """What o200k_base made better against cl100k_base."""
    better = [code for code in before if after[code].measures.tokens < before[code].measures.tokens]
    worse = [code for code in before if after[code].measures.tokens > before[code].measures.tokens]
    if not better:
        return "o200k_base needs fewer tokens than cl100k_base for none of these languages."
    most = max(better, key=lambda code: before[code].measures.tokens / after[code].measures.tokens)
    ratio = before[most].measures.tokens / after[most].measures.tokens
    start = f"o200k_base needs fewer tokens than cl100k_base for {len(better)} of {len(before)} languages"
    end = f" and more for {listed([before[code].language.name for code in worse])}" if worse else ""
    return f"{start}{end}. {before[most].language.name} gained most: cl100k_base needs {ratio:.1f} times as many."


def in_money_and_space(cost: Cost, english: Cost, price: float, window: int) -> str:
    """The price of a million English tokens' meaning in another language, what fits, and the attention."""
    name = cost.language.name
    if cost.language.code == REFERENCE:
        return "English is what the others are measured against. Choose another language."
    money = (
        f"What costs {price:,.2f} in English costs {price * cost.premium:,.2f} in {name}. " if price else ""
    )  # fmt: skip
    fit, other = window // english.measures.tokens, window // max(cost.measures.tokens, 1)
    space = f"A context of {window:,} tokens holds the paragraph {fit:,} times in English, {other:,} times in {name}."
    work = f"Full attention over it is {cost.attention:.2f} times the work: {cost.premium:.2f} squared."
    return f"{money}{space} {work}"


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
