"""The lessons of the course: the hand of each, its question, and the right answers according to the engine.

A lesson that asks for a word has one acta per answer. Their hands are equal up to that word.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import cache, reduce
from importlib.resources import files

from musbot.acta.partida import Acta
from musbot.acta.read import read
from musbot.game.actions import Action, Seat, Sena, Voz
from musbot.game.cards import REY, Hand, strength
from musbot.game.engine import awaited_seats, decide
from musbot.game.events import Event, HandEnded, Paid, Said
from musbot.game.evolve import evolve
from musbot.game.lances import Lance
from musbot.game.senas import true_senas
from musbot.table.events import NO_CHAT, Opened, Person, TableId
from musbot.table.fold import fold
from musbot.table.lobby import seat_alone
from musbot.table.table import Table

PUPIL: Seat = 0
"""The pupil's seat in every lesson."""
_ALONG = "00-mano"
_SEED = bytes(32).hex()
_OTHERS = (Sena.DOS_ASES, Sena.DUPLES, Sena.TREINTA_Y_UNA, Sena.CIEGO)


class Lesson(StrEnum):
    """A lesson, in the order of the course; the value is the name of its actas."""

    CARTAS = "01-cartas"
    MUS = "02-mus"
    GRANDE = "03-grande"
    CHICA = "04-chica"
    PARES = "05-pares"
    JUEGO = "06-juego"
    PUNTO = "07-punto"
    ENVIDO = "08-envido"
    ORDAGO = "09-ordago"
    SENAS = "10-senas"
    MANO = "11-mano"
    CUENTA = "12-cuenta"

    @property
    def number(self) -> int:
        """The lesson's place in the course, from 1."""
        return list(Lesson).index(self) + 1


@dataclass(frozen=True, slots=True)
class OpeningStep:
    """A decision in the opening hand of the course, or its end."""

    number: int
    """The number of the step, from 0."""
    events: tuple[Event, ...]
    """The events before the decision."""
    say: Action | None
    """The pupil's word; None at the end of the hand."""


class Subject(Enum):
    """The subject of a lesson's question.

    A word, the winner of a lance, the number of reyes, the piedras won, or a seña.
    """

    WORD = "word"
    WINNER = "winner"
    REYES = "reyes"
    PIEDRAS = "piedras"
    SENA = "sena"


_WINNERS = {
    Lesson.GRANDE: Lance.GRANDE,
    Lesson.CHICA: Lance.CHICA,
    Lesson.PARES: Lance.PARES,
    Lesson.JUEGO: Lance.JUEGO,
    Lesson.PUNTO: Lance.PUNTO,
    Lesson.MANO: Lance.PARES,
}
_ASKED = {Lesson.CARTAS: Subject.REYES, Lesson.CUENTA: Subject.PIEDRAS, Lesson.SENAS: Subject.SENA}
_VARIANTS = "abc"


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer that a lesson offers."""

    value: Action | Seat | Sena | int
    """The word, seat, seña or number."""
    is_right: bool
    """Whether the answer is right."""
    leads_to: Acta | None = None
    """The acta of the hand after this answer, if the answer is a word."""


@dataclass(frozen=True, slots=True)
class PlayedLesson:
    """A lesson with its answers."""

    lesson: Lesson
    """The lesson."""
    subject: Subject
    """The subject of the question."""
    events: tuple[Event, ...]
    """The events before the question."""
    answers: tuple[Answer, ...]
    """The answers, in the order of their buttons."""
    whole: tuple[Event, ...]
    """The events of the whole hand; if a word is asked, the hand after the right one."""
    hands: tuple[Hand, ...]
    """The cards of each seat at the question."""

    @property
    def piedras_won(self) -> int:
        """The piedras that the pupil's side is paid in the hand."""
        return sum(it.piedras for it in self.whole if isinstance(it, Paid) and it.bando == PUPIL)

    @property
    def right_answer(self) -> Answer:
        """The first right answer."""
        return next(answer for answer in self.answers if answer.is_right)

    @property
    def lance(self) -> Lance | None:
        """The lance whose winner the lesson asks for; None for other subjects."""
        return _WINNERS.get(self.lesson)


def lesson_table(person: Person, language: str, events: Sequence[Event]) -> Table:
    """Returns the table of a lesson after `events`, with a person in the first seat and AI players elsewhere.

    It is made for this call and stored nowhere.
    """
    rules = _acta(Lesson.CARTAS.value).rules
    table = fold(None, Opened(TableId("L1-lesson"), NO_CHAT, person.id, language, rules, _SEED, turn_s=0))
    table = reduce(fold, seat_alone(table, person), table)
    return reduce(fold, events, table)


