# The count read aloud
count-who = { $name }, { $worth }
count-who-by-mano = { $name }, { $worth }, por mano
count-by-mano = { $worth }, por mano
count-far = { $worth }, y está más lejos de la mano
amarracos = { $amarracos ->
    [one] 1 amarraco
   *[other] { $amarracos } amarracos
}{ $piedras ->
    [0] { "" }
   *[other] { " " }y { $piedras }
}
paid-deje = { $lance }: { $piedras } de deje para { $side }
paid-deje-more = { $paid }: { $accepted } que ya iban y { $more } más
paid-would = { $paid } (habría ganado { $name })
paid-paso = { $lance }: en paso, { $piedras } para { $side } ({ $who })
paid-envite = { $lance }: { $piedras } para { $side } ({ $who })
paid-premio = { $lance }: { $piedras } de premio para { $side } ({ $why })
paid-premio-by-mano = { $lance }: { $piedras } de premio para { $side }, por mano ({ $why })
paid-premio-of = { $name }, { $worth }: { $piedras }
paid-punto = Punto: { $piedras } de premio para { $side }
paid-ordago = Órdago a { $at }: { $count ->
    [one] gana { $side }
   *[other] ganan { $side }
} ({ $who })
paid-saca = { $lance }: { $side } se quita { $piedras } ({ $who })
paid-saca-deje = { $lance }: nadie quiso; { $side } se quita { $piedras }
paid-coge = { $lance }: la peor es la de { $side } ({ $who }): carga con las { $piedras } del medio
paid-medio = { $lance }: en el medio, { $put }
paid-coge-de = { $lance }: { $side } carga con { $piedras } del medio ({ $from })
paid-coge-of = { $piedras } de { $name }
paid-coge-own = { $piedras } { $piedras ->
    [one] suya
   *[other] suyas
}

# Who decided a lance, and the short count
decided-paso = en paso
decided-alone = nadie más tiene
decided-envido = { $name } envidó, { $count ->
    [0] nadie quiso
    [one] { $names } quiso
   *[other] { $names } quisieron
}
decided-raise = { $name } subió, { $count ->
    [0] nadie quiso
    [one] { $names } quiso
   *[other] { $names } quisieron
}
decided-ordago = órdago de { $name }, { $count ->
    [0] nadie quiso
    [one] { $names } quiso
   *[other] { $names } quisieron
}
decided-cut = { $name } cortó el mus
count-line = { $lance }: { $won } · { $how }
count-short = { $lance }: { $won }
count-parts = { $how } ({ $parts })
count-deje = deje: { $piedras }
count-deje-more = deje: { $accepted }+{ $more }
count-premio = { $worth }: { $piedras }
count-unpaid = Con el juego ya ganado, esto no se cuenta: { $lances }.
count-won = { $side } { $piedras }
count-won-juego = { $side } el juego
result-own = Nosotros
result-other = ellos
result-short = { $name } { $before } → { $after }
stones-count = { $lance }: { $moved }
stones-unmoved = { $closed }, no se mueven piedras
stones-moved = { $way ->
    [takes] { $name } carga con { $piedras }
   *[sheds] { $name } se quita { $piedras }
}
