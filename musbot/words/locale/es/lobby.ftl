# The lobby, private hands, rules and help
lobby-players = Juegan: { $names }
lobby-free = libre
sorteo-sides = Sorteo de parejas:
sorteo-dealer = Sorteo del que da:
sorteo-card = { $name } saca { $card }
sorteo-again = Empate: { $name } vuelve a sacar, { $card }
sorteo-suit = { $name } lleva { $suit }
sorteo-turned = { $rank ->
    [10] Sale la { $card }.
   *[other] Sale el { $card }.
}
lobby-queue = Esperan sitio: { $names }
lobby-queue-more = Esperan sitio: { $names } y { $more } más
lobby-seal = 🔒 Baraja sellada · { $start }
button-seal = 🔒 ¿Baraja sellada?
seal-title = 🔒 Baraja sellada
lobby-cut = ✂️ { $name } corta por el { $place }.
lobby-uncut = ✂️ Sin cortar todavía: se corta por el { $place }.
lobby-asking = { $count ->
    [one] Para empezar falta que { $names } diga que está.
   *[other] Para empezar falta que { $names } digan que están.
}
ready = { $count ->
    [one] { $names }, ¿sigues ahí? La { $table } va a empezar: pulsa «Aquí estoy». Si en { $seconds } segundos no dices nada, dejas el sitio libre.
   *[other] { $names }, ¿seguís ahí? La { $table } va a empezar: pulsad «Aquí estoy». Quien en { $seconds } segundos no diga nada deja el sitio libre.
}
button-cut = ✂️ Cortar
page-cut = ¿Por dónde cortas?
    La baraja ya está barajada y sellada: nadie sabe qué sale de cada número. Corta quien quiera, y cuenta el último que corte; todos ven quién y por dónde.
sealed-title = 🔒 { $table } · baraja sellada
sealed-text = { $commitment }
    Es la huella de la baraja de esta partida, y este mensaje no cambia. Cuando acabe se enseña la semilla, y con /acta cualquiera comprueba que era esta.
seal = El orden de las cartas de toda la partida sale de una semilla secreta que ya está elegida y de por dónde se corte. Esta es la huella de la semilla (SHA-256):
    { $commitment }
    Está en un mensaje aparte que no cambia. Cuando acabe la partida se enseña la semilla: con ella y con /acta cualquiera comprueba que se repartió lo prometido y que nadie cambió una carta.
    Quien no se fíe, que corte él (/suerte 17).
seal-alert = La baraja está sellada y nadie puede cambiarla; solo falta cortar. Al final se enseña la semilla; su huella es esta:
    { $commitment }
lobby-closed = Partida empezada.
button-sit = Sentarme { $sign }
button-sit-alone = Sentarme
button-up = Levantarme
button-people = Levantar a alguien
button-bar = Levantar a { $name }
button-unbar = Dejar sentarse a { $name }
page-people = ¿A quién levantas? Se le dice, y en esta mesa no se vuelve a sentar mientras no le dejes.
barred = { $name }, quien ha abierto la { $table } te ha levantado. Ahí no te puedes sentar mientras no te deje; con /mus abres tú otra.
unbarred = { $name }, ya te puedes sentar otra vez en la { $table }.
button-queue = Esperar sitio
button-ai = Añadir IA
button-no-ai = Quitar IA
button-kinds = Qué IA
page-kinds = ¿Qué IA se sienta?
page-kinds-full = ¿Cómo queréis que jueguen las IA?
kind-novato = novato
kind-prudente = prudente
kind-muslari = muslari
about-novato = Novato: mira sus cartas y poco más, y alguna vez se equivoca. Para empezar, o para pasar el rato.
about-prudente = Prudente: cuenta lo que pueden llevar los demás, mira el tanteo y de vez en cuando va de farol.
about-muslari = Muslari: ha aprendido jugando millones de manos; sabe lo que vale cada envite y no se le ve venir.
button-rules = Reglas
button-start = Empezar
button-ready = Aquí estoy
button-private = Abrir mi privado

