# The board, the score and the count
side = { $sign } { $names }
ai = { $name } 🤖
ai-kind = { $name } 🤖 ({ $kind })
player-mano = { $name } (mano)
player-postre = { $name } (postre)
table-title = Table { $short } · { $rules } to { $piedras }
board-title = { $table } · { $score } · hand { $hand }
table = Table { $short }
juego-number = game { $number } ({ $score })
vaca-and-juego = { $vaca }, { $juego }
vaca-number = vaca { $number } ({ $score })
side-line = { $sign } { $who }: { $piedras }{ $adentro ->
    [yes] { " " }· Adentro!
   *[no] { "" }
}
adentro = Adentro!
standing = { $side } { $piedras }{ $adentro ->
    [yes] { " " }(adentro!)
   *[no] { "" }
}
own-side = { $adentro ->
    [yes] Us { $piedras } (adentro!)
   *[no] Us { $piedras }
}
other-side = { $adentro ->
    [yes] them { $piedras } (adentro!)
   *[no] them { $piedras }
}
own-score = { $ours } · { $theirs } · to { $piedras }
own-score-juegos = { $ours } · { $theirs } · to { $piedras } · games { $juegos }

side-own = us
side-other = them
side-own-gets = us
side-other-gets = them
closed-paso = { $lance }: nobody bet
closed-querido = { $lance }: { $piedras } ({ $how })
closed-rechazado = { $lance }: { $piedras } to { $side } ({ $how })
closed-sin-rival = { $lance }: only { $side }
closed-vacio = { $lance }: nobody has any
closed-ordago = { $lance }: órdago accepted
closed-ordago-by = { $lance }: { $how }
declared = { $lance }: { $who }
declared-yes = { $name } yes
declared-no = { $name } no

turn-one = { $names } to speak
turn-many = { $names } to speak
turn-you = Your turn
turn-you-too = You and { $names } to speak
turn-order = To speak, in order: { $names }
turn-called = They are waiting for you
turn-called-timed = If you say nothing, an AI speaks for you { $left }
seconds-left = in { $seconds } s
minutes-left = in { $minutes } min
phase-mus = MUS? { $turn }.
    .meant = MUS? (New cards for all?) { $turn }.
phase-corrido = Mus corrido: whoever cuts the mus becomes mano.
phase-visto = Mus visto: the { $card } of { $name } was seen. Whoever likes keeps their cards (servido).
phase-descarte = DISCARD. { $count ->
    [one] { $names } has still to throw.
   *[other] { $names } have still to throw.
}
phase-throws = Thrown: { $counts }
phase-cut = { $name } says no hay mus: no more cards are changed. { $opening }
phase-cut-own = You say no hay mus: no more cards are changed. { $opening }
phase-open = { $lance }. { $turn }.
    .meant = { $lance } ({ $called ->
        [grande] the highest cards win
        [chica] the lowest cards win
        [pares] pairs or better
        [juego] a sum of 31 or more
       *[other] the highest sum, below 31
    }). { $turn }.
phase-bet = { $lance }: { $name } bets { $piedras }. { $rest }
phase-raise = { $lance }: { $name } raises to { $piedras } ({ $querido } accepted). { $rest }
phase-ordago = { $lance }: { $name } bets órdago! { $rest }
    .meant = { $lance }: { $name } bets órdago (the whole game)! { $rest }
