"""The posts of dates, of notices of tables that need players, and of the weekly line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from musbot.game.rules_base import RuleSet
from musbot.narrator import voices, ways_pages
from musbot.narrator.buttons import NARROW, in_rows
from musbot.narrator.post import Button, Instant, Post
from musbot.service.choices.notices import ChatNotice, NoticeMode, QuietHours
from musbot.service.dates.date import Date, DateAnswer, DateEnd
from musbot.service.dates.notice import WeekCount, count_missing
from musbot.table.acts import DATE, NOTICE
from musbot.table.events import NO_PERSON, Occupant, PersonId
from musbot.table.table import Table
from musbot.words.texts import Key, Texts

_ANSWERS: Mapping[DateAnswer, Key] = {
    DateAnswer.GOING: "button-date-going",
    DateAnswer.NOT: "button-date-not",
    DateAnswer.MAYBE: "button-date-maybe",
}
_LISTED: Mapping[DateAnswer, Key] = {
    DateAnswer.GOING: "date-going",
    DateAnswer.MAYBE: "date-maybe",
    DateAnswer.NOT: "date-not",
}
_GIVEN: Mapping[DateAnswer, Key] = {
    DateAnswer.GOING: "date-answered-going",
    DateAnswer.NOT: "date-answered-not",
    DateAnswer.MAYBE: "date-answered-maybe",
}
ENDS: Mapping[DateEnd, Key] = {
    DateEnd.OPENED: "date-end-opened",
    DateEnd.CANCELLED: "date-end-cancelled",
    DateEnd.DOWN: "date-end-down",
    DateEnd.NOBODY: "date-end-nobody",
    DateEnd.CLOSED: "date-end-closed",
    DateEnd.RESTRICTED: "date-end-restricted",
}
"""The news of the end of a date."""

_MODES: Mapping[NoticeMode, tuple[Key, Key, Key]] = {
    NoticeMode.NEXT: ("notice-next", "button-notice-next", "done-notice-next"),
    NoticeMode.ALWAYS: ("notice-always", "button-notice-always", "done-notice-always"),
    NoticeMode.NEVER: ("notice-never", "button-notice-never", "done-notice-never"),
}
_QUIET: Mapping[QuietHours, Key] = {
    QuietHours.NIGHT: "quiet-23-9",
    QuietHours.EARLY: "quiet-22-10",
    QuietHours.LATE: "quiet-1-11",
    QuietHours.NONE: "quiet-none",
}
SIT = "sit."
"""The payload, after NOTICE, of the button that sits down at a table; its id follows."""
QUIET = "quiet="
"""The payload, after NOTICE, of the buttons that choose quiet hours."""


def say_when(texts: Texts, when: datetime) -> str:
    """Returns a local time in words: weekday, day, month and hour, without the year."""
    return texts("date-when", weekday=when.weekday(), day=when.day, month=when.month, time=f"{when:%H:%M}")


def with_time(texts: Texts, date: Date, key: Key, **facts: str | int) -> Post:
    """Returns a post with the time of a date (`when`), which platforms show in each reader's zone."""
    when = say_when(texts, date.when)
    return Post("", texts(key, when=when, **facts), instants=(Instant(when, date.at, has_hour=True),))


def date_post(texts: Texts, date: Date, rules: RuleSet) -> Post:
    """Returns the post of a date: its time and zone, rules, answers by name, with a button for each answer.

    Once it is over, only the sentence why, without buttons.
    """
    if date.end is not None:
        return with_time(texts, date, ENDS[date.end])
    zone = ways_pages.zone_name(texts, date.zone)
    told = texts("date-at", when=say_when(texts, date.when), zone=zone)
    lines = [told, voices.voice_of_rules(texts, rules).name_and_summary()]
    for answer, key in _LISTED.items():
        if people := date.people(answer):
            lines.append(texts(key, count=len(people), names=texts.join_names([it.name for it in people])))
    name = date.maker.name if date.maker is not None else ""
    title = texts("date-title-by", name=name) if name else texts("date-title")
    buttons = [Button(texts(key), f"{DATE}{date.id}.{answer}") for answer, key in _ANSWERS.items()]
    at = Instant(told, date.at, has_hour=True)  # with the zone: readers may live in others
    return Post(title, "\n".join(lines), (tuple(buttons),), instants=(at,))


