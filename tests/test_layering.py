"""The direction of imports: pages -> ui, components, plots -> jobs, store, corpus, registry, formats -> core."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# A module may import from its own layer and from those with a smaller number.
LAYERS = {"core": 0, "ui": 2, "components": 2, "plots": 2}
OTHER = 1  # jobs, store, corpus, registry, formats, samples and what joins them


def layer_of(module: str) -> int:
    """Of a dotted name below `playground`."""
    parts = module.split(".")
    return LAYERS.get(parts[1], OTHER) if len(parts) > 1 else 0


def modules() -> list[Path]:
    return sorted((ROOT / "playground").rglob("*.py"))


def imports(path: Path) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found += [f"{node.module}.{alias.name}" for alias in node.names]
    return found


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_point_down(path: Path) -> None:
    me = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for name in imports(path):
        assert not name.startswith(("pages", "tests", "streamlit_app")), f"{me} imports {name}"
        if name.startswith("playground."):
            assert layer_of(name) <= layer_of(me), f"{me} imports {name}, which stands above it"
        if name.split(".")[0] in ("streamlit", "plotly"):
            assert layer_of(me) == 2, f"{me} imports {name}"


@pytest.mark.parametrize("layer", [0, 1])
def test_lower_layers_never_load_streamlit(layer: int) -> None:
    names = [".".join(p.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for p in modules()]
    chosen = [name for name in names if layer_of(name) <= layer and name != "playground.__main__"]
    code = "import sys, importlib\n" + "".join(f"importlib.import_module({n!r})\n" for n in chosen)
    code += "assert 'streamlit' not in sys.modules and 'plotly' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


def test_top_level_is_what_the_card_says() -> None:
    out = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    visible = {line.split("/")[0] for line in out.splitlines() if not line.startswith(".")}
    assert visible == {"streamlit_app.py", "playground", "pages", "tests", "requirements.txt", "README.md"}
