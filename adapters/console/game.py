"""Plays one table in the terminal, from its opening to its end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from musbot.game.errors import MusError
from musbot.narrator.post import Post
from musbot.port import NO_PERSON, read_person_id
from musbot.port.command import GivenCommand
from musbot.port.door import Door
from musbot.port.platform import Memory, Sitting, TableOption
from musbot.port.replies import Reply
from musbot.table.acts import Act, AddAI, Anytime, Ask, InLobby, InPlay, Payload, Sit
from musbot.table.events import NO_TABLE, Person, TableId
from musbot.table.names import clean_name
from musbot.table.view import TableView
from musbot.words.quoted import typed_program
from musbot.words.texts import Key

from .commands import COURSE, Commands, NextStep, choose_language, follow_language, is_leaving
from .ground import TerminalKind
from .messenger import CHAT, MOVED_ON, ConsoleMessenger
from .named import find_choice, find_named, name_choices
from .question import Question, is_open, make_fan, people_asked, people_at
from .scene import Choosable, Sheet
from .wrap import typed_text

GENERIC_ACCOUNTS = frozenset(
    ("", "root", "user", "admin", "administrator", "ubuntu", "debian", "ec2-user", "pi", "vscode", "runner")
)
"""Account names that are not a person's name."""
_NAME_KEY = "console-name"
"""The key under which the player's name is remembered."""
COMMITMENT_DIGITS = 8
"""Number of digits of the commitment that are shown."""


_CANNOT_SHARE: Mapping[TerminalKind, Key] = {
    TerminalKind.SCREEN: "console-share-pipe",
    TerminalKind.DUMB: "console-share-dumb",
    TerminalKind.TEXT: "console-share-text",
    TerminalKind.PIPE: "console-share-pipe",
}
"""The reason why several people cannot share this kind of terminal."""


_OPTION_NAMES: Mapping[TableOption, Key] = {
    TableOption.SEED: "console-option-seed",
    TableOption.CUT: "console-option-cut",
    TableOption.RULES: "console-option-rules",
    TableOption.NAMES: "console-option-names",
    TableOption.SEATS: "console-option-seats",
    TableOption.AI: "console-option-ai",
}
"""The name of each option of a new table. It may be typed without its dashes: `musbot play vitoria`."""


class NotOpened(MusError):
    """Raised if a table cannot be opened, continued or started."""


class InputEnded(MusError):
    """Raised if the input ends, or the user leaves, before a table is chosen."""


