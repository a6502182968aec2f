"""The benchmarks of core run and compare their results; on tiny input, so that none rots. No time is judged here."""

from __future__ import annotations

import pytest

from tests.benchmarks import encoding, growth, harness, training


def test_training(capsys: pytest.CaptureFixture[str]) -> None:
    training.main(["--scale", "0.002", "--repeat", "1"])
    shown = capsys.readouterr().out
    for name in ("ours", "1 thread", *training.PEERS):
        assert name in shown
    assert shown.count("Equal: the plain loop's") == 4


def test_encoding(capsys: pytest.CaptureFixture[str]) -> None:
    encoding.main(["--scale", "0.002", "--repeat", "1"])
    shown = capsys.readouterr().out
    assert shown.count("equal to tiktoken's") == 7
    assert "tokenizers, our merges" in shown
    assert "ns a byte" in shown


def test_growth(capsys: pytest.CaptureFixture[str]) -> None:
    growth.main(["--largest", "0.04", "--doublings", "1"])
    shown = capsys.readouterr().out
    for line in ("cl100k, 32,768 entries", "raw, 4,096 entries", "0.02 ", "0.04 "):
        assert line in shown


def test_a_wrong_result_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "ours_lowest", lambda *_: [b"no", b"such"])
    with pytest.raises(AssertionError, match="rustbpe"):
        training.check("the cat and the dog " * 9, "cl100k", 270, ["rustbpe"], 2)


def test_corpora_have_the_size_asked_for() -> None:
    for corpus in (harness.source, harness.mixed, harness.prose):
        assert 45_000 <= len(corpus(50_000).encode()) <= 50_000


def test_a_table_lines_up() -> None:
    assert harness.table([["a", "bb"], ["ccc", "d"]]) == "a    bb\nccc   d"