def moved_post(texts: Texts, date: Date, mover: Occupant, again: Sequence[Occupant]) -> Post:
    """Returns the news that a person moved a date, with mentions of people who have to answer `again`."""
    post = with_time(texts, date, "date-moved", name=mover.name)
    if not again:
        return post
    line = texts("date-again", count=len(again), names=_names(texts, again))
    called = tuple((it.person or NO_PERSON, it.name) for it in again)
    return replace(post, text=f"{post.text}\n{line}", mentions=called)


def answer_confirmation(texts: Texts, answer: DateAnswer, *, waits: bool) -> str:
    """Returns the sentence that a person reads after their press.

    With `waits` it says that all seats are taken, without regard to `answer`.
    """
    return texts("date-answered-waiting" if waits else _GIVEN[answer])


def opened_post(
    texts: Texts,
    short: str,
    seated: Sequence[Occupant],
    free: Sequence[Occupant],
    others: Mapping[Key, Sequence[Occupant]],
) -> Post:
    """Returns the news that the lobby of a date has opened, with mentions of seated and free people.

    `free` said perhaps and may take the free seats. `others`, by the text with the reason, have no seat and
    are only named. Empty groups have no line.
    """
    lines = [texts("date-opened", table=texts("table", short=short), names=_names(texts, seated))]
    for key, people in (*others.items(), ("date-free", free)):
        if people:
            lines.append(texts(key, count=len(people), names=_names(texts, people)))
    called = tuple((it.person, it.name) for it in (*seated, *free) if it.person is not None)
    return Post("", "\n".join(lines), mentions=called)


def opened_refusal(texts: Texts, short: str, link: str) -> Post:
    """Returns the reply to an answer that comes after the table opened; `link` leads there, "" for none."""
    leads = (Button(texts("hand-back"), url=link),)
    text = texts("refused-date-opened", table=texts("table", short=short))
    return Post("", text, (leads,) if link else ())


def _names(texts: Texts, people: Sequence[Occupant]) -> str:
    """Returns the names of people as one list."""
    return texts.join_names([it.name for it in people])


def group_reminder(texts: Texts, people: Sequence[Occupant], date: Date, *, has_seats: bool) -> Post:
    """Returns the reminder in the group for people without an open private chat, with mentions.

    `has_seats` says that all of them will have a seat.
    """
    seat, names = "yes" if has_seats else "no", _names(texts, people)
    post = with_time(texts, date, "date-soon-here", seat=seat, count=len(people), names=names)
    return replace(post, mentions=tuple((it.person or NO_PERSON, it.name) for it in people))


def half_question(texts: Texts, token: str, options: Sequence[datetime]) -> Post:
    """Returns the question which of two times is meant, with a button for each.

    `options` are both times, the morning first; a button has the token and the number of its option, from 0.
    """
    rows = tuple(Button(f"{it:%H:%M}", f"{DATE}{token}.{n}") for n, it in enumerate(options))
    return Post("", texts("date-which-half"), (rows,))


def zone_question(texts: Texts, token: str, *, reads: bool, form: str) -> Post:
    """Returns the question which time zone the chat has, with a button for each of ZONES by number from 0.

    If the bot `reads` there, it says that a city may be typed; otherwise, that it may follow the day in a
    command of this `form` (`CommandRequest.form`).
    """
    names = [ways_pages.zone_name(texts, it) for it in ways_pages.ZONES]
    buttons = [Button(name, f"{DATE}{token}.{n}") for n, name in enumerate(names)]
    return Post(
        "", texts("date-which-zone", reads="yes" if reads else "no", form=form), in_rows(buttons, NARROW)
    )


