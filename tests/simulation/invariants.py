"""What must hold when a seed has come to its end: in the log, in what was said, in the chats."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial, reduce
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

from musbot.game.cards import DECK, Card
from musbot.game.engine import awaited_seats
from musbot.game.events import Event
from musbot.game.modos.mus.rules import MusRules
from musbot.game.modos.piedras.state import PiedrasState
from musbot.game.state import State
from musbot.narrator import Links, Narrator
from musbot.narrator.post import Post
from musbot.port.chats import without_topic
from musbot.port.deadline import DEADLINE_S
from musbot.port.written import LASTS_S
from musbot.service.choices.narrators import Narrators
from musbot.service.delivery.rendering import nudged_at, render
from musbot.service.queue.fair_queue import PATIENCE_S
from musbot.service.queue.parts import Part, PartPlace, PartView
from musbot.service.queue.slots import desired_versions, is_finished_hand, main_part
from musbot.service.tables.repository import named_players, with_placeholder_names
from musbot.store.codec import Stored
from musbot.store.people import separate_person
from musbot.store.protocol import Posted
from musbot.store.queries import SHOWN
from musbot.store.reads import load_people, read_file
from musbot.store.refold import DamagedLog, read_log
from musbot.table.acts import (
    Act,
    Anytime,
    BadPayload,
    InLobby,
    InPlay,
    OpenPage,
    Sit,
    TakeSeat,
    read_payload,
)
from musbot.table.alarms import GestureClock, Moment, NudgeClock, alarms
from musbot.table.events import NO_MESSAGE, AnyEvent, ChatId, MessageId, Occupant, TableId
from musbot.table.fold import fold
from musbot.table.pages import Page
from musbot.table.table import Table
from tests.e2e.leaks import ANALYSED, BOARD, FILM, HAND, Known, cards_named, cards_pictured, known, lesson_in
from tests.simulation.platform import is_group
from tests.simulation.record import said_amiss
from tests.support.invariants import Kept, Score, total

if TYPE_CHECKING:
    from tests.simulation.evening import Evening


HANDLED_S = 2.0 + DEADLINE_S
"""From the moment when a message is judged to its write: its date is in whole seconds, and acts may hang."""
REFUSALS_OFFER = (InPlay.RETURN, InPlay.RESUME, InLobby.FILL, OpenPage(Page.CUT), *Anytime)
"""The acts of buttons under refusals that name them as a next step, besides the seats that may be taken
(musbot/narrator/ways_on.py)."""
Row = tuple[int, float, Stored]
"""The number of an event, when it was written, and the event."""


@dataclass(frozen=True, slots=True)
class Log:
    """A table's log as it is stored, and what it leads to."""

    stored: Sequence[Row]
    events: Sequence[AnyEvent]
    table: Table


def check(evening: Evening) -> Iterator[str]:
    """Yields what does not hold."""
    _load_evenings(evening)
    logs: dict[str, Log] = {}
    for table, stored in _stored(evening).items():
        try:
            logs[table] = _read(table, stored)
        except (DamagedLog, AssertionError) as error:
            yield f"log of {table}: {error}"
            return
    evening.hands = sum(log.table.hands_over for log in logs.values())
    yield from _written(evening, logs)
    yield from _counted_amiss(evening)
    yield from _in_memory(evening, logs)
    then = {table: _as_written(evening, table, log) for table, log in logs.items()}
    yield from _leaks(evening, {table: known(log.events) for table, log in then.items()})
    yield from said_amiss(evening, then)
    assert evening.process is not None
    aside = {it.id for it in evening.process.manager.tables.quarantine}
    for name, log in logs.items():
        if name in aside:
            continue  # its chat has been told, and its messages stay as they were
        if evening.process.courier.outboxes.get(log.table.chat) is None:
            continue  # the private chat of a person who is forgotten
        yield from Due(evening, with_placeholder_names(log.table), then[name].table).check()
    yield from _clocks(evening)


