"""What people do in a chat, on whatever platform: commands, presses, typed words, and what they are told."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import assert_never

from musbot.game.errors import MusError
from musbot.narrator import glossary
from musbot.narrator.post import Form, Post, WordsForm
from musbot.port.chats import everywhere, platform_of
from musbot.port.command import TYPED, Manners, Where
from musbot.port.door import PressedMessage
from musbot.port.messenger import Result
from musbot.port.replies import HANDLED, SEEN, ActFate, Answer, OwnHand, Reply, Way
from musbot.port.typed import read_typed
from musbot.service.chat.aloud import Follower
from musbot.service.chat.notices import Welcome, tell_barred
from musbot.service.chat.tableless import Tableless
from musbot.service.chat.threads import Threads
from musbot.service.choices.kept import YES
from musbot.service.choices.narrators import Narrators
from musbot.service.commands.context import Asked, Command, House
from musbot.service.commands.forgetting import Forgetting
from musbot.service.commands.handlers import COMMANDS
from musbot.service.commands.learning import Learning
from musbot.service.delivery.courier import Courier
from musbot.service.delivery.metrics import ChatTally, Request, outcome_of
from musbot.service.delivery.rendering import own_cards, refusal
from musbot.service.queue import rate_limits
from musbot.service.queue.rate_limits import RateLimits
from musbot.service.review.actas import files
from musbot.service.review.process_pool import Weigher
from musbot.service.review.review import Review
from musbot.service.settings.administrators import Administrators
from musbot.service.settings.ajustes import Ajustes
from musbot.service.settings.languages import Languages
from musbot.service.settings.pages import OUTDATED, Pages, Pressed
from musbot.service.tables.manager import Applied, TableManager
from musbot.table.acts import (
    OPEN_TABLE,
    Anytime,
    Ask,
    BadPayload,
    Bar,
    OpenPage,
    Payload,
    read_payload,
)
from musbot.table.pages import Page
from musbot.table.state import Person, Table
from musbot.table.told import Refused, Told
from musbot.table.view import TableView, watch
from musbot.table.ways import WAYS, Typed
from musbot.words.guess import ALIKE, guess
from musbot.words.quoted import quoted

log = logging.getLogger(__name__)

ALIKE_IN_A_GROUP = 0.8
"""How much a command must be like one of ours to be a slip rather than another bot's (`guess.ALIKE`)."""
UNSEEN = ("refused-chat-closed", "refused-chat-lacks")
"""Why nothing is taken where nobody would see it."""


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
        administrators: Administrators | None = None,
        weigher: Weigher | None = None,
    ) -> None:
        self._manager = manager
        self._courier = courier
        self._narrators = narrators
        self._tally = tally or ChatTally(clock)
        self._commands = commands
        self._called = {name: row for row in commands for name in (row.name, *row.aliases)}
        self._reached = manager.notes.open
        self.languages = Languages(manager, courier, narrators)
        self._administrators = administrators or Administrators(manager)
        answers, in_private = (
            RateLimits(rate_limits.ANSWERS, clock),
            RateLimits(rate_limits.IN_PRIVATE, clock),
        )
        self.review = Review(
            manager,
            courier,
            narrators,
            answers=answers,
            in_private=in_private,
            weigher=weigher or Weigher(),
            clock=clock,
        )
        ajustes = Ajustes(manager, courier, narrators, self._administrators)
        self._house = House(
            ajustes=ajustes,
            administrators=self._administrators,
            languages=self.languages,
            learning=Learning(manager.notes, narrators),
            manager=manager,
            courier=courier,
            narrators=narrators,
            commands=commands,
            answers=answers,
            in_private=in_private,
            boards=RateLimits(rate_limits.BOARDS, clock),
            forgetting=Forgetting(manager, courier, self.review, clock),
            review=self.review,
        )
        self._welcome = Welcome(self._house)
        self._threads = Threads(manager, courier, narrators)
        self._tableless = Tableless(self._house)
        self._pages = Pages(courier, narrators, RateLimits(rate_limits.PAGES, clock))

    # ---- presses and words -------------------------------------------------------------------------------

    async def press(
        self, person: Person, chat: str, data: str, *, key: str, message: str = "", alone: bool = False
    ) -> Reply:
        """See Door."""
        with self._tally.act(platform_of(person.id), Way.BUTTON) as act:
            reply = await self._press(person, chat, data, key=key, message=message, alone=alone)
            act.outcome = reply.outcome
        return self._shaped(chat, reply)

    def _shaped(self, chat: str, reply: Reply) -> Reply:
        """What one is told, as his chat wants to see it."""
        if reply.post is None:
            return reply
        return replace(reply, post=self._manager.ways.shaped(chat, reply.post))

    async def _press(
        self, person: Person, chat: str, data: str, *, key: str, message: str, alone: bool
    ) -> Reply:
        if chat == person.id:
            self._reached.note(chat, YES)
        else:
            self._courier.availability.ask(chat)
        if data == OPEN_TABLE:
            return await self._open_table(person, chat, key)
        tableless = await self._tableless.press(person, chat, data, key=key, message=message, alone=alone)
        if tableless is not None:
            return tableless
        try:
            payload = read_payload(data)
        except BadPayload:
            return self._refusal(person, Refused("refused-unknown-act"))
        if not payload.paged:
            self._courier.pressed(payload, chat, message)
        reached = self._reaches(person.id)
        pressed = Pressed(
            person=person, chat=chat, message=message, payload=payload, alone=alone, reached=reached
        )
        try:
            return await self._pressed(pressed, key)
        except MusError as error:
            error = self._named(error, person)
            reply = self._refusal(person, error, await self._as_it_is(payload.table))
            if isinstance(error, Refused) and error.reason in UNSEEN:
                return replace(reply, alert=True)
            if payload.paged and isinstance(error, Refused) and error.reason in OUTDATED:
                return self._pages.close(pressed, reply)
            return reply

    async def _may(self, pressed: Pressed) -> None:
        """Raises Refused for what a chat leaves to those who administer it, wherever the button was."""
        act = pressed.payload.act
        if act is Ask.AGAIN:
            over = await self._manager.tables.as_it_sat(pressed.payload.table)
            for chat in dict.fromkeys((pressed.chat, over.chat if over is not None else pressed.chat)):
                await self._administrators.may_open(pressed.person.id, chat)
        elif act is Ask.CHANNEL:
            self._administrators.may_be(pressed.chat)
        elif act is Anytime.END:
            self._administrators.may_vote_end(await self._looked(pressed.payload.table))

    async def _pressed(self, pressed: Pressed, key: str) -> Reply:
        person, payload = pressed.person, pressed.payload
        await self._may(pressed)
        if isinstance(payload.act, Ask):
            await self._manager.heard(person.id, payload.table)
            return await self._asked(pressed, payload.act, key)
        applied = await self._manager.press(person, payload, key=key)
        if isinstance(payload.act, Bar):
            tell_barred(applied, self._courier, self._narrators, self._reached.facts)
        turns = applied.done.told is Told.PAGE
        told = Reply("", seen=True) if turns else self._told(person, applied, alone=pressed.alone)
        return self._pages.after(pressed, applied.table, told) if turns or payload.paged else told

    async def _asked(self, pressed: Pressed, ask: Ask, key: str) -> Reply:
        person, payload = pressed.person, pressed.payload
        match ask:
            case Ask.CARDS:
                return self._cards(person, await self._looked(payload.table), alone=pressed.alone)
            case Ask.HERE | Ask.PRIVATE:
                return await self._hand_goes(pressed, await self._looked(payload.table))
            case Ask.SCORE:
                return self._score(person, await self._looked(payload.table))
            case Ask.SEAL:
                return self._seal(person, await self._looked(payload.table))
            case Ask.ACTA:
                return await self._acta(pressed)
            case Ask.FILM | Ask.ANALYSE | Ask.WHY | Ask.BADLY:
                return await self.review.press(pressed, ask)
            case Ask.THREAD | Ask.CHANNEL:
                goes = self._threads.out if ask is Ask.THREAD else self._threads.back
                return await goes(pressed, await self._looked(payload.table))
            case Ask.EXPLAIN:
                return Reply(await self.languages.explain(person), seen=True)
            case Ask.AGAIN:
                await self._manager.rematch(person, payload.table, key=key)
                return Reply("", seen=True)
            case _:
                assert_never(ask)

    async def _acta(self, pressed: Pressed) -> Reply:
        """Gives the acta of a partida to one who played it."""
        person = pressed.person
        if not self._house.in_private.take(person.id, person.id):
            raise Refused("refused-too-fast")
        table = await self._manager.tables.look(pressed.payload.table)
        if table is None:
            raise Refused("refused-no-acta-any-more")
        if table.seat_of(person.id) is None:
            raise Refused("refused-no-seat")
        if not table.over or table.mesa is None:
            raise Refused("refused-no-acta-yet")
        if not pressed.alone and pressed.chat != person.id:
            raise Refused("refused-in-private")
        post = await files(self._manager, table, self._narrators.for_one(person, table))
        if pressed.alone:
            return Reply("", post=post)
        self._courier.post(person.id, post)
        return Reply("", seen=True)

    async def _looked(self, name: str) -> Table:
        table = await self._manager.tables.look(name)
        if table is None:
            raise Refused("refused-unknown-table")
        return table

    async def _as_it_is(self, name: str) -> Table | None:
        """A table in memory, of another one who sat there; None where there is none, or none can be read."""
        try:
            return await self._manager.tables.as_it_sat(name)
        except MusError:
            return None

    async def _open_table(self, person: Person, chat: str, key: str) -> Reply:
        """Does what /mus would."""
        replies: list[Reply] = []
        private = chat == person.id
        manners = Manners(language=person.language)  # as on Telegram, where groups have none
        await self.command(
            "mus", (), person, chat, private=private, key=key, answer=replies.append, manners=manners
        )
        told = next(iter(replies), self.done(person))
        text = told.post.text if told.post is not None else told.text
        return Reply(text, alert=self._courier.is_closed(chat), outcome=None)

    def _named(self, error: MusError, person: Person) -> MusError:
        """The same, or what the bot lacks where a table cannot be shown, if its platform has told."""
        if not isinstance(error, Refused) or "chat" not in error.facts:
            return error
        lacking = self._courier.availability.lacking(str(error.facts["chat"]))
        return (
            Refused("refused-chat-lacks", permissions=self._permissions(lacking, person))
            if lacking
            else error
        )

    def _permissions(self, keys: Sequence[str], person: Person) -> str:
        texts = self._narrators.for_one(person).texts
        return texts.listed([texts(key) for key in keys])

    def _refusal(self, person: Person, error: MusError, table: Table | None = None) -> Reply:
        return refusal(self._narrators, person, error, table)

    async def _hand_goes(self, pressed: Pressed, table: Table) -> Reply:
        """Shows somebody his cards where he plays from now on, or sends them in private again."""
        person, here = pressed.person, pressed.payload.act is Ask.HERE
        if not pressed.alone or table.seat_of(person.id) is None:
            raise Refused("refused-no-seat" if pressed.alone else "refused-unknown-act")
        closed = self._courier.is_closed(person.id)
        await self._courier.show_hand(person.id, here=here)
        if here:
            return self._cards(person, table, alone=True)
        told = self._narrators.for_one(person, table).texts(
            "hand-is-private-maybe" if closed else "hand-is-private"
        )
        return Reply(told, page=Post("", told), table=table.id)

    def _cards(self, person: Person, table: Table, *, alone: bool) -> Reply:
        seat = table.seat_of(person.id)
        if seat is None:
            return self._refusal(person, Refused("refused-no-seat"))
        narrator, courier = self._narrators.for_one(person, table), self._courier
        links = courier.hand_links(table, person.id) if alone else courier.links(table)
        return own_cards(table, seat, narrator, links)

    def _score(self, person: Person, table: Table) -> Reply:
        narrator, view = self._narrators.for_one(person, table), watch(table)
        return Reply(narrator.score_alert(view), alert=True, post=narrator.score(view))

    def _seal(self, person: Person, table: Table) -> Reply:
        guide, view = self._narrators.for_one(person, table).guide, watch(table)
        return Reply(guide.seal_alert(view), alert=True, post=guide.seal(view))

    def _told(self, person: Person, applied: Applied, *, alone: bool = False) -> Reply:
        table, told = applied.table, applied.done.told
        narrator = self._narrators.for_one(person, table)
        view = watch(table, table.seat_of(person.id))
        text = narrator.guide.told(applied.done)
        if told not in HANDLED:
            return Reply(text, seen=told in SEEN)
        courier = self._courier
        links = courier.hand_links(table, person.id) if alone else courier.links(table)
        return Reply(text, post=narrator.hand(view, links), own=True, table=table.id)

    def hand(self, person: str, name: str, *, drawn: bool = False) -> OwnHand | None:
        """See Door."""
        table = self._manager.tables.at(name)
        seat = table.seat_of(person) if table is not None else None
        if table is None or seat is None or table.over or not (table.in_hand and table.holds_cards(seat)):
            return None
        who = table.seats[seat]
        narrator = self._narrators.for_one(who, table)
        view = watch(table, seat)
        if drawn:
            rows = narrator.hand(view, self._courier.links(table)).rows
            post = replace(narrator.own_cards(view), rows=rows)
            return OwnHand(table.hand, post, faces=narrator.faces(view))
        post = narrator.hand(view, self._courier.hand_links(table, person))
        post = self._manager.ways.shaped(table.chat, post)
        return OwnHand(table.hand, post, here=self._courier.hand_is_here(person))

    async def form(self, person: Person, data: str) -> Form | WordsForm | None:
        """Returns the form that a press may open instead, where a platform has forms; None for most."""
        if data.startswith(WAYS):
            return self._tableless.form(person, data)
        try:
            payload = read_payload(data)
        except BadPayload:
            return None
        return await self._form(person, payload)

    async def _form(self, person: Person, payload: Payload) -> Form | None:
        await self._manager.tables.awaken(person=person.id)
        table = self._manager.tables.at(payload.table)
        seat = table.seat_of(person.id) if table is not None else None
        if table is None or seat is None or payload.question != table.question:
            return None
        return self._narrators.for_one(person, table).form(watch(table, seat), payload.act)

    async def filled(self, person: Person, chat: str, data: str, typed: str, *, key: str) -> Reply:
        """Applies a form that was filled in; a number that makes no sense is told, and changes nothing."""
        if data.startswith(WAYS):
            return await self._tableless.filled(person, chat, data, typed, key=key)
        number = typed.strip()
        if not (number.isascii() and number.isdecimal() and len(number) < 6):
            return self._refusal(person, Refused("refused-no-number", typed=quoted(number)))
        data = f"{data}.{int(number)}"
        try:
            form = await self._form(person, replace(read_payload(data), act=OpenPage(Page.MORE)))
        except BadPayload:
            form = None
        if form is not None and int(number) > form.most:
            return self._refusal(person, Refused("refused-no-amount", least=form.least, most=form.most))
        return await self.press(person, chat, data, key=key)

    def sorry(self, person: Person) -> Reply:
        """Returns what one is told whose press or command failed through no fault of his."""
        return self._refusal(person, Refused("refused-broken"))

    def done(self, person: Person) -> Reply:
        """Returns what one is told whose command was done and needs no other answer."""
        return self._refusal(person, Refused("refused-repeated"))

    def missing(self, person: Person, permissions: Sequence[str]) -> Reply:
        """Returns what one is told where the bot may not do what a table needs; permissions by their keys."""
        texts = self._narrators.for_one(person).texts
        named = self._permissions(permissions, person)
        return Reply(texts("refused-permissions", permissions=named))

    async def say(self, person: Person, chat: str, text: str, *, key: str) -> bool:
        """See Door."""
        with self._tally.act(platform_of(person.id), Way.WORD) as act:
            self._courier.availability.ask(chat, talk=True)
            if self._manager.ways.of(chat).typed is Typed.LEFT:
                act.outcome = None
                return False
            try:
                for action in read_typed(text):
                    if await self._manager.say(person, chat, action, key=key) is not None:
                        act.outcome = ActFate.DONE
                        return True
                act.outcome = None  # talk
            except MusError as error:
                act.outcome = outcome_of(error)
                log.info("a typed word was not taken: %s", type(error).__name__)
            if chat == person.id:
                self._explain(person, text)
            return False

    def _explain(self, person: Person, text: str) -> None:
        """Answers a question about a word of the game, asked in private."""
        post = glossary.answer(self._narrators.for_one(person).texts, text)
        if post is not None and self._house.in_private.take(person.id, person.id):
            self._courier.post(person.id, post)

    # ---- what the adapters notice ------------------------------------------------------------------------

    async def private_opened(self, person: Person, *, table: str = "", invite: str = "") -> None:
        """See Door."""
        await self._manager.tables.awaken(person=person.id)
        self._courier.availability.opened(person.id)
        self._reached.note(person.id, YES)
        self._welcome.person(person, table, invite)

    async def started(self, person: Person, chat: str, *, reads: bool) -> None:
        """Greets a group where somebody asks for it."""
        self._courier.availability.ask(chat)
        if self._house.answers.take(person.id, chat):
            self._courier.post(chat, self._welcome.greeting(reads=reads))

    async def joined(self, chat: str, *, reads: bool) -> None:
        """Greets a group that the bot has come to, once; `reads` if it may read all that is written there."""
        await self._manager.tables.awaken(chat=chat)
        self._welcome.group(chat, reads=reads)

    def chat_opened(self, chat: str) -> None:
        """Notes that the platform lets the bot write to a chat."""
        self._courier.availability.opened(chat)

    def chat_lacks(self, chat: str, permissions: Sequence[str]) -> None:
        """Notes what the bot may not do in a chat and needs for a table, by the keys of its words."""
        self._courier.availability.lacks(chat, permissions)

    def chat_closed(self, chat: str) -> None:
        """Notes that a chat is no more; its tables can be shown elsewhere."""
        self._courier.availability.shut(chat)

    async def moved(self, chat: str, to: str) -> None:
        """Notes that a chat has another id now."""
        self._welcome.moved(chat, to)
        await self._manager.ways.moved(chat, to)
        await self._manager.move(chat, to)

    def house_rules(self, chat: str) -> list[str]:
        """Returns what the house rules of a chat are called."""
        return [name for name, _ in self._manager.ways.of(chat).sets]

    def tables(self, chat: str) -> list[TableView]:
        """Returns the tables of a chat that are not over, as everybody there sees them, the newest first."""
        return [watch(table) for table in self._manager.tables.in_chat(chat)]

    def follow(self, chat: str, hear: Callable[[int, str], None], person: str = "") -> None:
        """See Door."""
        self._manager.tables.listeners.append(Follower(chat, hear, person, self._narrators))

    def boards(self, chat: str) -> list[tuple[str, str]]:
        """Returns the tables that show something in a chat, but those put off, and the message of each."""
        here = [table for table in self._manager.tables.in_chat(chat) if not table.put_off]
        shown = [(table, self._courier.board_message(table)) for table in here]
        return [(table.id, message) for table, message in shown if message is not None]

    async def shown(self, chat: str) -> None:
        """Waits until a chat has been brought all that is to be seen there now."""
        await self._manager.tables.awaken(chat=chat)
        await self._manager.settled()
        await self._courier.settled(chat)

    def repost(self, table: str) -> None:
        """Shows a table again at the bottom of its chat."""
        found = self._manager.tables.at(table)
        if found is not None:
            self._courier.repost(found)

    def answering(self, person: Person, chat: str, message: str) -> PressedMessage:
        """Keeps what a message shows for the answer to a press of it (`Door.answering`)."""
        return self._courier.answering(person.id, chat, message)

    def platform_down(self, platform: str, silent: Callable[[str], bool] = everywhere) -> None:
        """Stops people's clocks at the tables of a platform that does not answer in its `silent` chats."""
        self._manager.clocks.hold(platform, silent)

    def platform_up(self, platform: str) -> None:
        """Starts them anew, and brings what has waited for it."""
        self._manager.clocks.release(platform)
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
        manners: Manners = TYPED,
    ) -> None:
        """See Door."""
        with self._tally.act(platform_of(chat), Way.COMMAND) as act:
            if private:
                self._reached.note(chat, YES)
            asked = Asked(
                words=tuple(words),
                person=person or Person(f"{chat}#anonymous", "?"),
                chat=chat,
                private=private,
                key=key,
                house=self._house,
                answer=answer,
                message=message,
                manners=manners,
                reached=person is not None and self._reaches(person.id),
            )
            act.outcome = await self._obeyed(name, asked, sure=private or named, anonymous=person is None)

    async def _obeyed(self, name: str, asked: Asked, *, sure: bool, anonymous: bool) -> ActFate | None:
        """Does what is asked, if it is a command of ours; returns what has become of it."""
        try:
            await self._manager.tables.awaken(chat=asked.chat, person=asked.person.id)
            command = self._meant(name, sure=sure)
            if command is None:
                return None
            _check(command, asked, anonymous=anonymous)
            if not asked.private and not await self._courier.reaches(asked.chat) and command.board:
                raise Refused("refused-chat-closed", chat=asked.chat)
            await command.do(asked)
        except MusError as error:
            outcome = outcome_of(error)
            if outcome is not ActFate.REPEATED:  # a command that was done before a kill
                asked.refuse(self._named(error, asked.person))
            return outcome
        return ActFate.DONE

    def _reaches(self, person: str) -> bool:
        """Whether somebody's private chat is open."""
        return self._reached.of(person) == YES and not self._courier.is_closed(person)

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
            raise Refused("refused-unknown-command-guess", name=quoted(name), guess=called[meant].name)
        if sure:
            raise Refused("refused-unknown-command", name=quoted(name))
        return None


def _check(command: Command, asked: Asked, *, anonymous: bool) -> None:
    """Raises Refused where, or by whom, a command may not be given."""
    if anonymous and command.known:
        raise Refused("refused-anonymous")
    if command.where is Where.GROUP and asked.private:
        raise Refused("refused-not-here")
    if command.where is Where.PRIVATE and not asked.alone:
        raise Refused("refused-in-private")
