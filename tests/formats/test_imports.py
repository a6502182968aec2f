"""Anyone's files: one clear sentence for what is damaged, a note for what is odd, the library's ids for the rest."""

from __future__ import annotations

import base64
import json
import pickle

import pytest
import tiktoken as real_tiktoken
import tokenizers
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import models, pre_tokenizers

from playground.core.errors import FormatError, PatternError, PlaygroundError, TextError
from playground.core.spm import train_unigram
from playground.formats import detect, huggingface, minbpe, sentencepiece, tiktoken

BYTES = "".join(f"{base64.b64encode(bytes([b])).decode()} {b}\n" for b in range(256))

# Rank files (IMP-01, IMP-02, SEC-09, SEC-10, EXP-01, EXP-03)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("YQ== 0\nYg==\n", 2, "rank is missing"),
        ("<html>error</html>\n", 1, "rank is missing"),
        ("<html lang=en><b>error</b></html>\n", 1, "not base64"),
        ("YQ= 0\n", 1, "not base64"),
        ("!!YQ==!! 0", 1, "not base64"),
        ("YQ== 0\n\nYQ== 1", 3, "stands in line 1 already"),
        ("YQ== 0\r\nYg== 0", 2, "rank 0 stands in line 1 already"),
        ("YQ== -1", 1, "negative"),
        ("= 0", 1, "empty"),
        ("YQ== x", 1, "not a rank"),
        ("YQ== ²", 1, "not a rank"),
        ("YQ== 99999999999999999999", 1, "not a rank"),
        ("YQ== 1 2", 1, "More than a token"),
    ],
)
def test_a_damaged_rank_file_names_the_line(text: str, line: int, words: str) -> None:
    with pytest.raises(FormatError, match=words) as caught:
        tiktoken.parse(text.encode())
    assert caught.value.line == line
    with pytest.raises(FormatError):
        detect.load(text.encode(), "x.tiktoken")


def test_blank_lines_line_ends_and_a_mark_are_fine() -> None:
    odd = b"\xef\xbb\xbf" + BYTES.replace("\n", "\r\n\r\n").encode()
    assert tiktoken.parse(odd) == tiktoken.parse(BYTES.encode())


@pytest.mark.parametrize("data", [b"", b"\n \n", b"\xff\xfe"])
def test_files_that_hold_nothing(data: bytes) -> None:
    with pytest.raises(FormatError):
        tiktoken.loads(data, "x")


def test_missing_bytes_are_named() -> None:
    with pytest.raises(FormatError, match=r"255 of the 256 single bytes are missing \(0x00, 0x01"):
        tiktoken.loads(b"YQ== 0\n4oCc 1\n", "x")


@pytest.mark.parametrize(
    ("specials", "words"),
    [
        ({"": 300}, "empty"),
        ({"<x>": 256}, "already"),
        ({"<x>": 300, "<y>": 300}, "same id"),
        ({"<x>": -1}, "impossible"),
    ],
)
def test_special_tokens_must_not_clash(specials: dict[str, int], words: str) -> None:
    with pytest.raises(FormatError, match=words):
        tiktoken.loads(f"{BYTES}YWI= 256\n".encode(), "x", special_tokens=specials)


def test_gaps_between_ranks_are_fine_and_said() -> None:
    tokenizer = tiktoken.loads(f"{BYTES}YWI= 1000\n".encode(), "x", "gpt2", {"<x>": 2000})
    ranks = tiktoken.parse(f"{BYTES}YWI= 1000\n".encode())
    real = real_tiktoken.Encoding("x", pat_str=tokenizer.pattern, mergeable_ranks=ranks, special_tokens={"<x>": 2000})
    assert tokenizer.encode("ab cab<x>", special=True) == real.encode("ab cab<x>", allowed_special="all")
    assert tokenizer.notes == (
        "A rank file names no split pattern; gpt2 was taken.",
        "744 ids below the largest rank are not used.",
    )
    with pytest.raises(TextError):
        tokenizer.token_bytes(999)


