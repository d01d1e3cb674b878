"""The person's side: what people do in their chats, and what they see."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterable

from tests.fakes.running import PATIENCE_S

from .api import bot_member
from .formats import Entities, utf16_length
from .journal import Journal
from .updates import Updates
from .world import (
    ANONYMOUS,
    MEMBER_STATES,
    SUPERGROUP_OFFSET,
    Answer,
    Chat,
    Content,
    Json,
    Message,
    Person,
    Topic,
    World,
)

SERVICE_CHAT = 777000
_COMMAND = re.compile(r"/(\w+)(@\w+)?")


class People:
    """Lets people act. A wrong use of it, such as a press on a button nobody can see, raises LookupError."""

    def __init__(self, world: World, updates: Updates, journal: Journal, *, privacy: bool) -> None:
        self.world = world
        self.updates = updates
        self.journal = journal
        self.privacy = privacy

    # who there is

    def user(
        self,
        uid: int,
        name: str,
        username: str | None = None,
        lang: str = "es",
        *,
        started: bool = False,
        is_bot: bool = False,
    ) -> int:
        """Adds a person, or another bot, and returns their id.

        Who has not `started` our bot cannot be written to.
        """
        self.world.people[uid] = Person(uid, name, username, lang, started=started, is_bot=is_bot)
        self.world.chats[uid] = Chat(uid, "private", name, members={uid}, readers={uid})
        return uid

    def group(
        self,
        cid: int,
        title: str = "Mus",
        kind: str = "supergroup",
        *,
        members: Iterable[int] = (),
        bot: str = "member",
        forum: bool = False,
    ) -> int:
        """Adds a group ("group" or "supergroup") that the bot is in, or not. Returns its id."""
        if cid > SUPERGROUP_OFFSET if kind == "supergroup" else not SUPERGROUP_OFFSET < cid < 0:
            raise ValueError(f"{cid} is not the id of a {kind}")
        self.world.chats[cid] = Chat(cid, kind, title, bot=bot, forum=forum)
        for person in members:
            self.join(person, cid)
        if forum:
            self.world.next_message_id(self.world.chats[cid])  # 1 is General
        return cid

    def join(self, uid: int, chat: int) -> None:
        """Lets a person into a group, in silence."""
        self.world.chats[chat].let_in(uid)

    def leave(self, uid: int, chat: int, status: str = "left") -> None:
        """Takes a person out of a group: "left", "kicked", or "restricted" and no member.

        The bot, which does not administer it, is told by a service message only ([S] ChatMemberUpdated).
        """
        group = self.world.chats[chat]
        group.members.discard(uid)
        group.gone[uid] = status
        self._service(group, uid, {"left_chat_member": self.world.people[uid].wire()})

    def topic(self, chat: int, name: str, by: int) -> int:
        """Opens a topic in a forum. Returns its message_thread_id."""
        service: Json = {"forum_topic_created": {"name": name, "icon_color": 0x6FB9F0}}
        number = self._service(self.world.chats[chat], by, service, own_thread=True).id
        self.world.chats[chat].topics[number] = Topic(name)
        return number

    # what they do

    def say(
        self,
        uid: int,
        text: str,
        chat: int | None = None,
        *,
        topic: int | None = None,
        reply_to: int | None = None,
        anonymous: bool = False,
        origin: Json | None = None,
    ) -> int:
        """Writes a message, to the bot if no chat is named; `/start` opens that chat. Returns its id.

        `origin` are the fields of a message that they did not type there.
        """
        where = self._entered(uid, chat or uid)
        if where.migrated_to:
            raise LookupError(f"{where.title} has moved to {where.migrated_to}")
        if where.kind == "private" and _COMMAND.match(text) and text.split()[0] == "/start":
            self._set_blocked(uid, blocked=False)
            self.world.people[uid].started = True
        message = Message(where, self.world.next_message_id(where), self.world.now(), self._sender(uid))
        message.content, message.origin = Content(text=text, entities=_commands(text)), origin or {}
        if anonymous:
            message.sender, message.anonymous = ANONYMOUS, True
        if topic:
            message.thread, message.topic = topic, True
        if reply_to:
            message.reply_to = self.world.messages[where.id, reply_to]
            if where.kind == "supergroup" and not where.forum:
                message.thread = message.reply_to.thread or reply_to  # [I] botman/driver-telegram #128
        self.world.post(message)
        name = "Somebody anonymous" if anonymous else self.world.people[uid].name
        how = " forwards" if origin else ""
        self.journal.tell(where.id, f"{name}{how}: {text}")
        if self._hears(where, message):
            self.updates.push("message", message.wire())
        return message.id

    def forward(self, uid: int, message_id: int, source: int, chat: int) -> int:
        """Forwards a message from one chat to another. Returns its id there ([S] MessageOriginUser)."""
        message = self.world.messages[source, message_id]
        told = {"type": "user", "date": message.date, "sender_user": message.sender}
        return self.say(uid, message.text, chat, origin={"forward_origin": told})

    def post_in_channel(self, channel: int, text: str, chat: int) -> int:
        """Posts in a channel that is linked to a group, which gets it ([S] Message.is_automatic_forward).

        That user 777000 sends it there: core.telegram.org/bots/api, Message, from; telegram.constants.
        """
        posted: Json = {"id": channel, "type": "channel", "title": "Noticias"}
        origin = {"type": "channel", "date": self.world.now(), "chat": posted, "message_id": 7}
        if SERVICE_CHAT not in self.world.people:
            self.user(SERVICE_CHAT, "Telegram")
        fields = {"sender_chat": posted, "is_automatic_forward": True, "forward_origin": origin}
        return self.say(SERVICE_CHAT, text, chat, origin=fields)

    def edit_said(self, uid: int, message_id: int, text: str, chat: int | None = None) -> None:
        """Changes what somebody said."""
        message = self.world.messages[chat or uid, message_id]
        message.content, message.edited_at = Content(text=text, entities=_commands(text)), self.world.now()
        self.journal.tell(message.chat.id, f"{self.world.people[uid].name}, edited: {text}")
        if self._hears(message.chat, message):
            self.updates.push("edited_message", message.wire())

    def delete_said(self, message_id: int, chat: int) -> None:
        """Takes a message away by hand; the platform does not tell the bot."""
        self.world.messages[chat, message_id].deleted = True

    def chatter(self, chat: int, n: int = 1, by: int | None = None) -> int:
        """Lets people talk of other things, which raises the numbers of messages. Returns the last one."""
        speaker = by or min(self.world.chats[chat].members)
        return [self.say(speaker, f"bla {i}", chat) for i in range(n)][-1]

    def press(
        self,
        uid: int,
        button: str | None = None,
        chat: int | None = None,
        *,
        message: int | None = None,
        data: str | None = None,
        stale: bool = False,
    ) -> str:
        """Taps a button, by its label or its data, on the newest message that has it. Returns the query's id.

        `message` picks the message. `stale` also looks at keyboards that edits have taken away, as a slow
        client shows them. `data` is sent as it is, whatever the buttons say, as a forger may.
        """
        where = self._entered(uid, chat or uid)
        target, found = self._button(where, button, message, stale=stale)
        press = self.world.tap(uid, where.id, target.id, data if data is not None else found)
        if button:
            self.journal.tell(where.id, f"{self.world.people[uid].name} taps [{button}] on #{target.id}")
        query: Json = {"id": press.id, "from": self.world.people[uid].wire(), "data": press.data}
        if target.deleted:  # [S] InaccessibleMessage
            query["message"] = {"chat": where.wire(), "message_id": target.id, "date": 0}
        else:
            query["message"] = target.wire()
        self.updates.push("callback_query", query | {"chat_instance": str(abs(where.id) * 7919)})
        return press.id

    def block(self, uid: int) -> None:
        """Blocks the bot."""
        self._set_blocked(uid, blocked=True)

    def unblock(self, uid: int) -> None:
        """Takes the bot back."""
        self._set_blocked(uid, blocked=False)

    def deactivate(self, uid: int) -> None:
        """Deletes the person's account."""
        self.world.people[uid].deactivated = True

    # what they do with the bot in a group

    def add_bot(self, chat: int, by: int) -> None:
        """Adds the bot to a group."""
        self._set_bot(chat, by, "member")
        self._service(self.world.chats[chat], by, {"new_chat_members": [self.world.bot]})

    def remove_bot(self, chat: int, by: int) -> None:
        """Throws the bot out of a group."""
        self._service(self.world.chats[chat], by, {"left_chat_member": self.world.bot})
        self._set_bot(chat, by, "kicked")

    def forbid(self, chat: int, *what: str, by: int | None = None) -> None:
        """Forbids the bot "messages", "photos" or "documents" in a group; with nothing named, allows all."""
        self.world.chats[chat].forbidden, self.world.chats[chat].muted_until = set(what), 0
        self._set_bot(chat, by or min(self.world.chats[chat].members), "restricted" if what else "member")

    def mute(self, chat: int, seconds: int) -> None:
        """Forbids the bot to write in a group for a while; nothing tells it when that is over.

        [S] ChatMemberRestricted, until_date; [I] python-telegram-bot #1803: no update when it lapses.
        """
        group = self.world.chats[chat]
        group.forbidden, group.muted_until = {"messages"}, int(self.world.clock()) + seconds
        self._set_bot(chat, min(group.members), "restricted")

    def migrate(self, old: int, new: int, by: int | None = None, *, from_first: bool = False) -> None:
        """Makes a group a supergroup; both tell of it, in an order the platform does not promise."""
        before = self.world.chats[old]
        self.group(new, before.title, members=sorted(before.members), bot=before.bot)
        after = self.world.chats[new]
        after.admins, after.readers = set(before.admins), set(before.readers)
        by = by or min(before.members)
        events: list[tuple[Chat, Json]] = [
            (before, {"migrate_to_chat_id": new}),
            (after, {"migrate_from_chat_id": old}),
        ]
        for chat, service in reversed(events) if from_first else events:
            self._service(chat, by, service)
        before.migrated_to = new

    # what they see

    async def answer(self, query: str, timeout_s: float = PATIENCE_S) -> Answer:
        """Returns what a press was answered; raises TimeoutError if it was not."""
        press = self.world.presses[query]
        await asyncio.wait_for(press.answered.wait(), timeout_s)
        return press.answer or Answer()

    def visible(self, chat: int) -> list[Message]:
        """Returns the messages there are to see, with `text` and `labels`."""
        return self.world.live(chat)

    def from_bot(self, chat: int) -> list[Message]:
        """Returns the bot's messages among the visible."""
        return [m for m in self.visible(chat) if self.world.from_bot(m) and not m.service]

    def labels(self, chat: int) -> list[str]:
        """Returns the labels of all buttons that are there to tap, oldest message first."""
        return [label for m in self.from_bot(chat) for row in m.labels for label in row]

    # parts

    def _sender(self, uid: int) -> Json:
        return self.world.people[uid].wire()

    def _entered(self, uid: int, chat: int) -> Chat:
        """Returns the chat; who acts in a group is in it."""
        where = self.world.chats[chat]
        where.let_in(uid)
        return where

    def _hears(self, chat: Chat, message: Message) -> bool:
        """Returns whether the bot is told: in privacy mode only of commands for it and replies to it.

        core.telegram.org/bots/features#privacy-mode; a mention is not named there, and here not heard.
        """
        if chat.kind == "private":
            return True
        if chat.bot not in MEMBER_STATES:
            return False
        if not self.privacy or chat.bot == "administrator":
            return True
        command = _COMMAND.match(message.text)
        to_me = command and command[2] in (None, f"@{self.world.bot['username']}")
        return bool(to_me or (message.reply_to and self.world.from_bot(message.reply_to)))

    def _service(self, chat: Chat, by: int, service: Json, *, own_thread: bool = False) -> Message:
        """Posts a service message, of which every bot in the chat is told."""
        number = self.world.next_message_id(chat)
        message = Message(chat, number, self.world.now(), self._sender(by), service=service)
        if own_thread:
            message.thread, message.topic = number, True
        self.world.post(message)
        if chat.bot in MEMBER_STATES:
            self.updates.push("message", message.wire())
        return message

    def _set_bot(self, chat_id: int, by: int, status: str) -> None:
        chat = self.world.chats[chat_id]
        old, chat.bot = chat.bot, status
        self.journal.tell(chat_id, f"{self.world.people[by].name} makes the bot: {status}")
        self._tell_membership(chat, by, old, status)

    def _set_blocked(self, uid: int, *, blocked: bool) -> None:
        person = self.world.people[uid]
        if person.blocked != blocked:
            person.blocked = blocked
            old, new = ("member", "kicked") if blocked else ("kicked", "member")
            self._tell_membership(self.world.chats[uid], uid, old, new)

    def _tell_membership(self, chat: Chat, by: int, old: str, new: str) -> None:
        change: Json = {"chat": chat.wire(), "from": self._sender(by), "date": self.world.now()}
        change["old_chat_member"] = bot_member(chat, old, self.world.bot)
        change["new_chat_member"] = bot_member(chat, new, self.world.bot)
        self.updates.push("my_chat_member", change)

    def _button(
        self, chat: Chat, button: str | None, number: int | None, *, stale: bool
    ) -> tuple[Message, str]:
        """Returns message and data of a button, found by its whole label, its data or part of its label."""
        candidates = [m for m in self.from_bot(chat.id) if number in (None, m.id)]
        if stale or (button is None and number):
            candidates = [
                m for (c, n), m in self.world.messages.items() if c == chat.id and number in (None, n)
            ]
        if button is None:
            return candidates[-1], ""
        ways: tuple[Callable[[Json], bool], ...] = (
            lambda b: b["text"] == button,
            lambda b: b.get("callback_data") == button,
            lambda b: button in b["text"],
        )
        for same in ways:
            for message in reversed(candidates):
                keyboards = [message.keyboard, *(k for _, k in reversed(message.earlier) if stale)]
                for found in (b for k in keyboards for row in k or [] for b in row if same(b)):
                    return message, found.get("callback_data", "")
        raise LookupError(f"no [{button}] in {chat.title}: {self.labels(chat.id)}")


def _commands(text: str) -> Entities:
    """Returns the entities of commands, which the platform finds by itself: no letter of theirs is "ñ".

    See match_bot_commands (tdlib/td, MessageEntity.cpp).
    """
    return [
        {"type": "bot_command", "offset": utf16_length(text[: m.start()]), "length": utf16_length(m[0])}
        for m in re.finditer(r"(?<!\S)/[a-zA-Z0-9_]{1,64}(@\w+)?(?!\w)", text)
    ]
