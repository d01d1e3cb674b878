"""The summary of an acta as a JSON object (docs/acta.md)."""

from __future__ import annotations

from typing import Any

from musbot.acta.partida import Acta, require_acta
from musbot.acta.read import VERSION
from musbot.game.engine import awaited_seats, winner
from musbot.game.events import Paid, Signed
from musbot.game.rule_sets import origin


def summary(partida: Acta) -> dict[str, Any]:
    """Returns the summary, with its keys in the documented order; `ganador` is None while the partida
    runs.

    Raises BadArgument for a value that is no Acta.
    """
    require_acta(partida)
    mesa = partida.mesa
    won = winner(mesa)
    return {
        "acta": VERSION,
        "reglas": origin(partida.rules)[0],
        "estado": "en juego" if won is None else "terminada",
        "juegos": list(mesa.juegos),
        "vacas": list(mesa.vacas),
        "piedras": list(mesa.piedras),
        "ganador": won,
        "mano": partida.names[mesa.mano],
        "fase": mesa.fase.value,
        "turno": partida.names_of(awaited_seats(mesa)),
        "tantos": [_tanto(event) for event in partida.events if isinstance(event, Paid)],
        "senas": [_sena(event, partida) for event in partida.events if isinstance(event, Signed)],
    }


def _sena(signed: Signed, partida: Acta) -> dict[str, Any]:
    """Returns a seña for the summary."""
    return {
        "hand": signed.hand,
        "de": partida.names[signed.seat],
        "sena": signed.sena.value,
        "vista_por": partida.names_of(signed.seen_by),
    }


def _tanto(paid: Paid) -> dict[str, Any]:
    """Returns a payment for the summary."""
    return {
        "hand": paid.hand,
        "bando": paid.bando,
        "lance": paid.lance.value,
        "por": paid.por.value,
        "piedras": paid.piedras,
    }
