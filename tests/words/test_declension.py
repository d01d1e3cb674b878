"""Basque sentences come out right whatever somebody calls themselves."""

from __future__ import annotations

import pytest

from musbot.words.declension import CASES, nora, norentzat, nori, nork
from musbot.words.texts import Texts


@pytest.mark.parametrize(
    ("name", "who", "to_whom"),
    [
        # vowels, that of the article too: a name is declined without one
        ("Ane", "Anek", "Aneri"),
        ("Ainhoa", "Ainhoak", "Ainhoari"),
        ("Iñaki", "Iñakik", "Iñakiri"),
        ("José", "Josék", "Joséri"),
        ("Unai", "Unaik", "Unairi"),
        ("Sidney", "Sidneyk", "Sidneyri"),
        ("Øle", "Ølek", "Øleri"),
        ("ANE", "ANEk", "ANEri"),
        # consonants
        ("Jon", "Jonek", "Joni"),
        ("Beñat", "Beñatek", "Beñati"),
        ("Ekaitz", "Ekaitzek", "Ekaitzi"),
        ("Félix", "Félixek", "Félixi"),
        ("Carmen", "Carmenek", "Carmeni"),
        ("JON", "JONek", "JONi"),
        # a final r is doubled, where it is one that Basque may have there
        ("Xabier", "Xabierrek", "Xabierri"),
        ("Ander", "Anderrek", "Anderri"),
        ("Petr", "Petrek", "Petri"),
        ("Darr", "Darrek", "Darri"),
        # several names, of which the last is declined, with and without the sign of their side
        ("Ane eta Carmen", "Ane eta Carmenek", "Ane eta Carmeni"),
        ("🟠 Beñat eta Dani", "🟠 Beñat eta Danik", "🟠 Beñat eta Daniri"),
        # an ending stands at the word, not at what follows it
        ("Ane 🤖", "Anek 🤖", "Aneri 🤖"),
        ("Jon🔥", "Jonek🔥", "Joni🔥"),
        ("Jon!", "Jonek!", "Joni!"),
        ("Leire ❤️", "Leirek ❤️", "Leireri ❤️"),
        ("Dani (Bilbo)", "Dani (Bilbok)", "Dani (Bilbori)"),
        # digits, as they are read
        ("Ane7", "Ane7k", "Ane7ri"),
        ("Ane1", "Ane1ek", "Ane1i"),
        ("Ane5", "Ane5ek", "Ane5i"),
        ("Ane10", "Ane10ek", "Ane10i"),
        ("Ane11", "Ane11k", "Ane11ri"),
        ("Ane15", "Ane15ek", "Ane15i"),
        ("Ane20", "Ane20k", "Ane20ri"),
        ("Ane30", "Ane30ek", "Ane30i"),
        ("Ane31", "Ane31k", "Ane31ri"),
        ("Ane21", "Ane21ek", "Ane21i"),
        ("Ane100", "Ane100ek", "Ane100i"),
        ("Ane0", "Ane0k", "Ane0ri"),
        ("jon_1990", "jon_1990ek", "jon_1990i"),
        ("007", "007k", "007ri"),
        ("2000", "2000k", "2000ri"),
        # other scripts keep their letters to themselves
        ("Иван", "Иван-ek", "Иван-i"),
        ("Аня", "Аня-k", "Аня-ri"),
        ("Νίκος", "Νίκος-ek", "Νίκος-i"),
        ("Ελένη", "Ελένη-k", "Ελένη-ri"),
        ("明", "明-ek", "明-i"),
        ("דנה", "דנה-ek", "דנה-i"),
        # letters that only look like others, accents that stand alone, and no letters at all
        ("𝐀𝐧𝐞", "𝐀𝐧𝐞k", "𝐀𝐧𝐞ri"),
        ("Jose\u0301", "Jose\u0301k", "Jose\u0301ri"),
        ("🐙", "🐙-ek", "🐙-i"),
        ("...", "...-ek", "...-i"),
        ("²", "²-ek", "²-i"),
    ],
)
def test_a_name_takes_the_endings_of_its_last_sound(name: str, who: str, to_whom: str) -> None:
    assert (nork(name), nori(name)) == (who, to_whom)


@pytest.mark.parametrize(
    ("case", "told"),
    [
        ("NORK", ["Anek", "Jonek", "Xabierrek"]),
        ("NORI", ["Aneri", "Joni", "Xabierri"]),
        ("NOREN", ["Aneren", "Jonen", "Xabierren"]),
        ("NORENA", ["Anerena", "Jonena", "Xabierrena"]),
        ("NORENAK", ["Anerenak", "Jonenak", "Xabierrenak"]),
        ("NORENTZAT", ["Anerentzat", "Jonentzat", "Xabierrentzat"]),
    ],
)
def test_every_case_that_messages_ask_for(case: str, told: list[str]) -> None:
    assert [CASES[case](name) for name in ("Ane", "Jon", "Xabier")] == told


def test_one_goes_to_each_lance() -> None:
    names = [Texts("eu")(f"lance-{lance}") for lance in ("grande", "chica", "pares", "juego", "punto")]
    assert [nora(name) for name in names] == ["handira", "txikira", "pareetara", "jokora", "puntura"]


def test_nobody_is_named_so_oddly_that_a_message_fails() -> None:
    for name in ("", " ", "\u200d", "\ufe0f", "r", "R", "a" * 2000, "9" * 2000, "\u0301", "1º", "Ⅷ", "½"):
        assert norentzat(name).endswith("entzat") or "entzat" in norentzat(name)
        assert Texts("eu")("turn-one", names=name).endswith("txanda")
