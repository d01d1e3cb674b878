"""What the terminal is to a game: somewhere to tell things, to show the table, to be answered by a line."""

from __future__ import annotations

from typing import Protocol

from adapters.console.scene import Choosable, Fan, Sheet
from musbot.narrator.post import Post
from musbot.words.texts import Texts


class Stage(Protocol):
    """A terminal, with a screen of its own or line by line."""

    @property
    def interactive(self) -> bool:
        """Whether somebody sits in front of it who can be asked what was not foreseen."""

    @property
    def apart(self) -> bool:
        """Whether what one is shown can be taken away again, before another looks."""

    def hear(self, hand: int, line: str) -> None:
        """Tells what is said in a hand, once all of the one before has been told; the lobby is number 0."""

    def begin(self, hand: int | None) -> None:
        """Tells what happens from that hand on; None: nothing as yet."""

    def board(self, post: Post) -> None:
        """Notes how the table stands now."""

    def last_word(self, post: Post) -> None:
        """Tells how a hand, or the lobby, has ended, if it was told of; the next one begins."""

    def unread(self) -> Sheet | None:
        """Returns how a hand has ended, if that is to be read before more is told."""

    def turn(self) -> None:
        """Tells on, once that was read."""

    def seat(
        self, name: str, board: Post, held: Fan | None, choices: tuple[Choosable, ...], hint: str
    ) -> None:
        """Shows somebody the table with their cards, what they may choose, and a hint."""

    def hold(self, held: Fan | None) -> None:
        """Shows the cards of who is alone here and is not asked."""

    def leave_seat(self, *, hidden: bool) -> None:
        """Takes the choices of who was asked away, and their cards where they are to be hidden."""

    def note(self, text: str) -> None:
        """Tells who is asked something that concerns only this moment."""

    async def tell(self, page: Sheet) -> str | None:
        """Shows something until it has been read; returns what is typed then, None when the input ends."""

    async def ask(self, page: Sheet, name: str) -> str | None:
        """Shows something and returns the line that it is answered with; None when the input ends."""

    async def line(self, name: str) -> str | None:
        """Returns the next line that is typed; None when the input ends."""

    def speak(self, texts: Texts) -> None:
        """Speaks a language from now on, in what it says itself."""

    async def open(self) -> None:
        """Begins to show things."""

    async def left(self) -> None:
        """Waits until somebody wants to leave without being asked."""

    async def close(self, farewell: str) -> None:
        """Shows nothing any more, but for a last word that stays; twice is no error."""
