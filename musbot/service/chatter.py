"""What people do in a chat, on whatever platform: commands, presses, typed words, and what they are told."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from musbot.game.errors import MusError
from musbot.narrator.post import Form
from musbot.service import rations
from musbot.service.aloud import Follower
from musbot.service.asked import Asked, Command, House
from musbot.service.chats import platform_of
from musbot.service.command import Where
from musbot.service.commands import COMMANDS
from musbot.service.courier import Courier
from musbot.service.manager import Applied, TableManager
from musbot.service.messenger import Result
from musbot.service.narrators import Narrators
from musbot.service.noted import Noted
from musbot.service.pages import OUTDATED, Pages, Pressed
from musbot.service.rations import Rations
from musbot.service.replies import HANDLED, SEEN, Answer, OwnHand, Reply, own_cards
from musbot.service.tally import ActFate, ChatTally, Request, Way, outcome_of
from musbot.service.typed import read_typed
from musbot.service.welcome import Welcome
from musbot.table.acts import OPEN_TABLE, Ask, BadPayload, read_payload
from musbot.table.state import Person, Table
from musbot.table.told import Refused, Told
from musbot.table.view import TableView, watch
from musbot.words.guess import ALIKE, guess
from musbot.words.quoted import quoted

log = logging.getLogger(__name__)

ALIKE_IN_A_GROUP = 0.8
"""How much a command must be like one of ours to be a slip rather than another bot's (`guess.ALIKE`)."""