@cache
def opening_hand() -> tuple[OpeningStep, ...]:
    """Returns the steps of the opening hand: one for each word of the pupil, and its end.

    The result is cached.
    """
    events = _acta(_ALONG).events
    words = [(n, it.action) for n, it in enumerate(events) if isinstance(it, Said) and it.seat == PUPIL]
    steps = [OpeningStep(number, events[:n], word) for number, (n, word) in enumerate(words)]
    return (*steps, OpeningStep(len(steps), events, None))


@cache
def prepare_lesson(lesson: Lesson) -> PlayedLesson:
    """Returns a lesson with its answers, which the engine evaluates. The result is cached.

    If a word is asked, the right ones give the pupil's side its best result in the actas.
    """
    if lesson in _WINNERS or lesson in _ASKED:
        acta = _acta(lesson.value)
        events, whole = acta.events, _play_passing(acta)
        subject = _ASKED.get(lesson, Subject.WINNER)
        return PlayedLesson(
            lesson,
            subject,
            events,
            tuple(_answers(lesson, subject, acta, whole)),
            whole,
            tuple(acta.mesa.cards),
        )
    actas = _variants(lesson)
    same = next(
        n for n, row in enumerate(zip(*(acta.events for acta in actas), strict=False)) if len(set(row)) > 1
    )
    best = max(map(_pupil_result, actas))
    answers = tuple(Answer(_word_of(acta.events[same]), _pupil_result(acta) == best, acta) for acta in actas)
    whole, before = next(acta for acta in actas if _pupil_result(acta) == best).events, actas[0].events[:same]
    return PlayedLesson(lesson, Subject.WORD, before, answers, whole, _hands(before))


def lance_winner(events: Sequence[Event], lance: Lance) -> Seat:
    """Returns the seat that was paid for a lance in a finished hand.

    Cards must have decided the lance; otherwise it raises StopIteration.
    """
    return next(
        it.seat for it in events if isinstance(it, Paid) and it.lance is lance and it.seat is not None
    )


def _answers(lesson: Lesson, asked: Subject, acta: Acta, whole: Sequence[Event]) -> list[Answer]:
    """Returns the answers of a lesson that does not ask for a word, in the order of their buttons.

    They are all seats, the true seña among four, 1 to 4 reyes, or four numbers (the right one third).
    """
    if asked is Subject.WINNER:
        wins = lance_winner(whole, _WINNERS[lesson])
        return [Answer(seat, seat == wins) for seat in range(len(acta.names))]
    hand = acta.mesa.cards[PUPIL]
    if asked is Subject.SENA:
        true = true_senas(acta.mesa.jugada(PUPIL))[0]
        return [Answer(sena, sena is true) for sena in sorted((true, *_OTHERS[:3]))]
    if asked is Subject.REYES:
        reyes = sum(strength(card.rank, 8) == REY for card in hand)
        return [Answer(n, n == reyes) for n in range(1, 5)]
    ours = sum(it.piedras for it in whole if isinstance(it, Paid) and it.bando == PUPIL)
    return [Answer(n, n == ours) for n in range(ours - 2, ours + 2)]


def _hands(events: Sequence[Event]) -> tuple[Hand, ...]:
    """Returns each seat's cards after `events`."""
    mesa = evolve(None, events[0])
    return tuple(reduce(evolve, events[1:], mesa).cards)


def _play_passing(acta: Acta) -> tuple[Event, ...]:
    """Returns the events of the hand if every player passes from now on; a mus not yet begun is cut at
    once."""
    events, mesa = acta.events, acta.mesa
    while not any(isinstance(event, HandEnded) for event in events):
        seat = awaited_seats(mesa)[0]
        voz = Voz.NO_MUS if not mesa.lances and not any(isinstance(it, Said) for it in events) else Voz.PASO
        happened = decide(mesa, seat, Action(voz))
        events, mesa = (*events, *happened), reduce(evolve, happened, mesa)
    return events


@cache
def _acta(name: str) -> Acta:
    """Returns one of the course's actas by its name; cached."""
    return read(files("musbot.coach.course").joinpath("actas", f"{name}.mus.toml").read_text("utf-8"))


def _variants(lesson: Lesson) -> list[Acta]:
    """Returns the actas of a lesson's answers, a to c, as far as they exist."""
    names = (f"{lesson.value}-{letter}" for letter in _VARIANTS)
    there = {file.name for file in files("musbot.coach.course").joinpath("actas").iterdir()}
    return [_acta(name) for name in names if f"{name}.mus.toml" in there]


def _word_of(event: Event) -> Action:
    """Returns the word in an event; raises TypeError for any other event."""
    if not isinstance(event, Said):
        raise TypeError("expected a word where actas of a lesson differ")
    return event.action


def _pupil_result(acta: Acta) -> tuple[int, int]:
    """Returns the result of a hand for the pupil's side: the lead in juegos, then in piedras."""
    (ours, theirs), (own, other) = acta.mesa.piedras, acta.mesa.juegos
    return own - other, ours - theirs
