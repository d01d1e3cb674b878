cli-arena = measure AI players against each other
cli-arena-kinds = two for a match, more (or none: all) for a ladder: { $kinds }, FILE.py:CLASS, ./PROGRAM
cli-arena-juegos = single juegos of each two (1500)
cli-arena-partidas = whole partidas instead
cli-arena-single = --option { $field }: expected --partidas too, because a match plays single juegos
cli-arena-what = { $kinds }: expected two players, or more that are all different
cli-arena-interrupted = interrupted: kept { $done } of { $whole } pairs of deals
cli-arena-rating = rating
cli-arena-over = points over { $kind }, 95 % interval
cli-arena-rules = rules  { $rules }
cli-arena-seed = seed   { $seed }
cli-arena-share = { $pair }: { $share } of { $games } { $unit } ({ $low } … { $high })
cli-arena-lead = { $share }, { $lead } piedras a hand ({ $low } … { $high })
cli-arena-replaced = { $count ->
    [one] { $kind } failed once: prudente spoke for it
   *[other] { $kind } failed { $count } times: prudente spoke for it
}
cli-arena-keep-going = if a player of yours fails, let prudente speak for it, and count how often
cli-arena-stopped = { $why }. The match ends here and counts for nothing; with --keep-going, prudente speaks for the player
cli-arena-failed = { $count ->
    [one] prudente spoke once for a player that failed: { $why }
   *[other] prudente spoke { $count } times for a player that failed, the first time: { $why }
}
