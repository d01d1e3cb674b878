"""The messages of every language, from the Fluent files in `locale/`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from math import log10
from typing import TYPE_CHECKING, Any, cast

from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import FluentType
from fluent.syntax.ast import Junk

from musbot import MusError
from musbot.words.conjunctions import CONJUNCTIONS
from musbot.words.declension import CASES

if TYPE_CHECKING:  # the command line must not import the rules
    from musbot.game.errors import Illegal

LANGUAGES = ("es", "en", "eu")
"""The languages with a folder in `locale/`. The first is the fallback for missing messages."""

PACKAGE = "musbot.words"
"""The package whose `locale/` holds musbot's own messages."""

Key = str
"""The name of a message, always written out in the source so that translators find it.

A key that depends on a value comes from a `Mapping[…, Key]`, with a row for every enum member.
"""

ILLEGAL: Mapping[str, Key] = {
    "already-said": "illegal-already-said",
    "card-twice": "illegal-card-twice",
    "exact-amount": "illegal-exact-amount",
    "false-sena": "illegal-false-sena",
    "sena-not-made-here": "illegal-sena-not-made-here",
    "look-at-whom": "illegal-look-at-whom",
    "no-deal-due": "illegal-no-deal-due",
    "no-juego": "illegal-no-juego",
    "no-pares": "illegal-no-pares",
    "no-sena-now": "illegal-no-sena-now",
    "no-senas": "illegal-no-senas",
    "no-stones": "illegal-no-stones",
    "no-visto": "illegal-no-visto",
    "no-visto-in-last": "illegal-no-visto-in-last",
    "no-visto-served": "illegal-no-visto-served",
    "no-wait": "illegal-no-wait",
    "not-in-pile": "illegal-not-in-pile",
    "not-now": "illegal-not-now",
    "not-your-card": "illegal-not-your-card",
    "not-your-turn": "illegal-not-your-turn",
    "nothing-asked": "illegal-nothing-asked",
    "one-card": "illegal-one-card",
    "out-of-lance": "illegal-out-of-lance",
    "sena-after-grande": "illegal-sena-after-grande",
    "sena-twice": "illegal-sena-twice",
    "visto-already": "illegal-visto-already",
    "wrong-amount": "illegal-wrong-amount",
    "wrong-cards": "illegal-wrong-cards",
    "wrong-deal": "illegal-wrong-deal",
    "wrong-number": "illegal-wrong-number",
}
"""The message for each reason why the game refuses a move."""

WORDS: Mapping[str, Key] = {
    "mus": "word-mus",
    "no mus": "word-no-mus",
    "mi compañero dirá": "word-consulta",
    "descarta": "word-descarta",
    "servido": "word-servido",
    "paso": "word-paso",
    "envido": "word-envido",
    "órdago": "word-ordago",
    "¡órdago!": "word-ordago-cried",
    "quiero": "word-quiero",
    "no quiero": "word-no-quiero",
    "queremos": "word-queremos",
    "no queremos": "word-no-queremos",
    "y yo": "word-y-yo",
    "más": "word-mas",
    "reenvido": "word-reenvido",
    "seña": "word-sena",
    "miro": "word-miro",
    "acepto": "word-acepto",
    "conforme": "word-conforme",
    "me doy por perdido": "word-perdido",
    "dos reyes": "sena-dos-reyes",
    "tres reyes": "sena-tres-reyes",
    "dos ases": "sena-dos-ases",
    "tres ases": "sena-tres-ases",
    "medias": "sena-medias",
    "duples": "sena-duples",
    "treinta y una": "sena-treinta-y-una",
    "treinta y una o treinta": "sena-treinta-o-una",
    "juego": "lance-juego",
    "treinta": "sena-treinta",
    "veintinueve": "sena-veintinueve",
    "ciego": "sena-ciego",
}
"""The message for each word of the game and each seña, by its spelling in an acta."""

CACHED_MESSAGES = 4096
"""Number of formatted messages that are cached, of all languages together."""
LARGE = 10**12
"""Numbers from here are shortened to a power of ten."""
MEANING_ATTRIBUTE = "\n    .meant ="
"""The start of the attribute in which a message explains its words of the game."""


class NoText(MusError):
    """Raised for an unknown language, and for a message that does not exist, cannot be read or lacks a
    parameter."""


def first_known_language(*wanted: str) -> str:
    """Returns the first of these languages that has texts, or the first of LANGUAGES. `es-MX` counts as
    `es`."""
    languages = (re.split("[-_]", code, maxsplit=1)[0].lower() for code in wanted)
    return next((language for language in languages if language in LANGUAGES), LANGUAGES[0])


