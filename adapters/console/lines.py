"""The stage for a terminal without a screen: prints lines that never change afterwards."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TextIO

from musbot.narrator.post import Post
from musbot.words.texts import Texts

from .art import Art, cards
from .layout import text_of
from .scene import Choosable, Fan, Sheet
from .telling import Story
from .wrap import clip_text, printable_text, typed_text, width, wrap_text

LineQueue = asyncio.Queue[str | None]
"""A queue of typed lines; None marks the end of the input."""


class LineStage:
    """A Stage that prints. Events that arrive while a line is read are printed after that line."""

    can_hide = False
    """Printed cards stay visible."""
    names_cards = False
    """Suits have signs."""

    def __init__(
        self, out: TextIO, lines: LineQueue, columns: Callable[[], int], texts: Texts, *, interactive: bool
    ) -> None:
        self.interactive = interactive
        self._out = out
        self._lines = lines
        self._columns = columns
        self.texts = texts
        self._story = Story()
        self._asking = False
        self._pending: list[str] = []
        self._output_closed = asyncio.Event()

    def _say(self, *lines: str) -> None:
        """Prints lines, wrapped, with commands as typed in the terminal."""
        typed = (printable_text(typed_text(self.texts, line)) for line in lines)
        self._print("".join(f"{row}\n" for line in typed for row in wrap_text(line, self._columns())))

    def _print(self, text: str) -> None:
        """Prints a text without changes.

        If the reader of the output has ended, this and later output is discarded, and `wait_for_quit`
        returns.
        """
        try:
            self._out.write(text)
            self._out.flush()
        except BrokenPipeError:  # the reader has ended, as in `musbot play | head`
            os.dup2(os.open(os.devnull, os.O_WRONLY), self._out.fileno())
            self._output_closed.set()

    def _post(self, title: str, text: str) -> None:
        """Prints an empty line, a rule with the title unless it is "", and a text."""
        columns, rule = self._columns(), f"── {title} "
        head = [clip_text(rule + "─" * max(columns - width(rule), 0), columns)] if title else []
        self._say("", *head, *text.split("\n"))

    def _format_cards(self, fan: Fan) -> str:
        """Returns the names of the cards in lines."""
        return "\n".join(text_of(cards(fan, Art.LINE, self._columns())))

    def _format_choices(self, choices: tuple[Choosable, ...]) -> str:
        """Returns the choices, several in a line."""
        return _format_choices(choices, self._columns())

    def add_line(self, hand: int, line: str) -> None:
        """Queues an event line of a hand, then prints the lines of the hand being told and of earlier hands.

        While a line is read from the user, they are printed after it. Prints no lines while no hand is being
        told.
        """
        self._print_lines(self._story.add_line(hand, line))

    def tell_from(self, hand: int | None) -> None:
        """Prints the held events of `hand` and of earlier hands. From now on, only later hands are held back.

        While a line is read from the user, they are printed after it. None prints no events, and holds back
        the events of every hand. The lobby is hand 0.
        """
        self._print_lines(self._story.tell_from(hand))

    def _print_lines(self, lines: list[str]) -> None:
        """Prints event lines, or keeps them until the line being typed is finished."""
        if self._asking:
            self._pending += lines
        else:
            self._say(*lines)

    def set_board(self, post: Post) -> None:
        """Does nothing: the board is printed with the next question."""

    def show_result(self, post: Post) -> None:
        """Prints the result of a hand or of the lobby, and the events of the next hand.

        While a line is read from the user, those events are printed after it, the result at once. No effect
        while neither the lobby nor a hand is being told.
        """
        if self._story.has_begun:
            self._post(post.title, post.text)
            self._print_lines(self._story.tell_next_hand())

    def unread_result(self) -> Sheet | None:
        """Returns None: printed text stays, so no page has to be read before going on."""
        return None

    def last_result(self) -> Sheet | None:
        """Returns None: the end of the table is printed."""
        return None

    def dismiss_result(self) -> None:
        """Does nothing: `show_result` already continues with the next hand."""

    def show_question(
        self, name: str, board: Post, fan: Fan | None, choices: tuple[Choosable, ...], hint: str
    ) -> None:
        """Prints the board, the player's cards (None: none), their choices and a hint."""
        self._post(board.title, board.text)
        if fan is not None:
            self._post(fan.title, "\n".join([self._format_cards(fan), fan.details]))
        self._say(*filter(None, [self._format_choices(choices), hint]))

    def show_hand(self, fan: Fan | None) -> None:
        """Does nothing: the cards are printed with the next question."""

    def clear_question(self, *, hidden: bool) -> None:
        """Does nothing: printed text cannot be cleared."""

    def show_note(self, text: str) -> None:
        """Prints a note; "" prints nothing."""
        self._say(*filter(None, [text]))

    async def read_page(self, page: Sheet) -> str | None:
        """Prints the title and the text of a page, and returns "" at once."""
        self._post(page.title, page.text)
        return ""

    async def ask_page(self, page: Sheet, name: str) -> str | None:
        """Prints a page and `name` as a prompt; returns the next typed line, or None if the input ends."""
        self._post(page.title, page.text)
        self._say(*filter(None, [self._format_choices(page.choices), page.foot]))
        return await self.read_line(name)

    async def read_line(self, name: str) -> str | None:
        """Prints `name` as a prompt and returns the next typed line; None if the input ends.

        A line of `read_stdin` still has its line break. Then, also after a cancellation, prints the events
        that arrived while it waited. After the end of the input every call returns None.
        """
        self._print(f"{name}> ")
        self._asking, typed = True, False
        try:
            line = await self._lines.get()
            typed = line is not None
        finally:
            self._asking = False
            if not (self.interactive and typed):  # no typed Enter has ended the prompt's line
                self._print("\n")
            self._say(*self._pending)
            self._pending.clear()
        if line is None:
            self._lines.put_nowait(None)  # later reads must see the end too
        return line

    async def read_early(self) -> str | None:
        """Waits until it is cancelled: lines that are typed early answer the questions that follow."""
        await asyncio.Event().wait()
        return None

    def set_language(self, texts: Texts) -> None:
        """Sets the texts, also for commands and cards in lines printed from now on."""
        self.texts = texts

    async def open(self) -> None:
        """Does nothing: printing needs no preparation."""

    async def wait_for_quit(self) -> None:
        """Waits until a print fails because the reader of the output has ended.

        The user can leave only at a question.
        """
        await self._output_closed.wait()

    async def close(self, farewell: str) -> None:
        """Prints the farewell, if there is one."""
        self._say(*filter(None, [farewell]))


def _format_choices(choices: tuple[Choosable, ...], columns: int) -> str:
    """Returns lines of choices side by side. A choice never breaks across two lines."""
    rows = [""]
    for choice in choices:
        text = " ".join(filter(None, choice))
        joined = f"{rows[-1]}   {text}" if rows[-1] else text
        rows = [*rows[:-1], joined] if not rows[-1] or width(joined) <= columns else [*rows, text]
    return "\n".join(rows)


def read_stdin() -> LineQueue:
    """Starts a thread that reads stdin. Returns the queue of its lines, with None at the end.

    Each line has its line break. Needs a running event loop.
    """
    loop = asyncio.get_running_loop()
    lines: LineQueue = asyncio.Queue()

    def read() -> None:
        with suppress(RuntimeError):  # the event loop was closed while stdin was being read
            for line in sys.stdin:
                loop.call_soon_threadsafe(lines.put_nowait, line)
            loop.call_soon_threadsafe(lines.put_nowait, None)

    threading.Thread(target=read, daemon=True, name="stdin").start()
    return lines
