"""`serve`."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from typing import Any

from playground import settings

_ROOT = Path(__file__).parents[2]


def add(commands: Any) -> None:
    """Put the command of this module into the parser."""
    # Nothing here begins an option, so that all of them, `--help` too, reach `streamlit run`.
    serve = commands.add_parser(
        "serve", help="open the app; takes the options of `streamlit run`", prefix_chars="\0", add_help=False
    )
    serve.add_argument("options", nargs="*")
    serve.set_defaults(run=_serve)


def _serve(chosen: argparse.Namespace) -> None:
    """Open the app in a browser, as `streamlit run streamlit_app.py` does."""
    settings.current()  # a wrong one is said here, before anything starts
    command = [sys.executable, "-m", "streamlit", "run", str(_ROOT / "streamlit_app.py"), *chosen.options]
    sys.exit(subprocess.run(command, cwd=_ROOT).returncode)
