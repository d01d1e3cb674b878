"""The posts of a table: lobby, board, the count at the end of a hand, the end of the partida."""

from __future__ import annotations

from musbot.game.actions import Bando
from musbot.game.cards import SUITS
from musbot.game.events import Paid, Por
from musbot.game.lances import Estado, Jugada, best
from musbot.game.lances import worth as hand_worth
from musbot.game.views import View
from musbot.narrator import scenes, stones, stonescenes
from musbot.narrator.buttons import Keyboard
from musbot.narrator.post import Post
from musbot.narrator.rulewords import rules_summary
from musbot.narrator.speech import SIGNS, Speech, row
from musbot.table.view import TableView
from musbot.words.cards import holds as hand_holds
from musbot.words.cards import name as card_name
from musbot.words.cards import signs
from musbot.words.count import Counted, payment


def lobby(speech: Speech, table: TableView, private_link: str) -> Post:
    """Returns the lobby while it is open, and what remains of it once the partida has begun."""
    texts = speech.texts
    lines = [rules_summary(texts, table.rules), ""]
    lines += _lobby_seats(speech, table)
    if table.queue:
        lines.append(texts("lobby-queue", names=texts.listed(table.queue)))
    words = [texts("lobby-word", name=seat.name, word=seat.word) for seat in table.seats if seat.word]
    if words:
        lines += ["", texts("lobby-words", words=", ".join(words))]
    lines += ["", texts("lobby-commitment", commitment=table.commitment)]
    title = texts("table-title", short=table.short, rules=table.rules.name, piedras=table.rules.piedras)
    if table.in_lobby:
        field = table.page.removeprefix("f-")
        lines += (
            ["", texts(f"about-{field.replace('_', '-')}")]
            if field in table.rules.fields
            else [texts("lobby-hint")]
        )
        return Post(title, "\n".join(lines), Keyboard(texts, table).lobby(private_link))
    picture = scenes.sorteo(speech, table) if table.sorteo else None
    text = "\n".join([*lines, "", *draw(speech, table), "", texts("lobby-closed")])
    return Post(title, text, picture=picture)


def _lobby_seats(speech: Speech, table: TableView) -> list[str]:
    """Who sits where, a line a side; all in one line where each plays for himself."""
    texts = speech.texts
    seats = [
        speech.player(table, seat) if table.names[seat] else texts("lobby-free")
        for seat in range(len(table.seats))
    ]
    if len(table.bandos) != 2 or table.rules.bandos == "individual":
        return [texts("lobby-players", names=" · ".join(seats))]
    return [
        texts(
            "lobby-side",
            sign=SIGNS[bando],
            side=texts(f"bando-{bando}"),
            names=" · ".join(seats[seat] for seat in table.side(bando)),
        )
        for bando in table.bandos
    ]


def draw(speech: Speech, table: TableView) -> list[str]:
    """The lottery before the start, card by card (R18, R19), and who is mano."""
    if not table.sorteo or table.game is None:
        return []
    texts = speech.texts
    lines = [texts("sorteo-sides" if table.rules.parejas == "sorteo" else "sorteo-dealer")]
    again: dict[str, str] = {}
    for name, card in table.sorteo:
        if name is None:
            suits = [
                texts("sorteo-suit", name=seat, suit=texts(f"suit-{suit}"))
                for seat, suit in zip(table.names, SUITS, strict=True)
            ]
            lines.append(", ".join(suits))
            lines.append(texts("sorteo-turned", card=card_name(texts, card)))
        else:
            lines.append(texts(again.get(name, "sorteo-card"), name=name, card=card_name(texts, card)))
            again[name] = "sorteo-again"
    return lines


def board(speech: Speech, table: TableView, game: View) -> Post:
    """Returns the board of a hand under way: all that one who comes late must know."""
    lines = speech.scores(table, game)
    lances = speech.lances(table, game)
    lines += ["", *lances] if lances else []
    if game.rules.stones:
        lines += stones.payments(speech.texts, table, game) + stones.seen(speech.texts, table, game)
    lines += ["", *speech.now(table, game)]
    lines += [speech.texts("absent", name=table.names[seat]) for seat in table.absent]
    if table.ending:
        needed = len([seat for seat in table.seats if seat.person]) // 2 + 1
        names = speech.players(table, table.ending)
        lines.append(speech.texts("ending", names=names, votes=len(table.ending), needed=needed))
    return Post(speech.title(table, game), "\n".join(lines), Keyboard(speech.texts, table).board())


