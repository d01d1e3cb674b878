"""What the count of a hand of Mus says besides its payments."""

from __future__ import annotations

from musbot.game.actions import Bando, Seat
from musbot.game.events import Paid, Por
from musbot.game.lances import Estado, best
from musbot.game.views import MusSeen, View
from musbot.narrator.speech import row, shown_worth
from musbot.narrator.voices.voice import Voice


def before(game: View, bando: Bando) -> int:
    """Returns the piedras that a side had before the hand."""
    return game.piedras[bando] - sum(paid.piedras for paid in game.tantos if paid.bando == bando)


def told(voice: Voice[MusSeen], paid: Paid) -> str:
    """Returns a payment as it is read aloud, and who would have won what nobody accepted."""
    winner, line = _would_have_won(voice.game, paid), voice.payment(paid)
    return line if winner is None else voice.texts("paid-would", paid=line, name=voice.table.names[winner])


def _would_have_won(game: View, paid: Paid) -> Seat | None:
    """Whose cards were better than the bettor's side's; None where nobody's were, or none were shown."""
    if game.shown is None or paid.por is not Por.DEJE:
        return None
    hands = [(seat, shown_worth(game, seat)) for seat in game.circle() if game.shown[seat]]
    winner = best(hands, paid.lance)
    return None if game.bando(winner) == paid.bando else winner


def news(voice: Voice[MusSeen]) -> list[str]:
    """Returns who has won the juego, the vaca, the partida with this hand; nothing for most."""
    game, winner = voice.game, juego_winner(voice)
    if winner is None:
        return []
    if game.winner is not None:
        return ["", voice.texts("result-partida", who=voice.side(winner))]
    vaca = game.juegos[winner] >= voice.seen.rules.juegos
    key = "result-vaca" if vaca else "result-juego"
    return ["", voice.texts(key, side=voice.side(winner), score=row(game.vacas if vaca else game.juegos))]


def by_ordago(game: View) -> bool:
    """Whether an accepted órdago has decided the juego (R35)."""
    return any(lance.estado is Estado.ORDAGO for lance in game.lances)


def juego_winner(voice: Voice[MusSeen]) -> Bando | None:
    """Returns who has won the juego with this hand: by an órdago, or with piedras (R35, R53)."""
    game, target = voice.game, voice.seen.rules.piedras
    if by_ordago(game):
        return game.tantos[-1].bando
    return next((b for b, piedras in enumerate(game.piedras) if piedras >= target), None)