def test_a_second_file_is_read_anew(tmp_path) -> None:
    first, second = BYTES.encode(), f"{BYTES}YWI= 256\n".encode()
    assert len(tiktoken.parse(first)) + 1 == len(tiktoken.parse(second))


def test_a_broken_pattern_is_said() -> None:
    with pytest.raises(PatternError):
        tiktoken.loads(BYTES.encode(), "x", "(")


# tokenizer.json


def file(**changes) -> dict:
    model = {"type": "BPE", "vocab": {"a": 0, "b": 1, "c": 2, "ab": 3, "bc": 4}, "merges": [["a", "b"], ["b", "c"]]}
    return {"version": "1.0", "added_tokens": [], "model": model} | changes


def loads(parsed) -> huggingface.HuggingFaceTokenizer:
    return huggingface.loads(json.dumps(parsed).encode(), "x")


def pieces(tokenizer, text: str) -> list[bytes]:
    encoded = tokenizer.encoded(text)
    return [encoded.piece(i) for i in range(len(encoded))]


def test_both_notations_of_merges_and_pieces_with_spaces() -> None:
    old = file()
    old["model"]["merges"] = ["a b", "b c"]
    assert loads(old).encode("abc") == loads(file()).encode("abc") == [3, 2]
    spaced = file()
    spaced["model"] |= {"vocab": {"a": 0, " ": 1, "a ": 2}, "merges": [["a", " "]]}
    assert loads(spaced).encode("a ") == [2]
    spaced["model"]["merges"] = ["a  "]
    with pytest.raises(FormatError, match="Merge 1 is not two pieces: written as one text, it cannot hold"):
        loads(spaced)


def test_a_no_break_space_is_part_of_a_piece() -> None:
    odd = file()
    odd["model"] |= {"vocab": {"a": 0, "\xa0": 1, "a\xa0": 2}, "merges": ["a \xa0"]}
    assert loads(odd).encode("a\xa0") == [2]


def test_a_merge_listed_twice_counts_where_it_stands_last() -> None:
    twice = file()
    twice["model"]["merges"] = [["a", "b"], ["b", "c"], ["a", "b"]]
    tokenizer = loads(twice)
    assert pieces(tokenizer, "abc") == [b"a", b"bc"]
    assert tokenizer.notes == ("The merge to 'ab' is listed twice (merges 1 and 3); the last place counts.",)


def test_added_tokens_take_the_space_their_flags_say() -> None:
    flags = {"single_word": False, "lstrip": True, "rstrip": False, "normalized": False, "special": False}
    odd = file(added_tokens=[{"id": 4, "content": "wor", **flags}])
    odd["model"] |= {"vocab": {"h": 0, "e": 1, "l": 2, "d": 3}, "merges": []}
    tokenizer = loads(odd)
    encoded = tokenizer.encoded("hell world")
    assert [(int(a), int(b)) for a, b in zip(encoded.starts, encoded.ends, strict=True)][4] == (4, 8)
    assert "white space" in tokenizer.notes[0]
    assert "'wor'" in tokenizer.notes[1]


def test_added_tokens_are_checked() -> None:
    for token, words in [
        ({"id": 9, "content": ""}, "empty"),
        ({"id": 3, "content": "<x>"}, "is 'ab' already"),
        ({"content": "<x>"}, "lacks"),
    ]:
        with pytest.raises(FormatError, match=words):
            loads(file(added_tokens=[token]))


def test_byte_fallback_joins_bytes_and_keeps_literal_text() -> None:
    vocab = {"<unk>": 0, **{f"<0x{b:02X}>": b + 1 for b in range(256)}}
    vocab |= {character: 257 + i for i, character in enumerate("a<x041>")}
    model = {"type": "BPE", "unk_token": "<unk>", "byte_fallback": True, "fuse_unk": True, "vocab": vocab, "merges": []}
    tokenizer = loads(
        file(model=model, decoder={"type": "Sequence", "decoders": [{"type": "ByteFallback"}, {"type": "Fuse"}]})
    )
    ids = tokenizer.encode("a\uae70")
    assert [tokenizer.token_bytes(id) for id in ids] == [b"a", b"\xea", b"\xb9", b"\xb0"]
    assert tokenizer.decode(ids) == "a\uae70"
    assert pieces(tokenizer, "a\uae70") == [b"a", b"\xea", b"\xb9", b"\xb0"]
    assert tokenizer.token_bytes(ids[1]) == b"\xea"
    assert tokenizer.encode("<0x41>") != [vocab["<0x41>"]]
    assert tokenizer.decode(tokenizer.encode("<0x41>")) == "<0x41>"


