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
help-fechas = see the dates to play (/mus with a day and an hour suggests one)
option-when = when
option-when-is = a day and an hour: thursday 21:00
date-example = { $form ->
    [mus-filled] { mus-with-options } { option-when }:{ $words }
    [fechas] /dates { $words }
    [fechas-filled] /dates { option-when }:{ $words }
   *[mus] /mus { $words }
}
mus-with-options = /mus{ $set ->
        [none] {""}
       *[other] {" "}{ option-rules }:{ $set }
    }{ $changes ->
        [none] {""}
       *[other] {" "}{ option-changes }:{ $changes }
    }
date-example-words = thursday 21:00
date-example-day = { $weekday ->
    [0] Monday
    [1] Tuesday
    [2] Wednesday
    [3] Thursday
    [4] Friday
    [5] Saturday
   *[other] Sunday
} { $time }
date-title = A date to play mus
date-title-by = { $name } suggests a date to play mus
date-at = { $when } ({ $zone } time)
date-going = Coming ({ $count }): { $names }
date-maybe = Maybe ({ $count }): { $names }
date-not = Not coming ({ $count }): { $names }
button-date-going = I'm coming
button-date-not = Not coming
button-date-maybe = Maybe
date-answered-going = Got it: you're coming.
date-answered-waiting = Got it: you're coming, but others said so before you, so for now you wait for a seat.
date-answered-not = Got it: you're not coming.
date-answered-maybe = Got it: you might come.
date-made = Done.
date-which-half = { $name }, which of these two times?
date-which-zone = { $name }, which city's time does this chat go by? Press one{ $reads ->
    [yes] {" "}or answer this message with yours, for example Boise
   *[no] {" "}or put yours at the end: { date-example } Boise
}. You are asked only once; administrators change it in /settings.
date-soon = { $seat ->
    [yes] You play in ten minutes: { $when }.{ $count ->
        [0] {""}
        [one] {" "}{ $names } is coming too.
       *[other] {" "}{ $names } are coming too.
    } I open the table then, and your seat is kept for 15 minutes.
   *[no] The table opens in ten minutes: { $when }. Others said before you that they are coming ({ $names }), so for now you wait for a seat.
}
date-soon-here = { $seat ->
    [yes] { $names }: you play in ten minutes, { $when }. { $count ->
        [one] Your seat is kept for 15 minutes.
       *[other] Your seats are kept for 15 minutes.
    }
   *[no] { $names }: the table opens in ten minutes, { $when }.
}
date-opened = It is time: { $table } is open.
date-opened-own = { $seat ->
    [yes] It is time: { $table } is open. Your seat is kept for 15 minutes: press “{ button-ready }”.
    [no] It is time: { $table } is open. For now you wait for a seat.
   *[begun] The partida at { $table } has begun. You still wait for a seat: I tell you as soon as there is one.
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
date-moved = { $name } has moved the date: it is now { $when }.
date-again = { $names }: it is another day, so say again whether you are coming.
date-moved-own = { $name } has moved the date: it is now { $when }. { $answer ->
    [none] It is another day, so say again whether you are coming.
    [maybe] Your answer is still “{ button-date-maybe }”.
   *[other] Your answer is still “{ button-date-going }”.
}
button-date-open = Go to the date
date-end-opened = Date of { $when }: the table opened on time.
date-end-cancelled = Date cancelled: { $when }.
date-end-down = At the time of the date ({ $when }) I was not running, so I opened no table. /mus opens it now.
date-end-nobody = Nobody is coming to the date of { $when }: I open no table.
date-end-closed = I could not write in this chat at the time of the date ({ $when }): there is no table.
date-end-restricted = I open no table for the date ({ $when }): the settings of this chat no longer let whoever suggested it open one.
dates-title = Dates of this chat
dates-none = There is no date. To suggest one: { $example }
dates-line = { $number }. { $when }: { $count ->
    [0] nobody is coming yet
    [one] { $count } person is coming
   *[other] { $count } people are coming
}
dates-join = To come to one, press “{ button-date-going }” in its message.
dates-how = To move number { $number }: { date-example }
button-date-cancel = Cancel { $when }
refused-date-not-yours = Only { $name }, who suggested that date, or an administrator can move or cancel it.
refused-date-past = That time is past. For example: { date-example }
refused-date-far = Day { $day } of month { $month } is more than { $days } days ahead. For example: { date-example }
refused-date-no-hour = The hour is missing. For example: { date-example }
refused-date-unclear = I do not understand the day or the hour. For example: { date-example }
refused-date-own = You already have an open date. Move or cancel it with /dates.
refused-date-many = This chat already has { $most } open dates: /dates lists them.
refused-date-over = That date is no longer open.
refused-date-opened = { $table } is already open for that date.{ $label ->
    [seated] {" "}You have a seat there.
    [list] {" "}You are on its waiting list already.
    [none] {""}
   *[other] { $way ->
        [queue] {" "}To wait for a seat, press { $label } there.
       *[sits] {" "}To play, press { $label } there.
    }
}
refused-date-moves = A date can be moved { $most } times. You may cancel it with /dates and suggest another.
refused-date-none = There is no open date here.
refused-date-which = Say which one by putting its number first: { date-example }. /dates shows the numbers.
refused-date-again = That question is answered or has expired. If the date is missing, type it again.
refused-date-not-asked = Whoever suggests the date answers that.
refused-date-private = Dates are made in a group, where you meet to play.
refused-city-unknown = I do not know that city. Try a larger one with the same time, for example Boise or Buenos Aires.
