"""What holds at every moment of every partida with stones to be rid of: hundreds of random ones (R60–R78)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from random import Random

from musbot.game.actions import Seat
from musbot.game.engine import awaited_seats, cards_due, winner
from musbot.game.events import Paid, Por
from musbot.game.evolve import evolve
from musbot.game.lances import Estado
from musbot.game.modos.piedras.puja import Puja
from musbot.game.modos.piedras.state import PiedrasState
from tests.support.invariants import Kept, total
from tests.support.random_partidas import Step, each_with_stones, partidas

TO_THE_END = 10**6
"""Hands: no partida of random words is so long."""


def conserved(steps: Iterator[Step], rng: Random) -> None:
    first, last, kept, log = None, None, None, []
    answered: set[tuple[Seat, int]] = set()
    for step in steps:
        first, last = first or step.before, step.after
        kept = kept or Kept(first)
        for _, event, after in step.states:
            assert isinstance(after, PiedrasState)
            log.append(event)
            kept.hear(event)
            assert total(after) == kept.stake, event  # R78: of those who play, each with what they began with
            assert min(after.piedras) >= 0
            own = [after.piedras[seat] + after.en_medio(seat) for seat in range(after.seats)]
            assert own == kept.own, event
            assert not isinstance(event, Paid) or event.piedras > 0
            assert not isinstance(event, Paid) or event.por in (Por.SACA, Por.COGE)
        waits = [bool(awaited_seats(last)), cards_due(last) is not None, winner(last) is not None]
        assert sum(waits) == 1
        if step.seat is not None:
            assert (step.seat, step.before.question) not in answered
            answered.add((step.seat, step.before.question))
    assert last is not None
    assert kept is not None
    out = [seat for seat, lost in enumerate(kept.lost) if lost == kept.rules.juegos]
    assert winner(last) not in out  # every partida ends, and the one who is not out wins it
    assert len(out) == last.seats - 1
    assert reduce(evolve, log, first) == last


@each_with_stones
def test_R78_stones_are_conserved_after_every_event_and_every_partida_ends_with_its_winner(name: str):
    seen = partidas(name, 15, conserved, hands=TO_THE_END)
    assert seen["over"] == 15
    assert min(seen[Por.SACA], seen[Por.COGE], seen["JuegoLost"]) > 50


@each_with_stones
def test_every_way_of_leaving_a_lance_happens(name: str):
    seen: set[object] = set()

    def looks(steps: Iterator[Step], rng: Random) -> None:
        for step in steps:
            seen.update(lance.estado for lance in step.after.lances)
            seen.update("suertudo" for lance in step.after.lances if lance.suertudos)
            seen.update("final" for lance in step.after.lances if lance.final)
            if isinstance(step.after.phase, Puja) and len(step.after.phase.subidores) > 2:
                seen.add("three raises")

    partidas(name, 12, looks, hands=TO_THE_END)
    mus = {Estado.PASO, Estado.QUERIDO, Estado.RECHAZADO, Estado.SIN_RIVAL, Estado.VACIO, Estado.ORDAGO}
    own = {Estado.VISTO, Estado.PERDIDO} if name == "tres-mus" else {"final"}
    assert seen >= mus | own | {"suertudo", "three raises"}
