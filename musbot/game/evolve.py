"""What each event makes of the state of a partida: only a fold, nothing is decided here."""

from __future__ import annotations

from typing import TypeVar, assert_never

from musbot.game.actions import Seat, Voz
from musbot.game.envite import Envite
from musbot.game.errors import BadEvent
from musbot.game.events import (
    Began,
    Closed,
    Dealt,
    Declared,
    Discarded,
    Event,
    GraciaOver,
    HandEnded,
    JuegoLost,
    JuegoWon,
    LanceBegan,
    Looked,
    Owed,
    Paid,
    PartidaWon,
    Reshuffled,
    Said,
    Served,
    Shown,
    Signed,
    VacaWon,
)
from musbot.game.lances import Estado, Lance
from musbot.game.modos.families import began
from musbot.game.record import changed
from musbot.game.state import (
    Between,
    Cobro,
    Descarte,
    JuegoOver,
    Mus,
    Recuento,
    Reparto,
    Servir,
    State,
    Terminada,
)

__all__ = ["BadEvent", "evolve"]

P = TypeVar("P")
T = TypeVar("T")


def evolve(mesa: State | None, event: Event) -> State:
    """Returns the state after an event; raises BadEvent for one that cannot follow."""
    if mesa is None or isinstance(event, Began):
        return _began(mesa, event)
    if isinstance(event, Said):  # as a match it would be four times as slow
        return _said(mesa, event)
    if isinstance(event, Closed):
        return _closed(mesa, event)
    if isinstance(event, (LanceBegan, Declared, GraciaOver)):
        return _lance(mesa, event)
    if isinstance(event, Paid):
        return _paid(mesa, event)
    if isinstance(event, (Shown, Owed)):
        return _shown(mesa, event) if isinstance(event, Shown) else _owed(mesa, event)
    if isinstance(event, (Dealt, Discarded, Served, Reshuffled)):
        return _cards(mesa, event)
    if isinstance(event, (Signed, Looked)):
        return _eyes(mesa, event)
    return _ending(mesa, event)


def _in(mesa: State, phase: type[P]) -> P:
    """The phase of the table, which must be of that kind."""
    if not isinstance(mesa.phase, phase):
        raise BadEvent(f"{phase.__name__} was expected, the table is in {type(mesa.phase).__name__}")
    return mesa.phase


def _began(mesa: State | None, event: Event) -> State:
    if mesa is not None:
        raise BadEvent("a partida begins only once")
    if not isinstance(event, Began):
        raise BadEvent(f"{type(event).__name__} before the partida began")
    return began(event)


def _said(mesa: State, event: Said) -> State:
    phase = mesa.phase
    seat, action = event.seat, event.action
    voz = action.voz
    if isinstance(phase, Envite):
        asked = phase.asked
        if phase.bettor is None and voz not in _OPENS:
            raise BadEvent(f"{voz} was said to a bet that nobody has made")
    elif isinstance(phase, Mus):
        asked = ((mesa.mano + phase.said) % mesa.seats,)
    else:
        raise BadEvent(f"a word was said, the table is in {type(phase).__name__}")
    if seat not in asked and voz not in _INTERRUPTS:
        raise BadEvent(f"seat {seat} spoke, {asked} were awaited")
    return mesa.spoken(phase, seat, action)


_INTERRUPTS = (Voz.NO_MUS, Voz.PERDIDO)
"""What one may say out of turn (R26, R68)."""
_OPENS = (Voz.PASO, Voz.ENVIDO, Voz.ORDAGO)
"""What may be said before any bet (R28)."""


def _cards(mesa: State, event: Dealt | Discarded | Served | Reshuffled) -> State:
    if isinstance(event, Discarded):
        return _discarded(mesa, event)
    if isinstance(event, Served):
        return _served(mesa, event)
    if isinstance(event, Reshuffled):
        return _reshuffled(mesa, event)
    _in(mesa, Reparto)
    return mesa.dealt(event)


