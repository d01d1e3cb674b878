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
paid-punto = Puntua: beste { $piedras ->
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
paid-coge = { $lance }: okerrena { NORENA($side) } da ({ $who }), erdiko { $piedras } harriak harentzat
paid-medio = { $lance }: erdian, { $put }
paid-coge-de = { $lance }: { NORK($side) } erditik { $piedras ->
    [one] harri bat hartu du
   *[other] { $piedras } harri hartu ditu
} ({ $from })
paid-coge-of = { $piedras } { $piedras ->
    [one] { NORENA($name) }
   *[other] { NORENAK($name) }
}
paid-coge-own = { $piedras } { $piedras ->
    [one] berea
   *[other] bereak
}
