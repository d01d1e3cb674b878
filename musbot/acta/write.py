"""Writes the events of a table as an acta: TOML for people, which `read` replays."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence

from musbot.acta.partida import LONGEST_NAME, ActaError, Promesa
from musbot.acta.read import VERSION
from musbot.game.cards import write_cards
from musbot.game.errors import BadArgument
from musbot.game.events import Began, Dealt, Event, GraciaOver, Served
from musbot.game.rule_sets import origin
from musbot.game.shuffle import Scheme, require_words
from musbot.game.voces import TIEMPO, cards_served, event_action, fold_text, write_voz


def write(names: Sequence[str], events: Iterable[Event], baraja: Promesa | None = None) -> str:
    """Returns the acta of a partida, with the `baraja` section unless it is None.

    Names that an acta cannot hold are changed (`make_distinct`). Raises ActaError if the events do not begin
    with Began. Raises it also for a wrong number of names or of words in `baraja`. Raises BadArgument for
    values of other types.
    """
    require_words("names", names)
    if not isinstance(events, Iterable):
        raise BadArgument("events", events, "the events of a partida, such as its log")
    if baraja is not None and not isinstance(baraja, Promesa):
        raise BadArgument("baraja", baraja, "a Promesa, or None")
    log = iter(events)
    began = next(log, None)
    if not isinstance(began, Began):
        first = "no events" if began is None else f"events that begin with {type(began).__name__}"
        raise ActaError(
            None, None, f"cannot be written: {first}, expected a whole log, which begins with Began"
        )
    if began.seats != len(names):
        raise ActaError(None, None, f"cannot be written: {len(names)} names, expected {began.seats}, by seat")
    if baraja is not None and len(baraja.palabras) > began.seats:
        raise ActaError(
            None, None, f"cannot be written: {len(baraja.palabras)} palabras, expected at most {began.seats}"
        )
    known = make_distinct(names)
    blocks = [_head(began, known), *_hands(log, known)]
    if baraja is not None:
        blocks.append(_baraja(baraja))
    return "\n".join(blocks)


def make_distinct(names: Sequence[str]) -> tuple[str, ...]:
    """Returns different names that fit an acta: on one line, without a colon, and not too long.

    Colons and unprintable characters become spaces, and longer names are cut to LONGEST_NAME - 4 characters.
    Of names that differ only in case and accents, the later ones get a number. An empty name becomes
    "Jugador" and the number of the seat, from 1.
    """
    known: list[str] = []
    for seat, name in enumerate(names, 1):
        plain = " ".join("".join(c if c.isprintable() and c != ":" else " " for c in name).split())
        plain = candidate = plain[: LONGEST_NAME - 4].strip() if fold_text(plain) else f"Jugador {seat}"
        again = 2
        while fold_text(candidate) in map(fold_text, known):
            candidate = f"{plain} {again}"
            again += 1
        known.append(candidate)
    return tuple(known)


def _head(began: Began, names: Sequence[str]) -> str:
    """Returns the TOML lines at the top: rules with changed fields, names, mano, and the score unless a
    partida starts with it."""
    rules = began.rules
    reglas, modo, changes = origin(rules)
    lines = [f"acta = {VERSION}", f"reglas = {_text(reglas)}"]
    lines += [f"modo = {_text(modo)}"] if modo else []
    if changes:
        changed = ", ".join(f"{field} = {_value(value)}" for field, value in changes.items())
        lines.append(f"variantes = {{ {changed} }}")
    lines += [f"jugadores = {_row(names)}", f"mano = {_text(names[began.mano])}"]
    if any(began.juegos) or began.piedras != rules.start(began.juegos):
        score = f"juegos = {list(began.juegos)}, piedras = {list(began.piedras)}"
        lines.append(f"marcador = {{ {score} }}")
    return "".join(f"{line}\n" for line in lines)


def _hands(log: Iterator[Event], names: Sequence[str]) -> Iterator[str]:
    """Yields the TOML text of each hand: the cards dealt, the cards drawn, and the voces."""
    dealt: Dealt | None = None
    served: list[Served] = []
    voces: list[str] = []
    for event in log:
        if isinstance(event, Dealt):
            if dealt is not None:
                yield _hand(dealt, served, voces, names)
            dealt, served, voces = event, [], []
        elif isinstance(event, Served):
            served.append(event)
        elif (voz := _voz(event, names)) is not None:
            voces.append(voz)
    if dealt is not None:
        yield _hand(dealt, served, voces, names)


def _voz(event: Event, names: Sequence[str]) -> str | None:
    """Returns the voz of a player's action, or `tiempo` for the end of the gracia; None for other events of
    the engine."""
    if isinstance(event, GraciaOver):
        return TIEMPO
    did = event_action(event)
    return None if did is None else f"{names[did[0]]}: {write_voz(did[1], names)}"


def _hand(dealt: Dealt, served: Sequence[Served], voces: Sequence[str], names: Sequence[str]) -> str:
    """Returns the TOML text of a hand: the cards dealt and drawn, and the voces."""
    lines = ["[[manos]]", f"reparto = {_row([write_cards(hand) for hand in dealt.cards])}"]
    if dealt.visto is not None:
        seat, card = dealt.visto
        lines.append(f"visto = {_text(f'{names[seat]}: {card}')}")
    mazo, vistos = cards_served(served)
    if mazo:
        lines.append(f"mazo = {_text(write_cards(mazo))}")
    if vistos:
        lines.append(f"vistos = {list(vistos)}")
    lines += ["voces = [", *(f"    {_text(voz)}," for voz in voces), "]"]
    return "".join(f"{line}\n" for line in lines)


def _baraja(baraja: Promesa) -> str:
    """Returns the `[baraja]` section, without unknown values."""
    lines = ["[baraja]"]
    if baraja.esquema is not Scheme.MUSBOT_1:
        lines.append(f"esquema = {_text(baraja.esquema)}")
    if baraja.semilla is not None:
        lines.append(f"semilla = {_text(baraja.semilla.hex())}")
    if baraja.compromiso is not None:
        lines.append(f"compromiso = {_text(baraja.compromiso)}")
    if baraja.mesa is not None:
        lines.append(f"mesa = {_text(baraja.mesa)}")
    if baraja.esquema is Scheme.MUSBOT_1:
        lines.append(f"palabras = {_row(baraja.palabras)}")
    else:
        lines.append(f"corte = {baraja.corte}")
    return "".join(f"{line}\n" for line in lines)


def _row(texts: Sequence[str]) -> str:
    """Returns a TOML list of texts."""
    return f"[{', '.join(map(_text, texts))}]"


def _value(value: object) -> str:
    """Returns a bool, text or number as a TOML value."""
    if isinstance(value, bool):
        return str(value).lower()
    return _text(value) if isinstance(value, str) else repr(value)


def _text(text: str) -> str:
    """Returns a TOML basic string; it is a JSON string with DEL escaped."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
