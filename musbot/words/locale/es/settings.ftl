# The ways of a chat: /ajustes
ways-title = Ajustes
ways-title-own = Tus ajustes
ways-is = { $way }: { $value }
ways-menu = ¿Qué quieres cambiar?
ways-now = Ahora: { $value }
help-ajustes = ver y cambiar los ajustes de este chat
way-language = Idioma
way-about-language = En qué idioma hablan aquí las mesas, también las que están en juego. Lo que va en privado, a cada uno en el suyo.
way-language-auto = el de quien abre la mesa
way-about-rules = A qué se juega con /mus a secas. Las mesas que ya están abiertas siguen con las suyas.
way-clock = Reloj de turno
way-about-clock = Cuánto se espera a quien tiene que hablar. Vale para las mesas nuevas.
way-usual-clock = { $seconds ->
    [0] sin reloj (lo normal)
   *[other] { $seconds } s (lo normal)
}
way-usual-pace = { $seconds } s por palabra (lo normal)
way-clock-none = sin reloj
way-pace = Ritmo de las IA
way-about-pace = Cuánto tardan las IA en hablar.
way-pace-quick = rápido, { $seconds } s
way-pace-calm = tranquilo, { $seconds } s
way-looks = Imágenes
way-about-looks = Con imágenes, o solo texto.
way-looks-pictures = con imágenes
way-looks-text = solo texto
way-suits = Palos
way-about-suits = Si las cartas llevan un signo (4🍷) o el palo en palabras («cuatro de copas»), que se lee mejor en voz alta.
way-suits-signs = con signos
way-suits-words = en palabras
way-opens = Abrir mesas
way-about-opens = Quién puede abrir una mesa.
way-opens-all = cualquiera
way-only-administrators = solo quien administra
way-ends = Terminar mesas
way-about-ends = Quién puede terminar una partida a medias.
way-ends-all = quienes juegan, votando
way-typed = Palabras escritas
way-about-typed = Si «envido», «paso» y las demás valen también escritas en el chat. Solo donde yo lo pueda leer.
way-typed-taken = valen
way-typed-left = no valen
way-zone = Hora
way-about-zone = { $typed ->
    [yes] De qué sitio es la hora de las citas y de los avisos. Si tu ciudad no está entre los botones, escríbela: /ajustes hora Lima
   *[no] De qué sitio es la hora de las citas y de los avisos.
}
way-zone-none = sin elegir
way-threads = Hilos
way-about-threads = Cada mesa, en su propio hilo; en el canal queda una línea. Hace falta que yo pueda crear hilos públicos y enviar mensajes en hilos; donde no, se juega en el canal.
way-threads-off = en el canal
way-threads-on = cada mesa en su hilo
way-threads-cannot = en hilos, pero aquí no puedo abrirlos: me falta permiso o el canal no los tiene
way-weekly = Resumen semanal
way-about-weekly = Los lunes a las 10, una línea sin sonido: cuántas partidas hubo en la semana y quién ganó más. Necesita saber la hora de aquí (Hora).
way-weekly-off = no
way-weekly-here = sí, aquí, los lunes a las 10
way-weekly-no-zone = cuando elijas Hora
zone-madrid = Madrid
zone-canary = Canarias
zone-buenos-aires = Buenos Aires
zone-mexico-city = Ciudad de México
zone-bogota = Bogotá
zone-new-york = Nueva York
way-places = Dónde se juega
way-about-places = En qué temas, canales o hilos se pueden abrir mesas. Se elige en cada uno.
way-places-everywhere = en cualquier sitio
way-places-here = aquí sí
way-places-not-here = aquí no
way-places-are = { $here ->
    [yes] { $others ->
        [0] solo aquí
        [one] aquí y en otro sitio
       *[other] aquí y en otros { $others } sitios
    }
   *[no] { $others ->
        [one] en otro sitio
       *[other] en otros { $others } sitios
    }
}
ways-end-table = Cerrar una mesa
ways-end-which = ¿Qué mesa se cierra?
ways-end-none = Aquí no hay ninguna mesa abierta.
ways-end-why = ¿Por qué se cierra la { $table }? El motivo se dice en el chat.
reason-late = Es muy tarde
reason-away = Falta gente
reason-stuck = Está parada
reason-needed = Hace falta el sitio
reason-manners = Malas maneras
reason-own = Con mis palabras
ways-end-write = Escribe aquí /ajustes cerrar { $short } y detrás el motivo, { $most } letras como mucho. Se dice en el chat tal cual, como tuyo.
ways-end-label = ¿Por qué se cierra?
ways-end-hint = Se dice en el chat tal cual, como tuyo
end-own-words = De la { $table } dice quien administra el chat: «{ $words }»
end-closed-by = { $table }: la cierra quien administra el chat.
end-why-late = Se ha hecho tarde.
end-why-away = Falta gente para seguir.
end-why-stuck = Llevaba mucho tiempo parada.
end-why-needed = El sitio hace falta para otra cosa.
end-why-manners = Aquí se juega con buenas maneras.
rules-kept = Guardado: con /mus { $name } se juega a eso aquí.
rules-dropped = «{ $name }» ya no está entre las reglas guardadas aquí.
refused-not-administrator = Eso lo decide quien administra el chat.
refused-administrators-unknown = Ahora mismo no puedo saber quién administra el grupo. Prueba dentro de un momento.
refused-only-administrators-open = Aquí las mesas las abre quien administra el chat.
refused-only-administrators-end = Aquí las mesas las cierra quien administra el chat, con /ajustes.
refused-not-in-this-place = Aquí no se abren mesas: quien administra el chat ha elegido otro sitio.
refused-bad-set-name = «{ $name }» no vale de nombre: que sean letras, cifras o guiones, 20 como mucho, y no el de unas reglas que ya hay. Por ejemplo: /reglas guardar donostia.
refused-no-such-set = Aquí no hay reglas que se llamen «{ $name }».
refused-too-many-sets = Ya hay { $most } reglas guardadas aquí: borra antes unas con /reglas borrar y su nombre.
refused-no-table-called = Aquí no hay ninguna mesa «{ $name }» abierta.
refused-no-words = Falta el motivo. Por ejemplo: /ajustes cerrar K7 seguimos mañana.
refused-no-rules-to-keep = Aquí no se ha jugado todavía: abre una mesa con /mus, elige sus reglas y guárdalas.
option-keep = guardar
option-keep-is = guardar las reglas de la mesa con este nombre (quien administra)
option-drop = borrar
option-drop-is = borrar las reglas guardadas con este nombre (quien administra)
