"""A link to the page as it is, with a button that copies it. The browser builds it from its own address."""

from __future__ import annotations

from playground.components import assets

_mount = assets.component("share_link")


def payload(parameter: str, packed: str) -> dict[str, str]:
    """What the browser gets: the name in the query and its value."""
    return {"parameter": parameter, "packed": packed}


def share_link(parameter: str, packed: str, key: str) -> None:
    """Show the page's own address with `?parameter=packed`. Only the browser knows how it reached the page, so it
    works behind any proxy and base path.
    """
    _mount(data=payload(parameter, packed), key=key)
