"""Renders the parts of tables from their current state, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple, assert_never

from musbot.game.actions import Seat, Seats
from musbot.narrator import Links, Narrator, hands
from musbot.narrator.post import Post
from musbot.port.chats import is_window, without_window
from musbot.port.messenger import calls_in_private
from musbot.port.replies import Reply
from musbot.service.choices.calls import ALL_MENTIONED, CallSeats, call_seats
from musbot.service.choices.narrators import Narrators
from musbot.service.delivery.projections import Projections
from musbot.service.queue.outboxes import Outboxes
from musbot.service.queue.parts import HandPlace, Part, PartPlace, PartView
from musbot.service.queue.slots import TableSlot, called_to_ordago, called_to_resume, is_finished_hand
from musbot.service.tables.clocks import TableClocks
from musbot.service.tables.evenings import Evenings
from musbot.service.tables.manager import TableManager
from musbot.service.tables.repository import translate_placeholders
from musbot.service.tables.tables import Fault
from musbot.table.acts import Ask
from musbot.table.alarms import ready_s
from musbot.table.events import ChatId, PersonId
from musbot.table.table import Table
from musbot.table.view import watch


class Nudged(NamedTuple):
    """A slow player who is called; in a lobby, the first of the players who must confirm their presence."""

    seat: Seat
    """The player's seat."""
    left_s: float | None
    """Seconds until their clock ends; None if there is no clock."""
    ends_at: float | None = None
    """The end of their clock, in seconds since 1970; None if unknown."""


def nudged_at(clocks: TableClocks, table: Table, now: float | None = None) -> Nudged | None:
    """Returns the slow player called at a table, with the seconds left; None if there is no call.

    In a lobby it is the first of the players who must confirm their presence. `now`, in seconds since 1970,
    is needed only for `ends_at`, which is None without it.
    """
    if (clock := clocks.nudge_of(table.id)) is None and not table.asking:
        return None
    seat = clock.seat if clock is not None else min(table.asking)
    left_s = clocks.left_s(table.id, clock.seat if clock is not None else None)
    return Nudged(seat, left_s, now + left_s if now is not None and left_s is not None else None)


def render(
    table: Table,
    place: PartPlace,
    narrators: Narrators,
    links: Links,
    nudged: Nudged | None,
    how: CallSeats = ALL_MENTIONED,
    *,
    hand_place: HandPlace = HandPlace.PRIVATE,
) -> Post | None:
    """Returns the post of a part of a table; None if the part has no message.

    `nudged` is the slow player who is called; `how` says where players are called. `hand_place` says where
    the player of a private chat sees their hand. Calls, the private hand of the first hand and the end
    notify; other posts are silent.
    """
    post = _render_part(table, place, narrators, links, nudged, how, hand_place)
    return replace(post, silent=not _notifies(place.part)) if post is not None else None


def _notifies(part: Part) -> bool:
    """Returns whether a part notifies: a call, the end, or a private hand of the table's first hand."""
    return part.is_call or part.view is PartView.END or (part.view is PartView.HAND and part.hand == 1)


def _render_part(
    table: Table,
    place: PartPlace,
    narrators: Narrators,
    links: Links,
    nudged: Nudged | None,
    how: CallSeats,
    hand_place: HandPlace,
) -> Post | None:
    """Returns the post of a part, before `render` sets whether it notifies; None if it has no message."""
    part, group = place.part, _chat_narrator(table, narrators)
    match part.view:
        case PartView.LOBBY:
            return _lobby(table, group, links, place.chat)
        case PartView.SEAL:
            return group.seal_notice(watch(table))
        case PartView.BOARD:
            return _board(table, part.hand, group, narrators, links)
        case PartView.END:
            return group.end(watch(table), links)
        case PartView.NUDGE | PartView.ORDAGO | PartView.RESUME if part.seat is not None:
            return _private_call(table, part.view, part.seat, narrators, links, nudged, how)
        case PartView.NUDGE | PartView.ORDAGO | PartView.RESUME | PartView.READY:
            return _call(table, part.view, group, links, nudged, how)
        case PartView.HAND if part.seat is not None:
            return _cards(table, part, part.seat, narrators, links, hand_place)
        case PartView.HAND | PartView.DAMAGED | PartView.THREAD:
            return None  # the table is readable again, or a thread is opened without a message
        case _:
            assert_never(part.view)


