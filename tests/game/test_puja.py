"""Lances bet with stones (R64, R73): what lies in the middle, and whose it is."""

from __future__ import annotations

from tests.support.playing import PLAIN, at_grande


def test_R74_who_put_all_in_before_he_had_conformed_to_an_earlier_raise_pays_no_more_than_lies_there():
    t = at_grande("frances", *PLAIN, piedras=(9, 3, 9, 9))
    t.say("A envido 1", "B quiero", "C quiero", "D quiero", "D 3 más", "C 3 más")
    t.say("B conforme")  # of the 6 that he owes he has 2, which are of the first raise
    assert t.puja.puestas == (1, 3, 7, 4)
    t.say("A no quiero")
    (paid,) = t.payments()
    assert (paid.bando, paid.piedras, paid.de) == (0, 12, (1, 3, 4, 4))
    assert t.mesa.piedras == (20, 0, 2, 5)
    assert t.puja.puestas == (0, 0, 3, 0), "the raise alone"
