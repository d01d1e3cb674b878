"""Actas with one error each, and what is said of it."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from musbot.acta.partida import ActaError
from musbot.acta.read import read
from musbot.game.rule_sets import RULE_SETS

PARTIDAS = Path(__file__).parents[1] / "partidas"


HEAD = """acta = 1
reglas = "vitoria"
jugadores = ["Ane", "Beñat", "Carmen", "Dani"]
mano = "Ane"
"""


HANDS = '["4o 5c 6b 7e", "1o 5o 10c 11b", "4c 6o 10o 12o", "2o 7o 11o 5e"]'


"""Nobody has pares or juego."""


MUSBOT_1 = "esquema, semilla, compromiso, mesa, palabras"


"""The keys of [baraja] where no scheme is named."""


def head(was: str, becomes: str) -> str:
    assert was in HEAD
    return HEAD.replace(was, becomes)


def variantes(text: str) -> str:
    return f"{HEAD}variantes = {{ {text} }}"


def marcador(text: str) -> str:
    return f"{HEAD}marcador = {{ {text} }}"


def baraja(text: str) -> str:
    return f"{HEAD}[baraja]\n{text}"


def dealt(keys: str = "", hands: str = HANDS) -> str:
    return f"{HEAD}[[manos]]\nreparto = {hands}\n{keys}\n"


def said(*voces: str, mazo: str = "") -> str:
    return dealt(f'mazo = "{mazo}"\nvoces = {json.dumps(voces, ensure_ascii=False)}')


def in_pareja(*voces: str) -> str:
    return said("Ane: no mus", "Ane: envido", *voces).replace("vitoria", "parejas")


def error(acta: str) -> str:
    with pytest.raises(ActaError) as raised:
        read(acta)
    return str(raised.value)


VERSION = "acta: expected 1, the version of the format"


KEYS = "acta, reglas, modo, variantes, jugadores, mano, marcador, manos, baraja"


FIELDS = (
    "bandos, reyes, real, piedras, juegos, vacas, parejas, descarte, respuesta, gracia, elimina, corte, "
    "mus_corrido, consulta, mus_visto, senas, muestra, deje, reponer, barajar, deje_subida, "
    "sorteo, zuetan, visto_en"
)


ONE_LINE = "jugadores: expected names of one line, of at most 100 characters and without a colon, not"


JUEGOS = "marcador.juegos: expected 2 numbers, one a side, each from 0 to 2"


PIEDRAS = "marcador.piedras: expected 2 numbers, one a side, each from 0 to 39"


AT_HEAD = [
    ("", "acta is missing: expected 1"),
    ("acta = ", "not TOML: Invalid value (at end of document)"),
    ("acta = 2", VERSION),
    ('acta = "1"', VERSION),
    ("acta = true", VERSION),
    (f"acta = {'9' * 5000}", "not an acta: a number has too many digits"),
    (f"acta = {'[' * 50_000}", "not an acta: nested too deeply"),
    (f"acta{'.a' * 5000} = 1", "not an acta: a key of more than 20 parts"),
    ("acta = 1", "reglas is missing: expected the name of a rule set"),
    ("acta = 1\nreglas = 3", "reglas: expected a text, not a number"),
    (head("vitoria", "mus"), f"'mus' is no rule set: expected one of {', '.join(RULE_SETS)}"),
    (HEAD + "real = 1", f"unknown key 'real': expected only {KEYS}"),
    (HEAD + "variantes = 1", "variantes: expected a table, not a number"),
    (variantes("reales = 1"), f"unknown key 'reales' in variantes: expected only {FIELDS}"),
    (variantes("piedras = 61"), "piedras = 61: expected a whole number from 10 to 60 (R52)"),
    (variantes("real = true"), "real = True: expected no or figura or rey (R15)"),
    (variantes("gracia = nan"), "gracia = nan: expected a number from 0 to 30 (R30)"),
    (variantes("real = ['no']"), "variantes.real: expected no or figura or rey (R15)"),
    (variantes(f"real = '{'x' * 5000}'"), "variantes.real: expected no or figura or rey (R15)"),
    (variantes(f"vacas = 0x{'f' * 5000}"), "variantes.vacas: expected a whole number from 1 to 9 (R53)"),
    ('acta = 1\nreglas = "vitoria"', "jugadores is missing: expected a list of names"),
    ('acta = 1\nreglas = "mundial/3"', "'mundial/3' is no edition: expected one of mundial/1, mundial/2"),
    ('acta = 1\nreglas = "casa"\nmodo = "tute"', "'tute' is no game: expected one of mus, tres-mus, frances"),
    (head('["Ane", "Beñat", "Carmen", "Dani"]', '"A"'), "jugadores: expected a list of texts, not a text"),
    (head('"Dani"', "4"), "jugadores: expected a list of texts, not a number"),
    (head(', "Dani"', ""), "jugadores: expected 4 names for vitoria, not 3 (R16)"),
    (head("Dani", "BENAT"), "jugadores: expected different names, not 'Beñat' and 'BENAT'"),
    (head("Dani", " "), f"{ONE_LINE} ' '"),
    (head("Dani", "D:"), f"{ONE_LINE} 'D:'"),
    (head("Dani", "a\\nb"), f"{ONE_LINE} 'a\\nb'"),
    (head("Dani", "D" * 101), f"{ONE_LINE} '{'D' * 59}…'"),
    (head('mano = "Ane"', ""), "mano is missing: expected the name of a player"),
    (head('mano = "Ane"', "mano = 0"), "mano: expected a text, not a number"),
    (
        head('mano = "Ane"', 'mano = "Ana"'),
        "mano: 'Ana' is not at the table: expected Ane, Beñat, Carmen or Dani (R16)",
    ),
    (HEAD + "marcador = [1, 0]", "marcador: expected a table, not a list"),
    (marcador("vacas = [0, 0]"), "unknown key 'vacas' in marcador: expected only juegos, piedras"),
    (marcador("juegos = [3, 0]"), f"{JUEGOS} (R53)"),
    (marcador("juegos = 1"), f"{JUEGOS}, not a number"),
    (marcador("piedras = [0, 40]"), f"{PIEDRAS} (R52)"),
    (marcador("piedras = [-1, 0]"), f"{PIEDRAS} (R52)"),
    (marcador("piedras = [1]"), f"{PIEDRAS} (R52)"),
    (marcador("piedras = [true, 1.5]"), f"{PIEDRAS} (R52)"),
    (HEAD + "manos = 1", "manos: expected hands, each headed [[manos]], not a number"),
    (HEAD + "[manos]", "manos: expected hands, each headed [[manos]], not a table"),
    (HEAD + "baraja = 1979-05-27", "baraja: expected a table, not a date or time"),
    (baraja("s = 1"), f"unknown key 's' in baraja: expected only {MUSBOT_1}"),
    (
        baraja("esquema = 'musbot-2'\npalabras = []"),
        "unknown key 'palabras' in baraja: expected only esquema, semilla, compromiso, mesa, corte",
    ),
    (baraja("corte = 7"), f"unknown key 'corte' in baraja: expected only {MUSBOT_1}"),
    (baraja("esquema = 2"), "baraja.esquema: expected musbot-1 or musbot-2"),
    (baraja("esquema = 'musbot-3'"), "baraja.esquema: expected musbot-1 or musbot-2"),
    (baraja("esquema = 'musbot-2'\ncorte = 41"), "baraja.corte: expected a number from 1 to 40 (R92)"),
    (baraja("esquema = 'musbot-2'\ncorte = true"), "baraja.corte: expected a number from 1 to 40 (R92)"),
    (baraja("semilla = 'ab'"), "baraja.semilla: expected 64 hexadecimal digits"),
    (baraja(f"compromiso = '{'x' * 64}'"), "baraja.compromiso: expected 64 hexadecimal digits"),
    (baraja("mesa = 1"), "baraja.mesa: expected a text, not a number"),
    (baraja("palabras = 'a'"), "baraja.palabras: expected a list of texts, not a text"),
    (baraja("palabras = ['', '', '', '', '']"), "baraja.palabras: expected at most 4 words, one a player"),
]


CARD = "expected a card such as 12o, 7c, 1e or 3b (R1)"


PLAYER = "is not at the table: expected Ane, Beñat, Carmen or Dani (R16)"


PILE = "expected one of 3o 2c 3c 6c 7c 11c 12c 1e 2e 3e 4e 6e 10e 11e 12e 1b 2b 3b 4b 5b 7b 10b 12b (R23)"


IN_KEYS = [
    (HEAD + "manos = [1]", "hand: expected a table, not a number"),
    (HEAD + "[[manos]]", "reparto is missing: expected the cards of each player"),
    (dealt("cartas = 1"), "unknown key 'cartas' in hand: expected only reparto, visto, mazo, vistos, voces"),
    (dealt(hands="''"), "reparto: expected a list of texts, not a text"),
    (dealt(hands="[]"), "reparto: expected 4 hands, one a player, not 0 (R20)"),
    (dealt(hands=HANDS.replace("4o ", "")), "reparto: expected 4 cards for Ane, not 3 (R20)"),
    (dealt(hands=HANDS.replace("4o ", "8o ")), f"reparto: '8o': {CARD}"),
    (
        dealt(hands=HANDS.replace("4c ", "4o ")),
        "reparto: 4o is dealt twice: expected 16 different cards (R1)",
    ),
    (dealt("mazo = ['1c']"), "mazo: expected a text, not a list"),
    (dealt("mazo = '1x'"), f"mazo: '1x': {CARD}"),
    (dealt("mazo = '1c 4o'"), f"mazo: 4o cannot be drawn: Ane holds it, {PILE}"),
    (dealt("mazo = '1c 1c'"), f"mazo: 1c cannot be drawn: it has been drawn or thrown already, {PILE}"),
    (dealt("visto = 1"), "visto: expected a text, not a number"),
    (dealt("visto = '4o'"), 'visto: expected "NAME: CARD" (R24)'),
    (dealt("visto = 'Ana: 4o'"), f"'Ana' {PLAYER}"),
    (dealt("visto = 'Ane: 4c'"), "visto: expected one of Ane's cards, 4o 5c 6b 7e (R24)"),
    (dealt("visto = 'Ane: 4o 5c'"), "visto: expected one of Ane's cards, 4o 5c 6b 7e (R24)"),
    (dealt("voces = 'Ane: mus'"), "voces: expected a list of texts, not a text"),
]


FIVE = '["4o 5c 6b 7e 1b", "1o 5o 10c 11b 2b", "4c 6o 10o 12o 3b"]'


STONES = f"""acta = 1
reglas = "tres-mus"
jugadores = ["Ane", "Beñat", "Carmen"]
mano = "Ane"
[[manos]]
reparto = {FIVE}
"""


THROWN = ("Ane: descarta 1b", "Beñat: descarta 2b", "Carmen: descarta 3b")


def stones(*voces: str, keys: str = "") -> str:
    return f"{STONES}{keys}\nvoces = {json.dumps(voces, ensure_ascii=False)}"


WITH_STONES = [
    (
        stones(keys="visto = 'Ane: 4o'"),
        "hand 1, voz 0: There is no mus visto here: everybody throws one of their five cards. (R61)",
    ),
    (
        stones().replace("4o 5c 6b 7e 1b", "4o 5c 6b 7e"),
        "hand 1, voz 0: reparto: expected 5 cards for Ane, not 4 (R61)",
    ),
    (
        stones().replace(', "4c 6o 10o 12o 3b"', ""),
        "hand 1, voz 0: reparto: expected 3 hands, one a player, not 2 (R61)",
    ),
    (stones("Ane: descarta 1o"), "hand 1, voz 1: You do not have that card (1o). (R61)"),
    (stones("Ane: descarta 4o 5c"), "hand 1, voz 1: It must be exactly one card. (R61)"),
    (
        stones(*THROWN, "Ane: envido 2", "Beñat: 5 más"),
        "hand 1, voz 5: “5 más” may not be said now. You may say: quiero, acepto M and no quiero. (R64)",
    ),
    (stones(*THROWN, "Ane: envido 2", "Beñat: acepto 3"), "hand 1, voz 5: It must be from 1 to 2. (R64)"),
    (stones(*THROWN, "Ane: envido 1", "Beñat: acepto 2"), "hand 1, voz 5: It must be exactly 1. (R64)"),
    (
        stones().replace("[[", "marcador = { juegos = [0, 4, 0], piedras = [7, 1, 6] }\n[["),
        "piedras = (7, 1, 6): expected 0 in place 2, for a player with 4 juegos against them is out (R60)",
    ),
]


PASOS = ("Ane: paso", "Beñat: paso", "Carmen: paso", "Dani: paso")


WHOLE = ("Ane: no mus", *PASOS * 3)


MUS = ("Ane: mus", "Beñat: mus", "Carmen: mus", "Dani: mus")


THROWS = ("Ane: descarta 4o", "Beñat: descarta 1o", "Carmen: descarta 4c", "Dani: descarta 2o")


SENAS = (
    "dos reyes, tres reyes, dos ases, tres ases, medias, duples, treinta y una, "
    "treinta y una o treinta, juego, treinta, veintinueve, "
    "ciego"
)


LOST = said("Ane: no mus", "Ane: órdago", "Beñat: quiero").replace("[[", "marcador = { juegos = [2, 2] }\n[[")


NO_MORE = "may not be said now. You may say: quiero, no quiero, queremos and no queremos."


CUT = "You have spoken, and a word binds. Beñat is to speak. (R79)"


NOW = "is no word of the game: Ane may say mus, no mus (R21)"


ANSWERS = "quiero, no quiero, queremos, no queremos, y yo, N más, reenvido, órdago"


OVER = "the partida is over, won by Ane and Carmen (R53)"


IN_VOCES = [
    (dealt("voces = ['Ane: mus', 3]"), 2, 'a voz: expected a text such as "Ane: paso", not a number'),
    (said("mus"), 1, "'mus': expected NAME: WORDS, or tiempo: Ane may say mus, no mus (R21)"),
    (said("Ana: mus"), 1, f"'Ana' {PLAYER}"),
    (said("Ane: no hay mus"), 1, f"'no hay mus' {NOW}"),
    (said("Ane: tiempo"), 1, f"'tiempo' {NOW}"),
    (said(f"Ane: {'x' * 999}"), 1, f"'{'x' * 59}…' {NOW}"),
    (said("tiempo"), 1, "nobody is being waited for: Ane may say mus, no mus (R30)"),
    (said("Dani: mus"), 1, "It is not your turn: Ane is to speak. (R21)"),
    (said("Ane: paso"), 1, "“paso” may not be said now. You may say: mus and no mus. (R21)"),
    (
        said("Ane: no mus", "Ane: 5 más"),
        2,
        "“5 más” may not be said now. You may say: paso, envido N and órdago. (R28)",
    ),
    (said("Ane: no mus", "Ane: órdago", "Beñat: 3 más"), 3, f"“3 más” {NO_MORE} (R31)"),
    (said("Ane: seña: pares"), 1, f"'pares' is no seña: expected one of {SENAS} (R56)"),
    (
        said("Ane: mus", "Ane: no mus").replace('"vitoria"', '"parejas"\nvariantes = { corte = "libre" }'),
        2,
        CUT,
    ),
    (
        said("Ane: paso").replace("vitoria", "iparralde"),
        1,
        "“paso” may not be said now. You may say: mus and no mus. (R103)",
    ),
    (
        said("Ane: mus").replace("mazo", 'visto = "Ane: 4o"\nmazo'),
        1,
        "“mus” may not be said now. You may say: descarta CARDS and servido. (R24)",
    ),
    (said("Ane: no mus", "Ane: envido 1"), 2, "It must be 2 or more. (R28)"),
    (said("Ane: no mus", f"Ane: envido {'9' * 101}"), 2, "a number of 101 digits: expected at most 100"),
    (said(*MUS, "Ane: descarta 1o"), 5, "You do not have that card (1o). (R22)"),
    (said(*MUS, "Ane: descarta 8o"), 5, f"'8o': {CARD}"),
    (said(*MUS, "Ane: descarta"), 5, "It must be from 1 to 4. (R22)"),
    (said(*MUS, *THROWS), 8, "mazo: expected 1 to be drawn by Ane, 0 left (R22)"),
    (said(*MUS, *THROWS, mazo="1c 1e"), 8, "mazo: expected 1 to be drawn by Carmen, 0 left (R22)"),
    (said(*WHOLE, "Ane: mus"), 14, "nothing can be said here: a new hand, [[manos]], was expected (R20)"),
    (LOST.replace('quiero"]', 'quiero", "Ane: mus"]'), 4, f"nothing can be said here: {OVER}"),
    (in_pareja("Pepe: no"), 3, f"'Pepe' {PLAYER}"),
    (in_pareja("Ane: sí"), 3, f"'sí' is no word of the game: Beñat or Dani may say {ANSWERS} (R30)"),
    (
        in_pareja("Dani: quiero", "Beñat: sí"),
        4,
        f"'sí' is no word of the game: Beñat may say {ANSWERS}, or it is tiempo (R30)",
    ),
    (
        in_pareja("Dani: quiero", "Dani: quiero"),
        4,
        "You have spoken, and a word binds. Beñat is to speak. (R36) Or tiempo, if the gracia is over. (R30)",
    ),
]


NEXT = f"[[manos]]\nreparto = {HANDS}\n"


IN_NEXT_HAND = [
    (
        said("Ane: no mus", "Ane: envido") + NEXT,
        0,
        f"a hand cannot begin here: Beñat may say {ANSWERS} (R29)",
    ),
    (LOST + NEXT, 0, f"a hand cannot begin here: {OVER}"),
    (said(*WHOLE) + NEXT + "voces = ['Ane: mus']", 1, "It is not your turn: Beñat is to speak. (R21)"),
]


REFUSED = [str(case[0]) for case in (*AT_HEAD, *IN_KEYS, *WITH_STONES, *IN_VOCES, *IN_NEXT_HAND)]


NO_RULE = re.compile(
    r"not (TOML|UTF-8|an acta)|too (long|large a bet)|a number of \d+ digits|unknown key"
    r"|.* is no (rule set|edition|game)|\w+ is missing|(acta|jugadores|baraja\.(?!corte)\w+): expected"
    r"|[\w. ]+: expected .*, not (a (text|number|list|table|date or time)|true or false)$"
)


"""What breaks the form of an acta, or the bounds of its reader, and no rule of the game."""


def ruled(why: str) -> bool:
    """Returns whether a refusal is one line, and ends with the rule where one was broken."""
    said = re.sub(r"^hand \d+, voz \d+: ", "", why)
    form = NO_RULE.match(said) or said.endswith("…")
    return why.isprintable() and bool(re.search(r"\(R\d+\)$", why) or form)


HOSTILE = r"""12o|3b|8x|0|-1|nan|99|1e9|[|]|{|}|\|"|'|=|,|:|.|#|Ane: |tiempo|órdago|quiero|seña: duples
miro a Ane|𝓐𝓷𝓮|descarta 1o 1o|[[manos]]|visto = 'Ane: 1o'|mazo = '1o 1o'|"", "", "", "", ""
99999999999999999999999999999999"""


WRITTEN = [*HOSTILE.replace("\n", "|").split("|"), "\n", "\0", "\u202e", "\ud7ff"]


def hostile(rng: random.Random, whole: Sequence[str]) -> str:
    """An acta with another's words, with something written into it, its lines moved, doubled or lost."""
    acta = rng.choice(whole)
    for _ in range(rng.choice((1, 1, 1, 3))):
        lines = acta.splitlines(keepends=True)
        if rng.random() < 0.6:
            mine, others = (re.findall(r'"[^"\n]*"', text) for text in (acta, rng.choice(whole)))
            acta = acta.replace(rng.choice(mine or ["a"]), rng.choice(others), rng.choice((1, -1)))
            continue
        match rng.randrange(6):
            case 0:
                rng.shuffle(lines)
            case 1:
                lines.insert(rng.randrange(len(lines)), rng.choice(lines))
            case 2:
                del lines[rng.randrange(len(lines)) :][:1]
            case 3:
                lines = [*lines[: len(lines) // 2], *rng.choice(whole).splitlines(keepends=True)]
            case _:
                place = rng.randrange(len(acta) or 1)
                written = acta[:place] + rng.choice(WRITTEN) + acta[place + rng.choice((0, 1, 5)) :]
                lines = written.splitlines(keepends=True) or [" "]
        acta = "".join(lines)
    return acta
