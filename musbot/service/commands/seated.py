"""Commands about a table: opening, showing, playing and leaving it."""

from __future__ import annotations

from dataclasses import dataclass, field

from musbot.narrator import Narrator
from musbot.narrator.guide import TWO_MEANINGS
from musbot.narrator.post import Post
from musbot.players.kinds import AIKind
from musbot.port.replies import Reply
from musbot.service.commands.context import CommandRequest
from musbot.service.commands.history import last_played
from musbot.service.delivery.rendering import own_cards
from musbot.service.settings.written_rules import read_rules
from musbot.service.tables.manager import MOST_EMPTY, TableManager
from musbot.table.act_result import ActResult, Confirmation, Refused
from musbot.table.acts import AddAI, Anytime, InLobby, Payload
from musbot.table.events import TableId
from musbot.table.table import Table
from musbot.table.view import watch
from musbot.words.guess import normalise
from musbot.words.quoted import quote

NEW = "novato"
"""The word of beginners after `/mus` in private; a button of the greeting has the same effect."""
BEGINNERS_RULES = ("castellano-40",)
"""The rules for beginners: no consulta, no conceded lances, all cards shown."""
ALONE_RULES = "vitoria"
"""The default rules in private. Players answer in turn there, so the person answers without a partner."""


async def mus(request: CommandRequest) -> None:
    """Opens a table, or makes a date if the words name one.

    In private it posts the person's current partida again instead, if there is one. There the word NEW starts
    a beginner's partida at once, and without words the rules are ALONE_RULES. Closes the unused lobbies that
    the new table replaces (`_unused_lobbies`), and confirms in a reply. Raises Refused, Illegal, BadRules,
    UnknownName, NotSaved or StoreError.
    """
    given, services = request.given, request.services
    new = given.private and given.words == (NEW,)
    if given.private and await _show_own_partida(request, new=new):
        return
    if given.words == TWO_MEANINGS and not given.private:
        raise Refused("refused-which-frances")
    if not new and services.dates.names_moment(given.words, given.chat):
        await _propose_date(request)
        return
    words = BEGINNERS_RULES if new else given.words or ((ALONE_RULES,) if given.private else ())
    rules, ways = read_rules(words, request.ways), request.ways
    await services.administrators.require_may_open(
        request.person.id, given.chat, sure=given.manners.administers
    )
    unused = _unused_lobbies(request)
    wanted = given.manners.wanted_language or ways.language
    language = wanted or services.narrators.table_language(request.person, given.manners.language)
    turn_s = 0 if given.private else ways.clock.seconds
    table = await services.manager.open(
        request.person, given.chat, language, rules, turn_s=turn_s, key=given.key
    )
    for lobby in unused:
        await request.manager.close_unused_lobby(lobby.id)
    if new:
        await _begin(request, table)
        return
    opened = Confirmation.OPENED_THREAD if table.awaits_thread else Confirmation.OPENED
    request.confirm(ActResult((), Confirmation.ALONE if table.solo else opened), table)


async def _propose_date(request: CommandRequest) -> None:
    """Makes a date in a group and confirms it, or shows the question about its zone or half of the day.

    Raises Refused in private chats, for anonymous people and where the person may open no tables; MusError.
    """
    given, services = request.given, request.services
    if given.private:
        raise Refused("refused-date-private")
    if given.person is None:
        raise Refused("refused-anonymous")
    await services.administrators.require_may_open(
        given.person.id, given.chat, sure=given.manners.administers
    )
    question = await services.dates.propose(
        given.person, given.chat, given.words, key=given.key, form=request.form
    )
    if question is not None:
        request.show_page(question)
    elif given.answer is not None:
        given.answer(Reply(request.own_narrator(None).texts("date-made")))


async def fechas(request: CommandRequest) -> None:
    """Lists the dates of the chat, or with words moves one and confirms it where a reply is expected.

    Raises Refused, NotSaved or StoreError.
    """
    given, dates = request.given, request.services.dates
    if not request.words:
        request.show_page(dates.list_dates(request.person, request.chat, request.form))
        return
    if given.person is None:
        raise Refused("refused-anonymous")
    sure = given.manners.administers
    await dates.move(given.person, given.chat, request.words, key=given.key, sure=sure)
    if given.answer is not None:
        given.answer(Reply(request.own_narrator(None).texts("date-made")))


