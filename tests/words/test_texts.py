"""Every language says everything, and every refusal of the engine has its words."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from musbot.game.actions import Sena, Voz
from musbot.game.cards import DECK
from musbot.game.errors import Illegal
from musbot.words.cards import card_signs, cards_with_suits, shorten_cards, spell_cards
from musbot.words.texts import ILLEGAL, LANGUAGES, WORDS, NoText, Texts
from tests.support import keys
from tests.support.keys import WHOLE

GAME = Path(__file__).parents[2] / "musbot/game"
LOCALE = Path(__file__).parents[2] / "musbot/words/locale"
MOST_LABEL = 24
"""Characters of a button beside another one that a telephone shows whole."""
SMALL = {
    "es": "el|los|las|que|del|con|está|están|se|lo|ya|su|tu",
    "en": "the|and|you|your|is|are|not|they|it|of|this",
    "eu": "eta|du|dute|dira|ez|zure|duzu|dago|edo",
}
NAMES = ("Ane", "Beñat", "Carmen", "Dani")

SAMPLES = {
    illegal.reason: illegal
    for illegal in (
        Illegal("already-said", "R36", {"turn": (0, 2)}),
        Illegal("card-twice", "R1", {"card": "4o"}),
        Illegal("exact-amount", "R64", {"exact": 1}),
        Illegal("false-sena", "R56", {"sena": "duples"}),
        Illegal("sena-not-made-here", "R56", {"sena": "tres reyes"}),
        Illegal("look-at-whom", "R58", {"seats": (0, 1, 3)}),
        Illegal("no-deal-due", "R20"),
        Illegal("no-juego", "R13", {"turn": (1,)}),
        Illegal("no-pares", "R13", {"turn": (1,)}),
        Illegal("no-sena-now", "R57", {"fase": "mus", "senas": ("ciego",)}),
        Illegal("no-senas", "R59"),
        Illegal("no-stones", "R60", {"turn": (1,)}),
        Illegal("no-visto", "R61"),
        Illegal("no-visto-in-last", "R105"),
        Illegal("no-visto-served", "R105"),
        Illegal("no-wait", "R30", {"turn": (1,)}),
        Illegal("not-in-pile", "R22", {"card": "4o"}),
        Illegal("not-now", "R28", {"word": "quiero", "words": ("paso", "envido", "órdago")}),
        Illegal("not-your-card", "R22", {"card": "4o"}),
        Illegal("not-your-turn", "R29", {"turn": (1, 3)}),
        Illegal("nothing-asked", "R53"),
        Illegal("one-card", "R61"),
        Illegal("out-of-lance", "R30", {"turn": (3,)}),
        Illegal("sena-after-grande", "R104", {"sena": "medias"}),
        Illegal("sena-twice", "R57", {"sena": "ciego"}),
        Illegal("visto-already", "R105", {"card": "4o"}),
        Illegal("wrong-amount", "R28", {"least": 2}),
        Illegal("wrong-cards", "R22", {"expected": 3}),
        Illegal("wrong-deal", "R20", {"seats": 4, "cards": 5, "dealt": "5-5-4-5"}),
        Illegal("wrong-number", "R16", {"expected": 4, "seats": 3}),
    )
}
"""One of every reason for which the engine refuses something, with the facts it gives."""
UNTOLD = {"card-twice", "look-at-whom", "no-sena-now", "no-wait", "wrong-deal"}
"""Reasons whose facts are for programs: the texts do not name them."""


def reasons() -> Iterator[tuple[str, set[str] | None]]:
    """Yields the reason of every Illegal in the engine, and its facts' names where they are written out."""
    for file in sorted(GAME.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not (isinstance(node, ast.Call) and getattr(node.func, "id", None) == "Illegal"):
                continue
            reason, _, *facts = node.args
            known: set[str] | None = set()
            if facts:
                given = facts[0]
                known = (
                    {ast.literal_eval(key) for key in given.keys if key}
                    if isinstance(given, ast.Dict)
                    else None
                )
            if isinstance(reason, ast.JoinedStr):
                # f"no-{lance}": the lances in which somebody may have no part
                yield from (
                    (ast.unparse(reason)[2:-1].split("{")[0] + lance, known) for lance in ("pares", "juego")
                )
            else:
                yield ast.literal_eval(reason), known


def test_every_reason_of_the_engine_has_a_sample_with_its_facts():
    found = list(reasons())
    assert {reason for reason, _ in found} == set(SAMPLES) == set(ILLEGAL)
    for reason, facts in found:
        assert facts is None or facts == set(SAMPLES[reason].facts) or (reason in UNTOLD and facts)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", SAMPLES)
def test_every_refusal_has_its_words_in_every_language(language: str, reason: str):
    illegal = SAMPLES[reason]
    told = Texts(language).illegal_text(illegal, NAMES)
    assert re.fullmatch(r"\S.*[.!?]", told)
    assert "{" not in told
    for name, fact in illegal.facts.items():
        parts = fact if isinstance(fact, tuple) else (fact,)
        for part in parts:
            is_seat = name == "turn" and isinstance(part, int)
            shown = NAMES[int(part)] if is_seat else Texts(language).word(str(part))
            assert shown in told or reason in UNTOLD


def test_each_language_says_it_in_its_own_words():
    for illegal in SAMPLES.values():
        told = [Texts(language).illegal_text(illegal, NAMES) for language in WHOLE]
        assert len(set(told)) == len(WHOLE)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("es", ["Ahora no te toca: habla Beñat.", "Ahora no te toca: hablan Beñat y Dani."]),
        (
            "en",
            ["It is not your turn: Beñat is to speak.", "It is not your turn: Beñat and Dani are to speak."],
        ),
        (
            "eu",
            [
                "Orain ez da zure txanda: Beñaten txanda da.",
                "Orain ez da zure txanda: Beñat eta Daniren txanda da.",
            ],
        ),
    ],
)
def test_one_and_several_are_told_apart(language: str, told: list[str]):
    texts = Texts(language)
    turns = [Illegal("not-your-turn", "R29", {"turn": turn}) for turn in ((1,), (1, 3))]
    assert [texts.illegal_text(turn, NAMES) for turn in turns] == told


