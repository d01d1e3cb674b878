"""Takes game words that people type in a chat, and asks about slips."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial

from musbot.game.actions import Action
from musbot.narrator import Narrator, glossary
from musbot.narrator.post import Post
from musbot.port.chats import platform_of
from musbot.port.command import GivenCommand, TypedText
from musbot.port.replies import ActKind, ActOutcome
from musbot.port.typed import TypedWord, read_refusal, read_slip, read_typed
from musbot.service.commands.context import ANSWER_LASTS_S, Services
from musbot.service.commands.registry import CommandRegistry
from musbot.service.tables.counters import ChatTally, outcome_of
from musbot.service.tables.repository import EXPLAINED
from musbot.table.events import ChatId, Person
from musbot.table.table import Table
from musbot.table.view import watch
from musbot.table.ways import Typed
from musbot.words.glossary import lost_question

log = logging.getLogger(__name__)
"""Counts words that were not taken, without their text."""


class TypedWords:
    """Reads typed messages in the languages spoken in their chat, and counts their outcomes."""

    def __init__(self, services: Services, commands: CommandRegistry, tally: ChatTally) -> None:
        self._services = services
        self._commands = commands
        self._manager = services.manager
        self._courier = services.courier
        self._narrators = services.narrators
        self._tally = tally

    async def apply_text(self, typed: TypedText) -> bool:
        """Applies a typed game word, or a city for which a date waits; returns whether either was applied.

        A city for which a date waits counts too. Otherwise it may ask about a slip, or in a private chat
        answer a question. If the chat wants no typed words (Typed.LEFT), only a city is read. A refusal of
        the word is logged; a failure of the store is also posted to the chat.
        """
        person, chat = typed.person, typed.chat
        with self._tally.time_act(platform_of(person.id), ActKind.WORD) as act:
            self._courier.availability.probe_after_act(chat, talk=True)
            if await self._take_city(typed):
                act.outcome = ActOutcome.DONE
                return True
            if self._manager.ways.for_chat(chat).typed is Typed.LEFT:
                act.outcome = None
                return False
            about = lost_question(typed.text) if chat == person.id else None
            is_question = False
            try:
                if read_typed(typed.text) or read_slip(typed.text):
                    await self._manager.tables.load_all(chat=chat)
                languages = self._narrators.languages_here(person, self._manager.tables.in_chat(chat))
                act.outcome = await self._say_word(typed, read_typed(typed.text, languages))
                if act.outcome is ActOutcome.DONE:
                    return True
                is_question = about is None and await self._ask_about_slip(typed, languages)
            except EXPLAINED as error:
                act.outcome = outcome_of(error)
                log.info("a typed word was not taken: %s", type(error).__name__)
                if act.outcome is ActOutcome.NOT_SAVED and self._services.answers.take(person.id, chat):
                    self._courier.posts.post(
                        chat, Post("", self._public_narrator(chat, person).refusal(error))
                    )
            if about is not None:
                await self._help(typed, about)
            elif chat == person.id and not is_question and act.outcome is not ActOutcome.NOT_SAVED:
                self._answer_privately(typed)
            return False

    def _answer_privately(self, typed: TypedText) -> None:
        """Queues the answer to a private text about a term, or advice on a city for which a date waits."""
        person, dates = typed.person, self._services.dates
        texts = self._narrators.for_one(person).texts
        if (answer := glossary.answer(texts, typed.text)) is not None:
            self._explain(person, answer)
        elif (hint := dates.city_hint(person, texts, typed.text)) is not None:
            dates.show_hint(person.id, typed.chat, hint)

    async def _take_city(self, typed: TypedText) -> bool:
        """Runs the `/mus` command of a date that waits for the city in this text; returns whether it did.

        The city ends the command, and the question is deleted. False if no date waits for a city typed here,
        the text is no city, or it is too old. True also if `/mus` is refused. A reply to the question that
        names no known city gets advice.
        """
        person, dates = typed.person, self._services.dates
        if self._services.backlog.is_stale(typed.age_s):
            return False
        asked = dates.take_city(person, typed.chat, typed.text)
        if asked is None:
            hint = dates.reply_hint(typed)
            if hint is not None and self._services.answers.take(person.id, typed.chat):
                reply = replace(hint, reply_to=typed.message, silent=True)
                dates.show_hint(person.id, typed.chat, reply, ANSWER_LASTS_S)
            return False
        await self._commands.run_command(
            GivenCommand("mus", asked.words, person, asked.chat, key=typed.key, manners=typed.manners)
        )
        return True

    async def _say_word(self, typed: TypedText, words: Sequence[TypedWord]) -> ActOutcome | None:
        """Applies the first legal word and returns DONE; None if there is no legal word. Raises MusError.

        A word written before a table's question arose is not legal there. A message older than LASTS_S
        applies no word. If it has one and the person plays here, a notice is queued and REFUSED returned;
        otherwise None.
        """
        person, chat, age_s = typed.person, typed.chat, typed.age_s
        backlog, here = self._services.backlog, self._manager.tables.in_chat(chat)
        if age_s is not None and backlog.is_stale(age_s):
            plays = any(table.playing and table.seat_of(person.id) is not None for table in here)
            if not (words and plays):
                return None
            backlog.queue_notice(chat, person, age_s)
            return ActOutcome.REFUSED
        counts = partial(backlog.follows_question, age_s)
        for word in words:
            applied = await self._manager.apply_word(person, chat, word, key=typed.key, counts=counts)
            if applied is not None:
                backlog.note_word(applied.table, age_s)
                return ActOutcome.DONE
        return None

    async def _ask_about_slip(self, typed: TypedText, languages: Collection[str]) -> bool:
        """Asks a player on turn about a mistyped word, or whether paso means no quiero after a bet.

        Returns False if no table waits for the word.

        In a private chat it asks about any word that a table elsewhere waits for. `languages` are spoken in
        the chat. A message older than LASTS_S is not asked about.
        The question is queued, and deleted after ANSWER_LASTS_S seconds or when the table moves on. Beyond
        the person's limit it is not queued, and the result is still True. Ends the person's absence, if any.
        Raises StoreError.
        """
        stale = self._services.backlog.is_stale(typed.age_s)
        slip = () if stale else read_slip(typed.text, languages)
        if typed.chat == typed.person.id and not stale:
            slip = slip or tuple(read_typed(typed.text, languages))
        slip = slip or (() if stale else read_refusal(typed.text, languages))
        found = await self._manager.find_meant_word(typed.person, typed.chat, slip) if slip else None
        if found is None:
            return False
        await self._manager.mark_presence(typed.person.id, found[0].id)
        if self._services.acts.take(typed.person.id, typed.chat):
            self._courier.posts.queue_news(
                typed.chat,
                partial(self._slip, typed, *found),
                lasts_s=ANSWER_LASTS_S,
                watches=found[0].id,
                kind=f"slip of {typed.person.id}",
            )
        return True

    def _slip(self, typed: TypedText, table: Table, action: Action) -> Post | None:
        """Returns the question about a slip or a word for a table elsewhere, as a reply to the typed message.

        None if the table has another question by now, or is not in memory. In a private chat it is in the
        person's language, in a group in the table's.
        """
        now, person = self._manager.tables.get(table.id), typed.person
        if now is None or now.question != table.question:
            return None
        alone = typed.chat == person.id
        voice = self._narrators.for_one(person, now) if alone else self._narrators.for_chat(now)
        view, here = watch(now, now.seat_of(person.id)), now.chat == typed.chat
        question = voice.guide.slip_question(view, action, here=here)
        return replace(question, reply_to=typed.message)

    def _public_narrator(self, chat: ChatId, person: Person) -> Narrator:
        """Returns the person's narrator in a private chat, and the chat's in a group."""
        if chat == person.id:
            return self._narrators.for_one(person)
        return self._services.chat_narrator(person, chat)

    async def _help(self, typed: TypedText, about: str) -> None:
        """Queues an explanation of the term that a lost person asks `about`, within their limit.

        If `about` is "" or no known term, it runs `/ayuda` for them.
        """
        person = typed.person
        term = glossary.entry(self._narrators.for_one(person).texts, about) if about else None
        if term is not None:
            self._explain(person, term)
        else:
            await self._commands.run_command(
                GivenCommand(
                    "ayuda", (), person, typed.chat, key=typed.key, private=True, manners=typed.manners
                )
            )

    def _explain(self, person: Person, post: Post) -> None:
        """Queues the answer to a private question; no effect beyond the person's limit."""
        if self._services.in_private.take(person.id, person.id):
            self._courier.posts.post(person.id, post)