def _discarded(mesa: State, event: Discarded) -> State:
    seat, phase = event.seat, _in(mesa, Descarte)
    if not set(event.cards) <= set(mesa.cards[seat]):
        raise BadEvent(f"seat {seat} threw cards that it does not hold")
    kept = tuple(c for c in mesa.cards[seat] if c not in event.cards)
    thrown = Descarte(_put(phase.thrown, seat, event.cards), phase.visto)
    cards = _put(mesa.cards, seat, kept)
    counts = tuple([len(hand) for hand in thrown.thrown if hand is not None])
    if len(counts) < mesa.seats:
        return changed(mesa, cards=cards, phase=thrown)
    mesa = changed(mesa, cards=cards, phase=thrown, throws=(*mesa.throws, counts))
    return _serve_on(mesa, mesa.thrown(thrown, counts))


def _reshuffled(mesa: State, event: Reshuffled) -> State:
    phase = _in(mesa, Servir)
    thrown = tuple(
        hand if event.earlier or seat == event.kept else () for seat, hand in enumerate(phase.thrown)
    )
    servir = Servir(phase.due, thrown, phase.last)
    return changed(mesa, phase=servir, discards=(), reshuffles=mesa.reshuffles + 1)


def _served(mesa: State, event: Served) -> State:
    seat, phase = event.seat, _in(mesa, Servir)
    owed = phase.due[seat] - len(event.cards)
    if owed < 0:
        raise BadEvent(f"seat {seat} was served {-owed} cards too many")
    mesa = changed(mesa, cards=_put(mesa.cards, seat, mesa.cards[seat] + event.cards))
    return _serve_on(mesa, Servir(_put(phase.due, seat, owed), phase.thrown, phase.last))


def _serve_on(mesa: State, servir: Servir) -> State:
    if any(servir.due):
        return changed(mesa, phase=servir)
    discards = mesa.discards + tuple(c for hand in servir.thrown for c in hand)
    return mesa.served(discards, last=servir.last)


def _lance(mesa: State, event: LanceBegan | Declared | GraciaOver) -> State:
    if isinstance(event, LanceBegan):
        _in(mesa, Between)
        _must_be_next(mesa, event.lance)
        return changed(mesa, phase=mesa.opened(event), question=mesa.question + 1)
    return _declared(mesa, event) if isinstance(event, Declared) else mesa.waited(_in(mesa, Envite))


def _declared(mesa: State, event: Declared) -> State:
    _in(mesa, Between)
    lance, after = event.lance, Lance.CHICA if event.lance is _PARES else _PARES
    if _last(mesa) is not after:
        raise BadEvent(f"{lance} is declared after {_last(mesa)}")
    return changed(mesa, pares=event.has) if lance is _PARES else changed(mesa, juego=event.has)


def _last(mesa: State) -> Lance | None:
    return mesa.lances[-1].lance if mesa.lances else None


def _must_be_next(mesa: State, lance: Lance) -> None:
    """Refuses a lance that is not the next one (R9), or that takes a declaration which has not come (R11)."""
    declared = mesa.pares if lance is _PARES else mesa.juego
    if _last(mesa) is not _BEFORE[lance] or (declared is None and lance not in _FOR_ALL):
        raise BadEvent(f"{lance} comes after {_last(mesa)}")


_BEFORE = {
    Lance.GRANDE: None,
    Lance.CHICA: Lance.GRANDE,
    Lance.PARES: Lance.CHICA,
    Lance.JUEGO: Lance.PARES,
    Lance.PUNTO: Lance.PARES,
}
_FOR_ALL = (Lance.GRANDE, Lance.CHICA)
_PARES, _JUEGO, _PUNTO = Lance.PARES, Lance.JUEGO, Lance.PUNTO
_NOT_BET = (Estado.SIN_RIVAL, Estado.VACIO)
_COMPARED = (Estado.ORDAGO, Estado.VISTO)


