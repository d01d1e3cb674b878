"""Words of the game typed in a chat, as people write them; other messages are ignored."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from musbot.game.actions import GESTURES, Action, Voz
from musbot.game.cards import BadCard
from musbot.game.errors import LongNumber
from musbot.game.lances import Lance
from musbot.game.voces import UnknownWord, fold_text, read_voz
from musbot.port.spoken import ALSO, EVERYWHERE, LANCES, NUMBERS, PHRASES, SPELT, TALK_IN_SPANISH
from musbot.words.guess import guess
from musbot.words.texts import LANGUAGES

MOST_CHARACTERS = 40
"""The maximum length of a message that is read as a word of the game."""
_NOT_TYPED = (Voz.DESCARTA, *GESTURES)
"""Cards are never named in a group, and señas are not words."""
_INCOMPLETE = (fold_text(Voz.MAS), fold_text(Voz.ACEPTO))
"""Words that mean nothing without a number."""
_SPOKEN = tuple(fold_text(voz.value) for voz in Voz if voz not in _NOT_TYPED)
_SLIP = 0.75
"""Least likeness (`guess.MIN_LIKENESS`) of a slip to a known word. Words of two letters are never slips."""
_MOST_WORDS = 4
_MOST_NUMBER_WORDS = 3
_HYPHEN = re.compile(r"(?<=[a-z])[-'’](?=[a-z])")


class TypedWord(NamedTuple):
    """An action that a message may mean."""

    action: Action
    """The action that the message means."""
    lance: Lance | None = None
    """The lance that the message names; the action counts in that lance only."""


def read_typed(text: str, languages: Collection[str] = LANGUAGES) -> tuple[TypedWord, ...]:
    """Returns the actions that a message may mean if it is exactly a game word, otherwise ().

    The first lawful one counts: an envido may also mean `más`. Case, accents, hyphens, and full stops or
    exclamation marks around it are ignored. Forms common to all languages are always read. Forms of one
    language are read only if it is among `languages`, which are spoken in the chat (R36). Discards, señas,
    looks and messages of more than MOST_CHARACTERS are never read; `yes` and `no` are not read with Spanish.
    """
    if len(text) > MOST_CHARACTERS:
        return ()
    words = " ".join(_HYPHEN.sub(" ", fold_text(text).strip(" .!¡")).split())
    if words in TALK_IN_SPANISH and "es" in languages:
        return ()
    words, lance = _without_lance(words, languages)
    plain = _plain_words(words, languages)
    try:
        action = read_voz(plain)
    except (UnknownWord, LongNumber, BadCard):
        return ()
    if action.voz in _NOT_TYPED or plain in _INCOMPLETE:
        return ()
    if action.voz is Voz.ENVIDO:  # after a bet, an envido raises it
        return (TypedWord(action, lance), TypedWord(Action(Voz.MAS, action.n), lance))
    return (TypedWord(action, lance),)


def read_slip(text: str, languages: Collection[str] = LANGUAGES) -> tuple[TypedWord, ...]:
    """Returns the actions to ask about for a mistyped word, or for one of a language not spoken here.

    () if a word resembles no game word, or if `read_typed` reads the message. () also if it has "?" or "/" or
    more than MOST_CHARACTERS. A mistyped message has at most _MOST_WORDS words.
    """
    if "?" in text or "/" in text or len(text) > MOST_CHARACTERS or read_typed(text, languages):
        return ()
    if foreign := read_typed(text):
        return foreign
    words = fold_text(text).strip(" .!¡").split()
    if len(words) > _MOST_WORDS:
        return ()
    known = _known_words(languages)
    meant = [_nearest_word(word, known) for word in words]
    return read_typed(" ".join(meant), languages) if all(meant) else ()


def read_refusal(text: str, languages: Collection[str] = LANGUAGES) -> tuple[TypedWord, ...]:
    """Returns `no quiero` for a message that says `paso`, as some refuse a bet; () for other messages."""
    said = read_typed(text, languages)
    return tuple(TypedWord(Action(Voz.NO_QUIERO), it.lance) for it in said if it.action.voz is Voz.PASO)


def _nearest_word(word: str, known: Collection[str]) -> str:
    """Returns the known word most like a folded word; a number or a known word unchanged.

    "" if no word resembles it, and for an unknown word of one or two letters.
    """
    if word in known or word.isdecimal():
        return word
    return (guess(word, known, _SLIP) or "") if len(word) > 2 else ""


def _known_words(languages: Collection[str]) -> frozenset[str]:
    """Returns the single words of the game words and of the forms in SPELT, ALSO and NUMBERS, folded.

    Forms count if they are common, or of one of `languages`.
    """
    tables = (SPELT, ALSO, NUMBERS)
    forms = (form for table in tables for key in _tables_here(languages) for form in table.get(key, ()))
    return frozenset(word for form in (*_SPOKEN, *forms) for word in form.split())


def _tables_here(languages: Collection[str]) -> Iterator[str]:
    """Yields the keys of the forms that count in a chat, EVERYWHERE first."""
    yield EVERYWHERE
    yield from (language for language in LANGUAGES if language in languages)


def _without_lance(said: str, languages: Collection[str]) -> tuple[str, Lance | None]:
    """Returns a folded message without the lance that it names at its end, and that lance.

    Without one, returns the message unchanged and None.
    """
    for key in _tables_here(languages):
        found = re.fullmatch(LANCES[key][0], said) if key in LANCES else None
        if found is not None and (lance := LANCES[key][1].get(found[2])) is not None:
            return found[1], lance
    return said, None


def _plain_words(said: str, languages: Collection[str]) -> str:
    """Returns a folded message in the words that an acta uses ("envido 5").

    Forms of the chat's languages are replaced, numbers become digits, unknown words stay.
    """
    here = tuple(_tables_here(languages))
    also = {form: words for key in here for form, words in ALSO.get(key, {}).items()}
    spelt = {form: word for key in here for form, word in SPELT.get(key, {}).items()}
    words = " ".join(spelt.get(word, word) for word in also.get(said, said).split())
    words = _in_digits(also.get(words, words), here)
    for pattern, meaning in (phrase for key in here for phrase in PHRASES.get(key, ())):
        if (found := re.fullmatch(pattern, words)) is not None:
            return found.expand(meaning)
    return also.get(words, words)


def _in_digits(said: str, here: Collection[str]) -> str:
    """Returns a message with its numbers in digits: "envido treinta y cinco" becomes "envido 35"."""
    words, found, start = said.split(), [], 0
    while start < len(words):
        for end in range(min(len(words), start + _MOST_NUMBER_WORDS), start, -1):
            if (number := _number(" ".join(words[start:end]), here)) is not None:
                found.append(str(number))
                start = end
                break
        else:
            found.append(words[start])
            start += 1
    return " ".join(found)


def _number(words: str, here: Collection[str]) -> int | None:
    """Returns the number that words mean in one of the languages; None for other words."""
    return next((NUMBERS[key][words] for key in here if key in NUMBERS and words in NUMBERS[key]), None)
