# The count read aloud
count-who = { $name }, { $worth }
count-who-by-mano = { $name }, { $worth }: a tie, won by being nearer to the mano
count-by-mano = { $worth }: a tie, won by being nearer to the mano
count-far = { $worth }: a tie, lost by being further from the mano
amarracos = { $amarracos ->
    [one] 1 amarraco
   *[other] { $amarracos } amarracos
}{ $piedras ->
    [0] { "" }
   *[other] { " " }and { $piedras }
}
    .meant = { $amarracos ->
        [one] 1 amarraco of 5
       *[other] { $amarracos } amarracos of 5
    }{ $piedras ->
        [0] { "" }
       *[other] { " " }and { $piedras }
    }
paid-deje = { $lance }: declined, a deje of { $piedras } to { $side }
paid-deje-more = { $paid }: the { $accepted } accepted before, and { $more } more
paid-would = { $paid } ({ $name } would have won)
paid-paso = { $lance }: nobody bet, { $piedras } to { $side } ({ $who })
paid-envite = { $lance }: { $piedras } to { $side } ({ $who })
paid-premio = { $lance }: a premio (bonus) of { $piedras } to { $side } ({ $why })
paid-premio-by-mano = { $lance }: a premio (bonus) of { $piedras } to { $side }, a tie won by being nearer to the mano ({ $why })
paid-premio-of = { $name }, { $worth }: { $piedras }
paid-punto = Punto: a premio (bonus) of { $piedras } to { $side }
paid-ordago = Órdago on { $at }: { $side } { $count ->
    [one] wins
   *[other] win
} it ({ $who })
paid-saca = { $lance }: { $side } is rid of { $piedras } ({ $who })
paid-saca-deje = { $lance }: declined; { $side } is rid of { $piedras }
paid-coge = { $lance }: { $side } has the worst ({ $who }) and has to take the { $piedras } in the middle
paid-medio = { $lance }: in the middle, { $put }
paid-coge-de = { $lance }: { $side } has to take { $piedras } out of the middle ({ $from })
paid-coge-of = { $piedras } of { $name }’s
paid-coge-own = { $piedras } of their own

# Who decided a lance, and the short count
decided-paso = nobody bet
decided-alone = nobody else has any
decided-envido = { $name } bet, { $count ->
    [0] all declined
   *[other] { $names } accepted
}
decided-raise = { $name } raised, { $count ->
    [0] all declined
   *[other] { $names } accepted
}
decided-ordago = órdago by { $name }, { $count ->
    [0] all declined
   *[other] { $names } accepted
}
decided-cut = { $name } said no hay mus
count-line = { $lance }: { $won } · { $how }
count-short = { $lance }: { $won }
count-parts = { $how } ({ $parts })
count-deje = deje: { $piedras }
count-deje-more = deje: { $accepted }+{ $more }
count-premio = { $worth }: { $piedras }
count-unpaid = Not counted any more, because the game is won: { $lances }.
count-won = { $side } { $piedras }
count-won-juego = { $side } the game
result-own = Us
result-other = them
result-short = { $name } { $before } → { $after }
stones-count = { $lance }: { $moved }
stones-unmoved = { $closed }, no stones move
stones-moved = { $way ->
    [takes] { $name } has to take { $piedras }
   *[sheds] { $name } is rid of { $piedras }
}
