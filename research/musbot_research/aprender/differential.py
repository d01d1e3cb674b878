"""Replays random hands of the kernel in the engine: `python -m musbot_research.aprender.differential`.

Before every word it compares the awaited seats, the offers, the seat that cut, and the piedras. It also
compares the classes of dealt hands, and at the end of a hand the payments and the winner.
"""

from __future__ import annotations

import argparse
import ctypes
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from zlib import crc32

from musbot.game import engine
from musbot.game.actions import Action, Seat, Voz
from musbot.game.cards import DECK, Hand
from musbot.game.errors import MusError
from musbot.game.events import Paid, Por
from musbot.game.evolve import evolve
from musbot.game.lances import Fase, Lance
from musbot.game.modos.mus.rules import MUS_SETS, Bandos, Corrido, MusRules
from musbot.game.modos.mus.state import MusState
from musbot.game.rules_base import Real
from musbot.game.state import Descarte, JuegoOver, Reparto, Servir, State, Terminada
from musbot.players.mus.odds import hand_classes
from musbot_research.aprender.library import Mesa, Step, is_in_kernel, kernel, mesa

VOCES = (
    Voz.MUS,
    Voz.NO_MUS,
    Voz.CONSULTA,
    Voz.DESCARTA,
    Voz.PASO,
    Voz.ENVIDO,
    Voz.ORDAGO,
    Voz.QUIERO,
    Voz.NO_QUIERO,
    Voz.QUEREMOS,
    Voz.NO_QUEREMOS,
    Voz.Y_YO,
    Voz.MAS,
    Voz.REENVIDO,
)
"""The words in the order of kernel.h."""
FASES = (Fase.MUS, Fase.DESCARTE, Fase.GRANDE, Fase.CHICA, Fase.PARES, Fase.JUEGO, Fase.PUNTO, Fase.FIN)
"""The phases in the order of kernel.h."""
POR = (Por.DEJE, Por.PASO, Por.ENVITE, Por.PREMIO, Por.PUNTO, Por.ORDAGO)
"""The reasons for payments in the order of kernel.h."""
ROOM = 400
"""Most words of a hand that are traced."""

RULES: tuple[MusRules, ...] = (
    *filter(
        is_in_kernel,
        (
            replace(rules, mus_corrido=Corrido.NO)
            for rules in MUS_SETS.values()
            if rules.bandos is Bandos.PAREJAS
        ),
    ),
    replace(MUS_SETS["castellano"], name="castellano-real", real=Real.FIGURA),
    replace(MUS_SETS["vitoria"], name="vitoria-rey", real=Real.REY),
    replace(MUS_SETS["parejas"], name="parejas-sin-gracia", gracia=0, elimina=True),
)
"""Rule sets that the kernel plays, some with a changed field; clasico without mus corrido."""


class Differs(MusError):
    """A difference between the kernel and the engine."""

    def __init__(self, where: str, what: str, kernels: object, engines: object) -> None:
        super().__init__(f"{where}: {what}: the kernel has {kernels}, the engine {engines}")


def action(word: int, cards: Hand) -> Action:
    """Returns the engine's form of a kernel word, for the holder of these cards."""
    voz, n = VOCES[word & 15], word >> 4
    if voz is Voz.DESCARTA:
        return Action(voz, cards=tuple(cards[place] for place in range(4) if n >> place & 1))
    return Action(voz, n)


def _hands(step: Step) -> tuple[Hand, ...]:
    return tuple(tuple(DECK[number] for number in row) for row in step.card)


def _mask(seats: tuple[Seat, ...]) -> int:
    return sum(1 << seat for seat in seats)


def _offers(state: State, seat: Seat) -> int:
    return sum(1 << VOCES.index(offer.voz) for offer in engine.offers(state, seat))


def _require_agreement(where: str, step: Step, state: MusState) -> None:
    """Raises Differs if kernel and engine differ before a word."""
    turno = engine.awaited_seats(state)
    awaited = turno[:1] if isinstance(state.phase, Descarte) else turno  # in the kernel, discards are in turn
    gracia = engine.gracia(state)
    for what, kernels, engines in (
        ("what is played", FASES[step.fase], state.fase),
        ("who is awaited", step.turno, _mask(awaited)),
        ("what is offered", step.offers, _offers(state, step.seat)),
        ("whose answer stands", step.gracia, -1 if gracia is None else gracia),
        ("who has cut", step.cut_by, -1 if state.cut_by is None else state.cut_by),
        ("the piedras", tuple(step.piedras), state.piedras),
    ):
        if kernels != engines:
            raise Differs(where, what, kernels, engines)


def _serve(state: State, steps: list[Step], at: int, end: tuple[Hand, ...]) -> State:
    """Returns the engine's state after it was served the cards that the kernel drew for a discard."""
    after = _hands(steps[at + 1]) if at + 1 < len(steps) else end
    masks = {step.seat: step.word >> 4 for step in steps[at - 3 : at + 1]}
    drawn = {seat: [after[seat][n] for n in range(4) if mask >> n & 1] for seat, mask in masks.items()}
    while isinstance(state.phase, Servir):
        owed = engine.cards_due(state)
        if owed is None or owed.seat is None:
            raise Differs("serving", "cards due", drawn, owed)
        cards = tuple(drawn[owed.seat][: owed.count])
        del drawn[owed.seat][: owed.count]
        state = engine.serve_cards(state, cards)[1]
    return state


