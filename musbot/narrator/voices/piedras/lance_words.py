"""A lance played with stones in words: the bet, the result, the payments (R60–R77)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from musbot.game.actions import Bando, Seat
from musbot.game.lances import Cerrado, Estado
from musbot.game.modos.piedras.puja import FINAL, Puja
from musbot.game.views import PiedrasSeen
from musbot.narrator.voices.voice import Voice
from musbot.words.cards import card_signs
from musbot.words.texts import Key

_CLOSED: Mapping[Estado, Key] = {
    Estado.QUERIDO: "stones-closed-querido",
    Estado.RECHAZADO: "stones-closed-rechazado",
    Estado.ORDAGO: "closed-ordago",
    Estado.VISTO: "stones-closed-visto",
    Estado.PERDIDO: "stones-closed-perdido",
    Estado.PASO: "closed-paso",
    Estado.SIN_RIVAL: "closed-sin-rival",
    Estado.VACIO: "closed-vacio",
}


def is_out(voice: Voice[PiedrasSeen], seat: Seat) -> bool:
    """Returns whether a player has lost enough juegos to be out of the partida (R60, R70)."""
    return voice.game.juegos[seat] >= voice.seen.rules.juegos


def stones_left(voice: Voice[PiedrasSeen], seat: Seat) -> int:
    """Returns the sum of a player's stones in hand and in the middle."""
    return voice.game.piedras[seat] + voice.seen.medio[seat]


def stones_text(voice: Voice[PiedrasSeen], seat: Seat) -> str:
    """Returns a player's stones in words, or that they rest or are out."""
    texts, hand, middle = voice.texts, voice.game.piedras[seat], voice.seen.medio[seat]
    if is_out(voice, seat):
        return texts("stones-out")
    if not hand and not middle:
        return texts("stones-rests")
    text = texts("stones-held", piedras=hand)
    return texts("stones-middle", held=text, middle=middle) if middle else text


def closed_text(voice: Voice[PiedrasSeen], lance: Cerrado) -> str:
    """Returns the result of a lance with its players, and the suertudos in it (R65)."""
    texts = voice.texts
    name, names = voice.speech.lance(lance.lance), voice.join_players(lance.bandos)
    text = texts(_CLOSED[lance.estado], lance=name, piedras=lance.piedras, side=names)
    if not lance.suertudos:
        return text
    lucky = voice.join_players(lance.suertudos)
    return texts("stones-suertudos", closed=text, names=lucky, count=len(lance.suertudos))


def bet_text(voice: Voice[PiedrasSeen], puja: Puja, bettor: Seat) -> str:
    """Returns the bet, the stones in the middle, and the players to speak.

    If they have already matched the bet and may raise it, it says why they are asked again (R66, R74); not
    after an órdago, nor in the last round of Tres Mus, in which no player raises (R84).
    """
    key = "stones-ordago" if puja.ordago else "stones-raise" if puja.subidores else "stones-bet"
    text = voice.texts(
        key,
        lance=voice.speech.lance(puja.lance).upper(),
        name=voice.table.names[bettor],
        piedras=puja.subida or puja.apuesta,
        middle=sum(puja.puestas),
        turn=voice.turn_text(),
    )
    may_raise = not puja.ordago and puja.ronda != FINAL
    again = may_raise and all(seat in puja.entraron and not puja.debe[seat] for seat in voice.game.turno)
    return voice.texts("stones-again", asked=text) if again and voice.game.turno else text


def moved_lines(voice: Voice[PiedrasSeen]) -> list[str]:
    """Returns a line for each lance in which stones moved: all stones that each player took or shed."""
    moved: dict[str, Counter[tuple[Bando, str]]] = {}
    for paid in voice.payments():
        n = voice.amount_moved(paid)
        of_lance = moved.setdefault(voice.speech.lance(paid.lance), Counter())
        of_lance[paid.bando, "takes" if n > 0 else "sheds"] += abs(n)
    lines = {
        lance: ", ".join(_moved_phrase(voice, *whose, piedras) for whose, piedras in found.items())
        for lance, found in moved.items()
    }
    return [voice.texts("stones-count", lance=lance, moved=text) for lance, text in lines.items()]


def _moved_phrase(voice: Voice[PiedrasSeen], player: Bando, way: str, piedras: int) -> str:
    """Returns a phrase for the stones that a player "takes" or "sheds" in a lance."""
    return voice.texts("stones-moved", name=voice.table.names[player], way=way, piedras=piedras)


def unmoved_lines(voice: Voice[PiedrasSeen]) -> list[str]:
    """Returns a line for each closed lance in which no stones moved."""
    paid = {each.lance for each in voice.game.tantos}
    still = [lance for lance in voice.game.lances if lance.lance not in paid]
    return [voice.texts("stones-unmoved", closed=closed_text(voice, lance)) for lance in still]


def shown_lines(voice: Voice[PiedrasSeen]) -> list[str]:
    """Returns a line for each hand shown so far (R67, R68, R88)."""
    return [
        voice.texts("stones-seen", name=voice.table.names[seat], cards=card_signs(voice.texts, hand))
        for seat, hand in enumerate(voice.game.shown or ())
        if hand
    ]


def news_lines(voice: Voice[PiedrasSeen]) -> list[str]:
    """Returns an empty line and lines about the juego that this hand decided.

    No lines unless exactly one player has stones left. Further lines name a player who is then out, and the
    winner of the partida (R60, R70).
    """
    texts, game, names = voice.texts, voice.game, voice.table.names
    holders = [seat for seat in range(game.seats) if stones_left(voice, seat)]
    if len(holders) != 1:
        return []
    loser = holders[0]
    juegos, of = game.juegos[loser], voice.seen.rules.juegos
    lines = ["", texts("stones-juego", name=names[loser], juegos=juegos, of=of)]
    if is_out(voice, loser):
        lines.append(texts("stones-leaves", name=names[loser]))
    if game.winner is not None:
        lines.append(texts("result-partida", who=names[game.winner]))
    return lines
