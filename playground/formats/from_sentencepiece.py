"""A SentencePiece model as the parts of a tokenizer.json, for which the tokenizers library gives the same ids."""

from __future__ import annotations

import base64
from typing import Any

from playground.core.huggingface import EXTRA_SPACES
from playground.core.ranks import last_pair
from playground.core.spm import SPACE, SentencePieceTokenizer
from playground.formats.common import CannotHold

_MARKED = ("\ufb01\u0301", "\u00bd\u0301", "e\u0301\u0302")
"""Characters that normalization writes as others, with a mark after them: one grapheme each."""
_NEVER = -10_000.0
"""A score that no path through known pieces loses to."""


def parts(tokenizer: SentencePieceTokenizer, lossy: bool = False) -> dict[str, Any]:
    """`model`, `normalizer`, `pre_tokenizer` and `decoder`; CannotHold where the library would give other ids.

    With `lossy`, a normalization is written although the library applies it to whole characters.
    """
    proto = tokenizer.proto
    if any(piece.type == piece.USER_DEFINED for piece in proto.pieces):
        raise CannotHold("This model has user-defined pieces, which the library would weigh like any other.")
    if any(piece.type == piece.UNUSED for piece in proto.pieces):
        raise CannotHold("This model has pieces that are joined but never given out; a tokenizer.json has none.")
    if proto.trainer_spec.treat_whitespace_as_suffix or not proto.normalizer_spec.escape_whitespaces:
        raise CannotHold(f"This model does not put {SPACE} before words, as a tokenizer.json does.")
    # The normalizer writes the marks. The library's `Metaspace` adds none to a text that starts with one, and cuts
    # where BPE and long pieces may join across words.
    rules = _normalizer(tokenizer)
    rules += [{"type": "Prepend", "prepend": SPACE}] if tokenizer.adds_space else []
    rules.append({"type": "Replace", "pattern": {"String": " "}, "content": SPACE})
    model = _unigram(tokenizer) if tokenizer.algorithm == "Unigram" else _bpe(tokenizer)
    if not lossy and any(tokenizer.normalize(text) != text for text in _MARKED):
        raise CannotHold(
            "This model writes characters such as ﬁ anew (fi), and the library drops an accent that stands after "
            "one: a text with such a pair gets other ids.",
            "Write it with that difference; all other texts keep their ids.",
        )
    return {
        "normalizer": {"type": "Sequence", "normalizers": rules},
        "model": model,
        "pre_tokenizer": None,
        "decoder": {
            "type": "Sequence",
            "decoders": [
                {"type": "Replace", "pattern": {"String": SPACE}, "content": " "},
                {"type": "ByteFallback"},
                {"type": "Fuse"},
                {"type": "Strip", "content": " ", "start": int(tokenizer.adds_space), "stop": 0},
            ],
        },
    }


def read_as_control(tokenizer: SentencePieceTokenizer) -> list[str]:
    """The control tokens that the library finds in a text that holds their names.

    They are those that the model has no pieces to spell with: the library weighs control tokens like any others.
    """
    if tokenizer.algorithm != "Unigram":
        return []
    known = {piece.piece for piece in tokenizer.proto.pieces if piece.type == piece.NORMAL}
    return [p.piece for p in tokenizer.proto.pieces if p.type in (p.CONTROL, p.UNKNOWN) and not known >= {*p.piece}]


def _normalizer(tokenizer: SentencePieceTokenizer) -> list[dict[str, Any]]:
    spec = tokenizer.proto.normalizer_spec
    rules: list[dict[str, Any]] = []
    if spec.precompiled_charsmap:
        table = base64.b64encode(spec.precompiled_charsmap).decode()
        if tokenizer.normalize("a\rb\nc") == "a b c":
            # One grapheme, for which the library's `Precompiled` would put one space.
            rules.append({"type": "Replace", "pattern": {"String": "\r\n"}, "content": "\n\n"})
        rules.append({"type": "Precompiled", "precompiled_charsmap": table})
    if spec.remove_extra_whitespaces:
        # Not the library's `Strip`, which takes tabs and line ends too.
        ends, double = EXTRA_SPACES
        rules.append({"type": "Replace", "pattern": {"Regex": ends}, "content": ""})
        rules.append({"type": "Replace", "pattern": {"Regex": double}, "content": " "})
    return rules


def _unigram(tokenizer: SentencePieceTokenizer) -> dict[str, Any]:
    return {
        "type": "Unigram",
        "unk_id": tokenizer.unknown_id,
        # The library finds control, byte and unknown pieces in text as any other; so they must never be worth it.
        "vocab": [[p.piece, p.score if p.type == p.NORMAL else _NEVER] for p in tokenizer.proto.pieces],
        "byte_fallback": tokenizer.byte_fallback,
    }


def _bpe(tokenizer: SentencePieceTokenizer) -> dict[str, Any]:
    """SentencePiece joins neighbours that make a piece, best score first; so scores say the merges, as ranks do."""
    pieces = tokenizer.proto.pieces
    scores = {p.piece: p.score for p in pieces if p.type == p.NORMAL}
    longer = [piece for piece in scores if len(piece) > 1]
    if len({scores[piece] for piece in longer}) < len(longer):
        raise CannotHold("Two pieces of this model have the same score, so that no list of merges has its order.")
    alone = {character for piece in longer for character in piece} - scores.keys()
    if alone:
        raise CannotHold(f"The character {min(alone)!r} stands in pieces of this model but has none of its own.")
    ranks = {piece: rank for rank, piece in enumerate(sorted(scores, key=scores.__getitem__, reverse=True))}
    merges = [pair for piece in sorted(longer, key=ranks.__getitem__) if (pair := last_pair(list(piece), ranks))]
    return {
        "type": "BPE",
        "dropout": None,
        "unk_token": pieces[tokenizer.unknown_id].piece,
        "continuing_subword_prefix": None,
        "end_of_word_suffix": None,
        "fuse_unk": True,
        "byte_fallback": tokenizer.byte_fallback,
        "ignore_merges": False,
        "vocab": {piece.piece: id for id, piece in enumerate(pieces)},
        "merges": [list(pair) for pair in merges],
    }
