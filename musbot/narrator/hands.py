"""The private message of a seat: its cards, and everything that its player needs to decide."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from musbot.game.cards import HAND_SIZE, Card, Hand, strength
from musbot.game.lances import Fase
from musbot.game.views import Seen, View
from musbot.narrator import beginner, keyboards, scenes
from musbot.narrator.guide import gesture
from musbot.narrator.post import Button, Post, ShortForm
from musbot.narrator.voices import Voice
from musbot.table.acts import Ask, Explained
from musbot.table.view import TableView
from musbot.words.cards import card_signs, holding_parts, short_name, spell_cards
from musbot.words.texts import Key, Texts

COUNTING_HANDS = 3
"""Number of hands of a partida in which it is said how threes and twos count."""


BEGINNERS_LINES = 12
"""Open lines of a seat with explanations above which the latest words are folded away too."""
OPEN_MEANINGS = 6
"""Open meanings of buttons above which the hint of the lance is folded away."""
CAPTION = 950
"""Most characters of a seat with explanations; a caption has 1,024 units, and an emoji two of them."""
_TO_THROW: tuple[Key, Key] = ("hand-pick", "hand-choose")
"""The question of a discard: for cards as buttons, and for cards in a menu."""


def hand_post(
    voice: Voice[Seen],
    back: str,
    choice: Ask | None = None,
    *,
    on_board: bool = False,
    closed: bool = False,
    explained: Explained = Explained.NONE,
) -> Post:
    """Returns the private message of a seat that holds cards; `back` links to the board, "" for no link.

    `choice`: another place where the player can have the hand shown.
    `closed`: the private chat cannot be written to; if `choice` is PRIVATE, a line says so.
    `on_board`: the player uses the buttons of the board. This message then has no buttons for words, and no
    score in its picture. It has no effect while the table is paused or waits, when no word can be said.
    `explained`: the explanations that are added, of buttons (not with `on_board`) or of the game.
    """
    texts, table, game = voice.texts, voice.table, voice.game
    title = texts("hand-title", table=texts("table", short=table.short), hand=game.hand)
    asks: list[Button] = []
    on_board = on_board and not (table.put_off or voice.speech.waits)
    here = [texts("hand-is-here", closed="yes" if closed else "no")] if choice is Ask.PRIVATE else []
    if on_board:
        post = _hand_without_buttons(voice, title, _reminder_lines if choice is None else _quiet_lines, here)
    elif explained is Explained.WHOLE and not table.over:
        post, asks = _beginners_seat(voice, title, here), _explain_button(voice, explained=True)
    else:
        post, asks = (
            _hand_without_buttons(voice, title, _table_lines, here),
            _explain_button(voice, explained=False),
        )
    post = _with_goal(voice, post) if explained is Explained.NEW else post
    rows = keyboards.hand_rows(voice, _card_labels(voice), on_board=on_board)
    elsewhere = "button-hand-here" if choice is Ask.HERE else "button-hand-private"
    last = asks
    if on_board and not _is_throwing(voice):
        last = [voice.buttons.gesture_button(game.hand, Ask.CARDS, "button-hand-play")]
    if choice is Ask.PRIVATE or (choice is not None and not on_board):
        last.append(voice.buttons.gesture_button(game.hand, choice, elsewhere))
    last += [Button(texts("hand-back"), url=back)] if back else []
    rows = (*rows, tuple(last)) if last else rows
    return replace(post, rows=rows, picture=scenes.hand_picture(voice, scored=not on_board))


def ended_hand_post(voice: Voice[Seen], told: Post) -> Post:
    """Returns the post `told` with the player's cards above its text, without buttons.

    Unchanged if the player holds no cards. The picture of the player's cards replaces its picture, because
    Telegram cannot turn a picture into text.
    """
    if voice.game.seat is None or not voice.game.mine:
        return told
    shown = "\n".join(_card_lines(voice.texts, voice.game, ()))
    lean, picture = ShortForm(told.title, shown, told.text), scenes.hand_picture(voice)
    return replace(told, text=f"{shown}\n\n{told.text}", rows=(), picture=picture, short_form=lean)


def moved_hand_post(texts: Texts, table: str, link: str) -> Post:
    """Returns the private message of a player who sees their hand in the chat.

    Its only button opens `link`; it has none if `link` is "".
    """
    back = (Button(texts("hand-back"), url=link),)
    return Post(texts("table", short=table), texts("hand-there"), (back,) if link else ())


def solo_board(voice: Voice[Seen], *, explained: Explained = Explained.NONE) -> Post:
    """Returns the board of a solo table: the public board and the player's cards in one message.

    `explained`: with WHOLE it is a beginner's seat, with NEW `_with_goal` folds the goal of the game below.
    With any value the button of `_explain_button` follows, if there is one.
    """
    whole = explained is Explained.WHOLE
    title, asks = voice.title(), _explain_button(voice, explained=whole)
    if whole:
        post = _beginners_seat(voice, title)
    else:
        shown = "\n".join(_card_lines(voice.texts, voice.game, voice.table.picks))
        to_throw = {key: voice.texts(key, most=voice.game.rules.most_thrown) for key in _TO_THROW}
        around, beside = ("\n".join(_board_lines(voice, to_throw[key])) for key in _TO_THROW)
        post = Post(title, f"{shown}\n{around}", short_form=ShortForm(title, shown, beside))
    post = _with_goal(voice, post) if explained is Explained.NEW else post
    rows = (*keyboards.hand_rows(voice, _card_labels(voice)), *([tuple(asks)] if asks else []))
    return replace(post, rows=rows, picture=scenes.hand_picture(voice))


def _with_goal(voice: Voice[Seen], told: Post) -> Post:
    """Returns the post `told` with the goal of the game below, the only part that is folded away.

    Unchanged at a finished table, without a short form, and if `goal_lines` is empty.
    """
    if voice.table.over:
        return told
    goal, lean = "\n".join(beginner.goal_lines(voice)).strip(), told.short_form
    if not goal or lean is None:
        return told
    text, beside = (f"{it}\n\n{goal}" for it in (told.text, lean.text))
    return replace(told, text=text, short_form=replace(lean, text=beside), subtext=(goal,))


def _hand_without_buttons(
    voice: Voice[Seen], title: str, lines: Callable[[Voice[Seen], str], list[str]], here: Sequence[str]
) -> Post:
    """Returns a private hand without its buttons: the cards, the table, the señas, the cards picked.

    `lines` makes the lines about the table, from the voice and the text that replaces the question of a
    discard. The lines `here` say why the hand is shown here; usually none.
    """
    texts, game, picks = voice.texts, voice.game, voice.table.picks
    seen, here = sena_lines(texts, voice.table, game), ["", *here] if here else []
    shown = "\n".join(_card_lines(texts, game, picks))
    pick, menu = (texts(key, most=game.rules.most_thrown) for key in _TO_THROW)
    picked = [texts("hand-picked", cards=spell_cards(texts, picks))] if picks else []
    text = "\n".join([*lines(voice, pick), *seen, *picked, *here])
    beside = "\n".join([*lines(voice, *(picked or [menu])), *seen, *here])
    return Post(title, f"{shown}\n{text}", short_form=ShortForm(title, shown, beside))


def _missed_lines(voice: Voice[Seen]) -> list[str]:
    """Returns a line that the clock ended the player's last turn (R94); none if they answered it.

    None either at a paused or finished table.
    """
    table = voice.table
    is_silent = table.seat in table.silent_seats and not (table.put_off or table.over)
    return [voice.texts("missed-you")] if is_silent else []


def _explain_button(voice: Voice[Seen], *, explained: bool) -> list[Button]:
    """Returns the button that switches explanations on, or off if they are shown (`explained`), in a list.

    The list is empty on the player's turn to throw cards, and if there are no words to explain.
    """
    if _is_throwing(voice) or not voice.meaning_lines():
        return []
    return [voice.buttons.act(Ask.EXPLAIN, "button-explained" if explained else "button-explain")]


# ---- a beginner's seat -----------------------------------------------------------------------------------


def _beginners_seat(voice: Voice[Seen], title: str, here: Sequence[str] = ()) -> Post:
    """Returns a seat with explanations: the question, the latest words, the cards and the meanings first.

    `here` are lines that are folded away, below the score. A meaning is cut after its first sentence; the
    rest of it is folded away, with the score and the lances. Above BEGINNERS_LINES open lines, the latest
    words are folded away too. Folded lines that would exceed CAPTION are left out, the last ones first. If
    the open lines alone exceed it, no folded line is added.
    """
    texts, game, throws = voice.texts, voice.game, _is_throwing(voice)
    shown = _card_lines(texts, game, voice.table.picks, counted=True)
    story = [*filter(None, [voice.story_text()])]
    told, rests = _beginners_lines(voice)
    if 1 + len(story) + len(shown[-2:]) + len(told) > BEGINNERS_LINES:
        story, rests = [], [*story, *rests]
    below = [*voice.lance_lines(), *voice.progress_lines(), *voice.score_lines(), *here, *rests]
    question, menu = (
        texts(key, most=game.rules.most_thrown) if throws else next(reversed(voice.question_lines()), "")
        for key in _TO_THROW
    )
    told = [*_missed_lines(voice), *told]
    above = "\n".join([question, *story, *shown[-2:], *told])
    while below and len(title) + len(above) + sum(len(line) + 1 for line in below) > CAPTION:
        below.pop()
    folded = "\n".join(below)
    text = "\n\n".join(filter(None, [above, folded]))
    beside = "\n".join([menu, *story, *told, *(["", folded] if folded else [])])
    lean = ShortForm(title, "\n".join(shown), beside)
    return Post(title, text, short_form=lean, subtext=(folded,) if folded else ())


def _beginners_lines(voice: Voice[Seen]) -> tuple[list[str], list[str]]:
    """Returns the lines of a beginner's seat that follow the cards, and the lines to fold away.

    The open lines: señas seen, cards picked, and why the player does not speak in this lance. Then the first
    sentences of the lance's hint and the words' meanings. In the mus or discard `partner_lesson` follows (the
    goal or a term).

    The folded lines: the other sentences, own señas and look. Then in the mus or discard the gestures of the
    true señas; in a lance of the first hand the goal, unless words are explained. At a suspended table the
    mus and discard have neither lesson nor gestures, for nothing can be done.
    """
    texts, game, picks = voice.texts, voice.game, voice.table.picks
    seen = senas_seen(texts, voice.table, game)
    made = [line for line in sena_lines(texts, voice.table, game) if line and line not in seen]
    if picks:
        seen.append(texts("hand-picked", cards=spell_cards(texts, picks)))
    about = _explanations(voice)
    lines = [
        *seen,
        *beginner.excluded_lines(voice),
        *(["", *filter(None, (it for it, _ in about))] if about else []),
    ]
    rests = [*(rest for _, rest in about if rest), *made]
    if game.fase not in (Fase.MUS, Fase.DESCARTE):
        goal = beginner.goal_lines(voice)[1:] if game.hand == 1 and not about else []
        return lines, [*rests, *goal]
    if voice.is_suspended:
        return lines, rests
    return [*lines, *beginner.partner_lesson(voice)], [*rests, *_gesture_lines(voice)]


def _explanations(voice: Voice[Seen]) -> list[tuple[str, str]]:
    """Returns the lance's hint and the meanings of the buttons, each as its first sentence and the others.

    With more than OPEN_MEANINGS meanings, the hint's first sentence is "" and the rest is the whole hint. No
    lines while the player must throw cards, and when it is not their turn.
    """
    if _is_throwing(voice) or not (means := voice.meaning_lines()):
        return []
    hints = beginner.lance_hint(voice)
    shown = [("", it) for it in hints] if len(means) > OPEN_MEANINGS else map(beginner.split_sentence, hints)
    return [*shown, *map(beginner.split_sentence, means)]


def _gesture_lines(voice: Voice[Seen]) -> list[str]:
    """Returns a line that describes the player's true señas, and a line about looks.

    A line is left out if the player has no true seña left, or the game has no looks.
    """
    texts, game = voice.texts, voice.game
    made = [
        texts("sena-made-so", sena=texts.word(sena), gesture=gesture(texts, sena)) for sena in game.true_signs
    ]
    lines = [texts("meaning-senas", senas=texts.join_names(made))] if made else []
    return [*lines, *([texts("meaning-looks")] if game.looking_at is not None else [])]


def _board_lines(voice: Voice[Seen], to_throw: str) -> list[str]:
    """Returns the score, the words so far, the question, the señas and the cards picked to be thrown.

    While the player may throw cards, `to_throw` replaces the last line of the question.
    """
    texts, table, game = voice.texts, voice.table, voice.game
    before = [*voice.lance_lines(), *filter(None, [voice.story_text()]), *voice.progress_lines()]
    question = [*voice.question_lines()[:-1], to_throw] if _is_throwing(voice) else voice.question_lines()
    seen = sena_lines(texts, table, game)
    seen += [texts("hand-picked", cards=spell_cards(texts, table.picks))] if table.picks else []
    return ["", *voice.score_lines(), *(["", *before] if before else []), "", *question, *seen]


def _is_throwing(voice: Voice[Seen]) -> bool:
    """Returns whether it is the player's turn to throw cards; False at a table that is paused or waits."""
    game, waits = voice.game, voice.table.put_off or voice.speech.waits
    return game.fase == "descarte" and game.seat in game.turno and not waits


