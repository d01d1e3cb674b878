"""Answers requests about finished hands and partidas, to the person who played them alone.

Analyses run one after another in the worker process. The person is answered at once, and the analysis
follows. The latest ones are cached, and equal hands give equal results.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, assert_never

from musbot.coach.account import Account, ValuedWord
from musbot.coach.mus.moments import Decision
from musbot.coach.mus.reasons import WordReason, find_reason
from musbot.game.actions import Seat, Seats
from musbot.game.views import observe
from musbot.narrator import analysis
from musbot.narrator.post import Post
from musbot.port.boundary import Background, contain_errors, may_contain, report
from musbot.port.chats import platform_of
from musbot.port.replies import Reply
from musbot.service.choices.narrators import Narrators
from musbot.service.delivery.courier import Courier
from musbot.service.queue.rate_limits import RateLimits
from musbot.service.review import complaints
from musbot.service.review.hand import HandWords, hand_words
from musbot.service.review.keepsakes import Films, Keepsakes
from musbot.service.review.process_pool import Weigher, WorkFailed
from musbot.service.settings.page_turning import Pressed
from musbot.service.tables.manager import TableManager
from musbot.service.tables.repository import EXPLAINED
from musbot.store.protocol import StoreError
from musbot.table.act_result import Refused
from musbot.table.acts import Ask
from musbot.table.events import NO_CHAT, ChatId, Person, PersonId, TableId
from musbot.table.table import Table
from musbot.table.view import TableView, watch
from musbot.words.texts import Texts

log = logging.getLogger(__name__)

HistoryAsk = Literal[Ask.ACTA, Ask.FILM, Ask.SHARE, Ask.ANALYSE, Ask.WHY, Ask.BADLY]
"""Requests about finished hands and partidas."""
MOST_WAITING = 20
"""Number of waiting analyses; further requests are refused."""
KEPT = 200
"""Number of cached analyses."""
AGAIN_S = 600.0
"""Seconds in which a repeated request is refused because the analysis is in the private chat."""


@dataclass(frozen=True, slots=True)
class AnalysisRequest:
    """A request for the analysis of a hand."""

    person: PersonId
    """The id of the person."""
    table: TableId
    """The id of the table."""
    hand: int
    """The number of the hand."""


@dataclass(frozen=True, slots=True)
class _Job:
    """An analysis to do. The person waits for it in `chat`; "" if it was promised in private."""

    wanted: AnalysisRequest
    texts: Texts
    table: TableView
    words: tuple[Decision, ...]
    partners: Seats
    chat: ChatId

    def post(self, account: Account) -> Post:
        """Returns the post for a finished analysis."""
        return analysis.analysis_post(self.texts, self.table, self.wanted.hand, account, self.partners)


@dataclass(slots=True)
class _CachedAnalysis:
    """A cached analysis, and the time of the clock when it was last sent in private."""

    account: Account
    sent: float = -AGAIN_S


class Review:
    """Runs analyses and answers other requests about finished hands."""

    def __init__(
        self,
        manager: TableManager,
        courier: Courier,
        narrators: Narrators,
        *,
        answers: RateLimits,
        in_private: RateLimits,
        weigher: Weigher,
        clock: Callable[[], float],
    ) -> None:
        self._manager = manager
        self._courier = courier
        self._narrators = narrators
        self._in_private = in_private
        evenings = courier.renderer.evenings
        self._films = Films(manager.store, courier.posts, narrators, answers, clock, evenings)
        self._weigher = weigher
        self.keepsakes = Keepsakes(manager.store, weigher)
        self._promised = manager.notes.look
        self._clock = clock
        self._asking: dict[PersonId, AnalysisRequest] = {}
        self._found: OrderedDict[AnalysisRequest, _CachedAnalysis] = OrderedDict()
        self._turn = asyncio.Lock()
        self._keeping = asyncio.Lock()
        self._background = Background()

    async def press(self, pressed: Pressed, ask: HistoryAsk) -> Reply:
        """Answers a button below a finished hand or partida: shows, queues or stores its result.

        An analysis is only started (`weigh`); other requests count against the person's limit in private.
        Raises Refused if it may not be answered. Unless `pressed.alone`, an analysis or reasons need an open
        private chat. Raises StoreError too.
        """
        person = pressed.person.id
        if ask is not Ask.ANALYSE:
            self._in_private.claim(person, person)
        private = ask in (Ask.ANALYSE, Ask.WHY) and not pressed.alone
        if private and self._courier.availability.is_closed(person):
            raise Refused("refused-analysis-private")
        table = await self._manager.tables.look(pressed.payload.table)
        if table is None:
            raise Refused("refused-no-acta-any-more" if ask is Ask.ACTA else "refused-unknown-table")
        match ask:
            case Ask.ACTA:
                return await self._acta(pressed, table)
            case Ask.FILM | Ask.SHARE:
                send = self._films.show if ask is Ask.FILM else self._films.share
                return await send(pressed, table)
            case Ask.ANALYSE:
                hand = pressed.payload.question
                return await self.weigh(pressed.person, pressed.chat, table.id, hand, alone=pressed.alone)
            case Ask.WHY:
                return await self._show_reasons(pressed, over=table.over)
            case Ask.BADLY:
                return await self._store_complaints(pressed, over=table.over)
            case _:
                assert_never(ask)

    async def _acta(self, pressed: Pressed, table: Table) -> Reply:
        """Gives a player of a finished partida its acta.

        With `pressed.alone` the reply has it; otherwise it is queued, but only for a press in the private
        chat. Raises Refused without a seat, before the end, without a partida, and in a group unless
        `pressed.alone`. Raises StoreError too.
        """
        person = pressed.person
        if table.seat_of(person.id) is None:
            raise Refused("refused-no-seat")
        if not table.over or table.mesa is None:
            raise Refused("refused-no-acta-yet")
        if not pressed.alone and pressed.chat != person.id:
            raise Refused("refused-in-private")
        return self._show_privately(
            pressed, await self.keepsakes.acta(table, self._narrators.for_one(person, table))
        )

    def _show_privately(self, pressed: Pressed, post: Post) -> Reply:
        """Returns the reply with a post if `pressed.alone`.

        Otherwise queues the post for the presser's private chat and returns an empty reply.
        """
        if pressed.alone:
            return Reply("", post=post)
        self._courier.posts.post(pressed.person.id, post)
        return Reply("", seen=True)

    async def weigh(self, person: Person, chat: ChatId, table: TableId, hand: int, *, alone: bool) -> Reply:
        """Starts the analysis of a hand for a person who played it; returns the first answer.

        With `alone` a new analysis is the reply's `follows`, which replaces the answer in this chat.
        Otherwise it is stored as promised, and later queued for the private chat, even after a restart. A
        cached analysis comes at once: in the reply, or queued for the private chat. Raises Refused as
        `_require_allowed` does, and if the person did not play the hand or it cannot be analysed. Raises
        StoreError.
        """
        request = AnalysisRequest(person.id, table, hand)
        self._require_allowed(request, chat, alone=alone)
        self._asking[person.id] = request
        try:
            job = await self._job(request, chat if alone else NO_CHAT, person)
            if (found := self._found.get(request)) is not None:
                self._remove_request(request)
                return self._show_cached(job, found, alone=alone)
            if not alone:
                await self._promised.choose(person.id, f"{table}:{hand}")
        except BaseException:
            self._remove_request(request)
            raise
        follows = self._begin(job)
        waiting = analysis.waiting_post(job.texts, job.table, hand)
        return Reply(waiting.text, post=waiting, follows=follows) if alone else Reply(waiting.text)

    def forget(self, person: PersonId) -> None:
        """Drops a person's request and cached analyses from memory.

        The result of a running analysis is not sent.
        """
        self._asking.pop(person, None)
        for request in [it for it in self._found if it.person == person]:
            del self._found[request]

    async def go_on(self, platform: str) -> None:
        """Restarts the analyses that people of a platform were promised before a restart.

        It reads their hands first; the analyses run in the background. A promise is deleted if its hand
        cannot be read or analysed. Errors are logged or reported, not raised.
        """
        for person, noted in list(self._promised.facts.items()):
            table, _, hand = noted.rpartition(":")
            if platform_of(person) == platform:
                with contain_errors(f"table {table}: a hand that was asked for"):
                    await self._restart_promised(
                        AnalysisRequest(
                            PersonId(person), TableId(table), int(hand) if hand.isdecimal() else 0
                        )
                    )

    async def stop(self) -> None:
        """Stops all analyses and the worker. Those promised in private run after the next start."""
        self._background.cancel()
        await self._background.finish()
        self._weigher.close()

    # ---- the person's words ------------------------------------------------------------------------------

    def _require_allowed(self, request: AnalysisRequest, chat: ChatId, *, alone: bool) -> None:
        """Raises Refused if an analysis may not start now.

        Reasons: another request of the person is pending; MOST_WAITING are pending and this analysis is not
        cached; or, unless `alone`, it was sent in private less than AGAIN_S seconds ago.
        """
        found = self._found.get(request)
        if request.person in self._asking:
            raise Refused("refused-analysis-running")
        if not alone and found is not None and self._clock() - found.sent < AGAIN_S:
            place = "here" if chat == request.person else "private"
            raise Refused("refused-analysis-there", place=place)
        if len(self._asking) >= MOST_WAITING and found is None:
            raise Refused("refused-analysis-busy")

    async def _job(self, request: AnalysisRequest, chat: ChatId, person: Person | None = None) -> _Job:
        """Returns the analysis of a hand that a person played, which is not started yet.

        The person waits for it in `chat`; "" sends it to the private chat. Raises Refused as
        `_read_played_hand` does, and if the person said no word with a choice in it. Raises StoreError.
        """
        words, seat = await self._read_played_hand(request.person, request.table, request.hand)
        if not (own := words.words_of_person(request.person)):
            raise Refused("refused-analysis-no-words")
        who = person or next(it.who for it in words.words if it.uttered is own[0])
        texts = self._narrators.for_one(who, words.table).texts
        return _Job(request, texts, _view_after_hand(words, seat), own, words.ai_partners(seat), chat)

    async def _restart_promised(self, request: AnalysisRequest) -> None:
        """Starts a promised analysis, unless another request of the person is pending.

        If the hand cannot be analysed, logs it and deletes the promise. If the store fails, the promise stays
        for the next start.
        """
        try:
            job = await self._job(request, NO_CHAT)
        except EXPLAINED as error:
            log.warning("a hand that was asked for is not looked at: %s", type(error).__name__)
            if not isinstance(error, StoreError):
                self._promised.note(request.person, "")
            return
        if request.person not in self._asking:
            self._asking[request.person] = request
            self._begin(job)

    def _show_cached(self, job: _Job, cached: _CachedAnalysis, *, alone: bool) -> Reply:
        """Returns the reply with a cached analysis; unless `alone`, queues it for the private chat."""
        post = job.post(cached.account)
        if alone:
            return Reply("", post=post)
        self._send(job.wanted, post)
        return Reply("", seen=True)

    def _begin(self, job: _Job) -> asyncio.Task[Post | None]:
        """Starts an analysis in the background.

        The task returns the post, or None if the person no longer waits.
        """
        return self._background.start(self._analyse(job), f"table {job.wanted.table}: a hand looked at")

    async def _analyse(self, job: _Job) -> Post | None:
        """Runs an analysis in its turn and caches it; returns its post, None if the person no longer waits.

        If it failed, the post says so. A post for the private chat is queued there, and the promise deleted.
        If musbot stops, returns None, and the promise stays. Above KEPT analyses, the oldest is dropped.
        """
        request, account = job.wanted, None
        try:
            async with self._turn:
                if self._asking.get(request.person) is request:
                    account = await self._account(job)
        except asyncio.CancelledError as error:
            if not may_contain(error):  # musbot stops
                return None
            report(f"table {request.table}: a hand could not be looked at", error)
        if not self._remove_request(request):
            return None
        if account is not None:
            self._found[request] = _CachedAnalysis(account)
        if len(self._found) > KEPT:
            self._found.popitem(last=False)
        failed = analysis.failure_post(job.texts, job.table, request.hand)
        post = job.post(account) if account is not None else failed
        if not job.chat:
            self._send(request, post)
            self._promised.note(request.person, "")
        return self._manager.ways.shape(job.chat or request.person, post)

    async def _account(self, job: _Job) -> Account | None:
        """Returns the values of a person's words in order, without words that have no value.

        Returns None after an error, which is logged or reported.
        """
        request, found = job.wanted, list[ValuedWord]()
        try:
            for number, decision in enumerate(job.words):
                word = await self._weigher.weigh(decision, f"{request.table}|{request.hand}|{number}")
                if word is not None:
                    found.append(word)
        except WorkFailed as error:
            log.warning("table %s: a hand could not be looked at", request.table, exc_info=error)
            return None
        except Exception as error:
            report(f"table {request.table}: a hand could not be looked at", error)
            return None
        return Account(tuple(found))

    def _remove_request(self, request: AnalysisRequest) -> bool:
        """Removes a request unless it was removed or replaced before; returns whether it removed it."""
        if self._asking.get(request.person) is not request:
            return False
        del self._asking[request.person]
        return True

    def _send(self, request: AnalysisRequest, post: Post) -> None:
        """Queues a post about an analysis for the person's private chat; records the time if it is cached."""
        self._courier.posts.post(request.person, post)
        if request in self._found:  # failed analyses may be requested again
            self._found[request].sent = self._clock()

    # ---- AI partners -------------------------------------------------------------------------------------

    async def _show_reasons(self, pressed: Pressed, *, over: bool) -> Reply:
        """Shows the reasons for the words of the presser's AI partners in a hand, in the reply or in private.

        In private it is queued. `over` says that the partida is over. Raises Refused and StoreError as
        `_partners` does.
        """
        words, partners = await self._partners(pressed, over=over)
        found = [it for partner in partners for it in await _reasons(words, partner)]
        texts = self._texts(pressed.person, words)
        return self._show_privately(
            pressed, analysis.reasons_post(texts, _view_after_hand(words, partners[0]), words.hand, found)
        )

    async def _store_complaints(self, pressed: Pressed, *, over: bool) -> Reply:
        """Stores complaints about the AI partners of a hand, each once; the reply says whether any is new.

        `over` says that the partida is over. Raises Refused as `_partners` does, and StoreError.
        """
        words, partners = await self._partners(pressed, over=over)
        async with self._keeping:
            new = [
                await complaints.store_complaint(self._manager.store, words, partner) for partner in partners
            ]
        return Reply(self._texts(pressed.person, words)("badly-kept" if any(new) else "badly-already"))

    async def _partners(self, pressed: Pressed, *, over: bool) -> tuple[HandWords, Seats]:
        """Returns the hand and the presser's AI partners in it; raises Refused or StoreError.

        It is Refused if the presser did not play the hand, or without AI partners. Before the partida is
        `over`, it is also Refused if a partner did not show their cards (R80).
        """
        payload = pressed.payload
        words, seat = await self._read_played_hand(pressed.person.id, payload.table, payload.question)
        if not (partners := words.ai_partners(seat)):
            raise Refused("refused-no-why")
        mesa = words.table.mesa
        if not over and (mesa is None or any(partner not in mesa.shown for partner in partners)):
            raise Refused("refused-why-hidden")
        return words, partners

    async def _read_played_hand(self, person: PersonId, table: TableId, hand: int) -> tuple[HandWords, Seat]:
        """Returns a finished hand and the seat of a person in it.

        Raises Refused if they did not play it or as `hand_words` does, or StoreError.
        """
        words = await hand_words(self._manager, table, hand)
        if (seat := words.seat_of(person)) is None:
            raise Refused("refused-analysis-not-yours")
        return words, seat

    def _texts(self, person: Person, words: HandWords) -> Texts:
        """Returns the texts in a person's language."""
        return self._narrators.for_one(person, words.table).texts


def _view_after_hand(words: HandWords, seat: Seat) -> TableView:
    """Returns the view of a seat at the end of the hand."""
    return watch(words.table, seat, words.hand)


async def _reasons(words: HandWords, seat: Seat) -> list[WordReason]:
    """Returns the reasons for the words that AI players said from a seat, in order.

    Words without a known reason are left out.
    """
    kind, found = words.kind_of(seat), list[WordReason]()
    for it in words.words_of_ai(seat):
        if (why := find_reason(observe(it.mesa, seat), it.said, kind)) is not None:
            found.append(why)
        await asyncio.sleep(0)  # each reason takes as long as an AI player's word
    return found