def _load_evenings(evening: Evening) -> None:
    """Has the process read what it needs to say how long each partida took, as it does before it says it."""
    assert evening.process is not None
    for table, stored in _stored(evening).items():
        with suppress(DamagedLog, AssertionError):
            evening.complete(evening.process.courier.renderer.evenings.load(_read(table, stored).table))
    evening.wait_until_quiet()  # clocks may have fired in between


# ---- the log -----------------------------------------------------------------------------------------


def _stored(evening: Evening) -> dict[str, list[Row]]:
    raw = sqlite3.connect(evening.disk.path)
    logs: dict[str, list[Row]] = defaultdict(list)
    rows = raw.execute("SELECT table_id, seq, at, kind, version, body FROM events ORDER BY table_id, seq")
    found = rows.fetchall()
    stored = [Stored(*event) for _, _, _, *event in found]
    events = read_file(raw, partial(load_people, events=stored))
    for (table, seq, at, *_), event in zip(found, events, strict=True):
        logs[table].append((seq, at, event))
    raw.close()
    return logs


def _read(table: str, stored: Sequence[Row]) -> Log:
    """Reads a log event by event: none is missing, the score is what was paid, forty cards are there."""
    events = list(read_log(TableId(table), [(seq, event) for seq, _, event in stored]))
    now: Table | None = None
    sums: Any = None
    for event in events:
        before, now = now, fold(now, event)
        mesa = now.mesa
        if mesa is None or not isinstance(event, Event):
            continue
        if before is None or before.mesa is None:
            sums = Score(mesa) if isinstance(mesa.rules, MusRules) else Kept(mesa)
        else:
            sums.hear(event)
            _is_paid(sums, mesa)
        assert not mesa.cards or _forty(mesa), f"not forty cards after {type(event).__name__}"
    assert now is not None
    return Log(stored, events, now)


def _is_paid(sums: Any, mesa: State) -> None:
    if isinstance(mesa, PiedrasState):
        own = [mesa.piedras[seat] + mesa.en_medio(seat) for seat in range(mesa.seats)]
        assert total(mesa) == sums.stake, "stones are lost or made"
        assert own == sums.own, "stones are not where they were paid to"
    else:
        assert sums.of(mesa), "the score is not the sum of what was paid"


def _forty(mesa: State) -> bool:
    thrown = getattr(mesa.phase, "thrown", None) or ()
    out = [card for hand in (*mesa.cards, *(hand for hand in thrown if hand)) for card in hand]
    out += [*mesa.discards, *mesa.pile()]
    return len(out) == len(DECK) == len(set(out))


def _written(evening: Evening, logs: dict[str, Log]) -> Iterator[str]:
    """What was acknowledged is there, and no delivery has been applied twice."""
    applied: dict[str, set[tuple[str, int]]] = defaultdict(set)
    for wrote in evening.told.wrote:
        log = logs.get(wrote.table)
        rows = log.stored[wrote.after : wrote.after + len(wrote.events)] if log is not None else ()
        there = [(at, _unnamed(event)) for _, at, event in rows]
        landed = there == [(wrote.at, _unnamed(event)) for event in wrote.events]
        if wrote.acknowledged and not landed:
            yield f"{wrote.table}: what was acknowledged after event {wrote.after} is not in the log"
        if wrote.key and wrote.events and landed:
            applied[wrote.key].add((wrote.table, wrote.after))
    for key, places in applied.items():
        if len(places) > 1:
            yield f"delivery {key} was applied {len(places)} times: after events {sorted(places)}"


def _counted_amiss(evening: Evening) -> Iterator[str]:
    """What nobody typed there, or what came too late, and was applied."""
    began = evening.wall() - evening.hours.now
    for wrote in evening.told.wrote:
        written = evening.site.written.get(wrote.key)
        if written is None or not wrote.events:
            continue
        late_s = wrote.at - began - written.at
        if written.origin is not None:
            yield f"delivery {wrote.key}, of origin {written.origin}, was applied in {wrote.table}"
        elif not written.lasts and late_s > LASTS_S + HANDLED_S:
            yield f"delivery {wrote.key} was applied in {wrote.table} {late_s:.0f} s after it was written"


