"""The examination of a configured platform by `musbot doctor`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from musbot.game.errors import MusError
from musbot.words.texts import Texts


class NoResponse(MusError):
    """An address does not answer; the message names the address without its token."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A line of the report: a good state, or a fault and its remedy."""

    text: str
    """The line in the reader's language."""
    wrong: bool = False
    """Whether it is a fault."""


@dataclass(frozen=True, slots=True)
class Response:
    """The answer to a request."""

    status: int
    """The HTTP status."""
    body: object
    """The decoded JSON body; None if it is not JSON."""


class Fetch(Protocol):
    """A function that requests an address."""

    async def __call__(self, url: str, headers: Mapping[str, str] | None = None) -> Response:
        """Requests a URL with GET and returns the answer, of any HTTP status.

        Raises NoResponse if no answer arrives, and BadSetting for an invalid proxy.
        """


@runtime_checkable
class ExaminedAdapter(Protocol):
    """An Adapter that can check its own settings; other adapters are not examined."""

    async def examine(self, fetch: Fetch, texts: Texts) -> Sequence[Finding]:
        """Returns its findings, good and bad.

        Raises NoResponse if a server does not answer, and BadSetting for an invalid proxy.
        """
