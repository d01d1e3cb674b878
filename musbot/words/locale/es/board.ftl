# The board, the score and the count
side = { $sign } { $names }
ai = { $name } 🤖
ai-kind = { $name } 🤖 ({ $kind })
player-mano = { $name } (mano)
player-postre = { $name } (postre)
table-title = Mesa { $short } · { $rules } a { $piedras }
board-title = { $table } · { $score } · mano { $hand }
table = Mesa { $short }
juego-number = juego { $number } ({ $score })
vaca-and-juego = { $vaca }, { $juego }
vaca-number = vaca { $number } ({ $score })
side-line = { $sign } { $who }: { $piedras }{ $adentro ->
    [yes] { " " }· ¡Adentro!
   *[no] { "" }
}
adentro = ¡Adentro!
standing = { $side } { $piedras }{ $adentro ->
    [yes] { " " }(¡adentro!)
   *[no] { "" }
}
own-side = { $adentro ->
    [yes] Nosotros { $piedras } (¡adentro!)
   *[no] Nosotros { $piedras }
}
other-side = { $adentro ->
    [yes] ellos { $piedras } (¡adentro!)
   *[no] ellos { $piedras }
}
own-score = { $ours } · { $theirs } · a { $piedras }
own-score-juegos = { $ours } · { $theirs } · a { $piedras } · juegos { $juegos }

side-own = nosotros
side-other = ellos
side-own-gets = nosotros
side-other-gets = ellos
closed-paso = { $lance }: en paso
closed-querido = { $lance }: { $piedras } ({ $how })
closed-rechazado = { $lance }: { $piedras } para { $side } ({ $how })
closed-sin-rival = { $lance }: solo { $side }
closed-vacio = { $lance }: nadie tiene
closed-ordago = { $lance }: órdago querido
closed-ordago-by = { $lance }: { $how }
declared = { $lance }: { $who }
declared-yes = { $name } sí
declared-no = { $name } no

turn-one = Habla { $names }
turn-many = Hablan { $names }
turn-you = Te toca
turn-you-too = Os toca a ti y a { $names }
turn-order = Hablan por orden: { $names }
turn-called = Te esperan
turn-called-timed = Si no dices nada, habla por ti una IA { $left }
seconds-left = en { $seconds } s
minutes-left = en { $minutes } min
phase-mus = ¿MUS? { $turn }.
    .meant = ¿MUS? (¿Cambiamos cartas?) { $turn }.
phase-corrido = Mus corrido: quien corta es mano.
phase-visto = Mus visto: se vio { $card }, de { $name }. Quien quiera se queda servido.
phase-descarte = DESCARTE. { $count ->
    [one] Tira { $names }.
   *[other] Tiran { $names }.
}
phase-throws = Descartes: { $counts }
phase-cut = { $name } corta el mus. { $opening }
    .meant = { $name } corta el mus: ya nadie cambia cartas. { $opening }
phase-cut-own = Cortas el mus. { $opening }
    .meant = Cortas el mus: ya nadie cambia cartas. { $opening }
phase-open = { $lance }. { $turn }.
    .meant = { $lance } ({ $called ->
        [grande] ganan las cartas más altas
        [chica] ganan las cartas más bajas
        [pares] cuentan las cartas iguales
        [juego] cuenta sumar 31 o más
       *[other] nadie llega a 31, y gana quien más suma
    }). { $turn }.
phase-bet = { $lance }: { $name } envida { $piedras }. { $rest }
phase-raise = { $lance }: { $name } sube a { $piedras } (van { $querido }). { $rest }
phase-ordago = { $lance }: ¡órdago de { $name }! { $rest }
    .meant = { $lance }: ¡órdago de { $name }! Si se quiere, decide el juego entero. { $rest }
