"""Evenings of one person and the bot on Discord: a table of one's own, in one's private chat."""

from __future__ import annotations

from musbot.course.lessons import Lesson, taught
from tests.evenings.around import NUMBERS
from tests.evenings.channel import Channel


async def alone_at_a_table(it: Channel) -> None:
    """Ane gives /mus in her private chat, plays a hand with three AI players, and closes the table."""
    it.alone, it.channel = "Ane", it.home("Ane")
    await it.slash("Ane", "/mus")
    await it.press("Ane", "Empezar")
    while it.table is None or not it.table.hands_over:
        if it.asked():
            await it.speak("No hay mus", "Quiero", "Paso")
        else:
            await it.wait(1)
    await it.wait(8)
    await it.slash("Ane", "/mus")
    await it.wait(2)
    await it.slash("Ane", "/terminar")
    await it.wait(3)
    assert it.table is None


async def the_course(it: Channel) -> None:
    """Ane takes the course in her private chat: every answer of every lesson, wrong ones first."""
    it.alone, it.channel = "Ane", it.home("Ane")
    await it.slash("Ane", "/aprender")
    for lesson in Lesson:
        shown = it.fake.from_bot(it.channel, NUMBERS["Ane"])[-1]
        answers = taught(lesson).answers
        labels = [label for row in shown.labels for label in row][: len(answers)]
        for _, label in sorted(zip(answers, labels, strict=True), key=lambda one: one[0].right):
            await it.press("Ane", label)
            await it.wait(1)
        if lesson is not Lesson.CUENTA:
            await it.press("Ane", "Siguiente")
            await it.wait(1)
