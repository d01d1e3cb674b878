"""The content of a table's pictures in one language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from musbot.game.actions import Action, Bando, Seat, Voz
from musbot.game.cards import HAND_SIZE, SUITS, Hand
from musbot.game.events import Paid, Por
from musbot.game.lances import Fase, Lance
from musbot.game.rules_base import RuleSet
from musbot.game.views import Seen, sort_hand
from musbot.narrator import voices
from musbot.narrator.speech import Speech, said_word
from musbot.narrator.voices import Voice
from musbot.pictures.letters import make_drawable
from musbot.pictures.specs import (
    FilmPicture,
    FilmWord,
    HandPicture,
    LanceTally,
    Payment,
    SharedPicture,
    ShowdownPicture,
    ShownHand,
    SorteoPicture,
    StonesPicture,
    TanteoPicture,
)
from musbot.table.view import TableView
from musbot.words.cards import holding_parts, short_holding, suit_name
from musbot.words.texts import Texts


def drawable_voice(voice: Voice[Seen]) -> Voice[Seen]:
    """Returns a voice whose seats have names that the picture's fonts can draw, as in `_drawable_table`."""
    return voices.voice_of_game(voice.speech, _drawable_table(voice.texts, voice.table), voice.game)


def _drawable_table(texts: Texts, table: TableView) -> TableView:
    """Returns the table with drawable names at its seats and in its lottery; other names are unchanged.

    A name without drawable letters becomes "player 2".
    """
    seats = tuple(
        replace(seat, name=make_drawable(seat.name) or texts("picture-player", n=place))
        if seat.name
        else seat
        for place, seat in enumerate(table.seats, 1)
    )
    drawn = {seat.name: sat.name for seat, sat in zip(table.seats, seats, strict=True)}
    sorteo = tuple((who and drawn.get(who, who), card) for who, card in table.sorteo)
    return replace(table, seats=seats, sorteo=sorteo)


def hand_picture(voice: Voice[Seen], *, scored: bool = True) -> HandPicture:
    """Returns the picture of a private hand: cards, holding, the player's role, and the score if `scored`.

    A player who is neither mano nor postre sees the name of the mano instead of a role.
    """
    voice = drawable_voice(voice)
    texts, game = voice.texts, voice.game
    circle, own = texts("picture-mano", name=voice.table.names[game.mano]), False
    if game.seat in (game.mano, voice.postre()):
        circle, own = texts("picture-you-mano" if game.seat == game.mano else "picture-you-postre"), True
    return HandPicture(
        game.mine,
        voice.table.picks,
        _holding_lines(texts, game.mine, game.rules, voice.table.picks),
        circle,
        own,
        tuple((bando, game.piedras[bando]) for bando in voice.table.bandos if scored),
        None if game.seat is None else game.bando(game.seat),
    )


def cards_picture(texts: Texts, cards: Hand, rules: RuleSet) -> HandPicture:
    """Returns the picture of given cards and their holding."""
    return HandPicture(cards, (), _holding_lines(texts, cards, rules))


def _holding_lines(texts: Texts, cards: Hand, rules: RuleSet, thrown: Hand = ()) -> tuple[str, ...]:
    """Returns the lines about the holding of cards; of five cards, the cards in `thrown` do not count."""
    return tuple(line.capitalize() for line in holding_parts(texts, cards, rules, thrown))


def showdown_picture(voice: Voice[Seen]) -> ShowdownPicture:
    """Returns the picture of a hand's end: the shown cards, the payments for each lance, the score.

    If no cards are shown, it says why.
    """
    voice = drawable_voice(voice)
    texts, table, game = voice.texts, voice.table, voice.game
    return ShowdownPicture(
        title=texts("result-title", table=texts("table", short=table.short), hand=game.hand),
        players=voice.shown_hands(),
        payments=tuple(row for paid in voice.payments() for row in _payment_rows(voice, paid)),
        scores=voice.hand_scores(),
        mano=texts("picture-mano", name=table.names[game.mano]),
        hidden="" if game.shown else voice.hidden_text(),
        won=" ".join(filter(None, voice.news_lines())),
        signed=voice.uses_stones(),
        legend=texts("picture-signed") if voice.uses_stones() else "",
    )


def _payment_rows(voice: Voice[Seen], paid: Paid) -> Iterator[Payment]:
    """Yields a payment, after a row for each player whose stones it takes out of the middle, the taker
    too."""
    lance, note = voice.speech.lance(paid.lance), voice.texts("picture-middle")
    yield from (Payment(lance, seat, -n, note) for seat, n in enumerate(paid.de) if n)
    yield _payment(voice, paid)


def _payment(voice: Voice[Seen], paid: Paid) -> Payment:
    """Returns a payment in numbers, with a note: a tie that the mano decided, an órdago, a deje or a paso.

    The first of these that applies is noted. Stones that move without a comparison of cards count as a deje.
    An órdago without piedras reads as the word for juego.
    """
    texts, ordago = voice.texts, paid.por is Por.ORDAGO
    if voice.speech.is_won_by_mano(voice.table, voice.game, paid):
        note = texts("picture-by-mano")
    elif ordago:
        note = texts.word(Voz.ORDAGO)
    elif paid.seat is None and paid.por in (Por.DEJE, Por.SACA, Por.COGE):
        note = texts("picture-deje")
    else:
        note = texts("picture-paso") if paid.por is Por.PASO else ""
    text = texts("lance-juego") if ordago and not paid.piedras else ""
    return Payment(voice.speech.lance(paid.lance), paid.bando, voice.amount_moved(paid), note, text)


