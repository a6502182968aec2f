"""Search in a vocabulary, against the plain definition of each way to search."""

from __future__ import annotations

import pytest
import regex

from playground import registry
from playground.core import scripts
from playground.core.bpe import train_bpe
from playground.core.errors import PatternError
from playground.core.vocabulary import FLAGS, Query, Vocabulary, parse_bytes, parse_ids

GPT2 = registry.get("gpt2")


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    return Vocabulary(GPT2)


def found(vocabulary: Vocabulary, *args, **kwargs) -> list[bytes]:
    return [vocabulary.data[row] for row in vocabulary.find(Query(*args, **kwargs))]


def test_every_entry_is_there_once(vocabulary: Vocabulary) -> None:
    assert vocabulary.ids.tolist() == list(range(50257))
    assert len(vocabulary.find(Query())) == len(vocabulary) == sum(vocabulary.by_kind().values())
    assert vocabulary.data[43453] == b" SolidGoldMagikarp"


@pytest.mark.parametrize(
    ("text", "how", "case", "holds"),
    [
        ("straw", "contains", True, lambda t: "straw" in t),
        ("STRAW", "contains", False, lambda t: "straw" in t.casefold()),
        (" un", "starts with", True, lambda t: t.startswith(" un")),
        ("ness", "ends with", True, lambda t: t.endswith("ness")),
        (" the", "is", True, lambda t: t == " the"),
        (" THE", "is", False, lambda t: t.casefold() == " the"),
        ("^ ?[aeiou]{4,}$", "regex", True, lambda t: regex.search("^ ?[aeiou]{4,}$", t)),
        ("(ab)+c", "regex", True, lambda t: regex.search("(ab)+c", t)),
        ("x{3}", "regex", False, lambda t: regex.search("x{3}", t, regex.IGNORECASE)),
        ("$", "contains", True, lambda t: "$" in t),
    ],
)
def test_text_and_patterns(vocabulary: Vocabulary, text, how, case, holds) -> None:
    rows = vocabulary.find(Query(text, how, case=case))
    assert len(rows)
    assert rows.tolist() == [row for row, token in enumerate(vocabulary.texts) if holds(token)]


def test_bytes_find_parts_of_characters(vocabulary: Vocabulary) -> None:
    needle = bytes.fromhex("f09f")
    assert found(vocabulary, "f0 9f", "bytes") == [data for data in vocabulary.data if needle in data]
    assert b" \xf0\x9f" in found(vocabulary, "\\xF0\\x9f", "bytes")


def test_ids(vocabulary: Vocabulary) -> None:
    assert vocabulary.find(Query("262, 43453 100-102", "id")).tolist() == [100, 101, 102, 262, 43453]
    assert vocabulary.find(Query("999999", "id")).tolist() == []


def test_filters_hold_together(vocabulary: Vocabulary) -> None:
    rows = found(vocabulary, kinds=["Greek"], flags=["leading space"], shortest=3)
    assert rows
    assert all(data[:1] == b" " and len(data) >= 3 and scripts.script_of(data) == "Greek" for data in rows)
    assert found(vocabulary, longest=1, kinds=["Digits"]) == [str(digit).encode() for digit in range(10)]


def test_each_flag(vocabulary: Vocabulary) -> None:
    holds = {
        "leading space": lambda data: data.startswith(b" "),
        "white space only": lambda data: not data.decode(errors="replace").strip(),
        "digits only": lambda data: regex.fullmatch(r"\s*\p{N}+\s*", data.decode(errors="replace")),
        "part of a character": lambda data: any(
            "\udc80" <= c <= "\udcff" for c in data.decode(errors="surrogateescape")
        ),
        "special": lambda data: data == b"<|endoftext|>",
    }
    for flag in FLAGS:
        assert found(vocabulary, flags=[flag]) == [data for data in vocabulary.data if holds[flag](data)]


@pytest.mark.parametrize(("name", "count"), [("gpt2", 344), ("cl100k_base", 773), ("o200k_base", 1562)])
def test_entries_that_are_parts_of_characters(name: str, count: int) -> None:
    assert int(Vocabulary(registry.get(name)).flag("part of a character").sum()) == count


def test_bad_searches_are_one_sentence(vocabulary: Vocabulary) -> None:
    for text, how, message in [
        ("(", "regex", "does not compile"),
        ("xyz", "bytes", "hexadecimal"),
        ("f", "bytes", "pairs"),
        ("abc", "id", "whole numbers"),
        ("0-99999999", "id", "larger than any"),
    ]:
        with pytest.raises(PatternError, match=message):
            vocabulary.find(Query(text, how))  # type: ignore[arg-type]


@pytest.mark.parametrize("pattern", ["(a|aa)+$", "^(aa|a)+$"])
def test_a_pattern_that_runs_away_is_stopped(pattern: str) -> None:
    tokens = train_bpe(("a" * 64 + "-") * 10, 300)
    assert b"a" * 64 + b"-" in Vocabulary(tokens).data
    with pytest.raises(PatternError, match="takes too long"):
        Vocabulary(tokens).find(Query(pattern, "regex"))


def test_a_trained_vocabulary_with_special_tokens() -> None:
    trained = train_bpe("aaabdaaabac", 260, special_tokens=["<|end|>"])
    vocabulary = Vocabulary(trained)
    assert vocabulary.kind(len(vocabulary) - 1) == scripts.SPECIAL
    assert vocabulary.by_kind()[scripts.SPECIAL] == 1
    assert found(vocabulary, "aa") == [token for token in vocabulary.data if b"aa" in token]


def test_parsing() -> None:
    assert parse_ids("1 2,5-7") == [1, 2, 5, 6, 7]
    assert parse_ids("9-7") == []
    assert parse_bytes(r"\xe2 0x80,93") == b"\xe2\x80\x93"
