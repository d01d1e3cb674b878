"""The rows of buttons under each post. A button that bets shows the resulting total."""

from __future__ import annotations

from dataclasses import replace

from musbot.game.actions import Action, Voz
from musbot.game.cards import Card
from musbot.game.rule_sets import Rules
from musbot.game.views import Seen, View
from musbot.narrator.buttons import NARROW, WIDTH, Buttons, Rows, in_rows
from musbot.narrator.post import Button, Menu, Option, Row
from musbot.narrator.speech import SIGNS
from musbot.narrator.voices.voice import RulesVoice, Voice
from musbot.table.acts import (
    NOTICE,
    OPEN_TABLE,
    Anytime,
    Ask,
    InLobby,
    InPlay,
    OpenPage,
    Payload,
    Pick,
    Replace,
    Sit,
    TakeSeat,
)
from musbot.table.pages import Page
from musbot.table.view import TableView
from musbot.words.cards import card_name

MANY_WAIT = 3
"""People in a queue from which on the table offers to open another one."""


def board_rows(voice: Voice[Seen]) -> Rows:
    """Returns the buttons of the board: the moves, cards and score, and ways to join, replace or end.

    An absent player has a button to replace them if several people sit. A player with votes against them has
    one too. The button to end appears once a person has voted to end. A paused table, unless it is solo, has
    only the buttons of `_put_off_rows`. No buttons once the table is over.
    """
    table, game, buttons = voice.table, voice.game, voice.buttons
    if table.over:
        return ()
    if table.put_off and not table.solo:
        return _put_off_rows(buttons, table)
    rows: list[tuple[Button, ...]] = []
    wide = NARROW if voice.texts.with_meanings else WIDTH
    rows += _discard_rows(voice) if game.fase == "descarte" else in_rows(voice.word_buttons(), wide)
    cards, score = buttons.act(Ask.CARDS, "button-cards"), buttons.act(Ask.SCORE, "button-score")
    rows.append((cards, score, *_join_button(buttons, table)))
    absent = [seat for seat in table.absent if len([s for s in table.seats if s.person]) > 1]
    replaceable = [*absent, *(seat for seat, _, _ in table.unwanted)]
    rows += [(buttons.act(Replace(seat), "button-replace", name=table.names[seat]),) for seat in replaceable]
    if table.ending:
        rows.append((buttons.act(Anytime.END, "button-end"),))
    return (*rows, *(_seat_rows(buttons, table) if not table.solo else ()))


def _put_off_rows(buttons: Buttons, table: TableView) -> Rows:
    """Returns the buttons of a paused table: a vote to resume, the score, the queue, and ways to get a seat.

    If all people have left, resuming and the queue are left out.
    """
    score = buttons.act(Ask.SCORE, "button-score")
    if all(seat.person is None for seat in table.seats):
        return ((score,), *_seat_rows(buttons, table))
    resume = buttons.act(InPlay.RESUME, "button-resume")
    return ((resume, score, *_join_button(buttons, table)), *_seat_rows(buttons, table))


def _seat_rows(buttons: Buttons, table: TableView) -> Rows:
    """Returns the last rows of a board: buttons for people who have no seat.

    They take an AI player's seat, return to a seat that was left (R95), or open another table. A button
    without effect now is left out, so there may be no rows.
    """
    coming = dict(table.coming)
    held = any(seat not in coming for seat, _ in table.left)
    back = [buttons.act(InPlay.RETURN, "button-return")] if held else []
    take = take_seat_buttons(buttons, table)
    return in_rows([*take, *back, *_another_table_button(buttons, table)], NARROW)


def seat_rows(buttons: Buttons, table: TableView) -> Rows:
    """Returns the buttons with which a person without a seat gets one, in the lobby or in play."""
    if table.in_lobby:
        return (_seat_buttons(buttons, table),)
    return (*in_rows(_join_button(buttons, table)), *_seat_rows(buttons, table))


def _join_button(buttons: Buttons, table: TableView) -> list[Button]:
    """Returns the button that joins the queue, in a list.

    The list is empty at a solo table, and if an AI player's seat can be taken.
    """
    if table.solo or take_seat_buttons(buttons, table):
        return []
    return [buttons.act(Anytime.QUEUE, "button-join")]


def _another_table_button(buttons: Buttons, table: TableView) -> list[Button]:
    """Returns the button that opens another table, in a list.

    The list is empty if fewer than MANY_WAIT people wait here.
    """
    if len(table.queue) < MANY_WAIT:
        return []
    return [Button(buttons.texts("button-another"), OPEN_TABLE)]


