"""`python -m rummy_lab.app` is `rummy-lab app`."""

import sys

from rummy_lab.app.command import run
from rummy_lab.language import LANG

if __name__ == "__main__":
    sys.exit(run(sys.argv[1:], LANG))
