"""Uploads that nobody should have to expect: made from a seed, so that each can be made again."""

from __future__ import annotations

import gzip
import io
import json
import random
import warnings
import zipfile
from collections.abc import Callable
from functools import cache
from typing import Any

from playground import talk
from playground.core.bpe import train_bpe
from playground.core.charbpe import train_char_bpe
from playground.core.spm import train_unigram
from playground.core.wordpiece import train_wordpiece
from playground.formats import deck, huggingface, minbpe, saved, sentencepiece, tiktoken, view_state

Upload = tuple[str, bytes]
"""A file's name and its content."""

TEXT = "The strawberry has 3 Rs, naïve café. 中文字符 русский текст 👩‍👩‍👧 aaaa\n\tdef f(x):\r\n" * 8
_NAMES = [
    "a.txt",
    "a.jsonl",
    "a.json",
    "a.gz",
    "a.txt.gz",
    "a.zip",
    "a.tiktoken",
    "a.model",
    "tokenizer.json",
    "",
    " ",
    ".",
    "../../etc/passwd",
    "C:\\a\\b.json",
    "a" * 300 + ".txt",
    "\x00.txt",
    "a\nb\r.txt",
    "<b>*x*</b>$y$.txt",
    "\u202etxt.a",
    "\ud800.txt",
    "👩‍👩‍👧.jsonl",
    "a.pkl",
    "a.PT",
    "a.GZ",
    "a.ndjson",
]


@cache
def models() -> list[Upload]:
    """A good file in each format that the playground reads."""
    bpe = train_bpe(TEXT, 330, "cl100k", ["<|end|>"])
    unigram, wordpiece = train_unigram(TEXT, 300), train_wordpiece(TEXT, 150)
    return [
        ("own.json", saved.dumps(bpe)),
        ("word.json", saved.dumps(wordpiece)),
        ("char.json", saved.dumps(train_char_bpe(TEXT, 120, True, ["<|end|>"]))),
        ("unigram.json", saved.dumps(unigram)),
        ("ranks.json", saved.dumps(tiktoken.loads(tiktoken.dumps(bpe), "ranks"))),
        ("tokenizer.json", huggingface.dumps(bpe)),
        ("word/tokenizer.json", huggingface.dumps(wordpiece)),
        ("unigram/tokenizer.json", huggingface.dumps(unigram, lossy=True)),
        ("bpe.tiktoken", tiktoken.dumps(bpe)),
        ("bpe.model", minbpe.dumps(bpe)),
        ("unigram.model", sentencepiece.dumps(unigram)),
        ("view.json", view_state.to_file("tokens", {"text": TEXT, "tokenizer": "cl100k_base"})),
        ("deck.json", deck.dumps(talk.DEFAULT)),
    ]


def upload(seed: int) -> Upload:
    """Upload number `seed`."""
    chance = random.Random(seed)
    return chance.choice(_KINDS)(chance)


def _bytes(chance: random.Random) -> Upload:
    head = chance.choice(
        [
            b"",
            b"\xff\xfe",
            b"\xef\xbb\xbf",
            b"\x80\x04",
            b"PK\x03\x04",
            b"\x1f\x8b\x08",
            b"{",
            b"\n\x0a",
            b"minbpe v1\n",
            b"YQ== 0\n",
            b"\x89PNG",
            b"[" * 9,
        ]
    )
    return chance.choice(_NAMES), head + chance.randbytes(chance.choice([0, 1, 2, 5, 40, 1000, 40_000]))


def _text(chance: random.Random) -> Upload:
    text = "".join(chr(chance.choice([9, 10, 13, 32, 65, 233, 0x4E2D, 0x1F469, 0x200D, 0xFFFF, 0])) for _ in range(300))
    encoding = chance.choice(["utf-8", "utf-16", "utf-16-le", "utf-32", "gb18030", "utf-7"])
    return chance.choice(_NAMES), text.encode(encoding)[: chance.choice([None, -1, -2, -3])]


def _gzip(chance: random.Random) -> Upload:
    data = gzip.compress(chance.choice([TEXT.encode(), b"", bytes(3_000_000), gzip.compress(TEXT.encode())]))
    return chance.choice(["a.gz", "a.jsonl.gz", "a.txt"]), _broken(data, chance)


