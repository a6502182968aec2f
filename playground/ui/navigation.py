"""The menu, and the frame that every page needs around it.

Until some session has called `st.navigation`, Streamlit runs the folder `pages/` in its old way, so that a page opened
first on a fresh server would skip the router. `require_frame`, the first call of every page, notices and starts over.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import streamlit as st
from streamlit import delta_generator
from streamlit.navigation.page import StreamlitPage

from playground import settings
from playground.ui import faults, keeping, uploads, views
from playground.ui.talk import stage
from playground.ui.train import resuming, training

_PAGES_FOLDER = Path(__file__).parents[2] / "pages"
_FRAME_CSS = Path(__file__).with_name("frame.css")
_TAB_ICON = Path(__file__).with_name("icon.svg")


@dataclass(frozen=True)
class Entry:
    """One line of the menu: the file in `pages/` (without `.py`), its title, and an icon by name.

    A Material icon: they look alike on every system, and an emoji would make Streamlit load its table of all of them.
    """

    file: str
    title: str
    icon: str


# The first one is the start page. Add a page here and as a file in pages/.
ENTRIES = (
    Entry("tokens", "Tokens", ":material/abc:"),
    Entry("train", "Train", ":material/model_training:"),
    Entry("merges", "Merges", ":material/merge:"),
    Entry("compare", "Compare", ":material/balance:"),
    Entry("pitfalls", "Pitfalls", ":material/warning:"),
    Entry("languages", "Languages", ":material/language:"),
    Entry("vocabulary", "Vocabulary", ":material/menu_book:"),
    Entry("algorithms", "Algorithms", ":material/account_tree:"),
    Entry("talk", "Talk", ":material/co_present:"),
)


def pages() -> list[StreamlitPage]:
    """The pages of the menu, the first of them the start page."""
    return [
        st.Page(_PAGES_FOLDER / f"{entry.file}.py", title=entry.title, icon=entry.icon, default=entry is ENTRIES[0])
        for entry in ENTRIES
    ]


def run() -> None:
    """Show the menu and the chosen page."""
    _configure()
    faults.take_over()
    st.html(_FRAME_CSS)
    page = st.navigation(pages())
    ready = False
    with faults.shown():
        # A wrong setting is one sentence instead of the page.
        settings.current()
        uploads.limit_server()
        ready = True
    if not ready:
        return
    st.session_state["_page"] = page.url_path or ENTRIES[0].file
    st.session_state["_framed"] = True
    try:
        stage.bar()
        _follow()
        keeping.restore()
        resuming.restore()
        training.collect()
        with faults.shown():
            page.run()
        keeping.sync()
        resuming.sync()
        keeping.panel()
        stage.ahead()
    finally:
        st.session_state["_framed"] = False


def _configure() -> None:
    # Before the first element Streamlit asks whether it stands in an interpreter's prompt, in order to warn. Python
    # then looks for the files of all modules, 0.2 s long. Should the name be gone one day, that time is back, no more.
    delta_generator._use_warning_has_been_displayed = True
    # Without an icon for the tab, browsers would fetch the page's own by its name from a font server.
    st.set_page_config(layout="wide", page_icon=_TAB_ICON)


def _follow() -> None:
    """Switch to the page of a view that waits to be shown."""
    wanted = views.pending_page()
    if wanted is not None and wanted != current_page():
        # With a query of its own, if an empty one: Streamlit refuses to clear parameters that widgets are bound to.
        st.switch_page(f"pages/{wanted}.py", query_params={})


def current_page() -> str:
    """The file in `pages/` (without `.py`) that is being shown."""
    return str(st.session_state.get("_page", ENTRIES[0].file))


def require_frame() -> None:
    """Start over through the router where a page was opened without it."""
    if not st.session_state.get("_framed"):
        _configure()
        st.navigation(pages())
        st.rerun()