def _board(table: Table, hand: int, group: Narrator, narrators: Narrators, links: Links) -> Post:
    """Returns the board or the count of a hand, which must be in memory.

    At a solo table it is the player's own board with their cards.
    """
    finished = hand if hand <= table.hands_over else None
    if table.solo and table.humans:
        return group.solo_board(watch(table, table.humans[0] if finished is None else None, finished))
    return group.board(watch(table, finished=finished), links)


def _chat_narrator(table: Table, narrators: Narrators) -> Narrator:
    """Returns the narrator of a table's chat; a solo table uses the player's own language and choices."""
    own = table.seats[table.humans[0]] if table.solo and table.humans else None
    return narrators.for_one(own, table) if own is not None else narrators.for_chat(table)


def _lobby(table: Table, group: Narrator, links: Links, chat: ChatId) -> Post | None:
    """Returns the lobby, or the end of a table that was closed before its partida.

    In the channel that the table left it is a note. None if the thread is the table's own, takes messages,
    and the table is not paused.
    """
    if chat == table.left:
        needed = links.waits or not table.own_thread or (table.put_off and not table.over)
        return group.moved_notice(watch(table), links) if needed else None
    over = table.over and table.mesa is None
    return group.end(watch(table)) if over else group.lobby(watch(table), links)


def _call(
    table: Table, call: PartView, group: Narrator, links: Links, nudged: Nudged | None, how: CallSeats
) -> Post | None:
    """Returns the call that mentions players in the table's chat; None if it mentions none."""
    if call is PartView.READY:
        return _ready_call(table, group, nudged)
    seats = how.mentioned_of(_called_seats(table, call, nudged), slow=call is PartView.NUDGE)
    mentioned = [table.seats[seat] for seat in seats]
    post = _make_call(table, call, group, links, nudged, seats) if mentioned else None
    if post is None:
        return None
    people = {who.person for who in mentioned if who is not None}
    return replace(post, mentions=tuple(it for it in post.mentions if it[0] in people))


def _ready_call(table: Table, group: Narrator, nudged: Nudged | None) -> Post | None:
    """Returns the call to the players who must confirm their presence; None if no player must.

    It says the time left, or all the time that they get if no clock runs yet.
    """
    if not (table.in_lobby and table.asking):
        return None
    left_s, ends_at = (nudged.left_s, nudged.ends_at) if nudged is not None else (None, None)
    left_s = ready_s(table) if left_s is None else left_s
    return group.ready_call(watch(table), left_s, ends_at, of_date=bool(table.date))


def _private_call(
    table: Table,
    call: PartView,
    seat: Seat,
    narrators: Narrators,
    links: Links,
    nudged: Nudged | None,
    how: CallSeats,
) -> Post | None:
    """Returns the call to a player in their private chat, without mentions.

    None if there is no call, it does not call this seat, or the seat is not called in private.
    """
    who = table.seats[seat]
    private = how.private_of(slow=call is PartView.NUDGE)
    if who is None or seat not in _called_seats(table, call, nudged) or seat not in private:
        return None
    narrator = narrators.for_one(who, table)
    table = translate_placeholders(table, narrator.texts.language)
    post = _make_call(table, call, narrator, links, nudged, (seat,))
    return replace(post, mentions=()) if post is not None else None


def _called_seats(table: Table, call: PartView, nudged: Nudged | None) -> Seats:
    """Returns the seats that a kind of call calls now, in the chat or in private; () if there is no call."""
    if call is PartView.ORDAGO:
        return called_to_ordago(table)
    if call is PartView.RESUME:
        return called_to_resume(table)
    return (nudged.seat,) if nudged is not None else ()


def _make_call(
    table: Table,
    call: PartView,
    narrator: Narrator,
    links: Links,
    nudged: Nudged | None,
    seats: Seats,
) -> Post | None:
    """Returns the post of a call; None for a nudge without a nudged player.

    `seats` are called to resume; an órdago calls its own seats, and a nudge the nudged seat.
    """
    if call is PartView.ORDAGO:
        return narrator.ordago_call(watch(table), called_to_ordago(table), links)
    if call is PartView.RESUME:
        return narrator.resume_call(watch(table), seats, links)
    if nudged is None:
        return None
    return narrator.nudge_call(watch(table), nudged.seat, links, nudged.left_s, nudged.ends_at)


