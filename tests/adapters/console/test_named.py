"""What is typed on a page of the terminal presses the button that it names."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import Sequence

import pytest

from adapters.console.ground import TerminalKind
from adapters.console.messenger import CHAT
from adapters.console.named import find_begun, find_named
from adapters.console.scene import Size
from adapters.console.spoken import SpokenStage
from musbot.coach.course.lessons import Lesson, opening_hand, prepare_lesson
from musbot.game.actions import Action
from musbot.port.platform import Sitting
from musbot.service.choices.kept import Fact
from musbot.store.sqlite import SqliteStore
from musbot.words.texts import LANGUAGES, Texts
from tests.support.typist import SHORT, on_screen, sat

COURSE = Sitting((), (), 0, learns=True)
TABLE = Sitting(("vitoria", *SHORT), ("Ane",), 4)
SMALL = (Size(60, 20),)


def flat(screen: str) -> str:
    """Returns a screen as if it were one line."""
    return " ".join(screen.split())


async def spoken(store: SqliteStore, typed: Sequence[str | None], sitting: Sitting) -> str:
    """Types these lines at a terminal without a screen; returns what it said."""
    out, lines = io.StringIO(), asyncio.Queue[str | None]()
    for line in typed:
        lines.put_nowait(line)
    await sat(store, SpokenStage(out, lines, Texts("es"), interactive=True), sitting, TerminalKind.TEXT)
    return out.getvalue()


async def test_in_the_course_the_word_of_a_button_presses_it_on_both_terminals(store: SqliteStore) -> None:
    window = await on_screen(store, ["no hay mus", "envido", None], COURSE)
    assert "Grande: ganan las cartas más altas" in flat(window.screens[1])
    assert "Chica: ganan las cartas más bajas" in flat(window.screens[2])
    told = await spoken(store, ["corto", "envido 2", "seguir", None], COURSE)
    assert "Chica: ganan las cartas más bajas" in told
    assert "Aquí lo dejamos." in told


async def test_in_the_course_the_beginning_of_a_button_presses_it(store: SqliteStore) -> None:
    await store.store_note(Fact.COURSE, f"{CHAT}#Invitado", "2")
    window = await on_screen(store, ["MUS.", "sig", None], COURSE)
    assert "Mus: ¡eso es!" in flat(window.screens[1])
    assert "3 de 12" in window.screens[2]


@pytest.mark.parametrize("typed", ["órdago", "5 más", "qwerty", "9"])
async def test_in_the_course_whatever_is_no_button_is_told_what_can_be_typed(
    store: SqliteStore, typed: str
) -> None:
    window = await on_screen(store, [typed, None], COURSE, sizes=SMALL)
    told = flat(window.screens[1])
    assert "Una mano entera" in told
    assert "las palabras de al lado: «No hay mus» y «Seguir en otro momento»." in told
    assert "También valen «ayuda» y «salir»." in told


async def test_after_a_right_answer_the_first_button_goes_on(store: SqliteStore) -> None:
    await store.store_note(Fact.COURSE, f"{CHAT}#Invitado", "2")
    window = await on_screen(store, ["mus", "1", None], COURSE)
    assert "1 Siguiente" in window.screens[1]
    assert "3 de 12" in window.screens[2]


async def test_a_setting_is_chosen_by_its_name(store: SqliteStore) -> None:
    window = await on_screen(store, ["ajustes", "ritmo", "volver", "idioma", None], TABLE)
    titles = [re.sub(r"\W*(\w+).*", r"\1", screen.splitlines()[0]) for screen in window.screens]
    assert titles == ["Mesa", "Ajustes", "Ritmo", "Ajustes", "Idioma"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_that_the_course_asks_for_presses_its_button(language: str) -> None:
    texts = Texts(language)
    asked = [step.say for step in opening_hand() if step.say is not None]
    for it in map(prepare_lesson, Lesson):
        asked += [answer.value for answer in it.answers if isinstance(answer.value, Action)]
    assert len(asked) > 5
    for said in asked:
        word = texts.word(str(said))
        labels = {"1": word.capitalize(), "2": texts("button-lesson-close")}
        assert find_named(texts, labels, word) == "1"


def test_a_line_names_a_button_with_or_without_what_stands_in_parentheses() -> None:
    texts, labels = Texts("en"), {"1": "Paso (no bet)", "2": "Envido (bet 2)", "3": "Go on another time"}
    named = {"2": "2", "paso": "1", "PASO (no bet)": "1", "pass": "1", "bet 2": "2", "go": None}
    assert {it: find_named(texts, labels, it) for it in named} == named
    assert find_begun(labels, "go") == "3"
    assert find_begun({"1": "Mus", "2": "Mus visto"}, "mu") is None
    assert find_begun(labels, " / ") is None
    assert find_named(texts, labels, "envido 5") is None
