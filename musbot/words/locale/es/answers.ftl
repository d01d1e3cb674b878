# What a presser is told, privately
done-said = Has dicho: { $word }.
done-bet = Has dicho: envido { $n }.
done-raised = Has dicho: { $n } más.
done-signed = Has pasado la seña: { $sena }.
done-looked = Miras a { $name }.
done-picked = { $cards ->
    [none] No tiras ninguna, de momento.
   *[other] Tiras: { $cards }. Falta pulsar «Descartar».
}
done-threw = Has tirado: { $cards }.
done-page = Elige.
done-sat = Te has sentado.
done-stood = Te has levantado.
done-queued = { $again ->
    [0] Te apunto: te aviso cuando quede un sitio. Si ya no te apetece, /salir.
   *[other] Ya estás en la lista: te aviso cuando quede un sitio. Si ya no te apetece, /salir.
}
done-barred = Hecho: { $name } deja el sitio.
done-unbarred = Hecho: { $name } ya se puede sentar.
done-ai-sat = Se sienta { $name } 🤖.
done-ai-up = Se levanta { $name } 🤖.
done-ai-kind = Así juegan ahora las IA: { $kind }.
done-rules = Jugamos a: { $rules }.
done-set = { $field }: { $value }.
done-cut = Cortas por el { $place }.
done-asked = Antes de empezar pregunto a quien lleva un rato en la mesa.
done-asked-for-date = Cuento contigo: empezamos en cuanto digan que están los que faltan.
done-ready = Bien, cuento contigo.
done-started = ¡Empieza la partida!
done-voted = { $again ->
    [0] Quieres terminar la mesa: { $votes } de los { $needed } que hacen falta.
   *[other] Ya lo habías pedido: { $votes } de los { $needed } que hacen falta para terminar la mesa.
}
done-voted-resume = { $again ->
    [0] Has pulsado «Seguir»: { $votes } de los { $needed } que hacen falta.
   *[other] Ya habías pulsado «Seguir»: { $votes } de los { $needed } que hacen falta.
}
done-voted-replace = Pides que una IA juegue por { $name }: { $votes } de los { $needed } que hacen falta.
done-ended = Mesa terminada.
done-replaced = { $name } deja el sitio a una IA.
done-left = Sigue por ti { $name }. Con «{ button-return }» recuperas el sitio, si no se sienta antes otro.
done-left-to = Una IA sigue por ti, y en la próxima mano se sienta { $name }.
done-takes = Te sientas por { $name } en cuanto empiece la próxima mano.
done-came-back = Vuelves a tu sitio.
done-resumed = Seguimos.