hand-title = { $table } · mano { $hand } · tus cartas
hand-pick = { $most ->
    [one] DESCARTE. Toca la que tiras y luego «Descartar».
   *[other] DESCARTE. Toca las que tiras y luego «Descartar».
}
hand-mano = Mano: { $mano } · postre: { $postre }
hand-picked = Tiras: { $cards }
hand-back = Ir a la mesa
button-hand-here = Mis cartas, siempre aquí
button-hand-private = Mis cartas, por privado
hand-is-here = Tus cartas te salen aquí y no por privado.
hand-is-private = Desde ahora te mando tus cartas por privado.
hand-is-private-maybe = Pruebo a mandarte tus cartas por privado. Si no te llegan, es que no admites mis mensajes: las tienes otra vez con «Mis cartas».
cards-none = Ahora no tienes cartas.
cards-pick-hint = Para tirar, pulsa 1–{ $most } (de izquierda a derecha) y «Descartar».

rules-line = { $name }: { $what }
rules-is-parejas = 4 jugadores, 8 reyes, a 40, mejor de 3; contesta cualquiera de la pareja
rules-is-vitoria = reglamento de Vitoria: 8 reyes, a 40, 3 juegos; por turno
rules-is-mundial = Campeonato del Mundo: 4 reyes, con la real, a 20, 4 juegos
rules-is-cuatro-reyes = 4 reyes, a 20, 3 juegos
rules-is-euskal-herria = Campeonato de Euskal Herria: 4 reyes, a 30, 3 juegos; al acabar la mano se enseñan siempre las cartas
rules-is-castellano = castellano: 8 reyes, a 35, 4 juegos
rules-is-castellano-30 = castellano: 8 reyes, a 30, 5 juegos
rules-is-castellano-40 = castellano: 8 reyes, a 40, 3 juegos
rules-is-clasico = clásico: 8 reyes, a 40, 3 juegos, mus corrido en la primera mano de cada uno; responde cualquiera de la pareja
rules-is-trios = 6 jugadores en tríos, 8 reyes, a 40, 3 juegos
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
rules-changed = { $name }, con cambios: { $changed }
rules-is-individual = de 2 a 6, cada uno a lo suyo: 8 reyes, a 40, 3 juegos
rules-title = Maneras de jugar
rules-use = Con /mus y un nombre se abre mesa así (/mus vitoria). También con cambios: /mus vitoria piedras=30 real=figura
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
}). La vaca, a { $juegos } juegos.
rule-vacas = La partida, a { $vacas } vacas.
rule-descarte-turno = El descarte, por turno.
rule-descarte-vez = El descarte, todos a la vez.
rule-respuesta-turno = A un envite se contesta por turno; el «quiero» de uno vale por la pareja.
rule-respuesta-pareja = A un envite contesta cualquiera de la pareja; vale lo que más compromete. El otro tiene { $gracia } s para subir.
rule-elimina = Quien dice «no quiero» ya no habla en ese lance.
rule-corte-libre = Se puede cortar el mus sin esperar turno.
rule-corrido-partida = Mus corrido en la primera mano de la partida: quien corta es mano.
rule-corrido-juego = Mus corrido en la primera mano de cada juego: quien corta es mano.
rule-consulta = El segundo puede decir «mi compañero dirá».
rule-visto = Mus visto: a veces el que da enseña una carta y hay mus por fuerza.
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
about-consulta = El segundo puede decir «mi compañero dirá».
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
button-fields = Cambiar regla a regla
button-sorteo = Sorteo de parejas
button-fijas = Parejas fijas

command-mus = abrir una mesa de mus
command-tanteo = cómo va la partida
command-cartas = tus cartas, en privado
command-mesa = volver a poner el tablero
command-reglas = maneras de jugar
command-suerte = cortar la baraja (1–40)
command-acta = la última partida, para repasarla
command-salir = dejar tu sitio
command-sustituir = que juegue otro por ti, o por quien no está
command-terminar = votar cerrar la mesa
command-ayuda = ayuda de este momento

