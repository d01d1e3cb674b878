cli-arena = measure AI players against each other
cli-arena-kinds = two for a match, more (or none: all) for a ladder: { $kinds }, FILE.py:CLASS, ./PROGRAM
cli-arena-juegos = single juegos of each two (1500)
cli-arena-partidas = whole partidas instead
cli-arena-what = { $kinds }: expected two players, or more that are all different
cli-arena-interrupted = interrupted: kept { $done } of { $whole } pairs of deals
cli-arena-rating = rating
cli-arena-over = points over { $kind }, 95 % interval
cli-arena-rules = rules  { $rules }
cli-arena-seed = seed   { $seed }
cli-arena-share = { $pair }: { $share } of { $games } { $unit } ({ $low } … { $high })
cli-arena-lead = { $share }, { $lead } piedras a hand ({ $low } … { $high })
cli-arena-replaced = { $count ->
    [one] One word was late or not lawful: prudente spoke instead
   *[other] { $count } words were late or not lawful: prudente spoke instead
}
