# The count read aloud
amarracos = { $amarracos ->
    [one] 1 amarraco
   *[other] { $amarracos } amarracos
}{ $piedras ->
    [0] { "" }
   *[other] { " " }y { $piedras }
}
paid-deje = { $lance }: { $piedras } de deje para { $side }
paid-would = { " " }(habría ganado { $name })
paid-paso = { $lance }: en paso, { $piedras } para { $side } ({ $who })
paid-envite = { $lance }: { $piedras } para { $side } ({ $who })
paid-premio = { $lance }: { $piedras } de premio para { $side } ({ $why })
paid-premio-of = { $name }, { $worth }: { $piedras }
paid-punto = Punto: { $piedras } más para { $side }
paid-ordago = Órdago a { $at }: gana { $side } ({ $who })
