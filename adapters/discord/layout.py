"""Components V2 layouts of posts, built for every send and edit.

They are plain JSON: discord.py's views cost three times the processor time, and sending a view again can
remove the dynamic items of the whole bot (2.7.1, `ViewStore.remove_view`). `DiscordBot.interaction` reads
every press from the interaction.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import discord

from musbot.narrator.post import Button, Instant, Menu, Post, Row
from musbot.pictures.specs import FilmPicture, Paint, Picture

from .emojis import Emojis
from .kept import KeptPictures
from .menus import menu_component

log = logging.getLogger(__name__)

Json = dict[str, Any]
"""A JSON object."""

FELT, GOLD = 0x1F7A4D, 0xC9A227
"""The accent colours of public and private posts."""
MOST_TEXT = 4000
"""The maximum characters of all texts in a layout: discord.com/developers/docs/components/reference."""
PICTURE, FILM = "mus.png", "mus.gif"
"""The file names of pictures and films."""
MOST_ALT = 1024
"""The maximum characters of a picture's description (the same page, Media Gallery Item)."""
MOST_LABEL, MOST_COMPONENTS, MOST_IN_ROW = 80, 40, 5
"""The maximum characters of a label, components of a layout and buttons of a row (the same page)."""
ROW, BUTTON, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER = 1, 2, 10, 12, 13, 14, 17
"""Types of components (the same page)."""
GREY, GREEN, RED, LINK = 2, 3, 4, 5
"""Styles of buttons (the same page)."""
_STYLES = {"go": GREEN, "bold": RED}
_INLINE = re.compile(r"https?://[^\s<]+|[\\*_~|`<\[]")
"""Characters that begin a format anywhere; or an address, which is not changed.

Discord shows any character after a backslash but letters, digits and spaces (github.com/discord/SimpleAST,
SimpleMarkdownRules.kt, PATTERN_ESCAPE).
"""
_AT_START = re.compile(r"^[ \t]*\d*(?=[.>#+-])", re.MULTILINE)
"""The start of a line, before the mark of a heading, list or quote."""
_COMMAND = re.compile(r"(?<![\w/:<])/([a-zñ]+)\b")


@dataclass(frozen=True, slots=True)
class LaidOutPost:
    """A post ready to be sent."""

    post: Post
    """The post."""
    own: bool
    """Whether it is private."""
    components: list[Json]
    """The layout."""
    files: tuple[tuple[str, bytes], ...] = ()
    """The name and content of each file to upload."""
    picture: str = ""
    """A digest that identifies its picture; "" without one."""
    kept: int = 0
    """The id of the picture if its message already shows it; 0 if the picture is in `files`."""


class Layouts:
    """Builds layouts. Pictures are drawn by `paint`; without it, or if one fails, they are left out."""

    def __init__(self, paint: Paint | None = None) -> None:
        self._paint = paint
        self.kept = KeptPictures()
        self.commands: dict[str, str] = {}
        """The mention of each command by name, which readers can press."""
        self.emojis: Emojis = {}
        """The emoji of each card; empty until the uploads are complete."""

    async def lay_out(
        self, post: Post, *, own: bool = False, most_s: float | None = None, message: int = 0
    ) -> LaidOutPost:
        """Returns a post ready to be sent; `own` is True for private posts.

        A picture that `message` (the edited message's id; 0 for a new one) already shows is not uploaded
        again, unless the post has documents. A picture that fails, or takes longer than `most_s` seconds to
        draw (None: no limit), is left out.
        """
        wanted = _picture(post) if self._paint is not None else None
        name = hashlib.sha256(repr(wanted).encode()).hexdigest()[:16] if wanted is not None else ""
        kept = self.kept.find_attachment(message, name) if not post.documents else 0
        picture = None
        if wanted is not None and self._paint is not None and not kept:
            with suppress(TimeoutError):
                async with asyncio.timeout(most_s):
                    picture = await self._paint(wanted)
        files = ((_file_name(wanted), picture), *post.documents) if picture is not None else post.documents
        drawn, emojis = (
            bool(kept or picture),
            self.emojis if own else None,
        )  # a card's emoji never appears in public
        parts = layout(post, self.commands, emojis, own=own, drawn=drawn)
        return LaidOutPost(post, own, parts, files, name if drawn else "", kept)

    def lacks_picture(self, laid: LaidOutPost) -> bool:
        """Returns whether a post lacks its picture, because drawing it failed or took too long.

        False if the post has no picture, or these layouts draw none.
        """
        return not laid.picture and _picture(laid.post) is not None and self._paint is not None

    def drop_lost_emojis(self, error: discord.HTTPException, *, used: bool) -> bool:
        """Returns whether Discord refused a post because its emojis are gone; then stops using emojis.

        It is a refusal with status 400 whose text names an emoji. `used` says whether emojis were in use when
        the request began; another refusal may have stopped their use since.
        """
        lost = error.status == 400 and used and "emoji" in error.text.casefold()
        if lost and self.emojis:
            self.emojis.clear()
            log.warning("the emojis of the cards are gone: buttons stay words until the next start")
        return lost


