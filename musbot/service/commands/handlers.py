"""The commands of the chats: a handler and a row each.

A new command is one row here, its handler, and what it does in every language (`about`). The lists and names
that platforms show, the dispatch, the help and the tables in docs/chat.md and README.md follow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from musbot.narrator import glossary, guide
from musbot.narrator.post import Post
from musbot.port.command import CLOSE, DROP, KEEP, Takes, Where
from musbot.port.replies import Reply
from musbot.service.commands.context import Asked, Command
from musbot.service.commands.history import (
    borrar,
    historial,
    last_played,
    privacidad,
    ranking_of_chat,
    verificar,
)
from musbot.service.delivery.rendering import own_cards
from musbot.service.review.actas import files
from musbot.service.settings.pages import PAGE_LASTS_S
from musbot.service.settings.written_rules import own_rules, read_rules
from musbot.table.acts import Anytime, Payload
from musbot.table.state import Table
from musbot.table.told import Done, Refused, Told
from musbot.table.view import watch
from musbot.words.guess import plain
from musbot.words.quoted import quoted
from musbot.words.texts import Texts

MOST_EMPTY = 3
"""Lobbies of a chat where nobody sits."""
ALONE_RULES = "vitoria"
"""What one plays alone who names no rules: one is asked after the other, so an answer is one's own."""
HELP_CHARACTERS = 76
"""Of a line of the help, in which as many commands stand as fit."""


async def _mus(asked: Asked) -> None:
    if asked.private and await _goes_on_alone(asked):
        return
    words = asked.words or ((ALONE_RULES,) if asked.private else ())
    rules, ways = read_rules(words, asked.ways), asked.ways
    asked.claim_board()
    administrators = asked.house.administrators
    await administrators.may_open(asked.person.id, asked.chat, sure=asked.manners.administers)
    unused = _replaced(asked)
    language = ways.language or asked.narrators.of_table(asked.person, asked.manners.language)
    turn_s = 0 if asked.private else ways.clock.seconds
    table = await asked.manager.open(asked.person, asked.chat, language, rules, turn_s=turn_s, key=asked.key)
    for lobby in unused:
        await asked.manager.close(lobby.id)
    asked.note(Done((), Told.ALONE if table.solo else Told.OPENED), table)


async def _goes_on_alone(asked: Asked) -> bool:
    """Shows somebody the partida that he plays alone, wherever it stands; returns whether there is one."""
    table = next((table for table in asked.manager.tables.in_chat(asked.chat) if table.playing), None)
    if table is None:
        return False
    if asked.words:
        raise Refused("refused-solo-playing", table=table.short)
    asked.claim_board()
    await asked.manager.heard(asked.person.id, table.id)
    asked.courier.repost(asked.manager.tables.at(table.id) or table)
    asked.note(Done((), Told.RESUMED), table)
    return True


def _replaced(asked: Asked) -> list[Table]:
    """The lobbies where nobody sits that go for another: those of who opens it, all but two of the chat."""
    empty = [t for t in asked.manager.tables.in_chat(asked.chat) if t.in_lobby and (t.solo or not t.humans)]
    if asked.private:
        return empty
    lobbies = (t for t in asked.manager.tables.in_memory() if t.in_lobby and not t.humans)
    own = [t for t in lobbies if t.opened_by == asked.person.id]
    others = [table for table in empty if table not in own]
    return [*own, *others[MOST_EMPTY - 1 :]]


async def _tanteo(asked: Asked) -> None:
    table = await asked.own_or_any()
    public = asked.answer is None or table.seat_of(asked.person.id) is not None
    voice = asked.public_voice(table) if public else asked.own_voice(table)
    asked.say(voice.score(watch(table)), public=public)


