"""The private message: one's seat at the table. What one plays with needs no look at the board."""

from __future__ import annotations

from musbot.game.cards import Card, Hand
from musbot.game.lances import Fase
from musbot.game.views import Seen, View
from musbot.narrator import beginner, keyboards, scenes
from musbot.narrator.guide import gesture
from musbot.narrator.post import Button, Lean, Post
from musbot.narrator.voices import Voice
from musbot.table.acts import Ask
from musbot.table.view import TableView
from musbot.words.cards import card_signs, holding_parts, short_name, spell_cards
from musbot.words.texts import Texts


def hand(
    voice: Voice[Seen],
    back: str,
    choice: Ask | None = None,
    *,
    aside: bool = False,
    explained: bool = False,
) -> Post:
    """Returns the seat of who sees the table so, while they hold cards; `back` leads to the board.

    `choice` is where else they may have them shown. `aside` is the hand of one who speaks on the board;
    what each button of any other means is `explained`, if that is wanted.
    """
    texts, table, game = voice.texts, voice.table, voice.game
    seen = eyes(texts, table, game)
    seen += [texts("hand-picked", cards=spell_cards(texts, table.picks))] if table.picks and not aside else []
    seen += ["", texts("hand-is-here")] if choice is Ask.PRIVATE else []
    means, asks = ([], []) if aside else _explained(voice, explained=explained)
    seen += means
    shown, most = "\n".join(_cards(texts, game, table.picks)), game.rules.most_thrown
    besides = _beside if aside else _table
    text = "\n".join([shown, *besides(voice, texts("hand-pick", most=most)), *seen])
    beside = "\n".join([*besides(voice, texts("hand-choose", most=most)), *seen])
    rows = keyboards.private(voice, _labels(voice), aside=aside)
    elsewhere = "button-hand-here" if choice is Ask.HERE else "button-hand-private"
    last = [voice.buttons.gesture(game.hand, Ask.CARDS, "button-hand-play")] if aside else [*asks]
    last += [voice.buttons.gesture(game.hand, choice, elsewhere)] if choice is not None else []
    last += [Button(texts("hand-back"), url=back)] if back else []
    rows = (*rows, tuple(last)) if last else rows
    title = texts("hand-title", table=texts("table", short=table.short), hand=game.hand)
    picture = scenes.hand(voice, scored=not aside)
    return Post(title, text, rows, picture=picture, lean=Lean(title, shown, beside))


def given_up(voice: Voice[Seen], told: Post) -> Post:
    """Returns what is `told` of a hand that nobody plays to its end, with the cards that one held.

    Their picture stays: on Telegram none can become a text.
    """
    if voice.game.seat is None or not voice.game.mine:
        return told
    shown = "\n".join(_cards(voice.texts, voice.game, ()))
    lean = Lean(told.title, shown, told.text)
    return Post(told.title, f"{shown}\n\n{told.text}", picture=scenes.hand(voice), lean=lean)


def there(texts: Texts, table: str, link: str) -> Post:
    """Returns what stands in private in place of a hand that its player has at the table: no buttons."""
    back = (Button(texts("hand-back"), url=link),)
    return Post(texts("table", short=table), texts("hand-there"), (back,) if link else ())


def alone(voice: Voice[Seen], *, explained: bool = False) -> Post:
    """Returns the board of a table of one's own: what all may see and one's own cards, in one message.

    What each button means is `explained`, if that is wanted.
    """
    texts, game = voice.texts, voice.game
    shown = "\n".join(_cards(texts, game, voice.table.picks))
    told, asks = _explained(voice, explained=explained)
    around = "\n".join([*_around(voice, texts("hand-pick", most=game.rules.most_thrown)), *told])
    beside = "\n".join([*_around(voice, texts("hand-choose", most=game.rules.most_thrown)), *told])
    rows = (*keyboards.private(voice, _labels(voice)), *([tuple(asks)] if asks else []))
    picture = scenes.hand(voice)
    lean = Lean(voice.title(), shown, beside)
    return Post(voice.title(), f"{shown}\n{around}", rows, picture=picture, lean=lean)


