"""The state of a partida with stones, and the effect of events on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, Protocol, Self

from musbot.game.actions import NOTHING, Action, Bando, Offer, Seat, Seats, Voz, Words
from musbot.game.cards import HAND_SIZE, Card
from musbot.game.envite import Envite
from musbot.game.errors import BadEvent, BadRules
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
from musbot.game.lances import FASES, Lance
from musbot.game.modos.piedras import frances, ley, tres_mus
from musbot.game.modos.piedras.platillo import last_holder
from musbot.game.modos.piedras.puja import Cierre, Puja, Stones, add_at, add_rows, open_puja
from musbot.game.modos.piedras.rules import Frances, PiedrasRules, TresMus
from musbot.game.record import copy_with, draftable
from musbot.game.state import Between, Cobro, Descarte, JuegoOver, Recuento, Reparto, Servir, State


class Procedure(Protocol):
    """The betting procedure with stones: a module for each game (R64–R68, R73–R77)."""

    THROW_RULE: str
    """The rule of the discard."""
    BET_RULE: str
    """The rule of bets, by which a player may no longer speak in a lance."""

    def offers(self, puja: Puja, seat: Seat) -> Words:
        """Returns the words of a seat, awaited or not; empty if there are none."""

    def with_word(self, puja: Puja, seat: Seat, action: Action) -> Puja:
        """Returns the lance after an offered word of a seat."""

    def lance_result(self, puja: Puja, holders: Sequence[Seat]) -> Cierre:
        """Returns the end of a lance in which no seat is awaited: its state, and each player's stones.

        If several seats are still in, the cards decide later. `holders` are the seats that still have stones.
        A game may end the hand with an órdago that all of them accept (R76).
        """


PROCEDURES: Mapping[type[PiedrasRules], Procedure] = {TresMus: tres_mus, Frances: frances}
"""The betting procedure of each game."""

_SAME: Mapping[Voz, Voz] = {Voz.QUIERO: Voz.CONFORME, Voz.CONFORME: Voz.QUIERO}
"""Two equivalent words that are never offered at the same time (R90)."""

_THROW = Words((Offer(Voz.DESCARTA, 1, PiedrasRules.cards - HAND_SIZE),))


class PiedrasSeen(NamedTuple):
    """The public information that only games with stones have."""

    rules: PiedrasRules
    """The rules."""
    medio: Stones
    """The stones of each seat in the middle."""
    plato: int
    """The stones in the dish."""
    puja: Puja | None
    """The lance in play; None outside a lance."""
    may_give_up: Seat | None
    """The seat that may give up out of turn (R68); None if there is none."""

    def plays(self, piedras: Stones, seat: Seat) -> bool:
        """Returns whether a seat has stones in hand, without which it may not speak in a lance (R67)."""
        return piedras[seat] > 0

    def adentro(self, piedras: int) -> bool:
        """Returns False, because players shed stones instead of gathering them."""
        return False


@draftable(slots=True, unsafe_hash=True)
class PiedrasState(State):
    """A partida with stones at one moment; `piedras` are the stones in hand."""

    rules: PiedrasRules
    """The rules."""
    medio: tuple[tuple[Lance, Stones], ...] = ()
    """The stones in the middle until the count, by lance and seat."""
    plato: int = 0
    """The stones shed in this juego."""

    def draft(self) -> Self:
        """Returns a mutable copy of this state, with the stones in the middle and in the dish."""
        to = State.draft(self)
        to.medio, to.plato = self.medio, self.plato
        return to

    # ---- the beginning -----------------------------------------------------------------------------------

    @staticmethod
    def begin(
        rules: PiedrasRules, seats: int, mano: Seat, juegos: tuple[int, ...], piedras: Stones | None
    ) -> Began:
        """Returns the first event (R60, R70), with each player's lost `juegos` and `piedras`.

        If `piedras` is None, each player has the stones of a start. Raises BadRules for an impossible score:
        for another number of players, too many or negative stones or juegos, or stones of a player who is
        out. Raises it also if fewer than two players have stones.
        """
        whole = rules.start(juegos)
        piedras = whole if piedras is None else piedras
        fields, most = rules.fields, rules.juegos
        if len(juegos) != seats or sum(map(bool, whole)) < 2 or any(not 0 <= lost <= most for lost in juegos):
            expected = f"{seats} numbers from 0 to {most}, and two players who are not out"
            raise BadRules("juegos", juegos, expected, fields["juegos"])
        out = next((seat for seat, n in enumerate(piedras[: len(juegos)]) if n and not whole[seat]), None)
        if out is not None:
            expected = f"0 in place {out + 1}, for a player with {most} juegos against them is out"
            raise BadRules("piedras", piedras, f"{expected} ({fields['piedras'].rule})", fields["piedras"])
        wrong = len(piedras) != len(juegos) or min(piedras) < 0 or sum(map(bool, piedras)) < 2
        if wrong or sum(piedras) > sum(whole):
            expected = f"the stones of two players or more, at most {sum(whole)} in all"
            raise BadRules("piedras", piedras, expected, fields["piedras"])
        return Began(rules, seats, mano, juegos, piedras)

    @staticmethod
    def first_state(rules: PiedrasRules, event: Began) -> PiedrasState:
        """Returns the first state: no cards, and in the dish the stones that are in no hand."""
        plato = sum(rules.start(event.juegos)) - sum(event.piedras)
        return PiedrasState(
            rules=rules,
            seats=event.seats,
            mano=event.mano,
            juegos=event.juegos,
            vacas=(0,) * event.seats,
            piedras=event.piedras,
            phase=Reparto(),
            plato=plato,
        )

    # ---- what it says of its own -------------------------------------------------------------------------

    @property
    def procedure(self) -> Procedure:
        """The betting procedure of its lances."""
        return PROCEDURES[type(self.rules)]

    def playing_seats(self) -> Seats:
        """Returns the seats with cards and stones in hand (R60, R67), from the mano on.

        Raises IndexError before the first deal.
        """
        return tuple([s for s in self.circle(self.mano) if self.cards[s] and self.piedras[s] > 0])

    def en_medio(self, seat: Seat) -> int:
        """Returns the stones of a seat in the middle, in all lances.

        Stones that a payment due will move still count.
        """
        rows = [row for _, row in self.medio]
        match self.phase:
            case Puja(puestas=puestas, toma=toma) | Cobro(sigue=Puja(puestas=puestas, toma=toma)):
                rows += [puestas, *([toma.de] if toma is not None else [])]
        match self.phase:
            case Cobro(due) | Recuento(due):
                rows += [paid.de for paid in due or () if paid.de]
        return sum(row[seat] for row in rows)

    def next_piedras(self) -> Stones:
        """Returns each player's stones at the start of the next hand (R60)."""
        over = isinstance(self.phase, Reparto) and self.phase.juego_over
        return self.rules.start(self.juegos) if over else self.piedras

    def hand_sizes(self) -> tuple[int, ...]:
        """Returns the cards per seat in the next hand; 0 for a player without stones (R60)."""
        return tuple(self.rules.cards if held else 0 for held in self.next_piedras())

    def awaited_seats(self) -> Seats:
        """Returns the seat that must speak or discard next, as a tuple of one; otherwise ()."""
        match self.phase:
            case Puja() as puja:
                return puja.asked_seats[:1]
            case Descarte(thrown):
                return tuple(seat for seat in self.circle(self.mano) if thrown[seat] is None)[:1]
            case _:
                return ()

    def offers(self, seat: Seat) -> Words:
        """Returns the words of a lance or of the discard of one card; a seat that is not awaited may at most
        give up (R68)."""
        if isinstance(self.phase, Puja):
            return self.procedure.offers(self.phase, seat)
        return _THROW if seat in self.turno else NOTHING  # R61, R71

    def resolve_word(self, seat: Seat, action: Action) -> Action:
        """Returns conforme for quiero and quiero for conforme, if the other is offered as an answer;
        otherwise the word (R90)."""
        same = _SAME.get(action.voz)
        if same is None or not isinstance(self.phase, Puja) or not self.phase.must_answer(seat):
            return action
        other = replace(action, voz=same)
        return other if self.procedure.offers(self.phase, seat).allows(other) else action

    def gracia(self) -> Seat | None:
        """Returns None, because players have no partners."""
        return None

    def side_at_target(self) -> Bando | None:
        """Returns None, because players shed stones instead of gathering piedras."""
        return None

    def allows_senas(self) -> bool:
        """Returns False, because players have no partners (R59)."""
        return False

    def out_rule(self) -> str:
        """Returns the rule of this game's bets, which stops a player from speaking again in a lance (R64,
        R73)."""
        return self.procedure.BET_RULE

    def rule(self, voz: Voz | None = None) -> str:
        """Returns the number of the rule of the discard or of the bets, such as "R61"; `voz` is ignored."""
        return self.procedure.THROW_RULE if isinstance(self.phase, Descarte) else self.procedure.BET_RULE

    def binding_rule(self, seat: Seat) -> str | None:
        """Returns "R36", the rule that binds a seat to its answer in the current round; None without one."""
        puja = self.phase
        return "R36" if isinstance(puja, Puja) and any(seat == who for who, _ in puja.answers) else None

    next_event = ley.next_event

    def course(self) -> tuple[Stones, Bando | None]:
        """Returns each player's stones, in hand and in the middle, and the loser of the juego, or None (R60,
        R70)."""
        return tuple(n + self.en_medio(seat) for seat, n in enumerate(self.piedras)), last_holder(self)

    def family_view(self) -> PiedrasSeen:
        """Returns the public information that only games with stones have."""
        puja = self.phase if isinstance(self.phase, Puja) else None
        medio = tuple([self.en_medio(seat) for seat in range(self.seats)])
        gives_up = self._may_give_up(puja)
        return PiedrasSeen(self.rules, medio, self.plato, puja, gives_up)

    def _may_give_up(self, puja: Puja | None) -> Seat | None:
        """Returns the last bettor if it may give up out of turn (R68); otherwise None."""
        if puja is None or puja.bettor is None or puja.bettor in self.turno:
            return None
        return puja.bettor if self.procedure.offers(puja, puja.bettor) else None

    # ---- what it makes of an event -----------------------------------------------------------------------

    def apply_dealt(self, event: Dealt) -> None:
        """Starts a hand, which has a single discard (R61, R71); after a juego with new stones and an empty
        dish."""
        self.plato = 0 if isinstance(self.phase, Reparto) and self.phase.juego_over else self.plato
        self.piedras = self.next_piedras()
        self.phase = Descarte(tuple(None if hand else () for hand in event.cards))
        State.apply_dealt(self, event)

    def apply_word(self, seat: Seat, action: Action) -> None:
        """Applies a word of a lance, and adds it to the words of the hand; raises BadEvent outside a lance.

        Stones that are put in leave the hand. A bet, a raise or a new round is a new question, unless it ends
        the lance. If stones are taken before the next word (R74), both wait for that payment.
        """
        puja = self.require_phase(Puja)
        self.phase = now = self.procedure.with_word(puja, seat, action)
        self.add_word(FASES[puja.lance], seat, action)
        if now.toma is None:  # otherwise stones are taken first (R74)
            same = (now.bettor, now.subidores, now.ronda) == (puja.bettor, puja.subidores, puja.ronda)
            self.piedras = now.manos
            self.question += now.is_open and not same

    def apply_wait_end(self, phase: Envite) -> None:
        """Raises BadEvent, because players have no partners."""
        raise BadEvent("the end of a wait where nobody has partners")

    def cards_to_serve(self, descarte: Descarte, counts: tuple[int, ...]) -> Servir:
        """Returns a phase that serves no cards, because thrown cards are not replaced (R61, R71).

        The lances follow it. `counts` makes no difference.
        """
        thrown = tuple(hand for hand in descarte.thrown if hand is not None)
        return Servir((0,) * self.seats, thrown, last=True)

    def apply_served(self, *, last: bool, visto: tuple[Seat, Card] | None) -> None:
        """Continues with the lances; the arguments make no difference, because a hand has a single
        discard."""
        self.phase = _BETWEEN

    def open_lance(self, event: LanceBegan) -> Puja:
        """Returns a new lance with each seat's stones in hand."""
        return open_puja(event.lance, event.speakers, self.piedras)

    def apply_closed(self, event: Closed) -> None:
        """Sets the stones in hand and in the middle after a lance, and the phase: payments due at once come
        first."""
        self.piedras = event.piedras or self.piedras
        self.medio = (*self.medio, (event.lance.lance, event.medio)) if event.medio else self.medio
        self.phase = Cobro(event.due) if event.due else _BETWEEN

    def apply_owed(self, event: Owed) -> None:
        """Records payments that are due, and takes their stones out of `medio` or of the lance.

        They are a single payment before the bet continues (R74), or the payment of the last lance in
        mid-hand. Otherwise they are all payments of the count. `en_medio` counts their stones until they are
        paid.
        """
        if isinstance(self.phase, Puja):
            self.phase = Cobro(event.due, copy_with(self.phase, toma=None))
        elif event.goes_on:
            self.phase, self.medio = Cobro(event.due), self.medio[:-1]
        else:
            self.phase, self.medio = Recuento(event.due), ()

    def apply_paid(self, event: Paid) -> None:
        """Applies a payment, of stones from the middle or into the dish (R78), and adds it to `tantos`.

        After the last payment the bet, which is a new question, the count or the hand continues. Raises
        BadEvent without a due payment.
        """
        gained = sum(event.de) if event.por is Por.COGE else -event.piedras
        piedras = add_at(self.piedras, event.bando, gained)
        match self.phase:
            case Cobro((_,), Puja() as sigue):
                self.phase, piedras = sigue, sigue.manos
                self.question += 1
            case Cobro((_,)):
                self.phase = _BETWEEN
            case Cobro((_, *rest), after):
                self.phase = Cobro(tuple(rest), after)
            case Recuento((_, *rest)):
                self.phase = Recuento(tuple(rest))
            case _:
                raise BadEvent("a payment that is not due")
        self.piedras = piedras
        self.plato += event.piedras if event.por is Por.SACA else 0
        self.tantos = (*self.tantos, event)

    def apply_juego_end(self, event: JuegoWon | JuegoLost) -> None:
        """Counts a juego and sets the phase `JuegoOver`; stones in the middle come back to their players
        (R60, R70)."""
        self.piedras = add_rows(self.piedras, tuple(self.en_medio(seat) for seat in range(self.seats)))
        self.juegos = add_at(self.juegos, event.bando, 1)
        self.phase, self.medio = JuegoOver(event.bando), ()


_BETWEEN = Between()
