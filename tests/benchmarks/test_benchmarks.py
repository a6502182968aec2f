"""The benchmarks run and compare their results; on tiny input, so that none rots. No time is judged here."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from playground.ui.navigation import ENTRIES
from tests.benchmarks import corpus, crowd, encoding, family, growth, harness, pages, player, training, vocabulary


def test_training(capsys: pytest.CaptureFixture[str]) -> None:
    training.main(["--scale", "0.002", "--repeat", "1"])
    shown = capsys.readouterr().out
    for name in ("ours", "1 thread", *training.PEERS):
        assert name in shown
    assert shown.count("Equal: the plain loop's") == 4


def test_one_row_of_training_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    chosen = ["--texts", "source", "--patterns", "gpt2", "--entries", "300", "--peers", "rustbpe"]
    training.main(["--scale", "0.002", "--repeat", "1", *chosen])
    shown = capsys.readouterr().out
    assert "gpt2, 300 entries" in shown
    assert "rustbpe's 44" in shown
    assert shown.count("Equal: ") == 1
    assert "gigabpe  " not in shown


@pytest.mark.skipif(sys.platform != "linux", reason="where memory is known by its highest mark")
def test_training_needs_at_most_eight_bytes_a_byte(tmp_path: Path) -> None:
    path = tmp_path / "source.txt"
    path.write_text(harness.source(12 * harness.MEGABYTE), encoding="utf-8", newline="")
    _, memory, _, size = harness.apart(growth.train, str(path), "cl100k", 32_768)
    assert memory < 8 * size


def test_encoding(capsys: pytest.CaptureFixture[str]) -> None:
    encoding.main(["--scale", "0.002", "--repeat", "1"])
    shown = capsys.readouterr().out
    assert shown.count("equal to tiktoken's") == 7
    assert "tokenizers, our merges" in shown
    assert "ns a byte" in shown
    assert "from file to first ids" in shown
    assert "memory" in shown


def test_growth(capsys: pytest.CaptureFixture[str]) -> None:
    growth.main(["--largest", "0.04", "--doublings", "0"])
    shown = capsys.readouterr().out
    for line in ("cl100k, 32,768 entries", "raw, 4,096 entries", "0.04 "):
        assert line in shown


def test_family(capsys: pytest.CaptureFixture[str]) -> None:
    family.main(["--megabytes", "0.02", "--entries", "600"])
    shown = capsys.readouterr().out
    for name in family.TRAINERS:
        assert name in shown


def test_a_wrong_result_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "ours_lowest", lambda *_: [b"no", b"such"])
    with pytest.raises(AssertionError, match="rustbpe"):
        training.check("the cat and the dog " * 9, "cl100k", 270, ["rustbpe"], 2)


def test_corpora_have_the_size_asked_for() -> None:
    for make in (harness.source, harness.mixed, harness.prose):
        assert 45_000 <= len(make(50_000).encode()) <= 50_000


def test_a_table_lines_up() -> None:
    assert harness.table([["a", "bb"], ["ccc", "d"]]) == "a    bb\nccc   d"


def test_corpus(capsys: pytest.CaptureFixture[str]) -> None:
    corpus.main(["--size", "3e5", "--vocab-size", "300", "--workers", "1"])
    shown = capsys.readouterr().out
    assert "44 merges from" in shown
    assert "Heaps' law: entries =" in shown
    for name in corpus.SIZES:
        assert shown.count(f"\n{name} ") == 3


def test_a_repetition_brings_new_words_and_keeps_the_length() -> None:
    text = b"the same words again and again " * 1000
    other = corpus.changed(text, np.random.default_rng(1))
    assert len(other) == len(text)
    assert 10 < sum(a != b for a, b in zip(text, other, strict=True)) <= len(text) // corpus.ONE_IN


def test_heaps_law_is_found_again() -> None:
    text = [1e6 * 2**i for i in range(7)]
    law = corpus.Heaps.fit(text, [12 * n**0.61 for n in text])
    assert law.b == pytest.approx(0.61)
    assert law.k == pytest.approx(12)
    assert law.error < 1e-9
    assert law(1e12) == pytest.approx(12 * 1e12**0.61)


def apart(main: Callable[[Sequence[str]], None], *arguments: str) -> None:
    """In a thread of its own: a browser test before may have left an event loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(main, arguments).result()


def test_crowd(capsys: pytest.CaptureFixture[str]) -> None:
    apart(crowd.main, "--sessions", "1", "2", "--rounds", "1", "--pause", "0.1")
    shown = capsys.readouterr().out
    for keys in (0, crowd.KEYS):
        for number in (1, 2):
            assert f"{number} visitors, {keys} keys a paste: 0 errors" in shown
    for what, times in {"paste": 4, "key": 2, "panels": 4}.items():
        assert shown.count(f"\n{what} ") == times


def test_pages(capsys: pytest.CaptureFixture[str]) -> None:
    apart(pages.main, "--repeat", "1")
    shown = capsys.readouterr().out
    for line in ("first page: ", *(f"\n{entry.title} " for entry in ENTRIES), "\n2 kB ", "\nmemory of the server: "):
        assert line in shown


def test_player(capsys: pytest.CaptureFixture[str]) -> None:
    apart(player.main, "--lengths", "100", "--seconds", "0.3")
    assert "\n       100 " in capsys.readouterr().out


def test_vocabulary(capsys: pytest.CaptureFixture[str]) -> None:
    vocabulary.main(["--repeat", "1"])
    shown = capsys.readouterr().out
    for name in vocabulary.QUERIES:
        assert f"\n{name} " in shown