phase-gracia-accepts = { $name } quiere. { $count ->
    [0] Vale por los tuyos, si no dices más ahora.
    [one] { $others } aún puede decir más.
   *[other] { $others } aún pueden decir más.
}
phase-gracia-raises = { $name } sube a { $piedras }. { $count ->
    [0] Vale por los tuyos, si no dices más ahora.
    [one] { $others } aún puede decir más.
   *[other] { $others } aún pueden decir más.
}
pause = Mesa aplazada.
pause-missed = { $who ->
    [0] Mesa aplazada: no has hablado a tiempo.
    [reader] Mesa aplazada: { $names } no habéis hablado a tiempo.
    [one] Mesa aplazada: { $names } no ha hablado a tiempo.
   *[many] Mesa aplazada: { $names } no han hablado a tiempo.
}
pause-quiet = { $who ->
    [0] Mesa aplazada: llevabas una hora sin hablar.
    [reader] Mesa aplazada: { $names } llevabais una hora sin hablar.
    [one] Mesa aplazada: { $names } llevaba una hora sin hablar.
   *[many] Mesa aplazada: { $names } llevaban una hora sin hablar.
}
pause-here = { $count ->
    [one] Mesa aplazada. { $names } quiere seguir.
   *[other] Mesa aplazada. { $names } quieren seguir.
}
pause-yours = Mesa aplazada. Has pulsado «Seguir».
pause-until = { $who ->
    [0] Se sigue cuando pulses «Seguir».
    [reader] Se sigue cuando { $names } pulséis «Seguir».
    [one] Se sigue cuando { $names } pulse «Seguir».
   *[many] Se sigue cuando { $names } pulsen «Seguir».
}
pause-until-some = Se sigue cuando { $some } de los { $all } pulséis «Seguir».
pause-lacks = { $who ->
    [0] Faltas tú.
    [reader] Faltáis { $names }.
    [one] Falta { $names }.
   *[many] Faltan { $names }.
}
pause-lacks-some = Faltan { $some } de estos { $all }: { $names }.
pause-lacks-one = Falta uno: { $names }.
pause-empty = Mesa aplazada: no queda nadie. En cuanto alguien vuelva o se siente, se sigue.
reader = tú
players-count = { $count ->
    [1] uno
    [2] dos
    [3] tres
    [4] cuatro
    [5] cinco
    [6] seis
    [7] siete
    [8] ocho
   *[other] { $count }
}
phase-waits = La mesa espera: ahora no puedo escribir en el chat donde se juega.
phase-waits-thread = La mesa espera: ahora no puedo escribir en su hilo. Con «{ button-to-channel }» sigue allí.
ending = { $votes ->
    [one] Quiere terminar la mesa
   *[other] Quieren terminar la mesa
}: { $names } ({ $votes } de { $needed }).
missed = { $name } no ha hablado a tiempo: la IA ha hablado en su lugar.
missed-you = Se te ha pasado el turno y la IA ha hablado por ti. En cuanto pulses algo, aquí o en la mesa, vuelves a jugar tú.
absent = { $name } no está: habla la IA en su lugar.
seat-left = { $name } ha dejado su sitio: hasta que vuelva juega { $ai } 🤖.
unwanted = Quieren sustituir a { $name } ({ $votes } de { $needed }).
seat-coming = { $name } se sienta por { $ai } 🤖 en la próxima mano.
leaves = { $name } deja su sitio y sigue { $ai } 🤖. El sitio le espera hasta que vuelva, si no se sienta antes otro.
leaves-to = { $name } deja su sitio: sigue { $ai } 🤖, y en la próxima mano se sienta { $next }.
vanishes = Alguien ha dejado la mesa y no guarda su sitio: sigue { $ai } 🤖.
vanishes-to = Alguien ha dejado la mesa: sigue { $ai } 🤖, y en la próxima mano se sienta { $next }.
seat-yours = { $name }, queda un sitio en la { $table } y es tuyo: ya te has sentado.
seat-yours-next = { $name }, queda un sitio en la { $table } y es tuyo: te sientas en la próxima mano.

# The last words of a lance, one after another
story-mus = { $name } mus
story-no-mus = { $name } no hay mus
story-consulta = { $name } mi compañero dirá
story-paso = { $name } paso
story-envido = { $name } envido
story-envido-n = { $name } envido { $n }
story-ordago = { $name } ¡órdago!
story-quiero = { $name } quiero
story-no-quiero = { $name } no quiero
story-queremos = { $name } queremos
story-no-queremos = { $name } no queremos
story-y-yo = { $name } «y yo»
story-mas = { $name } { $n } más
story-reenvido = { $name } reenvido
story-acepto = { $name } acepto { $n }
story-conforme = { $name } conforme
story-perdido = { $name } me doy por perdido
story-awaited = { $name } …

