# Cards and what they are worth: the rank before the suit, "bateko urrea" (docs/translating.md has the sources)
card = { $rank } { $suit }
card-beside = { $number ->
    [0] { $rank } { $suit } { $sign }
    [5] { $rank }eko { $suit } { $sign }
   *[other] { $rank }ko { $suit } { $sign }
}
suit-o = urrea
suit-c = kopa
suit-e = ezpata
suit-b = bastoia
rank-1 = bateko
rank-2 = biko
rank-3 = hiruko
rank-4 = lauko
rank-5 = bosteko
rank-6 = seiko
rank-7 = zazpiko
rank-10 = txanka
rank-11 = zaldi
rank-12 = errege
ranks-1 = bateko
ranks-2 = biko
ranks-3 = hiruko
ranks-4 = lauko
ranks-5 = bosteko
ranks-6 = seiko
ranks-7 = zazpiko
ranks-10 = txanka
ranks-11 = zaldi
ranks-12 = errege

pares-0 = parerik ez
pares-1 = { $high } parea
pares-2 = { $high } mediak
pares-3 = duplak, { $high } eta { $low }
pares-4 = duplak, lau { $high }
juego-31 = hogeita hamaika (31)
juego-real = erreala (31)
juego-other = { $points ->
    [35] { $points }eko jokoa
   *[other] { $points }ko jokoa
}
punto = { $points ->
    [5] { $points }eko puntua
    [10] { $points }eko puntua
    [15] { $points }eko puntua
    [21] { $points }eko puntua
    [25] { $points }eko puntua
    [30] { $points }eko puntua
   *[other] { $points }ko puntua
}

lance-grande = handia
lance-chica = txikia
lance-pares = pareak
lance-juego = jokoa
lance-punto = puntua
brief-par = parea
brief-real = erreala
