"""Phrases that all posts share: names of players, sides and lances, and payments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from musbot.game.actions import Bando, Seat, Voz
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


def score_row(numbers: Sequence[int]) -> str:
    """Returns the score of all sides in a row: "2–1"."""
    return "–".join(map(str, numbers))


def said_word(texts: Texts, written: str) -> str:
    """Returns a word of the game as players of this language say it, given its spelling in an acta.

    An unknown word is returned unchanged.
    """
    return texts("said-no-mus") if written == Voz.NO_MUS else texts.word(written)


class Speech:
    """The phrases of one language about a table."""

    def __init__(
        self,
        texts: Texts,
        left_s: float | None = None,
        *,
        calls: bool = False,
        waits: bool = False,
        in_thread: bool = False,
        in_order: bool = False,
    ) -> None:
        """Sets the language.

        `calls`: the phrases are for a call to a player on their turn. They have `left_s` seconds, None if no
        clock runs. `waits`: the table waits until its chat can be written to. `in_thread`: that chat is a
        thread of a channel. `in_order`: in Mus, questions give the order of speaking, and the words said
        since are left out.
        """
        self.texts = texts
        self.left_s = left_s
        self.calls = calls
        self.waits = waits
        self.in_thread = in_thread
        self.in_order = in_order

    def seconds(self, left_s: float) -> str:
        """Returns a time left in words: "in 20 s" (at least 1), or "in 15 min" from two minutes on."""
        if left_s >= 120:
            return self.texts("minutes-left", minutes=round(left_s / 60))
        return self.texts("seconds-left", seconds=max(1, round(left_s)))

    def heading(self, table: TableView, piedras: int) -> str:
        """Returns the title of a table: its name, its rules and the piedras of a juego."""
        name = rules_name_before_piedras(self.texts, table.rules.name)
        return self.texts("table-title", short=table.short, rules=name, piedras=piedras)

    def player(self, table: TableView, seat: Seat) -> str:
        """Returns a player's name, with a sign for an AI."""
        who = table.seats[seat]
        return self.texts("ai", name=who.name) if who.ai else who.name

    def player_with_kind(self, table: TableView, seat: Seat) -> str:
        """Returns a player's name, with the kind of an AI; an AI of an unknown kind has only a sign."""
        who = table.seats[seat]
        if who.kind is None:
            return self.player(table, seat)
        return self.texts("ai-kind", name=who.name, kind=kind_name(self.texts, who.kind))

    def players(self, table: TableView, seats: Sequence[Seat]) -> str:
        """Returns several players' names as a list in words, with a sign for each AI."""
        return self.texts.join_names([self.player(table, seat) for seat in seats])

    def side(self, table: TableView, bando: Bando) -> str:
        """Returns a side's sign and players, without signs for AI players; only the name of a player who
        plays alone."""
        seats = table.side(bando)
        names = self.texts.join_names([table.names[seat] for seat in seats])
        return self.texts("side", sign=SIGNS[bando], names=names) if len(seats) > 1 else names

    def lance(self, lance: Lance) -> str:
        """Returns the name of a lance as a heading."""
        return lances.lance_heading(self.texts, lance)

    def payment(self, table: TableView, game: View, paid: Paid) -> str:
        """Returns a payment in words (R51).

        A line before it names each player's stones, if cards decide about stones in the middle.
        """
        return payment_text(self.texts, self._count_facts(table, game), paid)

    def is_won_by_mano(self, table: TableView, game: View, paid: Paid) -> bool:
        """Returns whether the distance from the mano decided a payment between equal cards (R10); False if no
        cards decided it."""
        return paid.seat is not None and is_tied(self._count_facts(table, game), paid, paid.seat)

    def _count_facts(self, table: TableView, game: View) -> CountFacts:
        """Returns the facts about a hand that the count in words needs."""
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
    """Returns the name of a kind of AI players."""
    return texts(_KINDS[kind][0])


def kind_description(texts: Texts, kind: AIKind) -> str:
    """Returns a sentence about the way a kind of AI players plays."""
    return texts(_KINDS[kind][1])


def shown_worth(game: View, seat: Seat) -> Jugada:
    """Returns the value of a seat's shown hand; the value of no cards if the seat shows none."""
    return worth(game.shown[seat] if game.shown else (), game.rules)
