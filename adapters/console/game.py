"""A table in the terminal from its opening to its end, or until it is left."""

from __future__ import annotations

from collections.abc import Mapping

from adapters.console.commands import LEAVE, Commands, Then
from adapters.console.ground import Ground
from adapters.console.messenger import CHAT, ConsoleMessenger
from adapters.console.question import Question, fan, people_asked, people_at
from adapters.console.scene import Choosable, Sheet
from musbot.game.errors import MusError
from musbot.narrator.post import Post
from musbot.port.command import Given
from musbot.port.door import Door
from musbot.port.platform import Memory, Sitting
from musbot.port.replies import Reply
from musbot.table.acts import Act, AddAI, Anytime, Ask, InLobby, Payload, Sit
from musbot.table.events import Person
from musbot.table.lobby import clean_name
from musbot.table.view import TableView
from musbot.words.quoted import without_slashes
from musbot.words.texts import Key, Texts

NOBODYS = frozenset(
    ("", "root", "user", "admin", "administrator", "ubuntu", "debian", "ec2-user", "pi", "vscode", "runner")
)
"""Accounts that are called after nobody."""
_NAME = "console-name"
"""Under which a name is kept."""
SEAL = 8
"""Digits of the commitment by which one knows it again."""


_UNSHARED: Mapping[Ground, Key] = {
    Ground.SCREEN: "console-share-pipe",
    Ground.DUMB: "console-share-dumb",
    Ground.TEXT: "console-share-text",
    Ground.PIPE: "console-share-pipe",
}
"""Why several cannot play here."""


class NotOpened(MusError):
    """A table that could not be opened, or not begun."""


class Left(MusError):
    """The input has ended, before there was a table."""