def _closed(mesa: State, event: Closed) -> State:
    """A lance is closed that was being bet, or one that is not bet at all (R12, R86)."""
    phase, estado = mesa.phase, event.lance.estado
    if isinstance(phase, Envite):
        if phase.lance is not event.lance.lance or phase.open:
            raise BadEvent(f"{event.lance.lance} is closed, {phase.lance} is being bet")
    elif not isinstance(phase, Between) or estado not in _NOT_BET:
        raise BadEvent(f"a lance is closed, the table is in {type(phase).__name__}")
    else:
        _must_be_next(mesa, event.lance.lance)
    return mesa.closed(event)


def _owed(mesa: State, event: Owed) -> State:
    phase = mesa.phase
    if not isinstance(phase, Envite) and not (isinstance(phase, Recuento) and phase.due is None):
        raise BadEvent(f"payments are counted, the table is in {type(phase).__name__}")
    return mesa.owed(event)


def _shown(mesa: State, event: Shown) -> State:
    _in(mesa, Between)
    last = _last(mesa)
    if last is not _JUEGO and last is not _PUNTO and not _shows_at_once(mesa):
        raise BadEvent(f"hands are shown after {last}")
    shown = tuple([seat for seat, hand in enumerate(event.cards) if hand or seat in mesa.shown])
    return changed(mesa, phase=Recuento(), shown=shown)


def _shows_at_once(mesa: State) -> bool:
    """Whether cards may be shown in mid-hand: after an órdago (R35, R67, R68), or the last deje (R91)."""
    compared = bool(mesa.lances) and mesa.lances[-1].estado in _COMPARED
    return compared or mesa.reached() is not None


def _paid(mesa: State, event: Paid) -> State:
    """A payment, which must be the one that is due."""
    due = mesa.phase.due if isinstance(mesa.phase, (Cobro, Recuento)) else None
    if not due or (due[0] is not event and due[0] != event):
        raise BadEvent(f"{event.piedras} for {event.por} were paid, which are not due")
    return mesa.paid(event)


def _ending(mesa: State, event: JuegoWon | JuegoLost | VacaWon | PartidaWon | HandEnded) -> State:
    """A juego is over, or a hand."""
    if isinstance(event, HandEnded):
        return _hand_ended(mesa)
    if isinstance(event, (JuegoWon, JuegoLost)):
        if not isinstance(mesa.phase, (Between, Cobro, Recuento)):
            raise BadEvent(f"a juego ended, the table is in {type(mesa.phase).__name__}")
        if not mesa.tantos:
            raise BadEvent("a juego ended before anything was paid")
        return mesa.juego_over(event)
    over = _in(mesa, JuegoOver)
    if isinstance(event, VacaWon):
        vacas = _put(mesa.vacas, event.bando, mesa.vacas[event.bando] + 1)
        return changed(mesa, vacas=vacas, phase=JuegoOver(event.bando, vaca_over=True))
    if isinstance(event, PartidaWon):
        return changed(mesa, phase=JuegoOver(over.bando, over.vaca_over, event.bando))
    assert_never(event)


def _hand_ended(mesa: State) -> State:
    phase = mesa.phase
    if isinstance(phase, JuegoOver):
        over = Reparto(juego_over=True) if phase.winner is None else Terminada(phase.winner)
        return changed(mesa, phase=over)
    if not isinstance(phase, Recuento) or phase.due is None or phase.due:
        raise BadEvent(f"a hand ended, the table is in {type(phase).__name__}")
    return changed(mesa, phase=Reparto())


def _eyes(mesa: State, event: Signed | Looked) -> State:
    if isinstance(event, Signed):
        return changed(mesa, signs=(*mesa.signs, event))
    return changed(mesa, eyes=_put(mesa.eyes, event.seat, event.at))


def _put(row: tuple[T, ...], place: Seat, value: T) -> tuple[T, ...]:
    return (*row[:place], value, *row[place + 1 :])
