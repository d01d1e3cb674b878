"""The narrator: makes posts, alerts and answers in one language from the view of a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from musbot.game.actions import Action, Voz
from musbot.game.cards import Hand
from musbot.game.errors import BadRules, Illegal, MusError
from musbot.game.rules_base import UnknownName
from musbot.game.views import Heard
from musbot.narrator import (
    answers,
    beginner,
    hands,
    posts,
    rulewords,
    table_pages,
    voices,
)
from musbot.narrator.aloud import event_text
from musbot.narrator.buttons import Buttons, Rows
from musbot.narrator.guide import Guide
from musbot.narrator.post import Button, Form, Instant, Post, clip_alert
from musbot.narrator.speech import Speech
from musbot.table.act_result import Refused
from musbot.table.acts import (
    LEARN,
    OPEN_TABLE,
    Act,
    Ask,
    Explained,
    InLobby,
    InPlay,
    OpenPage,
    Payload,
)
from musbot.table.alarms import READY_S
from musbot.table.events import Occupant
from musbot.table.pages import AnyPage, Page
from musbot.table.view import NO_EVENING, Evening, TableView
from musbot.words import lances
from musbot.words.cards import card_signs, describe_holding, spell_cards
from musbot.words.texts import Texts


@dataclass(frozen=True, slots=True)
class Links:
    """The links, places and times that a post depends on. An empty link is left out of the post."""

    private: str = ""
    """The link to the bot's private chat."""
    board: str = ""
    """The link to the table's board."""
    closed: tuple[int, ...] = ()
    """Seats whose private chat cannot be written to."""
    newly_closed: tuple[int, ...] = ()
    """Seats whose private chat was found closed in this hand."""
    chat: str = ""
    """The link to the table's chat."""
    thread: bool = False
    """Whether the table can move to a thread of its channel."""
    hand_choice: Ask | None = None
    """Another place for the hand that is offered: `Ask.HERE` or `Ask.PRIVATE`. None offers none."""
    on_board: bool = False
    """Whether the player uses the buttons of the board. Their private hand then has no buttons for words."""
    evening: Evening = NO_EVENING
    """The evening, for a lobby and an end."""
    notices: bool = False
    """Whether a lobby offers notices of the next table."""
    waits: bool = False
    """Whether the table waits until its chat can be written to."""
    in_thread: bool = False
    """Whether the table is in a thread of a channel, to which it can go back."""
    in_order: bool = False
    """Whether the board gives the order of speaking, because words come faster than it can be edited."""


NO_LINKS = Links()
"""No links at all."""


