"""How long the next press waits when a stranger has sent a hundred of one command, all in one batch."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from musbot.port.command import CommandPlace, GivenCommand
from musbot.port.door import Door
from musbot.port.intake import Intake, PendingAct, QueuePlace
from musbot.service.commands.registry import COMMANDS
from musbot.table.acts import InLobby, Payload
from musbot.table.events import ChatId, Person, read_person_id
from tools.bench.crowd import PLATFORM, Crowd, begin_partida, crowd, sitter

FLOOD = 100
A, B, OVER = 0, 1, 1
"""Tables, each in the chat of its place; B's has a partida that is over too."""
MORE = {"ajustes": "cerrar K7 ya", "glosario": "a" * 4000, "idioma": "en", "reglas": "guardar nuevas"}
"""What is sent along with some commands in every other round."""
PRESS = "a button"


async def measured(rounds: int) -> dict[str, float]:
    """Returns the milliseconds until a press in the batch after a flood is answered, in chats A and B.

    For each command, and for presses, in chat B: the median and the 99th percentile over `rounds` rounds.
    """
    figures: dict[str, float] = {}
    with TemporaryDirectory() as folder:
        async with crowd(Path(folder), 2) as many:
            await many.process.manager.close_for_reason(many.tables[OVER], None)
            many.tables[B] = await begin_partida(many.process, B)
            flood = _Flood(many)
            for name in (PRESS, *(row.name for row in COMMANDS)):
                waits = [await flood.waits_ms(name, number) for number in range(rounds)]
                for place, chat in ((A, "A"), (B, "B")):
                    sorted_ms = sorted(it[place] for it in waits)
                    figures[f"{FLOOD} × {name} in B, then a press in {chat}: ms, half"] = sorted_ms[
                        rounds // 2
                    ]
                    figures[f"  99 %, {name}, {chat}"] = sorted_ms[rounds * 99 // 100]
    return figures


class _Flood:
    def __init__(self, many: Crowd) -> None:
        self._many = many
        self._door: Door = many.process.door
        self._intake = Intake("Telegram")
        self._keys = count()

    async def waits_ms(self, name: str, number: int) -> tuple[float, float]:
        """Sends FLOOD times a command, or press, and in the next batch a press in each chat.

        Returns the milliseconds from the start until the presses in A and B are answered. Odd rounds add the
        words in MORE.
        """
        who = Person(read_person_id(f"{PLATFORM}:zaratas{name}{number}"), "Zaratas", "es")
        words = tuple(MORE.get(name, "").split()) if number % 2 else ()
        began = time.perf_counter()
        done: dict[int, float] = {}
        await self._intake.take([self._sent(who, name, words) for _ in range(FLOOD)])
        await self._intake.take([self._tap(place, partial(self._note, done, place)) for place in (A, B)])
        await asyncio.sleep(0.3)
        return ((done[A] - began) * 1e3, (done[B] - began) * 1e3)

    def _note(self, done: dict[int, float], place: int) -> None:
        """Records the time at which the press at a table was answered."""
        done[place] = time.perf_counter()

    def _sent(self, who: Person, name: str, words: tuple[str, ...]) -> PendingAct:
        """Returns a stranger's command in chat B as an act to run, or a press for PRESS.

        Commands for private chats are sent in the stranger's own.
        """
        if name == PRESS:
            return self._tap(B, lambda: None, who)
        row = next(row for row in COMMANDS if row.name == name)
        private = row.where is CommandPlace.PRIVATE
        chat = who.id if private else ChatId(f"{PLATFORM}:sala{B}")
        given = GivenCommand(name, words, who, chat, key=self._key(), private=private)
        turns, do = self._door.turns, partial(self._door.commands.run_command, given)
        return self._deed(who, chat, partial(turns.of_command, given), do)

    def _tap(self, place: int, then: Callable[[], None], who: Person | None = None) -> PendingAct:
        """Returns a press at a table as an act to run, by default of the table's first player; `then` runs
        after it."""
        who, chat = who or sitter(place, 0), ChatId(f"{PLATFORM}:sala{place}")
        data, key = str(Payload(self._many.tables[place], 0, InLobby.START)), self._key()

        async def do() -> None:
            await self._door.presses.press(who, chat, data, key=key)
            then()

        return self._deed(who, chat, partial(self._door.turns.of_press, who.id, chat, data), do)

    def _deed(
        self, who: Person, chat: ChatId, turn: Callable[[], QueuePlace], do: Callable[[], Awaitable[None]]
    ) -> PendingAct:
        """Returns an act with its place in the queue."""
        return PendingAct(who.id, turn, do, partial(self._door.turns.ready, who.id, chat, ""))

    def _key(self) -> str:
        """Returns a delivery key that was not used before."""
        return f"{PLATFORM}:flood{next(self._keys)}"
