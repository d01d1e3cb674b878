"""The course in the terminal: a lesson is printed, its answers have numbers."""

from __future__ import annotations

from adapters.console.messenger import CHAT
from adapters.console.screen import Screen
from musbot.narrator import Narrator
from musbot.narrator.post import Post
from musbot.service.door import Door
from musbot.service.replies import Reply
from musbot.table.acts import LEARN
from musbot.table.state import Person


class Course:
    """Takes one person through the course, until he goes back to his table."""

    def __init__(self, door: Door, narrator: Narrator, screen: Screen, person: Person) -> None:
        self._door = door
        self._texts = narrator.texts
        self._screen = screen
        self._person = person
        self._options: dict[str, str] = {}

    async def begin(self) -> bool:
        """Prints the lesson where he left the course; returns whether there is anything to choose."""
        replies: list[Reply] = []
        await self._door.command(
            "aprender", (), self._person, CHAT, private=False, key="", answer=replies.append
        )
        return self._print(next((reply.page for reply in replies), None))

    async def choose(self, line: str) -> bool:
        """Does what a number says; returns whether there is anything more to choose."""
        data = self._options.get(line.strip())
        if data is None:
            self._screen.say(self._texts("console-lesson-how"), "yellow")
            return True
        reply = await self._door.press(self._person, CHAT, data, key="", alone=True)
        return self._print(reply.page)

    def _print(self, page: Post | None) -> bool:
        if page is None:
            return False
        self._screen.show(Post(page.title, page.text))
        buttons = [button for row in page.keyboard() for button in row if button.data.startswith(LEARN)]
        self._options = {str(number): button.data for number, button in enumerate(buttons, start=1)}
        labels = [f"{number} {button.label}" for number, button in enumerate(buttons, start=1)]
        if labels:
            self._screen.say("   ".join(labels), "bold")
            self._screen.say(self._texts("console-lesson-how"), "dim")
        return bool(labels)
