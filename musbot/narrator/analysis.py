"""The coach's analysis of a hand in words, and the reasons for an AI partner's moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from musbot.coach.account import Account, Turn, ValuedWord, turning_points
from musbot.coach.mus.reasons import LANCE_OF_SENA, Why, WordReason
from musbot.game.actions import Action, Seat, Voz
from musbot.game.cards import HAND_SIZE
from musbot.game.lances import Lance, worth
from musbot.game.views import View
from musbot.narrator.post import Button, Post, ShortForm
from musbot.narrator.speech import said_word
from musbot.pictures.specs import ChancesPicture, WordChances
from musbot.table.acts import Ask, Payload
from musbot.table.view import TableView
from musbot.words import lances
from musbot.words.cards import describe_holding, holding_in_lance
from musbot.words.texts import Key, Texts

MAX_CAPTION = 900
"""From this length of title and text, in characters, the text under a picture leaves out the known facts."""


def waiting_post(texts: Texts, table: TableView, hand: int) -> Post:
    """Returns the post that a person gets while their analysis is made."""
    return Post(_title(texts, table, hand), texts("analysis-waits"))


def failure_post(texts: Texts, table: TableView, hand: int) -> Post:
    """Returns the post for an analysis that failed."""
    return Post(_title(texts, table, hand), texts("analysis-failed"))


def analysis_post(
    texts: Texts, table: TableView, hand: int, it: Account, partners: Sequence[Seat] = ()
) -> Post:
    """Returns the analysis of a player's words in a hand: a summary, each word, and a picture.

    `partners` are AI players; a button explains their moves. Without words, a sentence replaces the analysis
    and the picture. If title and text have MAX_CAPTION characters or more, the text leaves out the facts that
    the player knew; the short form has them in any case.
    """
    title, rows = _title(texts, table, hand), _rows(texts, table, hand, partners)
    if not it.words:
        return Post(title, texts("analysis-nothing-sure"), rows)
    summary = " ".join([*_sentences(texts, it), texts("analysis-percents")])
    words = [_line(texts, word) for word in it.words]
    knew = [" ".join(_known_facts(texts, table, word.view)) for word in it.words]
    known = [f"{line} {facts}" for line, facts in zip(words, knew, strict=True)]
    whole, short = ("\n".join([summary, "", *lines]) for lines in (known, words))
    text = whole if len(title) + len(whole) < MAX_CAPTION else short
    picture = _picture(texts, table, hand, it)
    return Post(
        title, text, rows, picture=picture, short_form=ShortForm(title, "\n".join(known), summary, picture)
    )


def report_lines(
    texts: Texts, names: Sequence[str], accounts: Mapping[Seat, Account], side: str, turns: Sequence[Turn]
) -> list[str]:
    """Returns the analysis of a partida: a summary of each player, side 0's chances, and its turning points.

    `names` are all players' names by seat, `side` is the name of side 0. Without turns, one line says that
    there is no analysis.
    """
    if not turns:
        return [texts("analysis-none")]
    lines = [f"{names[seat]}: {' '.join(_sentences(texts, it, hands=True))}" for seat, it in accounts.items()]
    lines.append(texts("analysis-course", side=side, chances=_chances_text(turns)))
    for turn in turning_points(turns):
        before, after = percent(turn.before), percent(turn.after)
        lines.append(texts("analysis-turn", hand=turn.hand, side=side, before=before, after=after))
    return lines


def _chances_text(turns: Sequence[Turn]) -> str:
    """Returns side 0's chances in percent, before each hand and after the last hand of each juego.

    An arrow is between two hands, a bar between two juegos.
    """
    text = ""
    for number, turn in enumerate(turns):
        text += f"{' → ' if text and not text.endswith('| ') else ''}{percent(turn.before)}"
        if number == len(turns) - 1 or turn.after in (0.0, 1.0):
            text += f" → {percent(turn.after)}"
            text += " | " if number < len(turns) - 1 else ""
    return text


def _title(texts: Texts, table: TableView, hand: int) -> str:
    """Returns the title of an analysis: the table and the number of the hand."""
    return texts("analysis-title", table=texts("table", short=table.short), hand=hand)


def _rows(
    texts: Texts, table: TableView, hand: int, partners: Sequence[Seat]
) -> tuple[tuple[Button, ...], ...]:
    """Returns a row with the button that asks for the reasons of AI partners; no rows without partners."""
    if not partners:
        return ()
    data = str(Payload(table.id, hand, Ask.WHY, paged=True))
    names = texts.join_names([table.names[seat] for seat in partners])
    return ((Button(texts("button-why", name=names), data),),)


def _sentences(texts: Texts, it: Account, *, hands: bool = False) -> Iterator[str]:
    """Yields up to three sentences: the number of right words, the worst word if any, the best one if any.

    If some words are not right, the first sentence also has their cost. With `hands`, each word's hand is
    named, and a known rating replaces the number: the average loss and its range. If the range begins at 0 or
    below, the sentence says that no loss shows, and has only the range.
    """

    def where(word: ValuedWord) -> str:
        lance = heading(texts, word.view).lower()
        return texts("analysis-in-hand", lance=lance, hand=word.view.hand) if hands else lance

    words, rating = len(it.words), it.rating if hands else None
    if rating is not None:
        lost, low, high = (round(100 * part, 1) for part in rating)
        if low > 0:
            yield texts("analysis-rating", words=words, lost=lost, low=low, high=high)
        else:
            yield texts("analysis-rating-none", words=words, low=low, high=high)
    elif it.right_count == words:
        yield texts("analysis-all-right", words=words)
    else:
        yield texts("analysis-some-right", words=words, right=it.right_count, cost=percent(it.cost))
    if (worst := it.worst) is not None:
        yield texts(
            "analysis-hand-worst",
            said=action_word(texts, worst.said),
            lance=where(worst),
            cost=percent(worst.cost),
            best=action_word(texts, worst.best),
        )
    if (best := it.best) is not None:
        yield texts(
            "analysis-hand-best",
            said=action_word(texts, best.said),
            lance=where(best),
            gain=percent(best.gain),
        )


NOTABLE_GAIN = 0.02
"""Least gain over the usual word that is mentioned, as a chance of the juego."""


def _line(texts: Texts, word: ValuedWord) -> str:
    """Returns the line about a word: its chance, and the strong player's word if that is another.

    A word that is not right names the better word, its chance and the cost. A right word may be notably
    better than the strong player's (by NOTABLE_GAIN and twice its error). The line then has the chance of
    both.
    """
    facts: dict[str, str | int] = {
        "lance": heading(texts, word.view),
        "said": action_word(texts, word.said),
        "after": percent(word.after),
    }
    if not word.is_right:
        best, before, cost = action_word(texts, word.best), percent(word.before), percent(word.cost)
        return texts("analysis-word-cost", best=best, before=before, cost=cost, **facts)
    if word.best == word.said:
        return texts("analysis-word-same", **facts)
    best, before = action_word(texts, word.best), percent(word.before)
    if word.after - word.before >= max(NOTABLE_GAIN, 2 * word.error):
        return texts("analysis-word-better", best=best, before=before, **facts)
    return texts("analysis-word-other", best=best, **facts)


def _known_facts(texts: Texts, table: TableView, view: View) -> Iterator[str]:
    """Yields the facts about the lance of a word that its player knew, a sentence each.

    These are the holding of four cards, a bet, players with pares or juego, and señas about the lance.
    Outside a lance they are only the pares of the hand, and señas that are about no lance.
    """
    lance = current_lance(view)
    own = worth(view.mine, view.rules) if len(view.mine) == HAND_SIZE else None
    if own is not None:
        if lance is None and not own.has_pares:
            yield texts("analysis-yours-none")
        else:
            held = holding_in_lance(texts, own, Lance.PARES if lance is None else lance)
            yield texts("analysis-yours", holds=held)
    envite = view.envite
    if envite is not None and envite.bettor is not None:
        name = table.names[envite.bettor]
        key = "analysis-ordago" if envite.ordago else "analysis-bet"
        yield texts(key, name=name, piedras=envite.apuesta)
    has = view.pares if lance is Lance.PARES else view.juego if lance is Lance.JUEGO else None
    others = [seat for seat in view.circle() if has is not None and has[seat] and seat != view.seat]
    if others:
        names = texts.join_names([table.names[seat] for seat in others])
        yield texts("analysis-have", names=names, lance=heading(texts, view).lower(), count=len(others))
    for seat, sena in view.seen:
        if LANCE_OF_SENA[sena] is not lance:
            continue
        yield texts("analysis-sena", name=table.signer(seat, sena), sena=texts.word(sena))


def _picture(texts: Texts, table: TableView, hand: int, it: Account) -> ChancesPicture:
    """Returns the picture of the words' chances, with the piedras of both sides at the first word.

    The account must have at least one word.
    """
    first = it.words[0].view
    side = first.bando(first.seat or 0)
    return ChancesPicture(
        title=texts("result-title", table=texts("table", short=table.short), hand=hand),
        words=tuple(_chances(texts, word, ahead=word is it.best) for word in it.words),
        score=texts(
            "picture-analysis-score",
            ours=first.piedras[side],
            theirs=first.piedras[1 - side],
            piedras=first.modo.rules.piedras,
        ),
        chance_word=texts("picture-analysis-chance"),
    )


def _chances(texts: Texts, word: ValuedWord, *, ahead: bool) -> WordChances:
    """Returns the chances of a word for the picture, in per cent.

    A right word shows its own chance as the best. `ahead` marks the word with the longest lead over its
    alternatives.
    """
    return WordChances(
        heading=heading(texts, word.view),
        said=action_word(texts, word.said),
        before=percent(word.after if word.is_right else word.before),
        after=percent(word.after),
        cost=0 if word.is_right else percent(word.cost),
        best="" if word.is_right else texts("picture-analysis-best", best=action_word(texts, word.best)),
        ahead=ahead,
    )


_REASON_TEXTS: Mapping[Why, Key] = {
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
"""The message for each reason of an AI player's move."""


