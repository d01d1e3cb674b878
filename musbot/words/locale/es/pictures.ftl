# Words in pictures: short ones
picture-mano = es mano { $name }
picture-tanteo = { $table } · a { $piedras }
picture-paso = en paso
picture-querido = van { $piedras }
picture-rechazado = no querido: { $piedras }
picture-sin-rival = solos
picture-vacio = nadie tiene
picture-ordago = órdago querido
picture-talking = se habla
picture-bet = envite de { $piedras }
picture-bet-ordago = ¡órdago!
picture-sorteo = { $table } · sorteo
picture-turned = la que sale
picture-hands = { $hands ->
    [one] una mano
   *[other] { $hands } manos
}
picture-have = { $count ->
    [0] no tiene nadie
    [one] tiene { $names }
   *[other] tienen { $names }
}
picture-winner = { $count ->
    [one] ¡Gana { $names }!
   *[other] ¡Ganan { $names }!
}
picture-stones = { $table } · { $juego }
picture-middle = medio
picture-dish = plato
picture-lost = juego perdido; con { $juegos }, fuera
picture-rests = descansa
picture-out = fuera
picture-stones-querido = { $piedras } en el medio: { $names }
picture-stones-rechazado = { $piedras ->
    [0] no querido
   *[other] no querido: { $names } se quita { $piedras }
}
picture-stones-visto = vistas las cartas
picture-stones-perdido = se dio por perdido
picture-stones-ordago = órdago: { $names }
picture-stones-suertudos = { $closed } · { $count ->
    [one] suertudo
   *[other] suertudos
}: { $names }
picture-stones-bet = { $name } envida { $piedras }
picture-stones-raise = { $name } sube { $piedras } más
picture-stones-bet-ordago = ¡órdago de { $name }!
picture-against = quién pierde cada juego ({ $juegos })
picture-signed = + carga con piedras · − se las quita
picture-by-mano = por mano
picture-deje = deje
picture-player = Jugador { $n }
picture-you-mano = Eres mano
picture-you-postre = Eres postre
