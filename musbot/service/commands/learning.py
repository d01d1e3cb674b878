"""The course: each person's lesson and their answers. Tables' logs know nothing about it."""

from __future__ import annotations

import re

from musbot.coach.course.lessons import (
    PUPIL,
    Answer,
    Lesson,
    PlayedLesson,
    lesson_table,
    opening_hand,
    prepare_lesson,
)
from musbot.game.events import Event
from musbot.narrator import lessons
from musbot.narrator.post import Post
from musbot.port.replies import Reply
from musbot.service.choices.kept import Notes
from musbot.service.choices.narrators import Narrators
from musbot.service.delivery.courier import Courier
from musbot.service.queue.rate_limits import RateLimits
from musbot.service.settings.page_turning import AnyPress, replace_pressed
from musbot.table.act_result import Refused
from musbot.table.acts import LEARN, BadPayload
from musbot.table.events import Person
from musbot.table.view import TableView, watch

_PRESS = re.compile(r"(0|[1-9][0-9]?)(?:\.([0-9]|x))?", re.ASCII)


class Learning:
    """Stores the lesson of each person and shows the pages of the course."""

    def __init__(self, notes: Notes, narrators: Narrators, courier: Courier, in_private: RateLimits) -> None:
        self._come = notes.course
        self._narrators = narrators
        self._courier = courier
        self._in_private = in_private

    def current_page(self, person: Person) -> Post:
        """Returns the page of the person's lesson; for a new person, the first page of the opening hand.

        Stores nothing.
        """
        come = self._come.get(person.id)
        return (
            self._lesson_page(person, prepare_lesson(_lesson(come)))
            if come
            else self._opening_page(person, 0)
        )

    async def press(self, press: AnyPress) -> Reply:
        """Applies a press in the course, which may store the person's lesson, and shows the page.

        With `press.alone` the reply has the page. Otherwise the page is queued: it replaces the pressed
        message, or follows a greeting (whose payload is empty) as a new message. Raises BadPayload; without
        `press.alone` also Refused, outside private chats or for too many presses of a greeting.
        """
        person, data = press.person, press.data.removeprefix(LEARN)
        if not press.alone and press.chat != person.id:
            raise Refused("refused-in-private")
        if not press.alone and not data:
            self._in_private.claim(person.id, person.id)
        page = self.page_for(person, data)
        if data or press.alone:
            return replace_pressed(self._courier.posts, press, page)
        self._courier.posts.post(press.chat, page)
        return Reply("", seen=True)

    def page_for(self, person: Person, data: str) -> Post:
        """Returns the page of a payload without its verb; "" means `current_page`.

        "0" is the opening hand. Another number is that lesson, which is stored as the person's in the
        background. A second number is a step of the hand or the answer to the lesson, "x" closes the course.
        Raises BadPayload for a payload that musbot did not write; for an unknown answer the lesson is stored.
        """
        if not data:
            return self.current_page(person)
        found = _PRESS.fullmatch(data)
        if found is None or int(found[1]) > len(Lesson):
            raise BadPayload("no lesson of that number")
        if found[1] == "0":
            return (
                self._opening_page(person, int(found[2] or 0))
                if found[2] != "x"
                else lessons.closed_post(self._narrators.for_one(person).texts)
            )
        it, given = prepare_lesson(_lesson(found[1])), found[2]
        self._come.note(person.id, str(it.lesson.number))
        if given is None:
            return self._lesson_page(person, it)
        if given == "x":
            return lessons.closed_post(self._narrators.for_one(person).texts)
        if int(given) >= len(it.answers):
            raise BadPayload("no answer of that number")
        return self._answer_page(person, it, it.answers[int(given)])

    def _opening_page(self, person: Person, number: int) -> Post:
        """Returns the page of step `number`, from 0, of the hand before the first lesson.

        Raises BadPayload for an unknown step.
        """
        if number >= len(opening_hand()):
            raise BadPayload("no moment of that number")
        it = opening_hand()[number]
        return self._narrators.for_one(person).guide.opening_step(it, self._pupil_view(person, it.events))

    def _lesson_page(self, person: Person, it: PlayedLesson) -> Post:
        """Returns the page of a lesson, with its question."""
        return self._narrators.for_one(person).guide.lesson(it, self._pupil_view(person, it.events))

    def _answer_page(self, person: Person, it: PlayedLesson, answer: Answer) -> Post:
        """Returns the page after an answer to a lesson's question, with the hand as the answer leaves it.

        An answer that leads nowhere shows the whole hand.
        """
        ends = answer.leads_to.events if answer.leads_to is not None else it.whole
        guide = self._narrators.for_one(person).guide
        return guide.lesson_answer(
            it, answer, self._pupil_view(person, it.events), self._pupil_view(person, ends)
        )

    def _pupil_view(self, person: Person, events: tuple[Event, ...]) -> TableView:
        """Returns the pupil's view of a hand after these events."""
        table = lesson_table(person, self._narrators.language, events)
        return watch(table, PUPIL, finished=1 if table.hands_over else None)


def _lesson(number: str) -> Lesson:
    """Returns the lesson with a number, as text from 1; the first lesson for an unknown one."""
    lessons = {str(lesson.number): lesson for lesson in Lesson}
    return lessons.get(number, Lesson.CARTAS)