async def _cartas(asked: Asked) -> None:
    tables = asked.manager.tables.of_person(asked.person.id)
    if not tables:
        raise Refused("refused-no-seat")
    table = next((table for table in tables if table.chat == asked.chat), tables[0])
    await asked.manager.heard(asked.person.id, table.id)
    seat = table.seat_of(asked.person.id)
    if asked.answer is not None and seat is not None:
        asked.answer(own_cards(table, seat, asked.own_voice(table), asked.courier.links(table)))
        return
    if asked.courier.is_closed(asked.person.id):
        raise Refused("refused-private-closed")
    asked.claim_board()
    asked.courier.repost(table, seat)


async def _mesa(asked: Asked) -> None:
    table = asked.table() or _homeless(asked)
    if table is None:
        raise Refused("refused-no-table")
    asked.claim_board()
    if table.chat != asked.chat and not asked.private:
        await _may_bring(asked, table)
        await asked.manager.show_in(table.id, asked.chat)
    await asked.manager.heard(asked.person.id, table.id)
    table = asked.manager.tables.at(table.id) or table
    asked.courier.repost(table)
    asked.note(Done((), Told.SHOWN if table.put_off else Told.RESUMED), table)


async def _may_bring(asked: Asked, table: Table) -> None:
    """Raises Refused where a table of another chat may not come; one that has left this one comes home."""
    administrators = asked.house.administrators
    if table.left == asked.chat:
        administrators.may_be(asked.chat)
    else:
        await administrators.may_open(asked.person.id, asked.chat, sure=asked.manners.administers)


def _homeless(asked: Asked) -> Table | None:
    """A table where the person sits and whose chat is no more, or which has left this one for a thread."""
    own = asked.manager.tables.seating(asked.person.id) if not asked.private else []
    return next((t for t in own if t.left == asked.chat or asked.courier.is_closed(t.chat)), None)


async def _reglas(asked: Asked) -> None:
    word, name = (*asked.words, "", "")[:2]
    if word in (KEEP, DROP):
        await _house_rules(asked, word, name.lower())
        return
    own = own_rules(asked.ways)
    rules = read_rules(asked.words, asked.ways) if asked.words else None
    texts, options = asked.voice(asked.table()).texts, asked.manners.options
    post = guide.one_rule_set(texts, rules) if rules else guide.all_rules(texts, own, options=options)
    asked.say(post)


async def _house_rules(asked: Asked, word: str, name: str) -> None:
    """Keeps the rules of the chat's table, or of its last one, under a name; or keeps one no longer."""
    asked.claim_answer()
    house, texts = asked.house, asked.voice(asked.table()).texts
    await house.administrators.must_administer(asked.person.id, asked.chat, sure=asked.manners.administers)
    if word == DROP:
        await house.ajustes.drop_rules(asked.chat, name)
        asked.say(Post("", texts("rules-dropped", name=name)))
        return
    here = asked.table()
    last = None if here is not None else await asked.manager.store.last_over(asked.chat)
    table = here or (await asked.manager.tables.as_it_sat(last) if last is not None else None)
    if table is None:
        raise Refused("refused-no-rules-to-keep")
    await house.ajustes.save_rules(asked.chat, name, table.rules)
    asked.say(Post("", texts("rules-kept-filled" if asked.manners.options else "rules-kept", name=name)))


async def _senas(asked: Asked) -> None:
    table = asked.table()
    view = watch(table, table.seat_of(asked.person.id)) if table is not None else None
    asked.say(guide.senas(asked.own_voice(table).texts, view))


async def _suerte(asked: Asked) -> None:
    text = " ".join(asked.words)
    given = await asked.manager.give(asked.person, asked.chat, text, key=asked.key)
    asked.note(given.done, given.table)


async def _idioma(asked: Asked) -> None:
    if not asked.words:
        asked.say(guide.languages(asked.own_voice(asked.table()).texts))
        return
    asked.say(Post("", await asked.house.languages.choose(asked.person, " ".join(asked.words))))


async def _avisos(asked: Asked) -> None:
    texts = asked.own_voice(asked.table()).texts
    asked.say(guide.ask_calls(texts, asked.manager.notes.call.of(asked.person.id)))