def test_a_pattern_given_as_text_is_noted() -> None:
    split = {"type": "Split", "pattern": {"String": "[a-z]+"}, "behavior": "Isolated", "invert": False}
    assert "letter by letter" in loads(file(pre_tokenizer=split)).notes[0]
    split["pattern"] = {"Regex": "[a-z]+"}
    tokenizer = loads(file(pre_tokenizer=split))
    assert tokenizer.notes == ()
    assert tokenizer.pattern == "[a-z]+"


def test_ignore_merges_is_kept() -> None:
    whole = file()
    whole["model"] |= {"vocab": {"a": 0, "b": 1, "ab": 2}, "merges": [], "ignore_merges": True}
    assert loads(whole).encode("ab") == [2]
    whole["model"]["ignore_merges"] = False
    assert loads(whole).encode("ab") == [0, 1]


def test_missing_bytes_of_a_byte_level_file_are_noted() -> None:
    tokenizer = loads(file(pre_tokenizer={"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True}))
    assert any(note.startswith("253 of 256 bytes") for note in tokenizer.notes)


def test_unknown_characters_without_a_token_for_them() -> None:
    model = {"type": "Unigram", "unk_id": None, "vocab": [["a", -1.0], ["b", -2.0]], "byte_fallback": False}
    tokenizer = loads(file(model=model))
    assert "no token for unknown" in tokenizer.notes[0]
    with pytest.raises(TextError, match="cannot encode"):
        tokenizer.encode("xyz")


@pytest.mark.parametrize(
    ("parsed", "words"),
    [
        ([], "not an object"),
        ({}, "no `model`"),
        (file(model={"type": "Magic"}), "type 'Magic'"),
        (file(model={"type": "BPE", "vocab": {}, "merges": []}), "empty"),
        (file(model={"type": "BPE", "vocab": {"a": -1}, "merges": []}), "no possible id"),
        (file(model={"type": "BPE", "vocab": {"a": True}, "merges": []}), "no possible id"),
        (file(model={"type": "BPE", "vocab": {"a": 0, "b": 0}, "merges": []}), "same id 0"),
        (file(model={"type": "BPE", "vocab": {"a": 0}}), "no list of merges"),
        (file(model={"type": "BPE", "vocab": {"a": 0}, "merges": ["a b"]}), "lacks"),
        (file(model={"type": "BPE", "vocab": {"a": 0, "b": 1}, "merges": [["a", "b"]]}), "'ab', which the voc"),
        (file(model={"type": "BPE", "vocab": {"a": 0}, "merges": [1]}), "neither"),
        (file(model={"type": "BPE", "vocab": {"a": 0}, "merges": [["a"]]}), "not two pieces"),
        (file(model={"type": "WordPiece", "vocab": {"a": 0}, "unk_token": "[UNK]"}), "unknown words"),
        (file(model={"type": "Unigram", "vocab": [["a"]]}), "Entry 0"),
        (file(model={"type": "Unigram", "vocab": [["a", float("nan")]]}), "no number"),
        (file(model={"type": "Unigram", "vocab": [["a", 0]], "unk_id": 7}), "id of the token for unknown"),
        (file(pre_tokenizer={"type": "Rubbish"}), "does not load"),
        (file(added_tokens={"a": 1}), "no list of objects"),
        (file(model={"type": "BPE", "vocab": {"\ud800": 0}, "merges": []}), "half a character"),
    ],
)  # fmt: skip
def test_damaged_tokenizer_json(parsed, words: str) -> None:
    with pytest.raises(FormatError, match=words):
        loads(parsed)


def sentence(data: bytes) -> str:
    """What is said about the file, where anything is."""
    try:
        detect.load(data, "x")
    except PlaygroundError as error:
        return str(error)
    return ""


atoms = st.none() | st.booleans() | st.integers() | st.text(max_size=5)
keys = st.sampled_from(["model", "type", "vocab", "merges", "added_tokens", "content", "id", "a"])
anything = st.recursive(
    atoms, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=4), max_leaves=12
)


@settings(deadline=None, max_examples=100)
@given(anything)
def test_no_json_is_a_traceback(parsed) -> None:
    for data in (json.dumps(parsed), json.dumps({"model": parsed}), json.dumps(file(added_tokens=parsed))):
        assert "\n" not in sentence(data.encode())


@settings(deadline=None, max_examples=100)
@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_no_bytes_are_a_traceback(data: bytes) -> None:
    for start in (b"", b"minbpe v1\n", b"\n", b"{"):
        assert "\n" not in sentence(start + data)


def test_the_library_agrees_on_a_trained_file() -> None:
    real = tokenizers.Tokenizer(models.BPE())
    real.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    trainer = tokenizers.trainers.BpeTrainer(vocab_size=290, initial_alphabet=alphabet, special_tokens=["<s>"])
    real.train_from_iterator(["the cat sat on the mat été"] * 9, trainer)
    tokenizer = huggingface.loads(real.to_str().encode(), "x")
    for text in ("the cat été", "  x\n", "中文 <s>"):
        assert tokenizer.encode(text, special=True) == real.encode(text).ids
        assert b"".join(pieces(tokenizer, text)) == text.encode()
        assert tokenizer.decode(tokenizer.encode(text)) == text


# The other kinds


def test_pickles_and_archives_are_named_and_never_opened() -> None:
    class Trap:
        def __reduce__(self):
            return (pytest.fail, ("a pickle was opened",))

    for protocol in (2, 4):
        with pytest.raises(FormatError, match=r"pickle.*tokenizer\.json"):
            detect.load(pickle.dumps(Trap(), protocol), "tokenizer.pkl")
    with pytest.raises(FormatError, match="archive"):
        detect.load(b"PK\x03\x04....", "tokenizer.zip")


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("minbpe v2\n\n0\n", 1, "starts with"),
        ("minbpe v1\n", 3, "number of special"),
        ("minbpe v1\n\nx\n", 3, "number of special"),
        ("minbpe v1\n\n1\n<|a b|> 256\n", 4, "its text, a space"),
        ("minbpe v1\n\n0\n97\n", 4, "two ids"),
        ("minbpe v1\n\n0\n97 -1\n", 4, "two ids"),
        ("minbpe v1\n\n0\n97 300\n", 4, "no earlier merge"),
        ("minbpe v1\n\n0\n97 98\n97 98\n", 5, "line 4 already"),
    ],
)
def test_damaged_minbpe_files(text: str, line: int, words: str) -> None:
    with pytest.raises(FormatError, match=words) as caught:
        minbpe.loads(text.encode(), "x")
    assert caught.value.line == line


def test_minbpe_tokens_cannot_grow_for_ever() -> None:
    lines = "\n".join(f"{id} {id}" for id in [97, *range(256, 300)])
    with pytest.raises(FormatError, match="more than 10,000 bytes"):
        minbpe.loads(f"minbpe v1\n\n0\n{lines}".encode(), "x")


def test_damaged_sentencepiece_models() -> None:
    model = train_unigram("the cat sat on the mat\n" * 20, 300)
    proto = model.proto
    for change, words in [
        (lambda p: p.ClearField("pieces"), "0 pieces"),
        (lambda p: setattr(p.pieces[5], "piece", p.pieces[6].piece), "twice"),
        (lambda p: setattr(p.pieces[5], "piece", "<0xZZ>"), "marked as a byte"),
        (lambda p: setattr(p.pieces[0], "type", 1), "exactly one piece"),
    ]:
        broken = type(proto)()
        broken.CopyFrom(proto)
        change(broken)
        with pytest.raises(FormatError, match=words):
            sentencepiece.loads(broken.SerializeToString(), "x")
    with pytest.raises(FormatError):
        sentencepiece.loads(model.model[: len(model.model) // 2], "x")
