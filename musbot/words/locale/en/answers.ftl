# What a presser is told, privately
done-said = You said: { $word }.
done-bet = You bet { $n }.
done-raised = You raise by { $n }.
done-signed = You made the seña: { $sena }.
done-looked = You are watching { $name } and see the señas they make.
done-picked = { $cards ->
    [none] You throw none, so far.
   *[other] You throw: { $cards }. “Throw” is still to be pressed.
}
done-threw = You threw: { $cards }.
done-page = Choose.
done-sat = You are seated.
done-stood = You stood up.
done-queued = { $again ->
    [0] You are on the list: I call you when a seat is free. /leave takes you off it.
   *[other] You are on the list already: I call you when a seat is free. /leave takes you off it.
}
done-barred = Done: { $name } gives up the seat.
done-unbarred = Done: { $name } may sit down.
done-ai-sat = { $name } 🤖 sits down.
done-ai-up = { $name } 🤖 stands up.
done-ai-kind = The AI players now play like this: { $kind }.
done-rules = The game is: { $rules }.
done-set = { $field }: { $value }.
done-cut = You cut at { $place }.
done-asked = Before it begins those who have sat here for a while are asked.
done-asked-for-date = I count on you: it begins as soon as those who are missing say that they are here.
done-ready = Good, you are in.
done-started = The partida begins!
done-voted = { $again ->
    [0] You want to end the table: { $votes } of the { $needed } who have to.
   *[other] You had asked for that already: { $votes } of the { $needed } who have to want the end.
}
done-voted-resume = { $again ->
    [0] You pressed “Resume”: { $votes } of the { $needed } who have to.
   *[other] You had pressed “Resume” already: { $votes } of the { $needed } who have to.
}
done-voted-replace = You want an AI to play for { $name }: { $votes } of the { $needed } who have to.
done-ended = The table is closed.
done-replaced = { $name } leaves the seat to an AI.
done-left = { $name } plays on for you. “{ button-return }” gives you the seat again, unless somebody else sits down first.
done-left-to = An AI plays on for you, and { $name } sits down for the next hand.
done-takes = You take the seat of { $name } as soon as the next hand begins.
done-came-back = You are back in your seat.
done-resumed = It goes on.

