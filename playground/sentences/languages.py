"""What the Languages page says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from playground.languages import REFERENCE, Cost
from playground.sentences.grammar import counted, listed, percent_of


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


def lossy_languages(tokenizer: str, rows: Sequence[Cost]) -> str:
    """Which languages a tokenizer cannot spell in full, so that they look cheap; "" where it spells them all."""
    lossy = sorted((row for row in rows if row.measures.lost), key=lambda row: -row.measures.lost_share)
    if not lossy:
        return ""
    worst = lossy[0]
    return (
        f"{tokenizer} cannot spell every character of {counted(len(lossy), 'language')}: what is missing becomes a "
        f"token for the unknown, or nothing, so the figures of {'it' if len(lossy) == 1 else 'them'} are too low. "
        f"Most is missing in {worst.language.name}, {percent_of(worst.measures.lost_share)} of the characters."
    )


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
