"""What a chat, or one seat, may know of a table: built field by field, as the game's View is."""

from __future__ import annotations

from dataclasses import dataclass

from musbot.game.actions import Bando, Seat
from musbot.game.cards import UNCUT, Card, Hand
from musbot.game.rules_base import RuleSet
from musbot.game.shuffle import Scheme, commitment
from musbot.game.views import View, observe
from musbot.players import AIKind
from musbot.table.away import MISSED_TO_REPLACE
from musbot.table.events import Ending, Occupant, Reason, Vote
from musbot.table.seats import votes_needed
from musbot.table.table import Outcome, Table


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as everybody sees it: `name` is empty while it is free; `person` is the id to mention.

    `kind` is an AI's, where it is one that this version offers.
    """

    name: str
    person: str | None
    ai: bool
    missed: int
    kind: AIKind | None = None


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as one seat sees it (`seat` None: the group).

    `game` is None in the lobby. `place` is where the deck is cut, `cutter` who has cut it, if anybody has;
    before the start `asking` are waited for. `picks` are the seat's own picked cards. `seed` (hex) is there
    only once the partida or the table is over, `commitment` always.
    `absent` are seats that may be replaced; `ending` voted to end the table, `resuming` to go on with it;
    `sorteo` who drew which card before the start (None: one turned for all), `first_mano` whom it made mano;
    `course` the piedras by side after each hand and who won a juego with it (lost it, where stones are to
    be got rid of); `left` whose seats are held for their return, `coming` who sits down before the next
    hand; `unwanted` whom some would replace, how many do and how many have to; `host` is the seat of who
    opened it, `barred` those who may not sit there, by id and name. `reason` is why who administers the
    chat has closed it; `turn_s` what its own turn clock allows, if it has one; `solo` that it is played in
    somebody's private chat, `language` what is spoken in its chat.
    """

    id: str
    short: str
    seat: Seat | None
    rules: RuleSet
    seats: tuple[SeatView, ...]
    queue: tuple[str, ...]
    in_lobby: bool
    over: bool
    ended: Ending | None
    put_off: bool
    question: int
    commitment: str
    seed: str | None
    picks: Hand
    ending: tuple[Seat, ...]
    absent: tuple[Seat, ...]
    sorteo: tuple[tuple[str | None, Card], ...]
    game: View | None
    course: tuple[Outcome, ...] = ()
    first_mano: Seat | None = None
    place: int = UNCUT
    cutter: Seat | None = None
    asking: tuple[Seat, ...] = ()
    left: tuple[tuple[Seat, str], ...] = ()
    coming: tuple[tuple[Seat, str], ...] = ()
    unwanted: tuple[tuple[Seat, int, int], ...] = ()
    host: Seat | None = None
    barred: tuple[tuple[str, str], ...] = ()
    resuming: tuple[Seat, ...] = ()
    reason: Reason | None = None
    turn_s: float | None = None
    solo: bool = False
    language: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return tuple(seat.name for seat in self.seats)

    @property
    def bandos(self) -> range:
        """The sides: two, or one for each player (R16)."""
        return range(self.rules.sides(len(self.seats)))

    def side(self, bando: Bando) -> tuple[Seat, ...]:
        """Returns the seats of a side."""
        return tuple(range(bando, len(self.seats), len(self.bandos)))


def watch(table: Table, seat: Seat | None = None, finished: int | None = None) -> TableView:
    """Returns what a seat, or the group, may know; `finished` is the last hand that ended, as it did."""
    mesa = table.mesa if finished is None else table.ended_hand(finished)
    sat = table.seats if finished is None else table.sat
    away = table.missed if not table.put_off else ()  # nobody speaks for them while it rests
    return TableView(
        id=table.id,
        short=table.short,
        seat=seat,
        rules=table.rules,
        seats=tuple(_seat(who, missed) for who, missed in zip(sat, table.missed, strict=False)),
        queue=tuple(who.name for who in table.queue),
        in_lobby=table.in_lobby,
        over=table.over,
        ended=table.ended,
        put_off=table.put_off,
        question=table.question,
        place=table.place,
        cutter=table.cut.seat if table.cut is not None else None,
        asking=tuple(sorted(table.asking)),
        commitment=commitment(table.id, table.seed, Scheme.MUSBOT_2),
        seed=table.seed.hex() if table.over and table.mesa else None,
        picks=table.picks[seat] if seat is not None else (),
        ending=tuple(sorted(vote.seat for vote in table.votes if vote.what is Vote.END)),
        resuming=tuple(sorted(vote.seat for vote in table.votes if vote.what is Vote.RESUME)),
        absent=tuple(s for s, count in enumerate(away) if count >= MISSED_TO_REPLACE),
        sorteo=_sorteo(table),
        game=observe(mesa, seat) if mesa else None,
        course=table.course,
        first_mano=table.sorteo.mano if table.sorteo is not None else None,
        left=tuple((held.seat, held.who.name) for held in table.held),
        coming=tuple((it.seat, it.who.name) for it in table.promised if it.who is not None),
        unwanted=_unwanted(table),
        host=table.seat_of(table.opened_by),
        barred=tuple((who.person, who.name) for who in table.barred if who.person is not None),
        reason=table.reason,
        turn_s=table.turn_s,
        solo=table.solo,
        language=table.language,
    )


def _seat(who: Occupant | None, missed: int) -> SeatView:
    if who is None:
        return SeatView("", None, ai=False, missed=missed)
    kind = AIKind(who.ai) if who.ai in [kind.value for kind in AIKind] else None
    return SeatView(who.name, who.person, ai=bool(who.ai), missed=missed, kind=kind)


def _unwanted(table: Table) -> tuple[tuple[Seat, int, int], ...]:
    about = [vote.about for vote in table.votes if vote.what is Vote.REPLACE and vote.about is not None]
    here = [seat for seat in sorted(set(about)) if table.missed[seat] < MISSED_TO_REPLACE]
    return tuple((seat, about.count(seat), votes_needed(table, seat)) for seat in here)


def _sorteo(table: Table) -> tuple[tuple[str | None, Card], ...]:
    """Who drew which card before the start (None: one turned for all), by names: seats have moved."""
    if table.sorteo is None:
        return ()
    was = {before: table.names[now] for now, before in enumerate(table.sorteo.order)}
    return tuple((None if seat is None else was[seat], card) for seat, card in table.sorteo.drawn)
