"""A hand looked at again for one who played it: what each word was worth, from what he could know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from musbot.game.actions import Action, Seat, Sena, Voz
from musbot.game.cards import HAND_SIZE
from musbot.game.lances import Lance, worth
from musbot.game.views import View
from musbot.narrator.post import Button, Lean, Post
from musbot.pictures.specs import ChancesPicture, WordChances
from musbot.players.why import Because, Why
from musbot.table.acts import Ask, Payload
from musbot.table.view import TableView
from musbot.words import lances
from musbot.words.cards import holds, in_lance
from musbot.words.texts import Key, Texts

SURE = 0.01
"""The chance of the juego that a word may cost and still count as right."""
MOST_TEXT = 900
"""Characters under a picture, which a platform holds to a length; beyond, what one knew is left out."""
SAYS: Mapping[Sena, Lance | None] = {
    Sena.DOS_REYES: Lance.GRANDE,
    Sena.TRES_REYES: Lance.GRANDE,
    Sena.DOS_ASES: Lance.CHICA,
    Sena.TRES_ASES: Lance.CHICA,
    Sena.MEDIAS: Lance.PARES,
    Sena.DUPLES: Lance.PARES,
    Sena.TREINTA_Y_UNA: Lance.JUEGO,
    Sena.JUEGO: Lance.JUEGO,
    Sena.TREINTA: Lance.PUNTO,
    Sena.VEINTINUEVE: Lance.PUNTO,
    Sena.CIEGO: None,
}
"""The lance of which a seña tells, None: before the first, for it tells of what one has not."""


@dataclass(frozen=True, slots=True)
class LookedAt:
    """A word that one said: what he saw then, what the strong player would say, and the chance of both.

    `cost` and `gain` are what it lost and won against another word, in chances of the juego, 0 where that is
    not sure.
    """

    view: View
    said: Action
    best: Action
    before: float
    after: float
    cost: float
    gain: float

    @property
    def right(self) -> bool:
        """Whether it cost nothing worth the name."""
        return self.cost <= SURE


@dataclass(frozen=True, slots=True)
class HandLookedAt:
    """The words of one player in a hand, and which AI partners he may ask about theirs."""

    hand: int
    words: tuple[LookedAt, ...]
    partners: tuple[Seat, ...] = ()

    @property
    def cost(self) -> float:
        """What his words cost in all, in chances of the juego."""
        return sum(word.cost for word in self.words if not word.right)

    @property
    def worst(self) -> LookedAt | None:
        """The word that cost most, None where none did."""
        wrong = [word for word in self.words if not word.right]
        return max(wrong, key=lambda word: word.cost, default=None)

    @property
    def best(self) -> LookedAt | None:
        """The word that was most ahead of any other, None where none was for sure."""
        ahead = [word for word in self.words if word.gain > SURE]
        return max(ahead, key=lambda word: word.gain, default=None)


def waits(texts: Texts, table: TableView, hand: int) -> Post:
    """Returns what one is told at once who has asked for it."""
    return Post(_title(texts, table, hand), texts("analysis-waits"))


def failed(texts: Texts, table: TableView, hand: int) -> Post:
    """Returns what one is told where nothing came of it."""
    return Post(_title(texts, table, hand), texts("analysis-failed"))


def analysis(texts: Texts, table: TableView, it: HandLookedAt) -> Post:
    """Returns what his words were worth: in some sentences, word by word, and as a picture."""
    title, rows = _title(texts, table, it.hand), _rows(texts, table, it)
    if not it.words:
        return Post(title, texts("analysis-nothing-sure"), rows)
    told = " ".join(_sentences(texts, it))
    words = [_line(texts, word) for word in it.words]
    knew = [" ".join(_known(texts, table, word.view)) for word in it.words]
    known = [f"{line} {facts}" for line, facts in zip(words, knew, strict=True)]
    whole, short = ("\n".join([told, "", *lines]) for lines in (known, words))
    text = whole if len(title) + len(whole) < MOST_TEXT else short
    picture = _picture(texts, table, it)
    return Post(title, text, rows, picture=picture, lean=Lean(title, "\n".join(known), told, picture))


def _title(texts: Texts, table: TableView, hand: int) -> str:
    return texts("analysis-title", table=texts("table", short=table.short), hand=hand)


def _rows(texts: Texts, table: TableView, it: HandLookedAt) -> tuple[tuple[Button, ...], ...]:
    if not it.partners:
        return ()
    data = str(Payload(table.id, it.hand, Ask.WHY, paged=True))
    names = texts.listed([table.names[seat] for seat in it.partners])
    return ((Button(texts("button-why", name=names), data),),)


def _sentences(texts: Texts, it: HandLookedAt) -> Iterator[str]:
    """Two or three: how many words were right, which was the worst, which the best."""
    words, right = len(it.words), sum(word.right for word in it.words)
    if right == words:
        yield texts("analysis-all-right", words=words)
    else:
        yield texts("analysis-some-right", words=words, right=right, cost=percent(it.cost))
    if (worst := it.worst) is not None:
        yield texts(
            "analysis-hand-worst",
            said=word_of(texts, worst.said),
            lance=lance_of(texts, worst.view),
            cost=percent(worst.cost),
            best=word_of(texts, worst.best),
        )
    if (best := it.best) is not None:
        yield texts(
            "analysis-hand-best",
            said=word_of(texts, best.said),
            lance=lance_of(texts, best.view),
            gain=percent(best.gain),
        )


TELLING = 0.02
"""By how much, in chances of the juego, a word has to be ahead of the usual one for that to be told."""


def _line(texts: Texts, word: LookedAt) -> str:
    facts: dict[str, str | int] = {
        "lance": _heading(texts, word.view),
        "said": word_of(texts, word.said),
        "after": percent(word.after),
    }
    if not word.right:
        best, before, cost = word_of(texts, word.best), percent(word.before), percent(word.cost)
        return texts("analysis-word-cost", best=best, before=before, cost=cost, **facts)
    if word.best == word.said:
        return texts("analysis-word-same", **facts)
    best, before = word_of(texts, word.best), percent(word.before)
    if word.after - word.before >= TELLING:
        return texts("analysis-word-better", best=best, before=before, **facts)
    return texts("analysis-word-other", best=best, **facts)


def _known(texts: Texts, table: TableView, view: View) -> Iterator[str]:
    """What he could know then: his hand in that lance, what was bet, who had said to have what, señas."""
    lance = lance_at(view)
    own = worth(view.mine, view.rules) if len(view.mine) == HAND_SIZE else None
    if own is not None:
        if lance is None and not own.has_pares:
            yield texts("analysis-yours-none")
        else:
            held = in_lance(texts, own, Lance.PARES if lance is None else lance)
            yield texts("analysis-yours", holds=held)
    envite = view.envite
    if envite is not None and envite.bettor is not None:
        name = table.names[envite.bettor]
        key = "analysis-ordago" if envite.ordago else "analysis-bet"
        yield texts(key, name=name, piedras=envite.apuesta)
    has = view.pares if lance is Lance.PARES else view.juego if lance is Lance.JUEGO else None
    others = [seat for seat in view.circle() if has is not None and has[seat] and seat != view.seat]
    if others:
        names = texts.listed([table.names[seat] for seat in others])
        yield texts("analysis-have", names=names, lance=_heading(texts, view).lower(), count=len(others))
    for seat, sena in view.seen:
        if SAYS[sena] is not lance:
            continue
        yield texts("analysis-sena", name=table.names[seat], sena=texts.word(sena))


def _picture(texts: Texts, table: TableView, it: HandLookedAt) -> ChancesPicture:
    first = it.words[0].view
    side = first.bando(first.seat or 0)
    return ChancesPicture(
        title=texts("picture-analysis", table=texts("table", short=table.short), hand=it.hand),
        words=tuple(_chances(texts, word, ahead=word is it.best) for word in it.words),
        score=texts(
            "picture-analysis-score",
            ours=first.piedras[side],
            theirs=first.piedras[1 - side],
            piedras=first.modo.rules.piedras,
        ),
        chance_word=texts("picture-analysis-chance"),
    )


def _chances(texts: Texts, word: LookedAt, *, ahead: bool) -> WordChances:
    return WordChances(
        heading=_heading(texts, word.view),
        said=word_of(texts, word.said),
        before=percent(word.after if word.right else word.before),
        after=percent(word.after),
        cost=0 if word.right else percent(word.cost),
        best="" if word.right else texts("picture-analysis-best", best=word_of(texts, word.best)),
        ahead=ahead,
    )


@dataclass(frozen=True, slots=True)
class WordWhy:
    """A word of an AI player, what it saw then, and what spoke for it."""

    view: View
    said: Action
    reason: Because


_WHY: Mapping[Why, Key] = {
    Why.WANTS_CARDS: "why-wants-cards",
    Why.LIKES_CARDS: "why-likes-cards",
    Why.LEAVES_MUS: "why-leaves-mus",
    Why.STRONG: "why-strong",
    Why.PARTNER_SHOWED: "why-partner-showed",
    Why.BLUFF: "why-bluff",
    Why.NOTHING_TO_LOSE: "why-nothing-to-lose",
    Why.DEJE_WINS: "why-deje-wins",
    Why.WEAK: "why-weak",
    Why.WAITS: "why-waits",
    Why.EVEN: "why-even",
    Why.DEJE_LOSES: "why-deje-loses",
    Why.FAIR_PRICE: "why-fair-price",
    Why.LEAVES_ANSWER: "why-leaves-answer",
    Why.TOO_DEAR: "why-too-dear",
    Why.FANCIED: "why-fancied",
    Why.SHY: "why-shy",
}
"""What an AI player says of its own word."""


def reasons(texts: Texts, table: TableView, hand: int, told: Sequence[WordWhy]) -> Post:
    """Returns why AI partners spoke as they did, a sentence a word; their cards may be known."""
    lines: list[str] = []
    named: Seat | None = None
    for it in told:
        if it.view.seat is not None and it.view.seat != named:
            named = it.view.seat
            lines.append(texts("why-name", name=table.names[named]))
        lines.append(_why(texts, table, it))
    title = texts("why-title", table=texts("table", short=table.short), hand=hand)
    if not told:
        return Post(title, texts("why-nothing"))
    badly = Button(texts("button-badly"), str(Payload(table.id, hand, Ask.BADLY, paged=True)))
    return Post(title, "\n".join(lines), ((badly,),))


def _why(texts: Texts, table: TableView, it: WordWhy) -> str:
    lance, reason = lance_at(it.view), it.reason
    own = worth(it.view.mine, it.view.rules)
    return texts(
        _WHY[reason.why],
        lance=_heading(texts, it.view),
        word=word_of(texts, it.said),
        holds=in_lance(texts, own, lance) if lance is not None else holds(texts, it.view.mine, it.view.rules),
        sena=texts.word(reason.sena) if reason.sena is not None else "",
        name=table.names[reason.by] if reason.by is not None else "",
    )


def lance_at(view: View) -> Lance | None:
    """Returns the lance being bet, None before the first."""
    return next((lance for lance in Lance if lance.value == view.fase.value), None)


def lance_of(texts: Texts, view: View) -> str:
    """Returns at what a word was said, within a sentence: "grande", "mus"."""
    return _heading(texts, view).lower()


def _heading(texts: Texts, view: View) -> str:
    lance = lance_at(view)
    return lances.heading(texts, lance) if lance is not None else texts.word(Voz.MUS).capitalize()


def word_of(texts: Texts, action: Action) -> str:
    """Returns a word as it was said."""
    return texts.word("envido" if action == Action(Voz.ENVIDO, 2) else str(action))


def percent(chance: float) -> int:
    """Returns a chance in percent, as it is told."""
    return round(chance * 100)
