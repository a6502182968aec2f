"""What size buys and what it costs, in words."""

from __future__ import annotations

from collections.abc import Mapping

from playground.core.sizes import Model, SizeCurve, Tradeoff
from playground.sentences.grammar import large, percent_of


def size_story(
    corpus: str, judged: str, curve: SizeCurve, levels: Mapping[str, float], crossings: Mapping[str, int]
) -> str:
    """Where the curve of a trained tokenizer reaches the published ones, if it does."""
    if not curve.bytes:
        return f"There is too little of {corpus} to measure on."
    last, end = int(curve.sizes[-1]), float(curve.bytes_per_token[-1])
    parts = [f"{corpus}, {judged}: {end:.2f} bytes per token at {last:,} entries."]
    for name, level in levels.items():
        if name in crossings:
            parts.append(f"It reaches {name} ({level:.2f}) with {crossings[name]:,} entries.")
        else:
            parts.append(f"It does not reach {name} ({level:.2f}) up to here.")
    return " ".join(parts)


def rows_cost(size: int, model: Model) -> str:
    """What a vocabulary adds to a model."""
    rows = model.rows(size)
    share = rows / (rows + model.body)
    return (
        f"{size:,} entries times {model.width:,} numbers are {large(rows)} parameters in the embedding, and as many "
        f"in the output layer where the two are not shared. The layers have {large(model.body)}. "
        f"Shared, the vocabulary is {percent_of(share)} of the model."
    )


def tradeoff(trade: Tradeoff) -> str:
    """What is added to what, and where the sum is least."""
    best = int(trade.sizes[trade.best])
    about = (
        "Added up are the multiplications for one byte of text: those in the layers, which fall as tokens get longer, "
        "and those in the output layer, which grow with the vocabulary."
    )
    if trade.best_is_last:
        return f"{about} It still falls at {best:,}, the end of the curve: a larger vocabulary may be better still."
    return f"{about} The sum is least at {best:,} entries."