class Chatter:
    """Stands between the adapters and the tables."""

    def __init__(
        self,
        manager: TableManager,
        courier: Courier,
        narrators: Narrators,
        commands: Sequence[Command] = COMMANDS,
        *,
        clock: Callable[[], float] = time.monotonic,
        tally: ChatTally | None = None,
    ) -> None:
        self._manager = manager
        self._courier = courier
        self._narrators = narrators
        self._tally = tally or ChatTally(clock)
        self._commands = commands
        self._called = {name: row for row in commands for name in (row.name, *row.aliases)}
        self._reached = Noted(manager, "open")
        self._house = House(
            manager=manager,
            courier=courier,
            narrators=narrators,
            commands=commands,
            answers=Rations(rations.ANSWERS, clock),
            in_private=Rations(rations.IN_PRIVATE, clock),
            boards=Rations(rations.BOARDS, clock),
        )
        self._welcome = Welcome(self._house)
        self._pages = Pages(courier, narrators, Rations(rations.PAGES, clock))

    # ---- presses and words -------------------------------------------------------------------------------

    async def press(
        self, person: Person, chat: str, data: str, *, key: str, message: str = "", alone: bool = False
    ) -> Reply:
        """Applies a press and returns what its presser is told, in his language.

        `alone` tells that the platform can show him a message which nobody else sees.
        """
        with self._tally.act(platform_of(person.id), Way.BUTTON) as act:
            reply = await self._press(person, chat, data, key=key, message=message, alone=alone)
            act.outcome = reply.outcome
        if chat == person.id or not self._courier.is_closed(chat):
            return reply
        if reply.alert or reply.post is not None or reply.page is not None:
            return reply  # what he has asked for, which is shown to him all the same
        told = self._narrators.for_one(person.language).unwritable(reply.text)
        return Reply(told, alert=True)

    async def _press(
        self, person: Person, chat: str, data: str, *, key: str, message: str, alone: bool
    ) -> Reply:
        if chat == person.id:
            await self._reached.add(chat)
        if data == OPEN_TABLE:
            return await self._open_table(person, chat, key)
        try:
            payload = read_payload(data)
        except BadPayload:
            return self._refusal(person, Refused("unknown-act"))
        if not payload.paged:
            self._courier.pressed(payload, chat, message)
        reached = await self._reaches(person.id)
        pressed = Pressed(
            person=person, chat=chat, message=message, payload=payload, alone=alone, reached=reached
        )
        try:
            return await self._pressed(pressed, key)
        except MusError as error:
            reply = self._refusal(person, error, await self._as_it_is(payload.table))
            if payload.paged and isinstance(error, Refused) and error.reason in OUTDATED:
                return self._pages.close(pressed, reply)
            return reply

    async def _pressed(self, pressed: Pressed, key: str) -> Reply:
        person, payload = pressed.person, pressed.payload
        match payload.act:
            case Ask.CARDS:
                return self._cards(person, await self._looked(payload.table))
            case Ask.SCORE:
                return self._score(person, await self._looked(payload.table))
            case Ask.SEAL:
                return self._seal(person, await self._looked(payload.table))
            case Ask.AGAIN:
                await self._manager.rematch(person, payload.table, key=key)
                return Reply("", seen=True)
        applied = await self._manager.press(person, payload, key=key)
        turns = applied.done.told is Told.PAGE
        told = Reply("", seen=True) if turns else self._told(person, applied)
        return self._pages.after(pressed, applied.table, told) if turns or payload.paged else told

    async def _looked(self, name: str) -> Table:
        table = await self._manager.look(name)
        if table is None:
            raise Refused("unknown-table")
        return table

    async def _as_it_is(self, name: str) -> Table | None:
        """A table in memory, of another one who sat there; None where there is none, or none can be read."""
        try:
            return await self._manager.as_it_sat(name)
        except MusError:
            return None

    async def _open_table(self, person: Person, chat: str, key: str) -> Reply:
        """Does what /mus would."""
        replies: list[Reply] = []
        private = chat == person.id
        await self.command("mus", (), person, chat, private=private, key=key, answer=replies.append)
        told = next(iter(replies), self.done(person))
        return Reply(told.post.text if told.post is not None else told.text, outcome=None)

    def _refusal(self, person: Person, error: MusError, table: Table | None = None) -> Reply:
        view = watch(table, table.seat_of(person.id)) if table is not None else None
        refused = self._narrators.for_one(person.language, table).refusal(error, view)
        return Reply(refused, outcome=outcome_of(error))

    def _cards(self, person: Person, table: Table) -> Reply:
        seat = table.seat_of(person.id)
        if seat is None:
            return self._refusal(person, Refused("no-seat"))
        narrator = self._narrators.for_one(person.language, table)
        return own_cards(table, seat, narrator, self._courier.links(table))

    def _score(self, person: Person, table: Table) -> Reply:
        narrator, view = self._narrators.for_one(person.language, table), watch(table)
        return Reply(narrator.score_alert(view), alert=True, post=narrator.score(view))

    def _seal(self, person: Person, table: Table) -> Reply:
        narrator, view = self._narrators.for_one(person.language, table), watch(table)
        return Reply(narrator.seal_alert(view), alert=True, post=narrator.seal(view))

    def _told(self, person: Person, applied: Applied) -> Reply:
        table, told = applied.table, applied.done.told
        narrator = self._narrators.for_one(person.language, table)
        view = watch(table, table.seat_of(person.id))
        text = narrator.told(view, applied.done)
        if told not in HANDLED:
            return Reply(text, seen=told in SEEN)
        hand = narrator.hand(view, self._courier.links(table))
        return Reply(text, post=hand, own=True, table=table.id)

    def hand(self, person: str, name: str, *, numbered: bool = False) -> OwnHand | None:
        """Returns what a person may see now of his hand at a table; None if he holds none.

        Its cards are `numbered` for where they are picked by typing.
        """
        table = self._manager.at(name)
        seat = table.seat_of(person) if table is not None else None
        if table is None or seat is None or table.over or not (table.in_hand and table.holds_cards(seat)):
            return None
        who = table.seats[seat]
        narrator = self._narrators.for_one(who.language if who is not None else "", table)
        view = watch(table, seat)
        post = narrator.hand(view, self._courier.links(table))
        if numbered:
            post = replace(narrator.own_cards(view), rows=post.rows)
        return OwnHand(table.hand, post)

    async def form(self, person: Person, data: str) -> Form | None:
        """Returns the form that a press may open instead, where a platform has forms; None for most."""
        try:
            payload = read_payload(data)
        except BadPayload:
            return None
        await self._manager.awaken(person=person.id)
        table = self._manager.at(payload.table)
        seat = table.seat_of(person.id) if table is not None else None
        if table is None or seat is None or payload.question != table.question:
            return None
        return self._narrators.for_one(person.language, table).form(watch(table, seat), payload.act)

    async def filled(self, person: Person, chat: str, data: str, typed: str, *, key: str) -> Reply:
        """Applies a form that was filled in."""
        number = typed.strip()
        if not (number.isascii() and number.isdecimal() and len(number) < 6):
            return self._refusal(person, Refused("no-number", typed=quoted(number)))
        return await self.press(person, chat, f"{data}.{int(number)}", key=key)

    def sorry(self, person: Person) -> Reply:
        """Returns what one is told whose press or command failed through no fault of his."""
        return self._refusal(person, Refused("broken"))

    def done(self, person: Person) -> Reply:
        """Returns what one is told whose command was done and needs no other answer."""
        return self._refusal(person, Refused("repeated"))

    def missing(self, person: Person, permissions: Sequence[str]) -> Reply:
        """Returns what one is told where the bot may not do what a table needs; permissions by their keys."""
        texts = self._narrators.for_one(person.language).texts
        named = texts.listed([texts(permission) for permission in permissions])
        return Reply(texts("refused-permissions", permissions=named))

    async def say(self, person: Person, chat: str, text: str, *, key: str) -> bool:
        """Takes a message that is exactly a word of the game, said by one whom it binds now; nothing else.

        Returns whether it counts, which is worth a reaction where the platform has any.
        """
        with self._tally.act(platform_of(person.id), Way.WORD) as act:
            try:
                for action in read_typed(text):
                    if await self._manager.say(person, chat, action, key=key) is not None:
                        act.outcome = ActFate.DONE
                        return True
                act.outcome = None  # talk
            except MusError as error:
                act.outcome = outcome_of(error)
                log.info("a typed word was not taken: %s", type(error).__name__)
            return False

    # ---- what the adapters notice ------------------------------------------------------------------------

    async def private_opened(self, person: Person, *, table: str = "", invite: str = "") -> None:
        """Greets one who has opened the private chat; what waits for him there follows.

        `table` is the one by whose link he came, `invite` an address that adds the bot to a group.
        """
        await self._manager.awaken(person=person.id)
        self._courier.opened(person.id)
        await self._reached.add(person.id)
        self._welcome.person(person, table, invite)

    async def started(self, person: Person, chat: str, *, reads: bool) -> None:
        """Greets a group where somebody asks for it."""
        if self._house.answers.take(person.id, chat):
            self._courier.post(chat, self._welcome.greeting(reads=reads))

    async def joined(self, chat: str, *, reads: bool) -> None:
        """Greets a group that the bot has come to, once; `reads` if it may read all that is written there."""
        await self._manager.awaken(chat=chat)
        await self._welcome.group(chat, reads=reads)

    def chat_opened(self, chat: str) -> None:
        """Notes that a chat can be written to."""
        self._courier.opened(chat)

    def chat_closed(self, chat: str) -> None:
        """Notes that a chat is no more; its tables can be shown elsewhere."""
        self._courier.shut(chat)

    async def moved(self, chat: str, to: str) -> None:
        """Notes that a chat has another id now."""
        await self._welcome.moved(chat, to)
        await self._manager.move(chat, to)

    def tables(self, chat: str) -> list[TableView]:
        """Returns the tables of a chat that are not over, as everybody there sees them, the newest first."""
        return [watch(table) for table in self._manager.in_chat(chat)]

    def follow(self, chat: str, hear: Callable[[int, str], None], person: str = "") -> None:
        """Tells aloud from now on what happens at the tables of a chat: the number of the hand, and a line.

        It is what all hear, or what one `person` does; for platforms where no message can be changed.
        """
        self._manager.listeners.append(Follower(chat, hear, person, self._narrators))

    def boards(self, chat: str) -> list[tuple[str, str]]:
        """Returns the tables that show something in a chat, and the message of each."""
        shown = [(table, self._courier.board_message(table)) for table in self._manager.in_chat(chat)]
        return [(table.id, message) for table, message in shown if message is not None]

    async def shown(self, chat: str) -> None:
        """Waits until a chat has been brought all that is to be seen there now."""
        await self._manager.awaken(chat=chat)
        await self._manager.settled()
        await self._courier.settled(chat)

    def repost(self, table: str) -> None:
        """Shows a table again at the bottom of its chat."""
        found = self._manager.at(table)
        if found is not None:
            self._courier.repost(found)

    def platform_down(self, platform: str) -> None:
        """Stops people's clocks at the tables of a platform that does not answer."""
        self._manager.hold(platform)

    def platform_up(self, platform: str) -> None:
        """Starts them anew, and brings what has waited for it."""
        self._manager.release(platform)
        self._courier.answers(platform)

    def answered(self, platform: str, result: Result, seconds: float) -> None:
        """Counts an answer to a press or a command."""
        self._tally.requested(platform, Request.ANSWER, result, seconds)

    # ---- commands ----------------------------------------------------------------------------------------

    def commands(self, language: str) -> list[tuple[Command, str]]:
        """Returns the commands and what each does, said as to one who speaks a language ("": unknown)."""
        texts = self._narrators.speaking(language).texts
        return [(command, texts(command.about)) for command in self._commands]

    async def command(
        self,
        name: str,
        words: Sequence[str],
        person: Person | None,
        chat: str,
        *,
        private: bool,
        key: str,
        answer: Answer | None = None,
        message: str = "",
        named: bool = False,
    ) -> None:
        """Does what a command asks; `person` is None for one who hides who he is.

        What it leads to is given to `answer`; without one it is posted: for him alone, or replying to his
        `message`.
        One that is none of ours is answered where nobody else can be meant: in private, where the bot is
        `named`, where it is nearly one of ours.
        """
        with self._tally.act(platform_of(chat), Way.COMMAND) as act:
            if private:
                await self._reached.add(chat)
            asked = Asked(
                words=tuple(words),
                person=person or Person(f"{chat}#anonymous", "?"),
                chat=chat,
                private=private,
                key=key,
                house=self._house,
                answer=answer,
                message=message,
                reached=person is not None and await self._reaches(person.id),
            )
            act.outcome = await self._obeyed(name, asked, sure=private or named, anonymous=person is None)

    async def _obeyed(self, name: str, asked: Asked, *, sure: bool, anonymous: bool) -> ActFate | None:
        """Does what is asked, if it is a command of ours; returns what has become of it."""
        try:
            await self._manager.awaken(chat=asked.chat, person=asked.person.id)
            command = self._meant(name, sure=sure)
            if command is None:
                return None
            _check(command, asked, anonymous=anonymous)
            await command.do(asked)
        except MusError as error:
            outcome = outcome_of(error)
            if outcome is not ActFate.REPEATED:  # a command that was done before a kill
                asked.refuse(error)
            return outcome
        return ActFate.DONE

    async def _reaches(self, person: str) -> bool:
        """Whether somebody's private chat is open."""
        return await self._reached.has(person) and not self._courier.is_closed(person)

    def _meant(self, name: str, *, sure: bool) -> Command | None:
        """The command of that name; raises Refused for one that is none and was meant for the bot."""
        command = self._called.get(name)
        if command is not None:
            return command
        called = {name: row for row in self._commands for name in (row.name, *row.aliases)}
        if sure:
            called |= {name: row for row in self._commands for name in row.names.values()}
        meant = guess(name, called, ALIKE if sure else ALIKE_IN_A_GROUP)
        if meant is not None:
            raise Refused("unknown-command-guess", name=quoted(name), guess=called[meant].name)
        if sure:
            raise Refused("unknown-command", name=quoted(name))
        return None


def _check(command: Command, asked: Asked, *, anonymous: bool) -> None:
    """Raises Refused where, or by whom, a command may not be given."""
    if anonymous and command.known:
        raise Refused("anonymous")
    if command.where is Where.GROUP and asked.private:
        raise Refused("not-here")
    if command.where is Where.PRIVATE and not asked.alone:
        raise Refused("in-private")
