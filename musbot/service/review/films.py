"""The hand that was: posted once as a moving picture, in answer to who presses the button under its count."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace

from musbot.port.replies import Reply
from musbot.service.choices.narrators import Narrators
from musbot.service.delivery.courier import Courier
from musbot.service.queue.rate_limits import RateLimits
from musbot.service.settings.pages import Pressed
from musbot.service.tables.repository import named
from musbot.store.refold import read_log
from musbot.store.store import Store
from musbot.table.state import Table, fold
from musbot.table.told import Refused
from musbot.table.view import watch

AGAIN_S = 600.0
"""For how long who presses again is told that the film is there; then it is sent again, not drawn again."""
KEPT = 500


class Films:
    """Knows which hands were shown where, and when."""

    def __init__(
        self,
        store: Store,
        courier: Courier,
        narrators: Narrators,
        answers: RateLimits,
        clock: Callable[[], float],
    ) -> None:
        self._store = store
        self._courier = courier
        self._narrators = narrators
        self._answers = answers
        self._clock = clock
        self._shown: OrderedDict[tuple[str, str, int, bool], float] = OrderedDict()

    async def show(self, pressed: Pressed, table: Table) -> Reply:
        """Posts the film of a hand that is over; raises Refused: no film, there already, too fast.

        Cards that were not shown (R80) are seen in it only once the partida is over.
        """
        hand, chat = pressed.payload.question, pressed.chat
        key = (chat, table.id, hand, table.over)
        if self._clock() - self._shown.get(key, -AGAIN_S) < AGAIN_S:
            raise Refused("refused-film-there")
        if not self._answers.take(pressed.person.id, chat):
            raise Refused("refused-too-fast")
        was = await as_it_was(self._store, table, hand)
        mesa = was.ended_hand(hand) if was is not None else None
        if was is None or mesa is None:
            raise Refused("refused-no-film")
        self._shown[key] = self._clock()
        if len(self._shown) > KEPT:
            self._shown.popitem(last=False)
        cards = mesa.cards if table.over else ()
        post = self._narrators.for_chat(table).film(watch(was, finished=hand), cards)
        self._courier.post(chat, replace(post, silent=True, reply_to=pressed.message))
        return Reply("", seen=True)


async def as_it_was(store: Store, table: Table, hand: int) -> Table | None:
    """Returns a table as it was when a hand had ended; None for a hand that has not. Raises Damaged."""
    if not 1 <= hand <= table.hands_over:
        return None
    if table.ended_hand(hand) is not None:
        return table
    was: Table | None = None
    for event in read_log(table.id, await store.log(table.id)):
        was = fold(was, event)
        if was.hands_over == hand:
            return named(was)
    return None
