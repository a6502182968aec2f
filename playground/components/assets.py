"""Component assets from files: the folder's own html, css and js after what all components share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypedDict

import streamlit as st

_SHARED = Path(__file__).parent


class Assets(TypedDict):
    """The three texts of a component."""

    html: str
    css: str
    js: str


def load(folder: str) -> Assets:
    """The keyword arguments `html`, `css`, `js` for `st.components.v2.component`, read from `components/<folder>/`.

    `shared.css` (the palette) stands before the folder's css, `shared.js` (small pure helpers) before its js, so that
    each component stays one ES module. Where the folder has several files of a kind, the one named after the folder
    comes last.
    """
    return {"html": _text(folder, "html"), "css": _text(folder, "css"), "js": _text(folder, "js")}


def component(folder: str) -> Callable[..., Any]:
    """Register the component of a folder: a function `mount(data=..., key=..., on_..._change=...)` that draws it.

    The browser gets `data` as the only entry of a list, `const [data] = component.data`. In a dictionary Streamlit
    would look for tables, value by value at each run, and load pandas to know one.
    """
    draw = st.components.v2.component(f"playground.{folder}", **load(folder))

    def mount(data: Any = None, **settings: Any) -> Any:
        return draw(data=[data], **settings)

    return mount


def _text(folder: str, kind: str) -> str:
    main = _SHARED / folder / f"{folder}.{kind}"
    parts = [_SHARED / f"shared.{kind}", *sorted(set(main.parent.glob(f"*.{kind}")) - {main}), main]
    # Streamlit takes a single line with / [ * ? for a path: the assets are always several lines.
    return "\n".join(part.read_text(encoding="utf-8") for part in parts if part.exists() or part is main) + "\n"
