"""What takes long at first use, made ready in the background while a server starts, so that nobody waits for it."""

from __future__ import annotations

import ast
import contextlib
import gc
import importlib
import subprocess
import sys
import time
from functools import cache
from importlib.metadata import version
from pathlib import Path

from streamlit.runtime import Runtime, get_instance

from playground.core import memory

_ROOT = Path(__file__).parents[2]
_AFTER = 5.0  # seconds: the first page comes first
_AGAIN = 600.0  # seconds between two times that memory is sorted
_MARK = _ROOT / "playground" / "core" / "__pycache__" / "compiled"


def serving() -> bool:
    """Whether a server runs the pages, for browsers to see; not so in a test of a page alone."""
    return type(get_instance()) is Runtime  # a page's test has a stand-in that claims to be one


def stay_ready() -> None:
    """Make ready what takes long, then keep memory sorted; for a thread that lives as long as the server."""
    make_ready()
    while True:
        time.sleep(_AGAIN)
        _sort_memory()


def make_ready() -> None:
    """The start page first; then, when it has been shown, what other pages need."""
    _start_page()
    gc.freeze()
    time.sleep(_AFTER)
    _compiled_code()
    _load("o200k_base")
    _sort_memory()


def _sort_memory() -> None:
    """Have Python look for garbage among what is new only, from now on.

    Most of what there is are the modules, which stay. Looking through them again and again holds all visitors up, for a
    fifth of a second each time. What was set aside the last time and is garbage by now goes first: a visitor may have
    been there then.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    memory.give_back()


@cache
def all_pages() -> None:
    """Import what any page needs: a talk goes through all of them, and nobody on a stage waits gladly."""
    for page in sorted((_ROOT / "pages").glob("*.py")):
        for statement in ast.parse(page.read_text(encoding="utf-8")).body:
            if isinstance(statement, ast.ImportFrom) and statement.module:
                for name in statement.names:
                    _import(statement.module, name.name)


def _import(module: str, name: str) -> None:
    """`from module import name`, where the name may be a module of its own."""
    if not hasattr(importlib.import_module(module), name):
        importlib.import_module(f"{module}.{name}")


def _start_page() -> None:
    """What the start page needs, while the first browser still loads Streamlit's own scripts."""
    for module in ("navigation", "tokens.token_page"):
        importlib.import_module(f"playground.ui.{module}")
    _load("cl100k_base")


def _compiled_code() -> None:
    """Compiling would hold the interpreter for seconds, so another process does it and leaves it on disk."""
    state = _state()
    known = _MARK.exists() and _MARK.read_text() == state
    if not known:
        code = "from playground.core import kernel, splits; kernel.warm(); splits.warm()"
        done = subprocess.run([sys.executable, "-c", code], cwd=_ROOT, check=False, capture_output=True)
        if done.returncode == 0:
            with contextlib.suppress(OSError):  # nothing can be kept here: it is compiled again next time
                _MARK.write_text(state)
    from playground.core import kernel

    kernel.warm()


def _state() -> str:
    """What the compiled code on disk depends on."""
    sources = sorted((_ROOT / "playground" / "core").glob("*.py"))
    dates = "".join(f"\n{path.name} {path.stat().st_mtime_ns}" for path in sources)
    return f"Python {sys.version}, numba {version('numba')}{dates}"


def _load(name: str) -> None:
    from playground import registry
    from playground.core.errors import VocabularyError

    # A page that needs it says what is missing.
    with contextlib.suppress(VocabularyError):
        registry.get(name).built()
