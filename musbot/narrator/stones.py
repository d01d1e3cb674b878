"""What a board says where stones are to be got rid of: Tres Mus and Mus Francés (R60–R77)."""

from __future__ import annotations

from musbot.game.actions import Action, Seat, Voz
from musbot.game.events import Paid
from musbot.game.lances import Cerrado, Estado, worth
from musbot.game.views import View
from musbot.table.view import TableView
from musbot.words.cards import signs
from musbot.words.count import Counted, payment
from musbot.words.texts import Texts


def held(texts: Texts, game: View, seat: Seat) -> str:
    """Returns what a player holds and has in the middle, or that he rests or is out."""
    hand, middle = game.piedras[seat], game.medio[seat]
    if game.juegos[seat] >= game.rules.juegos:
        return texts("stones-out")
    if not hand and not middle:
        return texts("stones-rests")
    told = texts("stones-held", piedras=hand)
    return texts("stones-middle", held=told, middle=middle) if middle else told


def line(texts: Texts, game: View, seat: Seat, sign: str, who: str) -> str:
    """Returns a player's line on the board: his stones, and the juegos against him."""
    told = texts("stones-line", sign=sign, who=who, held=held(texts, game, seat))
    if not game.juegos[seat]:
        return told
    return texts("stones-lost", line=told, juegos=game.juegos[seat], of=game.rules.juegos)


def closed(texts: Texts, table: TableView, lance: Cerrado) -> str:
    """Returns how a lance was left, and who were suertudos in it (R65)."""
    keys = {
        Estado.QUERIDO: "stones-closed-querido",
        Estado.RECHAZADO: "stones-closed-rechazado",
        Estado.ORDAGO: "closed-ordago",
        Estado.VISTO: "stones-closed-visto",
        Estado.PERDIDO: "stones-closed-perdido",
        Estado.PASO: "closed-paso",
        Estado.SIN_RIVAL: "closed-sin-rival",
        Estado.VACIO: "closed-vacio",
    }
    names = texts.listed([table.names[seat] for seat in lance.bandos])
    name = texts(f"lance-{lance.lance}").capitalize()
    told = texts(keys[lance.estado], lance=name, piedras=lance.piedras, side=names)
    if not lance.suertudos:
        return told
    lucky = texts.listed([table.names[seat] for seat in lance.suertudos])
    return texts("stones-suertudos", closed=told, names=lucky, count=len(lance.suertudos))


def bet(texts: Texts, table: TableView, game: View, turn: str) -> str:
    """Returns what is bet, what lies in the middle, and what each has answered."""
    puja = game.puja
    if puja is None or puja.bettor is None:
        return ""
    lance = texts(f"lance-{puja.lance}").upper()
    name = table.names[puja.bettor]
    key = "ordago" if puja.ordago else "raise" if puja.subidores else "bet"
    said = texts(f"stones-{key}", lance=lance, name=name, piedras=puja.subida or puja.apuesta)
    answers = "".join(_answer(texts, table, game, seat, action) for seat, action in puja.answers)
    middle = texts("stones-there", piedras=sum(puja.puestas))
    return f"{said} {middle} {answers}{turn}."


def _answer(texts: Texts, table: TableView, game: View, seat: Seat, action: Action) -> str:
    raised = game.puja is not None and bool(game.puja.subidores)
    match action.voz:
        case Voz.ACEPTO:
            key = "stones-accepts"
        case Voz.QUIERO:
            key = "phase-accepts"
        case Voz.NO_QUIERO:
            key = "stones-withdraws" if raised else "phase-refuses"
        case _:
            key = "stones-conforms"
    return texts(key, name=table.names[seat], piedras=action.n)


def payments(texts: Texts, table: TableView, game: View) -> list[str]:
    """Returns what has been taken and shed in this hand so far, read aloud (R51)."""
    return [paid_aloud(texts, table, game, paid) for paid in game.tantos]


def paid_aloud(texts: Texts, table: TableView, game: View, paid: Paid) -> str:
    """Returns who takes or sheds how many stones, and why."""
    shown = game.shown or ()
    counted = Counted(
        player=lambda seat: table.names[seat],
        side=lambda seat: table.names[seat],
        of_side=lambda seat: (seat,),
        worth=lambda seat: worth(shown[seat], game.rules),
    )
    return payment(texts, counted, paid)


def seen(texts: Texts, table: TableView, game: View) -> list[str]:
    """Returns the cards that have been shown so far (R67, R68, R88)."""
    return [
        texts("stones-seen", name=table.names[seat], cards=signs(texts, hand))
        for seat, hand in enumerate(game.shown or ())
        if hand
    ]


def lost(texts: Texts, table: TableView, game: View) -> list[str]:
    """Returns who has lost the juego with this hand, is out with it, or has won the partida (R60, R70)."""
    holders = [s for s in range(game.seats) if game.piedras[s] + game.medio[s]]
    if len(holders) != 1:
        return []
    loser = holders[0]
    name, juegos, of = table.names[loser], game.juegos[loser], game.rules.juegos
    lines = ["", texts("stones-juego", name=name, juegos=juegos, of=of)]
    if juegos >= of:
        lines.append(texts("stones-leaves", name=name))
    if game.winner is not None:
        lines.append(texts("result-partida", who=table.names[game.winner]))
    return lines
