"""Basque endings for any name, as messages ask for them: `{ NORK($name) }` is "Anek", "Jonek", "Xabierrek".

A name is declined without article: an ending follows a vowel as it is and a consonant in its longer form,
and a final r is doubled before it (Euskaltzaindia, Euskal Gramatika. Lehen Urratsak I, the tables of proper
names). Digits are declined as they are read: "Ane7k", "Ane10ek".
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping

_VOWELS = frozenset("aeiouywæœøı")
"""Of the Latin script; a final y or w is the end of a diphthong ("Sydneyn")."""
_READ = {"CYRILLIC": frozenset("аеёиоуыэюяіє"), "GREEK": frozenset("αεηιουω")}
"""Vowels of the other scripts that are read here."""
_DIGITS = re.compile(r"[0-9]+$")


def nork(name: str) -> str:
    """Returns who does something: "Anek", "Jonek"."""
    return _ended(name, "k", "ek")


def nori(name: str) -> str:
    """Returns to whom something is done: "Aneri", "Joni"."""
    return _ended(name, "ri", "i")


def noren(name: str) -> str:
    """Returns whose something is: "Aneren", "Jonen"."""
    return _ended(name, "ren", "en")


def norena(name: str) -> str:
    """Returns that one thing is somebody's: "Anerena", "Jonena"."""
    return _ended(name, "rena", "ena")


def norenak(name: str) -> str:
    """Returns that several things are somebody's: "Anerenak", "Jonenak"."""
    return _ended(name, "renak", "enak")


def norentzat(name: str) -> str:
    """Returns for whom something is: "Anerentzat", "Jonentzat"."""
    return _ended(name, "rentzat", "entzat")


def nora(noun: str) -> str:
    """Returns to what: "handira", "pareetara"; of a noun with its article."""
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
"""What messages call them: the cases by the names that Basque grammar gives them."""


def _ended(name: str, after_vowel: str, after_consonant: str) -> str:
    """A name with an ending, before what stands behind its last letter or digit: "Anek 🤖"."""
    end = _end(name)
    stem, rest = name[:end], name[end:]
    if not stem:
        return f"{name}-{after_consonant}"
    digits = _DIGITS.search(stem)
    if digits is not None:
        return f"{stem}{after_vowel if _is_vowel_read(digits[0]) else after_consonant}{rest}"
    script, letter = _letter(stem)
    if script != "LATIN":
        vowel = letter in _READ.get(script, ())
        return f"{stem}-{after_vowel if vowel else after_consonant}{rest}"
    if letter in _VOWELS:
        return f"{stem}{after_vowel}{rest}"
    before = _letter(stem[:-1])[1] if len(stem) > 1 else ""
    doubled = stem[-1] if letter == "r" and before in _VOWELS else ""
    return f"{stem}{doubled}{after_consonant}{rest}"


def _end(name: str) -> int:
    """Where the last letter or digit ends, with the accents that are written behind it."""
    end = next((at + 1 for at in reversed(range(len(name))) if name[at].isalnum()), 0)
    while 0 < end < len(name) and unicodedata.category(name[end]) in ("Mn", "Mc"):
        end += 1
    return end


def _letter(stem: str) -> tuple[str, str]:
    """The script and the plain small form of the last letter."""
    last = next((char for char in reversed(stem) if char.isalnum()), "")
    if not last:
        return "", ""
    plain = unicodedata.normalize("NFKD", last)[0].lower()
    return unicodedata.name(plain, "").partition(" ")[0], plain


def _is_vowel_read(digits: str) -> bool:
    """Whether a number ends in a vowel as it is read: 3 (hiru), 11 (hamaika), not 1 (bat), 10 (hamar)."""
    number = int(digits[-6:])
    if not number % 100:
        return not number % 1000  # zero, mila, milioi; but ehun
    return number % 20 not in (1, 5, 10, 15)
