"""The buttons under a post: only what may be said now, each with the total it leads to."""

from __future__ import annotations

from dataclasses import replace

from musbot.game.actions import Action, Voz
from musbot.game.cards import Card
from musbot.game.rules import RULE_SETS
from musbot.game.views import Puja, View
from musbot.narrator.post import Button
from musbot.narrator.rulewords import choices, value_words, written
from musbot.table.acts import Payload, write_action
from musbot.table.view import TableView
from musbot.words.texts import Texts

Rows = tuple[tuple[Button, ...], ...]

_KEYS = {
    Voz.MUS: "mus",
    Voz.NO_MUS: "no-mus",
    Voz.CONSULTA: "consulta",
    Voz.SERVIDO: "servido",
    Voz.PASO: "paso",
    Voz.ORDAGO: "ordago",
    Voz.QUIERO: "quiero",
    Voz.NO_QUIERO: "no-quiero",
    Voz.QUEREMOS: "queremos",
    Voz.NO_QUEREMOS: "no-queremos",
    Voz.Y_YO: "y-yo",
    Voz.REENVIDO: "reenvido",
    Voz.ENVIDO: "envido",
    Voz.MAS: "mas",
    Voz.ACEPTO: "acepto",
    Voz.CONFORME: "conforme",
    Voz.PERDIDO: "perdido",
}
_TONES = {"ordago": "bold", "end": "bold"} | dict.fromkeys(
    ("quiero", "queremos", "start", "throw-count", "again"), "go"
)
_ENVIDOS = (3, 4, 5, 6, 7, 8, 10, 12, 15, 20)
_STONES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15)
_RAISES = (1, 3, 4, 5, 6, 8, 10, 15)
_WIDTH = 3
_PARENT = {"rules": "", "fields": "rules"}
"""Where a page of the lobby leads back to; that of a field to all of them."""


