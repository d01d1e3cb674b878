"""Requests about dates: /mus with a day, /fechas, and the buttons of their messages."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from musbot.game.rule_sets import RULE_SETS
from musbot.narrator.post import Post
from musbot.narrator.ways_pages import ZONES
from musbot.port.replies import Reply
from musbot.service.choices.narrators import Narrators
from musbot.service.dates import posts
from musbot.service.dates.book import DateBook
from musbot.service.dates.clock import DateClock
from musbot.service.dates.date import Date, DateAnswer
from musbot.service.dates.moments import Understood, find_moment
from musbot.service.delivery.courier import Courier
from musbot.service.settings.administrators import Administrators
from musbot.service.settings.members import Members
from musbot.service.settings.page_turning import AnyPress
from musbot.service.settings.written_rules import own_rules, read_rules, write_rules
from musbot.service.tables.manager import TableManager
from musbot.table.act_result import Refused
from musbot.table.acts import DATE, BadPayload
from musbot.table.events import Occupant, Person
from musbot.words.guess import normalise
from musbot.words.texts import Texts

MOST_ASKED = 1000
"""Questions that are remembered; older ones must be asked again."""
CANCEL = "cancel"
"""The last part of the payload that cancels a date."""


@dataclass(frozen=True, slots=True)
class DateQuestion:
    """A question about a date that a person types: its zone, or morning or evening."""

    person: str
    """The id of the person."""
    chat: str
    """The chat for which the date is."""
    words: tuple[str, ...]
    """The words after the command."""
    options: tuple[datetime, ...] = ()
    """The local times between which they choose; empty for the question about the zone."""


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
        self._questions: OrderedDict[str, DateQuestion] = OrderedDict()

    def names_moment(self, words: Sequence[str], chat: str) -> bool:
        """Whether words after a command name a day or an hour, even if it would be refused."""
        try:
            return self._find(words, chat) is not None
        except Refused:
            return True

    def _find(self, words: Sequence[str], chat: str) -> Understood | None:
        """Returns the day and hour among words by the time of a chat; None without one. Raises Refused."""
        ways = self._manager.ways.for_chat(chat)
        names = {normalise(name) for name in (*RULE_SETS, *own_rules(ways))}
        zone = self._manager.ways.chat_zone(chat) or UTC
        now = datetime.fromtimestamp(self.book.now_s(), zone).replace(tzinfo=None)
        return find_moment(words, names, now)

    async def propose(self, person: Person, chat: str, words: Sequence[str], *, key: str) -> Post | None:
        """Makes the date that words name; returns a question that must be answered first, or None.

        Raises Refused, BadRules, UnknownName or NotSaved.
        """
        zone, asked = self._manager.ways.chat_zone(chat), DateQuestion(person.id, chat, tuple(words))
        texts = self._texts(person, chat)
        if zone is None:
            return posts.zone_question(texts, self._remember(asked))
        found = self._find(words, chat)
        if found is None:
            raise Refused("refused-date-unclear")
        if len(found.options) > 1:
            read_rules(found.others, self._manager.ways.for_chat(chat))
            token = self._remember(replace(asked, options=found.options))
            return posts.half_question(texts, token, found.options)
        await self._make(person, asked, found.options[0], zone, key=key)
        return None

    async def _make(
        self, person: Person, asked: DateQuestion, local: datetime, zone: ZoneInfo, *, key: str
    ) -> None:
        """Makes a date at a local time; raises Refused, BadRules, UnknownName or NotSaved."""
        ways = self._manager.ways.for_chat(asked.chat)
        found = self._find(asked.words, asked.chat)
        rules = read_rules(found.others if found is not None else (), ways)
        language = ways.language or self._narrators.table_language(person, "")
        who = self._occupant(person)
        await self.book.make(who, asked.chat, language, write_rules(rules), (local, zone), key=key)

    def _occupant(self, person: Person) -> Occupant:
        """Returns a person as dates store them."""
        return Occupant(self._narrators.name_of(person), person.id, person.language)

    def _texts(self, person: Person, chat: str) -> Texts:
        """Returns the texts in the chat's chosen language, or in the person's."""
        language = self._manager.ways.for_chat(chat).language
        narrators = self._narrators
        return (narrators.find_narrator(language) if language else narrators.for_one(person)).texts

    def _remember(self, asked: DateQuestion) -> str:
        """Returns the token of a question that buttons answer."""
        token = f"?{secrets.token_hex(4)}"
        self._questions[token] = asked
        if len(self._questions) > MOST_ASKED:
            self._questions.popitem(last=False)
        return token

    # ---- buttons -----------------------------------------------------------------------------------------

    async def press(self, press: AnyPress) -> Reply:
        """Applies a press on a button of a date and returns the reply.

        Raises BadPayload for an unknown button, Refused, BadRules, UnknownName, NotSaved or StoreError.
        """
        name, _, choice = press.data.removeprefix(DATE).partition(".")
        if name.startswith("?"):
            return await self._answer_question(press, name, choice)
        texts = self._narrators.for_one(press.person).texts
        if choice == CANCEL:
            date = self.book.find(name, press.chat)
            await self._require_right(press.person, date)
            await self.book.cancel(name, press.chat, key=press.key)
            return self._close(press, "")
        answer = next((it for it in DateAnswer if it == choice), None)
        if answer is None:
            raise BadPayload("no answer to a date")
        who = self._occupant(press.person)
        await self.book.answer(name, press.chat, who, answer, message=press.message, key=press.key)
        return Reply(posts.answer_confirmation(texts, answer))

    async def _answer_question(self, press: AnyPress, token: str, choice: str) -> Reply:
        """Applies the answer to a question: makes the date, or replaces the question by the next one.

        Raises BadPayload, Refused, BadRules, UnknownName, NotSaved or StoreError.
        """
        asked = self._questions.get(token)
        if asked is None:
            raise Refused("refused-date-again")
        if press.person.id != asked.person:
            raise Refused("refused-date-not-asked")
        if not choice.isdecimal() or int(choice) >= len(asked.options or ZONES):
            raise BadPayload("no answer to a question")
        ways, zone = self._manager.ways, self._manager.ways.chat_zone(asked.chat)
        if asked.options and zone is not None:
            await self._make(press.person, asked, asked.options[int(choice)], zone, key=press.key)
            question = None
        else:
            if zone is None:
                chosen = replace(ways.for_chat(asked.chat), zone=list(ZONES)[int(choice)])
                await ways.choose(asked.chat, chosen)
            question = await self.propose(press.person, asked.chat, asked.words, key=press.key)
        self._questions.pop(token, None)
        return self._close(press, "") if question is None else self._turn(press, question)

    def _turn(self, press: AnyPress, question: Post) -> Reply:
        """Returns the reply that shows another question in place of the pressed one."""
        if press.alone:
            return Reply("", page=question)
        self._courier.posts.post(press.chat, replace(question, replaces_message=press.message))
        return Reply("", seen=True)

    def _close(self, press: AnyPress, told: str) -> Reply:
        """Returns the reply that closes the pressed question or list."""
        if press.alone:
            return Reply(told, closes=True)
        if not self._courier.projections.shows_part(press.chat, press.message):
            self._courier.posts.post(press.chat, Post("", "", replaces_message=press.message))
        return Reply(told, seen=True)

    async def _require_right(self, person: Person, date: Date, *, sure: bool = False) -> None:
        """Raises Refused unless a person made a date or administers its chat."""
        if date.maker is None or date.maker.person != person.id:
            await self._administrators.require_administrator(person.id, self.book.chat_of(date), sure=sure)

    # ---- /fechas -----------------------------------------------------------------------------------------

    def list_dates(self, person: Person, chat: str) -> Post:
        """Returns the open dates of a chat, with a button to cancel each."""
        return posts.list_post(self._texts(person, chat), self.book.in_chat(chat))

    async def move(
        self, person: Person, chat: str, words: Sequence[str], *, key: str, sure: bool = False
    ) -> None:
        """Moves a date to the day and hour in words: the person's own, or the one whose number comes first.

        An hour without morning or evening is in the same half of the day as before. Raises Refused or
        NotSaved.
        """
        found, here = self._find(words, chat), self.book.in_chat(chat)
        if found is None:
            raise Refused("refused-date-unclear")
        number = " ".join(found.others)
        own = [it for it in here if it.maker is not None and it.maker.person == person.id] or here
        if number:
            own = here[int(number) - 1 : int(number)] if number.isdecimal() and int(number) else []
        if len(own) != 1:
            raise Refused("refused-date-which" if here else "refused-date-none")
        date = own[0]
        await self._require_right(person, date, sure=sure)
        same = [it for it in found.options if (it.hour >= 12) == (date.when.hour >= 12)]
        local = next(iter(same), found.options[0])
        await self.book.move(date.id, chat, self._occupant(person), local, key=key)
