"""The posts of a table: lobby, board, score, the count at the end of a hand, the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from musbot.game.actions import Seat
from musbot.game.cards import SUITS, Hand
from musbot.game.rule_sets import Rules
from musbot.game.views import Seen, View
from musbot.narrator import keyboards, scenes, voices
from musbot.narrator.buttons import Buttons
from musbot.narrator.post import Button, Lean, Post
from musbot.narrator.speech import SIGNS, Speech
from musbot.narrator.voices import RulesVoice, Voice
from musbot.table.acts import Ask
from musbot.table.events import Ending, Reason
from musbot.table.seats import majority
from musbot.table.view import TableView
from musbot.words.cards import card_name, cards_with_suits, describe_holding, suit_name
from musbot.words.texts import Key, Texts

_ENDED: Mapping[Ending, Key] = {
    Ending.WANTED: "end-closed",
    Ending.EXPIRED: "end-expired",
    Ending.EMPTY: "end-empty",
    Ending.REPLACED: "end-replaced",
    Ending.CLOSED: "end-closed-by",
    Ending.FORGOTTEN: "end-forgotten",
}
WHY: Mapping[Reason, Key] = {
    Reason.LATE: "end-why-late",
    Reason.AWAY: "end-why-away",
    Reason.STUCK: "end-why-stuck",
    Reason.NEEDED: "end-why-needed",
    Reason.MANNERS: "end-why-manners",
}
"""Why who administers a chat has closed a table."""

MOST_SAID = 700
"""Characters of the words of a hand under its film, which a platform holds to a length: the last."""
MOST_NAMED = 5
"""Of those who wait for a seat."""


POINT = "•"
"""Before a payment, where lines are wrapped."""


def lobby(speech: Speech, table: TableView) -> Post:
    """Returns the lobby while it is open, and what remains of it once the partida has begun."""
    texts, voice = speech.texts, voices.of_rules(speech.texts, table.rules)
    lines = [voice.name_and_summary(), "", *_lobby_seats(speech, voice, table)]
    if table.queue and table.in_lobby:
        lines.append(_waiting(texts, table.queue))
    lines += ["", _cut(texts, table)]
    title, name = speech.heading(table, voice.rules.piedras), texts("table", short=table.short)
    if table.in_lobby:
        text = "\n".join([*lines, *_hints(texts, table)])
        rows, lean = keyboards.lobby(voice, table), Lean(name, "", text)
        return Post(title, text, rows, lean=lean)
    picture = scenes.sorteo(speech, table) if table.sorteo else None
    drawn, closed = _draw(voice, table), texts("lobby-closed")
    lean = Lean(name, "\n".join(drawn), "\n".join([*lines, "", closed]))
    text = "\n".join([*lines, "", *drawn, "", closed])
    return Post(title, text, picture=picture, lean=lean)


def left(texts: Texts, table: TableView, link: str) -> Post:
    """Returns what stands in a channel which the table has left for a thread, with the way there."""
    name = texts("table", short=table.short)
    links = (Button(texts("hand-back"), url=link),) if link else ()
    if table.over:
        return Post("", texts("left-over", table=name), (links,) if links else ())
    back = Buttons(texts, table).act(Ask.CHANNEL, "button-channel")
    return Post("", texts("left-now", table=name), ((*links, back),))


def _waiting(texts: Texts, names: Sequence[str]) -> str:
    """Who waits for a seat: the first by their names, for only they will soon have one."""
    more = len(names) - MOST_NAMED
    if more <= 1:
        return texts("lobby-queue", names=texts.join_names(names))
    return texts("lobby-queue-more", names=", ".join(names[:MOST_NAMED]), more=more)


def _cut(texts: Texts, table: TableView) -> str:
    """Who has cut the deck, and where."""
    if table.cutter is None:
        return texts("lobby-uncut" if table.in_lobby else "lobby-cut-usual", place=table.place)
    return texts("lobby-cut", name=table.names[table.cutter], place=table.place)


def _hints(texts: Texts, table: TableView) -> list[str]:
    asked = [table.names[seat] for seat in table.asking]
    return [texts("lobby-asking", names=texts.join_names(asked), count=len(asked))] if asked else []


def sealed(texts: Texts, table: TableView) -> Post:
    """Returns the message that binds a table to its deck, which is never changed."""
    title = texts("sealed-title", table=texts("table", short=table.short))
    text = texts("sealed-text", commitment=table.commitment)
    return Post(title, text, small=(text,))


def _lobby_seats(speech: Speech, voice: RulesVoice[Rules], table: TableView) -> list[str]:
    """Who sits where, a line a side; all in one line where every player plays alone."""
    texts = speech.texts
    seats = [
        speech.introduced(table, seat) if table.names[seat] else texts("lobby-free")
        for seat in range(len(table.seats))
    ]
    if voice.rules.alone:
        return [texts("lobby-players", names=" · ".join(seats))]
    return [
        texts(
            "side",
            sign=SIGNS[bando],
            names=" · ".join(seats[seat] for seat in table.side(bando)),
        )
        for bando in table.bandos
    ]


def draw(texts: Texts, table: TableView) -> list[str]:
    """Returns the lottery before the start, card by card (R18, R19); nothing before it."""
    return _draw(voices.of_rules(texts, table.rules), table)


def _draw(voice: RulesVoice[Rules], table: TableView) -> list[str]:
    if not table.sorteo or table.game is None:
        return []
    texts = voice.texts
    lines = [voice.lottery()]
    drawn: set[str] = set()
    for name, card in table.sorteo:
        if name is None:
            suits = [
                texts("sorteo-suit", name=seat, suit=suit_name(texts, suit))
                for seat, suit in zip(table.names, SUITS, strict=True)
            ]
            lines.append(", ".join(suits))
            lines.append(texts("sorteo-turned", card=card_name(texts, card), rank=card.rank))
        else:
            key = "sorteo-again" if name in drawn else "sorteo-card"
            lines.append(texts(key, name=name, card=card_name(texts, card), rank=card.rank))
            drawn.add(name)
    return lines


def board(voice: Voice[Seen]) -> Post:
    """Returns the board of the hand under way, or the count of one that has ended."""
    return _result(voice) if is_over(voice.game) else _under_way(voice)


def is_over(game: View) -> bool:
    """Whether the hand has ended and the next has not been dealt."""
    return game.fase == "fin" and game.hand > 0


def score(voice: Voice[Seen]) -> Post:
    """Returns the board without its buttons, with a picture of the score."""
    post = board(voice)
    lean = Lean("", post.text, "")
    return Post(post.title, post.text, picture=scenes.tanteo(voice), lean=lean)


def _under_way(voice: Voice[Seen]) -> Post:
    """The board of a hand under way: all that one who comes late must know."""
    texts, table = voice.texts, voice.table
    lines, before = voice.scores(), [*voice.lances(), *filter(None, [voice.story()])]
    lines += ["", *before] if before else []
    lines += [*voice.so_far(), "", *voice.now()]
    lines += _coming_and_going(texts, table)
    if table.ending:
        needed = majority([seat for seat, who in enumerate(table.seats) if who.person])
        names = voice.speech.players(table, table.ending)
        lines.append(texts("ending", names=names, votes=len(table.ending), needed=needed))
    return Post(voice.title(), "\n".join(lines), keyboards.board(voice))


def _coming_and_going(texts: Texts, table: TableView) -> list[str]:
    """Who is away, who has left, who is to sit down."""
    names, coming = table.names, dict(table.coming)
    gone = [(seat, name) for seat, name in table.left if seat not in coming]
    return [
        *(texts("absent", name=names[seat]) for seat in table.absent),
        *(
            texts("unwanted", name=names[seat], votes=votes, needed=needed)
            for seat, votes, needed in table.unwanted
        ),
        *(texts("seat-left", name=name, ai=names[seat]) for seat, name in gone),
        *(texts("seat-coming", name=name, ai=names[seat]) for seat, name in table.coming),
    ]


def _result(voice: Voice[Seen]) -> Post:
    """The end of a hand: everybody's cards, the count read aloud (R51), the score."""
    texts, table, game = voice.texts, voice.table, voice.game
    seats = (seat for bando in table.bandos for seat in table.side(bando))
    hands = [_hand(voice, seat, game.shown[seat]) for seat in seats if game.shown and game.shown[seat]]
    if not game.shown:
        hands.append(voice.hidden())
    paid, after = voice.payments(), voice.scores_after()
    scores = [*(["", *after] if after else ()), *voice.news()]
    title = texts("result-title", table=texts("table", short=table.short), hand=game.hand)
    picture = scenes.showdown(voice)
    count = "\n".join(["", *(f"{POINT} {line}" for line in paid), *scores])
    told = "\n".join([*hands, "", *paid] if paid else hands)
    lean = Lean(title, "\n".join(hands), count, scenes.without_count(picture), told)
    rows = keyboards.count(voice) if game.said else ()
    return Post(title, "\n".join([told, *scores]), rows, picture=picture, lean=lean)


