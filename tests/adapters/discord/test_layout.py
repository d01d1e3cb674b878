"""How a post looks on Discord, and that no layout can take the buttons of the others away."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from adapters.discord.layout import MOST_COMPONENTS, layout
from musbot.narrator import Narrator
from musbot.narrator.post import Button, Instant, Menu, Option, Post, ShortForm
from musbot.pictures.specs import HandPicture
from musbot.table.events import read_person_id
from musbot.table.view import watch
from tests.support.at_table import dealt

DATA = "K7-abcdef:3:paso"


def flat(found: Any) -> list[dict[str, Any]]:
    return [one for part in found for one in (part, *flat(part.get("components") or []))]


def shown(post: Post, **commands: str) -> list[dict[str, Any]]:
    return flat(layout(post, commands))


def test_markdown_and_mentions_in_names_are_shown_as_they_are() -> None:
    text = shown(Post("", "*Ane* y __Beñat__ @everyone <@100000000000000001>"))[1]["content"]
    assert text == "\\*Ane\\* y \\_\\_Beñat\\_\\_ @\u200beveryone \\<@\u200b100000000000000001>"


def test_a_command_in_a_text_can_be_pressed_others_stay() -> None:
    text = shown(Post("", "Con /mesa o /otra; 1/2"), mesa="</table:7>")[1]["content"]
    assert text == "Con </table:7> o /otra; 1/2"


def test_times_are_those_of_the_reader_in_the_order_of_the_text() -> None:
    post = Post(
        "", "1/2/2026, 1/2/2026, (20 s)", instants=(Instant("1/2/2026", 7.0), Instant("1/2/2026", 8.0))
    )
    assert shown(post)[1]["content"] == "<t:7:d>, <t:8:d>, (20 s)"
    post = Post(
        "",
        "Ane, te toca (20 s).",
        (),
        ((read_person_id("discord:42"), "Ane"),),
        instants=(Instant("20 s", 9.4, True),),
    )
    assert shown(post)[1]["content"] == "<@42>, te toca (<t:9:R>)."


def test_the_one_to_be_called_is_mentioned() -> None:
    post = Post("", "Ane_1, te toca.", mentions=((read_person_id("discord:42"), "Ane_1"),))
    assert shown(post)[1]["content"] == "<@42>, te toca."


@pytest.mark.parametrize("name", ["@everyone", "@here", "<@123>", "<@&1>", "*Ane*", "# Ane"])
def test_whoever_is_called_so_is_called_and_nobody_else(name: str) -> None:
    view = watch(dealt())
    seat = replace(view.seats[0], name=name, person=read_person_id("discord:42"))
    post = Narrator("es").nudge_call(replace(view, seats=(seat, *view.seats[1:])), 0)
    text = shown(post)[1]["content"]
    assert text.startswith("<@42>, te toca en la Mesa K7.")
    assert not re.search(r"@(everyone|here)|^#", text.removeprefix("<@42>"))


def test_buttons_of_more_rows_than_a_layout_holds_are_packed() -> None:
    rows = tuple((Button(str(n), f"K7-abcdef:1:pick.{n}"),) for n in range(25))
    found = shown(Post("título", "texto", rows))
    assert len(found) <= MOST_COMPONENTS
    assert sum(part["type"] == 2 for part in found) == 25
    full = 1 + len(shown(Post("título", "texto", rows[:23])))
    assert full == MOST_COMPONENTS, "what just fits stands as it is"


PICTURED = Post(
    "mano 3",
    "Ane: rey\nGrande: 2",
    picture=HandPicture((), (), ()),
    short_form=ShortForm("", "Ane: rey", "Grande: 2"),
)


def test_with_a_picture_nothing_is_said_twice() -> None:
    found = flat(layout(PICTURED, {}, drawn=True))
    assert [part["content"] for part in found if "content" in part] == ["Grande: 2"]
    assert [part["items"][0]["description"] for part in found if "items" in part] == ["Ane: rey"]


def test_without_the_picture_its_words_are_said() -> None:
    assert [part["content"] for part in shown(PICTURED) if "content" in part] == [
        "### mano 3",
        "Ane: rey\nGrande: 2",
    ]


def test_a_digest_is_small() -> None:
    text = shown(Post("", "Guárdala:\n0123_abc\nfin", subtext=("0123_abc",)))[1]["content"]
    assert text == "Guárdala:\n-# 0123\\_abc\nfin"


def test_two_lone_buttons_share_a_row() -> None:
    uno, dos, tres = (
        Button(label, f"K7-abcdef:1:pick.{n}") for n, label in enumerate(("uno", "dos", "tres"))
    )
    found = shown(Post("", "x", ((uno,), (dos,), (uno, dos), (tres,))))
    rows = [[button["label"] for button in part["components"]] for part in found if part["type"] == 1]
    assert rows == [["uno", "dos"], ["uno", "dos"], ["tres"]]


MENU = Menu(
    "¿Cuáles?",
    tuple(Option(str(n), f"K7-abcdef:1:rules.{n}", "algo " * 30) for n in range(25)),
    tuple((Button(str(n), f"K7-abcdef:1:rules.{n}"),) for n in range(25)),
    below=(Button("Paso", DATA),),
)


def test_a_menu_stands_in_place_of_its_buttons() -> None:
    found = shown(Post("título", "texto", (MENU,)))
    (menu,) = [part for part in found if part["type"] == 3]
    assert [part["label"] for part in found if part["type"] == 2] == ["Paso"]
    assert len(menu["options"]) == 25
    assert all(option["description"].endswith("algo…") for option in menu["options"])
    assert all(len(option["description"]) <= 100 for option in menu["options"])


def test_two_menus_of_a_message_are_told_apart() -> None:
    found = shown(Post("título", "texto", (MENU, replace(MENU, below=()))))
    assert len({part["custom_id"] for part in found if part["type"] == 3}) == 2


def test_a_tone_is_a_colour() -> None:
    rows = ((Button("Quiero", "a", tone="go"), Button("Órdago", "b", tone="bold"), Button("Paso", "c")),)
    styles = [part["style"] for part in shown(Post("", "x", rows)) if part["type"] == 2]
    assert styles == [3, 4, 2]
