"""One seat's assessment of a table: its chances in each lance and the expected payments."""

from __future__ import annotations

from functools import cached_property
from math import prod

from musbot.game.actions import Bando, Seat, Seats, Voz
from musbot.game.lances import Cerrado, Estado, Jugada, Lance, jugada
from musbot.game.rules_base import Real
from musbot.game.views import MusSeen, View
from musbot.players.mus.odds import (
    Duel,
    HandKnowledge,
    Kinds,
    Other,
    Row,
    cumulative_chances,
    duel,
    expected_premio,
    hand_classes,
    win_chance,
)
from musbot.players.mus.scoreboard import Outcome, Scoreboard, Stage

# The strength of a player's hand after a word, as the best of this many random hands. Measured by self-play
# as the likeliest exponent, -1 / mean of the logarithm of the share of hands that it beats: 250 juegos of
# `parejas` and 120 of `mundial` (medidas.py in tests/support prints it). A missing lance has 1.
AFTER_MUS = {Lance.GRANDE: 1.8, Lance.CHICA: 0.65, Lance.PARES: 1.5, Lance.PUNTO: 1.5}
AFTER_CUT = {Lance.GRANDE: 1.4, Lance.CHICA: 0.65, Lance.PARES: 2.8, Lance.JUEGO: 1.7, Lance.PUNTO: 0.5}
"""After the player cut the mus."""
HAS_AFTER_MUS = {
    Lance.PARES: 1.3,
    Lance.JUEGO: 2.3,
}  # before the declaration, from the share of hands that have it
HAS_AFTER_CUT = {Lance.PARES: 1.4, Lance.JUEGO: 4.0}
"""After the player cut the mus, before the declaration."""
AFTER_PASO, AFTER_NO_QUIERO, AFTER_BET = 0.8, 0.7, 2.5  # in the current lance; 150 juegos, all lances

QUERIDO_FROM = 0.3
"""In a lance with an accepted bet, the rivals' hand is assumed to be beyond this quantile (chosen)."""

_COMING = {
    Lance.GRANDE: (Lance.CHICA, Lance.PARES, Lance.JUEGO),
    Lance.CHICA: (Lance.PARES, Lance.JUEGO),
    Lance.PARES: (Lance.JUEGO,),
}
_PREMIADOS = (Lance.PARES, Lance.JUEGO)
_REJECT = (Voz.NO_QUIERO, Voz.NO_QUEREMOS)


