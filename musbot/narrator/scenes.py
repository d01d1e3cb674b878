"""What the pictures of a table show, in one language: every word in a picture is made here or by a voice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from musbot.game.actions import Action, Seat, Voz
from musbot.game.cards import HAND_SIZE, SUITS, Hand
from musbot.game.events import Paid, Por
from musbot.game.lances import Fase, Lance
from musbot.game.rules_base import RuleSet
from musbot.game.views import Seen
from musbot.narrator import voices
from musbot.narrator.speech import Speech
from musbot.narrator.voices import Voice
from musbot.pictures.letters import drawable
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
from musbot.words.cards import holding_parts, short_holding, suit_name
from musbot.words.texts import Texts


def pictured(voice: Voice[Seen]) -> Voice[Seen]:
    """Returns the voice of what is drawn: in pictures every name has letters that can be drawn."""
    return voices.of(voice.speech, _drawable(voice.texts, voice.table), voice.game)


def _drawable(texts: Texts, table: TableView) -> TableView:
    """A table whose players have names that can be drawn; where nothing of a name can, its place is told."""
    seats = tuple(
        replace(seat, name=drawable(seat.name) or texts("picture-player", n=place)) if seat.name else seat
        for place, seat in enumerate(table.seats, 1)
    )
    drawn = {seat.name: sat.name for seat, sat in zip(table.seats, seats, strict=True)}
    sorteo = tuple((who and drawn.get(who, who), card) for who, card in table.sorteo)
    return replace(table, seats=seats, sorteo=sorteo)


def hand(voice: Voice[Seen], *, scored: bool = True) -> HandPicture:
    """Returns the picture of one's own hand: the cards, what they hold, who is mano, perhaps the score."""
    voice = pictured(voice)
    texts, game = voice.texts, voice.game
    circle, own = texts("picture-mano", name=voice.table.names[game.mano]), False
    if game.seat in (game.mano, voice.postre()):
        circle, own = texts("picture-you-mano" if game.seat == game.mano else "picture-you-postre"), True
    return HandPicture(
        game.mine,
        voice.table.picks,
        _holds(texts, game.mine, game.rules, voice.table.picks),
        circle,
        own,
        tuple((bando, game.piedras[bando]) for bando in voice.table.bandos if scored),
        None if game.seat is None else game.bando(game.seat),
    )


def cards_alone(texts: Texts, cards: Hand, rules: RuleSet) -> HandPicture:
    """Returns the picture of cards that nobody holds, and of what they would be worth."""
    return HandPicture(cards, (), _holds(texts, cards, rules))


def _holds(texts: Texts, cards: Hand, rules: RuleSet, thrown: Hand = ()) -> tuple[str, ...]:
    return tuple(line.capitalize() for line in holding_parts(texts, cards, rules, thrown))


def showdown(voice: Voice[Seen]) -> ShowdownPicture:
    """Returns the end of a hand: everybody's cards, what each side got for each lance, the score."""
    voice = pictured(voice)
    texts, table, game = voice.texts, voice.table, voice.game
    return ShowdownPicture(
        title=texts("result-title", table=texts("table", short=table.short), hand=game.hand),
        players=voice.hands_shown(),
        payments=tuple(row for paid in sorted(game.tantos, key=_in_order) for row in _rows(voice, paid)),
        scores=voice.scored(),
        mano=texts("picture-mano", name=table.names[game.mano]),
        hidden="" if game.shown else voice.hidden(),
        won=" ".join(filter(None, voice.news())),
        signed=voice.in_stones(),
    )


def _in_order(paid: Paid) -> int:
    """Where a payment stands in the table: that of a deje, taken at once, with the others of its lance."""
    return list(Lance).index(paid.lance)


def _rows(voice: Voice[Seen], paid: Paid) -> Iterator[Payment]:
    """A payment, and before it the stones that each loses by it, which lay in the middle."""
    lance, note = voice.speech.lance(paid.lance), voice.texts("picture-middle")
    yield from (Payment(lance, seat, -n, note) for seat, n in enumerate(paid.de) if n)
    yield _payment(voice, paid)


def _payment(voice: Voice[Seen], paid: Paid) -> Payment:
    """A payment in numbers, and what decided it where it was not better cards alone."""
    texts, ordago = voice.texts, paid.por is Por.ORDAGO
    if voice.speech.by_mano(voice.table, voice.game, paid):
        note = texts("picture-by-mano")
    elif ordago:
        note = texts.word(Voz.ORDAGO)
    elif paid.seat is None and paid.por in (Por.DEJE, Por.SACA, Por.COGE):
        note = texts("picture-deje")
    else:
        note = texts("picture-paso") if paid.por is Por.PASO else ""
    told = texts("lance-juego") if ordago and not paid.piedras else ""
    return Payment(voice.speech.lance(paid.lance), paid.bando, voice.moved(paid), note, told)


def without_count(picture: ShowdownPicture) -> ShowdownPicture:
    """Returns the cards alone, for where the count stands beside them."""
    return replace(picture, title="", payments=(), scores=(), won="")


def film(voice: Voice[Seen], cards: Sequence[Hand] = ()) -> FilmPicture:
    """Returns a hand that is over as it was played.

    `cards` are everybody's, by seat, where those that were not shown may be known too.
    """
    voice, end = pictured(voice), showdown(voice)
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
            worth = short_holding(texts, hand, game.rules) if len(hand) == HAND_SIZE else ""
            yield seat, ShownHand(voice.table.names[seat], game.bando(seat), hand, worth)


def tanteo(voice: Voice[Seen]) -> TanteoPicture | StonesPicture:
    """Returns the score, how every lance stands and what is asked."""
    voice = pictured(voice)
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
        return ""
    who = [seat for seat in game.circle() if has[seat]]
    return voice.texts("picture-have", names=voice.named(who), count=len(who))


def sorteo(speech: Speech, table: TableView) -> SorteoPicture:
    """Returns the lottery before the start: the cards drawn, who plays with whom, who is mano."""
    texts, table = speech.texts, _drawable(speech.texts, table)
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
            (bando, texts.join_names([table.names[seat] for seat in table.side(bando)]))
            for bando in (table.bandos if partners else ())
        ),
        lines=tuple(lines),
    )
