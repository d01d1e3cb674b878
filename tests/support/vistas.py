"""The golden vistas: a hand of each rule set, and what everybody hears and sees of it at every step.

`python -m tests.support.vistas` writes tests/partidas/vistas anew: each acta that is not there yet, a random
hand, and a text from each acta. As with OpenSpiel's playthroughs a leak, or a change of the rules, is a diff.
Of whole partidas, of any rules, tests/game/test_properties.py sees that nobody hears or sees what is hidden.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from random import Random

from musbot.acta.partida import Acta
from musbot.acta.read import read_file
from musbot.acta.write import write
from musbot.game.actions import Action, Offer, Seat, Voz
from musbot.game.cards import Card
from musbot.game.engine import awaited_seats, begin, cards_due, decide, expire, gracia, offers, winner
from musbot.game.events import (
    Closed,
    Dealt,
    Declared,
    Discarded,
    Event,
    HandEnded,
    JuegoLost,
    JuegoWon,
    LanceBegan,
    Owed,
    Paid,
    PartidaWon,
    Reshuffled,
    Said,
    Shown,
    VacaWon,
)
from musbot.game.evolve import evolve
from musbot.game.lances import Estado
from musbot.game.modos.mus.rules import Corrido
from musbot.game.rule_sets import RULE_SETS, MusRules, rule_set
from musbot.game.rules_base import RuleSet
from musbot.game.shuffle import Baraja
from musbot.game.state import Reparto, State
from musbot.game.views import View, news_for, observe
from musbot.game.voces import write_voz

FOLDER = Path(__file__).parents[1] / "partidas" / "vistas"

WATCHED: Mapping[str, RuleSet] = {
    **RULE_SETS,
    "con-todo": rule_set(
        "parejas", {"mus_visto": 0.4, "corte": "libre", "mus_corrido": "juego", "consulta": True}
    ),
    "tres-mus-5": rule_set("tres-mus", {"piedras": 3, "juegos": 1}),
    "tres-mus-8": rule_set("tres-mus"),
    "frances-5": rule_set("frances", {"piedras": 5, "juegos": 1, "tanteo": "largo"}),
    "frances-8": rule_set("frances"),
}
"""Every rule set, and one that has what none of them has; the games with stones of 2, 5 and 8 players."""

NAMES = ("Ane", "Beñat", "Carmen", "Dani", "Eneko", "Fermín", "Gari", "Haizea")
PLAYERS = {"individual": 3, "tres-mus-5": 5, "tres-mus-8": 8, "frances-5": 5, "frances-8": 8}
"""How many play where it is not the fewest that may."""

NEAR = 30
"""How many piedras everybody has yet to win at the start, where a partida may be taken up late."""
TRIED = 60
"""Of so many random hands the one is kept in which most happens, for its length."""
SELDOM = 4
"""How much more counts what is seldom: cards shown at once (R67), mus that somebody but the mano cuts."""

_FOLLOW = (
    Reshuffled,
    Declared,
    LanceBegan,
    Closed,
    Shown,
    Owed,
    Paid,
    JuegoWon,
    JuegoLost,
    VacaWon,
    PartidaWon,
    HandEnded,
)
"""What happens by itself, after a word or a deal: a step ends with the last of these."""

_LIKED = {Voz.MUS: 6.0, Voz.CONSULTA: 4.0, Voz.PASO: 5.0, Voz.ENVIDO: 4.0, Voz.QUIERO: 3.0, Voz.ORDAGO: 0.15}
"""How much rather than other words these are said."""

SEEN = tuple(
    """
    seat rules seats hand mano juegos vacas piedras fase turno question corrido visto cut_by deferred thrown
    throws envite answering gracia pares juego lances tantos mine shown offers winner looking_at true_signs
    may_sign signed seen medio plato puja may_give_up
    """.split()
)
"""The fields of a View, those that only one family of games has too."""

NOTHING_OF_ITS_OWN: Mapping[str, object] = {
    **dict.fromkeys(("visto", "cut_by", "gracia", "puja", "may_give_up"), None),
    **dict.fromkeys(("corrido", "deferred"), False),
    "medio": (),
    "plato": 0,
}
"""What stands for the fields of the other family."""

Viewer = Seat | None
"""A seat, or a spectator."""


# ---- a partida ------------------------------------------------------------------------------------------


def played(name: str) -> str:
    """Returns the acta of a random hand: the same name always gives the same one."""
    log = max((_hand(name, number) for number in range(TRIED)), key=_worth)
    return write(NAMES[: PLAYERS.get(name, WATCHED[name].players.start)], log)


def _hand(name: str, number: int) -> list[Event]:
    rules, rng = WATCHED[name], Random(f"vistas|{name}|{number}")
    seats = PLAYERS.get(name, rules.players.start)
    sides = rules.sides(seats)
    late: tuple[tuple[int, ...] | None, tuple[int, ...] | None] = (None, None)
    if isinstance(rules, MusRules) and rules.mus_corrido is Corrido.NO:  # R25: else its first hand is wanted
        late = ((rules.juegos - 1,) * sides, (max(rules.piedras - NEAR, 0),) * sides)
    log = list(begin(rules, seats, rng.randrange(seats), *late))
    mesa = evolve(None, log[0])
    baraja = Baraja(hashlib.sha256(f"{name}|{number}".encode()).digest(), "vistas")
    while winner(mesa) is None and not (isinstance(mesa.phase, Reparto) and mesa.hand):
        for event in _next(mesa, baraja, rng):
            log.append(event)
            mesa = evolve(mesa, event)
    return log


def _worth(log: Sequence[Event]) -> float:
    """How much happens in a hand: kinds of events, words, ways of being paid and of closing a lance."""
    kinds: set[object] = {type(event) for event in log}
    kinds |= {event.action.voz for event in log if isinstance(event, Said)}
    kinds |= {event.por for event in log if isinstance(event, Paid)}
    kinds |= {event.lance.estado for event in log if isinstance(event, Closed)}
    manos = {event.mano for event in log if isinstance(event, Dealt)}
    kinds |= {
        "cut later"
        for event in log
        if isinstance(event, Said) and event.action.voz is Voz.NO_MUS and event.seat not in manos
    }
    kinds |= {"visto" for event in log if isinstance(event, Dealt) and event.visto}
    kinds |= {"servido" for event in log if isinstance(event, Discarded) and not event.cards}
    return len(kinds) + SELDOM * len(kinds & {Estado.VISTO, "cut later"}) - len(log) / 10


def _next(mesa: State, baraja: Baraja, rng: Random) -> tuple[Event, ...]:
    """Cards, the end of a wait, a look, a seña or a word."""
    if cards_due(mesa) is not None:
        return baraja.chance(mesa)
    if gracia(mesa) is not None and rng.random() < 0.4:
        return expire(mesa)
    if mesa.rules.signs and rng.random() < 0.2:
        seat = rng.randrange(mesa.seats)
        if may_sign := observe(mesa, seat).may_sign:
            return decide(mesa, seat, Action(Voz.SENA, sena=rng.choice(may_sign)))
        other = (seat + rng.randrange(1, mesa.seats)) % mesa.seats
        return decide(mesa, seat, Action(Voz.MIRO, seat=other))
    asked = awaited_seats(mesa)
    if rng.random() < 0.05:
        asked = tuple(seat for seat in range(mesa.seats) if offers(mesa, seat))  # R26
    seat = rng.choice(asked)
    offered = offers(mesa, seat)
    offer = rng.choices(offered, [_LIKED.get(offer.voz, 1.0) for offer in offered])[0]
    return decide(mesa, seat, _said(mesa, seat, offer, rng))


def _said(mesa: State, seat: Seat, offer: Offer, rng: Random) -> Action:
    most = offer.least + 4 if offer.most is None else offer.most
    amount = rng.randint(offer.least, most)
    if offer.voz is Voz.DESCARTA:
        return Action(offer.voz, cards=tuple(rng.sample(mesa.cards[seat], amount)))
    return Action(offer.voz, amount)


# ---- what is heard and seen of it -----------------------------------------------------------------------


def told(partida: Acta) -> str:
    """Returns a partida step by step: what happened, who hears it, and what changes for whose eyes."""
    viewers: tuple[Viewer, ...] = (*range(len(partida.names)), None)
    lines = [
        f"{partida.rules.name}: what happens, and what each seat and a spectator (-) hears and sees of it;",
        "all hear what happens as it stands, where nothing else is said",
    ]
    mesa: State | None = None
    seen: dict[Viewer, dict[str, str]] = {viewer: {} for viewer in viewers}
    for number, step in enumerate(_steps(partida.events), 1):
        lines.append("")
        for event in step:
            mesa = evolve(mesa, event)
            lines.append(f"{number}. {text(event)}")
            lines += _heard(event, partida.rules, viewers)
        assert mesa is not None
        now = {viewer: _view(observe(mesa, viewer)) for viewer in viewers}
        lines += _by_viewer("sees", viewers, _changes(seen, now))
        seen = now
    return "\n".join(lines) + "\n"


def _steps(events: Iterable[Event]) -> Iterator[list[Event]]:
    """What a word or a deal led to, together."""
    step: list[Event] = []
    for event in events:
        if step and not isinstance(event, _FOLLOW):
            yield step
            step = []
        step.append(event)
    yield step


def _heard(event: Event, rules: RuleSet, viewers: Sequence[Viewer]) -> Iterator[str]:
    told = {viewer: news_for(event, viewer, rules) for viewer in viewers}
    if any(items != (event,) for items in told.values()):
        yield from _by_viewer(
            "hears", viewers, lambda who: ["it" if item == event else text(item) for item in told[who]]
        )


def _changes(
    before: Mapping[Viewer, Mapping[str, str]], now: Mapping[Viewer, Mapping[str, str]]
) -> Callable[[Viewer], list[str]]:
    def changed(viewer: Viewer) -> list[str]:
        return [
            f"{field}={value}" for field, value in now[viewer].items() if before[viewer].get(field) != value
        ]

    return changed


def _view(view: View) -> dict[str, str]:
    """What is seen, by field, in the order in which it has always been written.

    But for `said`, of which every word stands above as an event that all hear.
    """
    known = view._asdict()
    known |= {**NOTHING_OF_ITS_OWN, **view.modo._asdict()}
    if known["puja"] is not None and known["puja"] == known["envite"]:
        known["puja"] = "the envite"
    return {name: text(known[name]) for name in SEEN}


def _by_viewer(what: str, viewers: Sequence[Viewer], of: Callable[[Viewer], list[str]]) -> Iterator[str]:
    """A line for each group of viewers: what just these hear or see."""
    who: dict[str, str] = {}
    for viewer in viewers:
        for item in of(viewer):
            who[item] = who.get(item, "") + ("-" if viewer is None else str(viewer))
    groups: dict[str, list[str]] = {}
    for item, group in who.items():
        groups.setdefault(group, []).append(item)
    for group, items in groups.items():
        yield f"   {group:>{len(viewers)}} {what} {' '.join(items)}"


def text(value: object) -> str:
    """Returns a value in short: of a record only what is not as by default."""
    match value:
        case None | bool():
            return {None: "none", True: "yes", False: "no"}[value]
        case Card():
            return str(value)
        case Enum():
            return str(value.value)
        case RuleSet():
            changes = "".join(f", {name} {text(to)}" for name, to in value.changes().items())
            return f"{value.name}{changes}"
        case Action():
            return write_voz(value, NAMES)
        case Offer(voz, least, most):
            return voz.value + ("" if most == 0 else f" {least}-{'' if most is None else most}")
        case tuple():
            return f"({', '.join(map(text, value))})"
        case _ if is_dataclass(value):
            told = (
                f"{field.name}={text(getattr(value, field.name))}"
                for field in fields(value)
                if getattr(value, field.name) != field.default
            )
            return f"{type(value).__name__}({', '.join(told)})"
        case _:
            return str(value)


def main() -> None:
    """Writes what is not as it should be."""
    FOLDER.mkdir(exist_ok=True)
    for name in WATCHED:
        acta = FOLDER / f"{name}.mus.toml"
        if not acta.exists():
            acta.write_text(played(name), "utf-8")
        (FOLDER / f"{name}.txt").write_text(told(read_file(acta)), "utf-8")


if __name__ == "__main__":
    main()