class Narrator:
    """A narrator of tables in one language. Each method takes the view of one audience."""

    def __init__(
        self,
        language: str,
        *,
        in_words: bool = False,
        explained: Explained = Explained.NONE,
        keep_days: int | None = None,
    ) -> None:
        """Sets the language and how its texts are written.

        `in_words`: cards are written without emoji.
        `explained`: the explanations of game words that are added (`Explained`).
        `keep_days`: days for which finished tables are kept; None means forever.
        """
        self.texts = Texts(
            language,
            in_words=in_words,
            with_meanings=explained is Explained.WHOLE
            or (language == "en" and explained is not Explained.NONE),
        )  # English borrows the words of the game, and explains them not only to beginners
        self._explained = explained
        self._speech = Speech(self.texts)
        self.guide = Guide(self._speech, keep_days)

    # ---- for the group -----------------------------------------------------------------------------------

    def lobby(self, table: TableView, links: Links = NO_LINKS) -> Post:
        """Returns the lobby while it is open, and its final form once the partida has begun or it is closed.

        The final form has no buttons, but the lottery and its picture, if there was a lottery. `links` has
        the score of the evening, and says whether notices are offered.
        """
        return posts.lobby_post(self._speech, table, links.evening, notices=links.notices)

    def moved_notice(self, table: TableView, links: Links = NO_LINKS) -> Post:
        """Returns the post that a table leaves in its channel when it moves to a thread.

        A button leads to the board, or if `links` lacks that link, to the chat of the table. Until the table
        is over, another button moves it back or votes to resume it.
        """
        return posts.moved_post(self.texts, table, links.board or links.chat, waits=links.waits)

    def seal_notice(self, table: TableView) -> Post:
        """Returns the post with the commitment to the deck; the commitment of a table never changes."""
        return posts.seal_post(self.texts, table)

    def board(self, table: TableView, links: Links = NO_LINKS) -> Post:
        """Returns the board of the current hand, the result of a finished one, or the lobby before the first.

        During a hand it names players whose private chat is closed: in the first hand all of them, later only
        `links.newly_closed`. As long as any is closed, a button opens the private chat, if `links` has its
        link; it names them when the text does not. `links` also says whether it gives the order of speaking.
        The lobby ignores `links`.
        """
        game = table.game
        if game is None:
            return self.lobby(table)
        speech = Speech(self.texts, in_order=True) if links.in_order else self._speech
        post = posts.board_post(voices.voice_of_game(speech, table, game))
        if not links.closed or posts.is_over(game):
            return post
        news = [seat for seat in links.closed if game.hand == 1 or seat in links.newly_closed]
        names = self._speech.players(table, news)
        notice = self.texts("private-closed", names=names, count=len(news)) if news else ""
        text = f"{post.text}\n\n{notice}" if notice else post.text
        closed = self._speech.players(table, links.closed)
        label = self.texts("button-private") if news else self.texts("button-private-of", names=closed)
        opens = ((Button(label, url=links.private),),) if links.private else ()
        return replace(post, text=text, rows=(*post.rows, *opens))

    def film(self, table: TableView, cards: Sequence[Hand] = ()) -> Post:
        """Returns the animation of a finished hand.

        `cards` are all hands by seat, if cards that were not shown may be revealed. Raises ValueError without
        a hand.
        """
        if table.game is None:
            raise ValueError("expected a hand that is over")
        return posts.film_post(voices.voice_of_game(self._speech, table, table.game), cards)

    def page(
        self, table: TableView, which: AnyPage, links: Links = NO_LINKS, *, bystander: bool = False
    ) -> Post:
        """Returns a page of the lobby or the board; empty for the main page, and for amounts outside a lance.

        `links` has the link to the private chat, and whether the table can move to a thread. A `bystander` is
        a person without a seat, and not the opener. On the pages LOBBY and RULES they get only the buttons
        that they may press. Raises KeyError for the page of an unknown field.
        """
        return table_pages.table_page(
            self._speech, table, which, links.private, thread=links.thread, bystander=bystander
        )

    def end(self, table: TableView, links: Links = NO_LINKS) -> Post:
        """Returns the end of the table: the winner, or if it was closed the last score; and the seed.

        A won partida also has a picture, and buttons for a rematch and for a picture to share. A table closed
        in its lobby has no score. The seed is left out until it is revealed. `links.evening` has the length
        of the partida and the score of the evening.
        """
        return posts.end_post(self._speech, table, links.evening)

    def nudge_call(
        self,
        table: TableView,
        seat: int,
        links: Links = NO_LINKS,
        left_s: float | None = None,
        ends_at: float | None = None,
    ) -> Post:
        """Returns the call to a slow player: the question, and the time left until an AI speaks for them.

        In a discard a fixed text replaces the question. The turn ends in `left_s` seconds, at `ends_at`
        (seconds since 1970). Without a turn clock both are None, and the call names no time and no AI. A
        button leads to the board, if `links` has its link.
        """
        called = Speech(self.texts, left_s, calls=True)
        now = _question_text(called, table)
        text = self.texts("nudge", name=table.names[seat], short=table.short, now=now)
        return _add_end(self._speech, _make_call(self.texts, table, (seat,), text, links), left_s, ends_at)

    def ordago_call(self, table: TableView, seats: Sequence[int], links: Links = NO_LINKS) -> Post | None:
        """Returns the call to the players in `seats` to answer an órdago.

        A button leads to the board, if `links` has its link. None without seats, or if the current bet is no
        órdago.
        """
        envite = table.game.envite if table.game is not None else None
        if envite is None or envite.bettor is None or not envite.ordago or not seats:
            return None
        text = self.texts(
            "ordago-call",
            name=self._speech.player(table, envite.bettor),
            lance=lances.lance_name(self.texts, envite.lance),
            names=self.texts.join_names([table.names[seat] for seat in seats]),
            count=len(seats),
        )
        return _make_call(self.texts, table, seats, text, links)

    def ready_call(
        self,
        table: TableView,
        left_s: float = READY_S,
        ends_at: float | None = None,
        *,
        of_date: bool = False,
    ) -> Post:
        """Returns the call to the players in `table.asking`, to confirm in the lobby that they are ready.

        They have `left_s` seconds, until `ends_at` (seconds since 1970; None if unknown). Its only button
        confirms. With `of_date` it also says that the hour of a date has come.
        """
        names = self.texts.join_names([table.names[seat] for seat in table.asking])
        name = self.texts("table", short=table.short)
        left = self._speech.seconds(left_s)
        date, count = "yes" if of_date else "no", len(table.asking)
        text = self.texts("ready", date=date, names=names, count=count, table=name, left=left)
        here = Buttons(self.texts, table).act(InLobby.READY, "button-ready")
        call = _make_call(self.texts, table, table.asking, text, NO_LINKS)
        return replace(_add_end(self._speech, call, left_s, ends_at), rows=((here,),))

    def resume_call(self, table: TableView, seats: Sequence[int], links: Links = NO_LINKS) -> Post:
        """Returns the call to the players in `seats`, without whom a paused table cannot resume.

        One button votes to resume; another leads to the board, if `links` has its link.
        """
        here = self.texts.join_names([table.names[seat] for seat in table.resuming])
        names = self.texts.join_names([table.names[seat] for seat in seats])
        name = self.texts("table", short=table.short)
        many = len(table.resuming)
        text = self.texts("resume-call", names=names, count=len(seats), here=here, many=many, table=name)
        post = _make_call(self.texts, table, seats, text, links)
        resume = Buttons(self.texts, table).act(InPlay.RESUME, "button-resume")
        return replace(post, rows=((resume,), *post.rows))

    def leave_notice(self, table: TableView, seat: int) -> Post:
        """Returns the silent notice that a player has left their seat to an AI player.

        It names the person who gets the seat from the next hand, if there is one. Raises KeyError if no
        player has left this seat.
        """
        name, coming, ai = dict(table.left)[seat], dict(table.coming), table.names[seat]
        if seat in coming:
            return Post("", self.texts("leaves-to", name=name, ai=ai, next=coming[seat]), silent=True)
        return Post("", self.texts("leaves", name=name, ai=ai), silent=True)

    def forgotten_notice(self, table: TableView, seat: int) -> Post:
        """Returns the silent notice that an AI replaces a forgotten person, without naming the person.

        It names the person who gets the seat from the next hand, if there is one.
        """
        if seat in (coming := dict(table.coming)):
            return Post("", self.texts("vanishes-to", ai=table.names[seat], next=coming[seat]), silent=True)
        return Post("", self.texts("vanishes", ai=table.names[seat]), silent=True)

    def seat_call(self, table: TableView, who: Occupant, *, at_once: bool) -> Post:
        """Returns the message that notifies a person that they get a seat, `at_once` or from the next hand.

        It mentions them if `who` has the id of a person.
        """
        name = self.texts("table", short=table.short)
        text = self.texts("seat-yours" if at_once else "seat-yours-next", name=who.name, table=name)
        return Post("", text, mentions=((who.person, who.name),) if who.person is not None else ())

    def score(self, table: TableView) -> Post:
        """Returns the answer to /tanteo: the board or a hand's result, without buttons, and a picture.

        Of a finished table it is the end, without buttons and seed. Before the first hand, a text says that
        there is no score.
        """
        if table.over:
            return posts.ended_post(self._speech, table)
        if table.game is None:
            return Post(self.texts("table", short=table.short), self.texts("score-nothing"))
        return posts.score_post(voices.voice_of_game(self._speech, table, table.game))

    # ---- for one person ----------------------------------------------------------------------------------

    def hand(self, table: TableView, links: Links = NO_LINKS) -> Post:
        """Returns the private message of a seat: its cards, its question and its buttons.

        `links` has the link to the board, and another place for the hand. It also says whether the player
        uses the board, their private chat is closed, and the table waits. Without cards, it says so.
        """
        game = table.game
        if game is None or not game.mine:
            return Post(self.texts("table", short=table.short), self.texts("cards-none"))
        voice = voices.voice_of_game(
            Speech(self.texts, waits=links.waits, in_thread=links.in_thread), table, game
        )
        return hands.hand_post(
            voice,
            links.board,
            links.hand_choice,
            on_board=links.on_board,
            closed=game.seat in links.closed,
            explained=self._explained,
        )

    def ended_hand(self, table: TableView, *, last: bool, board: str = "") -> Post:
        """Returns the private message of a hand that is over: the player's cards, if any, and the result.

        The `last` hand of a finished table also has its end. After a won partida its only button links to the
        `board`, unless that is ""; other hands have no buttons. If the hand was not finished, the closing of
        the table and the last score replace the result. Raises ValueError without a hand.
        """
        if table.game is None:
            raise ValueError("expected a hand")
        voice = voices.voice_of_game(self._speech, table, table.game)
        post = hands.ended_hand_post(voice, posts.hand_over_post(voice, last=last))
        leads = last and board and table.game.winner is not None
        return replace(post, rows=((Button(self.texts("hand-back"), url=board),),)) if leads else post

    def departed_hand(self, table: TableView, *, held: bool, next_name: str = "", board: str = "") -> Post:
        """Returns the final private message of a player who has left.

        Their seat goes to `next_name` from the next hand; if that is "", it is `held` for them or lost. If it
        is held, a button links to the `board`, unless that is "".
        """
        name = self.texts("table", short=table.short)
        if next_name:
            return Post("", self.texts("hand-left-to", table=name, next=next_name))
        back = ((Button(self.texts("hand-back"), url=board),),) if held and board else ()
        return Post("", self.texts("hand-left-held" if held else "hand-left", table=name), back)

    def solo_board(self, table: TableView) -> Post:
        """Returns the board of a solo table, with the player's cards and buttons; the lobby before a hand.

        After a hand, and without cards of the player, it is the public board. With `Explained.WHOLE` a
        suggestion for the next hand follows a result, unless the partida is over or has stones.
        """
        game = table.game
        if game is None:
            return self.lobby(table)
        voice = voices.voice_of_game(self._speech, table, game)
        if game.mine and not posts.is_over(game):
            return hands.solo_board(voice, explained=self._explained)
        return posts.board_post(
            voice, beginner.suggestion_text(voice) if self._explained is Explained.WHOLE else ""
        )

    def own_cards(self, table: TableView) -> Post:
        """Returns the text next to drawn cards: the holding of four cards, and the lines of `sena_lines`.

        These are the señas that the player saw and made, and their look. With eight reyes, `held_lines` adds
        that a three counts as a rey and a two as an as. Without cards, it says so.
        """
        game = table.game
        if game is None or not game.mine:
            return Post("", self.texts("cards-none"))
        name = self.texts("console-cards", name=table.names[game.seat or 0])
        held = [*hands.held_lines(self.texts, game), *hands.sena_lines(self.texts, table, game)]
        return Post(name, "\n".join(held))

    def goal_text(self, table: TableView) -> str:
        """Returns the goal of the game in the first hand of a partida, with `Explained.NEW`; "" otherwise.

        "" too for a spectator, for a player without a partner, and in games with stones.
        """
        game = table.game
        if game is None or game.hand > 1 or self._explained is not Explained.NEW:
            return ""
        return "\n".join(beginner.goal_lines(voices.voice_of_game(self._speech, table, game))).strip()

    def lottery_text(self, table: TableView) -> str:
        """Returns the lottery of sides, or of the first dealer, card by card (R18, R19); "" before it."""
        return "\n".join(posts.lottery_lines(self.texts, table))

    def event_text(self, table: TableView, event: Heard) -> str:
        """Returns the line for an event, or "" if it is not described."""
        return event_text(self._speech, table, event)

    def cards_alert(self, table: TableView) -> str:
        """Returns the player's cards in words, with the holding of four cards, and the señas seen.

        The cards picked follow, or in the player's discard a hint. It is clipped to fit an alert. Without
        cards, it says so.
        """
        game = table.game
        if game is None or not game.mine:
            return self.texts("cards-none")
        lines = [f"{spell_cards(self.texts, game.mine).capitalize()}."]
        if len(game.mine) == 4:
            lines.append(f"{describe_holding(self.texts, game.mine, game.rules).capitalize()}.")
        lines += hands.senas_seen(self.texts, table, game)
        if table.picks:
            lines.append(self.texts("hand-picked", cards=card_signs(self.texts, table.picks)))
        elif game.fase == "descarte" and game.seat in game.turno:
            lines.append(self.texts("cards-pick-hint", most=game.rules.cards))
        return clip_alert("\n".join(lines))

    def score_alert(self, table: TableView) -> str:
        """Returns the score, the lances and the question, clipped to fit an alert.

        The lances are left out if the whole does not fit. Before the first hand it says that there is no
        score.
        """
        game = table.game
        if game is None:
            return self.texts("score-nothing")
        voice = voices.voice_of_game(self._speech, table, game)
        sides = [voice.short_score(bando) for bando in table.bandos]
        lances = " · ".join(voice.closed_text(lance) for lance in game.lances)
        now = voice.question_lines()[-1:]
        whole = "\n".join([*sides, *([lances] if lances else []), *now])
        fits = clip_alert(whole) == whole
        return whole if fits else clip_alert("\n".join([*sides, *now]))  # the board shows the lances

    def form(self, table: TableView, act: Act) -> Form | None:
        """Returns the form for the amount of a bet; None unless `act` opens the page of amounts.

        None too outside a lance, or if the reader is not asked or cannot bet or raise by a number.
        """
        game = table.game
        if act != OpenPage(Page.MORE) or game is None or game.envite is None or game.seat not in game.turno:
            return None
        more = next((offer for offer in game.offers if offer.voz in (Voz.ENVIDO, Voz.MAS)), None)
        if more is None:
            return None
        data = str(Payload(table.id, table.question, Action(more.voz, 1))).rpartition(".")[0]
        title = self._speech.lance(game.envite.lance)
        key = "form-envido" if more.voz is Voz.ENVIDO else "form-mas"
        most = voices.voice_of_game(self._speech, table, game).max_amount(more)
        hint = self.texts("form-hint", least=more.least, most=most)
        return Form(title, self.texts(key), hint, data, more.least, most)

    def refusal(self, error: MusError, table: TableView | None = None, form: str = "") -> str:
        """Returns the reason why an act was refused, clipped to fit an alert.

        `table` gives the names and the current question; None without a table. `form` is the form of a
        refused command (`CommandRequest.form`). An unknown error reads as a failure to save.
        """
        match error:
            case Illegal():
                return clip_alert(self.texts.illegal_text(error, table.names if table is not None else ()))
            case Refused():
                return clip_alert(answers.refusal_text(self.texts, error, self.question_text(table), form))
            case BadRules() | UnknownName():
                return clip_alert(rulewords.rules_refusal_text(self.texts, error))
            case _:
                return self.texts("refused-not-saved")

    def question_text(self, table: TableView | None) -> str:
        """Returns the current question of the table in one line.

        "" without a table, before the first hand, and if there is no question.
        """
        return _question_text(self._speech, table) if table is not None else ""

    def help(
        self,
        table: TableView | None,
        *,
        listed: str = "",
        board: str = "",
        alone: bool = False,
        private: bool = False,
    ) -> Post:
        """Returns the help of this moment: the table's question, and for its players the meaning of moves.

        Without an unfinished table, it explains the way to open one. `listed` is the payload of the button
        that lists the commands, "" for none. `alone`: only this person sees it. It then has a button to the
        course, and one to the table if `board` has the link. `private`: in their private chat.
        """
        if table is None or table.over:
            text, rows = _opening(self.texts, alone=alone, private=private)
        else:
            learn = Button(self.texts("button-learn"), LEARN)
            back = Button(self.texts("hand-back"), url=board)
            text = "\n".join(_moment_lines(self._speech, table))
            rows = ((*((back,) if board else ()), learn),) if alone else ()
        commands = Button(self.texts("button-commands"), listed)
        return Post(self.texts("help-moment"), text, (*rows, (commands,)) if listed else rows)


