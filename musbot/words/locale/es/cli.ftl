# La línea de órdenes: lo que dicen musbot y sus órdenes en la terminal
cli-progress = { $what }: { $done } de { $whole }, { $left ->
    [one] falta 1 segundo
   *[other] faltan { $left } segundos
}
cli-minutes = { $count ->
    [0] hace nada
    [one] hace un minuto
   *[other] hace { $count } minutos
}
cli-hours = { $count ->
    [one] hace una hora
   *[other] hace { $count } horas
}
cli-days = { $count ->
    [one] hace un día
   *[other] hace { $count } días
}
cli-cannot-write = { $file }: no se puede escribir: { $why }
cli-option-database = otra base de datos que la de DATABASE_URL: un fichero o una URL

cli-argparse-usage = Uso:{" "}
cli-argparse-options = opciones
cli-argparse-positional = argumentos
cli-argparse-help = muestra esta ayuda y acaba
cli-argparse-version = muestra la versión y acaba
cli-argparse-argument = argumento %(argument_name)s: %(message)s
cli-argparse-choice = %(value)r no vale: se esperaba una de %(choices)s
cli-argparse-required = falta: %s
cli-argparse-unknown = no se entiende: %s
cli-choice-guess = «{ $value }» no vale. ¿Querías decir «{ $guess }»?
cli-option-guess = { $option } no existe. ¿Querías decir { $guess }?
cli-argparse-not-with = no puede ir con %s
cli-argparse-one = se esperaba un valor
cli-argparse-some = se esperaba al menos un valor
cli-argparse-count = se esperaban %s valores
cli-argparse-none = no lleva valor, y se le da %r
cli-argparse-value = %(value)r no vale como %(type)s
cli-argparse-ambiguous = %(option)s puede ser varias: %(matches)s

cli-copying = Copiando
cli-folding = Repasando las mesas
cli-backup = copiar la base de datos, también mientras el bot funciona
cli-backup-file = dónde se guarda la copia
cli-backup-overwrite = aunque ese fichero ya exista
cli-backup-there = { $why }; con --overwrite se sustituye
cli-backup-made = { $file }: { $tables ->
    [one] una mesa copiada y repasada
   *[other] { $tables } mesas copiadas y repasadas
}, { $size } MB. Tiene cartas, semillas y nombres: guárdala para ti.
cli-backup-faults = { $file }: la copia está hecha, pero { $count ->
    [one] una cosa está mal, y lo está
   *[other] { $count } cosas están mal, y lo están
} también en la base de datos
cli-restore = poner una copia en el sitio de la base de datos
cli-restore-file = una copia de { $program } backup
cli-restore-replace = aunque haya ya una base de datos: se aparta, no se borra
cli-restore-damaged = aunque haya en ella mesas dañadas: se dice cuáles
cli-restore-there = { $why }; con --replace se aparta, y la copia ocupa su sitio
cli-restore-aside = La base de datos que había está ahora en { $file }.
cli-restore-aside-schema = Las tablas que había están ahora en el esquema { $schema }. En psql, DROP SCHEMA "{ $schema }" CASCADE las borra.
cli-restore-made = { $file }: restaurada y repasada, con { $tables ->
    [one] una mesa
   *[other] { $tables } mesas
}. Ya se puede arrancar.
cli-restore-faults = { $file }: { $count ->
    [one] una cosa está mal
   *[other] { $count } cosas están mal
}; no se ha cambiado nada
cli-migrate = pasar un fichero de SQLite a PostgreSQL
cli-migrate-from = un fichero de SQLite, o su URL sqlite:///
cli-migrate-to = una URL postgresql:// (si no, la de DATABASE_URL)
cli-migrate-rows = Leyendo, copiando y comparando filas
cli-migrate-aside = Queda aparte, porque PostgreSQL no lo puede guardar: { $what }.
cli-migrate-made = Lo que se ha pasado está en { $to }, tal y como estaba. { $file } se queda como está: que nadie siga jugando en él.
cli-tables = quién juega dónde, sin cartas
cli-tables-json = un objeto JSON por mesa, en una línea cada uno
cli-tables-count = { $count ->
    [0] No hay ninguna mesa abierta.
    [one] Una mesa abierta.
   *[other] { $count } mesas abiertas.
}
cli-tables-line = { $table } en { $chat } ({ $rules }): { $names }. { $state }, { $since }.
cli-tables-free = { $count ->
    [one] un sitio libre
   *[other] { $count } sitios libres
}
cli-tables-lobby = Sin empezar
cli-tables-playing = En la mano { $hand }, van { $score }
cli-tables-put-off = Aplazada en la mano { $hand }, van { $score }
cli-tables-damaged = { $table } en { $chat }: no se puede leer, { $since } (mírala con { $program } doctor)
cli-health = preguntar al bot que funciona aquí si está bien
cli-health-standby = Está de reserva: otro musbot juega con la base de datos.
cli-health-platform = { $platform } no contesta: sus relojes esperan y se sigue intentando.
cli-health-parked = { $platform } ya no deja entrar al bot; se prueba otra vez cada hora: { $why }
cli-health-silent = { $where }: nadie contesta ({ $why })
cli-health-other = { $where }: contesta otro programa, no musbot
cli-completion = que el intérprete de órdenes complete las de musbot
cli-completion-shell = para cuál

