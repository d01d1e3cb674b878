"""R105: a card seen among those served after a discard forces a mus, too."""

from __future__ import annotations

from random import Random

import pytest

from musbot.game.cards import card, cards
from musbot.game.engine import serve
from musbot.game.errors import Illegal
from musbot.game.events import Served
from musbot.game.lances import Lance
from musbot.game.library import Partida
from musbot.game.modos.mus.rules import MusRules
from musbot.game.position import BadPosition, Position
from musbot.game.rule_sets import rule_set
from musbot.game.state import Mus
from musbot.game.views import Took, news_for
from musbot.players import PLAYERS
from tests.support.ai_partidas import Sala
from tests.support.playing import PLAIN, Table, opened, told

ALL_MUS = ("A mus", "B mus", "C mus", "D mus")
ONE_EACH = ("A descarta 4o", "B descarta 1o", "C descarta 4c", "D descarta 2o")


def thrown(name: str = "castellano", **changes: object) -> Table:
    """Returns a table at which each has thrown one card, and cards are due to seat 0."""
    return opened(name, visto_en="siempre", **changes).deal(*PLAIN).say(*ALL_MUS, *ONE_EACH)


def seen(table: Table) -> Table:
    """Serves a card to each; that of seat 1 is seen."""
    table.draw("1c").happen(serve(table.mesa, cards("2c"), card("2c")))
    return table.draw("3c 7c")


def test_R105_a_card_seen_among_those_served_forces_a_mus_in_which_each_may_stay_servido():
    t = seen(thrown())
    assert t.mus.family_view().visto == (1, card("2c"))
    assert t.voces == {"A": ["descarta", "servido"]}
    t.say("A servido", "B descarta 2c", "C servido", "D servido").draw("4b")
    assert (t.envite.lance, t.mesa.throws) == (Lance.GRANDE, ((1, 1, 1, 1), (0, 1, 0, 0)))


def test_R105_if_nobody_stays_servido_mus_is_asked_and_a_card_may_be_seen_again():
    t = seen(thrown()).say("A descarta 1c", "B descarta 2c", "C descarta 3c", "D descarta 7c")
    t.draw("4b 5b 3o 7b")
    assert t.mesa.phase == Mus()
    t = seen(thrown()).say("A descarta 1c", "B descarta 2c", "C descarta 3c", "D descarta 7c")
    t.happen(serve(t.mesa, cards("4b"), card("4b"))).draw("5b 3o 7b")
    assert t.voces == {"A": ["descarta", "servido"]}


def test_R82_R105_such_a_mus_does_not_move_the_mano_of_a_mus_corrido():
    t = opened("clasico", visto_en="siempre").deal(*PLAIN).say(*ALL_MUS)
    assert (t.mesa.mano, t.turno) == (1, "B")
    t.say("B descarta 1o", "C descarta 4c", "D descarta 2o", "A descarta 4o")
    t.happen(serve(t.mesa, cards("2c"), card("2c"))).draw("1c 3c 7c")
    assert (t.mesa.mano, t.turno, t.mus.corrido) == (1, "B", True)


def refused(table: Table, visto: str) -> Illegal:
    """Returns why a card cannot be served face up."""
    with pytest.raises(Illegal) as refusal:
        serve(table.mesa, cards("1c"), card(visto))
    return told(refusal.value)


def test_R105_only_where_it_is_chosen_and_only_a_card_that_is_served():
    t = opened("castellano").deal(*PLAIN).say(*ALL_MUS, *ONE_EACH)
    assert (refused(t, "1c").reason, refused(t, "1c").rule) == ("no-visto-served", "R105")
    assert refused(thrown(), "2c").reason == "not-your-card"


def test_R105_one_card_is_seen_in_a_discard_and_none_once_somebody_has_stayed_servido():
    t = thrown()
    t.happen(serve(t.mesa, cards("2c"), card("2c")))
    assert refused(t, "1c").reason == "visto-already"
    t = seen(thrown()).say("A descarta 1c", "B servido", "C servido", "D servido")
    with pytest.raises(Illegal, match="no-visto-in-last"):
        serve(t.mesa, cards("4b"), card("4b"))


def test_R105_all_hear_the_card_that_is_seen_and_no_other():
    event = Served(1, cards("1c 2c"), card("2c"))
    rules = rule_set("castellano", {"visto_en": "siempre"})
    assert news_for(event, 1, rules) == (Took(1, 2, cards("1c 2c"), card("2c")),)
    assert news_for(event, 0, rules) == news_for(event, None, rules) == (Took(1, 2, None, card("2c")),)


@pytest.mark.parametrize("corrido", ["no", "juego"])
def test_R105_a_position_says_which_cards_were_served_face_up(corrido: str):
    rules = rule_set("clasico", {"mus_visto": 1, "visto_en": "siempre", "mus_corrido": corrido})
    partida = Partida(rules, seed=3)
    for _ in range(4):
        partida.say(f"descarta {partida.view(partida.turno[0]).mine[0]}")
    for _ in range(2):
        (seat,) = partida.turno
        partida.say(f"descarta {partida.view(seat).mine[0]}")
    line = str(partida)
    assert partida.position.vistos
    assert f" vistos={partida.position.vistos[0]}" in line
    assert Partida.from_position(line) == partida


@pytest.mark.parametrize("vistos", ["0", "5", "2-3"])
def test_R105_a_position_with_a_card_seen_that_was_not_served_says_so(vistos: str):
    t = seen(thrown())
    line = str(Position.of(t.log))
    assert " vistos=2" in line
    with pytest.raises((BadPosition, Illegal)):
        Position.read(line.replace(" vistos=2", f" vistos={vistos}")).play_hand()


@pytest.mark.parametrize("kind", ["prudente", "muslari"])
def test_R105_ai_players_play_partidas_in_which_every_card_is_seen_to_the_end(kind: str):
    rules = rule_set("vitoria", {"mus_visto": 1, "visto_en": "siempre", "juegos": 1, "piedras": 20})
    assert isinstance(rules, MusRules)
    rng = Random(1)
    assert Sala(rules, [PLAYERS[kind](rng) for _ in range(4)], rng).play() in (0, 1)


def test_R105_the_games_with_stones_never_show_a_card_that_is_served():
    assert not rule_set("tres-mus").visto_when_served
