"""A deck comes back as it was saved, and a broken one is one sentence."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.core.errors import FormatError
from playground.formats import deck, view_state
from playground.formats.deck import Scene

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
VALUES = st.recursive(st.none() | st.booleans() | st.integers() | TEXT, lambda v: st.lists(v, max_size=3), max_leaves=5)
SCENES = st.builds(
    Scene, title=TEXT.filter(str.strip), page=st.just("tokens"), state=st.dictionaries(TEXT, VALUES), notes=TEXT
)


@given(st.lists(SCENES, max_size=4))
def test_a_deck_comes_back_as_it_was(scenes: list[Scene]) -> None:
    assert deck.loads(deck.dumps(scenes)) == scenes


def whole(**changes) -> bytes:
    scene = {"title": "A", "page": "tokens", "state": {}, "notes": "", **changes}
    return json.dumps({"format": "tokenizer playground deck", "version": 1, "scenes": [scene]}).encode()


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "does not hold"),
        (b"\x80\x04pickle", "does not hold"),
        (b"[" * 100_000, "does not hold"),
        (b"{}", "not a deck"),
        (view_state.to_file("tokens", {}), "not a deck"),
        (whole().replace(b'"version": 1', b'"version": 2'), "newer version"),
        (b'{"format": "tokenizer playground deck", "version": 1, "scenes": {}}', "list of up to"),
        (b'{"format": "tokenizer playground deck", "version": 1, "scenes": [1]}', "Scene 1 is not"),
        (whole(title=3), "title of scene 1"),
        (whole(title=" "), "has no title"),
        (whole(page=""), "has no page"),
        (whole(state=[]), "Scene 1 is not"),
        (whole(notes="n" * 20_001), "notes of scene 1"),
        (b" " * (view_state.LARGEST_STATE + 1), "larger than"),
    ],
)
def test_any_other_file_is_refused_in_one_sentence(data: bytes, sentence: str) -> None:
    with pytest.raises(FormatError, match=sentence) as refused:
        deck.loads(data)
    assert "\n" not in str(refused.value)


def test_a_half_character_in_a_title_is_repaired() -> None:
    (scene,) = deck.loads(whole(title="a\ud800"))
    assert scene.title == "a\ufffd"