doctor-version = musbot { $version }
doctor-no-token = No hay ninguna plataforma con token: «{ $program } run» no tendría qué servir. Pon TELEGRAM_BOT_TOKEN o DISCORD_BOT_TOKEN en { $file }.
doctor-silent = No contesta nadie en { $why }. Mira la red de esta máquina, su DNS y si hace falta un proxy.
doctor-no-platform = { $url } contesta { $status }, y no lo que se esperaba. Mira la dirección en tus ajustes, o espera si es una caída suya.
doctor-telegram-token = Telegram no conoce este token. Pide otro a BotFather (/revoke) y ponlo en TELEGRAM_BOT_TOKEN.
doctor-telegram-bot = Telegram conoce al bot: { $name }
doctor-telegram-invite = Para añadirlo a un grupo: { $link }
doctor-telegram-groups = En Telegram no se puede añadir el bot a grupos. En BotFather: /setjoingroups, Enable.
doctor-telegram-reads = En Telegram el bot lee los grupos: las palabras del mus se pueden escribir.
doctor-telegram-private = En Telegram el bot tiene el modo de privacidad: se juega con botones. Para escribir las palabras, en BotFather: /setprivacy, Disable, y vuelve a añadirlo al grupo.
doctor-telegram-webhook = Hay un webhook puesto con este token. musbot lo quita al arrancar; si vuelve, otro programa usa el token: cámbialo.
doctor-telegram-waiting = { $count ->
    [0] En Telegram no hay nada pendiente.
    [one] En Telegram espera una pulsación o mensaje.
   *[other] En Telegram esperan { $count } pulsaciones o mensajes.
}
doctor-discord-token = Discord no conoce este token. En el Developer Portal, Bot, Reset Token, y ponlo en DISCORD_BOT_TOKEN.
doctor-discord-bot = Discord conoce al bot: { $name }
doctor-discord-invite = Para añadirlo a un servidor: { $link }
doctor-discord-intent = DISCORD_READ_WORDS dice que sí, pero el bot no puede leer. En el Developer Portal, Bot, activa Message Content Intent.
doctor-discord-nowhere = El bot no está en ningún servidor de Discord. Abre el enlace de arriba y elige uno.
doctor-discord-view = ver los canales (View Channels)
doctor-discord-send = enviar mensajes (Send Messages)
doctor-discord-files = adjuntar archivos (Attach Files)
doctor-discord-in-threads = escribir en hilos (Send Messages in Threads)
doctor-discord-lacks = En «{ $server }» al bot le falta: { $lacks }. Dáselo en los roles del servidor.
doctor-discord-may = En «{ $server }» el bot puede lo que necesita.
doctor-clock = El reloj va bien.
doctor-clock-wrong = El reloj de esta máquina se va { $seconds } segundos. Ponlo en hora (NTP).
doctor-disk = En { $folder } quedan { $free } MB libres.
doctor-disk-full = En { $folder } quedan solo { $free } MB libres: haz sitio, al menos { $needed } MB.
doctor-no-actas = Las mesas viejas no se pueden borrar: este usuario no puede escribir en { $folder }. Créale esa carpeta, o pon otra en MUSBOT_ACTAS.
doctor-pictures = Las letras y las cartas de las imágenes están.
doctor-no-pictures = No se puede dibujar ({ $why }): instala musbot otra vez. Sin imágenes también se juega.
doctor-runs-well = El bot que está en marcha aquí va bien.
doctor-runs = Hay un bot en marcha con esta base de datos.
doctor-database = { $database }: esquema { $schema }, { $tables ->
    [one] una mesa revisada
   *[other] { $tables } mesas revisadas
}
doctor-left = { $tables ->
    [0] No se puede leer ninguna mesa.
    [one] Todavía se puede leer una mesa.
   *[other] Todavía se pueden leer { $tables } mesas.
} { $tables ->
    [0] Vuelve a una copia.
   *[other] Con el bot parado, «{ $program } restore { $database } --database { $database } --damaged --replace» salva lo que se puede leer y guarda el fichero dañado.
}
doctor-good-copy = La última copia buena es { $copy }, del { $date }: «{ $program } restore { $copy } --database { $database } --replace».
doctor-no-database = { $database } no existe, y al arrancar se hace una vacía. Si se ha perdido, la última copia buena es { $copy }, del { $date }: «{ $program } restore { $copy } --database { $database }».
doctor-no-copy = No hay ninguna copia buena en { $folders }, se llame como se llame: se ha revisado cada fichero SQLite que hay ahí. Busca la tuya en otro sitio.
doctor-settings = Los ajustes se leen de { $file }; el entorno manda más.
doctor-settings-service = Los ajustes se leen de { $file }: sus líneas valen para el servicio y para { $program }; otras variables puestas delante, no.
doctor-misspelt-setting = { $name } no es ningún ajuste, y no hace nada. ¿Querías decir { $meant }?
doctor-unknown-setting = { $name } no es ningún ajuste, y no hace nada. Todos los ajustes están en .env.example.
doctor-no-settings = En { $folder } no hay .env: los ajustes son solo los del entorno.
doctor-open-settings = { $file } guarda un token o una contraseña y lo pueden leer otros: chmod 600 { $file }
doctor-in-use = { $database } está en uso, y ningún bot contesta: { $why }. Cierra la mesa de terminal que la tenga abierta, o reinicia el bot si ha cambiado su MUSBOT_HEALTH.
doctor-hangs = Un programa ocupa { $where } y no ha contestado en { $seconds } s: casi seguro que es este bot, que se ha quedado colgado. Ciérralo y arráncalo otra vez.
doctor-hangs-service = Un programa ocupa { $where } y no ha contestado en { $seconds } s: casi seguro que es este bot, que se ha quedado colgado. Reinícialo: «systemctl restart { $unit }».
doctor-other-health = En { $where } contesta otro musbot, no el de esta base de datos. Pon otro puerto en MUSBOT_HEALTH.
doctor-stopped = { $count ->
    [0] Todo está listo, pero el bot no está en marcha aquí: arráncalo con «{ $start }».
    [one] Una cosa está mal, y el bot no está en marcha aquí. Cuando esté arreglado, arráncalo con «{ $start }».
   *[other] { $count } cosas están mal, y el bot no está en marcha aquí. Cuando esté arreglado, arráncalo con «{ $start }».
}
doctor-well = Todo va bien.
doctor-wrong = { $count ->
    [one] Una cosa está mal.
   *[other] { $count } cosas están mal.
}

