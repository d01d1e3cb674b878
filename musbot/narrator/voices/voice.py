"""The interface of a family of games: everything that it says or draws in its own way."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Generic, TypeVar

from musbot.game.actions import Action, Bando, Offer, Seat
from musbot.game.events import Paid
from musbot.game.lances import Cerrado, Fase, Lance
from musbot.game.rule_sets import Rules, nearest_set
from musbot.game.views import Seen, View
from musbot.narrator.buttons import Buttons
from musbot.narrator.paused import pause_text
from musbot.narrator.post import Button
from musbot.narrator.speech import Speech
from musbot.narrator.voices.last_words import name_with_role, story_text
from musbot.pictures.specs import (
    EndPicture,
    LanceTally,
    Score,
    ShownHand,
    StonesEndPicture,
    StonesPicture,
    TanteoPicture,
)
from musbot.table.acts import Act, OpenPage, read_payload
from musbot.table.pages import Page
from musbot.table.view import TableView
from musbot.words.texts import Key, Texts
from musbot.words.values import field_name, rules_name, rules_name_before_piedras, value_name

G = TypeVar("G", bound=Seen, covariant=True)
"""A family's public view of a game."""


class Voice(ABC, Generic[G]):
    """A voice describes one table to one audience in one language. Each post gets a new voice.

    Phrases common to all families are written here; the others are abstract.
    """

    def __init__(self, speech: Speech, table: TableView, game: View, seen: G) -> None:
        self.speech = speech
        self.texts = speech.texts
        self.table = table
        self.game = game
        self.seen = seen
        self.buttons = Buttons(speech.texts, table)

    def has_coach(self) -> bool:
        """Returns whether the coach supports this family of games; False unless a family says otherwise."""
        return False

    # ---- common to all families ---------------------------------------------------------------------------

    def title(self) -> str:
        """Returns the title of a board: the table and its rules, the current juego, and the number of the
        hand."""
        heading = self.speech.heading(self.table, self.seen.rules.piedras)
        return self.texts("board-title", table=heading, score=self.juego_text(), hand=self.game.hand)

    def player(self, seat: Seat) -> str:
        """Returns a player's name, with a sign for an AI."""
        return self.speech.player(self.table, seat)

    def name_with_role(self, seat: Seat) -> str:
        """Returns a player's name, marked as mano or postre if they are one (R17)."""
        return name_with_role(self.texts, self.player(seat), seat, self.game.mano, self.postre())

    def postre(self) -> Seat:
        """Returns the seat that speaks last (R17)."""
        return self.game.circle()[-1]

    def story_text(self) -> str:
        """Returns the latest words of the lance or mus, or the discards, in a line; "" before the first.

        The players to speak are at its end. A family may leave the line out.
        """
        return story_text(self.texts, self.table, self.game)

    def join_players(self, seats: Sequence[Seat]) -> str:
        """Returns several players' names as a list in words, without signs for AI players."""
        return self.texts.join_names([self.table.names[seat] for seat in seats])

    def side(self, bando: Bando) -> str:
        """Returns a side's sign and players; only the name of a player who plays alone."""
        return self.speech.side(self.table, bando)

    def lance_lines(self) -> list[str]:
        """Returns a line with the closed lances, and a line for the declarations of pares and of juego.

        A line is left out if no lance is closed, and before the declarations. Pares that no player has are a
        closed lance; without juego, a line says why the punto is played.
        """
        lines = []
        closed = [self.closed_text(lance) for lance in self.game.lances]
        if closed:
            lines.append(" · ".join(closed))
        for lance, has in ((Lance.PARES, self.game.pares), (Lance.JUEGO, self.game.juego)):
            if has is not None and any(has):
                results = [
                    self.texts("declared-yes" if has[seat] else "declared-no", name=self.table.names[seat])
                    for seat in self.game.circle()
                    if has[seat] or self.game.plays(seat)
                ]
                lines.append(self.texts("declared", lance=self.speech.lance(lance), who=", ".join(results)))
        if self.game.juego is not None and not any(self.game.juego):
            lines.append(self.texts("closed-vacio", lance=self.speech.lance(Lance.JUEGO)))
        return lines

    def question_lines(self) -> list[str]:
        """Returns the lines of the current phase, its question last.

        A paused table has one line about that. Otherwise there are no lines between lances or hands and at a
        finished table. A table that waits for its chat (`speech.waits`) has one line about that.
        """
        if self.table.put_off:
            if self.table.solo:
                return [self.texts("phase-put-off-solo")]
            return [pause_text(self.texts, self.table)]
        if self.game.fase == "fin" or self.table.over:
            return []
        if self.speech.waits:
            return [self.texts("phase-waits-thread" if self.speech.in_thread else "phase-waits")]
        return self.phase_lines()

    def turn_text(self) -> str:
        """Returns the players to speak, the reader as "you"; in a call, the consequence of silence.

        The text begins a sentence and has no full stop. A family may give the order of speaking instead.
        """
        if self.speech.calls:
            return self._call_text()
        turno = self.game.turno
        others = self.speech.players(self.table, [seat for seat in turno if seat != self.game.seat])
        own = self.game.seat in turno
        if len(turno) == 1:
            return self.texts("turn-you") if own else self.texts("turn-one", names=others)
        return self.texts("turn-you-too" if own else "turn-many", names=others)

    def _call_text(self) -> str:
        """Returns the time left until an AI speaks for a called player (R94).

        Without a turn clock it says that the others wait for them.
        """
        if (left_s := self.speech.left_s) is None:
            return self.texts("turn-called")
        return self.texts("turn-called-timed", left=self.speech.seconds(left_s))

    def discard_text(self) -> str:
        """Returns the question of the discard: the players who must still throw cards.

        In a call it says instead that the called player must throw. With a turn clock it adds the time left
        until an AI throws for them (R94).
        """
        if self.speech.calls:
            return self._discard_call()
        names = self.speech.players(self.table, self.game.turno)
        return self.texts("phase-descarte", names=names, count=len(self.game.turno))

    def _discard_call(self) -> str:
        """Returns the question of the discard for the player who is called, with the time left if known."""
        if (left_s := self.speech.left_s) is None:
            return self.texts("nudge-descarte")
        return self.texts("nudge-descarte-timed", left=self.speech.seconds(left_s))

    def opening_text(self, lance: Lance) -> str:
        """Returns the question that opens a lance: its name and the players to speak."""
        name = self.speech.lance(lance).upper()
        return self.texts("phase-open", lance=name, turn=self.turn_text(), called=lance.value)

    def meaning_lines(self, *, amounts: bool = True) -> list[str]:
        """Returns the meaning of each button with a word; with `amounts`, of *Otra cantidad* too.

        No lines if the reader's word is not awaited, and at a finished or suspended table. In the discard the
        only line is about throwing cards.
        """
        game = self.game
        if game.seat not in game.turno or self.table.over or self.is_suspended:
            return []
        if game.fase is Fase.DESCARTE:
            throws = self.texts("button-throw")
            return [self.texts("meaning-line", label=throws, meaning=self.texts("meaning-descarta"))]
        labels = [(button.label, read_payload(button.data).act) for button in self.word_buttons()]
        return [
            self.texts("meaning-line", label=label, meaning=self._button_meaning(act))
            for label, act in labels
            if isinstance(act, Action) or (amounts and act == OpenPage(Page.MORE))
        ]

    def _button_meaning(self, act: Act) -> str:
        """Returns the meaning of a button with a word, or of *Otra cantidad*."""
        return self.meaning(act) if isinstance(act, Action) else self.texts("meaning-other")

    @property
    def is_suspended(self) -> bool:
        """Whether no word can be said now: the table waits for its chat, or is paused and not solo."""
        return self.speech.waits or (self.table.put_off and not self.table.solo)

    def payments(self) -> list[Paid]:
        """Returns the payments of the hand in the order of the lances; a deje comes with its lance."""
        return sorted(self.game.tantos, key=lambda paid: list(Lance).index(paid.lance))

    def payment_text(self, paid: Paid) -> str:
        """Returns a payment in words."""
        return self.speech.payment(self.table, self.game, paid)

    def lance_names(self, payments: Iterable[Paid]) -> tuple[str, ...]:
        """Returns the names of the lances of these payments, each once, in order."""
        return tuple(dict.fromkeys(self.speech.lance(paid.lance) for paid in payments))

    # ---- the board ---------------------------------------------------------------------------------------

    @abstractmethod
    def juego_text(self) -> str:
        """Returns the current juego for a title."""

    @abstractmethod
    def score_lines(self) -> list[str]:
        """Returns the score, a line for each side or player."""

    @abstractmethod
    def short_score(self, bando: Bando) -> str:
        """Returns a side's names and score in one short line, such as "Ane y Carmen 15"."""

    @abstractmethod
    def own_score(self) -> str:
        """Returns the score in a short line, from the reader's side."""

    @abstractmethod
    def closed_text(self, lance: Cerrado) -> str:
        """Returns the name and the result of a closed lance."""

    @abstractmethod
    def progress_lines(self) -> list[str]:
        """Returns further lines about the current hand."""

    @abstractmethod
    def phase_lines(self) -> list[str]:
        """Returns the lines of the current phase, its question last."""

    # ---- the buttons -------------------------------------------------------------------------------------

    @abstractmethod
    def word_buttons(self) -> list[Button]:
        """Returns the buttons of the words that can be said now."""

    @abstractmethod
    def meaning(self, action: Action) -> str:
        """Returns the meaning of a word that can be said now, with its numbers."""

    @abstractmethod
    def amount_buttons(self) -> list[Button]:
        """Returns the buttons for the usual amounts of a bet."""

    @abstractmethod
    def max_amount(self, offer: Offer) -> int:
        """Returns the largest useful amount of a word. The rules may allow more (R31).

        A family may return less than `offer.least` if no amount is useful.
        """

    @abstractmethod
    def may_stay(self) -> bool:
        """Returns whether players can keep all cards in the current discard (R24)."""

    # ---- the end of a hand, and of the partida -----------------------------------------------------------

    @abstractmethod
    def hidden_text(self) -> str:
        """Returns the reason why the cards of the hand are not shown."""

    @abstractmethod
    def count_forms(self) -> list[tuple[str, ...]]:
        """Returns the count, a line for each paid lance, each from its longest form to its shortest.

        A family may add lines about other lances.
        """

    @abstractmethod
    def result_forms(self) -> tuple[str, ...]:
        """Returns the score at the end of a hand, from its longest form to its shortest; "" for none."""

    @abstractmethod
    def payment_lines(self) -> list[str]:
        """Returns the payments of the hand in words, in the order of the lances (R51).

        A family may add lances without payments.
        """

    @abstractmethod
    def result_lines(self) -> list[str]:
        """Returns the score at the end of a hand, a line for each side or player.

        A family may have no lines for some hands.
        """

    @abstractmethod
    def news_lines(self) -> list[str]:
        """Returns lines about a juego, vaca or partida that this hand decided; usually none."""

    def count_people(self, bando: Bando) -> int:
        """Returns the number of people, not AI players, on a side."""
        table = self.table
        return sum(table.seats[seat].person is not None for seat in table.side(bando))

    @abstractmethod
    def congratulation(self, winner: Bando) -> str:
        """Returns the end of the partida in words: its score, and a congratulation if people have won."""

    # ---- the pictures ------------------------------------------------------------------------------------

    @abstractmethod
    def score_picture(self, lances: tuple[LanceTally, ...]) -> TanteoPicture | StonesPicture:
        """Returns the picture of the score, the lances and the question."""

    @abstractmethod
    def lance_tally(self, lance: Cerrado) -> LanceTally:
        """Returns the result of a lance for a picture."""

    @abstractmethod
    def bet_text(self) -> str:
        """Returns the current bet for a picture."""

    @abstractmethod
    def shown_hands(self) -> tuple[ShownHand, ...]:
        """Returns the hands of a showdown, and the lances that each one decided; empty without shown cards.

        A family may include players whose hands are not shown, without cards.
        """

    @abstractmethod
    def amount_moved(self, paid: Paid) -> int:
        """Returns a payment as a number: piedras won, or stones taken (negative: shed)."""

    @abstractmethod
    def uses_stones(self) -> bool:
        """Returns whether players take and shed stones instead of winning piedras."""

    @abstractmethod
    def hand_scores(self) -> tuple[Score, ...]:
        """Returns the scores before and after a hand."""

    @abstractmethod
    def end_picture(self, winner: Bando) -> EndPicture | StonesEndPicture:
        """Returns the picture of a finished partida."""


