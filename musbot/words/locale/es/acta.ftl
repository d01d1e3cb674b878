# Una partida contada mano por mano: musbot/acta/tell.py
acta-game = { $reglas }: a { $piedras } piedras, { $juegos ->
    [one] un juego
   *[other] { $juegos } juegos
}{ $vacas ->
    [one] {""}
   *[other] {" "}y { $vacas } vacas
}.
acta-against = { $one } contra { $other }
acta-changes = Se ha pactado { $changes }.
acta-start = Se empieza así: { $score }

acta-hand = Mano { $hand }. Es mano { $name }.
acta-visto = ¡Mus visto! Se ve { $card }, de { $name }: hay mus a la fuerza.

acta-label-mus = Mus
acta-label-descarte = Descarte
acta-label-grande = Grande
acta-label-chica = Chica
acta-label-pares = Pares
acta-label-juego = Juego
acta-label-punto = Punto
acta-threw = { $name } tira { $cards }
acta-took = { $name } coge { $cards }
acta-reshuffled = se acaba el mazo y se barajan los descartes
acta-reshuffled-but = se acaba el mazo y se barajan los descartes, menos los de { $name }
acta-sena = ({ $name } pasa la seña de { $sena }: { $count ->
    [0] no la ve nadie
    [one] la ve { $seen }
   *[other] la ven { $seen }
})
acta-looks = ({ $name } mira a { $other })
acta-gracia = nadie sube más
acta-have = { $count ->
    [0] no tiene nadie
    [one] tiene { $names }
   *[other] tienen { $names }
}
acta-have-nobody-playing = de los que juegan, nadie tiene

acta-count = Se enseñan las cartas:
acta-score = Tanteo: { $score }
acta-score-side = { $side } { $piedras }
acta-adentro = { $score }, ¡adentro!
acta-score-games = { $score }; en juegos, { $juegos }
acta-juego = ¡El juego es para { $side }! Juegos: { $juegos }.
acta-shown = Se enseñan las cartas.
acta-vaca = ¡Y la vaca! Vacas: { $vacas }.
acta-won = { $count ->
    [one] ¡{ $side } gana la partida!
   *[other] ¡{ $side } ganan la partida!
}
acta-awaited = { $count ->
    [one] Habla { $names }.
   *[other] Hablan { $names }.
}
acta-to-deal = Falta repartir la mano siguiente.
acta-game-stones = { $reglas }: cada uno con { $piedras ->
    [one] una piedra
   *[other] { $piedras } piedras
}; con { $juegos ->
    [one] un juego perdido
   *[other] { $juegos } juegos perdidos
} se queda uno fuera.
acta-seen = { $count ->
    [one] { $names } enseña sus cartas:
   *[other] { $names } se enseñan las cartas:
}
acta-juego-lost = Solo le quedan piedras a { $side }: pierde el juego. Juegos perdidos: { $juegos }.
acta-suertudos = { $count ->
    [one] Suertudo: { $names }, que ya no encuentra nada que coger
   *[other] Suertudos: { $names }, que ya no encuentran nada que coger
}