def reasons_post(texts: Texts, table: TableView, hand: int, reasons: Sequence[WordReason]) -> Post:
    """Returns the reasons of AI partners for their moves, a sentence each, with a button for complaints.

    A line with the partner's name precedes their sentences. Without reasons, it says so and has no button. It
    may reveal the partners' cards, so the caller must allow that.
    """
    lines: list[str] = []
    named: Seat | None = None
    for it in reasons:
        if it.view.seat is not None and it.view.seat != named:
            named = it.view.seat
            lines.append(texts("why-name", name=table.names[named]))
        lines.append(_reason_text(texts, table, it))
    title = texts("why-title", table=texts("table", short=table.short), hand=hand)
    if not reasons:
        return Post(title, texts("why-nothing"))
    badly = Button(texts("button-badly"), str(Payload(table.id, hand, Ask.BADLY, paged=True)))
    return Post(title, "\n".join(lines), ((badly,),))


def _reason_text(texts: Texts, table: TableView, it: WordReason) -> str:
    """Returns the reason for an AI player's word in a sentence, with its holding in the lance or hand."""
    lance = current_lance(it.view)
    own = worth(it.view.mine, it.view.rules)
    return texts(
        _REASON_TEXTS[it.why],
        lance=heading(texts, it.view),
        word=action_word(texts, it.said),
        holds=holding_in_lance(texts, own, lance)
        if lance is not None
        else describe_holding(texts, it.view.mine, it.view.rules),
        sena=texts.word(it.sena) if it.sena is not None else "",
        name=table.signer(it.by, it.sena) if it.by is not None and it.sena is not None else "",
    )


def current_lance(view: View) -> Lance | None:
    """Returns the lance being bet; None in any other phase."""
    return next((lance for lance in Lance if lance.value == view.fase.value), None)


def heading(texts: Texts, view: View) -> str:
    """Returns the heading for the phase in which a word was said: "Grande", "Mus"."""
    lance = current_lance(view)
    return (
        lances.lance_heading(texts, lance) if lance is not None else texts.word(view.fase.value).capitalize()
    )


def action_word(texts: Texts, action: Action) -> str:
    """Returns a word as players say it, without the number of a usual envido."""
    return said_word(texts, "envido" if action == Action(Voz.ENVIDO, 2) else str(action))


def percent(chance: float) -> int:
    """Returns a chance (0 to 1) as a whole percentage."""
    return round(chance * 100)
