"""Figures hold the numbers they are given."""

from __future__ import annotations

import numpy as np
import pytest

from playground.core.baselines import ByteTokenizer, CharacterTokenizer
from playground.core.differences import Difference
from playground.core.measures import measure
from playground.core.sizes import Model, SizeCurve, tradeoff
from playground.plots import duel, languages, measures, overlap, sizes, vocabulary


def test_measures() -> None:
    both = [measure(t.name, t.encoded("été"), 10) for t in (ByteTokenizer(), CharacterTokenizer())]
    figure = measures.charts(both, [0, 1, len(measures.CHARTS)])
    assert [list(bar.x) for bar in figure.data] == [[5, 3], [1.0, 5 / 3], [25 / 9, 1.0]]
    assert measures.title(0).startswith("Tokens")
    assert measures.title(len(measures.CHARTS)).startswith("Attention")


def test_measures_of_nothing_are_dashes() -> None:
    figure = measures.charts([measure("a", ByteTokenizer().encoded(""), 256)], [1])
    assert list(figure.data[0].text) == ["–"]


def test_duel_shows_both_ways_and_no_markup() -> None:
    rows = [Difference("<b>", 2, 1, 5), Difference("x", 1, 4, 1)]
    figure = duel.most(rows)
    assert list(figure.data[0].x) == [4, -3]
    assert figure.layout.yaxis.ticktext[0] == "&lt;b&gt;  "


def test_sizes() -> None:
    curve = SizeCurve.of(np.array([4, 2, 0, 1]), 12)
    figure = sizes.compression({"train": curve, "held out": curve}, {"p": 1.5, "q": 9.0}, {"p": 257})
    assert [trace.name for trace in figure.data][:3] == ["train", "held out", "p: 1.50"]
    assert [list(trace.x) for trace in figure.data if trace.mode == "markers+text"] == [[257]]
    cost = sizes.cost(tradeoff(curve, Model(1, 1)))
    assert list(cost.data[-1].x) == [260]
    assert np.allclose(cost.data[0].y + cost.data[1].y, tradeoff(curve, Model(1, 1)).total)


def test_languages_have_an_arrow_where_something_changed() -> None:
    figure = languages.premiums(["A", "B"], {"old": [2.0, 1.0], "new": [1.5, 1.0]}, ("old", "new"))
    arrows, *dots = figure.data
    assert [dot.name for dot in dots] == ["old", "new"]
    assert list(arrows.x) == [2.0, 1.5, None]
    assert list(arrows.y) == [0, 0, None]
    assert arrows.marker.symbol == "arrow"
    assert list(figure.layout.yaxis.ticktext) == ["A  ", "B  "]


def test_overlap_and_scripts() -> None:
    bars = overlap.shares({"1": (5, 1, 2)}, ["mine", "theirs"], "length").data
    assert [(bar.name, list(bar.x)) for bar in bars] == [("in both", [5]), ("only mine", [1]), ("only theirs", [2])]
    figure = vocabulary.by_script({"a": {"Latin": 0.9, "Han": 0.1}, "b": {"Han": 1.0}})
    assert list(figure.data[0].y) == ["Latin", "Han"]
    assert list(figure.data[1].x) == pytest.approx([0.0, 1.0])
