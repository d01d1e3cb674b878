"""Presses that are about no table: who is forgotten, the pages of /ajustes, what one chooses for oneself."""

from __future__ import annotations

from dataclasses import replace

from musbot.game.errors import MusError
from musbot.narrator import guide, kept
from musbot.narrator.post import Post, WordsForm
from musbot.port.replies import Reply
from musbot.service.commands.context import House
from musbot.service.delivery.rendering import refusal
from musbot.table.acts import CALL, FORGET_ME, LEARN, SPEAK, BadPayload, Call
from musbot.table.state import Person
from musbot.table.told import Refused
from musbot.table.ways import WAYS


class Tableless:
    """Applies them."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._manager = house.manager
        self._courier = house.courier
        self._narrators = house.narrators

    async def press(
        self, person: Person, chat: str, data: str, *, key: str, message: str, alone: bool
    ) -> Reply | None:
        """Applies such a press and returns what its presser is told; None for any other."""
        try:
            if data.startswith(WAYS):
                return await self._house.ajustes.press(
                    person, chat, data, message=message, alone=alone, key=key
                )
            return await self._of_oneself(person, chat, data, message, alone=alone)
        except BadPayload:
            return refusal(self._narrators, person, Refused("refused-unknown-act"))
        except MusError as error:
            return replace(refusal(self._narrators, person, error), alert=True)

    async def _of_oneself(
        self, person: Person, chat: str, data: str, message: str, *, alone: bool
    ) -> Reply | None:
        if data == FORGET_ME:
            return await self._forget(person, chat, message, alone=alone)
        if data.startswith(LEARN):
            return await self._learn(person, chat, data.removeprefix(LEARN), message, alone=alone)
        if data.startswith(SPEAK):
            await self._manager.tables.awaken(person=person.id)
            reply = Reply(await self._house.languages.choose(person, data.removeprefix(SPEAK)))
        elif data.startswith(CALL):
            reply = await self._call(person, data.removeprefix(CALL))
        else:
            return None
        return self._answered(person, chat, message, reply, alone=alone)

    def _answered(self, person: Person, chat: str, message: str, reply: Reply, *, alone: bool) -> Reply:
        """Puts what was chosen in place of the question, where nobody else was asked the same."""
        if alone and not message:
            return replace(reply, page=Post("", reply.text))
        if chat == person.id and message and not self._courier.shows_table(chat, message):
            self._courier.post(chat, Post("", reply.text, instead=message))
        return reply

    async def _forget(self, person: Person, chat: str, message: str, *, alone: bool) -> Reply:
        """Forgets who has asked for it before, and says so where he was asked."""
        texts = self._narrators.for_one(person).texts
        await self._house.forgetting.forget(person)
        post = kept.forgotten(texts)
        if alone:
            return Reply("", page=post)
        if chat != person.id:
            return Reply(post.text, alert=True)
        self._courier.post(chat, replace(post, instead=message))
        return Reply("", seen=True)

    async def _learn(self, person: Person, chat: str, data: str, message: str, *, alone: bool) -> Reply:
        """Turns a page of the course, which is for one alone; from a greeting it is a message of its own."""
        if not alone and chat != person.id:
            raise Refused("refused-in-private")
        if not alone and not self._house.in_private.take(person.id, person.id):
            raise Refused("refused-too-fast")
        page = self._house.learning.press(person, data)
        if alone:
            return Reply("", page=page)
        self._courier.post(chat, replace(page, instead=message) if data else page)
        return Reply("", seen=True)

    def form(self, person: Person, data: str) -> WordsForm | None:
        """Returns the form that a press of such a page opens instead, if it does."""
        try:
            return self._house.ajustes.form(person, data)
        except BadPayload:
            return None

    async def filled(self, person: Person, chat: str, data: str, typed: str, *, key: str) -> Reply:
        """Applies such a form that was filled in."""
        try:
            return await self._house.ajustes.filled(person, chat, data, typed, key=key)
        except BadPayload:
            return refusal(self._narrators, person, Refused("refused-unknown-act"))
        except MusError as error:
            return refusal(self._narrators, person, error)

    async def _call(self, person: Person, how: str) -> Reply:
        """Calls somebody from now on as he has chosen among the buttons of /avisos."""
        await self._manager.tables.awaken(person=person.id)
        chosen = next((call for call in Call if call.value == how), None)
        if chosen is None:
            raise BadPayload("no way to be called")
        await self._courier.call(person.id, chosen)
        closed = not self._manager.notes.open.of(person.id) or self._courier.is_closed(person.id)
        return Reply(guide.calls(self._narrators.for_one(person).texts, chosen, closed=closed))
