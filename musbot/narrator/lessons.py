"""The course in words: lessons, their questions, and the results of answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import assert_never

from musbot.coach.course.lessons import PUPIL, Answer, Lesson, PlayedLesson, Subject
from musbot.game.actions import Action, Sena
from musbot.game.lances import Lance
from musbot.game.views import Seen
from musbot.narrator import beginner, voices
from musbot.narrator.buttons import NARROW, in_rows
from musbot.narrator.post import Button, Post, Row
from musbot.narrator.posts import BULLET
from musbot.narrator.speech import Speech
from musbot.narrator.voices import Voice
from musbot.table.acts import LEARN, OPEN_TABLE, read_payload
from musbot.table.view import TableView
from musbot.words.cards import card_signs, describe_holding, spell_cards
from musbot.words.count import piedras_text
from musbot.words.texts import Key, Texts

_LESSON_TEXTS: Mapping[Lesson, tuple[Key, Key, Key, Key]] = {
    Lesson.CARTAS: ("lesson-cartas", "lesson-cartas-idea", "lesson-cartas-ask", "lesson-cartas-why"),
    Lesson.MUS: ("lesson-mus", "lesson-mus-idea", "lesson-mus-ask", "lesson-mus-why"),
    Lesson.GRANDE: ("lesson-grande", "lesson-grande-idea", "lesson-grande-ask", "lesson-grande-why"),
    Lesson.CHICA: ("lesson-chica", "lesson-chica-idea", "lesson-chica-ask", "lesson-chica-why"),
    Lesson.PARES: ("lesson-pares", "lesson-pares-idea", "lesson-pares-ask", "lesson-pares-why"),
    Lesson.JUEGO: ("lesson-juego", "lesson-juego-idea", "lesson-juego-ask", "lesson-juego-why"),
    Lesson.PUNTO: ("lesson-punto", "lesson-punto-idea", "lesson-punto-ask", "lesson-punto-why"),
    Lesson.ENVIDO: ("lesson-envido", "lesson-envido-idea", "lesson-envido-ask", "lesson-envido-why"),
    Lesson.ORDAGO: ("lesson-ordago", "lesson-ordago-idea", "lesson-ordago-ask", "lesson-ordago-why"),
    Lesson.SENAS: ("lesson-senas", "lesson-senas-idea", "lesson-senas-ask", "lesson-senas-why"),
    Lesson.MANO: ("lesson-mano", "lesson-mano-idea", "lesson-mano-ask", "lesson-mano-why"),
    Lesson.CUENTA: ("lesson-cuenta", "lesson-cuenta-idea", "lesson-cuenta-ask", "lesson-cuenta-why"),
}
"""The messages of each lesson: its name, its idea, its question, and the reason for the answer."""


def lesson_name(texts: Texts, lesson: Lesson) -> str:
    """Returns the name of a lesson in this language."""
    return texts(_LESSON_TEXTS[lesson][0])


def question_post(speech: Speech, it: PlayedLesson, table: TableView) -> Post:
    """Returns a lesson: its idea, the cards, the question, and the buttons of `_answer_rows`.

    Questions for a winner or the piedras won show all hands, others only the pupil's. A question for a word
    also has the score, the lances, the words before and the board's question; a question for piedras has the
    lances. Raises ValueError without a hand.
    """
    texts, game = speech.texts, table.game
    if game is None:
        raise ValueError("expected a hand that was dealt")
    voice, cards, shown = voices.voice_of_game(speech, table, game), list[str](), list[str]()
    if it.subject in (Subject.WINNER, Subject.PIEDRAS):
        cards = [
            texts("lesson-hands", name=voice.name_with_role(seat), cards=card_signs(texts, hand))
            for seat, hand in enumerate(it.hands)
        ]
    else:
        cards = beginner.own_cards(texts, game.mine)
    if it.subject is Subject.WORD:
        shown = [
            *voice.score_lines(),
            "",
            *voice.lance_lines(),
            *filter(None, [voice.story_text()]),
            *voice.question_lines(),
        ]
    elif it.subject is Subject.PIEDRAS:
        shown = voice.lance_lines()
    rival = table.names[(PUPIL + 1) % len(table.names)]
    parts = [texts(_LESSON_TEXTS[it.lesson][1]), "\n".join(cards), "\n".join(shown).strip()]
    question = texts(_LESSON_TEXTS[it.lesson][2], name=rival)
    text = "\n\n".join([*filter(None, parts), question])
    title = texts(
        "lesson-title", number=it.lesson.number, all=len(Lesson), name=lesson_name(texts, it.lesson)
    )
    return Post(title, text, _answer_rows(voice, it))


def answer_post(speech: Speech, it: PlayedLesson, answer: Answer, question: Post, table: TableView) -> Post:
    """Returns the lesson's post `question`, extended by the result of an answer and its reason.

    `table` is the finished hand. After a wrong answer the buttons stay, for another try; after a right one
    the buttons of `_next_rows` replace them. Raises ValueError if the lesson has no such answer.
    """
    texts = speech.texts
    buttons = [button for row in question.keyboard() for button in row]
    label = buttons[it.answers.index(answer)].label
    led = _outcome_lines(speech, it, answer, label, table)
    if not answer.is_right:
        text = "\n".join([*led, _correction(texts, it, answer, label, table)]).strip()
        return replace(question, text=f"{question.text}\n\n{text}")
    wins = it.right_answer.value if it.subject is Subject.WINNER else None
    who = table.names[wins] if isinstance(wins, int) else ""
    why = texts(_LESSON_TEXTS[it.lesson][3], name=who, piedras=piedras_text(texts, it.piedras_won))
    text = "\n".join([texts("lesson-right", answer=label), *(["", *led, ""] if led else []), why])
    return replace(question, text=f"{question.text}\n\n{text}", rows=_next_rows(texts, it))


def closed_post(texts: Texts) -> Post:
    """Returns the confirmation that the course was closed; it names no lesson, so that it stays true."""
    return Post("", texts("lesson-closed"))


def _answer_rows(voice: Voice[Seen], it: PlayedLesson) -> tuple[Row, ...]:
    """Returns a button for each answer, and buttons to go back by one lesson and to close the course.

    The first lesson leads back to the guided hand.
    """
    texts, number = voice.texts, it.lesson.number
    buttons = [
        Button(_answer_label(voice, answer, it.subject), f"{LEARN}{number}.{place}")
        for place, answer in enumerate(it.answers)
    ]
    back = [Button(texts("button-lesson-back"), f"{LEARN}{number - 1}")]
    close = Button(texts("button-lesson-close"), f"{LEARN}{number}.x")
    return (*in_rows(buttons, NARROW), (*back, close))


def _answer_label(voice: Voice[Seen], answer: Answer, asked: Subject) -> str:
    """Returns the label of an answer's button: a word as at the table, a seña, or a number.

    If the question is about the winner, a number is a seat, and the label is the player's name.
    """
    match answer.value:
        case Action() as said:
            labels = {read_payload(button.data).act: button.label for button in voice.word_buttons()}
            return labels.get(said, voice.texts.word(str(said)).capitalize())
        case Sena() as sena:
            return voice.texts.word(sena.value).capitalize()
        case int() as number:
            return voice.table.names[number] if asked is Subject.WINNER else str(number)
        case _:
            assert_never(answer.value)


def _outcome_lines(
    speech: Speech, it: PlayedLesson, answer: Answer, label: str, table: TableView
) -> list[str]:
    """Returns the end of the hand after a word, or the payments to count after a wrong count.

    The lesson about mus leaves out the payments. No lines for other answers, and without a hand.
    """
    if table.game is None:
        return []
    voice = voices.voice_of_game(speech, table, table.game)
    paid = [f"{BULLET} {line}" for line in voice.payment_lines()]
    if it.subject is Subject.PIEDRAS and not answer.is_right:
        return [speech.texts("lesson-count"), *paid, ""]
    if it.subject is not Subject.WORD:
        return []
    counted = paid if it.lesson is not Lesson.MUS else []  # the lances are explained in later lessons
    return [speech.texts("lesson-said", word=label), *counted, *voice.result_lines(), *voice.news_lines()]


def _correction(texts: Texts, it: PlayedLesson, answer: Answer, label: str, table: TableView) -> str:
    """Returns the reason why an answer is wrong, without revealing the right one.

    A wrong word gets only the message that another is better; a wrong winner gets that player's cards or
    holding.
    """
    match it.subject:
        case Subject.WORD:
            return "\n" + texts("lesson-better")
        case Subject.REYES:
            return texts("lesson-wrong-reyes", answer=label)
        case Subject.SENA:
            return texts("lesson-wrong-sena", answer=label)
        case Subject.PIEDRAS:
            return texts("lesson-wrong", answer=label)
        case Subject.WINNER:
            hand = it.hands[answer.value] if isinstance(answer.value, int) else ()
            if it.lance in (Lance.GRANDE, Lance.CHICA) or table.game is None:
                return texts("lesson-wrong-hand", name=label, cards=spell_cards(texts, hand))
            return texts(
                "lesson-wrong-holds", name=label, holds=describe_holding(texts, hand, table.game.rules)
            )
        case _:
            assert_never(it.subject)


def _next_rows(texts: Texts, it: PlayedLesson) -> tuple[Row, ...]:
    """Returns the buttons after a right answer: the next lesson, and repeat the lesson.

    After the last lesson, buttons to play as a beginner or alone replace the next lesson.
    """
    again = Button(texts("button-lesson-again"), f"{LEARN}{it.lesson.number}")
    if it.lesson.number == len(Lesson):
        return ((beginner.beginner_button(texts),), (again, Button(texts("button-alone"), OPEN_TABLE)))
    following = Button(texts("button-lesson-next"), f"{LEARN}{it.lesson.number + 1}", tone="go")
    return ((following, again),)
