"""Who plays in a seed, and what they press: mostly what stands before them, sometimes anything."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any

from musbot.game.actions import Action, Voz
from musbot.game.engine import awaited_seats
from musbot.port.boundary import may_contain, report
from musbot.port.command import GivenCommand
from musbot.port.door import Door, PressedMessage
from musbot.port.intake import QueuePlace
from musbot.port.messenger import MessengerError
from musbot.port.replies import Reply
from musbot.service.tables.manager import TableManager
from musbot.table.acts import (
    Act,
    Anytime,
    Ask,
    BadPayload,
    InLobby,
    InPlay,
    OpenPage,
    Payload,
    Pick,
    Sit,
    read_payload,
)
from musbot.table.events import NO_MESSAGE, ChatId, MessageId, Person
from musbot.table.table import Table
from tests.simulation.chance import Chance
from tests.simulation.platform import Chat, Site, is_group, person
from tests.simulation.talk import Written, draw_origin, takes

NAMES = ("Ane", "Beñat", "Carmen", "Dani", "Eneko", "Fermín")
RULES = tuple(
    (
        "parejas piedras=10 juegos=1, vitoria piedras=10 juegos=1, clasico piedras=10 juegos=1, "
        "tres-mus, frances, individual piedras=10 juegos=1, parejas, euskal-herria"
    ).split(", ")
)
WORDS = ("mus", "no mus", "paso", "envido", "5 más", "quiero", "no quiero", "órdago", "hola", "ya voy")
CHOICES = ("call.private", "call.silence", "call.mention")
"""What buttons carry by which one chooses for oneself, in one's private chat."""
ASIDES = ("tanteo", "cartas", "ayuda", "reglas", "acta", "senas", "suerte txapela", "mse", "nada")
STALE = ("terminar", "salir", "mus", "mesa", "suerte")
"""Commands that do not count when they come late."""
AT_ONCE = 0.15
"""How often another one asks for the table just when a word is said."""
GARBAGE = ("", "x", "open", "K7-abcdef:0:start", "K7:1:paso", "A2-aaaaaa:3/page.more")


@dataclass(frozen=True, slots=True)
class Company:
    """Those who want to play at one table: where, by which rules, who."""

    chat: ChatId
    rules: str
    people: tuple[Person, ...]


@dataclass(frozen=True, slots=True)
class Seen:
    """A button somewhere: its chat, its message, what it carries, what it says."""

    chat: ChatId
    message: MessageId
    data: str
    label: str
    payload: Payload | None


def companies(rng: Random) -> list[Company]:
    """Draws who plays where."""
    chats = rng.choice(
        (
            ["site:-1"],
            ["site:-1"],
            ["site:-1", "site:-2"],
            ["site:-1/1", "site:-1/2"],
            ["site:-1/1", "site:-1/2", "site:-3"],
        )
    )
    made = []
    for chat in chats:
        names = rng.sample(NAMES, rng.choice((1, 1, 2, 2, 3, 4)))
        people = tuple(person(name, rng.choice(("es", "es", "en"))) for name in names)
        made.append(Company(ChatId(chat), rng.choice(RULES), people))
    return made


