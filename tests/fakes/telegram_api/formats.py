"""The forms of what a bot writes: texts with their entities, and keyboards."""

from __future__ import annotations

import itertools
import json
from typing import Any

from .call import Call
from .errors import malformed

TEXT_LENGTH = 4096  # [S], after entities parsing
CAPTION_LENGTH = 1024  # [S], after entities parsing
ALERT_LENGTH = 200  # [S]
RAW_BYTES = 1 << 15  # [C] get_formatted_text
BUTTONS = 100  # [I] tginfo/Telegram-Limits #228
BUTTONS_IN_A_ROW = 8  # [I] the same
DATA_BYTES = 64  # [S]
MARKUP_BYTES = 10_000  # [I] tginfo/Telegram-Limits #187
ENTITY_TYPES = frozenset(
    """
    mention hashtag cashtag bot_command url email phone_number custom_emoji bold italic underline
    strikethrough spoiler code pre date_time blockquote expandable_blockquote text_link text_mention
    """.split()
)
BUTTON_STYLES = ("danger", "success", "primary")
_BESIDE_THE_KIND = {"text", "style", "icon_custom_emoji_id"}
_LINKS = ("http://", "https://", "tg://", "t.me/")

Entities = list[dict[str, Any]]
Keyboard = list[list[dict[str, Any]]]


def utf16_length(text: str) -> int:
    """Returns the length in UTF-16 code units, in which entities are measured."""
    return len(text.encode("utf-16-le")) // 2


def read_text(call: Call) -> tuple[str, Entities]:
    """Returns a message's text and entities; refuses none and too much."""
    if not call.text("text"):
        raise malformed("message text is empty")  # [C] get_input_message_text
    text, entities = _formatted(call, call.text("text"), call.text("parse_mode"), call.decoded("entities"))
    if not text.strip():
        raise malformed("text must be non-empty")  # unverified words
    # Unicode characters, not UTF-16 units: measured in [I] FerroxLabs/wayland #934
    if len(text) > TEXT_LENGTH:
        raise malformed("message is too long")  # [I] tdlib/telegram-bot-api #353
    return text, entities


def read_caption(call: Call, source: dict[str, Any] | None = None) -> tuple[str, Entities]:
    """Returns the caption of the call, or of an InputMedia in it; refuses too much."""
    if source is None:
        caption, mode = call.text("caption"), call.text("parse_mode")
        entities = call.decoded("caption_entities")
    else:
        caption, mode = source.get("caption") or "", source.get("parse_mode") or ""
        entities = source.get("caption_entities")
    text, read = _formatted(call, caption, mode, entities)
    if len(text) > CAPTION_LENGTH:
        raise malformed("message caption is too long")  # unverified words
    return text, read


def read_alert(call: Call) -> str:
    """Returns the text of an answer to a press, counted in UTF-16 units: the stricter reading, unverified."""
    text = call.text("text")
    if utf16_length(text) > ALERT_LENGTH:
        raise malformed("MESSAGE_TOO_LONG")  # [I] eternnoir/pyTelegramBotAPI #500
    return text


def read_keyboard(call: Call) -> Keyboard | None:
    """Returns the rows of an inline keyboard, None where there is none or it is empty."""
    markup = call.decoded("reply_markup")
    if markup is None:
        return None
    rows: Keyboard = markup.get("inline_keyboard") or []
    buttons = [button for row in rows for button in row]
    for button in buttons:
        _check_button(call, button)
    for row in rows:
        if len(row) > BUTTONS_IN_A_ROW:
            call.problem(f"{len(row)} buttons in a row, clients show {BUTTONS_IN_A_ROW}")
    if len(buttons) > BUTTONS or len(json.dumps(markup, ensure_ascii=False).encode()) > MARKUP_BYTES:
        raise malformed("reply markup is too long")  # [I] eternnoir/pyTelegramBotAPI #511
    return [list(row) for row in rows if row] or None


def _check_button(call: Call, button: dict[str, Any]) -> None:
    kinds = {
        name for name, value in button.items() if name not in _BESIDE_THE_KIND and value not in (None, "")
    }
    kinds |= {name for name in button if name.startswith("switch_inline_query")}
    if not kinds:  # [C] get_inline_keyboard_button
        raise malformed(
            "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard"
        )
    if len(kinds) > 1:
        call.problem(f"button {button.get('text')!r} has several kinds: {', '.join(sorted(kinds))}")
    if not str(button.get("text", "")).strip():
        call.problem("button without a label")
    if len(str(button.get("callback_data") or "").encode()) > DATA_BYTES:
        raise malformed("BUTTON_DATA_INVALID")  # [I] TelegramBots/Telegram.Bot #470
    if button.get("url") and not str(button["url"]).startswith(_LINKS):
        raise malformed("BUTTON_URL_INVALID")  # unverified
    if button.get("style") not in (None, *BUTTON_STYLES):
        call.problem(f"button style {button['style']!r}")


def _formatted(call: Call, source: str, mode: str, entities: Any) -> tuple[str, Entities]:
    if len(source.encode()) > RAW_BYTES:
        raise malformed("text is too long")  # [C] get_formatted_text
    read: Entities = list(entities or [])
    if mode:
        call.problem("this fake reads entities, not HTML and Markdown")
    for entity in read:
        _check_entity(call, source, entity)
    quotes = sorted(
        (it.get("offset", 0), it.get("length", 0))
        for it in read
        if str(it.get("type")).endswith("blockquote")
    )
    if any(one + length > other for (one, length), (other, _) in itertools.pairwise(quotes)):
        call.problem("quotes cannot be nested")  # [S], Formatting options
    text = source.rstrip()  # so does the platform, and does not call it a change
    call.shown.append(text)
    return text, read


def _check_entity(call: Call, text: str, entity: dict[str, Any]) -> None:
    """Notes an entity outside the text, which the platform drops in silence; refuses an incomplete one."""
    kind, start, length = entity.get("type"), entity.get("offset", -1), entity.get("length", 0)
    if kind not in ENTITY_TYPES:
        raise malformed("can't parse MessageEntity: Unsupported type specified")  # [C] get_text_entity_type
    units = text.encode("utf-16-le")
    if start < 0 or length <= 0 or (start + length) * 2 > len(units):
        call.problem(f"entity {kind} at {start}+{length} is outside the text of {len(units) // 2} units")
        return
    try:
        units[start * 2 : (start + length) * 2].decode("utf-16-le")
    except UnicodeDecodeError:
        call.problem(f"entity {kind} at {start}+{length} cuts a character in two")
    if kind == "text_mention" and not (entity.get("user") or {}).get("id"):
        raise malformed("can't parse MessageEntity: Can't find field \"user\"")  # [C], words unverified
    if kind == "text_link" and not entity.get("url"):
        raise malformed("can't parse MessageEntity: Can't find field \"url\"")  # [C], words unverified
