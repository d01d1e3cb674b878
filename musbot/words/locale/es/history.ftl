# What is kept: one's partidas, who wins, what is forgotten
player-forgotten = Jugador

help-historial = ver tus partidas
help-ranking = ver quién gana
help-verificar = comprobar el reparto
help-privacidad = leer qué se guarda
help-borrar = quitar lo que guardo de ti

history-title = Tus partidas
history-date = { $day }/{ $month }/{ $year }
history-line = { $date } · Mesa { $table } ({ $rules }): { $fate }
history-won = ganada { $score }
history-lost = perdida { $score }
history-closed = sin acabar, { $score }
history-with = con { $names }
history-against = contra { $names }
history-ai = jugaba alguna IA
button-acta = Acta { $table }
refused-no-acta-yet = Esa partida no ha acabado todavía.
refused-no-acta-any-more = De esa partida ya solo guardo el resultado: las cartas y lo que se dijo se borran pasado un tiempo.

ranking-title = 🏆 Quién gana aquí
ranking-none = Aquí nadie ha ganado aún una partida. Con /mus se abre una mesa: cuenta desde la primera.
ranking-week = Esta semana: { $rows }
ranking-quarter = En 90 días: { $rows }
ranking-ever = En total: { $rows }
ranking-people = Cada cual: { $rows }
ranking-people-week = Cada cual, esta semana: { $rows }
ranking-people-quarter = Cada cual, en 90 días: { $rows }
ranking-pairs = Parejas: { $rows }
ranking-stones = Tres Mus y Mus francés: { $rows }
ranking-with-ai = Con alguna IA: { $rows }
ranking-row = { $names } { $won }–{ $lost }
ranking-streak = { $people ->
    [one] 🔥 { $names } lleva { $won } ganadas seguidas.
   *[other] 🔥 { $names } llevan { $won } ganadas seguidas.
}
ranking-strength-pairs = Fuerza de cada pareja: { $rows }
ranking-strength-people = Fuerza de cada cual: { $rows }
ranking-rated = { $names } { $points } ± { $margin }
ranking-counts = Ganadas–perdidas, sin contar las que cerrasteis a medias. Con { $fewest } partidas de mus sin IA mido además quién es más fuerte.
ranking-needs = Ganadas–perdidas, sin contar las que cerrasteis a medias. La fuerza sale a partir de { $fewest } partidas de mus sin IA; la de cada cual, si cambia de pareja al menos una de cada cuatro. Todo el mundo empieza en 1000. El ± es lo que puede fallar la cuenta: si dos se pisan, no hay quien diga cuál es mejor.

proof-title = 🔒 Mesa { $table } · el reparto
proof-seed = La semilla era { $seed }
    y su huella es { $commitment }. Compárala con la del mensaje de antes de empezar: tiene que ser la misma.
proof-cut = Se cortó por el { $cut }.
proof-kept = ✅ Acabo de repartir otra vez desde la semilla: { $hands ->
    [one] la única mano se dio como estaba prometido
   *[other] las { $hands } manos se dieron como estaba prometido
}.
proof-broken = ❌ Acabo de repartir otra vez desde la semilla: de { $hands } manos no salen como estaba prometido estas: { $broken }.
proof-mano = ❌ La primera mano no es la que sale de la semilla.
proof-about = No te fíes de mi palabra: con /acta tienes la partida y lo puedes comprobar sin mí.

privacy-title = Qué se guarda
privacy-open = si tienes abierto nuestro chat privado
privacy-chosen = lo que hayas elegido en /idioma, /ajustes y /avisos
privacy-notices = de qué chats te aviso cuando falta gente, tus horas sin avisos y el último aviso de cada chat
privacy-here = dónde quieres ver tus cartas
privacy-explained = si quieres los botones explicados
privacy-course = por qué lección de /aprender vas
privacy-look = De una mano que pides analizar: cuál es, hasta que te la cuento.
privacy-leaving = Mientras lo borro, apunto que lo has pedido.
privacy-text = De ti: el número que te da esta plataforma, el nombre con el que te has sentado y tu idioma; { $facts }. Hasta que escribas /borrar.
    De cada mesa: en qué chat fue, las reglas, quién se sentó, qué se dijo y qué cartas hubo. Y de cada partida, una línea con el resultado. { $days ->
        [0] No tienen fecha de caducidad.
        [one] Un día después de acabar, la mesa se borra y queda, para quien lleva este bot, un acta sin nombres; la línea del resultado no caduca.
       *[other] { $days } días después de acabar, la mesa se borra y queda, para quien lleva este bot, un acta sin nombres; la línea del resultado no caduca.
    } Ahí no está tu nombre, sino un número; de quién es cada número está en una lista aparte, que quien lleva este bot puede leer.
    { privacy-look } Si dices que la IA la ha jugado mal, esa mano, sin nombres ni números de nadie: las últimas 500.
    De cada cita: la hora, las reglas y qué contestó cada cual, hasta una semana después.
    De cada pulsación: su número, 48 horas, para que no cuente dos veces.
    De lo que escribís no guardo nada, salvo la palabra del mus que cuenta como jugada.
    Tu historial lo ves solo tú. La clasificación de un chat la ven los de ese chat.
    Con /borrar se olvidan tu nombre y tu número, y en las mesas de los demás queda «Jugador». Lo que no puedo recoger: los mensajes que ya están en los chats, las actas que alguien haya guardado y las copias de quien lleva este bot. { privacy-leaving }
forget-title = Borrar lo mío
forget-text = Olvido tu nombre y quién eres en esta plataforma. Dejas tu sitio en las mesas abiertas: sigue una IA, y la mesa se cierra si no queda nadie más. En las partidas acabadas pone «Jugador», y se te va el historial y el puesto en las clasificaciones. No se puede deshacer.
    Lo que ya está escrito en los chats no lo puedo borrar.
    ¿Seguro? Tienes diez minutos para decirlo.
button-forget = Sí, borrar lo mío
forget-done = Hecho: ya no sé quién eres. Si vuelves a jugar, empiezas de nuevo.
forget-goes-on = Lo estoy borrando, y tarda un poco. Te aviso en privado cuando acabe.
forget-failed = No se ha podido borrar todo. Escribe /borrar otra vez.
refused-forget-late = Para borrar lo tuyo escribe antes /borrar.
