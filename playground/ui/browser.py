"""Which browser a session belongs to, as far as that can be known without asking it to keep anything new."""

from __future__ import annotations

import streamlit as st

_COOKIE = "_streamlit_xsrf"


def mark() -> str:
    """The same secret text for all sessions of one browser; empty where it keeps no cookies.

    It is the token of the cookie that Streamlit gives every browser against forged requests. The cookie's text
    changes with each answer of the server, because the token in it is masked anew: "2|mask|masked token|time".
    """
    parts = str(st.context.cookies.get(_COOKIE, "")).strip("\"'").split("|")
    if len(parts) != 4 or parts[0] != "2":
        return ""
    try:
        mask, masked = bytes.fromhex(parts[1]), bytes.fromhex(parts[2])
    except ValueError:
        return ""
    return bytes(byte ^ mask[i % len(mask)] for i, byte in enumerate(masked)).hex() if mask else ""
