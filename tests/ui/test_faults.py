"""Errors reach a visitor as one sentence."""

from __future__ import annotations

import logging

import pytest
from streamlit.testing.v1 import AppTest


def refuses() -> None:
    from playground.core.errors import TextError
    from playground.ui import faults

    with faults.shown():
        raise TextError("The token *a* costs $5 and $6.")


def breaks() -> None:
    from playground.ui import faults

    with faults.shown():
        raise ValueError("sec" + "ret text of a visitor")


def reruns() -> None:
    import streamlit as st

    from playground.ui import faults

    with faults.shown():
        if "again" not in st.session_state:
            st.session_state.again = True
            st.rerun()
        st.write("second run")


def test_a_mistake_of_the_user_is_one_plain_sentence() -> None:
    app = AppTest.from_function(refuses).run()
    assert [error.value for error in app.error] == [r"The token \*a\* costs \$5 and \$6\."]
    assert not app.exception


def test_a_fault_of_ours_shows_an_id_and_logs_the_place_but_not_the_message(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR, "playground"):
        app = AppTest.from_function(breaks).run()
    assert not app.exception
    (error,) = app.error
    number = error.value.split()[-1].rstrip(".")
    assert number in caplog.text
    assert "ValueError" in caplog.text
    assert "secret" not in caplog.text + error.value


def test_a_rerun_is_no_fault() -> None:
    app = AppTest.from_function(reruns).run()
    assert not app.error
    assert app.markdown[0].value == "second run"
