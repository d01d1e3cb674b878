"""Commands about a table: opening, showing, playing and leaving it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from musbot.game.errors import BadRules, MusError
from musbot.game.field_kinds import Amount
from musbot.game.rules_base import UnknownName
from musbot.narrator import Narrator
from musbot.narrator.guide import TWO_MEANINGS
from musbot.narrator.post import Post
from musbot.narrator.rulewords import option_value
from musbot.players.kinds import AIKind
from musbot.port.replies import Reply
from musbot.service.commands.context import CommandRequest, Cost
from musbot.service.commands.history import last_played
from musbot.service.dates.moments import DAY_NAMES
from musbot.service.dates.requests import FECHAS, MUS
from musbot.service.delivery.rendering import own_cards
from musbot.service.settings.written_rules import example_facts, read_rules
from musbot.service.tables.manager import MOST_EMPTY, TableManager
from musbot.table.act_result import ActResult, Confirmation, Refused
from musbot.table.acts import OPEN_WITH_RULES, AddAI, Anytime, InLobby, Payload
from musbot.table.events import TableId
from musbot.table.table import Table
from musbot.table.view import watch
from musbot.table.ways import ChatWays
from musbot.words.guess import guess, normalise
from musbot.words.quoted import quote

NEW = "novato"
"""The word of beginners after `/mus` in private; a button of the greeting has the same effect."""
MOST_PRESS = 64
"""The bytes that a button's data may have ([T] `callback_data`)."""
BEGINNERS_RULES = ("castellano-40",)
"""The rules for beginners: no consulta, no conceded lances, all cards shown."""


async def mus(request: CommandRequest) -> None:
    """Opens a table, or makes a date if the words name one.

    In private it posts the person's current partida again instead, if there is one. There the word NEW starts
    a beginner's partida at once. Closes the unused lobbies that the new table replaces (`_unused_lobbies`).
    Confirms the table if the platform expects a reply. Raises Refused, Illegal, BadRules, UnknownName,
    NotSaved or StoreError.
    """
    given, services = request.given, request.services
    new = given.private and given.words == (NEW,)
    if given.private and await _show_own_partida(request, new=new):
        return
    if given.words == TWO_MEANINGS and not given.private:
        raise Refused("refused-which-frances")
    if not new and services.dates.words.names_moment(given.words, given.chat):
        await _propose_date(request)
        return
    ways, words = request.ways, BEGINNERS_RULES if new else given.words
    try:
        rules = read_rules(words, ways)
    except (BadRules, UnknownName) as error:
        if isinstance(error, UnknownName) and not given.private and (day := _meant_day(error)) is not None:
            await _propose_date(replace(request, given=replace(given, words=(day,))))
            return
        raise _with_correction(error, words, ways, request.form) from None
    await services.administrators.require_may_open(
        request.person.id, given.chat, admin=given.manners.administers
    )
    unused = _unused_lobbies(request)
    language = ways.language or services.narrators.table_language(request.person, given.manners.language)
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


def _meant_day(error: UnknownName) -> str | None:
    """Returns the name of a day that was probably meant by the name of an unknown rule set; None if none."""
    return guess(error.name, DAY_NAMES) if guess(error.name, error.known) is None else None


def _with_correction(
    error: BadRules | UnknownName, words: Sequence[str], ways: ChatWays, form: str
) -> MusError:
    """Returns the refusal of mistyped rules, with a button for the corrected command.

    Returns the error itself if no known name or value is close to the typed one, or if the corrected words
    are no rules either, or too long for a button. Of a field without its value, returns the error of that.
    """
    typed, wrong = " ".join(normalise(word) for word in words), normalise(_wrong_text(error))
    if wrong not in typed:
        wrong = wrong.replace("-", " ")
    if isinstance(error, UnknownName) and (missing := _missing_value(error.name, ways)) is not None:
        return missing
    meant = guess(_wrong_text(error), _known_texts(error))
    if meant is None or wrong not in typed:
        return error
    corrected = typed.replace(wrong, meant, 1)
    press = f"{OPEN_WITH_RULES}{corrected}"
    if len(press.encode()) > MOST_PRESS or not _are_rules(corrected, ways):
        return error
    facts = example_facts(corrected.split(), ways, MOST_PRESS, form)
    correction = {**facts, "guess": meant, "words": f"/mus {corrected}", "press": press}
    if isinstance(error, UnknownName):
        return Refused("refused-unknown-guess", name=quote(error.name), **correction)
    return Refused("refused-rules-guess", field=error.field, value=quote(_wrong_text(error)), **correction)


