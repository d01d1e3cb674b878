"""A press passes the files that docs/architecture.md names, in that order, each of them once."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import FrameType

from tests.support.telegram_sala import ANE, BENAT, CARMEN, DANI, Sala

ROOT = Path(__file__).parents[3]
ROW = re.compile(r"^\| \d+ \| `(\S+)` \| `(\S+)` \|", re.MULTILINE)
MOST = 14


async def test_a_press_passes_the_files_of_the_page_in_order(sala: Sala) -> None:
    told = ROW.findall((ROOT / "docs/architecture.md").read_text("utf-8"))
    assert len({file for file, _ in told}) == len(told) <= MOST
    await sala.open(ANE, BENAT, CARMEN, DANI, rules="parejas")
    before_word = (await sala.board_says("Habla")).text
    called: list[tuple[str, str]] = []

    def note(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(str(ROOT)):
            called.append((str(Path(code.co_filename).relative_to(ROOT)), code.co_qualname))

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        await sala.speak("mus")
        await sala.fake.until(lambda: sala.boards[-1:] if sala.boards[-1].text != before_word else None)
    finally:
        sys.setprofile(before)
    left = iter(called)
    missing = [row for row in told if row not in left]
    assert missing == []
