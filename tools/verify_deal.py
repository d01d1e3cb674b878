"""Verifies an acta dealt by musbot-2 with docs/fair-deal.md and Python alone: nothing of ours is imported.

python tools/verify_deal.py FILE.mus.toml …   deals every hand again, and says which are as promised
"""

import hmac
import sys
import tomllib
from collections.abc import Callable, Iterator
from functools import partial
from hashlib import sha256
from itertools import chain, count
from pathlib import Path
from typing import Any

STONES, FOUR_REYES = ("tres-mus", "frances"), ("mundial", "cuatro-reyes", "euskal-herria", "iparralde")


def _order(seed: bytes, label: str, reshuffle: int | str = 0) -> list[str]:
    key = hmac.digest(seed, f"{label}|{reshuffle}".encode(), "sha256")
    octets = (byte for n in count() for byte in hmac.digest(key, n.to_bytes(8, "big"), "sha256"))

    def below(limit: int) -> int:
        return next(byte for byte in octets if byte < 256 // limit * limit) % limit

    deck = [f"{rank}{suit}" for suit in "oceb" for rank in (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)]
    for last in range(39, 0, -1):
        other = below(last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    cut = 3 + below(35)
    return deck[cut:] + deck[:cut]


def _drawn(order: Callable[..., list[str]], hand: Any, turns: list[str], moves: int, laws: set[str]) -> Any:
    """Returns the cards drawn in a hand (R22, R23, `laws` of E); each mus moves the first on (R25)."""
    held, drawn, thrown = " ".join(hand["reparto"]).split(), list[str](), dict[str, list[str]]()
    again, old, pile = 0, list[str](), order()[len(held) :]
    if len(held) == 5 * len(turns):
        return []  # R61, R71: one of five is thrown, and none drawn
    for name, _, word in (voz.partition(": ") for voz in hand["voces"]):
        if word.split()[:1] in (["descarta"], ["servido"]):
            thrown[name] = word.split()[1:]
        if len(thrown) == len(turns):  # all have thrown
            held = [card for card in held if all(card not in cards for cards in thrown.values())]
            turns = turns[moves:] + turns[:moves]
            served = [name for name in turns for _ in thrown[name]]
            if "una a una" in laws and len(served) == 4 * len(turns):
                served = turns * 4
            for place, name in enumerate(served):
                if not pile:
                    again += 1
                    if "anteriores" not in laws or not old:
                        only = set(served[place:]) == {name}
                        thrown = {who: own if only and who == name else [] for who, own in thrown.items()}
                    away, old = {*held, *chain(*thrown.values())}, []
                    pile = [card for card in order(again) if card not in away]
                held.append(pile.pop(0))
                drawn.append(held[-1])
            old += chain(*thrown.values())
            thrown = {}
    return drawn


def _first_mano(lots: list[str], acta: Any) -> int:
    """Returns the mano: the seat after the drawn dealer (R19), or the one with the lowest card (R102)."""
    tied, changes = list(range(len(acta["jugadores"]))), {"sorteo": "palos"} | acta.get("variantes", {})
    rules, by = acta["reglas"].partition("/")[0], str(changes["sorteo"])
    if len(tied) == 4 and by == "palos" and acta.get("modo", rules) not in STONES:
        return ("oceb".index(lots[0][-1]) + 1) % 4
    reyes = changes.get("reyes", 4 if rules in FOUR_REYES else 8)
    while len(tied) > 1:
        ranks = {seat: int(lots.pop(0)[:-1]) for seat in tied}
        values = {seat: {3: 12, 2: 1}.get(rank, rank) if reyes == 8 else rank for seat, rank in ranks.items()}
        tied = [seat for seat in tied if values[seat] == (max if by == "palos" else min)(values.values())]
    return (tied[0] + (by != "menor mano")) % len(acta["jugadores"])


def verified(acta: Any) -> Iterator[tuple[str, bool]]:
    """Yields each part and whether it is as promised; not the card seen of R24, nor a lottery of sides."""
    names, changes, baraja = acta["jugadores"], acta.get("variantes", {}), acta["baraja"]
    if acta["reglas"] in ("euskal-herria/2", "iparralde/1"):
        changes = acta["variantes"] = {"sorteo": "menor reparte"} | changes
    seed, mano = bytes.fromhex(baraja["semilla"]), names.index(acta["mano"])
    added = f"musbot-2|{baraja['mesa']}|{baraja.get('corte', 20)}|"
    bound = sha256(f"musbot-2|{baraja['mesa']}|".encode() + seed).hexdigest()
    yield "semilla", bound == baraja["compromiso"]
    if changes.get("parejas") != "sorteo":
        yield "sorteo", mano == _first_mano(_order(seed, f"{added}|0", "0|sorteo"), acta)
    corrido = changes.get("mus_corrido", acta["reglas"].partition("/")[0] == "clasico") not in (False, "no")
    of_e = ("una a una", "anteriores") if acta["reglas"] == "parejas/2" else ("", "")
    laws = {changes.get("reponer", of_e[0]), changes.get("barajar", of_e[1])}
    for number, hand in enumerate(acta.get("manos", []), 1):
        order = partial(_order, seed, f"{added}|{number}")
        held = [row.split() for row in hand["reparto"]]
        dealt = order()[: sum(map(len, held))]
        seats = [seat for seat in (*range(mano, len(names)), *range(mano)) if held[seat]]
        # usually one circle, from the mano on; in a mus corrido who has cut is mano (R25), so it may be any
        circles = [seats[at:] + seats[:at] for at in range(len(seats) if corrido else 1)]
        good = [t for t in circles if all(held[seat] == dealt[at :: len(t)] for at, seat in enumerate(t))]
        first = [names[seat] for seat in (good or circles)[0]]
        drawn = [_drawn(order, hand, first, moves, laws) for moves in ((0, 1) if corrido else (0,))]
        yield f"mano {number}", bool(good) and hand.get("mazo", "").split() in drawn
        mano = (good or circles)[0][0] + 1


def main(files: list[str]) -> int:
    """Verifies the files and prints results; returns 1 if any part is not as promised."""
    if not files:
        sys.exit("expected an acta: python tools/verify_deal.py FILE.mus.toml")
    faults = 0
    for file in files:
        try:
            acta = tomllib.loads(Path(file).read_text("utf-8-sig"))
            baraja = acta.get("baraja", {})
            if baraja.get("esquema") != "musbot-2" or "semilla" not in baraja:
                sys.exit(f"{file}: no acta of musbot-2 with its semilla (musbot verify reads others)")
            if {"huellas", "secretos"} & baraja.keys():
                sys.exit(f"{file}: huellas and secretos (sealed cuts) are not read since musbot 0.2")
            for what, good in verified(acta):
                faults += not good
                sys.stdout.write(f"{what}: {'as promised' if good else 'NOT AS PROMISED'}\n")
        except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
            sys.exit(f"{file}: cannot be read: {type(error).__name__}: {error}")
    sys.stdout.write("NOT AS PROMISED\n" if faults else "all as promised\n")
    return min(faults, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
