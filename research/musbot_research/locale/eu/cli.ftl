cli-arena = IA jokalariak elkarren kontra neurtu
cli-arena-kinds = bi norgehiagoka baterako, gehiago (edo bat ere ez: denak) eskala baterako: { $kinds }, FITXATEGIA.py:KLASEA, ./PROGRAMA
cli-arena-juegos = bikote bakoitzaren joko solteak (1500)
cli-arena-partidas = horien ordez partida osoak
cli-arena-single = --option { $field }: --partidas ere espero zen, hemen joko solteak jokatzen direlako
cli-arena-what = { $kinds }: bi IA jokalari espero ziren, edo gehiago eta denak desberdinak
cli-arena-interrupted = etenda: { $whole } banaketa-bikotetik { $done } gordeta
cli-arena-rating = eskala
cli-arena-over = { $kind } jokalariaren gaineko puntuak, % 95eko tartea
cli-arena-rules = arauak  { $rules }
cli-arena-seed = hazia   { $seed }
cli-arena-share = { $pair }: { $share }, { $games } { $unit } ({ $low } … { $high })
cli-arena-lead = { $share }, { $lead } harri eskualdiko ({ $low } … { $high })
cli-arena-replaced = { $count ->
    [one] { $kind } jokalariak huts egin du behin: prudentek hitz egin du haren ordez
   *[other] { $kind } jokalariak huts egin du { $count } aldiz: prudentek hitz egin du haren ordez
}
cli-arena-keep-going = zure jokalari batek huts egiten badu, prudentek hitz egin dezala haren ordez, eta zenbatetan kontatu
cli-arena-stopped = { $why }. Norgehiagoka hemen amaitzen da eta ez du balio; --keep-going aukerarekin prudentek hitz egiten du jokalariaren ordez
cli-arena-failed = { $count ->
    [one] prudentek behin hitz egin du huts egin duen jokalari baten ordez: { $why }
   *[other] prudentek { $count } aldiz hitz egin du huts egin duen jokalari baten ordez; lehenengoan: { $why }
}
