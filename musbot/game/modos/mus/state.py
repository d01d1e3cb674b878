"""The state of a partida of Mus, and the effect of events on it."""

from __future__ import annotations

from dataclasses import field
from functools import lru_cache
from typing import NamedTuple, Protocol, Self

from musbot.game.actions import NOTHING, Action, Bando, Offer, Seat, Seats, Voz, Words
from musbot.game.cards import HAND_SIZE, Card
from musbot.game.envite import Envite
from musbot.game.errors import BadRules
from musbot.game.events import (
    Began,
    Closed,
    Dealt,
    JuegoLost,
    JuegoWon,
    LanceBegan,
    Owed,
    Paid,
    Por,
)
from musbot.game.lances import FASES, Cerrado, Estado, Fase, Lance
from musbot.game.modos.mus import bandos, individual, ley
from musbot.game.modos.mus.rules import (
    Barajar,
    Corrido,
    Corte,
    DejeSubida,
    Descartan,
    MusRules,
    Reponer,
    Respuesta,
)
from musbot.game.record import draftable
from musbot.game.state import (
    SET,
    Between,
    Cobro,
    Descarte,
    JuegoOver,
    Mus,
    Recuento,
    Reparto,
    Servir,
    State,
    Word,
)


class Procedure(Protocol):
    """The betting procedure of a lance: a module for two sides (R28–R37), and one for single players
    (R39–R43)."""

    def offers(self, envite: Envite) -> Words:
        """Returns the words that any awaited seat may say."""

    def with_word(self, envite: Envite, rules: MusRules, seat: Seat, action: Action) -> Envite:
        """Returns the lance after an offered word of a seat; the lance is ready to close once no seat is
        awaited."""

    def lance_result(self, envite: Envite) -> Cerrado:
        """Returns the result of a lance in which no seat is awaited."""


_SIDES: Procedure = bandos
_ALONE: Procedure = individual
_LIBRE, _PAREJA, _NO_CORRIDO = Corte.LIBRE, Respuesta.PAREJA, Corrido.NO
_MUS, _NO_MUS, _RECHAZADO = Fase.MUS, Voz.NO_MUS, Estado.RECHAZADO
_POSTRE, _MAS_UNO = Descartan.POSTRE, DejeSubida.MAS_UNO
_PAID_IN_ORDER = (Lance.PARES, Lance.JUEGO, Lance.PUNTO)
"""The lances in which a refused raise may pay one more (R100)."""
_BETWEEN, _TO_SAY = Between(), Mus()
_lance = lru_cache(maxsize=512)(Envite)

_CUT = Words((Offer(Voz.NO_MUS),))
_MUS_OR_CUT = Words((Offer(Voz.MUS), *_CUT))
_MUS_OR_CONSULT = Words((*_MUS_OR_CUT, Offer(Voz.CONSULTA)))
_THROW = Words((Offer(Voz.DESCARTA, 1, HAND_SIZE),))
_THROW_OR_NOT = Words((*_THROW, Offer(Voz.SERVIDO)))


class MusSeen(NamedTuple):
    """The public information that only Mus has."""

    rules: MusRules
    """The rules."""
    corrido: bool
    """Whether this is a mus corrido (R25)."""
    visto: tuple[Seat, Card] | None
    """A seat and its card that was dealt or served face up (R24, R105).

    None outside the discard, and without such a card.
    """
    cut_by: Seat | None
    """The seat that cut the mus in this hand; None before that."""
    deferred: bool
    """Whether the second player consulted the partner (R27)."""
    envite: Envite | None
    """The lance in play."""
    gracia: Seat | None
    """The seat whose answer counts when the wait for a partner ends (R30); None without an answer that
    waits."""

    def plays(self, piedras: tuple[int, ...], seat: Seat) -> bool:
        """Returns True: each seat takes part in lances, in pares and juego if it has the cards (R13)."""
        return True

    def adentro(self, piedras: int) -> bool:
        """Returns whether a score is within five piedras of the juego, but below it (R54)."""
        return self.rules.piedras - 5 <= piedras < self.rules.piedras

    def replay_lance(self, lance: Lance, speakers: Seats, said: tuple[Word, ...]) -> Envite:
        """Returns a lance after all its words, with the bettor and the answers that counted (R28–R43).

        Words of other lances in `said` are ignored. A wait for a partner (R30) ends only if a further word
        shows it. `over` is 0, also under R100.
        """
        envite, procedure = Envite(lance, speakers), _ALONE if self.rules.plays_alone else _SIDES
        for word in said:
            if word.fase is not FASES[lance]:
                continue
            if word.seat not in envite.asked_seats:  # the gracia ended without a partner's word (R30)
                envite = bandos.expire(envite, self.rules)
            envite = procedure.with_word(envite, self.rules, word.seat, word.action)
        return envite


