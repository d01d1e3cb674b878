"""The commands, one row each, and their dispatch.

A new command is a row, a handler, and a message in every language (`about`). Lists on platforms, the
dispatch, the help, and the tables in docs/chat.md and README.md follow.
"""

from __future__ import annotations

from collections.abc import Sequence

from musbot.narrator.post import Post
from musbot.port.chats import platform_of
from musbot.port.command import DROP, KEEP, Arguments, CommandPlace, GivenCommand, verb
from musbot.port.intake import Wait
from musbot.port.replies import ActKind, ActOutcome
from musbot.service.choices.kept import YES
from musbot.service.commands import history, playing, seated
from musbot.service.commands.context import Command, CommandRequest, Cost, Services
from musbot.service.tables.counters import ChatTally, outcome_of
from musbot.service.tables.repository import EXPLAINED
from musbot.table.act_result import Refused
from musbot.table.acts import Listing
from musbot.table.events import ChatId, Person
from musbot.words.guess import MIN_LIKENESS, guess, normalise
from musbot.words.quoted import quote

ALIKE_IN_A_GROUP = 0.8
"""Least likeness (`guess.MIN_LIKENESS`) of a mistyped command in a group, where other bots have commands."""

COMMANDS = (
    Command(
        "mus",
        seated.mus,
        "command-mus",
        cost=Cost.BOARD,
        help="help-mus",
        filled="help-mus-filled",
        words=Arguments.RULES,
        board=True,
    ),
    Command(
        "fechas",
        seated.fechas,
        "command-fechas",
        cost=Cost.ANSWER,
        wait=Wait.FOR_PLATFORM,
        help="help-fechas",
        names={"en": "dates", "eu": "hitzorduak"},
        where=CommandPlace.GROUP,
        words=Arguments.WHEN,
        is_listed=False,
    ),
    Command(
        "tanteo",
        seated.tanteo,
        "command-tanteo",
        cost=Cost.ANSWER,
        wait=Wait.FOR_NOTHING,
        help="command-tanteo",
        names={"en": "score", "eu": "tanteoa"},
    ),
    Command(
        "cartas",
        seated.cartas,
        "command-cartas",
        cost=Cost.OWN,
        wait=Wait.FOR_NOTHING,
        help="help-cartas",
        names={"en": "cards", "eu": "kartak"},
        known=True,
    ),
    Command(
        "mesa",
        seated.mesa,
        "command-mesa",
        cost=Cost.BOARD,
        help="help-mesa",
        names={"en": "table", "eu": "mahaia"},
        where=CommandPlace.TABLE,
        board=True,
    ),
    Command(
        "reglas",
        playing.reglas,
        "command-reglas",
        cost=Cost.OWN,
        wait=Wait.FOR_NOTHING,
        help="command-reglas",
        names={"en": "rules", "eu": "arauak"},
        words=Arguments.RULE_SET,
    ),
    Command(
        "senas",
        playing.senas,
        "command-senas",
        help="command-senas",
        cost=Cost.OWN,
        wait=Wait.FOR_NOTHING,
        names={"es": "señas", "en": "signs", "eu": "keinuak"},
        where=CommandPlace.PRIVATE,
    ),
    Command(
        "suerte",
        seated.suerte,
        "command-suerte",
        cost=Cost.ACT,
        help="command-suerte",
        names={"en": "luck", "eu": "zortea"},
        where=CommandPlace.TABLE,
        words=Arguments.ONE,
        known=True,
        is_listed=False,
    ),
    Command(
        "acta",
        history.acta,
        "command-acta",
        cost=Cost.ANSWER,
        wait=Wait.FOR_NOTHING,
        help="command-acta",
        names={"eu": "akta"},
    ),
    Command(
        "analisis",
        history.analisis,
        "command-analisis",
        cost=Cost.OWN,
        wait=Wait.FOR_NOTHING,
        help="help-analisis",
        names={"es": "análisis", "en": "analysis", "eu": "analisia"},
        where=CommandPlace.PRIVATE,
        known=True,
        is_listed=False,
    ),
    Command(
        "historial",
        history.historial,
        "command-historial",
        cost=Cost.OWN,
        wait=Wait.FOR_NOTHING,
        help="help-historial",
        names={"en": "history", "eu": "historiala"},
        where=CommandPlace.PRIVATE,
        known=True,
    ),
    Command(
        "ranking",
        history.ranking_of_chat,
        "command-ranking",
        cost=Cost.ANSWER,
        wait=Wait.FOR_NOTHING,
        help="help-ranking",
        where=CommandPlace.GROUP,
        names={"eu": "sailkapena"},
    ),
    Command(
        "verificar",
        history.verificar,
        "command-verificar",
        cost=Cost.ANSWER,
        wait=Wait.FOR_NOTHING,
        help="help-verificar",
        names={"en": "verify", "eu": "egiaztatu"},
        is_listed=False,
    ),
    Command(
        "salir",
        seated.salir,
        "command-salir",
        cost=Cost.ACT,
        help="help-salir",
        names={"en": "leave", "eu": "irten"},
        where=CommandPlace.TABLE,
        known=True,
    ),
    Command(
        "sustituir",
        seated.sustituir,
        "command-sustituir",
        cost=Cost.ACT,
        help="help-sustituir",
        names={"en": "substitute", "eu": "ordezkatu"},
        where=CommandPlace.TABLE,
        words=Arguments.NAME,
        known=True,
    ),
    Command(
        "terminar",
        seated.terminar,
        "command-terminar",
        cost=Cost.ACT,
        help="help-terminar",
        names={"en": "end", "eu": "amaitu"},
        where=CommandPlace.TABLE,
        known=True,
    ),
    Command(
        "idioma",
        playing.idioma,
        "command-idioma",
        cost=Cost.OWN,
        help="command-idioma",
        names={"en": "language", "eu": "hizkuntza"},
        words=Arguments.LANGUAGE,
        known=True,
    ),
    Command(
        "avisos",
        playing.avisos,
        "command-avisos",
        cost=Cost.OWN,
        wait=Wait.FOR_NOTHING,
        help="command-avisos",
        names={"en": "calls", "eu": "abisuak"},
        known=True,
        is_listed=False,
    ),
    Command(
        "privacidad",
        history.privacidad,
        "command-privacidad",
        cost=Cost.OWN,
        wait=Wait.FOR_NOTHING,
        help="help-privacidad",
        names={"en": "privacy", "eu": "pribatutasuna"},
        is_listed=False,
    ),
    Command(
        "borrar",
        history.borrar,
        "command-borrar",
        cost=Cost.OWN,
        help="help-borrar",
        names={"en": "forget", "eu": "ezabatu"},
        where=CommandPlace.PRIVATE,
        known=True,
        is_listed=False,
        lasts=True,
    ),
    Command(
        "ajustes",
        playing.ajustes,
        "command-ajustes",
        cost=Cost.ANSWER,
        wait=Wait.FOR_PLATFORM,
        help="help-ajustes",
        names={"en": "settings", "eu": "ezarpenak"},
    ),
    Command(
        "aprender",
        playing.aprender,
        "command-aprender",
        cost=Cost.OWN,
        wait=Wait.FOR_NOTHING,
        help="command-aprender",
        names={"en": "learn", "eu": "ikasi"},
        where=CommandPlace.PRIVATE,
        known=True,
        is_listed=False,
    ),
    Command(
        "glosario",
        playing.glosario,
        "command-glosario",
        cost=Cost.OWN,
        wait=Wait.FOR_NOTHING,
        help="command-glosario",
        names={"en": "glossary", "eu": "glosarioa"},
        words=Arguments.TERM,
        is_listed=False,
    ),
    Command(
        "ayuda",
        playing.ayuda,
        "command-ayuda",
        cost=Cost.OWN,
        wait=Wait.FOR_NOTHING,
        names={"en": "help", "eu": "laguntza"},
    ),
)
"""All commands, in the order of the help."""


