"""A tokenizer.json from elsewhere, and a SentencePiece BPE model, written in the other formats."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
import tiktoken as real_tiktoken
import tokenizers
from hypothesis import given, settings
from hypothesis import strategies as st
from tiktoken.load import load_tiktoken_bpe
from tokenizers import Regex, decoders, models, pre_tokenizers, trainers

from playground.core.bpe import train_bpe
from playground.core.huggingface import BYTE_OF, WRITTEN
from playground.core.ranks import RankTokenizer
from playground.core.spm import train_unigram
from playground.formats import huggingface, minbpe, tiktoken
from playground.formats.common import CannotHold
from tests.formats.minbpe_reference import Model
from tests.formats.test_travel import CORPUS, TEXTS, any_text, real_huggingface, relaxed

QWEN = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
SPLITS = {
    "gpt2": [pre_tokenizers.ByteLevel(add_prefix_space=False)],
    "cl100k": [
        pre_tokenizers.Split(Regex(list(WRITTEN.values())[1]), "isolated"),
        pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
    ],
    "one of its own": [
        pre_tokenizers.Split(Regex(QWEN), "isolated"),
        pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
    ],
    "none": [pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)],
}


def trained_elsewhere(split: str, specials: list[str] | None = None) -> dict:
    """What the tokenizers library itself trains and writes: bytes and special tokens with ids of its own."""
    library = tokenizers.Tokenizer(models.BPE())
    library.pre_tokenizer = pre_tokenizers.Sequence(SPLITS[split])
    library.decoder = decoders.ByteLevel()
    library.train_from_iterator(
        [CORPUS],
        trainers.BpeTrainer(
            vocab_size=400, special_tokens=["<|end|>"] if specials is None else specials, show_progress=False,
            initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        ),
    )  # fmt: skip
    return json.loads(library.to_str())


def loaded(file: dict):
    return huggingface.loads(json.dumps(file).encode(), "elsewhere")


@pytest.mark.parametrize("split", SPLITS)
def test_byte_level_bpe_becomes_a_rank_file(split: str, tmp_path: Path, monkeypatch) -> None:
    """Ids have a gap where the special token stands, and bytes are in another order: ranks hold both."""
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", "")
    ours = loaded(trained_elsewhere(split))
    path = tmp_path / "x.tiktoken"
    path.write_bytes(tiktoken.dumps(ours))
    scope: dict = {}
    exec(tiktoken.usage(ours, str(path)), scope)
    real: real_tiktoken.Encoding = scope["enc"]
    assert load_tiktoken_bpe(str(path))[b"!"] == ours.id_of(b"!") == 1

    @relaxed
    @given(any_text)
    def same(text: str) -> None:
        assert real.encode_ordinary(text) == ours.encode(text)

    for text in TEXTS:
        assert real.encode(text, allowed_special="all") == ours.encode(text, special=True), text
    same()


@pytest.mark.parametrize("split", SPLITS)
def test_byte_level_bpe_becomes_a_minbpe_file_with_its_own_ids(split: str) -> None:
    ours = loaded(trained_elsewhere(split))
    with pytest.raises(CannotHold, match="byte 0 has the id 0") as caught:
        minbpe.dumps(ours)
    assert "Number the tokens" in caught.value.offer
    real = Model(minbpe.dumps(ours, lossy=True))
    for text in TEXTS:
        theirs = [real.vocab[id] for id in real.encode(text)]
        assert theirs == [ours.token_bytes(id) for id in ours.encode(text)], text
    assert real.special_tokens == {"<|end|>": len(real.vocab)}


@pytest.mark.parametrize("pattern", ["gpt2", "cl100k", "o200k", None])
def test_our_own_tokenizer_travels_through_other_formats_unharmed(pattern: str | None) -> None:
    """Written as a tokenizer.json or a rank file and read back, it still becomes the same minbpe file and ranks."""
    bpe = train_bpe(CORPUS, 400, pattern, ["<|end|>", "<|pad|>"])
    as_json = huggingface.loads(huggingface.dumps(bpe), "x")
    as_ranks = tiktoken.loads(tiktoken.dumps(bpe), "x", bpe.pattern or "none", bpe.special_tokens)
    assert minbpe.dumps(as_json) == minbpe.dumps(as_ranks) == minbpe.dumps(bpe)
    assert tiktoken.dumps(as_json) == tiktoken.dumps(as_ranks) == tiktoken.dumps(bpe)
    for text in TEXTS:
        assert real_huggingface(huggingface.dumps(as_ranks)).encode(text).ids == bpe.encode(text)


@pytest.mark.parametrize("pattern", ["gpt2", "cl100k", "o200k", None, r"\p{L}+| |[^ \p{L}]+"])
def test_minbpe_reads_what_we_write(pattern: str | None) -> None:
    bpe = train_bpe(CORPUS, 400, pattern, ["<|end|>", "<|pad|>"])
    real = Model(minbpe.dumps(bpe))
    assert real.special_tokens == bpe.special_tokens

    @relaxed
    @given(any_text)
    def same(text: str) -> None:
        assert real.encode(text) == bpe.encode(text)
        assert real.decode(bpe.encode(text)) == text

    for text in TEXTS:
        assert real.encode(text) == bpe.encode(text), text
    same()


def test_a_file_that_lists_every_way_to_a_token(tmp_path: Path) -> None:
    """Converters write each token's merges from all pairs that make it; those that never happen change nothing."""
    file = trained_elsewhere("cl100k", specials=[])
    vocab = file["model"]["vocab"]
    file["model"]["ignore_merges"] = True
    file["model"]["merges"] = [
        [piece[:i], piece[i:]]
        for piece in sorted(vocab, key=vocab.get)
        for i in range(1, len(piece))
        if piece[:i] in vocab and piece[i:] in vocab
    ]
    ours = loaded(file)
    ranks = tiktoken.parse(tiktoken.dumps(ours))
    again = RankTokenizer("x", ranks, ours.pattern, {})
    for text in TEXTS:
        assert again.encode(text) == ours.encode(text)