phase-gracia-accepts = { $name } accepts. { $count ->
    [0] It stands for your side, unless you say more now.
   *[other] { $others } may still say more.
}
phase-gracia-raises = { $name } raises to { $piedras }. { $count ->
    [0] It stands for your side, unless you say more now.
   *[other] { $others } may still say more.
}
pause = The table is put off.
pause-missed = The table is put off: { $names } did not speak in time.
pause-quiet = The table is put off: { $names } said nothing for an hour.
pause-here = { $count ->
    [one] The table is put off. { $names } wants to go on.
   *[other] The table is put off. { $names } want to go on.
}
pause-yours = The table is put off. You have pressed “Resume”.
pause-until = { $who ->
    [one] It goes on when { $names } presses “Resume”.
   *[many] It goes on when { $names } press “Resume”.
}
pause-until-some = It goes on when { $some } of the { $all } of you press “Resume”.
pause-lacks = It still needs { $names }.
pause-lacks-some = It needs { $some } more of these { $all }: { $names }.
pause-lacks-one = It needs one more: { $names }.
pause-empty = The table is put off: nobody is left. It goes on as soon as somebody comes back or sits down.
reader = you
players-count = { $count ->
    [1] one
    [2] two
    [3] three
    [4] four
    [5] five
    [6] six
    [7] seven
    [8] eight
   *[other] { $count }
}
phase-waits = The table waits: I may not write now in the chat where it is played.
phase-waits-thread = The table waits: I may not write in its thread now. With “{ button-to-channel }” it goes on there.
ending = Vote to end the table: { $names } ({ $votes } of { $needed }).
missed = { $name } did not speak in time: the AI spoke for them.
missed-you = You did not speak in time, so the AI spoke for you. As soon as you press something, here or at the table, you play again yourself.
absent = { $name } is away: the AI speaks for them.
seat-left = { $name } has left: { $ai } 🤖 plays until they are back.
unwanted = Vote to replace { $name }: { $votes } of { $needed }.
seat-coming = { $name } takes the seat of { $ai } 🤖 for the next hand.
leaves = { $name } leaves and { $ai } 🤖 plays on. The seat waits for them, unless somebody else sits down first.
leaves-to = { $name } leaves: { $ai } 🤖 plays on, and { $next } sits down for the next hand.
vanishes = Somebody has left the table and keeps no seat: { $ai } 🤖 plays on.
vanishes-to = Somebody has left the table: { $ai } 🤖 plays on, and { $next } sits down for the next hand.
seat-yours = { $name }, a seat is free at { $table } and it is yours: you are seated.
seat-yours-next = { $name }, a seat is free at { $table } and it is yours: you sit down for the next hand.

# The last words of a lance, one after another
story-mus = { $name } mus
    .meant = { $name } asks for mus
story-no-mus = { $name } no hay mus
    .meant = { $name } cuts the mus
story-consulta = { $name } mi compañero dirá
    .meant = { $name } leaves it to their partner
story-paso = { $name } paso
    .meant = { $name } passes
story-envido = { $name } envido
    .meant = { $name } bets 2
story-envido-n = { $name } envido { $n }
    .meant = { $name } bets { $n }
story-ordago = { $name } órdago!
    .meant = { $name } bets órdago!
story-quiero = { $name } quiero
    .meant = { $name } accepts
story-no-quiero = { $name } no quiero
    .meant = { $name } declines
story-queremos = { $name } queremos
    .meant = { $name } accepts for both
story-no-queremos = { $name } no queremos
    .meant = { $name } declines for both
story-y-yo = { $name } “y yo”
    .meant = { $name } raises 2
story-mas = { $name } { $n } más
    .meant = { $name } raises { $n }
story-reenvido = { $name } reenvido
    .meant = { $name } doubles
story-acepto = { $name } acepto { $n }
    .meant = { $name } puts in { $n }
story-conforme = { $name } conforme
    .meant = { $name } stays in
story-perdido = { $name } me doy por perdido
    .meant = { $name } gives up
story-awaited = { $name } …

button-mus = Mus
    .meant = Mus (new cards)
button-no-mus = No hay mus
    .meant = No hay mus (keep cards)
button-consulta = Mi compañero dirá
    .meant = Mi compañero dirá (ask)
button-servido = Servido
    .meant = Servido (keep all)
button-paso = Paso
    .meant = Paso (no bet)
button-envido = Envido ({ $n })
    .meant = Envido (bet { $n })
button-ordago = Órdago
    .meant = Órdago (bet it all)
button-quiero = Quiero
    .meant = { $ordago ->
        [yes] Quiero (decides game)
       *[no] Quiero (accept)
    }
button-no-quiero = No quiero
    .meant = No quiero (decline)
button-queremos = Queremos (at once)
    .meant = Queremos (we accept)
