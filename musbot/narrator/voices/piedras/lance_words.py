"""How a lance played with stones stands, was left and was paid, in sentences (R60–R77)."""

from __future__ import annotations

from collections.abc import Mapping

from musbot.game.actions import Seat
from musbot.game.lances import Cerrado, Estado
from musbot.game.modos.piedras.puja import Puja
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


def out(voice: Voice[PiedrasSeen], seat: Seat) -> bool:
    """Whether a player has lost as many juegos as put them out of the partida (R60, R70)."""
    return voice.game.juegos[seat] >= voice.seen.rules.juegos


def left(voice: Voice[PiedrasSeen], seat: Seat) -> int:
    """Returns the stones that a player has, in hand and in the middle."""
    return voice.game.piedras[seat] + voice.seen.medio[seat]


def held(voice: Voice[PiedrasSeen], seat: Seat) -> str:
    """Returns what a player holds and has in the middle, or that they rest or are out."""
    texts, hand, middle = voice.texts, voice.game.piedras[seat], voice.seen.medio[seat]
    if out(voice, seat):
        return texts("stones-out")
    if not hand and not middle:
        return texts("stones-rests")
    told = texts("stones-held", piedras=hand)
    return texts("stones-middle", held=told, middle=middle) if middle else told


def closed(voice: Voice[PiedrasSeen], lance: Cerrado) -> str:
    """Returns how a lance was left, and who were suertudos in it (R65)."""
    texts = voice.texts
    name, names = voice.speech.lance(lance.lance), voice.named(lance.bandos)
    told = texts(_CLOSED[lance.estado], lance=name, piedras=lance.piedras, side=names)
    if not lance.suertudos:
        return told
    lucky = voice.named(lance.suertudos)
    return texts("stones-suertudos", closed=told, names=lucky, count=len(lance.suertudos))


def bet(voice: Voice[PiedrasSeen], puja: Puja, bettor: Seat) -> str:
    """Returns what is bet, what lies in the middle, and who is to speak."""
    key = "stones-ordago" if puja.ordago else "stones-raise" if puja.subidores else "stones-bet"
    return voice.texts(
        key,
        lance=voice.speech.lance(puja.lance).upper(),
        name=voice.table.names[bettor],
        piedras=puja.subida or puja.apuesta,
        middle=sum(puja.puestas),
        turn=voice.turn(),
    )


def shown(voice: Voice[PiedrasSeen]) -> list[str]:
    """Returns the cards that have been shown so far (R67, R68, R88)."""
    return [
        voice.texts("stones-seen", name=voice.table.names[seat], cards=card_signs(voice.texts, hand))
        for seat, hand in enumerate(voice.game.shown or ())
        if hand
    ]


def news(voice: Voice[PiedrasSeen]) -> list[str]:
    """Returns who has lost the juego with this hand, is out with it, or has won the partida (R60, R70)."""
    texts, game, names = voice.texts, voice.game, voice.table.names
    holders = [seat for seat in range(game.seats) if left(voice, seat)]
    if len(holders) != 1:
        return []
    loser = holders[0]
    juegos, of = game.juegos[loser], voice.seen.rules.juegos
    lines = ["", texts("stones-juego", name=names[loser], juegos=juegos, of=of)]
    if out(voice, loser):
        lines.append(texts("stones-leaves", name=names[loser]))
    if game.winner is not None:
        lines.append(texts("result-partida", who=names[game.winner]))
    return lines