@draftable(slots=True, unsafe_hash=True)
class MusState(State):
    """A partida of Mus at one moment; `piedras` are those won in this juego."""

    rules: MusRules
    """The rules."""
    corrido: bool = False
    """Whether this is a mus corrido (R25)."""
    cut_by: Seat | None = None
    """The seat that cut the mus in this hand."""
    procedure: Procedure = field(init=False, repr=False, compare=False)
    """The betting procedure of its lances."""

    def __post_init__(self) -> None:
        State.__post_init__(self)
        SET(self, "procedure", _ALONE if self.rules.plays_alone else _SIDES)

    def draft(self) -> Self:
        """Returns a mutable copy of this state, with the fields of Mus."""
        to = State.draft(self)
        to.corrido = self.corrido
        to.cut_by = self.cut_by
        to.procedure = self.procedure
        return to

    # ---- the beginning -----------------------------------------------------------------------------------

    @staticmethod
    def begin(
        rules: MusRules,
        seats: int,
        mano: Seat,
        juegos: tuple[int, ...] | None,
        piedras: tuple[int, ...] | None,
    ) -> Began:
        """Returns the first event (R52, R53), with the `juegos` and `piedras` of each side, by default 0.

        Raises BadRules for a negative number, and if the juego or the vaca would end at once. Raises it for a
        wrong number of sides.
        """
        sides = rules.sides(seats)
        start = Began(rules, seats, mano, juegos or (0,) * sides, piedras or (0,) * sides)
        for name, score, target in (
            ("juegos", start.juegos, rules.juegos),
            ("piedras", start.piedras, rules.piedras),
        ):
            if len(score) != sides or not all(0 <= n < target for n in score):
                raise BadRules(name, score, f"{sides} numbers from 0 to {target - 1}", rules.fields[name])
        return start

    @staticmethod
    def first_state(rules: MusRules, event: Began) -> MusState:
        """Returns the state before the first deal, with the mano, juegos and piedras of `event`.

        Each seat looks at its partner, or at the next of two partners (R58); no seat looks if each plays
        alone.
        """
        sides = len(event.piedras)
        return MusState(
            rules=rules,
            seats=event.seats,
            mano=event.mano,
            juegos=event.juegos,
            vacas=(0,) * sides,
            piedras=event.piedras,
            phase=Reparto(),
            eyes=_first_looks(event.seats, sides),
        )

    # ---- what it says of its own -------------------------------------------------------------------------

    def playing_seats(self) -> Seats:
        """Returns every seat, from the mano on."""
        return self.circle(self.mano)

    def hand_sizes(self) -> tuple[int, ...]:
        """Returns four cards for every seat."""
        return (HAND_SIZE,) * self.seats

    def awaited_seats(self) -> Seats:
        """Returns the seats whose word is awaited: in mus, in the discard, or in a lance; otherwise none.

        It is one seat, unless pairs decide the mus (R103) or all discard at once (R22). Either partner may be
        awaited for an answer (R30).
        """
        phase = self.phase
        if isinstance(phase, Envite):
            if phase.bettor is None:
                return phase.speakers[phase.passed : phase.passed + 1]
            return phase.pending if self.rules.respuesta is _PAREJA else phase.pending[:1]  # R29, R30, R39
        if isinstance(phase, Mus):
            return self.asked_for_mus(phase)
        if isinstance(phase, Descarte):
            first = self.mano - 1 if self.rules.descarte is _POSTRE else self.mano  # R101
            waiting = tuple([s for s in self.circle(first % self.seats) if phase.thrown[s] is None])
            return waiting if self.rules.discards_together else waiting[:1]
        return ()

    def asked_for_mus(self, phase: Mus) -> Seats:
        """Returns the next seat from the mano, or under zuetan both partners of the next side (R103)."""
        if not self.rules.zuetan:
            return State.asked_for_mus(self, phase)
        first = (self.mano + phase.said) % self.seats
        return (first, (first + 2) % self.seats)

    def offers(self, seat: Seat) -> Words:
        """Returns the words of a seat: of the mus (R21), the discard (one to four cards), or the lance.

        The second player may consult if the rules allow it (R27); after mus visto servido is offered too
        (R24). A seat that is not awaited may only cut the mus (R26, R79). It may do so under corte libre,
        before it, or under zuetan its side, has spoken in this round.
        """
        phase = self.phase
        if seat not in self.turno:
            may_cut = (
                isinstance(phase, Mus) and self.rules.corte is _LIBRE and not self._has_said(phase, seat)
            )
            return _CUT if may_cut else NOTHING  # R26, R79
        if isinstance(phase, Envite):
            return self.procedure.offers(phase)
        if isinstance(phase, Mus):
            return _MUS_OR_CONSULT if self.rules.consulta and phase.said == 1 else _MUS_OR_CUT  # R21, R27
        visto = isinstance(phase, Descarte) and phase.visto is not None
        return _THROW_OR_NOT if visto else _THROW  # R22, R24

    def resolve_word(self, seat: Seat, action: Action) -> Action:
        """Returns the word itself, because no two words are equivalent."""
        return action

    def _has_said(self, phase: Mus, seat: Seat) -> bool:
        """Returns whether a seat, or under zuetan its side, has spoken in this round of mus."""
        if self.rules.zuetan:
            return (seat - self.mano) % 2 < phase.said
        return (seat - self.mano) % self.seats < phase.said

    def gracia(self) -> Seat | None:
        """Returns the seat whose answer counts after the wait for a partner; None without an answer that
        waits (R30)."""
        phase = self.phase
        if isinstance(phase, Envite) and phase.answers and self.rules.respuesta is _PAREJA:
            return bandos.gracia(phase)
        return None

    def one_by_one(self) -> bool:
        """Returns whether cards are served one at a time: if the rules have it (`Reponer.UNA_A_UNA`) and all
        players threw all their cards (R22)."""
        return self.rules.reponer is Reponer.UNA_A_UNA and set(self.throws[-1]) == {HAND_SIZE}

    def keeps_throws(self) -> bool:
        """Returns whether a new pile is made only of earlier discards, without the current one: by rule, if
        there are any (R23)."""
        return self.rules.barajar is Barajar.ANTERIORES and bool(self.discards)

    side_at_target = ley.first_at_target

    def allows_senas(self) -> bool:
        """Returns whether señas are allowed: in the mus phase and in a lance (R57), if the rules have them
        (R59). They are not allowed in a mus corrido (R25)."""
        return self.rules.signs and isinstance(self.phase, (Mus, Envite)) and not self.corrido

    def out_rule(self) -> str:
        """Returns the rule that stops a player from speaking again in a lance.

        R30 with two sides, even if they are two single players; otherwise R39.
        """
        return "R30" if len(self.piedras) == 2 else "R39"

    def rule(self, voz: Voz | None = None) -> str:
        """Returns the rule about the phase; with `voz`, about that word there.

        In the mus R27 for a consulta, otherwise R21 or R103; in the discard R22 or R24; before a bet R28.
        After a bet R31 for a raise, otherwise the rule of answers: R29, R30 or R39. In other phases the
        result is as after a bet.
        """
        match self.phase:
            case Mus():
                return "R27" if voz is Voz.CONSULTA else "R103" if self.rules.zuetan else "R21"
            case Descarte(visto=visto):
                return "R22" if visto is None else "R24"
            case Envite(bettor=None):
                return "R28"
            case _ if voz in bandos.RAISE:
                return "R31"
            case _:
                answer = "R30" if self.rules.respuesta is _PAREJA else "R29"
                return "R39" if self.rules.plays_alone else answer

    def binding_rule(self, seat: Seat) -> str | None:
        """Returns the rule that binds a seat to its word: an answer (R36), or under corte libre any word of
        this round of mus (R79).

        None if the seat is free.
        """
        match self.phase:
            case Envite(answers=answers) if any(seat == who for who, _ in answers):
                return "R36"
            case Mus() as mus if self.rules.corte is Corte.LIBRE and self._has_said(mus, seat):
                return "R79"
            case _:
                return None

    next_event = ley.next_event

    def course(self) -> tuple[tuple[int, ...], Bando | None]:
        """Returns each side's piedras and the side that won the juego, or None (R35, R53).

        After an órdago it needs the payment: the side that it went to has won.
        """
        if any(lance.estado is Estado.ORDAGO for lance in self.lances):
            return self.piedras, self.tantos[-1].bando
        return self.piedras, ley.first_at_target(self)

    def family_view(self) -> MusSeen:
        """Returns the public information that only Mus has."""
        phase = self.phase
        envite = phase if isinstance(phase, Envite) else None
        return MusSeen(
            self.rules,
            self.corrido,
            phase.visto if isinstance(phase, Descarte) else None,
            self.cut_by,
            isinstance(phase, Mus) and phase.deferred,
            envite,
            self.gracia() if envite is not None else None,
        )

    # ---- what it makes of an event -----------------------------------------------------------------------

    def apply_dealt(self, event: Dealt) -> None:
        """Starts a hand with the mus, or with the discard if a card was dealt face up (R24).

        After a juego the scores are 0, after a vaca the juegos too (R53, R55). Sets whether the hand is a mus
        corrido (R25), and that no seat has cut the mus.
        """
        if isinstance(self.phase, Reparto) and self.phase.juego_over:
            nothing = (0,) * len(self.piedras)
            self.piedras = nothing
            self.juegos = nothing if self.rules.juegos in self.juegos else self.juegos
        self.phase = Descarte((None,) * self.seats, event.visto) if event.visto else _TO_SAY
        self.corrido, self.cut_by = self._begins_corrido(), None
        State.apply_dealt(self, event)

    def _begins_corrido(self) -> bool:
        """Returns whether the hand starts with mus corrido (R25): only at 0 piedras, and with `partida` only
        at 0 juegos and vacas too."""
        when = self.rules.mus_corrido
        if when is _NO_CORRIDO or any(self.piedras):
            return False
        return when is Corrido.JUEGO or not (any(self.juegos) or any(self.vacas))

    def apply_word(self, seat: Seat, action: Action) -> None:
        """Applies a word of the mus or of a lance, and adds it to the words of the hand.

        Raises BadEvent in another phase. A bet, a raise that does not wait for a partner, and the last mus
        are new questions. Whether the word is offered is not checked.
        """
        phase = self.phase
        if isinstance(phase, Envite):
            self.phase = now = self.procedure.with_word(phase, self.rules, seat, action)
            self.add_word(FASES[phase.lance], seat, action)
            if now.bettor != phase.bettor:
                self.question += 1
        else:
            self.add_word(_MUS, seat, action)
            self._spoken_in_mus(self.require_phase(Mus), seat, action.voz)

    def _spoken_in_mus(self, phase: Mus, seat: Seat, voz: Voz) -> None:
        """Applies a word of the mus phase (R21, R25).

        The word "no mus" ends the phase, and the lances follow. After the last "mus", which is a new
        question, the discard begins. In a mus corrido "no mus" makes its speaker mano. The last "mus" moves
        the mano on by one seat.
        """
        if voz is _NO_MUS:
            self.phase, self.cut_by = _BETWEEN, seat
            self.mano = seat if self.corrido else self.mano  # R25
            self.corrido = False
        elif phase.said + 1 < (2 if self.rules.zuetan else self.seats):  # R103
            self.phase = Mus(phase.said + 1, phase.deferred or voz is Voz.CONSULTA)
        else:
            self.phase = Descarte((None,) * self.seats)
            self.mano = (self.mano + 1) % self.seats if self.corrido else self.mano  # R25
            self.question += 1

    def apply_wait_end(self, phase: Envite) -> None:
        """Applies the best answer once the wait for a partner is over (R30); a raise is a new question.

        Raises ValueError for a lance without an answer.
        """
        self.phase = now = bandos.expire(phase, self.rules)
        self.question += now.bettor != phase.bettor

    def cards_to_serve(self, descarte: Descarte, counts: tuple[int, ...]) -> Servir:
        """Returns the phase in which each seat is served as many cards as it threw (`counts`).

        After mus visto the lances follow if a player stays servido (R24).
        """
        thrown = tuple(hand for hand in descarte.thrown if hand is not None)
        return Servir(counts, thrown, last=descarte.visto is not None and 0 in counts)

    def apply_served(self, *, last: bool, visto: tuple[Seat, Card] | None) -> None:
        """Continues with the lances after the `last` discard, which also ends a mus corrido.

        Otherwise continues with a new question: the mus, or a discard after mus visto (R105).
        """
        if last:
            self.phase, self.corrido = _BETWEEN, False
        else:
            self.phase = _TO_SAY if visto is None else Descarte((None,) * self.seats, visto)  # R105
            self.question += 1

    def open_lance(self, event: LanceBegan) -> Envite:
        """Returns a new lance; under `DejeSubida.MAS_UNO` a refused raise in pares, juego and punto pays one
        more (R100)."""
        raised = self.rules.deje_subida is _MAS_UNO and event.lance in _PAID_IN_ORDER
        return _lance(event.lance, event.speakers, over=int(raised))

    def apply_closed(self, event: Closed) -> None:
        """Continues after a lance, or first with the payment of a deje, which is due at once (R32)."""
        lance = event.lance
        self.phase = _BETWEEN
        if lance.estado is _RECHAZADO:
            self.phase = Cobro((Paid(self.hand, lance.bandos[0], lance.lance, Por.DEJE, lance.piedras),))

    def apply_owed(self, event: Owed) -> None:
        """Begins the count with the payments due."""
        self.phase = Recuento(event.due)

    def apply_paid(self, event: Paid) -> None:
        """Adds piedras to a side and records the payment; then the count continues, or after a deje the
        hand."""
        side, phase = event.bando, self.phase
        self.piedras = (*self.piedras[:side], self.piedras[side] + event.piedras, *self.piedras[side + 1 :])
        self.tantos = (*self.tantos, event)
        self.phase = Recuento(phase.due[1:]) if isinstance(phase, Recuento) and phase.due else _BETWEEN

    def apply_juego_end(self, event: JuegoWon | JuegoLost) -> None:
        """Adds a juego to the side that won it, and sets the phase `JuegoOver`. In Mus the event is always
        JuegoWon."""
        row, won = self.juegos, event.bando
        self.juegos = (*row[:won], row[won] + 1, *row[won + 1 :])
        self.phase = JuegoOver(won)


def _first_looks(seats: int, sides: int) -> Seats:
    """Returns the default directions of looks: the partner, or the next of two partners in turn order (R58);
    () if each plays alone."""
    return tuple((seat + sides) % seats for seat in range(seats)) if sides < seats else ()
