"""Component assets from files: the folder's own html, css and js after what all components share."""

from __future__ import annotations

from pathlib import Path

_SHARED = Path(__file__).parent


def load(folder: str) -> dict[str, str]:
    """The keyword arguments `html`, `css`, `js` for `st.components.v2.component`, read from `components/<folder>/`.

    `shared.css` (the palette) stands before the folder's css, `shared.js` (small pure helpers) before its js, so that
    each component stays one ES module.
    """
    texts = {}
    for kind in ("html", "css", "js"):
        own = (_SHARED / folder / f"{folder}.{kind}").read_text(encoding="utf-8")
        shared = _SHARED / f"shared.{kind}"
        # Streamlit takes a single line with / [ * ? for a path: the assets are always several lines.
        texts[kind] = (shared.read_text(encoding="utf-8") if shared.exists() else "") + "\n" + own + "\n"
    return texts
