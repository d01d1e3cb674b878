"""Prints how prudente plays against itself, from which the constants of musbot/players were measured.

.venv/bin/python -m tests.support.medidas [rule set] [juegos]
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import exp, log, sqrt
from random import Random

from musbot.game.actions import Action, Voz
from musbot.game.cards import Hand
from musbot.game.engine import winner
from musbot.game.lances import Lance
from musbot.game.modos.mus.rules import MUS_SETS, MusRules
from musbot.game.modos.mus.state import MusState
from musbot.game.views import View
from musbot.players import Prudente
from musbot.players.mus.odds import HandKnowledge, cumulative_chances, hand_classes
from tests.support.ai_partidas import Sala

_DECLARED = {
    Lance.PARES: HandKnowledge(pares=True),
    Lance.JUEGO: HandKnowledge(juego=True),
    Lance.PUNTO: HandKnowledge(juego=False),
}


@dataclass
class Medidas:
    """What was heard and held in some juegos."""

    rules: MusRules
    words: Counter[tuple[str, str]] = field(default_factory=Counter)
    weak: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    logs: dict[tuple[str, str], list[float]] = field(default_factory=lambda: defaultdict(list))
    scores: list[tuple[int, int, bool]] = field(default_factory=list)
    hands: Counter[int] = field(default_factory=Counter)

    def beats(self, hand: Hand, lance: Lance) -> float | None:
        """The part of those in a lance that this hand beats, half of the equal ones included."""
        of, rules = hand_classes(self.rules), self.rules
        place = of.places[lance][of.index[of.kinds(hand, rules)]]
        row = cumulative_chances(rules.reyes, rules.real, (), lance, _DECLARED.get(lance, HandKnowledge()))
        half = (row[place] + (row[place - 1] if place else 0)) / 2
        return half or None

    def heed(self, view: View, action: Action, seconds: float) -> None:
        self.seconds.append(seconds)
        envite = view.envite
        if envite is None:
            return
        first = "raise" if envite.querido else "first bet"
        asked = "open" if envite.bettor is None else "órdago" if envite.ordago else first
        said = {Voz.Y_YO: "raise", Voz.MAS: "raise", Voz.REENVIDO: "raise"}.get(action.voz, action.voz.value)
        self.words[asked, said.replace("eremos", "iero")] += 1
        beats = self.beats(view.mine, envite.lance)
        if action.voz is Voz.ENVIDO and beats is not None:
            self.weak["bet"] += 1
            self.weak["weak"] += beats < 0.5

    def play(self, rng: Random) -> None:
        sala = Sala(self.rules, [Prudente(rng) for _ in range(self.rules.players.start)], rng, self.heed)
        lacking, last = [], 0
        while winner(sala.mesa) is None:
            mesa = sala.mesa
            if mesa.hand != last and len(mesa.lances) == 1:
                last = mesa.hand
                self._hand(sala)
                lacking.append(tuple(self.rules.piedras - score for score in mesa.piedras))
            sala.step()
        self.scores += [(ours, theirs, winner(sala.mesa) == 0) for ours, theirs in lacking]

    def _hand(self, sala: Sala) -> None:
        mesa = sala.mesa
        assert isinstance(mesa, MusState)
        self.hands[len(mesa.throws)] += 1
        for seat, hand in enumerate(mesa.cards):
            when = f"{'after' if mesa.throws else 'no'} mus{', cut' if seat == mesa.cut_by else ''}"
            for lance in Lance:
                if mesa.jugada(seat).has(lance) and (lance, mesa.jugada(seat).has_juego) != (
                    Lance.PUNTO,
                    True,
                ):
                    beats = self.beats(hand, lance)
                    self.logs[lance.value, when].append(log(beats) if beats else 0.0)

    def told(self) -> Iterator[str]:
        """Yields the lines to print."""
        hands = sum(self.hands.values())
        yield f"{hands} hands, {1 - self.hands[0] / hands:.0%} with mus"
        for asked in ("open", "first bet", "raise", "órdago"):
            of = {said: n for (what, said), n in self.words.items() if what == asked}
            parts = ", ".join(f"{said} {n / sum(of.values()):.1%}" for said, n in sorted(of.items()))
            yield f"{asked}: {sum(of.values())}: {parts}"
        yield f"bets with less than a middling hand: {self.weak['weak'] / max(1, self.weak['bet']):.0%}"
        for (lance, when), logs in sorted(self.logs.items()):
            yield f"{lance}, {when}: as the best of {-len(logs) / sum(logs):.2f} hands ({len(logs)})"
        yield f"steepness {max((self._likely(k / 20), k / 20) for k in range(4, 50))[1]}"
        ms = sorted(1000 * s for s in self.seconds)
        p50, p99 = ms[len(ms) // 2], ms[len(ms) * 99 // 100]
        yield f"{len(ms)} words: {p50:.2f} ms in the middle, {p99:.2f} at 99 %, {ms[-1]:.2f} the slowest"

    def _likely(self, steepness: float) -> float:
        chances = (
            (1 / (1 + exp(-steepness * (theirs - ours) / sqrt(ours + theirs))), won)
            for ours, theirs, won in self.scores
            if ours > 0 and theirs > 0
        )
        return sum(log(chance if won else 1 - chance) for chance, won in chances)


def measured(name: str, juegos: int, seed: int = 1) -> Medidas:
    """Returns what prudente does in so many juegos against itself."""
    medidas = Medidas(MUS_SETS[name].with_changes({"juegos": 1, "vacas": 1}))
    for n in range(juegos):
        medidas.play(Random(f"{seed}|{n}"))
    return medidas


if __name__ == "__main__":
    chosen = sys.argv[1] if len(sys.argv) > 1 else "parejas"
    for line in measured(chosen, int(sys.argv[2]) if len(sys.argv) > 2 else 50).told():
        print(line)
