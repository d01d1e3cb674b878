# One's own hand, in private

hand-title = { $table } · { $hand }. eskualdia · zure kartak
hand-pick = { $most ->
    [one] KARTAK BOTA. Ukitu botako duzuna, eta gero «Bota».
   *[other] KARTAK BOTA. Ukitu botako dituzun kartak (1etik { $most }ra), eta gero «Bota».
}
hand-mano = Eskua: { $mano } · azkena: { $postre }
hand-picked = Botako duzu: { $cards }
hand-back = Mahaira joan
hand-is-here = { $closed ->
    [yes] Zure kartak hemen agertzen dira, pribatuan idazten uzten ez didazulako. Uzten didazunean, sakatu «{ button-hand-private }».
   *[no] Zure kartak hemen agertzen dira, eta ez pribatuan.
}
hand-is-private = Hemendik aurrera pribatuan bidaliko dizkizut kartak.
hand-is-private-maybe = Kartak pribatuan bidaltzen saiatuko naiz. Iristen ez bazaizkizu, ez dituzu nire mezuak onartzen: «Nire kartak» botoiarekin hemen dituzu berriro.
hand-aside = Mahaiko botoiekin ari zara jokatzen. Hemen izateko, sakatu «{ button-hand-play }».
hand-there = Zure kartak mahaian dituzu, zuretzat bakarrik. Ordu laurdenean han ezer sakatzen ez baduzu, hona itzuliko dira.
hand-left = { $table }: zu ez zaude jada jokoan.
hand-left-held = { $table }: zu ez zaude jada jokoan, baina zure tokia zain duzu. Itzultzeko, sakatu mahaian «{ button-return }», beste inor eseri baino lehen.
hand-left-to = { $table }: zu ez zaude jada jokoan; hurrengo eskualdian { $next } eseriko da.
