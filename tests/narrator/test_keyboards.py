"""Fewer words, the right ones: no two buttons of a keyboard say or do the same, at any moment of any game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from musbot.game.actions import Action, Voz
from musbot.game.envite import Envite
from musbot.game.modos.piedras.puja import Puja
from musbot.game.rule_sets import RULE_SETS, rule_set
from musbot.game.rules_base import RuleSet
from musbot.narrator import Narrator
from musbot.narrator.post import Post
from musbot.table.acts import OpenPage, read_payload
from musbot.table.pages import Page
from musbot.table.table import Table
from musbot.table.view import TableView, watch
from musbot.words.texts import LANGUAGES
from musbot.words.values import field_name, value_name
from tests.support.at_table import begun, lobby, played, pressed

ES = Narrator("es")
PLAYED: dict[str, RuleSet] = {
    **RULE_SETS,
    "libre": rule_set("parejas", {"corte": "libre", "consulta": True, "mus_visto": 0.3}),
    "sin-gracia": rule_set("parejas", {"gracia": 0}),
    "de-uno-en-uno": rule_set("tres-mus", {"piedras": 2}),
}


def moments(rules: RuleSet, seed: int, most: int) -> Iterator[TableView]:
    """Yields every moment of a random partida as the group sees it and as who is asked does."""
    for table, _ in played(begun(rules), seed, most):
        if table.over or not table.in_hand:
            continue
        yield watch(table)
        for seat in range(len(table.seats)):
            yield watch(table, seat)


def keyboard(post: Post) -> Iterator[tuple[str, object]]:
    for row in post.keyboard():
        for button in row:
            yield button.label, read_payload(button.data).act


def leads_to(envite: Envite | None, act: object) -> object:
    """What a button comes to: words of a lance that lead to the same total are the same."""
    match act:
        case Action(Voz.ENVIDO | Voz.Y_YO | Voz.MAS | Voz.REENVIDO) if envite is not None and not isinstance(
            envite, Puja
        ):
            return envite.total(act)
        case Action(Voz.ACEPTO, n) if envite is not None:
            return "quiero" if n == envite.apuesta else act
        case Action(Voz.QUIERO):
            return "quiero"
        case _:
            return act


@pytest.mark.parametrize("name", PLAYED)
def test_no_two_buttons_say_the_same_or_do_the_same(name: str) -> None:
    for seed, language in enumerate(LANGUAGES):
        narrator = Narrator(language)
        for view in moments(PLAYED[name], seed, 40):
            envite = view.game.envite if view.game is not None else None
            found = list(keyboard(narrator.board(view) if view.seat is None else narrator.hand(view)))
            labels = Counter(label for label, _ in found)
            assert [label for label, count in labels.items() if count > 1] == []
            done = Counter(leads_to(envite, act) for _, act in found)
            assert [act for act, count in done.items() if count > 1] == []


@pytest.mark.parametrize("name", ["tres-mus", "frances", "de-uno-en-uno"])
def test_R64_R89_nobody_is_offered_stones_that_they_have_not(name: str) -> None:
    numbers = 0
    for seed in range(4):
        for view in moments(PLAYED[name], seed, 120):
            if view.game is None or not view.game.turno or view.seat not in (None, *view.game.turno):
                continue
            seat = view.game.turno[0] if view.seat is None else view.seat
            post = ES.board(view) if view.seat is None else ES.hand(view)
            for _, act in keyboard(post):
                if isinstance(act, Action) and act.n:
                    assert act.n <= view.game.piedras[seat]
                    assert view.game.offers.allows(act)
                    numbers += 1
    assert numbers > 50


def test_R29_R30_the_plural_stands_only_where_it_means_something_else() -> None:
    def words(table: Table, seat: int | None = None) -> list[str]:
        return [label for label, act in keyboard(ES.board(watch(table, seat))) if isinstance(act, Action)]

    turno = begun(rule_set("vitoria"))
    assert turno.mesa is not None
    first = turno.mesa.mano
    turno = pressed(turno, first, "nomus", "envido.4")
    assert words(turno)[:3] == ["Quiero", "No quiero", "No queremos (por los dos)"]
    turno = pressed(turno, (first + 1) % 4, "noquiero")
    assert words(turno)[:3] == ["Quiero", "No quiero", "Y yo (+2 → 6)"], "nobody is left to answer"
    pareja = pressed(begun(rule_set("parejas")), first, "nomus", "envido.4")
    assert words(pareja)[:4] == ["Quiero", "No quiero", "Queremos (sin esperar)", "No queremos (por los dos)"]
    waited = pressed(pareja, (first + 1) % 4, "quiero")
    assert words(waited) == ["Quiero", "Y yo (+2 → 6)", "Reenvido (→ 8)", "Órdago"], (
        "their no would do nothing"
    )
    at_once = pressed(begun(rule_set("parejas", {"gracia": 0})), first, "nomus", "envido.4")
    assert "Queremos (sin esperar)" not in words(at_once)
    trios = pressed(begun(rule_set("trios")), first, "nomus", "envido.4")
    assert "No queremos (por todos)" in words(trios)


def test_at_a_bet_of_two_twice_as_much_and_two_more_are_one_button() -> None:
    table = begun(rule_set("vitoria"))
    assert table.mesa is not None
    table = pressed(table, table.mesa.mano, "nomus", "envido.2")
    labels = [label for label, _ in keyboard(ES.board(watch(table)))]
    assert [label for label in labels if "→ 4" in label] == ["Y yo (+2 → 4)"]


# ---- the lobby -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", RULE_SETS)
def test_no_field_of_the_rules_is_shown_as_a_program_names_it(name: str, language: str) -> None:
    narrator, rules = Narrator(language), RULE_SETS[name]
    for field, kind in rules.fields.items():
        assert "_" not in field_name(narrator.texts, field)
        told = [value_name(narrator.texts, field, value) for value in kind.usual]
        assert len(set(told)) == len(told)
        assert all("_" not in each and "True" not in each for each in told)


@pytest.mark.parametrize("name", RULE_SETS)
def test_no_two_buttons_of_a_page_of_rules_are_alike(name: str) -> None:
    table = lobby(RULE_SETS[name], 2)
    for page in ("page.rules", "page.fields", *(f"page.f-{field}" for field in table.rules.fields)):
        found = list(keyboard(ES.lobby(watch(pressed(table, 0, page)))))
        assert len({label for label, _ in found}) == len({act for _, act in found}) == len(found)
        assert all(0 < len(label) <= 40 for label, _ in found)


def test_changed_rules_say_the_real_number_and_what_was_changed_in_words() -> None:
    table = lobby(rule_set("vitoria", {"piedras": 20, "mus_corrido": "juego", "mus_visto": 0.1}), 0)
    post = ES.lobby(watch(table))
    assert post.title == "Mesa K7 · Vitoria a 20"
    assert post.text.startswith(
        "Vitoria (8 reyes), con cambios: piedras = 20, mus corrido = en cada juego, mus visto = 10 %\n"
    )
    assert "a 40" not in post.text


def test_what_seals_the_deck_is_told_to_who_asks() -> None:
    view = watch(lobby(seats=4))
    assert view.commitment in ES.guide.seal(view).text
    for language in LANGUAGES:
        alert = Narrator(language).guide.seal_alert(view)
        assert view.commitment in alert
        assert len(alert) <= 200
    assert OpenPage(Page.RULES) in [act for _, act in keyboard(ES.page(view, Page.LOBBY))]
