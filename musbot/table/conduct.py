"""What a press at a table leads to, in the lobby and in play: pure decisions, as the engine's are.

An act is the last part of a button's payload: a word of the game (`codec.read_action`), or one of those here.
Each returns the events that follow and what to tell who pressed; Refused and Illegal change nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import reduce

from musbot.game.actions import Action, Bando, Seat, Voz
from musbot.game.cards import written
from musbot.game.engine import begin, decide, due, expire, offers
from musbot.game.errors import Fact, MusError
from musbot.game.evolve import evolve
from musbot.game.mesa import Descarte, Mesa
from musbot.game.rule_sets import RULE_SETS, read_option
from musbot.game.shuffle import Baraja
from musbot.game.views import ordered
from musbot.table.acts import read_action
from musbot.table.state import (
    AnyEvent,
    Drawn,
    Ended,
    Gathered,
    Missed,
    Occupant,
    PageTurned,
    Person,
    Picked,
    PutOff,
    Queued,
    Resumed,
    Returned,
    RulesChosen,
    SatDown,
    StoodUp,
    Table,
    Voted,
    WordGiven,
    fold,
)

AI_NAMES = ("Patxi", "Maite", "Koldo", "Nekane", "Txomin", "Amaia", "Iñaki", "Edurne")
AI_KIND = "prudente"
MOST_NAME = 20
MOST_WORD = 40
MISSED_TO_REPLACE = 3
GESTURES = ("sena", "look")
"""Acts that belong to a whole hand: their buttons carry its number, not a question's (R57, R58)."""

TERMINAR, SUSTITUIR = "terminar", "sustituir"


class Refused(MusError):
    """Something that cannot be done at this table now; `reason` has a message in every language."""

    def __init__(self, reason: str, **facts: Fact) -> None:
        super().__init__(reason)
        self.reason = reason
        self.facts = facts


@dataclass(frozen=True, slots=True)
class Done:
    """What follows from a press: the events, and the key and facts of what its presser is told."""

    events: tuple[AnyEvent, ...]
    told: str
    facts: dict[str, Fact] = field(default_factory=dict)


def conduct(table: Table, person: Person, question: int, act: str) -> Done:
    """Returns what follows when a person presses a button of that question; raises Refused or Illegal."""
    if table.over:
        raise Refused("over")
    verb, _, rest = act.partition(".")
    if question != (table.hand if verb in GESTURES else table.question):
        raise Refused("old-question")
    if table.in_lobby:
        decision = _LOBBY.get(verb)
        if decision is None:
            raise Refused("not-in-lobby")
        return decision(table, person, rest)
    seat = table.seat_of(person.id)
    if seat is None:
        raise Refused("no-seat")
    action = read_action(act)
    if action is not None:
        return word(table, seat, action)
    in_play = _PLAY.get(verb)
    if in_play is None:
        raise Refused("unknown-act")
    done = in_play(table, seat, rest)
    return Done((*_returned(table, seat), *done.events), done.told, done.facts)


def clean_name(name: str) -> str:
    """Returns a name that fits a board and an acta: printable, on one line, without colons, not too long."""
    kept = "".join(c if c.isprintable() and c != ":" else " " for c in name)
    return " ".join(kept.split())[:MOST_NAME].strip() or "?"


# ---- in play ---------------------------------------------------------------------------------------------


def word(table: Table, seat: Seat, action: Action) -> Done:
    """Returns what follows when a seat says a word of the game."""
    mesa = _mesa(table)
    events = (*_returned(table, seat), *decide(mesa, seat, action))
    told = {Voz.ENVIDO: "bet", Voz.MAS: "raised", Voz.SENA: "signed", Voz.MIRO: "looked"}
    facts: dict[str, Fact] = {"word": action.voz.value, "n": action.n}
    facts |= {"sena": action.sena.value} if action.sena is not None else {}
    facts |= {"name": table.names[action.seat]} if action.seat is not None else {}
    return Done(with_chance(table, events), told.get(action.voz, "said"), facts)


def wait_over(table: Table) -> tuple[AnyEvent, ...]:
    """Returns what follows when the time for a partner to commit to more is over (R30)."""
    return with_chance(table, expire(_mesa(table)))


def missed(table: Table, seat: Seat, action: Action) -> tuple[AnyEvent, ...]:
    """Returns what follows when a turn clock runs out and the suplente says a word for the seat."""
    events = with_chance(table, (Missed(seat), *decide(_mesa(table), seat, action)))
    after = reduce(fold, events, table)
    if all(after.missed[human] >= MISSED_TO_REPLACE for human in after.humans) and not after.over:
        return (*events, PutOff())
    return events