def _cards(
    table: Table, part: Part, seat: Seat, narrators: Narrators, links: Links, hand_place: HandPlace
) -> Post | None:
    """Returns a seat's cards or count for its private chat or window; with WINDOW, a link in private instead.

    The link replaces only cards, not a count. None if an unfinished hand has no cards for the seat.
    """
    narrator = narrators.for_one(table.seats[seat], table)
    if hand_place is HandPlace.WINDOW and not is_finished_hand(table, part):
        return hands.moved_hand_post(narrator.texts, table.short, links.board or links.chat)
    table = translate_placeholders(table, narrator.texts.language)
    if not is_finished_hand(table, part):
        holds = table.hand == part.hand and table.has_cards(seat)
        return narrator.hand(watch(table, seat), links) if holds else None
    finished = part.hand if part.hand <= table.hands_over else None
    view, last = watch(table, seat if finished is None else None, finished), part.hand == table.hand
    return narrator.ended_hand(view, last=last, board=links.board)


def own_cards(table: Table, seat: Seat, narrator: Narrator, links: Links) -> Reply:
    """Returns the reply that shows a player their own cards: an alert with the hand as its post."""
    view = watch(translate_placeholders(table, narrator.texts.language), seat)
    hand = narrator.hand(view, links)
    return Reply(narrator.cards_alert(view), alert=True, post=hand, own=True, table=table.id)


_OF_EVENING = (PartView.LOBBY, PartView.END)
"""The parts that show the evening."""