@pytest.mark.parametrize(
    ("facts", "told"), [({"least": 2}, "2 o más"), ({"least": 1, "most": 4}, "de 1 a 4")]
)
def test_an_amount_with_and_without_an_upper_limit(facts: dict[str, int], told: str):
    assert told in Texts("es").illegal_text(Illegal("wrong-amount", "R28", facts), NAMES)


def test_names_are_listed_as_people_say_them():
    assert [Texts("es").join_names(NAMES[:n]) for n in range(4)] == [
        "",
        "Ane",
        "Ane y Beñat",
        "Ane, Beñat y Carmen",
    ]
    assert Texts("en").join_names(NAMES[:3]) == "Ane, Beñat and Carmen"
    assert Texts("eu").join_names(NAMES[:3]) == "Ane, Beñat eta Carmen"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_and_every_sena_is_said_in_every_language(language: str) -> None:
    said = [Texts(language).word(written) for written in (*Voz, *Sena)]
    assert set(WORDS) == {*Voz, *Sena, "¡órdago!"}
    assert len(set(said)) == len(said)
    if language == "es":
        assert said == [*Voz, *Sena]
    if language == "en":  # it keeps the words that one says; señas are shown, and told in English
        assert said[: len(Voz)] == [*Voz]
        assert Texts("en").word(Sena.DOS_REYES) == "two kings"


