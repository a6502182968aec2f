"""Splitting and counting: special tokens cut out, patterns of the user's own checked, nothing lost in silence."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.core import expression
from playground.core.bpe import train_bpe
from playground.core.errors import PatternError, TextError, TrainingError
from playground.core.expression import check_pattern
from playground.core.pretokenize import count_words, special_parts, split
from playground.core.wordcounts import WordCounts

WORDS = r" ?\w+|\s+|[^\w\s]+"


def plain_counts(text: str, pattern: str | None) -> list[tuple[bytes, int]]:
    counts: dict[bytes, int] = {}
    for piece in split(text, pattern):
        counts[piece.encode()] = counts.get(piece.encode(), 0) + 1
    return list(counts.items())


@pytest.mark.parametrize("pattern", [None, "gpt2", "cl100k", "o200k", WORDS])
@settings(max_examples=60, deadline=None)
@given(text=st.text("ab'1 \n\r\0é!ſ", max_size=60))
def test_counts_in_order_of_first_appearance(pattern: str | None, text: str) -> None:
    assert list(count_words(text, pattern).items()) == plain_counts(text, pattern)
    assert list(count_words(text.encode(), pattern).items()) == plain_counts(text, pattern)
    assert list(count_words(bytearray(text.encode()), pattern).items()) == plain_counts(text, pattern)


@pytest.mark.parametrize("pattern", [None, "cl100k", WORDS])
def test_special_tokens_are_cut_out(pattern: str | None) -> None:
    words = count_words("x<|endoftext|>y " * 50, pattern, ["<|endoftext|>", "<|end"])
    assert not any(b"<|" in word or b"end" in word for word in words)
    assert sum(len(word) * n for word, n in words.items()) == 50 * 3
    tokenizer = train_bpe("x<|endoftext|>y " * 50, 300, pattern, ["<|endoftext|>"])
    assert not any(b"endof" in tokenizer.token_bytes(merge.id) for merge in tokenizer.merges)


def test_the_longest_special_token_wins() -> None:
    assert special_parts("a<s><s>>b", ["<s>", "<s>>"]) == ["a", "<s>", "", "<s>>", "b"]
    assert list(count_words("a<s>>b", None, ["<s>", "<s>>"])) == [b"a", b"b"]


@pytest.mark.parametrize("tokens", [[""], ["<s>", ""], ["<s>", "<s>"]])
def test_empty_and_double_special_tokens_are_refused(tokens: list[str]) -> None:
    with pytest.raises(TrainingError, match=r"empty|twice"):
        count_words("ab", None, tokens)


@pytest.mark.parametrize("pattern", [None, "cl100k", WORDS])
def test_text_that_is_no_utf8_is_refused(pattern: str | None) -> None:
    with pytest.raises(TextError, match=r"U\+D800"):
        count_words("a\ud800", pattern)
    with pytest.raises(TextError, match="byte 1"):
        count_words(b"a\xff", pattern)
    with pytest.raises(TextError, match="not UTF-8"):
        count_words("é".encode()[:1], pattern)


def test_progress_rises_to_the_end_and_may_cancel(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "some words and more\n" * 200_000
    seen: list[tuple[int, int]] = []
    count_words(text, "cl100k", progress=lambda done, total: seen.append((done, total)))
    assert len(seen) > 2
    assert seen == sorted(seen)
    assert seen[-1] == (len(text), len(text))

    class Stop(Exception):
        pass

    def stop(done: int, total: int) -> None:
        raise Stop

    with pytest.raises(Stop):
        count_words(text, "cl100k", progress=stop)


@pytest.mark.parametrize("pattern", ["(", "[a", r"\p{Nope}", "(?P<n>a)(?P=m)", "a{2,1}"])
def test_a_pattern_that_does_not_compile(pattern: str) -> None:
    with pytest.raises(PatternError, match="does not compile"):
        check_pattern(pattern)
    with pytest.raises(PatternError, match="does not compile"):
        split("abc", pattern)
    with pytest.raises(PatternError, match="does not compile"):
        train_bpe("abc", 260, pattern)


@pytest.mark.parametrize("pattern", ["a*", "", "a|", "(?=a)", "x?"])
def test_a_pattern_that_matches_nothing(pattern: str) -> None:
    with pytest.raises(PatternError, match="at least one character"):
        check_pattern(pattern, "baab")
    with pytest.raises(PatternError, match="at least one character"):
        count_words("baab", pattern)


@pytest.mark.parametrize(
    ("text", "lost"), [("Hello world", "'H'.*character 0"), ("ello world", "' '.*character 4"), ("abc!", "'!'.*3")]
)
def test_a_pattern_that_drops_text_names_the_first_lost_character(text: str, lost: str) -> None:
    for call in (check_pattern, lambda p, t: count_words(t, p), lambda p, t: train_bpe(t, 300, p)):
        with pytest.raises(PatternError, match=lost):
            call("[a-z]+", text)
    check_pattern("[a-z]+|(?s:.)", text)


def test_catastrophic_backtracking_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expression, "LIMIT", 0.2)
    with pytest.raises(PatternError, match="too long"):
        count_words("a" * 60 + "!", "(a|aa)+$")


def test_a_slow_search_goes_on_while_it_gets_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expression, "LIMIT", 0.02)
    monkeypatch.setattr(expression, "LEAST", 1)
    text = "some words, more words. " * 20_000
    assert count_words(text, WORDS)[b" words"] == 39_999 + 1


def test_a_table_is_a_mapping() -> None:
    words = WordCounts.of({b"ab": 2, b"": 7, b"c": 0, b"d": 1})
    assert dict(words) == {b"ab": 2, b"d": 1}
    assert (len(words), words[b"ab"], words.longest, words.total_bytes) == (2, 2, 2, 5)
    assert WordCounts.of(words) is words
    assert b"x" not in words
    with pytest.raises(TrainingError):
        WordCounts.of({b"a": -1})
