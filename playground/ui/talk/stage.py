"""A scene on stage: the bar above the page, large type, and the way to the next scene."""

from __future__ import annotations

import contextlib
import ipaddress
from pathlib import Path
from urllib.parse import urlsplit

import streamlit as st

from playground import registry
from playground.components.stage_bar import QRCode, stage_bar
from playground.core.errors import VocabularyError
from playground.formats import view_state
from playground.formats.deck import Scene
from playground.languages import languages
from playground.ui import warming
from playground.ui.talk import deck

_CSS = Path(__file__).with_name("stage.css")
_FIRST = "_stage_first"  # the scene with which the presentation began


def bar() -> None:
    """Show the bar where a deck is being presented. The router calls it above every page."""
    at = deck.on_stage()
    if at is None:
        return
    st.html(_CSS)
    scenes = deck.scenes()
    code = qr_code(scenes[at], st.context.url)
    wish = stage_bar(scenes, at, deck.started(), code, key="_stage_bar")
    if wish.leave:
        deck.leave()
        st.rerun()
    if wish.scene is not None:
        deck.present(wish.scene)
        st.rerun()


def ahead() -> None:
    """Make ready, while the first scene is being looked at, what the scenes after it need.

    A browser reads and compiles the scripts of charts and tables when it draws the first one, which takes seconds. So
    it gets one of each that nobody sees. The router calls it below the page, which so comes first.
    """
    at = deck.on_stage()
    if at is None:
        st.session_state.pop(_FIRST, None)
    elif st.session_state.setdefault(_FIRST, at) == at:
        warming.all_pages()
        from playground.plots import languages as plots
        from playground.ui.languages import parts

        for name in ("cl100k_base", "o200k_base"):
            with contextlib.suppress(VocabularyError):  # the scene that needs it says what is missing
                parts.cost_of(registry.get(name), None)
        # With the labels of a real one: plotly remembers how wide each text is.
        names = [each.name for each in languages().values()]
        places = [float(i) for i in range(len(names))]
        chart = plots.premiums(names, {"A": places, "B": places[::-1]}, ("A", "B"))
        with st.container(key="unseen"):
            st.plotly_chart(chart, key="_unseen_chart")
            st.dataframe({"A": [1]}, key="_unseen_table")


def qr_code(scene: Scene, address: str | None) -> QRCode | None:
    """The scene's link as a QR code; None where others could not reach it, or it is too long for one.

    `address` is that of the page as the browser sees it.
    """
    if not address:
        return None
    parts = urlsplit(address)
    if not _reachable(parts.hostname or ""):
        return None
    base = parts.path.rsplit("/", 1)[0]
    link = f"{parts.scheme}://{parts.netloc}{base}/{scene.page}?share={view_state.pack(scene.state)}"
    import segno  # not while a server starts

    try:
        code = segno.make_qr(link, error="l")
    except segno.DataOverflowError:
        return None
    return QRCode(link, ["".join("1" if dark else "0" for dark in row) for row in code.matrix])


def _reachable(host: str) -> bool:
    """Whether a phone in the room could open this host: not where it is this machine's own loopback."""
    try:
        return not ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host != "localhost" and not host.endswith(".localhost")
