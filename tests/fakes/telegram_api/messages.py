"""Sending, editing and deleting, with the platform's conditions."""

from __future__ import annotations

from typing import Any

from .access import Access
from .call import Call
from .errors import MESSAGE_NOT_MODIFIED, bad_request, malformed, too_many_requests
from .flood import Flood
from .formats import Keyboard, read_caption, read_keyboard, read_text
from .journal import Journal
from .world import Chat, Content, Json, Message, Upload, World

PHOTO_BYTES = 10 << 20  # [S] sendPhoto
IMAGES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"RIFF", b"GIF8")
DELETABLE_S = 48 * 3600  # [S] deleteMessage
ALBUM = range(2, 11)  # [S] sendMediaGroup


class Messages:
    """The methods that make, change and take away messages."""

    def __init__(self, world: World, access: Access, flood: Flood, journal: Journal) -> None:
        self.world = world
        self.access = access
        self.flood = flood
        self.journal = journal

    # sending

    def send_message(self, call: Call) -> Json:
        text, entities = read_text(call)
        return self._send(call, Content(text=text, entities=entities), "messages")

    def send_photo(self, call: Call) -> Json:
        photo = self._file(call, "photo", call.text("photo"), "photo")
        return self._send(call, self._captioned(call, photo), "photos")

    def send_animation(self, call: Call) -> Json:
        animation = self._file(call, "animation", call.text("animation"), "animation")
        return self._send(call, self._captioned(call, animation), "animations")

    def send_document(self, call: Call) -> Json:
        document = self._file(call, "document", call.text("document"), "document")
        return self._send(call, self._captioned(call, document), "documents")

    def send_media_group(self, call: Call) -> list[Json]:
        media = call.decoded("media") or []
        if len(media) not in ALBUM:
            raise malformed("group send failed")  # unverified words
        chat = self.access.writable(call)
        contents = [self._input_media(call, item) for item in media]
        kinds = {f"{content.media.kind}s" for content in contents if content.media is not None}
        if len(kinds) > 1 and "documents" in kinds:
            raise malformed("document can't be mixed with other media types")  # [S]; unverified words
        for kind in kinds:
            self.access.allowed(chat, kind)
        self._spend(chat.id, len(contents))
        album = [self._post(call, chat, content, None) for content in contents]
        for message in album:
            message.album = str(album[0].id)
        return [message.wire() for message in album]

    def _send(self, call: Call, content: Content, right: str) -> Json:
        keyboard = read_keyboard(call)
        chat = self.access.writable(call)
        self.access.allowed(chat, right)
        self._name_mentioned(call, content)
        if call.params.get("ephemeral_message_parameters"):
            raise ApiUnknown(call, "ephemeral messages")
        self._spend(chat.id)
        return self._post(call, chat, content, keyboard).wire()

    def _post(self, call: Call, chat: Chat, content: Content, keyboard: Keyboard | None) -> Message:
        thread = self.access.thread(call, chat)
        reply = self.access.replied(call, chat)
        message = Message(chat, self.world.next_message_id(chat), self.world.now(), self.world.bot, content)
        message.keyboard, message.reply_to = keyboard, reply
        if thread:
            message.thread, message.topic = thread, True
        call.message_id = message.id
        self.journal.tell_message(self.world.bot["first_name"], message)
        return self.world.post(message)

    # editing

    def edit_message_text(self, call: Call) -> Json:
        if call.params.get("rich_message"):
            raise ApiUnknown(call, "rich messages")
        text, entities = read_text(call)
        message = self.access.own(call)
        if message.content.media:
            raise bad_request("there is no text in the message to edit")  # [I] defstudio/telegraph #267
        return self._edit(call, message, Content(text=text, entities=entities))

    def edit_message_caption(self, call: Call) -> Json:
        caption, entities = read_caption(call)
        message = self.access.own(call)
        if not message.content.media:
            raise bad_request("there is no caption in the message to edit")  # like the text's
        return self._edit(call, message, Content(None, caption, entities, message.content.media))

    def edit_message_media(self, call: Call) -> Json:
        """Changes a picture, or makes one of a text ([S], python-telegram-bot #2406); rights unverified."""
        message = self.access.own(call)
        self.access.allowed(message.chat, "photos")
        return self._edit(call, message, self._input_media(call, call.decoded("media")))

    def edit_message_reply_markup(self, call: Call) -> Json:
        message = self.access.own(call)
        return self._edit(call, message, message.content)

    def _edit(self, call: Call, message: Message, content: Content) -> Json:
        """Makes a message say something else; without a keyboard in the call it loses the one it had."""
        keyboard = read_keyboard(call)
        self._name_mentioned(call, content)
        self._spend(message.chat.id)
        if (content, keyboard) == (message.content, message.keyboard):
            raise bad_request(MESSAGE_NOT_MODIFIED)
        message.earlier.append((message.content, message.keyboard))
        message.content, message.keyboard, message.edited_at = content, keyboard, self.world.now()
        call.message_id = message.id
        self.journal.tell_message(self.world.bot["first_name"], message, edited=True)
        return message.wire()

    # deleting

    def delete_message(self, call: Call) -> bool:
        chat = self.access.writable(call)
        message = self.world.messages.get((chat.id, call.integer("message_id")))
        if message is None or message.deleted:
            raise bad_request("message to delete not found")
        self._delete(chat, message)
        call.message_id = message.id
        return True

    def _delete(self, chat: Chat, message: Message) -> None:
        """Takes a message away: its own, or any in private or as administrator, within 48 hours ([S])."""
        may = self.world.from_bot(message) or chat.kind == "private" or chat.bot == "administrator"
        if not may or self.world.now() - message.date >= DELETABLE_S:
            raise bad_request("message can't be deleted")  # [I] TelegramBots/Telegram.Bot #471
        message.deleted = True
        self.journal.tell(chat.id, f"#{message.id} is deleted")

    # parts

    def _spend(self, chat: int, cost: int = 1) -> None:
        wait_s = self.flood.retry_after_s(chat, cost)
        if wait_s:
            raise too_many_requests(wait_s)

    def _captioned(self, call: Call, upload: Upload) -> Content:
        caption, entities = read_caption(call)
        return Content(caption=caption, entities=entities, media=upload)

    def _input_media(self, call: Call, media: Any) -> Content:
        kind = str(media.get("type"))
        if kind not in ("photo", "document"):
            raise ApiUnknown(call, f"media of type {kind}")
        caption, entities = read_caption(call, media)
        return Content(
            None, caption, entities, self._file(call, "media", str(media.get("media") or ""), kind)
        )

    def _file(self, call: Call, field: str, value: str, kind: str) -> Upload:
        """Returns the file a parameter names: sent along, known by its id, or somewhere on the web."""
        name = value.removeprefix("attach://") if value.startswith("attach://") else field
        if name in call.files and (name != field or not value):
            attached = call.files[name]
            if kind == "photo":
                _check_photo(attached.body)
            return self.world.keep(kind, attached.name, attached.body)
        if value in self.world.files:
            return self.world.files[value]
        if not value or name != field:
            raise malformed(f"there is no {kind} in the request")
        raise bad_request("wrong file identifier/HTTP URL specified")  # [I] eternnoir/pyTelegramBotAPI #352

    def _name_mentioned(self, call: Call, content: Content) -> None:
        """Completes mentions; notes those of people the bot has never met: they become plain text."""
        known = []
        for entity in content.entities:
            if entity["type"] != "text_mention":
                known.append(entity)
            elif person := self.world.people.get(int(entity["user"]["id"])):
                known.append(entity | {"user": person.wire()})
            else:
                call.problem(f"mention of unknown user {entity['user']['id']}")
        content.entities = known


def _check_photo(body: bytes) -> None:
    if len(body) > PHOTO_BYTES:
        raise malformed("file is too big")  # unverified words
    if not body.startswith(IMAGES):
        raise malformed("IMAGE_PROCESS_FAILED")  # [I] TelegramBot/Api #302
    if body.startswith(IMAGES[0]):
        width, height = int.from_bytes(body[16:20], "big"), int.from_bytes(body[20:24], "big")
        if width + height > 10_000 or max(width, height) > 20 * min(width, height):
            raise malformed("PHOTO_INVALID_DIMENSIONS")  # [S] sendPhoto, [I] tdlib/td #2544


class ApiUnknown(Exception):
    """Something of the platform that this fake does not play; to be added before a bot uses it."""

    def __init__(self, call: Call, what: str) -> None:
        super().__init__(f"{call.method}: this fake does not know {what}")
