"""Writing Hugging Face tokenizer.json files. Reading them is `huggingface_reader`."""

from __future__ import annotations

from typing import Any

from playground.core.charbpe import CharBPETokenizer
from playground.core.errors import FormatError
from playground.core.huggingface import STAND_IN, HuggingFaceTokenizer
from playground.core.spm import SentencePieceTokenizer
from playground.core.tokens import Tokenizer
from playground.core.wordpiece import WordPieceTokenizer
from playground.core.words import BERT_WORDS
from playground.formats import engines, from_sentencepiece
from playground.formats.byte_merges import byte_merges
from playground.formats.common import CannotHold, json_lines
from playground.formats.huggingface_reader import loads as loads  # one module a format, for its callers

_NEVER = -10_000.0
"""A score that no path through known pieces loses to."""


def dumps(tokenizer: Tokenizer, lossy: bool = False) -> bytes:
    """The tokenizer.json. CannotHold where the library would not give the same ids."""
    if isinstance(tokenizer, HuggingFaceTokenizer):
        return tokenizer.source.encode()
    if isinstance(tokenizer, WordPieceTokenizer):
        parts = _wordpiece(tokenizer)
    elif isinstance(tokenizer, CharBPETokenizer):
        parts = _char_bpe(tokenizer)
    elif isinstance(tokenizer, SentencePieceTokenizer):
        parts = from_sentencepiece.parts(tokenizer, lossy)
    else:
        parts = _byte_bpe(tokenizer, lossy)
    file = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": _added_tokens(tokenizer, parts["model"], lossy),
        "normalizer": parts.get("normalizer"),
        "pre_tokenizer": parts["pre_tokenizer"],
        "post_processor": None,
        "decoder": parts["decoder"],
        "model": parts["model"],
    }
    return json_lines(file)


def usage(tokenizer: Tokenizer, file_name: str) -> str:
    """Python that loads the file with tokenizers, or transformers; and what one should know there."""
    control = from_sentencepiece.read_as_control(tokenizer) if isinstance(tokenizer, SentencePieceTokenizer) else []
    note = f"# This model cannot spell {', '.join(control)}: where they stand in a text they become control tokens.\n"
    return (
        f"{note if control else ''}from tokenizers import Tokenizer\n\n"
        f"tok = Tokenizer.from_file({file_name!r})\n"
        "tok.encode_special_tokens = True  # text that looks like a special token stays text\n\n"
        f"# or: transformers.PreTrainedTokenizerFast(tokenizer_file={file_name!r})\n"
    )


def _added_tokens(tokenizer: Tokenizer, model: dict[str, Any], lossy: bool) -> list[dict[str, Any]]:
    """The special tokens. Those whose ids are not the next free ones stand in the model's vocabulary as well."""
    vocab = model["vocab"]
    added, next_id = [], len(vocab)
    for text, id in sorted(tokenizer.special_tokens.items(), key=lambda item: item[1]):
        if isinstance(vocab, dict) and vocab.get(text, id) != id:
            if lossy:
                continue
            raise CannotHold(
                f"A tokenizer.json names tokens by their text, and {text!r} is a special token (id {id:,}) and an "
                f"ordinary one (id {vocab[text]:,}).",
                "Leave out special tokens whose text is an ordinary token.",
            )
        if isinstance(vocab, dict) and text not in vocab:
            if id != next_id:
                vocab[text] = id
            next_id += 1
        flags = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
        added.append({"id": id, "content": text, **flags})
    return added


def _byte_bpe(tokenizer: Tokenizer, lossy: bool) -> dict[str, Any]:
    found = byte_merges(tokenizer, "A tokenizer.json", lossy)
    written = {id: "".join(STAND_IN[byte] for byte in data) for data, id in found.ranks.items()}
    model = {
        "type": "BPE",
        "dropout": None,
        "unk_token": None,
        "continuing_subword_prefix": None,
        "end_of_word_suffix": None,
        "fuse_unk": False,
        "byte_fallback": False,
        "ignore_merges": found.whole_pieces_first,
        "vocab": {written[id]: id for id in sorted(written)},
        "merges": [[written[left], written[right]] for left, right in found.merges],
    }
    bytes_only = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}
    steps = [_split(found.pattern, "Isolated", invert=False), bytes_only] if found.pattern else [bytes_only]
    return {
        "model": model,
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": steps},
        "decoder": {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True},
    }


def _split(pattern: str, behavior: str, invert: bool) -> dict[str, Any]:
    """A step that cuts by `pattern`; CannotHold where the library would cut otherwise."""
    return {
        "type": "Split", "pattern": {"Regex": engines.for_hugging_face(pattern)}, "behavior": behavior, "invert": invert
    }  # fmt: skip


def _wordpiece(tokenizer: WordPieceTokenizer) -> dict[str, Any]:
    assert tokenizer.pattern is not None
    return {
        "normalizer": {"type": "Lowercase"} if tokenizer.lowercase else None,
        "model": {
            "type": "WordPiece",
            "unk_token": tokenizer.unknown,
            "continuing_subword_prefix": tokenizer.prefix,
            "max_input_chars_per_word": tokenizer.longest_word,
            "vocab": dict(tokenizer.id_of_piece),
        },
        "pre_tokenizer": {"type": "BertPreTokenizer"}
        if tokenizer.pattern == BERT_WORDS
        else _split(tokenizer.pattern, "Removed", invert=True),
        "decoder": {"type": "WordPiece", "prefix": tokenizer.prefix, "cleanup": False},
    }


def _char_bpe(tokenizer: CharBPETokenizer) -> dict[str, Any]:
    if tokenizer.end_mark:
        raise CannotHold(
            "A tokenizer.json glues the end-of-word mark to the last letter; here `</w>` is a piece of its own."
        )
    return {
        "model": {
            "type": "BPE",
            "unk_token": tokenizer.unknown,
            "fuse_unk": False,
            "vocab": dict(tokenizer.id_of_piece),
            "merges": [[left, right] for left, right, _ in tokenizer.merges],
        },
        "pre_tokenizer": {"type": "WhitespaceSplit"},
        "decoder": {"type": "Fuse"},
    }


__all__ = ["FormatError", "dumps", "loads", "usage"]
