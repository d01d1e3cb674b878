"""The private message: one's seat at the table. What one plays with needs no look at the board."""

from __future__ import annotations

from musbot.game.cards import HAND_SIZE
from musbot.game.views import Seen, View
from musbot.narrator import keyboards, scenes
from musbot.narrator.post import Button, Lean, Post
from musbot.narrator.voices import Voice
from musbot.table.acts import Ask
from musbot.table.view import TableView
from musbot.words.cards import holds, short, signs, spoken
from musbot.words.texts import Texts


def hand(voice: Voice[Seen], back: str, choice: Ask | None = None) -> Post:
    """Returns the seat of who sees the table so, while he holds cards; `back` leads to the board.

    `choice` is where else he may have his cards shown.
    """
    texts, table, game = voice.texts, voice.table, voice.game
    seen = eyes(texts, table, game)
    seen += [texts("hand-picked", cards=spoken(texts, table.picks))] if table.picks else []
    seen += ["", texts("hand-is-here")] if choice is Ask.PRIVATE else []
    shown, most = "\n".join(_cards(texts, game)), game.rules.most_thrown
    text = "\n".join([shown, *_table(voice, texts("hand-pick", most=most)), *seen])
    beside = "\n".join([*_table(voice, texts("hand-choose", most=most)), *seen])
    marks = ["✖ " if card in table.picks else "" for card in game.mine]
    labels = [(card, mark + short(texts, card)) for mark, card in zip(marks, game.mine, strict=True)]
    rows = keyboards.private(voice, labels)
    elsewhere = "button-hand-here" if choice is Ask.HERE else "button-hand-private"
    last = [voice.buttons.act(choice, elsewhere)] if choice is not None else []
    last += [Button(texts("hand-back"), url=back)] if back else []
    rows = (*rows, tuple(last)) if last else rows
    title = texts("hand-title", table=texts("table", short=table.short), hand=game.hand)
    picture = scenes.hand(texts, game.mine, game.rules, table.picks)
    return Post(title, text, rows, picture=picture, lean=Lean(title, shown, beside))


def _cards(texts: Texts, game: View) -> list[str]:
    """One's cards, in signs and in words, and what they hold."""
    held = [holds(texts, game.mine, game.rules).capitalize()] if len(game.mine) == HAND_SIZE else []
    return [signs(texts, game.mine), spoken(texts, game.mine).capitalize(), *held]


def _table(voice: Voice[Seen], to_throw: str) -> list[str]:
    """What there is to know of the table besides: what was said, what is asked, how it stands.

    `to_throw` is said of one who is to throw cards.
    """
    if voice.table.over:
        return []
    texts, game, names = voice.texts, voice.game, voice.table.names
    picks = game.fase == "descarte" and game.seat in game.turno and not voice.table.put_off
    asked = [to_throw] if picks else voice.now()[-1:]
    said = [*voice.lances(), *filter(None, [voice.story()])]
    circle = texts("hand-mano", mano=names[game.mano], postre=names[voice.postre()])
    return ["", *said, *asked, voice.own_score(), circle]


def eyes(texts: Texts, table: TableView, game: View) -> list[str]:
    """Returns what a seat has seen and signed in this hand, and whom it looks at (R57, R58)."""
    seen = [texts("sena-seen", name=table.names[who], sena=texts.word(sena)) for who, sena in game.seen]
    made = (
        [texts("sena-made", senas=texts.listed([texts.word(sena) for sena in game.signed]))]
        if game.signed
        else []
    )
    looks = [] if game.looking_at is None else [texts("looking-at", name=table.names[game.looking_at])]
    return ["", *seen, *made, *looks] if seen or made or looks else []