def _unnamed(event: Stored) -> Stored:
    """An event without whom it names, who may have been forgotten since."""
    found = separate_person(event)
    return event if found is None else replace(event, body=found.body)


def _as_written(evening: Evening, table: str, log: Log) -> Log:
    """A log that tells of whom it told when it was written, though they may have been forgotten since."""
    stored = list(log.stored)
    for wrote in (it for it in evening.told.wrote if it.table == table):
        for place, event in enumerate(wrote.events, wrote.after):
            same = place < len(stored) and _unnamed(stored[place][2]) == _unnamed(event)
            if same and stored[place][1] == wrote.at:  # a later try of somebody else may look alike
                stored[place] = (*stored[place][:2], event)
    events = list(read_log(TableId(table), [(seq, event) for seq, _, event in stored]))
    return replace(log, stored=stored, events=events, table=reduce(fold, events[1:], fold(None, events[0])))


def _in_memory(evening: Evening, logs: dict[str, Log]) -> Iterator[str]:
    manager = evening.manager
    assert manager is not None
    for table, log in logs.items():
        held = manager.tables.get(TableId(table))
        if held is not None and held != with_placeholder_names(log.table):
            yield f"{table} in memory is not what its log leads to"


# ---- what was said -----------------------------------------------------------------------------------


def _leaks(evening: Evening, tables: dict[str, Known]) -> Iterator[str]:
    """Yields every text and picture with a card that was not its audience's to see."""
    site = evening.site
    for (chat, _), post in site.posts.items():
        text = f"{post.title}\n{post.text}"
        named = cards_named(text) | cards_pictured(post.picture)
        if ANALYSED.search(text) and is_group(chat):
            yield f"in {chat} stood what is told to one alone: {post.text}"
        if named and not _may_see(site.moved(chat), text, named, tables, site.moved):
            yield f"in {chat} stood: {post.text}"
    for who, text in site.told:
        named = cards_named(text)
        if named and not (named <= lesson_in(text) or _own(who, named, tables) or _public(named, tables)):
            yield f"{who} was told: {text}"


def _may_see(chat: ChatId, text: str, named: frozenset[Card], tables: dict[str, Known], moved: Any) -> bool:
    if not is_group(chat):
        own = {name: table for name, table in tables.items() if chat in table.held}
        drawn = any(named <= table.drawn for table in own.values())
        return drawn or named <= lesson_in(text) or _own(chat, named, tables) or _public(named, own)
    hand, board, film = HAND.search(text), BOARD.search(text), FILM.search(text)
    here = [
        t for t in tables.values() if any(without_topic(moved(it)) == without_topic(chat) for it in t.chats)
    ]
    for table in here:
        if film:
            public = table.filmed.get(int(film[1]), frozenset())
        elif board:
            public = table.seen.get(int(board[1]), frozenset())
        elif hand:
            public = table.shown.get(int(hand[1]), frozenset())
        else:
            public = table.drawn
        if named <= public or (not (hand or board or film) and _public(named, {"": table})):
            return True
    return False


def _public(named: frozenset[Card], tables: dict[str, Known]) -> bool:
    """Returns whether the cards of one hand, shown to all at its end, are all that is named."""
    return any(named <= cards for table in tables.values() for cards in table.shown.values())


def _own(who: str, named: frozenset[Card], tables: dict[str, Known]) -> bool:
    return any(named <= held for table in tables.values() for held in table.held.get(who, ()))


# ---- what stands in the chats ------------------------------------------------------------------------


