"""A table in the terminal: what is typed, what is shown."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import Sequence

import pytest
from rich.console import Console

from adapters.console.messenger import CHAT, ConsoleMessenger
from adapters.console.screen import Screen
from adapters.console.terminal import Terminal
from musbot.app import Nature, Process
from musbot.narrator import Narrator
from musbot.narrator.post import Button, Post
from musbot.players import USUAL, AIKind
from musbot.service.messenger import Gone
from musbot.service.platform import Sitting
from musbot.store.codec import decode
from musbot.store.sqlite import SqliteStore
from musbot.table.state import SatDown
from musbot.testing import QUICK

SHORT = ("piedras=20", "juegos=1")
SAVED = "La partida queda guardada"
COUNT = r"Mesa \w+ · mano 1 ─"
"""The heading of what the first hand has come to."""


async def played(
    store: SqliteStore,
    typed: Sequence[str | None],
    names: Sequence[str] = ("Ane",),
    rules: str = "vitoria",
    seats: int = 4,
    *,
    anew: bool = False,
    cut: str | None = None,
    ai: AIKind = USUAL,
) -> str:
    """Types these lines at a terminal, after where to cut, which is asked first; returns what it showed."""
    shown = io.StringIO()
    lines: asyncio.Queue[str | None] = asyncio.Queue()
    fresh = anew or not await store.unfinished()
    for line in ("", *typed) if fresh and cut is None else (*filter(None, [cut]), *typed):
        lines.put_nowait(line)
    sitting = Sitting((rules, *SHORT), tuple(names), seats, anew=anew, ai=ai)
    console = Console(file=shown, width=100, color_system=None)
    terminal = Terminal(sitting, Narrator("es"), console, lines)
    process = Process(store, {"console": terminal}, QUICK, nature=Nature.of(1))
    await process.start()
    try:
        await asyncio.wait_for(process.until(asyncio.get_running_loop().create_future()), 20)
    finally:
        await process.stop()
    return shown.getvalue()


@pytest.mark.parametrize(("rules", "seats"), [("vitoria", 4), ("trios", 6), ("individual", 3)])
async def test_a_partida_is_played_to_its_end(store: SqliteStore, rules: str, seats: int) -> None:
    told = await played(store, ["1"] * 500, rules=rules, seats=seats)
    assert SAVED not in told
    assert "Sorteo del que da:" in told
    assert "GRANDE. Habla Ane." in told
    assert "Partida para" in told
    assert await store.unfinished() == []


async def test_who_takes_the_other_seats_is_chosen(store: SqliteStore) -> None:
    await played(store, [None], ai=AIKind.NOVATO)
    (table,) = await store.unfinished()
    events = [decode(stored) for _, stored in await store.log(table.table)]
    sat = [event.who.ai for event in events if isinstance(event, SatDown)]
    assert sat == [None, "novato", "novato", "novato"]


async def test_who_sits_alone_sees_no_cards_but_his_own_until_they_are_shown(store: SqliteStore) -> None:
    told = await played(store, ["2", None])
    before_the_count = told.split("Sorteo del que da:")[1].split("Sale ")[1].split("\n", 1)[1]
    own = [line for line in before_the_count.splitlines() if "🪙" in line or "🍷" in line]
    assert own
    assert all(line.startswith("│ 1 ") for line in own)


@pytest.mark.parametrize(
    ("rules", "seats", "typed", "asked"),
    [
        ("tres-mus", 2, [], "El número de la que tiras (por ejemplo: 3)"),
        ("vitoria", 4, ["1"] * 60, "Números de las que tiras (por ejemplo: 1 3)"),
    ],
)
async def test_as_many_cards_are_asked_for_as_may_be_thrown(
    store: SqliteStore, rules: str, seats: int, typed: list[str | None], asked: str
) -> None:
    told = await played(store, [*typed, None], rules=rules, seats=seats)
    assert asked in told


async def test_senas_and_looks_have_letters(store: SqliteStore) -> None:
    told = await played(store, ["a", "b", None], cut="5")
    before, signed, looked = (part.partition("Ane> ")[0] for part in told.split("tus cartas")[1:])
    sena = re.findall(r"a Seña:\s(\w+\s\w+)", before)[0].replace("\n", " ")
    assert "Has hecho señas" not in before
    assert f"Has hecho señas: {sena}." in signed
    name = re.findall(r"b Mirar a\s(\w+)", signed)[0]
    assert f"Miras a {name}." not in signed
    assert f"Miras a {name}." in looked


async def test_what_is_not_understood_is_asked_again_and_nothing_is_lost(store: SqliteStore) -> None:
    told = await played(store, ["ocho", "99", "mus", None])
    assert told.count("No te entiendo.") == 2
    assert "«mus»" in told.split("Ane> ")[-2]
    assert "La partida queda guardada" in told
    again = await played(store, [None])
    assert "Hay una partida a medias" in again


async def test_two_at_one_terminal_pass_the_screen_before_they_see_cards(store: SqliteStore) -> None:
    told = await played(store, ["", "1"] * 20 + [None], names=("Ane", "Beñat"))
    first = told.index("Pásale la pantalla a ")
    assert told.index("tus cartas") > first
    assert told.count("Pásale la pantalla a ") >= 2


@pytest.mark.parametrize(
    ("word", "shown"),
    [("tanteo", "🔷 Ane"), ("cartas", "tus cartas"), ("reglas", "vitoria"), ("ayuda", "mus")],
)
async def test_a_question_is_answered_and_the_turn_stays(store: SqliteStore, word: str, shown: str) -> None:
    told = await played(store, [word, None])
    assert shown in told.split("Ane> ")[1]


# ---- what is told, and when ------------------------------------------------------------------------------


async def test_the_table_and_its_promise_are_shown_before_the_first_hand(store: SqliteStore) -> None:
    told = await played(store, [None])
    begins = told.index("Mano 1. ")
    assert told.index("Baraja sellada") < begins
    assert told.index("Sorteo del que da:") < begins
    assert told.count("Baraja sellada") == 1


async def test_the_count_of_a_hand_stands_between_its_last_word_and_the_next_hand(store: SqliteStore) -> None:
    told = await played(store, ["1"] * 60 + [None])
    words, count = re.split(COUNT, told, maxsplit=1)
    count, after = count.split("Mano 2. ", 1)
    assert "GRANDE" in words
    assert re.search(r"^│ 🔷 Ane y \w+: \d+ → \d+ +│$", count, re.MULTILINE)
    assert re.findall(r"^\w+(?: 🤖)?: .+", count, re.MULTILINE) == [], "nobody says anything there"
    assert re.findall(r"^\w+(?: 🤖)?: .+", after, re.MULTILINE)


async def test_each_at_one_terminal_sees_only_his_own_cards(store: SqliteStore) -> None:
    names = ("Ane", "Beñat", "Carmen", "Dani")
    told = await played(store, ["", "1"] * 16 + [None], names)
    looks = re.split(r"Pásale la pantalla a (\w+) y pulsa Intro\.", re.split(COUNT, told)[0])
    assert "tus cartas" not in looks[0]
    assert set(names) <= set(looks)
    assert all(f"{name}, tus cartas" in told for name in names)
    for name, seen in zip(looks[1::2], looks[2::2], strict=True):
        assert set(re.findall(r"(\w+), tus cartas", seen)) <= {name}
    assert "Ane tira 1" in told
    assert not {"Tiras ", "Coges "} & set(re.findall(r"^\w+ ", told, re.MULTILINE)), "all look at it"


# ---- a table that was left ---------------------------------------------------------------------------------


async def test_a_table_that_was_left_is_there_again_with_its_board_and_cards(store: SqliteStore) -> None:
    before = await played(store, ["1", None])
    again = await played(store, [None])
    assert "Se sigue con ella" in again
    board = before[before.rindex("╭─ Mesa") : before.rindex("╭─ Ane, tus cartas")]
    assert board + "╭─ Ane, tus cartas" in again
    assert "Baraja sellada" not in again


async def test_another_table_is_opened_when_one_is_wanted_anew(store: SqliteStore) -> None:
    await played(store, ["no mus", None])
    told = await played(store, [None], anew=True)
    assert "Se sigue con ella" not in told
    assert told.count("Baraja sellada") == 1
    assert len(await store.unfinished()) == 1


async def test_what_is_left_of_ended_tables_is_not_told_again(store: SqliteStore) -> None:
    await played(store, ["1"] * 500)
    told = await played(store, [None])
    assert "gana" not in told
    assert "Mano 1. " in told


# ---- throwing cards --------------------------------------------------------------------------------------


async def test_a_card_that_is_not_there_is_not_thrown_nor_any_other(store: SqliteStore) -> None:
    told = await played(store, ["2 9", "1 3", None], rules="tres-mus", seats=2)
    at_the_discard = told.split("El número de la que tiras")[1]
    assert at_the_discard.count("No te entiendo") == 1


# ---- the messenger -----------------------------------------------------------------------------------------


async def test_the_messages_of_an_earlier_session_are_gone() -> None:
    messenger = ConsoleMessenger(Screen(Console(file=io.StringIO())))
    sent = await messenger.send(CHAT, Post("", "hola"))
    await messenger.edit(CHAT, sent, Post("", "hola otra vez"))
    with pytest.raises(Gone):
        await ConsoleMessenger(Screen(Console(file=io.StringIO()))).edit(CHAT, sent, Post("", "hola"))


@pytest.mark.parametrize(
    ("chat", "post", "printed"),
    [
        (CHAT, Post("Mano", "la cuenta"), True),
        (CHAT, Post("Mano", "el tablero", ((Button("Mus", "K7-abcdef:1:mus"),),)), False),
        (CHAT, Post("", "Ane, te toca", mentions=((f"{CHAT}#Ane", "Ane"),)), False),
        (f"{CHAT}#Ane", Post("Tus cartas", "rey de oros"), False),
    ],
    ids=["what changes no more", "a board", "a call", "what is for one alone"],
)
async def test_only_what_all_may_see_and_changes_no_more_is_printed(
    chat: str, post: Post, printed: bool
) -> None:
    shown = io.StringIO()
    screen = Screen(Console(file=shown))
    screen.begin(1)
    await ConsoleMessenger(screen).send(chat, post)
    assert (post.text in shown.getvalue()) == printed


async def test_the_course_is_taken_while_the_table_waits_and_goes_on_where_it_was_left(
    store: SqliteStore,
) -> None:
    told = await played(store, ["aprender", "1", "9", "2", "2", "salir", "glosario deje", "/aprender", None])
    assert told.count("1 de 12 · Las cartas") == 3, told
    assert "1: no. Mira cuántas cartas" in told
    assert "2: ¡eso es!" in told
    assert "Número para contestar" in told
    assert told.count("2 de 12 · Mus") == 2
    assert "Lo que cobra al momento" in told
    assert SAVED in told