def _picture(post: Post) -> Picture | None:
    """Returns the picture of a post's short form, or else of the post; None if neither has a picture."""
    return (post.short_form.picture if post.short_form is not None else None) or post.picture


def layout(
    post: Post,
    commands: Mapping[str, str],
    emojis: Emojis | None = None,
    *,
    own: bool = False,
    drawn: bool = False,
) -> list[Json]:
    """Returns the layout of a post; `commands` maps names to mentions, `own` marks a private post.

    `drawn` says that its picture is attached; otherwise the text describes the picture.
    """
    parts: list[Json] = []
    title, shown, text = _title_alt_text(post, drawn=drawn)
    if title:
        parts.append({"type": TEXT, "content": f"### {_escape(title, commands)}"})
    if drawn:
        item: Json = {"media": {"url": f"attachment://{_file_name(post.picture)}"}}
        parts.append(
            {"type": GALLERY, "items": [item | ({"description": shown[:MOST_ALT]} if shown else {})]}
        )
    if text:
        parts.append({"type": TEXT, "content": _text(replace(post, text=text), commands)})
    parts += [{"type": FILE, "file": {"url": f"attachment://{name}"}} for name, _ in post.documents]
    if post.rows:
        parts.append({"type": SEPARATOR})
    parts += [
        _part(part, place, emojis)
        for place, part in enumerate(_rows_that_fit(_parts(post.rows), len(parts) + 2))
    ]
    return [{"type": CONTAINER, "accent_color": GOLD if own else FELT, "components": parts}]


def _file_name(picture: Picture | None) -> str:
    """Returns the file name of a picture or film; of a picture for None."""
    return FILM if isinstance(picture, FilmPicture) else PICTURE


def text_only(post: Post) -> Post:
    """Returns a post without attachments, with its text about missing files added."""
    return post.without_files()


def words(components: Any) -> list[str]:
    """Returns the texts and payloads of a layout in order, with single spaces; [] for no list or object.

    Has the texts, the payloads, the options of menus and the descriptions of pictures. They tell whether a
    message has the content of a post. Labels and links of buttons, emojis and files do not count.
    """
    lines: list[str] = []
    if isinstance(components, list):
        for component in components:
            lines += words(component)
    elif isinstance(components, dict):
        lines += [
            " ".join(str(components[key]).split()) for key in ("content", "custom_id") if key in components
        ]
        lines += [f"{it['label']} {it['value']}" for it in components.get("options") or ()]
        lines += [it.get("description") or "" for it in components.get("items") or ()]
        for key in ("components", "accessory"):
            lines += words(components.get(key))
    return lines


def _parts(rows: Sequence[Row]) -> list[Row]:
    """Returns the non-empty rows; the buttons below a menu become one row after it.

    Neighbouring rows of one button are joined two by two.
    """
    spread: list[Row] = []
    for row in rows:
        spread += [row, row.below] if isinstance(row, Menu) else [row]
    parts: list[Row] = []
    for part in (part for part in spread if part):
        last = parts[-1] if parts else ()
        if isinstance(part, tuple) and isinstance(last, tuple) and len(part) == len(last) == 1:
            parts[-1] = (*last, *part)
        else:
            parts.append(part)
    return parts


