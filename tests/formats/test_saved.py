"""Our own JSON holds every kind of tokenizer and gives an equal one back."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground import registry
from playground.core.bpe import train_bpe
from playground.core.charbpe import train_char_bpe
from playground.core.errors import FormatError
from playground.core.ranks import RankTokenizer
from playground.core.spm import train_unigram
from playground.core.tokens import Tokenizer
from playground.core.wordpiece import train_wordpiece
from playground.formats import detect, huggingface, saved

CORPUS = "The strawberry has 3 Rs; it's naïve café. 中文 русский 👍🏽\n  x = [1, 2]\n" * 5
TEXTS = ["", CORPUS, "<x> [CLS] straw", "  a\n\nb ", "été 日本"]


def makers() -> dict[str, Tokenizer]:
    bpe = train_bpe(CORPUS, 300, "gpt2", ["<x>"])
    published = registry.get("gpt2")
    ranks = {published.token_bytes(id): id for id in range(500)}
    made = {
        "BPE": bpe,
        "WordPiece": train_wordpiece(CORPUS, 200, special_tokens=["[CLS]"], lowercase=True),
        "Character BPE": train_char_bpe(CORPUS, 150, end_mark=True, special_tokens=["<x>"]),
        "SentencePiece": train_unigram(CORPUS, 330, special_tokens=["<x>"]),
        "tokenizer.json": huggingface.loads(huggingface.dumps(bpe), "x"),
        "ranks": RankTokenizer("cut", ranks, published.pattern or "", {"<x>": 900}),
    }
    for tokenizer in made.values():
        tokenizer.name = "ours"
    return made


MADE = makers()


@pytest.mark.parametrize("kind", MADE)
def test_an_equal_tokenizer_comes_back(kind: str) -> None:
    tokenizer = MADE[kind]
    data = saved.dumps(tokenizer)
    assert json.loads(data)["algorithm"] == kind
    assert detect.detect(data) == "own"
    again = detect.load(data, "file.json")
    assert (again.name, again.algorithm, again.pattern) == ("ours", tokenizer.algorithm, tokenizer.pattern)
    assert dict(again.special_tokens) == dict(tokenizer.special_tokens)
    assert [again.token_bytes(id) for id in again.ids()] == [tokenizer.token_bytes(id) for id in tokenizer.ids()]
    for text in TEXTS:
        assert again.encode(text, special=True) == tokenizer.encode(text, special=True)
    assert saved.dumps(again) == data or kind == "ranks"


PARSED = {kind: json.loads(saved.dumps(tokenizer)) for kind, tokenizer in MADE.items()}
junk = st.none() | st.booleans() | st.integers(-2, 2) | st.text(max_size=3) | st.lists(st.text(max_size=2), max_size=2)


@settings(deadline=None, max_examples=50)
@given(st.sampled_from([kind for kind in MADE if kind != "BPE"]), st.data())
def test_no_damaged_value_is_a_traceback(kind: str, data) -> None:
    parsed = dict(PARSED[kind])
    key = data.draw(st.sampled_from(sorted(parsed)))
    parsed[key] = data.draw(junk)
    try:
        saved.loads(json.dumps(parsed).encode())
    except FormatError as error:
        said = str(error)
    else:
        said = ""
    assert "\n" not in said
