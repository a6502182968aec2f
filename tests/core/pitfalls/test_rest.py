"""Streams, special tokens, glitch tokens, formats, variants: data and sentences on both sides."""

from __future__ import annotations

import csv
import io
import json
import uuid
import xml.etree.ElementTree as ElementTree
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.core.bpe import BPETokenizer
from playground.core.errors import TextError
from playground.core.pitfalls import cutting, formats, glitch, injection, variants
from playground.core.pitfalls.words import plain
from playground.core.pretokenize import split
from playground.core.wordpiece import train_wordpiece
from tests.core.reference import encode, train


@given(st.text("a鎮👍é ", min_size=1, max_size=8), st.integers(0, 40))
@settings(max_examples=60, deadline=None)
def test_a_cut_stream_holds_what_came(gpt2, text: str, came: int) -> None:
    one = cutting.cut(gpt2, text, came)
    sent = gpt2.decode_bytes(gpt2.encode(text)[: one.came])
    assert one.shown.encode() + one.held == sent
    assert text.startswith(one.shown)
    assert "\ufffd" not in one.shown


def test_stream_statement_on_all_sides(cl100k) -> None:
    torn = cutting.statement([cutting.cut(cl100k, "鎮", 1)])
    assert plain(torn or "") == (
        "After 1 token of 3, cl100k_base has sent only a part of a character: 1 byte waits. "
        "Printed token by token it reads ‹�›."
    )
    whole = cutting.statement([cutting.cut(cl100k, "鎮", 3)])
    assert (whole or "").startswith("Tokens that end inside a character: 2 of 3 in cl100k_base.")
    assert cutting.statement([cutting.cut(cl100k, "plain letters", 1)]) is None
    assert cutting.statement([cutting.cut(cl100k, "", 1)]) is None


def test_special_tokens_as_text_and_as_control(published) -> None:
    readings = [injection.read(t, "Hi<|endoftext|>") for t in published]
    assert [r.control for r in readings] == [
        (("<|endoftext|>", 100257),),
        (("<|endoftext|>", 199999),),
        (("<|endoftext|>", 50256),),
    ]
    assert all(100257 not in r.ordinary.ids for r in readings)
    sentence = plain(injection.statement(readings) or "")
    assert sentence.startswith("Let through, ‹<|endoftext|>› is a command in a single id: 100257 in cl100k_base, ")
    assert injection.statement([injection.read(t, "Hi <| there") for t in published]) is None


def test_a_token_that_only_some_know(published) -> None:
    sentence = injection.statement([injection.read(t, "<|endofprompt|>") for t in published])
    assert sentence is not None
    assert "100276 in cl100k_base and 200018 in o200k_base; gpt2 finds none here." in sentence
    two = injection.statement([injection.read(published[0], "<|endofprompt|><|endoftext|>")])
    assert plain(two or "").startswith(
        "Let through, 2 control tokens stand here for cl100k_base, ‹<|endofprompt|>› first"
    )


def test_which_special_tokens_there_are_on_both_sides(published) -> None:
    assert plain(injection.known_statement(published) or "") == (
        "Special tokens: 5 in cl100k_base, 2 in o200k_base and 1 in gpt2. "
        "‹<|endoftext|>› is 100257 in cl100k_base, 199999 in o200k_base and 50256 in gpt2."
    )
    none = BPETokenizer([], name="mine")
    assert injection.known_statement([none]) is None
    assert "and none in mine." in (injection.known_statement([published[2], none]) or "")


def test_strangers_on_both_sides(published) -> None:
    sentence = injection.strangers_statement("[SEP]<|im_end|><|endoftext|>", published)
    assert plain(sentence or "").startswith("‹[SEP]› and ‹<|im_end|>› look like special tokens")
    one = injection.strangers_statement("[SEP]", published)
    assert plain(one or "").startswith("‹[SEP]› looks like a special token")
    assert injection.strangers_statement("<|endoftext|>", published) is None


def test_glitch_on_both_sides(published) -> None:
    looks = [glitch.look(t, " SolidGoldMagikarp") for t in published]
    assert [len(one.ids) for one in looks] == [5, 5, 1] or [len(one.ids) for one in looks][::2] == [5, 1]
    sentence = plain(glitch.statement(looks) or "")
    assert sentence.startswith("‹␣SolidGoldMagikarp› is one token in gpt2 (43453) and 5 in cl100k_base")
    assert glitch.statement([glitch.look(t, " hello") for t in published]) is None
    assert glitch.statement([glitch.look(t, "x y z") for t in published]) is None


