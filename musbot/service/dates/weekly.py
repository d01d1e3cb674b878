"""The weekly line of a chat, on Mondays at ten: the number of partidas, and the names of the winners."""

from __future__ import annotations

from functools import partial

from musbot.narrator.post import Post
from musbot.port.boundary import contain_errors
from musbot.port.chats import without_topic
from musbot.service.choices.narrators import Narrators
from musbot.service.dates.notice import LATE_S, count_week, is_line_due, latest_monday
from musbot.service.dates.posts import week_post
from musbot.service.delivery.courier import Courier
from musbot.service.delivery.forms import SPARED
from musbot.service.queue.fair_queue import Rank, SendPriority
from musbot.service.queue.slots import PostSlot
from musbot.service.tables.manager import TableManager
from musbot.table.ways import ChatWays

MOST_RESULTS = 1000
"""The latest partidas of a chat that are searched for the week."""


class WeeklyLines:
    """Posts the weekly lines of the chats that want one."""

    def __init__(self, manager: TableManager, courier: Courier, narrators: Narrators) -> None:
        self._manager = manager
        self._courier = courier
        self._narrators = narrators
        self._since = courier.times.wall()

    async def look(self) -> None:
        """Queues the lines whose hour has passed since the start; errors are reported, not raised."""
        for ways in list(self._manager.notes.ways.facts.values()):
            if ways.weekly:
                with contain_errors(f"{ways.weekly}: its weekly line"):
                    await self._post_if_due(ways)

    async def _post_if_due(self, ways: ChatWays) -> None:
        """Queues the line of a chat once, if its hour has passed and its last week had partidas.

        No effect if the chat is closed, has no zone, or its platform does not run. It is stored as posted
        before it is queued. Raises StoreError.
        """
        chat = self._manager.notes.moved.get(without_topic(ways.weekly)) or ways.weekly
        zone, now = self._manager.ways.chat_zone(chat), self._courier.times.wall()
        closed = self._courier.availability.is_closed(chat) or self._courier.outboxes.get(chat) is None
        if zone is None or closed or not is_line_due(self._since, now, zone):
            return
        monday, since = latest_monday(now, zone), latest_monday(now, zone, weeks=1)
        results = await self._manager.store.load_results(without_topic(chat), MOST_RESULTS)
        week = count_week(results, since, monday)
        if week.played and await self._manager.notes.week.choose(chat, monday):
            post = week_post(self._narrators.find_narrator(ways.language).texts, week)
            fresh = partial(self._still_due, post, monday)
            self._courier.posts.put(chat, PostSlot(post, fresh=fresh), SendPriority(Rank.LATER, spare=SPARED))

    def _still_due(self, post: Post, monday: float) -> Post | None:
        """Returns the line; None from 5 * LATE_S after its hour on."""
        return post if self._courier.times.wall() - monday < 5 * LATE_S else None