def _opening(texts: Texts, *, alone: bool, private: bool) -> tuple[str, Rows]:
    """Returns the text and the buttons of the help for a person without a table.

    With `alone`, only they see it, and it also offers the guided first hand and the course. With `alone` and
    `private`, in their private chat, the button to open a table promises AI players.
    """
    if not alone:
        return texts("help-open"), ((Button(texts("button-open"), OPEN_TABLE, tone="go"),),)
    opens = Button(texts("button-alone") if private else texts("button-open"), OPEN_TABLE)
    learn = Button(texts("button-learn"), LEARN)
    return f"{texts('help-open-alone')}\n{texts('help-open-new')}", (
        (beginner.beginner_button(texts),),
        (opens, learn),
    )


def _moment_lines(speech: Speech, table: TableView) -> list[str]:
    """Returns the question of a table, and for its players the rule of the lance and the meaning of moves.

    A player who cannot move now reads that they must wait. At a paused table, unless it is solo, it has only
    the question. A lobby has its own line.
    """
    texts = speech.texts
    if table.game is None:
        return [texts("help-lobby-alone")] if table.solo else _lobby_lines(texts, table)
    voice = voices.voice_of_game(speech, table, table.game)
    lines = [_question_text(speech, table)]
    if table.seat is not None and (table.solo or not table.put_off):
        lines += beginner.lance_hint(voice)
        means = voice.meaning_lines()
        lines += ["", *(f"{posts.BULLET} {line}" for line in means)] if means else [texts("help-wait")]
    return lines


