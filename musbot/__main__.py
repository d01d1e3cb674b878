"""Runs the command line as `python -m musbot`."""

from __future__ import annotations

import sys

from musbot.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
