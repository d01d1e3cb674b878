"""The narrator of one language: each method makes one post, alert or answer from one audience's view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from musbot.game.actions import Action, Voz
from musbot.game.cards import Hand
from musbot.game.errors import BadRules, Illegal, MusError
from musbot.game.rules_base import RuleSet, UnknownName
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
from musbot.narrator.aloud import aloud
from musbot.narrator.buttons import Buttons
from musbot.narrator.guide import Guide
from musbot.narrator.post import Button, Form, Instant, Post, at_most
from musbot.narrator.speech import Speech
from musbot.table.acts import Act, Ask, Explained, InLobby, InPlay, OpenPage, Payload
from musbot.table.alarms import READY_S
from musbot.table.events import Occupant
from musbot.table.pages import AnyPage, Page
from musbot.table.told import Refused
from musbot.table.view import TableView
from musbot.words import lances
from musbot.words.cards import ToldCard, card_signs, describe_holding, spell_cards, told_card
from musbot.words.texts import Texts


@dataclass(frozen=True, slots=True)
class Links:
    """Where a post may lead: to the bot's private chat, back to the table, to its chat ("": no such link).

    `closed` are the seats whose private chat is not open, `shut` those where that was found out in this hand;
    `thread` tells that the table can be taken to a thread of its channel. `hand` is where one's cards can be
    shown from now on: `Ask.HERE`, instead of in private, or `Ask.PRIVATE` for who has them there. Who speaks
    on the board has their hand `aside`: without words, so that it changes with their cards alone.
    """

    private: str = ""
    board: str = ""
    closed: tuple[int, ...] = ()
    shut: tuple[int, ...] = ()
    chat: str = ""
    thread: bool = False
    hand: Ask | None = None
    aside: bool = False


NO_LINKS = Links()
NONE: Mapping[str, RuleSet] = MappingProxyType({})


class Narrator:
    """Tells in one language of a table, as one audience sees it: what it knows is a view of that table.

    `in_words` tells that cards are told without signs of
    suits, `explained` how much of the words of the game is. What is said besides, of no game under way, is
    the `guide`'s.
    """

    def __init__(
        self,
        language: str,
        *,
        in_words: bool = False,
        explained: Explained = Explained.NONE,
        keep_days: int | None = None,
    ) -> None:
        self.texts = Texts(language, in_words=in_words, with_meanings=explained is not Explained.NONE)
        self._whole = explained is Explained.WHOLE
        self._speech = Speech(self.texts)
        self.guide = Guide(self._speech, keep_days)

    # ---- for the group -----------------------------------------------------------------------------------

    def lobby(self, table: TableView) -> Post:
        """Returns the lobby."""
        return posts.lobby(self._speech, table)

    def left(self, table: TableView, links: Links = NO_LINKS) -> Post:
        """Returns what stands in a channel which the table has left for a thread."""
        return posts.left(self.texts, table, links.board or links.chat)

    def sealed(self, table: TableView) -> Post:
        """Returns what binds a table to its deck, posted when it opens and never changed."""
        return posts.sealed(self.texts, table)

    def board(self, table: TableView, links: Links = NO_LINKS) -> Post:
        """Returns the board of the hand under way, or the count of one that has ended."""
        game = table.game
        if game is None:
            return self.lobby(table)
        post = posts.board(voices.of(self._speech, table, game))
        if not links.closed or posts.is_over(game):
            return post
        news = [seat for seat in links.closed if game.hand == 1 or seat in links.shut]
        names = self._speech.players(table, news)
        told = self.texts("private-closed", names=names, count=len(news)) if news else ""
        text = f"{post.text}\n\n{told}" if told else post.text
        opens = ((Button(self.texts("button-private"), url=links.private),),) if links.private else ()
        return replace(post, text=text, rows=(*post.rows, *opens))

    def film(self, table: TableView, cards: Sequence[Hand] = ()) -> Post:
        """Returns a hand that is over as it was played; `cards` are all, where all may be known."""
        if table.game is None:
            raise ValueError("expected a hand that is over")
        return posts.film(voices.of(self._speech, table, table.game), cards)

    def page(self, table: TableView, which: AnyPage, links: Links = NO_LINKS) -> Post:
        """Returns a page of buttons of the lobby or of the board; nothing where there is none such now."""
        return table_pages.page(self._speech, table, which, links.private, thread=links.thread)

    def end(self, table: TableView) -> Post:
        """Returns the end of the table."""
        return posts.end(self._speech, table)

    def nudge(
        self,
        table: TableView,
        seat: int,
        links: Links = NO_LINKS,
        left_s: float | None = None,
        ends_at: float | None = None,
    ) -> Post:
        """Returns the call to a slow player, with the question and the time that is left for it.

        The turn clock ends in `left_s` seconds, at `ends_at` (seconds since 1970). None: there is no clock.
        """
        name = self.texts("table", short=table.short)
        discards = table.game is not None and table.game.fase == "descarte"
        called = Speech(self.texts, left_s)
        now = self.texts("nudge-descarte") if discards else _asked(called, table)
        text = self.texts("nudge", name=table.names[seat], table=name, now=now)
        return _add_end(self._speech, _call(self.texts, table, (seat,), text, links), left_s, ends_at)

    def ordago(self, table: TableView, seats: Sequence[int], links: Links = NO_LINKS) -> Post | None:
        """Returns the call to those who have to answer an órdago; None if there is none."""
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
        return _call(self.texts, table, seats, text, links)

    def ready(self, table: TableView, left_s: float = READY_S, ends_at: float | None = None) -> Post:
        """Returns the call to those who have sat in the lobby for long, before it begins."""
        names = self.texts.join_names([table.names[seat] for seat in table.asking])
        name = self.texts("table", short=table.short)
        left = self._speech.seconds(left_s)
        text = self.texts("ready", names=names, count=len(table.asking), table=name, left=left)
        here = Buttons(self.texts, table).act(InLobby.READY, "button-ready")
        call = _add_end(self._speech, _call(self.texts, table, table.asking, text, NO_LINKS), left_s, ends_at)
        return replace(call, rows=table_pages.paged(((here,),)))

    def resume_call(self, table: TableView, seats: Sequence[int], links: Links = NO_LINKS) -> Post:
        """Returns the call to players for whom a table that was put off waits."""
        here = self.texts.join_names([table.names[seat] for seat in table.resuming])
        names = self.texts.join_names([table.names[seat] for seat in seats])
        name = self.texts("table", short=table.short)
        many = len(table.resuming)
        text = self.texts("resume-call", names=names, count=len(seats), here=here, many=many, table=name)
        post = _call(self.texts, table, seats, text, links)
        resume = Buttons(self.texts, table).act(InPlay.RESUME, "button-resume")
        return replace(post, rows=((resume,), *post.rows))

    def leaves(self, table: TableView, seat: int) -> Post:
        """Returns what a chat is told when somebody leaves their seat to an AI; the board offers it."""
        name, coming, ai = dict(table.left)[seat], dict(table.coming), table.names[seat]
        if seat in coming:
            return Post("", self.texts("leaves-to", name=name, ai=ai, next=coming[seat]), silent=True)
        return Post("", self.texts("leaves", name=name, ai=ai), silent=True)

    def vanishes(self, table: TableView, seat: int) -> Post:
        """Returns what a chat is told when an AI plays on for one who is forgotten: not who it was."""
        if seat in (coming := dict(table.coming)):
            return Post("", self.texts("vanishes-to", ai=table.names[seat], next=coming[seat]), silent=True)
        return Post("", self.texts("vanishes", ai=table.names[seat]), silent=True)

    def seat_is_yours(self, table: TableView, who: Occupant, *, at_once: bool) -> Post:
        """Returns the call to a person whose wait is over: they sit `at_once`, or from the next hand on."""
        name = self.texts("table", short=table.short)
        text = self.texts("seat-yours" if at_once else "seat-yours-next", name=who.name, table=name)
        return Post("", text, mentions=((who.person, who.name),) if who.person is not None else ())

    def score(self, table: TableView) -> Post:
        """Returns the answer to /tanteo: the board without its buttons; of a table that is over its end."""
        if table.over:
            return posts.ended(self._speech, table)
        if table.game is None:
            return Post(self.texts("table", short=table.short), self.texts("score-nothing"))
        return posts.score(voices.of(self._speech, table, table.game))

    # ---- for one person ----------------------------------------------------------------------------------

    def hand(self, table: TableView, links: Links = NO_LINKS) -> Post:
        """Returns the private message of a seat: its cards, what is asked of it, its own buttons."""
        game = table.game
        if game is None or not game.mine:
            return Post(self.texts("table", short=table.short), self.texts("cards-none"))
        voice = voices.of(self._speech, table, game)
        return hands.hand(voice, links.board, links.hand, aside=links.aside, explained=self._whole)

    def hand_over(self, table: TableView, *, last: bool) -> Post:
        """Returns what a private hand says once it is over: its count; after the `last` the end as well."""
        if table.game is None:
            raise ValueError("expected a hand")
        voice = voices.of(self._speech, table, table.game)
        return hands.given_up(voice, posts.hand_over(voice, last=last))

    def hand_left(self, table: TableView, *, held: bool, next_name: str = "") -> Post:
        """Returns the last text of the hand of a player who has left.

        Their seat is `held` for them, or given to `next_name` from the next hand on.
        """
        name = self.texts("table", short=table.short)
        if next_name:
            return Post("", self.texts("hand-left-to", table=name, next=next_name))
        return Post("", self.texts("hand-left-held" if held else "hand-left", table=name))

    def seat(self, table: TableView) -> Post:
        """Returns the board of a hand at a table of one's own, with one's cards and one's buttons in it.

        Where all is explained there stands under a count what one may try next.
        """
        game = table.game
        if game is None:
            return self.lobby(table)
        voice = voices.of(self._speech, table, game)
        if game.mine and not posts.is_over(game):
            return hands.alone(voice, explained=self._whole)
        return beginner.to_try(voice, self.board(table)) if self._whole else self.board(table)

    def own_cards(self, table: TableView) -> Post:
        """Returns what is told beside one's cards where these are drawn: what they hold, who signed what."""
        game = table.game
        if game is None or not game.mine:
            return Post("", self.texts("cards-none"))
        held = (
            [describe_holding(self.texts, game.mine, game.rules).capitalize()] if len(game.mine) == 4 else []
        )
        name = self.texts("console-cards", name=table.names[game.seat or 0])
        return Post(name, "\n".join([*held, *hands.eyes(self.texts, table, game)]))

    def faces(self, table: TableView) -> tuple[ToldCard, ...]:
        """Returns one's cards as each is told."""
        return (
            tuple(told_card(self.texts, card) for card in table.game.mine) if table.game is not None else ()
        )

    def draw(self, table: TableView) -> str:
        """Returns the lottery of sides, or of the first dealer, card by card (R18, R19); "" before it."""
        return "\n".join(posts.draw(self.texts, table))

    def aloud(self, table: TableView, heard: Heard) -> str:
        """Returns what is heard of an event as it happens, or ""."""
        return aloud(self._speech, table, heard)

    def cards_alert(self, table: TableView) -> str:
        """Returns one's own cards in at most 200 characters, as words."""
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
        return at_most("\n".join(lines))

    def score_alert(self, table: TableView) -> str:
        """Returns the score and what is on the table in at most 200 characters."""
        game = table.game
        if game is None:
            return self.texts("score-nothing")
        voice = voices.of(self._speech, table, game)
        sides = [voice.standing(bando) for bando in table.bandos]
        lances = " · ".join(voice.closed(lance) for lance in game.lances)
        now = voice.now()[-1:]
        whole = "\n".join([*sides, *([lances] if lances else []), *now])
        fits = at_most(whole) == whole
        return whole if fits else at_most("\n".join([*sides, *now]))  # the lances are on the board

    def form(self, table: TableView, act: Act) -> Form | None:
        """Returns the form in which one who may bet writes how much, if that is what a button asks."""
        game = table.game
        if act != OpenPage(Page.MORE) or game is None or game.envite is None or game.seat not in game.turno:
            return None
        more = next((offer for offer in game.offers if offer.voz in (Voz.ENVIDO, Voz.MAS)), None)
        if more is None:
            return None
        data = str(Payload(table.id, table.question, Action(more.voz, 1))).rpartition(".")[0]
        title = self._speech.lance(game.envite.lance)
        key = "form-envido" if more.voz is Voz.ENVIDO else "form-mas"
        most = voices.of(self._speech, table, game).most(more)
        hint = self.texts("form-hint", least=more.least, most=most)
        return Form(title, self.texts(key), hint, data, more.least, most)

    def refusal(self, error: MusError, table: TableView | None = None) -> str:
        """Returns why something was not done, and whose turn it is where that helps."""
        match error:
            case Illegal():
                return at_most(self.texts.illegal(error, table.names if table is not None else ()))
            case Refused():
                return at_most(answers.refused(self.texts, error, self.now(table)))
            case BadRules() | UnknownName():
                return at_most(rulewords.refusal(self.texts, error))
            case _:
                return self.texts("refused-not-saved")

    def now(self, table: TableView | None) -> str:
        """Returns what is asked at the table at this moment, in one line."""
        return _asked(self._speech, table) if table is not None else ""

    def help(self, table: TableView | None, commands: str, *, reads: bool = True) -> Post:
        """Returns what one may say at this very moment, how one learns Mus, and the commands as listed.

        `reads` tells that words count that are typed.
        """
        lines = []
        if table is not None and table.game is not None and not table.over:
            lines += [self.texts("help-now", now=self.now(table)), ""]
            voice = voices.of(self._speech, table, table.game)
            means = voice.meanings() if table.seat is not None else []
            if means:
                lines += [*(f"{posts.POINT} {line}" for line in means), ""]
            elif table.seat is not None:
                lines[-1:] = [self.texts("help-wait"), ""]
        elif commands:
            lines.append(self.texts("help-open"))
        if commands:
            listed = self.texts("help-text" if reads else "help-text-pressed", commands=commands)
            lines += [self.texts("help-learn"), "", listed]
        return Post(self.texts("help-title"), "\n".join(lines).strip())


def _asked(speech: Speech, table: TableView) -> str:
    return " ".join(voices.of(speech, table, table.game).now()[-1:]) if table.game is not None else ""


def _call(texts: Texts, table: TableView, seats: Sequence[int], text: str, links: Links) -> Post:
    """Makes a message that rings for these players, with a button to the table if it has an address."""
    people = [(table.seats[seat].person, table.names[seat]) for seat in seats]
    mentions = tuple((person, name) for person, name in people if person is not None)
    rows = ((Button(texts("hand-back"), url=links.board),),) if links.board else ()
    return Post("", text, rows, mentions=mentions)


def _add_end(speech: Speech, call: Post, left_s: float | None, ends_at: float | None) -> Post:
    """Adds the end of the turn clock to a call that names the seconds left."""
    if left_s is None or ends_at is None:
        return call
    return replace(call, instants=(Instant(speech.seconds(left_s), ends_at, counts_down=True),))
