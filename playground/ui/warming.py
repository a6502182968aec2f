"""Compiled code made ready in the background, so that nobody waits for it."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from pathlib import Path

import streamlit as st
from streamlit.runtime import Runtime, get_instance

_ROOT = Path(__file__).parents[2]
_AFTER = 5.0  # seconds: the first page comes first


def serving() -> bool:
    """Whether a server runs the pages, for browsers to see; not so in a test of a page alone."""
    return isinstance(get_instance(), Runtime)


@st.cache_resource(show_spinner=False)
def warm() -> None:
    """Begin, once in the life of a server."""
    if serving():
        threading.Thread(target=_compile_then_load, daemon=True, name="warming").start()


def _compile_then_load() -> None:
    """Compiling would hold the interpreter for seconds, so another process does it and leaves it on disk."""
    time.sleep(_AFTER)
    code = "from playground.core import kernel, splits; kernel.warm(); splits.warm()"
    subprocess.run([sys.executable, "-c", code], cwd=_ROOT, check=False, capture_output=True)
    from playground.core import kernel

    kernel.warm()