def _wrong_text(error: BadRules | UnknownName) -> str:
    """Returns the name or value that was refused."""
    return error.name if isinstance(error, UnknownName) else str(error.value)


def _known_texts(error: BadRules | UnknownName) -> Sequence[str]:
    """Returns the names or values to guess from; empty for amounts and clashing fields."""
    if isinstance(error, UnknownName):
        return error.known
    if error.allowed is None or isinstance(error.allowed, Amount):
        return ()
    return [option_value(it) for it in error.allowed.values]


def _missing_value(name: str, ways: ChatWays) -> BadRules | None:
    """Returns the error of a field that was typed without its value; None if no field has this name."""
    try:
        read_rules([f"{name}="], ways)
    except BadRules as error:
        return error
    except UnknownName:
        return None
    return None


def _are_rules(text: str, ways: ChatWays) -> bool:
    """Returns whether a text after `/mus` is read as rules."""
    try:
        read_rules(text.split(), ways)
    except (BadRules, UnknownName):
        return False
    return True


async def _propose_date(request: CommandRequest) -> None:
    """Makes a date in a group, or asks for its zone or half of the day.

    Confirms the date if the platform expects a reply. Raises Refused in private chats, for anonymous people,
    and if the person may open no tables in the chat; MusError.
    """
    given, services = request.given, request.services
    if given.private:
        raise Refused("refused-date-private")
    if given.person is None:
        raise Refused("refused-anonymous")
    await services.administrators.require_may_open(
        given.person.id, given.chat, admin=given.manners.administers
    )
    question = await services.dates.run(
        MUS, given.person, given.chat, given.words, key=given.key, form=request.form
    )
    if question is not None:
        request.show_page(question, services.dates.await_question(given.person.id, given.chat))
    elif given.answer is not None:
        given.answer(Reply(request.own_narrator(None).texts("date-made")))


async def fechas(request: CommandRequest) -> None:
    """Lists the dates of the chat, or with words moves one.

    Confirms the move if the platform expects a reply. Raises Refused, NotSaved or StoreError.
    """
    given, dates = request.given, request.services.dates
    admin = given.manners.administers
    if not request.words:
        request.show_page(await dates.list_dates(request.person, request.chat, request.form, admin=admin))
        return
    if given.person is None:
        raise Refused("refused-anonymous")
    await dates.run(FECHAS, given.person, given.chat, request.words, key=given.key, admin=admin)
    if given.answer is not None:
        given.answer(Reply(request.own_narrator(None).texts("date-made")))


async def _begin(request: CommandRequest, table: Table) -> None:
    """Starts the partida of a beginner's new table; raises MusError.

    Turns on full explanations for the person, and gives the AI players the easiest kind. Confirms the start
    if the platform expects a reply.
    """
    await request.services.languages.explain(request.person, now=True)
    for act in (AddAI(AIKind.NOVATO), InLobby.START):
        await request.manager.press(request.person, Payload(table.id, table.question, act))
    request.confirm(ActResult((), Confirmation.BEGINS), request.manager.tables.get(table.id) or table)


async def _show_own_partida(request: CommandRequest, *, new: bool) -> bool:
    """Queues the board of the partida in play of this private chat again; returns whether there is one.

    It ends the person's absence, which resumes a paused table. Confirms it if the platform expects a reply.
    With `new` it also turns on explanations. Raises Refused for words other than NEW, and StoreError.
    """
    table = next((table for table in request.manager.tables.in_chat(request.chat) if table.playing), None)
    if table is None:
        return False
    if request.words and not new:
        raise Refused("refused-solo-playing", table=table.short)
    if new:
        await request.services.languages.explain(request.person, now=True)
    await request.manager.mark_presence(request.person.id, table.id)
    table = request.manager.tables.get(table.id) or table
    request.courier.reconciler.repost(table)
    request.confirm(ActResult((), Confirmation.RESUMED), table)
    return True


def _unused_lobbies(request: CommandRequest) -> list[Table]:
    """Returns the lobbies that a new table closes.

    In private it is the person's own lobby there. In a group these are lobbies without people: the person's
    own in any chat, and others of the chat and its threads. The newest `MOST_EMPTY` - 1 of those others stay.
    Only loaded lobbies count.
    """
    if request.given.private:
        return [table for table in request.manager.tables.in_chat(request.chat) if table.in_lobby]
    lobbies = [t for t in reversed(request.manager.tables.in_memory()) if t.in_lobby and not t.humans]
    own = [t for t in lobbies if t.opened_by == request.person.id]
    others = [t for t in lobbies if request.chat in (t.chat, t.left) and t not in own]
    return [*own, *others[MOST_EMPTY - 1 :]]