class People:
    """Everybody; `act` lets one of them do something."""

    def __init__(
        self,
        site: Site,
        chance: Chance,
        companies: Sequence[Company],
        at_table: Callable[[], TableManager | None],
    ) -> None:
        self.site = site
        self.companies = companies
        self.pressed: list[tuple[Person, Seen]] = []
        self._chance = chance
        self._manager = at_table
        self.everybody = list({it.id: it for company in companies for it in company.people}.values())

    def act(self, number: int) -> None:
        """Somebody does what comes next; where all stands the same, the same again."""
        rng = self._chance.stream(f"act {number}")
        drawn = rng.random()
        if not self._chance.may("act", number):
            return
        company = rng.choice(self.companies)
        if drawn < 0.8:
            self._plays_on(company, rng)
        elif drawn < 0.84:
            self._presses_anything(rng)
        elif drawn < 0.92:
            self._commands(company, rng)
        elif drawn < 0.95:
            self._types(company, rng)
        elif drawn < 0.985:
            self._moves_house(company, rng)
        else:
            who = rng.choice(company.people)
            self._command(who, who.id, "borrar")
            self._command(who, who.id, "borrar sí")

    def gather(self, place: int, number: int) -> None:
        """Those of a company come to their table, until it begins."""
        company = self.companies[place]
        rng = self._chance.stream(f"come {place} {number}")
        table = self._table(company)
        if (number == 0 or (table is not None and table.in_lobby)) and self._chance.may(
            "come", 100 * place + number
        ):
            self._plays_on(company, rng)

    # ---- at the table ------------------------------------------------------------------------------------

    def _table(self, company: Company) -> Table | None:
        manager = self._manager()
        chat = self.site.moved(company.chat)
        return next(iter(manager.tables.in_chat(chat)), None) if manager is not None else None

    def _plays_on(self, company: Company, rng: Random) -> None:
        table = self._table(company)
        if table is None:
            self._begins(company, rng)
        elif table.in_lobby:
            self._in_lobby(company, table, rng)
        else:
            self._says(company, table, rng)

    def _begins(self, company: Company, rng: Random) -> None:
        who = rng.choice(company.people)
        again = [it for it in self._buttons(company.chat) if it.payload and it.payload.act is Ask.AGAIN]
        if again and rng.random() < 0.5:
            self._press(who, again[-1])
        else:
            # Of "frances" alone a group is asked which of two games it means.
            rules = f"{company.rules} piedras=8" if company.rules == "frances" else company.rules
            self._command(who, company.chat, f"mus {rules}")

    def _in_lobby(self, company: Company, table: Table, rng: Random) -> None:
        seen = [it for it in self._buttons(company.chat) if it.payload and it.payload.table == table.id]
        standing = [who for who in company.people if table.seat_of(who.id) is None]
        enough = sum(who is not None for who in table.seats) in table.rules.players
        if not seen:
            self._waits(rng.choice(company.people), company, rng)
        elif rng.random() < 0.05:
            self._press(rng.choice(company.people), rng.choice(seen))
        elif standing:
            self._press_one(rng.choice(standing), seen, rng, lambda act: isinstance(act, Sit))
        elif not enough:
            self._press_one(rng.choice(company.people), seen, rng, lambda act: act is InLobby.ADD_AI)
        else:
            self._press_one(rng.choice(company.people), seen, rng, lambda act: act is InLobby.START)

    def _says(self, company: Company, table: Table, rng: Random) -> None:
        asked = [table.seats[seat] for seat in awaited_seats(table.mesa)] if table.mesa is not None else []
        people = [Person(who.person, who.name, who.language) for who in asked if who and who.person]
        who = rng.choice(people or company.people)
        own = [it for it in self._buttons(who.id) if it.payload and it.payload.table == table.id]
        seen = own or [
            it for it in self._buttons(company.chat) if it.payload and it.payload.table == table.id
        ]
        if rng.random() < 0.03 or not seen:
            self._waits(who, company, rng)
            return
        words = [it for it in seen if it.payload and _goes_on(it.payload.act)]
        throws = [it for it in words if it.payload and isinstance(it.payload.act, Pick | InPlay)]
        self._press(who, rng.choice(throws or words or seen))
        if rng.random() < AT_ONCE:
            self._command(rng.choice(company.people), company.chat, "mesa")

    def _press_one(
        self, who: Person, seen: Sequence[Seen], rng: Random, wanted: Callable[[Act], bool]
    ) -> None:
        found = [it for it in seen if it.payload and wanted(it.payload.act)]
        self._press(who, rng.choice(found or seen))

    def _waits(self, who: Person, company: Company, rng: Random) -> None:
        """There is nothing to press: one asks for it, or presses what they still have before them."""
        if not self.pressed or rng.random() < 0.3:
            self._command(who, company.chat, rng.choice(("mesa", "mesa", "cartas")))
        else:
            self._press(*self.pressed[-1])

    # ---- and otherwise -----------------------------------------------------------------------------------

    def _presses_anything(self, rng: Random) -> None:
        who, drawn = rng.choice(self.everybody), rng.random()
        if drawn < 0.5 and self.pressed:
            presser, seen = rng.choice(self.pressed)
            self._press(presser if rng.random() < 0.5 else who, seen)
        elif drawn < 0.9 and (
            every := [it for chat in sorted(self.site.chats) for it in self._buttons(chat)]
        ):
            self._press(who, rng.choice(every))
        else:
            self._press(who, Seen(self.companies[0].chat, MessageId("0"), rng.choice(GARBAGE), "?", None))

    def _commands(self, company: Company, rng: Random) -> None:
        who, drawn = rng.choice(company.people), rng.random()
        if drawn < 0.4:
            self._command(who, company.chat, "mesa")
        elif drawn < 0.8:
            where = company.chat if rng.random() < 0.6 else who.id
            self._command(who, where, rng.choice(ASIDES))
        elif drawn < 0.86:
            self._for_oneself(who, rng)
        elif drawn < 0.89:
            for _ in range(6):
                self._command(person("Zaratas"), company.chat, rng.choice(("tanteo", "ayuda", "mesa")))
        else:
            self._command(
                who, company.chat, rng.choice(("terminar", "salir", "mus", "mesa")), draw_origin(rng)
            )

    def _for_oneself(self, who: Person, rng: Random) -> None:
        """Chooses how they are called."""
        if rng.random() < 0.5:
            self._press(who, Seen(who.id, NO_MESSAGE, rng.choice(CHOICES), "?", None))
        else:
            self._command(who, who.id, "avisos")

    def _types(self, company: Company, rng: Random) -> None:
        who, text = rng.choice(company.people), rng.choice(WORDS)
        chat, written = company.chat, Written(self.site.world.time(), draw_origin(rng))

        async def typed(door: Door, key: str) -> None:
            if takes(text, written.origin):
                where, age_s = self.site.moved(chat), self._age_s(written)
                await door.presses.say(who, where, text, key=key, age_s=age_s)

        def turn(door: Door) -> QueuePlace:
            return door.turns.of_word(who.id, self.site.moved(chat))

        how = "" if written.origin is None else f", of origin {written.origin}"
        self.site.happens(who.id, f"«{text}» in {chat}{how}", typed, turn, chat, written)

    def _moves_house(self, company: Company, rng: Random) -> None:
        """Opens or closes a private chat, or deletes a message of the bot."""
        who, drawn = rng.choice(company.people), rng.random()
        private = self.site.chats[who.id]
        if drawn < 0.6:
            private.closed = not private.closed
            self.site.happens(
                who.id,
                "blocks the bot" if private.closed else "opens the bot",
                partial(_opened, who=who, chat=private),
            )
        else:
            chat = self.site.moved(company.chat)
            there = self.site.chats[chat].standing
            if there:
                message = rng.choice(list(there))
                self.site.deleted[chat, message] = there.pop(message)
                self.site.happens(who.id, f"deletes {message} in {company.chat}", _nothing)

    def mute(self, chat: ChatId, seconds: float, wall: float) -> None:
        """Forbids the bot for a while to write in a group; it hears of the beginning, not of the end.

        `wall` is the time of day in seconds since 1970.
        """
        for where in {chat, self.site.moved(chat)}:
            self.site.chats[where].closed = True

        def ends() -> None:
            for where in {chat, self.site.moved(chat)}:
                self.site.chats[where].closed = False

        self.site.world.call_later(seconds, ends)
        told = partial(_muted, at=self.site, chat=chat, until=wall + seconds)
        self.site.happens("the bot", f"may not write in {chat} for {seconds:.0f} s", told)

    def forbid(self, chat: ChatId, *, shut: bool, told: bool) -> None:
        """Takes the bot the right to write in a group, or gives it back; the bot may not be told."""
        for where in {chat, self.site.moved(chat)}:
            self.site.chats[where].closed = shut
        what = f"may not write in {chat}" if shut else f"may write in {chat}"
        self.site.happens("the bot", what, partial(_allowed, at=self.site, chat=chat) if told else _nothing)

    # ---- how -----------------------------------------------------------------------------------------------

    def _buttons(self, chat: ChatId) -> list[Seen]:
        """What can be pressed in a chat, by its newest messages."""
        chat = self.site.moved(chat)
        return [
            Seen(chat, message, button.data, button.label, _payload(button.data))
            for message, post in self.site.chats[chat].standing.items()
            for row in post.keyboard()
            for button in row
            if button.data
        ]

    def _press(self, who: Person, seen: Seen) -> None:
        if seen.payload is None and seen.chat != who.id and not is_group(seen.chat):
            return  # no platform takes a button of a private chat from another person
        self.pressed.append((who, seen))
        alone = self.site.manners.alone

        async def press(door: Door, key: str) -> Any:
            held = (
                door.presses.hold_message(who, seen.chat, seen.message) if self.site.manners.answers else None
            )
            try:
                reply = await door.presses.press(
                    who, seen.chat, seen.data, key=key, message=seen.message, alone=alone
                )
            except BaseException:
                if held is not None:
                    held.release()
                raise
            if held is not None:
                asyncio.get_running_loop().create_task(self._answer_contained(held, seen, reply))
            return reply

        def turn(door: Door) -> QueuePlace:
            return door.turns.of_press(who.id, seen.chat, seen.data)

        what = f"[{seen.label}] in {seen.chat} {seen.message} ({seen.data})"
        self.site.happens(who.id, what, press, turn, seen.chat)

    async def _answer_contained(self, held: PressedMessage, seen: Seen, reply: Reply) -> None:
        """Answers a press behind a boundary, as adapters do."""
        try:
            await self._answer(held, seen, reply)
        except BaseException as error:
            if not may_contain(error):
                raise
            report(f"{seen.chat}: an answer", error)

    async def _answer(self, held: PressedMessage, seen: Seen, reply: Reply) -> None:
        """Answers a press with its message changed; no batch waits for the platform's response."""
        try:
            if reply.seen and (line := self.site.line) is not None:
                with suppress(MessengerError):
                    await held.update(partial(line.answer, seen.chat, seen.message))
        finally:
            held.release()

    def _age_s(self, written: Written) -> float | None:
        return self.site.line.age_s(written) if self.site.line is not None else None

    def _command(self, who: Person, chat: ChatId, text: str, origin: int | None = None) -> None:
        chat = self.site.moved(chat)
        name, *words = text.split()
        private = not is_group(chat)

        given = GivenCommand(name, tuple(words), who, chat, private=private, key="")
        written = Written(self.site.world.time(), origin, lasts=name not in STALE)

        async def command(door: Door, key: str) -> None:
            if text == "borrar sí" and (there := self.site.chats[chat]).closed:
                self.site.torn |= {(chat, message) for message in there.standing}
            if takes(f"/{text}", origin):
                await door.commands.run_command(replace(given, key=key, age_s=self._age_s(written)))

        def turn(door: Door) -> QueuePlace:
            return door.turns.of_command(given)

        how = "" if origin is None else f", of origin {origin}"
        self.site.happens(who.id, f"/{text} in {chat}{how}", command, turn, chat, written)


