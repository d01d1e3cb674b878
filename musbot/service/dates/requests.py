"""Requests about dates: /mus with a day, /fechas, and the buttons of their messages."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial

from musbot.game.errors import BadRules, MusError
from musbot.game.rule_sets import RULE_SETS
from musbot.game.rules_base import RuleSet, UnknownName
from musbot.narrator.post import Button, Post
from musbot.narrator.ways_on import RefusalReader, refusal_post
from musbot.narrator.ways_pages import ZONES, zone_name
from musbot.port.chats import without_topic
from musbot.port.command import TypedText
from musbot.port.replies import ActOutcome, Reply
from musbot.service.choices.chosen_ways import Ways
from musbot.service.choices.narrators import Narrators
from musbot.service.dates import posts
from musbot.service.dates.book import DateBook
from musbot.service.dates.clock import DateClock
from musbot.service.dates.date import Date, DateAnswer
from musbot.service.dates.moments import DAY_NAMES, Understood, find_moment
from musbot.service.dates.stored import DateQuestion, decode_question, encode_question
from musbot.service.delivery.courier import Courier
from musbot.service.queue.slots import PostSlot
from musbot.service.settings.administrators import Administrators
from musbot.service.settings.members import Members
from musbot.service.settings.page_turning import SHOWN, AnyPress, replace_pressed
from musbot.service.settings.written_rules import example_facts, own_rules, read_rules, write_rules
from musbot.service.tables.manager import TableManager
from musbot.table.act_result import Refused
from musbot.table.acts import DATE, BadPayload
from musbot.table.events import NO_MESSAGE, ChatId, MessageId, Occupant, Person, PersonId
from musbot.table.table import Table
from musbot.table.view import watch
from musbot.words.cities import find_zone, guess_city
from musbot.words.guess import guess, normalise
from musbot.words.quoted import quote
from musbot.words.texts import Texts

TYPED_S = 600.0
"""Seconds in which a typed city answers the question about the zone."""
MOST_CITY_WORDS = 5
"""The most words of a city's name."""
MUS, FECHAS = "mus", "fechas"
"""The commands that make and move dates."""
MOST_QUOTED = 80
"""The most characters of a person's own words in an example."""
CANCEL = "cancel"
"""The last part of the payload that cancels a date."""


