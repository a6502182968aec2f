"""An invisible part that runs its fragment again once a token view, somewhere on the page, has come to rest.

What follows typing at each key must be small. Everything else on the page can wait for a pause: it stands in another
fragment with a pulse in it, and the view that announces itself (`token_view(..., announce=True)`) wakes it up.
"""

from __future__ import annotations

import streamlit as st

from playground.components import assets

_mount = st.components.v2.component("playground.pulse", **assets.load("pulse"))


def pulse(*, key: str) -> None:
    """Run the surrounding fragment again when a view that announces itself has drawn something new."""
    _mount(key=key, on_settled_change=_nothing)


def _nothing() -> None:
    """The run itself is all that is wanted."""
