"""What a picture shows: numbers, cards and the words that the narrator made, and nothing else.

Each is made from one audience's view; equal ones make equal pictures. `bando` picks the sign of a side.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from musbot.game.actions import Bando
from musbot.game.cards import Card, Hand


@dataclass(frozen=True, slots=True)
class HandPicture:
    """One's own cards, those `thrown` in grey, what they hold, a line each; who is mano, and the score.

    `circle` is of oneself where one is mano or postre (`own`); `scores` are those of all sides, one's own
    of `side`.
    """

    cards: Hand
    thrown: Hand = ()
    lines: tuple[str, ...] = ()
    circle: str = ""
    own: bool = False
    scores: tuple[tuple[Bando, int], ...] = ()
    side: Bando | None = None


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A player's cards at the end of a hand (none: not shown), what they hold, the lances they won and lost.

    `lost` are told only where the worst cards pay: there they take the stones of a lance.
    """

    name: str
    bando: Bando
    cards: Hand
    holds: str = ""
    won: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Payment:
    """What a side got for a lance, in numbers; `note` is why in a word or two, `told` goes for the number.

    Where stones are to be got rid of `piedras` are those taken (above 0) or shed.
    """

    lance: str
    bando: Bando
    piedras: int
    note: str = ""
    told: str = ""


@dataclass(frozen=True, slots=True)
class Score:
    """A side's piedras before a hand and after it; `note` is what is said to it."""

    bando: Bando
    name: str
    before: int
    after: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class ShowdownPicture:
    """The end of a hand: the players side by side, the count as a table, the score; `won` is the news.

    `signed` tells that piedras are stones: those taken have a plus, those shed a minus.
    """

    title: str
    players: tuple[ShownHand, ...]
    payments: tuple[Payment, ...]
    scores: tuple[Score, ...]
    mano: str = ""
    hidden: str = ""
    won: str = ""
    signed: bool = False


@dataclass(frozen=True, slots=True)
class FilmWord:
    """A word as it fell: in which lance (`heading`), by which player (their place), whether it is `loud`."""

    heading: str
    player: int
    words: str
    loud: bool = False


@dataclass(frozen=True, slots=True)
class FilmPicture:
    """A hand as it was played, a moving picture: the players with their cards, the words, the end."""

    title: str
    players: tuple[ShownHand, ...]
    spoken: tuple[FilmWord, ...]
    end: ShowdownPicture


@dataclass(frozen=True, slots=True)
class Tally:
    """What a side has."""

    bando: Bando
    name: str
    piedras: int
    juegos: int
    vacas: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class LanceTally:
    """A lance: how it stands in few words ("": nothing yet), whose it is, whether it is bet on now."""

    name: str
    words: str
    bando: Bando | None = None
    now: bool = False


@dataclass(frozen=True, slots=True)
class TanteoPicture:
    """The score and what is on the table: how many `piedras`, `juegos` and `vacas` it takes to win."""

    title: str
    mano: str
    sides: tuple[Tally, ...]
    lances: tuple[LanceTally, ...]
    lines: tuple[str, ...]
    piedras: int
    juegos: int
    vacas: int
    juegos_word: str = ""
    vacas_word: str = ""


@dataclass(frozen=True, slots=True)
class SorteoPicture:
    """The lottery before the start: who drew which card, in order, and what came of it."""

    title: str
    drawn: tuple[tuple[str, Card], ...]
    sides: tuple[tuple[Bando, str], ...]
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EndPicture:
    """The end of the partida: who won, and the piedras of every side after each hand.

    `course` has for each hand the piedras by side, and who won a juego with it.
    """

    title: str
    winner: Bando
    sides: tuple[tuple[Bando, str, str], ...]
    course: tuple[tuple[tuple[int, ...], Bando | None], ...]
    piedras: int
    hands_word: str = ""


@dataclass(frozen=True, slots=True)
class WordChances:
    """A word that one said, at what, and the chance in percent: with the best word, and with the one said.

    `cost` is what it lost (0: nothing), `best` the word that would have been better; `ahead` is the best word
    of the hand.
    """

    heading: str
    said: str
    before: int
    after: int
    cost: int = 0
    best: str = ""
    ahead: bool = False


@dataclass(frozen=True, slots=True)
class ChancesPicture:
    """What each word of one player in a hand was worth; `score` is how it stood, `chance_word` of what."""

    title: str
    words: tuple[WordChances, ...]
    score: str = ""
    chance_word: str = ""


@dataclass(frozen=True, slots=True)
class Holder:
    """A player who sheds stones: those in hand, those in the middle, the juegos against them.

    `note` is said of one who rests or is out; who is `out` has nothing more to count.
    """

    bando: Bando
    name: str
    hand: int
    middle: int
    against: int
    note: str = ""
    out: bool = False


@dataclass(frozen=True, slots=True)
class StonesPicture:
    """Who holds how many stones, those in the middle and in the dish, and how every lance stands.

    A row of juegos `against` is as long as it takes to be out.
    """

    title: str
    mano: str
    holders: tuple[Holder, ...]
    middle: int
    dish: int
    lances: tuple[LanceTally, ...]
    lines: tuple[str, ...]
    against: int
    middle_word: str = ""
    dish_word: str = ""


@dataclass(frozen=True, slots=True)
class StonesEndPicture:
    """The end of a partida played with stones: who is left, and the `course`: whom each juego went against.

    `players` have the juegos against each; with `against` of them one is out.
    """

    title: str
    winner: Bando
    players: tuple[tuple[Bando, str, int], ...]
    course: tuple[Bando, ...]
    against: int
    course_word: str = ""


Still = (
    HandPicture
    | ShowdownPicture
    | TanteoPicture
    | SorteoPicture
    | EndPicture
    | ChancesPicture
    | StonesPicture
    | StonesEndPicture
)
Picture = Still | FilmPicture

Paint = Callable[[Picture], Awaitable[bytes | None]]
"""What a messenger needs: a picture as a PNG file, or None, and then the text goes alone."""