def without_count(picture: ShowdownPicture) -> ShowdownPicture:
    """Returns a showdown without title, payments, scores and news, for posts that have the count as text.

    The other parts, such as the cards and the mano, stay. The names of the paid lances are added.
    """
    lances = tuple(dict.fromkeys(paid.lance for paid in picture.payments))
    return replace(picture, title="", payments=(), scores=(), won="", lances=lances)


def film_picture(voice: Voice[Seen], cards: Sequence[Hand] = ()) -> FilmPicture:
    """Returns the animation of a finished hand.

    `cards` are all hands by seat, if cards that were not shown may be revealed. Without a showdown its last
    frame has the same hands as the others.
    """
    voice, end = drawable_voice(voice), showdown_picture(voice)
    players = list(_players(voice, cards))
    places = {seat: place for place, (seat, _) in enumerate(players)}
    hands = tuple(player for _, player in players)
    spoken = tuple(
        FilmWord(
            heading=_heading(voice, word.fase),
            player=places[word.seat],
            words=said_word(voice.texts, "envido" if word.action == _USUAL_ENVIDO else str(word.action)),
            loud=word.action.voz is Voz.ORDAGO,
        )
        for word in voice.game.said
    )
    shown = end if end.players else replace(end, players=hands)
    return FilmPicture(end.title, hands, spoken, shown)


_USUAL_ENVIDO = Action(Voz.ENVIDO, 2)
"""The bet that is said without its number (R28)."""


def _heading(voice: Voice[Seen], fase: Fase) -> str:
    """Returns the heading of a phase: the name of its lance, or "Mus" for any other."""
    lance = next((lance for lance in Lance if lance.value == fase.value), None)
    return voice.speech.lance(lance) if lance is not None else voice.texts.word(Voz.MUS).capitalize()


def _players(voice: Voice[Seen], cards: Sequence[Hand]) -> Iterator[tuple[Seat, ShownHand]]:
    """Yields each player's seat in a hand, by side, with their name and the cards that may be shown.

    If every player plays alone, silent players without cards to show are left out.
    """
    game, texts = voice.game, voice.texts
    decided = {player.cards: player for player in voice.shown_hands() if player.cards}
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


def tanteo_picture(voice: Voice[Seen]) -> TanteoPicture | StonesPicture:
    """Returns the picture of the score, the lances and the question."""
    voice = drawable_voice(voice)
    return voice.score_picture(tuple(_lance_tallies(voice)))


def _lance_tallies(voice: Voice[Seen]) -> Iterator[LanceTally]:
    """Yields four lances: closed, being bet, or still to come. Once punto is played, it replaces juego."""
    game = voice.game
    closed = {lance.lance: lance for lance in game.lances}
    now = game.envite.lance if game.envite is not None else None
    punto = Lance.PUNTO in closed or now is Lance.PUNTO
    for lance in (Lance.GRANDE, Lance.CHICA, Lance.PARES, Lance.PUNTO if punto else Lance.JUEGO):
        if lance in closed:
            yield voice.lance_tally(closed[lance])
        elif lance == now:
            yield LanceTally(voice.speech.lance(lance), voice.bet_text(), now=True)
        else:
            yield LanceTally(voice.speech.lance(lance), _later_lance_text(voice, lance))


def _later_lance_text(voice: Voice[Seen], lance: Lance) -> str:
    """Returns the players who have pares or juego, once declared; "" before, and for any other lance."""
    game = voice.game
    has = game.pares if lance is Lance.PARES else game.juego if lance is Lance.JUEGO else None
    if has is None:
        return ""
    who = [seat for seat in game.circle() if has[seat]]
    return voice.texts("picture-have", names=voice.join_players(who), count=len(who))


def shared_picture(voice: Voice[Seen], winner: Bando) -> SharedPicture:
    """Returns the picture of a finished partida, and of its best hand if there is one."""
    voice = drawable_voice(voice)
    best, hand = voice.table.best, None
    if best is not None:
        name = make_drawable(best.who.name) or voice.texts("picture-player", n=best.seat + 1)
        holds = short_holding(voice.texts, best.cards, voice.game.rules)
        cards = sort_hand(best.cards, voice.game.rules.reyes)
        hand = ShownHand(name, voice.game.bando(best.seat), cards, holds)
    return SharedPicture(voice.end_picture(winner), hand, voice.texts("picture-best"))


def sorteo_picture(speech: Speech, table: TableView) -> SorteoPicture:
    """Returns the picture of the lottery: the drawn cards, the mano, and the sides unless each plays alone.

    If a card was turned for the table, it also names the suit of each player.
    """
    texts, table = speech.texts, _drawable_table(speech.texts, table)
    name = texts("table", short=table.short)
    partners = len(table.side(0)) > 1
    lines = []
    if any(who is None for who, _ in table.sorteo):
        suits = zip(table.names, SUITS, strict=True)
        texts_of_suits = [texts("sorteo-suit", name=who, suit=suit_name(texts, suit)) for who, suit in suits]
        lines.append(", ".join(texts_of_suits))
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
