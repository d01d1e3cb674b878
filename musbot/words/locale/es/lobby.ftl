# The lobby: seats, cut, seal, start
lobby-players = Juegan: { $names }
lobby-free = libre
lobby-free-seats = { $count ->
    [one] un sitio libre
   *[other] { $count } sitios libres
}
sorteo-sides = Sorteo de parejas:
sorteo-dealer = Se sortea quién da:
sorteo-card = { $rank ->
    [10] { $name } saca la { $card }
   *[other] { $name } saca el { $card }
}
sorteo-again = { $rank ->
    [10] Empate: { $name } vuelve a sacar, la { $card }
   *[other] Empate: { $name } vuelve a sacar, el { $card }
}
sorteo-suit = { $name } lleva { $suit }
sorteo-turned = { $rank ->
    [10] Sale la { $card }: da { $dealer }.
   *[other] Sale el { $card }: da { $dealer }.
}
sorteo-highest-deals = Da { $name }: la carta más alta.
sorteo-lowest-deals = Da { $name }: la carta más baja.
sorteo-highest-mano = Es mano { $name }: la carta más alta.
sorteo-lowest-mano = Es mano { $name }: la carta más baja.
lobby-queue = { $count ->
    [one] Espera sitio: { $names }
   *[other] Esperan sitio: { $names }
}
lobby-queue-more = Esperan sitio: { $names } y { $more } más
button-seal = 🔒 ¿Baraja sellada?
seal-title = 🔒 { $table } · baraja sellada
lobby-cut = ✂️ { $name } corta la baraja por el { $place }.
lobby-uncut = ✂️ Sellada, pero aún se puede cortar: «{ button-more }» y «{ button-cut }». Si no, por el { $place }.
lobby-cut-usual = ✂️ Nadie cortó la baraja: se cortó por el { $place }.
lobby-asking = { $count ->
    [one] Para empezar falta que { $names } diga que está.
   *[other] Para empezar falta que { $names } digan que están.
}
ready = { $date ->
    [yes] { $count ->
        [one] Es la hora, { $names }: la { $table } está abierta. Pulsa «{ button-ready }»; si no, dejas el sitio libre { $left }.
       *[other] Es la hora, { $names }: la { $table } está abierta. Pulsad «{ button-ready }»; quien no lo haga deja el sitio libre { $left }.
    }
   *[no] { $count ->
        [one] { $names }, ¿sigues ahí? La { $table } va a empezar: pulsa «{ button-ready }». Si no dices nada, dejas el sitio libre { $left }.
       *[other] { $names }, ¿seguís ahí? La { $table } va a empezar: pulsad «{ button-ready }». Quien no diga nada deja el sitio libre { $left }.
    }
}
button-cut = ✂️ Cortar
page-cut = ¿Por dónde cortas?
    La baraja ya está barajada y sellada: nadie sabe qué sale de cada número. Corta quien quiera, y cuenta el último que corte; todos ven quién y por dónde.
sealed-title = 🔒 { $table } · baraja sellada: ya nadie puede cambiarla
sealed-text = Huella de la baraja: { $commitment }
    Este mensaje no cambia. Cuando acabe la partida se enseña la semilla, y con /acta cualquiera comprueba que era esta.
seal = El orden de las cartas de toda la partida sale de una semilla secreta que ya está elegida y de por dónde se corte. Esta es la huella de la semilla (SHA-256):
    { $commitment }
    Está en un mensaje aparte que no cambia. Cuando acabe la partida se enseña la semilla: con ella y con /acta cualquiera comprueba que se repartió lo prometido y que nadie cambió una carta.
seal-cut = Quien no se fíe, que corte: «{ button-more }» y «{ button-cut }».
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
button-join = Apuntarme
button-another = Otra mesa
button-ai = Añadir IA
button-no-ai = Quitar IA
button-kinds = Qué IA
page-kinds = ¿Qué IA se sienta?
page-kinds-full = ¿Cómo queréis que jueguen las IA?
kind-novato = novato
kind-prudente = prudente
kind-muslari = muslari
button-more = Más
page-lobby = Lo demás, antes de empezar:
button-rules = Reglas
button-start = Empezar
button-fill = Empezar con IA
button-ready = Aquí estoy
button-private = Abrir chat privado
button-private-of = { button-hand-private } ({ $names })
button-hand-here = Mis cartas, siempre aquí
button-hand-play = Hablar desde aquí
button-hand-private = Mis cartas, en privado
cards-none = Ahora no tienes cartas.
cards-pick-hint = Para tirar, pulsa en la mesa de la 1.ª a la { $most }.ª (de izquierda a derecha) y «Descartar».
button-fields = Cambiar regla a regla
button-sorteo = Sorteo de parejas
button-fijas = Parejas fijas
private-closed = { $count ->
    [one] { $names }: tus cartas, con el botón «Mis cartas»; si me dejas escribirte en privado, te las mando allí.
   *[other] { $names }: vuestras cartas, con el botón «Mis cartas»; si me dejáis escribiros en privado, os las mando allí.
}
private-hello = Hola, { $name }. Aquí se juega al mus, un juego de cartas por parejas. Si nunca has jugado, pulsa «Estoy empezando»: juegas ya, con tres IA de la casa, y te explico cada botón. Con «Aprender» lo ves paso a paso. Para jugar con amigos, añádeme a un grupo y escribe allí /mus.
