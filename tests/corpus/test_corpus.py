"""Uploads of every kind: what is read is exact, what is refused is refused in one sentence, nothing else escapes."""

from __future__ import annotations

import gzip
import io
import json
import pickle
import zipfile
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground import corpus
from playground.core.errors import CorpusError
from playground.corpus import Corpus, Document, join, read


def zipped(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def refusal(name: str, data: bytes, **choices: str | int | None) -> str:
    with pytest.raises(CorpusError) as caught:
        read(name, data, **choices)  # type: ignore[arg-type]
    return str(caught.value)


def test_line_ends_and_spaces_stay_and_utf_8_is_not_copied() -> None:
    data = b"  one\r\ntwo\rthree\n\n"
    [document] = read("a.txt", data)
    assert document.data is data
    assert join([document]).data is data


def test_gzip_is_known_by_its_first_bytes_not_its_name() -> None:
    [document] = read("y.txt", gzip.compress(b"hello"))
    assert document.data == b"hello"
    assert "gzip" in document.notes[0]


def test_gzip_of_several_members_and_padding() -> None:
    [document] = read("y.gz", gzip.compress(b"hel") + gzip.compress(b"lo") + bytes(100))
    assert document.data == b"hello"


def test_zip_gives_every_text_and_says_what_it_left_out() -> None:
    data = zipped(
        {"b/ä.txt": b"one", "a.txt": b"\xef\xbb\xbftwo", "p.png": b"\x89PNG\r\n\x1a\n", "__MACOSX/a.txt": b"x"}
    )
    documents = read("all.zip", data)
    assert [(d.name, d.data) for d in documents] == [("b/ä.txt", b"one"), ("a.txt", b"two")]
    assert "2 files unpacked" in documents[0].notes[0]
    assert "p.png is a PNG image" in documents[0].notes[1]
    assert join(documents).data == b"one\ntwo\n"


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("a.txt", b"", "empty"),
        ("a.txt", b" \r\n\t", "white space"),
        ("a.txt", b"\x89PNG\r\n\x1a\n\0\0", "a PNG image"),
        ("a.txt", b"%PDF-1.7\n", "a PDF document"),
        ("a.txt", gzip.compress(b""), "empty"),
        ("a.txt", gzip.compress(b"hello")[:-10], "too early"),
        ("a.txt", b"\x1f\x8b" + b"junk" * 9, "damaged"),
        ("a.txt", gzip.compress(gzip.compress(b"x")), "another archive"),
        ("a.zip", zipped({"b.zip": zipped({"a": b"x"})}), "another archive"),
        ("a.zip", zipped({}), "no text files"),
        ("a.zip", b"PK\x03\x04 broken", "damaged"),
        ("a.zip", zipped({"word/document.xml": b"<x/>"}), "Word document"),
        ("a.txt", pickle.dumps([1]), "pickle"),
        ("tokenizer.pkl", b"plain", "pickle"),
        ("model.pt", zipped({"data.pkl": pickle.dumps([1])}), "pickle"),
        ("a.txt", b"x" * 300, "limit"),
        ("a.txt", b"\0\0\1\3" * 30, "not text"),
    ],
)
def test_refused_in_one_sentence(name: str, data: bytes, words: str) -> None:
    assert words in refusal(name, data, limit=250)


def test_a_pickle_is_refused_with_the_formats_that_are_safe() -> None:
    assert "JSON" in refusal("tokenizer.pkl", pickle.dumps({"a": 1}))


def test_bombs_stop_at_the_limit() -> None:
    assert "expands" in refusal("a.gz", gzip.compress(bytes(10_000_000)), limit=100_000)
    assert "expands" in refusal("a.zip", zipped({str(i): bytes(60_000) for i in range(9)}), limit=100_000)


def test_a_zip_whose_header_lies_about_the_size_stops_too() -> None:
    data = bytearray(zipped({"a.txt": b"a" * 1_000_000}))
    for place in (data.find(b"PK\x03\x04") + 22, data.find(b"PK\x01\x02") + 24):
        data[place : place + 4] = (10).to_bytes(4, "little")
    refusal("a.zip", bytes(data), limit=100_000)


def test_a_password_is_said() -> None:
    data = bytearray(zipped({"a.txt": b"secret"}))
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.find(mark) + offset] |= 1
    assert "password" in refusal("a.zip", bytes(data))


