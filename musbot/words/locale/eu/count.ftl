# The count read aloud
count-who = { $name }, { $worth }
count-who-by-mano = { $name }, { $worth }, eskutik hurbilago
count-by-mano = { $worth }, eskutik hurbilago
count-far = { $worth }, eskutik urrunago
amarracos = { $amarracos ->
    [one] hamarreko bat
   *[other] { $amarracos } hamarreko
}{ $piedras ->
    [0] { "" }
   *[other] { " " }eta { $piedras }
}
paid-deje = { $lance }: utzitakoa, { $piedras ->
    [one] tanto bat
   *[other] { $piedras } tanto
} { NORENTZAT($side) }
paid-deje-more = { $paid }: { $accepted } onartuta eta beste { $more }
paid-would = { $paid } ({ NORK($name) } irabaziko zuen)
paid-paso = { $lance }: pasoan, { $piedras ->
    [one] tanto bat
   *[other] { $piedras } tanto
} { NORENTZAT($side) } ({ $who })
paid-envite = { $lance }: { $piedras ->
    [one] tanto bat
   *[other] { $piedras } tanto
} { NORENTZAT($side) } ({ $who })
paid-premio = { $lance }: saria, { $piedras ->
    [one] tanto bat
   *[other] { $piedras } tanto
} { NORENTZAT($side) } ({ $why })
paid-premio-by-mano = { $lance }: saria, { $piedras ->
    [one] tanto bat
   *[other] { $piedras } tanto
} { NORENTZAT($side) }, eskutik hurbilago ({ $why })
paid-premio-of = { $name }, { $worth }: { $piedras }
paid-punto = Puntua: saria, { $piedras ->
    [one] tanto bat
   *[other] { $piedras } tanto
} { NORENTZAT($side) }
paid-ordago = Hordago { NORA($at) }: { $count ->
    [one] { NORK($side) } irabazi du
   *[other] { NORK($side) } irabazi dute
} ({ $who })
paid-saca = { $lance }: { NORK($side) } { $piedras ->
    [one] harri bat kendu du gainetik
   *[other] { $piedras } harri kendu ditu gainetik
} ({ $who })
paid-saca-deje = { $lance }: inork ez du nahi izan; { NORK($side) } { $piedras ->
    [one] harri bat kendu du gainetik
   *[other] { $piedras } harri kendu ditu gainetik
}
paid-coge = { $lance }: okerrena { NORENA($side) } da ({ $who }), erdiko { $piedras } harriak haren gain
paid-medio = { $lance }: erdian, { $put }
paid-coge-de = { $lance }: { NORK($side) } erditik { $piedras ->
    [one] harri bat hartu du bere gain
   *[other] { $piedras } harri hartu ditu bere gain
} ({ $from })
paid-coge-of = { $piedras } { $piedras ->
    [one] { NORENA($name) }
   *[other] { NORENAK($name) }
}
paid-coge-own = { $piedras } { $piedras ->
    [one] berea
   *[other] bereak
}

# Who decided a lance, and the short count
decided-paso = pasoan
decided-alone = beste inork ez du
decided-envido = { NOREN($name) } enbidoa, { $count ->
    [0] inork ez du nahi izan
   *[other] { NORK($names) } iduki
}
decided-raise = { NORK($name) } igo, { $count ->
    [0] inork ez du nahi izan
   *[other] { NORK($names) } iduki
}
decided-ordago = { NOREN($name) } hordagoa, { $count ->
    [0] inork ez du nahi izan
   *[other] { NORK($names) } iduki
}
decided-cut = { NORK($name) } moztu du musa
count-line = { $lance }: { $won } · { $how }
count-short = { $lance }: { $won }
count-parts = { $how } ({ $parts })
count-deje = utzitakoa: { $piedras }
count-deje-more = utzitakoa: { $accepted }+{ $more }
count-premio = { $worth }: { $piedras }
count-unpaid = Jada ez da zenbatzen, jokoa irabazita dagoelako: { $lances }.
count-won = { $side } { $piedras }
count-won-juego = { $side } jokoa
result-own = Gu
result-other = haiek
result-short = { $name } { $before } → { $after }
stones-count = { $lance }: { $moved }
stones-unmoved = { $closed }, harririk mugitu gabe
stones-moved = { $way ->
    [takes] { NORK($name) } { $piedras } bere gain
   *[sheds] { NORK($name) } { $piedras } kendu
}
