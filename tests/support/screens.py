"""What is to be seen in the terminal, kept as text in tests/adapters/console/screens.

`python -m tests.support.screens [NAME…]` writes it anew; read the difference like code.
"""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from adapters.console.ground import TerminalKind
from adapters.console.lines import LineStage
from adapters.console.scene import Size
from musbot.players import AIKind
from musbot.port.platform import Sitting
from musbot.store.sqlite import open_sqlite
from musbot.words.texts import Texts
from tests.support.stores import prepared
from tests.support.typist import SHORT, SIZES, on_screen, sat

KEPT = Path(__file__).parents[1] / "adapters/console/screens"
SMALL, USUAL, LARGE = SIZES


@dataclass(frozen=True)
class Told:
    """Some people at a terminal, and what they type; `sizes` () is a pipe."""

    typed: Sequence[str]
    sizes: Sequence[Size] = SIZES
    names: tuple[str, ...] = ("Ane",)
    rules: tuple[str, ...] = ("vitoria", *SHORT)
    seats: int = 4
    language: str = "es"
    seed: int = 1
    new: bool = False


SCREENS = {
    "a_whole_partida": Told("1|ac||1|1||¿qué es el deje?||mus|||1||||".split("|"), (SMALL,), seed=2),
    "moments": Told(
        "ayuda|||no sé|envido 3|tanteo||¿qué son pares?||ajustes|4|2||aprender|1|2|".split("|"),
        names=(),
    ),
    "a_first_hand": Told(["", "1"], (SMALL,), (), language="en", new=True),
    "cards_are_thrown": Told(["mus", "2", "bd", "ac", "", "1"], seed=2),
    "several_pass_the_screen": Told([*["", "1", "a", ""] * 6], (USUAL,), ("Ane", "Beñat")),
    "eight_in_english": Told(["b", "", "1", "help", ""], rules=("tres-mus",), seats=8, language="en"),
    "in_basque": Told("laguntza|||1|1|1|1|tira||1|a||1|ac||1".split("|"), (USUAL,), language="eu"),
    "a_pipe": Told(["1", "tanteo", "paso", "no quiero", "1", "1", "1"], ()),
}


async def told(what: Told, folder: Path) -> str:
    """Returns what is seen, screen after screen; the same again is left out."""
    store = await open_sqlite(prepared(folder / "mus.sqlite"))
    sitting = Sitting(what.rules, what.names, what.seats, ai=AIKind.PRUDENTE)  # who learns nothing more
    try:
        if not what.sizes:
            return await _printed(what, sitting, folder)
        window = await on_screen(
            store, what.typed, sitting, what.language, what.sizes, what.seed, new=what.new
        )
    finally:
        await store.close()
    seen: list[str] = []
    before: dict[Size, str] = {}
    for frame, typed in zip(window.frames, ["", *what.typed], strict=False):
        if frame != before:
            head = f"«{typed}»" if before else ""
            seen += [f"{head} {it.width}×{it.height}".strip() + f"\n{_framed(frame[it], it)}" for it in frame]
        before = frame
    return "\n\n".join([*seen, window.farewell]).rstrip() + "\n"


async def _printed(what: Told, sitting: Sitting, folder: Path) -> str:
    lines: asyncio.Queue[str | None] = asyncio.Queue()
    for line in (*what.typed, None):
        lines.put_nowait(line)
    out = io.StringIO()
    store = await open_sqlite(prepared(folder / "pipe.sqlite"))
    try:
        stage = LineStage(out, lines, lambda: 80, Texts(what.language), interactive=False)
        await sat(store, stage, sitting, TerminalKind.PIPE, what.language, what.seed)
    finally:
        await store.close()
    return "\n".join(line.rstrip() for line in out.getvalue().split("\n"))


def _framed(screen: str, size: Size) -> str:
    return "\n".join(["═" * size.width, *(line.rstrip() for line in screen.split("\n")), "═" * size.width])


def main(names: Sequence[str]) -> None:
    """Writes those of these names, or all."""
    KEPT.mkdir(exist_ok=True)
    for name in names or SCREENS:
        with TemporaryDirectory() as folder:
            (KEPT / f"{name}.txt").write_text(asyncio.run(told(SCREENS[name], Path(folder))), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
