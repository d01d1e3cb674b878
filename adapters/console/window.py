"""The screen of a terminal: only this imports prompt_toolkit."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from logging.handlers import MemoryHandler

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input, create_input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import (
    BufferControl,
    FormattedTextControl,
    HSplit,
    Layout,
    UIContent,
    UIControl,
    VSplit,
)
from prompt_toolkit.layout import Window as Part
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.styles import Style

from adapters.console.background import ANSWERS
from adapters.console.colours import styles
from adapters.console.full import FullStage
from adapters.console.scene import Look, Size
from musbot.port.platform import Theme

HELD_LOGS = 10_000


class PromptWindow:
    """A Window of a terminal that has a screen apart from the one that scrolls."""

    def __init__(
        self,
        keys: Input | None = None,
        screen: Output | None = None,
        theme: Theme = Theme.PLAIN,
        typed: str = "",
    ) -> None:
        self._keys = keys if keys is not None else _keys(typed)
        self._theme = theme
        self._screen = screen
        self._typed: asyncio.Future[str] | None = None
        self._left = asyncio.Event()
        self._line = Buffer(multiline=False, read_only=Condition(lambda: self._typed is None))
        self._application: Application[None] | None = None
        self._running: asyncio.Task[None] | None = None
        self._logs = _logs_held()

    async def open(self, shown: FullStage) -> None:
        """See Window."""
        application: Application[None] = Application(
            layout=self._layout(shown),
            key_bindings=self._bindings(shown),
            style=Style.from_dict(styles(self._theme)),
            full_screen=True,
            color_depth=ColorDepth.DEPTH_1_BIT if self._theme is Theme.PLAIN else ColorDepth.DEPTH_8_BIT,
            input=self._keys,
            output=self._screen,
        )
        self._application = application
        self._logs.__enter__()
        running = application.run_async(handle_sigint=False, set_exception_handler=False)
        self._running = asyncio.create_task(running, name="screen")
        self._running.add_done_callback(lambda _: self._left.set())

    def redraw(self) -> None:
        """See Window."""
        if self._application is not None:
            self._application.invalidate()

    async def line(self) -> str:
        """See Window."""
        self._typed = asyncio.get_running_loop().create_future()
        try:
            return await self._typed
        finally:
            self._typed = None
            self._line.reset()

    async def left(self) -> None:
        """See Window."""
        await self._left.wait()

    async def close(self, farewell: str) -> None:
        """See Window."""
        if self._application is None or self._running is None:
            return
        if not self._running.done():
            self._application.exit()
        application, running, self._application, self._running = self._application, self._running, None, None
        try:
            await running
        finally:
            self._logs.__exit__(None, None, None)
        if farewell:
            application.output.write(f"{farewell}\n".replace("\n", "\r\n"))
            application.output.flush()

    # ---- how it is made ----------------------------------------------------------------------------------

    def _layout(self, shown: FullStage) -> Layout:
        prompt = FormattedTextControl(lambda: [(f"class:{Look.PROMPT}", shown.prompt())])
        line = BufferControl(self._line)
        below = VSplit([Part(prompt, dont_extend_width=True, height=1), Part(line, height=1)])
        return Layout(HSplit([Part(_Rows(shown)), below]), focused_element=line)

    def _bindings(self, shown: FullStage) -> KeyBindings:
        bindings = KeyBindings()

        def scrolled(pages: int, event: KeyPressEvent) -> None:
            size = event.app.output.get_size()
            shown.scroll(pages, Size(size.columns, size.rows - 1))

        @bindings.add("enter", eager=True)
        @bindings.add("c-j", eager=True)
        def _enter(_: KeyPressEvent) -> None:
            if self._typed is not None and not self._typed.done():
                self._typed.set_result(self._line.text)

        @bindings.add("c-c", eager=True)
        def _leave(_: KeyPressEvent) -> None:
            self._left.set()

        @bindings.add("c-d", eager=True, filter=Condition(lambda: not self._line.text))
        def _end(_: KeyPressEvent) -> None:
            self._left.set()

        @bindings.add("pageup", eager=True)
        @bindings.add("up", eager=True)
        def _up(event: KeyPressEvent) -> None:
            scrolled(-1, event)

        @bindings.add("pagedown", eager=True)
        @bindings.add("down", eager=True)
        def _down(event: KeyPressEvent) -> None:
            scrolled(1, event)

        return bindings


class _Rows(UIControl):
    """The rows of a scene, laid out anew whenever they are drawn."""

    def __init__(self, shown: FullStage) -> None:
        self._shown = shown

    def create_content(self, width: int, height: int) -> UIContent:
        """See UIControl."""
        rows = self._shown.rows(Size(width, height))
        lines: list[StyleAndTextTuples] = [
            [(f"class:{it.look}" if it.look else "", it.text) for it in row] for row in rows
        ]
        return UIContent(get_line=lambda number: lines[number], line_count=len(lines), show_cursor=False)


def _keys(typed: str) -> Input:
    """The keys of this terminal, those before them that were typed already; answers of it are none."""
    made = create_input()
    parser = getattr(made, "vt100_parser", None)
    if parser is not None:
        feed = parser.feed
        feed(typed)
        parser.feed = lambda data: feed(ANSWERS.sub("", data))
    return made


@contextmanager
def _logs_held() -> Iterator[None]:
    """Keeps what is logged off the screen until it has been given back."""
    root = logging.getLogger()
    handlers = list(root.handlers)
    holding = [MemoryHandler(HELD_LOGS, logging.CRITICAL + 1, handler) for handler in handlers]
    for handler, held in zip(handlers, holding, strict=True):
        root.removeHandler(handler)
        root.addHandler(held)
    try:
        yield
    finally:
        for handler, held in zip(handlers, holding, strict=True):
            root.removeHandler(held)
            root.addHandler(handler)
            held.close()
