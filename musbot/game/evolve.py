"""What each event makes of the state of a partida."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from musbot.game.actions import Seat, Voz
from musbot.game.envites import bandos, procedure
from musbot.game.envites.envite import Envite
from musbot.game.envites.puja import Cierre, Puja, plus
from musbot.game.errors import MusError
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
    Looked,
    Paid,
    Por,
    Reshuffled,
    Said,
    Served,
    Shown,
    Signed,
)
from musbot.game.lances import Cerrado, Estado, Lance
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
from musbot.game.platillo import closing, last_holder, lost, taking
from musbot.game.platillo import payments as stones_due
from musbot.game.recuento import payments
from musbot.game.rules import RuleSet

P = TypeVar("P")
T = TypeVar("T")


class BadEvent(MusError):
    """An event that cannot follow: the log is damaged or not in order."""


def evolve(mesa: Mesa | None, event: Event) -> Mesa:
    """Returns the state after an event; raises BadEvent for one that cannot follow."""
    if isinstance(event, Began):
        if mesa is not None:
            raise BadEvent("a partida begins only once")
        return _began(event)
    if mesa is None:
        raise BadEvent(f"{type(event).__name__} before the partida began")
    return _EVOLVE[type(event)](mesa, event)


def _in(mesa: Mesa, phase: type[P]) -> P:
    """The phase of the table, which must be of that kind."""
    if not isinstance(mesa.phase, phase):
        raise BadEvent(f"{phase.__name__} was expected, the table is in {type(mesa.phase).__name__}")
    return mesa.phase


def _ask(mesa: Mesa, phase: Phase, **changes: Any) -> Mesa:
    return mesa.with_(phase=phase, question=mesa.question + 1, **changes)


def _began(event: Began) -> Mesa:
    return Mesa(
        rules=event.rules,
        seats=event.seats,
        mano=event.mano,
        juegos=event.juegos,
        vacas=(0,) * len(event.piedras),
        piedras=event.piedras,
        phase=Reparto(),
        eyes=_first_looks(event.seats, len(event.piedras)),
        plato=sum(event.rules.start(event.juegos)) - sum(event.piedras) if event.rules.stones else 0,
    )


def _first_looks(seats: int, sides: int) -> tuple[Seat, ...]:
    """Whom each looks at by default: his partner, of two the next in turn order (R58)."""
    return tuple((seat + sides) % seats for seat in range(seats)) if sides < seats else ()


def _dealt(mesa: Mesa, event: Dealt) -> Mesa:
    phase = _in(mesa, Reparto)
    piedras = mesa.next_piedras()  # R55
    juegos = (0,) * len(mesa.piedras) if phase.vaca_over else mesa.juegos
    first_of_juego = not any(piedras)
    first_of_partida = first_of_juego and not any(juegos) and not any(mesa.vacas)
    first = {"no": False, "juego": first_of_juego, "partida": first_of_partida}
    return Mesa(
        rules=mesa.rules,
        seats=mesa.seats,
        mano=event.mano,
        juegos=juegos,
        vacas=mesa.vacas,
        piedras=piedras,
        phase=_first_phase(event, mesa.rules),
        hand=event.hand,
        question=mesa.question + 1,
        corrido=first[mesa.rules.mus_corrido],  # R25
        cards=event.cards,
        eyes=mesa.eyes,
        plato=0 if phase.juego_over else mesa.plato,
    )


def _first_phase(event: Dealt, rules: RuleSet) -> Phase:
    """What a hand begins with: mus, or the one discard there is (R61, R71), or that of R24."""
    if event.visto or rules.stones:
        return Descarte(tuple(None if hand else () for hand in event.cards), event.visto)
    return Mus()


def _said(mesa: Mesa, event: Said) -> Mesa:
    seat, action = event.seat, event.action
    if isinstance(mesa.phase, Envite):
        return _bet(mesa, procedure(mesa.rules).say(mesa.phase, mesa.rules, seat, action))
    phase = _in(mesa, Mus)
    match action.voz:
        case Voz.NO_MUS:
            mano = seat if mesa.corrido else mesa.mano  # R25
            return _open(mesa.with_(cut_by=seat, mano=mano, corrido=False), Lance.GRANDE)
        case Voz.CONSULTA:
            return mesa.with_(phase=Mus(phase.said + 1, deferred=True))
        case _ if phase.said + 1 < mesa.seats:
            return mesa.with_(phase=phase.with_(said=phase.said + 1))
        case _:
            mano = (mesa.mano + 1) % mesa.seats if mesa.corrido else mesa.mano  # R25
            return _ask(mesa, Descarte((None,) * mesa.seats), mano=mano)


def _discarded(mesa: Mesa, event: Discarded) -> Mesa:
    seat, phase = event.seat, _in(mesa, Descarte)
    kept = tuple(c for c in mesa.cards[seat] if c not in event.cards)
    mesa = mesa.with_(cards=_put(mesa.cards, seat, kept))
    thrown = _put(phase.thrown, seat, event.cards)
    done = tuple(hand for hand in thrown if hand is not None)
    if len(done) < mesa.seats:
        return mesa.with_(phase=phase.with_(thrown=thrown))
    counts = tuple(map(len, done))
    if mesa.rules.stones:
        servir = Servir((0,) * mesa.seats, done, last=True)  # R61, R71: none for those thrown
    else:
        servir = Servir(counts, done, last=phase.visto is not None and 0 in counts)  # R24
    return _serve_on(mesa.with_(throws=(*mesa.throws, counts)), servir)


def _reshuffled(mesa: Mesa, event: Reshuffled) -> Mesa:
    phase = _in(mesa, Servir)
    thrown = tuple(hand if seat == event.kept else () for seat, hand in enumerate(phase.thrown))
    return mesa.with_(phase=phase.with_(thrown=thrown), discards=(), reshuffles=mesa.reshuffles + 1)


def _served(mesa: Mesa, event: Served) -> Mesa:
    seat, phase = event.seat, _in(mesa, Servir)
    mesa = mesa.with_(cards=_put(mesa.cards, seat, mesa.cards[seat] + event.cards))
    due = _put(phase.due, seat, phase.due[seat] - len(event.cards))
    return _serve_on(mesa, phase.with_(due=due))


def _serve_on(mesa: Mesa, servir: Servir) -> Mesa:
    if any(servir.due):
        return mesa.with_(phase=servir)
    mesa = mesa.with_(discards=mesa.discards + tuple(c for hand in servir.thrown for c in hand))
    return _open(mesa.with_(corrido=False), Lance.GRANDE) if servir.last else _ask(mesa, Mus())  # R24


def _declared(mesa: Mesa, event: Declared) -> Mesa:
    _in(mesa, Declaracion)
    has, lance = event.has, event.lance
    mesa = mesa.with_(pares=has) if lance is Lance.PARES else mesa.with_(juego=has)
    sides = tuple(sorted({mesa.bando(seat) for seat in range(mesa.seats) if has[seat]}))
    if len(sides) > 1:
        return _open(mesa, lance)
    if sides:
        return _closed(mesa, Cerrado(lance, Estado.SIN_RIVAL, 0, sides))  # R12
    if lance is Lance.JUEGO:
        return _open(mesa, Lance.PUNTO)  # R12
    return _closed(mesa, Cerrado(lance, Estado.VACIO, 0, ()))


def _open(mesa: Mesa, lance: Lance) -> Mesa:
    has = {Lance.PARES: mesa.pares, Lance.JUEGO: mesa.juego}.get(lance)
    may = tuple(s for s in mesa.circle(mesa.mano) if mesa.plays(s) and (has is None or has[s]))
    if len(may) < 2:  # R86: nobody to bet with
        return _closed(mesa, Cerrado(lance, Estado.SIN_RIVAL if may else Estado.VACIO, 0, may))
    return _ask(mesa, procedure(mesa.rules).opening(lance, may, mesa.piedras))


def _bet(mesa: Mesa, now: Envite | Cerrado | Cierre) -> Mesa:
    if isinstance(now, Cierre):
        return _settled(mesa, now)
    if isinstance(now, Cerrado):
        return _closed(mesa, now)
    if isinstance(now, Puja):
        return _put_in(mesa, now)
    same = now.bettor == _in(mesa, Envite).bettor
    return mesa.with_(phase=now) if same else _ask(mesa, now)


def _put_in(mesa: Mesa, now: Puja) -> Mesa:
    """A lance goes on with other stones in the middle; first what is due is taken (R74)."""
    if now.toma is not None:
        due = (taking(mesa, now.lance, now.toma),)
        return mesa.with_(phase=Saldo(due, now.with_(toma=None)))
    before = _in(mesa, Puja)
    same = (now.bettor, now.subidores, now.ronda) == (before.bettor, before.subidores, before.ronda)
    return mesa.with_(phase=now, piedras=now.manos, question=mesa.question + (not same))


def _settled(mesa: Mesa, cierre: Cierre) -> Mesa:
    """A lance is closed: whoever gets stones back has them, others are still to be taken or shed."""
    piedras = cierre.manos
    for toma in cierre.tomas:
        piedras = _put(piedras, toma.seat, piedras[toma.seat] - sum(toma.de))
    medio = ((cierre.lance.lance, cierre.medio),) if any(cierre.medio) else ()
    mesa = mesa.with_(lances=(*mesa.lances, cierre.lance), piedras=piedras, medio=mesa.medio + medio)
    return _after_saldo(mesa.with_(phase=Saldo(closing(mesa, cierre))))


def _after_saldo(mesa: Mesa) -> Mesa:
    """What comes when nothing more is due: the lance, cards compared at once (R67, R68), the next lance."""
    phase = _in(mesa, Saldo)
    if phase.due:
        return mesa
    if phase.sigue is not None:
        return _ask(mesa, phase.sigue, piedras=phase.sigue.manos)
    last = mesa.lances[-1]
    if last.estado in (Estado.ORDAGO, Estado.VISTO) and last.lance in dict(mesa.medio):
        return mesa.with_(phase=Descubrir())
    return mesa.with_(phase=Descubrir()) if last.final else _next_lance(mesa)  # R76


def _closed(mesa: Mesa, lance: Cerrado) -> Mesa:
    mesa = mesa.with_(lances=(*mesa.lances, lance))
    if lance.estado is Estado.RECHAZADO:
        return mesa.with_(phase=Cobro())  # R32
    if lance.estado is Estado.ORDAGO:
        return mesa.with_(phase=Descubrir())  # R35
    return _next_lance(mesa)


def _next_lance(mesa: Mesa) -> Mesa:
    match mesa.lances[-1].lance:
        case Lance.GRANDE:
            return _open(mesa, Lance.CHICA)
        case Lance.CHICA:
            return mesa.with_(phase=Declaracion(Lance.PARES))
        case Lance.PARES:
            return mesa.with_(phase=Declaracion(Lance.JUEGO))
        case _:
            return mesa.with_(phase=Descubrir())


def _gracia_over(mesa: Mesa, event: GraciaOver) -> Mesa:
    return _bet(mesa, bandos.expire(_in(mesa, Envite), mesa.rules))


def _shown(mesa: Mesa, event: Shown) -> Mesa:
    _in(mesa, Descubrir)
    shown = tuple(s for s, hand in enumerate(event.cards) if hand or s in mesa.shown)
    if not mesa.rules.stones:
        return mesa.with_(phase=Recuento(tuple(payments(mesa))), shown=shown)
    last = mesa.lances[-1]
    if last.estado in (Estado.ORDAGO, Estado.VISTO) and mesa.medio and mesa.medio[-1][0] is last.lance:
        due = (lost(mesa, last, mesa.medio[-1][1]),)
        return mesa.with_(phase=Saldo(due), medio=mesa.medio[:-1], shown=shown)
    return mesa.with_(phase=Recuento(tuple(stones_due(mesa))), medio=(), shown=shown)


def _signed(mesa: Mesa, event: Signed) -> Mesa:
    return mesa.with_(signs=(*mesa.signs, event))


def _looked(mesa: Mesa, event: Looked) -> Mesa:
    return mesa.with_(eyes=_put(mesa.eyes, event.seat, event.at))


def _moved(mesa: Mesa, event: Paid) -> Mesa:
    """Stones are taken out of the middle, or shed into the dish (R78)."""
    gained = sum(event.de) if event.por is Por.COGE else -event.piedras
    piedras = _put(mesa.piedras, event.bando, mesa.piedras[event.bando] + gained)
    plato = mesa.plato + (event.piedras if event.por is Por.SACA else 0)
    mesa = mesa.with_(piedras=piedras, plato=plato, tantos=(*mesa.tantos, event))
    phase = mesa.phase
    if isinstance(phase, Saldo):
        mesa = mesa.with_(phase=Saldo(phase.due[1:], phase.sigue))
    else:
        mesa = mesa.with_(phase=Recuento(_in(mesa, Recuento).due[1:]))
    loser = last_holder(mesa)
    if loser is None:
        return _after_saldo(mesa) if isinstance(phase, Saldo) else mesa
    own = tuple(mesa.en_medio(seat) for seat in range(mesa.seats))
    return mesa.with_(phase=Perdido(loser), piedras=plus(mesa.piedras, own), medio=())


def _juego_lost(mesa: Mesa, event: JuegoLost) -> Mesa:
    _in(mesa, Perdido)
    juegos = _put(mesa.juegos, event.bando, mesa.juegos[event.bando] + 1)
    left = [seat for seat, lost in enumerate(juegos) if lost < mesa.rules.juegos]
    winner = left[0] if len(left) == 1 else None  # R60, R70
    return mesa.with_(juegos=juegos, phase=FinDeJuego(vaca_over=False, winner=winner))


def _paid(mesa: Mesa, event: Paid) -> Mesa:
    if event.por in (Por.SACA, Por.COGE):
        return _moved(mesa, event)
    piedras = _put(mesa.piedras, event.bando, mesa.piedras[event.bando] + event.piedras)
    mesa = mesa.with_(piedras=piedras, tantos=(*mesa.tantos, event))
    if event.por is Por.ORDAGO or piedras[event.bando] >= mesa.rules.piedras:
        return mesa.with_(phase=Ganado(event.bando))
    if isinstance(mesa.phase, Cobro):
        return _next_lance(mesa)
    return mesa.with_(phase=Recuento(_in(mesa, Recuento).due[1:]))


def _juego_won(mesa: Mesa, event: JuegoWon) -> Mesa:
    _in(mesa, Ganado)
    juegos = _put(mesa.juegos, event.bando, mesa.juegos[event.bando] + 1)
    vaca_over = juegos[event.bando] == mesa.rules.juegos
    vacas = _put(mesa.vacas, event.bando, mesa.vacas[event.bando] + 1) if vaca_over else mesa.vacas
    winner = event.bando if vacas[event.bando] == mesa.rules.vacas else None
    return mesa.with_(juegos=juegos, vacas=vacas, phase=FinDeJuego(vaca_over, winner))


def _hand_ended(mesa: Mesa, event: HandEnded) -> Mesa:
    if isinstance(mesa.phase, Recuento):
        return mesa.with_(phase=Reparto())
    end = _in(mesa, FinDeJuego)
    if end.winner is not None:
        return mesa.with_(phase=Terminada(end.winner))
    return mesa.with_(phase=Reparto(juego_over=True, vaca_over=end.vaca_over))


def _put(row: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*row[:place], value, *row[place + 1 :])


_EVOLVE: dict[type[Event], Callable[[Mesa, Any], Mesa]] = {
    Dealt: _dealt,
    Said: _said,
    Discarded: _discarded,
    Reshuffled: _reshuffled,
    Served: _served,
    Declared: _declared,
    GraciaOver: _gracia_over,
    Shown: _shown,
    Signed: _signed,
    Looked: _looked,
    Paid: _paid,
    JuegoWon: _juego_won,
    JuegoLost: _juego_lost,
    HandEnded: _hand_ended,
}
