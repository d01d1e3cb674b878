"""The door's presses and commands with a boundary: an unexpected error is logged, and the person told."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress

from musbot.narrator.post import Form, Post, WordsForm
from musbot.port.boundary import contain_errors
from musbot.port.command import TYPED, GivenCommand, Manners, TypedText
from musbot.port.door import PressedMessage
from musbot.port.messenger import Result
from musbot.port.replies import Reply
from musbot.port.typed import read_typed
from musbot.service.chat.answers import Answers
from musbot.service.chat.attempts import TABLE, Boundary
from musbot.service.chat.presses import Presses
from musbot.service.commands.context import ANSWER_LASTS_S, Services
from musbot.service.commands.registry import CommandRegistry
from musbot.table.acts import BadPayload, read_payload
from musbot.table.events import NO_MESSAGE, ChatId, MessageId, Person, read_person_id

FAILED = "⚠️"
"""The reply to an act if not even an apology can be made."""


class GuardedPresses:
    """Presses behind a boundary."""

    def __init__(self, presses: Presses, services: Services, answers: Answers) -> None:
        self._presses = presses
        self._services = services
        self._answers = answers
        self._boundary = Boundary(services)

    async def press(
        self,
        person: Person,
        chat: ChatId,
        data: str,
        *,
        key: str,
        message: MessageId = NO_MESSAGE,
        alone: bool = False,
    ) -> Reply:
        """Presses a button and returns the reply.

        The reply may explain a refusal. After an unexpected error it apologises, or says that the act is
        already done if it is stored. `alone` says that only the presser sees it. Raises only a requested
        cancellation, or an error that is no Exception.
        """
        press = self._presses.press(person, chat, data, key=key, message=message, alone=alone)
        return await self._boundary.attempt(
            key,
            (_place(data, chat), "a press"),
            press,
            lambda stored: _reply(self._answers, person, chat, stored=stored),
        )

    async def form(self, person: Person, data: str) -> Form | WordsForm | None:
        """Returns the form that a button opens; None for other and outdated buttons, and after an error."""
        where = _place(data, person.id), "a form"
        return await self._boundary.attempt("", where, self._presses.form(person, data), lambda _: None)

    async def fill_form(self, person: Person, chat: ChatId, data: str, typed: str, *, key: str) -> Reply:
        """Handles a filled form and returns the reply.

        The reply may explain a refusal. After an unexpected error it apologises, or says that the act is
        already done if it is stored. Raises only a requested cancellation, or an error that is no Exception.
        """
        filled = self._presses.fill_form(person, chat, data, typed, key=key)
        return await self._boundary.attempt(
            key,
            (_place(data, chat), "a form"),
            filled,
            lambda stored: _reply(self._answers, person, chat, stored=stored),
        )

    async def apply_text(self, typed: TypedText) -> bool:
        """Handles a typed text as `TypedWords.apply_text` does, and returns its result.

        After an unexpected error returns whether the word is stored; if not, an apology may be queued. Raises
        only a requested cancellation, or an error that is no Exception.
        """
        return await self._boundary.attempt(
            typed.key,
            (typed.chat, "a typed word"),
            self._presses.words.apply_text(typed),
            lambda stored: stored or self._word_failed(typed),
        )

    async def say(
        self,
        person: Person,
        chat: ChatId,
        text: str,
        *,
        key: str,
        message: MessageId = NO_MESSAGE,
        age_s: float | None = None,
        manners: Manners = TYPED,
    ) -> bool:
        """Handles a typed text as `apply_text` does; deprecated."""
        typed = TypedText(text, person, chat, key=key, message=message, age_s=age_s, manners=manners)
        return await self.apply_text(typed)

    def hold_message(self, person: Person, chat: ChatId, message: MessageId) -> PressedMessage:
        """Blocks a pressed message in the send queue, until the returned handle's `release`.

        After an error, which is reported, it returns a handle without effect.
        """
        with contain_errors(f"{chat}: a pressed message"):
            return self._presses.hold_message(person, chat, message)
        return _NotHeld()

    def count_answer(self, platform: str, result: Result, seconds: float) -> None:
        """Counts the result of answering a press or command, and its duration; errors are reported."""
        with contain_errors("an answer is counted"):
            self._presses.count_answer(platform, result, seconds)

    def _word_failed(self, typed: TypedText) -> bool:
        """Queues a silent apology for a failed text if it is a game word in any language; returns False.

        Beyond the person's limit it queues none. Errors are reported, not raised.
        """
        chat, person = typed.chat, typed.person
        with contain_errors(f"{chat}: an apology"):
            if any(True for _ in read_typed(typed.text)) and self._services.answers.take(person.id, chat):
                sorry = Post(
                    "", _reply(self._answers, person, chat).text, silent=True, reply_to=typed.message
                )
                self._services.courier.posts.post(chat, sorry, lasts_s=ANSWER_LASTS_S)
        return False


class GuardedCommands:
    """Commands behind a boundary."""

    def __init__(self, registry: CommandRegistry, services: Services, answers: Answers) -> None:
        self._registry = registry
        self._services = services
        self._answers = answers
        self._boundary = Boundary(services)
        self.list_commands = registry.list_commands
        self.chosen_language = registry.chosen_language

    async def run_command(self, given: GivenCommand) -> None:
        """Runs a command; an unexpected error is reported, and the person gets an apology.

        If the command is stored, they read that it was done, on platforms that expect a reply. Elsewhere the
        apology has a limit. Raises only a requested cancellation, or an error that is no Exception.
        """
        where = given.chat, "a command"
        giving = self._registry.run_command(given)
        await self._boundary.attempt(
            given.key, where, giving, lambda stored: self._answer_failure(given, stored=stored)
        )

    def _answer_failure(self, given: GivenCommand, *, stored: bool) -> None:
        """Answers a failed command: with an apology, or, if it is stored, that it was already done.

        Platforms that expect a reply get it through `given.answer`. Elsewhere only the apology is queued,
        within the person's limit. An error is reported.
        """
        person = given.person or Person(read_person_id(f"{given.chat}#anonymous"), "?")
        with contain_errors(f"{given.chat}: an apology"):
            if given.answer is not None:
                given.answer(_reply(self._answers, person, given.chat, stored=stored))
            elif not stored and self._services.answers.take(person.id, given.chat):
                reply_to = NO_MESSAGE if given.private else given.message
                sorry = Post(
                    "", _reply(self._answers, person, given.chat).text, silent=True, reply_to=reply_to
                )
                self._services.courier.posts.post(given.chat, sorry, lasts_s=ANSWER_LASTS_S)


class _NotHeld:
    """A pressed message that could not be taken out of the send queue."""

    async def update(self, change: Callable[[Post], Awaitable[None]]) -> bool:
        """Returns False: the send queue updates the message."""
        return False

    def release(self) -> None:
        """Does nothing."""


def _reply(answers: Answers, person: Person, chat: ChatId, *, stored: bool = False) -> Reply:
    """Returns an apology, or for a stored act the reply to a repeated one; FAILED if that fails too."""
    with contain_errors(f"{person.id}: an apology"):
        return answers.acknowledgement(person) if stored else answers.apology(person, chat)
    return Reply(FAILED)


def _place(data: str, chat: ChatId) -> str:
    """Returns "table ID" for a button that names a table; otherwise the chat's id.

    Unexpected errors are reported.
    """
    with contain_errors(f"{chat}: a button's table"), suppress(BadPayload):  # the act refuses this
        return TABLE + read_payload(data).table
    return chat