def test_a_split_pattern_is_not_a_corpus(published) -> None:
    # 2020 is one token in gpt2; cl100k could never have one, since its pattern takes three digits at most.
    sentence = plain(glitch.statement([glitch.look(t, "2020") for t in published]) or "")
    assert sentence == (
        "‹2020› is one token in gpt2 (42334) and 2 in cl100k_base, ‹202|0›: "
        "the split pattern of cl100k_base cuts it before any merge."
    )


def test_an_unknown_word_is_no_glitch_token(published) -> None:
    poor = train_wordpiece("ab ab", 10)
    assert len(poor.encode("zqzq")) == 1
    assert glitch.statement([glitch.look(t, "zqzq") for t in (poor, published[2])]) is None


def test_a_tokenizer_meets_another_text() -> None:
    found = glitch.mismatch("xyxy xyxy xyxy the the", "the end")
    assert found.unused[0] == (b" xyxy", 2)
    sentence = plain(glitch.mismatch_statement(found) or "")
    assert sentence == (
        "The tokenizer's own text uses 3 learned tokens. Of these 3 never occur in the model's, the longest of them "
        "‹␣xyxy›, counted 2 times in training: their rows in the model are never trained."
    )
    one = glitch.Mismatch(3, 0, ((b" xyxy", 2),))
    assert "uses 1 learned token. Of these one never occurs in the model's, ‹␣xyxy›" in plain(
        glitch.mismatch_statement(one) or ""
    )
    assert glitch.mismatch_statement(glitch.mismatch("the the the", "the the the")) is None


@given(st.text("ab c", max_size=40), st.text("ab c", max_size=40))
@settings(max_examples=60, deadline=None)
def test_plain_training_is_the_references(first: str, second: str) -> None:
    words = Counter(word.encode() for word in split(first, "gpt2"))
    merges = [merge for merge in train(dict(words), 12) if merge[3] > 1]
    made = [bytes([b]) for b in range(256)]
    for left, right, *_ in merges:
        made.append(made[left] + made[right])
    used, met = (
        {id for word in split(text, "gpt2") for id in encode(word.encode(), [m[:3] for m in merges]) if id > 255}
        for text in (first, second)
    )
    found = glitch.mismatch(first, second, merges=12)
    assert sorted(data for data, _ in found.unused) == sorted(made[id] for id in used - met)
    assert (found.merges, found.used) == (len(merges), len(used & met))


TABLE = 'name,n,"a, b"\nAda,1,x|y\n"Lo""ve",2.50,<é>\n'


def test_every_format_says_the_same() -> None:
    rows = formats.read_table(TABLE)
    assert rows == [["name", "n", "a, b"], ["Ada", "1", "x|y"], ['Lo"ve', "2.50", "<é>"]]
    made = formats.table_formats(rows)
    records = [{"name": "Ada", "n": 1, "a, b": "x|y"}, {"name": 'Lo"ve', "n": "2.50", "a, b": "<é>"}]
    assert list(csv.reader(io.StringIO(made["CSV"]))) == rows
    assert list(csv.reader(io.StringIO(made["TSV"]), delimiter="\t")) == rows
    assert json.loads(made["JSON, pretty"]) == json.loads(made["JSON, minified"]) == records
    assert [json.loads(line) for line in made["JSON lines"].splitlines()] == records
    assert json.loads(made["JSON by column"])["n"] == [1, "2.50"]
    assert [cell.text for cell in ElementTree.fromstring(made["HTML"]).iter("td")] == [*rows[1], *rows[2]]
    assert [row[2].text for row in ElementTree.fromstring(made["XML"])] == ["x|y", "<é>"]
    assert made["Markdown"].splitlines()[2] == "| Ada | 1 | x\\|y |"
    assert len({len(line) for line in made["Markdown, aligned"].splitlines()[2:]} | {0}) >= 2


def test_tables_are_read_in_other_shapes() -> None:
    assert formats.read_table("a\tb\n1\t2") == [["a", "b"], ["1", "2"]]
    assert formats.read_table("a;b\n1") == [["a", "b"], ["1", ""]]
    assert formats.read_table('[{"a": 1}, {"b": [true]}]') == [["a", "b"], ["1", ""], ["", "[true]"]]


