"""The stage for a terminal with a full screen.

The table stays in place, and a hand's result stays until the player has read it.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from functools import partial
from typing import Protocol

from musbot.narrator.post import Post
from musbot.words.texts import Texts

from .art import Art
from .layout import layout_rows, max_scroll, opening_row, scroll_step
from .scene import Choosable, Fan, Row, Scene, Sheet, Size
from .telling import Story
from .wrap import typed_text, wrap_words

STORY_LINES = 200
"""Number of event lines that are kept."""


class Window(Protocol):
    """A full screen, and the input line below it."""

    async def open(self, stage: FullStage) -> None:
        """Switches to the full screen and starts drawing the stage."""

    def redraw(self) -> None:
        """Redraws the screen with the stage's current rows."""

    async def read_line(self, *, keeps: bool = False) -> str:
        """Returns the line when the user next presses Enter. Characters typed before the call count.

        Waits on when the input has ended; `wait_for_quit` reports that. A cancelled call clears the input
        line, unless it `keeps` the typed characters.
        """

    async def wait_for_quit(self) -> None:
        """Waits until the user presses Ctrl-C or Ctrl-D, or the screen ends."""

    async def close(self, farewell: str) -> None:
        """Restores the normal screen and prints a farewell on it, unless it is ""."""


class FullStage:
    """A Stage on a full screen: everything shown can be replaced or hidden."""

    interactive = True
    """A user sits at the screen."""
    can_hide = True
    """Every row can be replaced."""
    names_cards = False
    """Suits have signs."""

    def __init__(self, window: Window, texts: Texts) -> None:
        self._window = window
        self.texts = texts
        self._story = Story()
        self._results: deque[Post] = deque()
        self._scene = Scene()
        self._last_page: Sheet | None = None
        self._size = Size(80, 24)
        self._drawn: dict[Size, Art] = {}

    # ---- what a window shows -----------------------------------------------------------------------------

    def rows(self, size: Size) -> list[Row]:
        """Returns the rows above the prompt for a screen of this size.

        Stores the size, by which `read_page` and `ask_page` then scroll, and records the size at which the
        cards are drawn.
        """
        self._size = size
        return layout_rows(self._scene, size, self._drawn)

    def prompt(self) -> str:
        """Returns the prompt of the input line."""
        return self._scene.prompt

    def scroll(self, pages: int, size: Size) -> None:
        """Scrolls the page by `pages` times `scroll_step(size)` rows, within its limits.

        Scrolls backwards if `pages` is negative. Redraws the screen. Without a page, sets the remembered
        scroll position to 0.
        """
        start = opening_row(self._scene, size)
        wanted = start + self._scene.scroll + pages * scroll_step(size)
        self._show(replace(self._scene, scroll=min(max(wanted, 0), max_scroll(self._scene, size)) - start))

    def _show(self, scene: Scene) -> None:
        """Stores a scene and redraws the window.

        The board, hint, note, events, and the page's text, `seen` and foot pass through `typed_text`. It
        writes commands as typed in the terminal, and shortens cards. Titles, choices and the hand are not
        changed.
        """
        typed, page = partial(typed_text, self.texts), scene.page
        scene = replace(scene, board=typed(scene.board), hint=typed(scene.hint), note=typed(scene.note))
        page = page and replace(page, text=typed(page.text), seen=typed(page.seen), foot=typed(page.foot))
        self._scene = replace(scene, story=tuple(map(typed, scene.story)), page=page)
        self._window.redraw()

    # ---- a stage -----------------------------------------------------------------------------------------

    def add_line(self, hand: int, line: str) -> None:
        """Queues an event line of a hand, then shows the lines of the hand being told and of earlier hands.

        Shows no lines while no hand is being told.
        """
        self._show_lines(self._story.add_line(hand, line))

    def tell_from(self, hand: int | None) -> None:
        """Shows the events up to this hand, and holds back later hands; None holds back all."""
        self._show_lines(self._story.tell_from(hand))

    def _show_lines(self, lines: list[str]) -> None:
        """Adds event lines to the screen, and keeps the last STORY_LINES."""
        if lines:
            self._show(replace(self._scene, story=(*self._scene.story, *lines)[-STORY_LINES:]))

    def set_board(self, post: Post) -> None:
        """Shows the title and text of a board."""
        self._show(replace(self._scene, title=post.title, board=post.text))

    def show_result(self, post: Post) -> None:
        """Shows the result of the lobby and tells the first hand; or keeps a hand's result until it is read.

        The lobby's result is its short form, if it has one; the events of the first hand follow. A kept
        result waits for `dismiss_result`. No effect while neither the lobby nor a hand is being told.
        """
        if self._story.in_lobby:
            self._show_lines(
                [
                    *([post.short_form.shown] if post.short_form is not None else ()),
                    *self._story.tell_next_hand(),
                ]
            )
        elif self._story.has_begun:
            self._results.append(post)

    def unread_result(self) -> Sheet | None:
        """Returns the oldest result that the players have not read; None if they have read all."""
        return Sheet(self._results[0].title, self._results[0].text) if self._results else None

    def last_result(self) -> Sheet | None:
        """Returns the newest result that the players have not read; None if they have read all."""
        return Sheet(self._results[-1].title, self._results[-1].text) if self._results else None

    def dismiss_result(self) -> None:
        """Dismisses the oldest unread result, and shows the next hand's events in place of the lines shown.

        Raises IndexError if there is no unread result.
        """
        self._results.popleft()
        self._show(replace(self._scene, story=()))
        self._show_lines(self._story.tell_next_hand())

    def show_question(
        self, name: str, board: Post, fan: Fan | None, choices: tuple[Choosable, ...], hint: str
    ) -> None:
        """Shows a player the board, their cards (None: none), their choices and a hint.

        Clears the note.
        """
        shown = replace(self._scene, title=board.title, board=board.text, hand=fan)
        self._show(replace(shown, choices=choices, hint=hint, note=""))

    def show_hand(self, fan: Fan | None) -> None:
        """Shows these cards; None hides them."""
        if fan != self._scene.hand:
            self._show(replace(self._scene, hand=fan))

    def clear_question(self, *, hidden: bool) -> None:
        """Removes choices, hint and note, and the cards too if `hidden`."""
        self._show(replace(self._scene, choices=(), hint="", note=""))
        if hidden:
            self.show_hand(None)

    def show_note(self, text: str) -> None:
        """Shows a note above the prompt; "" removes it."""
        self._show(replace(self._scene, note=text))

    async def read_page(self, page: Sheet) -> str | None:
        """Shows a page until the user closes it or types something; returns the typed line, "" if none.

        Enter closes a page that has a foot, and scrolls any other to its end first. Showing the same page
        twice in a row keeps the scroll position. Afterwards removes the page and the note. Never returns
        None: it waits on when the input has ended.
        """
        shown = page if page.foot else replace(page, foot=self.texts("console-next"))
        scrolled = self._scene.scroll if shown == self._last_page else 0
        self._last_page = shown
        self._show(replace(self._scene, page=shown, scroll=scrolled))
        try:
            while not (typed := (await self.read_line("") or "").strip()):
                if page.foot or not self._can_turn():
                    break
                self.scroll(1, self._size)
        finally:
            self._show(replace(self._scene, page=None, note=""))
        return typed

    async def ask_page(self, page: Sheet, name: str) -> str | None:
        """Shows a page and returns the line typed on it, "" for Enter; then removes the page.

        If the page `turns`, Enter scrolls it to its end first. Never returns None: it waits on when the input
        has ended.
        """
        self._last_page = None
        self._show(replace(self._scene, page=page, scroll=0))
        try:
            while not (typed := await self.read_line(name)) and page.turns and self._can_turn():
                self.scroll(1, self._size)
            return typed
        finally:
            self._show(replace(self._scene, page=None))

    def _can_turn(self) -> bool:
        """Returns whether the page that is shown has rows below the screen."""
        first = opening_row(self._scene, self._size) + self._scene.scroll
        return first < max_scroll(self._scene, self._size)

    async def read_line(self, name: str) -> str | None:
        """Returns the next typed line, with `name` as the prompt until then.

        Never returns None: it waits on when the input has ended.
        """
        self._show(replace(self._scene, prompt=f"{name}> "))
        try:
            return await self._window.read_line()
        finally:
            self._show(replace(self._scene, prompt=self.texts("console-waiting")))

    async def read_early(self) -> str | None:
        """Returns a line typed while no question is asked. What is not entered yet stays on the input line.

        Never returns None: it waits on when the input has ended.
        """
        return await self._window.read_line(keeps=True)

    def set_language(self, texts: Texts) -> None:
        """Sets the texts for later prompts and hints, and for commands and cards in later texts."""
        self.texts = texts

    async def open(self) -> None:
        """Opens the window."""
        await self._window.open(self)

    async def wait_for_quit(self) -> None:
        """Waits until the user quits the window, or the window ends."""
        await self._window.wait_for_quit()

    async def close(self, farewell: str) -> None:
        """Closes the window and prints a farewell, unless it is "", wrapped to the window's width."""
        await self._window.close("\n".join(wrap_words(farewell, self._size.width)))
