"""The section of a page that proves a fair deal (docs/fair-deal.md)."""

from __future__ import annotations

from dataclasses import dataclass

from musbot.acta.partida import Acta
from musbot.acta.verify import Unverifiable, Verdict, format_ranges, verify
from musbot.game.shuffle import Scheme
from musbot.words.texts import Texts


@dataclass(frozen=True, slots=True)
class DealProof:
    """The text of the section; empty if the acta has no promise."""

    lines: tuple[str, ...] = ()
    """The sentences at the start."""
    facts: tuple[tuple[str, str], ...] = ()
    """The published values, each with its name."""
    after: tuple[str, ...] = ()
    """The sentences about the check."""


def build_proof(partida: Acta, texts: Texts, *, over: bool) -> DealProof:
    """Returns the proof of a partida that is `over`.

    Before that, or without a seed, it has the commitment and a sentence that the proof waits. It is empty if
    the acta has no commitment. If the deal cannot be verified, the result is left out.
    """
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
        lines = _result_lines(verify(partida), texts)
    except Unverifiable:
        lines = []
    return DealProof(tuple(lines), tuple(facts), (texts("page-proof-how"),))


def _result_lines(verdict: Verdict, texts: Texts) -> list[str]:
    """Returns the sentences about the deals: whether all hands fit the seed, or which hands do not.

    One more sentence names any other fault, such as the first mano.
    """
    broken = [hand for hand in range(1, verdict.hands + 1) if hand not in verdict.kept]
    lines = []
    if broken:
        lines.append(texts("page-proof-broken", broken=format_ranges(broken)))
    else:
        lines.append(texts("page-proof-kept", hands=verdict.hands))
    if len(verdict.faults) > len(broken) or not verdict.mano_drawn:
        lines.append(texts("page-proof-fault"))
    return lines
