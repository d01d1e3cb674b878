"""Commands about a table: opening, showing, playing and leaving it."""

from __future__ import annotations

from dataclasses import dataclass, field

from musbot.narrator import Narrator
from musbot.narrator.post import Post
from musbot.players.kinds import AIKind
from musbot.service.commands.context import Asked
from musbot.service.commands.history import last_played
from musbot.service.delivery.rendering import own_cards
from musbot.service.settings.written_rules import read_rules
from musbot.service.tables.manager import TableManager
from musbot.table.act_result import ActResult, Confirmation, Refused
from musbot.table.acts import AddAI, Anytime, InLobby, Payload
from musbot.table.table import Table
from musbot.table.view import watch
from musbot.words.guess import normalise
from musbot.words.quoted import quote

MOST_EMPTY = 3
"""Number of lobbies without people that a chat may have."""
NEW = "novato"
"""The word of beginners after `/mus` in private; a button of the greeting has the same effect."""
BEGINNERS_RULES = ("castellano-40",)
"""The rules for beginners: no consulta, no conceded lances, all cards shown."""
TWO_MEANINGS = ("frances",)
"""The words after `/mus` that may mean Mus Francés (R70) or the Mus of Iparralde."""
ALONE_RULES = "vitoria"
"""The default rules in private. Players answer in turn there, so the person answers without a partner."""


async def mus(asked: Asked) -> None:
    """Opens a table. In private it shows the person's current partida instead, if there is one.

    Raises Refused, BadRules or UnknownName.
    """
    given, house = asked.given, asked.house
    new = given.private and given.words == (NEW,)
    if given.private and await _goes_on_alone(asked, new=new):
        return
    if given.words == TWO_MEANINGS and not given.private:
        raise Refused("refused-which-frances")
    words = BEGINNERS_RULES if new else given.words or ((ALONE_RULES,) if given.private else ())
    rules, ways = read_rules(words, asked.ways), asked.ways
    await house.administrators.require_may_open(asked.person.id, given.chat, sure=given.manners.administers)
    unused = _replaced(asked)
    language = ways.language or house.narrators.of_table(asked.person, given.manners.language)
    turn_s = 0 if given.private else ways.clock.seconds
    table = await house.manager.open(asked.person, given.chat, language, rules, turn_s=turn_s, key=given.key)
    for lobby in unused:
        await asked.manager.close(lobby.id)
    if new:
        await _begin(asked, table)
        return
    asked.note(ActResult((), Confirmation.ALONE if table.solo else Confirmation.OPENED), table)


async def _begin(asked: Asked, table: Table) -> None:
    """Starts a partida for a beginner, with easy AI players and explanations."""
    await asked.house.languages.explain(asked.person, now=True)
    for act in (AddAI(AIKind.NOVATO), InLobby.START):
        await asked.manager.press(asked.person, Payload(table.id, table.question, act))
    asked.note(ActResult((), Confirmation.BEGINS), table)


async def _goes_on_alone(asked: Asked, *, new: bool) -> bool:
    """Shows the partida that a person plays alone; returns whether there is one.

    With `new` it also turns on explanations. Raises Refused if the person named other rules.
    """
    table = next((table for table in asked.manager.tables.in_chat(asked.chat) if table.playing), None)
    if table is None:
        return False
    if asked.words and not new:
        raise Refused("refused-solo-playing", table=table.short)
    if new:
        await asked.house.languages.explain(asked.person, now=True)
    await asked.manager.heard(asked.person.id, table.id)
    asked.courier.scheduler.repost(asked.manager.tables.at(table.id) or table)
    asked.note(ActResult((), Confirmation.RESUMED), table)
    return True


def _replaced(asked: Asked) -> list[Table]:
    """Returns the lobbies without people that a new table closes.

    These are the opener's own, and all but `MOST_EMPTY` - 1 others of the chat.
    """
    empty = [t for t in asked.manager.tables.in_chat(asked.chat) if t.in_lobby and (t.solo or not t.humans)]
    if asked.given.private:
        return empty
    lobbies = (t for t in asked.manager.tables.in_memory() if t.in_lobby and not t.humans)
    own = [t for t in lobbies if t.opened_by == asked.person.id]
    others = [table for table in empty if table not in own]
    return [*own, *others[MOST_EMPTY - 1 :]]


async def tanteo(asked: Asked) -> None:
    """Shows the score, or the end of the last partida; raises Refused without one."""
    if asked.table() is None:
        over = await _last(asked)
        asked.tell(over, lambda voice: voice.score(watch(over)))
        return
    table = await asked.own_or_any()
    public = asked.given.answer is None or table.seat_of(asked.person.id) is not None
    voice = asked.public_voice(table) if public else asked.own_voice(table)
    asked.say(voice.score(watch(table)), public=public, fresh=_Score(asked.manager, voice, table.id))


