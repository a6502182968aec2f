"""What a visitor sees when something goes wrong: one sentence, never a traceback."""

from __future__ import annotations

import logging
import secrets
import traceback
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from playground.core.errors import PlaygroundError

_log = logging.getLogger("playground")


@contextmanager
def shown() -> Iterator[None]:
    """Show an error of the block as one sentence.

    A PlaygroundError is the user's to mend and says how. Anything else is ours: the page shows an id, and the log has
    the rest under the same id. The log gets the places in the code but not the message, which may quote user text.
    """
    try:
        yield
    except PlaygroundError as error:
        # Text in a code block is not read as Markdown, but an error box is: names in it may come from the user.
        st.error(plain(str(error)))
    except Exception as error:
        number = secrets.token_hex(4)
        places = "".join(traceback.format_tb(error.__traceback__))
        _log.error("fault %s: %s\n%s", number, type(error).__name__, places)
        st.error(f"Something broke on this page, and it is our fault. The log has the details under {number}.")


def plain(sentence: str) -> str:
    """`sentence` with everything that Markdown or LaTeX would read escaped, for calls that read them.

    >>> plain("costs $5 and *more*")
    'costs \\\\$5 and \\\\*more\\\\*'
    """
    return "".join("\\" + c if c in "\\`*_{}[]()<>#+-.!|~$:&" else c for c in sentence)