def list_post(texts: Texts, dates: Sequence[Date], form: str) -> Post:
    """Returns the list of a chat's open dates, numbered from 1 in the given order, with a button to cancel
    each.

    A line has the time and how many people are in Voy. Without dates, a sentence that there are none. `form`
    is the form of the command that asked (`CommandRequest.form`), for an example.
    """
    if not dates:
        example = texts("date-example", form=form.replace("fechas", "mus"))
        return Post("", texts("dates-none", example=example))
    lines, instants = [], []
    for number, date in enumerate(dates, start=1):
        when = say_when(texts, date.when)
        going = len(date.people(DateAnswer.GOING))
        lines.append(texts("dates-line", number=number, when=when, count=going))
        instants.append(Instant(when, date.at, has_hour=True))
    lines.append(texts("dates-how", form=form))
    buttons = [
        Button(texts("button-date-cancel", when=say_when(texts, it.when)), f"{DATE}{it.id}.cancel")
        for it in dates
    ]
    return Post(texts("dates-title"), "\n".join(lines), in_rows(buttons), instants=tuple(instants))


# ---- notices ---------------------------------------------------------------------------------------------


def notice_post(texts: Texts, table: Table, person: PersonId, link: str) -> Post:
    """Returns the current notice of a lobby for a person; `link` leads there, "" for no link.

    The text says that they sit there, that no player is missing (as full), or how many players are missing.
    Only in the last case it has a button to sit down.
    """
    name = texts("table", short=table.short)
    leads = (Button(texts("hand-back"), url=link),) if link else ()
    if table.seat_of(person) is not None:
        return Post("", texts("notice-seated", table=name), (leads,) if leads else ())
    if not (count := count_missing(table)):
        return Post("", texts("notice-full", table=name), (leads,) if leads else ())
    people = [who.name for who in table.seats if who is not None and not who.ai]
    names = texts.join_names(people)
    text = texts("notice-open", table=name, count=count, seated=len(people), names=names)
    sits = Button(texts("button-sit-alone"), f"{NOTICE}{SIT}{table.id}", tone="go")
    return Post("", text, ((sits, *leads),))


def notice_over_post(texts: Texts, short: str) -> Post:
    """Returns the last edit of a notice, after the partida has begun or the table has closed."""
    return Post("", texts("notice-over", table=texts("table", short=short)))


def with_notices(texts: Texts, page: Post, chosen: ChatNotice | None, quiet: QuietHours, others: int) -> Post:
    """Returns the page of `/avisos` with a person's choices of notices, and buttons to change them.

    `chosen` is their choice for the chat of the page; None in private, where `others` is the number of chats
    that send them notices. There the only choice is NEVER, and without such chats no button.
    """
    if chosen is not None:
        modes, told = list(NoticeMode), texts("notice-page", now=texts(_MODES[chosen.mode][0]))
    else:
        modes, told = [NoticeMode.NEVER] if others else [], texts("notice-chats", count=others)
    chat = chosen.chat if chosen is not None else ""
    buttons = [Button(texts(_MODES[mode][1]), f"{NOTICE}{mode.value}={chat}") for mode in modes]
    hours = [confirm_quiet(texts, quiet)] if modes else []
    silent = [
        Button(texts("button-quiet", hours=texts(key)), f"{NOTICE}{QUIET}{it.value}")
        for it, key in _QUIET.items()
        if modes
    ]
    rows = (*page.rows, *in_rows(buttons, NARROW), *in_rows(silent, NARROW))
    return replace(page, text="\n".join([page.text, "", told, *hours]), rows=rows)


def confirm_mode(texts: Texts, mode: NoticeMode, *, has_zone: bool) -> str:
    """Returns the confirmation of a choice; without the zone of the chat it says that notices wait for it."""
    return texts(_MODES[mode][2], zone="yes" if has_zone else "no")


def confirm_quiet(texts: Texts, quiet: QuietHours) -> str:
    """Returns the confirmation of quiet hours."""
    return texts("notice-quiet", hours=texts(_QUIET[quiet]))


def week_post(texts: Texts, week: WeekCount) -> Post:
    """Returns the silent line about the week of a chat: its partidas, and its winners if there are any."""
    if not week.winners:
        return Post("", texts("week-played", played=week.played), silent=True)
    names, count = texts.join_names(week.winners), len(week.winners)
    line = texts("week-won", played=week.played, count=count, names=names, won=week.won)
    return Post("", line, silent=True)
