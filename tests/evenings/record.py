"""What a platform saw of an evening, whichever it was: what was shown, to whom, and when people acted."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from discord import Permissions

from musbot.port.chats import without_topic
from musbot.table.events import ChatId, PersonId, read_person_id
from musbot.table.table import Table
from musbot.words.texts import LANGUAGES, first_known_language
from tests.fakes.discord_api import FakeDiscord
from tests.fakes.discord_api import Message as DiscordMessage
from tests.fakes.telegram_api import FakeTelegram
from tests.fakes.telegram_api.world import MEMBER_STATES
from tests.fakes.telegram_api.world import Chat as TelegramChat
from tests.support.causes import Causes

_DATA = ("callback_data", "custom_id")
_CHOSEN = {"Euskara": "eu", "idioma:eu": "eu", "English": "en", "idioma:en": "en", "Castellano": "es"}
"""What a person presses or gives to choose a language, for themselves or for a chat."""
_IN_A_GROUP = "t.me/c/"
"""What an address of a message there has in it."""
ALONE_S = 14 * 60
"""So long a message can be changed that one alone is shown in answer to their press, and a little longer."""
Moment = tuple[float, Table]
"""A table as it was from a time on."""


@dataclass(frozen=True, slots=True)
class Shown:
    """Something shown: `chat` as tables know it, or "", `to` who alone sees it, `data` what buttons carry."""

    at: float
    chat: ChatId
    to: ChatId | None
    text: str
    data: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    sent: bool = False
    """Whether it is a message of its own, rather than a change of one."""
    message: int = 0
    leads: tuple[int, ...] = ()
    """Of what stands there: its number, and those of the messages of a group to which its buttons lead."""

    @property
    def same(self) -> tuple[object, ...]:
        """What makes it another one's twin."""
        return self.chat, self.to, self.text, self.data, self.files

    @property
    def where(self) -> str:
        """Where it is read, for people."""
        return ChatId(f"{self.chat}") + (f", by {self.to} alone" if self.to is not None else "")


@dataclass(frozen=True)
class Record:
    """All of an evening: times are those of the platform's clock."""

    shown: Sequence[Shown]
    standing: Sequence[Shown]
    """What is there at the end, where the bot could have changed it; `at` is when it was last changed."""
    acts: Sequence[float]
    """When people did something."""
    tables: Mapping[str, Sequence[Moment]]
    languages: Mapping[str, frozenset[str]]
    """Which were ever spoken to a person, or in a chat."""
    ended: float
    causes: Causes = field(default_factory=Causes)
    talk: Mapping[str, Sequence[float]] = field(default_factory=dict)
    """When anything was written in a chat, or a topic of it, where a board can be pushed up."""
    alone: Sequence[tuple[Shown, float]] = ()
    """On Discord, each text that one alone could read, and when it went, was replaced or out of reach."""

    def acted(self, since: float, until: float) -> int:
        """How often anybody did anything, or anything happened at a table, between two times."""
        moments = [self.acts, *([at for at, _ in states] for states in self.tables.values())]
        return sum(bisect_right(times, until) - bisect_left(times, since) for times in moments)

    def within(self, table: str, since: float, until: float) -> Iterator[Table]:
        """Yields what a table was at any moment between two times."""
        states = self.tables.get(table, ())
        times = [at for at, _ in states]
        first, last = bisect_right(times, since) - 1, bisect_right(times, until)
        yield from (it for _, it in states[max(first, 0) : last])

    def change(self, table: str, at: float) -> tuple[Table | None, Moment | None]:
        """Returns what a table was at a time, and what it became next, and when; None where it did not."""
        states = self.tables.get(table, ())
        place = bisect_right([since for since, _ in states], at)
        return (states[place - 1][1] if place else None), next(iter(states[place:]), None)

    def at_tables_of(self, shown: Shown, slack_s: float) -> list[Table]:
        """Returns what the tables of a chat, or of who alone sees it, were when something was shown."""
        found: list[Table] = []
        for name, states in self.tables.items():
            here = {without_topic(it.chat) for _, it in states}
            people = {who.person for _, it in states for who in it.seats if who is not None}
            if not shown.chat or without_topic(shown.chat) in here or people & {shown.to, shown.chat}:
                found += self.within(name, shown.at - slack_s, shown.at)
        return found


