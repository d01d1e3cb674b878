"""The public posts of a table: lobby, board, score, results, end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from musbot.game.actions import Seat
from musbot.game.cards import SUITS, Hand
from musbot.game.rule_sets import Rules
from musbot.game.rules_base import Primero
from musbot.game.views import Seen, View
from musbot.narrator import keyboards, scenes, voices
from musbot.narrator.buttons import Buttons
from musbot.narrator.post import (
    CAPTION_UNITS,
    SCREEN_LINES,
    Button,
    Post,
    ShortForm,
    count_lines,
    count_units,
)
from musbot.narrator.speech import SIGNS, Speech
from musbot.narrator.voices import RulesVoice, Voice
from musbot.pictures.specs import EndPicture
from musbot.table.acts import Ask, InPlay
from musbot.table.events import Ending, Reason
from musbot.table.seats import majority
from musbot.table.view import NO_EVENING, Evening, TableView
from musbot.words.cards import (
    card_name,
    card_signs,
    cards_with_suits,
    describe_holding,
    proud_parts,
    suit_name,
)
from musbot.words.texts import Key, Texts
from musbot.words.values import rules_name

_ENDING_TITLES: Mapping[Ending, Key] = {
    Ending.WANTED: "end-closed",
    Ending.EXPIRED: "end-expired",
    Ending.EMPTY: "end-empty",
    Ending.REPLACED: "end-replaced",
    Ending.CLOSED: "end-closed-by",
    Ending.FORGOTTEN: "end-forgotten",
}
CLOSE_REASONS: Mapping[Reason, Key] = {
    Reason.LATE: "end-why-late",
    Reason.AWAY: "end-why-away",
    Reason.STUCK: "end-why-stuck",
    Reason.NEEDED: "end-why-needed",
    Reason.MANNERS: "end-why-manners",
}
"""The message for each reason why an administrator closed the table."""

_DRAWN_FIRST: Mapping[Primero, Key] = {
    Primero.PALOS: "sorteo-highest-deals",
    Primero.MENOR_REPARTE: "sorteo-lowest-deals",
    Primero.MENOR_MANO: "sorteo-lowest-mano",
}
"""The message about the player whose card decides who begins, if each player draws one (R19, R102)."""

_HAND_KEYS: tuple[Key, ...] = ("result-hand", "result-hand", "result-hand-short")
"""The message of a shown hand in each of its forms, longest first."""
_HAND_CARDS = (cards_with_suits, card_signs, card_signs)
"""The writing of the cards in each form."""

MOST_TOOK_S = 12 * 3600
"""The longest partida whose length is shown, in seconds; longer partidas were paused."""

CAPTION_LIMIT = 700
"""Maximum length of the text under a hand's animation, in characters. The oldest text is cut."""
MAX_NAMED = 5
"""Most names listed of people in the queue."""
CAPTION_SPARE = 24
"""UTF-16 units that a platform may add to a caption, to keep its words from becoming links."""
BULLET = "•"
"""The sign before a payment in a list."""


def lobby_post(
    speech: Speech, table: TableView, evening: Evening = NO_EVENING, *, notices: bool = False
) -> Post:
    """Returns the lobby while it is open, and its final form once the partida has begun or it is closed.

    The final form has no buttons, but the lottery and its picture, if there was a lottery. `evening` has the
    partidas that each side has won before; only the open lobby has its line, if there are any. This partida
    may be over when the final form comes. `notices`: a button of the open lobby offers notices of the next
    table, unless the table is solo.
    """
    texts, voice = speech.texts, voices.voice_of_rules(speech.texts, table.rules)
    lines = [voice.name_and_summary(), "", *_lobby_seats(speech, voice, table)]
    if table.in_lobby:
        lines += _evening_lines(texts, table, evening)
    if table.queue and table.in_lobby:
        lines.append(_queue_line(texts, table.queue))
    lines += ["", _cut_line(texts, table)]
    title, name = speech.heading(table, voice.rules.piedras), texts("table", short=table.short)
    if table.in_lobby:
        text = "\n".join([*lines, *_asking_lines(texts, table)])
        rows, lean = keyboards.lobby_rows(voice, table, notices=notices), ShortForm(name, "", text)
        return Post(title, text, rows, short_form=lean)
    picture = scenes.sorteo_picture(speech, table) if table.sorteo else None
    drawn, closed = _lottery_lines(voice, table), texts("lobby-closed")
    lean = ShortForm(name, "\n".join(drawn), "\n".join([*lines, "", closed]))
    text = "\n".join([*lines, "", *drawn, "", closed])
    return Post(title, text, picture=picture, short_form=lean)