def _rows_that_fit(rows: Sequence[Row], others: int) -> Sequence[Row]:
    """Returns the rows, or as few rows as hold all buttons if the layout has too many components.

    The few rows begin with the menus. `others` is the number of its other components.
    """
    menus = [row for row in rows if isinstance(row, Menu)]
    buttons = [button for row in rows if not isinstance(row, Menu) for button in row]
    if others + len(rows) + len(menus) + len(buttons) <= MOST_COMPONENTS:
        return rows
    starts = range(0, len(buttons), MOST_IN_ROW)
    return [*menus, *(tuple(buttons[start : start + MOST_IN_ROW]) for start in starts)]


def _part(row: Row, place: int, emojis: Emojis | None) -> Json:
    """Returns a row of buttons or a menu as a component; `place` is its number in the message."""
    if isinstance(row, Menu):
        return {"type": ROW, "components": [menu_component(row, place, emojis)]}
    return {"type": ROW, "components": [_button(button, emojis) for button in row]}


def _button(button: Button, emojis: Emojis | None) -> Json:
    """Returns a button as a component: a link, or a payload, which is valid after a restart.

    A button of a card has the card's emoji, if `emojis` has it.
    """
    made: Json = {"type": BUTTON, "label": button.label[:MOST_LABEL]}
    if button.url:
        return made | {"style": LINK, "url": button.url}
    made |= {"style": _STYLES.get(button.tone, GREY), "custom_id": button.data}
    emoji = emojis.get(button.card) if emojis and button.card is not None else None
    return made if emoji is None else made | {"emoji": emoji.to_dict()}


def _title_alt_text(post: Post, *, drawn: bool) -> tuple[str, str, str]:
    """Returns the title, the picture's description and the text of a post, without repetitions.

    The description is "" without a short form. It is "" too if the picture is not `drawn`; the text then
    contains it. With `drawn`, title and text are the short form's.
    """
    lean = post.short_form
    if lean is None:
        return post.title, "", post.text
    if drawn:
        return lean.title, lean.shown, lean.text.strip()
    parts = (lean.text, lean.shown) if lean.shown in post.subtext else (lean.shown, lean.text)
    return lean.title or post.title, "", "\n".join(filter(None, parts)).strip()


def _text(post: Post, commands: Mapping[str, str]) -> str:
    """Returns a post's text with mentions, times and small lines, cut to MOST_TEXT - 300 characters."""
    text, length = "", 0
    people = [(start, end, f"<@{person.partition(':')[2]}>") for start, end, person in post.mention_spans()]
    times = [(start, end, _time(instant)) for start, end, instant in post.instant_spans()]
    for start, end, shown in sorted((*people, *times)):
        text += f"{_escape(post.text[length:start], commands)}{shown}"
        length = end
    text += _escape(post.text[length:], commands)
    small = {_escape(line, commands) for part in post.subtext for line in part.split("\n")}
    lines = (f"-# {line}" if line in small else line for line in text.split("\n"))
    return "\n".join(lines)[: MOST_TEXT - 300]


def _time(instant: Instant) -> str:
    """Returns a timestamp in each reader's zone: time left, a date with or without its hour, or an hour.

    discord.com/developers/docs/reference, Timestamp Styles.
    """
    style = "R" if instant.counts_down else "F" if instant.has_hour else "t" if instant.only_hour else "d"
    return f"<t:{round(instant.at)}:{style}>"


def _escape(text: str, commands: Mapping[str, str]) -> str:
    """Returns a text without formatting, in which known commands are mentions; addresses stay."""
    inline = _INLINE.sub(lambda found: found[0] if "://" in found[0] else f"\\{found[0]}", text)
    plain = discord.utils.escape_mentions(_AT_START.sub(r"\g<0>\\", inline))
    return _COMMAND.sub(lambda match: commands.get(match[1], match[0]), plain)
