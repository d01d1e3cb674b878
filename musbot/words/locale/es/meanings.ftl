# What each button of this moment means
meaning-line = { $label }: { $meaning }
meaning-mus = pides cambiar cartas; si lo dicen todos, se cambian.
meaning-no-mus = ya nadie cambia cartas y se empieza por la grande.
meaning-consulta = que decida tu compañero.
meaning-descarta = elige las cartas que tiras; te sirven otras tantas.
meaning-servido = te quedas con las que tienes.
meaning-paso = no apuestas; si nadie lo hace, el lance queda «en paso»: { $worth ->
    [0] se cobra solo lo que valgan las jugadas.
   *[other] { $worth } para quien gane.
}
meaning-envido = apuestas { $total } piedras a { $lance }. Si quieren, al final las { $total } son de quien gane; si no, cobras { $deje } ya.
meaning-raise = quieres las { $bet } y subes a { $total }. Si no quieren, cobras { $bet } ya.
meaning-other = eliges tú cuánto.
meaning-ordago = lo apuestas todo a { $lance }. Si quieren, se enseñan las cartas y ahí se decide el juego entero; si no, cobras { $deje } ya.
meaning-quiero = van { $bet } a { $lance }.
meaning-quiero-ordago = se enseñan las cartas y quien gane { $lance } gana el juego.
meaning-no-quiero = cobran { $deje } ya, { $premio ->
    [pares] y al final el premio de sus pares.
    [juego] y al final el premio de su juego.
    [punto] y al final 1 más por el punto.
   *[none] y da igual quién tenga mejores cartas.
}
meaning-no-quiero-yet = tú no quieres; falta tu compañero, y si tampoco quiere, cobran { $deje } ya{ $premio ->
    [pares] { "" }, y al final el premio de sus pares.
    [juego] { "" }, y al final el premio de su juego.
    [punto] { "" }, y al final 1 más por el punto.
   *[none] .
}
meaning-queremos = por los dos, van { $bet } a { $lance }.
meaning-queremos-ordago = contestas por los dos; se enseñan las cartas, y quien gane { $lance } gana el juego.
meaning-no-queremos = sin esperar más, cobran { $deje } ya{ $premio ->
    [pares] { "" }, y al final el premio de sus pares.
    [juego] { "" }, y al final el premio de su juego.
    [punto] { "" }, y al final 1 más por el punto.
   *[none] .
}
meaning-stones-paso = no apuestas.
meaning-stones-envido = pones esas piedras en el medio, y los demás contestan.
meaning-stones-mas = subes la apuesta en esas piedras.
meaning-stones-ordago = te juegas todas las piedras que tienes.
meaning-stones-quiero = pones lo apostado y sigues en el lance.
meaning-stones-acepto = pones menos de lo apostado y sigues en el lance.
meaning-stones-conforme = pones lo que falta y sigues en el lance.
meaning-stones-no-quiero = no sigues en este lance.
meaning-stones-perdido = cargas con las piedras de este lance.
meaning-senas = Seña: un gesto que dice a tu compañero lo que llevas, sin hablar: { $senas }. También lo ve el rival que te mire.
meaning-looks = Mirar a un rival: ves sus señas, pero ya no las de tu compañero.
button-explain = ❔ Explícamelo
button-explained = Sin explicaciones
done-explain = Desde ahora te explico cada botón.
done-explained = Ya no te explico los botones.
