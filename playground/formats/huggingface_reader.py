"""Reading anyone's tokenizer.json: sizes and shapes are checked, what looks odd is noted, then the library loads it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from playground.core.errors import FormatError, VocabularyError
from playground.core.huggingface import BYTE_OF, HuggingFaceTokenizer
from playground.formats.common import MAX_ENTRIES, MAX_PIECE, check_size, json_object

_MODELS = ("BPE", "WordPiece", "Unigram", "WordLevel")


def loads(data: bytes, name: str) -> HuggingFaceTokenizer:
    """The tokenizer in the file. FormatError, in one sentence, for what is damaged; `notes` say what is merely odd."""
    check_size(data)
    file = json_object(data)
    model = file.get("model")
    if not isinstance(model, dict):
        raise FormatError("The JSON has no `model`, so it is no tokenizer.json.")
    if model.get("type") is None:
        model["type"] = _guess_type(model)
    if model["type"] not in _MODELS:
        raise FormatError(f"The model is of the type {str(model['type'])[:40]!r}; {', '.join(_MODELS)} can be read.")
    vocab = _pairs(model) if model["type"] == "Unigram" else _vocabulary(model.get("vocab"))
    notes = list(_merges(model, vocab)) if model["type"] == "BPE" else []
    notes += _unknown(model, vocab)
    added = _added(file, vocab)
    notes += _flags(added)
    notes += _splitting(file)
    source = json.dumps(file, ensure_ascii=False)
    try:
        source.encode()
        tokenizer = HuggingFaceTokenizer(source, name)
    except UnicodeEncodeError:
        raise FormatError("The file has half a character in one of its texts.") from None
    except VocabularyError as error:
        raise FormatError(str(error)) from None
    pieces = {tokenizer.piece(id): id for id in tokenizer.ids()}
    for token in added:
        if pieces.get(token["content"]) != token["id"]:
            notes.append(
                f"The file gives {token['content']!r} the id {token['id']:,}; the library gives it "
                f"{pieces.get(token['content'], -1):,}, because ids go on without a gap there."
            )
            break
    if tokenizer.byte_level:
        missing = sum(character not in vocab for character in BYTE_OF)
        if missing:
            notes.append(f"{missing} of 256 bytes have no token: the library drops text that needs them.")
    holes = tokenizer.vocab_size - len(pieces)
    if holes:
        notes.append(f"{holes:,} ids below the largest one are not used.")
    tokenizer.notes = tuple(notes)
    return tokenizer


def _guess_type(model: dict[str, Any]) -> str:
    """Old files do not say."""
    if "merges" in model:
        return "BPE"
    if isinstance(model.get("vocab"), list):
        return "Unigram"
    return "WordPiece" if "continuing_subword_prefix" in model else "WordLevel"


def _vocabulary(vocab: Any) -> dict[str, int]:
    if not isinstance(vocab, dict):
        raise FormatError("The vocabulary is no object of pieces and ids.")
    _few(vocab)
    seen: dict[int, str] = {}
    for piece, id in vocab.items():
        if type(id) is not int or not 0 <= id < 100_000_000:
            raise FormatError(f"The piece {piece[:30]!r} has no possible id.")
        if id in seen:
            raise FormatError(f"The pieces {seen[id]!r} and {piece[:30]!r} have the same id {id:,}.")
        if len(piece) > MAX_PIECE:
            raise FormatError(f"The piece with id {id:,} has {len(piece):,} characters.")
        _whole(piece)
        seen[id] = piece
    return vocab


def _pairs(model: dict[str, Any]) -> dict[str, int]:
    vocab = model.get("vocab")
    if not isinstance(vocab, list):
        raise FormatError("The vocabulary of a Unigram model is a list of pieces with scores.")
    _few(vocab)
    found: dict[str, int] = {}
    for id, entry in enumerate(vocab):
        if not (isinstance(entry, list) and len(entry) == 2 and isinstance(entry[0], str)
                and type(entry[1]) in (int, float)):  # fmt: skip
            raise FormatError(f"Entry {id:,} of the vocabulary is not a piece and a score.")
        if entry[1] != entry[1] or abs(entry[1]) == float("inf"):
            raise FormatError(f"The score of piece {entry[0][:30]!r} is no number.")
        if len(entry[0]) > MAX_PIECE:
            raise FormatError(f"The piece with id {id:,} has {len(entry[0]):,} characters.")
        _whole(entry[0])
        found.setdefault(entry[0], id)
    return found


def _few(vocab: Any) -> None:
    if not vocab:
        raise FormatError("The vocabulary is empty.")
    if len(vocab) > MAX_ENTRIES:
        raise FormatError(f"The vocabulary has {len(vocab):,} entries; at most {MAX_ENTRIES:,} are read.")


def _whole(piece: str) -> None:
    try:
        piece.encode()
    except UnicodeEncodeError:
        raise FormatError(f"The piece {piece[:30]!r} has half a character in it.") from None


def _merges(model: dict[str, Any], vocab: dict[str, int]) -> Iterator[str]:
    """Check both notations; yields a note where a merge is listed twice."""
    merges = model.get("merges")
    if not isinstance(merges, list):
        raise FormatError("The BPE model has no list of merges.")
    prefix = model.get("continuing_subword_prefix") or ""
    if not isinstance(prefix, str):
        raise FormatError("The prefix of pieces inside a word is no text.")
    line_of: dict[tuple[str, str], int] = {}
    twice: list[tuple[str, int, int]] = []
    for number, merge in enumerate(merges, start=1):
        # Only the plain space separates: a piece may hold a no-break space.
        parts = merge.split(" ") if isinstance(merge, str) else merge
        if not isinstance(parts, list) or not all(isinstance(part, str) for part in parts):
            raise FormatError(f"Merge {number:,} is neither a text nor a pair of texts.")
        if len(parts) != 2 or "" in parts:
            reason = (
                "written as one text, it cannot hold pieces with spaces" if isinstance(merge, str) else "not a pair"
            )
            raise FormatError(f"Merge {number:,} is not two pieces: {reason}.")
        left, right = parts
        joined = left + right.removeprefix(prefix)
        for piece in (left, right, joined):
            if piece not in vocab:
                raise FormatError(f"Merge {number:,} needs the piece {piece[:30]!r}, which the vocabulary lacks.")
        if (left, right) in line_of:
            twice.append((joined, line_of[left, right], number))
        line_of[left, right] = number
    if twice:
        joined, first, last = twice[0]
        more = f" {len(twice) - 1:,} more are listed twice." if len(twice) > 1 else ""
        yield f"The merge to {joined!r} is listed twice (merges {first:,} and {last:,}); the last place counts.{more}"


def _unknown(model: dict[str, Any], vocab: dict[str, int]) -> list[str]:
    if model["type"] in ("WordPiece", "WordLevel"):
        token = model.get("unk_token")
        if not isinstance(token, str) or token not in vocab:
            raise FormatError(f"The token for unknown words, {token!r:.40}, is not in the vocabulary.")
    if model["type"] == "Unigram":
        unk = model.get("unk_id")
        if unk is None and not model.get("byte_fallback"):
            return ["The model has no token for unknown characters; a text with one cannot be encoded."]
        if unk is not None and not (type(unk) is int and 0 <= unk < len(model["vocab"])):
            raise FormatError("The id of the token for unknown characters is not in the vocabulary.")
    return []


def _added(file: dict[str, Any], vocab: dict[str, int]) -> list[dict[str, Any]]:
    added = file.get("added_tokens") or []
    if not isinstance(added, list) or not all(isinstance(token, dict) for token in added):
        raise FormatError("The added tokens are no list of objects.")
    piece_of = {id: piece for piece, id in vocab.items()}
    for token in added:
        content, id = token.get("content"), token.get("id")
        if not isinstance(content, str) or type(id) is not int or not 0 <= id < 100_000_000:
            raise FormatError("An added token lacks its text or its id.")
        if not content:
            raise FormatError(f"The added token with id {id:,} is empty; it would be found everywhere.")
        _whole(content)
        if piece_of.get(id, content) != content:
            raise FormatError(f"The added token {content!r:.40} has id {id:,}, which is {piece_of[id]!r:.40} already.")
        piece_of[id] = content
    return added


def _flags(added: list[dict[str, Any]]) -> Iterator[str]:
    stripping = [token["content"] for token in added if token.get("lstrip") or token.get("rstrip")]
    if stripping:
        some = ", ".join(map(repr, stripping[:3])) + (", ..." if len(stripping) > 3 else "")
        yield f"Added tokens that take the white space beside them: {some}. Their spans show it."
    plain = [token["content"] for token in added if not token.get("special")]
    if plain:
        some = ", ".join(map(repr, plain[:3])) + (", ..." if len(plain) > 3 else "")
        yield f"Added tokens that are found in any text, before all other rules: {some}."


def _splitting(file: dict[str, Any]) -> Iterator[str]:
    for step in _steps(file.get("pre_tokenizer")):
        literal = (step.get("pattern") or {}).get("String") if isinstance(step.get("pattern"), dict) else None
        if step.get("type") == "Split" and isinstance(literal, str) and set(literal) & set("[\\+*("):
            yield f"The split pattern {literal[:40]!r} is given as plain text, so it is looked for letter by letter."


def _steps(step: Any, depth: int = 0) -> Iterator[dict[str, Any]]:
    if isinstance(step, dict) and depth < 50:
        yield step
        inside = step.get("pretokenizers")
        for inner in inside if isinstance(inside, list) else []:
            yield from _steps(inner, depth + 1)
