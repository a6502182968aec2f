"""Writing Hugging Face tokenizer.json files. Reading them is `huggingface_reader`.

The library reads patterns with another engine (Oniguruma), in which `{1,3}+` is not possessive and `$` ends every
line. Published patterns are written in the form that Hugging Face uses; a pattern of the user's own is refused where
the two engines differ.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from typing import Any

import regex
from tokenizers import Regex, pre_tokenizers

from playground.core.charbpe import CharBPETokenizer
from playground.core.errors import FormatError
from playground.core.huggingface import STAND_IN, HuggingFaceTokenizer, guarded
from playground.core.pretokenize import PATTERNS, split
from playground.core.spm import SPACE, SentencePieceTokenizer
from playground.core.tokens import Tokenizer
from playground.core.wordpiece import WordPieceTokenizer
from playground.core.words import BERT_WORDS
from playground.formats.common import CannotHold, byte_merges
from playground.formats.huggingface_reader import loads as loads  # one module a format, for its callers

_CONTRACTION = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)"
_WRITTEN = {
    PATTERNS["gpt2"]: r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
    PATTERNS["cl100k"]: _CONTRACTION
    + r"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    PATTERNS["o200k"]: PATTERNS["o200k"],
}
"""The published patterns without the possessive forms that Oniguruma reads otherwise; they match the same."""
_PROBE = (
    "It's 12345 Ünï ſ ÉTÉ中文 x=3.14!!\r\n\r\n\tA  b\n\nрусский ٣٤٥٦ 👩‍👩‍👧 _a_ don'T  \n z\u00a0\u2003q\u0301 <|x|> "
)
_NEVER = -10_000.0
"""A score that no path through known pieces loses to."""
_WHAT_DIFFERS = {
    r"\{\d*,?\d*\}\+": "a possessive repeat such as `{1,3}+`, which means something else there",
    r"(?<!\\)\$|(?<![\\\[])\^": "`^` or `$`, which match at every line there",
    r"\\X|\\R|\(\?[a-z]*[xsmV]": "`\\X`, `\\R` or inline flags, which are read otherwise there",
}


def dumps(tokenizer: Tokenizer, lossy: bool = False) -> bytes:
    """The tokenizer.json. CannotHold where the library would not give the same ids."""
    if isinstance(tokenizer, HuggingFaceTokenizer):
        return tokenizer.source.encode()
    if isinstance(tokenizer, WordPieceTokenizer):
        parts = _wordpiece(tokenizer)
    elif isinstance(tokenizer, CharBPETokenizer):
        parts = _char_bpe(tokenizer)
    elif isinstance(tokenizer, SentencePieceTokenizer):
        parts = _unigram(tokenizer)
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
    return json.dumps(file, ensure_ascii=False, indent=1).encode()


def usage(tokenizer: Tokenizer, file_name: str) -> str:
    """Python that loads the file with tokenizers, or transformers."""
    return (
        "from tokenizers import Tokenizer\n\n"
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
    steps = [_split(tokenizer.pattern, "Isolated", invert=False), bytes_only] if tokenizer.pattern else [bytes_only]
    return {
        "model": model,
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": steps},
        "decoder": {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True},
    }


def _split(pattern: str, behavior: str, invert: bool) -> dict[str, Any]:
    """A step that cuts by `pattern`; CannotHold where the library would cut otherwise."""
    written = _WRITTEN.get(pattern)
    if written is None:
        for construct, why in _WHAT_DIFFERS.items():
            if regex.search(construct, pattern):
                raise CannotHold(f"Hugging Face reads split patterns with another engine, and this one has {why}.")
        written = pattern
        cannot: Callable[[str], Exception] = lambda reason: CannotHold(  # noqa: E731
            f"Hugging Face's engine does not read this split pattern: {reason}."
        )
        step = guarded(lambda: pre_tokenizers.Split(Regex(written), behavior.lower(), invert), cannot)
        theirs = guarded(lambda: [piece for piece, _ in step.pre_tokenize_str(_PROBE)], cannot)
        if theirs != split(_PROBE, pattern):
            raise CannotHold("Hugging Face's engine would cut text otherwise with this split pattern.")
    return {"type": "Split", "pattern": {"Regex": written}, "behavior": behavior, "invert": invert}


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


def _unigram(tokenizer: SentencePieceTokenizer) -> dict[str, Any]:
    if tokenizer.algorithm != "Unigram":
        raise CannotHold("SentencePiece's BPE keeps scores and no merges, which a tokenizer.json needs.")
    proto = tokenizer.proto
    if any(piece.type == piece.USER_DEFINED for piece in proto.pieces):
        raise CannotHold("This model has user-defined pieces, which the library would weigh like any other.")
    rules: list[dict[str, Any]] = []
    spec = proto.normalizer_spec
    if spec.precompiled_charsmap:
        rules.append(
            {"type": "Precompiled", "precompiled_charsmap": base64.b64encode(spec.precompiled_charsmap).decode()}
        )
    if spec.remove_extra_whitespaces:
        rules.append({"type": "Strip", "strip_left": True, "strip_right": True})
        rules.append({"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "})
    if spec.remove_extra_whitespaces:
        spaces = {
            "type": "Metaspace",
            "replacement": SPACE,
            "prepend_scheme": "always" if tokenizer.adds_space else "never",
            "split": True,
        }
        decoders: list[dict[str, Any]] = [{"type": "ByteFallback"}, spaces]
    else:
        # Metaspace adds no space to a text that starts with one, so the marks are written by the normalizer.
        spaces = None
        rules += [{"type": "Prepend", "prepend": SPACE}] if tokenizer.adds_space else []
        rules.append({"type": "Replace", "pattern": {"String": " "}, "content": SPACE})
        decoders = [
            {"type": "Replace", "pattern": {"String": SPACE}, "content": " "},
            {"type": "ByteFallback"},
            {"type": "Fuse"},
            {"type": "Strip", "content": " ", "start": int(tokenizer.adds_space), "stop": 0},
        ]
    return {
        "normalizer": {"type": "Sequence", "normalizers": rules} if rules else None,
        "model": {
            "type": "Unigram",
            "unk_id": tokenizer.unknown_id,
            # The library finds control and byte pieces in text as any other; so they must never be worth it.
            "vocab": [[p.piece, p.score if p.type in (p.NORMAL, p.UNKNOWN) else _NEVER] for p in proto.pieces],
            "byte_fallback": tokenizer.byte_fallback,
        },
        "pre_tokenizer": spaces,
        "decoder": {"type": "Sequence", "decoders": decoders},
    }


__all__ = ["FormatError", "dumps", "loads", "usage"]
