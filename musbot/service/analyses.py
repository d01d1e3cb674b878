"""Hands looked at again for those who played them: one after another, beside the loop, told in private.

Who asks is answered at once; what was found follows when it is there. Nothing is reckoned twice: the last
ones are kept, and the same hand gives the same answer.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from musbot.coach.moments import Uttered
from musbot.coach.value import Judged
from musbot.game.errors import MusError
from musbot.game.views import observe
from musbot.narrator import Narrator
from musbot.narrator.analysis import HandLookedAt, LookedAt
from musbot.narrator.post import Post
from musbot.service.chats import platform_of
from musbot.service.courier import Courier
from musbot.service.handwords import HandWords, NotLookedAt, hand_words
from musbot.service.manager import TableManager
from musbot.service.narrators import Narrators
from musbot.service.reckoning import NotWeighed, Reckoner
from musbot.service.replies import Reply
from musbot.store.protocol import StoreError
from musbot.table.state import Occupant, Person
from musbot.table.told import Refused
from musbot.table.view import TableView, watch

log = logging.getLogger(__name__)

MOST_WAITING = 20
"""Hands that wait to be looked at; who asks for one more is asked to come back."""
KEPT = 200
AGAIN_S = 600.0
"""For how long who has it in his private chat is told that it is there, and not sent it again."""
_KIND = "look"
"""The note of a hand that somebody was promised in private: after a restart it is looked at then."""


@dataclass(frozen=True, slots=True)
class HandOf:
    """A hand of a table, as one person wants it looked at."""

    person: str
    table: str
    hand: int


@dataclass(slots=True)
class _Job:
    wanted: HandOf
    who: Person | Occupant
    words: HandWords
    chat: str
    told: asyncio.Future[Post | None]
    in_private: bool


class Analyses:
    """Knows which hands are being looked at, for whom, and what was found of the last ones."""

    def __init__(
        self,
        manager: TableManager,
        courier: Courier,
        narrators: Narrators,
        reckoner: Reckoner,
        clock: Callable[[], float],
    ) -> None:
        self._manager = manager
        self._courier = courier
        self._narrators = narrators
        self._reckoner = reckoner
        self._clock = clock
        self._jobs: OrderedDict[str, _Job | None] = OrderedDict()
        self._found: OrderedDict[HandOf, HandLookedAt] = OrderedDict()
        self._sent: OrderedDict[HandOf, float] = OrderedDict()
        self._runner: asyncio.Task[None] | None = None

    async def ask(self, person: Person, chat: str, table: str, hand: int, *, alone: bool) -> Reply:
        """Looks at a hand for one who played it; returns what he is told now, and what follows.

        `alone`: he is shown it in the chat where he asked, else it is sent to his private one, which is open.
        Raises Refused where there is nothing to look at, or too much already.
        """
        wanted = HandOf(person.id, table, hand)
        self._may_ask(wanted, alone=alone)
        self._jobs[person.id] = None
        try:
            words = await self._words(wanted)
            if (found := self._found.get(wanted)) is not None:
                del self._jobs[person.id]
                return self._there(wanted, person, words, found, alone=alone)
            job = self._begin(wanted, person, words, chat if alone else "")
            if job.in_private:
                await self._promise(job)
        except BaseException:
            if self._jobs.get(person.id) is None:
                self._jobs.pop(person.id, None)
            raise
        narrator = self._narrators.for_one(person, words.table)
        waiting = narrator.analysis_waits(_seen(words), hand)
        if alone:
            return Reply(waiting.text, post=waiting, follows=job.told)
        return Reply(waiting.text)

    def forget(self, person: str) -> None:
        """Tells somebody nothing more, and knows no more what he asked for."""
        if (job := self._jobs.pop(person, None)) is not None:
            _let_go(job)
        for wanted in [it for it in (*self._found, *self._sent) if it.person == person]:
            self._found.pop(wanted, None)
            self._sent.pop(wanted, None)

    async def go_on(self, platform: str) -> None:
        """Looks at what people of a platform were promised before a restart."""
        try:
            notes = await self._manager.store.notes(_KIND)
        except StoreError as error:
            log.warning("which hands were asked for could not be read: %s", error)
            return
        for person, noted in notes.items():
            if platform_of(person) == platform:
                await self._taken_up(person, noted)

    async def stop(self) -> None:
        """Looks at nothing more; what was promised in private is looked at after the next start."""
        if self._runner is not None:
            self._runner.cancel()
            await asyncio.gather(self._runner, return_exceptions=True)
        for job in self._jobs.values():
            if job is not None:
                _let_go(job)
        self._reckoner.close()

    # ---- asking ------------------------------------------------------------------------------------------

    def _may_ask(self, wanted: HandOf, *, alone: bool) -> None:
        if wanted.person in self._jobs:
            raise Refused("analysis-running")
        if not alone and self._clock() - self._sent.get(wanted, -AGAIN_S) < AGAIN_S:
            raise Refused("analysis-there")
        if len(self._jobs) >= MOST_WAITING and wanted not in self._found:
            raise Refused("analysis-busy")

    async def _words(self, wanted: HandOf) -> HandWords:
        """What was said in a hand that somebody played; raises Refused."""
        words = await hand_words(self._manager, wanted.table, wanted.hand)
        if words is NotLookedAt.NOT_OVER:
            raise Refused("no-analysis")
        if words is NotLookedAt.OTHER_GAME:
            raise Refused("analysis-other-game")
        if words.seat_of(wanted.person) is None:
            raise Refused("analysis-not-yours")
        if not words.of_person(wanted.person):
            raise Refused("analysis-no-words")
        return words

    def _there(
        self, wanted: HandOf, who: Person, words: HandWords, found: HandLookedAt, *, alone: bool
    ) -> Reply:
        post = self._narrator(who, words).analysis(_seen(words), found)
        if alone:
            return Reply("", post=post)
        self._send(wanted, post)
        return Reply("", seen=True)

    def _begin(self, wanted: HandOf, who: Person | Occupant, words: HandWords, alone_in: str) -> _Job:
        """Has a hand looked at, for one who waits in a chat, or ("") was promised it in private."""
        told: asyncio.Future[Post | None] = asyncio.get_running_loop().create_future()
        job = self._jobs[wanted.person] = _Job(
            wanted, who, words, alone_in or wanted.person, told, in_private=not alone_in
        )
        if self._runner is None or self._runner.done():
            self._runner = asyncio.create_task(self._run(), name="hands looked at")
        return job

    async def _promise(self, job: _Job) -> None:
        """Notes what somebody was promised; that it cannot be is no matter until a restart."""
        try:
            noted = f"{job.wanted.table}:{job.wanted.hand}"
            await self._manager.store.note(_KIND, job.wanted.person, noted)
        except StoreError as error:
            log.warning("a hand that is looked at was not noted: %s", error)

    async def _taken_up(self, person: str, noted: str) -> None:
        table, _, hand = noted.rpartition(":")
        wanted = HandOf(person, table, int(hand) if hand.isdecimal() else 0)
        try:
            words = await self._words(wanted)
        except MusError as error:
            log.warning("a hand that was asked for is not looked at: %s", type(error).__name__)
            await self._kept(wanted)
            return
        who = next(it.who for it in words.words if it.who is not None and it.who.person == person)
        if person not in self._jobs:
            self._begin(wanted, who, words, "")

    # ---- looking -----------------------------------------------------------------------------------------

    async def _run(self) -> None:
        while (job := next((it for it in self._jobs.values() if it is not None), None)) is not None:
            post = await self._done(job)
            if self._jobs.get(job.wanted.person) is job:
                del self._jobs[job.wanted.person]
                if not job.told.done():
                    job.told.set_result(self._manager.ways.shaped(job.chat, post))
                if job.in_private:
                    self._send(job.wanted, post)
                    await self._kept(job.wanted)

    async def _done(self, job: _Job) -> Post:
        """What is told of a hand; that it could not be looked at, where that is so."""
        narrator, table = self._narrator(job.who, job.words), _seen(job.words)
        try:
            found = await self._looked(job)
        except NotWeighed as error:
            log.warning("table %s: a hand could not be looked at: %s", table.id, error)
            return narrator.analysis_failed(table, job.wanted.hand)
        except Exception:
            log.exception("table %s: a hand could not be looked at", table.id)
            return narrator.analysis_failed(table, job.wanted.hand)
        self._found[job.wanted] = found
        if len(self._found) > KEPT:
            self._found.popitem(last=False)
        return narrator.analysis(table, found)

    async def _looked(self, job: _Job) -> HandLookedAt:
        words, wanted, found = job.words, job.wanted, list[LookedAt]()
        for number, said in enumerate(words.of_person(wanted.person)):
            judged = await self._reckoner.weigh(said, f"{wanted.table}|{wanted.hand}|{number}")
            if judged is not None:
                found.append(_looked_at(said, judged))
        seat = words.seat_of(wanted.person)
        return HandLookedAt(wanted.hand, tuple(found), words.ai_partners(seat) if seat is not None else ())

    def _narrator(self, who: Person | Occupant, words: HandWords) -> Narrator:
        return self._narrators.for_one(who, words.table)

    def _send(self, wanted: HandOf, post: Post) -> None:
        self._courier.post(wanted.person, post)
        if wanted not in self._found:
            return  # it could not be looked at, and may be asked for again
        self._sent[wanted] = self._clock()
        if len(self._sent) > KEPT:
            self._sent.popitem(last=False)

    async def _kept(self, wanted: HandOf) -> None:
        """Forgets a promise that has been kept."""
        try:
            await self._manager.store.note(_KIND, wanted.person, "")
        except StoreError as error:
            log.warning("a hand that was looked at is still noted: %s", error)


def _seen(words: HandWords) -> TableView:
    """The table as all saw it when the hand ended."""
    return watch(words.table, finished=words.hand)


def _let_go(job: _Job) -> None:
    """Nothing more is told of it to who waits."""
    if not job.told.done():
        job.told.set_result(None)


def _looked_at(said: Uttered, judged: Judged) -> LookedAt:
    return LookedAt(
        view=observe(said.mesa, said.seat),
        said=judged.said,
        best=judged.best,
        before=judged.before,
        after=judged.after,
        cost=judged.cost,
        gain=judged.gain,
    )