def data_of(payload: Any) -> Iterator[str]:
    """Yields what the buttons of a request carry, in whatever part of it."""
    if isinstance(payload, dict):
        yield from (payload[key] for key in _DATA if isinstance(payload.get(key), str))
        for key, inner in payload.items():
            if key not in _DATA:
                yield from data_of(inner)
    elif isinstance(payload, list | tuple):
        for inner in payload:
            yield from data_of(inner)


def of_telegram(fake: FakeTelegram, tables: Mapping[str, Sequence[Moment]]) -> Record:
    """Returns what Telegram saw."""
    people = {number: it.name for number, it in fake.world.people.items()}
    shown = [
        Shown(
            it.at,
            ChatId(f"telegram:{it.chat if it.chat is not None else it.viewer}"),
            _alone("telegram", it.viewer or (it.chat if it.chat is not None and it.chat > 0 else None)),
            "\n".join(it.shown),
            tuple(data_of(it.payload)),
            tuple(file.name for file in it.files),
            it.kind == "send",
        )
        for it in fake.sent
        if it.done and it.kind in ("send", "edit", "answer")
    ]
    standing = [
        Shown(
            float(m.edited_at or m.date),
            ChatId(f"telegram:{m.chat.id}"),
            _alone("telegram", m.chat.id if m.chat.id > 0 else None),
            m.text,
            tuple(data_of(m.keyboard or [])),
            message=m.id,
            leads=tuple(_leads(it.get("url", "") for row in m.keyboard or () for it in row)),
        )
        for m in fake.world.messages.values()
        if fake.world.from_bot(m) and not m.deleted and _open_on_telegram(fake, m.chat)
    ]
    story = [(line.at, f"telegram:{line.chat}", line.text) for line in fake.journal.story]
    speaks = {
        f"telegram:{number}": first_known_language(it.language) for number, it in fake.world.people.items()
    }
    talk = defaultdict(list)
    for m in fake.world.messages.values():
        talk[f"telegram:{m.chat.id}" + (f"/{m.thread}" if m.topic else "")].append(float(m.date))
    record = _record("telegram", shown, standing, story, people, speaks, tables, fake.world.clock())
    return replace(record, talk=talk)


def _leads(urls: Iterable[str]) -> Iterator[int]:
    """Yields the messages of groups to which addresses lead."""
    yield from (int(url.rpartition("/")[2]) for url in urls if _IN_A_GROUP in url)


def _open_on_telegram(fake: FakeTelegram, chat: TelegramChat) -> bool:
    person = fake.world.people.get(chat.id)
    shut = person is not None and (person.blocked or not person.started)
    return not (shut or chat.migrated_to or chat.forbidden or chat.bot not in MEMBER_STATES)


def of_discord(fake: FakeDiscord, tables: Mapping[str, Sequence[Moment]]) -> Record:
    """Returns what Discord saw."""
    world = fake.world
    people = {number: it.global_name or "" for number, it in world.users.items() if not it.bot}
    shown = [
        Shown(
            it.at,
            _on_discord(fake, it.channel or 0),
            _alone("discord", it.viewer or _person(fake, it.channel or 0)),
            "\n".join(it.shown),
            tuple(data_of(it.payload)),
            tuple(file.name for file in it.files),
            it.kind in ("send", "followup"),
        )
        for it in fake.sent
        if it.done and it.kind in ("send", "edit", "answer", "followup")
    ]
    standing = [
        Shown(
            _changed(m),
            _on_discord(fake, m.channel.id),
            _alone("discord", m.viewer or _person(fake, m.channel.id)),
            m.text,
            tuple(data_of(m.components)),
        )
        for m in world.all_messages.values()
        if m.author.bot and not m.deleted and _open_on_discord(fake, m)
    ]
    story = [(line.at, _on_discord(fake, line.channel), line.text) for line in fake.journal.story]
    speaks = {f"discord:{number}": first_known_language(world.locales.get(number, "")) for number in people}
    record = _record("discord", shown, standing, story, people, speaks, tables, world.seconds())
    return replace(record, alone=[*_alone_for_a_while(fake)])


