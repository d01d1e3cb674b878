"""Presses, forms and typed words of people, and their replies."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import assert_never

from musbot.game.actions import GESTURES, Action
from musbot.game.errors import MusError
from musbot.narrator import guide
from musbot.narrator.post import Form, Post, WordsForm
from musbot.port.chats import platform_of, without_topic
from musbot.port.command import GivenCommand
from musbot.port.door import PressedMessage
from musbot.port.messenger import Result
from musbot.port.replies import ActKind, ActOutcome, Reply
from musbot.service.chat.answers import Answers
from musbot.service.chat.chats import Threads
from musbot.service.chat.pauses import Pauses
from musbot.service.chat.typed_words import TypedWords
from musbot.service.choices.kept import YES, FactCache
from musbot.service.commands.context import ANSWER_LASTS_S, Services
from musbot.service.commands.registry import CommandRegistry
from musbot.service.commands.seated import NEW
from musbot.service.settings.page_turning import OUTDATED, AnyPress, Pages, Pressed, replace_pressed
from musbot.service.tables.counters import ChatTally, Request
from musbot.service.tables.repository import EXPLAINED
from musbot.table.act_result import Confirmation, Refused
from musbot.table.acts import (
    CALL,
    DATE,
    FORGET_ME,
    LEARN,
    LIST_COMMANDS,
    NEW_HERE,
    NOTICE,
    OPEN_TABLE,
    OPEN_WITH_RULES,
    SPEAK,
    Anytime,
    Ask,
    BadPayload,
    Bar,
    Call,
    InLobby,
    InPlay,
    Listing,
    OpenPage,
    Payload,
    Pick,
    Throw,
    read_payload,
)
from musbot.table.events import NO_MESSAGE, ChatId, MessageId, Person, TableId
from musbot.table.pages import Page
from musbot.table.table import Table
from musbot.table.view import watch
from musbot.table.ways import WAYS
from musbot.words.quoted import quote

_REST = re.compile(r"(?<=[a-z][:.]).*", re.DOTALL)
"""The part of a payload after its verb, for buttons that belong to no table."""

UNSEEN = ("refused-chat-closed", "refused-chat-lacks")
"""Refusals in chats that cannot show the result of an act."""

FOR_ANYBODY = frozenset(
    {Anytime.LEAVE, InLobby.UP, Ask.ACTA, Ask.FILM, Ask.SHARE, Ask.ANALYSE, Ask.WHY, Ask.BADLY}
)
"""Acts for people who have left the table's chat: giving up a seat, and looking at finished hands."""

AnswersPress = Callable[[AnyPress], Awaitable[Reply]]
"""A function that answers a press on a button that belongs to no table."""


