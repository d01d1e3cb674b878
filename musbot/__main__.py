"""Makes `python -m musbot` the same as `musbot`."""

from __future__ import annotations

import sys

from musbot.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