def hand_over(voice: Voice[Seen], *, last: bool) -> Post:
    """Returns the count of a hand without its buttons, and after the `last` one how the table ended."""
    game, closed = voice.game, _closed(voice.texts, voice.table)
    if not is_over(game):
        return _with_score(closed, voice)
    count = replace(_result(voice), rows=())
    if not voice.table.over or not last or count.lean is None:
        return count
    ended = "\n".join(filter(None, (closed.title, closed.text)))
    told = voice.congratulation(game.winner) if game.winner is not None else ended
    lean = replace(count.lean, text=f"{count.lean.text}\n\n{told}")
    return replace(count, text=f"{count.text}\n\n{told}", lean=lean)


def film(voice: Voice[Seen], cards: Sequence[Hand]) -> Post:
    """Returns a hand that is over as it was played, in moving pictures and in words.

    `cards` are everybody's where those that were not shown may be known too.
    """
    texts, table, game = voice.texts, voice.table, voice.game
    picture = scenes.film(voice, cards)
    said: dict[str, list[str]] = {}
    for word in picture.spoken:
        who = picture.players[word.player].name
        said.setdefault(word.heading, []).append(texts("aloud-said", name=who, words=word.words))
    lines = [texts("film-lance", lance=lance, words=" · ".join(words)) for lance, words in said.items()]
    while len("\n".join(lines)) > MOST_SAID:
        lines = lines[1:]
    text = "\n".join(lines)
    title = texts("film-title", table=texts("table", short=table.short), hand=game.hand)
    return Post(
        title, text, picture=picture, lean=Lean(title, text, "", picture), unsent=texts("film-unsent")
    )


