"""Own tokenizers come back after a refresh, from the keys in the address, and only from them."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from playground.core.bpe import train_bpe
from playground.core.errors import StoreError
from playground.ui import keeping

ROOT = Path(__file__).parents[2]


def open_app(keys: list[str] | None = None, own: dict | None = None) -> AppTest:
    app = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=60)
    if keys:
        app.query_params["mine"] = keys
    if own:
        app.session_state["_own_tokenizers"] = own
    return app.run()


def trained(name: str):
    tokenizer = train_bpe("the cat sat on the mat " * 9, 280, "cl100k", ["<|end|>"])
    tokenizer.name = name
    return tokenizer


def names(app: AppTest) -> list[str]:
    return list(app.session_state["_own_tokenizers"])


def address(app: AppTest) -> list[str]:
    """The keys in the address; AppTest gives a single one as a plain text."""
    keys = app.query_params["mine"]
    return [keys] if isinstance(keys, str) else list(keys)


def test_a_trained_tokenizer_is_kept_and_comes_back_in_another_session() -> None:
    mine = trained("cats")
    first = open_app(own={"cats": mine})
    keys = address(first)
    assert len(keys) == 1
    assert any("kept on this server" in caption.value for caption in first.sidebar.caption)
    second = open_app(keys)
    assert names(second) == ["cats"]
    back = second.session_state["_own_tokenizers"]["cats"]
    assert back is not mine
    assert back.merges == mine.merges
    assert back.special_tokens == mine.special_tokens
    assert address(second) == keys


def test_a_session_without_the_key_has_nothing() -> None:
    open_app(own={"secret": trained("secret")})
    other = open_app()
    assert "_own_tokenizers" not in other.session_state or not names(other)
    assert "mine" not in other.query_params


def test_deleting_takes_it_from_the_store_too() -> None:
    app = open_app(own={"a": trained("a"), "b": trained("b")})
    keys = address(app)
    assert len(keys) == 2
    app.sidebar.button(key="_kept_delete_0").click().run()
    assert names(app) == ["b"]
    assert address(app) == keys[1:]
    again = open_app(keys)
    assert names(again) == ["b"]
    assert any("no saved tokenizer behind this link" in warning.value for warning in again.warning)


def test_an_unknown_key_is_one_sentence_and_is_not_tried_again() -> None:
    app = open_app(["AAAAAAAAAAAAAAAAAAAAAA"])
    assert [warning.value for warning in app.warning if "no saved tokenizer" in warning.value]
    assert not app.exception
    app.run()
    assert not [warning.value for warning in app.warning if "no saved tokenizer" in warning.value]


def test_without_a_store_the_app_runs_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "_store", lambda: StoreError("The store of saved tokenizers cannot be opened."))
    app = open_app(own={"cats": trained("cats")})
    assert not app.exception
    assert "mine" not in app.query_params
    assert [c.value for c in app.sidebar.caption] == ["The store of saved tokenizers cannot be opened."]