def _card_labels(voice: Voice[Seen]) -> list[tuple[Card, str]]:
    """Returns the player's cards with the labels of their buttons; chosen cards have a mark."""
    return [
        (card, ("✖ " if card in voice.table.picks else "") + short_name(voice.texts, card))
        for card in voice.game.mine
    ]


def _card_lines(texts: Texts, game: View, picks: Hand, *, counted: bool = False) -> list[str]:
    """Returns the player's cards, with emoji and in words, and their holding if it has a text.

    Texts without emoji leave out the first line. Cards in `picks` do not count for the holding of five cards.
    With `counted` the holding also says that a three counts as a king and a two as an ace (R2).
    """
    parts = [
        *holding_parts(texts, game.mine, game.rules, picks),
        *(_counts_as(texts, game) if counted else []),
    ]
    shown = [] if texts.in_words else [card_signs(texts, game.mine)]
    return [
        *shown,
        spell_cards(texts, game.mine).capitalize(),
        *([" · ".join(parts).capitalize()] if parts else []),
    ]


def held_lines(texts: Texts, game: View) -> list[str]:
    """Returns the holding of four cards, and that threes count as kings and twos as aces (R2) if some do.

    That is a line in the first COUNTING_HANDS hands. Later it is a few words behind the holding, and left out
    without four cards.
    """
    parts = [*holding_parts(texts, game.mine, game.rules)] if len(game.mine) == HAND_SIZE else []
    counts, soon = _counts_as(texts, game), game.hand <= COUNTING_HANDS
    if parts and not soon:
        parts += counts
    held = [" · ".join(parts).capitalize()] if parts else []
    return [*held, *([texts("partner-goal-eight")] if counts and soon else [])]


