"""The buttons under a post: only what may be said now, each with the total it leads to."""

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


def board(voice: Voice[Seen]) -> Rows:
    """Returns the buttons of the board: those of the moment, then one's cards and the score."""
    table, game, buttons = voice.table, voice.game, voice.buttons
    if table.over:
        return ()
    if table.put_off and not table.solo:
        return _put_off(buttons, table)
    rows: list[tuple[Button, ...]] = []
    wide = NARROW if voice.texts.with_meanings else WIDTH
    rows += _discards(voice) if game.fase == "descarte" else in_rows(voice.words(), wide)
    rows.append((buttons.act(Ask.CARDS, "button-cards"), buttons.act(Ask.SCORE, "button-score")))
    absent = [seat for seat in table.absent if len([s for s in table.seats if s.person]) > 1]
    replaceable = [*absent, *(seat for seat, _, _ in table.unwanted)]
    rows += [(buttons.act(Replace(seat), "button-replace", name=table.names[seat]),) for seat in replaceable]
    rows += _seats(buttons, table) if not table.solo else ()
    if table.ending:
        rows.append((buttons.act(Anytime.END, "button-end"),))
    return tuple(rows)


def _put_off(buttons: Buttons, table: TableView) -> Rows:
    """The buttons of a table that was put off: none that plays; the AI players' seats where all have left."""
    score = buttons.act(Ask.SCORE, "button-score")
    if all(seat.person is None for seat in table.seats):
        return (*_seats(buttons, table), (score,))
    return ((buttons.act(InPlay.RESUME, "button-resume"), score),)


def _seats(buttons: Buttons, table: TableView) -> Rows:
    """The ways to the seats of AI players: for anybody, and for those who have left one (R95)."""
    coming = dict(table.coming)
    held = any(seat not in coming for seat, _ in table.left)
    back = [buttons.act(InPlay.RETURN, "button-return")] if held else []
    return in_rows([*takes(buttons, table), *back], NARROW)


def takes(buttons: Buttons, table: TableView) -> list[Button]:
    """Returns a button for the first AI's seat of each side that is promised to nobody (R96).

    Where every player plays alone it is the first of all: however many AI players there are, it is one row.
    """
    coming, alone = dict(table.coming), len(table.bandos) > 2
    free = [seat for seat, who in enumerate(table.seats) if who.ai and seat not in coming]
    firsts = {(0 if alone else seat % 2): seat for seat in reversed(free)}
    return [
        buttons.act(TakeSeat(seat), "button-take", name=table.names[seat]) for seat in sorted(firsts.values())
    ]


def _discards(voice: Voice[Seen]) -> Rows:
    buttons = voice.buttons
    picks = [buttons.labelled(Pick(n), str(n)) for n in range(1, voice.game.rules.cards + 1)]
    return (tuple(picks), (buttons.act(InPlay.THROW, "button-throw"), *_servido(voice)))


def _servido(voice: Voice[Seen]) -> tuple[Button, ...]:
    """Staying servido, where one may (R24)."""
    return (voice.buttons.act(Action(Voz.SERVIDO), "button-servido"),) if voice.may_stay() else ()


def private(voice: Voice[Seen], labels: list[tuple[Card, str]], *, aside: bool = False) -> tuple[Row, ...]:
    """Returns the buttons of a private hand: cards (in words) to throw, or words to say; señas and looks.

    One that is `aside` has no words: its player says them on the board.
    """
    table, game, buttons = voice.table, voice.game, voice.buttons
    if table.over:
        return ()
    if table.put_off and not table.solo:
        return ((buttons.act(InPlay.RESUME, "button-resume"),),)
    if game.fase != "descarte" or game.seat not in game.turno:
        words = in_rows(voice.words(), NARROW) if game.offers and not aside else ()
        return (*words, *_gestures(table, game, buttons))
    return (_to_throw(voice, labels),)


def _to_throw(voice: Voice[Seen], labels: list[tuple[Card, str]]) -> Menu:
    """The cards that one may throw: several at once from a menu, one after another with buttons."""
    texts, table, buttons, most = voice.texts, voice.table, voice.buttons, voice.game.rules.most_thrown
    picks = [
        replace(buttons.labelled(Pick(place), label), card=card)
        for place, (card, label) in enumerate(labels, start=1)
    ]
    if picked := len(table.picks):
        throw = buttons.act(InPlay.THROW, "button-throw-count", count=picked)
    else:
        throw = buttons.act(InPlay.THROW, "button-throw")
    stay = _servido(voice)
    options = tuple(
        Option(card_name(texts, card).capitalize(), str(place), card=card, chosen=card in table.picks)
        for place, (card, _) in enumerate(labels, start=1)
    )
    return Menu(
        texts("menu-throw", most=most),
        options,
        (*in_rows(picks, NARROW), (throw, *stay)),
        below=(throw, *stay) if picked else stay,
        many=f"{Payload(table.id, table.question, InPlay.THROW)}.",
        most=most,
    )