def moved_post(texts: Texts, table: TableView, link: str, *, waits: bool = False) -> Post:
    """Returns the post that a table leaves in its channel when it moves to a thread.

    It has a button with the `link` to the table, none for "". `waits` says that the thread takes no messages.
    Until the table is over, another button moves it back. At a paused table that does not wait, it votes to
    resume instead.
    """
    name = texts("table", short=table.short)
    links = (Button(texts("hand-back"), url=link),) if link else ()
    if table.over:
        return Post("", texts("left-over", table=name), (links,) if links else ())
    buttons = Buttons(texts, table)
    if table.put_off and not waits:
        resume = buttons.act(InPlay.RESUME, "button-resume")
        return Post("", texts("left-put-off", table=name), ((resume, *links),))
    back = buttons.act(Ask.CHANNEL, "button-channel")
    return Post("", texts("left-closed" if waits else "left-now", table=name), ((*links, back),))


def _queue_line(texts: Texts, names: Sequence[str]) -> str:
    """Returns the line about the people in the queue; of more than MAX_NAMED + 1 only the first MAX_NAMED are
    named."""
    more = len(names) - MAX_NAMED
    if more <= 1:
        return texts("lobby-queue", names=texts.join_names(names), count=len(names))
    return texts("lobby-queue-more", names=", ".join(names[:MAX_NAMED]), more=more)


def _evening_lines(texts: Texts, table: TableView, evening: Evening) -> list[str]:
    """Returns the line about the partidas that each side has won this evening, the side with most first.

    No lines if `evening.wins` is empty. Sides without players are left out.
    """
    won = sorted(zip(evening.wins, table.bandos, strict=False), key=lambda it: -it[0])
    sides = [
        texts(
            "evening-side",
            names=texts.join_names([table.names[seat] for seat in table.side(bando)]),
            won=wins,
        )
        for wins, bando in won
        if any(table.names[seat] for seat in table.side(bando))
    ]
    return [texts("evening-score", sides=" – ".join(sides))] if sides else []


def _cut_line(texts: Texts, table: TableView) -> str:
    """Returns the line about the place of the cut: the player who cut there, or the usual place."""
    if table.cutter is None and table.in_lobby:
        return texts("lobby-uncut", place=table.place)
    if table.cutter is None:
        return texts("lobby-cut-usual", place=table.place)
    return texts("lobby-cut", name=table.names[table.cutter], place=table.place)


def _asking_lines(texts: Texts, table: TableView) -> list[str]:
    """Returns a line with the players who must confirm that they are ready; no lines if no player must."""
    names = [table.names[seat] for seat in table.asking]
    return [texts("lobby-asking", names=texts.join_names(names), count=len(names))] if names else []


def seal_post(texts: Texts, table: TableView) -> Post:
    """Returns the post with the commitment to the deck, folded away if possible."""
    title = texts("sealed-title", table=texts("table", short=table.short))
    text = texts("sealed-text", commitment=table.commitment)
    return Post(title, text, subtext=(text,))


def _lobby_seats(speech: Speech, voice: RulesVoice[Rules], table: TableView) -> list[str]:
    """Returns the players, a line for each side, or one line if every player plays alone.

    An AI's name has its kind. A free seat of a side has a placeholder; otherwise free seats are counted.
    """
    texts = speech.texts
    seats = [
        speech.player_with_kind(table, seat) if table.names[seat] else texts("lobby-free")
        for seat in range(len(table.seats))
    ]
    if voice.rules.plays_alone:
        named = [seat for seat, name in zip(seats, table.names, strict=True) if name]
        free = len(seats) - len(named)
        free_seats = [texts("lobby-free-seats", count=free)] if free else []
        return [texts("lobby-players", names=" · ".join([*named, *free_seats]))]
    return [
        texts(
            "side",
            sign=SIGNS[bando],
            names=" · ".join(seats[seat] for seat in table.side(bando)),
        )
        for bando in table.bandos
    ]


