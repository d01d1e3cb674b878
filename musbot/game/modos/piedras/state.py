"""The state of a partida with stones to be rid of, and what it makes of events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, Protocol, Self

from musbot.game.actions import NOTHING, Action, Bando, Offer, Seat, Voz, Words
from musbot.game.cards import HAND_SIZE
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
from musbot.game.modos.piedras.puja import Cierre, Puja, Stones, added, opening, plus
from musbot.game.modos.piedras.rules import Frances, PiedrasRules, TresMus
from musbot.game.record import changed, draftable
from musbot.game.state import Between, Cobro, Descarte, JuegoOver, Recuento, Reparto, Servir, State


class Procedure(Protocol):
    """How a lance is bet with stones: one module a game (R64–R68, R73–R77)."""

    THROW_RULE: str
    """By which everybody throws one card."""
    BET_RULE: str
    """By which stones are bet, and one speaks no more in a lance."""

    def offers(self, puja: Puja, seat: Seat) -> Words:
        """Returns what a seat may say, awaited or not."""

    def say(self, puja: Puja, seat: Seat, action: Action) -> Puja:
        """Returns the lance after a word that is offered to that seat."""

    def closing(self, puja: Puja, holders: Sequence[Seat]) -> Cierre:
        """Returns how a lance is left that nobody speaks in any more; `holders` still have stones."""


PROCEDURES: Mapping[type[PiedrasRules], Procedure] = {TresMus: tres_mus, Frances: frances}

_SAME: Mapping[Voz, Voz] = {Voz.QUIERO: Voz.CONFORME, Voz.CONFORME: Voz.QUIERO}
"""Two words of which only one is offered at a time, and which mean the same (R90)."""

_THROW = Words((Offer(Voz.DESCARTA, 1, PiedrasRules.cards - HAND_SIZE),))


class PiedrasSeen(NamedTuple):
    """What everybody sees of a partida with stones besides what all families show.

    `rules` are those of the view, `medio` the stones that lie in the middle, by seat, `plato` those shed;
    `puja` is the lance being bet with them, and `may_give_up` who may do so out of turn (R68).
    """

    rules: PiedrasRules
    medio: Stones
    plato: int
    puja: Puja | None
    may_give_up: Seat | None

    def plays(self, piedras: Stones, seat: Seat) -> bool:
        """Whether a seat may speak in a lance: not without stones (R67)."""
        return piedras[seat] > 0

    def adentro(self, piedras: int) -> bool:
        """Whether one is about to reach something: one wants to be rid of stones."""
        return False


@draftable(slots=True, unsafe_hash=True)
class PiedrasState(State):
    """A partida with stones at one moment.

    `piedras` are those in each one's hand, `medio` those that lie in the middle until the count, by lance
    and seat, `plato` those shed in this juego.
    """

    rules: PiedrasRules
    medio: tuple[tuple[Lance, Stones], ...] = ()
    plato: int = 0

    def draft(self) -> Self:
        """See State."""
        to = State.draft(self)
        to.medio, to.plato = self.medio, self.plato
        return to

    # ---- the beginning -----------------------------------------------------------------------------------

    @staticmethod
    def begin(rules: PiedrasRules, mano: Seat, juegos: tuple[int, ...], piedras: Stones | None) -> Began:
        """Returns how a partida begins (R60, R70); raises BadRules for a score that ends it at once."""
        whole = rules.start(juegos)
        piedras = whole if piedras is None else piedras
        fields, most = rules.fields, rules.juegos
        if sum(map(bool, whole)) < 2 or any(not 0 <= lost <= most for lost in juegos):
            expected = f"numbers from 0 to {most}, and two players who are not out"
            raise BadRules("juegos", juegos, expected, fields["juegos"])
        out = next((seat for seat, n in enumerate(piedras[: len(juegos)]) if n and not whole[seat]), None)
        if out is not None:
            expected = f"0 in place {out + 1}, for a player with {most} juegos against them is out"
            raise BadRules("piedras", piedras, f"{expected} ({fields['piedras'].rule})", fields["piedras"])
        wrong = len(piedras) != len(juegos) or min(piedras) < 0 or sum(map(bool, piedras)) < 2
        if wrong or sum(piedras) > sum(whole):
            expected = f"the stones of two players or more, at most {sum(whole)} in all"
            raise BadRules("piedras", piedras, expected, fields["piedras"])
        return Began(rules, len(juegos), mano, juegos, piedras)

    @staticmethod
    def began(rules: PiedrasRules, event: Began) -> PiedrasState:
        """Returns the state with which a partida begins."""
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
        """How its lances are bet."""
        return PROCEDURES[type(self.rules)]

    def playing(self) -> tuple[Seat, ...]:
        """See State: not without cards, nor without stones (R60, R67)."""
        return tuple([s for s in self.circle(self.mano) if self.cards[s] and self.piedras[s] > 0])

    def en_medio(self, seat: Seat) -> int:
        """Returns how many stones of a seat lie in the middle, in whatever lance."""
        rows = [row for _, row in self.medio]
        match self.phase:
            case Puja(puestas=puestas, toma=toma) | Cobro(sigue=Puja(puestas=puestas, toma=toma)):
                rows += [puestas, *([toma.de] if toma is not None else [])]
        match self.phase:
            case Cobro(due) | Recuento(due):
                rows += [paid.de for paid in due or () if paid.de]
        return sum(row[seat] for row in rows)

    def next_piedras(self) -> Stones:
        """Returns with how many stones each begins the next hand (R60)."""
        over = isinstance(self.phase, Reparto) and self.phase.juego_over
        return self.rules.start(self.juegos) if over else self.piedras

    def hand_sizes(self) -> tuple[int, ...]:
        """See State: none who has no stones (R60)."""
        return tuple(self.rules.cards if held else 0 for held in self.next_piedras())

    def asks(self) -> tuple[Seat, ...]:
        """See State: one after another."""
        match self.phase:
            case Puja() as puja:
                return puja.asked[:1]
            case Descarte(thrown):
                return tuple(seat for seat in self.circle(self.mano) if thrown[seat] is None)[:1]
            case _:
                return ()

    def offers(self, seat: Seat) -> Words:
        """See State."""
        if isinstance(self.phase, Puja):
            return self.procedure.offers(self.phase, seat)
        return _THROW if seat in self.turno else NOTHING  # R61, R71

    def meant(self, seat: Seat, action: Action) -> Action:
        """See State: quiero and conforme, to who answers another's bet or raise."""
        same = _SAME.get(action.voz)
        if same is None or not isinstance(self.phase, Puja) or not self.phase.asks(seat):
            return action
        other = replace(action, voz=same)
        return other if self.procedure.offers(self.phase, seat).allows(other) else action

    def gracia(self) -> Seat | None:
        """See State: nobody has partners."""
        return None

    def reached(self) -> Bando | None:
        """See State: nobody gathers any."""
        return None

    def signing(self) -> bool:
        """See State: nobody has partners (R59)."""
        return False

    def out_rule(self) -> str:
        """See State."""
        return self.procedure.BET_RULE

    def rule(self, voz: Voz | None = None) -> str:
        """See State."""
        return self.procedure.THROW_RULE if isinstance(self.phase, Descarte) else self.procedure.BET_RULE

    def bound(self, seat: Seat) -> str | None:
        """See State: one after another speaks, and an answer binds."""
        puja = self.phase
        return "R36" if isinstance(puja, Puja) and any(seat == who for who, _ in puja.answers) else None

    follows = ley.follows

    def course(self) -> tuple[Stones, Bando | None]:
        """See State: the stones of each, in hand and in the middle, and who lost the juego (R60, R70)."""
        return tuple(n + self.en_medio(seat) for seat, n in enumerate(self.piedras)), last_holder(self)

    def seen(self) -> PiedrasSeen:
        """See State."""
        puja = self.phase if isinstance(self.phase, Puja) else None
        medio = tuple([self.en_medio(seat) for seat in range(self.seats)])
        gives_up = self._may_give_up(puja)
        return PiedrasSeen(self.rules, medio, self.plato, puja, gives_up)

    def _may_give_up(self, puja: Puja | None) -> Seat | None:
        if puja is None or puja.bettor is None or puja.bettor in self.turno:
            return None
        return puja.bettor if self.procedure.offers(puja, puja.bettor) else None

    # ---- what it makes of an event -----------------------------------------------------------------------

    def dealt(self, event: Dealt) -> None:
        """See State; a hand begins with the one discard there is (R61, R71)."""
        self.plato = 0 if isinstance(self.phase, Reparto) and self.phase.juego_over else self.plato
        self.piedras = self.next_piedras()
        self.phase = Descarte(tuple(None if hand else () for hand in event.cards))
        State.dealt(self, event)

    def spoken(self, seat: Seat, action: Action) -> None:
        """See State."""
        puja = self.at(Puja)
        self.phase = now = self.procedure.say(puja, seat, action)
        self.tell(FASES[puja.lance], seat, action)
        if now.toma is None:  # else what is due is taken first (R74)
            same = (now.bettor, now.subidores, now.ronda) == (puja.bettor, puja.subidores, puja.ronda)
            self.piedras = now.manos
            self.question += now.open and not same

    def waited(self, phase: Envite) -> None:
        """See State; raises BadEvent: nobody is waited for."""
        raise BadEvent("the end of a wait where nobody has partners")

    def thrown(self, descarte: Descarte, counts: tuple[int, ...]) -> Servir:
        """See State; no cards come for those thrown (R61, R71)."""
        thrown = tuple(hand for hand in descarte.thrown if hand is not None)
        return Servir((0,) * self.seats, thrown, last=True)

    def served(self, *, last: bool) -> None:
        """See State."""
        self.phase = _BETWEEN

    def opened(self, event: LanceBegan) -> Puja:
        """See State."""
        return opening(event.lance, event.speakers, self.piedras)

    def closed(self, event: Closed) -> None:
        """See State: whoever gets stones back has them, others are still to be taken or shed."""
        self.piedras = event.piedras or self.piedras
        self.medio = (*self.medio, (event.lance.lance, event.medio)) if event.medio else self.medio
        self.phase = Cobro(event.due) if event.due else _BETWEEN

    def owed(self, event: Owed) -> None:
        """See State; what is counted no longer lies there: it is among what is due."""
        if isinstance(self.phase, Puja):
            self.phase = Cobro(event.due, changed(self.phase, toma=None))
        elif event.goes_on:
            self.phase, self.medio = Cobro(event.due), self.medio[:-1]
        else:
            self.phase, self.medio = Recuento(event.due), ()

    def paid(self, event: Paid) -> None:
        """See State: stones are taken out of the middle, or shed into the dish (R78)."""
        gained = sum(event.de) if event.por is Por.COGE else -event.piedras
        piedras = added(self.piedras, event.bando, gained)
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

    def juego_over(self, event: JuegoWon | JuegoLost) -> None:
        """See State: their stones in the middle come back (R60, R70)."""
        self.piedras = plus(self.piedras, tuple(self.en_medio(seat) for seat in range(self.seats)))
        self.juegos = added(self.juegos, event.bando, 1)
        self.phase, self.medio = JuegoOver(event.bando), ()


_BETWEEN = Between()