def _alone_for_a_while(fake: FakeDiscord) -> Iterator[tuple[Shown, float]]:
    """Yields each text that one alone sees, and when it went or was replaced, ALONE_S later at most."""
    left = {it.id: it.at + ALONE_S for it in fake.world.all_messages.values()}
    shown: dict[int, Shown] = {}
    for it in (it for it in fake.sent if it.done and it.viewer is not None and it.message_id):
        number = it.message_id or 0
        if (before := shown.pop(number, None)) is not None:
            yield before, it.at
        if it.kind in ("answer", "edit", "followup"):
            where, to = _on_discord(fake, it.channel or 0), _alone("discord", it.viewer)
            shown[number] = Shown(it.at, where, to, "\n".join(it.shown), tuple(data_of(it.payload)))
    yield from ((it, min(left[number], fake.world.seconds())) for number, it in shown.items())


def _changed(message: DiscordMessage) -> float:
    """When a message was posted, or changed last."""
    edited = message.kept.edited_timestamp
    return datetime.fromisoformat(edited).timestamp() if edited is not None else message.at


def _open_on_discord(fake: FakeDiscord, message: DiscordMessage) -> bool:
    """Returns whether the bot can change a message: one that one alone sees for a quarter of an hour."""
    channel, world = message.channel, fake.world
    if channel.id not in world.channels or (channel.thread_metadata and channel.thread_metadata.locked):
        return False
    if message.viewer is not None:
        return world.seconds() - message.at < ALONE_S
    if channel.guild_id is None:
        return _person(fake, channel.id) not in world.no_dms
    may = Permissions(world.compute_permissions(channel.guild_id, world.bot_user.id, channel.id))
    return may.view_channel and may.send_messages


def _on_discord(fake: FakeDiscord, number: int) -> ChatId:
    channel = fake.world.known(number)
    if channel is not None and channel.guild_id is not None:
        return ChatId(f"discord:{channel.guild_id}-{number}")
    return ChatId(f"discord:{_person(fake, number) or number}")


def _person(fake: FakeDiscord, number: int) -> int | None:
    """Returns with whom a private talk is."""
    channel = fake.world.known(number)
    with_whom = channel.recipient_ids if channel is not None and channel.guild_id is None else []
    return next(iter(with_whom), None)


def _alone(platform: str, number: int | None) -> PersonId | None:
    return read_person_id(f"{platform}:{number}") if number is not None else None


def _record(
    platform: str,
    shown: Sequence[Shown],
    standing: Sequence[Shown],
    story: Sequence[tuple[float, str, str]],
    people: Mapping[int, str],
    speaks: Mapping[str, str],
    tables: Mapping[str, Sequence[Moment]],
    ended: float,
) -> Record:
    """Puts together what both tell."""
    languages = defaultdict(set, {person: {language} for person, language in speaks.items()})
    acts = []
    for at, chat, text in story:
        who = next((number for number, name in people.items() if text.startswith(name)), None)
        if who is None:
            continue
        acts.append(at)
        for said, language in _CHOSEN.items():
            if said in text:
                languages[f"{platform}:{who}"].add(language)
                languages[chat] |= {language, LANGUAGES[0]}
    for states in tables.values():
        for _, table in states:
            languages[without_topic(table.chat)].add(table.language)
    every = {chat: frozenset(them) for chat, them in languages.items()}
    return Record(shown, standing, acts, tables, every, ended)
