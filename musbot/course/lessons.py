"""The lessons: which hand each is, what is asked in it, and which answers are right, as the engine finds.

A lesson that asks for a word has an acta for each of them: the same hand until that word, and how it goes on.
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
from musbot.game.engine import awaited, decide
from musbot.game.events import Event, HandEnded, Paid, Said
from musbot.game.evolve import evolve
from musbot.game.lances import Lance
from musbot.game.senas import true_of
from musbot.table.events import Opened, Person
from musbot.table.fold import fold
from musbot.table.lobby import seated_alone
from musbot.table.table import Table

PUPIL: Seat = 0
_ALONG = "00-mano"
_SEED = bytes(32).hex()
_OTHERS = (Sena.DOS_ASES, Sena.DUPLES, Sena.TREINTA_Y_UNA, Sena.CIEGO)


class Lesson(StrEnum):
    """A lesson, in the order of the course; the value is how its actas are called."""

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
        """Its place in the course, from 1."""
        return list(Lesson).index(self) + 1


@dataclass(frozen=True, slots=True)
class AlongStep:
    """A moment of the hand that the course begins with: what has happened, and what the pupil says then.

    `say` is None where the hand is over.
    """

    number: int
    events: tuple[Event, ...]
    say: Action | None


class Asks(Enum):
    """What is asked in a lesson: a word, who wins a lance, how many reyes one has, what is won, a seña."""

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
_ASKED = {Lesson.CARTAS: Asks.REYES, Lesson.CUENTA: Asks.PIEDRAS, Lesson.SENAS: Asks.SENA}
_VARIANTS = "abc"


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer that is offered: a word, a seat, a seña or a number; what it leads to if it is a word."""

    what: Action | Seat | Sena | int
    right: bool
    leads: Acta | None = None


@dataclass(frozen=True, slots=True)
class Taught:
    """A lesson as it is played: the hand at the moment of the question, its answers, and the whole hand."""

    lesson: Lesson
    asked: Asks
    events: tuple[Event, ...]
    answers: tuple[Answer, ...]
    whole: tuple[Event, ...]
    """The hand to its end; where a word is asked, as the right one leads there."""
    hands: tuple[Hand, ...]
    """Everybody's cards when they are looked at."""

    @property
    def ours(self) -> int:
        """What the pupil's side is paid in the hand."""
        return sum(it.piedras for it in self.whole if isinstance(it, Paid) and it.bando == PUPIL)

    @property
    def right(self) -> Answer:
        """The first right answer."""
        return next(answer for answer in self.answers if answer.right)

    @property
    def lance(self) -> Lance | None:
        """The lance whose winner is asked."""
        return _WINNERS.get(self.lesson)


def at_table(person: Person, language: str, events: Sequence[Event]) -> Table:
    """Returns the table of a lesson, at which a person plays with AI players, after these events."""
    rules = _acta(Lesson.CARTAS.value).rules
    table = fold(None, Opened("L1-lesson", "", person.id, language, rules, _SEED, turn_s=0))
    table = reduce(fold, seated_alone(table, person), table)
    return reduce(fold, events, table)


@cache
def along() -> tuple[AlongStep, ...]:
    """Returns the hand played along before the lessons: a step for each word of the pupil, and its end."""
    events = _acta(_ALONG).events
    words = [(n, it.action) for n, it in enumerate(events) if isinstance(it, Said) and it.seat == PUPIL]
    steps = [AlongStep(number, events[:n], said) for number, (n, said) in enumerate(words)]
    return (*steps, AlongStep(len(steps), events, None))


@cache
def taught(lesson: Lesson) -> Taught:
    """Returns a lesson, its answers found by playing it."""
    if lesson in _WINNERS or lesson in _ASKED:
        acta = _acta(lesson.value)
        events, whole = acta.events, _to_the_end(acta)
        asked = _ASKED.get(lesson, Asks.WINNER)
        return Taught(
            lesson, asked, events, tuple(_answers(lesson, asked, acta, whole)), whole, tuple(acta.mesa.cards)
        )
    actas = _variants(lesson)
    same = next(
        n for n, row in enumerate(zip(*(acta.events for acta in actas), strict=False)) if len(set(row)) > 1
    )
    best = max(map(_worth, actas))
    answers = tuple(Answer(_said(acta.events[same]), _worth(acta) == best, acta) for acta in actas)
    whole, before = next(acta for acta in actas if _worth(acta) == best).events, actas[0].events[:same]
    return Taught(lesson, Asks.WORD, before, answers, whole, _hands(before))


def winner(events: Sequence[Event], lance: Lance) -> Seat:
    """Returns who wins a lance of a hand that is over."""
    return next(
        it.seat for it in events if isinstance(it, Paid) and it.lance is lance and it.seat is not None
    )


def _answers(lesson: Lesson, asked: Asks, acta: Acta, whole: Sequence[Event]) -> list[Answer]:
    if asked is Asks.WINNER:
        wins = winner(whole, _WINNERS[lesson])
        return [Answer(seat, seat == wins) for seat in range(len(acta.names))]
    hand = acta.mesa.cards[PUPIL]
    if asked is Asks.SENA:
        true = true_of(acta.mesa.jugada(PUPIL))[0]
        return [Answer(sena, sena is true) for sena in sorted((true, *_OTHERS[:3]))]
    if asked is Asks.REYES:
        reyes = sum(strength(card.rank, 8) == REY for card in hand)
        return [Answer(n, n == reyes) for n in range(1, 5)]
    ours = sum(it.piedras for it in whole if isinstance(it, Paid) and it.bando == PUPIL)
    return [Answer(n, n == ours) for n in range(ours - 2, ours + 2)]


def _hands(events: Sequence[Event]) -> tuple[Hand, ...]:
    """What everybody holds after these events."""
    mesa = evolve(None, events[0])
    return tuple(reduce(evolve, events[1:], mesa).cards)


def _to_the_end(acta: Acta) -> tuple[Event, ...]:
    """The hand if nobody bets any more."""
    events, mesa = acta.events, acta.mesa
    while not any(isinstance(event, HandEnded) for event in events):
        asked = awaited(mesa)[0]
        voz = Voz.NO_MUS if not mesa.lances and not any(isinstance(it, Said) for it in events) else Voz.PASO
        happened = decide(mesa, asked, Action(voz))
        events, mesa = (*events, *happened), reduce(evolve, happened, mesa)
    return events


@cache
def _acta(name: str) -> Acta:
    return read(files("musbot.course").joinpath("actas", f"{name}.mus.toml").read_text("utf-8"))


def _variants(lesson: Lesson) -> list[Acta]:
    names = (f"{lesson.value}-{letter}" for letter in _VARIANTS)
    there = {file.name for file in files("musbot.course").joinpath("actas").iterdir()}
    return [_acta(name) for name in names if f"{name}.mus.toml" in there]


def _said(event: Event) -> Action:
    if not isinstance(event, Said):
        raise TypeError("expected a word where actas of a lesson differ")
    return event.action


def _worth(acta: Acta) -> tuple[int, int]:
    """What a hand is worth to the pupil's side: juegos won, then piedras."""
    (ours, theirs), (own, other) = acta.mesa.piedras, acta.mesa.juegos
    return own - other, ours - theirs