button-mus = Mus
button-no-mus = No hay mus
button-consulta = Mi compañero dirá
button-servido = Servido
button-paso = Paso
button-envido = Envido ({ $n })
button-ordago = Órdago
button-quiero = Quiero
button-no-quiero = No quiero
button-queremos = Queremos (sin esperar)
button-no-queremos = { $side ->
    [2] No queremos (por los dos)
   *[other] No queremos (por todos)
}
button-y-yo = Y yo (+2 → { $total })
button-mas = { $n } más (→ { $total })
button-reenvido = Reenvido (→ { $total })
button-other = Otra cantidad
button-back = Volver
button-sena = Seña: { $sena }
button-look = Mirar a { $name }
button-place = { $n }.ª
button-throw = Descartar
button-throw-count = Descartar ({ $count })
button-cards = Mis cartas
button-score = Tanteo
button-replace = Sustituir a { $name }
button-take = Sentarme por { $name } 🤖
button-return = Volver a mi sitio
button-resume = Seguir
button-end = Terminar la mesa
button-again = Revancha
button-share = 📤 Compartir

result-title = { $table } · mano { $hand }
result-hand = { $sign } { $name }: { $cards } · { $holds }
result-hand-short = { $sign } { $name }: { $cards }
result-hidden = Las cartas no se enseñan: con el deje, juego para { $side }.
stones-hidden = Las cartas no se enseñan: no hacía falta.
result-score = { $sign } { $who }: { $before } → { $after }{ $adentro ->
    [yes] { " " }· ¡Adentro!
   *[no] { "" }
}
result-juego = ¡Juego para { $side }! Van { $score }.
result-vaca = ¡Vaca para { $side }! Van { $score } en vacas.
result-partida = 🏆 ¡Partida para { $who }!

end-title = { $count ->
    [one] 🏆 { $table }: gana { $side }
   *[other] 🏆 { $table }: ganan { $side }
}
end-text = { $people ->
    [0] Ha sido
   *[other] ¡Enhorabuena, { $names }! Ha sido
} { $score } contra { $rivals } en { $hands ->
    [one] una mano
   *[other] { $hands } manos
}.{ $people ->
    [0] { " " }¡A la próxima!
   *[other] { "" }
}
end-took = { $hours ->
    [0] Habéis jugado { $minutes } min.
   *[other] Habéis jugado { $hours } h { $minutes } min.
}
end-best = La mejor mano, de { $name } (mano { $hand }): { $holds }
evening-score = Lleváis: { $sides }
evening-side = { $names } { $won }
share-title = { $count ->
    [one] 🏆 { $names } gana al mus a { $rivals }
   *[other] 🏆 { $names } ganan al mus a { $rivals }
}
share-text = { $hands ->
    [one] Ha sido { $score } en una mano (reglas: { $rules }).
   *[other] Ha sido { $score } en { $hands } manos (reglas: { $rules }).
}
share-text-stones = { $hands ->
    [one] { $rules }, en una mano.
   *[other] { $rules }, en { $hands } manos.
}
share-took = { $hours ->
    [0] La partida ha durado { $minutes } min.
   *[other] La partida ha durado { $hours } h { $minutes } min.
}
picture-best = La mejor mano
end-closed = { $table }: se termina aquí.
end-stood = Así quedó: { $juego }, mano { $hand }.
end-expired = { $table }: caducada. Nadie tocó la mesa en un cuarto de hora; con /mus se abre otra.
end-replaced = { $table }: se abre otra en su lugar.
end-forgotten = { $table }: cerrada. Llevaba un mes aplazada y nadie ha seguido; con /mus se abre otra.
end-empty = { $table }: se ha quedado vacía.
end-seed = Semilla: { $seed }
end-commitment = Huella publicada: { $commitment }
end-proof = Con /acta tenéis la partida entera para comprobar el reparto.
nudge-descarte = DESCARTE. Elige qué tiras.
nudge-descarte-timed = DESCARTE. Si no tiras, una IA tira por ti { $left }.
nudge =
    { $name }, te toca en la Mesa { $short }.
    { $now }
