"""Folds events into the state of a partida; it makes no decisions."""

from __future__ import annotations

from typing import Never, NoReturn, TypeVar

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
from musbot.game.modos.families import first_state
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
    state_error,
)

__all__ = ["BadEvent", "evolve", "fold"]

Ending = JuegoWon | JuegoLost | VacaWon | PartidaWon | Began
"""Events at the end of a juego, and `Began`, which may not come again."""
Seldom = Dealt | Discarded | Served | Reshuffled | Signed | Looked | GraciaOver | Ending
"""Events that are less frequent."""

T = TypeVar("T")


def evolve(mesa: State | None, event: Event) -> State:
    """Returns the state after an event; `mesa`, None before the first event, stays unchanged.

    Raises BadEvent for an event out of place or a value that is no event. Raises BadArgument if `mesa` is
    another value than a State or None. A forged event may raise other errors, or none.
    """
    if mesa is None:
        if not isinstance(event, Began):
            raise BadEvent(f"{type(event).__name__} before the partida began")
        return first_state(event)
    try:
        draft = mesa.draft
    except AttributeError as error:
        raise state_error(mesa, error) from None
    if isinstance(event, Said):
        _must_be_asked(mesa, event)
    now = draft()
    fold(now, event)
    return now.seal()


def fold(mesa: State, event: Event) -> None:
    """Applies an event to a draft of a state; raises BadEvent for a value that is no event, and for most
    events that cannot follow.

    It does not check that a word was awaited (`evolve` does) or offered (the engine does). The draft's
    `turno` stays as before until `seal`.
    """
    if type(event) is Said:  # a match statement would be four times as slow
        mesa.apply_word(event.seat, event.action)
    elif type(event) is Paid:
        _apply_paid(mesa, event)
    elif type(event) is Closed:
        _apply_closed(mesa, event)
    elif type(event) is LanceBegan:
        _apply_lance_began(mesa, event)
    elif type(event) is Declared:
        _apply_declared(mesa, event)
    elif type(event) is HandEnded:
        _apply_hand_ended(mesa)
    elif type(event) is Shown:
        _apply_shown(mesa, event)
    elif type(event) is Owed:
        _apply_owed(mesa, event)
    else:
        _apply_rare(mesa, event)


def _apply_rare(mesa: State, event: Seldom) -> None:
    """Applies an event that `fold` does not handle itself; raises BadEvent if it cannot follow, and for a
    value that is no event.

    Señas and looks are applied unchecked.
    """
    if type(event) is Dealt:
        mesa.require_phase(Reparto)
        mesa.apply_dealt(event)
    elif type(event) is Discarded:
        _apply_discarded(mesa, event)
    elif type(event) is Served:
        _apply_served(mesa, event)
    elif type(event) is Reshuffled:
        _apply_reshuffled(mesa, event)
    elif type(event) is Signed:
        mesa.signs = (*mesa.signs, event)
    elif type(event) is Looked:
        mesa.eyes = _replace_at(mesa.eyes, event.seat, event.at)
    elif type(event) is GraciaOver:
        mesa.apply_wait_end(mesa.require_phase(Envite))
    else:
        _apply_ending(mesa, event)


def _require_spoken_phase(mesa: State) -> Mus | Envite:
    """Returns the phase if words are said in it: the mus or a lance; raises BadEvent for other phases."""
    phase = mesa.phase
    if isinstance(phase, (Envite, Mus)):
        return phase
    raise BadEvent(f"a word was said, the table is in {type(phase).__name__}")


def _must_be_asked(mesa: State, event: Said) -> None:
    """Raises BadEvent for any word outside mus and lances, and for an answer before any bet.

    Raises it also for a seat that is not awaited, unless the word is in `_INTERRUPTS` (R26, R68).
    """
    phase, voz = _require_spoken_phase(mesa), event.action.voz
    seats = phase.asked_seats if isinstance(phase, Envite) else mesa.asked_for_mus(phase)
    if isinstance(phase, Envite) and phase.bettor is None and voz not in _OPENS:
        raise BadEvent(f"{voz} was said to a bet that nobody has made")
    if event.seat not in seats and voz not in _INTERRUPTS:
        raise BadEvent(f"seat {event.seat} spoke, {seats} were awaited")


_INTERRUPTS = (Voz.NO_MUS, Voz.PERDIDO)
"""Words that may be said out of turn (R26, R68)."""
_OPENS = (Voz.PASO, Voz.ENVIDO, Voz.ORDAGO)
"""Words that may be said before any bet (R28)."""


