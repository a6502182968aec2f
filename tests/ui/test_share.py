"""A page takes from a link what fits, leaves out the rest in one sentence, and cleans its address in time."""

from __future__ import annotations

import base64
import zlib

import pytest
from streamlit.testing.v1 import AppTest

from playground.formats import view_state
from playground.ui import share_kinds as kinds


def page() -> None:
    import streamlit as st

    from playground.ui import inputs, share

    state = {
        "text": share.TEXT,
        "tokenizers": share.TOKENIZERS,
        "big": share.FLAG,
        "size": share.number(0, 9),
        "look": share.one_of("text", "ids"),
    }
    share.restore(state)
    share.button(state)
    inputs.text()
    inputs.tokenizers()
    st.toggle("Big", key="big")
    st.slider("Size", 0, 9, key="size")
    st.radio("Look", ["text", "ids"], key="look")


def opened(link: str | None) -> AppTest:
    app = AppTest.from_function(page, default_timeout=30)
    if link is not None:
        app.query_params["share"] = link
    return app.run()


def test_a_link_restores_every_kind() -> None:
    state = {"text": " a\n👍🏽 ", "tokenizers": ["gpt2", "o200k_base"], "big": True, "size": 7, "look": "ids"}
    app = opened(view_state.pack(state))
    assert {key: app.session_state[key] for key in state} == state
    assert not app.warning
    app.run()
    assert {key: app.session_state[key] for key in state} == state


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        ({"text": 3}, "does not fit"),
        ({"tokenizers": "gpt2"}, "does not fit"),
        ({"tokenizers": ["mine", "gpt2"]}, "does not have"),
        ({"tokenizers": [["gpt2"], {}]}, "does not have"),
        ({"big": 1}, "does not fit"),
        ({"size": 10}, "does not fit"),
        ({"size": True}, "does not fit"),
        ({"size": 3.5}, "does not fit"),
        ({"look": ["ids"]}, "does not fit"),
    ],
)
def test_a_value_that_does_not_fit_is_left_out(state, sentence: str) -> None:
    app = opened(view_state.pack({"text": "kept", **state}))
    assert not app.exception
    assert sentence in app.warning[0].value
    if "text" not in state:
        assert app.session_state["text"] == "kept"


def test_unknown_keys_are_ignored() -> None:
    app = opened(view_state.pack({"text": "kept", "_own_tokenizers": {"x": 1}, "_framed": False}))
    assert "_own_tokenizers" not in app.session_state or app.session_state["_own_tokenizers"] == {}
    assert app.session_state["text"] == "kept"


@pytest.mark.parametrize(
    "garbage", ["x", "%%%", "eNq", "é", base64.urlsafe_b64encode(zlib.compress(b"[]")).decode().rstrip("="), "A" * 9000]
)
def test_garbage_gets_one_sentence_and_the_page_works(garbage: str) -> None:
    app = opened(garbage)
    assert not app.exception
    assert [w.value for w in app.warning] == [w.value for w in app.warning if "link" in w.value.lower()]
    assert len(app.warning) == 1
    assert app.session_state["text"]


def test_the_address_is_cleaned_when_something_changes() -> None:
    app = opened(view_state.pack({"text": "first", "tokenizers": ["mine", "gpt2"]}))
    app.run()
    assert "share" in app.query_params
    assert app.warning
    app.session_state["text"] = "second"
    app.run()
    assert "share" not in app.query_params
    assert app.session_state["text"] == "second"
    app.run()
    assert not app.warning


def test_own_tokenizers_stay_at_home() -> None:
    value, note = kinds.TOKENIZERS.portable(["mine", "gpt2"])
    assert value == ["gpt2"]
    assert "cannot be in a link" in note
    assert kinds.TOKENIZER.portable("mine")[0] is None


@pytest.mark.parametrize(
    "value",
    [None, "x", [{}], [{"role": "user"}], [{"role": "user", "content": 3}], [{"role": "", "content": ""}] * 201],
)
def test_rows_have_their_columns(value) -> None:
    assert kinds.rows("role", "content").restored(value)[0] is None


def test_rows_and_options_that_fit() -> None:
    chat = [{"role": "user", "content": "hi"}]
    assert kinds.rows("role", "content").restored(chat) == (chat, "")
    assert kinds.some_of("a", "b").restored(["b", "a"])[0] == ["b", "a"]
    assert kinds.some_of("a", "b").restored(["b", "b"])[0] is None
    assert kinds.some_of("a", "b").restored(["c"])[0] is None