async def _ajustes(asked: Asked) -> None:
    asked.claim_answer(public=True)
    if asked.words and asked.words[0].lower() == CLOSE:
        await _close(asked, *asked.words[1:])
        return
    page = await asked.house.ajustes.open(
        asked.person,
        asked.chat,
        sure=asked.manners.administers,
        alone=asked.private or asked.answer is not None,
    )
    if asked.answer is not None:
        asked.answer(Reply("", post=page))
    else:
        asked.courier.post(
            asked.chat, replace(page, silent=True, reply_to=asked.message), lasts_s=PAGE_LASTS_S
        )


async def _close(asked: Asked, table: str = "", *why: str) -> None:
    """Closes a table of the chat for who administers it, for the reason that he writes."""
    sure = asked.manners.administers
    await asked.house.ajustes.close(
        asked.person, asked.chat, table.upper(), " ".join(why), key=asked.key, sure=sure
    )


async def _acta(asked: Asked) -> None:
    asked.claim_answer(public=True)
    table = await last_played(asked)
    asked.say(await files(asked.manager, table, asked.public_voice(table)), public=True)


async def _analisis(asked: Asked) -> None:
    """Looks at the last hand that somebody has played, at the table where he is or at his last one."""
    asked.claim_answer()
    table = asked.own_table()
    if table is None or not table.hands_over:
        last = await asked.manager.store.last_over_of(asked.person.id)
        table = await asked.manager.tables.look(last) if last is not None else None
    if table is None or not table.hands_over:
        raise Refused("refused-no-hand-yet")
    alone = asked.answer is not None
    reply = await asked.house.review.weigh(asked.person, asked.chat, table.id, table.hands_over, alone=alone)
    if asked.answer is not None:
        asked.answer(reply)
    elif reply.text:
        asked.say(Post("", reply.text))


async def _salir(asked: Asked) -> None:
    await _act(asked, Anytime.LEAVE)


async def _sustituir(asked: Asked) -> None:
    table = asked.needed_table()
    typed = " ".join(asked.words)
    people = (*table.seats, *table.queue)
    names = {plain(who.name): who.name for who in people if who is not None}
    name = names.get(plain(typed), "")
    if typed and not name:
        raise Refused("refused-nobody-named", name=quoted(typed))
    done = await asked.manager.substitute(asked.person, table.id, name, key=asked.key)
    asked.note(done.done, done.table)


async def _terminar(asked: Asked) -> None:
    await _act(asked, Anytime.END)


async def _act(asked: Asked, act: Anytime) -> None:
    """Does what a button of the table would."""
    table = asked.needed_table()
    if act is Anytime.END:
        asked.house.administrators.may_vote_end(table)
    payload = Payload(table.id, table.question, act)
    pressed = await asked.manager.press(asked.person, payload, key=asked.key)
    asked.note(pressed.done, pressed.table)


async def _ayuda(asked: Asked) -> None:
    table = asked.table()
    seat = table.seat_of(asked.person.id) if table is not None and asked.alone else None
    view = watch(table, seat) if table is not None else None
    narrator = asked.voice(table)
    rows = asked.house.commands if asked.manners.listed else ()
    told = help_list(narrator.texts, rows, options=asked.manners.options)
    asked.say(narrator.help(view, told, reads=asked.manners.reads))


async def _aprender(asked: Asked) -> None:
    page = asked.house.learning.open(asked.person)
    if asked.answer is not None:
        asked.answer(Reply("", page=page))
    else:
        asked.say(page)


async def _glosario(asked: Asked) -> None:
    typed = " ".join(asked.words)
    post = glossary.entry(asked.voice(asked.table()).texts, typed)
    if post is None:
        raise Refused("refused-no-such-term", name=quoted(typed))
    asked.say(post)


