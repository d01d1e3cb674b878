"""What may be typed in the terminal besides the words of the game: its own few, and those of the chats.

A command of the chats that comes to be is there by itself; what it brings is read as a page, and buttons
on it have numbers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import Enum
from pathlib import Path

from adapters.console.messenger import CHAT
from adapters.console.scene import Choosable, Sheet
from adapters.console.stage import Stage
from musbot.game.rules_base import RuleSet
from musbot.narrator.post import Button, Post
from musbot.port.command import Given, Manners
from musbot.port.door import Door
from musbot.port.replies import Reply
from musbot.port.typed import read_typed
from musbot.table.acts import NEW_HERE, OPEN_TABLE
from musbot.table.events import Person
from musbot.words.glossary import asks as asked
from musbot.words.glossary import is_name
from musbot.words.guess import plain
from musbot.words.texts import Key, Texts

NOT_HERE = frozenset(
    ("mus", "mesa", "cartas", "suerte", "salir", "sustituir", "idioma", "avisos", "borrar", "ayuda")
)
"""Commands of the chats that would mean nothing here, or something else."""
_ALSO: Mapping[str, str] = {"analizar": "analisis"}
_ABOUT: Mapping[str, Key] = {
    "acta": "console-help-acta",
    "ajustes": "console-help-settings",
    "ranking": "console-help-ranking",
}
"""What is said of commands of which the chats say it in their own words."""
_ASIDE = re.compile(r" \([^()]*\)$")
_SHOW = frozenset(("mesa", "cartas", "table", "cards", "mahaia", "kartak"))
LEAVE = frozenset(("salir", "leave", "exit", "quit", "irten"))
_HELP = frozenset(("ayuda", "help", "laguntza", "?"))


class Then(Enum):
    """What comes after a line that was typed."""

    ASK = "ask"
    """The question stays."""
    SHOW = "show"
    """The question stays, and is to be shown again."""
    GO_ON = "go on"
    """The table may have moved on."""
    LEAVE = "leave"
    """The terminal is left."""


class Commands:
    """Does what one person asks for besides playing."""

    def __init__(
        self, door: Door, texts: Texts, stage: Stage, person: Person, rules: RuleSet | None = None
    ) -> None:
        self._door = door
        self._rules = rules
        self._texts = texts
        self._stage = stage
        self._person = person

    async def obey(self, line: str) -> Then | None:
        """Does what a line asks; returns None if it is no command."""
        first, *words = line.strip("/ ").split() or [""]
        plays = read_typed(line, {self._texts.language})
        asks = not plays and (asked(self._texts, line) or is_name(self._texts, line))
        name = _ALSO.get(first.lower(), first.lower())
        if name in LEAVE:
            return Then.LEAVE
        if name in _SHOW:
            return Then.SHOW
        if name in _HELP:
            return await self._help()
        for command, *_ in self._door.commands.offered(self._texts.language):
            if command.name not in NOT_HERE and plain(name) in command.every_name:
                return await self._command(command.name, words)
        if asks:
            return await self._command("glosario", line.split())
        if line.startswith("/") and name != "mus":
            return await self._not_here(name)
        return None

    async def _not_here(self, name: str) -> Then:
        """Refuses a command that only chats have, or an unknown one."""
        offered = self._door.commands.offered(self._texts.language)
        if any(plain(name) in command.every_name for command, *_ in offered):
            self._stage.note(self._texts("console-not-here"))
            return Then.ASK
        return await self._command(name, ())

    async def read(self, page: Sheet, *, all_look: bool = False) -> Then:
        """Shows something until it has been read; a command that is typed there is obeyed.

        Where `all_look` one may only leave: other commands answer with what is for one alone.
        """
        while line := await self._stage.tell(page):
            if all_look:
                return Then.LEAVE if line.strip("/ ").lower() in LEAVE else Then.ASK
            then = await self.obey(line)
            if then is Then.LEAVE or then is Then.SHOW:
                return then
            if then is None:
                self._stage.note(self._texts("console-read"))
        return Then.ASK if line is not None else Then.LEAVE

    async def _help(self) -> Then:
        """What can be typed here, and what each choice of this moment means."""
        offered = self._door.commands.offered(self._texts.language)
        about = [
            self._texts("console-help-command", command=called, about=self._about(it.name, about))
            for it, called, about in offered
            if it.name not in NOT_HERE
        ]
        now = [
            reply.post.text for reply in await self._replies("ayuda", (), Manners(listed=False)) if reply.post
        ]
        mus = self._rules is not None and self._rules.gathers
        told = (*((self._texts("console-help-mus"), "") if mus else ()), self._texts("console-help"))
        text = "\n".join([*now, "", *told, "", *about])
        return await self._read(Post(self._texts("console-help-title"), text.strip("\n")))

    def _about(self, command: str, about: str) -> str:
        """What a command does, without where it is given: here there is one place."""
        return self._texts(_ABOUT[command]) if command in _ABOUT else _ASIDE.sub("", about)

    async def _command(self, name: str, words: Sequence[str]) -> Then:
        for reply in await self._replies(name, words, Manners()):
            post = reply.page or reply.post
            if reply.follows is not None:
                self._stage.note(reply.text)
                post = await reply.follows or post
            if post is None:
                self._stage.note(reply.text)
            elif not (post.title or post.rows):
                self._stage.note(post.text)
            elif await self._read(post) is Then.LEAVE:
                return Then.LEAVE
        return Then.ASK

    async def _replies(self, name: str, words: Sequence[str], manners: Manners) -> list[Reply]:
        replies: list[Reply] = []
        given = Given(
            name, tuple(words), self._person, CHAT, key="", answer=replies.append, manners=manners, named=True
        )
        await self._door.commands.give(given)
        return replies

    # ---- pages -------------------------------------------------------------------------------------------

    async def _read(self, post: Post | None) -> Then:
        """Shows a page, and those that its buttons lead to, until they are left; the table waits."""
        self._stage.note("")
        while post is not None:
            buttons = _numbered(post)
            text = "\n".join([post.text, *map(self._saved, post.documents)])
            if not buttons:
                return await self.read(Sheet(post.title, text))
            choices = tuple(Choosable(key, button.label) for key, button in buttons.items())
            page = Sheet(post.title, text, choices, self._texts("console-lesson-how"))
            line = await self._stage.ask(page, self._person.name)
            if line is None:
                return Then.LEAVE
            typed = line.strip().lower().strip("/")
            self._stage.note("")
            if not typed or typed in LEAVE:
                return Then.ASK
            if (button := buttons.get(typed)) is not None:
                post = await self._turned(button, post)
            elif (then := await self.obey(line)) is Then.LEAVE:
                return then
            elif then is None:
                self._stage.note(self._texts("console-lesson-how"))
        return Then.ASK

    async def _turned(self, button: Button, before: Post) -> Post | None:
        """The page that a button leads to; the same again, with what was said, where it leads to none."""
        reply = await self._door.presses.press(self._person, CHAT, button.data, key="", alone=True)
        after = reply.page or reply.post
        if reply.text and (after is None or not after.text):
            self._stage.note(reply.text)
        return None if reply.closes else after or before

    def _saved(self, document: tuple[str, bytes]) -> str:
        """Writes a file beside where one is, over none; returns what became of it."""
        name, content = document
        try:
            with Path(name).open("xb") as file:
                file.write(content)
        except FileExistsError:
            return self._texts("console-file-there", file=name)
        except OSError as error:
            return self._texts("console-file-not", file=name, why=error.strerror or "")
        return self._texts("console-file", file=name)


def _numbered(post: Post) -> dict[str, Button]:
    """The buttons of a page by their numbers; a table is opened in chats alone."""
    buttons = [
        it for row in post.keyboard() for it in row if it.data and it.data not in (OPEN_TABLE, NEW_HERE)
    ]
    return {str(number): button for number, button in enumerate(buttons, start=1)}