refused-over = Esa mesa ya ha terminado.
refused-unknown-table = Esa mesa ya no existe.
refused-set-aside = Esa mesa está apartada: no se ha podido leer.
refused-set-aside-failing = Esa mesa está apartada: algo falla en ella y no puede seguir.
refused-old-question = Ese botón es de antes. { $now }
refused-not-in-lobby = La partida ya ha empezado.
refused-not-begun = La partida no ha empezado todavía.
refused-put-off = La mesa está aplazada: pulsa «Seguir» y, cuando estéis, se sigue.
refused-put-off-voted = { $now }
refused-put-off-bystander = { $table ->
    [here] La mesa está aplazada
   *[other] La { $table } está aplazada
} hasta que { $needed ->
    [0] { $count ->
        [one] { $names } pulse «Seguir».
       *[other] { $names } pulsen «Seguir».
    }
    [one] pulse «Seguir» { $names }.
   *[other] pulsen «Seguir» { $needed } de estos: { $names }.
}{ $label ->
    [none] {""}
    [list] {" "}Ya estás en la lista: te sientas en cuanto haya sitio.
   *[other] { $way ->
        [queue] {" "}Con { $label } te aviso cuando quede un sitio.
       *[sits] {" "}Para jugar tú, pulsa { $label }.
    }
}
refused-no-seat = No te has sentado en esta mesa.
label-quoted = «{ $label }»
label-with-own = «{ $label }» ({ $own })
refused-no-seat-way = { $table ->
    [here] No te has sentado en esta mesa.
   *[other] No te has sentado en la { $table }.
}{ $label ->
    [none] {""}
    [list] {" "}Ya estás en la lista: te sientas en cuanto haya sitio.
   *[other] { $way ->
        [queue] {" "}Con { $label } te aviso cuando quede un sitio.
       *[sits] {" "}Para jugar tú, pulsa { $label }.
    }
}
refused-not-member = Ya no estás en el chat de la mesa: lo que hagas aquí no cuenta. Vuelve a entrar y pulsa allí, o deja tu sitio con /salir.
refused-seated-already = Ya tienes sitio en esta mesa.
refused-side-full = { $free ->
    [1] En ese lado no queda sitio; en 🔷 sí.
    [2] En ese lado no queda sitio; en 🟠 sí.
   *[other] No queda sitio. Si quieres entrar cuando lo haya, pulsa «{ button-queue }».
}
refused-rematch-not-open = La revancha la pide quien ha jugado. En cuanto la pida, este botón te apunta.
refused-table-full = No queda sitio.
refused-no-ai = No hay ninguna IA sentada.
refused-not-full = { $free ->
    [one] Falta uno por sentarse. Con «{ button-fill }» juega una IA en su sitio.
   *[other] Faltan { $free } por sentarse. Con «{ button-fill }» juegan IA en su sitio.
}
refused-nothing-picked = Elige antes las cartas que tiras.
refused-not-absent = Ese jugador no está ausente.
refused-not-host = Eso lo decide { $name }, que ha abierto la mesa.
refused-not-opener = Eso lo decide quien ha abierto la mesa.
refused-barred = En esta mesa no te puedes sentar mientras no te deje quien la ha abierto. Con /mus abres tú otra.
refused-gone-already = Ya no está ahí.
refused-no-ai-there = Ahí no hay ninguna IA: ese sitio es de alguien.
refused-person-there = Ese sitio es de { $name }, aunque ahora hable la IA. Quienes juegan pueden sustituirle; entonces te sientas tú.
refused-too-few-to-replace = Lo tienen que pedir otras dos personas (las IA no cuentan), y solo estás tú. Si { $name } falta { $missed } turnos, bastará contigo.
refused-promised = Ahí se sienta { $name } en la próxima mano.
refused-not-held = Tu sitio ya no te espera. Si hay una IA sentada, siéntate por ella.
refused-ai-is-there = Por { $name } 🤖 se sienta quien quiera y no juegue ya.
refused-nobody-named = { $sits ->
    [yes] «{ $name }» no está en esta mesa ni espera sitio.
   *[no] «{ $name }» no está en esta mesa ni espera sitio. Si el sitio es para ti, escribe /sustituir sin nombre.
}
refused-comes-already = { $name } ya tiene sitio: se sienta en la próxima mano.
refused-unknown-act = Ese botón no lo conozco.
refused-unknown-place = Ese mensaje ya no está, y no sé en qué tema estaba. Escribe /mus o /mesa en el tema que quieras.
refused-repeated = Ya está.
refused-not-saved = No se ha podido guardar. Prueba otra vez.
refused-maybe-saved = Ahora mismo no se puede guardar nada. Mira la mesa dentro de un momento: puede que haya contado.
refused-no-table = Aquí no hay ninguna mesa. Con /mus se abre una.
refused-rules = { $field } no puede ser «{ $value }»: vale { $expected }.
refused-unknown-field = «{ $name }» no lo conozco. Se puede cambiar: { $known }.
refused-unknown-rules = «{ $name }» no lo conozco. Se juega a: { $known }.
expected-range = de { $least } a { $most }
refused-clash-consulta = «Mi compañero dirá» pide cuatro jugadores, en parejas: así no se puede. Pon consulta = no.
refused-clash-respuesta = Cada uno juega a lo suyo: no hay compañero que conteste por ti. Pon respuesta = turno.
refused-clash-parejas = Cada uno juega a lo suyo: no hay parejas que sortear. Pon parejas = fijas.
refused-clash-zuetan = El mus en pareja lo deciden cuatro, dos a dos, y sin «mi compañero dirá». Pon zuetan = no, o consulta = no.
yes = sí
no = no
refused-anonymous = Como administrador anónimo no sé quién eres: usa los botones.
refused-private-closed = Abre nuestro chat privado o pulsa «Mis cartas» en la mesa.
acta-here = La partida entera, mano por mano. La página se abre en cualquier navegador y dice si se repartió lo prometido; el otro fichero lleva la semilla, para quien quiera comprobarlo por su cuenta.
acta-unsent = Aquí no me dejan mandar ficheros. Pide /acta en nuestro chat privado, o que me den permiso.
refused-not-here = Eso se hace en el grupo.
refused-no-acta = Aquí no se ha terminado ninguna partida todavía.
refused-in-private = Eso, en nuestro chat privado: escríbelo allí.
refused-rules-guess = { $field } no puede ser «{ $value }». ¿Querías decir «{ $guess }»?
refused-unknown-guess = «{ $name }» no lo conozco. ¿Querías decir «{ $guess }»?
refused-no-field = Delante del = va qué se cambia, como en piedras=30. Se puede cambiar: { $known }.
refused-which-frances = ¿Cuál de los dos? Con /mus frances piedras=8 se juega al Mus francés, a librarse de piedras; con /mus iparralde, al mus del País Vasco francés, por parejas.
refused-no-value = Detrás de { $field }= va lo que vale: { $expected }.
refused-no-acta-own = Todavía no has terminado ninguna partida.
refused-too-fast = Poco a poco: prueba dentro de { $seconds ->
    [one] un segundo
   *[other] { $seconds } segundos
}.
slip = ¿Querías decir «{ $word }»?
slip-elsewhere = ¿Dices «{ $word }» en la Mesa { $table }?
refused-unknown-command = /{ $name } no lo conozco. Con /ayuda te digo lo que hay.
refused-unknown-command-guess = /{ $name } no lo conozco. ¿Querías decir /{ $guess }?
refused-cut-what = ¿Por dónde cortas? Escribe /suerte y un número del 1 al 40.
refused-queue-full = Ya hay demasiada gente esperando sitio en esta mesa.
done-shown = Aquí está la mesa.
