"""A scene on stage: the bar above the page, large type, and the way to the next scene."""

from __future__ import annotations

import ipaddress
from pathlib import Path
from urllib.parse import urlsplit

import segno
import streamlit as st

from playground.components.stage_bar import QRCode, stage_bar
from playground.formats import view_state
from playground.formats.deck import Scene
from playground.ui import deck

_CSS = Path(__file__).with_name("stage.css")


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
