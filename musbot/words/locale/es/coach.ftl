# Una mano mirada otra vez para quien la jugó: musbot/narrator/analysis.py
button-analysis = 🔍 Analizar
help-analisis = repasar tu última mano

analysis-title = 🔍 { $table } · la mano { $hand }, palabra a palabra
analysis-waits = Lo miro… Enseguida te cuento, solo a ti, qué valía cada palabra tuya.
analysis-failed = Esta vez no he podido mirarla. Prueba otra vez dentro de un momento.
analysis-nothing-sure = De lo que dijiste en esta mano no puedo asegurar nada.
analysis-all-right = { $words ->
    [one] Dijiste una palabra, y no te costó nada.
   *[other] Dijiste { $words } palabras, y ninguna te costó nada.
}
analysis-some-right = { $right ->
    [0] No acertaste: se te fue un { $cost } % de opciones de ganar el juego.
   *[other] De { $words } palabras acertaste { $right }; con lo demás se te fue un { $cost } % de opciones de ganar el juego.
}
analysis-rating = En { $words } palabras se te fue de media un { $lost } % por palabra (entre { $low } y { $high }).
analysis-rating-none = En { $words } palabras no se ve que perdieras nada: de media, entre { $low } y { $high } % por palabra.
analysis-hand-worst = La peor, «{ $said }» ({ $lance }): valía −{ $cost } %. Una IA de nivel muslari habría dicho «{ $best }».
analysis-hand-best = La mejor, «{ $said }» ({ $lance }): valía un { $gain } % más que cualquier otra cosa.
analysis-in-hand = { $lance }, mano { $hand }
analysis-turn = Mano { $hand }: para { $side }, ganar el juego pasa del { $before } % al { $after } %.
analysis-course = El curso de cada juego para { $side }, mano por mano, en %: { $chances }.
analysis-percents = Cada % es la probabilidad que teníais de ganar ese juego.
analysis-none = Todavía no se ha acabado ninguna mano.
analysis-unshown = { $words ->
    [one] Una palabra no se mira hasta que acabe la partida: se dijo con cartas que no se han enseñado.
   *[other] { $words } palabras no se miran hasta que acabe la partida: se dijeron con cartas que no se han enseñado.
}
analysis-word-same = { $lance } · «{ $said }»: { $after } %.
analysis-word-other = { $lance } · «{ $said }»: { $after } %. Una IA de nivel muslari suele decir «{ $best }», que viene a valer lo mismo.
analysis-word-better = { $lance } · «{ $said }»: { $after } %. Una IA de nivel muslari suele decir «{ $best }», que se queda en un { $before } %.
analysis-word-cost = { $lance } · «{ $said }»: del { $before } % al { $after } %. Una IA de nivel muslari, «{ $best }».
analysis-yours = Tenías { $holds }.
analysis-yours-none = No tenías pares.
analysis-bet = { $name } había envidado { $piedras }.
analysis-ordago = { $name } había echado órdago.
analysis-have = { $count ->
    [one] También tenía { $lance } { $names }.
   *[other] También tenían { $lance } { $names }.
}
analysis-sena = Le habías visto a { $name } la seña de { $sena }.

refused-no-analysis = Esa mano no ha acabado: se mira cuando acabe.
refused-analysis-running = Ya estoy mirando una mano tuya. Enseguida te cuento.
refused-analysis-there = { $place ->
    [here] Esa mano ya te la he contado aquí, más arriba.
   *[other] Esa mano ya te la he contado en nuestro chat privado.
}
refused-analysis-busy = Tengo muchas manos que mirar ahora. Prueba dentro de un minuto.
refused-analysis-other-game = Solo sé analizar el mus de dos bandos: con tres o más, o con piedras en la mano, no.
refused-analysis-not-yours = En esa mano no jugabas tú.
refused-analysis-no-words = En esa mano no tuviste nada que elegir.
refused-analysis-private = Abre nuestro chat privado y vuelve a pulsar: esto te lo cuento solo a ti.
refused-no-hand-yet = Todavía no has jugado ninguna mano que se pueda mirar.

picture-analysis-score = { $ours }–{ $theirs }, a { $piedras }
picture-analysis-chance = % de opciones de ganar el juego
picture-analysis-best = IA muslari: «{ $best }»

button-why = 🗣 ¿Por qué, { $name }?
why-title = 🗣 { $table } · la mano { $hand }: por qué
why-name = { $name } 🤖:
why-nothing = En esa mano no hubo nada que explicar.
button-badly = 👎 Mal jugado
badly-kept = Gracias: me guardo la mano, sin nombres, para quien afina a la IA.
badly-already = Esa mano ya la tengo guardada. Gracias.
why-wants-cards = { $lance }, «{ $word }»: quería cartas mejores ({ $holds }).
why-likes-cards = { $lance }, «{ $word }»: lo que tenía me valía ({ $holds }).
why-leaves-mus = { $lance }, «{ $word }»: no lo veía claro ({ $holds }) y se lo dejé a mi compañero.
why-strong = { $lance }, «{ $word }»: iba bien ({ $holds }).
why-partner-showed = { $lance }, «{ $word }»: { $name } me había pasado la seña de { $sena }.
why-bluff = { $lance }, «{ $word }»: era un farol ({ $holds }).
why-nothing-to-lose = { $lance }, «{ $word }»: el juego se nos iba, y ya no había nada que perder.
why-deje-wins = { $lance }, «{ $word }»: con que no lo quisieran, ganábamos el juego.
why-weak = { $lance }, «{ $word }»: iba flojo ({ $holds }).
why-waits = { $lance }, «{ $word }»: iba bien ({ $holds }), y me callé por si hablaban ellos.
why-even = { $lance }, «{ $word }»: ni bien ni mal ({ $holds }), y no quise arriesgar.
why-deje-loses = { $lance }, «{ $word }»: si no lo quería, ellos ganaban el juego con el deje.
why-fair-price = { $lance }, «{ $word }»: no iba sobrado ({ $holds }), pero salía a cuenta quererlo.
why-leaves-answer = { $lance }, «{ $word }»: yo no lo veía ({ $holds }), y quedaba mi compañero por contestar.
why-too-dear = { $lance }, «{ $word }»: no iba mal ({ $holds }), pero era mucho lo que se jugaba.
why-fancied = { $lance }, «{ $word }»: me pareció que iba mejor de lo que iba ({ $holds }).
why-shy = { $lance }, «{ $word }»: iba bien ({ $holds }), pero no me atreví.
refused-no-why = En esa mano no jugaba ninguna IA a tu lado.
refused-why-hidden = Esa mano no se enseñó: las razones, cuando acabe la partida.