class Game:
    """Plays one table with the people in front of the terminal."""

    def __init__(
        self,
        door: Door,
        texts: Texts,
        messenger: ConsoleMessenger,
        sitting: Sitting,
        where: Ground,
        memory: Memory | None,
        account: str = "",
    ) -> None:
        self._door = door
        self._texts = texts
        self._messenger = messenger
        self._stage = messenger.stage
        self._sitting = sitting
        self._where = where
        self._memory = memory
        self._account = account
        self._welcome = ""
        self._looking: Person | None = None
        self._name = ""
        self._end: Post | None = None

    async def play(self) -> None:
        """Plays until the partida is over or the input ends; goes on with a table that was left."""
        if self._sitting.learns:
            person = self._person(await self._called())
            await Commands(self._door, self._texts, self._stage, person).obey("aprender")
            return
        try:
            self._name = await self._table()
        except Left:
            return
        while await self._played():
            pass

    async def _played(self) -> bool:
        """Plays a table to its end, or until the input ends; returns whether a revancha begins."""
        while not (table := self._messenger.tables[self._name]).over:
            self._messenger.changes.clear()
            asked = people_asked(table)
            board = await self._shown(table, Ask.CARDS) if asked else None
            if self._stage.unread() is not None:
                if not await self._read_up(table):
                    return False
                self._looking = None  # all have looked at it
            elif board is None:
                self._hold(table)
                await self._messenger.changes.wait()
            elif not await self._ask(table, asked[0], board):
                return False
        return await self._over(table)

    def farewell(self) -> str:
        """Returns what is told in the end, where no screen is left that tells it."""
        if self._end is not None:
            end = without_slashes(self._texts, self._end.text)
            return f"{self._end.title}\n{end}" if self._stage.apart else ""
        table = self._messenger.tables.get(self._name)
        return self._texts("console-saved") if table is not None and not table.over else ""

    # ---- opening -----------------------------------------------------------------------------------------

    async def _table(self) -> str:
        """The table that is played; raises NotOpened, or Left."""
        self._refuse_to_share(len(self._sitting.names))
        await self._door.chats.shown(CHAT)
        left = [table for table in self._door.chats.tables(CHAT) if not await self._closed(table)]
        if not left:
            return await self._opened()
        table = left[0]
        unmet = self._sitting.unmet(table)  # which is told, or asked
        if unmet and not await self._gone_on_all_the_same(table, unmet):
            await self._close(table)
            return await self._opened()
        self._refuse_to_share(len(people_at(table)))
        self._texts = Texts(table.language)
        self._stage.speak(self._texts)
        return await self._gone_on(table, told=bool(unmet))

    def _refuse_to_share(self, people: int) -> None:
        """Raises NotOpened for several in front of what keeps everybody's cards to be seen."""
        if people > 1 and not self._stage.apart:
            raise NotOpened(self._texts(_UNSHARED[self._where]))

    async def _closed(self, table: TableView) -> bool:
        """Closes a table that was left, if it has not begun or another is wanted; returns whether it did."""
        if not (self._sitting.anew or table.in_lobby):
            return False
        await self._close(table)
        return True

    async def _close(self, table: TableView) -> None:
        for person in people_at(table).values():
            end = str(Payload(table.id, table.question, Anytime.END))
            await self._door.presses.press(person, CHAT, end, key="")

    async def _gone_on_all_the_same(self, table: TableView, unmet: tuple[str, ...]) -> bool:
        """Says what a table that was left cannot follow any more, and asks whether to go on with it."""
        given, short = ", ".join(unmet), table.short
        if not self._stage.interactive:
            text = self._texts("console-unmet-told", short=short, options=given)
            return await self._stage.tell(Sheet("", text)) is not None
        text = self._texts("console-unmet", short=short, options=given)
        choices = (
            Choosable("1", self._texts("console-unmet-go-on")),
            Choosable("2", self._texts("console-unmet-anew")),
        )
        page = Sheet(self._texts("console-title"), text, choices)
        while True:
            line = await self._stage.ask(page, "")
            if line is None or line.strip("/ ").lower() in LEAVE:
                raise Left("nothing was chosen")
            if line.strip() in ("1", "2"):
                return line.strip() == "1"

    async def _gone_on(self, table: TableView, *, told: bool) -> str:
        people = list(people_at(table).values())
        await self._door.chats.shown(CHAT)
        game = self._messenger.tables.get(table.id, table).game
        self._stage.begin(game.hand if game is not None else 0)
        self._follow(people)
        if not told:
            self._stage.hear(0, self._texts("console-continue", short=table.short))
        await self._command("mesa", (), people[0])
        return table.id

    async def _opened(self) -> str:
        sitting = self._sitting
        people = [self._person(name) for name in sitting.names or (await self._called(),)]
        self._follow(people)
        await self._command("mus", sitting.rules, people[0])
        name = self._door.chats.tables(CHAT)[0].id
        sits: list[tuple[Person, Act]] = [(person, Sit(place % 2)) for place, person in enumerate(people)]
        ais: list[tuple[Person, Act]] = [(people[0], AddAI(sitting.ai))] * (sitting.seats - len(people))
        for person, act in (*sits, *ais):
            await self._lobby(name, person, act)
        if sitting.cut is not None:
            await self._given("suerte", (str(sitting.cut),), people[0])
        if self._memory is not None and len(sitting.names) == 1:
            await self._memory.keep(_NAME, sitting.names[0])
        self._welcome = self._texts("console-welcome")
        await self._dealt(name, people[0])
        return name

    async def _dealt(self, name: str, person: Person) -> None:
        """Tells what binds the deck, and then starts."""
        await self._door.chats.shown(CHAT)
        self._stage.begin(0)
        table = self._messenger.tables[name]
        start = table.commitment[:SEAL]
        self._stage.hear(0, self._texts("console-sealed", start=start, place=table.place))
        await self._lobby(name, person, InLobby.START)

    def _person(self, name: str) -> Person:
        return Person(f"{CHAT}#{name}", name, self._texts.language)

    async def _called(self) -> str:
        """What who sits here is called: as they were named the last time, else as their account is."""
        kept = await self._memory.recall(_NAME) if self._memory is not None else ""
        if kept or self._account.lower() in NOBODYS:
            return kept or self._texts("console-you")
        account = clean_name(self._account)
        return account.capitalize() if account.islower() else account

    async def _lobby(self, name: str, person: Person, act: Act, question: int = 0) -> None:
        """Does something before the start; raises NotOpened if it cannot be done."""
        reply = await self._door.presses.press(person, CHAT, str(Payload(name, question, act)), key="")
        if not reply.seen:
            raise NotOpened(reply.text)

    def _follow(self, people: list[Person]) -> None:
        """Hears the table as the only one here does, or as all do."""
        self._door.chats.follow(CHAT, self._stage.hear, people[0].id if len(people) == 1 else "")

    async def _command(self, name: str, words: tuple[str, ...], person: Person) -> None:
        """Gives a command; raises NotOpened if there is no table then."""
        why = await self._given(name, words, person)
        if not self._door.chats.tables(CHAT):
            raise NotOpened(why)

    async def _given(self, name: str, words: tuple[str, ...], person: Person) -> str:
        """Gives a command; returns what it is answered with, "" if it was simply done."""
        replies: list[Reply] = []
        await self._door.commands.give(Given(name, tuple(words), person, CHAT, key="", answer=replies.append))
        return "\n".join(reply.post.text for reply in replies if reply.post is not None)

    # ---- playing -----------------------------------------------------------------------------------------

    async def _shown(self, table: TableView, act: Act) -> Post | None:
        """The message with a button, once all that is to be seen has come; None if the table moves on."""
        await self._door.chats.shown(CHAT)
        if self._messenger.tables[table.id] is not table:
            return None
        return self._messenger.offering(str(Payload(table.id, table.question, act)))

    async def _ask(self, table: TableView, person: Person, board: Post) -> bool:
        """Asks a person, and lets them come before the screen first; returns False when the input ends."""
        if self._looking != person and len(people_at(table)) > 1:
            text = self._texts("console-pass", name=person.name)
            if not await self._read(table, Sheet(self._texts("console-title"), text)):
                return False
            self._looking = person
        welcome, self._welcome = self._welcome, ""
        return await Question(self._door, self._texts, self._messenger, table, person, welcome).ask(board)

    async def _read(self, table: TableView, page: Sheet) -> bool:
        """Shows a page until it has been read; returns False if somebody leaves."""
        people = list(people_at(table).values())
        commands = Commands(self._door, self._texts, self._stage, people[0], table.rules)
        return await commands.read(page, all_look=len(people) > 1) is not Then.LEAVE

    async def _read_up(self, table: TableView) -> bool:
        """Shows how hands have ended, until all of it has been read; returns False if somebody leaves."""
        while (ended := self._stage.unread()) is not None:
            if not await self._read(table, ended):
                return False
            self._stage.turn()
        return True

    def _hold(self, table: TableView) -> None:
        """Shows who is alone here their cards before they are asked."""
        people = list(people_at(table).values())
        if len(people) == 1:
            own = self._door.answers.hand(people[0].id, table.id, drawn=True)
            self._stage.hold(fan(own, letters=False))

    async def _over(self, table: TableView) -> bool:
        """Shows who has won, and lets a revancha be asked for; that nobody has is told without that."""
        end = await self._shown(table, Ask.AGAIN)
        if not await self._read_up(table) or end is None:
            return False
        self._end = end
        if not self._stage.interactive:
            await self._stage.tell(Sheet(end.title, end.text))
            return False
        person = next(iter(people_at(table).values()))
        commands = Commands(self._door, self._texts, self._stage, person, table.rules)
        again = (Choosable("1", self._texts("button-again")),)
        page = Sheet(end.title, end.text, again, self._texts("console-over"))
        while line := (await self._stage.ask(page, person.name) or "").strip():
            if line == "1":
                await self._revancha(table, person)
                return True
            then = await commands.obey(line)
            if then is Then.LEAVE:
                return False
            if then is None:
                self._stage.note(self._texts("console-what"))
        return False

    async def _revancha(self, over: TableView, person: Person) -> None:
        """Opens and starts a table as the one that is over."""
        self._end = None
        self._stage.begin(None)
        await self._lobby(over.id, person, Ask.AGAIN, over.question)
        self._name = self._door.chats.tables(CHAT)[0].id
        await self._dealt(self._name, person)
