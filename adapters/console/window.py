"""The full screen, drawn by prompt_toolkit; no other module imports it."""

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

from musbot.port.platform import Theme

from .background import ANSWERS
from .colours import styles
from .full import FullStage
from .scene import Look, Size

HELD_LOGS = 10_000
"""The most log records that are held while the screen is open; then they are emitted."""


class PromptWindow:
    """A Window drawn by prompt_toolkit."""

    _application: Application[None]
    """The screen, from `open` on."""
    _running: asyncio.Task[None]
    """The task that draws the screen, from `open` on."""

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
        self._early = ""
        self._quit = asyncio.Event()
        self._line = Buffer(multiline=False)
        self._logs = _hold_logs()

    async def open(self, stage: FullStage) -> None:
        """Opens the full screen, starts drawing the stage, and holds back log records until `close`.

        If HELD_LOGS are held, they are emitted before. The end of the screen ends `wait_for_quit`.
        """
        self._application = Application(
            layout=self._layout(stage),
            key_bindings=self._bindings(stage),
            style=Style.from_dict(styles(self._theme)),
            full_screen=True,
            color_depth=ColorDepth.DEPTH_1_BIT if self._theme is Theme.PLAIN else ColorDepth.DEPTH_8_BIT,
            input=self._keys,
            output=self._screen,
        )
        self._logs.__enter__()
        running = self._application.run_async(handle_sigint=False, set_exception_handler=False)
        self._running = asyncio.create_task(running, name="screen")
        self._running.add_done_callback(lambda _: self._quit.set())

    def redraw(self) -> None:
        """Schedules a redraw of the screen; call it after `open`. No effect once it is closed."""
        self._application.invalidate()

    async def read_line(self, *, keeps: bool = False) -> str:
        """Returns the line when the user next presses Enter. Characters typed before the call count.

        Waits on when the input has ended; one call may run at a time. A cancelled call clears the input
        line, unless it `keeps` the typed characters: such a call also returns, at once, a line that was
        entered between two calls. Any other call drops that line, because its user did not see the question.
        """
        early, self._early = self._early, ""
        if keeps and early:
            return early
        entered: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._typed = entered
        try:
            return await entered
        finally:
            self._typed = None
            if not keeps or not entered.cancelled():
                self._line.reset()

    async def wait_for_quit(self) -> None:
        """Waits until the user presses Ctrl-C or Ctrl-D, or the screen ends."""
        await self._quit.wait()

    async def close(self, farewell: str) -> None:
        """Ends the full screen, emits the held log records, and prints a farewell, unless it is "".

        Call it once, after `open`. An error of the screen propagates; then no farewell is printed.
        """
        if not self._running.done():
            self._application.exit()
        try:
            await self._running
        finally:
            self._logs.__exit__(None, None, None)
        if farewell:
            self._application.output.write(f"{farewell}\n".replace("\n", "\r\n"))
            self._application.output.flush()

    # ---- layout and keys ----------------------------------------------------------------------------------

    def _layout(self, stage: FullStage) -> Layout:
        """Returns the screen's layout: the stage's rows above the input line."""
        prompt = FormattedTextControl(lambda: [(f"class:{Look.PROMPT}", stage.prompt())])
        line = BufferControl(self._line)
        below = VSplit([Part(prompt, dont_extend_width=True, height=1), Part(line, height=1)])
        return Layout(HSplit([Part(_Rows(stage)), below]), focused_element=line)

    def _bindings(self, stage: FullStage) -> KeyBindings:
        """Returns the keys: Enter enters the line, up, down and page keys scroll `stage`, Ctrl-C quits.

        Ctrl-D quits only if the line is empty. A line entered while no `read_line` waits is kept, unless it
        is empty. The next call returns it if that call `keeps` lines, and drops it otherwise.
        """
        bindings = KeyBindings()

        def scroll_pages(pages: int, event: KeyPressEvent) -> None:
            size = event.app.output.get_size()
            stage.scroll(pages, Size(size.columns, size.rows - 1))

        @bindings.add("enter", eager=True)
        @bindings.add("c-j", eager=True)
        def _enter(_: KeyPressEvent) -> None:
            if self._typed is not None and not self._typed.done():
                self._typed.set_result(self._line.text)
            elif self._line.text:
                self._early = self._line.text
                self._line.reset()

        @bindings.add("c-c", eager=True)
        def _leave(_: KeyPressEvent) -> None:
            self._quit.set()

        @bindings.add("c-d", eager=True, filter=Condition(lambda: not self._line.text))
        def _end(_: KeyPressEvent) -> None:
            self._quit.set()

        @bindings.add("pageup", eager=True)
        @bindings.add("up", eager=True)
        def _page_up(event: KeyPressEvent) -> None:
            scroll_pages(-1, event)

        @bindings.add("pagedown", eager=True)
        @bindings.add("down", eager=True)
        def _page_down(event: KeyPressEvent) -> None:
            scroll_pages(1, event)

        return bindings


class _Rows(UIControl):
    """A control that lays out the stage's rows at every redraw."""

    def __init__(self, stage: FullStage) -> None:
        self._shown = stage

    def create_content(self, width: int, height: int) -> UIContent:
        """Returns the stage's rows for this size, which the stage stores."""
        rows = self._shown.rows(Size(width, height))
        lines: list[StyleAndTextTuples] = [
            [(f"class:{it.look}" if it.look else "", it.text) for it in row] for row in rows
        ]
        return UIContent(get_line=lambda number: lines[number], line_count=len(lines), show_cursor=False)


def _keys(typed: str) -> Input:
    """Returns the terminal's input, starting with the characters already typed.

    Late answers of the terminal to the question about its background are removed from it. An input without a
    VT100 parser, as on Windows, is returned without these changes.
    """
    made = create_input()
    parser = getattr(made, "vt100_parser", None)
    if parser is not None:
        feed = parser.feed
        feed(typed)
        parser.feed = lambda data: feed(ANSWERS.sub("", data))
    return made


@contextmanager
def _hold_logs() -> Iterator[None]:
    """Holds back log records in the block; they are emitted at its end, or whenever HELD_LOGS are held."""
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