ordago-call =
    { $count ->
        [one] 🔔 ¡Órdago de { $name } a { $lance }! Contesta { $names }.
       *[other] 🔔 ¡Órdago de { $name } a { $lance }! Contestan { $names }.
    }
set-aside = La { $table } queda apartada: no he podido leer lo que guardé de ella. No enseño ninguna carta ni toco nada; quien lleva el bot puede mirarlo. Las demás mesas siguen, y con /mus se abre otra.
set-aside-failing = La { $table } queda apartada: algo me falla en ella una y otra vez y no puedo seguir. Lo jugado está guardado; quien lleva el bot puede mirarlo. Las demás mesas siguen, y con /mus se abre otra.
failover-moves = La base de datos ha fallado y puede faltar lo último que se jugó en la { $table }. Seguimos desde donde diga el tablero nuevo; perdonad.
failover-choice = La base de datos ha fallado y se ha perdido lo último que pediste aquí, ya fuera un ajuste o /borrar. Pídelo otra vez, por favor.
score-nothing = Aún no se ha repartido.

# What is heard as it happens
aloud-said = { $name }: { $words }
aloud-hand = Mano { $hand }. Es mano { $mano }.
aloud-lance = — { $lance } —
aloud-threw = { $count ->
    [0] { $name } se queda servido
   *[other] { $name } tira { $count }
}
aloud-threw-some = { $name } tira
aloud-you-threw = Tiras { $cards }
aloud-you-took = Coges { $cards }
aloud-reshuffled = Se acaba el mazo: se barajan los descartes.
aloud-nobody = nadie

# Tres Mus and Mus Francés: stones to be rid of
stones-juego-number = juego { $number }
stones-line = { $sign } { $who }: { $held }
stones-held = { $piedras ->
    [one] 1 piedra
   *[other] { $piedras } piedras
}
stones-middle = { $held }, { $middle } en el medio
stones-short = { $middle ->
    [0] { $name } { $piedras }
   *[other] { $name } { $piedras } ({ $middle } en el medio)
}
stones-rests = descansa, no le quedan piedras
stones-out = fuera de la partida
stones-lost = { $line } · { $juegos } de { $of } en contra
stones-dish = En el plato: { $piedras }
stones-closed-querido = { $lance }: { $piedras } en el medio ({ $side })
stones-closed-rechazado = { $lance }: no querido, { $side } se quita { $piedras }
stones-closed-visto = { $lance }: vistas las cartas
stones-closed-perdido = { $lance }: se dio por perdido
stones-suertudos = { $closed } ({ $count ->
    [one] suertudo
   *[other] suertudos
}: { $names })
stones-bet = { $lance }: { $name } envida { $piedras }. En el medio, { $middle }. { $turn }.
stones-raise = { $lance }: { $name } sube { $piedras } más. En el medio, { $middle }. { $turn }.
stones-ordago = { $lance }: ¡órdago de { $name }! En el medio, { $middle }. { $turn }.
stones-again = { $asked } La apuesta está igualada: falta subir o decir «conforme».
stones-juego = Solo le quedan piedras a { $name }: pierde el juego (ya { $juegos } de { $of }).
stones-leaves = { $name } queda fuera de la partida.
stones-end = { $people ->
    [0] En
   *[other] ¡Enhorabuena, { $names }! En
} { $hands ->
    [one] una mano
   *[other] { $hands } manos
}. Juegos en contra: { $score }.{ $people ->
    [0] { " " }¡A la próxima!
   *[other] { "" }
}
stones-against = { $name } { $juegos }
button-envido-stones = Envido { $n }
button-quiero-stones = Quiero (pongo { $n })
button-acepto = Acepto { $n }
button-conforme = Conforme
button-conforme-stones = Conforme (pongo { $n })
button-mas-stones = { $n } más
button-ordago-stones = Órdago (todas)
button-back-out = Volverme atrás
button-refuse-raise = No quiero (cargo con { $n })
button-perdido = Me doy por perdido
button-perdido-of = Me doy por perdido ({ $name })
stones-seen = { $name } ha enseñado sus cartas: { $cards }
resume-call = { $here } { $many ->
    [one] quiere
   *[other] quieren
} seguir en la { $table }. { $count ->
    [one] { $names }, si estás, pulsa «Seguir».
   *[other] { $names }: quien esté, que pulse «Seguir».
}
