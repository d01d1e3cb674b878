"""The count of a hand of Mus: payments, and the juego, vaca or partida that they decide."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from musbot.game.actions import Bando, Seat
from musbot.game.events import Paid, Por, first_to_reach
from musbot.game.lances import Cerrado, Estado, Lance, best_seat
from musbot.game.views import MusSeen, View
from musbot.narrator.speech import SIGNS, score_row, shown_worth
from musbot.narrator.voices.mus.decided import decision_text, piedras_accepted
from musbot.narrator.voices.voice import Voice
from musbot.words.cards import brief_holding_in_lance
from musbot.words.lances import lance_name


def piedras_before(game: View, bando: Bando) -> int:
    """Returns the piedras that a side had before the hand."""
    return game.piedras[bando] - sum(paid.piedras for paid in game.tantos if paid.bando == bando)


def lance_forms(voice: Voice[MusSeen]) -> Iterator[tuple[str, ...]]:
    """Yields, for each paid lance, the forms of its line, longest first; then a line of any unpaid lances.

    The first form has the parts of a deje, if it has several. The next form lacks these parts, and the last
    has only the side and its piedras.
    """
    yield from _paid_forms(voice)
    if unpaid := _unpaid_lances(voice):
        names = [lance_name(voice.texts, lance) for lance in unpaid]
        yield (voice.texts("count-unpaid", lances=voice.texts.join_names(names)),)


def _unpaid_lances(voice: Voice[MusSeen]) -> list[Lance]:
    """Returns the closed lances that pay nothing because the juego was won before their turn (R35, R38).

    Lances that no player could play (`VACIO`) are left out. Empty if the hand decided no juego.
    """
    if juego_winner(voice) is None:
        return []
    paid = {each.lance for each in voice.game.tantos}
    closed = [each for each in voice.game.lances if each.estado is not Estado.VACIO]
    return [each.lance for each in closed if each.lance not in paid]


def _paid_forms(voice: Voice[MusSeen]) -> Iterator[tuple[str, ...]]:
    """Yields the forms of the line of each paid lance."""
    for closed in voice.game.lances:
        paid = [each for each in voice.game.tantos if each.lance is closed.lance]
        if not paid:
            continue
        texts, lance, won = voice.texts, voice.speech.lance(closed.lance), _won_text(voice, paid)
        how, parts = decision_text(voice, closed), _deje_parts(voice, closed, paid)
        forms = [texts("count-parts", how=how, parts=", ".join(parts)), how] if len(parts) > 1 else [how]
        lines = [texts("count-line", lance=lance, won=won, how=each) for each in forms]
        yield (*lines, texts("count-short", lance=lance, won=won))


def own_side(voice: Voice[MusSeen]) -> Bando | None:
    """Returns the side that is "us" to the only reader: of the seat that sees the view, or of a solo table.

    None if several people read it, or if each plays alone.
    """
    if voice.seen.rules.plays_alone:
        return None
    if voice.game.seat is not None:
        return voice.game.bando(voice.game.seat)
    people = voice.table.people if voice.table.solo else ()
    return voice.game.bando(people[0]) if people else None


def side_word(voice: Voice[MusSeen], bando: Bando, *, gets: bool = False) -> str:
    """Returns a side in a word: "us" or "them" to its only reader, otherwise its sign.

    A player who plays alone is named. With `gets`, piedras go to the side, and Basque declines the word.
    """
    own, seats = own_side(voice), voice.table.side(bando)
    if own is not None and gets:
        return voice.texts("side-own-gets" if bando == own else "side-other-gets")
    if own is not None:
        return voice.texts("side-own" if bando == own else "side-other")
    return SIGNS[bando] if len(seats) > 1 else voice.join_players(seats)


def _won_text(voice: Voice[MusSeen], paid: Sequence[Paid]) -> str:
    """Returns the side that these payments go to, and their sum; the juego for an accepted órdago."""
    side = side_word(voice, paid[0].bando)
    if any(each.por is Por.ORDAGO for each in paid):
        return voice.texts("count-won-juego", side=side)
    return voice.texts("count-won", side=side, piedras=sum(each.piedras for each in paid))


def _deje_parts(voice: Voice[MusSeen], closed: Cerrado, paid: Sequence[Paid]) -> list[str]:
    """Returns the parts of a refused lance's points: the deje, each premio of that side, and the punto.

    A deje that pays more than the accepted piedras names both (R47–R49, R100). Empty for any other lance.
    """
    if closed.estado is not Estado.RECHAZADO:
        return []
    texts, parts = voice.texts, []
    for each in paid:
        if each.por is Por.DEJE and (accepted := _accepted_below(voice, each)):
            parts.append(texts("count-deje-more", accepted=accepted, more=each.piedras - accepted))
            continue
        if each.por is not Por.PREMIO:
            key = "count-deje" if each.por is Por.DEJE else "count-premio"
            parts.append(texts(key, worth=lance_name(texts, each.lance), piedras=each.piedras))
            continue
        for seat in voice.table.side(each.bando):
            worth = shown_worth(voice.game, seat)
            if premio := worth.premio(closed.lance):
                holding = brief_holding_in_lance(texts, worth, closed.lance)
                parts.append(texts("count-premio", worth=holding, piedras=premio))
    return parts


def payment_line(voice: Voice[MusSeen], paid: Paid) -> str:
    """Returns a payment in words; of a refused bet also the rival who would have won it, if any.

    A deje that pays more than the accepted piedras names both parts (R100).
    """
    winner, line = _would_have_won(voice.game, paid), voice.payment_text(paid)
    if paid.por is Por.DEJE and (accepted := _accepted_below(voice, paid)):
        line = voice.texts("paid-deje-more", paid=line, accepted=accepted, more=paid.piedras - accepted)
    return line if winner is None else voice.texts("paid-would", paid=line, name=voice.table.names[winner])


def _accepted_below(voice: Voice[MusSeen], deje: Paid) -> int:
    """Returns the piedras accepted in a lance before the refused raise, if the deje pays more than these
    (R100).

    Otherwise 0, also if no bet was accepted before.
    """
    closed = next(each for each in voice.game.lances if each.lance is deje.lance)
    accepted = piedras_accepted(voice, closed)
    return accepted if deje.piedras > accepted else 0


def _would_have_won(game: View, paid: Paid) -> Seat | None:
    """Returns the player whose shown cards are the best in a lance, if another side took its deje.

    None if that side had the best cards, or no cards were shown, and for any other payment.
    """
    if game.shown is None or paid.por is not Por.DEJE:
        return None
    hands = [(seat, shown_worth(game, seat)) for seat in game.circle() if game.shown[seat]]
    winner = best_seat(hands, paid.lance)
    return None if game.bando(winner) == paid.bando else winner


def news_lines(voice: Voice[MusSeen]) -> list[str]:
    """Returns an empty line and a line about the juego, vaca or partida won with this hand.

    No lines if the hand won no juego.
    """
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
    """Returns whether an accepted órdago decided the juego (R35)."""
    return any(lance.estado is Estado.ORDAGO for lance in game.lances)


def juego_winner(voice: Voice[MusSeen]) -> Bando | None:
    """Returns the side that won the juego with this hand, by an órdago or by piedras (R35, R53); or None.

    If several sides have enough piedras, the first to reach them counts (R38).
    """
    game = voice.game
    if is_won_by_ordago(game):
        return game.tantos[-1].bando
    return first_to_reach(voice.seen.rules.piedras, game.piedras, game.tantos)
