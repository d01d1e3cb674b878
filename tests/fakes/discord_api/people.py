"""The person's side: what people do in their channels, and what they see."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any

from tests.fakes.running import PATIENCE_S

from . import commands, components, wire
from .gateway import DM_MESSAGES, GUILD_MESSAGES, GUILDS, MEMBERS, Gateway
from .interactions import COMMAND, COMPONENT, KINDS, SUBMIT, UPDATE_LATER, Answer
from .journal import Journal
from .world import (
    DM,
    MANAGE_GUILD,
    PERMISSIONS,
    RARE,
    TEXT,
    THREADS,
    Channel,
    Guild,
    Json,
    Message,
    Person,
    Press,
    World,
)


class People:
    """Lets people act. A wrong use of it, such as a press on a button nobody can see, raises LookupError."""

    def __init__(self, world: World, gateway: Gateway, journal: Journal) -> None:
        self.world = world
        self.gateway = gateway
        self.journal = journal

    # who and what there is

    def user(self, uid: int, name: str, locale: str = "es-ES", *, dms: bool = True) -> int:
        """Adds a person; without `dms` the bot cannot write to him. Returns his id."""
        self.world.people[uid] = Person(uid, name, locale, dms=dms)
        return uid

    def guild(self, gid: int, name: str = "Peña", *, members: Iterable[int] = ()) -> int:
        """Adds a guild that the bot is in. Returns its id."""
        self.world.guilds[gid] = Guild(gid, name)
        for person in members:
            self.world.guilds[gid].members.add(person)
            self.world.guilds[gid].readers.add(person)
        self.gateway.tell("GUILD_CREATE", wire.guild(self.world, self.world.guilds[gid]), intent=GUILDS)
        return gid

    def channel(self, cid: int, guild: int, name: str = "mus") -> int:
        """Adds a text channel. Returns its id."""
        self.world.channels[cid] = Channel(cid, TEXT, name, self.world.guilds[guild])
        told = wire.channel(self.world, self.world.channels[cid])
        self.gateway.tell("CHANNEL_CREATE", told, intent=GUILDS)
        return cid

    def join(self, uid: int, guild: int) -> None:
        """Lets a person into a guild."""
        where = self.world.guilds[guild]
        where.members.add(uid)
        where.readers.add(uid)
        told = wire.member(self.world, uid) | {"guild_id": str(guild)}
        self.gateway.tell("GUILD_MEMBER_ADD", told, intent=MEMBERS)

    def leave(self, uid: int, guild: int) -> None:
        """Lets a person out of a guild; what he has read stays read."""
        self.world.guilds[guild].members.discard(uid)
        told = {"guild_id": str(guild), "user": self.world.people[uid].wire()}
        self.gateway.tell("GUILD_MEMBER_REMOVE", told, intent=MEMBERS)

    def dm(self, uid: int) -> int:
        """Returns the channel of a person's private talk with the bot."""
        return self.world.talk(uid).id

    def close_dms(self, uid: int) -> None:
        """Lets the bot write to a person no more."""
        self.world.people[uid].dms = False

    def open_dms(self, uid: int) -> None:
        """Lets the bot write to a person."""
        self.world.people[uid].dms = True

    def forbid(self, channel: int, *what: str) -> None:
        """Forbids the bot things in a channel, by names of PERMISSIONS; with nothing named, allows all."""
        if unknown := set(what) - set(PERMISSIONS):
            raise LookupError(f"no permission {unknown}")
        self.world.channels[channel].forbidden = set(what)
        may = f"not {', '.join(what)}" if what else "do all again"
        self.journal.tell(channel, f"(the bot may {may})")
        told = wire.channel(self.world, self.world.channels[channel])
        self.gateway.tell("CHANNEL_UPDATE", told, intent=GUILDS)

    def give(self, channel: int, *what: str) -> None:
        """Gives the bot what it has seldom, by names of RARE; with nothing named, takes all back."""
        if unknown := set(what) - set(RARE):
            raise LookupError(f"no permission {unknown}")
        self.world.channels[channel].given = set(what)
        told = wire.channel(self.world, self.world.channels[channel])
        self.gateway.tell("CHANNEL_UPDATE", told, intent=GUILDS)

    def delete_channel(self, channel: int) -> None:
        """Takes a channel, with its threads, or a thread away.

        That nothing is told of the threads of a channel is unverified.
        """
        for thread in self.world.threads(channel):
            self.world.gone[thread.id] = self.world.channels.pop(thread.id)
        self.world.gone[channel] = gone = self.world.channels.pop(channel)
        self.journal.tell(channel, f"(#{gone.name} is deleted)")
        if gone.kind in THREADS and gone.guild:
            told = {"id": str(channel), "guild_id": str(gone.guild.id), "parent_id": str(gone.parent)}
            self.gateway.tell("THREAD_DELETE", told | {"type": gone.kind}, intent=GUILDS)
        else:
            self.gateway.tell("CHANNEL_DELETE", wire.channel(self.world, gone), intent=GUILDS)

    def thread(self, channel: int, name: str, by: int) -> int:
        """Lets a person open a public thread in a channel. Returns its id."""
        parent, number = self._entered(by, channel), self.world.snowflake()
        self.world.channels[number] = Channel(number, THREADS[1], name, parent.guild, parent=channel)
        told = wire.channel(self.world, self.world.channels[number])
        self.gateway.tell("THREAD_CREATE", told | {"newly_created": True}, intent=GUILDS)
        return number

    def set_thread(self, thread: int, *, archived: bool = False, locked: bool = False) -> None:
        """Archives a thread, or opens it again; locks or unlocks it."""
        one = self.world.channels[thread]
        if one.kind not in THREADS:
            raise LookupError(f"{one.name} is no thread")
        one.archived, one.locked = archived, locked
        how = [word for word, so in (("archived", archived), ("locked", locked)) if so]
        self.journal.tell(thread, f"(#{one.name} is {' and '.join(how) or 'open again'})")
        self.gateway.tell("THREAD_UPDATE", wire.channel(self.world, one), intent=GUILDS)

    def remove_bot(self, guild: int) -> None:
        """Throws the bot out of a guild."""
        self.world.guilds[guild].bot = False
        self.gateway.tell("GUILD_DELETE", {"id": str(guild)}, intent=GUILDS)

    # what they do

    def say(self, uid: int, text: str, channel: int | None = None) -> int:
        """Writes a message, to the bot if no channel is named. Returns its id.

        The bot reads it only in their talk, or with the privileged intent.
        """
        where = self._entered(uid, channel)
        if where.locked:
            raise LookupError(f"{where.name} is locked")
        if where.archived:
            self.set_thread(where.id)
        message = Message(where, self.world.snowflake(), self.world.clock(), self.world.people[uid], text)
        self.world.messages[message.id] = message
        self.journal.tell(where.id, f"{self.world.people[uid].name}: {text}")
        told = wire.event(self.world, message)
        if where.kind == DM:
            self.gateway.tell("MESSAGE_CREATE", told, intent=DM_MESSAGES)
        else:  # [D] Gateway, Message Content Intent: a message that mentions the bot is read all the same
            mentions = f"<@{self.world.bot.id}>" in text
            blind = told if mentions else told | {"content": ""}
            self.gateway.tell("MESSAGE_CREATE", told, intent=GUILD_MESSAGES, blind=blind)
        return message.id

    def chatter(self, channel: int, n: int = 1, by: int | None = None) -> int:
        """Lets people talk of other things. Returns the last message's id."""
        speaker = by or min(self.world.channels[channel].readers)
        return [self.say(speaker, f"bla {i}", channel) for i in range(n)][-1]

    def delete_said(self, message: int) -> None:
        """Takes a message away by hand, the bot's own too."""
        gone = self.world.messages[message]
        gone.deleted = True
        told = {"id": str(gone.id), "channel_id": str(gone.channel.id)}
        if gone.channel.guild:
            told["guild_id"] = str(gone.channel.guild.id)
        intent = DM_MESSAGES if gone.channel.kind == DM else GUILD_MESSAGES
        self.gateway.tell("MESSAGE_DELETE", told, intent=intent)

    def slash(self, uid: int, text: str, channel: int | None = None) -> int:
        """Types a command: "/mus reyes:8 palabra:sin prisa". Returns the interaction's id."""
        where = self._entered(uid, channel)
        if where.locked or where.archived:  # [D] Threads, Active & Archived Threads
            raise LookupError(f"nobody can give commands in {where.name}")
        data = commands.typed(self.world, where, text, self.world.people[uid].locale)
        self.journal.tell(where.id, f"{self.world.people[uid].name}: {text}")
        return self._interact(self.world.tap(COMMAND, uid, where), data)

    def press(
        self,
        uid: int,
        button: str | None = None,
        channel: int | None = None,
        *,
        message: int | None = None,
        data: str | None = None,
        stale: bool = False,
    ) -> int:
        """Taps a button, by its label or its custom_id, on the newest message that has it. Returns the id.

        `message` picks the message. `stale` also looks at what edits and deletions have taken away, as a slow
        client shows it. `data` is sent as it is, whatever the buttons say, as a forger may.
        """
        where = self._entered(uid, channel)
        on, found = self._component(where, uid, button, message, components.BUTTON, stale=stale)
        name = self.world.people[uid].name
        label = components.label_of(found) or button or data
        self.journal.tell(where.id, f"{name} taps [{label}] on {self.journal.number(on)}", on.viewer)
        custom_id = data if data is not None else found["custom_id"]
        told = {"component_type": components.BUTTON, "custom_id": custom_id, "id": found["id"]}
        return self._interact(self.world.tap(COMPONENT, uid, where, on), told)

    def choose(
        self, uid: int, picked: str | list[str], channel: int | None = None, *, message: int | None = None
    ) -> int:
        """Picks options, by label or value, in the newest select that has them. Returns the id."""
        where = self._entered(uid, channel)
        wanted = [picked] if isinstance(picked, str) else picked
        for on in reversed(self.from_bot(where.id, uid)):
            if message not in (None, on.id):
                continue
            for select in components.walk(on.components):
                values = _values(select, wanted)
                if values is not None and not select.get("disabled"):
                    name = self.world.people[uid].name
                    said = f"{name} picks {', '.join(wanted)} on {self.journal.number(on)}"
                    self.journal.tell(where.id, said, on.viewer)
                    told = {"component_type": select["type"], "custom_id": select["custom_id"]}
                    told |= {"id": select["id"], "values": values}
                    return self._interact(self.world.tap(COMPONENT, uid, where, on), told)
        raise LookupError(f"no select offers {wanted} in {where.name}")

    def submit(self, uid: int, press: int, values: Mapping[str, str | list[str]]) -> int:
        """Fills in the modal a press was answered with, by labels or custom ids. Returns the id."""
        before = self.world.presses[press]
        if before.modal is None or before.person != uid:
            raise LookupError("no form is open for him")
        left = dict(values)
        rows = [_filled(row, left) for row in before.modal["components"]]
        if left:
            raise LookupError(f"the form has no {sorted(left)}")
        said = ", ".join(map(str, values.values()))
        self.journal.tell(before.channel.id, f"{self.world.people[uid].name} fills in: {said}", uid)
        data = {"custom_id": before.modal["custom_id"], "components": rows, "resolved": {}}
        return self._interact(self.world.tap(SUBMIT, uid, before.channel, before.message), data)

    # what they see

    async def answer(self, press: int, timeout_s: float = PATIENCE_S, follow_s: float = 0.25) -> Answer:
        """Returns what a presser got; raises TimeoutError if nothing came in time.

        Where the bot deferred, what came of it: of an update put off, the first message that followed, or
        nothing if there was none within `follow_s`.
        """
        one = self.world.presses[press]
        async with asyncio.timeout(timeout_s):
            await one.answered.wait()
            while one.original and one.original.loading and not one.original.deleted:
                one.moved.clear()
                await one.moved.wait()
        if one.answer_type == UPDATE_LATER and not one.messages:
            with suppress(TimeoutError):
                await asyncio.wait_for(one.moved.wait(), follow_s)
        return self._answer(one)

    def told(self, press: int) -> str:
        """Returns all that its presser alone can read thanks to a press, until now."""
        one = self.world.presses[press]
        alone = [m.text for m in one.messages if m.viewer is not None and not m.deleted and not m.loading]
        return "\n".join(alone)

    def visible(self, channel: int, viewer: int | None = None) -> list[Message]:
        """Returns the messages there are to see, with `text` and `labels`, a viewer's ephemeral ones too."""
        return self.world.live(channel, viewer)

    def from_bot(self, channel: int, viewer: int | None = None) -> list[Message]:
        """Returns the bot's messages among the visible."""
        return [m for m in self.visible(channel, viewer) if m.author is self.world.bot]

    def texts(self, channel: int, viewer: int | None = None) -> list[str]:
        """Returns what the bot's messages say, oldest first."""
        return [m.text for m in self.from_bot(channel, viewer)]

    def labels(self, channel: int, viewer: int | None = None) -> list[str]:
        """Returns the labels of all buttons that are there to press, oldest message first."""
        return [label for m in self.from_bot(channel, viewer) for row in m.labels for label in row]

    # parts

    def _entered(self, uid: int, channel: int | None) -> Channel:
        """Returns the channel; who acts in a guild is in it."""
        if channel is None:
            return self.world.talk(uid)
        where = self.world.channels[channel]
        if where.guild:
            where.guild.members.add(uid)
            where.guild.readers.add(uid)
        return where

    def _interact(self, press: Press, data: Json) -> int:
        """Tells the bot of an interaction, whatever its intents."""
        where, person = press.channel, self.world.people[press.person]
        may = str(wire.permissions(self.world, where))
        told: Json = {"id": str(press.id), "application_id": str(self.world.bot.id), "type": press.kind}
        told |= {"token": press.token, "version": 1, "data": data, "channel_id": str(where.id)}
        told |= {"channel": wire.channel(self.world, where) | {"permissions": may}, "app_permissions": may}
        told |= {"locale": person.locale, "entitlements": [], "attachment_size_limit": 10 << 20}
        if where.guild:
            guild = str(where.guild.id)
            own = wire.permissions(self.world, where) | MANAGE_GUILD * (person.id in where.guild.admins)
            member = wire.member(self.world, person.id) | {"permissions": str(own)}
            told |= {"guild_id": guild, "guild_locale": "es-ES", "context": 0, "member": member}
            told["guild"] = {"id": guild, "locale": "es-ES", "features": []}
            told["authorizing_integration_owners"] = {"0": guild}
        else:
            told |= {"user": person.wire(), "context": 1, "authorizing_integration_owners": {"0": "0"}}
        if press.message:
            told["message"] = wire.message(self.world, press.message)
        self.gateway.tell("INTERACTION_CREATE", told)
        return press.id

    def _answer(self, press: Press) -> Answer:
        own = [m for m in press.messages if not m.deleted]
        message = own[-1] if own else press.original
        kind = KINDS[press.answer_type or UPDATE_LATER]
        if press.modal is not None or message is None:
            return Answer(kind, press.modal["title"] if press.modal else "", private=True, modal=press.modal)
        if kind == "later" and own:
            kind = "message"
        if kind == "later" or message.deleted:
            return Answer("later", private=True)
        files = [f.body for f in message.files]
        return Answer(kind, message.text, message.labels, files, message.viewer is not None, message=message)

    def _component(
        self, where: Channel, uid: int, button: str | None, number: int | None, kind: int, *, stale: bool
    ) -> tuple[Message, Json]:
        """Returns message and button, found by its whole label, its custom_id or part of its label."""
        candidates = [m for m in self.from_bot(where.id, uid) if number in (None, m.id)]
        if stale:
            every = self.world.messages.values()
            candidates = [
                m for m in every if m.channel is where and number in (None, m.id) and m.viewer in (None, uid)
            ]
        ways: tuple[Callable[[Json], bool], ...] = (
            lambda b: components.label_of(b) == button,
            lambda b: b.get("custom_id") == button,
            lambda b: button is None or button in components.label_of(b),
        )
        for same in ways:
            for message in reversed(candidates):
                layouts = [message.components, *(reversed(message.earlier) if stale else [])]
                for found in (b for layout in layouts for b in components.walk(layout)):
                    if found["type"] == kind and found.get("custom_id") and same(found):
                        if found.get("disabled") and not stale:
                            continue
                        return message, found
        raise LookupError(f"no [{button}] in {where.name}: {self.labels(where.id, uid)}")