def _hand(voice: Voice[Seen], seat: Seat, hand: Hand) -> str:
    """A hand that has been shown, and what it holds."""
    return voice.texts(
        "result-hand",
        sign=SIGNS[voice.game.bando(seat)],
        name=voice.marked(seat),
        cards=cards_with_suits(voice.texts, hand),
        holds=describe_holding(voice.texts, hand, voice.game.rules),
    )


def end(speech: Speech, table: TableView) -> Post:
    """Returns the end of the table: who has won, the seed that proves the deal."""
    texts, post, proof = speech.texts, ended(speech, table), _proof(speech.texts, table)
    rows = keyboards.again(Buttons(texts, table)) if post.picture is not None else ()
    lean = replace(post.lean, text="\n".join(proof)) if post.lean is not None else None
    text = "\n".join([post.text, *proof]).strip()
    return replace(post, text=text, rows=rows, lean=lean, small=tuple(proof[2:]))


def ended(speech: Speech, table: TableView) -> Post:
    """Returns how a table has ended: who has won, or how it stood when it was closed."""
    texts, game = speech.texts, table.game
    if game is None:
        return _closed(texts, table)
    voice = voices.of(speech, table, game)
    if game.winner is None:
        return _with_score(_closed(texts, table), voice)
    text, picture = voice.congratulation(game.winner), scenes.pictured(voice).final(game.winner)
    name, count = texts("table", short=table.short), len(table.side(game.winner))
    title = texts("end-title", table=name, side=voice.side(game.winner), count=count)
    return Post(title, text, picture=picture, lean=Lean(texts("end-over", table=name), text, ""))


def _with_score(closed: Post, voice: Voice[Seen]) -> Post:
    """The end of a table that was closed, with how it stood."""
    stood = voice.texts("end-stood", juego=voice.juegos(), hand=voice.game.hand)
    return replace(closed, text="\n".join([*filter(None, [closed.text]), stood, *voice.scores()]))


def _closed(texts: Texts, table: TableView) -> Post:
    """That a table ended before its partida did, and why."""
    title = texts(_ENDED[table.ended or Ending.WANTED], table=texts("table", short=table.short))
    return Post(title, texts(WHY[table.reason]) if table.reason is not None else "")


def _proof(texts: Texts, table: TableView) -> list[str]:
    """How the deal is checked, and what that takes, once it is told: the seed, what was promised of it."""
    if table.seed is None:
        return []
    promised = texts("end-commitment", commitment=table.commitment)
    return ["", texts("end-proof"), f"{texts('end-seed', seed=table.seed)}\n{promised}"]