def _lobby_lines(texts: Texts, table: TableView) -> list[str]:
    """Returns the help of a lobby: its buttons, and the person with the right to deal.

    In a full lobby, a line about getting a seat follows, unless the view is from a seat.
    """
    taken = [seat for seat in table.seats if seat.name]
    if len(taken) < len(table.seats):
        enough = len(taken) >= table.rules.players.start
        return [texts("help-lobby-enough" if enough else "help-lobby")]
    ais = any(seat.ai for seat in table.seats)
    comes = [texts("help-lobby-take" if ais else "help-lobby-queue")] if table.seat is None else []
    return [texts("help-lobby-full"), *comes]


def _question_text(speech: Speech, table: TableView) -> str:
    """Returns the last line of a table's question; "" before the first hand, and if there is no question."""
    return (
        " ".join(voices.voice_of_game(speech, table, table.game).question_lines()[-1:])
        if table.game is not None
        else ""
    )


def _make_call(texts: Texts, table: TableView, seats: Sequence[int], text: str, links: Links) -> Post:
    """Returns a message that mentions the people, not AI players, at these seats.

    It has a button to the board, if `links` has its link.
    """
    people = [(table.seats[seat].person, table.names[seat]) for seat in seats]
    mentions = tuple((person, name) for person, name in people if person is not None)
    rows = ((Button(texts("hand-back"), url=links.board),),) if links.board else ()
    return Post("", text, rows, mentions=mentions)


def _add_end(speech: Speech, call: Post, left_s: float | None, ends_at: float | None) -> Post:
    """Returns a call with an Instant: its words for the seconds left count down to `ends_at`.

    `ends_at` is in seconds since 1970. It replaces any instants of the call. Unchanged if `left_s` or
    `ends_at` is None.
    """
    if left_s is None or ends_at is None:
        return call
    return replace(call, instants=(Instant(speech.seconds(left_s), ends_at, counts_down=True),))