def _zip(chance: random.Random) -> Upload:
    buffer = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(buffer, "w") as archive:
        warnings.simplefilter("ignore")  # zipfile warns of a name that is there twice
        for _ in range(chance.choice([0, 1, 2, 30])):
            name = chance.choice(
                [*_NAMES[:-10], "/etc/passwd", "a/", "a//b", "__MACOSX/x", "word/document.xml", "x" * 5000]
            )
            kind = chance.choice([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
            content = chance.choice([TEXT.encode(), b"", chance.randbytes(100), bytes(1_000_000), b'{"a": "b"}\n'])
            archive.writestr(name.replace("\ud800", "?") or "x", content, kind)
    data = bytearray(buffer.getvalue())
    if chance.random() < 0.3 and b"PK\x01\x02" in data:
        data[data.index(b"PK\x01\x02") + 8] |= 1  # says that it is encrypted
    return chance.choice(["a.zip", "a.txt", "a.pt"]), bytes(data) if chance.random() < 0.3 else _broken(
        bytes(data), chance
    )


def _json(chance: random.Random) -> Upload:
    deep = chance.choice([1000, 100_000])
    bomb = chance.choice(
        [
            "[" * deep,
            '{"a":' * deep,
            "[" * deep + "]" * deep,
            '{"a":' * deep + "1" + "}" * deep,
            "9" * 10_000,
            "-1e999",
            "NaN",
            '"\\ud800"',
            '{"a": "\\ud800\\udc00\\ud800"}',
            '{"a": 1, "a": 2}',
            "[]",
            "{}",
            "null",
            '{"model": null}',
            '{"format": "tokenizer-playground"}',
            '{"a": 1}',
            '{"model": {"type": "BPE"}}',
            '{"model": ' + "[" * deep,
            json.dumps({f"k{i}": i for i in range(5000)}),
            '{"": {"": {"": "x"}}}',
            '{"a": ' + "8" * 5000 + "}",
        ]
    )
    if chance.random() < 0.5:
        bomb = "\n".join([bomb, '{"text": "x"}', bomb[:50]])
    return chance.choice(["a.json", "a.jsonl", "a.ndjson", "a.txt", "tokenizer.json"]), bomb.encode()


def _broken_model(chance: random.Random) -> Upload:
    name, data = chance.choice(models())
    return name, _broken(data, chance)


def _odd_model(chance: random.Random) -> Upload:
    """JSON that is whole, with odd values where good ones were; other files line by line."""
    name, data = chance.choice(models())
    if not data.startswith(b"{"):
        lines = data.splitlines(keepends=True)
        for _ in range(chance.choice([1, 3])):
            odd = chance.choice(
                [b"", b"\n", b"YQ== 1\n", b"256 257\n", b"1 999999\n", b"-1 0\n", b"9" * 400 + b" 1\n", lines[0]]
            )
            lines[chance.randrange(len(lines))] = odd
        return name, b"".join(lines)
    parsed = json.loads(data)
    for _ in range(chance.choice([1, 1, 2, 5])):
        parsed = _changed(parsed, chance)
    return name, json.dumps(parsed, ensure_ascii=chance.random() < 0.5).encode("utf-8", "surrogatepass")


def _changed(value: Any, chance: random.Random) -> Any:
    """The same value with one thing in it, somewhere, replaced, removed or doubled."""
    if isinstance(value, dict) and value and chance.random() < 0.9:
        key = chance.choice(list(value))
        if chance.random() < 0.15:
            return {k: v for k, v in value.items() if k != key}
        return {**value, key: _changed(value[key], chance)}
    if isinstance(value, list) and value and chance.random() < 0.9:
        at = chance.randrange(len(value))
        if chance.random() < 0.2:
            return value[:at] + value[at + 1 :] if chance.random() < 0.5 else [*value, value[at]]
        return [*value[:at], _changed(value[at], chance), *value[at + 1 :]]
    return chance.choice(
        [
            None,
            True,
            False,
            0,
            1,
            -1,
            255,
            256,
            2**31,
            2**63,
            10**30,
            1.5,
            float("nan"),
            float("inf"),
            "",
            " ",
            "a",
            "\x00",
            "\ud800",
            "(",
            "(a+)+$",
            "\\p{Foo}",
            "<|end|>",
            "x" * 20_001,
            [],
            [[]],
            {},
            {"a": 1},
            [0, 0, 0],
            [256, 256],
            [None],
            "Unigram",
            "BPE",
            "WordPiece",
            "WordLevel",
            "Sequence",
            "ByteLevel",
        ]
    )


def _broken(data: bytes, chance: random.Random) -> bytes:
    """Some bytes changed, cut out, put in, or the end missing."""
    broken = bytearray(data)
    for _ in range(chance.choice([1, 1, 2, 10])):
        at = chance.randrange(len(broken) + 1)
        how = chance.randrange(4)
        if how == 0 and at < len(broken):
            broken[at] = chance.randrange(256)
        elif how == 1:
            del broken[at : at + chance.choice([1, 4, 100])]
        elif how == 2:
            broken[at:at] = chance.randbytes(chance.choice([1, 4, 100]))
        else:
            del broken[at:]
    return bytes(broken)


_KINDS: list[Callable[[random.Random], Upload]] = [
    _bytes,
    _text,
    _gzip,
    _zip,
    _json,
    _broken_model,
    _broken_model,
    _odd_model,
    _odd_model,
    _odd_model,
]
