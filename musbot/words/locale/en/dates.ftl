# Dates
date-when = { $weekday ->
    [0] Monday
    [1] Tuesday
    [2] Wednesday
    [3] Thursday
    [4] Friday
    [5] Saturday
   *[other] Sunday
} { $day } { $month ->
    [1] January
    [2] February
    [3] March
    [4] April
    [5] May
    [6] June
    [7] July
    [8] August
    [9] September
    [10] October
    [11] November
   *[other] December
}, { $time }
command-fechas = list, move or cancel the dates of this chat
help-fechas = see the agreed times to play (/mus with day and hour proposes one)
option-when = when
option-when-is = a day and an hour: thursday 21:00
date-example = { $form ->
    [mus-filled] /mus { option-when }:thursday 21:00
    [fechas] /dates friday 22:00
    [fechas-filled] /dates { option-when }:friday 22:00
   *[mus] /mus thursday 21:00
}
date-title = A date to play mus
date-title-by = { $name } suggests a game of mus
date-at = { $when } ({ $zone } time)
date-going = Coming ({ $count }): { $names }
date-maybe = Maybe ({ $count }): { $names }
date-not = Not coming ({ $count }): { $names }
button-date-going = I'm coming
button-date-not = Not coming
button-date-maybe = Maybe
date-answered-going = Noted: you are coming.
date-answered-waiting = Noted: you are coming, but others said so before you, so for now you wait for a seat.
date-answered-not = Noted: you are not coming.
date-answered-maybe = Noted: you might come.
date-made = Done.
date-which-half = Which of these two times?
date-which-zone = Which city's time does this chat go by? Press one{ $reads ->
    [yes] {" "}or answer this message with yours, for example Boise
   *[no] {" "}or put yours at the end: { date-example } Boise
}. You are asked only once; administrators change it in /settings.
date-soon = You play in ten minutes: { $when }. { $seat ->
    [yes] I open the table then, and your seat is kept for 15 minutes.
   *[no] I open the table then. Others said before you that they were coming, so for now you wait for a seat.
}
date-soon-here = { $names }: you play in ten minutes, { $when }. { $seat ->
    [yes] { $count ->
        [one] Your seat is kept for 15 minutes.
       *[other] Your seats are kept for 15 minutes.
    }
   *[no] I open the table then.
}
date-opened = It is time: { $table } is open. For 15 minutes seats are kept for { $names }.
date-waiting = { $count ->
    [one] { $names } is waiting for a seat.
   *[other] { $names } are waiting for a seat.
}
date-elsewhere = { $count ->
    [one] { $names } is playing at another table.
   *[other] { $names } are playing at another table.
}
date-departed = { $count ->
    [one] { $names } is no longer in this chat, so that seat is free.
   *[other] { $names } are no longer in this chat, so their seats are free.
}
date-free = { $count ->
    [one] There is a free seat: { $names }, are you coming?
   *[other] There is a free seat: { $names }, is one of you coming?
}
date-moved = { $name } moves the date: now it is { $when }.
date-again = { $names }: it is another day, so press “{ button-date-going }” again.
date-moved-own = { $name } moves the date: now it is { $when }.{ $again ->
    [0] {""}
   *[other] {" "}It is another day, so press “{ $button }” again under the date.
}
date-end-opened = Date of { $when }: the table opened on time.
date-end-cancelled = Date cancelled: { $when }.
date-end-down = At the time of the date ({ $when }) I was not running, so I opened no table. /mus opens it now.
date-end-nobody = Nobody is coming to the date of { $when }: I open no table.
date-end-closed = I could not write in this chat at the time of the date ({ $when }): there is no table.
date-end-restricted = I open no table for the date ({ $when }): the settings of this chat no longer let its maker open one.
dates-title = Dates of this chat
dates-none = There is no date. To suggest one: { $example }
dates-line = { $number }. { $when }: { $count ->
    [0] nobody is coming yet
    [one] { $count } person is coming
   *[other] { $count } people are coming
}
dates-how = To move yours: { date-example }. With its number first, “1 friday 22:00”, administrators move any.
button-date-cancel = Cancel { $when }
refused-date-not-yours = Only { $name }, who proposed that date, or an administrator of this chat can move or cancel it.
refused-date-past = That time is past. For example: { date-example }
refused-date-far = At most { $days } days ahead. For example: { date-example }
refused-date-no-hour = The hour is missing. For example: { date-example }
refused-date-unclear = I do not understand the day or the hour. For example: { date-example }. “28 november 9:30pm” works too.
refused-date-own = You already have an open date. Move or cancel it with /dates.
refused-date-many = This chat already has { $most } open dates: /dates lists them.
refused-date-over = That date is no longer open.
refused-date-opened = { $table } is already open for that date.
refused-date-moves = A date can be moved { $most } times. You may cancel it with /dates and suggest another.
refused-date-none = There is no open date here.
refused-date-which = Say which one by putting its number first: “1 friday 22:00”. /dates shows the numbers.
refused-date-again = That question is answered or has expired. If the date is missing, type it again.
refused-date-not-asked = Whoever suggests the date answers that.
refused-date-private = Dates are made in a group, where you meet to play.
refused-city-unknown = I do not know that city. Try a larger one with the same time, for example Boise or Buenos Aires.