COMMANDS = (
    Command(
        "mus",
        _mus,
        "command-mus",
        help="help-mus",
        filled="help-mus-filled",
        words=Takes.RULES,
        board=True,
    ),
    Command("tanteo", _tanteo, "command-tanteo", help="command-tanteo", names={"en": "score"}),
    Command("cartas", _cartas, "command-cartas", help="help-cartas", names={"en": "cards"}, known=True),
    Command(
        "mesa", _mesa, "command-mesa", help="help-mesa", names={"en": "table"}, where=Where.TABLE, board=True
    ),
    Command(
        "reglas",
        _reglas,
        "command-reglas",
        help="command-reglas",
        names={"en": "rules"},
        words=Takes.RULE_SET,
    ),
    Command("senas", _senas, "command-senas", names={"es": "señas", "en": "signs"}, where=Where.PRIVATE),
    Command(
        "suerte",
        _suerte,
        "command-suerte",
        help="command-suerte",
        names={"en": "luck"},
        where=Where.GROUP,
        words=Takes.ONE,
        known=True,
        listed=False,
    ),
    Command("acta", _acta, "command-acta", help="command-acta"),
    Command(
        "analisis",
        _analisis,
        "command-analisis",
        help="help-analisis",
        names={"es": "análisis", "en": "analysis"},
        where=Where.PRIVATE,
        known=True,
        listed=False,
    ),
    Command(
        "historial",
        historial,
        "command-historial",
        help="help-historial",
        names={"en": "history"},
        where=Where.PRIVATE,
        known=True,
    ),
    Command(
        "ranking",
        ranking_of_chat,
        "command-ranking",
        help="help-ranking",
        where=Where.GROUP,
    ),
    Command(
        "verificar",
        verificar,
        "command-verificar",
        help="help-verificar",
        names={"en": "verify"},
        listed=False,
    ),
    Command(
        "salir",
        _salir,
        "command-salir",
        help="help-salir",
        names={"en": "leave"},
        where=Where.TABLE,
        known=True,
    ),
    Command(
        "sustituir",
        _sustituir,
        "command-sustituir",
        help="help-sustituir",
        names={"en": "substitute"},
        where=Where.TABLE,
        words=Takes.NAME,
        known=True,
    ),
    Command(
        "terminar",
        _terminar,
        "command-terminar",
        help="help-terminar",
        names={"en": "end"},
        where=Where.TABLE,
        known=True,
    ),
    Command(
        "idioma",
        _idioma,
        "command-idioma",
        help="command-idioma",
        names={"en": "language"},
        aliases=("hizkuntza",),
        words=Takes.LANGUAGE,
        known=True,
    ),
    Command(
        "avisos",
        _avisos,
        "command-avisos",
        help="command-avisos",
        names={"en": "calls"},
        known=True,
        listed=False,
    ),
    Command(
        "privacidad",
        privacidad,
        "command-privacidad",
        help="help-privacidad",
        names={"en": "privacy"},
        listed=False,
    ),
    Command(
        "borrar",
        borrar,
        "command-borrar",
        help="help-borrar",
        names={"en": "forget"},
        where=Where.PRIVATE,
        known=True,
        listed=False,
    ),
    Command("ajustes", _ajustes, "command-ajustes", help="help-ajustes", names={"en": "settings"}),
    Command(
        "aprender",
        _aprender,
        "command-aprender",
        help="command-aprender",
        names={"en": "learn"},
        where=Where.PRIVATE,
        known=True,
        listed=False,
    ),
    Command(
        "glosario",
        _glosario,
        "command-glosario",
        help="command-glosario",
        names={"en": "glossary"},
        words=Takes.TERM,
        listed=False,
    ),
    Command("ayuda", _ayuda, "command-ayuda", names={"en": "help"}, aliases=("help",)),
)


def help_list(texts: Texts, commands: Sequence[Command], *, options: bool = False) -> str:
    """Returns the commands as the help tells them, as many to a line as fit.

    Where their words are `options` each can be pressed too, and has a line of its own.
    """
    lines: list[str] = []
    for command in commands:
        if command.help is None:
            continue
        does = command.filled if options and command.filled is not None else command.help
        told = f"/{command.name} {texts(does)}"
        if not options and lines and len(longer := f"{lines[-1]} · {told}") <= HELP_CHARACTERS:
            lines[-1] = longer
        else:
            lines.append(told)
    return "\n".join(lines)
