"""The animation as one HTML file: the same script, style and data, and nothing from anywhere else."""

from __future__ import annotations

import html
import json
from typing import Any

from playground.components import merge_player

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ margin: 0; padding: 1rem; background: light-dark(#ffffff, #12151a); }}
main {{ max-width: 100rem; margin: 0 auto; }}
{css}
</style>
</head>
<body>
<main class="playground-root">
{body}
</main>
<script type="application/json" id="data">{data}</script>
<script type="module">
{js}
mergePlayer({{
  parentElement: document.querySelector("main"),
  data: [JSON.parse(document.getElementById("data").textContent)],
}});
</script>
</body>
</html>
"""


def page(data: dict[str, Any], title: str) -> str:
    """A whole HTML page that plays `data` from a file, with no network."""
    # Inside a script element only "<" could end it.
    packed = json.dumps(data | {"step": 0, "jump": None}, ensure_ascii=False).replace("<", "\\u003c")
    shown = merge_player.ASSETS
    return _PAGE.format(title=html.escape(title), css=shown["css"], body=shown["html"], js=shown["js"], data=packed)
