"""The day and the hour of a date as people type them, in three languages."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from musbot.service.dates.moments import find_moment, instant_of
from musbot.table.act_result import Refused

NOW = datetime(2026, 11, 25, 18, 30)
NAMES = {"parejas", "vitoria", "tres-mus", "donostia", "viernes-loco", "castellano-40"}

UNDERSTOOD = """
jueves 21:00 = 26 21:00
Jueves 21:00 = 26 21:00
el jueves a las 21:00 = 26 21:00
jueves a las 21 = 26 21:00
jueves 21 = 26 21:00
jueves 21h = 26 21:00
jueves 21.30 = 26 21:30
jueves 21h30 = 26 21:30
jueves, 21:00 = 26 21:00
este jueves a las 21:00 = 26 21:00
el próximo jueves a las 21:00 = 26 21:00
el jueves que viene a las 21:00 = 26 21:00
jueves a las nueve de la noche = 26 21:00
jueves a las 9 de la noche = 26 21:00
jueves a las 9 y media de la noche = 26 21:30
jueves por la noche a las 9 = 26 21:00
jueves 9 de la noche = 26 21:00
jueves a las 9 = 26 09:00 21:00
jueves a las nueve y media = 26 09:30 21:30
jueves a las nueve y cuarto = 26 09:15 21:15
jueves a las diez menos cuarto = 26 09:45 21:45
jueves a las 10 menos cuarto de la noche = 26 21:45
jueves a las 10 menos veinte de la noche = 26 21:40
jueves a las ocho y veinte de la tarde = 26 20:20
viernes 22:00 = 27 22:00
viernes a las diez de la noche = 27 22:00
el viernes por la noche a las diez y media = 27 22:30
sábado 12:00 = 28 12:00
sabado a mediodia = 28 12:00
sábado a las 12 = 28 12:00
sábado a las 12 de la noche = 29 00:00
sábado a medianoche = 29 00:00
domingo a las 5 de la tarde = 29 17:00
domingo a las cinco y media de la tarde = 29 17:30
domingo por la tarde a las 5 = 29 17:00
domingo por la mañana a las 11 = 29 11:00
domingo a las once de la mañana = 29 11:00
lunes 20:00 = 30 20:00
martes a las 19:30 = 12/1 19:30
miércoles 21:00 = 25 21:00
miércoles 18:00 = 12/2 18:00
hoy 21:00 = 25 21:00
hoy a las 21:00 = 25 21:00
hoy a las nueve = 25 21:00
hoy a las 9 y media = 25 21:30
hoy a las 9 de la noche = 25 21:00
esta noche a las 9 = 25 21:00
esta noche a las diez y media = 25 22:30
esta noche 22:00 = 25 22:00
esta tarde a las 7 = 25 19:00
esta noche 10 = 25 22:00
mañana 21:00 = 26 21:00
mañana a las 21:00 = 26 21:00
mañana a las 9 y media = 26 09:30 21:30
mañana a las nueve = 26 09:00 21:00
mañana por la noche a las 9 = 26 21:00
mañana por la mañana a las 9 = 26 09:00
mañana por la tarde a las 6 y cuarto = 26 18:15
mañana 9 y media = 26 09:30 21:30
mañana a las 09:30 = 26 09:30
mañana a la una = 26 01:00 13:00
mañana a las 12:30 = 26 12:30
pasado mañana 21:00 = 27 21:00
pasado mañana a las ocho de la tarde = 27 20:00
21:30 = 25 21:30
a las 21:30 = 25 21:30
a las 9 = 25 21:00
a las nueve y media = 25 21:30
las 22 = 25 22:00
21h = 25 21:00
17:00 = 26 17:00
a las 5 = 26 05:00 17:00
9 y media = 25 21:30
28 de noviembre 21:00 = 28 21:00
el 28 de noviembre a las 21:00 = 28 21:00
sábado 28 de noviembre a las 21:00 = 28 21:00
sábado 28 a las 21:00 = 28 21:00
el sábado 28, a las 21:00 = 28 21:00
3 de diciembre a las 9 de la noche = 12/3 21:00
el día 28 a las 21:00 = 28 21:00
el 28 a las 21:00 = 28 21:00
el 3 a las 21:00 = 12/3 21:00
28/11 21:00 = 28 21:00
28-11 21:00 = 28 21:00
28/11/2026 21:00 = 28 21:00
2026-11-28 21:00 = 28 21:00
2026-11-28T10:30:00 = 28 10:30
2026-11-28T21:30:00 = 28 21:30
hoy a las 12 de la noche = 26 00:00
5/1 21:00 = 2027/1/5 21:00
5 de enero de 2027 a las 20:00 = 2027/1/5 20:00
jueves 3 de diciembre a las 21:00 = 12/3 21:00
en 2 horas = 25 20:30
dentro de 2 horas = 25 20:30
dentro de dos horas = 25 20:30
en media hora = 25 19:00
dentro de 45 minutos = 25 19:15
en 30 min = 25 19:00
dentro de una hora = 25 19:30
dentro de 3 días a las 21:00 = 28 21:00
dentro de una semana a las 21:00 = 12/2 21:00
friday 9pm = 27 21:00
friday 9 pm = 27 21:00
Friday at 9pm = 27 21:00
friday 9:30pm = 27 21:30
friday 9.30pm = 27 21:30
friday at 9 p.m. = 27 21:00
on friday at 21:00 = 27 21:00
this friday at 21:00 = 27 21:00
next friday 21:00 = 27 21:00
friday 21:00 = 27 21:00
friday at 9 = 27 09:00 21:00
friday at nine = 27 09:00 21:00
friday at nine thirty = 27 09:30 21:30
friday half past nine = 27 09:30 21:30
friday at half past nine = 27 09:30 21:30
friday at quarter past nine = 27 09:15 21:15
friday at quarter to ten = 27 09:45 21:45
friday at half past nine in the evening = 27 21:30
friday at 9 in the evening = 27 21:00
friday evening at 9 = 27 21:00
friday night at 10 = 27 22:00
friday at noon = 27 12:00
friday at midnight = 28 00:00
friday at 9 o'clock = 27 09:00 21:00
thursday 21:00 = 26 21:00
thu 21:00 = 26 21:00
saturday 5pm = 28 17:00
sat 5pm = 28 17:00
sunday afternoon at 5 = 29 17:00
sunday 11am = 29 11:00
sunday morning at 11 = 29 11:00
monday 8pm = 30 20:00
tuesday at 20:00 = 12/1 20:00
wednesday 9pm = 25 21:00
today 9pm = 25 21:00
today at 9 = 25 21:00
tonight 9 = 25 21:00
tonight at 9 = 25 21:00
tonight at 10pm = 25 22:00
tonight 21:30 = 25 21:30
this evening at 8 = 25 20:00
tomorrow 21:00 = 26 21:00
tomorrow 9pm = 26 21:00
tomorrow at 9 = 26 09:00 21:00
tomorrow evening at 9 = 26 21:00
tomorrow night at 9 = 26 21:00
tomorrow morning at 9 = 26 09:00
day after tomorrow 9pm = 27 21:00
the day after tomorrow at 21:00 = 27 21:00
9pm = 25 21:00
at 9 = 25 21:00
at 21:30 = 25 21:30
28 november 21:00 = 28 21:00
november 28 21:00 = 28 21:00
nov 28 9pm = 28 21:00
28 nov 9pm = 28 21:00
november 28th at 9pm = 28 21:00
28th of november at 9pm = 28 21:00
the 28th at 9pm = 28 21:00
on the 28th at 9pm = 28 21:00
saturday november 28 at 9pm = 28 21:00
december 3 at 21:00 = 12/3 21:00
in 2 hours = 25 20:30
in two hours = 25 20:30
in an hour = 25 19:30
in half an hour = 25 19:00
in 45 minutes = 25 19:15
in 3 days at 9pm = 28 21:00
osteguna 21:00 = 26 21:00
ostegunean 21:00 = 26 21:00
ostegunean 21:00etan = 26 21:00
ostegunean 21etan = 26 21:00
ostegunean gaueko 9etan = 26 21:00
ostegunean gaueko bederatzietan = 26 21:00
ostegunean bederatzietan = 26 09:00 21:00
ostegunean bederatzi eta erdietan = 26 09:30 21:30
ostegunean gaueko bederatzi eta erdietan = 26 21:30
ostegunean gaueko hamarrak laurden gutxitan = 26 21:45
ostiralean 22:00etan = 27 22:00
ostirala 22:00 = 27 22:00
datorren ostiralean 21:00etan = 27 21:00
larunbatean arratsaldeko 5etan = 28 17:00
larunbata 17:00 = 28 17:00
larunbatean eguerdian = 28 12:00
igandean goizeko 11etan = 29 11:00
igandean arratsaldeko bostetan = 29 17:00
astelehenean 20:00 = 30 20:00
asteartean 20:00etan = 12/1 20:00
asteazkenean 21:00 = 25 21:00
gaur 21:00 = 25 21:00
gaur gauean 9etan = 25 21:00
gaur gaueko 10etan = 25 22:00
gaur bederatzietan = 25 21:00
bihar 21:00 = 26 21:00
bihar 21:00etan = 26 21:00
bihar gaueko 9etan = 26 21:00
bihar bederatzi eta erdietan = 26 09:30 21:30
bihar goizeko 9etan = 26 09:00
bihar arratsaldean 6etan = 26 18:00
etzi 21:00 = 27 21:00
21:30etan = 25 21:30
azaroaren 28an 21:00etan = 28 21:00
abenduaren 3an gaueko 9etan = 12/3 21:00
azaroak 28 21:00 = 28 21:00
ordu bat barru = 25 19:30
2 ordu barru = 25 20:30
bi ordu barru = 25 20:30
ordu erdi barru = 25 19:00
30 minutu barru = 25 19:00
"""
REFUSED = """
jueves = refused-date-no-hour
mañana por la noche = refused-date-no-hour
esta noche = refused-date-no-hour
el 28 de noviembre = refused-date-no-hour
friday night = refused-date-no-hour
ostiral gauean = refused-date-no-hour
hoy 17:00 = refused-date-past
hoy a las 9 de la mañana = refused-date-past
esta tarde a las 5 = refused-date-past
25/11 13:00 = refused-date-past
24/11/2026 21:00 = refused-date-past
14/2 21:00 = refused-date-far
dentro de 70 días a las 21:00 = refused-date-far
en 20 semanas a las 21:00 = refused-date-far
31/2 21:00 = refused-date-unclear
jueves 25:00 = refused-date-unclear
jueves 21:75 = refused-date-unclear
viernes 28 de noviembre a las 21:00 = refused-date-unclear
jueves o viernes 21:00 = refused-date-unclear
jueves 21:00 22:00 = refused-date-unclear
"""
NO_DATE = (
    "vitoria",
    "30",
    "vitoria 30",
    "tres mus",
    "Donostia",
    "viernes loco",
    "parejas piedras=30",
    "castellano 40",
    "",
    "mesa",
    "a",
)


def rows(text: str) -> list[tuple[str, str]]:
    """Returns what is typed and what is expected, from lines with " = " between them."""
    return [
        (typed, expected)
        for line in text.split("\n")
        if line
        for typed, _, expected in [line.rpartition(" = ")]
    ]


def written(options: tuple[datetime, ...]) -> str:
    """Returns times as the table has them: the day, with month and year if they are others."""
    day = options[0]
    year = f"{day.year}/" if day.year != NOW.year else ""
    month = f"{day.month}/" if day.month != NOW.month else ""
    return f"{year}{month}{day.day} {' '.join(f'{it:%H:%M}' for it in options)}"


def test_two_hundred_phrasings_are_listed() -> None:
    assert len(rows(UNDERSTOOD)) + len(rows(REFUSED)) >= 200
    assert len(rows(UNDERSTOOD)) >= 150


@pytest.mark.parametrize(("typed", "expected"), rows(UNDERSTOOD))
def test_a_day_and_an_hour_are_understood(typed: str, expected: str) -> None:
    found = find_moment(typed.split(), NAMES, NOW)
    assert found is not None
    assert (written(found.options), found.others) == (expected, ())


@pytest.mark.parametrize(("typed", "reason"), rows(REFUSED))
def test_what_cannot_be_a_date_is_refused(typed: str, reason: str) -> None:
    with pytest.raises(Refused) as refused:
        find_moment(typed.split(), NAMES, NOW)
    assert refused.value.reason == reason


@pytest.mark.parametrize("typed", NO_DATE)
def test_rules_are_no_date(typed: str) -> None:
    assert find_moment(typed.split(), NAMES, NOW) is None


@pytest.mark.parametrize(
    ("typed", "others"),
    [
        ("vitoria jueves 21:00 piedras=30", "vitoria piedras=30"),
        ("jueves 21:00 vitoria 30", "vitoria 30"),
        ("vitoria 30 jueves a las 9 y media de la noche", "vitoria 30"),
        ("tres mus friday 9pm", "tres mus"),
        ("viernes loco jueves 21:00", "viernes loco"),
        ("Donostia ostegunean 21:00etan real=figura", "Donostia real=figura"),
        ("castellano 40 mañana 21:00", "castellano 40"),
    ],
)
def test_rules_beside_a_date_stay(typed: str, others: str) -> None:
    found = find_moment(typed.split(), NAMES, NOW)
    assert found is not None
    assert " ".join(found.others) == others


def test_a_house_rule_called_like_a_day_comes_before_the_day() -> None:
    assert find_moment(["jueves"], {"jueves"}, NOW) is None
    found = find_moment("jueves 21:30".split(), {"jueves"}, NOW)
    assert found is not None
    assert (found.others, written(found.options)) == (("jueves",), "25 21:30")


@pytest.mark.parametrize(
    ("zone", "local", "expected"),
    [
        ("Europe/Madrid", "2026-11-26T21:00", "2026-11-26T20:00+00:00"),
        ("Europe/Madrid", "2027-03-28T02:30", "2027-03-28T01:00+00:00"),  # does not exist: 03:00 does
        ("Europe/Madrid", "2026-10-25T02:30", "2026-10-25T00:30+00:00"),  # twice: the first
        ("America/New_York", "2027-03-14T02:30", "2027-03-14T07:00+00:00"),
        ("America/New_York", "2026-11-01T01:30", "2026-11-01T05:30+00:00"),
    ],
)
def test_a_local_time_is_one_instant(zone: str, local: str, expected: str) -> None:
    at = instant_of(datetime.fromisoformat(local), ZoneInfo(zone))
    assert at == datetime.fromisoformat(expected).timestamp()