def take_seat_buttons(buttons: Buttons, table: TableView) -> list[Button]:
    """Returns a button for each side's first AI seat that is not promised to another person (R96).

    With more than two sides, it returns one button, for the first such seat. Empty without such a seat.
    """
    coming, alone = dict(table.coming), len(table.bandos) > 2
    free = [seat for seat, who in enumerate(table.seats) if who.ai and seat not in coming]
    firsts = {(0 if alone else seat % 2): seat for seat in reversed(free)}
    return [
        buttons.act(TakeSeat(seat), "button-take", name=table.names[seat]) for seat in sorted(firsts.values())
    ]


def _discard_rows(voice: Voice[Seen]) -> Rows:
    """Returns a button for each place of a card, from 1, and the buttons to throw or to stay."""
    buttons = voice.buttons
    picks = [buttons.act(Pick(n), "button-place", n=n) for n in range(1, voice.game.rules.cards + 1)]
    return (tuple(picks), (buttons.act(InPlay.THROW, "button-throw"), *_servido_button(voice)))


def _servido_button(voice: Voice[Seen]) -> tuple[Button, ...]:
    """Returns the button that keeps all cards, in a tuple; empty if the discard does not allow it (R24)."""
    return (voice.buttons.act(Action(Voz.SERVIDO), "button-servido"),) if voice.may_stay() else ()


def hand_rows(
    voice: Voice[Seen], labels: list[tuple[Card, str]], *, on_board: bool = False
) -> tuple[Row, ...]:
    """Returns the buttons of a private hand: a menu of cards on a turn to throw, or words, señas and looks.

    `labels` are the cards with the labels of their buttons. `on_board`: the player says their words on the
    board, so there are no buttons for words. At a paused table, unless it is solo, the only button votes to
    resume. While a table waits for its chat, the only button takes it out of its thread, if any. A finished
    table has none.
    """
    table, game, buttons = voice.table, voice.game, voice.buttons
    if table.over:
        return ()
    if table.put_off and not table.solo:
        return ((buttons.act(InPlay.RESUME, "button-resume"),),)
    if voice.speech.waits:
        back = (buttons.act(Ask.CHANNEL, "button-to-channel"),)
        return (back,) if voice.speech.in_thread else ()
    if game.fase != "descarte" or game.seat not in game.turno:
        words = in_rows(voice.word_buttons(), NARROW) if game.offers and not on_board else ()
        return (*words, *_gesture_rows(table, game, buttons))
    return (_throw_menu(voice, labels),)


def _throw_menu(voice: Voice[Seen], labels: list[tuple[Card, str]]) -> Menu:
    """Returns a menu of the player's cards, to throw up to `most_thrown` of them at once.

    For platforms without menus it contains a button to pick each card, and one to throw the picked cards.
    Both forms have the button to stay servido, if the discard allows it. Under the menu there is a button to
    throw only if cards are picked.
    """
    texts, table, buttons, most = voice.texts, voice.table, voice.buttons, voice.game.rules.most_thrown
    picks = [
        replace(buttons.labelled_button(Pick(place), label), card=card)
        for place, (card, label) in enumerate(labels, start=1)
    ]
    if picked := len(table.picks):
        throw = buttons.act(InPlay.THROW, "button-throw-count", count=picked)
    else:
        throw = buttons.act(InPlay.THROW, "button-throw")
    stay = _servido_button(voice)
    options = tuple(
        Option(card_name(texts, card).capitalize(), str(place), card=card, chosen=card in table.picks)
        for place, (card, _) in enumerate(labels, start=1)
    )
    return Menu(
        texts("menu-throw", most=most),
        options,
        (*in_rows(picks, NARROW), (throw, *stay)),
        below=(throw, *stay) if picked else stay,
        data_prefix=f"{Payload(table.id, table.question, InPlay.THROW)}.",
        max_chosen=most,
    )


def _gesture_rows(table: TableView, game: View, buttons: Buttons) -> Rows:
    """Returns a button for each true seña not made yet, and for each other player to look at.

    The player looked at now has no button. No rows if the rules have no señas. The payloads have the number
    of the hand, so the buttons stay valid for the whole hand (R57, R58).
    """
    senas = [
        buttons.gesture_button(
            game.hand, Action(Voz.SENA, sena=sena), "button-sena", sena=buttons.texts.word(sena)
        )
        for sena in game.true_signs
    ]
    looks = [
        buttons.gesture_button(game.hand, Action(Voz.MIRO, seat=seat), "button-look", name=table.names[seat])
        for seat in range(game.seats)
        if game.looking_at is not None and seat not in (game.seat, game.looking_at)
    ]
    return (*in_rows(senas, NARROW), *in_rows(looks))


def count_rows(voice: Voice[Seen]) -> Rows:
    """Returns the buttons under a hand's result: its animation, and its analysis.

    The analysis is offered only if the coach supports the game. Their payloads name the hand, so later
    questions do not outdate them.
    """
    buttons = [Button(voice.texts("button-film"), _hand_data(voice, Ask.FILM))]
    if voice.has_coach():
        buttons.append(Button(voice.texts("button-analysis"), _hand_data(voice, Ask.ANALYSE)))
    return (tuple(buttons),)


