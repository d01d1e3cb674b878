"""Keepsakes of finished partidas: the acta, the proof of its deal, the film of a hand."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TypeVar

from musbot.acta.page.sheet import page
from musbot.acta.partida import Acta, Promesa
from musbot.acta.verify import verify
from musbot.acta.write import make_distinct, write
from musbot.game.events import Event
from musbot.game.shuffle import Scheme, commitment
from musbot.narrator import Narrator
from musbot.narrator.history import Proof
from musbot.narrator.post import Post
from musbot.narrator.posts import share_post
from musbot.port.replies import Reply
from musbot.service.choices.narrators import Narrators
from musbot.service.delivery.forms import Posts
from musbot.service.queue.fair_queue import SendOutcome
from musbot.service.queue.rate_limits import RateLimits
from musbot.service.review.process_pool import Weigher, WorkFailed
from musbot.service.settings.page_turning import Pressed
from musbot.service.tables.evenings import Evenings
from musbot.service.tables.repository import with_placeholder_names
from musbot.service.tables.tables import refuse_damaged
from musbot.store.refold import Log, read_log
from musbot.store.store import Store
from musbot.table.act_result import Refused
from musbot.table.fold import fold
from musbot.table.table import Table
from musbot.table.view import watch
from musbot.words.texts import Texts

AGAIN_S = 600.0
"""Seconds in which a repeated request is refused because the film is in the chat; then it is sent again."""
MAKING_S = 60.0
"""Seconds after which a post that is being made counts as lost."""
KEPT = 500
"""Number of films whose time is remembered."""
MOST_KEPT = 16
"""Number of cached actas, and of cached proofs; an acta with its page is some 200 KB."""

T = TypeVar("T")
Which = tuple[str, str, bool]
"""A cache key: table, language, and whether suits are in words."""
Sent = tuple[str, str, int, bool]
"""A chat, a table, a hand (0 for the whole partida), and whether the table was over."""


class Keepsakes:
    """A cache of the latest actas and proofs, which are made one at a time in the worker process."""

    def __init__(self, store: Store, worker: Weigher) -> None:
        self._store = store
        self._worker = worker
        self._actas: OrderedDict[Which, tuple[bytes, bytes]] = OrderedDict()
        self._proofs: OrderedDict[Which, Proof] = OrderedDict()
        self._turn = asyncio.Lock()

    async def acta(self, table: Table, narrator: Narrator) -> Post:
        """Returns a post with the acta of a finished partida and its page, in the narrator's language.

        Raises Refused if the log was archived or is damaged, StoreError, and ValueError if no partida had
        begun.
        """
        text, html = await self._make_once(self._actas, table, narrator.texts, _files)
        return narrator.guide.acta(watch(table), text, html)

    async def proof(self, table: Table) -> Proof:
        """Returns the result of dealing the partida again from its seed.

        Raises Refused if the log was archived or is damaged, StoreError, and ValueError if no partida had
        begun.
        """
        return await self._make_once(self._proofs, table, None, _proof)

    async def _make_once(
        self,
        made: OrderedDict[Which, T],
        table: Table,
        texts: Texts | None,
        make: Callable[[Table, Log, Which], T],
    ) -> T:
        """Returns a table's value from the cache, or makes it from the log in the worker and caches it.

        If the worker fails, a thread makes it. Above MOST_KEPT values, the least recently used is dropped.
        Raises Refused if the table was archived or its log is damaged, StoreError, and the other errors of
        `make`.
        """
        key = (table.id, texts.language, texts.in_words) if texts is not None else (table.id, "", False)
        async with self._turn:
            if key not in made:
                log = await self._store.load_log(table.id)
                if not log:  # the table was archived
                    raise Refused("refused-no-acta-any-more")
                work = partial(make, table, log, key)
                with refuse_damaged():
                    try:
                        made[key] = await self._worker.run(work)
                    except WorkFailed:
                        made[key] = await asyncio.to_thread(work)
                if len(made) > MOST_KEPT:
                    made.popitem(last=False)
            made.move_to_end(key)
            return made[key]

    def forget(self) -> None:
        """Clears the cache, because a person in it was forgotten."""
        self._actas, self._proofs = (
            OrderedDict(),
            OrderedDict(),
        )  # new ones, because `_make_once` may still fill the old


def _read_acta(table: Table, log: Log) -> Acta:
    """Returns the acta of a table; raises DamagedLog, or ValueError without a partida."""
    if table.mesa is None:
        raise ValueError("expected a partida")
    events = tuple(event for event in read_log(table.id, log) if isinstance(event, Event))
    return Acta(make_distinct(table.names), table.mesa.rules, events, table.mesa, promesa_of(table))


def _files(table: Table, log: Log, key: Which) -> tuple[bytes, bytes]:
    """Returns the acta and its page as UTF-8, in the language of the key.

    Raises DamagedLog, or ValueError without a partida.
    """
    partida = _read_acta(table, log)
    text = write(table.names, partida.events, partida.baraja)
    return text.encode(), page(partida, Texts(key[1], in_words=key[2])).encode()


def _proof(table: Table, log: Log, _: Which) -> Proof:
    """Returns the proof of a finished partida: its seed, and the numbers of the hands not dealt from it.

    Raises DamagedLog, or ValueError without a partida.
    """
    promesa, verdict = promesa_of(table), verify(_read_acta(table, log))
    return Proof(
        short=table.short,
        commitment=promesa.compromiso or "",
        seed=table.seed.hex(),
        cut=promesa.corte,
        hands=verdict.hands,
        broken=tuple(hand for hand in range(1, verdict.hands + 1) if hand not in verdict.kept),
        drawn=verdict.mano_drawn,
    )


def promesa_of(table: Table) -> Promesa:
    """Returns the seed, cut and commitment of a finished table, for its acta."""
    return Promesa(
        semilla=table.seed,
        compromiso=commitment(table.id, table.seed, Scheme.MUSBOT_2),
        mesa=table.id,
        esquema=Scheme.MUSBOT_2,
        corte=table.place,
    )


class Films:
    """Queues films of finished hands and pictures of partidas; remembers the last posts that chats showed."""

    def __init__(
        self,
        store: Store,
        posts: Posts,
        narrators: Narrators,
        answers: RateLimits,
        clock: Callable[[], float],
        evenings: Evenings,
    ) -> None:
        self._evenings = evenings
        self._store = store
        self._posts = posts
        self._narrators = narrators
        self._answers = answers
        self._clock = clock
        self._shown: OrderedDict[Sent, float] = OrderedDict()
        self._making: dict[str, float] = {}
        """For each table whose film or picture is being made, the time of its request."""

    async def show(self, pressed: Pressed, table: Table) -> Reply:
        """Queues the film of a finished hand for the chat of the press; returns an empty reply.

        Cards that were not shown (R80) appear only once the partida is over. Raises Refused if there is no
        such finished hand, or the chat got the film within AGAIN_S seconds. Raises it if another post of the
        table is being made. Raises it too if the person presses too often, or the log is damaged. Raises
        StoreError.
        """
        hand = pressed.payload.question
        key = (pressed.chat, table.id, hand, table.over)
        if self._was_sent(key):
            raise Refused("refused-film-there")
        self._require_idle(table.id)
        self._answers.claim(pressed.person.id, pressed.chat)
        was = await table_after_hand(self._store, table, hand)
        mesa = was.ended_hand(hand) if was is not None else None
        if was is None or mesa is None:
            raise Refused("refused-no-film")
        cards = mesa.cards if table.over else ()
        return self._send(
            pressed, key, self._narrators.for_chat(table).film(watch(was, finished=hand), cards)
        )

    async def share(self, pressed: Pressed, table: Table) -> Reply:
        """Queues the picture of a won partida for the chat of the press; returns an empty reply.

        Raises Refused if no side has won, or the picture was sent there within AGAIN_S seconds. Raises it if
        a post of the table is being made. Raises it also if the person presses too often.
        """
        if not table.over or table.ended is not None:
            raise Refused("refused-no-acta-yet")
        key = (pressed.chat, table.id, 0, True)
        if self._was_sent(key):
            raise Refused("refused-share-there")
        self._require_idle(table.id)
        self._answers.claim(pressed.person.id, pressed.chat)
        await self._evenings.load(table)
        took_s = self._evenings.find(table, is_counted=True).took_s
        return self._send(
            pressed, key, share_post(self._narrators.for_chat(table).texts, watch(table), took_s)
        )

    def _was_sent(self, key: Sent) -> bool:
        """Returns whether a chat showed this post, with its picture, in the last `AGAIN_S` seconds."""
        return self._clock() - self._shown.get(key, -AGAIN_S) < AGAIN_S

    def _send(self, pressed: Pressed, key: Sent, post: Post) -> Reply:
        """Queues a post for the chat of a press, as a silent reply to the pressed message; returns the reply.

        Once the chat shows it, the time is recorded under `key`, for `_was_sent`. Raises Refused if another
        post of the table is being made.
        """
        self._require_idle(key[1])
        self._making[key[1]] = self._clock()
        sent = replace(post, silent=True, reply_to=pressed.message)
        self._posts.post(pressed.chat, sent, ended=partial(self._settle, key))
        return Reply("", seen=True)

    def _require_idle(self, table: str) -> None:
        """Raises Refused while a film or a picture of a table is being made, for MAKING_S seconds at most."""
        now = self._clock()
        self._making = {name: since for name, since in self._making.items() if now - since < MAKING_S}
        if table in self._making:
            raise Refused("refused-film-making")

    def _settle(self, key: Sent, outcome: SendOutcome) -> None:
        """Records when a chat showed a post with its picture; otherwise it may be requested again at once.

        In both cases the table's post is no longer being made. Above KEPT records, the oldest is dropped.
        """
        self._making.pop(key[1], None)
        if outcome is SendOutcome.MADE:
            self._shown[key] = self._clock()
            if len(self._shown) > KEPT:
                self._shown.popitem(last=False)


async def table_after_hand(store: Store, table: Table, hand: int) -> Table | None:
    """Returns the table as the hand ended, from its log; None if the hand is not over.

    For its last finished hand, returns `table` itself, which may be in a later hand. Raises Refused if the
    log is damaged, which is logged; StoreError.
    """
    if table.ended_hand(hand) is not None:
        return table
    was: Table | None = None
    with refuse_damaged():
        for event in read_log(table.id, await store.load_log(table.id)):
            was = fold(was, event)
            if was.hands_over == hand:
                return with_placeholder_names(was)
    return None