def _counts_as(texts: Texts, game: View) -> list[str]:
    """Returns a few words: which of the player's threes and twos count as kings and aces (R2), if any do."""
    counts = {card.rank for card in game.mine if strength(card.rank, game.rules.reyes) != card.rank}
    return [texts("cards-count", rank=counts.pop() if len(counts) == 1 else 0)] if counts else []


def _table_lines(voice: Voice[Seen], to_throw: str) -> list[str]:
    """Returns the words so far, the question's last line, the score, the mano and the postre, a missed turn.

    `to_throw` replaces the question while the player must throw cards. No lines at a finished table.
    """
    if voice.table.over:
        return []
    question = [to_throw] if _is_throwing(voice) else voice.question_lines()[-1:]
    lines = [*voice.lance_lines(), *filter(None, [voice.story_text()])]
    return ["", *lines, *question, voice.own_score(), _circle_line(voice), *_missed_lines(voice)]


def _reminder_lines(voice: Voice[Seen], to_throw: str) -> list[str]:
    """Returns an empty line, a question, mano and postre, and a missed turn, for a player who uses the board.

    The question is `to_throw` while they must throw cards; otherwise it is a line that their words are said
    on the board. No lines at a finished table.
    """
    question = to_throw if _is_throwing(voice) else voice.texts("hand-aside")
    return ["", question, _circle_line(voice), *_missed_lines(voice)] if not voice.table.over else []


