"""The fake as tests use it: one object with the platform, its people and its books."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from tests.fakes.running import Running

from .access import Access
from .api import Methods
from .errors import ApiError
from .faults import Fault, Faults, Trouble
from .flood import Flood, Limits
from .journal import Journal, Sent
from .messages import Messages
from .people import People
from .server import Server
from .spec import load_spec
from .updates import Updates
from .world import World

TOKEN = "123456789:" + "fake" * 8 + "fak"
_GARBAGE = "<html><body><h1>Bad Gateway</h1></body></html>"


class FakeTelegram(People, Running):
    """A Bot API server on 127.0.0.1 for one bot, stricter than the real one; see the package for its parts.

    `privacy` is the bot's privacy mode, `flood` whether 429 is answered (it counts either way), `clock` gives
    the time of messages, limits and lifetimes.
    """

    server: Server

    def __init__(
        self,
        *,
        token: str = TOKEN,
        username: str = "mus_fake_bot",
        name: str = "Mus",
        privacy: bool = True,
        flood: bool = True,
        limits: Limits | None = None,
        clock: Callable[[], float] = time.time,
        query_lifetime_s: float = 15.0,
    ) -> None:
        bot: dict[str, Any] = {"id": int(token.split(":")[0]), "is_bot": True, "first_name": name}
        bot |= {"username": username, "can_join_groups": True, "can_read_all_group_messages": not privacy}
        bot |= {"supports_inline_queries": False, "can_connect_to_business": False, "has_main_web_app": False}
        journal, faults, updates = Journal(clock), Faults(), Updates(clock)
        super().__init__(World(clock, bot), updates, journal, privacy=privacy)
        self.token = token
        self.faults = faults
        self.flood = Flood(clock, limits or Limits(), on=flood)
        messages = Messages(self.world, Access(self.world), self.flood, journal)
        methods = Methods(self.world, messages, updates, journal, query_lifetime_s=query_lifetime_s)
        self.server = Server(token, self.world, methods, updates, journal, faults, load_spec())

    # the server

    @property
    def url(self) -> str:
        """Where the API is: what a bot's setting names, without "/bot"."""
        return f"http://127.0.0.1:{self.server.port}"

    @property
    def base_url(self) -> str:
        """The `base_url` of python-telegram-bot."""
        return f"{self.url}/bot"

    def _delivered(self) -> bool:
        return not self.updates.unfetched()

    # troubles

    def refuse(
        self,
        method: str,
        code: int,
        description: str,
        *,
        times: int | None = 1,
        chat: int | None = None,
        **parameters: int,
    ) -> None:
        """Answers the next calls of a method ("*" is any but getUpdates) with an error, and does nothing.

        Only in one chat, if it is named: of two that are busy either may ask first.
        """
        error = ApiError(code, description, **parameters)
        self.faults.add(Fault(method, Trouble.REFUSE, times, error=error, chat=chat))

    def lose_request(self, method: str, times: int | None = 1) -> None:
        """Cuts the connection before anything is done."""
        self.faults.add(Fault(method, Trouble.LOSE_REQUEST, times))

    def lose_reply(self, method: str, times: int | None = 1) -> None:
        """Cuts the connection when it has been done: the bot cannot know."""
        self.faults.add(Fault(method, Trouble.LOSE_REPLY, times))

    def slow(self, method: str, seconds: float, times: int | None = None) -> None:
        """Makes a method take its time, for good unless `times` says otherwise."""
        self.faults.add(Fault(method, Trouble.SLOW, times, seconds=seconds))

    def hold(self, method: str) -> asyncio.Event:
        """Keeps the next call of a method waiting until what is returned is set."""
        fault = Fault(method, Trouble.HOLD, 1)
        self.faults.add(fault)
        return fault.free

    def garble(
        self,
        method: str,
        times: int | None = 1,
        *,
        status: int = 502,
        body: str = _GARBAGE,
        headers: dict[str, str] | None = None,
    ) -> None:
        """Answers something that is not JSON, as a proxy on the way does, and does nothing."""
        fault = Fault(method, Trouble.GARBLE, times, status=status, body=body, headers=headers or {})
        self.faults.add(fault)

    # the books

    @property
    def violations(self) -> list[str]:
        """What the bot sent that it should not have: against the specification, or in a wrong form."""
        return self.journal.violations

    @property
    def sent(self) -> list[Sent]:
        """Everything the bot ever asked for, polls aside, with who could see it and what it was answered."""
        return self.journal.sent

    @property
    def refused(self) -> list[Sent]:
        """What of it was answered with an error."""
        return self.journal.refused

    def mark(self) -> None:
        """Starts counting anew."""
        self.journal.mark()

    def count(self) -> Counter[str]:
        """Returns the requests since the mark, by kind (see Journal.count) and by method."""
        return self.journal.count()

    def max_in_any_minute(self, chat: int) -> int:
        """Returns the most sends and edits that were tried in a chat within any 60 seconds."""
        return self.flood.max_in_any_minute(chat)

    def viewers(self, entry: Sent) -> set[int]:
        """Returns who could see what a request did: one, all who were ever in a group, or everybody."""
        if not entry.done:
            return set()
        if entry.viewer is not None:
            return {entry.viewer}
        chat = self.world.chats.get(entry.chat or 0)
        return set(chat.readers if chat else self.world.people)

    def reached(self, person: int) -> list[Sent]:
        """Returns the requests whose effect a person could see."""
        return [entry for entry in self.sent if person in self.viewers(entry)]

    def seen_by(self, person: int) -> list[str]:
        """Returns every text that ever reached a person: captions, alerts, labels and their data too."""
        return [word for entry in self.reached(person) for word in entry.words()]

    def group_payloads(self, chat: int) -> list[dict[str, Any]]:
        """Returns everything the bot showed to all in a chat, edits included."""
        return [entry.payload for entry in self.journal.to_chat(chat)]

    def transcript(self, chat: int | None = None, *, viewer: int | None = None) -> str:
        """Returns the story of a chat, or of all, to be read aloud.

        It tells everybody's private lines too, marked as theirs; with a `viewer`, only that person's.
        """
        lines = [
            line
            for line in self.journal.story
            if chat in (None, line.chat) and (viewer is None or line.viewer in (None, viewer))
        ]
        told, where = [], None
        for line in lines:
            if line.chat != where:
                told.append(f"— {self.world.chats[line.chat].title}")
                where = line.chat
            told.append(f"  {line.text}" if line.viewer is None else f"    ({line.text})")
        return "\n".join(told)