class Due:
    """What is to be seen of a table, in its chats and nowhere twice."""

    def __init__(self, evening: Evening, table: Table, then: Table) -> None:
        """`then`: with those who have been forgotten since, of whom what stands in chats may tell."""
        assert evening.process is not None
        self.evening = evening
        self.site = evening.site
        self.table = table
        self.then = then
        self.manager = evening.process.manager
        self.courier = evening.process.courier
        notes = evening.process.manager.notes
        ways = self.manager.ways
        self.narrators = Narrators(Narrator, "es", ways, notes)
        self.also_narrators = [self.narrators]
        if self.manager.tables.get(table.id) is None and evening.started > 1:
            # a table that rests after a kill may still tell the goal to who has played elsewhere since
            self.also_narrators.append(newcomers := Narrators(Narrator, "es", ways))
            newcomers.chosen = self.narrators.chosen
        display = self.courier.projections.get(table.id)
        posted = display.records if display is not None else {}
        now = {(place.chat, place.part.name): it.message for place, it in posted.items()}
        self.recorded = _shown(evening, table.id) | now

    def check(self) -> Iterator[str]:
        """Yields what is missing, out of date or there too often."""
        how = self.courier.renderer.call_seats(self.table)
        nudged = self.manager.clocks.nudge_of(self.table.id)
        for place, _ in desired_versions(self.table, nudged, how):
            at, part = place
            if self._was_above(part, at):
                continue
            chat = self.site.moved(at) if self.table.over and not self._stands(place) else at
            post = self._rendered(place)
            if post is None or (self.table.over and part.view is not PartView.END):
                continue
            if self._unreachable(chat) or self.site.refusing & {at, chat}:
                continue
            if not self.courier.availability.is_closed(at) or without_topic(at) in self.site.known_to_move:
                # else no refusal of what is sent there tells where it is
                yield from self._due(place._replace(chat=chat), post)
        yield from self._twins()

    def _was_above(self, part: Part, chat: ChatId) -> bool:
        """Returns whether it stands above the boards of another chat, which the table has left in play."""
        places = [at for at, name in self.recorded if name == part.name]
        above = part.view in (PartView.SEAL, PartView.LOBBY) and self.table.mesa is not None
        return above and bool(places) and chat not in places

    def _due(self, place: PartPlace, post: Post) -> Iterator[str]:
        chat, part = place
        message = self.recorded.get((chat, part.name), NO_MESSAGE)
        shown = self.recorded.items()
        if any(name == part.name and (at, m) in self.site.deleted for (at, name), m in shown):
            return
        standing = self.site.chats[chat].standing.get(message)
        if not message:
            # else it could not be noted where it stands
            begun_alone = part.view is PartView.LOBBY and self.table.solo and self.table.mesa is not None
            if not (is_finished_hand(self.table, part) or self._stands(place) or begun_alone):
                yield self._told(part, chat, "was never shown")
        elif standing is None:
            # its reader may have deleted it, or a kill came before that was recorded
            known = self._unrecorded(chat, part) or (chat, message) in self.site.torn
            if not (is_finished_hand(self.table, part) or known):
                yield self._told(part, chat, f"is not there: message {message} has vanished")
        elif not self._is_right(place, standing, post) and (chat, message) not in self.site.torn:
            yield self._told(part, chat, f"is out of date: {standing.text!r} instead of {post.text!r}")

    def _unrecorded(self, chat: ChatId, part: Part) -> bool:
        """Returns whether a full disk kept a process that was killed from recording what stands there
        instead.

        And where sends have keys, the end of a table loses its buttons if one is pressed before it is known.
        """
        full = "disk" in self.evening.chance.carried_out and self.evening.started > 1
        return full or (part.view is PartView.END and self.site.manners.keeps_keys)

    def _is_right(self, place: PartPlace, standing: Post, post: Post) -> bool:
        """Returns whether a message is as it is to be; what was shown of the past stays as it was."""
        match place.part:
            case Part(PartView.LOBBY) if self.table.mesa is not None:
                return not self._asks(standing) or bool(self.site.refused)
            case Part(PartView.BOARD | PartView.HAND, hand) if hand <= self.table.hands_over:
                return cards_named(standing.text) == cards_named(post.text) and not self._asks(standing)
            case Part(PartView.NUDGE | PartView.ORDAGO | PartView.READY) | Part(PartView.RESUME, seat=int()):
                return (
                    standing.mentions == post.mentions
                )  # it says the seconds that were left when it was sent
            case _:
                led = next((it.url for row in standing.keyboard() for it in row if it.url), "")
                return standing.digest() in self._like(place, led)

    def _rendered(
        self,
        place: PartPlace,
        links: Links | None = None,
        table: Table | None = None,
        narrators: Narrators | None = None,
        *,
        bare: bool = False,
    ) -> Post | None:
        """Returns a part as it is to be shown; `bare` without the results of its chat, as if unreadable."""
        nudged = nudged_at(self.manager.clocks, self.table)
        how = self.courier.renderer.call_seats(self.table)
        links = links or self.courier.renderer.links(self.table)
        if place.part.view in (PartView.LOBBY, PartView.END) and not bare:
            is_end = place.part.view is PartView.END
            found = self.courier.renderer.evenings.find(self.table, is_counted=is_end)
            links = replace(links, evening=found)
        return render(table or self.table, place, narrators or self.narrators, links, nudged, how)

    def _stands(self, place: PartPlace) -> bool:
        chat, like = place.chat, set(self._like(place))
        taken_away = (post for (at, _), post in self.site.deleted.items() if at == chat)
        return any(post.digest() in like for post in (*self.site.chats[chat].standing.values(), *taken_away))

    def _before_forgetting(self) -> Iterator[Table]:
        """Yields the table with the names of all who have been forgotten, then as some of them were first."""
        yield self.then
        now = {who for who in named_players(self.table) if who is not None}
        people = {who for who in named_players(self.then) if who is not None and who not in now}
        for many in range(1, len(people) if self.table.over else 1):
            for first in combinations(people, many):
                yield with_placeholder_names(_without_names(self.then, first))

    def _like(self, place: PartPlace, led: str = "") -> Iterator[str]:
        """Yields what a message may show: now, before a private chat opened, to who speaks on the board.

        The last may lead to an earlier board: no word that is said there changes it. If a function of ours
        failed, the results of the chat may have been unreadable when a lobby or an end was shown.
        """
        links, people = self.courier.renderer.links(self.table), self.table.humans
        tables = [self.table, *(self._before_forgetting() if self.then != self.table else ())]
        for many in range(len(people) + 1):
            for more in combinations(people, many):
                closed = tuple(sorted({*links.closed, *more}))
                unread = (False, True) if "fault" in self.evening.chance.carried_out else (False,)
                for table, aside, narrators, bare in product(
                    tables, (False, True), self.also_narrators, unread
                ):
                    board = led if aside and led else links.board
                    here = replace(links, closed=closed, on_board=aside, board=board)
                    post = self._rendered(place, here, table, narrators, bare=bare)
                    yield post.digest() if post is not None else ""

    def _unreachable(self, chat: ChatId) -> bool:
        chats = self.site.chats
        return (
            chats[chat].closed
            or chats[without_topic(chat)].closed
            or self.courier.availability.is_closed(chat)
        )

    def _told(self, part: Part, chat: ChatId, what: str) -> str:
        return f"{part.name} of {self.table.id} in {chat} {what}"

    def _twins(self) -> Iterator[str]:
        """Of a process that was never killed, no message of the chat shows the board besides the board.

        A chat that cannot be written to is tidied up when it can be.
        """
        chat, own = self.table.chat, {message for (_, _), message in self.recorded.items()}
        if self._unreachable(chat):
            return
        standing = self.site.chats[chat].standing.items()
        others = [m for m, post in standing if m not in own and self._asks(post, of_refusals=False)]
        if self.evening.started == 1 and not self.table.over and len(others) > self.site.unknown[chat]:
            yield self._told(main_part(self.table), chat, f"stands there again: {others}")

    def _asks(self, post: Post, *, of_refusals: bool = True) -> bool:
        """Returns whether a post has a button of the table, or one besides those that refusals offer as a
        step."""
        for button in (button for row in post.keyboard() for button in row if button.data):
            try:
                payload = read_payload(button.data)
            except BadPayload:
                continue
            offered = not of_refusals and is_offered(payload.act)
            if payload.table == self.table.id and not payload.paged and not offered:
                return True
        return False