def _circle_line(voice: Voice[Seen]) -> str:
    """Returns a line with the mano and the postre."""
    mano, postre = voice.player(voice.game.mano), voice.player(voice.postre())
    return voice.texts("hand-mano", mano=mano, postre=postre)


def _quiet_lines(voice: Voice[Seen], to_throw: str) -> list[str]:
    """Returns the lines of `_reminder_lines`, but a question only while the player must throw cards."""
    lines = _reminder_lines(voice, to_throw)
    return lines if _is_throwing(voice) else lines[:1] + lines[2:]


def sena_lines(texts: Texts, table: TableView, game: View) -> list[str]:
    """Returns an empty line, then the señas that a seat saw and made, and its look (R57, R58).

    It saw them since the last discard, and made them in this hand. A seña that a departed player made at this
    seat (`table.signers`) has a line with their name. No lines if there are none to tell.
    """
    others = {made: who for at, made, who in table.signers if at == game.seat}
    own = [texts.word(sena) for sena in game.signed if sena not in others]
    made = [texts("sena-made-for-you", name=who, sena=texts.word(sena)) for sena, who in others.items()]
    made += [texts("sena-made", senas=texts.join_names(own), count=len(own))] if own else []
    looks = [] if game.looking_at is None else [texts("done-looked", name=table.names[game.looking_at])]
    lines = [*senas_seen(texts, table, game), *made, *looks]
    return ["", *lines] if lines else []


def senas_seen(texts: Texts, table: TableView, game: View) -> list[str]:
    """Returns a line for each seña that a seat has seen since the last discard."""
    return [
        texts("sena-seen", name=table.signer(who, sena), sena=texts.word(sena), kind=sena.name.lower())
        for who, sena in game.seen
    ]