def _payload(data: str) -> Payload | None:
    try:
        return read_payload(data)
    except BadPayload:
        return None


def _goes_on(act: Act) -> bool:
    """Returns whether an act goes on with the hand, and is not too bold for every day."""
    match act:
        case Action(voz):
            return voz not in (Voz.ORDAGO, Voz.SENA, Voz.MIRO)
        case Pick() | InPlay():
            return True
        case InLobby() | Anytime() | Ask() | OpenPage():
            return False
        case _:
            return False


async def _opened(door: Door, _: str, *, who: Person, chat: Chat) -> None:
    """Whatever comes late, the bot learns how it is now."""
    if chat.closed:
        door.availability.close_chat(who.id)
    else:
        await door.chats.private_opened(who)


async def _allowed(door: Door, _: str, *, at: Site, chat: ChatId) -> None:
    where = at.moved(chat)
    if at.chats[where].closed:
        door.availability.record_missing(where, ["permission-send-messages"])
    else:
        door.availability.mark_writable(where)


async def _muted(door: Door, _: str, *, at: Site, chat: ChatId, until: float) -> None:
    where = at.moved(chat)
    if at.chats[where].closed:
        door.availability.record_missing(where, ["permission-send-messages"], until)


async def _nothing(_: Door, __: str) -> None:
    """The bot is not told of it."""
