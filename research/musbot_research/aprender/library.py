"""The kernel as a library: compiled by the system's C compiler on first use, loaded with ctypes."""

from __future__ import annotations

import ctypes
from functools import lru_cache
from pathlib import Path

from musbot.game.errors import MusError
from musbot.game.modos.mus.rules import (
    Bandos,
    Barajar,
    Corrido,
    Corte,
    Deje,
    DejeSubida,
    Descartan,
    MusRules,
    Reponer,
    Respuesta,
)
from musbot.game.rules_base import Real
from musbot_research.envs.building import load_kernel

HERE = Path(__file__).parent
"""The folder with the C sources."""
CLASSES, KINDS, LANCES = 715, 10, 5
"""Sizes of kernel.h: classes of hands, kinds of cards, lances."""
MOST_WORDS = 4096
"""The words of a hand that a function of the kernel plays, at most; as in kernel.h."""


class EndlessHand(MusError):
    """A hand that the kernel gave up."""

    def __init__(self) -> None:
        super().__init__(
            f"a hand had {MOST_WORDS:,} words and no end: expected players that cut the mus and stop raising,"
            " and a table that has learnt from more hands"
        )


def require_end(ended: int) -> None:
    """Raises EndlessHand if a function of the kernel returned false, because a hand had no end."""
    if not ended & 1:
        raise EndlessHand


class NotInKernel(MusError):
    """Rules that the kernel does not play."""

    def __init__(self, rules: MusRules) -> None:
        super().__init__(
            f"the rules {rules.name!r} are not in the kernel: expected parejas without mus visto,"
            " mus corrido, corte libre and deje at the count"
        )


class Reglas(ctypes.Structure):
    """The struct `Reglas` of kernel.h: the rules."""

    _fields_ = (
        ("reyes", ctypes.c_int32),
        ("real", ctypes.c_int32),
        ("piedras", ctypes.c_int32),
        ("respuesta", ctypes.c_int32),
        ("gracia", ctypes.c_int32),
        ("elimina", ctypes.c_int32),
        ("consulta", ctypes.c_int32),
        ("una_a_una", ctypes.c_int32),
        ("anteriores", ctypes.c_int32),
    )


class Baraja(ctypes.Structure):
    """The struct `Baraja` of kernel.h: the values of all hands of a deck."""

    _fields_ = (
        ("kinds", ctypes.c_int32),
        ("classes", ctypes.c_int32),
        ("kind", ctypes.c_uint8 * 40),
        ("copies", ctypes.c_uint8 * KINDS),
        ("held", ctypes.c_uint8 * 4 * CLASSES),
        ("place", ctypes.c_uint16 * CLASSES * LANCES),
        ("pares", ctypes.c_uint8 * CLASSES),
        ("juego", ctypes.c_uint8 * CLASSES),
        ("premio_juego", ctypes.c_uint8 * CLASSES),
        ("puntos", ctypes.c_uint8 * CLASSES),
        ("class_of", ctypes.c_uint16 * KINDS * KINDS * KINDS * KINDS),
    )


class Cerrado(ctypes.Structure):
    """The struct `Cerrado` of kernel.h: a closed lance."""

    _fields_ = (
        ("lance", ctypes.c_int8),
        ("estado", ctypes.c_int8),
        ("piedras", ctypes.c_int32),
        ("bando", ctypes.c_int8),
    )


class Pago(ctypes.Structure):
    """The struct `Pago` of kernel.h: a payment."""

    _fields_ = (
        ("bando", ctypes.c_int8),
        ("lance", ctypes.c_int8),
        ("por", ctypes.c_int8),
        ("piedras", ctypes.c_int32),
    )


class Envite(ctypes.Structure):
    """The struct `Envite` of kernel.h: the bets of a lance."""

    _fields_ = (
        ("speakers", ctypes.c_int8 * 4),
        ("many", ctypes.c_int8),
        ("passed", ctypes.c_int8),
        ("bettor", ctypes.c_int8),
        ("raised", ctypes.c_int8),
        ("ordago", ctypes.c_int8),
        ("querido", ctypes.c_int32),
        ("apuesta", ctypes.c_int32),
        ("answered", ctypes.c_int8),
        ("who", ctypes.c_int8 * 2),
        ("answer", ctypes.c_int32 * 2),
        ("pending", ctypes.c_int8 * 2),
        ("waits", ctypes.c_int8),
        ("out", ctypes.c_uint8),
    )


