"""Requests about dates: /mus with a day, /fechas, and the buttons of their messages."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from musbot.game.rule_sets import RULE_SETS
from musbot.game.rules_base import RuleSet, UnknownName
from musbot.narrator.post import Post
from musbot.narrator.ways_pages import ZONES
from musbot.port.chats import without_topic
from musbot.port.replies import ActOutcome, Reply
from musbot.service.choices.narrators import Narrators
from musbot.service.dates import posts
from musbot.service.dates.book import DateBook
from musbot.service.dates.clock import DateClock
from musbot.service.dates.date import Date, DateAnswer
from musbot.service.dates.moments import DAY_NAMES, Understood, find_moment
from musbot.service.dates.stored import DateQuestion, decode_question, encode_question
from musbot.service.delivery.courier import Courier
from musbot.service.settings.administrators import Administrators
from musbot.service.settings.members import Members
from musbot.service.settings.page_turning import AnyPress, replace_pressed
from musbot.service.settings.written_rules import own_rules, read_rules, write_rules
from musbot.service.tables.manager import TableManager
from musbot.table.act_result import Refused
from musbot.table.acts import DATE, BadPayload
from musbot.table.events import ChatId, Occupant, Person
from musbot.table.table import Table
from musbot.words.cities import find_zone
from musbot.words.guess import guess, normalise
from musbot.words.texts import Texts

TYPED_S = 600.0
"""Seconds in which a typed city answers the question about the zone."""
MOST_CITY_WORDS = 5
"""The most words of a city's name."""
CANCEL = "cancel"
"""The last part of the payload that cancels a date."""


