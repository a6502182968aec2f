"""How big must a vocabulary be? Compression at every size out of one training, and what a size costs a model."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class SizeCurve:
    """The tokens of one text at every vocabulary size: `tokens[i]` under the first `sizes[i] - 256` merges."""

    sizes: NDArray[np.int64]
    tokens: NDArray[np.int64]
    bytes: int

    @classmethod
    def of(cls, replacements: NDArray[np.int64], bytes: int) -> SizeCurve:
        """From how often each merge is replaced when the text is encoded, in training order.

        Each replacement makes two tokens one. A merge acts only on tokens that stand before it in the list, so the
        later merges change nothing about the earlier ones: all prefixes come from one encoding.
        """
        tokens = bytes - np.concatenate((np.zeros(1, np.int64), np.cumsum(replacements, dtype=np.int64)))
        return cls(np.arange(256, 256 + len(tokens), dtype=np.int64), tokens, bytes)

    @cached_property
    def bytes_per_token(self) -> Floats:
        """Compression at each size."""
        return self.bytes / np.maximum(self.tokens, 1)

    def crossing(self, level: float) -> int | None:
        """The smallest size at which the bytes per token reach `level`, or None where they never do."""
        reached = np.flatnonzero(self.bytes_per_token >= level)
        return int(self.sizes[reached[0]]) if len(reached) else None

    def thinned(self, points: int = 400) -> SizeCurve:
        """At most `points` of the points, close together at the start, where the curve is steep; both ends stay."""
        if len(self.sizes) <= points:
            return self
        keep = np.unique(np.geomspace(1, len(self.sizes), points).astype(np.int64) - 1)
        return SizeCurve(self.sizes[keep], self.tokens[keep], self.bytes)


@dataclass(frozen=True)
class Model:
    """A transformer, as far as its size depends on two numbers."""

    width: int
    layers: int

    @property
    def body(self) -> int:
        """Parameters outside the vocabulary: 12 · layers · width² (4 for attention, 8 for the two-layer network).

        Kaplan et al. 2020, "Scaling Laws for Neural Language Models", section 2.1.
        """
        return 12 * self.layers * self.width**2

    def rows(self, vocabulary: int) -> int:
        """Parameters of one table with a row for each token: vocabulary · width.

        >>> Model(4096, 32).rows(50_000)
        204800000
        """
        return vocabulary * self.width


@dataclass(frozen=True, eq=False)
class Tradeoff:
    """Multiplications for each byte of text, at every vocabulary size."""

    sizes: NDArray[np.int64]
    body: Floats
    """In the layers: parameters of the body, for each token. Falls as tokens get longer."""
    output: Floats
    """In the output layer, which scores every entry of the vocabulary: vocabulary · width, for each token."""

    @cached_property
    def total(self) -> Floats:
        """Both together."""
        return self.body + self.output

    @property
    def best(self) -> int:
        """The place of the least total."""
        return int(np.argmin(self.total))

    @property
    def best_is_last(self) -> bool:
        """Whether the total still falls at the end, so that a larger vocabulary might be better."""
        return self.best == len(self.sizes) - 1


def tradeoff(curve: SizeCurve, model: Model) -> Tradeoff:
    """Work per byte = (body + vocabulary · width) · tokens / bytes, at every size of `curve`.

    A forward pass multiplies once by each parameter; looking up an input row multiplies nothing. A larger vocabulary
    has fewer tokens for the body to work on and more rows for the output layer to score.
    """
    per_byte = 1 / curve.bytes_per_token
    return Tradeoff(curve.sizes, model.body * per_byte, curve.sizes * float(model.width) * per_byte)