class Texts:
    """The messages of one language, and the Spanish messages that it lacks.

    A message that both lack raises NoText, so no key is ever shown to a person.
    """

    def __init__(
        self,
        language: str = LANGUAGES[0],
        *,
        in_words: bool = False,
        with_meanings: bool = False,
        package: str = PACKAGE,
    ) -> None:
        """Loads the texts of a language. Raises NoText for an unknown language.

        `in_words`: cards are written without emoji.
        `with_meanings`: messages explain their words of the game (the attribute `.meant`), if the language
        borrows these words.
        `package`: a package whose own `locale/` is searched before musbot's; it needs a folder for this
        language and for Spanish.
        """
        if language not in LANGUAGES:
            raise NoText(f"{language!r}: expected one of {', '.join(LANGUAGES)}")
        self.language = language
        self.in_words = in_words
        self.packages = tuple(dict.fromkeys((package, PACKAGE)))
        languages = (language, LANGUAGES[0])
        self._bundles = tuple(_bundle(it, code) for code in languages for it in self.packages)
        self.with_meanings = with_meanings and _bundle(PACKAGE, language).has_meanings

    def __call__(self, key: Key, **facts: str | int | float) -> str:
        """Returns a message with its parameters filled in; whole numbers from LARGE on are shortened.

        A message that the language lacks is returned in Spanish. Raises NoText if Spanish lacks it too,
        without a parameter that it needs, or if it cannot be read.
        """
        return _format(self._bundles, self.with_meanings, key, tuple(facts), *facts.values())

    def join_names(self, names: Sequence[str], *, either: bool = False) -> str:
        """Returns a list in words: "Ane, Beñat y Dani", with "o" for `either`; "" without names."""
        if len(names) < 2:
            return "".join(names)
        return self("list-either" if either else "list-last", before=", ".join(names[:-1]), last=names[-1])

    def word(self, written: str) -> str:
        """Returns a word of the game or a seña in this language, given its spelling in an acta: "5 más".

        A number or cards before or after the word are kept in the message. An unknown word is returned
        unchanged.
        """
        first, _, rest = written.partition(" ")
        for word, n in ((written, "none"), (rest, first), (first, rest)):
            if word in WORDS:
                return self(WORDS[word], n=n)
        return written

    def illegal_text(self, error: Illegal, names: Sequence[str]) -> str:
        """Returns the reason why a move is refused; `names` are the players' names by seat.

        Raises KeyError for a reason without a message.
        """
        facts: dict[str, str | int] = {"turn": "", "turn-count": 0, "most": 0}
        for key, value in error.facts.items():
            if isinstance(value, tuple):
                facts[key] = self.join_names(
                    [names[v] if isinstance(v, int) else self.word(v) for v in value]
                )
                facts[f"{key}-count"] = len(value)
            else:
                facts[key] = self.word(value) if isinstance(value, str) else value
        return self(ILLEGAL[error.reason], rule=error.rule, **facts)


def _shorten_number(number: int) -> int | str:
    """Returns a number. From `LARGE` on, and from -LARGE down, it is its first digits and a power of ten:
    "1230·10^42".

    Bets have no limit (R31).
    """
    if abs(number) < LARGE:
        return number
    digits = int(number.bit_length() * log10(2)) - 3
    return f"{number // 10**digits}·10^{digits}"


class _Messages:
    """The messages of a package in a language.

    Each is parsed on first use: parsing all takes half a second.
    """

    def __init__(self, package: str, language: str) -> None:
        """Reads the messages of a package in a language, without parsing them.

        Raises FileNotFoundError if the package has no folder for the language.
        """
        functions = {**CASES, **CONJUNCTIONS}
        cases = cast("dict[str, Callable[[Any], FluentType]]", functions)  # Fluent also passes strings
        self.language = language
        self._bundle = FluentBundle([language], functions=cases, use_isolating=False)
        self._written = {
            key: whole
            for file in files(package).joinpath("locale", language).iterdir()
            for whole, key in _ENTRY.findall(file.read_text("utf-8"))
        }
        self._parsed: set[str] = set()
        self.has_meanings = any(MEANING_ATTRIBUTE in whole for whole in self._written.values())

    def has_message(self, key: Key) -> bool:
        """Returns whether this package has a message in exactly this language."""
        return key in self._written

    def format_message(self, key: Key, facts: dict[str, str | int | float], *, meant: bool) -> str:
        """Returns a message with its parameters; `meant` takes the attribute with meanings, if there is one.

        The message must exist (`has_message`). Raises NoText for a syntax error, and without a value. Raises
        it for an error of the formatting, such as a missing parameter.
        """
        self._parse(key)
        message = self._bundle.get_message(key)
        pattern = message.attributes.get("meant", message.value) if meant else message.value
        if pattern is None:
            raise NoText(f"{key} is not in locale/{self.language}")
        text, errors = self._bundle.format_pattern(pattern, facts)
        if errors:
            raise NoText(f"{key} in locale/{self.language}: {errors[0]}") from errors[0]
        return str(text)

    def _parse(self, key: Key) -> None:
        """Parses a message and the messages that it refers to, once; no effect if this package lacks it.

        Raises NoText for a syntax error, at the first call.
        """
        if key in self._parsed or not self.has_message(key):
            return
        self._parsed.add(key)
        resource = FluentResource(self._written[key])
        if junk := [entry for entry in resource.body if isinstance(entry, Junk)]:
            raise NoText(f"{key} in locale/{self.language}: {junk[0].annotations[0].message}")
        self._bundle.add_resource(resource)
        for named in _REFERENCE.findall(self._written[key]):
            self._parse(named)


_ENTRY = re.compile(r"^(([a-zA-Z][\w-]*) *=.*(?:\n(?![a-zA-Z#-]).*)*)", re.MULTILINE)
_REFERENCE = re.compile(r"\{ *([a-zA-Z][\w-]*) *\}")

_bundle = cache(_Messages)


@lru_cache(CACHED_MESSAGES, typed=True)
def _format(
    bundles: tuple[_Messages, ...],
    meant: bool,  # noqa: FBT001 - part of the cache's key
    key: Key,
    names: tuple[str, ...],
    *values: str | int | float,
) -> str:
    """Formats a message of the first of these bundles that has it. Raises NoText as `Texts.__call__` does."""
    bundle = next((bundle for bundle in bundles if bundle.has_message(key)), None)
    if bundle is None:
        raise NoText(f"{key} is not in locale/{bundles[0].language}")
    facts = zip(names, values, strict=True)
    shown = {name: _shorten_number(fact) if isinstance(fact, int) else fact for name, fact in facts}
    return bundle.format_message(key, shown, meant=meant)
