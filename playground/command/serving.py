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
    serve = commands.add_parser("serve", help="open the app", description=_serve.__doc__)
    serve.add_argument(
        "options", nargs=argparse.REMAINDER, help="options of `streamlit run`, such as --server.port 8080"
    )
    serve.set_defaults(run=_serve)


def _serve(chosen: argparse.Namespace) -> None:
    """Open the app in a browser, as `streamlit run streamlit_app.py` does."""
    settings.current()  # a wrong one is said here, before anything starts
    command = [sys.executable, "-m", "streamlit", "run", str(_ROOT / "streamlit_app.py"), *chosen.options]
    sys.exit(subprocess.run(command, cwd=_ROOT).returncode)
