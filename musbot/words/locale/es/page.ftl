# Una partida en una página: musbot/acta/page, y la mano en imágenes
page-title = Partida de mus: { $sides }
page-table = Mesa { $table }
page-under = La partida no ha terminado: aquí está lo que se sabe hasta ahora.
page-moments = Los momentos
page-course = El tanteo
page-course-mus = Las piedras de cada bando, mano por mano. { $score }
page-course-stones = Las piedras que le quedan a cada uno, mano por mano. { $score }
page-hands = Las manos, una por una
page-juego = Juego { $juego }
page-hand = Mano { $hand }
page-mano = es mano { $name }
page-is-mano = mano
page-is-postre = postre
page-dealt = Como se repartieron
page-count = El recuento
page-nothing-paid = No se cobra nada.
page-unshown = Se ganó el juego con un deje: en la mesa nadie enseñó estas cartas.
page-unshown-yet = Se ganó el juego con un deje: las cartas no se enseñaron.
page-cards-unseen = { $count ->
    [one] una carta sin enseñar
   *[other] { $count } cartas sin enseñar
}
page-threw = { $count ->
    [0] { $name } se queda servido
    [one] { $name } tira una carta
   *[other] { $name } tira { $count } cartas
}
page-took = { $name } coge { $count ->
    [one] una carta
   *[other] { $count } cartas
}
page-sena = (seña de { $name }: { $sena })
page-playing = La mano sigue en juego.

page-moment-ordago = Órdago
page-ordago-wanted = { $name } echa un órdago a { $lance }, ¡y se lo quieren!
page-ordago-refused = { $name } echa un órdago a { $lance } y nadie lo quiere.
page-ordago-open = { $name } echa un órdago a { $lance }. Falta la respuesta.
page-moment-best = La mejor jugada
page-best = { $name } liga { $holds }.
page-moment-fattest = La mano más gorda
page-fattest = { $count ->
    [one] { $side } se lleva
   *[other] { $side } se llevan
} { $piedras ->
    [one] una piedra
   *[other] { $piedras } piedras
} de una vez.
page-moment-turning = Donde se decidió
page-turned = { $count ->
    [one] Aquí se pone por delante { $side }, y ya no hay quien lo pille.
   *[other] Aquí se ponen por delante { $side }, y ya no hay quien los pille.
}
page-led = { $count ->
    [one] { $side } manda desde esta mano hasta el final.
   *[other] { $side } mandan desde esta mano hasta el final.
}

page-proof = La prueba del reparto
page-proof-waits = La baraja está atada a esta huella, que se publicó antes de empezar. La semilla se dice cuando acaba la partida:
page-proof-commitment = Huella publicada
page-proof-seed = Semilla
page-proof-cut = Corte
page-proof-kept = { $hands ->
    [one] Repartida otra vez desde la semilla, la única mano sale igual.
   *[other] Repartidas otra vez desde la semilla, las { $hands } manos salen igual.
}
page-proof-broken = Repartidas otra vez desde la semilla, no salen como estaba prometido estas manos: { $broken }.
page-proof-fault = Un dato de la prueba no cuadra con lo que se publicó.
page-proof-how = Para comprobarlo sin creerse esta página: la huella tiene que ser la del primer mensaje de la mesa, y con el acta en TOML que va al lado se puede repartir todo otra vez (musbot verificar, o tools/verify_deal.py).
page-foot = La misma partida, para repetirla jugada a jugada, está en el fichero .mus.toml.
page-steps-title = Paso a paso
page-steps = Paso a paso: ‹ y ›, o las flechas del teclado.
page-hand-before = Mano anterior
page-step-back = Atrás
page-step-on = Siguiente
page-hand-after = Mano siguiente
page-film = Reproducir
page-stop = Parar
page-steps-end = Ver todas las manos

button-film = 🎞 Ver la mano
film-title = 🎞 { $table } · la mano { $hand }, tal como fue
film-lance = { $lance } — { $words }
film-unsent = Aquí no han podido salir las imágenes.
refused-share-there = Esa imagen está ya en el chat, un poco más abajo o más arriba.
refused-film-making = Se está preparando: tarda unos segundos.
refused-film-there = Esa mano está ya en el chat, un poco más abajo o más arriba.
refused-no-film = De esa mano no hay nada que ver todavía.