def _apply_discarded(mesa: State, event: Discarded) -> None:
    """Applies a discard. After the last seat's, records the counts and sets the cards due; without due cards
    the hand continues.

    Raises BadEvent in another phase or for cards that the seat does not hold. The number of cards and the
    turn are not checked.
    """
    seat, phase = event.seat, mesa.require_phase(Descarte)
    if not set(event.cards) <= set(mesa.cards[seat]):
        raise BadEvent(f"seat {seat} threw cards that it does not hold")
    kept = tuple(c for c in mesa.cards[seat] if c not in event.cards)
    thrown = Descarte(_replace_at(phase.thrown, seat, event.cards), phase.visto)
    mesa.cards, mesa.phase = _replace_at(mesa.cards, seat, kept), thrown
    counts = tuple([len(hand) for hand in thrown.thrown if hand is not None])
    if len(counts) == mesa.seats:
        mesa.throws = (*mesa.throws, counts)
        _begin_serving(mesa, mesa.cards_to_serve(thrown, counts))


def _apply_reshuffled(mesa: State, event: Reshuffled) -> None:
    """Makes the discards a new pile (R23): only the hands that stay out of it are still thrown.

    Counts the reshuffle; raises BadEvent unless cards are due.
    """
    phase = mesa.require_phase(Servir)
    thrown = tuple(
        hand if event.earlier or seat == event.kept else () for seat, hand in enumerate(phase.thrown)
    )
    mesa.phase, mesa.discards = Servir(phase.due, thrown, phase.last, phase.visto), ()
    mesa.reshuffles += 1


def _apply_served(mesa: State, event: Served) -> None:
    """Gives cards to a seat and records a card face up; continues the hand once no cards are due.

    Raises BadEvent if no cards are due after a discard, or for more cards than the seat is due. Whether the
    cards are in the pile is not checked.
    """
    seat, phase = event.seat, mesa.require_phase(Servir)
    owed = phase.due[seat] - len(event.cards)
    if owed < 0:
        raise BadEvent(f"seat {seat} was served {-owed} cards too many")
    mesa.cards = _replace_at(mesa.cards, seat, mesa.cards[seat] + event.cards)
    visto = phase.visto if event.visto is None else (seat, event.visto)
    _begin_serving(mesa, Servir(_replace_at(phase.due, seat, owed), phase.thrown, phase.last, visto))


def _begin_serving(mesa: State, servir: Servir) -> None:
    """Sets the phase to `servir`.

    Once no cards are due, it moves the thrown cards to the discards and continues the hand.
    """
    mesa.phase = servir
    if not any(servir.due):
        mesa.discards += tuple(c for hand in servir.thrown for c in hand)
        mesa.apply_served(last=servir.last, visto=servir.visto)


def _apply_lance_began(mesa: State, event: LanceBegan) -> None:
    """Opens a lance and counts a new question; raises BadEvent if another lance or another step is next."""
    mesa.require_phase(Between)
    _must_be_next(mesa, event.lance)
    mesa.phase = mesa.open_lance(event)
    mesa.question += 1


def _apply_declared(mesa: State, event: Declared) -> None:
    """Records, for each seat, whether it has pares or juego (R11).

    Raises BadEvent in another phase than `Between`. Raises it also unless the last closed lance is chica for
    pares, or pares for juego.
    """
    mesa.require_phase(Between)
    lance, after = event.lance, Lance.CHICA if event.lance is _PARES else _PARES
    if _last_closed(mesa) is not after:
        raise BadEvent(f"{lance} is declared after {_last_closed(mesa)}")
    if lance is _PARES:
        mesa.pares = event.has
    else:
        mesa.juego = event.has


def _last_closed(mesa: State) -> Lance | None:
    """Returns the last closed lance of the hand; None before the first."""
    return mesa.lances[-1].lance if mesa.lances else None


def _must_be_next(mesa: State, lance: Lance) -> None:
    """Raises BadEvent for a lance that does not follow the last closed one (R9), or without its declaration
    (R11).

    Juego and punto both follow pares.
    """
    declared = mesa.pares if lance is _PARES else mesa.juego
    if _last_closed(mesa) is not _BEFORE[lance] or (declared is None and lance not in _FOR_ALL):
        raise BadEvent(f"{lance} comes after {_last_closed(mesa)}")


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


def _apply_closed(mesa: State, event: Closed) -> None:
    """Adds a finished lance, bet on or not (R12, R86), and applies its consequences.

    Raises BadEvent for another lance than the open one, and while a word is awaited in it. A lance that did
    not begin must come next in order, and have the state SIN_RIVAL or VACIO.
    """
    phase, estado = mesa.phase, event.lance.estado
    if isinstance(phase, Envite):
        if phase.lance is not event.lance.lance or phase.is_open:
            raise BadEvent(f"{event.lance.lance} is closed, {phase.lance} is being bet")
    elif not isinstance(phase, Between) or estado not in _NOT_BET:
        raise BadEvent(f"a lance is closed, the table is in {type(phase).__name__}")
    else:
        _must_be_next(mesa, event.lance.lance)
    mesa.lances = (*mesa.lances, event.lance)
    mesa.apply_closed(event)


