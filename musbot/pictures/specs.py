"""The content of pictures: numbers, cards and sentences from the narrator.

Each is made from the view of one audience. Equal contents make equal pictures. `bando` selects a side's sign.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from musbot.game.actions import Bando
from musbot.game.cards import Card, Hand


@dataclass(frozen=True, slots=True)
class HandPicture:
    """A player's own hand."""

    cards: Hand
    """The cards."""
    thrown: Hand = ()
    """The cards picked to be thrown, drawn in grey."""
    lines: tuple[str, ...] = ()
    """The lines about the value of the cards."""
    circle: str = ""
    """The player's role (mano or postre), or the name of the mano."""
    own: bool = False
    """Whether `circle` is the player's own role."""
    scores: tuple[tuple[Bando, int], ...] = ()
    """The piedras of each side."""
    side: Bando | None = None
    """The player's side."""


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A player at the end of a hand."""

    name: str
    """The player's name."""
    bando: Bando
    """The player's side."""
    cards: Hand
    """The cards; empty if they are not shown."""
    holds: str = ""
    """The text about their value."""
    won: tuple[str, ...] = ()
    """The lances that the cards won."""
    lost: tuple[str, ...] = ()
    """The lances that the cards lost, by taking stones; empty in games without stones."""


@dataclass(frozen=True, slots=True)
class Payment:
    """A payment to a side for a lance."""

    lance: str
    """The name of the lance."""
    bando: Bando
    """The side."""
    piedras: int
    """The piedras won. With stones: the stones taken (above 0) or shed (below 0)."""
    note: str = ""
    """The reason in a word or two."""
    told: str = ""
    """A text that replaces the number; "" for none."""


@dataclass(frozen=True, slots=True)
class Score:
    """A side's score in a hand."""

    bando: Bando
    """The side."""
    name: str
    """The side's players."""
    before: int
    """The piedras, or the player's stones, before the hand."""
    after: int
    """The piedras, or the player's stones, after the hand."""
    note: str = ""
    """A word about the score, such as adentro."""


@dataclass(frozen=True, slots=True)
class ShowdownPicture:
    """The end of a hand."""

    title: str
    """The title."""
    players: tuple[ShownHand, ...]
    """The players with their cards."""
    payments: tuple[Payment, ...]
    """The payments of the count."""
    scores: tuple[Score, ...]
    """The score of each side."""
    mano: str = ""
    """The text about the mano."""
    hidden: str = ""
    """The text about cards that are not shown."""
    won: str = ""
    """The news of a juego, vaca or partida won."""
    signed: bool = False
    """Whether piedras are stones, with a plus for taken and a minus for shed stones."""
    lances: tuple[str, ...] = ()
    """The names of the paid lances in playing order, if `payments` was emptied."""
    legend: str = ""
    """The text about the plus and the minus; "" without stones."""


@dataclass(frozen=True, slots=True)
class FilmWord:
    """A word of the game with its place in a film."""

    heading: str
    """The name of the lance, or the word for mus."""
    player: int
    """The index of the player."""
    words: str
    """The words."""
    loud: bool = False
    """Whether the word is an órdago, which is shown larger and longer."""


@dataclass(frozen=True, slots=True)
class FilmPicture:
    """A hand as an animation."""

    title: str
    """The title."""
    players: tuple[ShownHand, ...]
    """The players with their cards."""
    spoken: tuple[FilmWord, ...]
    """The words in playing order."""
    end: ShowdownPicture
    """The last frame."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The score of a side."""

    bando: Bando
    """The side."""
    name: str
    """The side's players."""
    piedras: int
    """The piedras."""
    juegos: int
    """The juegos won."""
    vacas: int
    """The vacas won."""
    note: str = ""
    """A word about the score, such as adentro."""


@dataclass(frozen=True, slots=True)
class LanceTally:
    """The state of a lance."""

    name: str
    """The name of the lance."""
    words: str
    """The state in few words; "" before the lance."""
    bando: Bando | None = None
    """The side that won the lance, if that is already decided; otherwise None."""
    now: bool = False
    """Whether the lance is in play."""


@dataclass(frozen=True, slots=True)
class TanteoPicture:
    """The score and the state of the lances."""

    title: str
    """The title."""
    mano: str
    """The text about the mano."""
    sides: tuple[Tally, ...]
    """The score of each side."""
    lances: tuple[LanceTally, ...]
    """The lances."""
    lines: tuple[str, ...]
    """The question to the players."""
    piedras: int
    """The piedras that win a juego."""
    juegos: int
    """The juegos that win a vaca."""
    vacas: int
    """The vacas that win the partida."""
    juegos_word: str = ""
    """The word for juegos."""
    vacas_word: str = ""
    """The word for vacas."""