class DateWords:
    """Reads the words of commands about dates, by the time and the rules of a chat."""

    def __init__(self, ways: Ways, now_s: Callable[[], float]) -> None:
        """`now_s` returns the current time in seconds since 1970."""
        self._ways = ways
        self._now_s = now_s

    def names_moment(self, words: Sequence[str], chat: ChatId) -> bool:
        """Returns whether words after a command name a day or an hour by the time of a chat.

        True also if that day or hour would be refused.
        """
        try:
            return self.find(words, chat) is not None
        except Refused:
            return True

    def find(self, words: Sequence[str], chat: ChatId) -> Understood | None:
        """Returns the day and hour among words by the time of a chat; None if they name neither.

        A chat without a zone uses UTC. Names of rules, also of its house rules, are no words of a day. Raises
        Refused as `find_moment` does.
        """
        zone = self._ways.chat_zone(chat) or UTC
        now = datetime.fromtimestamp(self._now_s(), zone).replace(tzinfo=None)
        return find_moment(words, self.rule_names(chat), now)

    def split_city(self, words: Sequence[str], chat: ChatId) -> tuple[Sequence[str], str | None]:
        """Returns words without the city at their end, and its time zone.

        Without a known city, returns all words and None. The longest city of at most MOST_CITY_WORDS words
        counts. A name of rules is no city.
        """
        rules = self.rule_names(chat)
        for size in range(min(MOST_CITY_WORDS, len(words)), 0, -1):
            city = " ".join(words[-size:])
            if normalise(city) not in rules and (zone := find_zone(city)) is not None:
                return words[:-size], zone
        return words, None

    def require_sense(self, words: Sequence[str], chat: ChatId) -> None:
        """Raises Refused, BadRules or UnknownName for words that make no date in any time zone.

        Words without a day or hour, and a time that is past in UTC, may pass.
        """
        try:
            found = self.find(words, chat)
        except Refused as refused:
            if refused.reason != "refused-date-past":
                raise
        else:
            self.read_rules(found, chat)

    def read_rules(self, found: Understood | None, chat: ChatId) -> RuleSet:
        """Returns the rules among the other words of a date; the chat's default rules without any.

        Raises BadRules or UnknownName.
        """
        return read_rules(found.others if found is not None else (), self._ways.for_chat(chat))

    def rule_names(self, chat: ChatId) -> set[str]:
        """Returns the names of rules in a chat, in normalised form, also of its house rules."""
        return {normalise(it) for it in (*RULE_SETS, *own_rules(self._ways.for_chat(chat)))}

    def correct(
        self, words: Sequence[str], chat: ChatId, command: str
    ) -> tuple[str, str, Sequence[str]] | None:
        """Returns an unknown word, its probable meaning, and the corrected words of a command.

        None if there is no such word, or the corrected words would be refused too. A city may be meant at the
        end, if the chat has no zone.
        """
        rules = self.rule_names(chat)
        with suppress(Refused, BadRules, UnknownName):
            found = self.find(words, chat)
            others = [it for it in (found.others if found is not None else ()) if normalise(it) not in rules]
            unknown = [it for it in others if "=" not in it and not it.isdecimal()]
            known = [*DAY_NAMES, *(rules if command == MUS else ())]
            meant = {it: right for it in unknown if (right := guess(it, known)) is not None}
            corrected = [meant.get(it, it) for it in words]
            city = guess_city(" ".join(unknown)) if self._ways.chat_zone(chat) is None else None
            if city is not None and [*words[-len(unknown) :]] == unknown:
                meant = {" ".join(unknown): city}
                corrected = [*words[: -len(unknown)], *city.split()]
            if not meant:
                return None
            number = command == FECHAS and corrected[0].isdecimal()
            self.require_sense(self.split_city(corrected[number:], chat)[0], chat)
            return *next(iter(meant.items())), corrected
        return None


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
        self.words = DateWords(manager.ways, courier.times.wall)
        """The words of commands."""
        self.clock = DateClock(self.book, manager, courier, narrators, administrators, members)
        """Their clock."""
        self._manager = manager
        self._courier = courier
        self._narrators = narrators
        self._administrators = administrators
        self._members = members
        self._asked = manager.notes.date
        self._shown: dict[PersonId, list[tuple[ChatId, MessageId]]] = {}
        """The messages about each person's open question; not kept by a restart."""

    def forget(self, person: PersonId) -> None:
        """Removes a person from the open dates in memory, and forgets the messages about their question."""
        self._shown.pop(person, None)
        self.book.forget(person)

    async def run(
        self,
        command: str,
        person: Person,
        chat: ChatId,
        words: Sequence[str],
        *,
        key: str,
        form: str = "",
        admin: bool = False,
    ) -> Post | None:
        """Makes (MUS) or moves (FECHAS) the date that words name, and returns None; or returns a question.

        MUS asks which of two hours is meant, and the zone of a chat without one, unless a city at the end of
        the words sets it; `form` is the form of the command in that question (`CommandRequest.form`).
        Questions are stored. FECHAS moves the date whose number in the chat's list is among the words. The
        person must have made it or administer the chat; `admin`: they do. Raises Refused, with an example of
        the person's own words or a button for the words that they probably meant. Raises BadRules,
        UnknownName, NotSaved or StoreError too.
        """
        try:
            if command == MUS:
                return await self._propose(person, chat, words, key=key, form=form)
            await self._move(person, chat, words, key=key, admin=admin)
        except (Refused, UnknownName) as error:
            raise await self._with_way_on(error, person, chat, words, command, form) from None
        return None

    async def _propose(
        self, person: Person, chat: ChatId, words: Sequence[str], *, key: str, form: str
    ) -> Post | None:
        """Makes a date or returns a question, as `run` does; its refusals have no example or button.

        `form` is the form of the command in that question (`CommandRequest.form`).
        """
        ways, name = self._manager.ways, self._narrators.name_of(person)
        texts, zone = self._texts(person, chat), ways.chat_zone(chat)
        if zone is None:
            words, city = self.words.split_city(words, chat)
            self.words.require_sense(words, chat)
            if city is not None:
                await ways.choose(chat, replace(ways.for_chat(chat), zone=city))
                return await self._propose(person, chat, words, key=key, form=form)
            token, reads = await self._ask(person, chat, words), self._administrators.reads(chat)
            told = example_facts(words, ways.for_chat(chat), MOST_QUOTED, form)
            text = texts("date-which-zone", name=name, reads="yes" if reads else "no", form=form, **told)
            return posts.question(text, token, [zone_name(texts, it) for it in ZONES])
        found = self.words.find(words, chat)
        if found is None:
            raise Refused("refused-date-unclear")
        rules = self.words.read_rules(found, chat)
        if len(found.options) > 1:
            token = await self._ask(person, chat, found.others, found.options)
            hours = [f"{it:%H:%M}" for it in found.options]
            return posts.question(texts("date-which-half", name=name), token, hours)
        language = ways.for_chat(chat).language or self._narrators.table_language(person, "")
        who, when = self._occupant(person), (found.options[0], zone)
        await self.book.make(who, chat, language, write_rules(rules), when, key=key)
        return None

    async def _with_way_on(
        self,
        error: Refused | UnknownName,
        person: Person,
        chat: ChatId,
        words: Sequence[str],
        command: str,
        form: str,
    ) -> MusError:
        """Returns the error of a command's words, with the next step for the person.

        A mistyped word becomes a refusal with a button for the corrected words, which are stored. A refusal
        with an example gets a command of the person's own words, if possible. Raises StoreError.
        """
        may_correct = isinstance(error, UnknownName) or error.reason == "refused-date-unclear"
        meant = self.words.correct(words, chat, command) if may_correct else None
        if meant is None:
            if isinstance(error, Refused):
                example = self._example(error.reason, person, chat, words, command)
                error.facts |= example_facts(
                    example.split(), self._manager.ways.for_chat(chat), MOST_QUOTED, form
                )
            return error
        name, guessed, corrected = meant
        self._close_shown(person.id)
        token = await self._ask(person, chat, corrected, command=command, form=form)
        quoted, press = quote(" ".join(corrected)), f"{DATE}{token}.0"
        return Refused("refused-unknown-guess", name=quote(name), guess=guessed, words=quoted, press=press)

    def _example(self, reason: str, person: Person, chat: ChatId, words: Sequence[str], command: str) -> str:
        """Returns the words of a command that a refusal gives as an example, which differ from the refused.

        They keep rules, a day without an hour, and a number of the list. The default day and hour follow.
        """
        texts, own = self._narrators.for_one(person).texts, self._own_dates(person, chat)
        kept = [it for it in words if "=" in it or normalise(it) in self.words.rule_names(chat)]
        default_words = texts("date-example-words").split()
        if command == FECHAS:
            kept = [it for it in words[:1] if it.isdecimal()]
            if own:
                default_words = posts.example_of(texts, own[0].when + timedelta(days=1)).split()
        match reason:
            case "refused-date-no-hour":
                return " ".join([*words, default_words[-1]])
            case "refused-date-which":
                return " ".join(["1", *words[len(kept) :]])
            case _:
                return " ".join([*kept, *default_words])

    def _own_dates(self, person: Person, chat: ChatId) -> list[Date]:
        """Returns the open date of a chat that a person made; all of the chat's without one."""
        here = self.book.in_chat(chat)
        return [it for it in here if it.made.who.person == person.id] or here

    def _occupant(self, person: Person) -> Occupant:
        """Returns a person as dates store them, with a name that can be shown."""
        return Occupant(self._narrators.name_of(person), person.id, person.language)

    def _texts(self, person: Person, chat: ChatId) -> Texts:
        """Returns the texts in the chat's chosen language, or in the person's."""
        chosen, narrators = self._manager.ways.for_chat(chat).language, self._narrators
        return (narrators.find_narrator(chosen) if chosen else narrators.for_one(person)).texts

    async def _ask(
        self,
        person: Person,
        chat: ChatId,
        words: Sequence[str],
        options: Sequence[datetime] = (),
        *,
        command: str = "",
        form: str = "",
    ) -> str:
        """Stores a question in place of the person's last one; returns the new token of its buttons.

        With a `command` it asks if `words` are meant. Otherwise, without `options`, it asks for the zone.
        Raises StoreError.
        """
        token, local = f"?{secrets.token_hex(4)}", tuple(it.isoformat() for it in options)
        question = DateQuestion(token, chat, tuple(words), self._courier.times.wall(), local, command, form)
        await self._asked.choose(person.id, encode_question(question))
        return token

    def _find_zone_question(self, person: Person) -> DateQuestion | None:
        """Returns the person's last question if it is about the zone and may be answered by typing.

        None without one, more than TYPED_S seconds after it, or if its chat has a zone by now.
        """
        asked = decode_question(self._asked.get(person.id))
        if asked is None or asked.options or asked.command or self._courier.times.wall() > asked.at + TYPED_S:
            return None
        return asked if self._manager.ways.chat_zone(asked.chat) is None else None

    def await_question(self, person: PersonId, chat: ChatId) -> Callable[[MessageId], None]:
        """Returns a function to call with the id of the message that asks a person a new question.

        Queues the deletion of messages about an earlier question. The message is deleted once the question is
        answered or replaced.
        """
        self._close_shown(person)
        return partial(self._note_shown, person, chat)

    def show_hint(self, person: PersonId, chat: ChatId, hint: Post, lasts_s: float | None = None) -> None:
        """Queues advice on a person's open question. It is deleted with that, or after `lasts_s`."""
        slot = PostSlot(hint, lasts_s, sent=partial(self._note_shown, person, chat))
        self._courier.posts.queue_answer(chat, slot)

    def _note_shown(self, person: PersonId, chat: ChatId, message: MessageId) -> None:
        """Notes a message about a person's open question, to delete it with the question."""
        if message:
            self._shown.setdefault(person, []).append((chat, message))

    def _close_shown(self, person: PersonId) -> None:
        """Queues the deletion of the messages about a person's question."""
        for chat, message in self._shown.pop(person, []):
            self._courier.posts.delete(chat, message)

    def take_city(self, person: Person, chat: ChatId, text: str) -> DateQuestion | None:
        """Returns the person's open question about the zone, with a typed city behind its words.

        The question is then deleted with its message; the date is not made here. The city may be typed in the
        chat of the question or in the person's private chat. Returns None for any other text or `chat`, and
        without an open question.
        """
        asked = self._find_zone_question(person)
        if asked is None or chat not in (asked.chat, person.id) or find_zone(text) is None:
            return None
        self._asked.note(person.id, "")
        self._close_shown(person.id)
        return replace(asked, words=(*asked.words, *text.split()))

    def city_hint(self, person: Person, texts: Texts, typed: str) -> Post | None:
        """Returns advice on a typed city if the person's question about the zone is open; otherwise None.

        If a city is like it, the advice names the city, with a button.
        """
        if (question := self._find_zone_question(person)) is None:
            return None
        if (meant := guess_city(typed)) is None:
            return Post("", texts("refused-city-unknown"))
        button = Button(meant, f"{DATE}{question.token}.{meant}", tone="go")
        return Post("", texts("refused-unknown-guess", name=quote(typed), guess=meant), ((button,),))

    def reply_hint(self, typed: TypedText) -> Post | None:
        """Returns advice on a text that replies to its author's question about the zone; otherwise None."""
        is_reply = (typed.chat, typed.answers) in self._shown.get(typed.person.id, [])
        texts = self._texts(typed.person, typed.chat)
        return self.city_hint(typed.person, texts, typed.text) if is_reply else None

    # ---- buttons -----------------------------------------------------------------------------------------

    async def press(self, press: AnyPress) -> Reply:
        """Applies a press on a button of a date or of a question, and returns the reply.

        An answer is stored and confirmed; only the maker or an administrator may cancel. A press in private
        counts for people who answered the date, or have a notice of it. That notice is then deleted. Once the
        table of the date has opened, the reply leads there. Raises BadPayload for an unknown button; Refused,
        BadRules, UnknownName, NotSaved or StoreError.
        """
        name, _, choice = press.data.removeprefix(DATE).partition(".")
        if name.startswith("?"):
            return await self._answer_question(press, name, choice)
        chat = await self._place_of(press, name)
        table, here = self.book.find_table(name), without_topic(chat)
        if table is not None and here in (without_topic(table.chat), table.left):
            return self._lead_to(press.person, table)
        if choice == CANCEL:
            await self._require_right(press.person, self.book.find(name, chat))
            await self.book.cancel(name, chat, key=press.key)
            return self._close(press)
        if choice not in list(DateAnswer):
            raise BadPayload("no answer to a date")
        who, message = self._occupant(press.person), press.message if chat == press.chat else NO_MESSAGE
        answer = DateAnswer(choice)
        date = await self.book.answer(name, chat, who, answer, message=message, key=press.key)
        if chat != press.chat:
            self._courier.posts.delete(press.chat, press.message)
        waiting = date.people(DateAnswer.GOING)[self.book.rules_of(date).players[-1] :]
        waits = any(it.person == who.person for it in waiting)
        key = "date-answered-waiting" if waits else posts.ANSWERS[answer][2]
        return Reply(self._narrators.for_one(press.person).texts(key))

    async def _place_of(self, press: AnyPress, name: str) -> ChatId:
        """Returns the chat in which a press counts: that of the date for a press on a private notice.

        Raises Refused for a person who has left that chat.
        """
        date, person = self.book.open.get(name), press.person.id
        if date is None or press.chat != person or person not in date.readers():
            return press.chat
        chat = self.book.chat_of(date)
        if await self._members.find_departed([person], chat):
            raise Refused("refused-not-member")
        return chat

    def _lead_to(self, person: Person, table: Table) -> Reply:
        """Returns the refusal of an answer to a date whose table has opened, with the way to a seat."""
        narrator, links = self._narrators.for_one(person, table), self._courier.renderer.links(table)
        reader = RefusalReader(
            table.is_waiting(person.id),
            link=links.board or links.chat,
            labels=self._narrators.for_chat(table).texts,
        )
        name = narrator.texts("table", short=table.short)
        error = Refused("refused-date-opened", table=name, label="seated")
        post = refusal_post(narrator, error, watch(table, table.seat_of(person.id)), reader=reader)
        return Reply(post.text, alert=True, post=post, outcome=ActOutcome.REFUSED)

    async def _answer_question(self, press: AnyPress, token: str, choice: str) -> Reply:
        """Applies the answer to a question: makes the date, or replaces the question by the next one.

        `choice` is the number of an option or a zone, from 0, or the name of a city. A zone is stored if the
        chat lacks one. Corrected words of a command count for TYPED_S. Once the date is made or moved, the
        question is deleted. Raises Refused for a question to another person or an old one. Raises BadPayload,
        BadRules, UnknownName, NotSaved or StoreError too.
        """
        person, ways = press.person, self._manager.ways
        asked = decode_question(self._asked.get(person.id))
        if asked is None or asked.token != token:
            is_open = any(f'"{token}"' in it for it in self._asked.facts.values())
            raise Refused("refused-date-not-asked" if is_open else "refused-date-again")
        offered, words = asked.options or list(ZONES), asked.words
        value = offered[int(choice)] if choice.isdecimal() and int(choice) < len(offered) else ""
        if not (value := value or ("" if asked.options else find_zone(choice) or "")):
            raise BadPayload("no answer to a question")
        if asked.command:
            await self._require_current(person, asked)
        elif asked.options:
            words = (*words, value)
        elif ways.chat_zone(asked.chat) is None:
            await ways.choose(asked.chat, replace(ways.for_chat(asked.chat), zone=value))
        question = await self.run(
            asked.command or MUS, person, asked.chat, words, key=press.key, form=asked.form
        )
        if question is None:
            self._asked.note(person.id, "")
            self._close_shown(person.id)
            return self._close(press)
        return replace_pressed(self._courier.posts, press, question)

    async def _require_current(self, person: Person, question: DateQuestion) -> None:
        """Raises Refused for corrected words older than TYPED_S, or if the person has left their chat."""
        if self._courier.times.wall() > question.at + TYPED_S:
            raise Refused("refused-date-again")
        if await self._members.find_departed([person.id], question.chat):
            raise Refused("refused-not-member")

    def _close(self, press: AnyPress) -> Reply:
        """Returns the reply that closes the pressed question or list, without a text.

        Unless `press.alone`, its message is queued for deletion instead, but not if it shows a part of a
        table.
        """
        if not press.alone and self._courier.projections.shows_part(press.chat, press.message):
            return SHOWN
        return replace_pressed(self._courier.posts, press, None)

    async def _require_right(self, person: Person, date: Date, *, admin: bool = False) -> None:
        """Raises Refused unless a person made a date or administers its chat.

        The refusal names the maker, unless the date has none. `admin` says that the person administers it for
        certain; otherwise a platform that does not answer refuses too.
        """
        maker = date.made.who
        if maker.person == person.id:
            return
        try:
            await self._administrators.require_administrator(person.id, self.book.chat_of(date), admin=admin)
        except Refused as refused:
            raise Refused("refused-date-not-yours", name=maker.name) if maker.name else refused from None

    # ---- /fechas -----------------------------------------------------------------------------------------

    async def list_dates(self, person: Person, chat: ChatId, form: str, *, admin: bool = False) -> Post:
        """Returns the post of a chat's open dates, topics included, the next one first.

        The dates that the person may change have a button to cancel each, and an example to move one. `form`
        is the command's form (`CommandRequest.form`); `admin`: the person administers the chat.
        """
        here, may = self.book.in_chat(chat), []
        for date in here:
            with suppress(Refused):
                await self._require_right(person, date, admin=admin)
                may.append(date.id)
        return posts.list_post(self._texts(person, chat), here, may, form)

    async def _move(
        self, person: Person, chat: ChatId, words: Sequence[str], *, key: str, admin: bool
    ) -> None:
        """Moves a date as `run` does; its refusals have no example or button.

        `admin` means that the platform already confirmed that the person administers the chat. A number among
        the words is a place in the chat's list, from 1. Without one it is the person's own date, or otherwise
        the chat's only date. An hour without morning or evening stays in the same half of the day, if that is
        not past.
        """
        if not (own := self._own_dates(person, chat)):
            raise Refused("refused-date-none")
        found = self.words.find(words, chat)
        number = " ".join(found.others) if found is not None else ""
        if found is None or (number and not number.isdecimal()):
            raise Refused("refused-date-unclear")
        if number:
            own = self.book.in_chat(chat)[max(int(number) - 1, 0) : int(number)]
        if len(own) != 1:
            raise Refused("refused-date-which")
        date = own[0]
        await self._require_right(person, date, admin=admin)
        same = [it for it in found.options if (it.hour >= 12) == (date.when.hour >= 12)]
        local = next(iter(same), found.options[0])
        await self.book.move(date.id, chat, self._occupant(person), local, key=key)