def test_a_word_keeps_its_number_and_what_goes_with_it() -> None:
    written = ("envido", "envido 5", "5 más", "acepto 3", "descarta 4o 1c", "¡órdago!", "something else")
    assert [Texts("es").word(word) for word in written] == list(written)
    basque = "enbido, 5 enbido, 5 gehiago, 3 onartu, bota 4o 1c, hordago!, something else"
    assert [Texts("eu").word(word) for word in written] == basque.split(", ")


@pytest.mark.parametrize("language", WHOLE)
def test_nobody_is_ever_shown_a_key(language: str):
    with pytest.raises(NoText, match=f"no-such-thing is not in locale/{language}"):
        Texts(language)("no-such-thing")
    with pytest.raises(NoText, match=f"illegal-wrong-cards in locale/{language}"):
        Texts(language).illegal_text(Illegal("wrong-cards", "R22"), NAMES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_are_for_everybody_and_name_things_as_people_do(language: str):
    """No *sentado/a*, no generic *he*, no rule by its number, no question in another tongue."""
    lines = [
        f"{file.stem}: {line}"
        for file in sorted((LOCALE / language).glob("*.ftl"))
        for line in file.read_text("utf-8").splitlines()
        if not line.startswith("#")
    ]
    wrong = {
        "two endings": r"\w[oa]/[oa]s?\b",
        "one ending for whom one speaks to": r"[Bb]ienvenid[oa]\b|\b([Ee]stás|[Ee]res|[Qq]uedas|[Ss]igues)"
        r" (\w+ )?(\w+[ai]d[oa]|list[oa]|segur[oa]|sol[oa])\b",
        "a rule's number": r"\bR\d+\b",
        "he": r"\b([Hh]e|[Hh]im|[Hh]is|[Hh]imself)\b" if language == "en" else r"$^",
        "Spanish": r"¿" if language != "es" else r"$^",
        "quotes of Spanish": r"[«»]" if language == "en" else r"$^",
    }
    for what, pattern in wrong.items():
        assert [line for line in lines if re.search(pattern, line)] == [], what
    labels = [it.partition(" = ")[2] for it in lines if re.match(r"\w+: button-\S+ = [^{]*$", it)]
    assert [label for label in labels if len(label) > MOST_LABEL] == []


@pytest.mark.parametrize("language", WHOLE)
def test_no_sentence_is_left_in_another_language(language: str):
    """None has more of the small words of another language than of its own."""
    for other in set(WHOLE) - {language}:
        wrong = [
            line
            for file in sorted((LOCALE / language).glob("*.ftl"))
            for line in file.read_text("utf-8").splitlines()
            if not line.startswith("#") and small(line, other) > small(line, language)
        ]
        assert wrong == [], other


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_form_of_a_message_loses_what_another_one_tells(language: str):
    """Only the form for none may: it has nothing to tell."""
    lost = [
        f"{name}: [{form}] lacks {', '.join(sorted(lacks))}"
        for name, message in keys.messages(language).items()
        for form, lacks in message.lost
        if form != "0"
    ]
    assert lost == []


def small(line: str, language: str) -> int:
    """How many words a line has without which nobody writes a language, and which no other has."""
    words = re.sub(r"\{[^}]*\}?", " ", line.partition(" = ")[2] or line).lower()
    return len(re.findall(rf"\b({SMALL[language]})\b", words))


def test_a_language_that_does_not_exist_is_refused_with_those_that_do():
    with pytest.raises(NoText, match=f"'xx': expected one of {', '.join(LANGUAGES)}"):
        Texts("xx")


def test_R31_a_bet_without_limit_is_told_by_its_first_digits():
    assert Texts("es")("page-cards-unseen", count=7 * 10**30) == "700·10^28 cartas sin enseñar"


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_with_their_suits_named_become_the_short_cards_of_a_hand(language: str) -> None:
    texts, deck = Texts(language), tuple(DECK)
    assert shorten_cards(texts, f"{cards_with_suits(texts, deck)} · 31") == f"{card_signs(texts, deck)} · 31"
    other = spell_cards(texts, deck)
    assert shorten_cards(texts, other) == other
