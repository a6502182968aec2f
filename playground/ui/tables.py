"""Tables that show text as it is and can be taken away as CSV."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pandas as pd
import streamlit as st

SHOWN = 1000
"""Rows on screen; the file has all."""


def show(
    make: Callable[[int], pd.DataFrame],
    count: int,
    *,
    key: str,
    alt: str,
    columns: Mapping[str, Any] | None = None,
    height: int | None = None,
    select: bool = False,
) -> int | None:
    """Show the first rows of a table of `count` rows, and a button that downloads all of them as CSV.

    `make(n)` gives the first n rows, so that only those on screen need to be made. The cells are drawn as they are,
    never read as Markdown. With `select`, the place of the row that is chosen (the first one, to begin with).
    """
    shown = make(min(count, SHOWN))
    event = st.dataframe(
        shown,
        hide_index=True,
        column_config=dict(columns or {}),
        height="auto" if height is None else height,
        key=key,
        alt=alt,
        placeholder="–",
        lazy=False,
        on_select="rerun" if select else "ignore",
        selection_mode="single-row",
    )
    with st.container(horizontal=True, vertical_alignment="center"):
        st.download_button(
            "CSV",
            lambda: csv(make(count)),
            file_name=f"{key}.csv",
            mime="text/csv",
            key=f"{key}_csv",
            on_click="ignore",
            icon=":material/download:",
            type="tertiary",
            help="Download the whole table as a CSV file.",
        )
        if count > SHOWN:
            st.caption(f"The first {SHOWN:,} of {count:,} rows are listed. The file has them all.")
    if not select or not count:
        return None
    rows: list[int] = event["selection"]["rows"]  # type: ignore[index]
    return rows[0] if rows and rows[0] < len(shown) else 0


def csv(frame: pd.DataFrame) -> bytes:
    """UTF-8 with a byte-order mark, without which spreadsheets read another encoding.

    A cell that a spreadsheet would run as a formula gets an apostrophe before it.
    """
    safe = frame.copy()
    for name in safe.select_dtypes(include=["object", "string"]):
        safe[name] = [f"'{v}" if isinstance(v, str) and v[:1] in "=+-@\t\r" and v else v for v in safe[name]]
    text: str = safe.to_csv(index=False)
    return text.encode("utf-8-sig")
