"""Turns of phrase that every post shares: names, sides, scores, whose turn it is, what is being bet."""

from __future__ import annotations

from collections.abc import Sequence

from musbot.game.actions import Bando, Seat, Voz
from musbot.game.lances import Cerrado, Estado, Lance
from musbot.game.views import View
from musbot.narrator import stones
from musbot.table.view import TableView
from musbot.words.cards import name as card_name
from musbot.words.count import piedras
from musbot.words.texts import Texts

SIGNS = ("🔷", "🟠", "🔺", "💜", "⭐", "🍀", "🌙", "🔔")
"""A sign for each side, told apart by shape as well as by colour."""

CLOSED = {
    Estado.PASO: "paso",
    Estado.QUERIDO: "querido",
    Estado.RECHAZADO: "rechazado",
    Estado.SIN_RIVAL: "sin-rival",
    Estado.VACIO: "vacio",
    Estado.ORDAGO: "ordago",
}
"""The last part of the keys that say how a lance was left."""


def row(numbers: Sequence[int]) -> str:
    """Returns the score of every side in a row: "2–1"."""
    return "–".join(map(str, numbers))


class Speech:
    """The words of one language about one table; `turn_s` is what the turn clock allows."""

    def __init__(self, texts: Texts, turn_s: float) -> None:
        self.texts = texts
        self.turn_s = turn_s

    def player(self, table: TableView, seat: Seat) -> str:
        """Returns a player's name, with a sign if he is an AI."""
        who = table.seats[seat]
        return self.texts("ai", name=who.name) if who.ai else who.name

    def players(self, table: TableView, seats: Sequence[Seat]) -> str:
        """Returns several players' names as one says them."""
        return self.texts.listed([self.player(table, seat) for seat in seats])

    def side(self, table: TableView, bando: Bando) -> str:
        """Returns the name of a side; where each plays for himself, the player's."""
        seats = table.side(bando)
        return self.texts(f"bando-{bando}") if len(seats) > 1 else table.names[seats[0]]

    def side_with_names(self, table: TableView, bando: Bando) -> str:
        """Returns a side and who is of it."""
        names = self.players(table, table.side(bando))
        alone = len(table.side(bando)) == 1
        return names if alone else self.texts("side-names", side=self.side(table, bando), names=names)

    def lance(self, lance: Lance | str) -> str:
        """Returns the name of a lance as a heading."""
        return self.texts(f"lance-{lance}").capitalize()

    def title(self, table: TableView, game: View) -> str:
        """Returns the heading of a board."""
        rules = game.rules
        if rules.stones:
            score = self.texts("stones-juego-number", number=sum(game.juegos) + (game.winner is None))
            return self._heading(table, game, score)
        over = any(juegos >= rules.juegos for juegos in game.juegos)
        score = self.texts(
            "juego-number", number=sum(game.juegos) + (0 if over else 1), score=row(game.juegos)
        )
        if rules.vacas > 1:
            vaca = self.texts("vaca-number", number=sum(game.vacas) + 1, score=row(game.vacas))
            score = f"{vaca}, {score}"
        return self._heading(table, game, score)

    def _heading(self, table: TableView, game: View, score: str) -> str:
        rules = game.rules
        heading = self.texts("table-title", short=table.short, rules=rules.name, piedras=rules.piedras)
        mano = self.player(table, game.mano)
        return self.texts("board-title", table=heading, score=score, hand=game.hand, mano=mano)

    def scores(self, table: TableView, game: View) -> list[str]:
        """Returns a line a side: its players and its piedras."""
        if game.rules.stones:
            return [
                *(
                    stones.line(self.texts, game, seat, SIGNS[seat], self.player(table, seat))
                    for seat in table.bandos
                ),
                self.texts("stones-dish", piedras=game.plato),
            ]
        lines = []
        for bando in table.bandos:
            line = self.texts(
                "side-line",
                sign=SIGNS[bando],
                who=self.side_with_names(table, bando),
                piedras=piedras(self.texts, game.piedras[bando]),
            )
            lines.append(f"{line} · {self.texts('adentro')}" if game.adentro(bando) else line)
        return lines

    def lances(self, table: TableView, game: View) -> list[str]:
        """Returns what has become of the lances so far, the declarations with them."""
        lines = []
        closed = [self.closed(table, lance) for lance in game.lances]
        if closed:
            lines.append(" · ".join(closed))
        for lance, has in ((Lance.PARES, game.pares), (Lance.JUEGO, game.juego)):
            if has is not None and any(has):
                said = [
                    self.texts("declared-yes" if has[seat] else "declared-no", name=table.names[seat])
                    for seat in game.circle()
                    if has[seat] or game.plays(seat)
                ]
                lines.append(self.texts("declared", lance=self.lance(lance), who=", ".join(said)))
        return lines

    def closed(self, table: TableView, lance: Cerrado) -> str:
        """Returns how a lance was left."""
        if table.rules.stones:
            return stones.closed(self.texts, table, lance)
        side = self.side(table, lance.bandos[0]) if lance.bandos else ""
        return self.texts(
            f"closed-{CLOSED[lance.estado]}", lance=self.lance(lance.lance), piedras=lance.piedras, side=side
        )

    def turn(self, table: TableView, game: View) -> str:
        """Returns whose word is awaited, and how long he has if he is a person."""
        names = self.players(table, game.turno)
        said = self.texts("turn-one" if len(game.turno) == 1 else "turn-many", names=names)
        timed = self.turn_s and any(not table.seats[seat].ai for seat in game.turno)
        return self.texts("turn-seconds", turn=said, seconds=round(self.turn_s)) if timed else said

    def now(self, table: TableView, game: View) -> list[str]:
        """Returns what is asked at this moment, and what has been said to it."""
        if table.put_off:
            return [self.texts("phase-put-off")]
        match game.fase:
            case "mus":
                return self._mus(table, game)
            case "descarte":
                return self._descarte(table, game)
            case "fin":
                return []
            case _:
                return [self._bet(table, game)]

    def _mus(self, table: TableView, game: View) -> list[str]:
        lines = [self.texts("phase-corrido")] if game.corrido else []
        if game.throws:
            lines.append(self._throws(table, game))
        spoken = game.circle()[: game.circle().index(game.turno[0])]
        said = ""
        for place, seat in enumerate(spoken):
            key = "phase-mus-deferred" if game.deferred and place == 1 else "phase-mus-said"
            said += self.texts(key, name=self.player(table, seat))
        return [*lines, self.texts("phase-mus", said=said, turn=self.turn(table, game))]

    def _throws(self, table: TableView, game: View) -> str:
        counts = [f"{table.names[seat]} {game.throws[-1][seat]}" for seat in game.circle()]
        return self.texts("phase-throws", counts=", ".join(counts))

    def _descarte(self, table: TableView, game: View) -> list[str]:
        lines = []
        if game.visto is not None:
            seat, card = game.visto
            shown = card_name(self.texts, card)
            lines.append(self.texts("phase-visto", name=self.player(table, seat), card=shown))
        thrown = "".join(
            self.texts("phase-threw", name=self.player(table, seat), count=count)
            for seat in game.circle()
            if (count := game.thrown[seat]) is not None and seat != game.seat and game.plays(seat)
        )
        names = self.players(table, game.turno)
        return [*lines, self.texts("phase-descarte", thrown=thrown, names=names)]

    def _bet(self, table: TableView, game: View) -> str:
        envite = game.envite
        if envite is None:
            return ""
        lance = self.lance(envite.lance).upper()
        turn = self.turn(table, game)
        if envite.bettor is None:
            cut = ""
            if envite.lance is Lance.GRANDE and envite.passed == 0 and game.cut_by is not None:
                cut = self.texts("phase-cut", name=self.player(table, game.cut_by)) + " "
            return cut + self.texts("phase-open", lance=lance, turn=turn)
        if game.puja is not None:
            return stones.bet(self.texts, table, game, turn)
        rest = "".join(self._answer(table, game, seat, action.voz) for seat, action in envite.answers)
        rest += self._awaited(table, game, turn)
        name = self.player(table, envite.bettor)
        if envite.ordago:
            return self.texts("phase-ordago", lance=lance, name=name, rest=rest)
        key = "phase-raise" if envite.querido else "phase-bet"
        return self.texts(
            key, lance=lance, name=name, piedras=envite.apuesta, querido=envite.querido, rest=rest
        )

    def _awaited(self, table: TableView, game: View, turn: str) -> str:
        if game.gracia is None:
            return f"{turn}."
        return self.texts("phase-gracia", seconds=f"{game.rules.gracia:g}")

    def _answer(self, table: TableView, game: View, seat: Seat, voz: Voz) -> str:
        name = self.player(table, seat)
        if voz is Voz.NO_QUIERO:
            return self.texts("phase-refuses", name=name)
        if voz is Voz.QUIERO or game.envite is None:
            return self.texts("phase-accepts", name=name)
        action = next(action for who, action in game.envite.answers if who == seat)
        return self.texts("phase-raises", name=name, piedras=game.envite.total(action))
