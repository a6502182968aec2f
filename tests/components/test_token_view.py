"""What the token view sends: JSON that holds the whole truth about texts, tokens and cells."""

from __future__ import annotations

import base64
import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground import registry
from playground.components.token_view.data import Pane, chunk_ends, cut_at, pack, payload
from playground.core.segments import cells
from playground.core.tokens import Encoded

TEXTS = st.text(
    st.one_of(st.characters(exclude_categories=["Cs"]), st.sampled_from("ab \r\n\té👩‍👧🇮🇳\x00")), max_size=50
)


def unpack(packed: dict[str, str]) -> list[int]:
    return np.frombuffer(base64.b64decode(packed["data"]), f"<{packed['type']}").tolist()


@settings(deadline=None, max_examples=100)
@given(st.lists(st.integers(0, 2**31 - 1), max_size=20))
def test_packed_numbers_come_back(numbers: list[int]) -> None:
    assert unpack(pack(np.array(numbers, np.int64))) == numbers


@settings(deadline=None, max_examples=100)
@given(TEXTS, st.sampled_from(registry.NAMES))
def test_payload_survives_json_and_says_everything(text: str, name: str) -> None:
    tokenizer = registry.get(name)
    encoded = tokenizer.encoded(text)
    sent = payload([Pane(tokenizer, encoded)])
    assert json.loads(json.dumps(sent)) == sent
    pane = sent["panes"][0]
    assert sent["texts"] == [text]
    assert unpack(pane["ids"]) == encoded.ids.tolist()
    assert np.cumsum(unpack(pane["lengths"])).tolist() == encoded.ends.tolist()
    found = cells(encoded)
    units = unpack(pane["units"]) if "units" in pane else unpack(pane["lengths"])
    assert np.cumsum(units).tolist() == found.ends16.tolist()
    if "kinds" in pane:
        kinds = unpack(pane["kinds"])
        assert [k >> 1 for k in kinds] == (found.last - found.first).tolist()
        assert [bool(k & 1) for k in kinds] == found.shared.tolist()


def test_equal_texts_are_sent_once() -> None:
    panes = [Pane(registry.get(n), registry.get(n).encoded(t)) for t in ("one", "two") for n in ("gpt2", "o200k_base")]
    sent = payload(panes)
    assert sent["texts"] == ["one", "two"]
    assert [pane["text"] for pane in sent["panes"]] == [0, 0, 1, 1]


def test_gaps_and_tokens_without_text() -> None:
    tokenizer = registry.get("gpt2")
    encoded = Encoded("a b", np.array([1, 64, 65], np.int32), np.array([0, 0, 2]), np.array([0, 1, 3]))
    pane = payload([Pane(tokenizer, encoded)])["panes"][0]
    assert unpack(pane["gaps"]) == [0, 0, 1]
    assert unpack(pane["units"]) == [0, 1, 1, 1]
    assert [k >> 1 for k in unpack(pane["kinds"])] == [1, 1, 0, 1]
    assert pane["labels"] == {"0": '"'}


def test_boundaries_that_differ() -> None:
    gpt2, o200k = registry.get("gpt2"), registry.get("o200k_base")
    text = "x 1234567"
    first, second = payload([Pane(gpt2, gpt2.encoded(text)), Pane(o200k, o200k.encoded(text))], mark_differences=True)[
        "panes"
    ]
    both = set(gpt2.encoded(text).starts.tolist()) & set(o200k.encoded(text).starts.tolist())
    for sent, tokenizer in ((first, gpt2), (second, o200k)):
        starts = tokenizer.encoded(text).starts.tolist()
        assert [starts[i] for i in sent["differs"]] == [s for s in starts if s not in both]


@pytest.mark.parametrize(("limit", "kept"), [(0, ""), (1, "ok"), (2, "ok "), (3, "ok "), (4, "ok 鎮"), (5, None)])
def test_a_limit_never_falls_inside_a_character(limit: int, kept: str | None) -> None:
    encoded = registry.get("cl100k_base").encoded("ok 鎮!")
    found = cut_at(encoded, limit)
    assert (None if found is None else encoded.text[:found]) == kept


@settings(deadline=None, max_examples=60)
@given(TEXTS)
def test_chunks_tile_the_text(text: str) -> None:
    ends = chunk_ends(text, "cl100k")
    assert (ends[-1] if len(ends) else 0) == len(text.encode("utf-16-le")) // 2


def test_names_of_invisible_characters_travel_along() -> None:
    tokenizer = registry.get("gpt2")
    sent: dict[str, Any] = payload([Pane(tokenizer, tokenizer.encoded("a\u200b\x1b"))])
    assert sent["names"] == {str(0x200B): "ZWSP", "27": "ESC"}