async def _begin(request: CommandRequest, table: Table) -> None:
    """Starts the partida of a beginner's new table, and confirms it; raises MusError.

    Turns on full explanations for the person, and gives the AI players the easiest kind.
    """
    await request.services.languages.explain(request.person, now=True)
    for act in (AddAI(AIKind.NOVATO), InLobby.START):
        await request.manager.press(request.person, Payload(table.id, table.question, act))
    request.confirm(ActResult((), Confirmation.BEGINS), table)


async def _show_own_partida(request: CommandRequest, *, new: bool) -> bool:
    """Queues the board of the partida in play of this private chat again; returns whether there is one.

    It ends the person's absence, which resumes a paused table, and confirms it; with `new` it also turns on
    explanations. Raises Refused for words other than NEW, and StoreError.
    """
    table = next((table for table in request.manager.tables.in_chat(request.chat) if table.playing), None)
    if table is None:
        return False
    if request.words and not new:
        raise Refused("refused-solo-playing", table=table.short)
    if new:
        await request.services.languages.explain(request.person, now=True)
    await request.manager.mark_presence(request.person.id, table.id)
    request.courier.reconciler.repost(request.manager.tables.get(table.id) or table)
    request.confirm(ActResult((), Confirmation.RESUMED), table)
    return True


def _unused_lobbies(request: CommandRequest) -> list[Table]:
    """Returns the lobbies that a new table closes.

    In private it is the person's own lobby there. In a group these are lobbies without people: the person's
    own in any chat, and the other ones of the chat and its threads, except the newest `MOST_EMPTY` - 1. Only
    loaded lobbies count.
    """
    if request.given.private:
        return [table for table in request.manager.tables.in_chat(request.chat) if table.in_lobby]
    lobbies = [t for t in reversed(request.manager.tables.in_memory()) if t.in_lobby and not t.humans]
    own = [t for t in lobbies if t.opened_by == request.person.id]
    others = [t for t in lobbies if request.chat in (t.chat, t.left) and t not in own]
    return [*own, *others[MOST_EMPTY - 1 :]]


async def tanteo(request: CommandRequest) -> None:
    """Shows the score of the table, and ends the person's absence there; without a table, the last partida.

    The whole chat sees it, unless the platform expects a reply: then the person alone does if they have no
    seat, in the channel of a table in a thread, and for the last partida. Raises Refused if there is no last
    partida either, or the person has left the table's chat; StoreError.
    """
    if request.table() is None:
        over = await _last_table(request)
        request.answer_privately(over, lambda voice: voice.score(watch(over)))
        return
    table = await request.table_as_present()
    here = table.left != request.chat  # else the channel of its thread, which keeps one line
    public = request.given.answer is None or (here and table.seat_of(request.person.id) is not None)
    voice = request.public_narrator(table) if public else request.own_narrator(table)
    score = _Score(request.manager, voice, table.id)
    request.answer(voice.score(watch(table)), public=public, fresh=score, about=table, kind="score")


async def _last_table(request: CommandRequest) -> Table:
    """Returns the table of the last finished partida of the chat, in private of the person.

    Raises Refused("refused-no-table"), also if its log was archived or is damaged, or StoreError.
    """
    try:
        return await last_played(request)
    except Refused:
        raise Refused("refused-no-table") from None


@dataclass(frozen=True, slots=True)
class _Score:
    """Makes the current score of a table. Requests for one table are equal, so that one send answers them."""

    manager: TableManager = field(compare=False)
    voice: Narrator = field(compare=False)
    table: TableId

    def __call__(self) -> Post | None:
        """Returns the score now; None if the table is over or not loaded."""
        now = self.manager.tables.get(self.table)
        return self.voice.score(watch(now)) if now is not None else None


async def cartas(request: CommandRequest) -> None:
    """Shows a player in play their cards, in the reply or by their hand queued again in private.

    The table of this chat comes before their other tables. Ends their absence there. Raises Refused without a
    seat in play, for a person who has left the chat, and without a reply if the private chat is closed or
    beyond the limit of boards.
    """
    tables = request.manager.tables.of_person(request.person.id)
    if not tables:
        here = request.require_table()
        raise Refused("refused-no-seat" if here.seat_of(request.person.id) is None else "refused-not-begun")
    table = next((table for table in tables if table.chat == request.chat), tables[0])
    await request.require_member(table)
    await request.manager.mark_presence(request.person.id, table.id)
    seat = table.seat_of(request.person.id)
    if request.given.answer is not None and seat is not None:
        links = request.courier.renderer.links(table)
        request.given.answer(own_cards(table, seat, request.own_narrator(table), links))
        return
    if request.courier.availability.is_closed(request.person.id):
        raise Refused("refused-private-closed")
    request.claim_board()
    request.courier.reconciler.repost(table, seat)


