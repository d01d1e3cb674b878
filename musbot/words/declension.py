"""Basque case endings for names, used in messages: `{ NORK($name) }` gives "Anek", "Jonek", "Xabierrek".

A name is declined without an article. After a consonant the ending has its longer form, and a final r is
doubled (Euskaltzaindia, Euskal Gramatika. Lehen Urratsak I, the tables of proper names). Digits are
declined by their pronunciation: "Ane7k", "Ane10ek".
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping

_VOWELS = frozenset("aeiouywæœøı")
"""Vowels of the Latin script. A final y or w ends a diphthong ("Sydneyn")."""
_OTHER_VOWELS = {"CYRILLIC": frozenset("аеёиоуыэюяіє"), "GREEK": frozenset("αεηιουω")}
"""Vowels of the other supported scripts."""
_DIGITS = re.compile(r"[0-9]+$")


def nork(name: str) -> str:
    """Returns the ergative, the subject of a transitive verb: "Anek", "Jonek"."""
    return _decline(name, "k", "ek")


def nori(name: str) -> str:
    """Returns the dative, "to Ane": "Aneri", "Joni"."""
    return _decline(name, "ri", "i")


def noren(name: str) -> str:
    """Returns the possessive genitive, "Ane's": "Aneren", "Jonen"."""
    return _decline(name, "ren", "en")


def norena(name: str) -> str:
    """Returns the singular possessive pronoun, "the one of Ane": "Anerena", "Jonena"."""
    return _decline(name, "rena", "ena")


def norenak(name: str) -> str:
    """Returns the plural possessive pronoun, "the ones of Ane": "Anerenak", "Jonenak"."""
    return _decline(name, "renak", "enak")


def norentzat(name: str) -> str:
    """Returns the benefactive, "for Ane": "Anerentzat", "Jonentzat"."""
    return _decline(name, "rentzat", "entzat")


def nora(noun: str) -> str:
    """Returns the allative of a noun with its article, "to grande": "handia" gives "handira".

    A plural noun such as "pareak" gives "pareetara".
    """
    if noun.endswith("ak"):
        return f"{noun[:-2]}etara"
    return f"{noun.removesuffix('a')}ra"


CASES: Mapping[str, Callable[[str], str]] = {
    "NORK": nork,
    "NORI": nori,
    "NOREN": noren,
    "NORENA": norena,
    "NORENAK": norenak,
    "NORENTZAT": norentzat,
    "NORA": nora,
}
"""The functions that messages can call, by the Basque names of the cases."""


def _decline(name: str, after_vowel: str, after_consonant: str) -> str:
    """Returns a name with an ending after its last letter or digit: "Anek 🤖".

    A hyphen precedes the ending if the name has no letter or digit, or its last letter is not Latin.
    """
    end = _find_end(name)
    stem, rest = name[:end], name[end:]
    if not stem:
        return f"{name}-{after_consonant}"
    digits = _DIGITS.search(stem)
    if digits is not None:
        return f"{stem}{after_vowel if _is_vowel_read(digits[0]) else after_consonant}{rest}"
    script, letter = _last_sign(stem)
    if script != "LATIN":
        vowel = letter in _OTHER_VOWELS.get(script, ())
        return f"{stem}-{after_vowel if vowel else after_consonant}{rest}"
    if letter in _VOWELS:
        return f"{stem}{after_vowel}{rest}"
    before = _last_sign(stem[:-1])[1] if len(stem) > 1 else ""
    doubled = stem[-1] if letter == "r" and before in _VOWELS else ""
    return f"{stem}{doubled}{after_consonant}{rest}"


def _find_end(name: str) -> int:
    """Returns the index after a name's last letter or digit and its combining accents; 0 without letters and
    digits."""
    end = next((at + 1 for at in reversed(range(len(name))) if name[at].isalnum()), 0)
    while 0 < end < len(name) and unicodedata.category(name[end]) in ("Mn", "Mc"):
        end += 1
    return end


def _last_sign(stem: str) -> tuple[str, str]:
    """Returns the script ("LATIN", "GREEK" …) and the plain lower-case form of the last letter or digit.

    The result is ("", "") if the text has no letter or digit.
    """
    last = next((char for char in reversed(stem) if char.isalnum()), "")
    if not last:
        return "", ""
    plain = unicodedata.normalize("NFKD", last)[0].lower()
    return unicodedata.name(plain, "").partition(" ")[0], plain


def _is_vowel_read(digits: str) -> bool:
    """Returns whether a number's Basque name ends in a vowel: 3 (hiru), 11 (hamaika); not 1 (bat), 10
    (hamar)."""
    number = int(digits[-6:])
    if not number % 100:
        return not number % 1000  # zero, mila and milioi end in a vowel, ehun does not
    return number % 20 not in (1, 5, 10, 15)
