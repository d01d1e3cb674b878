"""An evening of one person and the bot on Discord: the course."""

from __future__ import annotations

from musbot.coach.course.lessons import Lesson, opening_hand, prepare_lesson
from tests.evenings.around import NUMBERS
from tests.evenings.channel import Channel


async def the_course(it: Channel) -> None:
    """Ane takes the course in private: a hand along, all answers of all lessons, wrong ones first."""
    it.alone, it.channel = "Ane", it.home("Ane")
    await it.slash("Ane", "/aprender")
    for step in opening_hand()[:-1]:
        await it.press("Ane", it.fake.from_bot(it.channel, NUMBERS["Ane"])[-1].labels[0][0])
        await it.wait(1)
        assert ("Siguiente" in it.fake.labels(it.channel, NUMBERS["Ane"])) == (step is opening_hand()[-2])
    await it.press("Ane", "Siguiente")
    await it.wait(1)
    for lesson in Lesson:
        shown = it.fake.from_bot(it.channel, NUMBERS["Ane"])[-1]
        answers = prepare_lesson(lesson).answers
        labels = [label for row in shown.labels for label in row][: len(answers)]
        for answer, label in sorted(zip(answers, labels, strict=True), key=lambda one: one[0].is_right):
            await it.press("Ane", label)
            await it.wait(1)
            more = "Siguiente" in it.fake.labels(it.channel, NUMBERS["Ane"])
            assert more == (answer.is_right and lesson is not Lesson.CUENTA)
        if lesson is not Lesson.CUENTA:
            await it.press("Ane", "Siguiente")
            await it.wait(1)
