"""The posts of dates, of notices of tables that need players, and of the weekly line."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from musbot.game.rules_base import RuleSet
from musbot.narrator import voices, ways_pages
from musbot.narrator.answers import default_example
from musbot.narrator.buttons import NARROW, in_rows
from musbot.narrator.post import Button, Instant, Post
from musbot.service.choices.notices import ChatNotice, NoticeMode, QuietHours
from musbot.service.dates.date import Date, DateAnswer, DateEnd
from musbot.service.dates.notice import WeekCount, count_missing
from musbot.table.acts import DATE, NOTICE, InLobby, Payload
from musbot.table.events import NO_PERSON, Occupant, PersonId
from musbot.table.table import Table
from musbot.words.texts import Key, Texts

ANSWERS: Mapping[DateAnswer, tuple[Key, Key, Key]] = {
    DateAnswer.GOING: ("button-date-going", "date-going", "date-answered-going"),
    DateAnswer.NOT: ("button-date-not", "date-not", "date-answered-not"),
    DateAnswer.MAYBE: ("button-date-maybe", "date-maybe", "date-answered-maybe"),
}
"""For each answer, in the order of the buttons: the label of its button, its line, and its confirmation."""
ENDS: Mapping[DateEnd, Key] = {
    DateEnd.OPENED: "date-end-opened",
    DateEnd.CANCELLED: "date-end-cancelled",
    DateEnd.DOWN: "date-end-down",
    DateEnd.NOBODY: "date-end-nobody",
    DateEnd.CLOSED: "date-end-closed",
    DateEnd.RESTRICTED: "date-end-restricted",
}
"""The news of the end of a date."""

MODES: Mapping[NoticeMode, tuple[Key, Key, Key]] = {
    NoticeMode.NEXT: ("notice-next", "button-notice-next", "done-notice-next"),
    NoticeMode.ALWAYS: ("notice-always", "button-notice-always", "done-notice-always"),
    NoticeMode.NEVER: ("notice-never", "button-notice-never", "done-notice-never"),
}
"""For each choice of notices: its name, the label of its button, and its confirmation."""
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
    return Post("", texts(key, when=when, **facts), instants=(Instant(when, date.instant, has_hour=True),))


def end_post(texts: Texts, why: DateEnd, date: Date, link: str = "") -> Post:
    """Returns the sentence why a date is over; `link` leads to its table, "" for no link."""
    return replace(with_time(texts, date, ENDS[why]), rows=_lead(texts("hand-back"), link))


def _lead(label: str, link: str) -> tuple[tuple[Button, ...], ...]:
    """Returns a row with a button that opens a link; no row for ""."""
    return ((Button(label, url=link),),) if link else ()


def date_post(texts: Texts, date: Date, rules: RuleSet, link: str = "") -> Post:
    """Returns the post of a date: its time and zone, rules, answers by name, with a button for each answer.

    Once it is over, only the sentence why, with a button to its table if `link` leads there.
    """
    if date.end is not None:
        return end_post(texts, date.end, date, link)
    zone, name = ways_pages.zone_name(texts, date.made.zone), date.made.who.name
    told = texts("date-at", when=say_when(texts, date.when), zone=zone)
    lines = [told, voices.voice_of_rules(texts, rules).name_and_summary()]
    lines += [
        texts(ANSWERS[answer][1], count=len(people), names=_names(texts, people))
        for answer in (DateAnswer.GOING, DateAnswer.MAYBE, DateAnswer.NOT)
        if (people := date.people(answer))
    ]
    title = texts("date-title-by", name=name) if name else texts("date-title")
    at = Instant(told, date.instant, has_hour=True)  # with the zone: readers may live in others
    return Post(title, "\n".join(lines), (_answer_buttons(texts, date, *ANSWERS),), instants=(at,))


def _answer_buttons(texts: Texts, date: Date, *answers: DateAnswer) -> tuple[Button, ...]:
    """Returns the buttons that give these answers to a date."""
    return tuple(Button(texts(ANSWERS[it][0]), f"{DATE}{date.id}.{it}") for it in answers)


def _names(texts: Texts, people: Sequence[Occupant]) -> str:
    """Returns the names of people as one list."""
    return texts.join_names([it.name for it in people])


def _mentions(people: Sequence[Occupant]) -> tuple[tuple[PersonId, str], ...]:
    """Returns people as mentions of a post."""
    return tuple((it.person or NO_PERSON, it.name) for it in people)


def moved_post(texts: Texts, mover: Occupant, asked: Sequence[Occupant], date: Date) -> Post:
    """Returns the news that a person moved a date.

    The `asked` people without an answer are mentioned, with a button for each answer.
    """
    post = with_time(texts, date, "date-moved", name=mover.name)
    if not (again := [it for it in asked if date.answer_of(it) is None]):
        return post
    line = texts("date-again", count=len(again), names=_names(texts, again))
    rows = (_answer_buttons(texts, date, *ANSWERS),)
    return replace(post, text=f"{post.text}\n{line}", rows=rows, mentions=_mentions(again))


def moved_notice(texts: Texts, mover: Occupant, reader: Occupant, link: str, date: Date) -> Post:
    """Returns the private news that a person moved a date, with buttons for other answers than the reader's.

    Another button leads to the date by `link`.
    """
    now = date.answer_of(reader)
    post = with_time(texts, date, "date-moved-own", name=mover.name, answer=now or "none")
    given = _answer_buttons(texts, date, *(it for it in ANSWERS if it is not now))
    return replace(post, rows=(given, *_lead(texts("button-date-open"), link)))


def reminder(
    texts: Texts,
    reader: Occupant | None,
    reminded: Sequence[Occupant],
    seated: Sequence[Occupant],
    link: str,
    date: Date,
) -> Post:
    """Returns the reminder of a date, which says whether all the `reminded` people will have a seat.

    In private it names the others who will have one; in the group, for `reader` None, it mentions the people.
    One button withdraws an answer, another leads to the date by `link`.
    """
    named = [it for it in seated if it != reader] if reader is not None else reminded
    seat = "yes" if {*reminded} <= {*seated} else "no"
    key = "date-soon-here" if reader is None else "date-soon"
    post = with_time(texts, date, key, seat=seat, count=len(named), names=_names(texts, named))
    rows = (_answer_buttons(texts, date, DateAnswer.NOT), *_lead(texts("button-date-open"), link))
    return replace(post, rows=rows, mentions=_mentions(named) if reader is None else ())


def opened_notice(texts: Texts, table: Table, person: PersonId, link: str) -> Post:
    """Returns the private news that the table of a date has opened, or begun without this person.

    A seated person gets the button that confirms their presence (R97). `link` leads to the lobby.
    """
    rows, seat = (_lead(texts("hand-back"), link), "no") if table.in_lobby else ((), "begun")
    if table.seat_of(person) is not None:
        ready = Payload(table.id, table.question, InLobby.READY)
        rows, seat = ((Button(texts("button-ready"), str(ready)),), *rows), "yes"
    return Post("", texts("date-opened-own", table=texts("table", short=table.short), seat=seat), rows)


def opened_post(
    texts: Texts, table: Table, maybe: Sequence[Occupant], others: Mapping[Key, Sequence[Occupant]]
) -> Post | None:
    """Returns the news that the lobby of a date has opened, for people without a seat; None without any.

    While seats are free, `maybe` are asked and mentioned, unless they sit there. `others`, by the text with
    the reason, are only named. Empty groups have no line.
    """
    free = [it for it in maybe if None in table.seats and it not in table.seats]
    named = [(key, people) for key, people in (*others.items(), ("date-free", free)) if people]
    lines = [texts(key, count=len(people), names=_names(texts, people)) for key, people in named]
    text = "\n".join([texts("date-opened", table=texts("table", short=table.short)), *lines])
    return Post("", text, mentions=_mentions(free)) if lines else None


def question(text: str, token: str, labels: Sequence[str]) -> Post:
    """Returns a question with a button for each label, which has the token and the number of its label."""
    buttons = [Button(label, f"{DATE}{token}.{n}") for n, label in enumerate(labels)]
    return Post("", text, in_rows(buttons, NARROW))


def example_of(texts: Texts, when: datetime) -> str:
    """Returns the words of a command for the next such weekday and hour."""
    return texts("date-example-day", weekday=when.weekday(), time=f"{when:%H:%M}")


def list_post(texts: Texts, dates: Sequence[Date], may_change: Collection[str], form: str) -> Post:
    """Returns the list of a chat's open dates, numbered from 1 in the given order.

    A line has the time and how many people are in Voy. Without dates, a sentence that there are none. The
    dates whose ids are in `may_change` have a button to cancel each. An example of a command moves the first
    of them. `form` is the form of the command that asked (`CommandRequest.form`).
    """
    if not dates:
        example = texts("date-example", form=form.replace("fechas", "mus"), **default_example(texts))
        return Post("", texts("dates-none", example=example))
    lines = [
        texts(
            "dates-line",
            number=number,
            when=say_when(texts, it.when),
            count=len(it.people(DateAnswer.GOING)),
        )
        for number, it in enumerate(dates, start=1)
    ]
    changed = [(number, it) for number, it in enumerate(dates, start=1) if it.id in may_change]
    examples = [(number, example_of(texts, it.when + timedelta(days=1))) for number, it in changed]
    lines.append(texts("dates-join"))
    lines += [
        texts("dates-how", form=form, number=n, **{**default_example(texts), "words": f"{n} {it}"})
        for n, it in examples[:1]
    ]
    buttons = [
        Button(texts("button-date-cancel", when=say_when(texts, it.when)), f"{DATE}{it.id}.cancel")
        for _, it in changed
    ]
    instants = tuple(Instant(say_when(texts, it.when), it.instant, has_hour=True) for it in dates)
    return Post(texts("dates-title"), "\n".join(lines), in_rows(buttons), instants=instants)


# ---- notices ---------------------------------------------------------------------------------------------


def notice_post(texts: Texts, table: Table, person: PersonId, link: str) -> Post:
    """Returns the current notice of a lobby for a person; `link` leads there, "" for no link.

    The text says that they sit there, that no player is missing (as full), or how many players are missing.
    Only in the last case it has a button to sit down.
    """
    leads = (Button(texts("hand-back"), url=link),) if link else ()
    sits = Button(texts("button-sit-alone"), f"{NOTICE}{SIT}{table.id}", tone="go")
    count = count_missing(table)
    people = [who.name for who in table.seats if who is not None and not who.ai]
    is_seated = table.seat_of(person) is not None
    is_open = count > 0 and not is_seated
    key = "notice-seated" if is_seated else "notice-full"
    text = texts(
        "notice-open" if is_open else key,
        table=texts("table", short=table.short),
        count=count,
        seated=len(people),
        names=texts.join_names(people),
    )
    row = (sits, *leads) if is_open else leads
    return Post("", text, (row,) if row else ())


def with_notices(texts: Texts, page: Post, chosen: ChatNotice | None, quiet: QuietHours, others: int) -> Post:
    """Returns the page of `/avisos` with a person's choices of notices, and buttons to change them.

    `chosen` is their choice for the chat of the page; None in private, where `others` is the number of chats
    that send them notices. There the only choice is NEVER, and without such chats no button.
    """
    if chosen is not None:
        modes, text = list(NoticeMode), texts("notice-page", now=texts(MODES[chosen.mode][0]))
    else:
        modes, text = [NoticeMode.NEVER] if others else [], texts("notice-chats", count=others)
    chat = chosen.chat if chosen is not None else ""
    buttons = [Button(texts(MODES[mode][1]), f"{NOTICE}{mode.value}={chat}") for mode in modes]
    hours = [confirm_quiet(texts, quiet)] if modes else []
    silent = [
        Button(texts("button-quiet", hours=texts(key)), f"{NOTICE}{QUIET}{it.value}")
        for it, key in _QUIET.items()
        if modes
    ]
    rows = (*page.rows, *in_rows(buttons, NARROW), *in_rows(silent, NARROW))
    return replace(page, text="\n".join([page.text, "", text, *hours]), rows=rows)


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
