"""A terminal in a test: what is typed comes from a list, what is seen is kept as text."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from adapters.console.full import FullStage
from adapters.console.ground import TerminalKind
from adapters.console.layout import text_of
from adapters.console.messenger import CHAT
from adapters.console.scene import Size
from adapters.console.stage import Stage
from adapters.console.terminal import Terminal
from musbot.app import Nature, Process
from musbot.port.platform import Sitting
from musbot.service.choices.kept import Fact, PlatformStore
from musbot.store.sqlite import SqliteStore
from musbot.table.acts import Explained
from musbot.testing import QUICK
from musbot.words.texts import Texts

SIZES = (Size(60, 20), Size(80, 24), Size(120, 40))
SHORT = ("piedras=20", "juegos=1")


@dataclass
class TypedWindow:
    """A Window that shows at every size what there is to be seen whenever a line is typed."""

    typed: list[str | None]
    sizes: Sequence[Size] = (SIZES[1],)
    frames: list[dict[Size, str]] = field(default_factory=list)
    farewell: str = ""
    early: list[str] = field(default_factory=list)
    """What is entered while others speak."""
    leaves: asyncio.Event = field(default_factory=asyncio.Event)
    shown: FullStage | None = None

    async def open(self, shown: FullStage) -> None:
        self.shown = shown

    def redraw(self) -> None:
        pass

    async def read_line(self, *, keeps: bool = False) -> str:
        if keeps and not self.early:
            await asyncio.Event().wait()
        await asyncio.sleep(0)
        if keeps:
            return self.early.pop(0)
        self.frames.append({size: self.seen(size) for size in self.sizes})
        line = self.typed.pop(0) if self.typed else None
        if line is None:
            self.leaves.set()
            await asyncio.Event().wait()
        return line or ""

    async def wait_for_quit(self) -> None:
        await self.leaves.wait()

    async def close(self, farewell: str) -> None:
        self.farewell = farewell

    def seen(self, size: Size) -> str:
        """What is on the screen, the prompt last."""
        assert self.shown is not None
        rows = self.shown.rows(Size(size.width, size.height - 1))
        assert len(rows) == size.height - 1
        return "\n".join([*text_of(rows), self.shown.prompt()])

    @property
    def screens(self) -> list[str]:
        """What was seen at the first size, screen after screen."""
        return [frame[self.sizes[0]] for frame in self.frames]


async def sat(
    store: SqliteStore,
    stage: Stage,
    sitting: Sitting,
    where: TerminalKind,
    language: str = "es",
    seed: int = 35,
    account: str = "",
    *,
    new: bool = False,
    runs: Callable[[Process], None] = lambda _: None,
) -> None:
    """Plays at a terminal until it is left. The people have played before, unless they are `new`.

    `runs` gets the process before it starts.
    """
    for name in (
        () if new else (*sitting.names, account, account.capitalize(), Texts(language)("console-you"))
    ):
        await store.store_note(Fact.EXPLAINED, f"{CHAT}#{name}", Explained.BESIDE.value)
    terminal = Terminal(sitting, stage, where, PlatformStore(store), account)
    settings = replace(QUICK, language=language)
    process = Process(store, {"console": terminal}, settings, nature=Nature.from_seed(seed))
    process.manager.ways.default_language = sitting.usual_language
    runs(process)
    await process.start()
    try:
        await asyncio.wait_for(process.wait_until_ended(asyncio.get_running_loop().create_future()), 60)
    finally:
        await process.stop()


async def on_screen(
    store: SqliteStore,
    typed: Sequence[str | None],
    sitting: Sitting,
    language: str = "es",
    sizes: Sequence[Size] = (SIZES[1],),
    seed: int = 35,
    *,
    new: bool = False,
) -> TypedWindow:
    """Types lines at a terminal that has a screen; returns what was to be seen."""
    window, texts = TypedWindow(list(typed), sizes), Texts(language)
    await sat(store, FullStage(window, texts), sitting, TerminalKind.SCREEN, language, seed, new=new)
    return window
