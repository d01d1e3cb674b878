"""Writes what is said in evenings anew, `python -m tests.evenings [NAME …]`; prints one that is not kept."""

from __future__ import annotations

import sys

from tests.evenings.programme import KEPT, SAID, played

for name in sys.argv[1:] or KEPT:
    text = played(name).text
    if name not in KEPT:
        print(text)
        continue
    SAID.mkdir(exist_ok=True)
    (SAID / f"{name}.txt").write_text(text, encoding="utf-8")
    print(name)
