"""An invisible part that runs its fragment again once what is to be seen first has been drawn.

What follows typing at each key must be small. Everything else on the page can wait for a pause: it stands in another
fragment with a pulse in it, and the view that announces itself (`token_view(..., announce=True)`) wakes it up.
Where no view is, what stands below the first screen can wait until the browser has drawn that (`once`).
"""

from __future__ import annotations

import streamlit as st

from playground.components import assets

_mount = assets.component("pulse")


def pulse(*, key: str, once: bool = False) -> bool:
    """Run the surrounding fragment again when a view that announces itself has drawn something new.

    True in a run that such a view has caused. With `once` the fragment runs again a single time, when the browser has
    nothing left to draw; from then on it is true, until the visitor leaves the page.
    """
    heard = once and (st.session_state.get(key) or {}).get("settled") is not None
    return _mount({"once": once, "heard": heard}, key=key, on_settled_change=_nothing).settled is not None


def _nothing() -> None:
    """The run itself is all that is wanted."""
