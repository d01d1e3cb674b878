"""Reads an acta: checks its keys, and replays its hands through the engine."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from musbot.acta.keys import (
    BadKey,
    require_items,
    require_key,
    require_scores,
    require_table,
    require_text,
    require_texts,
)
from musbot.acta.partida import LONGEST_NAME, Acta, ActaError, Promesa
from musbot.acta.replay import Replay, placing_errors, seat_of
from musbot.game.cards import PLACES, UNCUT
from musbot.game.engine import begin
from musbot.game.errors import LONGEST_QUOTE, quote_text
from musbot.game.events import Event
from musbot.game.rule_sets import edition
from musbot.game.rules_base import RuleSet
from musbot.game.shuffle import SEED_SIZE, Scheme
from musbot.game.voces import fold_text

VERSION = 1
"""The version of the format."""
MOST_BYTES = 2 * 2**20
"""The maximum size of a file, twenty times the size of a partida of a hundred hands."""

HEAD = ("acta", "reglas", "modo", "variantes", "jugadores", "mano", "marcador", "manos", "baraja")
"""The keys at the top of an acta."""
HAND = ("reparto", "visto", "mazo", "vistos", "voces")
"""The keys of a hand."""
PROMISED = ("esquema", "semilla", "compromiso", "mesa")
"""The keys of [baraja] that are published before the first deal."""
ADDED: Mapping[Scheme, str] = {Scheme.MUSBOT_1: "palabras", Scheme.MUSBOT_2: "corte"}
"""The key of [baraja] that each scheme adds to the seed."""
_MOST_OPTION = 10**9

_QUOTED = re.compile(r'"(?:[^"\\\n]|\\.)*"?|\'[^\'\n]*\'?|#.*')
_MOST_DOTS = 20
"""The maximum number of dots on a line outside texts: tomllib needs minutes for a key of a thousand parts."""


def read_file(path: Path | str) -> Acta:
    """Reads an acta from a file; raises ActaError for a file that is missing, unreadable, too long or no
    valid acta."""
    if not isinstance(path, (str, os.PathLike)):
        raise ActaError(None, None, f"cannot be read: {path!r}, expected the path of a file")
    place = Path(path)
    try:
        if place.exists() and not (place.is_file() or place.is_dir()):  # opening a pipe can block
            raise ActaError(None, None, "cannot be read: expected a file")
        with place.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise ActaError(None, None, f"cannot be read: {getattr(error, 'strerror', error)}") from error
    if len(data) > MOST_BYTES:
        raise ActaError(None, None, f"too long: expected at most {MOST_BYTES // 2**20} MiB")
    try:
        return _read_text(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise ActaError(None, None, f"not UTF-8 at byte {error.start}: expected a TOML file") from error


def read(acta: str) -> Acta:
    """Reads an acta from its text and replays it; raises ActaError, with the place of the first error.

    A byte order mark before it is ignored. The path of a file, or its name, is refused: `read_file` reads a
    file.
    """
    if not isinstance(acta, str) or ("=" not in acta and len(acta.splitlines()) == 1):
        raise ActaError(None, None, "not an acta: expected the text of one; read_file reads a file")
    return _read_text(acta.removeprefix("\ufeff"))


def _read_text(acta: str) -> Acta:
    """Reads an acta from its text and replays it; raises ActaError, with the place of the first error."""
    document = _read_document(acta)
    with placing_errors(None, None):
        head = require_table(document, "", HEAD)
        version = require_key(head, "acta", str(VERSION))
        if type(version) is not int or version != VERSION:
            raise BadKey("acta", f"{VERSION}, the version of the format")
        rules = _read_rules(head)
        names = _read_names(head, rules)
        replay = Replay(names, _read_first_event(head, rules, names))
        baraja = _read_baraja(head["baraja"], len(names)) if "baraja" in head else None
        manos = require_items(head.get("manos", []), "manos", "hands, each headed [[manos]]")
    for number, mano in enumerate(manos, 1):
        with placing_errors(number, 0, names):
            keys = require_table(mano, "hand", HAND)
            reparto = require_key(keys, "reparto", "the cards of each player")
            replay.deal(reparto, keys.get("visto"), keys.get("mazo"), keys.get("vistos"))
            voces = require_items(keys.get("voces", []), "voces", "a list of texts")
        for place, voz in enumerate(voces, 1):
            with placing_errors(number, place, names):
                replay.apply_voz(require_text(voz, "a voz", 'a text such as "Ane: paso"'))
    return Acta(names, rules, tuple(replay.events), replay.mesa, baraja)


def _read_document(acta: str) -> dict[str, Any]:
    """Returns the parsed TOML; raises ActaError, also for a line with too many dots, which would take
    minutes."""
    if any(line.count(".") > _MOST_DOTS for line in _QUOTED.sub("", acta).splitlines()):
        raise ActaError(None, None, f"not an acta: a key of more than {_MOST_DOTS} parts")
    try:
        return tomllib.loads(acta)
    except tomllib.TOMLDecodeError as error:
        raise ActaError(None, None, f"not TOML: {error}") from error
    except RecursionError as error:
        raise ActaError(None, None, "not an acta: nested too deeply") from error
    except ValueError as error:
        raise ActaError(None, None, "not an acta: a number has too many digits") from error


def _read_rules(head: Mapping[str, Any]) -> RuleSet:
    """Returns the rules of the head. Raises BadKey, UnknownRuleSet or BadRules."""
    name = require_text(require_key(head, "reglas", "the name of a rule set"), "reglas")
    named = edition(name, require_text(head["modo"], "modo") if "modo" in head else None)
    changes = require_table(head.get("variantes", {}), "variantes", named.fields)
    for field, value in changes.items():
        if not _is_option(value):
            kind = named.fields[field]
            raise BadKey(f"variantes.{field}", kind.describe_valid(), rule=kind.rule)
    return named.with_changes(changes)


def _is_option(value: object) -> bool:
    """Returns whether a rule's field accepts values of this type and size; RuleSet checks the value
    itself."""
    if isinstance(value, int):
        return abs(value) < _MOST_OPTION
    return isinstance(value, float) or (isinstance(value, str) and len(value) <= LONGEST_QUOTE)


def _read_names(head: Mapping[str, Any], rules: RuleSet) -> tuple[str, ...]:
    """Returns the players' names.

    Raises BadKey for a wrong number, an unsuitable name, or two names that differ only in case and accents.
    """
    names = require_texts(require_key(head, "jugadores", "a list of names"), "jugadores")
    if len(names) not in rules.players:
        expected = " to ".join(str(n) for n in sorted({rules.players.start, rules.players.stop - 1}))
        wrong = f"{expected} names for {rules.name}, not {len(names)}"
        raise BadKey("jugadores", wrong, rule=rules.seats_rule)
    known: dict[str, str] = {}
    for name in names:
        same = fold_text(name)
        if not same or ":" in name or not name.isprintable() or len(name) > LONGEST_NAME:
            expected = f"names of one line, of at most {LONGEST_NAME} characters and without a colon"
            raise BadKey("jugadores", f"{expected}, not {quote_text(name)}")
        if same in known:
            raise BadKey(
                "jugadores", f"different names, not {quote_text(known[same])} and {quote_text(name)}"
            )
        known[same] = name
    return tuple(names)


def _read_first_event(head: Mapping[str, Any], rules: RuleSet, names: tuple[str, ...]) -> tuple[Event, ...]:
    """Returns a tuple with the first event. Without a score in the head, a new partida's score counts.

    Raises BadKey, NotAtTable or BadRules for a missing or wrong mano, or a wrong score.
    """
    mano = seat_of(require_text(require_key(head, "mano", "the name of a player"), "mano"), names, "mano")
    sides = rules.sides(len(names))
    score = require_table(head.get("marcador", {}), "marcador", ("juegos", "piedras"))
    ruled = [rules.fields[name].rule for name in ("juegos", "piedras")]
    given = score.get("juegos", [0] * sides)
    juegos = require_scores(given, "marcador.juegos", sides, rules.juegos_below(), ruled[0])
    given = score.get("piedras", list(rules.start(juegos)))
    piedras = require_scores(given, "marcador.piedras", sides, rules.piedras_below(juegos), ruled[1])
    return begin(rules, len(names), mano, juegos, piedras)


def _read_baraja(value: object, seats: int) -> Promesa:
    """Returns the `[baraja]` section; missing keys are None, the cut is UNCUT, the scheme musbot-1.

    Raises BadKey for a wrong value, a key that the scheme lacks, or more words than players.
    """
    scheme = _read_scheme(
        value.get("esquema", Scheme.MUSBOT_1) if isinstance(value, dict) else Scheme.MUSBOT_1
    )
    keys = require_table(value, "baraja", (*PROMISED, ADDED[scheme]))
    semilla, compromiso = (
        _read_hex(keys[key], key) if key in keys else None for key in ("semilla", "compromiso")
    )
    palabras = require_texts(keys.get("palabras", []), "baraja.palabras")
    if len(palabras) > seats:
        raise BadKey("baraja.palabras", f"at most {seats} words, one a player")
    return Promesa(
        semilla=semilla,
        compromiso=compromiso.hex() if compromiso is not None else None,
        mesa=require_text(keys["mesa"], "baraja.mesa") if "mesa" in keys else None,
        palabras=tuple(palabras),
        esquema=scheme,
        corte=_read_cut(keys.get("corte", UNCUT)),
    )


def _read_scheme(value: object) -> Scheme:
    """Returns the scheme of this name; raises BadKey."""
    if not isinstance(value, str) or value not in tuple(Scheme):
        raise BadKey("baraja.esquema", " or ".join(Scheme))
    return Scheme(value)


def _read_cut(value: object) -> int:
    """Returns the place of the cut; raises BadKey outside PLACES (R92)."""
    if type(value) is not int or value not in PLACES:
        raise BadKey("baraja.corte", f"a number from {PLACES[0]} to {PLACES[-1]}", rule="R92")
    return value


def _read_hex(value: object, key: str) -> bytes:
    """Returns the 32 bytes of a seed or hash; raises BadKey for other texts."""
    digits = require_text(value, f"baraja.{key}")
    if len(digits) != 2 * SEED_SIZE or not all(c in "0123456789abcdef" for c in digits.lower()):
        raise BadKey(f"baraja.{key}", f"{2 * SEED_SIZE} hexadecimal digits")
    return bytes.fromhex(digits)