class Reading:
    """A seat's assessment of a lance; each part is calculated on first use."""

    def __init__(self, view: View, seen: MusSeen, seat: Seat) -> None:
        self.view = view
        self.seen = seen
        self.seat = seat
        self.lance = Lance(view.fase.value)
        self.own: Jugada = jugada(view.mine, seen.rules.reyes, seen.rules.real)
        self._side: Bando = view.bando(seat)
        self._deck = (seen.rules.reyes, seen.rules.real)
        self._kinds: Kinds = hand_classes(seen.rules).kinds(view.mine, seen.rules)
        self._asked: dict[Lance, tuple[Other, ...]] = {}
        self._chances: dict[tuple[Stage, int, int], float] = {}

    @cached_property
    def scoreboard(self) -> Scoreboard:
        """The score against the best rival side."""
        piedras = self.view.piedras
        best = max(score for bando, score in enumerate(piedras) if bando != self._side)
        return Scoreboard(self.seen.rules.piedras, piedras[self._side], best)

    @cached_property
    def duel(self) -> Duel:
        """The duel in the current lance, before the rivals' bets are considered."""
        return self._duel(self.lance)

    @cached_property
    def score_chance(self) -> float:
        """Our chance (0 to 1) of winning the juego if only the score counts, not the cards.

        The rival is the side with the best score.
        """
        return self.scoreboard.chance()

    @property
    def bet_to_answer(self) -> int:
        """The piedras of the bet to answer; 0 without a bet and for an órdago."""
        return self.view.envite.apuesta if self.view.envite else 0

    @property
    def partners(self) -> Seats:
        """The partners who may still answer the bet (R29, R30); none before a bet."""
        envite = self.view.envite
        if envite is None or envite.bettor is None:
            return ()
        answered = {who for who, _ in envite.answers}
        return tuple(
            seat
            for seat in envite.speakers
            if self.view.bando(seat) == self._side
            and seat != self.seat
            and seat not in answered
            and seat not in envite.out
        )

    def chance(self, now: Stage, ours: int = 0, theirs: int = 0) -> float:
        """Returns our chance of winning the juego if the lance pays `now`, after a deje is paid (R38).

        `ours` and `theirs` are the deje's piedras. Finished and later lances are paid in their order.
        """
        if (now, ours, theirs) not in self._chances:
            score = self.scoreboard.after_payment(ours, theirs)
            stages = (*self._closed_stages, now, *self._later_payments)
            self._chances[now, ours, theirs] = score.chance(stages)
        return self._chances[now, ours, theirs]

    def payment_if_won(self, piedras: int) -> Stage:
        """Returns the sure payment of the current lance if our side wins `piedras` in it, with its
        premios."""
        return (Outcome(1.0, piedras + self._lance_extras[0], 0),)

    def payment_if_lost(self, piedras: int) -> Stage:
        """Returns the sure payment of the current lance if the rivals win `piedras` in it, with their
        premios."""
        return (Outcome(1.0, 0, piedras + self._lance_extras[1]),)

    def paso_payment(self, lance: Lance) -> Stage:
        """Returns the payment of a lance without a bet, with the chance that each side wins it."""
        return self._showdown_stage(lance, int(lance in (Lance.GRANDE, Lance.CHICA)), self._win(lance))

    @cached_property
    def _lance_extras(self) -> tuple[int, int]:
        """Each side's payment in the current lance beyond the bet, if it wins."""
        return self._extras(self.lance)

    @cached_property
    def _closed_stages(self) -> tuple[Stage, ...]:
        """The expected payments of the finished lances, in order."""
        return tuple(self._settled_stage(cerrado) for cerrado in self.view.lances)

    @cached_property
    def _later_payments(self) -> tuple[Stage, ...]:
        """The payments of the later lances without bets."""
        coming = _COMING.get(self.lance, ())
        return tuple(
            self._undeclared_stage(lance) if lance in _PREMIADOS else self.paso_payment(lance)
            for lance in coming
        )

    def _settled_stage(self, cerrado: Cerrado) -> Stage:
        """Returns the expected payment of a finished lance; a payment of 0 for an órdago or without pares."""
        lance = cerrado.lance
        match cerrado.estado:
            case Estado.PASO:
                return self.paso_payment(lance)
            case Estado.QUERIDO:
                return self._showdown_stage(
                    lance, cerrado.piedras, self._duel(lance).chance_against(QUERIDO_FROM)
                )
            case Estado.RECHAZADO | Estado.SIN_RIVAL:
                return self._showdown_stage(lance, 0, float(cerrado.bandos[0] == self._side))
            case _:
                return (Outcome(1.0, 0, 0),)

    def _showdown_stage(self, lance: Lance, piedras: int, win: float) -> Stage:
        """Returns the payment of `piedras` and extras to our side with the chance `win`, otherwise to the
        rivals."""
        ours, theirs = self._extras(lance)
        return (Outcome(win, piedras + ours, 0), Outcome(1 - win, 0, piedras + theirs))

    def _extras(self, lance: Lance) -> tuple[int, int]:
        """Returns each side's payment beyond the bet if it wins: premios, or 1 for punto (R47–R49)."""
        if lance is Lance.PUNTO:
            return 1, 1
        if lance not in _PREMIADOS:
            return 0, 0
        return self._premios(lance, ours=True), self._premios(lance, ours=False)

    def _premios(self, lance: Lance, *, ours: bool) -> int:
        """Returns a side's average premio for pares or juego, in piedras, given that it has some.

        It is rounded, and at least the smallest premio: 1 for pares, 2 for juego. `ours` chooses our side,
        whose own hand is known; otherwise the rivals. 0 if the side cannot have any.
        """
        others = [o for o in self._other_players(lance) if o.ours == ours]
        average = sum(expected_premio(*self._deck, self._kinds, lance, o.known) for o in others)
        if ours and self.own.has(lance):
            return round(average + (self.own.premio_pares if lance is Lance.PARES else self.own.premio_juego))
        some = 1 - prod(self._cumulative_chances(lance, o)[0] for o in others)
        return max(1 if lance is Lance.PARES else 2, round(average / some)) if some else 0

    def _undeclared_stage(self, lance: Lance) -> Stage:
        """Returns the payment of pares or juego before the declaration, by its chances.

        Pares that no player has pay 0. If no player has juego, punto is played instead (R12).
        """
        others = self._other_players(lance)
        win, nobody = self._win(lance), 0.0
        if not self.own.has(lance):
            nobody = prod(self._cumulative_chances(lance, o)[0] ** o.strength for o in others)
            nearest = min(others, key=lambda o: o.turn)
            win -= nobody * nearest.ours  # equal hands go to the nearest seat, but win nothing
        ours, theirs = self._extras(lance)
        stage = (Outcome(win, ours, 0), Outcome(max(0.0, 1 - win - nobody), 0, theirs))
        if not nobody:
            return stage
        if lance is Lance.PARES:
            return (*stage, Outcome(nobody, 0, 0))
        return (
            *stage,
            *(Outcome(nobody * chance, *paid) for chance, *paid in self.paso_payment(Lance.PUNTO)),
        )

    def _duel(self, lance: Lance) -> Duel:
        """Returns the duel in a lance."""
        return duel(*self._question(lance))

    def _win(self, lance: Lance) -> float:
        """Returns the chance that our side wins a lance."""
        return self.duel.win if lance is self.lance else win_chance(*self._question(lance))

    def _question(self, lance: Lance) -> tuple[int, Real, Kinds, Lance, int | None, tuple[Other, ...]]:
        """Returns the arguments of the duel; a player without pares or juego takes no part."""
        declared = self._declarations(lance)
        part = self.own.has(lance) if lance in _PREMIADOS else declared is None or declared[self.seat]
        turn = self._turn(self.seat) if part else None
        return *self._deck, self._kinds, lance, turn, self._other_players(lance)

    def _cumulative_chances(self, lance: Lance, other: Other) -> Row:
        """Returns, for each place in a lance, the chance that another player's hand is no better."""
        return cumulative_chances(*self._deck, self._kinds, lance, other.known)

    def _declarations(self, lance: Lance) -> tuple[bool, ...] | None:
        """Returns which seats have pares or juego; None before the declaration, and in other lances."""
        return {Lance.PARES: self.view.pares, Lance.JUEGO: self.view.juego}.get(lance)

    def _other_players(self, lance: Lance) -> tuple[Other, ...]:
        """Returns the other players who take part in a lance, or may take part; cached."""
        if lance not in self._asked:
            declared = self._declarations(lance)
            seats = [seat for seat in range(self.view.seats) if declared is None or declared[seat]]
            self._asked[lance] = tuple(self._other_player(lance, seat) for seat in seats if seat != self.seat)
        return self._asked[lance]

    def _other_player(self, lance: Lance, seat: Seat) -> Other:
        """Returns another seat as an opponent or partner in a lance."""
        return Other(
            ours=self.view.bando(seat) == self._side,
            turn=self._turn(seat),
            known=self._known_about(lance, seat),
            strength=self._strength(lance, seat),
        )

    def _turn(self, seat: Seat) -> int:
        """Returns the number of seats from the mano to a seat."""
        return (seat - self.view.mano) % self.view.seats

    def _known_about(self, lance: Lance, seat: Seat) -> HandKnowledge:
        """Returns the public knowledge about a seat's hand, and its señas that this seat saw."""
        pares = self.view.pares[seat] if self.view.pares else None
        juego = self.view.juego[seat] if self.view.juego else None
        senas = tuple(sena for who, sena in self.view.seen if who == seat)
        return HandKnowledge(pares, False if lance is Lance.PUNTO else juego, senas)

    def _strength(self, lance: Lance, seat: Seat) -> float:
        """Returns n such that a seat's hand, after its words, is as strong as the best of n random hands."""
        secret = lance in _PREMIADOS and self._declarations(lance) is None
        mus, cut = (HAS_AFTER_MUS, HAS_AFTER_CUT) if secret else (AFTER_MUS, AFTER_CUT)
        strength = mus.get(lance, 1.0) if self.view.throws else 1.0
        if self.seen.cut_by == seat:
            strength *= cut.get(lance, 1.0)
        envite = self.view.envite
        if envite is None or envite.lance is not lance:
            return strength
        if seat == envite.bettor and self.view.bando(seat) == self._side:
            return strength * AFTER_BET
        if seat in envite.out or any(who == seat and said.voz in _REJECT for who, said in envite.answers):
            return strength * AFTER_NO_QUIERO
        return strength * AFTER_PASO if seat in envite.speakers[: envite.passed] else strength