refused-over = That table is over.
refused-unknown-table = That table is no more.
refused-set-aside = That table is set aside: it could not be read.
refused-set-aside-failing = That table is set aside: something keeps going wrong there, so it cannot go on.
refused-old-question = That button is an old one. { $now }
refused-not-in-lobby = The partida has begun.
refused-not-begun = The partida has not begun.
refused-put-off = The table is put off: press “Resume”, and it goes on once enough of you are here.
refused-put-off-voted = { $now }
refused-put-off-bystander = { $table ->
    [here] The table is put off
   *[other] { $table } is put off
} until { $needed ->
    [0] { $count ->
        [one] { $names } presses “Resume”.
       *[other] { $names } press “Resume”.
    }
    [one] { $names } presses “Resume”.
   *[other] { $needed } of these press “Resume”: { $names }.
}{ $label ->
    [none] {""}
    [list] {" "}You are on the list: you sit down as soon as there is a seat.
   *[other] { $way ->
        [queue] {" "}With { $label } I call you when a seat is free.
       *[sits] {" "}To play yourself, press { $label }.
    }
}
refused-no-seat = You have no seat at this table.
label-quoted = “{ $label }”
label-with-own = “{ $label }” ({ $own })
refused-no-seat-way = { $table ->
    [here] You have no seat at this table.
   *[other] You have no seat at { $table }.
}{ $label ->
    [none] {""}
    [list] {" "}You are on the list: you sit down as soon as there is a seat.
   *[other] { $way ->
        [queue] {" "}With { $label } I call you when a seat is free.
       *[sits] {" "}To play yourself, press { $label }.
    }
}
refused-not-member = You are no longer in the chat of the table, so nothing you do here counts. Join it again and press there, or give up your seat with /leave.
refused-seated-already = You already have a seat at this table.
refused-side-full = { $free ->
    [1] There is no seat left on that side; on 🔷 there is.
    [2] There is no seat left on that side; on 🟠 there is.
   *[other] There is no seat left. To get one when there is, press “{ button-queue }”.
}
refused-rematch-not-open = The rematch is for those who played to ask for. Once they have, this button puts you on the list.
refused-table-full = There is no seat left.
refused-no-ai = No AI has a seat.
refused-not-full = { $free ->
    [one] One seat is free. “{ button-fill }” gives it to an AI.
   *[other] { $free } seats are free. “{ button-fill }” gives them to AI players.
}
refused-nothing-picked = First choose the cards you throw.
refused-not-absent = That player is not away.
refused-not-host = That is for { $name } to decide, who opened the table.
refused-not-opener = That is for whoever opened the table to decide.
refused-barred = You cannot sit at this table until whoever opened it lets you. With /mus you open one of your own.
refused-gone-already = That person is not there any more.
refused-no-ai-there = No AI sits there: that seat is somebody’s.
refused-person-there = That seat is { $name }’s, even while an AI speaks for them. Those who play can replace them; then you may sit down.
refused-too-few-to-replace = Two people besides { $name } have to ask for that, and you are the only one: AI players do not count. If { $name } misses { $missed } turns, you may do it alone.
refused-promised = { $name } sits down there for the next hand.
refused-not-held = Your seat is held for you no longer. If an AI sits at the table, take its place.
refused-ai-is-there = Anybody who is not playing yet may sit in for { $name } 🤖.
refused-nobody-named = { $sits ->
    [yes] “{ $name }” neither plays at this table nor waits for a seat.
   *[no] “{ $name }” neither plays at this table nor waits for a seat. If you want a seat yourself, write /substitute without a name.
}
refused-comes-already = { $name } has a seat already: from the next hand on.
refused-unknown-act = I do not know that button.
refused-unknown-place = That message is gone, and I do not know its topic. Write /mus or /table in the topic you want.
refused-repeated = Done already.
refused-not-saved = It could not be saved. Please try again.
refused-maybe-saved = Nothing can be saved right now. Look at the table in a moment: it may have counted.
refused-no-table = There is no table here. /mus opens one.
refused-rules = { $field } cannot be “{ $value }”: it may be { $expected }.
refused-unknown-field = I know no “{ $name }”. These can be changed: { $known }.
refused-unknown-rules = I know no “{ $name }”. There are: { $known }.
expected-range = from { $least } to { $most }
refused-clash-consulta = “Mi compañero dirá” needs four players in parejas: it cannot be played like that. Set consulta = no.
refused-clash-respuesta = Everyone plays for themselves: there is no partner to answer for you. Set respuesta = turno.
refused-clash-parejas = Everyone plays for themselves: there are no sides to draw. Set parejas = fijas.
refused-clash-zuetan = Mus by partners needs four players in parejas, and no “mi compañero dirá”. Set zuetan = no, or consulta = no.
yes = yes
no = no
refused-anonymous = I cannot tell who an anonymous administrator is: please use the buttons.
refused-private-closed = Open our private chat, or press “My cards” at the table.
acta-here = The whole partida, hand by hand. The page opens in any browser and says whether it was dealt as promised; the other file has the seed, for whoever likes to check it alone.
acta-unsent = I may not send files here. Ask for /acta in our private chat, or let me send files.
refused-not-here = That is for the group.
refused-no-acta = No partida has ended here yet.
refused-in-private = That is for our private chat: write it there.
refused-rules-guess = { $field } cannot be “{ $value }”. Did you mean “{ $guess }”?
refused-unknown-guess = I know no “{ $name }”. Did you mean “{ $guess }”?
refused-no-field = Before the = stands what is to be changed, as in piedras=30. These can be changed: { $known }.
refused-which-frances = Which of the two? /mus frances piedras=8 opens French mus, a game of getting rid of stones; /mus iparralde opens Mus as in the French Basque Country, for partners.
refused-no-value = After { $field }= stands what it is to be: { $expected }.
refused-no-acta-own = You have not played a partida to its end yet.
refused-too-fast = Not so fast: try again in { $seconds ->
    [one] a second
   *[other] { $seconds } seconds
}.
slip = Did you mean “{ $word }”?
slip-elsewhere = Do you say “{ $word }” at Table { $table }?
refused-unknown-command = I know no /{ $name }. /help tells you what there is.
refused-unknown-command-guess = I know no /{ $name }. Did you mean /{ $guess }?
refused-cut-what = Where do you cut? Write /luck and a number from 1 to 40.
refused-queue-full = Too many are waiting for a seat at this table already.
done-shown = Here is the table.
