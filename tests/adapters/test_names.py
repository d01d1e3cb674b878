"""Two hundred names of people: each is shown as it is written, and formats nothing on any platform."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace

import pytest

from adapters.discord.layout import layout
from adapters.telegram.photos import text_of
from adapters.telegram.plain import JOINER, make_plain
from musbot.narrator import Narrator
from musbot.narrator.post import Post
from musbot.table.acts import read_act
from musbot.table.decisions import decide_act
from musbot.table.events import Person, read_person_id
from musbot.table.fold import fold
from musbot.table.names import MOST_NAME, NAMELESS
from musbot.table.table import Table
from musbot.table.view import watch
from musbot.words.texts import LANGUAGES, Texts
from tests.fakes.discord_api.components import texts as discord_texts
from tests.fakes.discord_api.markdown import read_markdown
from tests.fakes.telegram_api.found import find_entities
from tests.support.at_table import lobby

BLANK = (
    "",
    " ",
    "\t\n",
    *"\u3164\u2800\u115f\u1160\uffa0\u17b4\u17b5\u034f\u180b\u180e\ufe0f\u200b\u200c\u200d\u200e\u200f",
    *"\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2066\u2067\u2068\u2069\u206a\u061c\u00ad\ufeff\u00a0",
    *"\u1680\u2000\u2007\u200a\u2028\u2029\u202f\u205f\u3000\ufffc\u0301\u0489\u20dd\u0903\ue000\x00\x1b",
    "\U000e0020\U000e0041",
    "\U000e0100",
    "\U0001d159",
    "\U0001d173",
    "\U00016fe4",
    "\U0010ffff",
    "\u3164\u2800 \u200b",
    "\u0301\u0300\u0302",
    "::",
    "🤖",
    "\ufe0e\ufe0f",
)
"""Names that show nothing."""
SHOWN_AS_WRITTEN = (
    # starts of lines on Discord
    "-# x",
    "- x",
    "+ x",
    "* x",
    "1. x",
    "23. x",
    "> x",
    ">>> x",
    "# x",
    "## x",
    "### x",
    "-#",
    "1.",
    ">",
    "- - x",
    "-# - x",
    "1. 1. x",
    "> - x",
    "# # x",
    "--- x",
    "-x",
    "#x",
    ">x",
    "1.x",
    "1) x",
    "• x",
    # pairs of marks
    "*x*",
    "**x**",
    "***x***",
    "_x_",
    "__x__",
    "~~x~~",
    "||x||",
    "`x`",
    "``x``",
    "```x```",
    "*x_",
    "**x",
    "||x",
    "x||",
    "_",
    "*",
    "**",
    "|",
    "||",
    "`",
    "~",
    "~~",
    "\\",
    "\\*x*",
    "\\\\*x*",
    "x\\",
    "\\_x_",
    "||||",
    "snake_case_x",
    "*_~|`",
    "¯\\_(ツ)_/¯",
    "x*",
    "a*b*c",
    "**x*",
    "__*x*__",
    "~~||x||~~",
    "`*x*`",
    "(x)",
    # references
    "<#123456789>",
    "<@123456789>",
    "<@!123456789>",
    "<@&123456789>",
    "<x>",
    "<",
    "<<x>>",
    "<3",
    "\\<#12345>",
    "@everyone",
    "@here",
    "@everyone!",
    "x@here",
    "@ane_b",
    "@ab",
    "ane@home.es",
    "@",
    "@@ane_b",
    "\\@everyone",
    # links and what Telegram finds
    "[x](y)",
    "[x](y.es)",
    "[x]",
    "[](y)",
    "![x](y)",
    "ane.com",
    "www.ane.com",
    "t.me/ane",
    "ane.eus/b",
    "#ane",
    "#ane_1",
    "##ane",
    "$EUR",
    "$USD x",
    "+34600100200",
    "+34 600 100 200",
    "4111111111111111",
    "J.R.",
    "J. R.",
    "St. x",
    "a.b.c.de",
    "1.5",
    "ane.",
    ".ane",
    "..",
    "10.000",
    "x.y",
    # plain names
    "Ane",
    "Beñat",
    "Mª José",
    "O'Hara",
    "Jean-Luc",
    "Ane & Bea",
    "Ane, te toca",
    "50 %",
    "C++",
    "Ane (2)",
    "محمد",
    "אבי",
    "山田",
    "Ольга",
    "Ελένη",
    "김철수",
    "नेहा",
    "สมชาย",
    "A\u0301ne",
    "Zoë",
    "x̲y̲",
    "ﷺ",
    "😀",
    "❤️",
    "1️⃣",
    "👍🏽",
    "🇪🇸",
    "🎴 Ane",
    "★",
    "¿?",
    "!",
    "?",
    "·",
    "…",
    "=",
    "%",
    "{ $name }",
    "{x}",
    "&amp;",
)
"""Names that stand at the table exactly as people wrote them."""
CHANGED = {
    "/terminar": "terminar",
    "x /salir": "x salir",
    ">/mus": "> mus",
    "//mus": "/ mus",
    "</mus:123>": "< mus 123>",
    "<t:1234567890>": "<t 1234567890>",
    "<:x:123>": "< x 123>",
    "<id:home>": "<id home>",
    "https://ane.com": "https / ane.com",
    "Ane\u3164": "Ane",
    "Ane\ufe0f": "Ane",
    "\u202eenA": "enA",
    "\u0301Ane": "Ane",
    "Ane:": "Ane",
    "Ane 🤖": "Ane",
    "a\nb": "a b",
    "x" * 30: "x" * MOST_NAME,
}
"""Other names, and how they stand there."""
PLAIN = "Zzyzx"
"""A name that no text of ours contains."""
NAMES = [
    *((name, NAMELESS["es"]) for name in BLANK),
    *((name, name) for name in SHOWN_AS_WRITTEN),
    *CHANGED.items(),
]


def seated(name: str) -> tuple[Table, str]:
    """Returns a lobby in which somebody of that name has sat down, and their name there."""
    table = lobby()
    person = Person(read_person_id("telegram:9"), name, "es")
    for event in decide_act(table, person, 0, read_act("sit.0")).events:
        table = fold(table, event)
    seat = table.seat_of(person.id)
    assert seat is not None
    occupant = table.seats[seat]
    assert occupant is not None
    return table, occupant.name


def posts(table: Table, name: str) -> list[Post]:
    """Returns a lobby, and lines that begin and end with the name, as boards and calls have them."""
    lines = "\n".join((name, f"· {name}", f"{name} envido", f"{name}: 5", f"Ane, {name} y {name}.", name))
    return [Narrator("es").lobby(watch(table)), Post(name, lines), Post("", lines, subtext=(name,))]


def test_the_table_has_two_hundred_names() -> None:
    assert len({name for name, _ in NAMES}) == len(NAMES) >= 200


@pytest.mark.parametrize(("name", "shown"), NAMES)
def test_a_name_is_shown_as_written_or_is_jugador(name: str, shown: str) -> None:
    _, own = seated(name)
    assert own == shown
    assert any(unicodedata.category(c)[0] in "LNPS" for c in own)


def test_who_has_no_visible_name_is_called_a_player_in_the_language_of_the_table() -> None:
    for language in LANGUAGES:
        table = replace(lobby(), language=language)
        done = decide_act(table, Person(read_person_id("telegram:9"), "\u3164", "es"), 0, read_act("sit.0"))
        assert NAMELESS[language] == Texts(language)("player-forgotten")
        assert fold(table, done.events[0]).names[0] == NAMELESS[language]


@pytest.mark.parametrize(("name", "_shown"), NAMES)
def test_no_name_formats_anything_on_discord(name: str, _shown: str) -> None:
    table, own = seated(name)
    plain, _ = seated(PLAIN)
    for post, like in zip(posts(table, own), posts(plain, PLAIN), strict=True):
        for content, plain_content in zip(contents(post), contents(like), strict=True):
            shown, formats = read_markdown(content)
            like_shown, like_formats = read_markdown(plain_content)
            assert shown.replace("\u200b", "") == like_shown.replace(PLAIN, own)
            assert [kind for kind, _ in formats] == [kind for kind, _ in like_formats]


@pytest.mark.parametrize(("name", "_shown"), NAMES)
def test_telegram_finds_nothing_in_a_name(name: str, _shown: str) -> None:
    table, own = seated(name)
    plain, _ = seated(PLAIN)
    for post, like in zip(posts(table, own), posts(plain, PLAIN), strict=True):
        text = text_of(make_plain(post))
        assert text.replace(JOINER, "") == text_of(post)
        assert find_entities(text) == find_entities(text_of(make_plain(like)))


def test_addresses_of_ours_stay_whole_and_mentions_stay_on_their_names() -> None:
    post = Post(
        "",
        "ane.com, https://musbot.example/a_b*c.html",
        mentions=((read_person_id("telegram:9"), "ane.com"),),
    )
    made = make_plain(post)
    assert "https://musbot.example/a_b*c.html" in made.text
    assert [made.text[start:end] for start, end, _ in made.mention_spans()] == [f"ane.{JOINER}com"]
    (content,) = contents(post)
    assert "https://musbot.example/a_b*c.html" in content
    assert re.search(r"\\\*|\\_", contents(Post("", "a_b*c"))[0])


def contents(post: Post) -> list[str]:
    return discord_texts(layout(post, {}))