def with_chance(table: Table, events: Sequence[AnyEvent]) -> tuple[AnyEvent, ...]:
    """Returns the events and all the cards that are due after them, until somebody's word is awaited."""
    all_events = list(events)
    after = reduce(fold, events, table)
    baraja = Baraja(table.seed, table.id, after.words)
    mesa = after.mesa
    while mesa is not None and due(mesa) is not None:
        dealt = baraja.chance(mesa)
        all_events += dealt
        mesa = reduce(evolve, dealt, mesa)
    return tuple(all_events)


def _returned(table: Table, seat: Seat) -> tuple[AnyEvent, ...]:
    resumed = (Resumed(),) if table.put_off else ()
    return (*resumed, Returned(seat)) if table.missed[seat] else resumed


def _mesa(table: Table) -> Mesa:
    if table.mesa is None:
        raise Refused("not-begun")
    return table.mesa


def _pick(table: Table, seat: Seat, which: str) -> Done:
    mesa = _mesa(table)
    if all(offer.voz is not Voz.DESCARTA for offer in offers(mesa, seat)):
        decide(mesa, seat, Action(Voz.DESCARTA, cards=mesa.cards[seat]))  # says why not
    hand = ordered(mesa.cards[seat], mesa.rules.reyes)
    if not which.isdecimal() or not 1 <= int(which) <= len(hand):
        raise Refused("unknown-act")
    card = hand[int(which) - 1]
    now = table.picks[seat]
    picked = tuple(c for c in hand if (c in now) != (c == card))
    if mesa.rules.most_thrown == 1 and card not in now:
        picked = (card,)  # R61, R71: just one
    return Done((Picked(seat, picked),), "picked", {"cards": written(picked)})


def _throw(table: Table, seat: Seat, _: str) -> Done:
    if isinstance(_mesa(table).phase, Descarte) and not table.picks[seat]:
        raise Refused("nothing-picked")
    done = word(table, seat, Action(Voz.DESCARTA, cards=table.picks[seat]))
    return Done(done.events, "threw", {"cards": written(table.picks[seat])})


def _page(table: Table, seat: Seat, page: str) -> Done:
    if page not in ("", "more"):
        raise Refused("unknown-act")
    if not offers(_mesa(table), seat):
        decide(_mesa(table), seat, Action(Voz.PASO))  # says why not
    return Done((PageTurned(page, table.question),), "page")


def _terminar(table: Table, seat: Seat, _: str) -> Done:
    voters = {vote[0] for vote in table.votes if vote[1] == TERMINAR} | {seat}
    needed = len(table.humans) // 2 + 1
    vote = Voted(seat, TERMINAR)
    if len(voters) < needed:
        return Done((vote,), "voted", {"votes": len(voters), "needed": needed})
    return Done((vote, Ended("terminada")), "ended")


