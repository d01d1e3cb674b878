"""What the pictures of a table show, in one language: every word in a picture is made here or by a voice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from musbot.game.actions import Action, Seat, Voz
from musbot.game.cards import HAND_SIZE, SUITS, Hand
from musbot.game.lances import Fase, Lance, worth
from musbot.game.rules import RuleSet
from musbot.game.views import Seen
from musbot.narrator.speech import Speech
from musbot.narrator.voices import Voice
from musbot.pictures.specs import (
    FilmPicture,
    FilmWord,
    HandPicture,
    LanceTally,
    Payment,
    ShowdownPicture,
    ShownHand,
    SorteoPicture,
    StonesPicture,
    TanteoPicture,
)
from musbot.table.view import TableView
from musbot.words.cards import holds, in_lance
from musbot.words.cards import suit as suit_name
from musbot.words.texts import Texts


def hand(texts: Texts, cards: Hand, rules: RuleSet, thrown: Hand = ()) -> HandPicture:
    """Returns a hand's picture: the cards and what they hold."""
    return HandPicture(cards, thrown, _holds(texts, cards, rules))


def _holds(texts: Texts, cards: Hand, rules: RuleSet) -> tuple[str, ...]:
    if len(cards) != HAND_SIZE:
        return ()
    held = worth(cards, rules)
    lance = Lance.JUEGO if held.has_juego else Lance.PUNTO
    return tuple(in_lance(texts, held, each).capitalize() for each in (Lance.PARES, lance))


def showdown(voice: Voice[Seen], paid: Sequence[str], news: Sequence[str]) -> ShowdownPicture:
    """Returns the end of a hand; `paid` are its payments as they are read aloud, `news` what came of it."""
    texts, table, game = voice.texts, voice.table, voice.game
    payments = zip(game.tantos, paid, strict=True)
    return ShowdownPicture(
        title=texts("picture-showdown", table=texts("table", short=table.short), hand=game.hand),
        players=voice.hands_shown(),
        payments=tuple(Payment(each.bando, words, voice.moved(each)) for each, words in payments),
        scores=voice.scored(),
        mano=texts("picture-mano", name=table.names[game.mano]),
        hidden="" if game.shown else voice.hidden(),
        won=" ".join(filter(None, news)),
    )


def without_count(picture: ShowdownPicture) -> ShowdownPicture:
    """Returns the cards alone, for where the count stands beside them."""
    return replace(picture, title="", payments=(), scores=(), won="")


def film(voice: Voice[Seen], end: ShowdownPicture, cards: Sequence[Hand] = ()) -> FilmPicture:
    """Returns a hand that is over as it was played; `end` is its showdown.

    `cards` are everybody's, by seat, where those that were not shown may be known too.
    """
    players = list(_players(voice, cards))
    places = {seat: place for place, (seat, _) in enumerate(players)}
    hands = tuple(player for _, player in players)
    spoken = tuple(
        FilmWord(
            heading=_heading(voice, word.fase),
            player=places[word.seat],
            words=voice.texts.word("envido" if word.action == _TWO else str(word.action)),
            loud=word.action.voz is Voz.ORDAGO,
        )
        for word in voice.game.said
    )
    shown = end if end.players else replace(end, players=hands)
    return FilmPicture(end.title, hands, spoken, shown)


_TWO = Action(Voz.ENVIDO, 2)
"""What one says just «envido» to (R28)."""


def _heading(voice: Voice[Seen], fase: Fase) -> str:
    lance = next((lance for lance in Lance if lance.value == fase.value), None)
    return voice.speech.lance(lance) if lance is not None else voice.texts.word(Voz.MUS).capitalize()


def _players(voice: Voice[Seen], cards: Sequence[Hand]) -> Iterator[tuple[Seat, ShownHand]]:
    """Who took part, side by side, each with the cards that may be seen."""
    game, texts = voice.game, voice.texts
    decided = {player.cards: player for player in voice.hands_shown() if player.cards}
    together = len(voice.table.bandos) < len(voice.table.seats)
    spoke = {word.seat for word in game.said}
    for seat in (seat for bando in voice.table.bandos for seat in voice.table.side(bando)):
        shown = game.shown[seat] if game.shown else ()
        if shown:
            yield seat, decided[shown]
            continue
        hand = cards[seat] if cards else ()
        if hand or together or seat in spoke:
            worth = holds(texts, hand, game.rules) if len(hand) == HAND_SIZE else ""
            yield seat, ShownHand(voice.table.names[seat], game.bando(seat), hand, worth)


def tanteo(voice: Voice[Seen]) -> TanteoPicture | StonesPicture:
    """Returns the score, how every lance stands and what is asked."""
    return voice.tanteo(tuple(_lances(voice)))


def _lances(voice: Voice[Seen]) -> Iterator[LanceTally]:
    """The four lances: those closed, the one being bet on, those to come."""
    game = voice.game
    closed = {lance.lance: lance for lance in game.lances}
    now = game.envite.lance if game.envite is not None else None
    punto = Lance.PUNTO in closed or now is Lance.PUNTO
    for lance in (Lance.GRANDE, Lance.CHICA, Lance.PARES, Lance.PUNTO if punto else Lance.JUEGO):
        if lance in closed:
            yield voice.tally(closed[lance])
        elif lance == now:
            yield LanceTally(voice.speech.lance(lance), voice.bet(), now=True)
        else:
            yield LanceTally(voice.speech.lance(lance), _to_come(voice, lance))


def _to_come(voice: Voice[Seen], lance: Lance) -> str:
    game = voice.game
    has = game.pares if lance is Lance.PARES else game.juego if lance is Lance.JUEGO else None
    if has is None:
        return voice.texts("picture-to-come")
    who = [seat for seat in game.circle() if has[seat]]
    return voice.texts("picture-have", names=voice.named(who), count=len(who))


def sorteo(speech: Speech, table: TableView) -> SorteoPicture:
    """Returns the lottery before the start: the cards drawn, who plays with whom, who is mano."""
    texts = speech.texts
    name = texts("table", short=table.short)
    partners = len(table.side(0)) > 1
    lines = []
    if any(who is None for who, _ in table.sorteo):
        suits = zip(table.names, SUITS, strict=True)
        told = [texts("sorteo-suit", name=who, suit=suit_name(texts, suit)) for who, suit in suits]
        lines.append(", ".join(told))
    if table.first_mano is not None:
        mano = texts("picture-mano", name=table.names[table.first_mano])
        lines.append(mano[:1].upper() + mano[1:])
    return SorteoPicture(
        title=texts("picture-sorteo", table=name),
        drawn=tuple((who or texts("picture-turned"), card) for who, card in table.sorteo),
        sides=tuple(
            (bando, texts.listed([table.names[seat] for seat in table.side(bando)]))
            for bando in (table.bandos if partners else ())
        ),
        lines=tuple(lines),
    )
