"""A table in the terminal from its opening to its end, or until it is left."""

from __future__ import annotations

from adapters.console.messenger import CHAT, ConsoleMessenger
from adapters.console.question import Lines, Question, people_asked, people_at
from musbot.game.errors import MusError
from musbot.narrator import Narrator
from musbot.narrator.post import Post
from musbot.service.door import Door
from musbot.service.platform import Sitting
from musbot.service.replies import Reply
from musbot.table.acts import Act, AddAI, Anytime, Ask, InLobby, Payload, Sit
from musbot.table.state import Person
from musbot.table.view import TableView


class NotOpened(MusError):
    """A table that could not be opened, or not begun."""


class Game:
    """Plays one table with the people in front of the terminal."""

    def __init__(self, door: Door, narrator: Narrator, messenger: ConsoleMessenger, lines: Lines) -> None:
        self._door = door
        self._narrator = narrator
        self._texts = narrator.texts
        self._messenger = messenger
        self._screen = messenger.screen
        self._lines = lines
        self._looking: Person | None = None

    async def play(self, sitting: Sitting) -> None:
        """Plays until the partida is over or the input ends; goes on with a table that was left."""
        self._screen.say(self._texts("console-welcome"), "dim")
        await self._door.shown(CHAT)
        left = [table for table in self._door.tables(CHAT) if not await self._closed(table, sitting)]
        name = await (self._gone_on(left[0]) if left else self._opened(sitting))
        while not (table := self._messenger.tables[name]).over:
            self._messenger.changes.clear()
            asked = people_asked(table)
            board = await self._shown(table, Ask.CARDS) if asked else None
            if board is None:
                await self._messenger.changes.wait()
            elif not await self._ask(table, asked[0], board):
                return self._screen.say(self._texts("console-saved"), "dim")
        return await self._end(table)

    # ---- opening -----------------------------------------------------------------------------------------

    async def _closed(self, table: TableView, sitting: Sitting) -> bool:
        """Closes a table that was left, if it has not begun or another is wanted; returns whether it did."""
        if not (sitting.anew or table.in_lobby):
            return False
        for person in people_at(table).values():
            await self._door.press(person, CHAT, str(Payload(table.id, table.question, Anytime.END)), key="")
        return True

    async def _gone_on(self, table: TableView) -> str:
        self._screen.say(self._texts("console-continue", short=table.short), "dim")
        people = list(people_at(table).values())
        await self._door.shown(CHAT)
        game = self._messenger.tables.get(table.id, table).game
        self._screen.begin(game.hand if game is not None else 0)
        self._follow(people)
        await self._command("mesa", (), people[0])
        return table.id

    async def _opened(self, sitting: Sitting) -> str:
        people = [Person(f"{CHAT}#{name}", name, self._texts.language) for name in sitting.names]
        self._follow(people)
        await self._command("mus", sitting.rules, people[0])
        name = self._door.tables(CHAT)[0].id
        await self._door.shown(CHAT)
        self._screen.begin(0)
        sits: list[tuple[Person, Act]] = [(person, Sit(place % 2)) for place, person in enumerate(people)]
        ais: list[tuple[Person, Act]] = [(people[0], AddAI(sitting.ai))] * (sitting.seats - len(people))
        for person, act in (*sits, *ais):
            await self._lobby(name, person, act)
        await self._cut(people[0])
        await self._lobby(name, people[0], InLobby.START)
        return name

    async def _lobby(self, name: str, person: Person, act: Act) -> None:
        """Does something in the lobby; raises NotOpened if it cannot be done."""
        reply = await self._door.press(person, CHAT, str(Payload(name, 0, act)), key="")
        if not reply.seen:
            raise NotOpened(reply.text)

    async def _cut(self, person: Person) -> None:
        """Asks where the deck is cut, until that is understood; who types nothing leaves it uncut (R92)."""
        self._screen.say(self._texts("console-cut"), "bold")
        while True:
            self._screen.say(f"{person.name}> ", "bold green", end="")
            line = await self._lines.get()
            if line is None:
                return await self._lines.put(None)  # the input has ended for what comes after, too
            if not line.strip():
                return None
            why = await self._given("suerte", tuple(line.split()), person)
            if not why:
                return None
            self._screen.say(why, "yellow")

    def _follow(self, people: list[Person]) -> None:
        """Hears the table as the only one here does, or as all do."""
        self._door.follow(CHAT, self._screen.hear, people[0].id if len(people) == 1 else "")

    async def _command(self, name: str, words: tuple[str, ...], person: Person) -> None:
        """Gives a command; raises NotOpened if there is no table then."""
        why = await self._given(name, words, person)
        if not self._door.tables(CHAT):
            raise NotOpened(why)

    async def _given(self, name: str, words: tuple[str, ...], person: Person) -> str:
        """Gives a command; returns what it is answered with, "" if it was simply done."""
        replies: list[Reply] = []
        await self._door.command(name, words, person, CHAT, private=False, key="", answer=replies.append)
        return "\n".join(reply.post.text for reply in replies if reply.post is not None)

    # ---- playing -----------------------------------------------------------------------------------------

    async def _shown(self, table: TableView, act: Act) -> Post | None:
        """The message with a button, once all that is to be seen has come; None if the table moves on."""
        await self._door.shown(CHAT)
        if self._messenger.tables[table.id] is not table:
            return None
        return self._messenger.offering(str(Payload(table.id, table.question, act)))

    async def _ask(self, table: TableView, person: Person, board: Post) -> bool:
        """Asks a person, and lets him come before the screen first; returns False when the input ends."""
        if self._looking != person and len(people_at(table)) > 1:
            self._screen.clear()
            self._screen.say(self._texts("console-pass", name=person.name), "bold yellow")
            if await self._lines.get() is None:
                return False
            self._looking = person
        question = Question(self._door, self._narrator, self._messenger, self._lines, table, person)
        return await question.ask(board)

    async def _end(self, table: TableView) -> None:
        """Shows who has won; that nobody has is told without being asked for."""
        end = await self._shown(table, Ask.AGAIN)
        if end is not None:
            self._screen.show(Post(end.title, end.text))