cli-playing = Jugando
cli-interrupted = Interrumpido: queda lo que se ha jugado hasta aquí, { $partidas ->
    [one] una partida acabada
   *[other] { $partidas } partidas acabadas
} y { $hands } manos.

cli-about = El mus, juego de cartas: reglas, actas, IA y el bot.
cli-commands = órdenes
cli-command = ORDEN
cli-run = poner en marcha el bot en cada plataforma que tenga token
cli-play = jugar en la terminal contra la IA
cli-aprender = aprender a jugar al mus en doce lecciones, en la terminal
cli-glosario = explicar una palabra del mus
cli-reglas = explicar a qué se puede jugar
cli-glosario-how = Para que te explique una: { $program } glosario pares
cli-play-words = un juego de reglas y lo que se cambie: vitoria piedras=30 real=figura
cli-play-one = se esperaba un solo juego de reglas, no { $one } { Y($other) } { $other }
cli-play-piedras = las piedras que ganan un juego
cli-play-names = quién juega en esta terminal, por orden; si no se dice, quien tenga la cuenta
cli-play-cut = por dónde se corta la baraja, del 1 al { $most }; si no se dice, por el { $uncut }
cli-play-cut-what = «{ $given }» no vale: un número del 1 al { $most }
cli-play-ai = quién juega en los demás sitios
cli-play-theme = en qué colores: para fondo oscuro (dark), para fondo claro (light) o sin colores (plain); si no se dice, los que se lean bien
cli-play-text = línea a línea y en palabras, para lectores de pantalla
cli-play-anew = otra mesa; si hay una a medias, se cierra
cli-acta = contar o resumir partidas con acta
cli-verificar = comprobar que las partidas se repartieron como se prometió
cli-analizar = decir qué se pudo hablar mejor en una partida
cli-arena-missing = para medir jugadores de IA, instala musbot-research: pip install musbot-research, el wheel que deja `make dist` en dist, o ./research en una copia del código
cli-not-loaded = { $name } no se puede cargar: { $why }
cli-quejas = sacar las manos que alguien vio mal jugadas por la IA, sin nombres
cli-simular = que la IA juegue contra la IA
cli-doctor = mirar si todo lo que el bot necesita está bien, o sacar de la base de datos el registro de una mesa
cli-pintar = dibujar una mano o un momento de una partida
cli-file = un fichero .mus.toml
cli-file-baraja = un fichero .mus.toml con [baraja]
cli-json = un objeto JSON
cli-json-lines = un objeto JSON por fichero, en una línea cada uno
cli-seed = con el mismo texto se juega lo mismo
cli-processes = cuántos a la vez; si no se dice, uno por núcleo
cli-play-language = idioma de las partidas y del curso, desde ahora: es, en o eu
cli-language = en qué idioma se cuenta: es, en o eu
cli-rules = un juego de reglas: { $names }
cli-option = una regla cambiada, como real=figura
cli-seats = cuántos juegan, donde las reglas lo dejan abierto
cli-acta-html = escribe una página junto a cada fichero, FICHERO.partida.html
cli-acta-player = con --html: lo que NOMBRE puede saber hasta que acabe
cli-analizar-player = solo lo que habló ese jugador
cli-analizar-worlds = en cuántos mundos se prueba cada palabra ({ $count })
cli-analizar-seed = con otro texto, otros mundos
cli-quejas-folder = la carpeta en la que se escribe un fichero .mus.toml por mano
cli-quejas-made = { $count ->
    [0] Nadie se ha quejado de ninguna mano.
    [one] Una mano en { $folder }, con las cartas de todos.
   *[other] { $count } manos en { $folder }, con las cartas de todos.
}
cli-simular-no-player = { $name } no es un jugador de IA: se esperaba uno de { $known }
cli-simular-hands = cuántas manos (1000)
cli-simular-kinds = por asiento: { $kinds }
cli-simular-actas = escribe ahí el acta de cada partida
cli-simular-partidas = partidas   { $count }{ $cut ->
    [yes] , la última sin acabar
   *[no] {""}
}
cli-simular-hands-played = manos      { $count }
cli-simular-side = bando { $side }    { $won } ganadas ({ $kinds })
cli-simular-speed = velocidad  { $speed } manos por segundo, { $processor } por segundo de procesador
cli-simular-seed = semilla    { $seed }
cli-pintar-what = cartas como "12o 3c 11b 1e", o un fichero .mus.toml
cli-pintar-file = un fichero .png
cli-pintar-hand = después de esa mano del fichero (la última)
cli-pintar-names = quién sacó cada carta
cli-doctor-all = también las mesas que han acabado
cli-doctor-export = escribe su registro, con las cartas y la semilla

