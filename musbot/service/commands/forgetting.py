"""Somebody is forgotten who asks for it twice: the second time within some minutes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from musbot.port.deadline import committing
from musbot.service.review.review import Review
from musbot.service.tables.manager import TableManager
from musbot.table.events import Person
from musbot.table.told import Refused

WITHIN_S = 600.0
"""How long the question waits for its answer; a new start asks again."""
MOST_ASKED = 1000


class Forgetting:
    """Knows who has been asked whether to forget them."""

    def __init__(
        self,
        manager: TableManager,
        review: Review,
        forgotten: Callable[[str], None],
        clock: Callable[[], float],
    ) -> None:
        """`forgotten` is told of somebody who is in the store no more."""
        self._manager = manager
        self._forgotten = forgotten
        self._review = review
        self._clock = clock
        self._asked: OrderedDict[str, float] = OrderedDict()

    def ask(self, person: str) -> None:
        """Notes that somebody is asked now."""
        self._asked.pop(person, None)
        self._asked[person] = self._clock() + WITHIN_S
        if len(self._asked) > MOST_ASKED:
            self._asked.popitem(last=False)

    async def forget(self, person: Person) -> None:
        """Forgets who has been asked; raises Refused for one who has not."""
        if self._asked.get(person.id, 0) < self._clock():
            raise Refused("refused-forget-late")
        self._review.forget(person.id)
        with committing():
            await self._manager.forget(person)
        self._review.keepsakes.forget()
        self._forgotten(person.id)
        self._asked.pop(person.id, None)