def change(file: dict, what: str) -> dict:
    model = file["model"]
    if what == "normalizer":
        file["normalizer"] = {"type": "NFC"}
    elif what == "prefix space":
        file["pre_tokenizer"] = {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True}
    elif what == "two steps":
        digits = {"type": "Digits", "individual_digits": True}
        file["pre_tokenizer"]["pretokenizers"].insert(0, digits)
    elif what == "added token":
        flags = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized", "special"), False)
        file["added_tokens"].append({"id": 400, "content": "wor", **flags})
    elif what == "flag":
        file["added_tokens"][0]["lstrip"] = True
    elif what == "pattern":
        file["pre_tokenizer"]["pretokenizers"].insert(0, {
            "type": "Split", "pattern": {"Regex": r"\p{N}{1,3}+|\P{N}+"}, "behavior": "Isolated", "invert": False,
        })  # fmt: skip
        file["pre_tokenizer"]["pretokenizers"][1]["use_regex"] = False
    elif what == "other parts":
        file["added_tokens"] = []
        model["vocab"] = {character: id for id, character in enumerate(BYTE_OF)} | {"ab": 256, "bc": 257, "abc": 258}
        model["merges"] = [["a", "b"], ["b", "c"], ["a", "bc"]]
    elif what == "ids":
        names = [piece for piece in model["vocab"] if len(piece) > 1 and piece != "<|end|>"]
        ids = [model["vocab"][name] for name in names]
        Random(1).shuffle(ids)
        model["vocab"] |= dict(zip(names, ids, strict=True))
    return file


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("normalizer", r"changes every text first \(NFC\)"),
        ("prefix space", "puts a space before every text"),
        ("two steps", "in 2 steps"),
        ("added token", "'wor' is found in any text"),
        ("flag", "looks at what stands beside it"),
        ("pattern", "other engines read otherwise"),
        ("other parts", "from parts that the file does not join"),
        ("ids", "ids do not rise with its merges"),
    ],
)
def test_what_ranks_cannot_say_is_said(what: str, words: str) -> None:
    ours = loaded(change(trained_elsewhere("gpt2"), what))
    for module in (tiktoken, minbpe):
        with pytest.raises(CannotHold, match=words) as caught:
            module.dumps(ours)
        assert caught.value.offer
        assert module.dumps(ours, lossy=True)


def test_tokens_keep_their_cuts_where_only_ids_must_change() -> None:
    ours = loaded(change(trained_elsewhere("gpt2"), "ids"))
    again = tiktoken.loads(tiktoken.dumps(ours, lossy=True), "x", "gpt2")
    for text in TEXTS:
        pieces = [ours.token_bytes(id) for id in ours.encode(text)]
        assert [again.token_bytes(id) for id in again.encode(text)] == pieces


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"continuing_subword_prefix": "##"}, "goes on or ends"),
        ({"end_of_word_suffix": "</w>"}, "goes on or ends"),
    ],
)
def test_what_is_no_byte_level_bpe_is_refused(change: dict, words: str) -> None:
    file = trained_elsewhere("gpt2")
    file["model"] |= change | {"vocab": file["model"]["vocab"], "merges": []}
    with pytest.raises(CannotHold, match=words):
        tiktoken.dumps(loaded(file), lossy=True)
    file = trained_elsewhere("gpt2")
    file["pre_tokenizer"] = {"type": "Whitespace"}
    file["decoder"] = None
    with pytest.raises(CannotHold, match="BPE on characters"):
        minbpe.dumps(loaded(file), lossy=True)
    file = trained_elsewhere("gpt2")
    del file["model"]["vocab"]["Ā"]
    with pytest.raises(CannotHold, match="all 256 bytes; 1 of them"):
        tiktoken.dumps(loaded(file))