class Mesa(ctypes.Structure):
    """The struct `Mesa` of kernel.h: the state of a table."""

    _fields_ = (
        ("reglas", ctypes.POINTER(Reglas)),
        ("baraja", ctypes.POINTER(Baraja)),
        ("piedras", ctypes.c_int32 * 2),
        ("mano", ctypes.c_int8),
        ("fase", ctypes.c_int8),
        ("said", ctypes.c_int8),
        ("deferred", ctypes.c_int8),
        ("cut_by", ctypes.c_int8),
        ("discards", ctypes.c_int8),
        ("card", ctypes.c_uint8 * 4 * 4),
        ("hand", ctypes.c_uint16 * 4),
        ("thrown", ctypes.c_uint8 * 4),
        ("throws", ctypes.c_int8 * 4),
        ("pile", ctypes.c_uint8 * 40),
        ("left", ctypes.c_uint8),
        ("away", ctypes.c_uint8 * 40),
        ("gone", ctypes.c_uint8),
        ("envite", Envite),
        ("lances", Cerrado * 4),
        ("closed", ctypes.c_int8),
        ("pares", ctypes.c_uint8),
        ("juego", ctypes.c_uint8),
        ("pagos", Pago * 16),
        ("paid", ctypes.c_int8),
        ("winner", ctypes.c_int8),
    )


class Rng(ctypes.Structure):
    """The struct `Rng` of kernel.h: a random generator, or a tape of draws."""

    _fields_ = (("state", ctypes.c_uint64), ("tape", ctypes.POINTER(ctypes.c_double)))


POLICY = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.POINTER(Mesa), ctypes.c_int, ctypes.POINTER(Rng), ctypes.c_void_p
)
"""The type of a policy function written in Python, for tests."""


class Player(ctypes.Structure):
    """The struct `Player` of kernel.h: a policy function and its data."""

    _fields_ = (("choose", ctypes.c_void_p), ("self", ctypes.c_void_p))


class Step(ctypes.Structure):
    """The struct `Step` of trace.h: a word of a traced hand."""

    _fields_ = (
        ("fase", ctypes.c_int32),
        ("turno", ctypes.c_int32),
        ("seat", ctypes.c_int32),
        ("offers", ctypes.c_int32),
        ("word", ctypes.c_int32),
        ("gracia", ctypes.c_int32),
        ("cut_by", ctypes.c_int32),
        ("piedras", ctypes.c_int32 * 2),
        ("card", ctypes.c_uint8 * 4 * 4),
        ("hand", ctypes.c_uint16 * 4),
    )


@lru_cache(maxsize=1)
def kernel() -> ctypes.CDLL:
    """Returns the library, compiled again if its sources have changed. Raises NoCompiler."""
    return load_kernel(HERE, flags=["-march=native", "-ffp-contract=off"])


def is_in_kernel(rules: MusRules) -> bool:
    """Returns whether the kernel plays these rules."""
    return (
        rules.bandos is Bandos.PAREJAS
        and not rules.mus_visto
        and rules.mus_corrido is Corrido.NO
        and rules.corte is Corte.TURNO
        and rules.deje is Deje.ACTO
        and rules.deje_subida is DejeSubida.ACEPTADO
        and rules.descarte is not Descartan.POSTRE
        and not rules.zuetan
    )


@lru_cache(maxsize=64)
def reglas(rules: MusRules) -> Reglas:
    """Returns the kernel's form of the rules, cached. Raises NotInKernel for rules it does not play."""
    if not is_in_kernel(rules):
        raise NotInKernel(rules)
    return Reglas(
        reyes=rules.reyes,
        real=list(Real).index(rules.real),
        piedras=rules.piedras,
        respuesta=list(Respuesta).index(rules.respuesta),
        gracia=int(rules.gracia > 0),
        elimina=int(rules.elimina),
        consulta=int(rules.consulta),
        una_a_una=int(rules.reponer is Reponer.UNA_A_UNA),
        anteriores=int(rules.barajar is Barajar.ANTERIORES),
    )


@lru_cache(maxsize=8)
def baraja(reyes: int, real: Real) -> Baraja:
    """Returns the values of all hands of a deck, computed by the kernel and cached."""
    found = Baraja()
    kernel().baraja_fill(ctypes.byref(found), reyes, list(Real).index(real))
    return found


def mesa(rules: MusRules) -> Mesa:
    """Returns a table of the kernel before the first deal."""
    begun = Mesa()
    rows = reglas(rules)
    kernel().mesa_begin(
        ctypes.byref(begun), ctypes.byref(rows), ctypes.byref(baraja(rules.reyes, rules.real))
    )
    return begun
