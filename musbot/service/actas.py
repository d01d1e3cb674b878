"""The acta of a partida that is over, and the proof of its deal."""

from __future__ import annotations

from musbot.acta.partida import Acta, Promesa
from musbot.acta.verify import Verdict, verify
from musbot.acta.write import distinct, write
from musbot.game.shuffle import Scheme, commitment
from musbot.narrator.kept import Proof
from musbot.service.manager import TableManager
from musbot.table.state import Table


async def written(manager: TableManager, table: Table) -> bytes:
    """Returns the acta of a table that is over."""
    return write(table.names, await manager.game_events(table.id), promised(table)).encode()


async def proven(manager: TableManager, table: Table) -> Proof:
    """Returns what is found when the deal of a partida that is over is reckoned again from its seed."""
    promesa, mesa = promised(table), table.mesa
    if mesa is None:
        raise ValueError("expected a partida")
    events = await manager.game_events(table.id)
    verdict = verify(Acta(distinct(table.names), mesa.rules, events, mesa, promesa))
    return Proof(
        short=table.short,
        commitment=promesa.compromiso or "",
        seed=table.seed.hex(),
        cut=0 if promesa.esquema is Scheme.MUSBOT_1 else promesa.corte,
        hands=verdict.hands,
        broken=tuple(hand for hand in range(1, verdict.hands + 1) if hand not in verdict.kept),
        secrets=_only_hands(verdict),
        drawn=verdict.mano_drawn,
    )


def _only_hands(verdict: Verdict) -> bool:
    """Whether all that does not agree are hands: a fault is told of each of these."""
    return len(verdict.faults) == verdict.hands - len(verdict.kept)


def promised(table: Table) -> Promesa:
    """Returns what an acta tells of the decks of a table that is over."""
    return Promesa(
        semilla=table.seed,
        compromiso=commitment(table.id, table.seed, table.scheme),
        mesa=table.id,
        palabras=table.words if table.scheme is Scheme.MUSBOT_1 else (),
        esquema=table.scheme,
        corte=table.cut,
        huellas=tuple(given.hash for given in table.given),
        secretos=tuple(bytes.fromhex(given.secret) for given in table.given),
    )
