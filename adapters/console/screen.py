"""What is printed in the terminal, and in which order."""

from __future__ import annotations

from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from musbot.narrator.post import Post


class Screen:
    """Prints posts and lines; what is heard of a hand waits until all of the one before it has been told."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._held: list[tuple[int, str]] = []
        self._hand: int | None = None

    def show(self, post: Post, style: str = "blue") -> None:
        """Prints a post."""
        title = Text(post.title, style="bold")
        self._console.print(Panel(Text(post.text), title=title, title_align="left", border_style=style))

    def say(self, text: str, style: str = "", end: str = "\n") -> None:
        """Prints a line."""
        self._console.print(Text(text, style=style), end=end)

    def clear(self) -> None:
        """Takes away what can be seen: another person is going to look."""
        self._console.clear()

    def begin(self, hand: int) -> None:
        """Tells what happens from that hand on; the lobby is number 0."""
        self._hand = hand
        self._tell()

    def tells(self, hand: int) -> bool:
        """Whether all that was before a hand has been told."""
        return self._hand is not None and self._hand >= hand

    def hear(self, hand: int, line: str) -> None:
        """Prints what is said in a hand, in its time."""
        self._held.append((hand, line))
        self._tell()

    def last_word(self, post: Post) -> None:
        """Prints how a hand, or the lobby, has ended, if it was told of; the next one begins."""
        if self._hand is not None:
            self.show(post)
            self.begin(self._hand + 1)

    def _tell(self) -> None:
        while self._held and self.tells(self._held[0][0]):
            self.say(self._held.pop(0)[1], "cyan")
