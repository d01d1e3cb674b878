"""The rules at work: what may be said, and what follows. No clock, no chance, no words of its own.

`decide` takes a player's word, `deal` and `serve` the cards that chance gives, `expire` the end of a wait.
Each returns the events that follow, for `evolve` to fold, and raises Illegal when the rules do not allow
it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from musbot.game.actions import Action, Bando, Offer, Seat, Voz
from musbot.game.cards import DECK, HAND_SIZE, Card, Hand
from musbot.game.envites import bandos, procedure
from musbot.game.envites.envite import Envite
from musbot.game.envites.puja import Puja
from musbot.game.errors import BadRules, Illegal
from musbot.game.events import (
    Began,
    Dealt,
    Declared,
    Discarded,
    Event,
    GraciaOver,
    HandEnded,
    JuegoLost,
    JuegoWon,
    Reshuffled,
    Said,
    Served,
    Shown,
)
from musbot.game.evolve import evolve
from musbot.game.lances import Estado
from musbot.game.mesa import (
    Cobro,
    Declaracion,
    Descarte,
    Descubrir,
    FinDeJuego,
    Ganado,
    Mesa,
    Mus,
    Perdido,
    Phase,
    Recuento,
    Reparto,
    Saldo,
    Servir,
    Terminada,
)
from musbot.game.miradas import decide_eyes
from musbot.game.recuento import deje
from musbot.game.rules import RuleSet


@dataclass(frozen=True, slots=True)
class Due:
    """Cards that chance owes: `count` to one seat, or a whole new hand (`seat` None)."""

    seat: Seat | None
    count: int


def begin(
    rules: RuleSet,
    seats: int | None = None,
    mano: Seat = 0,
    juegos: tuple[int, ...] | None = None,
    piedras: tuple[int, ...] | None = None,
) -> tuple[Event, ...]:
    """Returns how a partida begins; raises Illegal for seats that the rules do not allow (R16).

    Raises BadRules for a score from which nobody could win (R52, R53, R60).
    """
    seats = rules.players.start if seats is None else seats
    if seats not in rules.players:
        raise Illegal("wrong-number", "R16", {"expected": rules.players.start, "seats": seats})
    sides = rules.sides(seats)
    nothing = (0,) * sides
    if rules.stones:
        return (_began_with_stones(rules, mano, juegos or nothing, piedras),)
    start = {"juegos": juegos or nothing, "piedras": piedras or nothing}
    for name, score in start.items():
        target = getattr(rules, name)
        if len(score) != sides or not all(0 <= n < target for n in score):
            raise BadRules(name, score, f"{sides} numbers from 0 to {target - 1}")
    return (Began(rules, seats, mano, **start),)


def _began_with_stones(
    rules: RuleSet, mano: Seat, juegos: tuple[int, ...], piedras: tuple[int, ...] | None
) -> Began:
    """How a partida begins that is about getting rid of stones (R60, R70)."""
    whole = rules.start(juegos)
    piedras = whole if piedras is None else piedras
    if sum(map(bool, whole)) < 2 or any(not 0 <= lost <= rules.juegos for lost in juegos):
        raise BadRules("juegos", juegos, f"numbers from 0 to {rules.juegos}, and two players who are not out")
    out = [seat for seat, lost in enumerate(juegos) if lost == rules.juegos]
    holders = [seat for seat, n in enumerate(piedras) if n > 0]
    wrong = any(piedras[seat] for seat in out) or len(holders) < 2 or min(piedras) < 0
    if len(piedras) != len(juegos) or wrong or sum(piedras) > sum(whole):
        raise BadRules("piedras", piedras, f"the stones of two players or more, at most {sum(whole)} in all")
    return Began(rules, len(juegos), mano, juegos, piedras)


def winner(mesa: Mesa) -> Bando | None:
    """Returns the side that has won the partida, if it is over (R53)."""
    return mesa.phase.winner if isinstance(mesa.phase, Terminada) else None


def awaited(mesa: Mesa) -> tuple[Seat, ...]:
    """Returns whose word the table waits for, in turn order; not those who may merely interrupt (R26)."""
    phase = mesa.phase
    if isinstance(phase, Envite):
        return procedure(mesa.rules).awaited(phase, mesa.rules)
    if isinstance(phase, Mus):
        return ((mesa.mano + phase.said) % mesa.seats,)
    if isinstance(phase, Descarte):
        waiting = tuple(seat for seat in mesa.circle(mesa.mano) if phase.thrown[seat] is None)
        return waiting if mesa.rules.descarte == "a la vez" else waiting[:1]
    return ()


def offers(mesa: Mesa, seat: Seat) -> tuple[Offer, ...]:
    """Returns what a seat may say now, with the least and the most; the same whatever cards are hidden."""
    return offered(mesa, seat, awaited(mesa))


def offered(mesa: Mesa, seat: Seat, turno: tuple[Seat, ...]) -> tuple[Offer, ...]:
    """Returns what `offers` does, for who knows already whose word is awaited."""
    phase = mesa.phase
    if isinstance(phase, Puja):
        return procedure(mesa.rules).offers(phase, seat)
    if seat not in turno:
        may_cut = isinstance(phase, Mus) and mesa.rules.corte == "libre" and not _has_said(mesa, phase, seat)
        return _CUT if may_cut else ()  # R26, R79
    if isinstance(phase, Envite):
        return procedure(mesa.rules).offers(phase, seat)
    if isinstance(phase, Mus):
        return _MUS_OR_CONSULT if mesa.rules.consulta and phase.said == 1 else _MUS_OR_CUT  # R21, R27
    visto = isinstance(phase, Descarte) and phase.visto is not None
    return _throws(mesa.rules.cards, visto=visto)


_CUT = (Offer(Voz.NO_MUS),)
_MUS_OR_CUT = (Offer(Voz.MUS), *_CUT)
_MUS_OR_CONSULT = (*_MUS_OR_CUT, Offer(Voz.CONSULTA))


@cache
def _throws(cards: int, *, visto: bool) -> tuple[Offer, ...]:
    """How many of so many cards one throws, or none after a card seen (R22, R24, R61)."""
    throw = Offer(Voz.DESCARTA, 1, cards - HAND_SIZE or HAND_SIZE)
    return (throw, Offer(Voz.SERVIDO)) if visto else (throw,)


def _has_said(mesa: Mesa, phase: Mus, seat: Seat) -> bool:
    """Whether a seat has spoken in this round of mus."""
    return (seat - mesa.mano) % mesa.seats < phase.said


def decide(mesa: Mesa, seat: Seat, action: Action) -> tuple[Event, ...]:
    """Returns what follows from a player's word, seña or look; raises Illegal, with the rule he broke."""
    return play(mesa, seat, action)[0]


