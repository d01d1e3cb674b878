# Words in pictures: short ones
picture-mano = mano: { $name }
picture-tanteo = { $table } · to { $piedras }
picture-showdown = { $table } · hand { $hand }
picture-juegos = juegos
picture-vacas = vacas
picture-paso = passed
picture-querido = { $piedras } accepted
picture-rechazado = refused: { $piedras }
picture-sin-rival = alone
picture-vacio = nobody has any
picture-ordago = órdago accepted
picture-talking = open
picture-bet = bet of { $piedras }
picture-bet-ordago = órdago!
picture-to-come = —
picture-sorteo = { $table } · the draw
picture-turned = turned up
picture-hands = hand by hand ({ $hands })
picture-have = { $count ->
    [0] nobody has any
    [one] { $names } has
   *[other] { $names } have
}
picture-winner = { $count ->
    [one] { $names } wins!
   *[other] { $names } win!
}
