"""Converts a view of the real engine to a table of the kernel, to ask the kernel's policies."""

from __future__ import annotations

import ctypes

from musbot.game.actions import Action, Voz
from musbot.game.cards import DECK, Hand
from musbot.game.envite import Envite
from musbot.game.lances import Estado, Fase, Lance
from musbot.game.views import MusSeen, View
from musbot.players.mus.odds import hand_classes
from musbot_research.aprender import library
from musbot_research.aprender.differential import FASES, VOCES

LANCES = tuple(Lance)
"""The lances in the order of kernel.h."""
ESTADOS = (Estado.PASO, Estado.QUERIDO, Estado.RECHAZADO, Estado.SIN_RIVAL, Estado.VACIO, Estado.ORDAGO)
"""The results of a lance in the order of kernel.h."""


def kernel_table(view: View, raised: int = -1) -> library.Mesa:
    """Returns the kernel's table for a view. Only the seat's own cards are filled in.

    `raised` is the seat whose bet was raised, which an Envite does not store; -1 without one.
    """
    assert isinstance(view.modo, MusSeen)  # noqa: S101 - the kernel plays nothing else
    assert view.seat is not None  # noqa: S101
    rules, seat = view.modo.rules, view.seat
    mesa = library.mesa(rules)
    of = hand_classes(rules)
    mesa.piedras[:] = view.piedras
    mesa.mano = view.mano
    mesa.fase = FASES.index(view.fase)
    mesa.discards = len(view.throws)
    mesa.cut_by = -1 if view.modo.cut_by is None else view.modo.cut_by
    mesa.deferred = view.modo.deferred
    mesa.card[seat][:] = [DECK.index(card) for card in view.mine]
    mesa.hand[seat] = of.index[of.kinds(view.mine, rules)]
    if view.throws:
        mesa.throws[:] = view.throws[-1]
    if view.fase is Fase.MUS:
        mesa.said = (seat - view.mano) % view.seats
    mesa.pares = sum(1 << who for who, has in enumerate(view.pares or ()) if has)
    mesa.juego = sum(1 << who for who, has in enumerate(view.juego or ()) if has)
    mesa.closed = len(view.lances)
    for at, closed in zip(mesa.lances, view.lances, strict=False):
        at.lance, at.estado = LANCES.index(closed.lance), ESTADOS.index(closed.estado)
        at.piedras, at.bando = closed.piedras, closed.bandos[0] if len(closed.bandos) == 1 else -1
    if view.envite is not None:
        _fill_envite(mesa.envite, view.envite)
        mesa.envite.raised = raised
    mesa.winner = -1
    return mesa


def _fill_envite(at: library.Envite, envite: Envite) -> None:
    at.many, at.passed, at.ordago = len(envite.speakers), envite.passed, envite.ordago
    at.speakers[: at.many] = envite.speakers
    at.bettor = -1 if envite.bettor is None else envite.bettor
    at.querido, at.apuesta = envite.querido, envite.apuesta
    at.answered, at.waits = len(envite.answers), len(envite.pending)
    for n, (who, said) in enumerate(envite.answers):
        at.who[n], at.answer[n] = who, word(said)
    at.pending[: at.waits] = envite.pending
    at.out = sum(1 << who for who in envite.out)


def word(action: Action, hand: Hand = ()) -> int:
    """Returns an action as a word of the kernel. Thrown cards become a mask of places in the hand."""
    n = action.n
    if action.voz is Voz.DESCARTA:
        n = sum(1 << hand.index(card) for card in action.cards)
    return VOCES.index(action.voz) | n << 4


def ask(player: library.Player, view: View, tape: list[float], raised: int = -1) -> tuple[int, int]:
    """Returns the word of a kernel player for a view, and the number of draws it took from the tape.

    `raised` is the seat whose bet was raised, or -1.
    """
    drawn = (ctypes.c_double * max(1, len(tape)))(*tape)
    rng = library.Rng(0, ctypes.cast(drawn, ctypes.POINTER(ctypes.c_double)))
    said: int = library.POLICY(player.choose)(kernel_table(view, raised), view.seat, rng, player.self)
    left = ctypes.cast(rng.tape, ctypes.c_void_p).value or 0
    return said, (left - ctypes.addressof(drawn)) // ctypes.sizeof(ctypes.c_double)
