"""What people do in a chat, on whatever platform: commands, presses, typed words, and what they are told."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import cache

from musbot.acta.partida import Promesa
from musbot.acta.write import write
from musbot.game.errors import MusError
from musbot.game.rule_sets import RULE_SETS, read_option, rule_set
from musbot.game.rules import RuleSet
from musbot.game.shuffle import commitment
from musbot.narrator import Narrator
from musbot.narrator.post import Form, Post
from musbot.service.courier import Courier
from musbot.service.manager import TableManager
from musbot.service.replies import HANDLED, SEEN, Answer, OwnHand, Reply
from musbot.service.typed import read_typed
from musbot.table.acts import BadPayload, Payload, read_payload
from musbot.table.conduct import Done, Refused
from musbot.table.state import Person, Table
from musbot.table.view import TableView, watch
from musbot.words.texts import LANGUAGES

log = logging.getLogger(__name__)

DEFAULT_RULES = "parejas"
COMMANDS = (
    "mus",
    "tanteo",
    "cartas",
    "mesa",
    "reglas",
    "senas",
    "suerte",
    "acta",
    "salir",
    "terminar",
    "ayuda",
)


class Chatter:
    """Stands between the adapters and the tables; narrators are made once for each language."""

    def __init__(
        self, manager: TableManager, courier: Courier, narrator: Callable[[str], Narrator], language: str
    ) -> None:
        self._manager = manager
        self._courier = courier
        self._narrator = cache(narrator)
        self._language = language
        self._commands: dict[str, Callable[[_Command], Awaitable[None]]] = {
            "mus": self._mus,
            "tanteo": self._tanteo,
            "cartas": self._cartas,
            "mesa": self._mesa,
            "reglas": self._reglas,
            "senas": self._senas,
            "suerte": self._suerte,
            "acta": self._acta,
            "salir": self._salir,
            "terminar": self._terminar,
            "ayuda": self._ayuda,
            "help": self._ayuda,
        }

    # ---- presses and words -------------------------------------------------------------------------------

    async def press(self, person: Person, chat: str, data: str, *, key: str, message: str = "") -> Reply:
        """Applies a press and returns what its presser is told, in his language."""
        try:
            payload = read_payload(data)
        except BadPayload:
            return Reply(self._for(person).refusal(Refused("unknown-act")))
        self._courier.pressed(payload.table, chat, message)
        table = await self._manager.look(payload.table)
        if table is None:
            return Reply(self._for(person).refusal(Refused("unknown-table")))
        if payload.act in ("cards", "score"):
            return self._shown(person, table, payload.act)
        narrator = self._for(person, table)
        try:
            if payload.act == "again":
                await self._manager.rematch(person, table, key=key)
                return Reply("", seen=True)
            done = await self._manager.press(person, payload, key=key)
        except MusError as error:
            return Reply(narrator.refusal(error, await self._view(payload.table, person)))
        table = await self._manager.look(payload.table) or table
        view = watch(table, table.seat_of(person.id))
        text = narrator.told(view, done)
        if done.told not in HANDLED:
            return Reply(text, seen=done.told in SEEN)
        hand = narrator.hand(view, self._courier.links(table))
        return Reply(text, post=hand, own=True, table=table.id)

    def _shown(self, person: Person, table: Table, act: str) -> Reply:
        narrator = self._for(person, table)
        seat = table.seat_of(person.id)
        if act == "score":
            view = watch(table)
            return Reply(narrator.score_alert(view), alert=True, post=narrator.score(view))
        if seat is None:
            return Reply(narrator.refusal(Refused("no-seat")))
        view = watch(table, seat)
        hand = narrator.hand(view, self._courier.links(table))
        return Reply(narrator.cards_alert(view), alert=True, post=hand, own=True, table=table.id)

    def hand(self, person: str, name: str) -> OwnHand | None:
        """Returns what a person may see now of his hand at a table; None if he holds none."""
        table = self._manager.at(name)
        seat = table.seat_of(person) if table is not None else None
        who = table.seats[seat] if table is not None and seat is not None else None
        if (
            table is None
            or seat is None
            or who is None
            or table.mesa is None
            or table.over
            or table.mesa.hand <= len(table.finished)
            or not table.mesa.cards[seat]
        ):
            return None
        narrator = self._narrator(who.language if who.language in LANGUAGES else table.language)
        return OwnHand(table.mesa.hand, narrator.hand(watch(table, seat), self._courier.links(table)))

    async def form(self, person: Person, data: str) -> Form | None:
        """Returns the form that a press may open instead, where a platform has forms; None for most."""
        try:
            payload = read_payload(data)
        except BadPayload:
            return None
        table = await self._manager.look(payload.table)
        seat = table.seat_of(person.id) if table is not None else None
        if table is None or seat is None or payload.question != table.question:
            return None
        return self._for(person, table).form(watch(table, seat), payload.act)

    async def filled(self, person: Person, chat: str, data: str, typed: str, *, key: str) -> Reply:
        """Applies a form that was filled in."""
        number = typed.strip()
        if not (number.isascii() and number.isdecimal() and len(number) < 6):
            return Reply(self._for(person).refusal(Refused("no-number", typed=number[:40])))
        return await self.press(person, chat, f"{data}.{int(number)}", key=key)

    def sorry(self, person: Person) -> Reply:
        """Returns what one is told whose press or command failed through no fault of his."""
        return Reply(self._for(person).refusal(Refused("broken")))

    def done(self, person: Person) -> Reply:
        """Returns what one is told whose command was done and needs no other answer."""
        return Reply(self._for(person).refusal(Refused("repeated")))

    def missing(self, person: Person, permissions: Sequence[str]) -> Reply:
        """Returns what one is told where the bot may not do what a table needs (`permission-…`)."""
        texts = self._for(person).texts
        named = texts.listed([texts(f"permission-{name}") for name in permissions])
        return Reply(texts("refused-permissions", permissions=named))

    async def say(self, person: Person, chat: str, text: str, *, key: str) -> None:
        """Takes a message that is exactly a word of the game, said by one whom it binds now; nothing else."""
        action = read_typed(text)
        if action is None:
            return
        try:
            await self._manager.say(person, chat, action, key=key)
        except MusError as error:
            log.info("a typed word was not taken: %s", type(error).__name__)

    # ---- what the adapters notice ------------------------------------------------------------------------

    async def private_opened(self, person: Person) -> None:
        """Greets one who has opened the private chat; what waits for him there follows."""
        self._courier.opened(person.id)
        self._courier.post(person.id, self._for(person).hello(person.name))

    def chat_opened(self, chat: str) -> None:
        """Notes that a chat can be written to."""
        self._courier.opened(chat)

    def chat_closed(self, chat: str) -> None:
        """Notes that a chat is no more; its tables can be shown elsewhere."""
        self._courier.shut(chat)

    async def moved(self, chat: str, to: str) -> None:
        """Notes that a chat has another id now."""
        await self._manager.move(chat, to)

    def boards(self, chat: str) -> list[tuple[str, str]]:
        """Returns the tables that show something in a chat, and the message of each."""
        shown = [(table, self._courier.board_message(table)) for table in self._manager.in_chat(chat)]
        return [(table.id, message) for table, message in shown if message is not None]

    def repost(self, table: str) -> None:
        """Shows a table again at the bottom of its chat."""
        for found in self._manager.tables():
            if found.id == table:
                self._courier.repost(found)

    def platform_down(self, platform: str) -> None:
        """Stops people's clocks at the tables of a platform that does not answer."""
        self._manager.hold(platform)

    def platform_up(self, platform: str) -> None:
        """Starts them anew."""
        self._manager.release(platform)

    # ---- commands ----------------------------------------------------------------------------------------

    def commands(self, language: str) -> list[tuple[str, str]]:
        """Returns the commands and what each does."""
        texts = self._narrator(language).texts
        return [(name, texts(f"command-{name}")) for name in COMMANDS]

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
    ) -> None:
        """Does what a command asks, if it is one of ours; `person` is None for one who hides who he is.

        What it leads to is given to `answer`; without one it is posted in the chat.
        """
        command = self._commands.get(name)
        if command is None:
            return
        asked = _Command(tuple(words), person or Person(f"{chat}#anonymous", "?"), chat, private, key, answer)
        if person is None and name in ("cartas", "salir", "terminar", "suerte"):
            self._courier.post(chat, Post("", self._narrator(self._language).refusal(Refused("anonymous"))))
            return
        try:
            await command(asked)
        except MusError as error:
            if isinstance(error, Refused) and error.reason == "repeated":
                return  # a command that was done before a kill
            table = self._table_of(asked)
            view = watch(table) if table is not None else None
            voice = self._voice(asked, table) if answer is None else self._for(asked.person, table)
            self._say(asked, Post("", voice.refusal(error, view)))

    def _say(self, asked: _Command, post: Post, *, public: bool = False) -> None:
        """Gives a command's answer to who asked, or posts it."""
        if asked.answer is None:
            self._courier.post(asked.chat, post)
        else:
            asked.answer(Reply("", post=post, public=public))

    def _note(self, asked: _Command, done: Done) -> None:
        """Tells who gave a command that it is done, where the platform waits for a word."""
        table = self._table_of(asked)
        if asked.answer is not None:
            view = watch(table, table.seat_of(asked.person.id)) if table is not None else None
            asked.answer(Reply(self._for(asked.person, table).told(view, done)))

    async def _mus(self, asked: _Command) -> None:
        if asked.private:
            raise Refused("not-here")
        rules = _read_rules(asked.words)
        unused = [t for t in self._manager.in_chat(asked.chat) if t.in_lobby and not t.humans]
        await self._manager.open(asked.person, asked.chat, self._language, rules, key=asked.key)
        for table in unused:
            await self._manager.close(table.id)
        self._note(asked, Done((), "opened"))

    async def _tanteo(self, asked: _Command) -> None:
        table = self._must_be_at(asked)
        self._say(asked, self._voice(asked, table).score(watch(table)), public=True)

    async def _cartas(self, asked: _Command) -> None:
        tables = self._manager.of_person(asked.person.id)
        if not tables:
            raise Refused("no-seat")
        table = next((table for table in tables if table.chat == asked.chat), tables[0])
        if asked.answer is not None:
            reply = self._shown(asked.person, table, "cards")
            asked.answer(reply)
            return
        if self._courier.is_closed(asked.person.id):
            raise Refused("private-closed")
        self._courier.repost(table, table.seat_of(asked.person.id))

    async def _mesa(self, asked: _Command) -> None:
        table = self._table_of(asked) or self._homeless(asked)
        if table is None:
            raise Refused("no-table")
        if table.chat != asked.chat and not asked.private:
            await self._manager.show_in(table.id, asked.chat)
        await self._manager.resume(table.id)
        self._courier.repost(await self._manager.look(table.id) or table)
        self._note(asked, Done((), "resumed"))

    def _homeless(self, asked: _Command) -> Table | None:
        """A table where the person sits and whose chat is no more."""
        own = self._manager.of_person(asked.person.id)
        return next((t for t in own if not asked.private and self._courier.is_closed(t.chat)), None)

    async def _reglas(self, asked: _Command) -> None:
        rules = _read_rules(asked.words) if asked.words else None
        self._say(asked, self._voice(asked, self._table_of(asked)).rules(rules))

    async def _senas(self, asked: _Command) -> None:
        if not asked.private and asked.answer is None:
            raise Refused("in-private")
        table = self._table_of(asked)
        view = watch(table, table.seat_of(asked.person.id)) if table is not None else None
        self._say(asked, self._for(asked.person, table).senas(view))

    async def _suerte(self, asked: _Command) -> None:
        if asked.private:
            raise Refused("not-here")
        text = " ".join(asked.words)
        self._note(asked, await self._manager.give_word(asked.person, asked.chat, text, key=asked.key))

    async def _acta(self, asked: _Command) -> None:
        chat = asked.chat
        last = await self._manager.store.last_over(chat)
        table = await self._manager.look(last) if last is not None else None
        if table is None or table.mesa is None:
            raise Refused("no-acta")
        promesa = Promesa(table.seed, commitment(table.id, table.seed), table.id, table.words)
        text = write(table.names, await self._manager.game_events(table.id), promesa)
        self._say(asked, self._voice(asked, table).acta(watch(table), text.encode()), public=True)

    async def _salir(self, asked: _Command) -> None:
        await self._act(asked, "leave")

    async def _terminar(self, asked: _Command) -> None:
        await self._act(asked, "end")

    async def _act(self, asked: _Command, act: str) -> None:
        table = self._must_be_at(asked)
        payload = Payload(table.id, table.question, act)
        self._note(asked, await self._manager.press(asked.person, payload, key=asked.key))

    async def _ayuda(self, asked: _Command) -> None:
        table = self._table_of(asked)
        alone = asked.private or asked.answer is not None
        seat = table.seat_of(asked.person.id) if table is not None and alone else None
        view = watch(table, seat) if table is not None else None
        self._say(asked, self._voice(asked, table).help(view))

    def _table_of(self, asked: _Command) -> Table | None:
        """The table a command means: one's own in this chat, else the newest here; in private one's own."""
        if asked.private:
            return next(iter(self._manager.of_person(asked.person.id)), None)
        here = self._manager.in_chat(asked.chat)
        own = [table for table in here if table.seat_of(asked.person.id) is not None]
        return next(iter([*own, *here]), None)

    def _must_be_at(self, asked: _Command) -> Table:
        table = self._table_of(asked)
        if table is None:
            raise Refused("no-table")
        return table

    # ---- voices ------------------------------------------------------------------------------------------

    def _voice(self, asked: _Command, table: Table | None) -> Narrator:
        """Who speaks in the chat of a command: in private the person's language, else the table's."""
        if asked.private:
            return self._for(asked.person, table)
        return self._narrator(table.language if table is not None else self._language)

    def _for(self, person: Person, table: Table | None = None) -> Narrator:
        if person.language in LANGUAGES:
            return self._narrator(person.language)
        return self._narrator(table.language if table is not None else self._language)

    async def _view(self, table: str, person: Person) -> TableView | None:
        found = await self._manager.look(table)
        return watch(found, found.seat_of(person.id)) if found is not None else None


@dataclass(frozen=True, slots=True)
class _Command:
    words: tuple[str, ...]
    person: Person
    chat: str
    private: bool
    key: str
    answer: Answer | None = None


def _read_rules(words: Sequence[str]) -> RuleSet:
    """Returns the rule set of `vitoria piedras=30 real=figura`; raises UnknownRuleSet or BadRules."""
    name = "-".join(word.lower() for word in words if "=" not in word) or DEFAULT_RULES
    if name not in RULE_SETS:
        name = name.replace("í", "i").replace("á", "a")
    return rule_set(name, dict(read_option(word) for word in words if "=" in word))
