"""An invisible part that runs its fragment again once a token view, somewhere on the page, has come to rest.

What follows typing at each key must be small. Everything else on the page can wait for a pause: it stands in another
fragment with a pulse in it, and the view that announces itself (`token_view(..., announce=True)`) wakes it up.
"""

from __future__ import annotations

from playground.components import assets

_mount = assets.component("pulse")


def pulse(*, key: str) -> bool:
    """Run the surrounding fragment again when a view that announces itself has drawn something new.

    True in a run that such a view has caused.
    """
    return _mount(key=key, on_settled_change=_nothing).settled is not None


def _nothing() -> None:
    """The run itself is all that is wanted."""