def _apply_owed(mesa: State, event: Owed) -> None:
    """Applies the list of payments due; raises BadEvent unless a lance is open, or the count has no payments
    yet."""
    phase = mesa.phase
    if not isinstance(phase, Envite) and not (isinstance(phase, Recuento) and phase.due is None):
        raise BadEvent(f"payments are counted, the table is in {type(phase).__name__}")
    mesa.apply_owed(event)


def _apply_shown(mesa: State, event: Shown) -> None:
    """Adds the seats that show cards to the seats that have shown them in this hand, and begins the count.

    In mid-hand this is allowed after an órdago, and for a comparison (R67). It is also allowed once a side
    has reached the target (R91). Raises BadEvent for any other showdown before the last lance is closed, and
    in another phase than `Between`.
    """
    mesa.require_phase(Between)
    last = _last_closed(mesa)
    if last is not _JUEGO and last is not _PUNTO and not _shows_at_once(mesa):
        raise BadEvent(f"hands are shown after {last}")
    mesa.shown = tuple([seat for seat, hand in enumerate(event.cards) if hand or seat in mesa.shown])
    mesa.phase = _TO_COUNT


def _shows_at_once(mesa: State) -> bool:
    """Returns whether hands may be shown in mid-hand. They may be shown if the last lance was an accepted
    órdago or compared at once (R35, R67, R68). They may also be shown if a side has reached the target
    (R91)."""
    compared = bool(mesa.lances) and mesa.lances[-1].estado in _COMPARED
    return compared or mesa.side_at_target() is not None


def _apply_paid(mesa: State, event: Paid) -> None:
    """Applies a payment and removes it from the payments due; raises BadEvent unless it is the next payment
    due."""
    due = mesa.phase.due if isinstance(mesa.phase, (Cobro, Recuento)) else None
    if not due or (due[0] is not event and due[0] != event):
        raise BadEvent(f"{event.piedras} for {event.por} were paid, which are not due")
    mesa.apply_paid(event)


def _apply_ending(mesa: State, event: Ending) -> None:
    """Applies the end of a juego, vaca or partida: counts the juego or vaca, and sets the phase `JuegoOver`.

    Raises BadEvent in a wrong phase, for a second Began, and for a value that is no event. Raises it also for
    the end of a juego before any payment in the hand. Whether the score allows the end is not checked.
    """
    if type(event) is JuegoWon or type(event) is JuegoLost:
        if not isinstance(mesa.phase, (Between, Cobro, Recuento)):
            raise BadEvent(f"a juego ended, the table is in {type(mesa.phase).__name__}")
        if not mesa.tantos:
            raise BadEvent("a juego ended before anything was paid")
        mesa.apply_juego_end(event)
    elif type(event) is VacaWon:
        mesa.require_phase(JuegoOver)
        mesa.vacas = _replace_at(mesa.vacas, event.bando, mesa.vacas[event.bando] + 1)
        mesa.phase = JuegoOver(event.bando, vaca_over=True)
    elif type(event) is PartidaWon:
        over = mesa.require_phase(JuegoOver)
        mesa.phase = JuegoOver(over.bando, over.vaca_over, event.bando)
    elif type(event) is Began:
        raise BadEvent("a partida begins only once")
    else:
        _refuse_value(event)


def _refuse_value(event: Never) -> NoReturn:
    """Raises BadEvent for a value that is no event."""
    raise BadEvent(f"a value of type {type(event).__name__}: expected an event of musbot.game.events")


def _apply_hand_ended(mesa: State) -> None:
    """Ends the hand in a draft: the next deal is due, or the partida is over.

    Raises BadEvent unless a juego is over or all counted payments are made.
    """
    phase = mesa.phase
    if isinstance(phase, JuegoOver):
        mesa.phase = Reparto(juego_over=True) if phase.winner is None else Terminada(phase.winner)
        return
    if not isinstance(phase, Recuento) or phase.due is None or phase.due:
        raise BadEvent(f"a hand ended, the table is in {type(phase).__name__}")
    mesa.phase = _TO_DEAL


_TO_COUNT, _TO_DEAL = Recuento(), Reparto()


def _replace_at(row: tuple[T, ...], place: Seat, value: T) -> tuple[T, ...]:
    """Returns a row with one value replaced."""
    return (*row[:place], value, *row[place + 1 :])