def _without_names(table: Table, people: Sequence[Occupant]) -> Table:
    """A finished table of which some people have been forgotten."""
    blank = Occupant("")
    best = table.best
    if best is not None and best.who in people:
        best = replace(best, who=blank)
    seats, sat = (
        tuple(blank if who in people else who for who in seats) for seats in (table.seats, table.sat)
    )
    return replace(table, seats=seats, sat=sat, best=best)


def is_offered(act: Act) -> bool:
    """Returns whether a button under a refusal may carry an act; a board has other buttons too."""
    return isinstance(act, Sit | TakeSeat) or act in REFUSALS_OFFER


def _shown(evening: Evening, table: str) -> dict[tuple[ChatId, str], MessageId]:
    raw = sqlite3.connect(evening.disk.path)
    rows = [Posted(*row) for row in read_file(raw, lambda run: run(SHOWN, table=table))]
    raw.close()
    return {(it.chat, it.slot): it.message for it in rows if it.message and not it.message.startswith("?")}


# ---- patience --------------------------------------------------------------------------------------------


def starving(evening: Evening, chat: ChatId) -> str:
    """Returns what waits for a chat, or a topic of it, longer than it may while another request is made."""
    if evening.process is None or evening.loop is None:
        return ""
    queue, now, name = evening.process.courier.outboxes[chat].queue, evening.loop.time(), without_topic(chat)
    budget, every_s = queue._budgets[name], evening.line.limit(name).every_s
    waiting = len(budget.queued)
    most = evening.most_queued[name] = max(waiting, evening.most_queued.get(name, 0) if waiting > 1 else 0)
    for (where, slot), ticket in budget.queued.items():
        patience_s = PATIENCE_S.get(ticket.priority.rank)
        if patience_s is None or ticket.priority.after is not None:
            continue
        since = max(ticket.since, ticket.priority.not_before, budget.bucket.paused_until)
        since = max(since, now + evening.site.out_until - evening.hours.now)  # nothing goes in an outage
        tables = len(list(evening.process.courier.projections))
        if now - since > patience_s + every_s * (most + tables + MORE):
            return f"{slot.name} waits for {where} since {now - since:.0f} s, and others go"
    return ""


