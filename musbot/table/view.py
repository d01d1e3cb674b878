"""The view of a table for a chat or one seat, copied field by field so that no secret slips in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from musbot.game.actions import Bando, Seat, Seats, Sena
from musbot.game.cards import UNCUT, Card, Hand
from musbot.game.engine import awaited_seats
from musbot.game.rules_base import RuleSet
from musbot.game.shuffle import Scheme, commitment
from musbot.game.state import State
from musbot.game.views import View, observe
from musbot.players import AIKind
from musbot.table.away import MISSED_TO_REPLACE
from musbot.table.events import Ending, Occupant, PersonId, Reason, TableId, Vote
from musbot.table.seats import votes_needed
from musbot.table.table import BestHand, Outcome, Table


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as all players see it."""

    name: str
    """The player's name; "" for a free seat."""
    person: PersonId | None
    """The id to mention; None for an AI player or a free seat."""
    ai: bool
    """Whether an AI player sits here."""
    missed: int
    """The turns missed in a row."""
    kind: AIKind | None = None
    """The kind of AI player; None for a person, or a kind that this version does not have."""


@dataclass(frozen=True, slots=True)
class Evening:
    """The length of a partida and the score of its evening, which the log of the table lacks."""

    took_s: float | None = None
    """The time between start and end of the partida, in seconds; None before its end, and if unknown."""
    wins: tuple[int, ...] = ()
    """The partidas of the evening that each side has won; empty if there is no earlier one."""


NO_EVENING = Evening()
"""An evening without any facts."""


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as a seat or the group may see it."""

    id: TableId
    """The id of the table."""
    seat: Seat | None
    """The seat that sees it; None for the group."""
    rules: RuleSet
    """The rules."""
    seats: tuple[SeatView, ...]
    """The seats; for a finished hand, with the players at its end."""
    queue: tuple[str, ...]
    """The names of people who wait for a seat."""
    in_lobby: bool
    """Whether the partida has not started, and the table is not closed."""
    over: bool
    """Whether the partida is won or the table closed."""
    ended: Ending | None
    """Why the table closed without a winner; None if it did not."""
    put_off: bool
    """Whether the table is paused."""
    question: int
    """The number of the current question; 0 before the partida."""
    commitment: str
    """The public commitment to the seed (docs/fair-deal.md)."""
    seed: str | None
    """The seed in hexadecimal, once the table is over and if its partida began; None otherwise."""
    picks: Hand
    """The cards that this seat picked for a discard; empty for the group."""
    ending: Seats
    """Seats that voted to end the table."""
    absent: Seats
    """Seats that have missed enough turns to be replaced (R95); none while the table is paused."""
    sorteo: tuple[tuple[str | None, Card], ...]
    """Cards of the lottery, each with the name of its seat's current player.

    None for a card turned for the table.
    """
    game: View | None
    """The view of the partida; None in the lobby."""
    best: BestHand | None = None
    """The best hand of the partida among the shown ones; None before there is one."""
    course: tuple[Outcome, ...] = ()
    """The outcome of each finished hand."""
    first_mano: Seat | None = None
    """The first mano, by the lottery; None before it."""
    place: int = UNCUT
    """The place of the cut (R92)."""
    cutter: Seat | None = None
    """The seat that cut the deck; None if no player cut."""
    asking: Seats = ()
    """Seats that must confirm their presence before the start."""
    left: tuple[tuple[Seat, str], ...] = ()
    """Seats held for players who left, with their names."""
    coming: tuple[tuple[Seat, str], ...] = ()
    """Seats promised for the next hand, with the names of the people."""
    unwanted: tuple[tuple[Seat, int, int], ...] = ()
    """Present players with votes to replace them: seat, votes, votes needed."""
    host: Seat | None = None
    """The seat of the person who opened the table; None without a seat."""
    barred: tuple[tuple[PersonId, str], ...] = ()
    """Ids and names of people who may not sit down (R98)."""
    idle: bool = False
    """Whether it is paused although no turn was missed (R99)."""
    spoken_for: Seats = ()
    """Seats for which the suplente spoke in this hand, and that have not been asked again since (R94)."""
    resuming: Seats = ()
    """Seats that voted to resume."""
    reason: Reason | None = None
    """The reason of the administrator who closed the table; None otherwise."""
    turn_s: float | None = None
    """The turn clock that the chat chose, in seconds (0: none); None if the chat chose none."""
    solo: bool = False
    """Whether one person plays with AI players in a private chat."""
    language: str = ""
    """The language of the public messages."""
    signers: tuple[tuple[Seat, Sena, str], ...] = ()
    """Señas that this seat made or saw, and whose maker has left: seat, seña and the maker's name."""

    @property
    def short(self) -> str:
        """The id up to its dash, for people."""
        return self.id.partition("-")[0]

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat; "" for a free seat."""
        return tuple(seat.name for seat in self.seats)

    @property
    def bandos(self) -> range:
        """The sides: two, or one for each player (R16)."""
        return range(self.rules.sides(len(self.seats)))

    @property
    def people(self) -> Seats:
        """The seats of people, in order."""
        return tuple(seat for seat, who in enumerate(self.seats) if who.person is not None)

    @property
    def silent_seats(self) -> Seats:
        """The seats of people who have missed at least one turn in a row (R94), or left the chat (R95)."""
        return tuple(seat for seat, who in enumerate(self.seats) if who.person and who.missed)

    def signer(self, seat: Seat, sena: Sena) -> str:
        """Returns the name of the player who made a seña, if `signers` has it.

        Otherwise returns the name of the seat's current player.
        """
        left = (name for who, made, name in self.signers if (who, made) == (seat, sena))
        return next(left, self.seats[seat].name)

    def side(self, bando: Bando) -> Seats:
        """Returns the seats of a side, in order."""
        return tuple(range(bando, len(self.seats), len(self.bandos)))


def watch(table: Table, seat: Seat | None = None, finished: int | None = None) -> TableView:
    """Returns the view of a seat, or of the group for None. It never has cards that they may not see.

    `finished` is the number of the last finished hand: its end and its players are in `game`, `seats` and
    `signers`; for any other hand `game` is None. The other fields are always current. None shows the current
    state.
    """
    mesa, sat = (table.mesa, table.seats) if finished is None else (table.ended_hand(finished), table.sat)
    return TableView(
        id=table.id,
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
        absent=_absent_seats(table),
        idle=table.idle,
        spoken_for=_silent_until_asked(table),
        sorteo=_sorteo(table),
        game=observe(mesa, seat) if mesa else None,
        course=table.course,
        best=table.best,
        first_mano=table.sorteo.mano if table.sorteo is not None else None,
        left=tuple((held.seat, held.who.name) for held in table.held),
        coming=tuple((it.seat, it.who.name) for it in table.promised if it.who is not None),
        unwanted=_removal_votes(table),
        host=table.seat_of(table.opened_by),
        barred=tuple((who.person, who.name) for who in table.barred if who.person is not None),
        reason=table.reason,
        turn_s=table.turn_s,
        solo=table.solo,
        language=table.language,
        signers=_senas_of_departed(table, mesa, seat, sat) if mesa else (),
    )


def kept_seats(table: Table, person: PersonId) -> tuple[tuple[Seat, str], ...]:
    """Returns the seats that are held for a person, with the person's name."""
    return tuple((held.seat, held.who.name) for held in table.held if held.who.person == person)


