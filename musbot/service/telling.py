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


async def tell_barred(applied: Applied, courier: Courier, narrators: Narrators, reached: Noted) -> None:
    """Tells those who were made to stand up, or may sit down again (R98)."""
    table = applied.table
    for event in applied.done.events:
        if not isinstance(event, Barred) or event.who.person is None:
            continue
        who, lifted = (event.who.person, event.who.name), event.lifted
        if await reached.has(who[0]) and not courier.is_closed(who[0]):
            told = narrators.for_one(event.who, table).guide.barred(watch(table), who, lifted=lifted)
            courier.post(who[0], replace(told, mentions=()))
        else:
            told = narrators.for_chat(table).guide.barred(watch(table), who, lifted=lifted)
            courier.post(table.chat, told, lasts_s=ANSWER_LASTS_S)
