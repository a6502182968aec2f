"""One training gives every size: the curve equals retraining. Costs by hand."""

from __future__ import annotations

import numpy as np
import pytest

from playground.core.bpe import train_bpe
from playground.core.pretokenize import count_words
from playground.core.sizes import Model, SizeCurve, tradeoff
from playground.languages import languages

TRAIN = languages()["en"].text * 3 + languages()["de"].text
HELD_OUT = languages()["nl"].text + languages()["sv"].text


@pytest.mark.parametrize("pattern", [None, "cl100k"])
@pytest.mark.parametrize("text", [TRAIN, HELD_OUT], ids=["train", "held-out"])
def test_every_prefix_equals_retraining(pattern: str | None, text: str) -> None:
    tokenizer = train_bpe(TRAIN, 400, pattern)
    curve = SizeCurve.of(tokenizer.replacements(count_words(text, pattern)), len(text.encode()))
    assert curve.sizes.tolist() == list(range(256, tokenizer.vocab_size + 1))
    for size in (256, 257, 290, 333, 400):
        retrained = train_bpe(TRAIN, size, pattern)
        assert curve.tokens[size - 256] == len(retrained.encode(text))


def by_hand() -> SizeCurve:
    return SizeCurve.of(np.array([4, 2, 0, 1]), 12)


def test_a_curve_by_hand() -> None:
    curve = by_hand()
    assert curve.sizes.tolist() == [256, 257, 258, 259, 260]
    assert curve.tokens.tolist() == [12, 8, 6, 6, 5]
    assert curve.bytes_per_token.tolist() == [1.0, 1.5, 2.0, 2.0, 2.4]


@pytest.mark.parametrize(("level", "size"), [(0.5, 256), (1.5, 257), (1.6, 258), (2.4, 260), (2.41, None)])
def test_where_it_crosses(level: float, size: int | None) -> None:
    assert by_hand().crossing(level) == size


def test_thinning_keeps_both_ends_and_true_points() -> None:
    curve = SizeCurve.of(np.ones(5000, np.int64), 10_000)
    thin = curve.thinned(100)
    assert len(thin.sizes) <= 100
    assert (thin.sizes[0], thin.sizes[-1]) == (256, 5256)
    assert all(curve.tokens[size - 256] == tokens for size, tokens in zip(thin.sizes, thin.tokens, strict=True))
    assert by_hand().thinned(100).sizes.tolist() == by_hand().sizes.tolist()


def test_what_a_vocabulary_costs() -> None:
    model = Model(width=4096, layers=32)
    assert model.rows(50_000) == 204_800_000
    assert model.body == 12 * 32 * 4096 * 4096


def test_the_tradeoff_by_hand() -> None:
    # body = 12, one row = 1: work for each byte is (12 + size) / bytes per token
    found = tradeoff(by_hand(), Model(width=1, layers=1))
    assert found.body.tolist() == [12.0, 8.0, 6.0, 6.0, 5.0]
    assert found.total.tolist() == pytest.approx([268, 269 / 1.5, 270 / 2, 271 / 2, 272 / 2.4])
    assert (found.best, found.best_is_last) == (4, True)


def test_the_best_point_lies_inside_where_rows_cost_more_than_they_save() -> None:
    curve = SizeCurve.of(np.array([40, 1, 1, 1]), 100)
    found = tradeoff(curve, Model(width=1, layers=1))
    steep = tradeoff(SizeCurve.of(np.array([40, 0, 0, 0]), 100), Model(width=1, layers=1))
    assert (steep.best, steep.best_is_last) == (1, False)
    assert found.total[found.best] == found.total.min()


def test_an_empty_text_has_a_flat_curve() -> None:
    curve = SizeCurve.of(np.zeros(3, np.int64), 0)
    assert curve.crossing(1.0) is None
