"""The command line: train, encode, decode, compare, export, serve; the same core and formats as the pages.

Results go to standard output, everything else to standard error. Exit codes: 0 done, 1 refused with a sentence,
2 wrong usage, 130 interrupted.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Sequence

from playground.command import serving, texts, training
from playground.command.files import Refusal
from playground.core.errors import PlaygroundError


def parser() -> argparse.ArgumentParser:
    """The parser of all commands; each sets `run`, which takes the parsed arguments."""
    top = argparse.ArgumentParser(prog="python -m playground", description="Train, use and compare tokenizers.")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for module in (training, texts, serving):
        module.add(commands)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code."""
    chosen = parser().parse_args(arguments)
    try:
        chosen.run(chosen)
        sys.stdout.flush()
    except (PlaygroundError, Refusal) as error:
        print(f"playground: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        # The reader of our output has gone (`| head`): end like any Unix tool, without a word.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + signal.SIGPIPE
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    return 0
