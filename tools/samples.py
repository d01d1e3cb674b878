"""One of every kind of picture and more: for golden tests, the contact sheet and the benchmark."""

from __future__ import annotations

from dataclasses import replace

from musbot.game.cards import cards
from musbot.game.rule_sets import rule_set
from musbot.pictures.specs import (
    ChancesPicture,
    EndPicture,
    HandPicture,
    Holder,
    LanceTally,
    Payment,
    Score,
    SharedPicture,
    ShowdownPicture,
    ShownHand,
    SorteoPicture,
    Still,
    StonesEndPicture,
    StonesPicture,
    Tally,
    TanteoPicture,
    WordChances,
)
from musbot.words.cards import short_holding
from musbot.words.texts import Texts

NAMES = ("Ane", "Beñat", "Carmen", "Dani", "Eneko", "Itziar", "Fermín", "Garazi")
HANDS = ("12o 3c 11b 1e", "7o 7c 7e 10b", "12c 12e 5b 5o", "11c 11e 10o 1b")
EIGHT = (*HANDS, "4o 4c 5e 6b", "12b 3o 2c 1o", "10c 10e 7b 6c", "11o 6o 5c 4b")


def held(hand: str, language: str = "es") -> str:
    """Returns the value of cards in few words, under the rules of parejas."""
    return short_holding(Texts(language), cards(hand), rule_set("parejas"))


HAND = HandPicture(
    cards(HANDS[0]),
    lines=("Par de reyes", "La una (31)"),
    circle="Eres mano",
    own=True,
    scores=((0, 34), (1, 29)),
    side=0,
)
THROWN = HandPicture(
    cards("12c 5b 5o 4e"),
    cards("5b 4e"),
    ("Par de cincos", "24 de punto"),
    "es mano Beñat",
    scores=((0, 5), (1, 0)),
    side=1,
)
FIVE = HandPicture(
    cards("12o 7c 5b 1e 12e"),
    lines=("Par de reyes",),
    circle="Eres postre",
    own=True,
    scores=tuple(enumerate((33, 40, 12, 0, 5, 7, 21, 9))),
    side=7,
)

SHOWDOWN = ShowdownPicture(
    title="Mesa K7 · mano 5",
    players=tuple(
        ShownHand(name, seat % 2, cards(hand), held(hand), won)
        for seat, (name, hand, won) in enumerate(
            zip(NAMES, HANDS, ((), ("Juego",), ("Grande", "Pares"), ("Chica",)), strict=False)
        )
    ),
    payments=(
        Payment("Grande", 0, 4),
        Payment("Chica", 1, 1, "en paso"),
        Payment("Pares", 0, 4),
        Payment("Juego", 1, 2, "deje"),
        Payment("Juego", 1, 6, "por mano"),
    ),
    scores=(Score(0, "Ane y Carmen", 34, 42), Score(1, "Beñat y Dani", 29, 38, "¡Adentro!")),
    mano="es mano Beñat",
    won="¡Juego para 🔷 Ane y Carmen! Van 1–0.",
)
HIDDEN = replace(
    SHOWDOWN,
    players=(),
    payments=(Payment("Grande", 1, 5, "deje"),),
    hidden="Las cartas no se enseñan: con el deje, juego para Beñat y Dani.",
    scores=(Score(0, "Ane y Carmen", 31, 31), Score(1, "Beñat y Dani", 36, 41)),
    won="🏆 ¡Partida para 🟠 Beñat y Dani!",
)
LEAN = replace(
    SHOWDOWN, title="", payments=(), scores=(), won="", lances=("Grande", "Chica", "Pares", "Juego")
)
SHOWDOWN_8 = ShowdownPicture(
    title="Table K7 · hand 9",
    players=tuple(
        ShownHand(name, seat, cards(hand), held(hand, "en"), ("Grande",) if seat == 2 else ())
        for seat, (name, hand) in enumerate(zip(NAMES, EIGHT, strict=True))
    ),
    payments=(
        Payment("Grande", 2, 2, "by mano"),
        Payment("Chica", 4, 1, "declined"),
        Payment("Pares", 2, 3),
        Payment("Juego", 0, 3),
    ),
    scores=tuple(Score(seat, name, 5 * seat, 5 * seat + seat % 3) for seat, name in enumerate(NAMES)),
    mano="mano: Fermín",
)