def play(mesa: Mesa, seat: Seat, action: Action) -> tuple[tuple[Event, ...], Mesa]:
    """Returns what `decide` does, and the state after it: for who does not store it in between."""
    if action.voz is Voz.SENA or action.voz is Voz.MIRO:
        event = decide_eyes(mesa, seat, action)
        return (event,), evolve(mesa, event)
    _check(mesa, seat, action)
    if action.voz is Voz.DESCARTA or action.voz is Voz.SERVIDO:
        return _with_consequences(mesa, Discarded(seat, action.cards))
    return _with_consequences(mesa, Said(seat, action))


def due(mesa: Mesa) -> Due | None:
    """Returns the cards that chance owes the table before anybody can speak, if any."""
    match mesa.phase:
        case Reparto():
            return Due(None, sum(mesa.hand_sizes()))
        case Servir(owed):
            seat = next(seat for seat in mesa.circle(mesa.mano) if owed[seat])
            return Due(seat, min(owed[seat], len(mesa.pile())))
        case _:
            return None


def next_mano(mesa: Mesa) -> Seat:
    """Returns who is mano in the hand to be dealt next (R17): one who is dealt cards (R87)."""
    first = (mesa.mano + 1) % mesa.seats if mesa.hand else mesa.mano
    sizes = mesa.hand_sizes()
    return next(seat for seat in mesa.circle(first) if sizes[seat])


def deal(mesa: Mesa, cards: Sequence[Hand], visto: tuple[Seat, Card] | None = None) -> tuple[Event, ...]:
    """Returns how a hand begins with these cards, by seat (R20); `visto` was dealt face up (R24)."""
    if not isinstance(mesa.phase, Reparto):
        raise Illegal("no-deal-due", "R20")
    dealt = [c for hand in cards for c in hand]
    if tuple(map(len, cards)) != mesa.hand_sizes():
        raise Illegal("wrong-deal", "R20", {"seats": mesa.seats, "cards": mesa.rules.cards})
    _check_cards(dealt, set(DECK))
    if visto is not None and visto[1] not in cards[visto[0]]:
        raise Illegal("not-your-card", "R24", {"card": str(visto[1])})
    return _with_consequences(mesa, Dealt(mesa.hand + 1, next_mano(mesa), tuple(cards), visto))[0]


def serve(mesa: Mesa, cards: Hand) -> tuple[Event, ...]:
    """Returns what follows when the player next to be served receives these cards of the pile (R22)."""
    owed = due(mesa)
    if owed is None or owed.seat is None:
        raise Illegal("no-deal-due", "R22")
    if len(cards) != owed.count:
        raise Illegal("wrong-cards", "R22", {"expected": owed.count})
    _check_cards(list(cards), set(mesa.pile()))
    return _with_consequences(mesa, Served(owed.seat, cards))[0]


def expire(mesa: Mesa) -> tuple[Event, ...]:
    """Returns what follows when the wait for a partner is over (R30)."""
    if gracia(mesa) is None:
        raise Illegal("no-wait", "R30")
    return _with_consequences(mesa, GraciaOver())[0]


def gracia(mesa: Mesa) -> Seat | None:
    """Returns whose answer stands when `rules.gracia` seconds have passed, if that is waited for (R30)."""
    if isinstance(mesa.phase, Envite) and mesa.rules.respuesta == "pareja":
        return bandos.gracia(mesa.phase)
    return None


