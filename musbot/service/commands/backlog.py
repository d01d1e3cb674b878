"""Words and commands that arrive long after they were written, as after an outage: they do not count.

A word must also be younger than the act that led to its question. That act may itself be a typed word, which
people answer before any board shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from math import ceil, floor, inf

from musbot.narrator.post import Instant, Post
from musbot.port.written import LASTS_S, ROUNDING_S
from musbot.service.choices.narrators import Narrators
from musbot.service.delivery.courier import Courier
from musbot.service.tables.manager import TableManager
from musbot.table.events import AnyEvent, ChatId, Person, PersonId, TableId
from musbot.table.table import Table

GATHERED_S = 2.0
"""Seconds from the first late message of a chat to its notice."""
MINUTE_S = 60
"""Seconds in a minute."""
HOURS_ALONE_S = 12 * 3600
"""Most seconds between two times that are given by their hours alone, without days."""


@dataclass(slots=True)
class _Notice:
    """News for a chat: that messages did not count there."""

    made_at: float
    """The time of its first message by our monotonic clock. It covers all messages written before."""
    since: float
    """The time of the earliest of its messages, by the same clock."""
    opens: bool = False
    """Whether one of the messages was `/mus`."""


class Backlog:
    """Decides by age which words and commands count, and queues one notice for a chat about those too old."""

    def __init__(
        self, manager: TableManager, courier: Courier, narrators: Narrators, clock: Callable[[], float]
    ) -> None:
        self._manager = manager
        self._courier = courier
        self._narrators = narrators
        self._clock = clock
        self._asked: dict[TableId, tuple[int, float]] = {}
        """The question of each table in memory, and when the act that led to it was made or written."""
        self._notices: dict[ChatId, _Notice] = {}
        """The latest notice of each chat."""
        manager.tables.listeners.append(self._note_question)

    def is_stale(self, age_s: float | None) -> bool:
        """Returns whether a message is older than LASTS_S seconds, and so too old to count.

        False for an unknown age (None).
        """
        return age_s is not None and age_s > LASTS_S

    def follows_question(self, age_s: float | None, table: Table) -> bool:
        """Returns whether a message of this age in seconds may answer a table's question.

        False if it was written more than ROUNDING_S seconds before the question arose. True for an unknown
        age (None), and for a question of unknown age.
        """
        _, since = self._asked.get(table.id, (0, -inf))
        return age_s is None or self._clock() - age_s + ROUNDING_S >= since

    def note_word(self, table: Table, age_s: float | None) -> None:
        """Records that a word `age_s` seconds old led to a table's question; answers may be as old as that.

        No effect for an unknown age, or a table that is over or not in memory.
        """
        if age_s is not None and table.id in self._asked:
            question, since = self._asked[table.id]
            self._asked[table.id] = question, min(since, self._clock() - age_s)

    def queue_notice(self, chat: ChatId, person: Person, age_s: float, *, opens: bool = False) -> None:
        """Queues one notice for a chat, GATHERED_S later: messages did not count.

        Messages written before the first call join its notice; a newer one gets another. `person` gives the
        language in a private chat or without tables; `age_s` is the age of the message in seconds. `opens`
        adds the button that opens a table.
        """
        now, written = self._clock(), self._clock() - age_s
        known = self._notices.get(chat)
        if known is None or written > known.made_at:
            known = self._notices[chat] = _Notice(now, written)
            self._courier.posts.queue_news_later(chat, GATHERED_S, partial(self._post, chat, person, known))
        known.opens |= opens
        known.since = min(known.since, written)

    def forget(self, person: PersonId) -> None:
        """Removes the notice of a person's private chat from memory; a later message there begins another.

        A notice that is planned already is still queued.
        """
        self._notices.pop(person, None)

    def _post(self, chat: ChatId, person: Person, notice: _Notice) -> Post:
        """Returns the news for a chat: the messages of a certain time did not count."""
        here = self._manager.tables.in_chat(chat)
        tables = [table for table in here if table.playing and not table.put_off]
        alone = chat == person.id or not tables
        voice = self._narrators.for_one(person) if alone else self._narrators.for_chat(tables[0])
        first, last = self._period(chat, notice)
        return voice.guide.backlog(first, last, opens=notice.opens)

    def _period(self, chat: ChatId, notice: _Notice) -> tuple[Instant, Instant]:
        """Returns the whole minutes between which messages did not count, at least one minute apart.

        Their text is the hour in the chat's time zone, in UTC if that is unknown; with its day, if the first
        is more than HOURS_ALONE_S before the last.
        """
        zone, since_start = self._manager.ways.chat_zone(chat), self._courier.times.wall() - self._clock()
        first = floor((notice.since + since_start) / MINUTE_S) * MINUTE_S
        last = max(ceil((notice.made_at - LASTS_S + since_start) / MINUTE_S) * MINUTE_S, first + MINUTE_S)
        is_long = last - first > HOURS_ALONE_S
        form = ("%d/%m %H:%M" if is_long else "%H:%M") + ("" if zone is not None else " UTC")
        first_at, last_at = (
            Instant(
                datetime.fromtimestamp(at, zone or UTC).strftime(form),
                at,
                has_hour=is_long,
                only_hour=not is_long,
            )
            for at in (first, last)
        )
        return first_at, last_at

    def _note_question(self, table: Table, events: Sequence[AnyEvent]) -> None:
        """Records when a table's question was asked, if it is a new one; a table that is over is removed.

        The time is unknown (-inf) if there are no events, as for a table that was just loaded.
        """
        if table.over:
            self._asked.pop(table.id, None)
        elif (known := self._asked.get(table.id)) is None or known[0] != table.question:
            self._asked[table.id] = table.question, self._clock() if events else -inf