button-no-queremos = { $side ->
    [2] No queremos (for both)
   *[other] No queremos (for all)
}
    .meant = No queremos (we decline)
button-y-yo = Y yo (+2 → { $total })
    .meant = Y yo (+2, raise to { $total })
button-mas = { $n } más (→ { $total })
    .meant = { $n } más (raise to { $total })
button-reenvido = Reenvido (→ { $total })
    .meant = Reenvido (raise to { $total })
button-other = Other amount
button-back = Back
button-sena = Seña: { $sena }
    .meant = Seña (sign): { $sena }
button-look = Watch { $name }
button-place = { $n ->
    [1] 1st
    [2] 2nd
    [3] 3rd
   *[other] { $n }th
}
button-throw = Throw
button-throw-count = Throw ({ $count })
button-cards = My cards
button-score = Score
button-replace = Replace { $name }
button-take = Sit in for { $name } 🤖
button-return = Back to my seat
button-resume = Resume
button-end = End the table
button-again = Rematch
button-share = 📤 Share

result-title = { $table } · hand { $hand }
result-hand = { $sign } { $name }: { $cards } · { $holds }
result-hand-short = { $sign } { $name }: { $cards }
result-hidden = The cards are not shown: the deje gave the game to { $side }.
stones-hidden = The cards are not shown: there was no need to.
result-score = { $sign } { $who }: { $before } → { $after }{ $adentro ->
    [yes] { " " }· Adentro!
   *[no] { "" }
}
result-juego = The game (juego) goes to { $side }! { $score }.
result-vaca = The vaca goes to { $side }! { $score } in vacas.
result-partida = 🏆 The partida (match) goes to { $who }!

end-title = { $count ->
    [one] 🏆 { $table }: { $side } wins
   *[other] 🏆 { $table }: { $side } win
}
end-text = { $people ->
    [0] It was
   *[other] Congratulations, { $names }! It was
} { $score } against { $rivals } in { $hands ->
    [one] one hand
   *[other] { $hands } hands
}.{ $people ->
    [0] { " " }Better luck next time!
   *[other] { "" }
}
end-took = { $hours ->
    [0] It took { $minutes } min.
   *[other] It took { $hours } h { $minutes } min.
}
end-best = The best cards were { $name }’s (hand { $hand }): { $holds }
evening-score = So far: { $sides }
evening-side = { $names } { $won }
share-title = { $count ->
    [one] 🏆 { $names } wins at Mus against { $rivals }
   *[other] 🏆 { $names } win at Mus against { $rivals }
}
share-text = { $hands ->
    [one] It was { $score } in one hand (rules: { $rules }).
   *[other] It was { $score } in { $hands } hands (rules: { $rules }).
}
share-text-stones = { $hands ->
    [one] { $rules }, in one hand.
   *[other] { $rules }, in { $hands } hands.
}
share-took = { $hours ->
    [0] The game took { $minutes } min.
   *[other] The game took { $hours } h { $minutes } min.
}
picture-best = Best hand
end-closed = { $table }: it ends here.
end-stood = It stood so: { $juego }, hand { $hand }.
end-expired = { $table }: expired. Nobody touched it for a quarter of an hour; /mus opens another.
end-replaced = { $table }: another one takes its place.
end-forgotten = { $table }: closed. It was put off for a month and nobody went on; /mus opens another.
end-empty = { $table }: nobody is left.
end-seed = Seed: { $seed }
end-commitment = Published fingerprint: { $commitment }
end-proof = /acta gives the whole partida, to check how it was dealt.
nudge-descarte = DISCARD. Choose what to throw.
nudge-descarte-timed = DISCARD. If you throw nothing, an AI throws for you { $left }.
nudge =
    { $name }, it is your turn at Table { $short }.
    { $now }
ordago-call =
    { $count ->
        [one] 🔔 { $name } bets órdago on { $lance }! { $names } has to answer.
       *[other] 🔔 { $name } bets órdago on { $lance }! { $names } have to answer.
    }
    .meant = { $count ->
        [one] 🔔 { $name } bets órdago (the whole game) on { $lance }! { $names } has to answer.
       *[other] 🔔 { $name } bets órdago (the whole game) on { $lance }! { $names } have to answer.
    }
