"""Cities as people type them."""

from __future__ import annotations

from zoneinfo import available_timezones

import pytest

from musbot.words.cities import _CITIES, find_zone, spanish_name


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Bilbao", "Europe/Madrid"),
        ("DONOSTIA!", "Europe/Madrid"),
        ("Vitoria-Gasteiz", "Europe/Madrid"),
        ("las palmas", "Atlantic/Canary"),
        ("buenos aires", "America/Argentina/Buenos_Aires"),
        ("ushuaia", "America/Argentina/Ushuaia"),
        ("san francisco", "America/Los_Angeles"),
        ("Boise", "America/Boise"),
        ("nueva york", "America/New_York"),
        ("new york", "America/New_York"),
        ("Ciudad de Mexico", "America/Mexico_City"),
        ("La Paz", "America/La_Paz"),
        ("Ginebra", "Europe/Zurich"),
        ("tokyo", "Asia/Tokyo"),
        ("Córdoba", None),
        ("Villarriba", None),
        ("Argentina", None),
        ("../Europe/Rome", None),
        ("", None),
        ("\0", None),
        ("x" * 300, None),
    ],
)
def test_a_city_is_known_by_its_names(typed: str, zone: str | None) -> None:
    assert find_zone(typed) == zone


def test_every_name_of_the_table_leads_to_its_zone() -> None:
    assert _CITIES.keys() <= available_timezones()
    for zone, names in _CITIES.items():
        assert {find_zone(name) for name in names.split(", ")} == {zone}
    assert (spanish_name("Europe/Rome"), spanish_name("America/Boise")) == ("Roma", "")
