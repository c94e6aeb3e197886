"""`python -m rummy_lab` is the `rummy-lab` command."""

import sys

from rummy_lab.cli import main

if __name__ == "__main__":
    sys.exit(main())
