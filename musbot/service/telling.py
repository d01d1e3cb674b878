"""One person is told something that others need not read: in private, where he can be written to there."""

from __future__ import annotations

from dataclasses import replace

from musbot.service.asked import ANSWER_LASTS_S
from musbot.service.courier import Courier
from musbot.service.manager import Applied
from musbot.service.narrators import Narrators
from musbot.service.noted import Noted
from musbot.table.state import Barred
from musbot.table.view import watch


class Telling:
    """Tells people what others have done that is about them."""

    def __init__(self, courier: Courier, narrators: Narrators, reached: Noted) -> None:
        self._courier = courier
        self._narrators = narrators
        self._reached = reached

    async def barred(self, applied: Applied) -> None:
        """Tells those who were made to stand up, or may sit down again (R98)."""
        table = applied.table
        for event in applied.done.events:
            if not isinstance(event, Barred) or event.who.person is None:
                continue
            who, lifted = (event.who.person, event.who.name), event.lifted
            if await self._reached.has(who[0]) and not self._courier.is_closed(who[0]):
                told = self._narrators.for_one(event.who, table).barred(watch(table), who, lifted=lifted)
                self._courier.post(who[0], replace(told, mentions=()))
            else:
                told = self._narrators.for_chat(table).barred(watch(table), who, lifted=lifted)
                self._courier.post(table.chat, told, lasts_s=ANSWER_LASTS_S)
