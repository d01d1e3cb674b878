"""Commands about playing here: rules, señas, words, help, languages and settings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from musbot.narrator import glossary, guide
from musbot.narrator.post import Post
from musbot.port.command import CLOSE, DROP, KEEP, verb
from musbot.port.replies import Reply
from musbot.service.commands.context import Asked, Command
from musbot.service.settings.page_turning import PAGE_LASTS_S
from musbot.service.settings.written_rules import own_rules, read_rules
from musbot.table.act_result import Refused
from musbot.table.view import watch
from musbot.words.guess import normalise
from musbot.words.texts import Texts

HELP_CHARACTERS = 76
"""Maximum length of a line with several commands in the help."""


async def reglas(asked: Asked) -> None:
    """Shows the rule sets, or one of them; saves or deletes house rules."""
    if (word := verb(asked.words)) in (KEEP, DROP):
        await _house_rules(asked, word, "".join(asked.words[1:2]).lower())
        return
    own = own_rules(asked.ways)
    rules = read_rules(asked.words, asked.ways) if asked.words else None
    texts, options = asked.voice(asked.table()).texts, asked.given.manners.options
    post = guide.rule_set_page(texts, rules) if rules else guide.all_rules_page(texts, own, options=options)
    asked.say(post)


async def _house_rules(asked: Asked, word: str, name: str) -> None:
    """Saves the rules of the current or last table under a name, or deletes them; raises Refused."""
    house, manners, texts = asked.house, asked.given.manners, asked.voice(asked.table()).texts
    await house.administrators.require_administrator(asked.person.id, asked.chat, sure=manners.administers)
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
    asked.say(Post("", texts("rules-kept-filled" if manners.options else "rules-kept", name=name)))


async def senas(asked: Asked) -> None:
    """Shows the señas."""

    def told() -> Post:
        table = asked.table()
        view = watch(table, table.seat_of(asked.person.id)) if table is not None else None
        return guide.senas_page(asked.own_voice(table).texts, view)

    asked.say(told(), fresh=told)


async def idioma(asked: Asked) -> None:
    """Sets a person's language, or shows the languages."""
    if not asked.words:
        asked.say(guide.languages_page(asked.own_voice(asked.table()).texts))
        return
    asked.say(Post("", await asked.house.languages.choose(asked.person, " ".join(asked.words))))


async def avisos(asked: Asked) -> None:
    """Shows the ways in which a person can be called on their turn."""
    texts = asked.own_voice(asked.table()).texts
    asked.say(guide.calls_page(texts, asked.manager.notes.call.get(asked.person.id)))


async def ajustes(asked: Asked) -> None:
    """Opens the settings of the chat, or closes one of its tables."""
    if verb(asked.words) == CLOSE:
        await _close(asked, *asked.words[1:])
        return
    given, sure = asked.given, asked.given.manners.administers
    alone = given.private or given.answer is not None
    page = await asked.house.ajustes.open(asked.person, given.chat, sure=sure, alone=alone)
    if given.answer is not None:
        given.answer(Reply("", post=page))
    else:
        reply = replace(page, silent=True, reply_to=given.message)
        asked.courier.posts.post(given.chat, reply, lasts_s=PAGE_LASTS_S)


async def _close(asked: Asked, table: str = "", *why: str) -> None:
    """Closes a table of the chat for a reason in an administrator's words."""
    sure = asked.given.manners.administers
    await asked.house.ajustes.close(
        asked.person, asked.chat, table.upper(), " ".join(why), key=asked.given.key, sure=sure
    )


async def aprender(asked: Asked) -> None:
    """Opens the course."""
    page = asked.house.learning.open(asked.person)
    if asked.given.answer is not None:
        asked.given.answer(Reply("", page=page))
    else:
        asked.say(page)


async def glosario(asked: Asked) -> None:
    """Explains a word of the game; raises an error for an unknown word."""
    typed = " ".join(asked.words)
    asks = not asked.given.manners.options  # with options, typed questions are not read
    texts = asked.voice(asked.table()).texts
    post = glossary.entry(texts, typed, asks=asks)
    if post is None:
        raise glossary.refuse_unknown(texts, typed)
    asked.say(post)


async def ayuda(asked: Asked) -> None:
    """Shows the acts that are possible now, and the commands."""
    manners = asked.given.manners

    def told() -> Post:
        table = asked.table()
        seat = table.seat_of(asked.person.id) if table is not None and asked.alone else None
        narrator = asked.voice(table)
        commands = help_list(
            narrator.texts, asked.commands if manners.listed else (), options=manners.options
        )
        return narrator.help(watch(table, seat) if table is not None else None, commands, reads=manners.reads)

    asked.say(told(), fresh=told)


def help_list(texts: Texts, commands: Sequence[Command], *, options: bool = False) -> str:
    """Returns the commands for the help, several on a line if they fit.

    With `options` each command has its own line.
    """
    lines: list[str] = []
    for command in commands:
        if command.help is None:
            continue
        does = command.filled if options and command.filled is not None else command.help
        told = f"/{normalise(command.called(texts.language))} {texts(does)}"
        if not options and lines and len(longer := f"{lines[-1]} · {told}") <= HELP_CHARACTERS:
            lines[-1] = longer
        else:
            lines.append(told)
    return "\n".join(lines)