def lottery_lines(texts: Texts, table: TableView) -> list[str]:
    """Returns the lottery that preceded the first hand, card by card (R18, R19); no lines before it."""
    return _lottery_lines(voices.voice_of_rules(texts, table.rules), table)


def _lottery_lines(voice: RulesVoice[Rules], table: TableView) -> list[str]:
    """Returns the lines of the lottery: its title, each card drawn, and its result; no lines before it.

    A card turned for the table has the players' suits before it, and its line names the dealer.
    """
    if not table.sorteo or table.game is None:
        return []
    texts = voice.texts
    lines = [voice.lottery_text()]
    drawn: set[str] = set()
    mano = table.first_mano or 0
    dealer = table.names[mano - 1]
    for name, card in table.sorteo:
        if name is None:
            suits = [
                texts("sorteo-suit", name=seat, suit=suit_name(texts, suit))
                for seat, suit in zip(table.names, SUITS, strict=True)
            ]
            lines.append(", ".join(suits))
            lines.append(texts("sorteo-turned", card=card_name(texts, card), rank=card.rank, dealer=dealer))
        else:
            key = "sorteo-again" if name in drawn else "sorteo-card"
            lines.append(texts(key, name=name, card=card_name(texts, card), rank=card.rank))
            drawn.add(name)
    if drawn:
        lines.append(_drawn_first_text(voice, table.names[mano], dealer))
    return lines


def _drawn_first_text(voice: RulesVoice[Rules], mano: str, dealer: str) -> str:
    """Returns the line about the player whose drawn card decides who begins.

    That player is mano if sides are drawn (R18) or under `menor mano` (R102); otherwise they deal (R19).
    """
    texts, rules = voice.texts, voice.rules
    if rules.draws_sides:
        return texts("sorteo-highest-mano", name=mano)
    name = mano if rules.first_dealer is Primero.MENOR_MANO else dealer
    return texts(_DRAWN_FIRST[rules.first_dealer], name=name)


def board_post(voice: Voice[Seen], tip: str = "") -> Post:
    """Returns the board of the current hand, without the tip, or the result of a finished one with it.

    `tip` is "" for none.
    """
    return _result_post(voice, tip=tip) if is_over(voice.game) else _playing_post(voice)


def is_over(game: View) -> bool:
    """Returns whether the hand has ended and the next has not been dealt."""
    return game.fase == "fin" and game.hand > 0


def score_post(voice: Voice[Seen]) -> Post:
    """Returns the board, or a finished hand's result, without buttons and with a picture of the score."""
    post = board_post(voice)
    lean = ShortForm("", post.text, "")
    return Post(post.title, post.text, picture=scenes.tanteo_picture(voice), short_form=lean)


def _playing_post(voice: Voice[Seen]) -> Post:
    """Returns the board of the current hand: score, closed lances, words, question, and buttons.

    Until the table is over, lines about absent and arriving players, the queue, and votes to end may follow.
    """
    texts, table = voice.texts, voice.table
    lines, before = voice.score_lines(), [*voice.lance_lines(), *filter(None, [voice.story_text()])]
    lines += ["", *before] if before else []
    lines += [*voice.progress_lines(), "", *voice.question_lines()]
    if not table.over:
        lines += _coming_and_going(texts, table)
    if table.queue and not table.over:
        lines.append(_queue_line(texts, table.queue))
    if table.ending and not table.over:
        needed = majority(table.people)
        names = voice.speech.players(table, table.ending)
        lines.append(texts("ending", names=names, votes=len(table.ending), needed=needed))
    return Post(voice.title(), "\n".join(lines), keyboards.board_rows(voice))


