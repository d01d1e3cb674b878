# Words in pictures: short ones
picture-mano = mano: { $name }
picture-tanteo = { $table } · to { $piedras }
picture-paso = passed
picture-querido = { $piedras } accepted
picture-rechazado = declined: { $piedras }
picture-sin-rival = alone
picture-vacio = nobody has any
picture-ordago = órdago accepted
picture-talking = open
picture-bet = bet of { $piedras }
picture-bet-ordago = órdago!
picture-sorteo = { $table } · the draw
picture-turned = turned up
picture-hands = { $hands ->
    [one] one hand
   *[other] { $hands } hands
}
picture-have = { $count ->
    [0] nobody has any
    [one] { $names } has
   *[other] { $names } have
}
picture-winner = { $count ->
    [one] { $names } wins!
   *[other] { $names } win!
}
picture-stones = { $table } · { $juego }
picture-middle = middle
picture-dish = dish
picture-lost = game lost; out at { $juegos }
picture-rests = rests
picture-out = out
picture-stones-querido = { $piedras } in the middle: { $names }
picture-stones-rechazado = { $piedras ->
    [0] declined
   *[other] declined: { $names } is rid of { $piedras }
}
picture-stones-visto = cards compared
picture-stones-perdido = given up for lost
picture-stones-ordago = órdago: { $names }
picture-stones-suertudos = { $closed } · { $count ->
    [one] suertudo
   *[other] suertudos
}: { $names }
picture-stones-bet = { $name } bets { $piedras }
picture-stones-raise = { $name } raises by { $piedras }
picture-stones-bet-ordago = { $name } bets órdago!
picture-against = who lost each game ({ $juegos })
picture-signed = + has to take stones · − is rid of them
picture-by-mano = by mano
picture-deje = deje
picture-player = Player { $n }
picture-you-mano = You are mano
picture-you-postre = You are postre