def _check(mesa: Mesa, seat: Seat, action: Action) -> None:
    offer = None
    for offered_now in offers(mesa, seat):
        if offered_now.voz is action.voz:
            offer = offered_now
    covers = offer is not None and offer.covers(action)
    if offer is None or (offer.most == 0 and not covers):
        raise _refusal(mesa, seat, action)
    if not covers:
        facts = {"least": offer.least} | ({} if offer.most is None else {"most": offer.most})
        rule = {Voz.DESCARTA: "R22", Voz.MAS: "R31", Voz.ACEPTO: "R64"}.get(action.voz, "R28")
        raise Illegal("wrong-amount", rule, facts)
    if action.voz is Voz.DESCARTA:
        for c in action.cards:
            if c not in mesa.cards[seat]:
                raise Illegal("not-your-card", "R22", {"card": str(c)})
        if len(set(action.cards)) < len(action.cards):
            raise Illegal("card-twice", "R22", {"card": ""})


def _refusal(mesa: Mesa, seat: Seat, action: Action) -> Illegal:
    """Why that seat may not say that word now: the reason that teaches most."""
    turn = awaited(mesa)
    if not turn:
        return Illegal("nothing-asked", "R53" if winner(mesa) is not None else "R37")
    if seat in turn:
        words = tuple(offer.voz.value for offer in offers(mesa, seat))
        word = " ".join((action.voz, *(str(n) for n in (action.n,) if n), *map(str, action.cards)))
        return Illegal("not-now", _rule(mesa), {"word": word, "words": words})
    if isinstance(mesa.phase, Envite):
        if not mesa.plays(seat) and seat not in mesa.phase.speakers:
            return Illegal("no-stones", "R60", {"turn": turn})
        if seat not in mesa.phase.speakers:
            return Illegal(f"no-{mesa.phase.lance}", "R13", {"turn": turn})
        if seat in mesa.phase.out:
            return Illegal("out-of-lance", _out_rule(mesa), {"turn": turn})
        if any(seat == answerer for answerer, _ in mesa.phase.answers):
            return Illegal("already-said", "R36", {"turn": turn})
    return Illegal("not-your-turn", _rule(mesa), {"turn": turn})


def _out_rule(mesa: Mesa) -> str:
    by_modo = {"tres-mus": "R64", "frances": "R73"}
    return by_modo.get(mesa.rules.modo, "R30" if len(mesa.piedras) == 2 else "R39")


def _rule(mesa: Mesa) -> str:
    match mesa.phase:
        case Mus():
            return "R21"
        case Descarte():
            return "R22"
        case Envite(bettor=None):
            return "R28"
        case _:
            return "R29"


def _check_cards(cards: list[Card], allowed: set[Card]) -> None:
    for place, c in enumerate(cards):
        if c in cards[:place]:
            raise Illegal("card-twice", "R1", {"card": str(c)})
        if c not in allowed:
            raise Illegal("not-in-pile", "R22", {"card": str(c)})


def _with_consequences(mesa: Mesa, event: Event) -> tuple[tuple[Event, ...], Mesa]:
    """The event, and all that the table does by itself until a word or chance is awaited; the state then."""
    events = [event]
    mesa = evolve(mesa, event)
    while (law := _FOLLOWS.get(type(mesa.phase))) and (follows := law(mesa, mesa.phase)) is not None:
        events.append(follows)
        mesa = evolve(mesa, follows)
    return tuple(events), mesa


def _reshuffled(mesa: Mesa, phase: Servir) -> Reshuffled | None:
    if mesa.pile():
        return None
    waiting = [seat for seat in range(mesa.seats) if phase.due[seat]]
    return Reshuffled(waiting[0] if len(waiting) == 1 else None)  # R23


def _counted(mesa: Mesa, phase: Recuento) -> Event:
    return phase.due[0] if phase.due else HandEnded(mesa.hand)


def _shown(mesa: Mesa, _: Descubrir) -> Shown:
    """Everybody's cards (R35, R44), or after an órdago those of the sides that are in it (R43)."""
    last = mesa.lances[-1]
    among = last.estado is Estado.ORDAGO and not mesa.rules.stones
    if mesa.medio and mesa.medio[-1][0] is last.lance:  # R67, R68: only those who are in it
        among = last.estado in (Estado.ORDAGO, Estado.VISTO)
    return Shown(
        tuple(
            hand if not among or mesa.bando(seat) in last.bandos else ()
            for seat, hand in enumerate(mesa.cards)
        )
    )


_FOLLOWS: dict[type[Phase], Callable[[Mesa, Any], Event | None]] = {
    Servir: _reshuffled,
    Declaracion: lambda mesa, phase: Declared(phase.lance, mesa.has(phase.lance)),
    Cobro: lambda mesa, _: deje(mesa),
    Descubrir: _shown,
    Recuento: _counted,
    Saldo: lambda _, phase: phase.due[0],
    Ganado: lambda _, phase: JuegoWon(phase.bando),
    Perdido: lambda _, phase: JuegoLost(phase.bando),
    FinDeJuego: lambda mesa, _: HandEnded(mesa.hand),
}
"""What the table does by itself, by the phase that it is in."""
