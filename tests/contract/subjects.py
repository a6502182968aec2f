"""The tokenizers under contract. A new one is one line here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from playground import registry
from playground.core.baselines import ByteTokenizer, CharacterTokenizer
from playground.core.bpe import BPETokenizer, Merge, train_bpe
from playground.core.charbpe import train_char_bpe
from playground.core.spm import train_unigram
from playground.core.tokens import Tokenizer
from playground.core.wordpiece import train_wordpiece
from playground.formats import huggingface

CORPUS = "She sells sea shells by the sea shore; naïve café, “déjà vu” 1234 5678. Здравствуй, мир! 你好，世界\n" * 20


@dataclass(frozen=True)
class Subject:
    """`tiles`: its spans cover the text without gaps, and decoding gives the text back."""

    build: Callable[[], Tokenizer]
    tiles: bool = True


SUBJECTS = {
    "cl100k_base": Subject(lambda: registry.get("cl100k_base")),
    "o200k_base": Subject(lambda: registry.get("o200k_base")),
    "gpt2": Subject(lambda: registry.get("gpt2")),
    "trained-raw": Subject(lambda: train_bpe(CORPUS, 400)),
    "trained-cl100k": Subject(lambda: train_bpe(CORPUS, 400, "cl100k", ["<|end|>", "<|pad|>"], ties="lowest")),
    "trained-own-pattern": Subject(lambda: train_bpe(CORPUS, 300, r"\w+|\s+|[^\w\s]+")),
    "no-merges": Subject(lambda: BPETokenizer([], special_tokens=["<|end|>"])),
    "same-bytes-twice": Subject(
        lambda: BPETokenizer(
            [Merge(97, 98, 256, 0), Merge(98, 99, 257, 0), Merge(256, 99, 258, 0), Merge(97, 257, 259, 0)]
        )
    ),
    "bytes": Subject(ByteTokenizer),
    "characters": Subject(CharacterTokenizer),
    "character-bpe": Subject(lambda: train_char_bpe(CORPUS, 200), tiles=False),
    "unigram": Subject(lambda: train_unigram(CORPUS, 400, special_tokens=["<|end|>"]), tiles=False),
    "unigram-unknown": Subject(lambda: train_unigram(CORPUS, 120, "identity", byte_fallback=False), tiles=False),
    "tokenizer-json": Subject(
        lambda: huggingface.loads(huggingface.dumps(train_bpe(CORPUS, 400, "gpt2", ["<|end|>"])), "file")
    ),
    "tokenizer-json-unigram": Subject(
        lambda: huggingface.loads(huggingface.dumps(train_unigram(CORPUS, 400), lossy=True), "file"), tiles=False
    ),
    "wordpiece": Subject(lambda: train_wordpiece(CORPUS, 200), tiles=False),
}