async def tanteo(request: CommandRequest) -> None:
    """Shows the score of the table, and ends the person's absence there; without a table, the last partida.

    If the platform expects no reply, the whole chat sees it. A reply to a person with a seat is for the whole
    chat too, except in the channel of the table's thread. Any other reply is for the person alone, also one
    with the last partida. Raises Refused if there is no last partida either, or the person has left the
    table's chat; StoreError.
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
    seat in play, and for a person who has left the chat. Without a reply, raises Refused if the private chat
    is closed, or beyond the limit of boards.
    """
    tables = request.manager.tables.list_for(request.person.id)
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
    request.claim(Cost.BOARD)
    request.courier.reconciler.repost(table, seat)


async def mesa(request: CommandRequest) -> None:
    """Queues the board or lobby again at the end of its chat. Confirms it if the platform expects a reply.

    Without a table here, a person's table that left this chat or whose chat is closed moves to this chat.
    Ends the person's absence at the table. A chat that was probed just now has its board already. Raises
    Refused, NotSaved or StoreError.
    """
    found = request.table()
    below = found is not None and found.left == request.chat
    table = _table_to_bring(request) if found is None or below else found
    if table is None:
        if found is not None:
            raise Refused("refused-table-in-thread", table=found.short)
        raise Refused("refused-no-table")
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
            request.person.id, request.chat, admin=request.given.manners.administers
        )


def _table_to_bring(request: CommandRequest) -> Table | None:
    """Returns the person's newest table that left this chat for a thread, or whose chat is closed.

    None if there is no such table, and in a private chat.
    """
    own = request.manager.tables.seating(request.person.id) if not request.given.private else []
    closed = request.manager.clocks.closed
    return next((t for t in own if t.left == request.chat or t.chat in closed), None)


async def suerte(request: CommandRequest) -> None:
    """Cuts the deck of the person's lobby at the typed number. Confirms it if the platform expects a reply.

    The lobby is in the chat of the table that the command means. Raises Refused without a table or as
    `TableManager.cut` does, NotSaved or StoreError.
    """
    table = request.require_table()
    text = " ".join(request.words)
    result = await request.manager.cut(request.person, table.chat, text, key=request.given.key)
    request.confirm(result.done, result.table)


async def salir(request: CommandRequest) -> None:
    """Leaves the seat, or the queue, of the table (`Anytime.LEAVE`).

    Confirms it if the platform expects a reply. Raises Refused, Illegal, NotSaved or StoreError.
    """
    await _act(request, Anytime.LEAVE)


async def sustituir(request: CommandRequest) -> None:
    """Takes or gives up a seat, joins the queue, or has a player replaced.

    `substitute_by_name` chooses the act by the typed name of a player, or of a person who waits or left, or
    by "" without a name. Case and accents are ignored. Answers a bystander; confirms other acts if the
    platform expects a reply. Raises Refused, also for an unknown name, NotSaved or StoreError.
    """
    table = request.require_table()
    typed = " ".join(request.words)
    if typed:  # otherwise they give up their own seat
        await request.require_member(table)
    people = (*table.seats, *table.queue, *(it.who for it in table.held), *(it.who for it in table.promised))
    names = {normalise(who.name): who.name for who in people if who is not None}
    name = names.get(normalise(typed), "")
    if typed and not name:
        sits = "no" if table.seat_of(request.person.id) is None else "yes"
        raise Refused("refused-nobody-named", name=quote(typed), sits=sits)
    applied = await request.manager.substitute(request.person, table.id, name, key=request.given.key)
    if applied.done.confirmation in (Confirmation.QUEUED, Confirmation.TAKES):
        request.answer(Post("", request.narrator(applied.table).guide.confirmation(applied.done)))
    else:
        request.confirm(applied.done, applied.table)


async def terminar(request: CommandRequest) -> None:
    """Ends the table, or votes for it, as the person's button would.

    Confirms it if the platform expects a reply. Raises Refused, Illegal, NotSaved or StoreError.
    """
    await _act(request, Anytime.END)


async def _act(request: CommandRequest, act: Anytime) -> None:
    """Applies an act as a button of the table would. Confirms it if the platform expects a reply.

    For `Anytime.END` raises Refused if the person has left the chat, or only administrators may end tables.
    Raises Refused without a table, and the errors of `TableManager.press`.
    """
    table = request.require_table()
    if act is Anytime.END:
        await request.require_member(table)
        request.services.administrators.require_may_vote_end(table)
    payload = Payload(table.id, table.question, act)
    pressed = await request.manager.press(request.person, payload, key=request.given.key)
    request.confirm(pressed.done, pressed.table)