async def _last(asked: Asked) -> Table:
    """Returns the last finished partida; raises Refused("refused-no-table") without one."""
    try:
        return await last_played(asked)
    except Refused:
        raise Refused("refused-no-table") from None


@dataclass(frozen=True, slots=True)
class _Score:
    """Makes the current score of a table. Requests for one table are equal, so that one send answers them."""

    manager: TableManager = field(compare=False)
    voice: Narrator = field(compare=False)
    table: str

    def __call__(self) -> Post | None:
        now = self.manager.tables.at(self.table)
        return self.voice.score(watch(now)) if now is not None else None


async def cartas(asked: Asked) -> None:
    """Shows a player their cards; raises Refused."""
    tables = asked.manager.tables.of_person(asked.person.id)
    if not tables:
        asked.needed_table()
        raise Refused("refused-no-seat")
    table = next((table for table in tables if table.chat == asked.chat), tables[0])
    await asked.manager.heard(asked.person.id, table.id)
    seat = table.seat_of(asked.person.id)
    if asked.given.answer is not None and seat is not None:
        links = asked.courier.renderer.links(table)
        asked.given.answer(own_cards(table, seat, asked.own_voice(table), links))
        return
    if asked.courier.availability.is_closed(asked.person.id):
        raise Refused("refused-private-closed")
    asked.claim_board()
    asked.courier.scheduler.repost(table, seat)


async def mesa(asked: Asked) -> None:
    """Posts the table again at the end of the chat; raises Refused."""
    table = asked.table() or _homeless(asked)
    if table is None:
        raise Refused("refused-no-table")
    if table.chat != asked.chat and not asked.given.private:
        await _may_bring(asked, table)
        await asked.manager.show_in(table.id, asked.chat)
    await asked.manager.heard(asked.person.id, table.id)
    table = asked.manager.tables.at(table.id) or table
    asked.courier.scheduler.repost(table)
    asked.note(ActResult((), Confirmation.SHOWN), table)


async def _may_bring(asked: Asked, table: Table) -> None:
    """Raises Refused if this chat may not show a table from elsewhere.

    A table may return to the chat it left.
    """
    administrators = asked.house.administrators
    if table.left == asked.chat:
        administrators.require_allowed_chat(asked.chat)
    else:
        await administrators.require_may_open(
            asked.person.id, asked.chat, sure=asked.given.manners.administers
        )


def _homeless(asked: Asked) -> Table | None:
    """Returns a person's table that left this chat for a thread, or whose chat is closed; None otherwise."""
    own = asked.manager.tables.seating(asked.person.id) if not asked.given.private else []
    closed = asked.manager.clocks.closed
    return next((t for t in own if t.left == asked.chat or t.chat in closed), None)


async def suerte(asked: Asked) -> None:
    """Cuts the deck at a number, before the first deal; raises Refused."""
    asked.needed_table()
    text = " ".join(asked.words)
    given = await asked.manager.give(asked.person, asked.chat, text, key=asked.given.key)
    asked.note(given.done, given.table)


async def salir(asked: Asked) -> None:
    """Leaves the table; raises Refused."""
    await _act(asked, Anytime.LEAVE)


async def sustituir(asked: Asked) -> None:
    """Takes a seat, gives it up, or has a player replaced; raises Refused."""
    table = asked.needed_table()
    typed = " ".join(asked.words)
    people = (*table.seats, *table.queue, *(it.who for it in table.held), *(it.who for it in table.promised))
    names = {normalise(who.name): who.name for who in people if who is not None}
    name = names.get(normalise(typed), "")
    if typed and not name:
        raise Refused("refused-nobody-named", name=quote(typed))
    done = await asked.manager.substitute(asked.person, table.id, name, key=asked.given.key)
    asked.note(done.done, done.table)


async def terminar(asked: Asked) -> None:
    """Ends the table, or votes for it; raises Refused."""
    await _act(asked, Anytime.END)


async def _act(asked: Asked, act: Anytime) -> None:
    """Applies an act as a button of the table would."""
    table = asked.needed_table()
    if act is Anytime.END:
        asked.house.administrators.require_may_vote_end(table)
    payload = Payload(table.id, table.question, act)
    pressed = await asked.manager.press(asked.person, payload, key=asked.given.key)
    asked.note(pressed.done, pressed.table)
