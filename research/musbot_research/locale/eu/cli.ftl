cli-arena = IA jokalariak elkarren kontra neurtu
cli-arena-kinds = bi norgehiagoka baterako, gehiago (edo bat ere ez: denak) eskala baterako: { $kinds }, FITXATEGIA.py:KLASEA, ./PROGRAMA
cli-arena-juegos = bikote bakoitzaren joko solteak (1500)
cli-arena-partidas = horien ordez partida osoak
cli-arena-what = { $kinds }: bi IA jokalari espero ziren, edo gehiago eta denak desberdinak
cli-arena-interrupted = etenda: { $whole } banaketa-bikotetik { $done } gordeta
cli-arena-rating = eskala
cli-arena-over = { $kind } jokalariaren gaineko puntuak, % 95eko tartea
cli-arena-rules = arauak  { $rules }
cli-arena-seed = hazia   { $seed }
cli-arena-share = { $pair }: { $share }, { $games } { $unit } ({ $low } … { $high })
cli-arena-lead = { $share }, { $lead } harri eskualdiko ({ $low } … { $high })
cli-arena-replaced = { $count ->
    [one] Hitz bat berandu iritsi zen edo ez zuen balio: prudentek hitz egin zuen
   *[other] { $count } hitz berandu iritsi ziren edo ez zuten balio: prudentek hitz egin zuen
}
