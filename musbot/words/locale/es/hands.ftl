# One's own hand, in private

hand-title = { $table } · mano { $hand } · tus cartas
hand-pick = { $most ->
    [one] DESCARTE. Toca la carta que tiras y luego «Descartar».
   *[other] DESCARTE. Toca las cartas que tiras (de 1 a { $most }) y luego «Descartar».
}
hand-mano = Mano: { $mano } · postre: { $postre }
hand-picked = Tiras: { $cards }
hand-back = Ir a la mesa
hand-is-here = { $closed ->
    [yes] Tus cartas te salen aquí, porque no me dejas escribirte en privado. Cuando me dejes, pulsa «{ button-hand-private }».
   *[no] Tus cartas te salen aquí y no en privado.
}
hand-is-private = Desde ahora te mando tus cartas en privado.
hand-is-private-maybe = Pruebo a mandarte tus cartas en privado. Si no te llegan, es que no admites mis mensajes: las tienes otra vez con «Mis cartas».
hand-aside = Juegas con los botones de la mesa. Para tenerlos aquí, pulsa «{ button-hand-play }».
hand-there = Tienes tus cartas en la mesa, solo para ti. Si pasas un cuarto de hora sin pulsar allí, vuelven aquí.
hand-left = Ya no juegas en la { $table }.
hand-left-held = Ya no juegas en la { $table }. Mientras dure la partida y no se siente otro, «{ button-return }», en la mesa, te lo devuelve.
hand-left-to = Ya no juegas en la { $table }: en la próxima mano se sienta { $next }.
