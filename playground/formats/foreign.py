"""What of a tokenizer.json is byte-level BPE and nothing more, so that other formats can hold it.

Such a file may do much besides: change the text first, cut it in several steps, find added tokens anywhere. What a
rank file or a list of merges would do otherwise is found out and said, and all of it at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from playground.core.huggingface import BYTE_OF, HuggingFaceTokenizer, merges_of
from playground.core.pretokenize import PATTERNS
from playground.core.splits import last_pairs
from playground.formats import engines
from playground.formats.common import CannotHold

_MOST_REASONS = 3


@dataclass(frozen=True)
class ByteLevel:
    """The tokens by their bytes (bytes -> id), what cuts the text, and the special tokens."""

    ranks: dict[bytes, int]
    whole_pieces_first: bool
    pattern: str | None
    specials: Mapping[str, int]


def byte_level(tokenizer: HuggingFaceTokenizer, format_name: str, lossy: bool = False) -> ByteLevel:
    """The file as bytes and ranks. CannotHold with the reasons why ranks would not do what the file does.

    With `lossy`, only what is no byte-level BPE at all is refused.
    """
    config, model = tokenizer.config, tokenizer.config["model"]
    if tokenizer.algorithm != "BPE" or not tokenizer.byte_level:
        what = tokenizer.algorithm if tokenizer.algorithm != "BPE" else "BPE on characters"
        raise CannotHold(f"{format_name} holds byte-level BPE alone; this is {what}.")
    if model.get("continuing_subword_prefix") or model.get("end_of_word_suffix"):
        raise CannotHold(f"{format_name} cannot mark where a word goes on or ends, as the pieces of this file do.")
    made = {left + right: None for left, right in merges_of(model)}
    added = {token["content"] for token in config.get("added_tokens") or []}
    both = next((text for text in tokenizer.special_tokens if text in made), None)
    if both is not None:
        raise CannotHold(f"{both!r} is a special token here and one that merges make; {format_name} cannot hold both.")
    ranks = {
        bytes(BYTE_OF[character] for character in piece): id
        for piece, id in model["vocab"].items()
        if (piece not in added or piece in made or len(piece) == 1) and all(c in BYTE_OF for c in piece)
    }
    missing = [byte for byte in range(256) if bytes([byte]) not in ranks]
    if missing:
        raise CannotHold(f"{format_name} needs all 256 bytes; {len(missing)} of them have no token here.")
    whole_first = bool(model.get("ignore_merges"))
    pattern, reasons = _pattern(tokenizer)
    reasons += _around(config)
    ranks, differing = _ranks(model, ranks, whole_first)
    reasons += differing
    if reasons and not lossy:
        more = len(reasons) - _MOST_REASONS
        raise CannotHold(
            f"{format_name} would give other ids: " + "; ".join(reasons[:_MOST_REASONS])
            + (f"; and {more} more reasons." if more > 0 else "."),
            "Write what fits all the same; texts may then get other tokens or other ids.",
        )  # fmt: skip
    return ByteLevel(ranks, whole_first, pattern, tokenizer.special_tokens)


def _pattern(tokenizer: HuggingFaceTokenizer) -> tuple[str | None, list[str]]:
    """The one pattern by which the file cuts, as other engines read it, and what it does beside."""
    steps = _steps(tokenizer.config.get("pre_tokenizer"))
    reasons = []
    if any(step.get("type") == "ByteLevel" and step.get("add_prefix_space") for step in steps):
        reasons.append("the file puts a space before every text")
    cutting = [step for step in steps if step.get("type") != "ByteLevel" or step.get("use_regex", True)]
    if not cutting:
        return None, reasons
    if len(cutting) > 1:
        reasons.append(f"the file cuts text in {len(cutting)} steps, and there is room for one pattern")
    first = cutting[0]
    if first["type"] == "ByteLevel":
        return PATTERNS["gpt2"], reasons
    written = (first.get("pattern") or {}).get("Regex") if first["type"] == "Split" else None
    if written is None:
        return None, [*reasons, f"its step {first['type']!r} is not a pattern"]
    if str(first.get("behavior")).lower() != "isolated" or first.get("invert"):
        reasons.append("its pattern finds what is between the pieces, not the pieces")
    try:
        return engines.from_hugging_face(written), reasons
    except CannotHold:
        return written, [*reasons, "its pattern is one that other engines read otherwise"]


def _steps(step: Any) -> list[dict[str, Any]]:
    """The steps in a row, without the sequences that hold them."""
    if not isinstance(step, dict):
        return []
    if step.get("type") == "Sequence":
        return [inner for part in step.get("pretokenizers") or [] for inner in _steps(part)]
    return [step]


def _around(config: Mapping[str, Any]) -> Iterator[str]:
    """What the file does that no table of ranks does."""
    normalizer = config.get("normalizer")
    if normalizer and normalizer != {"type": "Sequence", "normalizers": []}:
        yield f"the file changes every text first ({normalizer.get('type', 'normalizer')})"
    if config["model"].get("dropout"):
        yield "the file leaves out merges at random (dropout)"
    tokens = config.get("added_tokens") or []
    plain = [token["content"] for token in tokens if not token.get("special")]
    if plain:
        yield f"the added token {plain[0]!r} is found in any text, before all other rules"
    flagged = [token["content"] for token in tokens if any(token.get(f) for f in ("lstrip", "rstrip", "single_word"))]
    if flagged:
        yield f"the added token {flagged[0]!r} looks at what stands beside it"


def _ranks(model: Mapping[str, Any], ranks: dict[bytes, int], whole_first: bool) -> tuple[dict[bytes, int], list[str]]:
    """The ranks that say what the merges say, and what they cannot say.

    Ranks join tokens from one pair only (see `splits`). They do what the merges do where that pair is a merge of the
    file for each token, and merges stand in the order of the ids. A token that no joining makes is kept where whole
    pieces are looked up, and left out where no text gives it.
    """
    place: dict[tuple[bytes, bytes], int] = {}
    for i, merge in enumerate(merges_of(model)):
        left, right = (bytes(BYTE_OF[character] for character in side) for side in merge)
        place[left, right] = i
    reasons = _compare(place, ranks)
    if reasons:
        in_order = sorted(ranks, key=lambda data: (len(data) > 1, _first(place, data), ranks[data]))
        by_merges = dict(zip(in_order, sorted(ranks.values()), strict=True))
        if not _compare(place, by_merges):
            ranks, reasons = by_merges, ["its ids do not rise with its merges, as ranks do"]
    if not whole_first:
        ids, pairs = last_pairs(ranks)
        unmade = set(ids[pairs[:, 0] < 0].tolist())
        ranks = {data: id for data, id in ranks.items() if len(data) == 1 or id not in unmade}
    return ranks, reasons


def _first(place: Mapping[tuple[bytes, bytes], int], data: bytes) -> int:
    """Where the first merge to `data` stands in the list."""
    found = [place.get((data[:i], data[i:]), len(place)) for i in range(1, len(data))]
    return min(found, default=0)


def _compare(place: Mapping[tuple[bytes, bytes], int], ranks: Mapping[bytes, int]) -> list[str]:
    data_of = {id: data for data, id in ranks.items()}
    before, disorder = -1, False
    for id, (left, right) in zip(*(column.tolist() for column in last_pairs(ranks)), strict=True):
        if left < 0:
            continue
        at = place.get((data_of[left], data_of[right]))
        if at is None:
            return [f"{data_of[id]!r} would be joined from parts that the file does not join"]
        disorder |= at < before
        before = max(before, at)
    return ["its merges stand in another order than its ids"] if disorder else []