class DateRequests:
    """Makes, moves, cancels and lists dates, and takes the answers of people."""

    def __init__(
        self,
        manager: TableManager,
        courier: Courier,
        narrators: Narrators,
        administrators: Administrators,
        members: Members,
    ) -> None:
        self.book = DateBook(manager, courier, narrators)
        """The open dates."""
        self.clock = DateClock(self.book, manager, courier, narrators, administrators, members)
        """Their clock."""
        self._manager = manager
        self._courier = courier
        self._narrators = narrators
        self._administrators = administrators
        self._asked = manager.notes.date

    def names_moment(self, words: Sequence[str], chat: ChatId) -> bool:
        """Whether words after a command name a day or an hour by the time of a chat.

        True also if that day or hour would be refused.
        """
        try:
            return self._find(words, chat) is not None
        except Refused:
            return True

    def _find(self, words: Sequence[str], chat: ChatId) -> Understood | None:
        """Returns the day and hour among words by the time of a chat; None if they name neither.

        A chat without a zone uses UTC. Names of rules, also of its house rules, are no words of a day. Raises
        Refused as `find_moment` does.
        """
        ways = self._manager.ways.for_chat(chat)
        names = {normalise(name) for name in (*RULE_SETS, *own_rules(ways))}
        zone = self._manager.ways.chat_zone(chat) or UTC
        now = datetime.fromtimestamp(self.book.now_s(), zone).replace(tzinfo=None)
        return find_moment(words, names, now)

    async def propose(
        self, person: Person, chat: ChatId, words: Sequence[str], *, key: str, form: str = ""
    ) -> Post | None:
        """Makes the date that words name and returns None; or returns a question that must be answered first.

        If the chat has no zone, a city at the end of the words sets it for the chat, or a question asks for
        it, with an example of a command of this `form` (`CommandRequest.form`). An hour that may be in the
        morning or the evening is a question too. Questions are stored. Raises Refused, BadRules, UnknownName,
        NotSaved or StoreError.
        """
        zone, texts = self._manager.ways.chat_zone(chat), self._texts(person, chat)
        if zone is None:
            words, city = self._split_city(words, chat)
            self._require_sense(words, chat)
            if city is not None:
                ways = self._manager.ways
                await ways.choose(chat, replace(ways.for_chat(chat), zone=city))
                return await self.propose(person, chat, words, key=key)
            reads = self._administrators.reads(chat)
            token = await self._ask(person, chat, words)
            return posts.zone_question(texts, token, reads=reads, form=form)
        found = self._find(words, chat)
        if found is None:
            raise Refused("refused-date-unclear")
        if len(found.options) > 1:
            self._read_rules(found, chat)
            token = await self._ask(person, chat, words, found.options)
            return posts.half_question(texts, token, found.options)
        await self._make(person, chat, words, (found.options[0], zone), key=key)
        return None

    def _split_city(self, words: Sequence[str], chat: ChatId) -> tuple[Sequence[str], str | None]:
        """Returns words without the city at their end, and its time zone.

        Without a known city, returns all words and None. The longest city of at most MOST_CITY_WORDS words
        counts. A name of rules is no city.
        """
        rules = {normalise(name) for name in (*RULE_SETS, *own_rules(self._manager.ways.for_chat(chat)))}
        for size in range(min(MOST_CITY_WORDS, len(words)), 0, -1):
            said = " ".join(words[-size:])
            if normalise(said) not in rules and (zone := find_zone(said)) is not None:
                return words[:-size], zone
        return words, None

    def _require_sense(self, words: Sequence[str], chat: ChatId) -> None:
        """Raises Refused, BadRules or UnknownName for words that make no date in any time zone.

        Words without a day or hour, and a time that is past in UTC, may pass.
        """
        try:
            found = self._find(words, chat)
        except Refused as refused:
            if refused.reason != "refused-date-past":
                raise
        else:
            self._read_rules(found, chat)

    def _read_rules(self, found: Understood | None, chat: ChatId) -> RuleSet:
        """Returns the rules among the other words of a date; the chat's usual ones without any.

        Raises BadRules, or UnknownName, which suggests the day that was probably meant.
        """
        try:
            return read_rules(found.others if found is not None else (), self._manager.ways.for_chat(chat))
        except UnknownName as error:
            meant = guess(error.name, [*error.known, *DAY_NAMES])
            known = [meant] if meant in DAY_NAMES else error.known
            raise UnknownName(error.what, error.name, known) from None

    async def _make(
        self,
        person: Person,
        chat: ChatId,
        words: Sequence[str],
        when: tuple[datetime, ZoneInfo],
        *,
        key: str,
    ) -> None:
        """Makes a date at a local time, with the rules among `words`, as `DateBook.make` does.

        Raises Refused, BadRules, UnknownName or NotSaved.
        """
        ways = self._manager.ways.for_chat(chat)
        found = self._find(words, chat)
        rules = self._read_rules(found, chat)
        language = ways.language or self._narrators.table_language(person, "")
        who = self._occupant(person)
        await self.book.make(who, chat, language, write_rules(rules), when, key=key)

    def _occupant(self, person: Person) -> Occupant:
        """Returns a person as dates store them, with a name that can be shown."""
        return Occupant(self._narrators.name_of(person), person.id, person.language)

    def _texts(self, person: Person, chat: ChatId) -> Texts:
        """Returns the texts in the chat's chosen language, or in the person's."""
        language = self._manager.ways.for_chat(chat).language
        narrators = self._narrators
        return (narrators.find_narrator(language) if language else narrators.for_one(person)).texts

    async def _ask(
        self, person: Person, chat: ChatId, words: Sequence[str], options: Sequence[datetime] = ()
    ) -> str:
        """Stores a question in place of the person's last one; returns the new token of its buttons.

        Without `options` it asks for the zone. Raises StoreError.
        """
        token, local = f"?{secrets.token_hex(4)}", tuple(it.isoformat() for it in options)
        question = DateQuestion(token, chat, tuple(words), self.book.now_s(), local)
        await self._asked.choose(person.id, encode_question(question))
        return token

    def _find_zone_question(self, person: Person) -> DateQuestion | None:
        """Returns the person's last question if it is about the zone and may be answered by typing.

        None without one, more than TYPED_S seconds after it, or if its chat has a zone by now.
        """
        asked = decode_question(self._asked.get(person.id))
        if asked is None or self.book.now_s() > asked.at + TYPED_S:
            return None
        return asked if self._manager.ways.chat_zone(asked.chat) is None else None

    async def take_city(self, person: Person, chat: ChatId, text: str) -> DateQuestion | None:
        """Stores the zone of a typed city that answers the person's open question, and returns the question.

        The zone is for the chat of the question, and the question is then deleted; the date is not made here.
        The city may be typed in that chat or in the person's private chat. Returns None for any other text or
        `chat`, and without an open question. Raises StoreError.
        """
        asked, ways = self._find_zone_question(person), self._manager.ways
        if asked is None or chat not in (asked.chat, person.id) or (zone := find_zone(text)) is None:
            return None
        await ways.choose(asked.chat, replace(ways.for_chat(asked.chat), zone=zone))
        self._asked.note(person.id, "")
        return asked

    def city_hint(self, person: Person, texts: Texts) -> Post | None:
        """Returns advice on typing a city if the person's question about the zone is open; otherwise None."""
        asked = self._find_zone_question(person)
        return Post("", texts("refused-city-unknown")) if asked is not None else None

    # ---- buttons -----------------------------------------------------------------------------------------

    async def press(self, press: AnyPress) -> Reply:
        """Applies a press on a button of a date or of a question, and returns the reply.

        An answer is stored and confirmed; only the maker or an administrator may cancel. Once the table of
        the date has opened, the reply leads there. Raises BadPayload for an unknown button. Raises Refused,
        BadRules, UnknownName, NotSaved or StoreError too.
        """
        name, _, choice = press.data.removeprefix(DATE).partition(".")
        if name.startswith("?"):
            return await self._answer_question(press, name, choice)
        texts = self._narrators.for_one(press.person).texts
        if (table := self._find_opened(name, press.chat)) is not None:
            links = self._courier.renderer.links(table)
            post = posts.opened_refusal(texts, table.short, links.board or links.chat)
            return Reply(post.text, alert=True, post=post, outcome=ActOutcome.REFUSED)
        if choice == CANCEL:
            date = self.book.find(name, press.chat)
            await self._require_right(press.person, date)
            await self.book.cancel(name, press.chat, key=press.key)
            return self._close(press)
        answer = next((it for it in DateAnswer if it == choice), None)
        if answer is None:
            raise BadPayload("no answer to a date")
        who = self._occupant(press.person)
        await self.book.answer(name, press.chat, who, answer, message=press.message, key=press.key)
        date = self.book.find(name, press.chat)
        waiting = date.people(DateAnswer.GOING)[self.book.rules_of(date).players[-1] :]
        waits = any(it.person == who.person for it in waiting)
        return Reply(posts.answer_confirmation(texts, answer, waits=waits))

    def _find_opened(self, name: str, chat: ChatId) -> Table | None:
        """Returns the unfinished table in memory that opened for a date of this chat; None without one."""
        here = without_topic(chat)
        tables = (it for it in self._manager.tables.in_memory() if name and it.date == name)
        return next((it for it in tables if here in (without_topic(it.chat), it.left)), None)

    async def _answer_question(self, press: AnyPress, token: str, choice: str) -> Reply:
        """Applies the answer to a question: makes the date, or replaces the question by the next one.

        `choice` is the number of an option or a zone, from 0. A zone is stored if the chat lacks one;
        a time in a chat that has lost its zone leads to the question for the zone.
        Once the date is made, the question is deleted. Raises Refused for a question to another person or an
        old one. Raises BadPayload, BadRules, UnknownName, NotSaved or StoreError too.
        """
        asked, person = decode_question(self._asked.get(press.person.id)), press.person
        if asked is None or asked.token != token:
            is_open = any(f'"{token}"' in it for it in self._asked.facts.values())
            raise Refused("refused-date-not-asked" if is_open else "refused-date-again")
        if not choice.isdecimal() or int(choice) >= len(asked.options or ZONES):
            raise BadPayload("no answer to a question")
        ways, zone = self._manager.ways, self._manager.ways.chat_zone(asked.chat)
        question = None
        if asked.options and zone is not None:
            local = datetime.fromisoformat(asked.options[int(choice)])
            await self._make(person, asked.chat, asked.words, (local, zone), key=press.key)
        else:
            if zone is None and not asked.options:
                chosen = replace(ways.for_chat(asked.chat), zone=list(ZONES)[int(choice)])
                await ways.choose(asked.chat, chosen)
            question = await self.propose(person, asked.chat, asked.words, key=press.key)
        if question is None:
            self._asked.note(person.id, "")
            return self._close(press)
        return replace_pressed(self._courier.posts, press, question)

    def _close(self, press: AnyPress) -> Reply:
        """Returns the reply that closes the pressed question or list, without a text.

        Unless `press.alone`, a deletion of its message is queued instead, but not if the message shows a part
        of a table.
        """
        done = Reply("", seen=True)
        if not press.alone and self._courier.projections.shows_part(press.chat, press.message):
            return done
        return replace_pressed(self._courier.posts, press, None, done)

    async def _require_right(self, person: Person, date: Date, *, sure: bool = False) -> None:
        """Raises Refused unless a person made a date or administers its chat.

        The refusal names the maker, unless the date has none. `sure` says that the person administers it for
        certain; otherwise a platform that does not answer refuses too.
        """
        if date.maker is not None and date.maker.person == person.id:
            return
        try:
            await self._administrators.require_administrator(person.id, self.book.chat_of(date), sure=sure)
        except Refused:
            if date.maker is None:
                raise
            raise Refused("refused-date-not-yours", name=date.maker.name) from None

    # ---- /fechas -----------------------------------------------------------------------------------------

    def list_dates(self, person: Person, chat: ChatId, form: str) -> Post:
        """Returns the post of a chat's open dates, topics included, the next one first.

        Each has a button to cancel it, also for people who may not. `form` is the command's form
        (`CommandRequest.form`).
        """
        return posts.list_post(self._texts(person, chat), self.book.in_chat(chat), form)

    async def move(
        self, person: Person, chat: ChatId, words: Sequence[str], *, key: str, sure: bool = False
    ) -> None:
        """Moves a date of the chat to the day and hour in words.

        A number among the words is a place in the chat's list, from 1. Without one it is the person's own
        date, or otherwise the chat's only date. Only its maker or an administrator may move it; `sure`: they
        are one. An hour without morning or evening stays in the same half of the day, if that is not past.
        Raises Refused, UnknownName for a mistyped day, or NotSaved.
        """
        found, here = self._find(words, chat), self.book.in_chat(chat)
        number = " ".join(found.others) if found is not None else ""
        own = [it for it in here if it.maker is not None and it.maker.person == person.id] or here
        if found is None or (number and not number.isdecimal()):
            meant = guess(number, DAY_NAMES)
            raise UnknownName("day", number, [meant]) if meant else Refused("refused-date-unclear")
        if number:
            own = here[int(number) - 1 : int(number)] if int(number) else []
        if len(own) != 1:
            raise Refused("refused-date-which" if here else "refused-date-none")
        date = own[0]
        await self._require_right(person, date, sure=sure)
        same = [it for it in found.options if (it.hour >= 12) == (date.when.hour >= 12)]
        local = next(iter(same), found.options[0])
        await self.book.move(date.id, chat, self._occupant(person), local, key=key)
