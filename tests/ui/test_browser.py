"""One browser has one mark, whatever mask its cookie wears."""

from __future__ import annotations

import pytest
import streamlit as st
from streamlit.web.server.starlette.starlette_app_utils import generate_xsrf_token_string

from playground.ui import browser


def mark_of(monkeypatch: pytest.MonkeyPatch, cookie: str | None) -> str:
    class Context:
        cookies = {} if cookie is None else {"_streamlit_xsrf": cookie}

    monkeypatch.setattr(st, "context", Context)
    return browser.mark()


def test_the_mark_is_the_token_under_streamlits_own_mask(monkeypatch: pytest.MonkeyPatch) -> None:
    token = bytes(range(16))
    cookies = {generate_xsrf_token_string(token) for _ in range(20)}
    assert len(cookies) == 20
    assert {mark_of(monkeypatch, cookie) for cookie in cookies} == {token.hex()}
    assert mark_of(monkeypatch, f'"{generate_xsrf_token_string(token)}"') == token.hex()
    assert mark_of(monkeypatch, generate_xsrf_token_string()) != token.hex()


@pytest.mark.parametrize("cookie", [None, "", "x", "1|2", "2|zz|00|1", "2||00|1", "2|00||1|", "3|00|00|1"])
def test_no_cookie_or_another_kind_is_no_mark(monkeypatch: pytest.MonkeyPatch, cookie: str | None) -> None:
    assert mark_of(monkeypatch, cookie) == ""