def result(speech: Speech, table: TableView, game: View) -> Post:
    """Returns the end of a hand: everybody's cards, the count read aloud (R51), the score."""
    texts = speech.texts
    lines = []
    for bando in table.bandos:
        for seat in table.side(bando):
            hand = game.shown[seat] if game.shown else ()
            if not hand:
                continue
            lines.append(
                texts(
                    "result-hand",
                    sign=SIGNS[bando],
                    name=speech.player(table, seat),
                    cards=signs(texts, hand),
                    holds=hand_holds(texts, hand, game.rules),
                )
            )
    if not game.shown:
        lines.append(texts("result-hidden"))
    if game.rules.stones:
        lines += ["", *stones.payments(texts, table, game), "", *speech.scores(table, game)]
        lines += stones.lost(texts, table, game)
        title = texts("result-title", table=texts("table", short=table.short), hand=game.hand)
        return Post(title, "\n".join(lines), picture=stonescenes.showdown(speech, table, game))
    paid, won = _payments(speech, table, game), _won(speech, table, game)
    lines += ["", *paid, ""]
    lines += _scores(speech, table, game)
    lines += won
    title = texts("result-title", table=texts("table", short=table.short), hand=game.hand)
    picture = scenes.showdown(speech, table, game, paid, "".join(won))
    return Post(title, "\n".join(lines), picture=picture)


def end(speech: Speech, table: TableView) -> Post:
    """Returns the end of the table: who has won, the seed that proves the deal."""
    texts = speech.texts
    name = texts("table", short=table.short)
    proof = []
    if table.seed is not None:
        proof = [
            "",
            texts("end-seed", seed=table.seed),
            texts("end-commitment", commitment=table.commitment),
            texts("end-proof"),
        ]
    game = table.game
    if game is None or game.winner is None:
        key = {"caducada": "end-expired", "vacía": "end-empty"}.get(table.ended or "", "end-closed")
        return Post(texts(key, table=name), "\n".join(proof).strip())
    score = row(game.juegos if game.rules.vacas == 1 else game.vacas)
    if game.rules.stones:
        against = enumerate(game.juegos)
        score = texts.listed([texts("stones-against", name=table.names[s], juegos=n) for s, n in against])
    winner = game.winner
    text = texts(
        "stones-end" if game.rules.stones else "end-text",
        names=speech.players(table, table.side(winner)),
        score=score,
        hands=game.hand,
    )
    title = texts("end-title", table=name, side=speech.side(table, winner))
    picture = scenes.end(speech, table, game, text)
    return Post(title, "\n".join([text, *proof]), Keyboard(texts, table).again(), picture=picture)


def _payments(speech: Speech, table: TableView, game: View) -> list[str]:
    """Every payment of the hand, and who would have won what nobody accepted."""
    counted = Counted(
        player=lambda seat: table.names[seat],
        side=lambda bando: speech.side(table, bando),
        of_side=table.side,
        worth=lambda seat: _worth(game, seat),
    )
    lines = []
    for paid in game.tantos:
        would = _would_have_won(speech, table, game, paid) if paid.por is Por.DEJE else ""
        lines.append(payment(speech.texts, counted, paid) + would)
    return lines


def _would_have_won(speech: Speech, table: TableView, game: View, paid: Paid) -> str:
    if game.shown is None:
        return ""
    hands = [(seat, _worth(game, seat)) for seat in game.circle() if game.shown[seat]]
    winner = best(hands, paid.lance)
    if game.bando(winner) == paid.bando:
        return ""
    return speech.texts("paid-would", name=table.names[winner])


def _worth(game: View, seat: int) -> Jugada:
    hand = game.shown[seat] if game.shown else ()
    return hand_worth(hand, game.rules)


def _scores(speech: Speech, table: TableView, game: View) -> list[str]:
    lines = []
    for bando in table.bandos:
        taken = sum(paid.piedras for paid in game.tantos if paid.bando == bando)
        after = game.piedras[bando]
        adentro = f" · {speech.texts('adentro')}" if game.adentro(bando) else ""
        side = f"{SIGNS[bando]} {speech.side(table, bando)}"
        lines.append(
            speech.texts("result-score", side=side, before=after - taken, after=after, adentro=adentro)
        )
    return lines


def _won(speech: Speech, table: TableView, game: View) -> list[str]:
    """Who has won the juego, the vaca, the partida with this hand."""
    winner = _juego_winner(game)
    if winner is None:
        return []
    side = speech.side(table, winner)
    if game.winner is not None:
        return ["", speech.texts("result-partida", who=speech.side_with_names(table, winner))]
    vaca = game.juegos[winner] >= game.rules.juegos
    score = game.vacas if vaca else game.juegos
    key = "result-vaca" if vaca else "result-juego"
    return ["", speech.texts(key, side=side, score=row(score))]


def _juego_winner(game: View) -> Bando | None:
    if any(lance.estado is Estado.ORDAGO for lance in game.lances):
        return game.tantos[-1].bando
    return next((b for b, piedras in enumerate(game.piedras) if piedras >= game.rules.piedras), None)
