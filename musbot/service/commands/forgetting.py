"""Deletes a person's data after they confirmed it within some minutes.

Deletion takes several commits. The first one stores the request, so that it continues after a restart.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable

from musbot.game.errors import MusError
from musbot.narrator import history
from musbot.narrator.post import Post
from musbot.port.boundary import Background, insist, report, require_containable
from musbot.port.chats import platform_of
from musbot.service.choices.kept import YES
from musbot.service.choices.narrators import Narrators
from musbot.service.delivery.courier import Courier
from musbot.service.review.review import Review
from musbot.service.tables.manager import TableManager
from musbot.table.act_result import Refused
from musbot.table.events import Person, PersonId
from musbot.words.texts import Texts

WITHIN_S = 600.0
"""Seconds in which the question can be confirmed. A restart cancels the question."""
MOST_ASKED = 1000
"""Number of open questions that are remembered."""
PATIENCE_S = 2.0
"""Seconds until the person is answered; the end of a longer deletion is reported in private."""


class Forgetting:
    """Asks people for confirmation and deletes their data."""

    def __init__(
        self,
        manager: TableManager,
        courier: Courier,
        review: Review,
        narrators: Narrators,
        forgotten: Callable[[PersonId], None],
        clock: Callable[[], float],
    ) -> None:
        """`forgotten` is called with the id of a person who is no longer in the store."""
        self._manager = manager
        self._courier = courier
        self._narrators = narrators
        self._forgotten = forgotten
        self._review = review
        self._clock = clock
        self._asked: OrderedDict[PersonId, float] = OrderedDict()
        self._background = Background()

    def ask(self, person: PersonId) -> None:
        """Starts the WITHIN_S seconds in which a person may confirm; posts nothing.

        Asking again starts them again. Above MOST_ASKED questions, the oldest can no longer be confirmed.
        """
        self._asked.pop(person, None)
        self._asked[person] = self._clock() + WITHIN_S
        if len(self._asked) > MOST_ASKED:
            self._asked.popitem(last=False)

    async def forget(self, person: Person, texts: Texts) -> Post:
        """Stores the request of a person who confirms, and deletes their data; returns the answer.

        The answer says that it is done, takes longer, or has failed by an unexpected cancellation. If it
        takes more than PATIENCE_S seconds, the deletion continues, and its result is posted in private.
        Raises Refused without an open question, which the first confirmation closes. Raises NotSaved,
        StoreError or Refused of the deletion (a question is then open again), or its unexpected error.
        """
        until = self._asked.pop(person.id, 0)
        if until < self._clock():
            raise Refused("refused-forget-late")
        try:
            await self._manager.writer.await_write(self._manager.notes.leaving.choose(person.id, YES))
        except BaseException:
            self._asked[person.id] = until
            raise
        task = self._background.start(self._carry_out(person), "somebody is forgotten")
        await asyncio.wait({task}, timeout=PATIENCE_S)
        if not task.done():
            self._background.start(self._report(task, person.id, texts), "somebody is told that it is done")
            return history.forgetting_post(texts)
        if _broke_off(task):
            return history.not_forgotten_post(texts)
        if (error := task.result()) is not None:
            raise error
        return history.forgotten_post(texts)

    async def go_on(self, platform: str) -> None:
        """Restarts in the background the deletions that people of a platform confirmed before a restart.

        Each result is queued for the person's private chat.
        """
        for person in list(self._manager.notes.leaving.facts):
            if platform_of(person) == platform:
                whom = Person(PersonId(person), "")
                texts = self._narrators.for_one(whom).texts
                task = self._background.start(self._carry_out(whom), "somebody is forgotten")
                self._background.start(self._report(task, whom.id, texts), "somebody is told that it is done")

    async def stop(self) -> None:
        """Cancels deletions under way and waits for their end; the next start continues them."""
        self._background.cancel()
        await self._background.finish()

    async def _carry_out(self, person: Person) -> BaseException | None:
        """Deletes a person's data from tables, store and memory; returns an error instead of raising it.

        Returns None if there was no error. After a MusError the stored request is deleted and a question is
        open again, so they may confirm. After an unexpected error, which is reported, the next start
        continues. A requested cancellation is raised.
        """
        try:
            self._review.forget(person.id)
            await self._manager.forget(person)
            insist("somebody is forgotten", self._review.keepsakes.forget)
            self._forgotten(person.id)
        except MusError as error:
            self._manager.notes.leaving.note(person.id, "")
            self.ask(person.id)
            return error
        except BaseException as error:
            require_containable(error)
            report("somebody is forgotten", error)
            return error
        return None

    async def _report(self, task: asyncio.Task[BaseException | None], person: PersonId, texts: Texts) -> None:
        """Waits for the end of a deletion and queues its result in private; nothing if it was stopped."""
        await asyncio.wait({task})
        if _broke_off(task) or not task.cancelled():
            failed = task.cancelled() or task.result() is not None
            post = history.not_forgotten_post(texts) if failed else history.forgotten_post(texts)
            self._courier.posts.post(person, post)


def _broke_off(task: asyncio.Task[BaseException | None]) -> bool:
    """Returns whether a deletion ended by an unrequested cancellation, which has been reported."""
    return task.cancelled() and not task.cancelling()
