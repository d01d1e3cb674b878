list-last = { $before } { Y($last) } { $last }
list-either = { $before } { O($last) } { $last }

# Why something is not allowed: one message for each reason of game/engine.py
illegal-not-your-turn = Ahora no te toca: { $turn-count ->
    [one] habla
   *[other] hablan
} { $turn }.
illegal-already-said = Ya has hablado, y la palabra obliga. { $turn-count ->
    [one] Habla
   *[other] Hablan
} { $turn }.
illegal-not-now = Ahora no se puede decir «{ $word }». Puedes decir: { $words }.
illegal-nothing-asked = Ahora mismo no hay nada que decir.
illegal-no-pares = No tienes pares: en este lance no hablas. { $turn-count ->
    [one] Habla
   *[other] Hablan
} { $turn }.
illegal-no-juego = No tienes juego: en este lance no hablas. { $turn-count ->
    [one] Habla
   *[other] Hablan
} { $turn }.
illegal-out-of-lance = Dijiste «no quiero»: en este lance ya no hablas. { $turn-count ->
    [one] Habla
   *[other] Hablan
} { $turn }.
illegal-wrong-amount = { $most ->
    [0] Tienen que ser { $least } o más.
   *[other] Tienen que ser de { $least } a { $most }.
}
illegal-exact-amount = Tiene que ser exactamente { $exact }.
illegal-one-card = Tiene que ser exactamente una carta.
illegal-not-your-card = No tienes esa carta ({ $card }).
illegal-card-twice = Esa carta está repetida.
illegal-not-in-pile = Esa carta ({ $card }) no está en el mazo.
illegal-wrong-cards = Hay que servir { $expected } cartas.
illegal-wrong-deal = Hay que dar { $cards } cartas a cada uno de los que juegan, de { $seats }.
illegal-no-deal-due = Ahora no toca dar cartas.
illegal-no-visto = Aquí no hay mus visto: de las cinco cartas todos tiran una.
illegal-no-visto-served = Aquí una carta vista al servir los descartes no obliga a mus.
illegal-no-visto-in-last = Alguien se ha quedado servido: en este descarte ya no hay mus visto.
illegal-visto-already = En este descarte ya se ha visto una carta ({ $card }): basta con una.
illegal-no-wait = No se está esperando a nadie.
illegal-wrong-number = A esto juegan { $expected }, y sois { $seats }.
illegal-no-senas = En esta mesa no hay señas.
illegal-no-sena-now = Ahora no se pueden hacer señas.
illegal-sena-after-grande = La seña de { $sena } se pasa solo cuando ha acabado la grande.
illegal-false-sena = Esa seña ({ $sena }) no es verdad con tus cartas.
illegal-sena-not-made-here = En este reglamento no se pasa la seña de { $sena }.
illegal-sena-twice = Esa seña ({ $sena }) ya la has hecho en esta mano.
illegal-look-at-whom = ¿A quién miras? Tiene que ser otro jugador.
illegal-no-stones = No te quedan piedras en la mano: en este lance no hablas. { $turn-count ->
    [one] Habla
   *[other] Hablan
} { $turn }.
