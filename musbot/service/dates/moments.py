"""Reads the day and the hour of a date as people type them, in Spanish, Basque and English.

The words become symbols (`W3` for Thursday, `@` before an hour), and a few patterns read the symbols.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from musbot.table.act_result import Refused
from musbot.words.guess import normalise

MOST_DAYS = 60
"""Days ahead that a date may be made for."""
NOON = 12
"""The hour at which the evening half of a day begins."""
_VOCABULARY = """
W0 = lunes, el lunes, monday, astelehena, astelehenean, astelehen
W1 = martes, el martes, tuesday, tue, asteartea, asteartean, astearte
W2 = miercoles, el miercoles, wednesday, wed, asteazkena, asteazkenean, asteazken
W3 = jueves, el jueves, thursday, thu, osteguna, ostegunean, ostegun
W4 = viernes, el viernes, friday, fri, ostirala, ostiralean, ostiral
W5 = sabado, el sabado, saturday, sat, larunbata, larunbatean, larunbat
W6 = domingo, el domingo, sunday, igandea, igandean, igande
M1 = enero, january, jan, urtarrila, urtarrilaren, urtarrilak
M2 = febrero, february, feb, otsaila, otsailaren, otsailak
M3 = marzo, march, martxoa, martxoaren, martxoak
M4 = abril, april, apr, apirila, apirilaren, apirilak
M5 = mayo, may, maiatza, maiatzaren, maiatzak
M6 = junio, june, jun, ekaina, ekainaren, ekainak
M7 = julio, july, jul, uztaila, uztailaren, uztailak
M8 = agosto, august, aug, abuztua, abuztuaren, abuztuak
M9 = septiembre, setiembre, september, sept, iraila, irailaren, irailak
M10 = octubre, october, oct, urria, urriaren, urriak
M11 = noviembre, november, nov, azaroa, azaroaren, azaroak
M12 = diciembre, december, dec, abendua, abenduaren, abenduak
D0 = hoy, today, gaur, gaurko
D1 = manana, tomorrow, tmrw, bihar, biharko
D2 = pasado manana, pasado, day after tomorrow, the day after tomorrow, etzi, etziko
D0 PM = esta tarde, this evening, this afternoon, gaur arratsaldean
D0 NM = esta noche, tonight, gaur gauean
AM = de la manana, por la manana, de la madrugada, in the morning, morning, am, a.m., a.m, goizean, goizeko
PM = de la tarde, por la tarde, tarde, in the evening, evening, in the afternoon, afternoon, pm, p.m., p.m
PM = arratsaldean, arratsaldeko, iluntzean, iluntzeko, arratsean, arratseko
NM = de la noche, por la noche, noche, at night, night, gauean, gaueko
12:00 = mediodia, a mediodia, al mediodia, noon, at noon, eguerdian, eguerdia
24:00 = medianoche, a medianoche, a la medianoche, midnight, at midnight, gauerdian, gauerdia
@ = a las, a la, a los, las, sobre las, hacia las, at, around
THE = el, el dia, dia, the
IN = en, dentro de, in
LATER = barru
U1 = minutos, minuto, min, minutes, minute, minutu
U60 = horas, hora, hours, hour, ordu
U1440 = dias, dia, days, day, egun
U10080 = semanas, semana, weeks, week, aste
IN 60 U1 = ordubete barru, ordu bat barru, en una hora, dentro de una hora, in an hour, in one hour
IN 30 U1 = ordu erdi barru, en media hora, dentro de media hora, in half an hour
+30 = y media, thirty, eta erdi, eta erdietan, eta erdiak
+15 = y cuarto, fifteen, eta laurden, eta laurdenetan
+5 = y cinco
+10 = y diez
+20 = y veinte
+25 = y veinticinco
-15 = menos cuarto, laurden gutxi, laurden gutxiago, laurden gutxitan, laurden gutxiagotan
-5 = menos cinco
-10 = menos diez
-20 = menos veinte
<+30 = half past, half
<+15 = quarter past, a quarter past
<-15 = quarter to, a quarter to
 = de, del, este, esta, proximo, proxima, que viene, on, this, next, coming, datorren, hurrengo, of, o'clock
 = en punto, para, for, h, hs, hrs, y, eta, and, punto, puntuan