sena-seen = 👀 { $name } te hace la seña: { $sena }.
sena-made = Has hecho señas: { $senas }.
sena-title = Las señas
sena-line = { $sena }: { $gesture }
sena-yours = Con tus cartas son verdad: { $senas }. Se hacen con los botones de tu mano.
gesture-dos-reyes = morderse el labio de abajo
gesture-tres-reyes = morderse un lado del labio de abajo
gesture-dos-ases = sacar la punta de la lengua
gesture-tres-ases = sacar la lengua hacia un lado
gesture-medias = torcer la boca
gesture-duples = levantar las cejas
gesture-treinta-y-una = guiñar un ojo
gesture-juego = sacar los labios
gesture-treinta = levantar los dos hombros
gesture-veintinueve = levantar un hombro
gesture-ciego = cerrar los ojos: no llevas nada de lo anterior
command-senas = las señas y las que son verdad de tu mano (en privado)

help-title = Mus en este chat
help-text = { $commands }
    También vale escribir las palabras del mus: «paso», «envido cinco», «órdago»…
help-mus = abre una mesa (/mus vitoria, /mus trios, /mus piedras=30…)
help-cartas = las tuyas, en privado
help-mesa = vuelve a poner el tablero
help-salir = deja tu sitio a una IA
help-sustituir = deja tu sitio a otro, o pide sustituir a alguien
help-terminar = vota cerrar la mesa
help-now = Ahora: { $now }
help-wait = Ahora no te toca a ti.
private-closed = { $count ->
    [one] { $names }: tus cartas, con el botón «Mis cartas»; si me dejas escribirte en privado, te las mando allí.
   *[other] { $names }: vuestras cartas, con el botón «Mis cartas»; si me dejáis escribiros en privado, os las mando allí.
}
private-hello = Hola, { $name }. Aquí se juega al mus. Puedes jugar ya mismo con tres jugadores de la casa, a tu ritmo; y si no sabes, con «Aprender» aprendes jugando. Para jugar con amigos, añádeme a un grupo y escribe allí /mus.
rules-is-tres-mus = de 2 a 8, cada uno a lo suyo: cinco cartas, se tira una; gana quien se libra de sus piedras (7 piedras, 4 juegos)
rules-is-frances = mus francés, de 2 a 8: cinco cartas, se tira una; gana quien se libra de sus piedras (8 piedras, 3 juegos)
rule-stones-tres-mus = De dos a ocho, cada uno a lo suyo. Cinco cartas, y se tira una; no hay mus.
    Cada uno empieza con { $piedras } piedras y quiere quedarse sin ellas. El último que las tiene pierde el juego; con { $juegos } perdidos, fuera. Gana el último que queda.
    Lo que va en paso no cuenta. Se envidan piedras y se ponen en el medio; se acepta con las que se quiera. Cuando todos han hablado se puede subir, y quien no quiere seguir se vuelve atrás.
    El peor de los que quedan se lleva las del medio; los demás se libran de las suyas, y el mejor, además, del premio: real 5, 33 4, 31 3, otro juego 2; pares 1, 2 o 3; punto 1.
    Orden del juego: la real, 33, 31, 32, 40, 37, 36, 35, 34.
rule-stones-frances = De dos a ocho, cada uno a lo suyo. Cinco cartas, y se tira una; no hay mus.
    Cada uno empieza con { $piedras } piedras y quiere quedarse sin ellas. El último que las tiene pierde el juego; con { $juegos } perdidos, fuera. Gana el último que queda.
    En paso, quien gana el lance echa al plato lo que vale. Envidado, se ponen las piedras en el medio; quien no quiere una subida se lleva las que había.
    El peor de los que quedan se lleva las del medio; los demás se libran de las suyas, y el mejor, además, del premio.
rule-tanteo-largo = Tanteo largo: la real vale 5 y el juego de 33, 4.
about-tanteo = El tanteo: corto, o largo (la real vale 5 y el juego de 33, 4).
about-piedras-stones = Piedras con las que cada uno empieza un juego.
about-juegos-stones = Juegos en contra con los que uno queda fuera.
