"""An episode is a hand, or a juego, of castellano-40: what has a number may be said, no more is seen."""

from __future__ import annotations

from random import Random

import pytest

from musbot.game import DECK, Fase, Partida, Voz
from musbot.game.cards import cards
from musbot_research.envs import BETS, OBSERVED, RULES, Episode, Length, legal, observed, word, words
from musbot_research.envs.episode import WrongDraw
from musbot_research.envs.numbered import BET, DESCARTA, MOST_DISCARDS, MUS, NO_MUS, NotNumbered


def played(episode: Episode, rng: Random, moments: list[Episode] | None = None) -> Episode:
    """Plays it out at random, keeping each moment at which somebody is asked."""
    while not episode.over:
        if draws := episode.draws():
            episode.draw(rng.choice(draws))
            continue
        if moments is not None:
            moments.append(episode.copy())
        episode.say(rng.choice(episode.legal()))
    return episode


def dealt(hands: str, length: Length = Length.HAND) -> Episode:
    """An episode in which seats are dealt these hands."""
    episode = Episode(length)
    for card in cards(hands):
        episode.draw(DECK.index(card))
    return episode


HANDS = "12o 3c 11b 1e 7o 7c 7e 10b 12c 12e 5b 5o 11c 11e 10o 1b"


@pytest.mark.parametrize("length", Length)
@pytest.mark.parametrize("bets", BETS)
def test_whatever_is_said_somebody_is_asked_until_it_is_over(length: Length, bets: str):
    for seed in range(20):
        moments: list[Episode] = []
        episode = played(Episode(length, bets), Random(seed), moments)
        ours, theirs = episode.returns()[:2]
        assert ours == -theirs
        assert episode.returns() == (ours, theirs) * 2
        assert abs(ours) <= (RULES.piedras if length is Length.HAND else 1)
        for moment in moments:
            assert moment.seat is not None
            seen = observed(moment.view(moment.seat))
            assert len(seen) == OBSERVED
            assert all(-127 <= number <= 127 for number in seen)
            assert moment.returns() == (0, 0, 0, 0)


@pytest.mark.parametrize("bets", BETS)
def test_each_number_says_what_words_tells(bets: str):
    told = words(bets)
    for seed in range(20):
        moments: list[Episode] = []
        played(Episode("juego", bets), Random(seed), moments)
        for moment in moments:
            view = moment.view(moment.seat or 0)
            for number in moment.legal():
                action = word(view, number, bets)
                assert view.offers.allows(action)
                if action.voz is Voz.DESCARTA:
                    at = [int(place) - 1 for place in told[number].removeprefix("descarta ")]
                    assert action.cards == tuple(view.mine[place] for place in at)
                else:
                    assert str(action) in told[number].split(", ")


def say(episode: Episode, *said: str) -> Episode:
    for name in said:
        episode.say(words().index(name))
    return episode


def test_R44_a_hand_is_won_by_its_piedras_and_a_juego_goes_on():
    said = "no mus", *["paso"] * 15
    hand, juego = say(dealt(HANDS), *said), say(dealt(HANDS, Length.JUEGO), *said)
    assert hand.over
    assert hand.returns() == (7, -7, 7, -7), "grande 1, duples and par 4, juego 3; chica 1"
    assert len(juego.draws()) == len(DECK), "the next hand"
    assert juego.mesa.piedras == (8, 1)


def test_R35_an_accepted_órdago_is_worth_the_juego():
    said = "no mus", "órdago", "quiero"
    assert say(dealt(HANDS), *said).returns() == (40, -40, 40, -40)
    assert say(dealt(HANDS, Length.JUEGO), *said).returns() == (1, -1, 1, -1)


def test_R22_who_throws_later_does_not_see_which_cards_the_others_threw():
    one, other = (say(dealt(HANDS), *["mus"] * 4, f"descarta {places}") for places in ("12", "34"))
    assert one.seat == 1
    assert observed(one.view(1)) == observed(other.view(1))
    assert one.history(1) == other.history(1)
    assert one.history(0) != other.history(0)


def test_what_a_seat_is_told_says_nothing_of_cards_that_it_does_not_see():
    swapped = " ".join(HANDS.split()[:4] + HANDS.split()[8:] + HANDS.split()[4:8])
    one, other = dealt(HANDS), dealt(swapped)
    assert one.view(2).mine != other.view(2).mine
    for episode in (one, other):
        say(episode, "no mus", "envido 2, 2 más", "no quiero", "no quiero")
    assert observed(one.view(0)) == observed(other.view(0))
    assert one.history(0) == other.history(0)


def test_what_a_seat_is_told_tells_its_moments_apart():
    known: dict[str, tuple[list[int], list[int]]] = {}
    for seed in range(40):
        moments: list[Episode] = []
        played(Episode("juego"), Random(seed % 20), moments)
        for moment in moments:
            seat = moment.seat or 0
            told = f"{seat} {moment.history(seat)}"
            seen = observed(moment.view(seat)), moment.legal()
            assert known.setdefault(told, seen) == seen


def test_the_mus_is_cut_after_so_many_discards():
    episode = dealt(HANDS)
    for discards in range(MOST_DISCARDS):
        assert episode.legal() == [MUS, NO_MUS], discards
        say(episode, *["mus"] * 4, *["descarta 1"] * 4)
        while draws := episode.draws():
            episode.draw(draws[0])
    assert episode.legal() == [NO_MUS]


def test_nothing_is_raised_that_is_worth_the_juego():
    episode = say(dealt(HANDS), "no mus", "envido 5, 5 más")
    raises = 0
    while BET in episode.legal():
        say(episode, "envido 5, 5 más")
        raises += 1
    assert raises == 7
    assert [words()[number] for number in episode.legal()] == ["no quiero", "quiero", "órdago"]


def test_a_copy_goes_its_own_way():
    episode = dealt(HANDS)
    other = say(episode.copy(), "no mus")
    assert (episode.view(0).fase, other.view(0).fase) == (Fase.MUS, Fase.GRANDE)
    assert episode.history(0) != other.history(0)


def test_what_cannot_be_is_refused_with_what_was_expected():
    episode = Episode()
    with pytest.raises(WrongDraw, match="card 40: expected one of"):
        episode.draw(40)
    with pytest.raises(NotNumbered, match="word 0: expected a card"):
        episode.say(0)
    with pytest.raises(NotNumbered, match=r"word 17: expected one of \[0, 1\]"):
        dealt(HANDS).say(17)
    with pytest.raises(NotNumbered, match="expected one of least, usual, wide"):
        Episode(bets="all")
    with pytest.raises(NotNumbered, match=r"^length 'evening': expected one of hand, juego$"):
        Episode("evening")
    with pytest.raises(NotNumbered, match="cuatro-reyes: expected"):
        legal(Partida("cuatro-reyes", seed=1).view(0))
    with pytest.raises(NotNumbered, match="expected a seat's"):
        observed(Partida("castellano-40", seed=1).view())


def test_the_views_of_other_partidas_in_pairs_with_eight_reyes_have_numbers_too():
    partida = Partida("vitoria", seed=1)
    assert legal(partida.view(0)) == [MUS, NO_MUS]
    for _ in range(4):
        partida.say("mus")
    assert legal(partida.view(0)) == [*range(DESCARTA, DESCARTA + 15)]