def _coming_and_going(texts: Texts, table: TableView) -> list[str]:
    """Returns a line for each player the suplente spoke for, and for absent, unwanted, departed and arriving
    ones; usually none.

    A departed player whose seat is promised to another has no line. A paused table has none for the silent
    and the absent, because its question names them.
    """
    names, coming = table.names, dict(table.coming)
    gone = [(seat, name) for seat, name in table.left if seat not in coming]
    missed = [seat for seat in table.spoken_for if seat not in table.absent]
    return [
        *(texts("missed", name=names[seat]) for seat in missed if not table.put_off),
        *(texts("absent", name=names[seat]) for seat in table.absent if not table.put_off),
        *(
            texts("unwanted", name=names[seat], votes=votes, needed=needed)
            for seat, votes, needed in table.unwanted
        ),
        *(texts("seat-left", name=name, ai=names[seat]) for seat, name in gone),
        *(texts("seat-coming", name=name, ai=names[seat]) for seat, name in table.coming),
    ]


def _result_post(voice: Voice[Seen], ending: Sequence[str] = (), tip: str = "") -> Post:
    """Returns the end of a hand: the count (R51), the score, the news, and then `ending` or the `tip`.

    The cards and the reasons of each payment follow, folded away if possible. If `ending` or the `tip` does
    not fit the small screen, it is folded below them. Folded lines are shortened to fit a caption. If the
    shortest do not fit, every folded line is left out, even `ending` or `tip`. A caller gives at most one of
    both. The buttons of `count_rows` follow if a word was said.
    """
    texts, table, game = voice.texts, voice.table, voice.game
    title = texts("result-title", table=texts("table", short=table.short), hand=game.hand)
    lines = [title, *voice.news_lines()]
    below: tuple[str, ...] = ()
    *counted, scores = _fit_count(voice, [*lines, *ending])
    if ending and count_lines([*lines, *ending, *counted, scores]) > SCREEN_LINES:
        below, ending = tuple(filter(None, ending)), ()
        *counted, scores = _fit_count(voice, lines)
    if tip and count_lines([*lines, *counted, scores, tip]) <= SCREEN_LINES:
        ending = ("", tip)
    elif tip:
        below = (tip,)
    count = "\n".join([*counted, *(["", scores] if scores else ()), *voice.news_lines(), *ending])
    forms = ("\n".join([*form, *below]) for form in _folded_forms(voice))
    room = CAPTION_UNITS - CAPTION_SPARE - count_units(f"{title}\n{count}\n\n")
    folded = next((form for form in forms if count_units(form) <= room), "")
    lean = ShortForm(title, folded, count, scenes.without_count(scenes.showdown_picture(voice)))
    rows = keyboards.count_rows(voice) if game.said else ()
    return Post(
        title,
        "\n".join([count, "", folded]).strip(),
        rows,
        picture=scenes.showdown_picture(voice),
        short_form=lean,
        subtext=(folded,),
    )


def _folded_forms(voice: Voice[Seen]) -> Iterator[list[str]]:
    """Yields the folded lines of a count, longest form first: the shown cards, then each payment's reason.

    The shorter forms spell no suits, then have no holdings, then no cards, which the picture shows; the
    shortest lack the last payments too. If no cards are shown, the reason for that replaces them.
    """
    paid = voice.payment_lines()
    for form in range(len(_HAND_KEYS)):
        yield [*(shown_hand_lines(voice, form) or [voice.hidden_text()]), *paid]
    yield from (paid[:most] for most in range(len(paid), 0, -1))


def _fit_count(voice: Voice[Seen], others: Sequence[str]) -> list[str]:
    """Returns the texts of `count_forms`, about one for each lance, and the text of the scores last.

    The scores are "" if there are none. `others` are the other lines of the post. Each text begins in its
    longest form. Until all lines fit a small screen, the text that saves most lines takes its next form. The
    shortest forms may still not fit.
    """
    forms = [*voice.count_forms(), voice.result_forms()]
    while count_lines([*others, *(form[0] for form in forms)]) > SCREEN_LINES:
        saved = [
            (count_lines(form[:1]) - count_lines(form[1:2]), n) for n, form in enumerate(forms) if form[1:]
        ]
        if not saved:
            break
        longest = max(saved)[1]
        forms[longest] = forms[longest][1:]
    return [form[0] for form in forms]


