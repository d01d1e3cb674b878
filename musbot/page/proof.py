"""What a page tells of the promise of a partida's decks (docs/fair-deal.md)."""

from __future__ import annotations

from dataclasses import dataclass

from musbot.acta.partida import Acta
from musbot.acta.verify import Unverifiable, Verdict, spans, verify
from musbot.game.shuffle import Scheme
from musbot.words.texts import Texts


@dataclass(frozen=True, slots=True)
class DealProof:
    """Lines, then facts by their names, then how they are checked; all empty where nothing was promised."""

    lines: tuple[str, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    after: tuple[str, ...] = ()


def proof(partida: Acta, texts: Texts, *, over: bool) -> DealProof:
    """Returns what is found when a partida that is over is dealt again; of one under way what binds it."""
    promesa = partida.baraja
    if promesa is None or promesa.compromiso is None:
        return DealProof()
    published = (texts("page-proof-commitment"), promesa.compromiso)
    if promesa.semilla is None or not over:
        return DealProof((texts("page-proof-waits"),), (published,))
    facts = [published, (texts("page-proof-seed"), promesa.semilla.hex())]
    if promesa.esquema is Scheme.MUSBOT_2:
        facts.append((texts("page-proof-cut"), str(promesa.corte)))
    try:
        lines = _found(verify(partida), texts)
    except Unverifiable:
        lines = []
    return DealProof(tuple(lines), tuple(facts), (texts("page-proof-how"),))


def _found(verdict: Verdict, texts: Texts) -> list[str]:
    """What came of dealing every hand again, and whether all else agrees."""
    broken = [hand for hand in range(1, verdict.hands + 1) if hand not in verdict.kept]
    lines = []
    if broken:
        lines.append(texts("page-proof-broken", broken=spans(broken)))
    else:
        lines.append(texts("page-proof-kept", hands=verdict.hands))
    if len(verdict.faults) > len(broken) or not verdict.mano_drawn:
        lines.append(texts("page-proof-fault"))
    return lines