1 = una, one, ordu bat
@ 1 = ordu batean, ordubatean, ordu batetan
2 = dos, two, bi
@ 2 = bietan, ordu bietan, ordu biak
3 = tres, three, hiru
@ 3 = hiruretan, hirurak
4 = cuatro, four, lau
@ 4 = lauretan, laurak
5 = cinco, five, bost
@ 5 = bostetan, bostak
6 = seis, six, sei
@ 6 = seietan, seiak
7 = siete, seven, zazpi
@ 7 = zazpietan, zazpiak
8 = ocho, eight, zortzi
@ 8 = zortzietan, zortziak
9 = nueve, nine, bederatzi
@ 9 = bederatzietan, bederatziak
10 = diez, ten, hamar
@ 10 = hamarretan, hamarrak
11 = once, eleven, hamaika
@ 11 = hamaiketan, hamaikak
12 = doce, twelve, hamabi
@ 12 = hamabietan, hamabiak
"""
"""The normalised phrases of each symbol. `@ 9` is an hour that needs no word before it."""
_NAMED = """
lunes martes miércoles jueves viernes sábado domingo mañana monday tuesday wednesday thursday friday saturday
sunday tomorrow astelehena asteartea asteazkena osteguna ostirala larunbata igandea bihar
"""
DAY_NAMES = tuple(_NAMED.split())
"""The names of days, to guess a mistyped one."""
SYMBOLS = {
    phrase: symbol
    for line in _VOCABULARY.strip("\n").split("\n")
    for symbol, _, said in [line.partition(" = ")]
    for phrase in said.split(", ")
}
"""The symbols of each phrase, with spaces between them; "" for a word that adds nothing."""
LONGEST = max(len(phrase.split()) for phrase in SYMBOLS)
"""The number of words in the longest phrase."""
_WRITTEN = (
    (re.compile(r"(\d{1,2})[:.h](\d\d)(?:h|hs|etan|ean|tan|an)?"), r"\1:\2"),
    (re.compile(r"(\d{1,2})(?:[:.](\d\d))?([ap])\.?m\.?"), r"@ \1:\2 \3"),
    (re.compile(r"(\d{1,2})(?:h|hs|etan|retan|tan|ak)"), r"@ \1"),
    (re.compile(r"(\d{1,2})(?:st|nd|rd|th|an|ean)"), r"THE \1"),
    (re.compile(r"(20\d\d)-(\d\d)-(\d\d)"), r"\3/\2/\1"),
    (re.compile(r"(20\d\d)-(\d\d)-(\d\d)t(\d\d):(\d\d):00"), r"\3/\2/\1 @ 0\4:\5"),
    (re.compile(r"(\d{1,2})[/-](\d{1,2})(?:[/-](20\d\d))?"), r"\1/\2/\3"),
    (re.compile(r"(\d{1,4})"), r"\1"),
)
"""Words with digits, and their symbols; an hour that begins with 0 is neither morning nor evening."""
_HALF = r"(?: (?P<half>[APN]M))?"
_TIMES = (
    rf"(?:@ )?(?P<h>\d+):(?P<m>\d*){_HALF}",
    rf"(?:@ )?<(?P<m>[+-]\d+) (?P<h>\d+){_HALF}",
    rf"@ (?P<h>\d+)(?: (?P<m>[+-]\d+|[1-5]\d(?!\S)))?{_HALF}",
    rf"(?P<h>\d+) (?P<m>[+-]\d+){_HALF}",
    r"(?P<h>\d+) (?P<half>[APN]M)",
    r"(?<=[APN]M )(?P<h>\d+)",
    r"(?<=[WD]\d )(?P<h>\d+)(?! M)",
)
"""The forms of an hour, the surest first."""
_DAYS = (
    r"(?P<d>\d+)/(?P<m>\d+)/(?P<y>\d*)",
    r"(?:THE )?(?P<d>\d+) M(?P<m>\d+)(?: (?P<y>20\d\d))?",
    r"M(?P<m>\d+) (?:THE )?(?P<d>\d+)",
    r"(?:THE|W(?P<week>\d)) (?P<d>\d+)",
    r"D(?P<on>\d)",
    r"IN (?P<n>\d+) U(?P<unit>1440|10080)",
    r"(?P<n>\d+) U(?P<unit>1440|10080) LATER",
)
"""The forms of a day, the surest first; each may have a day of the week too."""
_FROM_NOW = r"IN (?P<n>\d+) U(?P<unit>1|60)(?!\d)|(?P<n2>\d+) U(?P<unit2>1|60) LATER"


@dataclass(frozen=True, slots=True)
class Understood:
    """The day and the hour in typed words."""

    others: tuple[str, ...]
    """The words that are no part of it, such as rules, as typed."""
    options: tuple[datetime, ...]
    """The local times it may mean, without a zone: one, or two if morning or evening was not said."""


def find_moment(words: Sequence[str], names: Collection[str], now: datetime) -> Understood | None:
    """Returns the day and hour among typed words; None if they name neither.

    `names` are names of rules, which come before words of a day. `now` is the local time, without a zone. An
    hour without a day is today, or tomorrow if past. Raises Refused for a day without an hour and for words
    of a date that fit no known form. Raises it too for a time that is past or more than `MOST_DAYS` days
    ahead.
    """
    found = _symbols([normalise(word.strip(",;()¿?¡!")) for word in words], names)
    text = " ".join(symbol for _, symbol in found if symbol)
    if not _IS_DATE.search(text):
        return None
    reader = _Reader(found, now)
    options = reader.options()
    if not options:
        raise Refused("refused-date-past")
    if min(options).date() > now.date() + timedelta(days=MOST_DAYS):
        first = min(options)
        raise Refused("refused-date-far", days=MOST_DAYS, day=first.day, month=first.month)
    others = tuple(words[place] for place in sorted(reader.unused_words()))
    return Understood(others, tuple(options))


_IS_DATE = re.compile(rf"(?<!\S)(?:[WDM]\d|[APN]M|<|\d+[:/]|@ \d|\d+ [+-]\d)|{_FROM_NOW}")
"""Symbols of a day or an hour."""


def _symbols(words: Sequence[str], names: Collection[str]) -> list[tuple[int, str]]:
    """Returns the symbols of normalised words, each with the place of its phrase's first word.

    Each word that is unknown or part of a name of rules gives "_".
    """
    found: list[tuple[int, str]] = []
    place = 0
    while place < len(words):
        size, said = _symbol_at(words, place, names)
        places = range(place, place + size) if said == "_" else [place]
        found += [(it, symbol) for it in places for symbol in said.split(" ")]
        place += size
    return found


def _symbol_at(words: Sequence[str], place: int, names: Collection[str]) -> tuple[int, str]:
    """Returns the number of words of the longest known phrase at a place, and its symbols.

    Symbols are separated by spaces. A name of rules and an unknown word give "_"; an unknown word has size 1.
    """
    for size in range(min(LONGEST, len(words) - place), 0, -1):
        phrase = words[place : place + size]
        if "-".join(phrase) in names:
            return size, "_"
        if (symbol := SYMBOLS.get(" ".join(phrase))) is not None:
            return size, symbol
    for form, symbols in _WRITTEN:
        if (match := form.fullmatch(words[place])) is not None:
            return 1, match.expand(symbols).replace(": ", ":00 ").replace(" a", " AM").replace(" p", " PM")
    return 1, "_"


class _Reader:
    """Reads symbols; `options` must be called before the other methods."""

    def __init__(self, found: Sequence[tuple[int, str]], now: datetime) -> None:
        self._now = now
        self._places = [place for place, symbol in found if symbol]
        self._said = [symbol for _, symbol in found if symbol]

    def _take(self, *forms: str) -> dict[str, str]:
        """Returns the named groups of the first form that the symbols have, and marks its symbols as read.

        Groups without a value are left out; {} if no form fits, and for a form without groups.
        """
        text = " ".join(self._said)
        for form in forms:
            if (match := re.search(rf"(?<!\S)(?:{form})(?!\S)", text)) is not None:
                first, size = text[: match.start()].count(" "), match[0].count(" ") + 1
                self._said[first : first + size] = ["."] * size
                return {name: value for name, value in match.groupdict().items() if value}
        return {}

    def options(self) -> list[datetime]:
        """Returns the one or two local times that the symbols may mean and that are not past, in order.

        [] if they are past. A time from now ("in 5 minutes") is one, cut to the minute and never left out.
        Raises Refused without an hour, and for an impossible day or
        hour.
        """
        if later := self._take(_FROM_NOW):
            minutes = int(later.get("n") or later["n2"]) * int(later.get("unit") or later["unit2"])
            return [(self._now + timedelta(minutes=minutes)).replace(second=0, microsecond=0)]
        hour = self._take(*_TIMES)
        half = hour.get("half") or next((it for it in self._said if it in ("AM", "PM", "NM")), "")
        day = self._take(*_DAYS)
        weekday = day.get("week") or self._take(r"W(?P<week>\d)").get("week")
        if not hour:
            raise Refused("refused-date-no-hour")
        try:
            return self._combine(day, int(weekday) if weekday else None, _times(hour, half))
        except ValueError:
            raise Refused("refused-date-unclear") from None

    def _combine(
        self, said: dict[str, str], weekday: int | None, times: Sequence[timedelta]
    ) -> list[datetime]:
        """Returns the times on the said day that are not past, [] if none.

        Without a day it is today, or tomorrow if each time is past today. A weekday is the next one, today
        included unless each time is past. Raises ValueError for an impossible day, and for a day of the month
        on another weekday than the given one.
        """
        today = self._now.date()
        if said:
            days = [_day(said, today)]
            if weekday is not None and days[0].weekday() != weekday:
                raise ValueError("another day of the week")
        else:
            ahead = (weekday - today.weekday()) % 7 if weekday is not None else 0
            days = [today + timedelta(days=ahead + more) for more in (0, 7 if weekday is not None else 1)]
        for day in days:
            midnight = datetime(day.year, day.month, day.day)
            if options := [midnight + time for time in times if midnight + time > self._now]:
                return options
        return []

    def unused_words(self) -> set[int]:
        """Returns the indexes of unknown words and of numbers outside the date.

        Raises Refused if a day, month, unit or time was recognised but not used.
        """
        if any(it[0] in "WDMU<+-" or ":" in it or "/" in it for it in self._said):
            raise Refused("refused-date-unclear")
        left = zip(self._places, self._said, strict=True)
        return {place for place, symbol in left if symbol == "_" or symbol.isdecimal()}


def _times(said: dict[str, str], half: str) -> list[timedelta]:
    """Returns the times of day that an hour may mean: one, or without AM, PM or NM in `half` maybe two.

    Both come for hours from 1 to 11 written without a leading 0; the morning is first. Twelve at night (NM)
    ends the day. Raises ValueError for an impossible hour.
    """
    hour, minutes = int(said["h"]), int(said.get("m", "0"))
    if hour > 24 or minutes > 59 or (half == "AM" and hour > NOON):
        raise ValueError("no such hour")
    late = hour % NOON + NOON if hour <= NOON else hour
    halves = {"AM": hour % NOON, "PM": late, "NM": 24 if hour == NOON else late}
    is_sure = hour >= NOON or said["h"].startswith("0")
    hours = [halves[half]] if half else [hour] if is_sure else [hour, hour + NOON]
    return [timedelta(hours=it, minutes=minutes) for it in hours]


def _day(said: dict[str, str], today: date) -> date:
    """Returns the day of a pattern's groups: relative to today (`on`, `n`), or of the calendar.

    A calendar day may lack a year: if past, it is next year's. It may lack a month too: if past, it is next
    month's. Raises ValueError for an impossible day.
    """
    if on := said.get("on"):
        return today + timedelta(days=int(on))
    if number := said.get("n"):
        return today + timedelta(minutes=int(number) * int(said["unit"]))
    year, day = int(said.get("y", today.year)), int(said["d"])
    if month := said.get("m"):
        found = date(year, int(month), day)
        return found if found >= today or "y" in said else found.replace(year=year + 1)
    if day >= today.day:
        return today.replace(day=day)
    return (today.replace(day=1) + timedelta(days=32)).replace(day=day)


def instant_of(local: datetime, zone: ZoneInfo) -> float:
    """Returns a local time as seconds since 1970.

    A time that comes twice counts as the first. A time that is left out counts as the next valid minute.
    """
    while True:
        found = local.replace(tzinfo=zone, fold=0)
        if found.astimezone(UTC).astimezone(zone).replace(tzinfo=None) == local:
            return found.timestamp()
        local += timedelta(minutes=1)
