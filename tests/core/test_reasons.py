"""What is said about a merge is true of its numbers."""

from __future__ import annotations

import pytest

from playground.core.bpe import BPETokenizer, train_bpe
from playground.core.reasons import remarks, why
from playground.core.trace import of_text, of_tokenizer, of_words


def test_the_runner_up_and_the_margin() -> None:
    assert why(of_text("ababab cbcb", start="characters", merges=1), 1) == [
        "Counted 3 times, 1 more than the runner-up b + a (2).",
        "It saves 3 tokens: 11 → 8.",
    ]


@pytest.mark.parametrize(("ties", "rule"), [("first", "stands first in the text"), ("lowest", "lowest ids")])
def test_the_tie_rule_is_said_where_it_decided(ties, rule: str) -> None:
    lines = why(of_text("cdcd abab", start="characters", merges=1, ties=ties), 1)
    assert rule in lines[0]
    assert "the tie rule decides" in lines[0].lower()


def test_counted_and_replaced_are_told_apart() -> None:
    lines = why(of_text("aaaaa", merges=1), 1)
    assert "only 2 of 4 can be replaced" in lines[1]
    assert "It saves 2 tokens: 5 → 3." in lines[1]


def test_the_last_pair() -> None:
    assert why(of_text("ab", merges=5), 1)[0] == "Counted once; no other pair is left."


def test_many_ties() -> None:
    assert "9 or more other pairs" in why(of_text("abcdefghijklmnop", merges=1), 1)[0]


def test_frequencies_weigh() -> None:
    lines = why(of_words({"ab": 5, "cd": 2}, merges=1), 1)
    assert lines[0].startswith("Counted 5 times")
    assert lines[1] == "It saves 5 tokens: 21 → 16."


def test_a_corpus_and_a_passage() -> None:
    tokenizer = train_bpe("abab abab xyxyxyxyxy", 260)
    assert isinstance(tokenizer, BPETokenizer)
    lines = why(of_tokenizer(tokenizer, "abab"), 1)
    assert lines == ["Counted 5 times in the whole corpus.", "It does not occur in this passage."]


def found(text: str, **options) -> dict[str, list[str]]:
    trace = of_text(text, **options)
    known = trace.token_bytes
    return {known[s.id].decode(errors="replace"): lines for s, lines in zip(trace.steps, remarks(trace), strict=True)}


def test_remarks_are_computed_from_the_text() -> None:
    said = found("the cat the cat the cat", start="characters", merges=12, pattern="gpt2")
    assert any("first token with a space" in line for line in said[" c"])
    assert any("The first whole word: the." in line for line in said["the"])
    assert sum("first whole word" in line for lines in said.values() for line in lines) == 1


def test_pieces_of_utf8() -> None:
    trace = of_text("“a” “b” “c”", start="bytes", merges=3)
    lines = remarks(trace)
    assert lines[0] == [r"A piece of a UTF-8 sequence: \xe2\x80 is no text by itself yet."]
    assert any("Bytes become a character: “" in line for each in lines for line in each)


def test_longest_so_far_rises() -> None:
    trace = of_text("abcdabcdabcd", start="characters", merges=3)
    sizes = [int(line.split()[-2]) for each in remarks(trace) for line in each if "longest so far" in line]
    assert sizes == sorted(set(sizes))
    assert sizes


def test_over_the_end_of_a_word() -> None:
    said = found("a b a b a b", start="characters", merges=4)
    assert any("reaches over the end of a word" in line for lines in said.values() for line in lines)
