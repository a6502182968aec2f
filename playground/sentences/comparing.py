"""What the Compare page says of tokenizers on one text, and of their vocabularies."""

from __future__ import annotations

from collections.abc import Sequence

from playground.core.differences import Difference
from playground.core.measures import Measures
from playground.core.overlap import Overlap
from playground.languages import percent
from playground.sentences.grammar import counted, listed, percent_of


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


def losses(each: Measures) -> str:
    """What a tokenizer leaves out of the text, which makes its count look too good; "" where it keeps everything."""
    said = []
    if each.lost:
        said.append(
            f"{each.name} cannot spell {each.lost:,} of the {counted(each.characters, 'character')} "
            f"({percent_of(each.lost_share)}). They become a token for the unknown, or nothing, so its count is too "
            "low."
        )
    if each.spaces_lost:
        what = "space or line end" if each.spaces_lost == 1 else "spaces and line ends"
        said.append(
            f"{'It also' if each.lost else each.name} drops {each.spaces_lost:,} {what}, which others have to spell."
        )
    return " ".join(said)


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
    stand = "stands" if len(both.common) == 1 else "stand"
    start = f"{counted(len(both.common), 'token')} of {mine} ({both.share_of_mine:.0%}) {stand} in {theirs} as well."
    verb = "is" if len(both.only_mine) == 1 else "are"
    mine_only = f"{len(both.only_mine):,} {verb} only in {mine}" if both.only_mine else f"Nothing is only in {mine}"
    return f"{start} {mine_only}, and {len(both.only_theirs):,} only in {theirs}."
