"""What the pictures of the Algorithms page send to the browser: JSON, true to the data, text only."""

from __future__ import annotations

import json
import math
from itertools import pairwise
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.components import family_view, lattice_view, piece_rows
from playground.components.lattice_view import Path as Way
from playground.components.lattice_view import lanes, probability
from playground.components.piece_rows import PieceRow
from playground.core import sidebyside
from playground.core.sidebyside import Start
from playground.core.spm import train_unigram
from playground.core.unigram import lattice, marginals, nbest, seed
from playground.ui.algorithms.normalizing import steps

WORDS = {"basso": 6, "bassotto": 2, "bosso": 3, "rosso": 9, "rossetto": 5}
UNSEEN = ["bassetto", "rossellini", "<b>&"]


# Side by side


@pytest.mark.parametrize("start", get_args(Start))
def test_columns_hold_every_frame(start) -> None:
    columns = sidebyside.columns(WORDS, UNSEEN, start)
    data = family_view.payload(columns, UNSEEN)
    assert json.loads(json.dumps(data)) == data
    assert data["unseen"] == UNSEEN
    assert [column["title"] for column in data["columns"]] == [column.title for column in columns]
    for sent, column in zip(data["columns"], columns, strict=True):
        assert len(sent["frames"]) == len(column.frames)
        for frame in sent["frames"]:
            assert frame["pieces"] == sum(len(pieces) * count for pieces, count in frame["corpus"])
            assert [count for _, count in frame["corpus"]] == list(WORDS.values())
            assert all(0 <= row["share"] <= 1 for row in frame["rows"])
            assert len(frame["unseen"]) == len(UNSEEN)


def test_the_winner_of_a_step_is_marked_and_its_unknown_pieces_too() -> None:
    first = family_view.payload(sidebyside.columns(WORDS, UNSEEN, "characters"), UNSEEN)["columns"][0]["frames"][1]
    assert [(row["parts"], row["value"]) for row in first["rows"] if row["won"]] == [(["s", "s"], "25")]
    assert first["rows"][0]["share"] == 1
    assert [unknown for _, unknown in first["unseen"][1]] == [False] * 4 + [True] * 5


def test_nothing_to_try() -> None:
    data = family_view.payload(sidebyside.columns(WORDS, [], "bytes"), [])
    assert all(frame["unseen"] == [] for column in data["columns"] for frame in column["frames"])


# The lattice


@settings(max_examples=100, deadline=None)
@given(st.text("abso", min_size=1, max_size=9))
def test_edges_of_a_lane_never_overlap(word: str) -> None:
    edges = lattice(word, seed(WORDS, 40))
    lane_of = lanes(edges)
    for lane in range(max(lane_of) + 1):
        in_lane = sorted((edge.start, edge.end) for edge, at in zip(edges, lane_of, strict=True) if at == lane)
        assert all(before[1] <= after[0] for before, after in pairwise(in_lane))
        assert in_lane


@pytest.mark.parametrize("word", ["bassetto", "b<i>o", "e\u0301o", "👍o"])
def test_a_lattice_is_whole_and_paths_go_through(word: str) -> None:
    model = seed(WORDS, 40)
    edges = lattice(word, model)
    paths = [Way("Best", path, f"p = {probability(score)}") for score, path in nbest(word, model, 3)]
    data = lattice_view.payload(word, edges, marginals(word, model)[1], model, paths)
    assert json.loads(json.dumps(data)) == data
    assert data["word"] == list(word)
    assert data["lanes"] == max(edge["lane"] for edge in data["edges"]) + 1
    for edge in data["edges"]:
        assert edge["piece"] == word[edge["start"] : edge["end"]]
        assert edge["unknown"] == (edge["piece"] not in model) == (edge["p"] == "unknown")
        assert 0 <= edge["share"] <= 1
    for path in data["paths"]:
        assert "".join(data["edges"][i]["piece"] for i in path["edges"]) == word


def test_a_word_of_nothing() -> None:
    data = lattice_view.payload("", [], {}, {}, [])
    assert (data["lanes"], data["edges"], data["paths"]) == (0, [], [])


@pytest.mark.parametrize("logp", [0.0, -0.1, -5.0, -20.0, -700.0])
def test_probabilities_are_written_as_they_are(logp: float) -> None:
    assert math.isclose(float(probability(logp)), math.exp(logp), rel_tol=0.06)


def test_a_probability_too_small_to_write() -> None:
    assert probability(-800.0) == "e^-800"


# Rows of pieces


def test_rows_hold_their_pieces_and_mark_the_odd_ones() -> None:
    tokenizer = train_unigram("the cat sat on the mat\n" * 20, 300, "nfkc", character_coverage=1.0)
    rows = steps(tokenizer, "the ﬁ 鎮")
    data = piece_rows.payload(rows)
    assert json.loads(json.dumps(data)) == data
    typed, seen, pieces, decoded = data["rows"]
    assert (typed["pieces"], typed["whole"]) == (["the ﬁ 鎮"], True)
    assert seen["pieces"] == decoded["pieces"] == ["the fi 鎮"]
    odd = [pieces["pieces"][i] for i in pieces["odd"]]
    assert [piece for piece in pieces["pieces"] if piece.startswith("<0x")] == odd
    assert len(odd) >= 3
    assert piece_rows.payload([PieceRow("none", [])])["rows"][0] == {
        "label": "none", "pieces": [], "note": "", "whole": False, "odd": [],
    }  # fmt: skip


def test_components_write_text_only() -> None:
    folder = Path(family_view.__file__).parents[1]
    for name in ("family_view", "lattice_view", "piece_rows"):
        script = (folder / name / f"{name}.js").read_text()
        assert "innerHTML" not in script
        assert "addEventListener" not in script
