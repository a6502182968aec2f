"""Going to a view: a page and the state it should show. The router switches the page, `share.restore` applies it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

_PENDING = "_view_pending"


def show(page: str, values: Mapping[str, Any]) -> None:
    """Show `page` (a file in `pages/` without `.py`) with these values from the next run on."""
    st.session_state[_PENDING] = page, dict(values)


def pending_page() -> str | None:
    """The page of the view that waits to be shown."""
    return st.session_state[_PENDING][0] if _PENDING in st.session_state else None


def take() -> dict[str, Any] | None:
    """The values of the view that waits, which then waits no more."""
    return st.session_state.pop(_PENDING)[1] if _PENDING in st.session_state else None
