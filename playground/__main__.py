"""`python -m playground`: the command line."""

import sys

from playground.command import main

if __name__ == "__main__":
    sys.exit(main())
