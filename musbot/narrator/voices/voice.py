"""What the narrator asks of a family of games: all that one says and shows otherwise than another."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Generic, TypeVar

from musbot.game.actions import Action, Bando, Offer, Seat
from musbot.game.events import Paid
from musbot.game.lances import Cerrado, Fase, Lance
from musbot.game.rule_sets import Rules
from musbot.game.views import Seen, View
from musbot.narrator.buttons import Buttons
from musbot.narrator.post import Button
from musbot.narrator.speech import Speech
from musbot.narrator.voices.last_words import marked, story
from musbot.pictures.specs import (
    EndPicture,
    LanceTally,
    Score,
    ShownHand,
    StonesEndPicture,
    StonesPicture,
    TanteoPicture,
)
from musbot.table.acts import read_payload
from musbot.table.seats import majority
from musbot.table.view import TableView
from musbot.words.texts import Key, Texts
from musbot.words.values import field_is, rules_name, rules_name_before_piedras

G = TypeVar("G", bound=Seen, covariant=True)
"""What everybody sees of a game of the family that no other family has."""


class Voice(ABC, Generic[G]):
    """What is said and shown of one table to one audience, in one language; made anew for each post.

    What all families say alike is written here, what each says in its own way is abstract.
    """

    def __init__(self, speech: Speech, table: TableView, game: View, seen: G) -> None:
        self.speech = speech
        self.texts = speech.texts
        self.table = table
        self.game = game
        self.seen = seen
        self.buttons = Buttons(speech.texts, table)

    def analysed(self) -> bool:
        """Whether words can be weighed here, once a hand is over."""
        return False

    # ---- what all say alike ------------------------------------------------------------------------------

    def title(self) -> str:
        """Returns the heading of a board."""
        heading = self.speech.heading(self.table, self.seen.rules.piedras)
        return self.texts("board-title", table=heading, score=self.juegos(), hand=self.game.hand)

    def player(self, seat: Seat) -> str:
        """Returns a player's name, with a sign if it is an AI."""
        return self.speech.player(self.table, seat)

    def marked(self, seat: Seat) -> str:
        """Returns a player's name, and whether they are mano or postre (R17)."""
        return marked(self.texts, self.player(seat), seat, self.game.mano, self.postre())

    def postre(self) -> Seat:
        """Returns who speaks last (R17)."""
        return self.game.circle()[-1]

    def story(self) -> str:
        """Returns the last words of the lance under way, or of the mus; "" before the first."""
        return story(self.texts, self.table, self.game)

    def named(self, seats: Sequence[Seat]) -> str:
        """Returns several names as one says them."""
        return self.texts.join_names([self.table.names[seat] for seat in seats])

    def side(self, bando: Bando) -> str:
        """Returns a side as everybody may read it: its sign and its players."""
        return self.speech.side(self.table, bando)

    def lances(self) -> list[str]:
        """Returns what has become of the lances so far, the declarations with them."""
        lines = []
        closed = [self.closed(lance) for lance in self.game.lances]
        if closed:
            lines.append(" · ".join(closed))
        for lance, has in ((Lance.PARES, self.game.pares), (Lance.JUEGO, self.game.juego)):
            if has is not None and any(has):
                said = [
                    self.texts("declared-yes" if has[seat] else "declared-no", name=self.table.names[seat])
                    for seat in self.game.circle()
                    if has[seat] or self.game.plays(seat)
                ]
                lines.append(self.texts("declared", lance=self.speech.lance(lance), who=", ".join(said)))
        return lines

    def now(self) -> list[str]:
        """Returns what is asked at this moment, and what was said to it; nothing where the table is over."""
        if self.table.put_off:
            if self.table.solo:
                return [self.texts("phase-put-off-solo")]
            return [self._put_off()]
        return [] if self.game.fase == "fin" or self.table.over else self.asked()

    def _put_off(self) -> str:
        """Returns that a table is put off: who wants to go on, and whom that waits for."""
        people = [seat for seat, who in enumerate(self.table.seats) if who.person]
        needed = majority(people)
        here = [self.table.names[seat] for seat in self.table.resuming]
        missing = [self.table.names[seat] for seat in people if seat not in self.table.resuming]
        if not people:
            return self.texts("phase-put-off-empty")
        if not here:
            return self.texts("phase-put-off", needed=needed)
        return self.texts(
            "phase-put-off-here",
            here=self.texts.join_names(here),
            count=len(here),
            missing=self.texts.join_names(missing),
            needed=needed - len(here),
        )

    def turn(self) -> str:
        """Names the players to speak, the reader as *you*, with the seconds left in a call."""
        turno = self.game.turno
        others = self.speech.players(self.table, [seat for seat in turno if seat != self.game.seat])
        own = self.game.seat in turno
        if len(turno) == 1:
            said = self.texts("turn-you") if own else self.texts("turn-one", names=others)
        else:
            said = self.texts("turn-you-too" if own else "turn-many", names=others)
        left_s = self.speech.left_s
        return (
            said
            if left_s is None
            else self.texts("turn-seconds", turn=said, left=self.speech.seconds(left_s))
        )

    def discard(self) -> str:
        """Returns who is still to throw cards."""
        names = self.speech.players(self.table, self.game.turno)
        return self.texts("phase-descarte", names=names, count=len(self.game.turno))

    def opening(self, lance: Lance) -> str:
        """Returns that a lance begins, and who speaks."""
        name = self.speech.lance(lance).upper()
        return self.texts("phase-open", lance=name, turn=self.turn(), called=lance.value)

    def meanings(self) -> list[str]:
        """Returns what each button of this moment would mean, a line each; nothing for who is not asked."""
        game = self.game
        if game.seat not in game.turno or self.table.over or (self.table.put_off and not self.table.solo):
            return []
        if game.fase is Fase.DESCARTE:
            throws = self.texts("button-throw")
            return [self.texts("meaning-line", label=throws, meaning=self.texts("meaning-descarta"))]
        said = [(button.label, read_payload(button.data).act) for button in self.words()]
        return [
            self.texts("meaning-line", label=label, meaning=self.meaning(act))
            for label, act in said
            if isinstance(act, Action)
        ]

    def payment(self, paid: Paid) -> str:
        """Returns a payment as it is read aloud."""
        return self.speech.payment(self.table, self.game, paid)

    def decided(self, payments: Iterable[Paid]) -> tuple[str, ...]:
        """Returns the lances that these were paid for, each once."""
        return tuple(dict.fromkeys(self.speech.lance(paid.lance) for paid in payments))

    # ---- the board ---------------------------------------------------------------------------------------

    @abstractmethod
    def juegos(self) -> str:
        """Returns which juego is played, as a heading has it."""

    @abstractmethod
    def scores(self) -> list[str]:
        """Returns the score: a line a side or a player."""

    @abstractmethod
    def standing(self, bando: Bando) -> str:
        """Returns a side's score in as few words as can be."""

    @abstractmethod
    def own_score(self) -> str:
        """Returns the score in one short line, as who sits at the table counts it."""

    @abstractmethod
    def closed(self, lance: Cerrado) -> str:
        """Returns how a lance was left."""

    @abstractmethod
    def so_far(self) -> list[str]:
        """Returns what else a board tells of the hand under way, a line each."""

    @abstractmethod
    def asked(self) -> list[str]:
        """Returns what is asked in the phase under way, the question last."""

    # ---- the buttons -------------------------------------------------------------------------------------

    @abstractmethod
    def words(self) -> list[Button]:
        """Returns the buttons of the words that may be said now."""

    @abstractmethod
    def meaning(self, action: Action) -> str:
        """Returns what a word that may be said now would mean, with its numbers."""

    @abstractmethod
    def amounts(self) -> list[Button]:
        """Returns the buttons of the numbers that a bet may have now."""

    @abstractmethod
    def most(self, offer: Offer) -> int:
        """Returns the greatest number that makes sense with a word; the rules may allow more (R31)."""

    @abstractmethod
    def may_stay(self) -> bool:
        """Whether one may throw nothing in the discard under way (R24)."""

    # ---- the end of a hand, and of the partida -----------------------------------------------------------

    @abstractmethod
    def hidden(self) -> str:
        """Returns why the cards of the hand are not shown."""

    @abstractmethod
    def payments(self) -> list[str]:
        """Returns the payments of the hand as they are read aloud, a line each (R51)."""

    @abstractmethod
    def scores_after(self) -> list[str]:
        """Returns the score at the end of a hand: a line a side or a player."""

    @abstractmethod
    def news(self) -> list[str]:
        """Returns what was won or lost with this hand, a line each; nothing for most."""

    @abstractmethod
    def congratulation(self, winner: Bando) -> str:
        """Returns who has won the partida, and with what score."""

    # ---- the pictures ------------------------------------------------------------------------------------

    @abstractmethod
    def tanteo(self, lances: tuple[LanceTally, ...]) -> TanteoPicture | StonesPicture:
        """Returns the picture of the score, with how every lance stands and what is asked."""

    @abstractmethod
    def tally(self, lance: Cerrado) -> LanceTally:
        """Returns how a lance was left, for a picture."""

    @abstractmethod
    def bet(self) -> str:
        """Returns what is bet on the lance under way, for a picture."""

    @abstractmethod
    def hands_shown(self) -> tuple[ShownHand, ...]:
        """Returns the hands that a showdown shows, and what each has decided."""

    @abstractmethod
    def moved(self, paid: Paid) -> int:
        """Returns a payment as a number: piedras, or stones taken and, below 0, shed."""

    @abstractmethod
    def in_stones(self) -> bool:
        """Whether what is paid are stones that one takes or sheds."""

    @abstractmethod
    def scored(self) -> tuple[Score, ...]:
        """Returns the scores before a hand and after it."""

    @abstractmethod
    def final(self, winner: Bando) -> EndPicture | StonesEndPicture:
        """Returns the picture of the end of a partida that somebody has won."""


