"""Our own file: what is written loads again to the same tokenizer; whatever else is refused in one sentence."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.core.bpe import BPETokenizer, Merge, train_bpe
from playground.core.errors import FormatError
from playground.formats import own
from playground.formats.own import Facts

TEXT = "the cat sat on the mat, the cat sat on the hat <|x|> 1234 été"


def saved(**changes: Any) -> str:
    data = json.loads(own.dumps(train_bpe(TEXT, 280, "gpt2", ["<|x|>"])))
    return json.dumps({**data, **changes})


@given(
    st.text(max_size=80),
    st.sampled_from([None, "gpt2", "cl100k", "o200k", r"\w+|\W"]),
    st.lists(st.text(st.characters(codec="utf-8"), min_size=1, max_size=6), max_size=3, unique=True),
    st.integers(0, 40),
)
@settings(max_examples=80, deadline=None)
def test_the_round_trip_is_exact(text: str, pattern: str | None, specials: list[str], merges: int) -> None:
    trained = train_bpe(text.encode("utf-8", "replace").decode(), 256 + len(specials) + merges, pattern, specials)
    facts = Facts(300, "first", len(text), 7, 5, 0, 0.25)
    loaded = own.loads(own.dumps(trained, facts))
    assert loaded.tokenizer.merges == trained.merges
    assert loaded.tokenizer.pattern == trained.pattern
    assert loaded.tokenizer.special_tokens == trained.special_tokens
    assert loaded.tokenizer.name == trained.name
    assert loaded.facts == facts
    assert own.dumps(loaded.tokenizer, loaded.facts) == own.dumps(trained, facts)
    assert loaded.tokenizer.encode("the cat été") == trained.encode("the cat été")


def test_a_published_pattern_is_written_by_its_name_and_the_corpus_not_at_all() -> None:
    written = json.loads(saved())
    assert written["pattern"] == "gpt2"
    assert set(written) == {"format", "version", "algorithm", "name", "pattern", "special_tokens", "training", "merges"}


def test_two_ways_to_the_same_bytes_keep_their_ids() -> None:
    merges = [Merge(97, 98, 256, 9), Merge(98, 99, 257, 8), Merge(256, 99, 258, 7), Merge(97, 257, 259, 6)]
    assert own.loads(own.dumps(BPETokenizer(merges))).tokenizer.merges == merges


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "not JSON"),
        (b"\x80\x04K\x01.", "not JSON"),
        (b"\xff\xfe\x00", "not JSON"),
        ("[" * 100_000, "too deeply"),
        ("[]", "not a tokenizer saved"),
        ("{}", "not a tokenizer saved"),
        (saved(version=2), "version 2"),
        (saved(version="x" * 999), "version"),
        (saved(algorithm="Magic"), "'Magic'"),
        (saved(merges=None), "no list of merges"),
        (saved(merges=[[1, 2]]), "Merge 1 is not three"),
        (saved(merges=[[1, 2, True]]), "Merge 1 is not three"),
        (saved(merges=[[1, 2, 3.0]]), "Merge 1 is not three"),
        (saved(merges=[[1, 256, 3]]), "no earlier merge"),
        (saved(merges=[[-1, 2, 3]]), "no earlier merge"),
        (saved(merges=[[1, 2, -3]]), "impossible count"),
        (saved(merges=[[1, 2, 3], [1, 2, 3]]), "same as merge 1"),
        (saved(merges=[[1, 2, 1]] + [[255 + i, 255 + i, 1] for i in range(1, 40)]), "more than 1,000,000 bytes"),
        (saved(special_tokens="x"), "not a list"),
        (saved(special_tokens=[""]), "special token"),
        (saved(special_tokens=["a", "a"]), "twice"),
        (saved(special_tokens=["\ud800"]), "half a character"),
        (saved(name=""), "name"),
        (saved(name=7), "name"),
        (saved(pattern="("), "does not compile"),
        (saved(pattern=["a"]), "split pattern"),
        (saved(training=[]), "training"),
        (saved(training={"ties": "random"}), "ties"),
        (saved(training={"seconds": float("nan")}), "seconds"),
        (saved(training={"corpus_bytes": 1.5}), "corpus_bytes"),
    ],
)
def test_damage_is_named_in_one_sentence(data: str | bytes, words: str) -> None:
    with pytest.raises(FormatError, match=words) as caught:
        own.loads(data)
    assert len(str(caught.value)) < 200


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(sorted(json.loads(saved()))), json_values, max_size=3))
@settings(max_examples=150, deadline=None)
def test_any_json_gives_a_tokenizer_or_one_sentence(changes: dict[str, Any]) -> None:
    data = saved(**changes)
    try:
        loaded = own.loads(data).tokenizer
    except FormatError:
        return
    assert loaded.decode(loaded.encode("any text")) == "any text" or loaded.pattern not in (None, "")