def hand_over_post(voice: Voice[Seen], *, last: bool) -> Post:
    """Returns a hand's result without its buttons; after the `last` hand of a finished table also its end.

    The end congratulates the winner, or says that the table was closed. For a hand that was not finished, it
    returns the closing with the last score.
    """
    game, closed = voice.game, _closed_post(voice.texts, voice.table)
    if not is_over(game):
        return _with_score(closed, voice)
    ended = "\n".join(filter(None, (closed.title, closed.text)))
    result = voice.congratulation(game.winner) if game.winner is not None else ended
    return replace(_result_post(voice, ("", result) if voice.table.over and last else ()), rows=())


def film_post(voice: Voice[Seen], cards: Sequence[Hand]) -> Post:
    """Returns a finished hand as an animation and in words.

    It has a line for the mus and for each lance. The first lines are left out until the words have at most
    CAPTION_LIMIT characters. `cards` are all hands by seat, if cards that were not shown may be revealed.
    """
    texts, table, game = voice.texts, voice.table, voice.game
    picture = scenes.film_picture(voice, cards)
    texts_by_lance: dict[str, list[str]] = {}
    for word in picture.spoken:
        who = picture.players[word.player].name
        texts_by_lance.setdefault(word.heading, []).append(texts("aloud-said", name=who, words=word.words))
    lines = [
        texts("film-lance", lance=lance, words=" · ".join(words)) for lance, words in texts_by_lance.items()
    ]
    while len("\n".join(lines)) > CAPTION_LIMIT:
        lines = lines[1:]
    text = "\n".join(lines)
    title = texts("film-title", table=texts("table", short=table.short), hand=game.hand)
    return Post(
        title,
        text,
        picture=picture,
        short_form=ShortForm(title, text, "", picture),
        unsent=texts("film-unsent"),
    )


def shown_hand_lines(voice: Voice[Seen], form: int = 1) -> list[str]:
    """Returns a line for each shown hand, by side; `form` is the index of a form in `_HAND_KEYS`.

    No lines if no hand is shown.
    """
    table, shown = voice.table, voice.game.shown or ()
    seats = [seat for bando in table.bandos for seat in table.side(bando)]
    dealt = [(seat, shown[seat]) for seat in seats if shown and shown[seat]]
    return [_hand_line(voice, seat, hand, form) for seat, hand in dealt]


def _hand_line(voice: Voice[Seen], seat: Seat, hand: Hand, form: int) -> str:
    """Returns a shown hand in a form of `_HAND_KEYS`, with its holding if the form has it."""
    return voice.texts(
        _HAND_KEYS[form],
        sign=SIGNS[voice.game.bando(seat)],
        name=voice.name_with_role(seat),
        cards=_HAND_CARDS[form](voice.texts, hand),
        holds=describe_holding(voice.texts, hand, voice.game.rules),
    )


def end_post(speech: Speech, table: TableView, evening: Evening = NO_EVENING) -> Post:
    """Returns the post about a table's end: the winner, or if the table was closed the last score, if any.

    After a win, it has a picture, and two buttons offer a rematch and a picture to share. `evening` then
    gives the partida's length and the partidas that each side has won that evening. The revealed seed
    follows, folded away; an unrevealed seed is left out.
    """
    texts, post, proof = speech.texts, ended_post(speech, table, evening), _proof_text(speech.texts, table)
    rows = keyboards.again_rows(Buttons(texts, table)) if post.picture is not None else ()
    text = "\n".join([post.text, *(["", proof] if proof else [])]).strip()
    lean = replace(post.short_form, text=text) if post.short_form is not None else None
    return replace(post, text=text, rows=rows, short_form=lean, subtext=(proof,) if proof else ())


