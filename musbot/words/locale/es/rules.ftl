# Rule sets and their options

about-novato = Novato: mira sus cartas y poco más, y alguna vez se equivoca. Para empezar, o para pasar el rato.
about-prudente = Prudente: cuenta lo que pueden llevar los demás, mira el tanteo y de vez en cuando va de farol.
about-muslari = Muslari: ha aprendido jugando millones de manos; sabe lo que vale cada envite y no se le ve venir.
rules-line = { $name }: { $what }
rules-line-typed = { $name }: { $what } (/mus { $typed })
rules-is-parejas = 4 jugadores, 8 reyes, a 40, gana quien llegue a 2 juegos; contesta cualquiera de la pareja
rules-is-vitoria = 8 reyes, a 40, gana quien llegue a 3 juegos; se contesta por turno
rules-is-mundial = 4 reyes, con la real, a 20, gana quien llegue a 4 juegos
rules-is-cuatro-reyes = a 20, gana quien llegue a 3 juegos; se contesta por turno
rules-is-euskal-herria = 4 reyes, a 30, gana quien llegue a 3 juegos; siempre se enseñan las cartas
rules-is-castellano = 8 reyes, a 35, gana quien llegue a 4 juegos
rules-is-castellano-30 = 8 reyes, gana quien llegue a 5 juegos
rules-is-castellano-40 = 8 reyes, gana quien llegue a 3 juegos
rules-is-clasico = 8 reyes, a 40, gana quien llegue a 3 juegos; mus corrido; contesta cualquiera de la pareja
rules-is-trios = 6 jugadores, 8 reyes, a 40, gana quien llegue a 3 juegos
rules-called-parejas = Parejas
rules-called-vitoria = Vitoria
rules-called-mundial = Mundial
rules-called-cuatro-reyes = Cuatro reyes
rules-called-euskal-herria = Euskal Herria
rules-called-castellano = Castellano
rules-called-castellano-30 = Castellano a 30
rules-called-castellano-40 = Castellano a 40
rules-called-clasico = Clásico
rules-called-trios = Tríos
rules-called-individual = Individual
rules-called-tres-mus = Tres Mus
rules-called-frances = Mus francés
rules-changed = { $name } ({ $reyes } reyes), con cambios: { $changed }
rules-changes = Con cambios: { $changed }
rules-is-individual = de 2 a 6 jugadores, 8 reyes, a 40, gana quien llegue a 3 juegos
rules-title = Maneras de jugar
rules-use = Con lo que va entre paréntesis se abre una mesa así. También con cambios: /mus vitoria piedras=30 real=figura
rules-one-title = { $name }
rule-reyes = { $value } reyes{ $value ->
    [8] { " " }y { $value } ases: el 3 es rey y el 2 es as
   *[other] : el 3 y el 2 valen lo que son
}.
rule-real-no = La real no vale.
rule-real-figura = Vale la real: tres sietes y una figura (no un 3).
rule-real-rey = Vale la real: tres sietes y un rey de verdad.
rule-juego = A { $piedras } piedras ({ $amarracos } amarracos{ $rest ->
    [0] {""}
   *[other] {" "}y { $rest }
}). La vaca, a { $juegos ->
    [one] un juego
   *[other] { $juegos } juegos
}.
rule-vacas = La partida, a { $vacas } vacas.
rule-descarte-turno = El descarte, por turno.
rule-descarte-vez = El descarte, todos a la vez.
rule-respuesta-turno = { $bandos ->
    [trios] A un envite se contesta por turno; el «quiero» de uno vale por el trío.
   *[other] A un envite se contesta por turno; el «quiero» de uno vale por la pareja.
}
rule-respuesta-pareja = { $bandos ->
    [trios] A un envite contesta cualquiera del trío; vale lo que más compromete. Los otros tienen { $gracia } s para subir.
   *[other] A un envite contesta cualquiera de la pareja; vale lo que más compromete. El otro tiene { $gracia } s para subir.
}
rule-elimina = Quien dice «no quiero» ya no habla en ese lance.
rule-corte-libre = Se puede cortar el mus sin esperar turno.
rule-corrido-partida = Mus corrido en la primera mano de la partida: quien corta es mano.
rule-corrido-juego = Mus corrido en la primera mano de cada juego: quien corta es mano.
rule-consulta = El segundo puede decir «mi compañero dirá».
rule-visto = Mus visto: a veces el que da enseña una carta y hay mus por fuerza.
rule-visto-served = Mus visto: a veces el que da enseña una carta, al repartir o al servir los descartes, y hay mus por fuerza.
rule-muestra = Al acabar la mano se enseñan siempre las cartas, también si el juego se gana con un deje.
rule-deje-recuento = El deje que llega al tanteo no gana el juego hasta el recuento: antes lo puede decidir un órdago.
rule-una-a-una = Si todos tiran todas sus cartas, las nuevas se dan de una en una.
rule-anteriores = Si se acaban las cartas, solo se barajan los descartes anteriores.
about-bandos = Los bandos: parejas (4), tríos (6) o cada uno a lo suyo (2 a 6).
about-reyes = Con 8 reyes el 3 es rey y el 2 es as; con 4 valen lo que son.
about-real = La real: tres sietes y una figura (o un rey de verdad) gana a todo juego.
about-piedras = Piedras para ganar un juego.
about-juegos = Juegos para ganar la vaca.
about-vacas = Vacas para ganar la partida.
about-parejas = Parejas fijas, o sorteadas a carta más alta antes de empezar.
about-descarte = El descarte: por turno, o todos a la vez.
about-respuesta = A un envite contesta la pareja por turno, o cualquiera de los dos.
about-gracia = Si contesta cualquiera: segundos que tiene el otro para subir.
about-elimina = Quien dice «no quiero» ya no habla en ese lance.
about-corte = Cortar el mus: por turno, o cuando se quiera.
about-mus-corrido = Mus corrido en la primera mano: quien corta es mano.
about-consulta = El segundo puede decir «mi compañero dirá»: solo con cuatro en parejas, y con zuetan=no.
about-mus-visto = Cada cuánto se le ve una carta al que da: entonces hay mus por fuerza (0 = nunca).
about-senas = Qué señas valen: ninguna, todas, las diez castellanas (sin la de tres reyes) o las siete del clásico (el guiño es 31 o 30).
about-muestra = Las cartas se enseñan al acabar la mano aunque el juego se gane con un deje.
about-deje = El deje que llega al tanteo gana en el acto, o en el recuento, y antes puede decidir un órdago.
about-reponer = Si todos tiran todas sus cartas, las nuevas se dan en paquete o de una en una.
about-barajar = Si se acaban las cartas, se barajan todos los descartes o solo los anteriores.
rule-bandos-parejas = Cuatro jugadores, en parejas.
rule-bandos-trios = Seis jugadores, en tríos.
rule-bandos-individual = De dos a seis, cada uno a lo suyo.
rule-respuesta-individual = A un envite contestan todos por turno; quien no quiere queda fuera del lance.
rule-sorteo = Las parejas se sortean: las cartas más altas contra las más bajas.
rule-senas = Hay señas, y se ven si se mira a quien las hace.
rule-senas-diez = Hay señas, las diez castellanas (la de tres reyes no), y se ven si se mira a quien las hace.
rule-senas-siete = Hay siete señas: reyes, ases, medias, duples y el guiño, que es 31 o 30; se ven si se mira a quien las hace.
rule-no-senas = Sin señas.
field-changed = { $field } = { $value }
field-is = { $field }: { $value }
field-bandos = bandos
field-reyes = reyes
field-real = la real
field-piedras = piedras
field-juegos = juegos
field-vacas = vacas
field-parejas = parejas
field-descarte = descarte
field-respuesta = quién contesta
field-gracia = tiempo del compañero
field-elimina = «no quiero» deja fuera
field-corte = cortar el mus
field-mus-corrido = mus corrido
field-mus-visto = mus visto
field-senas = señas
field-muestra = enseñar siempre
field-deje = el deje que gana
field-reponer = cuatro cartas nuevas
field-barajar = se barajan
field-tanteo = tanteo
value-parejas = por parejas
value-trios = por tríos
value-individual = cada uno a lo suyo
value-figura = con figura
value-rey = con rey
value-fijas = fijas
value-sorteo = por sorteo
value-turno = por turno
value-a-la-vez = a la vez
value-pareja = cualquiera
value-libre = cuando se quiera
value-partida = al empezar
value-juego = en cada juego
value-corto = corto
value-largo = largo
value-acto = en el acto
value-recuento = en el recuento
value-en-paquete = en paquete
value-una-a-una = de una en una
value-todos = todos los descartes
value-todas = todas
value-diez = las diez castellanas
value-siete = las siete del clásico
value-anteriores = los descartes anteriores
value-seconds = { $seconds } s
value-chance = { $percent } %
value-never = nunca
rules-is-tres-mus = de 2 a 8, cada uno a lo suyo; pierde el último con piedras (7); a los 4 juegos perdidos, fuera
rules-is-frances = de 2 a 8, cada uno a lo suyo; pierde el último con piedras (8); a los 3 juegos perdidos, fuera
rule-stones-tres-mus = De dos a ocho, cada uno a lo suyo. Cinco cartas, y se tira una; no hay mus.
    Cada uno empieza con { $piedras ->
        [one] una piedra
       *[other] { $piedras } piedras
    } y quiere quedarse sin ellas. El último que las tiene pierde el juego; con { $juegos ->
        [one] uno perdido
       *[other] { $juegos } perdidos
    }, fuera. Gana el último que queda.
    Lo que va en paso no cuenta. Se envidan piedras y se ponen en el medio; se acepta con las que se quiera. Cuando todos han hablado se puede subir, y quien no quiere seguir se vuelve atrás.
    El peor de los que quedan carga con las del medio. Los demás se libran de las suyas, y el mejor, además, del premio: la real, 5; el 33, 4; el 31, 3; otro juego, 2; pares 1, 2 o 3; punto 1.
    Orden del juego: la real, 33, 31, 32, 40, 37, 36, 35, 34.
