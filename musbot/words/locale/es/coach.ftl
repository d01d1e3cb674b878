# Una mano mirada otra vez para quien la jugó: musbot/narrator/analysis.py
button-analysis = 🔍 Analizar
command-analisis = tu última mano, palabra a palabra (en privado)
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
    [0] No acertaste: se te fue un { $cost } % de ganar el juego.
   *[other] De { $words } palabras acertaste { $right }; con lo demás se te fue un { $cost } % de ganar el juego.
}
analysis-hand-worst = La peor, «{ $said }» ({ $lance }): valía −{ $cost } %. Muslari habría dicho «{ $best }».
analysis-hand-best = La mejor, «{ $said }» ({ $lance }): valía un { $gain } % más que cualquier otra cosa.
analysis-word-same = { $lance } · «{ $said }»: { $after } %.
analysis-word-other = { $lance } · «{ $said }»: { $after } %. Muslari suele decir «{ $best }», que viene a valer lo mismo.
analysis-word-cost = { $lance } · «{ $said }»: del { $before } % al { $after } %. Muslari, «{ $best }».
analysis-yours = Tenías { $holds }.
analysis-yours-none = No tenías pares.
analysis-bet = Había envidado { $piedras } { $name }.
analysis-ordago = Había echado órdago { $name }.
analysis-have = { $count ->
    [one] También tenía { $lance } { $names }.
   *[other] También tenían { $lance } { $names }.
}
analysis-sena = Habías visto a { $name } la seña de { $sena }.

refused-no-analysis = Esa mano no ha acabado: se mira cuando acabe.
refused-analysis-running = Ya estoy mirando una mano tuya. Enseguida te cuento.
refused-analysis-there = Esa mano ya te la he contado: la tienes en tu privado.
refused-analysis-busy = Tengo muchas manos que mirar ahora. Prueba dentro de un minuto.
refused-analysis-other-game = Solo sé analizar el mus de dos bandos: con tres o más, o con piedras en la mano, no.
refused-analysis-not-yours = En esa mano no jugabas tú.
refused-analysis-no-words = En esa mano no tuviste nada que elegir.
refused-analysis-private = Ábreme tu privado y vuelve a pulsar: esto te lo cuento solo a ti.
refused-no-hand-yet = Todavía no has jugado ninguna mano que se pueda mirar.

picture-analysis = { $table } · mano { $hand }
picture-analysis-score = { $ours }–{ $theirs }, a { $piedras }
picture-analysis-chance = % de ganar el juego
picture-analysis-best = muslari: «{ $best }»