def _sustituir(table: Table, seat: Seat, which: str) -> Done:
    absent = int(which) if which.isdecimal() and int(which) < len(table.seats) else None
    if absent is None or table.missed[absent] < MISSED_TO_REPLACE:
        raise Refused("not-absent")
    present = [human for human in table.humans if table.missed[human] < MISSED_TO_REPLACE]
    voters = {vote[0] for vote in table.votes if vote[1:] == (SUSTITUIR, absent)} | {seat}
    vote = Voted(seat, SUSTITUIR, absent)
    if len(voters) < len(present) // 2 + 1:
        return Done((vote,), "voted", {"votes": len(voters), "needed": len(present) // 2 + 1})
    return Done((vote, SatDown(absent, _ai(table))), "replaced", {"name": table.names[absent]})


def _leave(table: Table, seat: Seat, _: str) -> Done:
    if len(table.humans) == 1:
        return Done((Ended("vacía"),), "ended")
    if table.queue:
        return Done((SatDown(seat, table.queue[0]),), "left", {"name": table.queue[0].name})
    substitute = _ai(table)
    return Done((SatDown(seat, substitute),), "left", {"name": substitute.name})


# ---- in the lobby ----------------------------------------------------------------------------------------


def _sit(table: Table, person: Person, side: str) -> Done:
    if not side.isdecimal():
        raise Refused("unknown-act")
    now = table.seat_of(person.id)
    side_seats = _seats_of(table, int(side))
    free = [seat for seat in side_seats if table.seats[seat] is None]
    if now in side_seats:
        raise Refused("seated-already")
    if not free:
        raise Refused("side-full")
    left = (StoodUp(now),) if now is not None else ()
    who = Occupant(_own_name(table, person), person.id, person.language)
    return Done((*left, SatDown(free[0], who)), "sat")


def _up(table: Table, person: Person, _: str) -> Done:
    seat = table.seat_of(person.id)
    if seat is not None:
        return Done(_freed(table, seat), "stood")
    if any(who.person == person.id for who in table.queue):
        return Done((Queued(Occupant(person.name, person.id), leaves=True),), "stood")
    raise Refused("no-seat")


def _freed(table: Table, seat: Seat) -> tuple[AnyEvent, ...]:
    """A seat becomes free, and the first of those who wait for one takes it."""
    return (StoodUp(seat), *(SatDown(seat, who) for who in table.queue[:1]))


def _queue(table: Table, person: Person, _: str) -> Done:
    if table.seat_of(person.id) is not None:
        raise Refused("seated-already")
    if None in table.seats:
        raise Refused("seats-free")
    who = Occupant(_own_name(table, person), person.id, person.language)
    return Done((Queued(who),), "queued")


def _add_ai(table: Table, person: Person, _: str) -> Done:
    _must_belong(table, person)
    free = [seat for seat, who in enumerate(table.seats) if who is None]
    if not free:
        raise Refused("table-full")
    taken = [sum(table.seats[s] is not None for s in _seats_of(table, side)) for side in (0, 1)]
    emptier = _seats_of(table, taken.index(min(taken)))
    return Done((SatDown(next(seat for seat in free if seat in emptier), _ai(table)),), "ai")


def _remove_ai(table: Table, person: Person, _: str) -> Done:
    _must_belong(table, person)
    taken = [seat for seat, who in enumerate(table.seats) if who and who.ai]
    if not taken:
        raise Refused("no-ai")
    return Done(_freed(table, taken[-1]), "ai")


def _lobby_page(table: Table, person: Person, page: str) -> Done:
    if page not in ("", "rules", "fields", *(f"f-{field}" for field in table.rules.fields)):
        raise Refused("unknown-act")
    _must_belong(table, person)
    return Done((PageTurned(page, 0),), "page")


def _rules(table: Table, person: Person, name: str) -> Done:
    _must_belong(table, person)
    if name not in RULE_SETS:
        raise Refused("unknown-act")
    return Done((RulesChosen(RULE_SETS[name]), PageTurned("", 0)), "rules", {"rules": name})


def _set(table: Table, person: Person, option: str) -> Done:
    _must_belong(table, person)
    name, value = read_option(option)
    rules = table.rules.with_changes({name: value})
    page = "fields" if table.page else ""
    return Done(
        (RulesChosen(rules), PageTurned(page, 0)), "set", {"field": name, "value": option.partition("=")[2]}
    )


def give_word(table: Table, person: Person, text: str) -> Done:
    """Returns what follows when a seated person adds his own word to the shuffle; only in the lobby."""
    seat = table.seat_of(person.id)
    if not table.in_lobby or seat is None:
        raise Refused("no-seat" if table.in_lobby else "not-in-lobby")
    given = "".join(c for c in text if c.isprintable()).strip()[:MOST_WORD]
    return Done((WordGiven(seat, given),), "word", {"word": given})


def _start(table: Table, person: Person, _: str) -> Done:
    if table.seat_of(person.id) is None:
        raise Refused("no-seat")
    missing = table.rules.players.start - sum(who is not None for who in table.seats)
    if missing > 0:
        raise Refused("not-full", free=missing)
    gathered = fold(table, Gathered())
    sorteo = Baraja(table.seed, table.id, gathered.words).sorteo(table.rules, len(gathered.seats))
    start = begin(table.rules, len(gathered.seats), sorteo.mano)
    return Done(with_chance(table, (Gathered(), Drawn(sorteo), *start)), "started")


def _cancel(table: Table, person: Person, _: str) -> Done:
    _must_belong(table, person)
    return Done((Ended("terminada"),), "ended")


def _must_belong(table: Table, person: Person) -> None:
    if table.seat_of(person.id) is None and table.opened_by != person.id:
        raise Refused("no-seat")


def _seats_of(table: Table, bando: Bando) -> list[Seat]:
    """The seats of a side (R16); all of them where each plays for himself."""
    return [seat for seat in range(len(table.seats)) if table.rules.alone or seat % 2 == bando]


def _ai(table: Table) -> Occupant:
    taken = set(table.names)
    return Occupant(next(name for name in AI_NAMES if name not in taken), ai=AI_KIND)


def _own_name(table: Table, person: Person) -> str:
    """The person's name, with a number if somebody else at the table has the same."""
    name = clean_name(person.name)
    others = {who.name.casefold() for who in (*table.seats, *table.queue) if who and who.person != person.id}
    numbered = (f"{name} {n}" for n in range(2, 9))
    return next(given for given in (name, *numbered) if given.casefold() not in others)


_LOBBY: dict[str, Callable[[Table, Person, str], Done]] = {
    "sit": _sit,
    "up": _up,
    "queue": _queue,
    "ai": _add_ai,
    "noai": _remove_ai,
    "page": _lobby_page,
    "rules": _rules,
    "set": _set,
    "start": _start,
    "end": _cancel,
    "leave": _up,
}
_PLAY: dict[str, Callable[[Table, Seat, str], Done]] = {
    "pick": _pick,
    "throw": _throw,
    "page": _page,
    "end": _terminar,
    "sub": _sustituir,
    "leave": _leave,
}