rule-stones-frances = De dos a ocho, cada uno a lo suyo. Cinco cartas, y se tira una; no hay mus.
    Cada uno empieza con { $piedras } piedras y quiere quedarse sin ellas. El último que las tiene pierde el juego; con { $juegos ->
        [one] uno perdido
       *[other] { $juegos } perdidos
    }, fuera. Gana el último que queda.
    En paso, quien gana el lance echa al plato lo que vale. Envidado, se ponen las piedras en el medio; quien no quiere una subida carga con las que había.
    El peor de los que quedan carga con las del medio. Los demás se libran de las suyas, y el mejor, además, del premio.
rule-tanteo-largo = Tanteo largo: la real vale 5 y el juego de 33, 4.
about-tanteo = El tanteo: corto, o largo (la real vale 5 y el juego de 33, 4).
about-piedras-stones = Piedras con las que cada uno empieza un juego.
about-juegos-stones = Juegos en contra con los que uno queda fuera.
rules-is-fem = la federación española, 8 reyes, a 40, gana quien llegue a 3 juegos; descarta antes el postre
rules-is-iparralde = 4 reyes, a 40, gana quien llegue a 3 juegos; la pareja decide junta el mus (zuetan)
rules-called-fem = FEM
rules-called-iparralde = Iparralde
rule-descarte-postre = El descarte, por turno; el primero, el postre.
rule-senas-fem = Hay señas, las de la federación: la de medias, solo después de la grande. Se ven si se mira a quien las hace.
rule-deje-subida = En pares, juego y punto, una subida que no se quiere vale lo querido y una más.
rule-zuetan = El mus lo decide la pareja: habla cualquiera de los dos, primero los de la mano y después los otros.
rule-iparralde-lacks = En Iparralde se puede envidar a dos lances a la vez («biak»); aquí no se puede.
rule-menor-reparte = Cada uno saca una carta, y da el de la más baja.
rule-menor-mano = Cada uno saca una carta, y es mano el de la más baja.
about-deje-subida = Lo que vale en pares, juego y punto una subida que no se quiere: lo querido, o una piedra más.
about-sorteo = Quién da primero: el del palo que sale, o el de la carta más baja; o que ese sea mano.
about-zuetan = El mus lo decide la pareja junta, en vez de hablar los cuatro por turno: solo con cuatro en parejas, y con consulta=no.
about-visto-en = Qué carta vista obliga a mus: solo la del reparto, o también la que se ve al servir los descartes.
field-deje-subida = la subida no querida
field-sorteo = quién da primero
field-zuetan = mus en pareja
field-visto-en = carta vista
value-fem = las de la federación
value-postre = primero el postre
value-aceptado = lo querido
value-mas-uno = lo querido y una
value-palos = por palos
value-menor-reparte = la carta más baja da
value-menor-mano = la carta más baja es mano
value-reparto = al repartir
value-siempre = al repartir y al servir