TANTEO = TanteoPicture(
    title="Mesa K7 · a 40",
    mano="es mano Ane",
    sides=(
        Tally(0, "Ane y Carmen", 17, 1, 0),
        Tally(1, "Beñat y Dani", 38, 2, 0, "¡Adentro!"),
    ),
    lances=(
        LanceTally("Grande", "4 queridas"),
        LanceTally("Chica", "no querido: 2", 0),
        LanceTally("Pares", "envite de 5", now=True),
        LanceTally("Juego", "tienen: Ane y Dani"),
    ),
    lines=("PARES: Beñat envida 5. Habla Ane (90 s).",),
    piedras=40,
    juegos=3,
    vacas=1,
    juegos_word="juegos",
)
VACAS = replace(
    TANTEO,
    sides=(
        Tally(0, "Ane y Carmen", 0, 2, 1),
        Tally(1, "Beñat y Dani", 5, 0, 0),
    ),
    vacas=3,
    vacas_word="vacas",
    lances=tuple(LanceTally(name, "") for name in ("Grande", "Chica", "Pares", "Juego")),
    lines=("¿MUS? Habla Beñat (90 s).",),
)
TANTEO_8 = replace(
    TANTEO,
    sides=tuple(
        Tally(seat, name, 5 * seat + seat % 4, seat % 3, 0, "¡Adentro!" if seat == 7 else "")
        for seat, name in enumerate(NAMES)
    ),
)

SORTEO = SorteoPicture(
    "Mesa K7 · sorteo",
    tuple(zip(NAMES, cards("12o 7c 5b 1e"), strict=False)),
    ((0, "Ane y Carmen"), (1, "Beñat y Dani")),
    ("Es mano Ane",),
)
SORTEO_1 = SorteoPicture(
    "Mesa K7 · sorteo",
    (("la que sale", cards("2e")[0]),),
    ((0, "Ane y Maite 🤖"), (1, "Patxi 🤖 y Koldo 🤖")),
    ("Ane oros, Patxi copas, Maite espadas, Koldo bastos", "Es mano Maite"),
)
SORTEO_8 = SorteoPicture(
    "Table K7 · the draw", tuple(zip(NAMES, cards("12o 7c 5b 1e 10e 4c 2o 11b"), strict=True)), ()
)

END = EndPicture(
    title="¡Ganan Ane y Carmen!",
    winner=0,
    sides=((0, "Ane y Carmen", "2"), (1, "Beñat y Dani", "1")),
    course=(
        *((piedras, None) for piedras in ((0, 5), (6, 9), (11, 17), (13, 24), (18, 29), (22, 33))),
        ((25, 40), 1),
        *((piedras, None) for piedras in ((7, 1), (12, 3), (21, 8), (26, 19), (34, 27))),
        ((41, 36), 0),
        *((piedras, None) for piedras in ((3, 6), (8, 14), (17, 22), (29, 25), (36, 35))),
        ((36, 35), 0),
    ),
    piedras=40,
    hands_word="19 manos",
)

CHANCES = ChancesPicture(
    title="Mesa K7 · mano 5",
    words=(
        WordChances("Mus", "no hay mus", 48, 48),
        WordChances("Grande", "paso", 51, 51),
        WordChances("Chica", "no quiero", 47, 47),
        WordChances("Pares", "órdago", 55, 43, 12, "muslari: «5 envido»"),
        WordChances("Juego", "quiero", 62, 62, ahead=True),
    ),
    score="27–31, a 40",
    chance_word="% de opciones de ganar el juego",
)

