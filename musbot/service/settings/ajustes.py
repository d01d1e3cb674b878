"""The pages of `/ajustes`, in which administrators change the settings of a chat."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from typing import assert_never

from musbot.game.rule_sets import RULE_SETS
from musbot.game.rules_base import RuleSet
from musbot.narrator import Narrator, ways_pages
from musbot.narrator.post import Post, WordsForm, clip_alert
from musbot.port.replies import Reply
from musbot.service.choices.narrators import Narrators
from musbot.service.delivery.courier import Courier
from musbot.service.settings.administrators import Administrators
from musbot.service.settings.page_turning import AnyPress, replace_pressed
from musbot.service.settings.written_rules import default_rules, own_rules, read_rules, write_rules
from musbot.service.tables.manager import TableManager
from musbot.table.act_result import Refused
from musbot.table.acts import BadPayload, ChangeField, ChooseRules, OpenPage
from musbot.table.events import ChatId, Person, TableId
from musbot.table.pages import FieldPage, Page
from musbot.table.table import Table
from musbot.table.view import watch
from musbot.table.ways import (
    MOST_SETS,
    ChatWay,
    ChooseDefaultRules,
    ChooseWay,
    CloseSettings,
    EndTable,
    EndTableInWords,
    OpenSettings,
    WaysAct,
    is_valid_name,
    read_ways_act,
    with_choice,
)
from musbot.words.cities import find_zone, guess_city
from musbot.words.quoted import quote, quote_reason


class Ajustes:
    """Shows and changes the settings of chats."""

    def __init__(
        self, manager: TableManager, courier: Courier, narrators: Narrators, administrators: Administrators
    ) -> None:
        self._manager = manager
        self._courier = courier
        self._narrators = narrators
        self._administrators = administrators
        self._lock = asyncio.Lock()

    async def settings_page(self, person: Person, chat: ChatId, *, admin: bool, alone: bool) -> Post:
        """Returns the page with all settings.

        With `admin`, the person is known to administer the chat; otherwise the platform is asked. With
        `alone`, the page is in the person's language, because only they see it. Raises Refused if the person
        does not administer the chat, or the platform does not answer.
        """
        await self._administrators.require_administrator(person.id, chat, admin=admin)
        return ways_pages.all_ways_page(
            self._voice(person, chat, alone=alone).texts, self._choices(person, chat)
        )

    async def press(self, press: AnyPress) -> Reply:
        """Applies a press on a page and returns the answer; the next page is in it, or replaces the message.

        Without a next page, the pressed page closes. Loads the tables of the chat, and waits for other
        changes of settings. A change is confirmed with a text; other presses have none.
        Raises BadPayload, Refused (also unless the person administers the chat), UnknownName, BadRules,
        NotSaved or StoreError.
        """
        person, chat = press.person, press.chat
        if self._courier.projections.shows_part(chat, press.message):
            raise BadPayload("a button that was never there")
        act = read_ways_act(press.data)
        await self._manager.tables.load_all(chat=chat)
        await self._administrators.require_administrator(person.id, chat)
        async with self._lock:  # so that two people's changes do not overwrite each other
            await self._apply(person, chat, act, press.key)
        fresh = partial(self._page, person, chat, act, alone=press.alone or chat == person.id)
        page, told_him = fresh(), self._confirm(person, chat, act)
        done = Reply(told_him, seen=not told_him)
        return replace_pressed(self._courier.posts, press, page, done, fresh=fresh)

    async def choose_zone(self, person: Person, chat: ChatId, city: str, *, admin: bool) -> None:
        """Stores the time zone of a city for a chat.

        `admin` means that the platform already confirmed that the person administers the chat. Raises Refused
        for an unknown city, in a private chat, and as `settings_page` does; StoreError.
        """
        await self._administrators.require_administrator(person.id, chat, admin=admin)
        zone = find_zone(city)
        if zone is None or chat == person.id:
            if (meant := guess_city(city)) is not None:
                raise Refused("refused-unknown-guess", name=quote(city), guess=meant)
            raise Refused("refused-city-unknown")
        async with self._lock:
            await self._manager.ways.choose(chat, replace(self._manager.ways.for_chat(chat), zone=zone))

    def _voice(self, person: Person, chat: ChatId, *, alone: bool) -> Narrator:
        """Returns the narrator in the chat's chosen language.

        In the person's own language if `alone`, or if the chat has chosen none.
        """
        language = self._manager.ways.for_chat(chat).language
        return (
            self._narrators.for_one(person)
            if alone or not language
            else self._narrators.find_narrator(language)
        )

    def _choices(self, person: Person, chat: ChatId) -> ways_pages.ChatChoices:
        """Returns the settings of a chat, with the defaults, as its pages show them."""
        ways = self._manager.ways.for_chat(chat)
        turn_s, pause_s = self._manager.clocks.defaults_s
        rules, own = default_rules(ways), own_rules(ways)
        reads = self._administrators.reads(chat)
        outboxes, private = self._courier.outboxes, chat == person.id
        threads = outboxes.threads(chat)
        opens = threads.has_threads(threads.channel_of(chat)) if threads is not None else None
        return ways_pages.ChatChoices(ways, rules, own, chat, private, turn_s, pause_s, reads, opens)

    def _confirm(self, person: Person, chat: ChatId, act: WaysAct) -> str:
        """Returns the confirmation of a change, in the person's language; "" for other acts."""
        texts, now = self._voice(person, chat, alone=True).texts, self._choices(person, chat)
        match act:
            case ChooseWay(way, _):
                return clip_alert(ways_pages.way_line(texts, now, way))
            case ChooseDefaultRules(ChooseRules() | ChangeField()):
                return clip_alert(ways_pages.way_line(texts, now, ChatWay.RULES))
            case EndTable(_, why):
                return texts("done-ended") if why is not None else ""
            case OpenSettings() | ChooseDefaultRules() | EndTableInWords() | CloseSettings():
                return ""
            case _:
                assert_never(act)

    async def _apply(self, person: Person, chat: ChatId, act: WaysAct, key: str) -> None:
        """Applies a press: stores a setting or closes a table; other presses change nothing. Raises MusError.

        `key` is the press's delivery key. A choice of language or suits, even an unchanged one, redraws the
        chat's tables and the person's cards.
        """
        ways = self._manager.ways.for_chat(chat)
        match act:
            case ChooseWay(way, value):
                if chat == person.id and way not in ways_pages.PRIVATE_WAYS:
                    raise BadPayload("nothing to choose in private")
                await self._manager.ways.choose(chat, with_choice(ways, way, value, chat))
                if way in (ChatWay.LANGUAGE, ChatWay.SUITS):
                    self._courier.reconciler.renew_chat(chat)
                    self._courier.reconciler.renew_cards(person.id)
            case ChooseDefaultRules(ChooseRules(name)):
                rules = read_rules([name], ways)
                await self._manager.ways.choose(chat, replace(ways, rules=write_rules(rules)))
            case ChooseDefaultRules(ChangeField(field, value)):
                rules = read_rules([f"{field}={value}"], ways)
                await self._manager.ways.choose(chat, replace(ways, rules=write_rules(rules)))
            case EndTable(table, why) if why is not None:
                if self._find_table(chat, table) is None:
                    raise Refused("refused-over")
                await self._manager.close_for_reason(table, why, key=key)
            case OpenSettings() | ChooseDefaultRules() | EndTable() | EndTableInWords() | CloseSettings():
                pass
            case _:
                assert_never(act)

    def _page(self, person: Person, chat: ChatId, act: WaysAct, *, alone: bool) -> Post | None:
        """Returns the page after a press; None for CloseSettings, and after a table was closed for a reason.

        After a changed field of the rules it is the page of fields, otherwise the page with all settings. It
        is in the person's language if they see it `alone`, otherwise in the chat's. A press about a table
        that is no longer loaded gives the list of tables.
        """
        texts, now = self._voice(person, chat, alone=alone).texts, self._choices(person, chat)
        here = {table.id: watch(table) for table in self._tables_in(chat)}
        match act:
            case OpenSettings(ChatWay() as way):
                return ways_pages.way_page(texts, now, way)
            case ChooseDefaultRules(OpenPage(Page.RULES | Page.FIELDS | FieldPage() as page)):
                return ways_pages.rules_page(texts, now, page)
            case ChooseDefaultRules(ChangeField()):
                return ways_pages.rules_page(texts, now, Page.FIELDS)
            case EndTable(table, None) if table in here:
                return ways_pages.reasons_page(texts, here[table])
            case EndTableInWords(table) if table in here:
                return ways_pages.written_reason_page(texts, here[table])
            case EndTable(_, None) | EndTableInWords():
                return ways_pages.tables_page(texts, list(here.values()))
            case EndTable() | CloseSettings():
                return None
            case OpenSettings() | ChooseWay() | ChooseDefaultRules():
                return ways_pages.all_ways_page(texts, now)
            case _:
                assert_never(act)

    def form(self, person: Person, data: str) -> WordsForm | None:
        """Returns the form for a reason in words.

        None if the button asks for no form, or its table is not loaded. Raises BadPayload for a button of no
        page.
        """
        act = read_ways_act(data)
        table = self._manager.tables.get(act.table) if isinstance(act, EndTableInWords) else None
        texts = self._narrators.for_one(person).texts
        return ways_pages.reason_form(texts, watch(table)) if table is not None else None

    async def close(
        self, person: Person, chat: ChatId, table: TableId, words: str, *, key: str, admin: bool = False
    ) -> None:
        """Closes a table, and queues a post to the chat with the reason in words, which is not stored.

        `table` may be a short name. With `admin`, the person is known to administer the chat. Raises Refused
        if they do not, without words, without such a table in the chat, or for a repeated delivery. Raises
        NotSaved or StoreError too.
        """
        await self._administrators.require_administrator(person.id, chat, admin=admin)
        if not (reason := quote_reason(words)):
            raise Refused("refused-no-words")
        await self._manager.tables.load_all(chat=chat)
        found = self._find_table(chat, table)
        if found is None:
            raise Refused("refused-no-table-called", name=quote(table.partition("-")[0]))
        await self._manager.close_for_reason(found.id, None, key=key)
        texts = self._narrators.for_chat(found).texts
        end = texts("end-own-words", table=texts("table", short=found.short), words=reason)
        self._courier.posts.post(chat, Post("", end))

    async def submit_form(self, person: Person, chat: ChatId, data: str, words: str, *, key: str) -> Reply:
        """Closes a table for the reason in a submitted form, and returns the confirmation.

        Raises BadPayload for another form, Refused as `close` does, NotSaved or StoreError.
        """
        act = read_ways_act(data)
        if not isinstance(act, EndTableInWords):
            raise BadPayload("a form that there is not")
        await self.close(person, chat, act.table, words, key=key)
        return Reply(self._voice(person, chat, alone=True).texts("done-ended"), closes=True)

    def _find_table(self, chat: ChatId, name: str) -> Table | None:
        """Returns the loaded table of a chat with exactly this id or short name; None if there is none."""
        return next((table for table in self._tables_in(chat) if name in (table.id, table.short)), None)

    def _tables_in(self, chat: ChatId) -> list[Table]:
        """Returns the loaded, unfinished tables of a chat, newest first."""
        return self._manager.tables.in_chat(chat)

    # ---- house rules -------------------------------------------------------------------------------------

    async def save_rules(self, chat: ChatId, name: str, rules: RuleSet) -> None:
        """Saves rules under a name in a chat; raises Refused for a bad name or too many, and StoreError.

        The name of a rule set is a bad one. House rules of the same name are replaced. The right to do so is
        not checked.
        """
        if name in RULE_SETS or not is_valid_name(name):
            raise Refused("refused-bad-set-name", name=quote(name))
        async with self._lock:
            after = self._manager.ways.for_chat(chat).with_saved_rules(name, write_rules(rules))
            if len(after.sets) > MOST_SETS:
                raise Refused("refused-too-many-sets", most=MOST_SETS)
            await self._manager.ways.choose(chat, after)

    async def drop_rules(self, chat: ChatId, name: str) -> None:
        """Deletes saved rules of a chat, also rules that this version cannot read.

        Raises Refused if there are none with exactly this name, and StoreError. The right to do so is not
        checked.
        """
        async with self._lock:
            ways = self._manager.ways.for_chat(chat)
            if ways.house_rules(name) is None:
                raise Refused("refused-no-such-set", name=quote(name))
            await self._manager.ways.choose(chat, ways.with_saved_rules(name, ""))