def ended_post(speech: Speech, table: TableView, evening: Evening = NO_EVENING) -> Post:
    """Returns the end of a table without buttons and seed: the winner, or if it was closed the last score.

    After a win, it has a picture. `evening` gives the length of the partida and the score of the evening. A
    table that was closed in its lobby has no score.
    """
    texts, game = speech.texts, table.game
    if game is None:
        return _closed_post(texts, table)
    voice = voices.voice_of_game(speech, table, game)
    if game.winner is None:
        return _with_score(_closed_post(texts, table), voice)
    text, picture = voice.congratulation(game.winner), scenes.drawable_voice(voice).end_picture(game.winner)
    text = "\n".join(
        [text, *_recap_lines(texts, table, evening.took_s), *_evening_lines(texts, table, evening)]
    )
    name, count = texts("table", short=table.short), len(table.side(game.winner))
    title = texts("end-title", table=name, side=voice.side(game.winner), count=count)
    return Post(title, text, picture=picture, short_form=ShortForm(title, "", text))


def _recap_lines(texts: Texts, table: TableView, took_s: float | None, took: Key = "end-took") -> list[str]:
    """Returns a line about the length of a finished partida, and a line about its best hand.

    `took` is the message for the length. A line is left out if its fact is unknown, or the length below a
    minute or above MOST_TOOK_S.
    """
    lines, best = [], table.best
    if took_s is not None and 60 <= took_s <= MOST_TOOK_S:
        hours, minutes = divmod(round(took_s / 60), 60)
        lines.append(texts(took, hours=hours, minutes=minutes))
    if best is not None:
        holds = " · ".join(proud_parts(texts, best.cards, table.rules))
        lines.append(texts("end-best", name=best.who.name, holds=holds, hand=best.hand))
    return lines


def share_post(texts: Texts, table: TableView, took_s: float | None = None) -> Post:
    """Returns the picture of a won partida, with a caption for people outside the chat.

    `took_s` is its length in seconds; None if unknown. Raises ValueError without a winner.
    """
    if table.game is None or table.game.winner is None:
        raise ValueError("expected a partida that was won")
    voice, winner = voices.voice_of_game(Speech(texts), table, table.game), table.game.winner
    picture = scenes.shared_picture(voice, winner)
    rivals = [seat for seat in range(len(table.seats)) if voice.game.bando(seat) != winner]
    names, count = voice.join_players(table.side(winner)), len(table.side(winner))
    title = texts("share-title", names=names, rivals=voice.join_players(rivals), count=count)
    rules, hands = rules_name(texts, table.rules.name), voice.game.hand
    if isinstance(picture.end, EndPicture):
        sides = sorted(picture.end.sides, key=lambda it: it[0] != winner)
        score = "–".join(score for _, _, score in sides)
        lines = [texts("share-text", score=score, rules=rules, hands=hands)]
    else:
        lines = [texts("share-text-stones", rules=rules, hands=hands)]
    text = "\n".join([*lines, *_recap_lines(texts, table, took_s, "share-took")])
    return Post(title, text, picture=picture, short_form=ShortForm(title, "", text))


def _with_score(closed: Post, voice: Voice[Seen]) -> Post:
    """Returns the post of a closed table with its last juego, hand and score added."""
    stood = voice.texts("end-stood", juego=voice.juego_text(), hand=voice.game.hand)
    return replace(closed, text="\n".join([*filter(None, [closed.text]), stood, *voice.score_lines()]))


def _closed_post(texts: Texts, table: TableView) -> Post:
    """Returns the post of a table that was closed without a winner, and any known reason.

    A table that has not ended counts as closed by its players.
    """
    title = texts(_ENDING_TITLES[table.ended or Ending.WANTED], table=texts("table", short=table.short))
    return Post(title, texts(CLOSE_REASONS[table.reason]) if table.reason is not None else "")


def _proof_text(texts: Texts, table: TableView) -> str:
    """Returns the explanation of the check of the deal, the seed and the commitment.

    "" before the seed is revealed.
    """
    if table.seed is None:
        return ""
    promised = texts("end-commitment", commitment=table.commitment)
    return "\n".join([texts("end-proof"), texts("end-seed", seed=table.seed), promised])