STONES = StonesPicture(
    title="Mesa K7 · juego 6",
    mano="es mano Beñat",
    holders=(
        Holder(0, "Ane", 0, 0, 2, "descansa"),
        Holder(1, "Beñat", 7, 2, 0),
        Holder(2, "Carmen", 33, 2, 1),
        Holder(3, "Dani", 0, 0, 4, "fuera", out=True),
        Holder(4, "Eneko", 1, 0, 0),
        Holder(5, "Itziar", 0, 3, 3),
        Holder(6, "Fermín", 0, 0, 0, "descansa"),
        Holder(7, "Garazi", 5, 0, 1),
    ),
    middle=7,
    dish=9,
    lances=(
        LanceTally("Grande", "3 en el medio: Itziar y Beñat · suertudo: Garazi"),
        LanceTally("Chica", "no querido: Eneko se quita 1", 4),
        LanceTally("Pares", "Carmen envida 2", now=True),
        LanceTally("Juego", ""),
    ),
    lines=("PARES: Carmen envida 2. En el medio, 4. Habla Garazi (90 s).",),
    against=4,
    middle_word="medio",
    dish_word="plato",
    against_word="juego perdido; con 4, fuera",
)
STONES_3 = replace(
    STONES,
    title="Table K7 · juego 1",
    mano="mano: Carmen",
    holders=(Holder(0, "Ane", 7, 0, 0), Holder(1, "Beñat", 8, 0, 0), Holder(2, "Carmen", 5, 0, 0)),
    middle=0,
    dish=4,
    lances=tuple(LanceTally(name, "") for name in ("Grande", "Chica", "Pares", "Juego")),
    lines=("DISCARD. Cards are thrown by: Carmen.",),
    middle_word="middle",
    dish_word="dish",
    against_word="juego lost; out at 4",
)
STONES_SHOWDOWN = ShowdownPicture(
    title="Mesa K7 · mano 5",
    players=tuple(
        ShownHand(name, seat, cards(hand), held(hand), won, lost)
        for seat, (name, hand, won, lost) in enumerate(
            zip(
                NAMES,
                EIGHT,
                ((), (), ("Pares",), ("Juego",), (), (), (), ()),
                ((), (), (), (), ("Grande", "Pares"), (), (), ("Chica",)),
                strict=True,
            )
        )
    ),
    payments=(
        Payment("Grande", 1, 4, "deje"),
        Payment("Grande", 4, 12),
        Payment("Chica", 7, 5),
        Payment("Pares", 0, -1, "deje"),
        Payment("Pares", 2, -3),
        Payment("Juego", 3, -2),
    ),
    signed=True,
    legend="+ carga con piedras · − se las quita",
    scores=tuple(
        Score(seat, name, 7, after)
        for seat, (name, after) in enumerate(zip(NAMES, (6, 9, 0, 5, 15, 0, 3, 12), strict=True))
    ),
    mano="es mano Beñat",
)
STONES_OUT = replace(
    STONES_SHOWDOWN,
    players=(STONES_SHOWDOWN.players[0], replace(STONES_SHOWDOWN.players[3], won=(), lost=("Grande",))),
    payments=(Payment("Grande", 3, 47),),
    scores=(Score(0, "Ane", 23, 0), Score(3, "Dani", 24, 47, "fuera")),
    won="Solo le quedan piedras a Dani: pierde el juego (ya 4 de 4). Dani queda fuera de la partida.",
)
STONES_END = StonesEndPicture(
    title="¡Gana Garazi!",
    winner=7,
    players=tuple((seat, name, 2 if seat == 7 else 3) for seat, name in enumerate(NAMES)),
    course=(2, 4, 4, 6, 6, 7, 4, 6, 0, 3, 1, 0, 5, 0, 3, 7, 5, 2, 2, 3, 1, 5, 1),
    against=3,
    course_word="quién pierde cada juego (23)",
)

SHARED = SharedPicture(END, SHOWDOWN.players[0], "La mejor mano")
SAMPLES: dict[str, Still] = {
    "hand": HAND,
    "hand-thrown": THROWN,
    "hand-five": FIVE,
    "showdown": SHOWDOWN,
    "showdown-hidden": HIDDEN,
    "showdown-lean": LEAN,
    "showdown-eight": SHOWDOWN_8,
    "tanteo": TANTEO,
    "tanteo-vacas": VACAS,
    "tanteo-eight": TANTEO_8,
    "sorteo": SORTEO,
    "sorteo-one": SORTEO_1,
    "sorteo-eight": SORTEO_8,
    "end": END,
    "chances": CHANCES,
    "stones": STONES,
    "stones-three": STONES_3,
    "stones-showdown": STONES_SHOWDOWN,
    "stones-out": STONES_OUT,
    "stones-end": STONES_END,
    "shared": SHARED,
}
"""By name."""