class CommandRegistry:
    """Finds commands by all their names, runs them, and counts the outcomes."""

    def __init__(self, services: Services, tally: ChatTally, commands: Sequence[Command]) -> None:
        self._services = services
        self._commands = commands
        self._tally = tally
        self._called = {name: row for row in commands for name in row.every_name}

    def list_commands(self, language: str) -> list[tuple[Command, str, str]]:
        """Returns each command with its name and description in a language, in the order of the help.

        The operator's language is used for a language without texts.
        """
        texts = self._services.narrators.find_narrator(language).texts
        return [(row, row.name_in(texts.language), texts(row.about)) for row in self._commands]

    def chosen_language(self, person_or_chat: ChatId) -> str:
        """Returns the language chosen by a person or for a chat, or otherwise the default; "" if none."""
        narrators = self._services.narrators
        return narrators.chosen.get(person_or_chat) or narrators.chat_language(person_or_chat)

    def wait_condition(self, given: GivenCommand) -> Wait:
        """Returns the `Wait` of a command: whether the requests after it in its batch wait for it.

        It is FOR_NOTHING for an unknown one, FOR_PLATFORM to save or delete house rules, otherwise as its row
        says.
        """
        command = self._called.get(normalise(given.name))
        if command is None:
            return Wait.FOR_NOTHING
        keeps = command.words is Arguments.RULE_SET and verb(given.words) in (KEEP, DROP)
        return Wait.FOR_PLATFORM if keeps else command.wait

    def page(self, person: Person, listing: Listing) -> Post:
        """Returns the page that lists the commands, in a person's language."""
        return playing.commands_page(self._services.narrators.for_one(person), self._commands, listing)

    async def run_command(self, given: GivenCommand) -> None:
        """Runs a command, answers it and counts the outcome.

        Errors in EXPLAINED, such as a refusal or a failure of the store, are answered; any other error is
        counted as BROKEN and raised. In a group, an unknown name that may be meant for another bot is
        ignored. A private command first stores that the private chat is open.
        """
        services, person = self._services, given.person
        with self._tally.time_act(platform_of(given.chat), ActKind.COMMAND) as act:
            if given.private:
                services.opened.note(given.chat, YES)
            reached = person is not None and services.is_reachable(person.id)
            act.outcome = await self._run(CommandRequest(given, services, self._commands, reached))

    async def _run(self, request: CommandRequest) -> ActOutcome | None:
        """Runs a command, answers errors in EXPLAINED, and returns its outcome.

        Loads the tables of the chat and person first, and counts the command against its limit. A closed
        group is probed; if it stays closed, a command that posts a board is refused. A command that is too
        old gets a queued notice instead, and is REFUSED. A repeated delivery gets no answer. None for a word
        that is no command.
        """
        services, given = self._services, request.given
        try:
            await services.manager.tables.load_all(chat=request.chat, person=request.person.id)
            command = self._find_command(given.name, is_for_bot=given.private or given.named)
            if command is None:
                return None
            if self._is_stale(command, request):
                return ActOutcome.REFUSED
            _check(command, request)
            request.claim(command.cost)
            closed = services.courier.availability.is_closed(request.chat)
            seen = given.private or await services.courier.availability.can_reach(request.chat)
            request.probed = closed and seen and not given.private
            request.reached = request.reached or (not seen and services.shows_hand_to(request.person.id))
            if command.board and not seen:
                raise Refused("refused-chat-closed", chat=request.chat)
            await command.do(request)
            services.questions.answer(request.person.id, request.chat, command.name)
        except EXPLAINED as error:
            outcome = outcome_of(error)
            if outcome is not ActOutcome.REPEATED:  # the command was done before a crash
                request.refuse(services.with_missing_permissions(error, request.person))
            return outcome
        return ActOutcome.DONE

    def _is_stale(self, command: Command, request: CommandRequest) -> bool:
        """Returns whether a command was written too long ago; then queues a notice for its chat.

        False for commands for which no request waits (`Wait.FOR_NOTHING`), and if their row says that they
        last.
        """
        given, backlog = request.given, self._services.backlog
        if (
            command.lasts
            or self.wait_condition(given) is Wait.FOR_NOTHING
            or not backlog.is_stale(given.age_s)
        ):
            return False
        backlog.queue_notice(given.chat, request.person, given.age_s or 0.0, opens=command.do is seated.mus)
        return True

    def _find_command(self, name: str, *, is_for_bot: bool) -> Command | None:
        """Returns the command of a name, in any case and with or without accents; None if unknown.

        Raises Refused for an unknown name that was meant for the bot (`is_for_bot`), with a guess if
        possible. Otherwise raises it only for a name that closely resembles a command.
        """
        if (command := self._called.get(normalise(name))) is not None:
            return command
        meant = guess(name, self._called, MIN_LIKENESS if is_for_bot else ALIKE_IN_A_GROUP)
        if meant is not None:
            raise Refused("refused-unknown-command-guess", name=quote(name), guess=meant)
        if is_for_bot:
            raise Refused("refused-unknown-command", name=quote(name))
        return None


def _check(command: Command, request: CommandRequest) -> None:
    """Raises Refused if a command may not be given in this chat, or by an anonymous person.

    A command for private chats is allowed in a group if only the person sees the answer.
    """
    if request.given.person is None and command.known:
        raise Refused("refused-anonymous")
    if command.where is CommandPlace.GROUP and request.given.private:
        raise Refused("refused-not-here")
    if command.where is CommandPlace.PRIVATE and not request.is_private:
        raise Refused("refused-in-private")
