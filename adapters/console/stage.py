"""The interface between a game and the terminal that shows it."""

from __future__ import annotations

from typing import Protocol

from musbot.narrator.post import Post
from musbot.words.texts import Texts

from .scene import Choosable, Fan, Sheet


class Stage(Protocol):
    """A terminal that shows a table, with a full screen or line by line. Stages may differ in any method."""

    @property
    def texts(self) -> Texts:
        """The texts of the language that the terminal speaks."""

    @property
    def interactive(self) -> bool:
        """Whether a user can be asked questions that are not part of the game."""

    @property
    def can_hide(self) -> bool:
        """Whether shown cards can be hidden before another person looks."""

    @property
    def names_cards(self) -> bool:
        """Whether cards are always named in words, never by the signs of their suits."""

    def add_line(self, hand: int, line: str) -> None:
        """Queues an event line of a hand; the lobby is hand 0.

        It is shown once that hand or a later hand is being told, which may be now.
        """

    def tell_from(self, hand: int | None) -> None:
        """Shows the held events up to `hand`, and holds back the events of later hands.

        None holds back all events. The lobby is hand 0.
        """

    def set_board(self, post: Post) -> None:
        """Sets the title and text of the board; a stage may show them only with the next question."""

    def show_result(self, post: Post) -> None:
        """Shows the result of a hand or of the lobby; no effect while neither is being told.

        After the lobby it continues with the first hand. After a hand it continues at once, or keeps the
        result as `unread_result` until `dismiss_result`.
        """

    def unread_result(self) -> Sheet | None:
        """Returns the oldest result that players must read before the next hand is shown.

        None if there is none, and on a stage that prints results.
        """

    def last_result(self) -> Sheet | None:
        """Returns the newest result that the players have not read.

        None if there is none, and on a stage that prints results.
        """

    def dismiss_result(self) -> None:
        """Dismisses the oldest unread result, and continues with the events of the next hand.

        Call it once players have read that result. A stage that prints results does nothing.
        """

    def show_question(
        self, name: str, board: Post, fan: Fan | None, choices: tuple[Choosable, ...], hint: str
    ) -> None:
        """Shows a player the board, their cards (None: none), their choices and a hint.

        A screen clears the note.
        """

    def show_hand(self, fan: Fan | None) -> None:
        """Shows a player's cards outside of a question; None hides them. A stage that prints does nothing."""

    def clear_question(self, *, hidden: bool) -> None:
        """Removes the choices, the hint and the note, and the cards too if `hidden`.

        A stage that prints does nothing.
        """

    def show_note(self, text: str) -> None:
        """Shows a short note about the last line; "" shows none."""

    async def read_page(self, page: Sheet) -> str | None:
        """Shows a page until the user continues. Returns the line typed on it, "" if none.

        Returns None if the input ends. A stage that prints returns "" at once.
        """

    async def ask_page(self, page: Sheet, name: str) -> str | None:
        """Shows a page with `name` as its prompt; returns its answer, or None if the input ends."""

    async def read_line(self, name: str) -> str | None:
        """Returns the next typed line, with `name` as its prompt; None if the input ends."""

    async def read_early(self) -> str | None:
        """Returns a line typed while no question is asked. What is not entered yet stays on the input line.

        Waits on if the terminal keeps such lines for the next question, or the input has ended.
        """

    def set_language(self, texts: Texts) -> None:
        """Sets `texts`, also for commands in later texts."""

    async def open(self) -> None:
        """Starts showing."""

    async def wait_for_quit(self) -> None:
        """Waits until the user leaves without being asked, or nothing more can be shown."""

    async def close(self, farewell: str) -> None:
        """Stops showing and prints a farewell, unless it is "". Call it once, after `open`."""
