"""Component assets from files: the folder's own html, css and js after what all components share."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypedDict

import streamlit as st

_SHARED = Path(__file__).parent
SCRIPTS = "parts"
"""Under this address, beside Streamlit's own `static`, the server gives out the scripts of the components."""

by_address = False
"""Whether the server that runs the pages gives out the scripts. `playground.ui.server` says so when it starts."""

# Streamlit sends a component's script with each message that draws it: 100 kB a key, to be hashed and sent and taken
# apart again. This one is all it needs to send. The page knows best where it has its own scripts from: a proxy may have
# put the app anywhere.
_FETCH = """
const own = [...document.scripts].find((script) => script.src.includes("/static/js/"));
const part = await import(new URL("../../{address}", own.src).href);
export default part.default;
"""


class Assets(TypedDict):
    """The three texts of a component."""

    html: str
    css: str
    js: str


def load(folder: str) -> Assets:
    """The html, css and js of a component, read from `components/<folder>/`.

    `shared.css` (the palette) stands before the folder's css, `shared.js` (small pure helpers) before its js, so that
    each component stays one ES module. Where the folder has several files of a kind, the one named after the folder
    comes last.
    """
    return {"html": _text(folder, "html"), "css": _text(folder, "css"), "js": _text(folder, "js")}


def component(folder: str) -> Callable[..., Any]:
    """The component of a folder: a function `mount(data=..., key=..., on_..._change=...)` that draws it.

    The browser gets `data` as the only entry of a list, `const [data] = component.data`. In a dictionary Streamlit
    would look for tables, value by value at each run, and load pandas to know one.
    """

    @cache
    def registered() -> Callable[..., Any]:
        # When it is drawn first: not before is it known what server there is.
        texts = load(folder)
        script = _FETCH.replace("{address}", address(folder, texts["js"])) if by_address else texts["js"]
        return st.components.v2.component(f"playground.{folder}", html=texts["html"], css=texts["css"], js=script)

    def mount(data: Any = None, **settings: Any) -> Any:
        return registered()(data=[data], **settings)

    return mount


def address(folder: str, script: str) -> str:
    """Where the page gets the component's script from; another address when the script is another one."""
    return f"{SCRIPTS}/{folder}.js?{hashlib.sha256(script.encode()).hexdigest()[:16]}"


def folders() -> list[str]:
    """The components there are."""
    return sorted(script.stem for script in _SHARED.glob("*/*.js") if script.stem == script.parent.name)


def _text(folder: str, kind: str) -> str:
    main = _SHARED / folder / f"{folder}.{kind}"
    parts = [_SHARED / f"shared.{kind}", *sorted(set(main.parent.glob(f"*.{kind}")) - {main}), main]
    # Streamlit takes a single line with / [ * ? for a path: the assets are always several lines.
    return "\n".join(part.read_text(encoding="utf-8") for part in parts if part.exists() or part is main) + "\n"