cli-misused = { $command }: { $why } (más con { $command } --help)
cli-expected = se esperaba { $what }
cli-count-what = «{ $given }» no vale: se esperaba un número, 1 o más
cli-seats-what = asientos: se esperaban { $fit } ({ $rules }), no { $seats }
cli-play-names-what = --names: se esperaban { $most } nombres como mucho, todos distintos
cli-acta-player-what = --player: se esperaba también --html
cli-migrate-from-what = DE: se esperaba un fichero de SQLite
cli-migrate-to-what = A: se esperaba una URL postgresql://, aquí o como DATABASE_URL en los ajustes
cli-simular-players = { $count } jugadores de IA no puede ser: se esperaban { $fit } ({ $rules })
cli-pintar-suffix = -o: se esperaba un fichero que acabe en { $suffix }, no «{ $given }»
cli-pintar-cards = «{ $given }»: se esperaban cartas distintas, de 1 a { $most }, como 12o 3c 11b 1e
cli-pintar-draws = «{ $given }»: se esperaba una carta por cada nombre ({ $count })
cli-pintar-no-hand = mano { $hand }: se esperaba una de las { $count } que han acabado
cli-pintar-none-over = todavía no ha acabado ninguna mano
cli-pintar-not-won = todavía no ha ganado nadie la partida
cli-doctor-exported = { $file }: { $events } sucesos, con las cartas y la semilla de la mesa: guárdalo para ti
cli-metavar-name = NOMBRE
cli-metavar-names = NOMBRE[,NOMBRE…]
cli-metavar-file = FICHERO
cli-metavar-folder = CARPETA
cli-metavar-field = CAMPO=VALOR
cli-metavar-kind = TIPO
cli-metavar-kinds = TIPO[,TIPO…]
cli-metavar-text = TEXTO
cli-metavar-word = PALABRA
cli-metavar-rules = REGLAS
cli-metavar-table = MESA
cli-metavar-what = QUÉ
cli-metavar-from = DE
cli-metavar-to = A