def _values(select: Json, wanted: list[str]) -> list[str] | None:
    """Returns the values of the options wanted, None where the select does not offer them all."""
    if select["type"] not in components.SELECTS:
        return None
    if select["type"] != components.SELECT:
        return wanted
    by_name = {o["value"]: o["value"] for o in select["options"]}
    by_name |= {o["label"]: o["value"] for o in select["options"]}
    return [by_name[w] for w in wanted] if set(wanted) <= set(by_name) else None


def _filled(row: Json, values: dict[str, Any]) -> Json:
    """Returns a row of a modal as it is sent; takes its value out of `values`."""
    if row["type"] == components.TEXT:
        return {"type": row["type"], "id": row["id"]}
    field = row.get("component") or row["components"][0]
    label = row.get("label") or field.get("label") or ""
    key = next((k for k in (label, field["custom_id"]) if k in values), None)
    value = values.pop(key) if key else field.get("value") or ""
    if field.get("required", True) and not value:
        raise LookupError(f"{label or field['custom_id']} has to be filled in")
    most = field.get("max_length") or 4000
    if isinstance(value, str) and field["type"] == components.INPUT:
        if not (field.get("min_length") or 0) <= len(value) <= most and value:
            raise LookupError(f"{label} cannot have {len(value)} characters")
        filled: Json = {"value": value}
    else:
        wanted = [value] if isinstance(value, str) else value
        filled = {"values": _values(field, wanted) if value else []}
    filled |= {"type": field["type"], "id": field["id"], "custom_id": field["custom_id"]}
    if row["type"] == components.LABEL:
        return {"type": row["type"], "id": row["id"], "component": filled}
    return {"type": row["type"], "id": row["id"], "components": [filled]}
