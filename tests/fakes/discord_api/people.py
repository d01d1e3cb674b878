"""The person's side: what people do in their channels, and what they see."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime

import discord
from simcord.backend import serializers
from simcord.backend.models import Channel, Overwrite
from simcord.backend.models import Interaction as Press
from simcord.backend.models.interaction import ResponseKind
from simcord.enums import InteractionType, OverwriteType
from simcord.interactions import base_payload

from tests.fakes.running import PATIENCE_S, Running

from . import components
from .components import Json
from .journal import Journal
from .server import Server
from .typed import typed
from .world import PERMISSIONS, USUAL, Message, World

KINDS = {
    ResponseKind.MESSAGE: "message",
    ResponseKind.DEFERRED: "message",
    ResponseKind.DEFERRED_UPDATE: "later",
    ResponseKind.UPDATE: "update",
    ResponseKind.MODAL: "modal",
}
ADMINS = "admins"


@dataclass(frozen=True, slots=True)
class Answer:
    """What somebody got for a command, a press or a modal."""

    kind: str
    """"message", "update" (of the message the button is on), "later" (nothing yet) or "modal"."""
    text: str = ""
    labels: list[list[str]] = field(default_factory=list)
    files: list[bytes] = field(default_factory=list)
    private: bool = False
    """Whether nobody else sees it."""
    modal: Json | None = None
    message: Message | None = None


class People(Running):
    """Lets people act. A wrong use of it, such as a press on a button nobody can see, raises LookupError."""

    world: World
    journal: Journal
    server: Server

    # who and what there is

    def user(self, uid: int, name: str, locale: str = "es-ES", *, dms: bool = True) -> int:
        """Adds a person; without `dms` the bot cannot write to them. Returns their id."""
        self.world.person(uid, name)
        self.world.locales[uid] = locale
        if not dms:
            self.close_dms(uid)
        return uid

    def guild(self, gid: int, name: str = "Peña", *, members: Iterable[int] = (), lacking: int = 0) -> int:
        """Adds a guild that the bot is in, and where it lacks these permissions. Returns its id."""
        self.world.guild(gid, name, lacking=lacking)
        for person in members:
            self._join(person, gid)
        return gid

    def new_guild(self, gid: int, system: int, *, lacking: int = 0) -> None:
        """Adds the running bot to a guild whose system channel is `system`.

        Its one GUILD_CREATE does not say `unavailable`: discord.py takes a guild that does for a known one.
        """
        world = self.world
        tell, world.listener = world.listener, lambda *_: None
        made = world.guild(gid, "Nueva", lacking=lacking)
        world.text_channel(system, gid, "general")
        made.system_channel_id = system
        world.listener = tell
        payload = dict(serializers.guild_create_payload(world, made))
        del payload["unavailable"]
        world.emit("GUILD_CREATE", payload)

    def begin_outage(self, guild: int) -> None:
        """Makes a guild unavailable ([D] Gateway Events, Guild Delete)."""
        self.world.emit("GUILD_DELETE", {"id": str(guild), "unavailable": True})

    def end_outage(self, guild: int) -> None:
        """Makes a guild available again ([D] Gateway Events, Guild Create)."""
        made = self.world.get_guild(guild)
        self.world.emit("GUILD_CREATE", serializers.guild_create_payload(self.world, made))

    def kick_bot(self, guild: int) -> None:
        """Removes the bot from a guild; its requests there are refused with 403 ([D] 50001)."""
        self.world.emit("GUILD_DELETE", {"id": str(guild)})
        for role in self.world.get_guild(guild).roles.values():
            role.permissions = 0

    def time_out_bot(self, guild: int, seconds: float) -> None:
        """Forbids the bot for a while to do anything but read ([D] Guild Member Object).

        Updates of its own member reach the bot without the intent ([D] Gateway, Caveats).
        """
        until = datetime.fromtimestamp(self.world.seconds() + seconds, UTC)
        self.world.edit_member(guild, self.world.bot_user.id, {"timed_out_until": until.isoformat()})

    def forbid_everywhere(self, guild: int, *what: str) -> None:
        """Takes permissions from every role of a guild, by names of PERMISSIONS; none named: all return."""
        denied = discord.Permissions(**{PERMISSIONS[it]: True for it in what}).value
        for role in list(self.world.get_guild(guild).roles):
            self.world.edit_role(guild, role, {"permissions": USUAL & ~denied})

    def channel(self, cid: int, guild: int, name: str = "mus") -> int:
        """Adds a text channel. Returns its id."""
        self.world.text_channel(cid, guild, name)
        return cid

    def appoint(self, uid: int, guild: int) -> None:
        """Lets a person manage a guild."""
        self._join(uid, guild)
        manages = discord.Permissions(manage_guild=True).value
        role = self.world.create_role(guild, ADMINS, permissions=manages)
        self.world.guilds[guild].members[uid].role_ids.append(role.id)

    def dm(self, uid: int) -> int:
        """Returns the channel of a person's private talk with the bot."""
        return self.world.get_dm_channel(uid).id

    def close_dms(self, uid: int) -> None:
        """Lets the bot write to a person no more."""
        self.world.no_dms.add(uid)

    def open_dms(self, uid: int) -> None:
        """Lets the bot write to a person."""
        self.world.no_dms.discard(uid)

    def forbid(self, channel: int, *what: str) -> None:
        """Forbids the bot things in a channel, by names of PERMISSIONS; with nothing named, allows all."""
        if unknown := set(what) - set(PERMISSIONS):
            raise LookupError(f"no permission {unknown}")
        denied = discord.Permissions(**{PERMISSIONS[it]: True for it in what}).value
        may = f"not {', '.join(what)}" if what else "do all again"
        self.journal.tell(channel, f"(the bot may {may})")
        bot = self.world.bot_user.id
        self.world.set_overwrite(channel, Overwrite(bot, OverwriteType.MEMBER, deny=denied))

    def delete_channel(self, channel: int) -> None:
        """Takes a channel, with its threads, or a thread away.

        That nothing is told of the threads of a channel is unverified.
        """
        for thread in self.world.threads(channel):
            self.world.gone[thread.id] = self.world.channels.pop(thread.id)
        self.journal.tell(channel, f"(#{self.world.channels[channel].name} is deleted)")
        self.world.delete_channel(channel)

    def thread(self, channel: int, name: str, by: int, number: int | None = None) -> int:
        """Lets a person open a public thread in a channel. Returns its id."""
        self._entered(by, channel)
        return self.world.create_thread(channel, name, by, message_id=number).id

    def set_thread(self, thread: int, *, archived: bool = False, locked: bool = False) -> None:
        """Archives a thread, or opens it again; locks or unlocks it."""
        one = self.world.get_thread(thread)
        how = [word for word, so in (("archived", archived), ("locked", locked)) if so]
        self.journal.tell(thread, f"(#{one.name} is {' and '.join(how) or 'open again'})")
        self.world.set_thread(one, archived=archived, locked=locked)

    # what they do

    def say(self, uid: int, text: str, channel: int | None = None) -> int:
        """Writes a message, to the bot if no channel is named. Returns its id."""
        where = self._entered(uid, channel)
        if where.thread_metadata and where.thread_metadata.locked:
            raise LookupError(f"{where.name} is locked")
        if where.thread_metadata and where.thread_metadata.archived:
            self.set_thread(where.id)
        self.journal.tell(where.id, f"{self._name(uid)}: {text}")
        return self.world.create_message(where.id, uid, text).id

    def slash(self, uid: int, text: str, channel: int | None = None) -> int:
        """Types a command: "/mus reyes:8 palabra:sin prisa". Returns the interaction's id."""
        where = self._entered(uid, channel)
        thread = where.thread_metadata
        if thread and (thread.locked or thread.archived):  # [D] Threads, Active & Archived Threads
            raise LookupError(f"nobody can give commands in {where.name}")
        data = typed(self.world, uid, where.id, text)
        self.journal.tell(where.id, f"{self._name(uid)}: {text}")
        return self._interact(InteractionType.APPLICATION_COMMAND, uid, where, data)

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
        on, found = self._button(where, uid, button, message, stale=stale)
        label = components.label_of(found) or button or data
        said = f"{self._name(uid)} taps [{label}] on {self.journal.number(on)}"
        self.journal.tell(where.id, said, on.viewer)
        custom_id = data if data is not None else found["custom_id"]
        told = {"component_type": components.BUTTON, "custom_id": custom_id, "id": found["id"]}
        return self._interact(InteractionType.MESSAGE_COMPONENT, uid, where, told, on)

    def choose(
        self, uid: int, picked: str | list[str], channel: int | None = None, *, message: int | None = None
    ) -> int:
        """Picks options, by label or value, in the newest select that has them. Returns the id."""
        where = self._entered(uid, channel)
        wanted = [picked] if isinstance(picked, str) else picked
        for on in reversed(self.from_bot(where.id, uid)):
            for select in components.walk(on.components) if message in (None, on.id) else ():
                values = _values(select, wanted)
                if values is not None and not select.get("disabled"):
                    said = f"{self._name(uid)} picks {', '.join(wanted)} on {self.journal.number(on)}"
                    self.journal.tell(where.id, said, on.viewer)
                    told = {"component_type": select["type"], "custom_id": select["custom_id"]}
                    told |= {"id": select["id"], "values": values}
                    return self._interact(InteractionType.MESSAGE_COMPONENT, uid, where, told, on)
        raise LookupError(f"no select offers {wanted} in {where.name}")

    def submit(self, uid: int, press: int, values: Mapping[str, str]) -> int:
        """Fills in the texts of the modal a press was answered with, by their custom ids. Returns the id."""
        before = self.world.interactions[press]
        if before.modal is None or before.user_id != uid:
            raise LookupError("no form is open for them")
        rows = [_filled(row, values) for row in before.modal["components"]]
        self.journal.tell(before.channel_id, f"{self._name(uid)} fills in: {', '.join(values.values())}", uid)
        data = {"custom_id": before.modal["custom_id"], "components": rows}
        where, on = self.world.channels[before.channel_id], before.source_message_id
        source = self.world.all_messages[on] if on else None
        return self._interact(InteractionType.MODAL_SUBMIT, uid, where, data, source)

    # what they see

    async def acknowledged(self, press: int, timeout_s: float = PATIENCE_S) -> None:
        """Waits for the first answer to a press; raises TimeoutError if none came in time."""
        await self._changes(lambda: self.world.interactions[press].responded, timeout_s)

    async def answer(self, press: int, timeout_s: float = PATIENCE_S, follow_s: float = 0.25) -> Answer:
        """Returns what a presser got; raises TimeoutError if nothing came in time.

        Where the bot deferred, what came of it: of an update put off, the first message that followed, or
        nothing if there was none within `follow_s`.
        """
        one = self.world.interactions[press]
        await self._changes(lambda: one.responded and not self._thinking(one), timeout_s)
        if one.response_kind is ResponseKind.DEFERRED_UPDATE and not one.followup_ids:
            with suppress(TimeoutError):
                await self._changes(lambda: one.followup_ids, follow_s)
        return self.answered(press)

    def answered(self, press: int) -> Answer:
        """Returns what a presser has got by now."""
        one = self.world.interactions[press]
        own = [m for m in self._answers(one) if not m.deleted]
        message = own[-1] if own else self.world.all_messages.get(one.message_id or 0)
        kind = KINDS[one.response_kind or ResponseKind.DEFERRED_UPDATE]
        if one.modal is not None or message is None:
            return Answer(kind, one.modal["title"] if one.modal else "", private=True, modal=one.modal)
        if kind == "later" and own:
            kind = "message"
        if kind == "later" or message.deleted:
            return Answer("later", private=True)
        files = [f.body for f in message.files]
        return Answer(kind, message.text, message.labels, files, message.viewer is not None, message=message)

    def told(self, press: int) -> str:
        """Returns all that its presser alone can read thanks to a press, until now."""
        answers = self._answers(self.world.interactions[press])
        return "\n".join(m.text for m in answers if m.viewer and not m.deleted and not m.loading)

    def visible(self, channel: int, viewer: int | None = None) -> list[Message]:
        """Returns the messages there are to see, with `text` and `labels`, a viewer's ephemeral ones too."""
        return self.world.live(channel, viewer)

    def from_bot(self, channel: int, viewer: int | None = None) -> list[Message]:
        """Returns the bot's messages among the visible."""
        return [m for m in self.visible(channel, viewer) if m.author is self.world.bot_user]

    def texts(self, channel: int, viewer: int | None = None) -> list[str]:
        """Returns what the bot's messages say, oldest first."""
        return [m.text for m in self.from_bot(channel, viewer)]

    def labels(self, channel: int, viewer: int | None = None) -> list[str]:
        """Returns the labels of all buttons that are there to press, oldest message first."""
        return [label for m in self.from_bot(channel, viewer) for row in m.labels for label in row]

    # parts

    def _name(self, uid: int) -> str:
        return self.world.users[uid].global_name or ""

    def _join(self, uid: int, guild: int) -> None:
        if uid not in self.world.guilds[guild].members:
            self.world.add_member(guild, uid)
        self.world.readers[guild].add(uid)

    def _entered(self, uid: int, channel: int | None) -> Channel:
        """Returns the channel; who acts in a guild is in it."""
        where = self.world.channels[self.dm(uid) if channel is None else channel]
        if where.guild_id is not None:
            self._join(uid, where.guild_id)
        return where

    def _interact(
        self, kind: InteractionType, uid: int, where: Channel, data: Json, on: Message | None = None
    ) -> int:
        """Tells the bot of an interaction, whatever its intents."""
        guild = where.guild_id
        record, told = base_payload(
            self.world, type=kind, channel_id=where.id, guild_id=guild, user_id=uid, data=data
        )
        told["locale"] = self.world.locales[uid]
        if guild is not None:
            told["guild_locale"] = self.world.guilds[guild].preferred_locale
        if on is not None:
            record.source_message_id = on.id
            told["message"] = serializers.message_payload(self.world, on.kept)
        self.world.emit("INTERACTION_CREATE", told)
        return record.id

    async def _changes(self, condition: Callable[[], object], timeout_s: float) -> None:
        """Waits until requests have made it so."""
        async with asyncio.timeout(timeout_s):
            while not condition():
                await self.server.changed.wait()

    def _answers(self, press: Press) -> list[Message]:
        """Returns the messages that a press was answered with, not those that it changed."""
        ids = [*press.followup_ids]
        if press.message_id is not None and press.message_id != press.source_message_id:
            ids.insert(0, press.message_id)
        return [self.world.all_messages[number] for number in ids]

    def _thinking(self, press: Press) -> bool:
        first = next(iter(self._answers(press)), None)
        return first is not None and first.loading and not first.deleted

    def _button(
        self, where: Channel, uid: int, button: str | None, number: int | None, *, stale: bool
    ) -> tuple[Message, Json]:
        """Returns message and button, found by its whole label, its custom_id or part of its label."""
        candidates = self.from_bot(where.id, uid)
        if stale:
            every = self.world.all_messages.values()
            candidates = [m for m in every if m.channel is where and m.viewer in (None, uid)]
        ways: tuple[Callable[[Json], bool], ...] = (
            lambda b: components.label_of(b) == button,
            lambda b: b.get("custom_id") == button,
            lambda b: button is None or button in components.label_of(b),
        )
        for same in ways:
            for message in (m for m in reversed(candidates) if number in (None, m.id)):
                layouts = [message.components, *(reversed(message.earlier) if stale else [])]
                for found in (b for layout in layouts for b in components.walk(layout)):
                    pressed = found["type"] == components.BUTTON and found.get("custom_id")
                    if pressed and same(found) and (stale or not found.get("disabled")):
                        return message, found
        raise LookupError(f"no [{button}] in {where.name}: {self.labels(where.id, uid)}")


def _values(select: Json, wanted: list[str]) -> list[str] | None:
    """Returns the values of the options wanted, None where the select does not offer them all."""
    if select["type"] != components.SELECT:
        return None
    by_name = {o["value"]: o["value"] for o in select["options"]}
    by_name |= {o["label"]: o["value"] for o in select["options"]}
    return [by_name[w] for w in wanted] if set(wanted) <= set(by_name) else None


def _filled(row: Json, values: Mapping[str, str]) -> Json:
    """Returns a row of a modal as it is sent, with the text that is written in it."""
    if row["type"] == components.TEXT:
        return {"type": row["type"], "id": row["id"]}
    asked = row["component"]
    value = values.get(asked["custom_id"], asked.get("value") or "")
    least = max(asked.get("min_length") or 0, asked.get("required", True))
    if not least <= len(value) <= (asked.get("max_length") or 4000):
        raise LookupError(f"{asked['custom_id']} cannot have {len(value)} characters")
    filled = {"type": asked["type"], "id": asked["id"], "custom_id": asked["custom_id"], "value": value}
    return {"type": row["type"], "id": row["id"], "component": filled}