def _hand_data(voice: Voice[Seen], ask: Ask) -> str:
    """Returns the payload of a request about the current hand; it has the hand's number, not the question."""
    return str(Payload(voice.table.id, voice.game.hand, ask, paged=True))


def again_rows(buttons: Buttons) -> Rows:
    """Returns the buttons of a won partida: a new table for the same players, and a picture to share."""
    return ((buttons.act(Ask.AGAIN, "button-again"), buttons.act(Ask.SHARE, "button-share")),)


def lobby_rows(voice: RulesVoice[Rules], table: TableView, *, notices: bool = False) -> Rows:
    """Returns the buttons of the lobby: seats, AI players, start, notices if offered, and further options.

    While players must confirm that they are ready, a row for that comes first. With fewer players than the
    rules need, a button fills the seats with AI players and starts. A solo table has no buttons for seats and
    notices. A full table has none to add an AI player. AI players cannot be removed from a solo table with
    the fewest seats.
    """
    buttons, solo = Buttons(voice.texts, table), table.solo
    full, sits = all(seat.name for seat in table.seats), any(seat.person for seat in table.seats)
    up = [buttons.act(InLobby.UP, "button-up")] if sits and not solo else []
    fixed = solo and voice.rules.players.start == len(table.seats)
    more = [] if full else [buttons.act(InLobby.ADD_AI, "button-ai")]
    ais = any(seat.ai for seat in table.seats)
    less = [buttons.act(InLobby.REMOVE_AI, "button-no-ai")] if ais and not fixed else []
    ready = (buttons.act(InLobby.READY, "button-ready"),) if table.asking else ()
    enough = len([seat for seat in table.seats if seat.name]) >= voice.rules.players.start
    fill = () if enough else (buttons.act(InLobby.FILL, "button-fill"),)
    go = (buttons.act(InLobby.START, "button-start"), buttons.act(OpenPage(Page.LOBBY), "button-more"))
    comes = () if solo else _seat_buttons(buttons, table)
    tells = Button(voice.texts("button-notice"), f"{NOTICE}next.{table.id}")
    notice = (tells,) if notices and not solo else ()
    return tuple(row for row in (ready, comes, (*up, *more, *less), (*fill, *notice), go) if row)


def _seat_buttons(buttons: Buttons, table: TableView) -> tuple[Button, ...]:
    """Returns the lobby's buttons to sit down: one for each side, or one to play alone.

    If people hold all seats, returns the button to join the queue instead. If MANY_WAIT people wait, a button
    to open another table follows.
    """
    if all(seat.person for seat in table.seats):
        return (buttons.act(Anytime.QUEUE, "button-queue"), *_another_table_button(buttons, table))
    if table.rules.plays_alone:
        return (buttons.act(Sit(0), "button-sit-alone"),)
    return tuple(buttons.act(Sit(bando), "button-sit", sign=SIGNS[bando]) for bando in (0, 1))


def lobby_page_rows(
    voice: RulesVoice[Rules], table: TableView, private_link: str, *, thread: bool, bystander: bool = False
) -> Rows:
    """Returns the buttons of the lobby's further options; `thread`: a thread can be opened for the table.

    A `bystander`, without a seat and not the opener, gets only the rules, the seal and the private chat.
    `private_link` opens the private chat; no button for "", and at a solo table. Buttons without effect now
    are left out.
    """
    texts, buttons = voice.texts, Buttons(voice.texts, table)
    opens = [Button(texts("button-private"), url=private_link)] if private_link and not table.solo else []
    if bystander:
        reads = [buttons.act(OpenPage(Page.RULES), "button-rules"), buttons.act(Ask.SEAL, "button-seal")]
        return in_rows([*reads, *opens], NARROW)
    sits = any(seat.person for seat in table.seats)
    others = any(it.person is not None and seat != table.host for seat, it in enumerate(table.seats))
    changes = all(seat.person for seat in table.seats)
    found = [
        buttons.act(OpenPage(Page.RULES), "button-rules"),
        *voice.switch_buttons(buttons),
        *([] if changes else [buttons.act(OpenPage(Page.KINDS), "button-kinds")]),
        *([buttons.act(OpenPage(Page.CUT), "button-cut")] if sits else []),
        *([buttons.act(OpenPage(Page.PEOPLE), "button-people")] if others or table.barred else []),
        *([buttons.act(Ask.THREAD, "button-thread")] if thread else []),
        buttons.act(Ask.SEAL, "button-seal"),
        *opens,
    ]
    return (*in_rows(found, NARROW), (buttons.act(OpenPage(Page.MAIN), "button-close"),))
