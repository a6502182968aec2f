"""A pattern in somebody's file that never ends: it is stopped and said, and the next text is encoded as ever."""

from __future__ import annotations

import gc
import json
import pickle

import pytest

from playground.core.errors import PatternError, TextError
from playground.core.huggingface import BYTE_OF, HuggingFaceTokenizer
from playground.core.pretokenize import PATTERNS
from playground.core.ranks import RankTokenizer
from playground.core.watched import MOST, WatchedLibrary
from playground.core.wordpiece import WordPieceTokenizer
from playground.formats import detect, saved

HOSTILE = r"(a+)+$|\p{L}+|\P{L}"
TEXT = ("a" * 20 + "!") * 2000  # each stretch alone is below the library's own limit


def tokenizer_json(pattern: str, **changes: object) -> str:
    model = {"type": "BPE", "vocab": {c: i for i, c in enumerate(BYTE_OF)} | {"ab": 256}, "merges": [["a", "b"]]}
    split = {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": False}
    bytes_only = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}
    special = {"id": 257, "content": "<s>", "special": True, "normalized": False}
    flags = {"single_word": False, "lstrip": False, "rstrip": False}
    return json.dumps(
        {
            "version": "1.0",
            "added_tokens": [special | flags],
            "pre_tokenizer": {"type": "Sequence", "pretokenizers": [split, bytes_only]},
            "decoder": {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False},
            "model": model,
            "normalizer": None,
        }
        | changes
    )


def test_a_pattern_that_never_ends_is_stopped_and_nothing_is_lost() -> None:
    tokenizer = HuggingFaceTokenizer(tokenizer_json(HOSTILE), "hostile")
    calm = "cab <s> ünï"
    before = tokenizer.encode(calm)
    with pytest.raises(TextError, match="A pattern in hostile takes too long on this text"):
        tokenizer.encoded(TEXT)
    assert tokenizer.encode(calm) == before
    assert tokenizer.decode(before) == calm
    assert tokenizer.encode(calm, special=True) == HuggingFaceTokenizer(
        tokenizer_json(PATTERNS["o200k"]), "calm"
    ).encode(calm, special=True)


def test_the_librarys_own_refusal_is_said() -> None:
    tokenizer = HuggingFaceTokenizer(tokenizer_json(HOSTILE), "hostile")
    with pytest.raises(TextError, match="takes too long"):
        tokenizer.encode("a" * 60 + "!")
    assert tokenizer.encode("ab") == [256]


def test_watched_and_not_give_the_same(monkeypatch) -> None:
    tokenizer = HuggingFaceTokenizer(tokenizer_json(r"\p{L}+|\P{L}+"), "mine")
    apart = tokenizer.encoded("ab 鎮 <s>\r\n", special=True)
    assert tokenizer._watched is not None
    monkeypatch.setitem(vars(tokenizer), "_watched", None)
    here = tokenizer.encoded("ab 鎮 <s>\r\n", special=True)
    assert (apart.ids.tolist(), apart.starts.tolist(), apart.ends.tolist()) == (
        here.ids.tolist(), here.starts.tolist(), here.ends.tolist(),
    )  # fmt: skip
    again = pickle.loads(pickle.dumps(tokenizer))
    assert again.encode("ab") == [256]


def test_published_patterns_need_no_process() -> None:
    assert HuggingFaceTokenizer(tokenizer_json(PATTERNS["o200k"]), "x")._watched is None


@pytest.mark.parametrize("place", ["normalizer", "decoder"])
def test_every_pattern_of_a_file_is_watched(place: str) -> None:
    """A decoder sees its tokens one by one, so the long run is one token there."""
    replace = {"type": "Replace", "pattern": {"Regex": r"(a|a|aa)+$"}, "content": "x"}
    model = {"type": "BPE", "unk_token": None, "vocab": {"a": 0, "!": 1}, "merges": []}
    if place == "decoder":
        model["vocab"] = {"a": 0, "!": 1, "a" * 60 + "!": 2}
    bare = {"pre_tokenizer": None, "decoder": None, "added_tokens": [], "model": model}
    tokenizer = HuggingFaceTokenizer(tokenizer_json("", **bare | {place: replace}), "odd")
    with pytest.raises(TextError, match="odd"):
        tokenizer.encode("a" * 60 + "!") if place == "normalizer" else tokenizer.decode([2])


def test_processes_end_with_their_tokenizers_and_when_others_are_used() -> None:
    source = tokenizer_json(HOSTILE)
    libraries = [WatchedLibrary(source, source, str(i)) for i in range(MOST + 2)]
    processes = []
    for library in libraries:
        assert library.encode("ab", special=False) == ([256], [[0, 2]])
        processes.append(library._process)
    assert sum(library._process is not None for library in libraries) == MOST
    assert libraries[0].encode("ab", special=False)[0] == [256]
    last = libraries[-1]._process
    del libraries, library
    gc.collect()
    assert last is not None
    assert last.poll() is not None
    assert all(process.poll() is not None for process in processes)


def test_patterns_of_word_and_rank_tokenizers_are_stopped_too() -> None:
    words = WordPieceTokenizer(["[UNK]", "a"], "[UNK]", r"(a|a|aa)+$|b")
    with pytest.raises(PatternError, match="takes too long"):
        words.encode("a" * 60 + "!")
    assert words.encode("bb") == [0, 0]
    ranks = {bytes([b]): b for b in range(256)} | {b"ab": 256}
    odd = saved.dumps(RankTokenizer("odd", ranks, r"(a|a|aa)+$|ab|.", {"<s>": 300}))
    tokenizer = detect.load(odd, "odd.json")
    with pytest.raises(PatternError, match="takes too long"):
        tokenizer.encode("a" * 60 + "!")
    assert tokenizer.encode("abc<s>", special=True) == [256, 99, 300]
