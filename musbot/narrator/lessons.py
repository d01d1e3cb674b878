"""The course told: a lesson with its question, and what an answer led to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import assert_never

from musbot.course.lessons import PUPIL, Answer, Lesson, PlayedLesson, Subject
from musbot.game.actions import Action, Sena
from musbot.game.lances import Lance
from musbot.game.views import Seen
from musbot.narrator import beginner, voices
from musbot.narrator.buttons import NARROW, in_rows
from musbot.narrator.post import Button, Post, Row
from musbot.narrator.posts import POINT
from musbot.narrator.speech import Speech
from musbot.narrator.voices import Voice
from musbot.table.acts import LEARN, OPEN_TABLE, read_payload
from musbot.table.view import TableView
from musbot.words.cards import card_signs, describe_holding, spell_cards
from musbot.words.count import piedras_text
from musbot.words.texts import Key, Texts

_TOLD: Mapping[Lesson, tuple[Key, Key, Key, Key]] = {
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
"""Of each lesson its name, its idea, what is asked, and why the answer is so."""


def name(texts: Texts, lesson: Lesson) -> str:
    """Returns what a lesson is called."""
    return texts(_TOLD[lesson][0])


def ask(speech: Speech, it: PlayedLesson, table: TableView) -> Post:
    """Returns a lesson: its idea, the hand as the pupil sees it at that moment, the question."""
    texts, game = speech.texts, table.game
    if game is None:
        raise ValueError("expected a hand that was dealt")
    voice, cards, shown = voices.of(speech, table, game), list[str](), list[str]()
    if it.subject in (Subject.WINNER, Subject.PIEDRAS):
        cards = [
            texts("lesson-hands", name=voice.marked(seat), cards=card_signs(texts, hand))
            for seat, hand in enumerate(it.hands)
        ]
    else:
        cards = [
            texts("lesson-yours", cards=card_signs(texts, game.mine)),
            spell_cards(texts, game.mine).capitalize(),
        ]
    if it.subject is Subject.WORD:
        shown = [*voice.scores(), "", *voice.lances(), *filter(None, [voice.story()]), *voice.now()]
    elif it.subject is Subject.PIEDRAS:
        shown = voice.lances()
    rival = table.names[(PUPIL + 1) % len(table.names)]
    parts = [texts(_TOLD[it.lesson][1]), "\n".join(cards), "\n".join(shown).strip()]
    asked = texts(_TOLD[it.lesson][2], name=rival)
    text = "\n\n".join([*filter(None, parts), asked])
    title = texts("lesson-title", number=it.lesson.number, all=len(Lesson), name=name(texts, it.lesson))
    return Post(title, text, _answers(voice, it))


def answered(speech: Speech, it: PlayedLesson, given: Answer, asked: Post, table: TableView) -> Post:
    """Returns what an answer led to and why, below what was `asked`; `table` is the hand at its end.

    Where it was not right it can be answered again.
    """
    texts = speech.texts
    buttons = [button for row in asked.keyboard() for button in row]
    label = buttons[it.answers.index(given)].label
    led = _led_to(speech, it, given, label, table)
    if not given.is_right:
        told = "\n".join([*led, _again(texts, it, given, label, table)]).strip()
        return replace(asked, text=f"{asked.text}\n\n{told}")
    wins = it.right_answer.value if it.subject is Subject.WINNER else None
    who = table.names[wins] if isinstance(wins, int) else ""
    why = texts(_TOLD[it.lesson][3], name=who, piedras=piedras_text(texts, it.piedras_won))
    told = "\n".join([texts("lesson-right", answer=label), *(["", *led, ""] if led else []), why])
    return replace(asked, text=f"{asked.text}\n\n{told}", rows=_onward(texts, it))


def closed(texts: Texts, lesson: Lesson) -> Post:
    """Returns that the course was left, and where it goes on."""
    return Post("", texts("lesson-closed", name=name(texts, lesson)))


def _answers(voice: Voice[Seen], it: PlayedLesson) -> tuple[Row, ...]:
    texts, number = voice.texts, it.lesson.number
    buttons = [
        Button(_label(voice, answer, it.subject), f"{LEARN}{number}.{place}")
        for place, answer in enumerate(it.answers)
    ]
    back = [Button(texts("button-lesson-back"), f"{LEARN}{number - 1}")]
    close = Button(texts("button-lesson-close"), f"{LEARN}{number}.x")
    return (*in_rows(buttons, NARROW), (*back, close))


def _label(voice: Voice[Seen], answer: Answer, asked: Subject) -> str:
    """An answer as its button says it: a word as at any table."""
    match answer.value:
        case Action() as said:
            labels = {read_payload(button.data).act: button.label for button in voice.words()}
            return labels.get(said, voice.texts.word(str(said)).capitalize())
        case Sena() as sena:
            return voice.texts.word(sena.value).capitalize()
        case int() as number:
            return voice.table.names[number] if asked is Subject.WINNER else str(number)
        case _:
            assert_never(answer.value)


def _led_to(speech: Speech, it: PlayedLesson, given: Answer, label: str, table: TableView) -> list[str]:
    """How the hand ends that a word leads to, read aloud; to one who miscounts, what there is to count."""
    if table.game is None:
        return []
    voice = voices.of(speech, table, table.game)
    paid = [f"{POINT} {line}" for line in voice.payments()]
    if it.subject is Subject.PIEDRAS and not given.is_right:
        return [speech.texts("lesson-count"), *paid, ""]
    if it.subject is not Subject.WORD:
        return []
    counted = paid if it.lesson is not Lesson.MUS else []  # no lance has been explained yet
    return [speech.texts("lesson-said", word=label), *counted, *voice.scores_after(), *voice.news()]


def _again(texts: Texts, it: PlayedLesson, given: Answer, label: str, table: TableView) -> str:
    """Why an answer was not right, without telling which is."""
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
            hand = it.hands[given.value] if isinstance(given.value, int) else ()
            if it.lance in (Lance.GRANDE, Lance.CHICA) or table.game is None:
                return texts("lesson-wrong-hand", name=label, cards=spell_cards(texts, hand))
            return texts(
                "lesson-wrong-holds", name=label, holds=describe_holding(texts, hand, table.game.rules)
            )
        case _:
            assert_never(it.subject)


def _onward(texts: Texts, it: PlayedLesson) -> tuple[Row, ...]:
    again = Button(texts("button-lesson-again"), f"{LEARN}{it.lesson.number}")
    if it.lesson.number == len(Lesson):
        return ((beginner.button(texts),), (again, Button(texts("button-alone"), OPEN_TABLE)))
    return ((again, Button(texts("button-lesson-next"), f"{LEARN}{it.lesson.number + 1}", tone="go")),)
