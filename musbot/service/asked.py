"""What a command of the chats is, and what its handler is given when somebody gives it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field

from musbot.game.errors import MusError
from musbot.narrator import Narrator
from musbot.narrator.post import Post
from musbot.service.command import Takes, Where
from musbot.service.courier import Courier
from musbot.service.manager import TableManager
from musbot.service.narrators import Narrators
from musbot.service.replies import Answer, Reply
from musbot.table.state import Person, Table
from musbot.table.told import Done, Refused
from musbot.table.view import watch


@dataclass(frozen=True, slots=True)
class Command:
    """A row of the table of commands: all that platforms, dispatch, help and documents know of it.

    `name` is its name at the table, `names` what it is called where another language calls it otherwise,
    `aliases` what else may be typed. `about` is the key of what it does, in a few words, `help` that of what
    the help says of it (None: nothing). `known` tells that who gives it may not hide who he is; `board` that
    it brings a table to the chat, for which the bot needs its permissions there.
    """

    name: str
    do: Callable[[Asked], Awaitable[None]]
    about: str
    _: KW_ONLY
    help: str | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    aliases: tuple[str, ...] = ()
    where: Where = Where.ANYWHERE
    words: Takes = Takes.NONE
    known: bool = False
    board: bool = False

    def called(self, language: str) -> str:
        """Returns its name in a language, where the platform has such names."""
        return self.names.get(language, self.name)


@dataclass(frozen=True, slots=True)
class Asked:
    """A command that somebody gave, and all that its handler works with.

    What it leads to is given to `answer`; without one it is posted in the chat. `commands` are all there are.
    """

    words: tuple[str, ...]
    person: Person
    chat: str
    private: bool
    key: str
    answer: Answer | None
    manager: TableManager
    courier: Courier
    narrators: Narrators
    commands: Sequence[Command]

    @property
    def alone(self) -> bool:
        """Whether nobody else sees the answer."""
        return self.private or self.answer is not None

    def table(self) -> Table | None:
        """Returns the table that is meant: one's own in this chat, else its newest; in private one's own."""
        if self.private:
            return next(iter(self.manager.of_person(self.person.id)), None)
        here = self.manager.in_chat(self.chat)
        own = [table for table in here if table.seat_of(self.person.id) is not None]
        return next(iter([*own, *here]), None)

    def needed_table(self) -> Table:
        """Returns the table that is meant; raises Refused("no-table")."""
        table = self.table()
        if table is None:
            raise Refused("no-table")
        return table

    def voice(self, table: Table | None) -> Narrator:
        """Returns who speaks in the chat: in private in the person's language, else in the table's."""
        return self.own_voice(table) if self.private else self.narrators.for_chat(table)

    def own_voice(self, table: Table | None) -> Narrator:
        """Returns who speaks to the person alone."""
        return self.narrators.for_one(self.person.language, table)

    def say(self, post: Post, *, public: bool = False) -> None:
        """Gives the answer to who asked, or posts it."""
        if self.answer is None:
            self.courier.post(self.chat, post)
        else:
            self.answer(Reply("", post=post, public=public))

    def note(self, done: Done, table: Table) -> None:
        """Tells who asked that it is done, where the platform waits for a word; `table` is that after it."""
        if self.answer is not None:
            view = watch(table, table.seat_of(self.person.id))
            self.answer(Reply(self.own_voice(table).told(view, done)))

    def refuse(self, error: MusError) -> None:
        """Tells who asked why it was not done."""
        table = self.table()
        voice = self.own_voice(table) if self.alone else self.voice(table)
        self.say(Post("", voice.refusal(error, watch(table) if table is not None else None)))