class Game:
    """A table in the terminal, played by the people in front of it."""

    def __init__(
        self,
        door: Door,
        messenger: ConsoleMessenger,
        sitting: Sitting,
        where: TerminalKind,
        memory: Memory | None,
        account: str = "",
    ) -> None:
        self._door = door
        self._messenger = messenger
        self._stage = messenger.stage
        self._sitting = sitting
        self._where = where
        self._memory = memory
        self._account = account
        self._welcomes = False
        self._viewer: Person | None = None
        self._taught: set[Person] = set()
        self._name = NO_TABLE
        self._end: Post | Sheet | None = None

    async def play(self) -> None:
        """Plays until the partida and its revanchas are over, the players leave or the input ends.

        Continues an unfinished table, unless the user wants a new one. If the sitting is for learning, opens
        the course instead of a table. Speaks the language chosen for the terminal, or otherwise the language
        of the unfinished table. Raises NotOpened or StoreError.
        """
        await choose_language(self._door, self._stage, self._person(""), self._sitting.language)
        if self._sitting.learns:
            await self._door.chats.wait_until_shown(CHAT)
            follow_language(self._door, self._stage, next(iter(self._door.chats.tables(CHAT)), None))
            person = self._person(await self._player_name())
            await Commands(self._door, self._stage, person).run_command(COURSE)
            return
        try:
            self._name = await self._choose_table()
        except InputEnded:
            return
        while await self._play_table():
            pass

    async def _play_table(self) -> bool:
        """Plays the table to its end. Returns True if a revancha begins, otherwise False.

        False if the players leave, if the table ends without a result, or if no user can choose a revancha.
        Raises StoreError, or NotOpened if the revancha cannot start.
        """
        while is_open(self._door, self._name):
            table = self._messenger.tables[self._name]
            self._messenger.changes.clear()
            people = people_asked(table)
            board = await self._find_message(table, Ask.CARDS) if people else None
            if self._stage.unread_result() is not None:
                if not await self._read_results(table):
                    return False
                self._viewer = None  # all players have seen the page
            elif table.put_off:
                if not await self._go_on(table):
                    return False
                self._viewer = None  # any of the players may have pressed Enter
            elif board is None:
                self._show_own_hand(table)
                if not await self._wait(table):
                    return False
            elif not await self._ask(table, people[0], board):
                return False
        return await self._show_end(self._messenger.tables[self._name])

    def farewell(self) -> str:
        """Returns the text to print after the screen has closed.

        Once the end of the table was shown, it is that end if the screen hid it, otherwise "". Before that,
        it says that the table was saved; "" if there is no table, or the table is over.
        """
        if self._end is not None:
            end = typed_text(self._stage.texts, self._end.text)
            return f"{self._end.title}\n{end}" if self._stage.can_hide else ""
        table = self._messenger.tables.get(self._name)
        return self._stage.texts("console-saved") if table is not None and not table.over else ""

    # ---- opening -----------------------------------------------------------------------------------------

    async def _choose_table(self) -> TableId:
        """Continues the unfinished table, or opens a new one. Returns the table's id.

        Votes to close old lobbies, and tables that the user does not want to continue. Raises NotOpened,
        StoreError, or InputEnded if the user leaves.
        """
        self._refuse_to_share(len(self._sitting.names))
        await self._door.chats.wait_until_shown(CHAT)
        left = [table for table in self._door.chats.tables(CHAT) if not await self._close_if_unwanted(table)]
        if not left:
            return await self._open_table()
        table = left[0]
        follow_language(self._door, self._stage, table)
        unmet = self._sitting.unmet(table)
        if unmet and not await self._confirm_resume(table, unmet):
            await self._press_for_all(table, Anytime.END)
            return await self._open_table()
        self._refuse_to_share(len(people_at(table)))
        return await self._resume(table, told=bool(unmet))

    def _refuse_to_share(self, people: int) -> None:
        """Raises NotOpened if several people would share a terminal that cannot hide cards."""
        if people > 1 and not self._stage.can_hide:
            raise NotOpened(self._stage.texts(_CANNOT_SHARE[self._where]))

    async def _close_if_unwanted(self, table: TableView) -> bool:
        """Votes to close an old table that never started, or any old table if the user wants a new one.

        Returns True if it voted, even if the votes were refused.
        """
        if not (self._sitting.anew or table.in_lobby):
            return False
        await self._press_for_all(table, Anytime.END)
        return True

    async def _press_for_all(self, table: TableView, act: Act) -> None:
        """Presses a button in the name of each person who sits at a table. Refusals are ignored."""
        for person in people_at(table).values():
            await self._door.presses.press(person, CHAT, str(Payload(table.id, table.question, act)), key="")

    async def _confirm_resume(self, table: TableView, unmet: tuple[TableOption, ...]) -> bool:
        """Asks whether to continue an old table despite the options that it cannot follow, listed in `unmet`.

        Returns False if the user wants a new table. On a stage that is not interactive it only prints them
        and returns True. Raises InputEnded if the user leaves or the input ends.
        """
        options, short = ", ".join(self._stage.texts(_OPTION_NAMES[it]) for it in unmet), table.short
        if not self._stage.interactive:
            text = self._stage.texts("console-unmet-told", short=short, options=options)
            return await self._stage.read_page(Sheet("", text)) is not None
        text = self._stage.texts("console-unmet", short=short, options=options)
        choices = (
            Choosable("1", self._stage.texts("console-unmet-go-on")),
            Choosable("2", self._stage.texts("console-unmet-anew")),
        )
        page, labels = Sheet(self._stage.texts("console-title"), text, choices), dict(choices)
        while True:
            line = await self._stage.ask_page(page, "")
            if line is None or is_leaving(line):
                raise InputEnded("nothing was chosen")
            if (named := find_choice(self._stage.texts, labels, line)) is not None:
                return named == "1"
            self._stage.show_note(name_choices(self._stage.texts, labels))

    async def _resume(self, table: TableView, *, told: bool) -> TableId:
        """Continues an unfinished table, with the events from its current hand on. Returns its id.

        Resumes a paused table (R99), shows the chat's further events, and gives the command /mesa. Raises
        StoreError, or NotOpened if the chat then has no table. `told`: the player already answered a question
        about this table, so no line announces it.
        """
        people = list(people_at(table).values())
        if table.put_off:
            await self._press_for_all(table, InPlay.RESUME)
        await self._door.chats.wait_until_shown(CHAT)
        game = self._messenger.tables.get(table.id, table).game
        self._stage.tell_from(game.hand if game is not None else 0)
        self._follow(people)
        if not told:
            self._stage.add_line(
                0, self._stage.texts("console-continue", short=table.short, program=typed_program())
            )
        await self._give_opening_command("mesa", (), people[0])
        return table.id

    async def _open_table(self) -> TableId:
        """Opens a table, seats people and AI players, cuts the deck and starts it. Returns its id.

        People sit in order, alternating between the two sides; AI players take the other seats. The deck is
        cut only if a place is given; a refusal of the cut is ignored. A single given name is remembered, if
        there is a memory. Shows the chat's further events. Raises NotOpened or StoreError.
        """
        sitting = self._sitting
        people = [self._person(name) for name in sitting.names or (await self._player_name(),)]
        self._follow(people)
        await self._give_opening_command("mus", sitting.rules, people[0])
        table = self._door.chats.tables(CHAT)[0]
        name = table.id
        sits: list[tuple[Person, Act]] = [(person, Sit(place % 2)) for place, person in enumerate(people)]
        ais: list[tuple[Person, Act]] = [(people[0], AddAI(sitting.ai))] * (sitting.seats - len(people))
        for person, act in (*sits, *ais):
            await self._press_in_lobby(name, person, act)
        if sitting.cut is not None:
            await self._give_command("suerte", (str(sitting.cut),), people[0])
        if self._memory is not None and len(sitting.names) == 1:
            await self._memory.keep(_NAME_KEY, sitting.names[0])
        self._welcomes = True
        await self._start_table(name, people[0])
        return name

    async def _start_table(self, name: TableId, person: Person) -> None:
        """Shows the lobby's events and the commitment to the deck, then starts the table.

        Raises NotOpened if the start is refused, or StoreError.
        """
        await self._door.chats.wait_until_shown(CHAT)
        self._stage.tell_from(0)
        table = self._messenger.tables[name]
        start = table.commitment[:COMMITMENT_DIGITS]
        self._stage.add_line(0, self._stage.texts("console-sealed", start=start, place=table.place))
        await self._press_in_lobby(name, person, InLobby.START)

    def _person(self, name: str) -> Person:
        """Returns the person of a name at this terminal."""
        return Person(read_person_id(f"{CHAT}#{name}"), name, self._stage.texts.language)

    async def _player_name(self) -> str:
        """Returns the player's name: remembered, or from the account, or the word for "you".

        An account in GENERIC_ACCOUNTS gets the word. An account in lower case gets a capital. Raises
        StoreError.
        """
        kept = await self._memory.recall(_NAME_KEY) if self._memory is not None else ""
        if kept or self._account.lower() in GENERIC_ACCOUNTS:
            return kept or self._stage.texts("console-you")
        account = clean_name(self._account)
        return account.capitalize() if account.islower() else account

    async def _press_in_lobby(self, name: TableId, person: Person, act: Act, question: int = 0) -> None:
        """Presses a button of a table for a person; raises NotOpened if the press is refused.

        `question` is the number of the table's question, 0 in its lobby.
        """
        reply = await self._door.presses.press(person, CHAT, str(Payload(name, question, act)), key="")
        if not reply.seen:
            raise NotOpened(reply.text)

    def _follow(self, people: list[Person]) -> None:
        """Subscribes the stage to the chat's events. A single player hears them as their seat does."""
        self._door.chats.follow(CHAT, self._stage.add_line, people[0].id if len(people) == 1 else NO_PERSON)

    async def _give_opening_command(self, name: str, words: tuple[str, ...], person: Person) -> None:
        """Gives a command. Raises NotOpened with its answer if the chat then has no table."""
        why = await self._give_command(name, words, person)
        if not self._door.chats.tables(CHAT):
            raise NotOpened(why)

    async def _give_command(self, name: str, words: tuple[str, ...], person: Person) -> str:
        """Gives a command and returns the texts of the posts that answer it, refusals included.

        Answers without a post are left out; "" if no answer has one.
        """
        replies: list[Reply] = []
        await self._door.commands.run_command(
            GivenCommand(name, words, person, CHAT, key="", answer=replies.append)
        )
        return "\n".join(reply.post.text for reply in replies if reply.post is not None)

    # ---- playing -----------------------------------------------------------------------------------------

    async def _find_message(self, table: TableView, act: Act) -> Post | None:
        """Waits until all messages are sent, then returns the message with the button of `act`.

        Returns None if the table has moved on, or no message has that button. Raises StoreError.
        """
        await self._door.chats.wait_until_shown(CHAT)
        if self._messenger.tables[table.id] is not table:
            return None
        return self._messenger.message_with(str(Payload(table.id, table.question, act)))

    async def _ask(self, table: TableView, person: Person, board: Post) -> bool:
        """Asks a person for their move. Returns False if the input ends or they leave.

        If the terminal is shared, a page first asks the people to change places. There is no such page if
        this person was the last to look. In the person's first hand a page with the goal of the game follows.
        """
        if self._viewer != person and len(people_at(table)) > 1:
            text = self._stage.texts("console-pass", name=person.name)
            covered = self._stage.texts("console-covered", name=person.name)
            if not await self._read(table, Sheet(self._stage.texts("console-title"), text), covered):
                return False
            self._viewer = person
        if not await self._explain_goal(table, person):
            return False
        welcomes, self._welcomes = self._welcomes, False
        return await Question(self._door, self._messenger, table, person, welcomes=welcomes).ask(board)

    async def _explain_goal(self, table: TableView, person: Person) -> bool:
        """Shows a person the goal of the game once, in the first hand of their life.

        Returns False if they leave the terminal from that page, otherwise True.
        """
        own = self._door.answers.hand(person.id, table.id)
        if own is None or not own.goal or person in self._taught:
            return True
        self._taught.add(person)
        return await self._read(table, Sheet(self._stage.texts("console-title"), own.goal))

    async def _wait(self, table: TableView) -> bool:
        """Waits until the messenger's `changes` is set, or for a line, whose command it runs.

        Returns False if the players leave, otherwise True.
        A word of the game does not count, because its player did not see the question. It gets a note, and so
        does any line that is no command. If several people share the terminal, leaving is the only command.
        """
        line = await self._messenger.read_until(self._stage.read_early(), self._messenger.changes.is_set)
        if line == MOVED_ON or not (typed := (line or "").strip()):
            return True
        people = list(people_at(table).values())
        if len(people) > 1:
            then = NextStep.LEAVE if is_leaving(typed) else None
        else:
            then = await Commands(self._door, self._stage, people[0], table.rules).run_command(typed)
        if then is None:
            self._stage.show_note(self._stage.texts("console-wait"))
        return then is not NextStep.LEAVE

    async def _go_on(self, table: TableView) -> bool:
        """Waits for Enter, and resumes a paused table for all players (R99); clears the note first.

        Returns False if they leave or the input ends, otherwise True. Any line that does not leave counts as
        Enter.
        """
        foot = self._stage.texts("console-next")
        page = Sheet(self._stage.texts("console-title"), self._stage.texts("console-put-off"), foot=foot)
        self._stage.show_note("")
        line = await self._stage.ask_page(page, "")
        if line is None or is_leaving(line):
            return False
        await self._press_for_all(table, InPlay.RESUME)
        return True

    async def _read(self, table: TableView, page: Sheet, covered: str = "") -> bool:
        """Shows a page until the players continue. Returns False if they leave or the input ends.

        A single player may type commands on it. If several people share the terminal, only Enter continues
        and only a word that leaves counts. Any other line is answered with `covered`, or with the words that
        count.
        """
        people = list(people_at(table).values())
        commands = Commands(self._door, self._stage, people[0], table.rules)
        shared = (covered or self._stage.texts("console-shared")) if len(people) > 1 else ""
        self._stage.show_note("")
        return await commands.read(page, shared=shared) is not NextStep.LEAVE

    async def _read_results(self, table: TableView) -> bool:
        """Shows the results of finished hands one by one, and after each the events of the next hand.

        Returns False if the players leave, otherwise True.
        """
        while (ended := self._stage.unread_result()) is not None:
            if not await self._read(table, ended):
                return False
            self._stage.dismiss_result()
        return True

    def _show_own_hand(self, table: TableView) -> None:
        """Shows a single player their cards while another player is asked; no effect for several people."""
        people = list(people_at(table).values())
        if len(people) == 1:
            own = self._door.answers.hand(people[0].id, table.id)
            self._stage.show_hand(make_fan(own, letters=False))

    async def _show_end(self, table: TableView) -> bool:
        """Shows the end of the partida and offers a revancha. Returns True if a revancha starts.

        Shows unread results first. False if the players leave, as by Enter, or no user can be asked. A table
        that ended without a result, or was set aside, offers none. Raises StoreError, or NotOpened if the
        revancha cannot start.
        """
        end = await self._find_message(table, Ask.AGAIN)
        if end is None:
            await self._show_closing(table)
            return False
        if not await self._read_results(table):
            return False
        self._end = end
        if not self._stage.interactive:  # the program exits after it, so it offers no command
            offer = self._stage.texts("end-proof")
            text = "\n".join(line for line in end.text.splitlines() if line != offer)
            await self._stage.read_page(Sheet(end.title, text))
            return False
        person = next(iter(people_at(table).values()))
        commands = Commands(self._door, self._stage, person, table.rules)
        labels = {"1": self._stage.texts("button-again")}
        page = Sheet(
            end.title,
            end.text,
            tuple(Choosable(key, label) for key, label in labels.items()),
            self._stage.texts("console-over"),
        )
        self._stage.show_note("")
        while line := (await self._stage.ask_page(page, person.name) or "").strip():
            then = (
                await commands.run_command(line)
                if find_named(self._stage.texts, labels, line) is None
                else None
            )
            if then is NextStep.LEAVE:
                return False
            if then is None and find_choice(self._stage.texts, labels, line) is not None:
                await self._revancha(table, person)
                return True
            if then is None:
                self._stage.show_note(name_choices(self._stage.texts, labels))
        return False

    async def _show_closing(self, table: TableView) -> None:
        """Shows the message that closed a table without a result, until the players press Enter or leave.

        Stores it for the farewell. No effect if the stage has printed it.
        """
        closing = self._stage.last_result()
        if closing is None:
            return
        self._end = closing = replace(closing, foot=self._stage.texts("console-leave"))
        people = list(people_at(table).values())
        commands = Commands(self._door, self._stage, people[0], table.rules)
        shared = self._stage.texts("console-shared") if len(people) > 1 else ""
        while await commands.read(closing, shared=shared) is NextStep.SHOW:
            pass

    async def _revancha(self, over: TableView, person: Person) -> None:
        """Opens and starts a new table with the settings of the finished one.

        Events are held back until it starts. Raises StoreError, or NotOpened if a press is refused.
        """
        self._end = self._viewer = None  # all players have seen the end
        self._stage.tell_from(None)
        await self._press_in_lobby(over.id, person, Ask.AGAIN, over.question)
        self._name = self._door.chats.tables(CHAT)[0].id
        await self._start_table(self._name, person)