def replay_hand(
    rules: MusRules, table: Mesa, state: State, mano: Seat, seed: int
) -> tuple[State, list[Step]]:
    """Plays a hand in the kernel, repeats it in the engine, and returns the engine's state and the words.

    Raises Differs if they disagree.
    """
    where = f"{rules.name}, hand of seed {seed}"
    room = (Step * ROOM)()
    many = kernel().trace_hand(ctypes.byref(table), mano, ctypes.c_uint64(seed), room, ROOM)
    steps = list(room[:many])
    _require_equal_classes(where, rules, steps)
    events, state = engine.deal_hand(state, _hands(steps[0]))
    end = tuple(tuple(DECK[number] for number in row) for row in table.card)
    paid: list[Paid] = []
    for at, step in enumerate(steps):
        if not isinstance(state, MusState):
            raise TypeError(f"{type(state).__name__}: expected a table of Mus")
        _require_agreement(where, step, state)
        if step.word < 0:
            events, state = engine.end_wait(state)
        else:
            events, state = engine.play(state, step.seat, action(step.word, _hands(step)[step.seat]))
        paid += [event for event in events if isinstance(event, Paid)]
        if isinstance(state.phase, Servir):
            state = _serve(state, steps, at, end)
    _check_end(where, table, state, paid)
    return state, steps


def _require_equal_classes(where: str, rules: MusRules, steps: list[Step]) -> None:
    """Raises Differs if the kernel's hand classes differ from HandClasses, after any deal."""
    of, known = hand_classes(rules), None
    for step in steps:
        rows = tuple(tuple(row) for row in step.card)
        if rows == known:
            continue
        known = rows
        for seat, hand in enumerate(_hands(step)):
            if (place := of.index[of.kinds(hand, rules)]) != step.hand[seat]:
                raise Differs(where, f"the class of {hand}", step.hand[seat], place)


def _check_end(where: str, table: Mesa, state: State, paid: list[Paid]) -> None:
    kernels = [(p.bando, list(Lance)[p.lance], POR[p.por], p.piedras) for p in table.pagos[: table.paid]]
    engines = [(p.bando, p.lance, p.por, p.piedras) for p in paid]
    if kernels != engines:
        raise Differs(where, "the payments", kernels, engines)
    won = state.phase.juego_over if isinstance(state.phase, Reparto) else isinstance(state.phase, Terminada)
    if not isinstance(state.phase, (Reparto, Terminada, JuegoOver)) or won != (table.winner >= 0):
        raise Differs(where, "who has won", table.winner, state.phase)


def replay_from(
    rules: MusRules, table: Mesa, piedras: tuple[int, int], mano: Seat, seed: int
) -> tuple[State, list[Step]]:
    """Plays a hand from a score; returns the engine's state and the words. Raises Differs."""
    state = evolve(None, engine.begin(rules, 4, mano, None, piedras)[0])
    table.piedras[:] = piedras
    return replay_hand(rules, table, state, mano, seed)


def compare_hands(rules: MusRules, hands: int, seed: int) -> Iterator[tuple[Mesa, list[Step]]]:
    """Yields hands from random scores, as the kernel's table and words. Raises Differs."""
    rng = Random(f"{seed} {rules.name}")
    table = mesa(rules)
    for number in range(hands):
        piedras = (rng.randrange(rules.piedras), rng.randrange(rules.piedras))
        yield table, replay_from(rules, table, piedras, number % 4, rng.getrandbits(63))[1]


def main() -> None:
    """Compares random hands under every rule set and prints their checksum; raises Differs."""
    parser = argparse.ArgumentParser(
        prog="python -m musbot_research.aprender.differential", description=__doc__
    )
    parser.add_argument("--hands", type=int, default=1_000_000, metavar="N", help="in all (1,000,000)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of which hands (1)")
    asked = parser.parse_args()
    each, sum_of_all, began = -(-asked.hands // len(RULES)), 0, time.monotonic()
    for rules in RULES:
        said, paid, words = Counter[str](), 0, 0
        for table, steps in compare_hands(rules, each, asked.seed):
            row = [(p.bando, p.lance, p.por, p.piedras) for p in table.pagos[: table.paid]]
            sum_of_all = crc32(repr(row).encode(), sum_of_all)
            words, paid = words + len(steps), paid + len(row)
            said.update(str(VOCES[step.word & 15]) if step.word >= 0 else "expira" for step in steps)
        sys.stdout.write(f"{rules.name:20} {each:8,} hands {words:10,} words {paid:9,} payments agree\n")
        sys.stdout.flush()
    took = time.monotonic() - began
    sys.stdout.write(f"{each * len(RULES):,} hands agree, sum {sum_of_all:08x}, {took:.0f} s\n")


if __name__ == "__main__":
    main()
