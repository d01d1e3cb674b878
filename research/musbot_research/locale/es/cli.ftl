cli-arena = medir qué jugador de IA gana a cuál
cli-arena-kinds = dos para un duelo, más (o ninguno: todos) para una escala: { $kinds }, FICHERO.py:CLASE, ./PROGRAMA
cli-arena-juegos = juegos sueltos de cada dos (1500)
cli-arena-partidas = partidas enteras en su lugar
cli-arena-single = --option { $field }: se esperaba también --partidas, porque aquí se juegan juegos sueltos
cli-arena-what = { $kinds }: se esperaban dos jugadores de IA, o más y todos distintos
cli-arena-interrupted = interrumpido: quedan { $done } de { $whole } parejas de repartos
cli-arena-rating = escala
cli-arena-over = puntos sobre { $kind }, intervalo del 95 %
cli-arena-rules = reglas   { $rules }
cli-arena-seed = semilla  { $seed }
cli-arena-share = { $pair }: { $share } de { $games } { $unit } ({ $low } … { $high })
cli-arena-lead = { $share }, { $lead } piedras por mano ({ $low } … { $high })
cli-arena-replaced = { $count ->
    [one] { $kind } falló una vez: habló prudente en su lugar
   *[other] { $kind } falló { $count } veces: habló prudente en su lugar
}
cli-arena-keep-going = si falla un jugador tuyo, que hable prudente en su lugar, y contar cuántas veces
cli-arena-stopped = { $why }. El duelo acaba aquí y no cuenta; con --seguir, habla prudente en lugar del jugador
cli-arena-failed = { $count ->
    [one] prudente habló una vez por un jugador que falló: { $why }
   *[other] prudente habló { $count } veces por un jugador que falló; la primera: { $why }
}
