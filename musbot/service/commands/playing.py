"""Commands about playing here: rules, señas, words, help, languages and settings."""

from __future__ import annotations

from collections.abc import Sequence

from musbot.narrator import Narrator, glossary, guide
from musbot.narrator.post import Post
from musbot.port.command import CLOSE, DROP, KEEP, ZONE, verb
from musbot.port.replies import Reply
from musbot.service.commands.context import Command, CommandRequest
from musbot.service.settings.written_rules import own_rules, read_rules
from musbot.table.act_result import Refused
from musbot.table.acts import LIST_COMMANDS, Listing
from musbot.table.events import TableId
from musbot.table.table import Table
from musbot.table.view import watch
from musbot.words.guess import normalise
from musbot.words.texts import Texts

HELP_CHARACTERS = 76
"""Maximum length of a line with several commands in the help."""


async def reglas(request: CommandRequest) -> None:
    """Shows the rule sets, or the rules that the words name; with KEEP or DROP saves or deletes house rules.

    Raises Refused, UnknownName, BadRules or StoreError.
    """
    if (word := verb(request.words)) in (KEEP, DROP):
        await _house_rules(request, word, "".join(request.words[1:2]).lower())
        return
    own = own_rules(request.ways)
    rules = read_rules(request.words, request.ways) if request.words else None
    texts, options = request.narrator(request.table()).texts, request.given.manners.options
    table = request.table()
    played, folded = table.rules if table is not None else None, not request.reads_alone
    if rules:
        request.answer(guide.rule_set_page(texts, rules, folded=folded))
    else:
        request.answer(guide.all_rules_page(texts, own, played, options=options, folded=folded))


async def _house_rules(request: CommandRequest, word: str, name: str) -> None:
    """Saves the rules of the chat's current or last table under a name, or for DROP deletes the name.

    Answers with a confirmation. Raises Refused for people who do not administer the chat, without a table to
    save, or for a bad name. An unknown name to delete is refused too. Raises StoreError.
    """
    services, manners, texts = (
        request.services,
        request.given.manners,
        request.narrator(request.table()).texts,
    )
    await services.administrators.require_administrator(
        request.person.id, request.chat, admin=manners.administers
    )
    if word == DROP:
        await services.ajustes.drop_rules(request.chat, name)
        request.answer(Post("", texts("rules-dropped", name=name)))
        return
    here = request.table()
    last = None if here is not None else await request.manager.store.find_last_over(request.chat)
    table = here or (await request.manager.tables.seating_snapshot(last) if last is not None else None)
    if table is None:
        raise Refused("refused-no-rules-to-keep")
    await services.ajustes.save_rules(request.chat, name, table.rules)
    request.answer(Post("", texts("rules-kept-filled" if manners.options else "rules-kept", name=name)))


async def senas(request: CommandRequest) -> None:
    """Shows the señas of the table's rules, or of the default rules, in the person's language.

    At a table it also shows which of them are true for the person's hand.
    """

    def make_post() -> Post:
        """Returns the page for the current state of the table."""
        table = request.table()
        view = watch(table, table.seat_of(request.person.id)) if table is not None else None
        return guide.senas_page(request.own_narrator(table).texts, view)

    request.answer(make_post(), fresh=make_post)


async def idioma(request: CommandRequest) -> None:
    """Stores a person's language and confirms it, or without words shows the languages.

    A change queues updates of their cards. Raises Refused for an unknown language, or StoreError.
    """
    if not request.words:
        request.answer(guide.languages_page(request.own_narrator(request.table()).texts))
        return
    request.answer(Post("", await request.services.languages.choose(request.person, " ".join(request.words))))


async def avisos(request: CommandRequest) -> None:
    """Shows the ways of calling a person on their turn, and their choices of notices; changes nothing.

    Without a choice, the way that the platform uses is marked.
    """
    texts = request.own_narrator(request.table()).texts
    request.answer(request.services.calls_page(request.person.id, request.chat, texts))


