"""A terminal with a screen of its own: the table stands still, and what is over is read before it goes."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from functools import partial
from typing import Protocol

from adapters.console.layout import laid_out, most_scrolled
from adapters.console.scene import Choosable, Fan, Row, Scene, Sheet, Size
from adapters.console.telling import Story
from musbot.narrator.post import Post
from musbot.words.quoted import without_slashes
from musbot.words.texts import Texts

KEPT = 200
"""Lines of what was heard that are kept."""


class Window(Protocol):
    """A screen that can be drawn anew, and the line that is typed below it."""

    async def open(self, shown: FullStage) -> None:
        """Takes the screen."""

    def redraw(self) -> None:
        """Shows what there is to be seen now."""

    async def line(self) -> str:
        """Returns the next line that is typed; what was typed before is not taken."""

    async def left(self) -> None:
        """Waits until somebody presses Ctrl-C or Ctrl-D."""

    async def close(self, farewell: str) -> None:
        """Gives the screen back, and writes a last word on what was there before."""


class FullStage:
    """A Stage of which nothing stays on the screen but what is meant to."""

    interactive = True
    apart = True

    def __init__(self, window: Window, texts: Texts) -> None:
        self._window = window
        self._texts = texts
        self._story = Story()
        self._ended: deque[Post] = deque()
        self._scene = Scene()
        self._told: Sheet | None = None
        self._size = Size(80, 24)

    # ---- what a window shows -----------------------------------------------------------------------------

    def rows(self, size: Size) -> list[Row]:
        """Returns the rows above the prompt."""
        self._size = size
        return laid_out(self._scene, size)

    def prompt(self) -> str:
        """Returns what stands before the line that is typed."""
        return self._scene.prompt

    def scroll(self, pages: int, size: Size) -> None:
        """Passes over so many screens of a page, or back."""
        wanted = self._scene.scrolled + pages * max(size.height - 6, 1)
        self._show(replace(self._scene, scrolled=min(max(wanted, 0), most_scrolled(self._scene, size))))

    def _show(self, scene: Scene) -> None:
        typed, page = partial(without_slashes, self._texts), scene.page
        scene = replace(scene, board=typed(scene.board), hint=typed(scene.hint), note=typed(scene.note))
        page = page and replace(page, text=typed(page.text), foot=typed(page.foot))
        self._scene = replace(scene, story=tuple(map(typed, scene.story)), page=page)
        self._window.redraw()

    # ---- a stage -----------------------------------------------------------------------------------------

    def hear(self, hand: int, line: str) -> None:
        """See Stage."""
        self._tell(self._story.hear(hand, line))

    def begin(self, hand: int | None) -> None:
        """See Stage."""
        self._tell(self._story.begin(hand))

    def _tell(self, lines: list[str]) -> None:
        if lines:
            self._show(replace(self._scene, story=(*self._scene.story, *lines)[-KEPT:]))

    def board(self, post: Post) -> None:
        """See Stage."""
        self._show(replace(self._scene, title=post.title, board=post.text))

    def last_word(self, post: Post) -> None:
        """See Stage: how the lobby ended is told with the first hand, so that nothing comes before cards."""
        if self._story.in_lobby:
            self._tell([*(post.lean.shown.split("\n") if post.lean is not None else ()), *self._story.next()])
        elif self._story.begun:
            self._ended.append(post)

    def unread(self) -> Sheet | None:
        """See Stage."""
        return Sheet(self._ended[0].title, self._ended[0].text) if self._ended else None

    def turn(self) -> None:
        """See Stage."""
        self._ended.popleft()
        self._show(replace(self._scene, story=()))
        self._tell(self._story.next())

    def seat(
        self, name: str, board: Post, held: Fan | None, choices: tuple[Choosable, ...], hint: str
    ) -> None:
        """See Stage."""
        shown = replace(self._scene, title=board.title, board=board.text, hand=held)
        self._show(replace(shown, choices=choices, hint=hint, note=""))

    def hold(self, held: Fan | None) -> None:
        """See Stage."""
        if held != self._scene.hand:
            self._show(replace(self._scene, hand=held))

    def leave_seat(self, *, hidden: bool) -> None:
        """See Stage."""
        self._show(replace(self._scene, choices=(), hint="", note=""))
        if hidden:
            self.hold(None)

    def note(self, text: str) -> None:
        """See Stage."""
        self._show(replace(self._scene, note=text))

    async def tell(self, page: Sheet) -> str | None:
        """See Stage; what is told again at once stays where it had been turned to."""
        shown = replace(page, foot=self._texts("console-next"))
        scrolled = self._scene.scrolled if shown == self._told else 0
        self._told = shown
        self._show(replace(self._scene, page=shown, scrolled=scrolled))
        try:
            while not (typed := (await self.line("") or "").strip()):
                if self._scene.scrolled >= most_scrolled(self._scene, self._size):
                    break
                self.scroll(1, self._size)
        finally:
            self._show(replace(self._scene, page=None, note=""))
        return typed

    async def ask(self, page: Sheet, name: str) -> str | None:
        """See Stage."""
        self._told = None
        self._show(replace(self._scene, page=page, scrolled=0))
        try:
            return await self.line(name)
        finally:
            self._show(replace(self._scene, page=None))

    async def line(self, name: str) -> str | None:
        """See Stage."""
        self._show(replace(self._scene, prompt=f"{name}> "))
        try:
            return await self._window.line()
        finally:
            self._show(replace(self._scene, prompt=self._texts("console-waiting")))

    def speak(self, texts: Texts) -> None:
        """See Stage."""
        self._texts = texts

    async def open(self) -> None:
        """See Stage."""
        await self._window.open(self)

    async def left(self) -> None:
        """See Stage."""
        await self._window.left()

    async def close(self, farewell: str) -> None:
        """See Stage."""
        await self._window.close(farewell)
