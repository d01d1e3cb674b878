"""The methods beside messages, and the way from a method's name to what it does."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable
from typing import Any

from .access import Access
from .call import Call
from .errors import QUERY_TOO_OLD, bad_request, malformed
from .formats import read_alert
from .journal import Journal
from .messages import ApiUnknown, Messages
from .updates import Updates
from .world import Answer, Chat, Json, World

POLL = "getUpdates"
REACTIONS = 1
"""Of a bot to one message ([S] setMessageReaction)."""
_EMOJIS = """
    ❤ 👍 👎 🔥 🥰 👏 😁 🤔 🤯 😱 🤬 😢 🎉 🤩 🤮 💩 🙏 👌 🕊 🤡 🥱 🥴 😍 🐳 ❤\u200d🔥
    🌚 🌭 💯 🤣 ⚡ 🍌 🏆 💔 🤨 😐 🍓 🍾 💋 🖕 😈 😴 😭 🤓 👻 👨\u200d💻 👀 🎃 🙈 😇
    😨 🤝 ✍ 🤗 🫡 🎅 🎄 ☃ 💅 🤪 🗿 🆒 💘 🙉 🦄 😘 💊 🙊 😎 👾 🤷\u200d♂ 🤷 🤷\u200d♀ 😡
"""
EMOJIS = frozenset(_EMOJIS.split())
"""[S] ReactionTypeEmoji"""
COMMANDS = 100  # [S] setMyCommands
MEMBER_RIGHTS = tuple(
    """
    can_send_messages can_send_audios can_send_documents can_send_photos can_send_videos
    can_send_video_notes can_send_voice_notes can_send_polls can_send_other_messages
    can_add_web_page_previews can_react_to_messages can_edit_tag can_change_info can_invite_users
    can_pin_messages can_manage_topics
    """.split()
)  # [S] ChatMemberRestricted
_COMMAND = re.compile(r"[a-z0-9_]{1,32}")  # [S] BotCommand
_SETTINGS = re.compile(r"(set|delete)(My|Chat)[A-Z]\w*|logOut|close|unpin\w+")
"""Methods that answer True and change nothing that this fake shows."""


class Methods:
    """Everything a bot may ask for: `send_message` is sendMessage. What is not here raises ApiUnknown."""

    def __init__(
        self, world: World, messages: Messages, updates: Updates, journal: Journal, *, query_lifetime_s: float
    ) -> None:
        self.world = world
        self.messages = messages
        self.access: Access = messages.access
        self.updates = updates
        self.journal = journal
        self.query_lifetime_s = query_lifetime_s
        self._known: dict[str, Callable[[Call], Any]] = {
            _camel(name): getattr(owner, name)
            for owner in (self, messages)
            for name, do in vars(type(owner)).items()
            if "_" in name and not name.startswith("_") and callable(do)
        }
        self._names = {name.lower(): name for name in (*self._known, POLL)}

    def name(self, method: str) -> str | None:
        """Returns a method as the platform writes it (it does not mind the case), if it is here."""
        return self._names.get(method.lower())

    async def __call__(self, call: Call, *, alive: Callable[[], bool]) -> Any:
        """Does what the call asks and returns its result; raises ApiError where the platform refuses."""
        if call.method == POLL:
            return await self._poll(call, alive=alive)
        if do := self._known.get(call.method):
            return do(call)
        if _SETTINGS.fullmatch(call.method):
            return True
        raise ApiUnknown(call, "this method")

    def _poll(self, call: Call, *, alive: Callable[[], bool]) -> Awaitable[list[Json]]:
        return self.updates.poll(
            call.integer("offset"),
            call.integer("limit"),
            call.integer("timeout"),
            call.decoded("allowed_updates"),
            alive=alive,
        )

    # presses

    def answer_callback_query(self, call: Call) -> bool:
        """Shows the presser a text; refuses a query that is old, unknown or already answered.

        How long a query lives is not documented: `query_lifetime_s` is short rather than long.
        """
        text = read_alert(call)
        url = call.text("url")
        if url and not url.startswith(("https://t.me/", "t.me/", "tg://")):
            raise malformed("URL_INVALID")  # unverified; [S] allows links to the bot only
        press = self.world.presses.get(call.text("callback_query_id"))
        call.viewer = press.person if press else None
        if press is None or press.answer or self.world.clock() - press.at > self.query_lifetime_s:
            raise bad_request(QUERY_TOO_OLD)
        press.answer = Answer(text, call.flag("show_alert"), url)
        press.answered.set()
        if text:
            name = self.world.people[press.person].name
            self.journal.tell(press.chat, f"to {name} alone: “{text}”", press.person)
        return True

    # reactions

    def set_message_reaction(self, call: Call) -> bool:
        """Reacts to a message, once as bots may; refuses an emoji that is none, or none of the chat's."""
        chat = self.access.writable(call)
        message = self.world.messages.get((chat.id, call.integer("message_id")))
        if message is None or message.deleted:
            raise bad_request("message to react not found")  # unverified words
        wanted = call.decoded("reaction") or []
        if len(wanted) > REACTIONS:
            raise malformed("REACTIONS_TOO_MANY")  # unverified words
        emojis = [reaction.get("emoji", "") for reaction in wanted]
        if any(emoji not in EMOJIS for emoji in emojis):
            raise malformed("REACTION_INVALID")  # as many projects know it, no document says it
        if emojis and chat.no_reactions:
            raise bad_request("REACTION_INVALID")
        message.reaction = "".join(emojis)
        self.journal.tell(
            chat.id, f"{self.world.bot['first_name']} reacts to #{message.id}: {message.reaction}"
        )
        return True

    # the bot itself

    def get_me(self, call: Call) -> Json:
        return self.world.bot

    def set_my_commands(self, call: Call) -> bool:
        commands = call.decoded("commands") or []
        if len(commands) > COMMANDS:
            raise malformed("BOT_COMMANDS_TOO_MUCH")  # unverified words
        for command in commands:
            if not _COMMAND.fullmatch(command.get("command", "")):
                raise malformed("BOT_COMMAND_INVALID")
            if not 1 <= len(command.get("description", "")) <= 256:
                raise malformed("BOT_COMMAND_DESCRIPTION_INVALID")
        self.world.commands[_scope(call)] = commands
        return True

    def delete_my_commands(self, call: Call) -> bool:
        self.world.commands.pop(_scope(call), None)
        return True

    # updates

    def delete_webhook(self, call: Call) -> bool:
        self.updates.webhook = None
        return True

    def get_webhook_info(self, call: Call) -> Json:
        pending = len(self.updates.pending)
        return {
            "url": self.updates.webhook or "",
            "has_custom_certificate": False,
            "pending_update_count": pending,
        }

    # chats

    def get_chat_administrators(self, call: Call) -> list[Json]:
        chat = self.access.readable(call)
        if chat.kind == "private":
            raise bad_request("there are no administrators in the private chat")
        users = [self.world.people[person].wire() for person in sorted(chat.admins)]
        return [{"status": "creator", "user": user, "is_anonymous": False} for user in users]

    def get_chat_member(self, call: Call) -> Json:
        """Tells how somebody stands to a chat, also one who has left it ([S] ChatMember)."""
        chat = self.access.readable(call)
        person = self.world.people.get(call.integer("user_id"))
        if person is None:
            raise bad_request("PARTICIPANT_ID_INVALID")  # unverified
        member: Json = {"status": "member" if person.id in chat.members else "left", "user": person.wire()}
        if person.id in chat.admins:
            return member | {"status": "creator", "is_anonymous": False}
        member["status"] = chat.gone.get(person.id, member["status"])
        if member["status"] == "kicked":
            return member | {"until_date": 0}
        if member["status"] == "restricted":
            return member | dict.fromkeys(MEMBER_RIGHTS, False) | {"is_member": False, "until_date": 0}
        return member


def bot_member(chat: Chat, status: str, bot: Json) -> Json:
    """Returns the ChatMember that the bot is in a status."""
    user = {k: v for k, v in bot.items() if not k.startswith(("can_", "supports_", "has_", "allows_"))}
    member: Json = {"status": status, "user": user}
    if status == "kicked":
        return member | {"until_date": 0}
    if status == "restricted":
        forbidden = {f"can_send_{what}": False for what in chat.forbidden}
        return (
            member
            | dict.fromkeys(MEMBER_RIGHTS, True)
            | forbidden
            | {
                "is_member": True,
                "until_date": chat.muted_until,
            }
        )
    return member


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def _scope(call: Call) -> tuple[str, str]:
    return json.dumps(call.decoded("scope"), sort_keys=True), call.text("language_code")