def _senas_of_departed(
    table: Table, mesa: State, seat: Seat | None, sat: Sequence[Occupant | None]
) -> tuple[tuple[Seat, Sena, str], ...]:
    """Returns this hand's señas whose maker has since left the seat: the seat, the seña and the maker's name.

    Only señas that `seat` made or saw are included; none for a spectator (None). `sat` has the current player
    of each seat, or the players of the finished hand.
    """
    return tuple(
        (made.seat, made.sena, who.name)
        for made, who in table.signers
        if made.hand == mesa.hand and seat in (made.seat, *made.seen_by)
        if (now := sat[made.seat]) is None or (now.person or now.name) != (who.person or who.name)
    )


def _seat(who: Occupant | None, missed: int) -> SeatView:
    """Returns the public view of a seat; its kind is None for an AI player of an unknown kind."""
    if who is None:
        return SeatView("", None, ai=False, missed=missed)
    kind = AIKind(who.ai) if who.ai in [kind.value for kind in AIKind] else None
    return SeatView(who.name, who.person, ai=bool(who.ai), missed=missed, kind=kind)


def _absent_seats(table: Table) -> Seats:
    """Returns the seats that have missed enough turns to be replaced (R95); none during a pause."""
    away = table.missed if not table.put_off else ()
    return tuple(seat for seat, count in enumerate(away) if count >= MISSED_TO_REPLACE)


def _silent_until_asked(table: Table) -> Seats:
    """Returns the seats for which the suplente spoke in this hand, and that are not asked now (R94)."""
    awaited = awaited_seats(table.mesa) if table.mesa is not None else ()
    return tuple(seat for seat in sorted(table.spoken_for) if table.missed[seat] and seat not in awaited)


def _removal_votes(table: Table) -> tuple[tuple[Seat, int, int], ...]:
    """Returns seat, votes and votes needed for each present player whom others voted to replace.

    Players who have missed MISSED_TO_REPLACE turns are not present.
    """
    about = [vote.about for vote in table.votes if vote.what is Vote.REPLACE and vote.about is not None]
    here = [seat for seat in sorted(set(about)) if table.missed[seat] < MISSED_TO_REPLACE]
    return tuple((seat, about.count(seat), votes_needed(table, seat)) for seat in here)


def _sorteo(table: Table) -> tuple[tuple[str | None, Card], ...]:
    """Returns the drawn cards with names, None for a card turned for the table; empty before the lottery.

    The name is of the current player of the seat to which the drawer moved by the lottery.
    """
    if table.sorteo is None:
        return ()
    was = {before: table.names[now] for now, before in enumerate(table.sorteo.order)}
    return tuple((None if seat is None else was[seat], card) for seat, card in table.sorteo.drawn)