async def mesa(request: CommandRequest) -> None:
    """Queues the board or lobby again at the end of its chat, and confirms it.

    Without a table here, a person's table that left this chat or whose chat is closed moves to this chat.
    Ends the person's absence at the table. A chat that was probed just now has its board already. Raises
    Refused, NotSaved or StoreError.
    """
    found = request.table()
    below = found is not None and found.left == request.chat
    table = _table_to_bring(request) if found is None or below else found
    if table is None:
        raise Refused("refused-table-in-thread" if below else "refused-no-table")
    await request.require_member(table)
    if table.chat != request.chat and not request.given.private:
        await _require_may_bring(request, table)
        await request.manager.show_in(table.id, request.chat)
    await request.manager.mark_presence(request.person.id, table.id)
    table = request.manager.tables.get(table.id) or table
    if not request.probed:
        request.courier.reconciler.repost(table)
    request.confirm(ActResult((), Confirmation.SHOWN), table)


async def _require_may_bring(request: CommandRequest, table: Table) -> None:
    """Raises Refused if this chat may not show a table that is in a different chat.

    A table that left this chat may return if tables are allowed here. For another one the person must be able
    to open tables here.
    """
    administrators = request.services.administrators
    if table.left == request.chat:
        administrators.require_allowed_chat(request.chat)
    else:
        await administrators.require_may_open(
            request.person.id, request.chat, sure=request.given.manners.administers
        )


def _table_to_bring(request: CommandRequest) -> Table | None:
    """Returns the person's newest table that left this chat for a thread, or whose chat is closed.

    None if there is no such table, and in a private chat.
    """
    own = request.manager.tables.seating(request.person.id) if not request.given.private else []
    closed = request.manager.clocks.closed
    return next((t for t in own if t.left == request.chat or t.chat in closed), None)


async def suerte(request: CommandRequest) -> None:
    """Cuts the deck of the person's lobby here at the typed number, and confirms it in a reply.

    Raises Refused without a table or as `TableManager.cut` does, NotSaved or StoreError.
    """
    request.require_table()
    text = " ".join(request.words)
    given = await request.manager.cut(request.person, request.chat, text, key=request.given.key)
    request.confirm(given.done, given.table)


async def salir(request: CommandRequest) -> None:
    """Leaves the seat, or the queue, of the table (`Anytime.LEAVE`), and confirms it in a reply.

    Raises Refused, Illegal, NotSaved or StoreError.
    """
    await _act(request, Anytime.LEAVE)


async def sustituir(request: CommandRequest) -> None:
    """Takes or gives up a seat, joins the queue, or has a player replaced.

    The typed name of a player, or of a person who waits or left, or its absence, selects the act
    (`substitute_by_name`). Case and accents are ignored. Answers a bystander; confirms other acts in a reply.
    Raises Refused, also for an unknown name, NotSaved or StoreError.
    """
    table = request.require_table()
    typed = " ".join(request.words)
    if typed:  # otherwise they give up their own seat
        await request.require_member(table)
    people = (*table.seats, *table.queue, *(it.who for it in table.held), *(it.who for it in table.promised))
    names = {normalise(who.name): who.name for who in people if who is not None}
    name = names.get(normalise(typed), "")
    if typed and not name:
        raise Refused("refused-nobody-named", name=quote(typed))
    applied = await request.manager.substitute(request.person, table.id, name, key=request.given.key)
    if applied.done.confirmation in (Confirmation.QUEUED, Confirmation.TAKES):
        request.answer(Post("", request.narrator(applied.table).guide.confirmation(applied.done)))
    else:
        request.confirm(applied.done, applied.table)


async def terminar(request: CommandRequest) -> None:
    """Ends the table, or votes for it, as the person's button would, and confirms it in a reply.

    Raises Refused, Illegal, NotSaved or StoreError.
    """
    await _act(request, Anytime.END)


async def _act(request: CommandRequest, act: Anytime) -> None:
    """Applies an act as a button of the table would, and confirms it in a reply.

    For `Anytime.END` raises Refused if the person has left the table's chat, or if only administrators may
    end tables in play. Raises Refused without a table, and the errors of `TableManager.press`.
    """
    table = request.require_table()
    if act is Anytime.END:
        await request.require_member(table)
        request.services.administrators.require_may_vote_end(table)
    payload = Payload(table.id, table.question, act)
    pressed = await request.manager.press(request.person, payload, key=request.given.key)
    request.confirm(pressed.done, pressed.table)