@dataclass(frozen=True, slots=True)
class SorteoPicture:
    """The lottery before the start."""

    title: str
    """The title."""
    drawn: tuple[tuple[str, Card], ...]
    """Each player's name and card, in the order of the draw; for a card turned for the table another text."""
    sides: tuple[tuple[Bando, str], ...]
    """The sides and their players; empty if each plays alone."""
    lines: tuple[str, ...] = ()
    """The text about the result."""


@dataclass(frozen=True, slots=True)
class EndPicture:
    """The end of a partida."""

    title: str
    """The title."""
    winner: Bando
    """The side that won."""
    sides: tuple[tuple[Bando, str, str], ...]
    """Each side, its players and its score."""
    course: tuple[tuple[tuple[int, ...], Bando | None], ...]
    """For each hand, the piedras of each side and the side that won a juego with it."""
    piedras: int
    """The piedras that win a juego."""
    hands_word: str = ""
    """The word for hands, below the chart."""


@dataclass(frozen=True, slots=True)
class WordChances:
    """A reviewed word with its chances in percent."""

    heading: str
    """The name of the lance, or the word for another phase, such as mus."""
    said: str
    """The word."""
    before: int
    """The chance of winning the juego with the best word; the same as `after` for a right word."""
    after: int
    """The chance with this word."""
    cost: int = 0
    """The chance lost; 0 for none."""
    best: str = ""
    """The better word; "" for none."""
    ahead: bool = False
    """Whether this is the best word of the hand."""


@dataclass(frozen=True, slots=True)
class ChancesPicture:
    """The review of one player's words in a hand."""

    title: str
    """The title."""
    words: tuple[WordChances, ...]
    """The words in playing order."""
    score: str = ""
    """The score before the hand."""
    chance_word: str = ""
    """The text that explains the chances."""


@dataclass(frozen=True, slots=True)
class Holder:
    """A player of a game with stones."""

    bando: Bando
    """The player's side, which has one player."""
    name: str
    """The player's name."""
    hand: int
    """The stones in hand."""
    middle: int
    """The player's stones in the middle."""
    against: int
    """The juegos lost."""
    note: str = ""
    """A text about a player who rests or is out."""
    out: bool = False
    """Whether the player has left the game."""


@dataclass(frozen=True, slots=True)
class StonesPicture:
    """The stones of each player and the state of the lances."""

    title: str
    """The title."""
    mano: str
    """The text about the mano."""
    holders: tuple[Holder, ...]
    """The players."""
    middle: int
    """The stones in the middle."""
    dish: int
    """The stones in the dish."""
    lances: tuple[LanceTally, ...]
    """The lances."""
    lines: tuple[str, ...]
    """The question to the players."""
    against: int
    """The lost juegos that put a player out."""
    middle_word: str = ""
    """The word for the middle."""
    dish_word: str = ""
    """The word for the dish."""
    against_word: str = ""
    """The text about the crosses, which are juegos lost."""


@dataclass(frozen=True, slots=True)
class StonesEndPicture:
    """The end of a partida with stones."""

    title: str
    """The title."""
    winner: Bando
    """The player who is left."""
    players: tuple[tuple[Bando, str, int], ...]
    """Each player, their name and their lost juegos."""
    course: tuple[Bando, ...]
    """The loser of each juego."""
    against: int
    """The lost juegos that put a player out."""
    course_word: str = ""
    """The text below the chart."""


@dataclass(frozen=True, slots=True)
class SharedPicture:
    """The end of a partida and its best hand, to be shown outside the chat."""

    end: EndPicture | StonesEndPicture
    """The winner, the players and the chart."""
    best: ShownHand | None
    """The best hand; None if there is none."""
    best_word: str
    """The text above the best hand."""


Still = (
    HandPicture
    | ShowdownPicture
    | TanteoPicture
    | SorteoPicture
    | EndPicture
    | ChancesPicture
    | StonesPicture
    | StonesEndPicture
    | SharedPicture
)
"""A picture without motion."""
Picture = Still | FilmPicture
"""Any picture."""

Paint = Callable[[Picture], Awaitable[bytes | None]]
"""Draws a picture as a file; returns None on failure, and then the text is sent without it."""