R = TypeVar("R", bound=Rules, covariant=True)
"""The rules of a family."""


class RulesVoice(ABC, Generic[R]):
    """A voice that describes a rule set without a game, for the lobby and for pages about rules."""

    SUMMARIES: ClassVar[Mapping[str, Key]]
    """The message that summarises each named rule set of the family."""
    DESCRIPTIONS: ClassVar[Mapping[str, Key]]
    """The message that describes each field of the rules."""

    def __init__(self, texts: Texts, rules: R) -> None:
        self.texts = texts
        self.rules = rules

    def summary(self, *, named: bool = True) -> str:
        """Returns the rule set in one line: its description, or its name, its reyes and its changes.

        `named` is false if the name is shown next to the line. For a name that is no set of its game, it
        describes the nearest set, with name and changes.
        """
        known = nearest_set(self.rules)
        if not (changes := known.changes()):
            return self.texts(self.SUMMARIES[known.name])
        changed = ", ".join(
            self.texts(
                "field-changed", field=field_name(self.texts, it), value=value_name(self.texts, it, value)
            )
            for it, value in changes.items()
        )
        if not named:
            return self.texts("rules-changes", changed=changed)
        name = rules_name(self.texts, known.name)
        return self.texts("rules-changed", name=name, reyes=known.reyes, changed=changed)

    def name_and_summary(self) -> str:
        """Returns the name and the summary of an unchanged rule set, or of one whose name is no set's.

        Of a changed one it returns the summary alone, which has the name and the changes.
        """
        if self.rules.name in self.SUMMARIES and self.rules.changes():
            return self.summary()
        return self.texts("rules-line", name=self.display_name(), what=self.summary())

    def display_name(self) -> str:
        """Returns the name of the rule set for reading.

        A number of piedras is left out of the name if the rules change it.
        """
        beside = "piedras" in self.rules.changes()
        return (rules_name_before_piedras if beside else rules_name)(self.texts, self.rules.name)

    def field_description(self, field: str) -> str:
        """Returns the description of a field of the rules; raises KeyError for an unknown field."""
        return self.texts(self.DESCRIPTIONS[field])

    @abstractmethod
    def rule_lines(self) -> list[str]:
        """Returns the lines about the rules of the set, at least one.

        Mus has a line for each rule in which sets differ; most options that are off have none. Games with
        stones have one line for the whole game. Mus Francés has a second one about the long tanteo (R72).
        """

    @abstractmethod
    def lottery_text(self) -> str:
        """Returns the title of the lottery before the start (R18, R19)."""

    @abstractmethod
    def switch_buttons(self, buttons: Buttons) -> tuple[Button, ...]:
        """Returns the lobby's buttons that change a rule at one press."""