R = TypeVar("R", bound=Rules, covariant=True)
"""The rules of one family."""


class RulesVoice(ABC, Generic[R]):
    """What is said of a rule set where there is no game yet: in the lobby, and of the ways to play."""

    NAMED: ClassVar[Mapping[str, Key]]
    """What each named rule set of the family is, in a line."""
    ABOUT: ClassVar[Mapping[str, Key]]
    """What each field of its rules is about."""

    def __init__(self, texts: Texts, rules: R) -> None:
        self.texts = texts
        self.rules = rules

    def summary(self, *, named: bool = True) -> str:
        """Returns the rule set in one line: its description, or its name and changes.

        `named` is false if the name is shown beside the line.
        """
        changes = self.rules.changes()
        if not changes:
            return self.texts(self.NAMED[self.rules.name])
        changed = ", ".join(field_is(self.texts, field, value) for field, value in changes.items())
        if not named:
            return self.texts("rules-changes", changed=changed)
        return self.texts("rules-changed", name=self.called(), changed=changed)

    def name_and_summary(self) -> str:
        """Returns the summary of the rules, after the name of an unchanged rule set."""
        if self.rules.changes():
            return self.summary()
        return self.texts("rules-line", name=self.called(), what=self.summary())

    def called(self) -> str:
        """Returns what the rule set is called where one need not type it."""
        beside = "piedras" in self.rules.changes()
        return (rules_name_before_piedras if beside else rules_name)(self.texts, self.rules.name)

    def about(self, field: str) -> str:
        """Returns what a field is about."""
        return self.texts(self.ABOUT[field])

    @abstractmethod
    def explained(self) -> list[str]:
        """Returns a line each rule in which sets differ."""

    @abstractmethod
    def lottery(self) -> str:
        """Returns what is drawn before the start (R18, R19)."""

    @abstractmethod
    def switches(self, buttons: Buttons) -> tuple[Button, ...]:
        """Returns the buttons of the lobby that change a rule at one press."""