LINES = (
    b'{"text": "one", "meta": {"lang": "en"}, "n": 1}\n\n{"text": "two\\nlines", "chat": [{"say": "a"}, {"say": "b"}]}'
)


def test_json_lines_take_the_field_with_most_text_or_the_one_chosen() -> None:
    [document] = read("a.jsonl", LINES)
    assert document.fields[:2] == ("text", "meta.lang")
    assert (document.field, document.data) == ("text", b"one\ntwo\nlines")
    assert read("a.jsonl", LINES, field="chat.say")[0].data == b"a\nb"
    assert read("a.jsonl", LINES, field=document.fields[-1])[0].data == LINES


def test_json_lines_with_a_lone_surrogate_are_repaired() -> None:
    [document] = read("a.jsonl", b'{"text": "a\\ud800 \\ud83d\\udc4d"}')
    assert document.data.decode() == "a\ufffd 👍"
    assert "1 broken half" in document.notes[-1]


def test_broken_json_is_named_by_its_line() -> None:
    assert refusal("a.jsonl", b'{"text": "a"}\n{"text"').startswith("Line 2 of a.jsonl")
    assert "too deeply" in refusal("a.jsonl", b"[" * 100_000)
    assert "not JSON" in refusal("a.jsonl", b"1" * 5000)
    assert "no text" in refusal("a.jsonl", b'{"n": 1}')


def test_several_files_are_joined_at_a_line_end() -> None:
    made = join([Document("a", b"one"), Document("b", b"two\r"), Document("c", b"three\n", notes=("Odd.",))])
    assert made.data == b"one\ntwo\rthree\n"
    assert (made.name, made.notes) == ("a and 2 more", ("c: Odd.",))
    with pytest.raises(CorpusError, match="Together"):
        join([Document("a", b"x" * 60), Document("b", b"x" * 60)], limit=100)


def test_file_names_become_printable() -> None:
    assert read("a\nb\0.txt", b"x")[0].name == "a b .txt"
    assert len(read("n" * 500, b"x")[0].name) < 90


@given(st.text(min_size=1, max_size=400), st.integers(1, 10))
@settings(max_examples=100, deadline=None)
def test_the_two_parts_hold_everything_and_whole_characters(text: str, stretches: int) -> None:
    made = Corpus("x", text.encode("utf-8", "replace"))
    train, held = map(b"".join, made.split(stretches))
    assert sorted(train + held) == sorted(made.data)
    train.decode()
    held.decode()
    assert made.characters == len(made.text)


def test_a_tenth_is_held_out_at_line_ends() -> None:
    made = Corpus("x", b"".join(b"line %d\n" % i for i in range(10_000)))
    train, held = map(b"".join, made.split())
    assert abs(len(held) / len(made.data) - 0.1) < 0.002
    assert not set(train.splitlines()) & set(held.splitlines())


damaged = st.builds(
    lambda data, cut, places: bytes(
        byte ^ places.get(i, 0) for i, byte in enumerate(data[: len(data) - cut if cut < len(data) else len(data)])
    ),
    st.one_of(
        st.binary(max_size=200),
        st.binary(max_size=200).map(gzip.compress),
        st.binary(max_size=200).map(zlib.compress),
        st.dictionaries(
            st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=8),
            st.binary(max_size=80),
            max_size=4,
        ).map(zipped),
        st.recursive(
            st.none() | st.text() | st.floats(), lambda s: st.lists(s) | st.dictionaries(st.text(), s), max_leaves=9
        )
        .map(json.dumps)
        .map(str.encode),
        st.binary(max_size=40).map(pickle.dumps),
    ),
    st.integers(0, 12),
    st.dictionaries(st.integers(0, 300), st.integers(1, 255), max_size=4),
)


@given(
    damaged,
    st.sampled_from(["a.txt", "a.jsonl", "a.zip", "a.jsonl.gz", ""]),
    st.sampled_from([None, "utf-8", "utf-16-le", "cp932"]),
)
@settings(max_examples=150, deadline=None)
def test_whatever_is_uploaded_gives_text_or_one_sentence(data: bytes, name: str, encoding: str | None) -> None:
    try:
        made = corpus.join(read(name, data, encoding=encoding, limit=5_000))
    except CorpusError as error:
        sentence = str(error)
    else:
        sentence = made.text.strip()
    assert sentence
