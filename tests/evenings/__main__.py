"""Writes what is said in evenings anew: `python -m tests.evenings [NAME …]`."""

from __future__ import annotations

import sys

from tests.evenings.programme import EVENINGS, SAID, told

for name in sys.argv[1:] or EVENINGS:
    SAID.mkdir(exist_ok=True)
    (SAID / f"{name}.txt").write_text(told(name), encoding="utf-8")
    print(name)