class Renderer:
    """Renders posts of tables with their narrators, links and calls."""

    def __init__(
        self,
        manager: TableManager,
        narrators: Narrators,
        projections: Projections,
        outboxes: Outboxes,
        wall: Callable[[], float],
    ) -> None:
        self._wall = wall
        self._manager = manager
        self._narrators = narrators
        self._projections = projections
        self._outboxes = outboxes
        self.evenings = Evenings(manager.store, manager.notes.moved)

    async def prepare(self, slot: TableSlot) -> None:
        """Reads the evening of a table into the cache before its lobby or end is rendered.

        A StoreError is logged, not raised. No effect for other parts, if the evening is cached, or for an
        unknown, unreadable or solo table.
        """
        projection = self._projections.get(slot.table)
        if projection is not None and projection.table is not None and slot.part.view in _OF_EVENING:
            await self.evenings.load(projection.table)

    def post(self, chat: ChatId, slot: TableSlot, table: Table | None) -> Post | None:
        """Returns a slot's post for its chat; None if it has no message.

        If `table` is None, because it is unreadable, the post is the notice of its quarantine. Pictures are
        left out if the chat wants none. Raises KeyError if the platform of the table's chat is not running.
        """
        post = (
            self._damaged_notice(slot) if table is None else self._render(PartPlace(chat, slot.part), table)
        )
        return self._manager.ways.shape(without_window(chat), post) if post is not None else None

    def departed_post(self, person: PersonId, table: Table) -> Post:
        """Returns the post that replaces the hand of a player who left their seat.

        It says whether the seat is kept for them, and names a person to whom it is promised. Raises KeyError
        if the table has no projection.
        """
        before = self._projections[table.id].table or table
        seat, held = before.seat_of(person), any(it.who.person == person for it in table.held)
        narrator = self._narrators.for_one(before.seats[seat] if seat is not None else None, table)
        promised = table.promised_at(seat) if seat is not None else None
        next_name = promised.name if promised is not None else ""
        board = self.links(table).board
        post = narrator.departed_hand(watch(table), held=held, next_name=next_name, board=board)
        return self._manager.ways.shape(person, post)

    def replaced_text(self, chat: ChatId, table: Table) -> str:
        """Returns the sentence for an old message of a table in a chat: it went on below, or is closed."""
        seat = table.seat_of(PersonId(chat))
        who = table.seats[seat] if seat is not None else None
        narrator = self._narrators.for_chat(table) if who is None else self._narrators.for_one(who, table)
        over = "yes" if table.over else "no"
        return narrator.texts("message-replaced", over=over, table=narrator.texts("table", short=table.short))

    def _render(self, place: PartPlace, table: Table) -> Post | None:
        """Returns the post of a part with the present links and calls; None if it has no message.

        A hand that is sent again is silent. Raises KeyError if the platform of the table's chat is not
        running.
        """
        nudged = nudged_at(self._manager.clocks, table, self._wall())
        how = self.call_seats(table)
        hand_place = self._projections.hand_places(table.id).place_of_person(place.chat)
        links = self.hand_links(table, place.person) if is_window(place.chat) else self.links(table)
        if hand_place is HandPlace.BOARD and place.part.view is PartView.HAND:
            links = replace(links, on_board=True)
        projection = self._projections.get(table.id)
        if projection is not None and projection.gives_order(place):
            links = replace(links, in_order=True)
        if place.part.view in _OF_EVENING:
            is_end = place.part.view is PartView.END
            links = replace(links, evening=self.evenings.find(table, is_counted=is_end))
        post = render(table, place, self._narrators, links, nudged, how, hand_place=hand_place)
        again = projection is not None and projection.part_at(place).previous
        if post is not None and again and place.part.view is PartView.HAND:
            return replace(post, silent=True)  # the player knows these cards
        return post

    def call_seats(self, table: Table) -> CallSeats:
        """Returns how players of a table are called: as each chose, or by the default of the platform."""
        outbox, manager = self._outboxes.get(table.chat), self._manager
        in_private = outbox is not None and calls_in_private(outbox.messenger)
        return call_seats(table, manager.notes.call.facts, manager.clocks.closed, in_private=in_private)

    def _damaged_notice(self, slot: TableSlot) -> Post | None:
        """Returns the notice of a table in quarantine; None for another table."""
        if (damaged := self._manager.tables.quarantine.get(slot.table)) is not None:
            guide = self._narrators.find_narrator(damaged.language).guide
            return guide.set_aside_notice(damaged.short, failing=damaged.why is Fault.FAILING)
        return None

    def links(self, table: Table) -> Links:
        """Returns the links of a table's posts, and the seats whose private chat is closed.

        Without a board, the link leads to the last count or the lobby; "" if it has no message. Players who
        see their hand in a window now are not among these seats. Raises KeyError if the platform of its chat
        is not running.
        """
        messenger, threads = self._outboxes[table.chat].messenger, self._outboxes.threads(table.chat)
        board = self._projections.message_of(table)
        if board is None:  # the message above it
            above = Part(PartView.BOARD, table.hands_over) if table.hands_over else Part(PartView.LOBBY)
            board = self._projections.message_of(table, above)
        projection, places = (
            self._projections.get(table.id),
            self._projections.hand_places(table.id).by_seat(table),
        )
        shown = projection.people_in_windows(table.hand) if projection is not None else ()
        return Links(
            private=messenger.private_link(table.id),
            board=messenger.link(table.chat, board) if board is not None else "",
            closed=tuple(
                seat
                for seat, person in table.people
                if places[seat] is HandPlace.UNREACHABLE and person not in shown
            ),
            newly_closed=projection.newly_closed_seats(table) if projection is not None else (),
            chat=threads.address(table.chat) if threads is not None else "",
            thread=threads is not None and threads.has_threads(table.chat),
            notices=self._outboxes.tells_members(table.chat),
            waits=table.chat in self._manager.clocks.closed and not table.solo,
            in_thread=bool(table.left),
        )

    def link_from(self, chat: ChatId, table: Table) -> str:
        """Returns a link to a table from the channel that it has left for a thread; "" from other chats."""
        if table.left != chat:
            return ""
        links = self.links(table)
        return links.board or links.chat

    def hand_links(self, table: Table, person: PersonId) -> Links:
        """Returns the links of a hand that its player sees at the table.

        They include the choice to see hands in private, or here if they see them in private now. If their
        private chat is closed, the player's seat is the only closed one.
        """
        place = self._projections.hand_places().place_of_person(person)
        return replace(
            self.links(table),
            hand_choice=Ask.HERE if place.is_private else Ask.PRIVATE,
            on_board=person in self._projections.hand_places(table.id).on_board,
            closed=tuple(s for s, who in table.people if who == person and place is HandPlace.UNREACHABLE),
        )
