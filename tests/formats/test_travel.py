"""What we write, the real library loads and gives the same ids; what we read back is an equal tokenizer."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest
import sentencepiece as real_sentencepiece
import tiktoken as real_tiktoken
import tokenizers
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tiktoken.load import load_tiktoken_bpe

from playground import registry
from playground.core.bpe import BPETokenizer, Merge, train_bpe
from playground.core.charbpe import train_char_bpe
from playground.core.ranks import RankTokenizer
from playground.core.spm import train_unigram
from playground.core.tokens import Tokenizer
from playground.core.wordpiece import train_wordpiece
from playground.formats import detect, huggingface, minbpe, sentencepiece, tiktoken
from playground.formats.common import CannotHold

CORPUS = (
    "The strawberry has 3 Rs, and 12345 + 67890 = 80235.\n\tIt's naïve; they'LL café 中文字符 русский текст.\r\n"
    "def f(x):\n    return x + 1\n\n\n👩‍👩‍👧 👍🏽 aaaa aaaaa  bbb\n"
) * 5
TEXTS = [
    "", " ", "a", "  \n\n  ", "Hello world  ", CORPUS, "<|end|> x<|end|>", "\x00\x1b[31m", "été\u0301 ſ 'S 'ſ",
    "1234567 ٣٤٥٦ x=3.14", "👩‍👩‍👧‍👦🇮🇳", "a\u00a0b\u2003c\u0085d", "strawberry" * 20, "don'T we'RE\r\n\r\n x",
]  # fmt: skip
any_text = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
relaxed = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture(scope="module", params=["gpt2", "cl100k", "o200k", None, r"\p{L}+| |[^ \p{L}]+"])
def bpe(request) -> BPETokenizer:
    return train_bpe(CORPUS, 400, request.param, ["<|end|>", "<|pad|>"])


def real_huggingface(data: bytes) -> tokenizers.Tokenizer:
    library = tokenizers.Tokenizer.from_str(data.decode())
    library.encode_special_tokens = True
    return library


def test_byte_bpe_as_tokenizer_json(bpe: BPETokenizer) -> None:
    data = huggingface.dumps(bpe)
    real, again = real_huggingface(data), huggingface.loads(data, "again")

    @relaxed
    @given(any_text)
    def same(text: str) -> None:
        ids = bpe.encode(text)
        assert real.encode(text).ids == ids == again.encode(text)
        assert real.decode(ids) == text

    for text in TEXTS:
        assert real.encode(text).ids == bpe.encode(text), text
        assert again.encoded(text).ends.tolist() == bpe.encoded(text).ends.tolist()
    same()
    real.encode_special_tokens = False
    assert real.encode("x<|end|>").ids == bpe.encode("x<|end|>", special=True) == again.encode("x<|end|>", special=True)
    assert [again.token_bytes(i) for i in again.ids()] == [bpe.token_bytes(i) for i in bpe.ids()]
    assert [again.parents(i) for i in again.ids()] == [bpe.parents(i) for i in bpe.ids()]
    assert again.notes == ()


def test_byte_bpe_as_rank_file(bpe: BPETokenizer, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", "")
    path = tmp_path / "x.tiktoken"
    path.write_bytes(tiktoken.dumps(bpe))
    scope: dict = {}
    exec(tiktoken.usage(bpe, str(path)), scope)
    real: real_tiktoken.Encoding = scope["enc"]
    again = tiktoken.loads(path.read_bytes(), "x", bpe.pattern or "(?s:.+)", bpe.special_tokens)
    assert load_tiktoken_bpe(str(path)) == tiktoken.parse(path.read_bytes())

    @relaxed
    @given(any_text)
    def same(text: str) -> None:
        assert real.encode_ordinary(text) == bpe.encode(text) == again.encode(text)

    for text in TEXTS:
        assert real.encode(text, allowed_special="all") == bpe.encode(text, special=True), text
    same()


def test_byte_bpe_as_minbpe_model(bpe: BPETokenizer) -> None:
    again = minbpe.loads(minbpe.dumps(bpe), "x")
    assert again.merges == [merge._replace(count=0) for merge in bpe.merges]
    assert (again.pattern, again.special_tokens) == (bpe.pattern, bpe.special_tokens)
    for text in TEXTS:
        assert again.encode(text, special=True) == bpe.encode(text, special=True)


@pytest.mark.parametrize("name", ["cl100k_base", "o200k_base", "gpt2"])
def test_published_ranks_as_tokenizer_json(name: str) -> None:
    """The first 3,000 ranks and far-off special tokens: whole pieces come first, and ids have gaps."""
    whole = registry.get(name)
    ranks = {whole.token_bytes(id): id for id in range(3000)}
    ours = RankTokenizer("cut", ranks, whole.pattern, {"<|end|>": 5000, "<|pad|>": 4000})
    data = huggingface.dumps(ours)
    real = real_huggingface(data)
    for text in TEXTS:
        assert real.encode(text).ids == ours.encode(text), text
    again = huggingface.loads(data, name)
    assert list(again.ids()) == list(ours.ids())
    assert again.encode("a<|end|>", special=True) == ours.encode("a<|end|>", special=True)
    assert tiktoken.parse(tiktoken.dumps(ours)) == ranks


@pytest.mark.parametrize("lowercase", [False, True])
def test_wordpiece_as_tokenizer_json(lowercase: bool) -> None:
    ours = train_wordpiece(CORPUS, 300, special_tokens=["[CLS]", "[SEP]"], lowercase=lowercase)
    data = huggingface.dumps(ours)
    real, again = real_huggingface(data), huggingface.loads(data, "x")
    for text in [*TEXTS, "[CLS] STRAWBERRY İ"]:
        encoded, theirs = ours.encoded(text), again.encoded(text)
        assert real.encode(text).ids == encoded.ids.tolist() == theirs.ids.tolist(), text
        assert (encoded.starts.tolist(), encoded.ends.tolist()) == (theirs.starts.tolist(), theirs.ends.tolist())
    assert again.encode("[CLS] def", special=True) == ours.encode("[CLS] def", special=True)
    assert [again.token_bytes(i) for i in again.ids()] == [ours.token_bytes(i) for i in ours.ids()]


def test_character_bpe_as_tokenizer_json() -> None:
    ours = train_char_bpe(CORPUS, 200)
    real = real_huggingface(huggingface.dumps(ours))
    for text in TEXTS:
        assert real.encode(text).ids == ours.encode(text), text
    with pytest.raises(CannotHold, match="glues"):
        huggingface.dumps(train_char_bpe(CORPUS, 200, end_mark=True))


@pytest.mark.parametrize("normalization", ["identity", "nfkc", "nmt_nfkc"])
@pytest.mark.parametrize("byte_fallback", [False, True])
@pytest.mark.parametrize("keep_spaces", [False, True])
def test_unigram_travels(normalization, byte_fallback: bool, keep_spaces: bool, tmp_path: Path) -> None:
    ours = train_unigram(CORPUS, 340, normalization, byte_fallback, keep_spaces=keep_spaces)
    path = tmp_path / "x.model"
    path.write_bytes(sentencepiece.dumps(ours))
    library = real_sentencepiece.SentencePieceProcessor(model_file=str(path))
    again = sentencepiece.loads(path.read_bytes(), "x")
    data = huggingface.dumps(ours, lossy=normalization != "identity")
    real, wrapped = real_huggingface(data), huggingface.loads(data, "x")
    texts = [
        "a",
        "Hello world",
        " two  spaces ",
        "strawberry café naïve",
        "中文字符 русский",
        "x 👍🏽",
        "ﬁ ①２",
        "3 < 0x3, 0x30 > 1",
        "the, they'LL 3 Rs",
    ]
    for text in texts:
        ids = ours.encode(text)
        assert library.encode(text) == ids == again.encode(text)
        assert real.encode(text).ids == ids == wrapped.encode(text), text
        assert wrapped.decode(ids) == ours.decode(ids)


def test_every_file_is_recognised_by_its_content() -> None:
    bpe = train_bpe(CORPUS, 300, "gpt2")
    for key, found in detect.FORMATS.items():
        tokenizer: Tokenizer = train_unigram(CORPUS, 340) if key == "sentencepiece" else bpe
        data = found.dumps(tokenizer, False)
        assert detect.detect(data) == key
        again = detect.load(data, f"some/folder/my tok{found.suffix}", "gpt2")
        assert again.name == "my tok"
        assert again.encode(CORPUS) == tokenizer.encode(CORPUS)
        assert found.usage(tokenizer, "x")


# What a format cannot hold (EXP-02, EXP-08)


def twice() -> BPETokenizer:
    """`abc` from ab+c and from a+bc."""
    pairs = [(97, 98), (98, 99), (256, 99), (97, 257)]
    return BPETokenizer([Merge(*pair, 256 + i, 1) for i, pair in enumerate(pairs)], "gpt2")


@pytest.mark.parametrize("module", [huggingface, tiktoken])
def test_the_same_bytes_under_two_ids_are_refused_or_the_lower_kept(module) -> None:
    with pytest.raises(CannotHold, match=r"b'abc' has two ids here: 258 and 259") as caught:
        module.dumps(twice())
    assert "Keep the lower id" in caught.value.offer
    data = module.dumps(twice(), lossy=True)
    kept = module.loads(data, "x") if module is huggingface else module.loads(data, "x", "gpt2")
    assert kept.token_bytes(258) == b"abc"
    assert 259 not in list(kept.ids())
    assert minbpe.loads(minbpe.dumps(twice()), "x").token_bytes(259) == b"abc"


def test_ranks_that_do_not_say_what_the_merges_say() -> None:
    """No run of training gives these merges: `bc` has the lower rank, so `abc` is never made from ab+c by ranks."""
    pairs = [(98, 99), (97, 98), (257, 99)]
    strange = BPETokenizer([Merge(*pair, 256 + i, 1) for i, pair in enumerate(pairs)], "gpt2")
    with pytest.raises(CannotHold, match="keeps no merges"):
        tiktoken.dumps(strange)
    assert tiktoken.dumps(strange, lossy=True)


@pytest.mark.parametrize("special", ["<|end of text|>", "a\nb", "x\u2028", " "])
def test_minbpe_cannot_hold_white_space_in_special_tokens(special: str) -> None:
    tokenizer = train_bpe("abab", 258, "gpt2", [special, "<ok>"])
    with pytest.raises(CannotHold, match="white space"):
        minbpe.dumps(tokenizer)
    assert list(minbpe.loads(minbpe.dumps(tokenizer, lossy=True), "x").special_tokens) == ["<ok>"]


@pytest.mark.parametrize("pattern", [r" ?[a-z]+|\s+ ", "a\n|.|\\s"])
def test_minbpe_cannot_hold_every_pattern(pattern: str) -> None:
    with pytest.raises(CannotHold, match="pattern"):
        minbpe.dumps(BPETokenizer([], pattern))


@pytest.mark.parametrize(
    "pattern", [r"\p{N}{1,3}+|\P{N}+", r"\s+$|\S+|\s", r"^\w+|.|\n", r"\X|\s", r"\w+|\s+|[^\w\s]+"]
)
def test_patterns_that_another_engine_reads_otherwise_are_refused(pattern: str) -> None:
    with pytest.raises(CannotHold):
        huggingface.dumps(BPETokenizer([], pattern))


def test_a_special_token_that_is_an_ordinary_one() -> None:
    tokenizer = train_bpe("ab ab ab", 258, "gpt2", ["ab"])
    tokenizer = BPETokenizer([Merge(97, 98, 256, 3)], "gpt2", ["ab", "<x>"])
    with pytest.raises(CannotHold, match="'ab' is a special token"):
        huggingface.dumps(tokenizer)
    kept = huggingface.loads(huggingface.dumps(tokenizer, lossy=True), "x")
    assert kept.special_tokens == {"<x>": 258}


def test_each_format_says_why_it_cannot_hold_the_others() -> None:
    wordpiece, unigram = train_wordpiece("so sono", 20), train_unigram(CORPUS, 340)
    for module, tokenizer in [
        (tiktoken, wordpiece),
        (minbpe, unigram),
        (sentencepiece, wordpiece),
        (minbpe, wordpiece),
    ]:
        with pytest.raises(CannotHold, match=tokenizer.algorithm):
            module.dumps(tokenizer)
    assert base64.b64encode(b"a") in tiktoken.dumps(train_bpe("ab", 257))
    assert detect.what_fits(wordpiece, "tiktoken")[0] is None
    assert detect.what_fits(wordpiece, "huggingface")[0]
