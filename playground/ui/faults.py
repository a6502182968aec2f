"""What a visitor sees when something goes wrong: one sentence, never a traceback."""

from __future__ import annotations

import logging
import secrets
import traceback
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st
from streamlit import error_util
from streamlit.runtime import Runtime, get_instance

from playground.core.errors import PlaygroundError

BROKE = "Something broke on this page"
_log = logging.getLogger("playground")


@contextmanager
def shown() -> Iterator[None]:
    """Show an error of the block as one sentence.

    A PlaygroundError is the user's to mend and says how. Anything else is ours: the page shows an id, and the log has
    the rest under the same id. The log gets the places in the code but not the message, which may quote user text.
    """
    try:
        yield
    except Exception as error:
        _tell(error)


def take_over() -> None:
    """Let a server show and log in the same way what no block of `shown` caught: in callbacks and in fragments.

    Streamlit would log the message too. Tests of a page alone keep Streamlit's way, which they look for.
    """
    if isinstance(get_instance(), Runtime):
        error_util.show_uncaught_app_exception = _tell
        error_util._log_uncaught_app_exception = _say_nothing


def _tell(ex: BaseException) -> None:
    if isinstance(ex, PlaygroundError):
        # Text in a code block is not read as Markdown, but an error box is: names in it may come from the user.
        st.error(plain(str(ex)))
        return
    number = secrets.token_hex(4)
    places = "".join(traceback.format_tb(ex.__traceback__))
    _log.error("fault %s: %s\n%s", number, type(ex).__name__, places)
    st.error(f"{BROKE}, and it is our fault. The log has the details under {number}.")


def _say_nothing(ex: BaseException) -> None:
    """The log has been told."""


def plain(sentence: str) -> str:
    """`sentence` with everything that Markdown or LaTeX would read escaped, for calls that read them.

    >>> plain("costs $5 and *more*")
    'costs \\\\$5 and \\\\*more\\\\*'
    """
    return "".join("\\" + c if c in "\\`*_{}[]()<>#+-.!|~$:&" else c for c in sentence)
