"""The count of a hand of Mus: payments, and the juego, vaca or partida that they decide."""

from __future__ import annotations

from musbot.game.actions import Bando, Seat
from musbot.game.events import Paid, Por
from musbot.game.lances import Estado, best
from musbot.game.views import MusSeen, View
from musbot.narrator.speech import score_row, shown_worth
from musbot.narrator.voices.voice import Voice


def piedras_before(game: View, bando: Bando) -> int:
    """Returns the piedras that a side had before the hand."""
    return game.piedras[bando] - sum(paid.piedras for paid in game.tantos if paid.bando == bando)


def payment_line(voice: Voice[MusSeen], paid: Paid) -> str:
    """Returns a payment in words, with the player who would have won a refused bet."""
    winner, line = _would_have_won(voice.game, paid), voice.payment_text(paid)
    return line if winner is None else voice.texts("paid-would", paid=line, name=voice.table.names[winner])


def _would_have_won(game: View, paid: Paid) -> Seat | None:
    """Returns the player with better cards than the side that took a deje.

    None if the side that took it had the best cards, or no cards were shown.
    """
    if game.shown is None or paid.por is not Por.DEJE:
        return None
    hands = [(seat, shown_worth(game, seat)) for seat in game.circle() if game.shown[seat]]
    winner = best(hands, paid.lance)
    return None if game.bando(winner) == paid.bando else winner


def news_lines(voice: Voice[MusSeen]) -> list[str]:
    """Returns lines about the juego, vaca or partida won with this hand; usually none."""
    game, winner = voice.game, juego_winner(voice)
    if winner is None:
        return []
    if game.winner is not None:
        return ["", voice.texts("result-partida", who=voice.side(winner))]
    vaca = game.juegos[winner] >= voice.seen.rules.juegos
    key = "result-vaca" if vaca else "result-juego"
    return [
        "",
        voice.texts(key, side=voice.side(winner), score=score_row(game.vacas if vaca else game.juegos)),
    ]


def is_won_by_ordago(game: View) -> bool:
    """Whether an accepted órdago decided the juego (R35)."""
    return any(lance.estado is Estado.ORDAGO for lance in game.lances)


def juego_winner(voice: Voice[MusSeen]) -> Bando | None:
    """Returns the side that won the juego with this hand, by an órdago or by piedras (R35, R53); or None."""
    game, target = voice.game, voice.seen.rules.piedras
    if is_won_by_ordago(game):
        return game.tantos[-1].bando
    return next((b for b, piedras in enumerate(game.piedras) if piedras >= target), None)