async def ajustes(request: CommandRequest) -> None:
    """Shows the settings of the chat to an administrator.

    With ZONE and a city it first stores the city's zone; with CLOSE it closes a table instead. Raises
    Refused, also for people who do not administer the chat, NotSaved or StoreError.
    """
    if verb(request.words) == CLOSE:
        await _close(request, *request.words[1:])
        return
    if verb(request.words) == ZONE:
        await request.services.ajustes.choose_zone(
            request.person, request.chat, " ".join(request.words[1:]), admin=request.given.manners.administers
        )
    given, admin = request.given, request.given.manners.administers
    alone = given.private or given.answer is not None
    page = await request.services.ajustes.settings_page(request.person, given.chat, admin=admin, alone=alone)
    request.show_page(page)


async def _close(request: CommandRequest, table: str = "", *why: str) -> None:
    """Closes a table of the chat, by its id or short name, for a reason in an administrator's words.

    The reason is queued as a post to the chat; there is no other answer. Raises Refused, NotSaved or
    StoreError.
    """
    short, dash, rest = table.partition("-")
    named = TableId(f"{short.upper()}{dash}{rest.lower()}")
    admin = request.given.manners.administers
    await request.services.ajustes.close(
        request.person, request.chat, named, " ".join(why), key=request.given.key, admin=admin
    )


async def aprender(request: CommandRequest) -> None:
    """Opens the course at the person's lesson, in the reply or as an answer."""
    page = request.services.learning.current_page(request.person)
    if request.given.answer is not None:
        request.given.answer(Reply("", page=page))
    else:
        request.answer(page)


async def glosario(request: CommandRequest) -> None:
    """Explains the word of the game that was typed, or without a word lists all words.

    Raises Refused for an unknown word, with up to two guesses.
    """
    typed = " ".join(request.words)
    texts = request.narrator(request.table()).texts
    post = glossary.entry(texts, typed)
    if post is None:
        raise glossary.unknown_term_refusal(texts, typed)
    request.answer(post)


async def ayuda(request: CommandRequest) -> None:
    """Shows the acts that are possible now, with a button that lists the commands if the help lists them.

    For the person alone it has their seat's view. It may then be about a table in another chat, with a link
    to its board. A post about a table is deleted after the table's question.
    """
    manners = request.given.manners
    filled = Listing.FILLED if manners.reads else Listing.PRESSED
    listed = f"{LIST_COMMANDS}{(filled if manners.options else Listing.TYPED).value}"

    def find_table() -> Table | None:
        """Returns the table of the command, or for the person alone the newest at which they sit, or None."""
        if (table := request.table()) is not None or not request.is_private:
            return table
        return next(iter(request.manager.tables.seating(request.person.id)), None)

    def make_post() -> Post:
        """Returns the help for the current state of the table."""
        alone, table = request.is_private, find_table()
        seat = table.seat_of(request.person.id) if table is not None and alone else None
        elsewhere = table is not None and table.chat != request.chat
        return request.narrator(table).help(
            watch(table, seat) if table is not None else None,
            listed=listed if manners.is_listed else "",
            board=request.courier.renderer.links(table).board if table is not None and elsewhere else "",
            alone=alone,
            private=alone and request.given.answer is None,
        )

    request.answer(make_post(), fresh=make_post, about=find_table())


def commands_page(narrator: Narrator, commands: Sequence[Command], listing: Listing) -> Post:
    """Returns the page that lists the commands, in the narrator's language.

    Unless `listing` is TYPED each command has its own line with its fields. Unless it is PRESSED, the page
    says that typed words count here.
    """
    listed = help_list(narrator.texts, commands, options=listing is not Listing.TYPED)
    return narrator.guide.commands(listed, reads=listing is not Listing.PRESSED)


def help_list(texts: Texts, commands: Sequence[Command], *, options: bool = False) -> str:
    """Returns the commands for the help as lines of text, several on a line if they fit.

    With `options` each command has its own line. Commands without a help text are left out.
    """
    lines: list[str] = []
    for command in commands:
        if command.help is None:
            continue
        does = command.filled if options and command.filled is not None else command.help
        entry = f"/{normalise(command.name_in(texts.language))} {texts(does)}"
        if not options and lines and len(longer := f"{lines[-1]} · {entry}") <= HELP_CHARACTERS:
            lines[-1] = longer
        else:
            lines.append(entry)
    return "\n".join(lines)
