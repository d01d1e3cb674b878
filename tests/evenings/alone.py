"""Evenings of one person and the bot: a table of one's own, in one's private chat."""

from __future__ import annotations

from functools import partial

from musbot.coach.course.lessons import Lesson, opening_hand, prepare_lesson
from musbot.game.state import Descarte
from musbot.table.table import Table
from tests.evenings.around import NUMBERS
from tests.evenings.evening import Evening

ANE = NUMBERS["Ane"]
THREE_DAYS = 3 * 86400
BEGUN = tuple(Lesson)[:3]
SUITS = ("🪙", "🍷", "⚔️", "🪵")


async def alone_at_a_table(it: Evening) -> None:
    """Ane, who is new, presses Jugar a solas, plays a hand with three AI players, goes on days later."""
    it.chat = ANE
    it.say("Ane", "/start", chat=ANE)
    await it.press("Ane", "Jugar a solas", chat=ANE)
    await it.press("Ane", "Empezar", chat=ANE)
    while it.table is None or not it.table.hands_over:
        await plays(it)
    await it.wait(8)
    board = it.fake.from_bot(ANE)[-1]
    assert "Empezar" not in it.group()
    await it.wait(3700)
    assert it.table is not None
    assert it.table.put_off
    assert it.fake.from_bot(ANE)[-1] is board, "nobody was called, nothing was posted"
    async with it.down():
        await it.wait(THREE_DAYS)
    await it.wait(5)
    it.say("Ane", "/mus", chat=ANE)
    await it.wait(2)
    assert it.fake.from_bot(ANE)[-1] is not board
    await it.speak("No hay mus", "Paso")
    await it.wait(8)


async def a_beginner(it: Evening) -> None:
    """Ane has never played: from /start she says so, and plays until a hand is won, the third or later."""
    it.chat = ANE
    it.say("Ane", "/start", chat=ANE)
    await it.press("Ane", "Estoy empezando", chat=ANE)
    await it.wait(3)
    it.say("Ane", "no entiendo nada", chat=ANE)
    while not _won(it.table) or len(it.table.course if it.table else ()) < 3:
        await plays(it)
    await it.wait(8)
    assert [text for text in it.posts() if "🌱" in text]


def _won(table: Table | None) -> bool:
    """Returns whether the last hand was won by the side of the first seat: it was paid more."""
    if table is None or not table.course:
        return False
    before = table.course[-2][0] if len(table.course) > 1 else (0, 0)
    (ours, theirs), (own, other) = table.course[-1][0], before
    return ours - own > theirs - other


async def the_course(it: Evening) -> None:
    """Ane, who is new, begins the course: she plays a hand along, answers, leaves it and goes on."""
    it.chat = ANE
    it.say("Ane", "/start", chat=ANE)
    await it.press("Ane", "Aprender", chat=ANE)
    await it.until(partial(_reads, it, "Una mano entera"), "the hand that is played along")
    for step in opening_hand()[:-1]:
        label = it.fake.from_bot(ANE)[-1].labels[0][0]
        await it.wait(10)
        await it.press("Ane", label)
        await it.wait(1)
        assert ("Siguiente" in it.fake.labels(ANE)) == (step is opening_hand()[-2])
    await it.press("Ane", "Siguiente")
    for lesson in BEGUN:
        await it.until(partial(_reads, it, f"{lesson.number} de 12"), lesson.value)
        if lesson is BEGUN[-1]:
            await it.press("Ane", "Seguir en otro momento")
            await it.wait(60)
            it.say("Ane", "/aprender", chat=ANE)
            await it.until(partial(_reads, it, f"{lesson.number} de 12"), "the lesson again")
        answers = prepare_lesson(lesson).answers
        buttons = it.fake.from_bot(ANE)[-1].labels
        labels = [label for row in buttons for label in row][: len(answers)]
        for answer, label in sorted(zip(answers, labels, strict=True), key=lambda one: one[0].is_right):
            await it.wait(10)
            await it.press("Ane", label)
            await it.wait(1)
            assert ("Siguiente" in it.fake.labels(ANE)) == answer.is_right
        await it.wait(10)
        await it.press("Ane", "Siguiente")
        await it.wait(1)


def _reads(it: Evening, words: str) -> bool:
    return words in it.group()


async def plays(it: Evening) -> None:
    """Does what is asked, or waits until something is: mus, throwing the last card, a word."""
    table = it.table
    if table is None or table.mesa is None or not it.asked():
        await it.wait(1)
    elif isinstance(table.mesa.phase, Descarte):
        cards = [label for label in it.fake.labels(ANE) if label.endswith(SUITS)]
        await it.press("Ane", cards[-1])
        await it.press("Ane", "Descartar")
    else:
        await it.speak("Mus", "Quiero", "Paso")