class Presses:
    """Finds the handler of each button, and counts the outcomes of presses and words."""

    def __init__(
        self, services: Services, commands: CommandRegistry, answers: Answers, tally: ChatTally
    ) -> None:
        self._services = services
        self._manager = services.manager
        self._courier = services.courier
        self._narrators = services.narrators
        self._commands = commands
        self._answers = answers
        self._tally = tally
        self._threads = Threads(services)
        self.words = TypedWords(services, commands, tally)
        """Takes typed texts."""
        self._pauses = Pauses(services)
        tables = services.manager.tables
        self._pages = Pages(
            services.courier, services.narrators, services.pages, services.is_reachable, tables.get
        )
        self._of_no_table: dict[str, AnswersPress] = {
            OPEN_TABLE: self._open_table,
            OPEN_WITH_RULES: self._open_table,
            NEW_HERE: self._begin,
            FORGET_ME: self._forget,
            WAYS: services.ajustes.press,
            LEARN: services.learning.press,
            SPEAK: self._choose_language,
            CALL: self._choose_call,
            LIST_COMMANDS: self._list_commands,
            DATE: services.dates.press,
            NOTICE: self._press_notices,
        }

    # ---- buttons -----------------------------------------------------------------------------------------

    async def press(
        self,
        person: Person,
        chat: ChatId,
        data: str,
        *,
        key: str,
        message: MessageId = NO_MESSAGE,
        alone: bool = False,
    ) -> Reply:
        """Applies a press, counts its outcome, and returns the reply for its presser.

        Errors in EXPLAINED become replies, and so does an unknown payload; any other error is raised. In a
        private chat it stores that the person has opened the chat; a closed group is probed. `alone` says
        that only the presser sees the reply.
        """
        press = AnyPress(person, chat, data, key=key, message=message, alone=alone)
        with self._tally.time_act(platform_of(person.id), ActKind.BUTTON) as act:
            if chat == person.id:
                self._services.opened.note(chat, YES)
            else:
                self._courier.availability.probe_after_act(chat)
            if (answer := self._of_no_table.get(_REST.sub("", data))) is None:
                reply = await self._at_a_table(press)
            else:
                reply = await self._answer_without_table(person, chat, answer(press), alert=True)
            act.outcome = reply.outcome
        ways = self._manager.ways
        return reply if reply.post is None else replace(reply, post=ways.shape(chat, reply.post))

    async def _answer_without_table(
        self, person: Person, chat: ChatId, answer: Awaitable[Reply], *, alert: bool = False
    ) -> Reply:
        """Returns the awaited reply to a press that belongs to no table, or a reply that explains its error.

        A BadPayload reads as an unknown act. With `alert`, an error in EXPLAINED is shown as an alert. Any
        other error is raised.
        """
        try:
            return await answer
        except BadPayload:
            return self._answers.refusal(person, Refused("refused-unknown-act"))
        except EXPLAINED as error:
            return replace(self._answers.refusal(person, error, chat=chat), alert=alert)

    async def _at_a_table(self, press: AnyPress) -> Reply:
        """Applies a press on a table's button and returns the reply; errors in EXPLAINED become replies.

        An unknown payload reads as an unknown act. The reply adds a long pause of the table's chat. A refused
        repeated tap gets an empty reply, unless the refusal is an alert. Also identifies the pressed message
        unless it is a page, and records whether the player uses the board.
        """
        person, chat = press.person, press.chat
        try:
            payload = read_payload(press.data)
        except BadPayload:
            return self._answers.refusal(person, Refused("refused-unknown-act"))
        key, message, alone = press.key, press.message, press.alone
        pressed = Pressed(person, chat, press.data, key=key, message=message, alone=alone, payload=payload)
        is_first_tap = self._services.taps.take(person.id, press.data)
        departed = await self._find_departure(pressed)
        if not payload.paged:
            self._courier.answering.note_press(payload, chat, press.message)
        try:
            if departed is not None:
                raise departed
            if not isinstance(payload.act, Action):
                self._record_board_play(press, payload)  # the reply shows the hand with its words
            reply = await self._apply(pressed)
            self._record_board_play(press, payload)
        except EXPLAINED as error:
            reply = await self._refuse(pressed, self._services.with_missing_permissions(error, person))
            if not (is_first_tap or reply.alert) and reply.outcome is ActOutcome.REFUSED:
                return Reply("", seen=True, outcome=reply.outcome)
        return self._pauses.explain(reply, person, payload.table, chat)

    def _record_board_play(self, press: AnyPress, payload: Payload) -> None:
        """Records whether a player says their words on the public board or in their hand.

        A word on a group's message records the board. Any other word records the hand. Asking for cards or
        explanations, and picking or throwing cards off the board, also record the hand. Señas, looks, other
        acts, buttons of pages and presses whose reply the whole chat sees record nothing.
        """
        act, board = payload.act, press.chat != press.person.id and bool(press.message)
        word = isinstance(act, Action) and act.voz not in GESTURES
        throws = isinstance(act, Pick | Throw) or act is InPlay.THROW
        asks = act in (Ask.CARDS, Ask.EXPLAIN) or (throws and not board)
        if press.alone and not payload.paged and (word or asks):
            self._courier.answering.set_plays_on_board(
                press.person.id, payload.table, plays=board and not asks
            )

    async def _refuse(self, pressed: Pressed, error: MusError) -> Reply:
        """Returns the reply that explains a refused press.

        It is an alert if the chat cannot show the result of an act (UNSEEN). A page without a valid choice
        (OUTDATED) is closed with it.
        """
        table = await self._load_seating(pressed.payload.table)
        reply = self._answers.refusal(pressed.person, error, table, pressed.chat)
        reason = error.reason if isinstance(error, Refused) else ""
        if reason in UNSEEN:
            return replace(reply, alert=True)
        payload = pressed.payload
        is_old = table is not None and table.question != payload.question and not isinstance(payload.act, Ask)
        closes = payload.paged and (reason in OUTDATED or (reason == "refused-no-seat" and is_old))
        return self._pages.close(pressed, reply) if closes else reply

    async def _load_seating(self, name: TableId) -> Table | None:
        """Returns a table, without its partida if it is not in memory; None if unknown or unreadable."""
        try:
            return await self._manager.tables.seating_snapshot(name)
        except MusError:
            return None

    async def _apply(self, pressed: Pressed) -> Reply:
        """Applies a press on a table's button and returns the reply; raises MusError.

        If the press turns to a page, or was made on one, `Pages.reply_with_page` shows or closes the page. A
        player who is barred or readmitted is notified. A request (Ask) also ends the presser's absence.
        """
        person, payload = pressed.person, pressed.payload
        await self._require_permission(pressed)
        if isinstance(payload.act, Ask):
            await self._manager.mark_presence(person.id, payload.table)
            return await self._answer_request(pressed, payload.act)
        applied = await self._manager.press(person, payload, key=pressed.key)
        if isinstance(payload.act, Bar):
            self._answers.tell_barred(applied)
        turns = applied.done.confirmation is Confirmation.PAGE
        reply = Reply("", seen=True) if turns else self._answers.confirm(pressed, applied)
        return self._pages.reply_with_page(pressed, applied.table, reply) if turns or payload.paged else reply

    async def _find_departure(self, pressed: Pressed) -> Refused | None:
        """Returns the refusal of an act by a person who has left the table's chat; None for other acts.

        In play their seat then counts as left (R95). None also for the acts in FOR_ANYBODY, and for a table
        that is unknown or unreadable. It may wait for the platform. It does not raise the refusal, because
        the press must be noted first.
        """
        table = await self._load_seating(pressed.payload.table)
        if table is not None and pressed.payload.act not in FOR_ANYBODY:
            try:
                await self._services.members.require_member(pressed.person.id, pressed.chat, table)
            except Refused as refused:
                return refused
        return None

    async def _require_permission(self, pressed: Pressed) -> None:
        """Raises Refused if a person may not make this press.

        An act needs `_require_present`, except Anytime.END: that needs a known table, and the right to vote
        for its end. A rematch needs `_require_present`, and the right to open tables in the chat of the press
        and in the table's. If the table is unknown, acts and rematches skip `_require_present`. Ask.CHANNEL
        needs a known table and an allowed channel. Other requests and page turns need no permission. Raises
        StoreError if a table cannot be loaded.
        """
        act, administrators = pressed.payload.act, self._services.administrators
        if act is Ask.AGAIN:
            over = await self._manager.tables.seating_snapshot(pressed.payload.table)
            if over is not None:
                _require_present(pressed, over, self._manager.notes.moved)
            for chat in dict.fromkeys((pressed.chat, over.chat if over is not None else pressed.chat)):
                await administrators.require_may_open(pressed.person.id, chat)
        elif act is Ask.CHANNEL:
            table = await self._require_table(pressed)
            administrators.require_allowed_chat(table.left or pressed.chat)
        elif act is Anytime.END:
            administrators.require_may_vote_end(await self._require_table(pressed))
        elif not isinstance(act, Ask | OpenPage):  # all people may turn pages
            live = await self._manager.tables.load(pressed.payload.table)
            if live is not None:
                _require_present(pressed, live.table, self._manager.notes.moved)

    async def _answer_request(self, pressed: Pressed, ask: Ask) -> Reply:
        """Carries out a request (Ask), such as an acta, a rematch or a move to a thread; returns the reply.

        FILM, SHARE, CARDS, HERE, PRIVATE, SCORE and SEAL need `_require_visible_table`. Raises MusError.
        """
        match ask:
            case Ask.ACTA | Ask.FILM | Ask.SHARE | Ask.ANALYSE | Ask.WHY | Ask.BADLY:
                if ask in (Ask.FILM, Ask.SHARE):
                    await self._require_visible_table(pressed)
                return await self._services.review.press(pressed, ask)
            case Ask.EXPLAIN:
                return await self._toggle_explanations(pressed)
            case Ask.AGAIN:
                applied = await self._manager.rematch(pressed.person, pressed.payload.table, key=pressed.key)
                if applied.done.confirmation is Confirmation.OPENED:
                    return Reply("", seen=True)
                return self._answers.confirm(pressed, applied)
            case Ask.THREAD | Ask.CHANNEL:
                goes = self._threads.move_to_thread if ask is Ask.THREAD else self._threads.move_to_channel
                reply = await goes(pressed, await self._require_table(pressed))
                return reply if reply.alert else self._pages.close(pressed, reply)
            case Ask.CARDS | Ask.HERE | Ask.PRIVATE | Ask.SCORE | Ask.SEAL:
                return await self._answers.answer_request(
                    pressed, ask, await self._require_visible_table(pressed)
                )
            case _:
                assert_never(ask)

    async def _toggle_explanations(self, pressed: Pressed) -> Reply:
        """Stores full explanations for the presser, or none if they have full ones; returns the reply.

        Queues updates of their cards at loaded tables. The reply brings the hand by `reply_with_hand`, if
        they sit at this table and it is no solo table. Raises Refused or StoreError.
        """
        table = await self._require_table(pressed)
        explained = await self._services.languages.explain(pressed.person)
        if table.solo or table.seat_of(pressed.person.id) is None:
            return Reply(explained, seen=True)
        return self._answers.reply_with_hand(pressed, table, explained)

    async def _require_table(self, pressed: Pressed) -> Table:
        """Returns the table of a press, loaded if needed, also a finished one.

        Raises Refused if it is unknown or in quarantine, and StoreError.
        """
        if (table := await self._manager.tables.look(pressed.payload.table)) is None:
            raise Refused("refused-unknown-table")
        return table

    async def _require_visible_table(self, pressed: Pressed) -> Table:
        """Returns the table of a press, also a finished one, if its presser may see the table.

        Raises Refused if it is unknown, in quarantine or not shown to the presser (`_require_present`), and
        StoreError.
        """
        table = await self._require_table(pressed)
        _require_present(pressed, table, self._manager.notes.moved)
        return table

    # ---- without a table ---------------------------------------------------------------------------------

    async def _begin(self, press: AnyPress) -> Reply:
        """Runs `/mus` with the word NEW in the presser's private chat, from any chat, by `_open_table`."""
        return await self._open_table(replace(press, chat=press.person.id), NEW)

    async def _open_table(self, press: AnyPress, *words: str) -> Reply:
        """Runs /mus with these or the payload's words in the press's chat and returns its first answer.

        Returns an acknowledgement if the command gives no answer. The reply is an alert if the chat is
        closed; its outcome is None, because the command is counted already.
        """
        replies: list[Reply] = []
        person, chat, private = press.person, press.chat, press.chat == press.person.id
        if press.data.startswith(OPEN_WITH_RULES):
            words = tuple(press.data.removeprefix(OPEN_WITH_RULES).split())
        mus = GivenCommand("mus", words, person, chat, key=press.key, private=private)
        await self._commands.run_command(replace(mus, answer=replies.append))
        reply = next(iter(replies), self._answers.acknowledgement(person))
        text = reply.post.text if reply.post is not None else reply.text
        alert = self._courier.availability.is_closed(chat)
        return Reply(text, alert=alert, post=reply.post, outcome=None)

    async def _forget(self, press: AnyPress) -> Reply:
        """Deletes the presser's data as `Forgetting.forget` does; shows the result in place of the question.

        In a group it is shown as an alert, unless the presser alone sees it. Raises Refused if the question
        is no longer open, and the other errors of `Forgetting.forget`.
        """
        texts = self._narrators.for_one(press.person).texts
        post = await self._services.forgetting.forget(press.person, texts)
        if press.chat != press.person.id and not press.alone:
            return Reply(post.text, alert=True)
        return replace_pressed(self._courier.posts, press, post)

    async def _choose_language(self, press: AnyPress) -> Reply:
        """Stores the presser's language and returns the confirmation as `_confirm_choice` does.

        Loads their tables first, and queues updates of their cards. Raises Refused for an unknown language,
        and StoreError.
        """
        await self._manager.tables.load_all(person=press.person.id)
        chosen = await self._services.languages.choose(press.person, press.data.removeprefix(SPEAK))
        return self._confirm_choice(press, chosen)

    async def _choose_call(self, press: AnyPress) -> Reply:
        """Stores the way in which the presser is called; returns the confirmation as `_confirm_choice` does.

        Loads their tables first, and queues changed calls. Raises BadPayload for an unknown way, and
        StoreError.
        """
        person = press.person
        await self._manager.tables.load_all(person=person.id)
        chosen = next((call for call in Call if call.value == press.data.removeprefix(CALL)), None)
        if chosen is None:
            raise BadPayload("no way to be called")
        await self._courier.reconciler.set_call(person.id, chosen)
        closed, texts = not self._services.is_reachable(person.id), self._narrators.for_one(person).texts
        told = guide.calls_confirmation(texts, chosen, closed=closed)
        return self._confirm_choice(press, told, self._services.calls_page(person.id, press.chat, texts))

    async def _press_notices(self, press: AnyPress) -> Reply:
        """Applies a press on a button about notices, and returns the reply.

        Unless the press took a seat (`Reply.seen`), the page then has the new choice, or an alert
        replaces it, as `_confirm_choice` does. Loads the presser's tables first. Raises BadPayload, Refused,
        NotSaved or StoreError.
        """
        await self._manager.tables.load_all(person=press.person.id)
        reply = await self._services.notices.press(press)
        if reply.seen:
            return reply
        texts = self._narrators.for_one(press.person).texts
        about = self._services.notices.chat_of(press)
        page = None if reply.alert else self._services.calls_page(press.person.id, about, texts)
        return replace(self._confirm_choice(press, reply.text, page), alert=reply.alert, url=reply.url)

    async def _list_commands(self, press: AnyPress) -> Reply:
        """Shows the list of commands in place of the help that was pressed; in a group for ANSWER_LASTS_S.

        If the presser alone sees the help, the reply's page replaces it; otherwise the list is queued. Raises
        BadPayload for an unknown listing.
        """
        named = press.data.removeprefix(LIST_COMMANDS)
        listing = next((it for it in Listing if it.value == named), None)
        if listing is None:
            raise BadPayload("no way to list commands")
        page = replace(self._commands.page(press.person, listing), silent=True)
        lasts_s = None if press.chat == press.person.id else ANSWER_LASTS_S
        return replace_pressed(self._courier.posts, press, page, lasts_s=lasts_s)

    def _confirm_choice(self, press: AnyPress, told: str, page: Post | None = None) -> Reply:
        """Returns the reply with the text `told`; in a private or own message `page` replaces the question.

        Without a page, the text replaces it.

        In a private chat the replacement is queued, unless the message shows a part of a table. An ephemeral
        message is replaced by the reply's page. In a group only the reply has the text.
        """
        chat, message = press.chat, press.message
        if press.alone and not message:
            return Reply(told, page=page or Post("", told))
        if chat == press.person.id and message and not self._courier.projections.shows_part(chat, message):
            self._courier.posts.post(chat, replace(page or Post("", told), replaces_message=message))
        return Reply(told)

    # ---- forms -------------------------------------------------------------------------------------------

    async def form(self, person: Person, data: str) -> Form | WordsForm | None:
        """Returns the form that a button opens: for an amount, or for words of the settings.

        None for other buttons, for outdated ones, and without a seat at the table. Raises StoreError.
        """
        try:
            if data.startswith(WAYS):
                return self._services.ajustes.form(person, data)
            payload = read_payload(data)
        except BadPayload:
            return None
        return await self._form(person, payload)

    async def _form(self, person: Person, payload: Payload) -> Form | None:
        """Returns the form of a table's button; None without a seat, or if its question is outdated.

        None also if the button has no form. Loads the person's tables; raises StoreError.
        """
        await self._manager.tables.load_all(person=person.id)
        table = self._manager.tables.get(payload.table)
        seat = table.seat_of(person.id) if table is not None else None
        if table is None or seat is None or payload.question != table.question:
            return None
        return self._narrators.for_one(person, table).form(watch(table, seat), payload.act)

    async def fill_form(self, person: Person, chat: ChatId, data: str, typed: str, *, key: str) -> Reply:
        """Applies a submitted form once for each `key`, and returns the reply.

        Forms of the settings take any text. Others take the digits of an amount of at most 5 digits and press
        its button; a wrong number changes no game, and the reply says so. Errors in EXPLAINED become replies.
        """
        if data.startswith(WAYS):
            answer = self._services.ajustes.submit_form(person, chat, data, typed, key=key)
        else:
            answer = self._press_amount(person, chat, data, typed.strip(), key=key)
        return await self._answer_without_table(person, chat, answer)

    async def _press_amount(self, person: Person, chat: ChatId, data: str, number: str, *, key: str) -> Reply:
        """Presses the button of an amount, and returns the reply.

        Raises Refused for a wrong number, BadPayload, or StoreError while the person's tables are loaded.
        """
        if not (number.isascii() and number.isdecimal() and len(number) < 6):
            raise Refused("refused-no-number", typed=quote(number))
        data = f"{data}.{int(number)}"
        form = await self._form(person, replace(read_payload(data), act=OpenPage(Page.MORE)))
        if form is not None and int(number) > form.most:
            raise Refused("refused-no-amount", least=form.least, most=form.most)
        return await self.press(person, chat, data, key=key)

    # ---- answers -----------------------------------------------------------------------------------------

    def hold_message(self, person: Person, chat: ChatId, message: MessageId) -> PressedMessage:
        """Blocks a pressed message in the send queue until the returned handle's `release`.

        Blocks nothing if the message shows no part that `Answering.block_message` can block.
        """
        return self._courier.answering.hold_message(chat, message)

    def count_answer(self, platform: str, result: Result, seconds: float) -> None:
        """Counts the result of answering a press or command, and its duration."""
        self._tally.count_request(platform, Request.ANSWER, result, seconds)


def _require_present(pressed: Pressed, table: Table, moved: FactCache[ChatId]) -> None:
    """Raises Refused unless a person belongs to the table or presses in its chat or its thread's channel.

    The chat may have any of its ids: `moved` has the new id of each chat that has moved. A client can forge
    the payload of a press; it cannot forge the chat.
    """
    where = without_topic(pressed.chat)
    here = without_topic(table.chat) in (where, moved.get(where)) or table.left == pressed.chat
    if not (here or table.involves(pressed.person.id)):
        raise Refused("refused-no-seat", elsewhere="yes")  # another chat is shown no table
