"""The bets of a lance between two sides (R28–R37)."""

from __future__ import annotations

from functools import lru_cache

from musbot.game.actions import Action, Bando, Offer, Seat, Seats, Voz, Words
from musbot.game.envite import Answers, Envite, without_seat
from musbot.game.lances import Cerrado, Estado
from musbot.game.modos.mus.palabras import OPEN, RAISES
from musbot.game.modos.mus.rules import MusRules, Respuesta

_ANSWER = Words((Offer(Voz.QUIERO), Offer(Voz.NO_QUIERO), Offer(Voz.QUEREMOS), Offer(Voz.NO_QUEREMOS)))
_ANSWER_OR_RAISE = Words(_ANSWER + RAISES)
_REJECT = (Voz.NO_QUIERO, Voz.NO_QUEREMOS)
RAISE = (Voz.Y_YO, Voz.MAS, Voz.REENVIDO, Voz.ORDAGO)
"""The answers that raise (R31)."""
_FINAL = (Voz.QUEREMOS, Voz.NO_QUEREMOS, Voz.ORDAGO)
_BINDS = {Voz.NO_QUIERO: 0, Voz.NO_QUEREMOS: 0, Voz.QUIERO: 1, Voz.QUEREMOS: 1, Voz.ORDAGO: 3}
_PASO, _PAREJA = Voz.PASO, Respuesta.PAREJA
_BOTH = (0, 1)
_silent = lru_cache(maxsize=512)(Envite)


def offers(envite: Envite) -> Words:
    """Returns the words that any awaited seat may say: before a bet OPEN, after it answers and raises.

    An órdago cannot be raised (R31).
    """
    if envite.bettor is None:
        return OPEN
    return _ANSWER if envite.ordago else _ANSWER_OR_RAISE


def with_word(envite: Envite, rules: MusRules, seat: Seat, action: Action) -> Envite:
    """Returns the lance after an offered word of a seat; the lance is ready to close once no seat is awaited.

    While a partner may still answer, an answer waits if all answers so far reject. It waits also if
    `respuesta` is PAREJA with a gracia (R30). Otherwise the best answer of the side counts at once. After
    queremos, no queremos or órdago it always counts at once.
    """
    if envite.bettor is None:
        if action.voz is _PASO:
            return _silent(envite.lance, envite.speakers, envite.passed + 1, over=envite.over)
        return _bet(envite, seat, action, ())
    answers = (*envite.answers, (seat, action))
    pending = without_seat(envite.pending, seat)
    if pending and action.voz not in _FINAL:
        waits = (rules.respuesta is _PAREJA and rules.gracia > 0) or _highest_answer(envite, answers)[
            1
        ].voz in _REJECT
        if waits:
            return envite.with_answers(answers, pending)
    return _settle(envite, answers, rules)


def gracia(envite: Envite) -> Seat | None:
    """Returns the seat whose answer counts once the time of R30 runs out, in a lance with an answer.

    Returns None if that answer rejects the bet: then a partner is awaited without a time limit. Raises
    ValueError in a lance without an answer.
    """
    seat, best = _highest_answer(envite, envite.answers)
    return None if best.voz in _REJECT else seat


def expire(envite: Envite, rules: MusRules) -> Envite:
    """Returns the lance after the wait for a partner (R30), with the best answer so far: raised, or ready to
    close.

    Raises ValueError in a lance without an answer.
    """
    return _settle(envite, envite.answers, rules)


def _settle(envite: Envite, answers: Answers, rules: MusRules) -> Envite:
    """Returns the lance after a side's best answer: raised, or ready to close.

    With `elimina`, players who refused are out of the lance after their partner's raise (R30).
    """
    seat, best = _highest_answer(envite, answers)
    if best.voz not in RAISE:
        return envite.with_answers(answers, ())
    refused = tuple([s for s, action in answers if action.voz in _REJECT]) if rules.elimina else ()
    return _bet(envite, seat, best, envite.out + refused)


def lance_result(envite: Envite) -> Cerrado:
    """Returns the result of a lance in which no seat is awaited: paso (R28), refused (R32), or accepted (R34,
    R35).

    A refused lance has the deje and only the bettor's side; otherwise both sides can win it.
    """
    if envite.bettor is None:
        return Cerrado(envite.lance, Estado.PASO, 0, _BOTH)
    if all(action.voz in _REJECT for _, action in envite.answers):
        return Cerrado(envite.lance, Estado.RECHAZADO, envite.deje(), (_bando(envite.bettor),))  # R32
    return envite.close_accepted(_BOTH)


def _bando(seat: Seat) -> Bando:
    """Returns the side of a seat when there are two."""
    return seat % 2


def _commitment(envite: Envite, action: Action) -> tuple[int, int]:
    """Returns the rank of an answer, greater for a stronger one: órdago, then higher raises, then quiero,
    then no quiero (R30)."""
    return _BINDS.get(action.voz, 2), envite.total(action)


def _highest_answer(envite: Envite, answers: Answers) -> tuple[Seat, Action]:
    """Returns the answer with the highest rank, the earliest of equal answers, with its seat."""
    return answers[0] if len(answers) == 1 else max(answers, key=lambda said: _commitment(envite, said[1]))


def _bet(envite: Envite, seat: Seat, action: Action, out: Seats) -> Envite:
    """Returns the lance after a bet or a raise; the other side must answer (R29)."""
    return envite.with_bet(seat, action, _rivals(envite.speakers, seat, out), out)


@lru_cache(maxsize=1024)
def _rivals(speakers: Seats, seat: Seat, out: Seats) -> Seats:
    """Returns the rivals who answer a seat, without the seats in `out`, in turn order from that seat.

    Raises ValueError if the seat is no speaker.
    """
    turn = speakers.index(seat)
    circle = speakers[turn + 1 :] + speakers[:turn]
    return tuple([other for other in circle if _bando(other) != _bando(seat) and other not in out])
