"""What is to be seen in the terminal is what was kept (`python -m tests.support.screens` writes it anew)."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from wcwidth import wcwidth

from adapters.console.art import Art, cards, drawn_width
from adapters.console.layout import layout_rows, max_scroll, scroll_step, text_of
from adapters.console.scene import Choosable, Fan, Scene, Sheet, Size
from adapters.console.wrap import width, wrap_text
from musbot.game.cards import card
from musbot.words.cards import card_names
from musbot.words.texts import Texts
from tests.support.screens import KEPT, SCREENS, told


@pytest.mark.parametrize("name", SCREENS)
async def test_what_is_to_be_seen_is_what_was_kept(name: str, tmp_path: Path) -> None:
    kept = (KEPT / f"{name}.txt").read_text("utf-8")
    assert await told(SCREENS[name], tmp_path) == kept


def test_no_screen_is_kept_that_is_none() -> None:
    assert {file.stem for file in KEPT.glob("*.txt")} == set(SCREENS)


# ---- laid out ----------------------------------------------------------------------------------------------

SCENE = Scene(
    title="Mesa K7 · Vitoria a 40 · juego 2 (1–0) · mano 6",
    board="🔷 Ane (mano) y Carmen: 17 (3 amarracos y 2)\n\nGrande: 4 queridas · Chica: en paso\n\nHabla Ane.",
    story=tuple(f"Patxi 🤖: envido {number}" for number in range(30)),
    hand=Fan(
        "Ane, tus cartas",
        tuple(card_names(Texts("es"), card(name)) for name in ("12o", "3c", "11b", "1e")),
        "Duples de reyes y ases · 31, la una\n\n👀 Maite te pasa la seña: dos ases.",
    ),
    choices=(Choosable("1", "Quiero"), Choosable("2", "Y yo (+2 → 4)"), Choosable("a", "Mirar a Patxi")),
    hint="Las letras de las que tiras.",
    note="Ahora no se puede decir «mus».",
)


@pytest.mark.parametrize("page", [None, Sheet("La cuenta", "una línea más larga que otra\n" * 50)])
def test_at_any_size_there_are_as_many_rows_as_there_is_room_for_and_none_is_too_wide(
    page: Sheet | None,
) -> None:
    scene = Scene(**{**{name: getattr(SCENE, name) for name in SCENE.__slots__}, "page": page})
    for columns in (1, 5, 20, 40, 60, 61, 80, 120, 300):
        for rows in (1, 2, 5, 11, 19, 23, 39, 100):
            drawn = layout_rows(scene, Size(columns, rows), {})
            assert len(drawn) <= rows
            assert max(sum(width(span.text) for span in row) for row in drawn) <= columns or columns < 12
    assert len(layout_rows(scene, Size(60, 19), {})) == 19


def test_drawn_cards_are_as_wide_as_the_columns_that_they_need() -> None:
    assert SCENE.hand is not None
    need = drawn_width(SCENE.hand)
    for art in (Art.LARGE, Art.SMALL):
        drawn = cards(SCENE.hand, art, need)
        assert len(drawn) > 2, "not as names"
        assert {sum(width(span.text) for span in row) for row in drawn} == {need}


def test_what_is_asked_the_cards_and_the_choices_are_there_at_the_smallest_size() -> None:
    screen = "\n".join("".join(span.text for span in row) for row in layout_rows(SCENE, Size(60, 19), {}))
    for text in ("Habla Ane.", "Rey●", "1 Quiero   2 Y yo (+2 → 4)", "envido 29", "«mus»"):
        assert text in screen


@pytest.mark.parametrize("size", [Size(60, 19), Size(60, 23), Size(80, 23), Size(80, 31), Size(120, 39)])
def test_cards_look_alike_from_hand_to_hand_however_much_stands_around_them(size: Size) -> None:
    drawn: dict[Size, Art] = {}
    rows = []
    for senas in (0, 1, 2, 0, 9, 0, 2):
        held = replace(SCENE.hand or Fan("", ()), details="👀 Maite te pasa la seña: dos ases.\n" * senas)
        seen = "\n".join(text_of(layout_rows(replace(SCENE, hand=held), size, drawn)))
        rows.append(seen.count("│"))
    assert len(set(rows[:4])) == 1
    assert rows == sorted(rows, reverse=True), "what did not fit once is not tried again"


@pytest.mark.parametrize("name", SCREENS)
def test_at_each_size_a_card_has_one_face(name: str) -> None:
    kept = (KEPT / f"{name}.txt").read_text("utf-8")
    faces: dict[str, set[int]] = {}
    for size, screen in re.findall(r"(\d+×\d+)\n═+\n(.*?)\n═+$", kept, re.MULTILINE | re.DOTALL):
        faces.setdefault(size, set()).add(screen.count("\n│"))
    assert all(len(rows - {0}) <= 1 for rows in faces.values()), faces
    assert not SCREENS[name].sizes or not set(kept) & set("🪙🍷⚔🪵")


def test_the_first_event_that_is_seen_is_a_whole_one() -> None:
    draw = (
        "Se sortea quién da:\nInvitado lleva oros, Patxi lleva copas, Maite lleva espadas, Koldo lleva bastos"
    )
    story = (
        draw,
        "Sale el cinco de oros: da Invitado.",
        "Mano 1.",
        draw,
        *(f"Patxi 🤖: {word}" for word in ("mus", "no")),
    )
    beginnings = {event.split("\n")[0] for event in story}
    alone = {line[:30] for line in draw.split("\n")}
    for heard in range(1, len(story) + 1):
        for rows in range(12, 40):
            scene = replace(SCENE, story=story[:heard])
            seen = list(text_of(layout_rows(scene, Size(60, rows), {})))
            rule = next((n for n, row in enumerate(seen) if set(row) == {"─"}), None)
            first = seen[rule + 1] if rule is not None else ""
            assert first in beginnings | {""} or (first[:30] in alone and story[heard - 1] == draw), first


@pytest.mark.parametrize(
    ("line", "columns", "rows"),
    [
        ("Grande: 5 queridas · Chica: 1 para Ane", 22, ["Grande: 5 queridas ·", "  Chica: 1 para Ane"]),
        ("Pares: 3 de premio para Patxi y Koldo", 24, ["Pares: 3 de premio para", "  Patxi y Koldo"]),
        ("Partida de mus para unos 12 amarracos", 26, ["Partida de mus para", "  unos 12 amarracos"]),
        ("corto", 80, ["corto"]),
        ("", 80, [""]),
    ],
)
def test_no_number_parts_from_what_it_counts_at_the_end_of_a_line(
    line: str, columns: int, rows: list[str]
) -> None:
    assert wrap_text(line, columns) == rows


@pytest.mark.parametrize("name", SCREENS)
def test_no_line_that_is_kept_ends_between_a_number_and_what_it_counts(name: str) -> None:
    kept = (KEPT / f"{name}.txt").read_text("utf-8")
    assert not re.search(r"\n  \d+ (de deje|queridas|de premio)", kept)
    assert not re.search(r"^\S.* (\d+|🔷|🟠)\n  \S", kept, re.MULTILINE)
    assert not re.search(r"^ *[●▼†▮]", kept, re.MULTILINE)


def test_no_sign_is_kept_of_which_terminals_disagree_how_wide_it_is() -> None:
    on_screens = [name for name, what in SCREENS.items() if what.sizes]
    kept = "".join((KEPT / f"{name}.txt").read_text("utf-8") for name in on_screens)
    assert not set(kept) & set("\ufe0f\u200d")
    assert all(wcwidth(sign) >= 0 for sign in set(kept) - {"\n"})


@pytest.mark.parametrize("name", SCREENS)
def test_no_screen_names_a_command_as_the_chats_do(name: str) -> None:
    assert not re.findall(r"(?<![\w/])/[a-zñ]{2,}", (KEPT / f"{name}.txt").read_text("utf-8"))


def test_a_page_that_is_scrolled_begins_where_a_line_begins() -> None:
    size = Size(60, 19)
    for long in range(40, 260, 7):
        page = Sheet("Mano 1", "\n".join(f"{n}: {'palabra ' * (long // 8)}" for n in range(12)))
        firsts, last = [], max_scroll(Scene(page=page), size)
        for scroll in (0, scroll_step(size), last):
            rows = list(text_of(layout_rows(Scene(page=page, scroll=scroll), size, {})))
            firsts.append(rows[1])
        assert all(re.match(r"\d+: ", first) for first in firsts), firsts