def test_a_token_that_needs_a_later_one(tmp_path: Path) -> None:
    """Such ranks work: `abc` is made from `ab`, whose rank is higher. A tokenizer.json holds them, minbpe does not."""
    ranks = {bytes([b]): b for b in range(256)} | {b"abc": 256, b"ab": 257, b"xyz": 258}
    ours = RankTokenizer("odd", ranks, r"\S+|\s+", {})
    assert ours.parents(256) == (257, 99)
    real = real_huggingface(huggingface.dumps(ours))
    for text in ["abc", "abcabd", "xabcx ab", "xyz", "xyzz"]:
        assert real.encode(text).ids == ours.encode(text), text
    with pytest.raises(CannotHold, match="later one"):
        minbpe.dumps(ours)
    with pytest.raises(CannotHold, match="1 tokens here are made by none"):
        minbpe.dumps(RankTokenizer("odd", {k: v for k, v in ranks.items() if v != 256 and v != 257}, ".", {}))


@pytest.mark.parametrize("model_type", ["bpe", "unigram"])
@pytest.mark.parametrize("normalization", ["identity", "nfkc", "nmt_nfkc"])
@pytest.mark.parametrize("byte_fallback", [False, True])
@pytest.mark.parametrize("keep_spaces", [False, True])
def test_sentencepiece_becomes_a_tokenizer_json(
    model_type, normalization, byte_fallback: bool, keep_spaces: bool
) -> None:
    text = CORPUS + "ok 3 < 4 > 2 un 0x41\n"
    ours = train_unigram(text, 400, normalization, byte_fallback, 1.0, keep_spaces, ["<s>"], model_type)
    assert ours.algorithm == {"bpe": "SentencePiece BPE", "unigram": "Unigram"}[model_type]
    data = huggingface.dumps(ours, lossy=normalization != "identity")
    real, again = real_huggingface(data), huggingface.loads(data, "x")

    @settings(deadline=None, max_examples=60)
    @given(st.text(st.sampled_from([*CORPUS, " ", "▁", "<", "é", "😀"]), max_size=30))
    def same(text: str) -> None:
        assert real.encode(text).ids == ours.processor.EncodeAsIds(text)

    texts = ["", "a", "Hello world", " two  spaces ", "strawberry café", "中文字符 русский", "x 👍🏽", "<s> <unk>",
             "3 < 0x30 <0x41>", "the, they'LL 3 Rs", "zzz", "日本 日本", " \t", "a\r\n"]  # fmt: skip
    for text in texts:
        ids = ours.encode(text)
        assert real.encode(text).ids == ids == again.encode(text), text
        assert again.decode(ids) == ours.decode(ids), text
    same()


@pytest.mark.parametrize("normalization", ["nfkc", "nmt_nfkc"])
def test_an_accent_that_the_library_drops_is_said(normalization) -> None:
    ours = train_unigram(CORPUS, 400, normalization, True)
    with pytest.raises(CannotHold, match="drops an accent") as caught:
        huggingface.dumps(ours)
    assert "all other texts" in caught.value.offer
    real = real_huggingface(huggingface.dumps(ours, lossy=True))
    assert real.encode("\ufb01\u0301").ids != ours.encode("\ufb01\u0301"), "the library holds it by now: offer no more"
    assert real.encode("\ufb01 \u0301").ids == ours.encode("\ufb01 \u0301")


def test_a_control_token_that_the_library_sees_in_text_is_said() -> None:
    fox = "the quick brown fox jumps over the lazy dog and runs so fast\n" * 30
    ours = train_unigram(fox, 60, "identity", False)
    real = real_huggingface(huggingface.dumps(ours))
    assert real.encode("fox dog").ids == ours.encode("fox dog")
    for name in ("<unk>", "<s>", "</s>"):
        assert real.encode(name).ids != ours.encode(name)
        assert name in huggingface.usage(ours, "x").splitlines()[0]
    spelled = train_unigram(fox + "< / > k\n", 70, "identity", False, character_coverage=1.0)
    assert real_huggingface(huggingface.dumps(spelled)).encode("a <s>").ids == spelled.encode("a <s>")
    assert huggingface.usage(spelled, "x").startswith("from")


def test_a_sentencepiece_model_whose_scores_tie_is_refused() -> None:
    ours = train_unigram(CORPUS, 340, model_type="bpe", character_coverage=1.0)
    longer = [piece for piece in ours.proto.pieces if piece.type == piece.NORMAL and len(piece.piece) > 1]
    longer[1].score = longer[0].score
    with pytest.raises(CannotHold, match="same score"):
        huggingface.dumps(ours)
    longer[1].type = longer[1].USER_DEFINED
    with pytest.raises(CannotHold, match="user-defined"):
        huggingface.dumps(ours)
