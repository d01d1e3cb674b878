"""The private message: one's seat at the table. What one plays with needs no look at the board."""

from __future__ import annotations

from musbot.game.cards import HAND_SIZE
from musbot.game.views import Seen, View
from musbot.narrator import keyboards, scenes
from musbot.narrator.post import Button, Post
from musbot.narrator.voices import Voice
from musbot.table.view import TableView
from musbot.words.cards import holds, short, signs, spoken
from musbot.words.texts import Texts


def hand(voice: Voice[Seen], back: str) -> Post:
    """Returns the seat of who sees the table so, while he holds cards; `back` leads to the board."""
    texts, table, game = voice.texts, voice.table, voice.game
    lines = [*_cards(texts, game), *_table(voice), *eyes(texts, table, game)]
    if table.picks:
        lines.append(texts("hand-picked", cards=spoken(texts, table.picks)))
    marks = ["✖ " if card in table.picks else "" for card in game.mine]
    labels = [(card, mark + short(texts, card)) for mark, card in zip(marks, game.mine, strict=True)]
    rows = keyboards.private(voice, labels)
    if back:
        rows = (*rows, (Button(texts("hand-back"), url=back),))
    title = texts("hand-title", table=texts("table", short=table.short), hand=game.hand)
    picture = scenes.hand(texts, game.mine, game.rules, table.picks)
    return Post(title, "\n".join(lines), rows, picture=picture)


def _cards(texts: Texts, game: View) -> list[str]:
    """One's cards, in signs and in words, and what they hold."""
    held = [holds(texts, game.mine, game.rules).capitalize()] if len(game.mine) == HAND_SIZE else []
    return [signs(texts, game.mine), spoken(texts, game.mine).capitalize(), *held]


def _table(voice: Voice[Seen]) -> list[str]:
    """What there is to know of the table besides: what was said, what is asked, how it stands."""
    if voice.table.over:
        return []
    texts, game, names = voice.texts, voice.game, voice.table.names
    picks = game.fase == "descarte" and game.seat in game.turno and not voice.table.put_off
    asked = [texts("hand-pick", most=game.rules.most_thrown)] if picks else voice.now()[-1:]
    said = [*voice.lances(), *filter(None, [voice.story()])]
    circle = texts("hand-mano", mano=names[game.mano], postre=names[voice.postre()])
    return ["", *said, *asked, voice.own_score(), circle]


def eyes(texts: Texts, table: TableView, game: View) -> list[str]:
    """Returns what a seat has seen and signed in this hand, and whom it looks at (R57, R58)."""
    seen = [texts("sena-seen", name=table.names[who], sena=sena) for who, sena in game.seen]
    made = [texts("sena-made", senas=texts.listed(list(game.signed)))] if game.signed else []
    looks = [] if game.looking_at is None else [texts("looking-at", name=table.names[game.looking_at])]
    return ["", *seen, *made, *looks] if seen or made or looks else []
