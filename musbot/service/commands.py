"""The commands of the chats: a handler and a row each.

A new command is one row here, its handler, and what it does in every language (`about`). The lists and names
that platforms show, the dispatch, the help and the tables in docs/chat.md and README.md follow.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from musbot.acta.partida import Promesa
from musbot.acta.write import write
from musbot.game.rule_sets import RULE_SETS, read_option, rule_set
from musbot.game.rules import RuleSet
from musbot.game.shuffle import Scheme, commitment
from musbot.service.asked import Asked, Command
from musbot.service.command import Takes, Where
from musbot.service.replies import own_cards
from musbot.table.acts import Anytime, Payload
from musbot.table.state import Table
from musbot.table.told import Done, Refused, Told
from musbot.table.view import watch
from musbot.words.texts import Texts

DEFAULT_RULES = "parejas"
_EQUALS = re.compile(r"\s*=\s*")
HELP_CHARACTERS = 76
"""Of a line of the help, in which as many commands stand as fit."""


async def _mus(asked: Asked) -> None:
    rules = _read_rules(asked.words)
    asked.claim_board()
    unused = [t for t in asked.manager.in_chat(asked.chat) if t.in_lobby and not t.humans]
    table = await asked.manager.open(asked.person, asked.chat, asked.narrators.language, rules, key=asked.key)
    for lobby in unused:
        await asked.manager.close(lobby.id)
    asked.note(Done((), Told.OPENED), table)


async def _tanteo(asked: Asked) -> None:
    table = asked.needed_table()
    asked.say(asked.public_voice(table).score(watch(table)), public=True)


async def _cartas(asked: Asked) -> None:
    tables = asked.manager.of_person(asked.person.id)
    if not tables:
        raise Refused("no-seat")
    table = next((table for table in tables if table.chat == asked.chat), tables[0])
    seat = table.seat_of(asked.person.id)
    if asked.answer is not None and seat is not None:
        asked.answer(own_cards(table, seat, asked.own_voice(table), asked.courier.links(table)))
        return
    if asked.courier.is_closed(asked.person.id):
        raise Refused("private-closed")
    asked.claim_board()
    asked.courier.repost(table, seat)


async def _mesa(asked: Asked) -> None:
    table = asked.table() or _homeless(asked)
    if table is None:
        raise Refused("no-table")
    asked.claim_board()
    if table.chat != asked.chat and not asked.private:
        await asked.manager.show_in(table.id, asked.chat)
    if table.seat_of(asked.person.id) is not None:
        table = await asked.manager.resume(table.id)
    asked.courier.repost(table)
    asked.note(Done((), Told.SHOWN if table.put_off else Told.RESUMED), table)


def _homeless(asked: Asked) -> Table | None:
    """A table where the person sits and whose chat is no more."""
    own = asked.manager.of_person(asked.person.id)
    return next((t for t in own if not asked.private and asked.courier.is_closed(t.chat)), None)


async def _reglas(asked: Asked) -> None:
    rules = _read_rules(asked.words) if asked.words else None
    asked.say(asked.voice(asked.table()).rules(rules))


async def _senas(asked: Asked) -> None:
    table = asked.table()
    view = watch(table, table.seat_of(asked.person.id)) if table is not None else None
    asked.say(asked.own_voice(table).senas(view))


async def _suerte(asked: Asked) -> None:
    text = " ".join(asked.words)
    given = await asked.manager.give(asked.person, asked.chat, text, key=asked.key)
    asked.note(given.done, given.table)


async def _acta(asked: Asked) -> None:
    store = asked.manager.store
    last = await (store.last_over_of(asked.person.id) if asked.private else store.last_over(asked.chat))
    table = await asked.manager.look(last) if last is not None else None
    if table is None or table.mesa is None:
        raise Refused("no-acta-own" if asked.private else "no-acta")
    text = write(table.names, await asked.manager.game_events(table.id), promised(table))
    asked.say(asked.public_voice(table).acta(watch(table), text.encode()), public=True)


def promised(table: Table) -> Promesa:
    """Returns what an acta tells of the decks of a table that is over."""
    return Promesa(
        semilla=table.seed,
        compromiso=commitment(table.id, table.seed, table.scheme),
        mesa=table.id,
        palabras=table.words if table.scheme is Scheme.MUSBOT_1 else (),
        esquema=table.scheme,
        corte=table.cut,
        huellas=tuple(given.hash for given in table.given),
        secretos=tuple(bytes.fromhex(given.secret) for given in table.given),
    )


async def _salir(asked: Asked) -> None:
    await _act(asked, Anytime.LEAVE)


async def _terminar(asked: Asked) -> None:
    await _act(asked, Anytime.END)


async def _act(asked: Asked, act: Anytime) -> None:
    """Does what a button of the table would."""
    table = asked.needed_table()
    payload = Payload(table.id, table.question, act)
    pressed = await asked.manager.press(asked.person, payload, key=asked.key)
    asked.note(pressed.done, pressed.table)


async def _ayuda(asked: Asked) -> None:
    table = asked.table()
    seat = table.seat_of(asked.person.id) if table is not None and asked.alone else None
    view = watch(table, seat) if table is not None else None
    narrator = asked.voice(table)
    asked.say(narrator.help(view, help_list(narrator.texts, asked.house.commands)))


def _read_rules(given: Sequence[str]) -> RuleSet:
    """Returns the rule set of `vitoria piedras=30 real = figura`; raises UnknownRuleSet or BadRules."""
    words = _EQUALS.sub("=", " ".join(given)).split()
    name = "-".join(word.lower() for word in words if "=" not in word) or DEFAULT_RULES
    if name not in RULE_SETS:
        name = name.replace("í", "i").replace("á", "a")
    return rule_set(name, dict(read_option(word) for word in words if "=" in word))


COMMANDS = (
    Command("mus", _mus, "command-mus", help="help-mus", where=Where.GROUP, words=Takes.RULES, board=True),
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
    ),
    Command("acta", _acta, "command-acta", help="command-acta"),
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
        "terminar",
        _terminar,
        "command-terminar",
        help="help-terminar",
        names={"en": "end"},
        where=Where.TABLE,
        known=True,
    ),
    Command("ayuda", _ayuda, "command-ayuda", names={"en": "help"}, aliases=("help",)),
)


def help_list(texts: Texts, commands: Sequence[Command]) -> str:
    """Returns the commands as the help tells them, as many to a line as fit."""
    lines: list[str] = []
    for command in commands:
        if command.help is None:
            continue
        told = f"/{command.name} {texts(command.help)}"
        if lines and len(longer := f"{lines[-1]} · {told}") <= HELP_CHARACTERS:
            lines[-1] = longer
        else:
            lines.append(told)
    return "\n".join(lines)