def _explained(voice: Voice[Seen], *, explained: bool) -> tuple[list[str], list[Button]]:
    """What each button of this moment means, if that is wanted, and the button that turns it on or off.

    Of who throws cards it is said anyway. Before the bets there is room for what holds for the whole hand: a
    word that one's partner explains, señas and looks.
    """
    early = explained and voice.game.fase in (Fase.MUS, Fase.DESCARTE)
    says, hints = (beginner.partner_says(voice), _gestures(voice)) if early else ([], [])
    means = [] if _throws(voice) else voice.meanings()
    about = [*(beginner.lance_is(voice) if means else []), *means] if explained else []
    about += hints
    asks = voice.buttons.act(Ask.EXPLAIN, "button-explained" if explained else "button-explain")
    return [*says, *(["", *about] if about else [])], [asks] if means else []


def _gestures(voice: Voice[Seen]) -> list[str]:
    """What the señas are that one may make, in words, and what it is to look at somebody."""
    texts, game = voice.texts, voice.game
    made = [
        texts("sena-made-so", sena=texts.word(sena), gesture=gesture(texts, sena)) for sena in game.true_signs
    ]
    told = [texts("meaning-senas", senas=texts.join_names(made))] if made else []
    return [*told, *([texts("meaning-looks")] if game.looking_at is not None else [])]


def _around(voice: Voice[Seen], to_throw: str) -> list[str]:
    """The score by players, all that was said, what is asked; `to_throw` is said of one who throws cards."""
    texts, table, game = voice.texts, voice.table, voice.game
    before = [*voice.lances(), *filter(None, [voice.story()]), *voice.so_far()]
    asked = [*voice.now()[:-1], to_throw] if _throws(voice) else voice.now()
    seen = eyes(texts, table, game)
    seen += [texts("hand-picked", cards=spell_cards(texts, table.picks))] if table.picks else []
    return ["", *voice.scores(), *(["", *before] if before else []), "", *asked, *seen]


def _throws(voice: Voice[Seen]) -> bool:
    """Whether it is one's turn to throw cards."""
    game = voice.game
    return game.fase == "descarte" and game.seat in game.turno and not voice.table.put_off


def _labels(voice: Voice[Seen]) -> list[tuple[Card, str]]:
    """One's cards as their buttons name them, those that one throws with a mark."""
    return [
        (card, ("✖ " if card in voice.table.picks else "") + short_name(voice.texts, card))
        for card in voice.game.mine
    ]


def _cards(texts: Texts, game: View, picks: Hand) -> list[str]:
    """One's cards, in signs and in words (or in words alone), and what they hold."""
    told = holding_parts(texts, game.mine, game.rules, picks)
    shown = [] if texts.in_words else [card_signs(texts, game.mine)]
    return [
        *shown,
        spell_cards(texts, game.mine).capitalize(),
        *([" · ".join(told).capitalize()] if told else []),
    ]


def _table(voice: Voice[Seen], to_throw: str) -> list[str]:
    """What there is to know of the table besides: what was said, what is asked, how it stands.

    `to_throw` is said of one who is to throw cards.
    """
    if voice.table.over:
        return []
    texts, game, names = voice.texts, voice.game, voice.table.names
    asked = [to_throw] if _throws(voice) else voice.now()[-1:]
    said = [*voice.lances(), *filter(None, [voice.story()])]
    circle = texts("hand-mano", mano=names[game.mano], postre=names[voice.postre()])
    return ["", *said, *asked, voice.own_score(), circle]


def _beside(voice: Voice[Seen], to_throw: str) -> list[str]:
    """What there is to know besides for one who speaks on the board, where the rest and the score stand."""
    texts, game, names = voice.texts, voice.game, voice.table.names
    circle = texts("hand-mano", mano=names[game.mano], postre=names[voice.postre()])
    asked = to_throw if _throws(voice) else texts("hand-aside")
    return ["", asked, circle] if not voice.table.over else []


def eyes(texts: Texts, table: TableView, game: View) -> list[str]:
    """Returns what a seat has seen and signed in this hand, and whom it looks at (R57, R58)."""
    made = (
        [texts("sena-made", senas=texts.join_names([texts.word(sena) for sena in game.signed]))]
        if game.signed
        else []
    )
    looks = [] if game.looking_at is None else [texts("done-looked", name=table.names[game.looking_at])]
    told = [*senas_seen(texts, table, game), *made, *looks]
    return ["", *told] if told else []


def senas_seen(texts: Texts, table: TableView, game: View) -> list[str]:
    """Returns the señas that a seat has seen in this hand, each with what it means where that is wanted."""
    return [
        texts("sena-seen", name=table.names[who], sena=texts.word(sena), kind=sena.name.lower())
        for who, sena in game.seen
    ]