def _gestures(table: TableView, game: View, buttons: Buttons) -> Rows:
    """The señas that are true of the hand, and whom to look at (R57, R58); good for the whole hand."""
    senas = [
        buttons.gesture(game.hand, Action(Voz.SENA, sena=sena), "button-sena", sena=buttons.texts.word(sena))
        for sena in game.true_signs
    ]
    looks = [
        buttons.gesture(game.hand, Action(Voz.MIRO, seat=seat), "button-look", name=table.names[seat])
        for seat in range(game.seats)
        if game.looking_at is not None and seat not in (game.seat, game.looking_at)
    ]
    return (*in_rows(senas, NARROW), *in_rows(looks))


def count(voice: Voice[Seen]) -> Rows:
    """Returns the buttons under a count, good for ever: the hand as it was, what one's words were worth."""
    buttons = [Button(voice.texts("button-film"), _of_hand(voice, Ask.FILM))]
    if voice.analysed():
        buttons.append(Button(voice.texts("button-analysis"), _of_hand(voice, Ask.ANALYSE)))
    return (tuple(buttons),)


def _of_hand(voice: Voice[Seen], ask: Ask) -> str:
    return str(Payload(voice.table.id, voice.game.hand, ask, paged=True))


def again(buttons: Buttons) -> Rows:
    """Returns the button that opens the next table with the same players."""
    return ((buttons.act(Ask.AGAIN, "button-again"),),)


def lobby(voice: RulesVoice[Rules], table: TableView) -> Rows:
    """Returns the buttons of the lobby: who sits there, the start, and the page with all else."""
    buttons, solo = Buttons(voice.texts, table), table.solo
    full, sits = all(seat.name for seat in table.seats), any(seat.person for seat in table.seats)
    comes = (buttons.act(InLobby.QUEUE, "button-queue"),) if full else _sit(voice, buttons)
    up = [buttons.act(InLobby.UP, "button-up")] if sits and not solo else []
    fixed = solo and voice.rules.players.start == len(table.seats)
    more = [] if full else [buttons.act(InLobby.ADD_AI, "button-ai")]
    ais = any(seat.ai for seat in table.seats)
    less = [buttons.act(InLobby.REMOVE_AI, "button-no-ai")] if ais and not fixed else []
    ready = (buttons.act(InLobby.READY, "button-ready"),) if table.asking else ()
    go = (buttons.act(InLobby.START, "button-start"), buttons.act(OpenPage(Page.LOBBY), "button-more"))
    return tuple(row for row in (ready, () if solo else comes, (*up, *more, *less), go) if row)


def aside(voice: RulesVoice[Rules], table: TableView, private_link: str, *, thread: bool) -> Rows:
    """Returns the buttons of the lobby's page; `thread` tells that a thread can be opened for it."""
    texts, buttons = voice.texts, Buttons(voice.texts, table)
    sits = any(seat.person for seat in table.seats)
    others = any(it.person is not None and seat != table.host for seat, it in enumerate(table.seats))
    changes = all(seat.person for seat in table.seats)
    found = [
        buttons.act(OpenPage(Page.RULES), "button-rules"),
        *voice.switches(buttons),
        *([] if changes else [buttons.act(OpenPage(Page.KINDS), "button-kinds")]),
        *([buttons.act(OpenPage(Page.CUT), "button-cut")] if sits else []),
        *([buttons.act(OpenPage(Page.PEOPLE), "button-people")] if others or table.barred else []),
        *([buttons.act(Ask.THREAD, "button-thread")] if thread else []),
        buttons.act(Ask.SEAL, "button-seal"),
        *([Button(texts("button-private"), url=private_link)] if private_link and not table.solo else []),
    ]
    return (*in_rows(found, NARROW), (buttons.act(OpenPage(Page.MAIN), "button-close"),))


def _sit(voice: RulesVoice[Rules], buttons: Buttons) -> tuple[Button, ...]:
    if voice.rules.alone:
        return (buttons.act(Sit(0), "button-sit-alone"),)
    return tuple(buttons.act(Sit(bando), "button-sit", sign=SIGNS[bando]) for bando in (0, 1))
