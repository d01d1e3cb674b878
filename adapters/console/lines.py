"""A terminal line by line, where there is no screen: nothing that was printed goes away, nor changes."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TextIO

from adapters.console.art import Art, cards
from adapters.console.layout import text_of
from adapters.console.scene import Choosable, Fan, Sheet
from adapters.console.telling import Story
from adapters.console.wrap import clipped, width, wrapped
from musbot.narrator.post import Post
from musbot.words.quoted import without_slashes
from musbot.words.texts import Texts

Lines = asyncio.Queue[str | None]
"""What is typed, line by line; None at its end."""


class LineStage:
    """A Stage that prints; what is heard while a line is awaited waits until it has come."""

    apart = False

    def __init__(
        self, out: TextIO, lines: Lines, columns: Callable[[], int], texts: Texts, *, interactive: bool
    ) -> None:
        self.interactive = interactive
        self._out = out
        self._lines = lines
        self._columns = columns
        self._texts = texts
        self._story = Story()
        self._asking = False
        self._meanwhile: list[str] = []
        self._unread = asyncio.Event()

    def _say(self, *lines: str) -> None:
        typed = (without_slashes(self._texts, line) for line in lines)
        self._print("".join(f"{row}\n" for line in typed for row in wrapped(line, self._columns())))

    def _print(self, text: str) -> None:
        try:
            self._out.write(text)
            self._out.flush()
        except BrokenPipeError:  # as of `musbot play | head`
            os.dup2(os.open(os.devnull, os.O_WRONLY), self._out.fileno())
            self._unread.set()

    def _post(self, title: str, text: str) -> None:
        columns, rule = self._columns(), f"── {title} "
        head = [clipped(rule + "─" * max(columns - width(rule), 0), columns)] if title else []
        self._say("", *head, *text.split("\n"))

    def _cards(self, held: Fan) -> str:
        return "\n".join(text_of(cards(held, Art.LINE, self._columns())))

    def _listed(self, choices: tuple[Choosable, ...]) -> str:
        return _listed(choices, self._columns())

    def hear(self, hand: int, line: str) -> None:
        """See Stage."""
        self._tell(self._story.hear(hand, line))

    def begin(self, hand: int | None) -> None:
        """See Stage."""
        self._tell(self._story.begin(hand))

    def _tell(self, lines: list[str]) -> None:
        if self._asking:
            self._meanwhile += lines
        else:
            self._say(*lines)

    def board(self, post: Post) -> None:
        """See Stage: it is printed when somebody is asked."""

    def last_word(self, post: Post) -> None:
        """See Stage."""
        if self._story.begun:
            self._post(post.title, post.text)
            self._tell(self._story.next())

    def unread(self) -> Sheet | None:
        """See Stage: nothing goes away."""
        return None

    def turn(self) -> None:
        """See Stage."""

    def seat(
        self, name: str, board: Post, held: Fan | None, choices: tuple[Choosable, ...], hint: str
    ) -> None:
        """See Stage."""
        self._post(board.title, board.text)
        if held is not None:
            self._post(held.title, "\n".join([self._cards(held), held.told]))
        self._say(*filter(None, [self._listed(choices), hint]))

    def hold(self, held: Fan | None) -> None:
        """See Stage: cards are printed when somebody is asked."""

    def leave_seat(self, *, hidden: bool) -> None:
        """See Stage."""

    def note(self, text: str) -> None:
        """See Stage."""
        self._say(*filter(None, [text]))

    async def tell(self, page: Sheet) -> str | None:
        """See Stage: nobody waits for it to be read."""
        self._post(page.title, page.text)
        return ""

    async def ask(self, page: Sheet, name: str) -> str | None:
        """See Stage."""
        self._post(page.title, page.text)
        self._say(*filter(None, [self._listed(page.choices), page.foot]))
        return await self.line(name)

    async def line(self, name: str) -> str | None:
        """See Stage."""
        self._print(f"{name}> ")
        self._asking, typed = True, False
        try:
            line = await self._lines.get()
            typed = line is not None
        finally:
            self._asking = False
            if not (self.interactive and typed):  # no Enter was typed that ended the line of the prompt
                self._print("\n")
            self._say(*self._meanwhile)
            self._meanwhile.clear()
        if line is None:
            self._lines.put_nowait(None)  # it has ended for what comes after, too
        return line

    def speak(self, texts: Texts) -> None:
        """See Stage."""
        self._texts = texts

    async def open(self) -> None:
        """See Stage."""

    async def left(self) -> None:
        """See Stage: nobody can but when they are asked, or where nobody reads any more."""
        await self._unread.wait()

    async def close(self, farewell: str) -> None:
        """See Stage."""
        self._say(*filter(None, [farewell]))


def _listed(choices: tuple[Choosable, ...], columns: int) -> str:
    """Choices side by side, each whole on its line."""
    rows = [""]
    for choice in choices:
        text = " ".join(filter(None, choice))
        joined = f"{rows[-1]}   {text}" if rows[-1] else text
        rows = [*rows[:-1], joined] if not rows[-1] or width(joined) <= columns else [*rows, text]
    return "\n".join(rows)


def typed_lines() -> Lines:
    """Reads stdin in a thread of its own and returns the queue of its lines, None at the end."""
    loop = asyncio.get_running_loop()
    lines: Lines = asyncio.Queue()

    def read() -> None:
        with suppress(RuntimeError):  # the table ended first, and the loop with it
            for line in sys.stdin:
                loop.call_soon_threadsafe(lines.put_nowait, line)
            loop.call_soon_threadsafe(lines.put_nowait, None)

    threading.Thread(target=read, daemon=True, name="stdin").start()
    return lines
