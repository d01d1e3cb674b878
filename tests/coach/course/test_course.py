"""The course: every lesson is a hand of the engine's, and what it says of it is what the engine finds."""

from __future__ import annotations

from importlib.resources import files

import pytest

from musbot.acta.read import read
from musbot.coach.course.lessons import (
    PUPIL,
    Answer,
    Lesson,
    PlayedLesson,
    Subject,
    lance_winner,
    lesson_table,
    prepare_lesson,
)
from musbot.game.actions import Action, Sena, Voz
from musbot.game.engine import decide
from musbot.game.errors import Illegal
from musbot.narrator import Narrator
from musbot.narrator.post import Post
from musbot.service.choices.kept import Notes
from musbot.service.choices.narrators import Narrators
from musbot.service.commands.learning import Learning
from musbot.service.queue.rate_limits import IN_PRIVATE, RateLimits
from musbot.store.sqlite import SqliteStore
from musbot.table.acts import BadPayload
from musbot.table.events import Person, read_person_id
from musbot.table.view import TableView, watch
from musbot.testing import Clock
from musbot.words.texts import LANGUAGES
from tests.support.scenes import a_courier, a_messenger
from tests.support.tables import a_manager

ANE = Person(read_person_id("test:ane"), "Ane", "es")
WHO_WINS = (Lesson.GRANDE, Lesson.CHICA, Lesson.PARES, Lesson.JUEGO, Lesson.PUNTO, Lesson.MANO)


def seen(it: PlayedLesson, ended: Answer | None = None) -> TableView:
    events = (
        it.events if ended is None else (ended.leads_to.events if ended.leads_to is not None else it.whole)
    )
    table = lesson_table(ANE, "es", events)
    return watch(table, PUPIL, finished=1 if table.hands_over else None)


def told(it: PlayedLesson, given: Answer, language: str) -> tuple[Post, Post]:
    guide = Narrator(language).guide
    return guide.lesson(it, seen(it)), guide.lesson_answer(it, given, seen(it), seen(it, given))


def test_every_acta_of_the_course_replays_and_belongs_to_a_lesson():
    names = [file.name for file in files("musbot.coach.course").joinpath("actas").iterdir()]
    assert {name[:2] for name in names} == {"00", *(lesson.value[:2] for lesson in Lesson)}
    for name in names:
        assert read(files("musbot.coach.course").joinpath("actas", name).read_text("utf-8")).events


@pytest.mark.parametrize("lesson", Lesson)
def test_one_answer_is_right_and_all_can_be_given(lesson: Lesson):
    it = prepare_lesson(lesson)
    assert [answer.is_right for answer in it.answers].count(True) == 1
    assert len({answer.value for answer in it.answers}) == len(it.answers) > 1
    if it.subject is Subject.WORD:
        mesa = lesson_table(ANE, "es", it.events).mesa
        assert mesa is not None
        for answer in it.answers:
            assert isinstance(answer.value, Action)
            assert decide(mesa, PUPIL, answer.value)


def test_a_lesson_hurries_nobody():
    assert lesson_table(ANE, "es", ()).turn_s == 0


@pytest.mark.parametrize("lesson", WHO_WINS)
def test_who_wins_is_who_the_engine_pays(lesson: Lesson):
    it = prepare_lesson(lesson)
    assert it.lance is not None
    assert it.right_answer.value == lance_winner(it.whole, it.lance)


def test_a_sena_that_is_not_right_is_refused_by_the_engine():
    it = prepare_lesson(Lesson.SENAS)
    mesa = lesson_table(ANE, "es", it.events).mesa
    assert mesa is not None
    for answer in it.answers:
        assert isinstance(answer.value, Sena)
        made = Action(Voz.SENA, sena=answer.value)
        if answer.is_right:
            assert decide(mesa, PUPIL, made)
        else:
            with pytest.raises(Illegal):
                decide(mesa, PUPIL, made)


def test_only_the_ordago_wins_the_juego_of_its_lesson():
    won = {
        str(a.value): a.leads_to.mesa.juegos
        for a in prepare_lesson(Lesson.ORDAGO).answers
        if a.leads_to is not None
    }
    assert won == {"paso": (0, 1), "envido 2": (0, 1), "órdago": (1, 0)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("lesson", Lesson)
def test_a_wrong_answer_can_be_tried_again_and_tells_no_answer(lesson: Lesson, language: str):
    it = prepare_lesson(lesson)
    for answer in it.answers:
        asked, after = told(it, answer, language)
        assert after.text.startswith(asked.text)
        assert len(after.text) < 4096 - len(after.title)
        assert (after.rows == asked.rows) is not answer.is_right
        right = [b for row in after.keyboard() for b in row if b.data.endswith(f":{lesson.number + 1}")]
        assert bool(right) == (answer.is_right and lesson.number < len(Lesson))


def a_learning(store: SqliteStore, timers: Clock, notes: Notes) -> Learning:
    courier = a_courier(a_manager(store, timers), a_messenger(timers))
    return Learning(notes, Narrators(Narrator, "es"), courier, RateLimits(IN_PRIVATE, timers))


async def test_the_course_goes_on_where_it_was_left(store: SqliteStore, timers: Clock):
    notes = Notes(store)
    learning = a_learning(store, timers, notes)
    assert learning.current_page(ANE).title == "Una mano entera, paso a paso"
    assert learning.page_for(ANE, "1").title == "1 de 12 · Las cartas"
    assert learning.page_for(ANE, "4").title == "4 de 12 · La chica"
    assert "se sigue donde lo dejaste" in learning.page_for(ANE, "4.x").text
    other = Person(read_person_id("test:b"), "B")
    assert learning.current_page(other).title == "Una mano entera, paso a paso"
    await notes.stop()
    await (again := Notes(store)).start()
    assert a_learning(store, timers, again).current_page(ANE).title == "4 de 12 · La chica"


@pytest.mark.parametrize("data", ["00", "0.7", "0.y", "13", "1.9", "1.y", "x", "1.1.1", "01"])
async def test_a_button_that_was_never_written_is_refused(store: SqliteStore, timers: Clock, data: str):
    with pytest.raises(BadPayload):
        a_learning(store, timers, Notes(store)).page_for(ANE, data)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lesson_about_mus_counts_no_lance_for_none_has_been_explained_yet(language: str):
    it = prepare_lesson(Lesson.MUS)
    for answer in it.answers:
        asked, after = told(it, answer, language)
        led = after.text.removeprefix(asked.text)
        assert "•" not in led
        assert "→" in led, "how the score changes is told"
