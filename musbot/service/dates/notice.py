"""The rules of notices about tables that need players, and of the weekly line, without side effects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from musbot.service.choices.notices import ChatNotice, NoticeMode, PersonNotices
from musbot.service.dates.moments import instant_of
from musbot.store.results import PastPartida
from musbot.table.events import NO_MESSAGE, ChatId, MessageId
from musbot.table.table import Table

WAIT_S = 120.0
"""Seconds for which a lobby lacks players before notices are sent."""
PAUSE_S = 3 * 3600.0
"""Seconds between two notices to a person from one chat."""
EACH_SEAT = 4
"""The most notices for each player that a lobby lacks."""
MONDAY_HOUR = 10
"""The hour of the weekly line."""
LATE_S = 120.0
"""Seconds after the hour in which the weekly line is still posted."""
MOST_NAMED = 4
"""The most people that the weekly line names; if more have won as often, it has no names."""


# ---- notices ---------------------------------------------------------------------------------------------


def count_missing(table: Table) -> int:
    """Returns how many players a lobby lacks to begin; AI players count as present.

    0 once the partida has begun, or the table closed.
    """
    taken = sum(who is not None for who in table.seats)
    return max(0, table.rules.players.start - taken) if table.in_lobby else 0


def needs_players(table: Table) -> bool:
    """Returns whether a lobby of a group lacks players, and has at least one person seated. False for solo
    tables."""
    return count_missing(table) > 0 and bool(table.people) and not table.solo


def may_be_told(choices: PersonNotices, chat: ChatId, table: str, now: float, zone: ZoneInfo) -> bool:
    """Returns whether a person may get a notice of a table at `now`, in seconds since 1970; `zone` is the
    chat's.

    False if they chose NEVER or made no choice for the chat, and in their quiet hours. False within PAUSE_S
    of the chat's last notice to them. False for the table of that notice, and for the one in whose lobby they
    chose.
    """
    it = choices.in_chat(chat)
    is_new = table != it.table and now >= it.told_at + PAUSE_S
    return is_new and wants_notice(choices, chat, table, now, zone)


def wants_notice(asked: PersonNotices, chat: ChatId, table: str, now: float, zone: ZoneInfo) -> bool:
    """Returns whether a person wants a notice of a table at `now`, without regard to earlier notices.

    `now` is in seconds since 1970; `may_be_told` regards earlier notices, too.
    """
    it, hour = asked.in_chat(chat), datetime.fromtimestamp(now, zone).hour
    return it.mode is not NoticeMode.NEVER and table != it.asked_at and not asked.quiet.includes(hour)


def count_notices_left(missing: int, told: int) -> int:
    """Returns how many more notices a lobby may send after `told` ones; 0 if it has sent too many.

    In total it may send EACH_SEAT for each missing player.
    """
    return max(0, EACH_SEAT * missing - told)


def without_expired_choices(choices: PersonNotices, now: float) -> PersonNotices:
    """Returns the choices without those for chats set to NEVER that sent no notice in the last PAUSE_S.

    `now` is in seconds since 1970.
    """
    kept = (it for it in choices.chats if it.mode is not NoticeMode.NEVER or now < it.told_at + PAUSE_S)
    return replace(choices, chats=tuple(kept))


def with_choice(choices: PersonNotices, chat: ChatId, mode: NoticeMode, *, at: str = "") -> PersonNotices:
    """Returns the choices after a choice for a chat, made in the lobby of the table `at`; "" for none."""
    return replace(choices, chats=choices.with_chat(replace(choices.in_chat(chat), mode=mode, asked_at=at)))


def with_notice(choices: PersonNotices, chat: ChatId, table: str, now: float) -> PersonNotices:
    """Returns the choices with `table` and `now`, in seconds since 1970, as the chat's last notice.

    It has no message yet.
    """
    notice = replace(choices.in_chat(chat), told_at=now, table=table, message=NO_MESSAGE)
    return replace(choices, chats=choices.with_chat(notice))


def with_message(choices: PersonNotices, notice: ChatNotice, message: MessageId) -> PersonNotices:
    """Returns the choices with `notice`, which was sent as `message`, in place of the chat's earlier one.

    Its mode NEXT becomes NEVER.
    """
    mode = NoticeMode.NEVER if notice.mode is NoticeMode.NEXT else notice.mode
    return replace(choices, chats=choices.with_chat(replace(notice, mode=mode, message=message)))


# ---- the weekly line -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WeekCount:
    """The finished partidas of a week in a chat."""

    played: int
    """The number of partidas."""
    winners: tuple[str, ...] = ()
    """The names of the people who won most of the partidas among people; none if there are too many."""
    won: int = 0
    """The number of partidas that each of them won."""


def latest_monday(now: float, zone: ZoneInfo, weeks: int = 0) -> float:
    """Returns the instant of the latest Monday at MONDAY_HOUR local time, or of the one some `weeks` before.

    It is never after `now`; both are in seconds since 1970.
    """
    local = datetime.fromtimestamp(now, zone).replace(tzinfo=None)
    monday = local.replace(hour=MONDAY_HOUR, minute=0, second=0, microsecond=0)
    monday -= timedelta(days=local.weekday(), weeks=weeks + (local.weekday() == 0 and local < monday))
    return instant_of(monday, zone)


def is_line_due(before: float, now: float, zone: ZoneInfo) -> bool:
    """Returns whether the hour of the weekly line lies between two looks at the clock, `before` and `now`.

    Both are in seconds since 1970. False too if it passed LATE_S or more seconds ago.
    """
    monday = latest_monday(now, zone)
    return before < monday and now - monday < LATE_S


def count_week(results: Sequence[PastPartida], since: float, until: float) -> WeekCount:
    """Returns the count of the partidas that ended from `since` until before `until`, in seconds since 1970.

    Partidas without a winner do not count. Wins count only in partidas among people. The winners are sorted
    by name, and left out if they are more than MOST_NAMED; forgotten people have no name, and are no winners.
    """
    week = [it for it in results if since <= it.at < until and it.winner is not None]
    won = Counter(
        player.number
        for it in week
        if it.among_people
        for player in it.sides[it.winner or 0]
        if player is not None
    )
    names = {player.number: player.now for it in reversed(week) for player in it.seats if player is not None}
    most = max(won.values(), default=0)
    best = sorted(name for it, name in names.items() if won[it] == most and name)
    known = most > 0 and 0 < len(best) <= MOST_NAMED
    return WeekCount(len(week), tuple(best), most) if known else WeekCount(len(week))