MORE = 8
"""Requests that go before any that waits besides one for each of the others: those that were there before."""

# ---- clocks ------------------------------------------------------------------------------------------


def _clocks(evening: Evening) -> Iterator[str]:
    """Yields who waits for a clock that does not run."""
    manager, settings = evening.manager, evening.settings
    assert manager is not None
    assert evening.loop is not None
    now, left = evening.loop.time(), dict(manager.clocks._at)
    for table in manager.tables.in_memory():
        at = left.pop(table.id)
        turn_s = settings.turn_s if table.turn_s is None else table.turn_s
        wanted = alarms(table, at.touched, turn_s, settings.ai_pause_s, at.seen)
        if table.chat in manager.clocks.closed:
            wanted = {}
        for alarm in wanted.keys() ^ at.running.keys():
            yield f"{table.id}: {alarm} runs and should not, or should and does not"
        for alarm, handle in at.running.items():
            struck: Any = handle
            if struck.when() < now and not isinstance(alarm, NudgeClock | GestureClock):
                yield f"{table.id}: {alarm} has struck, and nothing followed"
        if table.mesa is None or table.over or table.put_off or _blind(evening, table):
            continue
        for seat in (seat for seat in awaited_seats(table.mesa) if seat in table.humans):
            if at.seen.get(seat) != Moment.of_table(table):
                yield f"{table.id}: {table.names[seat]} sees what they are asked, and no clock runs for them"
    yield from (f"{table}: it is played no more, and its clocks are kept" for table in left)


def _blind(evening: Evening, table: Table) -> bool:
    """Returns whether the chat of a table cannot be brought what is asked."""
    chats = evening.site.chats
    refused = any(post.digest() in evening.site.refused for post in chats[table.chat].standing.values())
    manager = evening.manager
    closed = chats[table.chat].closed or (manager is not None and table.chat in manager.clocks.closed)
    return refused or closed or bool(evening.site.refused)
