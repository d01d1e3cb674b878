"""Turns of phrase that every post shares: names of players, sides and lances, a payment read aloud."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from musbot.game.actions import Bando, Seat
from musbot.game.events import Paid
from musbot.game.lances import Jugada, Lance, worth
from musbot.game.views import View
from musbot.pictures.letters import SIGNS as SIGNS
from musbot.players.kinds import AIKind
from musbot.table.view import TableView
from musbot.words import lances
from musbot.words.count import CountFacts, is_tied, lance_players, payment_text
from musbot.words.texts import Key, Texts
from musbot.words.values import rules_name_before_piedras


def row(numbers: Sequence[int]) -> str:
    """Returns the score of every side in a row: "2–1"."""
    return "–".join(map(str, numbers))


class Speech:
    """The words of one language about one table.

    `left_s` is the time that a called player still has, in seconds; None if no clock runs.
    """

    def __init__(self, texts: Texts, left_s: float | None = None) -> None:
        self.texts = texts
        self.left_s = left_s

    def seconds(self, left_s: float) -> str:
        """Returns a time that is left, at least a second, as a call says it."""
        return self.texts("seconds-left", seconds=max(1, round(left_s)))

    def heading(self, table: TableView, piedras: int) -> str:
        """Returns what a table is called, what is played there and with how many piedras."""
        name = rules_name_before_piedras(self.texts, table.rules.name)
        return self.texts("table-title", short=table.short, rules=name, piedras=piedras)

    def player(self, table: TableView, seat: Seat) -> str:
        """Returns a player's name, with a sign if it is an AI."""
        who = table.seats[seat]
        return self.texts("ai", name=who.name) if who.ai else who.name

    def introduced(self, table: TableView, seat: Seat) -> str:
        """Returns a player's name, and the kind of an AI."""
        who = table.seats[seat]
        if who.kind is None:
            return self.player(table, seat)
        return self.texts("ai-kind", name=who.name, kind=kind_name(self.texts, who.kind))

    def players(self, table: TableView, seats: Sequence[Seat]) -> str:
        """Returns several players' names as one says them."""
        return self.texts.join_names([self.player(table, seat) for seat in seats])

    def side(self, table: TableView, bando: Bando) -> str:
        """Returns a side as everybody may read it: its sign and its players; of one alone just the name."""
        seats = table.side(bando)
        names = self.texts.join_names([table.names[seat] for seat in seats])
        return self.texts("side", sign=SIGNS[bando], names=names) if len(seats) > 1 else names

    def lance(self, lance: Lance) -> str:
        """Returns the name of a lance as a heading."""
        return lances.lance_heading(self.texts, lance)

    def payment(self, table: TableView, game: View, paid: Paid) -> str:
        """Returns a payment as it is read aloud (R51)."""
        return payment_text(self.texts, self._facts(table, game), paid)

    def by_mano(self, table: TableView, game: View, paid: Paid) -> bool:
        """Whether equal cards of another side lost to these for being further from the mano (R10)."""
        return paid.seat is not None and is_tied(self._facts(table, game), paid, paid.seat)

    def _facts(self, table: TableView, game: View) -> CountFacts:
        """Whom the count of a hand is about."""
        return CountFacts(
            player=lambda seat: table.names[seat],
            side=lambda bando: self.side(table, bando),
            of_side=table.side,
            inside=lambda lance: lance_players(game.lances, lance, range(game.seats), game.bando),
            worth=lambda seat: shown_worth(game, seat),
        )


_KINDS: Mapping[AIKind, tuple[Key, Key]] = {
    AIKind.NOVATO: ("kind-novato", "about-novato"),
    AIKind.PRUDENTE: ("kind-prudente", "about-prudente"),
    AIKind.MUSLARI: ("kind-muslari", "about-muslari"),
}


def kind_name(texts: Texts, kind: AIKind) -> str:
    """Returns what a kind of AI players is called."""
    return texts(_KINDS[kind][0])


def about_kind(texts: Texts, kind: AIKind) -> str:
    """Returns in a sentence how AI players of a kind play."""
    return texts(_KINDS[kind][1])


def shown_worth(game: View, seat: Seat) -> Jugada:
    """Returns what a hand that has been shown is worth."""
    return worth(game.shown[seat] if game.shown else (), game.rules)