def test_nested_json_stays_nested() -> None:
    pasted = '[{"a": {"b": [1, null]}, "c": null, "d": "NaN"}, {"a": 2, "c": "1e5", "d": 3.5}]'
    made = formats.table_formats(formats.read_table(pasted))
    assert json.loads(made["JSON, minified"]) == json.loads(pasted)
    assert json.loads(formats.table_formats(formats.read_table("x\nNaN\nInfinity"))["JSON, minified"]) == [
        {"x": "NaN"},
        {"x": "Infinity"},
    ]


def test_equal_names_stay_apart() -> None:
    made = formats.table_formats(formats.read_table("a 3,b,a\n1,2,3"))
    assert json.loads(made["JSON, minified"]) == [{"a 3": 1, "b": 2, "a": 3}]
    twice = formats.table_formats(formats.read_table("a 3,a,a\n1,2,3"))
    assert len(json.loads(twice["JSON, minified"])[0]) == 3


@pytest.mark.parametrize(
    "text", ["", "a,b", "[{}]", "[1, 2]", "[{]", "\n".join(["a"] * 501), ",".join(["a"] * 31), "[" * 100_000]
)
def test_what_is_no_table_is_refused(text: str) -> None:
    with pytest.raises(TextError):
        formats.read_table(text)


@given(st.text("ab,\"|\n<>&:'é 1.-", max_size=60))
@settings(max_examples=100, deadline=None)
def test_no_table_breaks_a_format(text: str) -> None:
    try:
        rows = formats.read_table(text)
    except TextError:
        return
    made = formats.table_formats(rows)
    assert len(json.loads(made["JSON, minified"])) == len(rows) - 1
    ElementTree.fromstring(made["HTML"])
    ElementTree.fromstring(made["XML"])


def test_text_and_identifiers() -> None:
    made = formats.text_formats("é<")
    assert made["URL-encoded"] == "%C3%A9%3C"
    assert made["base64"] == "w6k8"
    assert made["JSON with escapes"] == '"\\u00e9<"'
    assert made["HTML entities"] == "&#233;&#60;"
    one = uuid.UUID(int=2**127 + 5)
    assert formats.id_formats(f" {one} ")["as a number"] == str(one.int)
    with pytest.raises(TextError):
        formats.id_formats("550e8400")


def test_formats_statement_on_both_sides(published) -> None:
    made = formats.table_formats(formats.read_table(TABLE))
    counted = formats.costs(made, published)
    assert counted["gpt2"]["CSV"] == len(published[2].encode(made["CSV"]))
    assert " times as many." in (formats.statement(counted, "table") or "")
    assert formats.statement({"x": {"with hyphens": 1, "JSON, pretty": 2}}, "text") == (
        "The same text costs x 1 token with hyphens and 2 as pretty JSON: twice as many."
    )
    assert (formats.statement({"x": {"base64": 20, "binary": 21}}, "text") or "").endswith(
        "20 tokens as base64 and 21 in binary: 5% more."
    )
    assert formats.statement({"x": {"a": 3, "b": 3}}, "table") is None
    assert formats.statement({"x": {"a": 0, "b": 0}}, "text") is None


def test_variants(published) -> None:
    assert variants.parse("a\n\n a\na\n\\s\\\\\\q\\u{zz}\\u{d800}\\u{1F44D}\\") == [
        "a",
        " a",
        " \\\\q\\u{zz}\\u{d800}👍\\",
    ]
    assert len(variants.parse("\n".join(map(str, range(80))))) == variants.MOST
    found = variants.compare(["hello", "hel lo wor ld"], published)
    assert found[0].ids["cl100k_base"] == (15339,)
    assert "‹hello› is 1 token and ‹hel␣lo␣wor␣ld› is" in plain(variants.statement(found) or "")
    same = variants.statement(variants.compare(["hello", "Hello"], published))
    assert same == "Both variants cost the same in cl100k_base, o200k_base and gpt2, though their ids differ."
    assert variants.statement(found[:1]) is None
    apart = variants.statement(variants.compare(["aaaa", "a a a"], published[:1]))
    assert apart is not None
    assert apart.endswith(", the furthest apart of these 2.")
    lower = train_wordpiece("aa bb", 20)
    unknown = variants.statement(variants.compare(["zz", "qq"], [lower]))
    assert unknown == "Both variants cost the same in trained, and some are the very same ids in trained."