set-aside = { $table } is set aside: I could not read what I had saved of it. I show no cards and touch nothing; whoever runs the bot can look. All other tables play on, and /mus opens another.
set-aside-failing = { $table } is set aside: something keeps going wrong there, and I cannot go on. What was played is saved; whoever runs the bot can look. All other tables play on, and /mus opens another.
failover-moves = The database failed over, and the last moves at { $table } may be lost. We go on from what the new board says; sorry about that.
failover-choice = The database failed over and lost the last thing you asked for here, be it a setting or /borrar. Please ask again.
score-nothing = Nothing has been dealt yet.

# What is heard as it happens
aloud-said = { $name }: { $words }
aloud-hand = Hand { $hand }. Mano: { $mano }.
aloud-lance = — { $lance } —
aloud-threw = { $count ->
    [0] { $name } keeps all four (servido)
   *[other] { $name } throws { $count }
}
aloud-threw-some = { $name } throws
aloud-you-threw = You throw { $cards }
aloud-you-took = You take { $cards }
aloud-reshuffled = The pile has run out: the discards are shuffled.
aloud-nobody = nobody

# Tres Mus and Mus Francés: stones to be rid of
stones-juego-number = game { $number }
stones-line = { $sign } { $who }: { $held }
stones-held = { $piedras ->
    [one] 1 stone
   *[other] { $piedras } stones
}
stones-middle = { $held }, { $middle } in the middle
stones-short = { $middle ->
    [0] { $name } { $piedras }
   *[other] { $name } { $piedras } ({ $middle } in the middle)
}
stones-rests = rests: no stones left
stones-out = out of the partida
stones-lost = { $line } · { $juegos } of { $of } games lost
stones-dish = In the dish: { $piedras }
stones-closed-querido = { $lance }: { $piedras } in the middle ({ $side })
stones-closed-rechazado = { $lance }: declined, { $side } is rid of { $piedras }
stones-closed-visto = { $lance }: cards compared
stones-closed-perdido = { $lance }: given up for lost
stones-suertudos = { $closed } ({ $count ->
    [one] suertudo
   *[other] suertudos
}: { $names })
stones-bet = { $lance }: { $name } bets { $piedras }. In the middle: { $middle }. { $turn }.
stones-raise = { $lance }: { $name } raises by { $piedras }. In the middle: { $middle }. { $turn }.
stones-ordago = { $lance }: { $name } bets órdago! In the middle: { $middle }. { $turn }.
stones-again = { $asked } The bet is matched: what is left is to raise, or to say “conforme”.
stones-juego = Only { $name } still has stones and loses the game ({ $juegos } of { $of }).
stones-leaves = { $name } is out of the partida.
stones-end = { $people ->
    [0] In
   *[other] Well played, { $names }! In
} { $hands ->
    [one] one hand
   *[other] { $hands } hands
}. Juegos lost: { $score }.{ $people ->
    [0] { " " }Better luck next time!
   *[other] { "" }
}
stones-against = { $name } { $juegos }
button-envido-stones = Envido { $n }
    .meant = Envido { $n } (bet)
button-quiero-stones = Quiero (put in { $n })
button-acepto = Acepto { $n }
    .meant = Acepto { $n } (put in { $n })
button-conforme = Conforme
    .meant = Conforme (stay in)
button-conforme-stones = Conforme (put in { $n })
button-mas-stones = { $n } más
    .meant = { $n } más (raise by { $n })
button-ordago-stones = Órdago (all)
    .meant = Órdago (bet all stones)
button-back-out = Withdraw
button-refuse-raise = No quiero (take { $n })
button-perdido = Give up for lost
button-perdido-of = Give up for lost ({ $name })
stones-seen = { $name } has shown their cards: { $cards }
resume-call = { $here } { $many ->
    [one] wants
   *[other] want
} to go on at { $table }. { $names }: press “Resume” if you are here.
