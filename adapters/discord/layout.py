"""A post as Discord shows it: a Components V2 layout, made afresh for every send and every edit.

It is plain JSON: discord.py's views cost three times the processor time, and a view that is sent again can
take the dynamic items out of the whole bot (2.7.1, `ViewStore.remove_view`). `DiscordBot.interaction` reads
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
from discord.utils import escape_markdown

from adapters.discord.emojis import Emojis
from adapters.discord.kept import KeptPictures
from adapters.discord.menus import choose
from musbot.narrator.post import Button, Instant, Menu, Post, Row
from musbot.pictures.specs import FilmPicture, Paint, Picture

log = logging.getLogger(__name__)

Json = dict[str, Any]

FELT, GOLD = 0x1F7A4D, 0xC9A227
MOST_TEXT = 4000
"""Characters in all the texts of one layout: discord.com/developers/docs/components/reference."""
PICTURE, FILM = "mus.png", "mus.gif"
MOST_ALT = 1024
"""Characters that describe a picture, as above, Media Gallery Item."""
MOST_LABEL, MOST_COMPONENTS, MOST_IN_ROW = 80, 40, 5
ROW, BUTTON, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER = 1, 2, 10, 12, 13, 14, 17
"""Types of components, as above."""
GREY, GREEN, RED, LINK = 2, 3, 4, 5
"""Styles of buttons, as above."""
_STYLES = {"go": GREEN, "bold": RED}
_COMMAND = re.compile(r"(?<![\w/:<])/([a-zñ]+)\b")


@dataclass(frozen=True, slots=True)
class Laid:
    """A post ready for the wire: its components, and the files to which they refer, by name.

    `picture` tells its picture from others ("": it shows none), `kept` is the id of the one that its message
    shows already (0: it is among the files); `own` is a private post.
    """

    post: Post
    own: bool
    components: list[Json]
    files: tuple[tuple[str, bytes], ...] = ()
    picture: str = ""
    kept: int = 0


class Layouts:
    """Makes layouts; pictures are drawn by `paint`, if there is one, and one that fails is left out."""

    def __init__(self, paint: Paint | None = None) -> None:
        self._paint = paint
        self.kept = KeptPictures()
        self.commands: dict[str, str] = {}
        """How each command is mentioned, so that who reads it can press it."""
        self.emojis: Emojis = {}
        """The emoji of each card; none until there are all."""

    async def of(
        self, post: Post, *, own: bool = False, most_s: float | None = None, message: int = 0
    ) -> Laid:
        """Returns a post ready for the wire; `own` is a private post.

        A picture that the `message` shows already stays there; one that is not drawn after `most_s` seconds
        is left out.
        """
        wanted = _picture(post) if self._paint is not None else None
        name = hashlib.sha256(repr(wanted).encode()).hexdigest()[:16] if wanted is not None else ""
        kept = self.kept.of(message, name) if not post.documents else 0
        picture = None
        if wanted is not None and self._paint is not None and not kept:
            with suppress(TimeoutError):
                async with asyncio.timeout(most_s):
                    picture = await self._paint(wanted)
        files = ((_file_name(wanted), picture), *post.documents) if picture is not None else post.documents
        drawn, emojis = bool(kept or picture), self.emojis if own else None  # a card's is never for everybody
        parts = layout(post, self.commands, emojis, own=own, drawn=drawn)
        return Laid(post, own, parts, files, name if drawn else "", kept)

    def lacks(self, laid: Laid) -> bool:
        """Whether a post goes without its picture: it was not there in time, or cannot be drawn."""
        return not laid.picture and _picture(laid.post) is not None and self._paint is not None

    def lost(self, error: discord.HTTPException) -> bool:
        """Notes that Discord refused a post for its emojis, if so: they are gone, the next goes without."""
        lost = error.status == 400 and bool(self.emojis) and "emoji" in error.text.casefold()
        if lost:
            self.emojis.clear()
            log.warning("the emojis of the cards are gone: buttons stay words until the next start")
        return lost


def _picture(post: Post) -> Picture | None:
    return (post.short_form.picture if post.short_form is not None else None) or post.picture


def layout(
    post: Post,
    commands: Mapping[str, str],
    emojis: Emojis | None = None,
    *,
    own: bool = False,
    drawn: bool = False,
) -> list[Json]:
    """Returns the layout of a post; `commands` are the mentions of commands by name, `own` a private post."""
    parts: list[Json] = []
    title, shown, text = _said(post, drawn=drawn)
    if title:
        parts.append({"type": TEXT, "content": f"### {_escaped(title, commands)}"})
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
        _part(part, place, emojis) for place, part in enumerate(_fitting(_parts(post.rows), len(parts) + 2))
    ]
    return [{"type": CONTAINER, "accent_color": GOLD if own else FELT, "components": parts}]


def _file_name(picture: Picture | None) -> str:
    return FILM if isinstance(picture, FilmPicture) else PICTURE


def bare(post: Post) -> Post:
    """Returns a post with nothing attached: all in words."""
    return post.without_files()


def words(components: Any) -> list[str]:
    """Returns what a layout says and carries, in order: two that say the same are the same to look at."""
    said: list[str] = []
    if isinstance(components, list):
        for component in components:
            said += words(component)
    elif isinstance(components, dict):
        said += [
            " ".join(str(components[key]).split()) for key in ("content", "custom_id") if key in components
        ]
        said += [f"{it['label']} {it['value']}" for it in components.get("options") or ()]
        said += [it.get("description") or "" for it in components.get("items") or ()]
        for key in ("components", "accessory"):
            said += words(components.get(key))
    return said


def _parts(rows: Sequence[Row]) -> list[Row]:
    """The rows, with what stands beneath a menu in one of its own; two lone buttons share one."""
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


def _fitting(rows: Sequence[Row], others: int) -> Sequence[Row]:
    """The rows as they are, or as few as hold all buttons if a layout could not hold so many."""
    menus = [row for row in rows if isinstance(row, Menu)]
    buttons = [button for row in rows if not isinstance(row, Menu) for button in row]
    if others + len(rows) + len(menus) + len(buttons) <= MOST_COMPONENTS:
        return rows
    starts = range(0, len(buttons), MOST_IN_ROW)
    return [*menus, *(tuple(buttons[start : start + MOST_IN_ROW]) for start in starts)]


def _part(row: Row, place: int, emojis: Emojis | None) -> Json:
    if isinstance(row, Menu):
        return {"type": ROW, "components": [choose(row, place, emojis)]}
    return {"type": ROW, "components": [_button(button, emojis) for button in row]}


def _button(button: Button, emojis: Emojis | None) -> Json:
    """A button, with the emoji of its card if there is one; it carries all it needs, also after a restart."""
    made: Json = {"type": BUTTON, "label": button.label[:MOST_LABEL]}
    if button.url:
        return made | {"style": LINK, "url": button.url}
    made |= {"style": _STYLES.get(button.tone, GREY), "custom_id": button.data}
    emoji = emojis.get(button.card) if emojis and button.card is not None else None
    return made if emoji is None else made | {"emoji": emoji.to_dict()}


def _said(post: Post, *, drawn: bool) -> tuple[str, str, str]:
    """The title of a post, what describes its picture, and its text: with a picture nothing is said twice."""
    lean = post.short_form
    if lean is None:
        return post.title, "", post.text
    if drawn:
        return lean.title, lean.shown, lean.text.strip()
    told = (lean.text, lean.shown) if lean.shown in post.subtext else (lean.shown, lean.text)
    return lean.title or post.title, "", "\n".join(filter(None, told)).strip()


def _text(post: Post, commands: Mapping[str, str]) -> str:
    text, told = "", 0
    people = [(start, end, f"<@{person.partition(':')[2]}>") for start, end, person in post.mention_spans()]
    times = [(start, end, _time(instant)) for start, end, instant in post.instant_spans()]
    for start, end, shown in sorted((*people, *times)):
        text += f"{_escaped(post.text[told:start], commands)}{shown}"
        told = end
    text += _escaped(post.text[told:], commands)
    small = {_escaped(line, commands) for part in post.subtext for line in part.split("\n")}
    lines = (f"-# {line}" if line in small else line for line in text.split("\n"))
    return "\n".join(lines)[: MOST_TEXT - 300]


def _time(instant: Instant) -> str:
    """A time as Discord shows it to each reader: discord.com/developers/docs/reference, Timestamp Styles."""
    return f"<t:{round(instant.at)}:{'R' if instant.counts_down else 'd'}>"


def _escaped(text: str, commands: Mapping[str, str]) -> str:
    """A text that Discord shows as it is, with its commands as things to press."""
    plain = discord.utils.escape_mentions(escape_markdown(text))
    return _COMMAND.sub(lambda match: commands.get(match[1], match[0]), plain)
