"""The course of /aprender as a page: of each lesson its cards, its question, the answer to be opened."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import groupby

from musbot.coach.course.lessons import PUPIL, Answer, Lesson, PlayedLesson, lesson_table, prepare_lesson
from musbot.game.cards import Card, Hand
from musbot.game.events import Event
from musbot.narrator import Narrator
from musbot.narrator.posts import BULLET
from musbot.pictures.deck.cards import small_card
from musbot.pictures.deck.symbols import INKED, drop_inherited
from musbot.table.events import Person, read_person_id
from musbot.table.view import TableView, watch
from musbot.words.cards import spell_cards
from musbot.words.texts import Texts

PUPIL_NAME = "Ane"
CARDS = "img/cards"
AI_SIGN = " 🤖"


def course_page(texts: Texts, title: str, head: str, faces: str) -> str:
    """Returns the whole course as Markdown; `faces` is the Markdown of the señas, shown after their
    lesson."""
    parts = [f"# {title}", head]
    for lesson in Lesson:
        parts += _lesson(texts, prepare_lesson(lesson))
        parts += [faces] if lesson is Lesson.SENAS else []
    return "\n\n".join(parts) + "\n"


def cards() -> dict[str, str]:
    """Returns the cards that the course shows, as SVG by their file names."""
    held = {card for lesson in Lesson for hand in prepare_lesson(lesson).hands for card in hand}
    return {_file(card): _drawn(card) for card in sorted(held)}


def _lesson(texts: Texts, it: PlayedLesson) -> Iterator[str]:
    """Yields the Markdown blocks of a lesson as the chat tells it, with pictures of the cards."""
    guide = Narrator(texts.language).guide
    table = _seen(texts.language, it.events)
    post = guide.lesson(it, table)
    idea, held, *shown, ask = _plain(post.text).split("\n\n")
    yield f"## {it.lesson.number}. {post.title.rpartition(' · ')[2]}"
    yield idea
    names = [line.partition(":")[0] for line in held.split("\n")]
    hands = it.hands if len(names) == len(it.hands) else (it.hands[PUPIL],)
    yield "\n".join(f"- {name}<br>{_pictures(texts, hand)}" for name, hand in zip(names, hands, strict=False))
    yield from (part.replace("\n", "<br>\n") for part in shown)
    yield f"<details class=question markdown><summary>{escape(ask)}</summary>"
    yield from _answer(texts, it, it.right_answer)
    yield "</details>"


def _answer(texts: Texts, it: PlayedLesson, right: Answer) -> Iterator[str]:
    """Yields the Markdown blocks after the right answer, without the question; payments are a list."""
    language = texts.language
    asked = _seen(language, it.events)
    ended = _seen(language, right.leads_to.events if right.leads_to else it.whole)
    guide = Narrator(language).guide
    told = guide.lesson_answer(it, right, asked, ended).text
    lines = _plain(told.removeprefix(guide.lesson(it, asked).text)).split("\n")
    for paid, some in groupby(filter(None, lines), lambda line: line.startswith(BULLET)):
        yield ("\n" if paid else "\n\n").join(line.replace(BULLET, "-", 1) for line in some)


def _seen(language: str, events: tuple[Event, ...]) -> TableView:
    """Returns the pupil's view of a lesson's table after some events."""
    table = lesson_table(Person(read_person_id("1"), PUPIL_NAME, language), language, events)
    return watch(table, PUPIL, finished=1 if table.hands_over else None)


def _plain(told: str) -> str:
    """Returns a text without the sign of AI players."""
    return told.replace(AI_SIGN, "")


def _pictures(texts: Texts, hand: Hand) -> str:
    """Returns the HTML images of cards."""
    return " ".join(
        f'<img src="../{_file(card)}" alt="{escape(spell_cards(texts, (card,)))}" width="56" height="70">'
        for card in hand
    )


def _file(card: Card) -> str:
    """Returns the file of a card's picture."""
    return f"{CARDS}/{card}.svg"


def _drawn(card: Card) -> str:
    """Returns the small form of a card as SVG."""
    drawing = small_card(card.rank, card.suit)
    opening, _, inner = drawing.partition(">")
    return f'{opening} style="{INKED}">{drop_inherited(inner)}\n'
