"""SentencePiece: the space as a character, normalization, byte fallback, and what decoding gives back."""

from __future__ import annotations

from typing import cast

import streamlit as st

from playground.components.piece_rows import PieceRow, piece_rows
from playground.core.spm import NORMALIZATIONS, Normalization, SentencePieceTokenizer, train_unigram
from playground.core.visible import visible
from playground.languages import languages
from playground.ui import share
from playground.ui.algorithms.corpus import whole

_TEXT, _RULE, _BYTES, _SPACES = "spm_text", "spm_rule", "spm_bytes", "spm_spaces"
STATE = {_TEXT: share.TEXT, _RULE: share.one_of(*NORMALIZATIONS), _BYTES: share.FLAG, _SPACES: share.FLAG}
"""What a link restores of it."""
_EXAMPLE = "The ﬁrst café costs ①２ euros,  日本語 😀"
_SPACED = ("en", "fr", "ru")
_UNSPACED = ("ja", "zh", "th")
_TRAINED_ON = (*_SPACED, *_UNSPACED)
_ENTRIES = 1200
_LONGEST = 300


def show() -> None:
    """The text and the choices above; what happens to the text below, step by step."""
    for key, value in ((_TEXT, _EXAMPLE), (_RULE, "nfkc"), (_BYTES, True), (_SPACES, False)):
        st.session_state.setdefault(key, value)
    text = whole(st.text_input("Text", key=_TEXT, max_chars=_LONGEST, persist_state="session"))
    left, right = st.columns(2, gap="medium")
    normalization = left.selectbox(
        "Normalization", list(NORMALIZATIONS), format_func=NORMALIZATIONS.__getitem__, key=_RULE,
        persist_state="session",
    )  # fmt: skip
    with right:
        byte_fallback = st.toggle("Byte fallback", key=_BYTES, persist_state="session")
        keep_spaces = st.toggle("Keep runs of spaces", key=_SPACES, persist_state="session")
    tokenizer = model(cast(Normalization, normalization), byte_fallback, keep_spaces)
    piece_rows(steps(tokenizer, text), key="spm_steps")
    st.subheader("With spaces and without", divider=False)
    piece_rows([_sentence(tokenizer, code) for code in _TRAINED_ON], key="spm_languages")
    st.caption(
        f"This small model has {tokenizer.vocab_size:,} pieces, learned from one paragraph in {len(_TRAINED_ON)} "
        "languages, of which the last sentence stands here. Where a language writes spaces, pieces start with ▁ "
        "at each word. Where it writes none, the same rules find pieces all the same: nothing was cut into words "
        "before."
    )


def steps(tokenizer: SentencePieceTokenizer, text: str) -> list[PieceRow]:
    """The text as typed, as the model sees it, its pieces, and what decoding gives back."""
    seen, encoded = tokenizer.normalize(text), tokenizer.encoded(text)
    ids = encoded.ids.tolist()
    back = tokenizer.decode(ids)
    odd = frozenset(
        i for i, id in enumerate(ids) if id == tokenizer.unknown_id or tokenizer.piece(id).startswith("<0x")
    )
    return [
        PieceRow("Typed: x", [text], f"{len(text):,} characters", whole=True),
        PieceRow("Seen: norm(x)", [seen], difference(text, seen, "typed", "seen"), whole=True),
        PieceRow("Pieces", [tokenizer.piece(id) for id in ids], _pieces_note(tokenizer, ids), odd=odd),
        PieceRow("Decoded", [back], _verdict(text, seen, back), whole=True),
    ]


def difference(before: str, after: str, first: str, second: str) -> str:
    """What the first difference between two texts is, in words."""
    if before == after:
        return "nothing changes"
    at = next((i for i, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), min(len(before), len(after)))
    a, b = visible(before[at : at + 1]) or "the end", visible(after[at : at + 1]) or "the end"
    return f"differs from character {at + 1:,} on: {first} {a}, {second} {b}"


def _pieces_note(tokenizer: SentencePieceTokenizer, ids: list[int]) -> str:
    from_bytes = sum(tokenizer.piece(id).startswith("<0x") for id in ids)
    unknown = ids.count(tokenizer.unknown_id)
    parts = [f"{len(ids):,} tokens; ▁ stands for a space"]
    if from_bytes:
        parts.append(f"{from_bytes:,} are bytes of characters that have no piece")
    if unknown:
        parts.append(f"{unknown:,} unknown: those characters are lost")
    return "; ".join(parts)


def _verdict(text: str, seen: str, back: str) -> str:
    if back != seen:
        return f"decode(encode(x)) ≠ norm(x): {difference(seen, back, 'seen', 'decoded')}"
    return "decode(encode(x)) = norm(x)" + (
        " = x" if seen == text else ", which is not x: normalization cannot be undone"
    )


def _sentence(tokenizer: SentencePieceTokenizer, code: str) -> PieceRow:
    language = languages()[code]
    text = language.sentences[-1]
    ids = tokenizer.encode(text)
    spaces = text.count(" ")
    note = (
        f"{len(text):,} characters, {spaces:,} spaces, {len(ids):,} tokens: {len(text) / len(ids):.1f} characters each"
    )
    return PieceRow(language.name, [tokenizer.piece(id) for id in ids], note)


@st.cache_resource(max_entries=32, show_spinner="Training a small model")
def model(normalization: Normalization, byte_fallback: bool, keep_spaces: bool) -> SentencePieceTokenizer:
    """A model of the sample paragraphs; no text of a visitor is in it."""
    text = "\n".join(sentence for code in _TRAINED_ON for sentence in languages()[code].sentences)
    return train_unigram(f"{text}\n" * 3, _ENTRIES, normalization, byte_fallback, 1.0, keep_spaces)