class Keyboard:
    """Makes the buttons of one table's posts in one language."""

    def __init__(self, texts: Texts, table: TableView) -> None:
        self._texts = texts
        self._table = table

    def board(self) -> Rows:
        """Returns the buttons of the board: those of the moment, then one's cards and the score."""
        table, game = self._table, self._table.game
        if game is None or table.over:
            return ()
        rows: list[tuple[Button, ...]] = []
        if game.fase == "descarte":
            rows += self._discards(game)
        elif game.envite is not None and table.page == "more":
            rows += self._amounts(game)
        else:
            rows += _in_rows(self._words(game))
        rows.append((self._act("cards", "cards"), self._act("score", "score")))
        replaceable = [seat for seat in table.absent if len([s for s in table.seats if s.person]) > 1]
        rows += [(self._act(f"sub.{seat}", "replace", name=table.names[seat]),) for seat in replaceable]
        if table.ending:
            rows.append((self._act("end", "end"),))
        return tuple(rows)

    def lobby(self, private_link: str) -> Rows:
        """Returns the buttons of the lobby, or of the page of rules that is open in it."""
        table = self._table
        if table.page:
            return self._rules_page(table.page)
        alone = table.rules.bandos == "individual"
        rows = [(self._act("sit.0", "sit-alone"),) if alone else tuple(self._sit(bando) for bando in (0, 1))]
        if all(seat.name for seat in table.seats):
            rows = [(self._act("queue", "queue"),)]
        up = [self._act("up", "up")] if any(seat.person for seat in table.seats) else []
        more = [self._act("ai", "ai")] if not all(seat.name for seat in table.seats) else []
        less = [self._act("noai", "no-ai")] if any(seat.ai for seat in table.seats) else []
        rows.append((*up, *more, *less))
        if not alone:
            drawn = table.rules.parejas == "sorteo"
            rows.append(
                (self._act(f"set.parejas={'fijas' if drawn else 'sorteo'}", "fijas" if drawn else "sorteo"),)
            )
        rows.append((self._act("page.rules", "rules"), self._act("start", "start")))
        if private_link:
            rows.append((Button(self._texts("button-private"), url=private_link),))
        return tuple(row for row in rows if row)

    def _rules_page(self, page: str) -> Rows:
        """The named sets, all the fields, or the values of one field."""
        back = self._act(f"page.{_PARENT.get(page, 'fields')}", "back")
        if page == "rules":
            sets = [self._button(f"rules.{name}", name) for name in RULE_SETS]
            return (*_in_rows(sets), (self._act("page.fields", "fields"),), (back,))
        rules = self._table.rules
        if page == "fields":
            fields = [
                self._button(f"page.f-{field}", f"{field}: {value_words(self._texts, getattr(rules, field))}")
                for field in rules.fields
            ]
            return (*_in_rows(fields, 2), (back,))
        field = page.removeprefix("f-")
        values = [
            self._button(f"set.{field}={written(value)}", value_words(self._texts, value))
            for value in choices(rules, field)
        ]
        return (*_in_rows(values), (back,))

    def private(self, labels: list[tuple[Card, str]]) -> Rows:
        """Returns the buttons of a private hand: cards (in words) to throw, else señas and looks."""
        game = self._table.game
        if game is None or self._table.over:
            return ()
        if game.fase != "descarte" or game.seat not in game.turno:
            return self._gestures(game)
        picks = [
            replace(self._button(f"pick.{place}", label), card=card)
            for place, (card, label) in enumerate(labels, start=1)
        ]
        picked = len(self._table.picks)
        throw = self._act("throw", "throw-count", count=picked) if picked else self._act("throw", "throw")
        servido = [self._act("servido", "servido")] if game.visto is not None else []
        return (*_in_rows(picks, 2), (throw, *servido))

    def _gestures(self, game: View) -> Rows:
        """The señas that are true of the hand, and whom to look at (R57, R58); good for the whole hand."""
        senas = [
            self._gesture(game, Action(Voz.SENA, sena=sena), "sena", sena=sena) for sena in game.true_signs
        ]
        looks = [
            self._gesture(game, Action(Voz.MIRO, seat=seat), "look", name=self._table.names[seat])
            for seat in range(game.seats)
            if game.looking_at is not None and seat not in (game.seat, game.looking_at)
        ]
        return (*_in_rows(senas, 2), *_in_rows(looks))

    def _gesture(self, game: View, action: Action, key: str, **facts: str) -> Button:
        payload = Payload(self._table.id, game.hand, write_action(action))
        return Button(self._texts(f"button-{key}", **facts), str(payload))

    def again(self) -> Rows:
        """Returns the button that opens the next table with the same players."""
        return ((self._act("again", "again"),),)

    def _discards(self, game: View) -> Rows:
        places = range(1, game.rules.cards + 1)
        picks = tuple(self._button(f"pick.{place}", str(place)) for place in places)
        servido = [self._act("servido", "servido")] if game.visto is not None else []
        return (picks, (self._act("throw", "throw"), *servido))

    def _words(self, game: View) -> list[Button]:
        if game.puja is not None:
            return self._with_stones(game, game.puja)
        buttons = []
        partners = len(game.answering) > 1
        for offer in game.offers:
            match offer.voz:
                case Voz.QUEREMOS if not (partners and game.rules.respuesta == "pareja"):
                    continue
                case Voz.NO_QUEREMOS if not partners:
                    continue
                case Voz.ENVIDO:
                    buttons.append(self._say(game, Action(Voz.ENVIDO, offer.least)))
                    buttons.append(self._act("page.more", "other"))
                case Voz.MAS:
                    buttons.append(self._act("page.more", "other"))
                case Voz.DESCARTA:
                    continue
                case _:
                    buttons.append(self._say(game, Action(offer.voz)))
        return buttons

    def _with_stones(self, game: View, puja: Puja) -> list[Button]:
        """The words of a lance bet with stones, each with how many it puts in or takes (R64, R73)."""
        buttons = []
        for offer in game.offers:
            act, seat = write_action(Action(offer.voz, offer.least)), game.turno[0]
            match offer.voz:
                case Voz.ENVIDO | Voz.ACEPTO | Voz.MAS:
                    key = {Voz.ENVIDO: "envido-stones", Voz.MAS: "mas-stones"}.get(offer.voz, "acepto")
                    buttons.append(self._act(act, key, n=offer.least))
                    if offer.most != offer.least:
                        buttons.append(self._act("page.more", "other"))
                case Voz.QUIERO:
                    n = game.piedras[seat] if puja.ordago else min(puja.apuesta, game.piedras[seat])
                    buttons.append(self._act(act, "quiero-stones", n=n))
                case Voz.CONFORME if puja.debe[seat]:
                    n = min(puja.debe[seat], game.piedras[seat])
                    buttons.append(self._act(act, "conforme-stones", n=n))
                case Voz.ORDAGO:
                    buttons.append(self._act(act, "ordago-stones"))
                case Voz.NO_QUIERO if puja.subidores and game.rules.modo == "frances":
                    buttons.append(self._act(act, "refuse-raise", n=sum(puja.puestas) - sum(puja.sobre)))
                case Voz.NO_QUIERO if puja.subidores:
                    buttons.append(self._act(act, "back-out"))
                case _:
                    buttons.append(self._act(act, _KEYS[offer.voz]))
        if game.may_give_up is not None and game.seat in (None, game.may_give_up):
            buttons.append(self._act("perdido", "perdido"))
        return buttons

    def _stone_amounts(self, game: View) -> Rows:
        """The numbers that a bet, a raise or an acceptance may have."""
        keys = {Voz.ENVIDO: "envido-stones", Voz.MAS: "mas-stones", Voz.ACEPTO: "acepto"}
        buttons = [
            self._act(write_action(Action(offer.voz, n)), keys[offer.voz], n=n)
            for offer in game.offers
            if offer.voz in keys
            for n in _STONES
            if offer.most is None or n <= offer.most
        ]
        return (*_in_rows(buttons), (self._act("page.", "back"),))

    def _amounts(self, game: View) -> Rows:
        if game.puja is not None:
            return self._stone_amounts(game)
        first = game.envite is not None and game.envite.bettor is None
        voz, amounts = (Voz.ENVIDO, _ENVIDOS) if first else (Voz.MAS, _RAISES)
        buttons = [self._say(game, Action(voz, n)) for n in amounts]
        return (*_in_rows(buttons), (self._act("page.", "back"),))

    def _say(self, game: View, action: Action) -> Button:
        total = game.envite.total(action) if game.envite is not None else 0
        return self._act(write_action(action), _KEYS[action.voz], n=action.n, total=total)

    def _sit(self, bando: int) -> Button:
        return self._act(f"sit.{bando}", "sit", side=self._texts(f"bando-{bando}"))

    def _act(self, act: str, key: str, **facts: str | int) -> Button:
        return self._button(act, self._texts(f"button-{key}", **facts), _TONES.get(key, ""))

    def _button(self, act: str, label: str, tone: str = "") -> Button:
        return Button(label, str(Payload(self._table.id, self._table.question, act)), tone=tone)


def _in_rows(buttons: list[Button], width: int = _WIDTH) -> Rows:
    return tuple(tuple(buttons[start : start + width]) for start in range(0, len(buttons), width))
