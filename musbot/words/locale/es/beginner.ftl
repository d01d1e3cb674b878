# Told to one who is just starting
partner-says = 💬 { $name } te explica: { $what }
partner-goal = vamos contra { $rivals }. Gana el juego quien llega antes a { $piedras } piedras. En cada mano se apuesta a cuatro cosas, los lances, siempre en este orden: grande, chica, pares y juego (o punto).
stones-goal = 💬 Aquí se trata de quedarse sin piedras: el último que las tiene pierde el juego. En cada lance, los que siguen se libran de las que pusieron, y el peor carga con las del medio. { $best ->
    [33] En el juego, el 33 gana al 31.
   *[other] En el juego, lo mejor es el 31.
}
pair-goal = 💬 Juegas con { $mates } contra { $rivals }. Gana el juego quien llega antes a { $piedras } piedras. En cada mano se apuesta a cuatro cosas, los lances, siempre en este orden: grande, chica, pares y juego (o punto).
partner-goal-eight = Ojo: el tres vale como un rey, y el dos como un as.
cards-count = { $rank ->
    [3] el tres es un rey
    [2] el dos es un as
   *[other] los treses son reyes; los doses, ases
}
lance-is = { $lance ->
    [grande] Grande: ganan las cartas más altas. Primero se compara la mejor de cada cual.
    [chica] Chica: ganan las cartas más bajas. Primero se compara la más baja de cada cual.
    [pares] Pares: ganan las cartas iguales. Dos son par; tres, medias, que ganan a par; dos pares, duples, que ganan a todo.
    [juego] Juego: cuenta sumar 31 o más. Las figuras valen 10, y lo mejor es 31; luego 32, 40, 37, 36…
   *[other] Punto: nadie llega a 31, y gana quien más suma.
}
lance-not-yours = { $lance ->
    [pares] No tienes pares: en este lance no hablas.
   *[juego] No tienes juego: en este lance no hablas.
}
partner-word = { $word }. { $what }
sena-made-so = { $sena } ({ $gesture })
try = 🌱 { $what }
try-mus = Sin reyes, ni cartas iguales, ni 31, di «mus».
try-keep = Al cambiar cartas, quédate con los reyes y con las iguales.
try-paso = Si dudas, pasa: si luego envidan los otros, aún puedes querer.
try-envido = Si crees que ganas un lance, di «envido»: si no quieren, cobras ya.
try-chica = Los ases pierden a la grande, pero ganan a la chica.
try-answer = Antes de querer un envido, lee en el botón cuánto se juega.
try-partner = Fíjate en lo que dice tu compañero: lo que gana es de los dos.
try-mano = Mira quién es mano: si hay empate, gana quien está más cerca.
try-sena = Si tienes una seña, hazla: tu compañero sabrá qué llevas.
try-count = Lee la cuenta línea a línea: dice quién cobra y por qué.
along-title = Una mano entera, paso a paso
along-idea = Así va una mano de mus. Tú eres { $name }, y juegas con { $partner } contra { $rivals }. Cada cual tiene cuatro cartas. El «mano» habla el primero y el «postre», el último. Se apuesta a cuatro cosas, una detrás de otra, y gana el juego la pareja que llega antes a 40 piedras. Esta vez te digo yo qué pulsar.
along-say = Ahora pulsa «{ $word }».
along-counted = Se acabó la mano. Se enseñan las cartas y se cuenta lance a lance lo que gana cada pareja. «En paso» es que nadie apostó; «deje», lo que se cobra cuando no quieren; «premio», lo que valen esas cartas por sí mismas: lo cobra, por sus dos jugadores, la pareja que gana el lance.
along-end = Eso es una mano entera. En las lecciones que siguen ves cada cosa despacio.
