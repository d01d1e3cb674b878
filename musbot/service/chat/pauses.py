"""Explanations of long pauses: platforms make the bot wait, and players see a board that does not change."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import ceil

from musbot.narrator.post import Post
from musbot.port.chats import platform_of, without_topic
from musbot.port.replies import Reply
from musbot.service.choices.kept import YES
from musbot.service.commands.context import Services
from musbot.table.events import ChatId, Person, PersonId, TableId
from musbot.words.texts import Key, Texts

MINUTE_S, HOUR_MIN = 60, 60


class Pauses:
    """Explains to players in private how long the chat of their table has to wait."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._lines = services.courier.outboxes
        self._lines.pause_listeners.append(self.tell_players)

    def explain(self, reply: Reply, person: Person, table_id: TableId, chat: ChatId) -> Reply:
        """Returns a reply with the remaining time of a long pause of the table's chat added.

        Without a pause the reply stays unchanged. `chat` is used if the table is not in memory.
        """
        table = self._services.manager.tables.get(table_id)
        texts = self._services.narrators.for_one(person, table).texts
        text = self._describe(texts, table.chat if table is not None else chat, "pause-press")
        return replace(reply, text="\n".join(filter(None, (reply.text, text)))) if text else reply

    def tell_players(self, chat: ChatId) -> None:
        """Queues news of a pause for the open private chats of the players at a chat's loaded tables.

        Solo tables are left out. A pause of all chats of a platform (`every_chat`) gives no news: private
        chats wait too then.
        """
        manager = self._services.manager
        for table in manager.tables.in_memory():
            if without_topic(table.chat) != chat or table.solo:
                continue
            for _, person in table.people:
                if manager.notes.open.get(person) == YES and person not in manager.clocks.closed:
                    self._services.courier.posts.queue_news(
                        person, partial(self._post, person, table.id), watches=table.id
                    )

    def _post(self, person: PersonId, table_id: TableId) -> Post | None:
        """Returns the silent news of a pause; None once the pause is over, or the person left the table.

        None also if the table is not in memory.
        """
        table = self._services.manager.tables.get(table_id)
        seat = table.seat_of(person) if table is not None else None
        if table is None or seat is None:
            return None
        texts = self._services.narrators.for_one(table.seats[seat], table).texts
        text = self._describe(texts, table.chat, "pause-private")
        return Post("", text, silent=True) if text else None

    def _describe(self, texts: Texts, chat: ChatId, key: Key) -> str:
        """Returns the sentence about the long pause of a chat, in hours and minutes, rounded up; "" if it has
        none.
        """
        if (left_s := self._lines.long_pause_s(chat)) == 0:
            return ""
        hours, minutes = divmod(ceil(left_s / MINUTE_S), HOUR_MIN)
        return texts(key, platform=platform_of(chat).title(), hours=hours, minutes=minutes)
